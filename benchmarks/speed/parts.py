"""The parts of the measurement. Each returns its figures as plain data and knows nothing of the others."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks import first_seconds as to_first_card
from benchmarks import positions
from benchmarks.beside import cases, ours, set_up, turns
from benchmarks.fixture import default_game
from benchmarks.lab import measure as run_the_lab
from weatherdeck import kernel
from weatherdeck.games import playout, registry

from . import growth, start
from .document import Effort

Figures = dict[str, Any]


def _beside(measured: list[turns.Case], effort: Effort, rounds: int, seconds: float) -> Figures:
    rounds, seconds = effort.rounds(rounds), effort.seconds(seconds)
    turns.take_turns(measured, rounds, seconds)
    return {
        "rounds": rounds,
        "seconds": seconds,
        "projects": set_up.versions() if any(case.side == turns.THEIRS for case in measured) else {},
        "cases": [case.document() for case in measured],
    }


def play(effort: Effort) -> Figures:
    """Random play on one core: our rules, hand-written C, OpenSpiel's native loops; and our greedy players."""
    others = effort.few(list(cases.NATIVE))
    measured = cases.random_play(effort.games, others)
    measured += [turns.Case(cases.WEATHERDECK, "greedy", name, turns.OURS) for name in effort.games]
    return _beside(measured, effort, 9, 0.2)


def search(effort: Effort) -> Figures:
    """Simulations, beside OpenSpiel's native ISMCTS."""
    return _beside(cases.searches(effort.games, effort.few(list(cases.NATIVE))), effort, 7, 0.25)


def networks(effort: Effort) -> Figures:
    """Positions that a network looks at, with random weights in a game that has no network."""
    measured = [turns.Case(cases.WEATHERDECK, what, name, turns.OURS) for what in cases.LOOKS for name in effort.games]
    found = {name: ours.network_of(name) for name in effort.games}
    sizes = {
        name: {
            "features": len(one.arrays["first"]),
            "first": len(one.arrays["second"]),
            "last": len(one.arrays["value"]),
            "learned": one.game.network is not None,
        }
        for name, one in found.items()
    }
    return {**_beside(measured, effort, 7, 0.2), "networks": sizes}


def calls(effort: Effort) -> Figures:
    """Single verbs, beside OpenSpiel's."""
    return _beside(cases.verbs(effort.games, effort.few(list(cases.NATIVE))), effort, 5, 0.1)


def steps(effort: Effort) -> Figures:
    """Steps of learners, beside all three projects."""
    return _beside(cases.steps(effort.games, few=effort.quick), effort, 3, 0.4)


def cores(effort: Effort) -> Figures:
    """Random play on one core and on more, by the clock on the wall."""
    available = turns.cores()
    numbers = sorted({1, *(1 << k for k in range(available.bit_length()) if 1 << k <= available), available})
    found = []
    for name in effort.games:
        runs = {n: _on_cores(name, n, effort) for n in numbers}
        rates: dict[int, list[float]] = {n: [] for n in numbers}
        for _ in range(effort.rounds(7)):
            for n in numbers:
                rates[n].append(runs[n]())
        found.append(
            {
                "game": name,
                "cores": [
                    {"cores": n, "best": round(max(rates[n])), "median": round(statistics.median(rates[n]))}
                    for n in numbers
                ],
            }
        )
    return {"rounds": effort.rounds(7), "games": found}


def _on_cores(name: str, workers: int, effort: Effort) -> Callable[[], float]:
    """Decisions per second with so many threads."""
    game = registry.load(name)
    twin = kernel.fastest(playout, game.module)
    n = 4_096 if effort.quick else 65_536
    blank, ends = twin.load_all([game.new_state()]), np.zeros(n, game.rules.State.dtype)
    decisions = np.zeros(n, np.int64)
    room = playout.Room, {"actions": game.rules.MAX_LEGAL, "rng": kernel.RNG_WORDS}

    def run() -> float:
        before = os.environ.get("WEATHERDECK_THREADS")
        os.environ["WEATHERDECK_THREADS"] = str(workers)
        try:
            started = time.perf_counter()
            twin.over(n, "random_games_each", blank, ends, decisions, 1, room=room)
            return float(decisions.sum()) / (time.perf_counter() - started)
        finally:
            if before is None:
                del os.environ["WEATHERDECK_THREADS"]
            else:
                os.environ["WEATHERDECK_THREADS"] = before

    run()
    return run


def api(effort: Effort) -> Figures:
    """A short Python script of random play, through the public API and below it."""
    return {"games": [{"game": name, **positions.rates(name, effort.seconds(1.0))} for name in effort.games]}


def lab(effort: Effort) -> Figures:
    """Random games simulated, measured and reported by the lab, on all cores."""
    return run_the_lab(2_000 if effort.quick else 1_000_000, effort.one_game(default_game()))


def first_seconds(effort: Effort) -> Figures:
    """From a command to the first card, in a browser and in a terminal."""
    rounds = effort.rounds(3)
    return {"rounds": rounds, "games": to_first_card.measure(effort.games, rounds)}


PARTS: dict[str, Callable[[Effort], Figures]] = {
    "play": play,
    "search": search,
    "networks": networks,
    "calls": calls,
    "steps": steps,
    "cores": cores,
    "api": api,
    "growth": growth.measure,
    "lab": lab,
    "start": start.measure,
    "first-seconds": first_seconds,
}
"""In the order in which they are measured."""
