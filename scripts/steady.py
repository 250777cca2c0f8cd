"""Run tests again and again on a busy machine, and say which failed how often (`make steady`).

A test that races something passes on a quiet machine. Here some busy loops keep the cores full while the tests of
servers and browsers run, 30 times in a row. Interrupt it whenever you like: the same command resumes it, as long as the
commit and the tests are the same. What a failed run said is kept in build/steady.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from scripts.set_up import ROOT

LIVE = ("tests/table", "tests/web")
"""Tests that drive servers, databases and browsers."""
FOLDER = ROOT / "build" / "steady"
LOOP = "import os\nparent = os.getppid()\nwhile os.getppid() == parent:\n    sum(range(1_000_000))"
"""A busy loop, which ends with the process that started it."""


def main(arguments: list[str]) -> int:
    """Run what is wanted; 0 if all was green, 1 if something failed, 130 if it was interrupted."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.steady",
        description="Run tests again and again while busy loops keep the cores full, and say which failed how often.",
        epilog="Interrupt it with Ctrl-C. The same command resumes it.",
    )
    parser.add_argument("paths", nargs="*", default=LIVE, help=f"the tests (default: {' '.join(LIVE)})")
    parser.add_argument("--times", type=int, default=30, help="how often to run them (default: 30)")
    parser.add_argument("--loops", type=int, default=4, help="busy loops beside them (default: 4)")
    parser.add_argument("--workers", default="auto", help="processes that run tests (default: one for each core)")
    parser.add_argument("--anew", action="store_true", help="forget the runs of before")
    wanted = parser.parse_args(arguments)
    about = {"commit": commit(), "paths": list(wanted.paths), "loops": wanted.loops, "workers": wanted.workers}
    runs = [] if wanted.anew else runs_before(about)
    if not runs:
        shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    status = 0
    for one in (signal.SIGINT, signal.SIGTERM):  # a shell that starts this in the background ignores Ctrl-C
        signal.signal(one, signal.default_int_handler)
    try:
        with busy(wanted.loops):
            while len(runs) < wanted.times:
                runs.append(run(len(runs) + 1, wanted.paths, wanted.workers))
                (FOLDER / "runs.json").write_text(json.dumps({"about": about, "runs": runs}), encoding="utf-8")
                print(f"run {len(runs)} of {wanted.times}: {told(runs[-1])}", flush=True)
    except KeyboardInterrupt:
        print("\nweatherdeck: interrupted; run the same command to resume")
        status = 130
    print("\n".join(summary(runs)))
    return status or int(any(one["failed"] for one in runs))


def commit() -> str:
    """What is tested: the commit, and whether something was changed since."""
    words = ["git", "describe", "--always", "--dirty", "--abbrev=40"]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


def runs_before(about: dict[str, Any]) -> list[dict[str, Any]]:
    """The runs of an earlier command that wanted the same."""
    try:
        kept = json.loads((FOLDER / "runs.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    runs: list[dict[str, Any]] = kept["runs"] if kept["about"] == about else []
    return runs


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """Keep so many cores full."""
    started = [loop() for _ in range(loops)]
    try:
        yield
    finally:
        for one in started:
            one.kill()
            one.wait()


def loop() -> subprocess.Popen[bytes]:
    """Start a busy loop."""
    return subprocess.Popen([sys.executable, "-c", LOOP])


def run(number: int, paths: list[str], workers: str) -> dict[str, Any]:
    """Run the tests once: how many there were, which failed, and the seconds it took."""
    report = FOLDER / "report.xml"
    report.unlink(missing_ok=True)
    options = ["-q", "-p", "no:cacheprovider", "-n", workers, "--dist", "worksteal"]
    options += ["-o", "junit_family=xunit1", f"--junitxml={report}"]
    began = time.monotonic()
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *paths],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        env=os.environ | {"WEATHERDECK_STEADY": "1"},  # no second tries
    )  # fmt: skip
    tests, failed = outcome(report)
    if ended.returncode not in (0, 1):  # nothing was collected, a worker was killed: no test is to blame
        failed.append(f"pytest itself (exit status {ended.returncode})")
    if failed:
        (FOLDER / f"run-{number}.txt").write_text(ended.stdout, encoding="utf-8")
    return {"tests": tests, "failed": failed, "seconds": round(time.monotonic() - began, 1)}


def outcome(report: Path) -> tuple[int, list[str]]:
    """How many tests there were, and which failed."""
    if not report.exists():
        return 0, []
    cases = list(ET.parse(report).iter("testcase"))
    bad = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    return len(cases), sorted({f"{case.get('file', '')}::{case.get('name')}" for case in bad})


def told(one: dict[str, Any]) -> str:
    """A run in a line."""
    failed = f"{len(one['failed'])} failed" if one["failed"] else "all green"
    return f"{one['tests']} tests, {failed}, {one['seconds']:.0f} s"


def summary(runs: list[dict[str, Any]]) -> Iterator[str]:
    """How many runs were green, and which tests failed how often."""
    counts = Counter(test for one in runs for test in one["failed"])
    yield f"{sum(not one['failed'] for one in runs)} of {len(runs)} runs were green"
    for test, count in counts.most_common():
        yield f"  failed {count} of {len(runs)} times: {test}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
