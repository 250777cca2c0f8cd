"""Go around all cases many times; keep every round."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from . import set_up

OURS, THEIRS = "ours", "theirs"


@dataclass
class Case:
    """One thing that is measured, and what came of it."""

    project: str
    what: str  # as in the makers of the worker
    game: str
    side: str = THEIRS  # which worker does it
    rates: list[float] = field(default_factory=list)  # a second of processor time, one for each round
    problem: str | None = None  # why it could not be measured

    @property
    def best(self) -> float:
        """The best round: other work on the machine can only slow a round down."""
        return max(self.rates, default=0.0)

    def document(self) -> dict[str, Any]:
        """The figures, for the JSON file."""
        found: dict[str, Any] = {"project": self.project, "what": self.what, "game": self.game}
        if self.problem is not None:
            return {**found, "problem": self.problem}
        figures = {"best": self.best, "median": statistics.median(self.rates), "least": min(self.rates)}
        return {**found, **{name: round(value, 1) for name, value in figures.items()}, "rounds": len(self.rates)}


class Worker:
    """A process that does stretches of work on one core."""

    def __init__(self, module: str, interpreter: str, core: int | None) -> None:
        environment = {**os.environ, "WEATHERDECK_THREADS": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        command = [interpreter, "-m", module]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        if core is not None:
            os.sched_setaffinity(self._process.pid, {core})

    def run(self, case: Case, seconds: float) -> bool:
        """One round of a case; whether the process is still there."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps([case.what, case.game, seconds]) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            case.problem = "the process that measures it ended"
            return False
        answer = json.loads(line)
        if isinstance(answer, dict):
            case.problem = answer["error"]
        else:
            counted, took = answer
            case.rates.append(counted / took)
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        finally:
            assert self._process.stdout is not None
            self._process.stdout.close()


def one_core() -> int | None:
    """The core that everybody is bound to: the last that this process may use. None where the system cannot bind."""
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_setaffinity") else None


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def take_turns(cases: Sequence[Case], rounds: int, seconds: float) -> None:
    """Measure all cases, one after the other, so many times around."""
    core, workers = one_core(), {}
    try:
        for case in cases:
            if case.side not in workers:
                workers[case.side] = _worker(case.side, core)
        for number in range(1, rounds + 1):
            for case in cases:
                if case.problem is None and not workers[case.side].run(case, seconds):
                    workers[case.side].__exit__()  # a library can end its process; the other cases go on
                    workers[case.side] = _worker(case.side, core)
            _progress(f"round {number} of {rounds}")
    finally:
        for worker in workers.values():
            worker.__exit__()
    for case in cases:
        if case.problem is not None:
            print(f"  {case.project}, {case.game}, {case.what}: left out ({case.problem})", file=sys.stderr)


def _worker(side: str, core: int | None) -> Worker:
    if side == OURS:
        return Worker("benchmarks.beside.ours", sys.executable, core)
    return Worker("benchmarks.beside.theirs", str(set_up.python()), core)


def _progress(text: str) -> None:
    print(f"  {text}", end="\r" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)


def fastest(cases: Iterable[Case]) -> Case | None:
    """The fastest of some cases that could be measured."""
    return max((case for case in cases if case.rates), key=lambda case: case.best, default=None)
