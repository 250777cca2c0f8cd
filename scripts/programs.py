"""Programs that some tests need besides Python: which are here, and how to get the others.

`python -m scripts.programs` installs what is missing: with the system's packages as root or with sudo, with Homebrew on
macOS, and on Debian and Ubuntu without root into `build/programs`. It never stops the tests: those whose program cannot
be had are skipped and listed at the end. With `CI=true` a missing program is an error.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UNPACKED = ROOT / "build" / "programs"
"""Where packages are unpacked without root."""
PLACES = ("/usr/local/sbin", "/usr/sbin", "/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql*/bin")
"""Folders outside the usual path, of which any may hold a program."""
PATIENCE = 600
"""Seconds to wait for another package manager that is at work."""
APT = ("-qq", "-o", f"DPkg::Lock::Timeout={PATIENCE}")


FONTS = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>
"""


@dataclass(frozen=True)
class Program:
    """A program, by any of its names, and what it comes with."""

    title: str
    names: tuple[str, ...]
    tests: str
    debian: tuple[str, ...]
    homebrew: tuple[str, ...]
    companions: tuple[str, ...] = ()  # programs of the same package that the tests call, too

    def find(self) -> str | None:
        """Where it is."""
        return next((found for name in self.names if (found := find(name))), None)

    def line(self) -> str:
        """The command that installs it, for a person."""
        if sys.platform == "darwin":
            return f"brew install {' '.join(self.homebrew)}"
        if shutil.which("apt-get"):
            return f"sudo apt-get install {' '.join(self.debian)}"
        return f"install {self.title} with your system's packages"

    def why_not(self) -> str:
        """Why tests are skipped without it."""
        return f"{self.title} is missing: {self.line()}"


CHROMIUM = Program(
    "Chromium",
    ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "Chromium"),
    "the browser tests",
    ("chromium", "fonts-dejavu-core"),
    ("--cask", "chromium"),
)
POSTGRESQL = Program(
    "PostgreSQL", ("initdb",), "the tests on PostgreSQL", ("postgresql",), ("postgresql",), ("pg_ctl", "psql")
)
NGINX = Program("nginx", ("nginx",), "the tests behind nginx", ("nginx-light",), ("nginx",))
CADDY = Program("Caddy", ("caddy",), "the tests behind Caddy", ("caddy",), ("caddy",))
PROMTOOL = Program("promtool", ("promtool",), "the check of the alerts", ("prometheus",), ("prometheus",))
OPENSSL = Program("OpenSSL", ("openssl",), "the tests with certificates", ("openssl",), ("openssl",))
PROGRAMS = (CHROMIUM, POSTGRESQL, NGINX, CADDY, PROMTOOL, OPENSSL)


def find(name: str) -> str | None:
    """A program: in the path, where systems hide it, or unpacked here."""
    if found := shutil.which(name):
        return found
    folders = [folder for place in PLACES for folder in sorted(Path("/").glob(place[1:]), reverse=True)]
    folders += [*UNPACKED.glob("wrappers"), *sorted(UNPACKED.glob("root/usr/lib/postgresql/*/bin"), reverse=True)]
    return next((str(folder / name) for folder in folders if os.access(folder / name, os.X_OK)), None)


def missing() -> list[Program]:
    """The programs that are not here."""
    return [program for program in PROGRAMS if program.find() is None]


def report(absent: Sequence[Program]) -> list[str]:
    """What was not run, and the lines that bring it."""
    if not absent:
        return []
    width = max(len(program.tests) for program in absent)
    return ["Not run on this machine, and how to install what they need:"] + [
        f"  {program.tests:<{width}}  {program.line()}" for program in absent
    ]


def is_ci() -> bool:
    """Whether nothing may be missing."""
    return os.environ.get("CI", "").lower() in ("1", "true")


def main() -> int:
    """Install what is missing and can be had."""
    absent = missing()
    if absent:
        print(f"weatherdeck: installing {', '.join(program.title for program in absent)} for the tests", flush=True)
        install(absent)
    left = missing()
    for line in report(left):
        print(line)
    return 1 if left and is_ci() else 0


def install(absent: Sequence[Program]) -> None:
    """By the first way that there is; each program by itself, so that one failure does not stop the others."""
    if sys.platform == "darwin" and shutil.which("brew"):
        for program in absent:
            attempt(["brew", "install", "--quiet", *program.homebrew])
    elif shutil.which("apt-get"):
        root = as_root()
        if root is None:
            for program in absent:
                unpack(program)
        else:
            install_as_root(absent, root)


