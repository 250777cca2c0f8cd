"""Where weatherdeck installs: the markers of its requirements, the locks, the table of docs/install.md, the wheels."""

from __future__ import annotations

import platform as machine
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from scripts import platforms
from scripts.platforms import PLATFORMS, PYTHONS, Platform
from scripts.trial import Failed

from weatherdeck import kernel
from weatherdeck.cli import commands, doctor, main
from weatherdeck.environment import INTERPRETED

BY_NAME = {platform.name: platform for platform in PLATFORMS}
LOCKS = sorted(platforms.ROOT.glob("requirements*.lock"))


def rows() -> dict[str, list[str]]:
    """The table of the page: what each platform does without, by Python."""
    text = platforms.PAGE.read_text(encoding="utf-8").partition(platforms.BEGIN)[2].partition(platforms.END)[0]
    head, _, *lines = [line.strip("| ").split(" | ") for line in text.strip().splitlines()]
    assert head == list(PYTHONS)
    return {name: cells for name, *cells in lines}


@pytest.mark.parametrize("platform", PLATFORMS, ids=lambda platform: platform.name)
def test_the_install_page_says_what_each_platform_does_without(platform: Platform) -> None:
    cells = (platforms.left_out(platform, python) for python in PYTHONS)
    said = [f"without {', '.join(names)}" if names else "all" for names in cells]
    assert rows()[platform.name] == said, "run: python -m scripts.platforms"
    assert len(rows()) == len(PLATFORMS)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_lock_installs_compilers_and_servers_where_the_package_does(
    lock: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platforms, "LOCK", lock)
    wanted = platforms.requirements()
    for platform in PLATFORMS:
        for python in PYTHONS:
            here = {one.name for one in platforms.locked() if platforms.holds(one, platform, python)}
            required = {one.name for one in wanted if platforms.holds(one, platform, python)}
            assert ("httptools" in here) == ("httptools" in required)
            assert ("numba" in here) == ("llvmlite" in here) == ("numba" in required)
            if "host" in lock.name:
                assert {one.name for one in wanted} - required == {one.name for one in wanted} - here


def test_numba_is_required_where_it_has_wheels_and_nowhere_else() -> None:
    where = {
        (platform.name, python)
        for platform in PLATFORMS
        for python in PYTHONS
        if "numba" not in platforms.left_out(platform, python)
    }
    everywhere = {"Linux, x86-64", "Linux, ARM64", "macOS, Apple silicon", "Windows, x86-64"}
    assert where == {(name, python) for name in everywhere for python in PYTHONS} | {
        ("Windows, ARM64", python) for python in ("3.12", "3.13", "3.14")
    }


def test_this_machine_is_in_the_table() -> None:
    here = {(platform.system, platform.machine) for platform in PLATFORMS}
    assert (sys.platform, machine.machine()) in here
    assert ".".join(map(str, sys.version_info[:2])) in PYTHONS


# ---------------------------------------------------------------- what make release asks
def absent(wheel: str, *, of: str = "fast==1.0") -> set[str]:
    """Where a package with this one wheel cannot be installed."""
    wanted = Requirement(of)
    return {found.partition(" for ")[2] for found in platforms.without_wheels({"fast": [wheel]}, [wanted])}


def test_a_wheel_for_everything_is_enough() -> None:
    assert absent("fast-1.0-py3-none-any.whl") == set()


def test_a_wheel_of_another_version_does_not_count() -> None:
    assert len(absent("fast-0.9-py3-none-any.whl")) == len(PYTHONS) * sum(bool(one.wheels) for one in PLATFORMS)


def test_a_wheel_counts_for_its_python_and_platform() -> None:
    everywhere = absent("fast-1.0-unreadable.whl")
    assert everywhere - absent("fast-1.0-cp312-cp312-win_arm64.whl") == {"Windows, ARM64 with Python 3.12"}
    later = {f"macOS, Intel with Python {python}" for python in PYTHONS[1:]}
    assert everywhere - absent("fast-1.0-cp312-abi3-macosx_11_0_x86_64.whl") == later


def test_a_wheel_for_a_newer_glibc_counts_where_python_asks_for_it() -> None:
    everywhere = absent("none.whl")
    newer = absent("fast-1.0-cp311-abi3-manylinux_2_39_x86_64.whl")
    assert everywhere - newer == {"Linux, x86-64 with Python 3.15"}


def test_what_a_marker_leaves_out_needs_no_wheel() -> None:
    only = "fast==1.0; sys_platform == 'win32' and python_version >= '3.15'"
    assert absent("none.whl", of=only) == {"Windows, x86-64 with Python 3.15", "Windows, ARM64 with Python 3.15"}


def test_a_release_without_a_wheel_stops_and_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platforms, "locked", lambda: [Requirement("fast==1.0; sys_platform == 'darwin'")])
    monkeypatch.setattr(platforms, "wheels", lambda package: [f"{package}-1.0-cp311-abi3-macosx_11_0_arm64.whl"])
    with pytest.raises(Failed, match=r"no wheel of fast==1\.0 for macOS, Intel with Python 3\.11"):
        platforms.check_wheels()


# ---------------------------------------------------------------- what is missing is said
def test_without_numba_the_sentence_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    monkeypatch.delenv(INTERPRETED.name, raising=False)
    assert kernel.why_slow().startswith("there is no Numba installed for Python 3.")
    assert doctor._compiler().says.startswith("there is no Numba installed")
    assert "docs/install.md" in doctor._compiler().do
    monkeypatch.setenv(INTERPRETED.name, "1")
    assert kernel.why_slow().startswith(f"{INTERPRETED.name} is set: the rules run interpreted")
    assert doctor._compiler().do == f"Unset {INTERPRETED.name}."


@pytest.mark.parametrize("command", commands.OF_THE_SERVER)
def test_in_a_browser_the_server_is_refused_in_a_sentence(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert main([command]) == 2
    assert f"weatherdeck {command} does not run in a browser" in capsys.readouterr().err
