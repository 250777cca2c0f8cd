"""A worker: it does stretches of work when asked, one JSON document per line. It needs nothing but Python.

A request is a pair `[what, game]` with a number of seconds, and the answer says how much was done in how much processor
time. What a maker returns is called with a number of units (games, searches, steps) and says how much it counted.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable

Work = Callable[[int], int]
Maker = Callable[[str], Work]
"""From the name of a game to the work."""


class Bench:
    """The cases of a worker, each made when it is first asked for."""

    def __init__(self, makers: dict[str, Maker]) -> None:
        self._makers = makers
        self._works: dict[tuple[str, str], Work] = {}
        self._units: dict[tuple[str, str], float] = {}  # per second

    def run(self, what: str, game: str, seconds: float) -> tuple[int, float]:
        """Work for about that long; what was counted and the processor time that it took."""
        case = what, game
        if case not in self._works:
            self._works[case] = self._makers[what](game)
            self._units[case] = self._first_rate(self._works[case], seconds)
        units = max(1, round(self._units[case] * seconds))
        counted, took = _timed(self._works[case], units)
        self._units[case] = units / took
        return counted, took

    @staticmethod
    def _first_rate(work: Work, seconds: float) -> float:
        """Units per second, after a first unit that compiles and fills caches."""
        work(1)
        units = 1
        while (took := _timed(work, units)[1]) < seconds / 8:
            units *= 4
        return units / took


def _timed(work: Work, units: int) -> tuple[int, float]:
    started = time.process_time()
    counted = work(units)
    return counted, max(time.process_time() - started, 1e-9)


def serve(makers: dict[str, Maker]) -> None:
    """Answer requests from standard input until it ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a library prints is no answer
    bench = Bench(makers)
    for line in sys.stdin:
        what, game, seconds = json.loads(line)
        try:
            answer: object = bench.run(what, game, seconds)
        except Exception as problem:  # another project can fail in any way; the others are still measured
            answer = {"error": f"{type(problem).__name__}: {problem}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