def as_root() -> list[str] | None:
    """What to write before a command that needs root; None if there is no way without a password."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and attempt(["sudo", "-n", "true"], quiet=True):
        return ["sudo", "-n"]
    return None


def install_as_root(absent: Sequence[Program], root: list[str]) -> None:
    if POSTGRESQL in absent:  # the tests bring their own cluster: the package need not make one, nor start it
        folder = "/etc/postgresql-common"
        setting = f"mkdir -p {folder} && echo 'create_main_cluster = false' > {folder}/createcluster.conf"
        attempt([*root, "sh", "-c", setting])
    wait_for_lock([*root, "apt-get", *APT, "update"])
    calm = ["env", "DEBIAN_FRONTEND=noninteractive", "RUNLEVEL=1"]  # RUNLEVEL: no service is started
    options = ["install", "-y", "--no-install-recommends", "-o", "Dpkg::Options::=--force-confold"]
    for program in absent:
        wait_for_lock([*root, *calm, "apt-get", *APT, *options, *program.debian])


def wait_for_lock(command: list[str], patience: float = PATIENCE, pause: float = 3.0) -> bool:
    """Run apt-get; while another one is at work, wait (`update` does not wait by itself)."""
    until = time.monotonic() + patience
    while True:
        ended = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        if ended.returncode == 0:
            return True
        if "Could not get lock" not in ended.stderr or time.monotonic() > until:
            print(f"  {command[-1]}: {last_line(ended.stderr)}", flush=True)
            return False
        print("  waiting for another package manager", flush=True)
        time.sleep(pause)


def unpack(program: Program) -> None:
    """Fetch a Debian package and what it lacks, and unpack it here: no root, and nothing outside this folder."""
    lists, archives, root = (UNPACKED / name for name in ("lists", "archives", "root"))
    for folder in (lists / "partial", archives, root, UNPACKED / "cache"):
        folder.mkdir(parents=True, exist_ok=True)
    own = [f"Dir::State::lists={lists}", f"Dir::Cache={UNPACKED / 'cache'}", "Debug::NoLocking=1"]
    apt = ["apt-get", "-qq", *(word for option in own for word in ("-o", option))]
    if not any(path.is_file() for path in lists.iterdir()) and not attempt([*apt, "update"]):
        return
    planned = [*apt, "install", "-y", "--no-install-recommends", "--print-uris", *program.debian]
    said = subprocess.run(planned, capture_output=True, text=True, check=False).stdout
    names = [line.split()[1].split("_")[0] for line in said.splitlines() if line.startswith("'")]
    if names and attempt([*apt, "download", *names], cwd=archives):
        for archive in archives.glob("*.deb"):
            attempt(["dpkg", "-x", str(archive), str(root)])
            archive.unlink()
        wrap(program, root)


def wrap(program: Program, root: Path) -> None:
    """A script for an unpacked program: it finds its libraries and fonts beside it."""
    places = [place for folder in ("usr/lib", "lib") for place in root.glob(f"{folder}/*-linux-gnu*")]
    places += [place for above in places for place in above.glob("*/") if any(place.glob("lib*.so*"))]
    libraries = ":".join(map(str, places))
    folders = ("usr/lib/chromium", "usr/lib/postgresql/*/bin", "usr/sbin", "usr/bin")
    programs = [path for folder in folders for name in program.names for path in root.glob(f"{folder}/{name}")]
    if not programs:
        return
    beside = [programs[0], *(programs[0].with_name(name) for name in program.companions)]
    wrappers = UNPACKED / "wrappers"
    wrappers.mkdir(exist_ok=True)
    fonts = UNPACKED / "fonts.conf"
    fonts.write_text(FONTS.format(fonts=root / "usr/share/fonts", cache=UNPACKED / "cache"))
    for path in beside:
        lines = ["#!/bin/sh", f'export LD_LIBRARY_PATH="{libraries}:$LD_LIBRARY_PATH"']
        if not Path("/etc/fonts").is_dir():
            lines.append(f'export FONTCONFIG_FILE="{fonts}"')
        (wrappers / path.name).write_text("\n".join([*lines, f'exec "{path}" "$@"', ""]))
        (wrappers / path.name).chmod(0o755)


def attempt(command: Sequence[str], *, quiet: bool = False, cwd: Path | None = None) -> bool:
    """Run a command; if it fails, say why in one line and carry on."""
    try:
        ended = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    except OSError as problem:
        ended = subprocess.CompletedProcess(command, 127, "", str(problem))
    if ended.returncode != 0 and not quiet:
        print(f"  {command[0]}: {last_line(ended.stderr)}", flush=True)
    return ended.returncode == 0


def last_line(text: str) -> str:
    return (text.strip().splitlines() or ["it failed"])[-1]


if __name__ == "__main__":
    sys.exit(main())
