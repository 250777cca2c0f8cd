"""Prove that everything works: `python -m scripts.prove` is `make test`, and `--full` is `make proof`.

The browser client is built and the sources are checked side by side; then pytest plays on all cores. `make test` takes
a sample of each sweep (tests/sweeps.py), `make proof` takes all of it. With paths, only their tests run, without the
checks. pytest ends with a table of where the time went, to which the steps before it belong.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass
from pathlib import Path

from scripts.set_up import ROOT, SET_UP_SECONDS

BIN = Path(sys.executable).parent
CLIENT = (
    ("the browser client", [sys.executable, "hatch_build.py", "--checks"]),
    ("programs that tests need", [sys.executable, "-m", "scripts.programs"]),
)
CHECKS = (
    ("ruff check", [str(BIN / "ruff"), "check", "--quiet"]),
    ("ruff format", [str(BIN / "ruff"), "format", "--check", "--quiet"]),
    ("mypy", [str(BIN / "mypy"), "--no-error-summary"]),
)
PYTEST = [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "worksteal"]
"""Each worker begins with tests that lie together, so that what they share starts once."""


@dataclass
class Step:
    """A step that is done: what it was, and its seconds by the clock and of processor time."""

    name: str
    clock: float
    processor: float | None = None


class Failed(Exception):
    """A step failed: its exit status."""


def main(arguments: list[str]) -> int:
    """Run what is wanted; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m scripts.prove", description="Run all checks and tests.")
    parser.add_argument("paths", nargs="*", help="run only these tests, without the checks (tests/lab)")
    parser.add_argument("--full", action="store_true", help="run every case of every sweep (make proof)")
    wanted = parser.parse_args(arguments)
    steps = set_up()
    try:
        if not wanted.paths:
            with ThreadPoolExecutor() as lanes:
                for done in [lanes.submit(run_all, lane) for lane in (CLIENT, CHECKS)]:
                    steps += done.result()
    except Failed as failure:
        return int(failure.args[0])
    variables = {"WEATHERDECK_STEPS": json.dumps([astuple(step) for step in steps])}
    if wanted.full:
        variables["WEATHERDECK_PROOF"] = "1"
    return subprocess.run([*PYTEST, *wanted.paths], cwd=ROOT, env=os.environ | variables, check=False).returncode


def set_up() -> list[Step]:
    """The set-up, if `make` has just done it."""
    try:
        seconds = float(SET_UP_SECONDS.read_text(encoding="ascii"))
    except OSError:
        return []
    SET_UP_SECONDS.unlink()
    return [Step("set-up", seconds)]


def run_all(lane: tuple[tuple[str, list[str]], ...]) -> list[Step]:
    """Run steps one after the other."""
    return [run(name, command) for name, command in lane]


def run(name: str, command: list[str]) -> Step:
    """Run a step, and print what it said once it has ended."""
    began = time.monotonic()
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.read()
        processor = None
        if hasattr(os, "wait4"):  # not on Windows
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            processor = used.ru_utime + used.ru_stime
    print(said, end="", flush=True)
    if process.returncode != 0:
        print(f"weatherdeck: {name} failed", flush=True)
        raise Failed(process.returncode)
    step = Step(name, time.monotonic() - began, processor)
    print(f"weatherdeck: {name}: {step.clock:.0f} s", flush=True)
    return step


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
