"""The set-up: locks with hashes, programs for the tests on machines of all kinds, and what `make` says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from scripts import install_page, newcomer, programs, set_up
from scripts.install_page import BEGIN, END, Report, measured, with_part

ROOT = Path(__file__).parent.parent
LOCKS = sorted(ROOT.glob("requirements*.lock"))


# ---------------------------------------------------------------- locks
def versions(lock: Path) -> dict[str, set[str]]:
    """Each package of a lock with its versions; they can differ by Python and system."""
    found: dict[str, set[str]] = {}
    for name, version in re.findall(r"(?m)^([a-z0-9._-]+)==(\S+)", lock.read_text(encoding="utf-8")):
        found.setdefault(name, set()).add(version)
    return found


@pytest.mark.parametrize("lock", [*LOCKS, ROOT / "web" / "node.lock"], ids=lambda path: path.name)
def test_every_package_of_a_lock_has_hashes_and_no_host(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    packages = re.split(r"(?m)^(?=[a-z0-9])", text)[1:]
    assert len(packages) >= len(versions(lock)) > 0
    assert all("--hash=sha256:" in package for package in packages)
    assert "://" not in text


def test_the_locks_agree_so_that_one_environment_serves_all() -> None:
    dev = versions(ROOT / "requirements-dev.lock")
    for lock in LOCKS:
        assert all(found <= dev[name] for name, found in versions(lock).items())


def test_a_player_installs_nothing_of_the_lab_or_the_tests() -> None:
    play = set(versions(ROOT / "requirements.lock"))
    assert not play & {"asyncpg", "polars", "pyarrow", "scipy", "ray", "playwright", "pytest", "torch"}


def test_nothing_installs_pytorch_unasked() -> None:
    assert all("torch" not in versions(lock) for lock in LOCKS)


# ---------------------------------------------------------------- the environment
def test_a_python_that_is_too_old_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 4))
    with pytest.raises(SystemExit, match=r"needs Python 3.11 or newer, and this is 3.10. .* make PYTHON=python3.12"):
        set_up.make_environment()


def test_a_python_without_ensurepip_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(set_up, "PYTHON", tmp_path / "python")
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(SystemExit, match="apt-get install python3-venv"):
        set_up.make_environment()


def test_progress_names_what_is_downloaded() -> None:
    line = "  Downloading llvmlite-0.50.0-cp311-cp311-manylinux_2_17_x86_64.whl (56.3 MB)\n"
    assert set_up.progress(line, 12, 45) == "12/45 llvmlite, 56.3 MB"
    assert set_up.progress("Installing collected packages: a, b\n", 45, 45) == "unpacking"
    assert set_up.progress("Collecting numba==0.68.1\n", 3, 45) == ""


def test_a_failed_set_up_ends_with_what_pip_said(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = "print('Collecting a'); print('ERROR: no such package'); raise SystemExit(1)"
    monkeypatch.setattr(set_up, "PIP", [sys.executable, "-c", talk])
    with pytest.raises(SystemExit, match=r"(?s)ERROR: no such package.*Is there a network"):
        set_up.install([], 1)


def test_make_alone_shows_what_there_is() -> None:
    done = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert all(f"\n  make {target} " in done.stdout for target in ("play", "test", "check", "release", "newcomer"))
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"(?m)^([a-z]+):", text)
    assert set(re.findall(r"\n  make ([a-z]+) ", done.stdout)) == set(targets), "every target says what it does"
    assert set(re.findall(r"(?m)^\.PHONY: (.*)", text)[0].split()) == set(targets)


# ---------------------------------------------------------------- programs for the tests
@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any program: its path has one empty folder, for programs of the test's own."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(programs, "PLACES", ())
    monkeypatch.setattr(programs, "UNPACKED", tmp_path / "unpacked")
    monkeypatch.delenv("CI", raising=False)
    return folder


def put(folder: Path, name: str, script: str) -> None:
    """A program of the test's own. It knows no other programs but those of the shell."""
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


