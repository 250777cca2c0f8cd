"""The bot that thinks ahead: information-set tree search, on all cores, compiled where that is possible."""

from __future__ import annotations

import os
from collections.abc import Sequence
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
RANDOMNESS = 0.3
"""Of the moves after the tree, the share that is played at random instead of by preference."""


@dataclass(frozen=True)
class Thought:
    """What the search thinks of an action: its expected value (-1 to 1), the error of that, how often it was tried."""

    action: int
    value: float
    error: float
    visits: int


class SearchBot:
    """Deals the hidden cards many times over and looks for what does best. The same seed chooses the same."""

    name = "search"

    def __init__(self, seed: int, simulations: int = 4000) -> None:
        self._seed, self._decisions = seed, 0
        self.simulations = simulations

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
            grown = list(pool.map(lambda seed: _grow(game, state, seed, self.simulations // TREES), seeds))
        return [_thought(action, [tree[action] for tree in grown if action in tree]) for action in legal]


def _grow(game: Game, state: Any, seed: int, simulations: int) -> dict[int, tuple[int, float, float]]:
    """Grow one tree; visits, total and total of squares of each action at its root."""
    twin = kernel.fastest(search, game.module, game.judgement)
    nodes: Any = (
        np.zeros(simulations + 2, Node.dtype)
        if twin.mode != "interpreted"
        else [Node() for _ in range(simulations + 2)]
    )
    work = twin.load(Work())
    _set(work, "exploration", EXPLORATION)
    _set(work, "randomness", RANDOMNESS)
    twin.plant(nodes, work)
    twin.search(
        nodes,
        work,
        twin.load(state),
        twin.record(game.rules.State),
        twin.ints(game.rules.MAX_LEGAL),
        twin.ints(game.rules.ACTIONS),
        twin.floats(game.rules.MAX_LEGAL),
        twin.floats(state.players),
        twin.rng(seed),
        simulations,
    )
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
