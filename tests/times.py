"""Where the time of a test run goes: one table at its end, by step and by folder of tests.

Clock time is what a worker spent on a test. Processor time is what its process and all processes below it used:
compilers, servers, browsers, command lines. `scripts/prove.py` hands over the times of the steps before pytest.
"""

from __future__ import annotations

import json
import os
import time
from collections import defaultdict
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
STEPS = "WEATHERDECK_STEPS"
"""The variable with the steps before pytest: a list of [name, seconds, seconds of processor]."""
RECORD = ROOT / "build" / "test-times.json"
"""What each test of the last run took."""
COSTLIEST = 20
TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass
class Spent:
    """What some tests took, in seconds."""

    tests: int = 0
    clock: float = 0.0
    processor: float = 0.0

    def add(self, clock: float, processor: float) -> None:
        self.clock += clock
        self.processor += processor


@dataclass(eq=False)  # pytest keeps its plugins in sets
class Times:
    """The plugin. A worker measures, and the process that started the workers adds up."""

    begun: float = field(default_factory=time.monotonic)
    first: float | None = None
    tests: dict[str, Spent] = field(default_factory=lambda: defaultdict(Spent))
    _used: float = 0.0

    def pytest_runtest_logstart(self) -> None:
        if self.first is None:
            self.first = time.monotonic()
        self._used = processor_time()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        used = processor_time()
        report.processor = max(0.0, used - self._used)  # type: ignore[attr-defined]  # travels with the report
        self._used = used
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.tests[report.nodeid].add(report.duration, getattr(report, "processor", 0.0))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.tests:
            return
        steps: list[list[Any]] = json.loads(os.environ.get(STEPS, "[]"))
        if self.first is not None:
            steps.append(["workers start, tests are collected", self.first - self.begun, None])
            steps.append(["pytest plays", time.monotonic() - self.first, None])
        terminalreporter.write_sep("=", "where the time went")
        for line in table(steps, self.tests):
            terminalreporter.write_line(line)
        RECORD.parent.mkdir(exist_ok=True)
        rows = {name: [round(spent.clock, 3), round(spent.processor, 3)] for name, spent in self.tests.items()}
        RECORD.write_text(json.dumps({"steps": steps, "tests": rows}, indent=0), encoding="utf-8")


def table(steps: list[list[Any]], tests: dict[str, Spent]) -> Iterator[str]:
    """The table, line by line."""
    yield f"{'':44} {'clock':>8} {'processor':>10}"
    for name, clock, processor in steps:
        yield f"{name:44} {clock:6.0f} s " + (f"{processor:8.0f} s" if processor is not None else f"{'':10}")
    yield ""
    yield f"{'folder (the clock of all workers together)':44} {'clock':>8} {'processor':>10} {'tests':>6}"
    folders: dict[str, Spent] = defaultdict(Spent)
    for test, spent in tests.items():
        for key in (folder_of(test), "all"):
            folders[key].tests += 1
            folders[key].add(spent.clock, spent.processor)
    for name, spent in sorted(folders.items(), key=lambda pair: -pair[1].clock):
        yield f"{name:44} {spent.clock:6.0f} s {spent.processor:8.0f} s {spent.tests:6}"
    yield ""
    yield f"the {COSTLIEST} costliest tests"
    for test, spent in sorted(tests.items(), key=lambda pair: -pair[1].clock)[:COSTLIEST]:
        yield f"{spent.clock:6.1f} s {spent.processor:8.1f} s  {test}"


def folder_of(test: str) -> str:
    """The folder of `tests` that a test is in; "tests" itself for the modules beside the folders."""
    parts = test.split("::", 1)[0].split("/")
    return f"tests/{parts[1]}" if len(parts) > 2 else "tests"


def processor_time() -> float:
    """Seconds of processor that this process and all below it have used, those that have ended included."""
    own = os.times()
    ended = own.user + own.system + own.children_user + own.children_system
    return ended + sum(_below(process) for process in _children("self"))


def _below(process: str) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace").rsplit(")", 1)[1].split()
    except (OSError, IndexError):
        return 0.0
    return sum(map(int, fields[11:15])) / TICK + sum(_below(child) for child in _children(process))


def _children(process: str) -> list[str]:
    """Processes that one has started and that have not ended; none where the system does not tell."""
    found: list[str] = []
    try:
        for thread in Path(f"/proc/{process}/task").iterdir():
            found += (thread / "children").read_text(encoding="ascii").split()
    except OSError:
        return found
    return found