def test_what_cannot_be_had_is_listed_and_the_tests_go_on(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert programs.missing() == list(programs.PROGRAMS)
    assert programs.main() == 0
    out = capsys.readouterr().out
    assert all(f"{program.tests} " in out and program.line() in out for program in programs.PROGRAMS)


def test_in_ci_a_missing_program_is_an_error(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    assert programs.main() == 1


def test_with_everything_there_is_nothing_to_say(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for program in programs.PROGRAMS:
        put(bare, program.names[-1], "true")
    assert (programs.main(), capsys.readouterr().out) == (0, "")


def test_without_root_a_password_is_never_asked_for(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert programs.as_root() is None
    put(bare, "sudo", '[ "$1" = -n ] || sleep 60\nexit 1')
    assert programs.as_root() is None
    put(bare, "sudo", '[ "$1" = -n ]')
    assert programs.as_root() == ["sudo", "-n"]


def test_a_busy_package_manager_is_waited_for(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(bare, "apt-get", f"[ -f {bare}/free ] && exit 0\n: > {bare}/free\necho 'E: Could not get lock' >&2\nexit 100")
    assert programs.wait_for_lock(["apt-get", "update"], pause=0.01)
    assert "waiting for another package manager" in capsys.readouterr().out


def test_another_failure_is_not_waited_for(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(bare, "apt-get", "echo 'E: Unable to locate package' >&2\nexit 100")
    assert not programs.wait_for_lock(["apt-get", "install", "caddy"], pause=60)
    assert "caddy: E: Unable to locate package" in capsys.readouterr().out


def test_one_package_that_fails_does_not_stop_the_others(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    put(bare, "env", 'shift 2; exec "$@"')
    put(bare, "sh", "true")
    put(bare, "apt-get", f'for word; do case "$word" in caddy) exit 1;; nginx-light) : > {bare}/asked;; esac; done')
    programs.install([programs.CADDY, programs.NGINX])
    assert (bare / "asked").exists()


def test_on_macos_homebrew_brings_them(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    put(bare, "brew", f'for name; do :; done; printf "#!/bin/sh\\n" > {bare}/$name')
    programs.install([programs.CADDY])
    assert (bare / "caddy").exists()
    assert programs.POSTGRESQL.line() == "brew install postgresql"


def test_an_unpacked_program_finds_its_libraries_beside_it(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = programs.UNPACKED / "root"
    (root / "usr/bin").mkdir(parents=True)
    (root / "usr/lib/x86_64-linux-gnu").mkdir(parents=True)
    put(root / "usr/bin", "caddy", 'echo "$LD_LIBRARY_PATH" "$1"')
    programs.wrap(programs.CADDY, root)
    found = programs.CADDY.find()
    assert found is not None
    said = subprocess.run([found, "run"], capture_output=True, text=True, check=True).stdout
    assert said.startswith(f"{root}/usr/lib/x86_64-linux-gnu")
    assert said.endswith(" run\n")


# ---------------------------------------------------------------- the page about it
def test_the_install_page_has_what_was_measured_of_each_part() -> None:
    rows = measured(install_page.PAGE.read_text(encoding="utf-8"))
    assert list(rows) == list(newcomer.PARTS), "run: make newcomer"
    assert all(row[2].endswith(" MB") for part in rows.values() for row in part[:1])
    for part, largest in install_page.LARGEST.items():
        assert max(int(row[2].removesuffix(" MB")) for row in rows[part] if row[2]) <= largest


def test_a_part_that_is_measured_again_leaves_the_others() -> None:
    def page(text: str, part: str, seconds: float, about: str = "On a machine.") -> str:
        report = Report(part, load=1.0, niceness=-5 if part == "play" else 0)
        report.add("something", seconds, 7)
        return with_part(text, about, report, "abc", ("play", "wheel"))

    text = page(page(page(f"# Install\n\n{BEGIN}\n{END}\n", "wheel", 2), "play", 70), "wheel", 3)
    assert measured(text) == {
        "play": [["something", "70 s", "7 MB", "abc, 1.0 (nice -5)"]],
        "wheel": [["something", "3.0 s", "7 MB", "abc, 1.0"]],
    }
    assert text.startswith("# Install\n")
    assert list(measured(page(text, "play", 4, "On another one."))) == ["play"]
