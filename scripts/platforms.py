"""Where weatherdeck installs, and what it does without there: the table of docs/install.md.

`make release` asks the package index whether it has a wheel of everything that is locked, for each platform of the
table. `python -m scripts.platforms` writes the table.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from packaging import tags
from packaging.requirements import Requirement
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename

from scripts.trial import Failed

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "install.md"
LOCK = ROOT / "requirements-host.lock"
BEGIN, END = "<!-- written by python -m scripts.platforms -->", "<!-- end of platforms -->"
PYTHONS = ("3.11", "3.12", "3.13", "3.14", "3.15")
GLIBC = {"3.15": 39}
OLDER_GLIBC = 28
"""The newest glibc 2 that wheels may ask for, by Python: 2.39 is that of Debian 13 and Ubuntu 24.04, 2.28 that of
Debian 10 and Red Hat 8."""
PURE_ENOUGH = {"markupsafe": "it does without its compiled part if there is no compiler"}
"""Packages that install from source anywhere."""


@dataclass(frozen=True)
class Platform:
    """A kind of machine, as markers and wheels name it."""

    name: str
    system: str  # sys_platform
    machine: str  # platform_machine
    wheels: tuple[str, ...]  # of Linux without glibc; empty: its own distribution brings the compiled packages

    def environment(self, python: str) -> dict[str, str]:
        """What the markers of a requirement are compared with."""
        windows, full = self.system == "win32", f"{python}.0"
        return {
            "implementation_name": "cpython",
            "implementation_version": full,
            "os_name": "nt" if windows else "posix",
            "platform_machine": self.machine,
            "platform_python_implementation": "CPython",
            "platform_system": {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}.get(
                self.system, "Emscripten"
            ),
            "python_full_version": full,
            "python_version": python,
            "sys_platform": self.system,
        }

    def tags(self, python: str) -> set[tags.Tag]:
        """The wheels that one Python of this platform installs."""
        major, minor = map(int, python.split("."))
        wheels = self.wheels
        if self.system == "linux":
            newest = GLIBC.get(python, OLDER_GLIBC)
            wheels += tuple(f"manylinux_2_{glibc}_{self.machine}" for glibc in range(5, newest + 1))
        own = tags.cpython_tags((major, minor), [f"cp{major}{minor}"], wheels)
        return {*own, *tags.compatible_tags((major, minor), f"cp{major}{minor}", wheels)}


PLATFORMS = (
    Platform("Linux, x86-64", "linux", "x86_64", ("linux_x86_64", "manylinux2014_x86_64")),
    Platform("Linux, ARM64", "linux", "aarch64", ("linux_aarch64", "manylinux2014_aarch64")),
    Platform("macOS, Apple silicon", "darwin", "arm64", tuple(tags.mac_platforms((14, 0), "arm64"))),
    Platform("macOS, Intel", "darwin", "x86_64", tuple(tags.mac_platforms((14, 0), "x86_64"))),
    Platform("Windows, x86-64", "win32", "AMD64", ("win_amd64",)),
    Platform("Windows, ARM64", "win32", "ARM64", ("win_arm64",)),
    Platform("Emscripten (a browser)", "emscripten", "wasm32", ()),
)


# ---------------------------------------------------------------- markers
def requirements() -> list[Requirement]:
    """What the base and the extra for hosts require."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [Requirement(text) for text in (*project["dependencies"], *project["optional-dependencies"]["postgres"])]


def named(requirement: Requirement) -> set[str]:
    """The compiled packages that a requirement brings: its own, and greenlet, which is part of an extra."""
    return {canonicalize_name(requirement.name)} | ({"greenlet"} if "asyncio" in requirement.extras else set())


def holds(requirement: Requirement, platform: Platform, python: str) -> bool:
    return requirement.marker is None or requirement.marker.evaluate({"extra": "", **platform.environment(python)})


def left_out(platform: Platform, python: str) -> list[str]:
    """The packages that are required elsewhere, and not here."""
    wanted = requirements()
    here = {name for one in wanted if holds(one, platform, python) for name in named(one)}
    return sorted({name for one in wanted for name in named(one)} - here)


def locked() -> list[Requirement]:
    """Each package of the lock for hosts, which contains that for players."""
    lines = re.findall(r"(?m)^[a-z0-9._-]+==[^\\\n]+", LOCK.read_text(encoding="utf-8"))
    return [Requirement(line) for line in lines]


# ---------------------------------------------------------------- the page
def table() -> str:
    """The table, from the markers of pyproject.toml."""
    rows = [f"| | {' | '.join(PYTHONS)} |", f"|{'---|' * (len(PYTHONS) + 1)}"]
    for platform in PLATFORMS:
        cells = (", ".join(left_out(platform, python)) for python in PYTHONS)
        rows.append(f"| {platform.name} | {' | '.join(f'without {cell}' if cell else 'all' for cell in cells)} |")
    return "\n".join(rows)


def written(text: str) -> str:
    """The page with the table as it is now."""
    return re.sub(f"{BEGIN}.*{END}", lambda _: f"{BEGIN}\n\n{table()}\n\n{END}", text, flags=re.DOTALL)


# ---------------------------------------------------------------- the index
def check_wheels() -> None:
    """Ask the index for the wheels of all that is locked, on every platform that gets its wheels there."""
    wanted = locked()
    with ThreadPoolExecutor(8) as pool:
        names = dict(zip((one.name for one in wanted), pool.map(lambda one: wheels(one.name), wanted), strict=True))
    if absent := list(without_wheels(names, wanted)):
        raise Failed(f"the index has no wheel of {', '.join(absent)}")


def without_wheels(names: dict[str, list[str]], wanted: list[Requirement]) -> Iterator[str]:
    """What cannot be installed without a compiler, and where. `names` has the wheels by package."""
    for one in wanted:
        found = [parsed for name in names[one.name] if (parsed := _tags(name, one)) is not None]
        for platform in (platform for platform in PLATFORMS if platform.wheels and one.name not in PURE_ENOUGH):
            for python in (python for python in PYTHONS if holds(one, platform, python)):
                if not any(not fits.isdisjoint(platform.tags(python)) for fits in found):
                    yield f"{one.name}{one.specifier} for {platform.name} with Python {python}"


def _tags(name: str, wanted: Requirement) -> frozenset[tags.Tag] | None:
    try:
        _, version, _, fits = parse_wheel_filename(name)
    except InvalidWheelFilename:
        return None
    return fits if wanted.specifier.contains(version, prereleases=True) else None


def wheels(package: str) -> list[str]:
    """The names of all wheels of a package, as the index of pip lists them."""
    request = urllib.request.Request(f"{index()}/{canonicalize_name(package)}/", headers={"Accept": "text/html"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return re.findall(r">\s*([^<>\s]+\.whl)\s*</a>", answer.read().decode())


def index() -> str:
    """The address of the index that pip asks: what is set for it, or its own."""
    said = os.environ.get("PIP_INDEX_URL")
    if not said:
        asked = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
        said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    return (said or str(import_module("pip._internal.models.index").PyPI.simple_url)).rstrip("/")


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
