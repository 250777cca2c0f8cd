"""Makes the virtual environment from a lock, with progress: `python3 scripts/set_up.py requirements.lock`.

It needs nothing but Python. `make` calls it; what is installed already is not installed again.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
SET_UP_SECONDS = VENV / "set-up-seconds"
"""What the set-up took, for the table at the end of `make test`, which removes it."""
OLDEST = (3, 11)
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
PIP = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input"]


def main(lock: str) -> None:
    """Make the environment, and install the lock and the package itself into it."""
    began = time.monotonic()
    wanted = pinned((ROOT / lock).read_text(encoding="utf-8"))
    make_environment()
    say(f"installing up to {len(wanted)} packages, as locked in {lock}")
    # The lock is complete, so nothing is resolved. Downloads are not kept a second time in pip's cache, and Python
    # compiles modules when they are first used: most never are. Both save time, and a third of the disk.
    light = ["--no-deps", "--no-cache-dir", "--no-compile"]
    install([*light, "--require-hashes", "--requirement", lock], len(wanted))
    os.environ["WEATHERDECK_SKIP_WEB"] = "1"  # the client has a step of its own, which shows what it does
    install(["--no-deps", "--no-build-isolation", "--editable", "."], 1)
    seconds = time.monotonic() - began
    SET_UP_SECONDS.write_text(f"{seconds:.1f}", encoding="ascii")
    say(f"{VENV.name} is ready: {megabytes(VENV)} MB, {seconds:.0f} s")


def make_environment() -> None:
    """The empty environment, unless there is one."""
    if sys.version_info < OLDEST:
        here = ".".join(map(str, sys.version_info[:2]))
        sys.exit(
            f"weatherdeck needs Python 3.11 or newer, and this is {here}. Name a newer one: make PYTHON=python3.12"
        )
    if PYTHON.exists():
        return
    if importlib.util.find_spec("ensurepip") is None:
        sys.exit(
            "This Python cannot make virtual environments: its ensurepip is missing. On Debian and Ubuntu, install it "
            "with: sudo apt-get install python3-venv"
        )
    say(f"making a virtual environment in {VENV.name}")
    venv.create(VENV, with_pip=True, symlinks=os.name != "nt")


def pinned(lock: str) -> list[str]:
    """The packages that a lock names."""
    return re.findall(r"(?m)^([A-Za-z0-9._-]+)==", lock)


def install(arguments: list[str], packages: int) -> None:
    """Run pip, show how far it is, and end with what it said if it fails."""
    command = [*PIP, "install", "--progress-bar", "off", *arguments]
    said: list[str] = []
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:
        assert pip.stdout is not None
        seen = 0
        for line in pip.stdout:
            said.append(line)
            seen += line.startswith("Collecting ")
            show(progress(line, seen, packages))
    show("")
    if pip.returncode != 0:
        sys.exit("".join(said[-15:]) + "\nThe set-up failed. Is there a network? Run the same command to try again.")


def progress(line: str, seen: int, packages: int) -> str:
    """What a line of pip's says about how far it is; empty if nothing."""
    if found := re.match(r"\s*Downloading ([A-Za-z0-9._]+)-\S+(?: \((.+)\))?", line):
        return f"{seen}/{packages} {found[1]}" + (f", {found[2]}" if found[2] else "")
    return "unpacking" if line.startswith("Installing collected") else ""


_shown_at = 0.0


def show(text: str) -> None:
    """One line that changes, in a terminal; elsewhere a line from time to time."""
    global _shown_at
    if sys.stdout.isatty():
        print(f"\r\x1b[2K  {text}" if text else "\r\x1b[2K", end="", flush=True)
    elif text and (time.monotonic() - _shown_at > 10 or text == "unpacking"):
        _shown_at = time.monotonic()
        print(f"  {text}", flush=True)


def say(text: str) -> None:
    print(f"weatherdeck: {text}", flush=True)


def megabytes(folder: Path) -> int:
    """What the files of a folder hold, links not followed. (What the file system adds differs from one to another.)"""
    return round(sum(Path(place, name).lstat().st_size for place, _, names in os.walk(folder) for name in names) / 1e6)


if __name__ == "__main__":
    main(sys.argv[1])
