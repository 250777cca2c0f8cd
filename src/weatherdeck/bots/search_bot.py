"""The bot that thinks ahead: information-set tree search, on all cores, compiled where that is possible."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import kernel
from ..games.game import Game
from . import search
from .search import NONE, Node, Work

TREES = 2
"""Trees that are grown side by side and then added up: always as many, so that a seed chooses the same anywhere."""
EXPLORATION = 0.7
RANDOMNESS = 0.1
"""Of the moves after the tree, the share that is played at random instead of by preference."""
SLICE = 0.02
"""Seconds between looks at the clock, about, where the budget is in seconds."""
NODES = 200_000
"""Nodes for each second of thought: more than a core grows, so that none is refused."""


@dataclass(frozen=True)
class Thought:
    """What the search thinks of an action: its expected value (-1 to 1), the error of that, how often it was tried."""

    action: int
    value: float
    error: float
    visits: int


class SearchBot:
    """Deals the hidden cards many times over and looks for what does best.

    The budget is a number of simulations, and then the same seed chooses the same; or it is in seconds.
    """

    name = "search"

    def __init__(self, seed: int, simulations: int = 4000, seconds: float | None = None) -> None:
        self._seed, self._decisions = seed, 0
        self.simulations, self.seconds = simulations, seconds

    def choose(self, game: Game, state: Any, legal: Sequence[int]) -> int:
        """The action that was tried most often, which is the one that kept doing well."""
        if len(legal) == 1:
            return legal[0]
        return max(self.think(game, state, legal), key=lambda thought: (thought.visits, thought.value)).action

    def think(self, game: Game, state: Any, legal: Sequence[int]) -> list[Thought]:
        """What it thinks of each legal action, in their order."""
        self._decisions += 1
        seeds = [(self._seed + self._decisions * 1_000_003) % (1 << 62) * 2 + tree for tree in range(TREES)]
        with ThreadPoolExecutor(min(TREES, os.cpu_count() or 1)) as pool:
            grown = list(
                pool.map(lambda seed: _grow(game, state, seed, self.simulations // TREES, self.seconds), seeds)
            )
        return [_thought(action, [tree[action] for tree in grown if action in tree]) for action in legal]


def _grow(
    game: Game, state: Any, seed: int, simulations: int, seconds: float | None
) -> dict[int, tuple[int, float, float]]:
    """Grow one tree; visits, total and total of squares of each action at its root."""
    twin = kernel.fastest(search, game.module, game.judgement)
    fast = twin.mode != "interpreted"
    size = simulations if seconds is None else int(seconds * NODES / (1 if fast else 100))
    nodes: Any = np.zeros(size + 2, Node.dtype) if fast else [Node() for _ in range(size + 2)]
    work = twin.load(Work())
    _set(work, "exploration", EXPLORATION)
    _set(work, "randomness", RANDOMNESS)
    twin.plant(nodes, work)
    scratch = (
        twin.load(state),
        twin.record(game.rules.State),
        twin.ints(game.rules.MAX_LEGAL),
        twin.ints(game.rules.ACTIONS),
        twin.floats(game.rules.MAX_LEGAL),
        twin.floats(state.players),
        twin.rng(seed),
    )
    if seconds is None:
        twin.search(nodes, work, *scratch, simulations)
    else:
        _in_slices(lambda n: twin.search(nodes, work, *scratch, n), seconds)
    grown = {}
    child = int(_get(nodes[0], "first_child"))
    while child != NONE:
        node = nodes[child]
        grown[int(_get(node, "action"))] = (
            int(_get(node, "visits")),
            float(_get(node, "total")),
            float(_get(node, "squares")),
        )
        child = int(_get(node, "next_sibling"))
    return grown


def _in_slices(simulate: Callable[[int], None], seconds: float) -> None:
    """Simulate until the time is up, in slices that are long enough to be worth a look at the clock."""
    now = time.monotonic()
    until = now + seconds
    simulations = 1
    while now < until:
        simulate(simulations)
        before, now = now, time.monotonic()
        if now - before < SLICE / 2:
            simulations *= 2


def _thought(action: int, found: list[tuple[int, float, float]]) -> Thought:
    visits = sum(one[0] for one in found)
    if visits == 0:
        return Thought(action, 0.0, 2.0, 0)
    value = sum(one[1] for one in found) / visits
    spread = max(0.0, sum(one[2] for one in found) / visits - value * value)
    return Thought(action, value, float(np.sqrt(spread / visits)), visits)


def _get(record: Any, name: str) -> Any:
    return getattr(record, name) if isinstance(record, kernel.Record) else record[name]


def _set(record: Any, name: str, value: float) -> None:
    if isinstance(record, kernel.Record):
        setattr(record, name, value)
    else:
        record[name] = value
