"""Levels for people: how strong a player a person would like to sit down with, as declared data."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ..games.game import Game
from ..kernel import new_rng, rng_below, rng_next
from .bot import Bot
from .greedy_bot import GreedyBot
from .search_bot import SearchBot


@dataclass(frozen=True)
class Level:
    """A strength: a policy, its budget, and how often it errs."""

    name: str
    help: str
    policy: Literal["greedy", "search"]
    simulations: int | None = None  # of a search: its budget, in simulations (the same seed chooses the same)
    seconds: float | None = None  # or in seconds
    noise: float = 0.0  # the share of decisions in which it takes not its best action but one it merely likes


LEVELS = {
    level.name: level
    for level in (
        Level("novice", "plays sensibly and errs often; a beginner can win", "greedy", noise=0.6),
        Level("club", "a good club player: one look, no thinking ahead", "greedy"),
        Level("expert", "thinks ahead", "search", simulations=2000),
        Level("master", "thinks ahead for about two seconds a move, on two cores", "search", seconds=2.0),
    )
}
"""The levels, weakest first."""


class LevelBot:
    """Plays by a level."""

    def __init__(self, level: Level, seed: int) -> None:
        self.name, self.level = level.name, level
        self._rng = new_rng(seed)
        self._best: Bot
        if level.policy == "greedy":
            self._best = GreedyBot(seed)
        elif level.seconds is not None:
            self._best = SearchBot(seed, seconds=level.seconds)
        else:
            assert level.simulations is not None, "a search has a budget"
            self._best = SearchBot(seed, level.simulations)

    def choose(self, game: Game, state: Any, legal: Sequence[int]) -> int:
        """One of the legal actions: the best it knows or, by the level's noise, one it merely likes."""
        errs = rng_next(self._rng) < self.level.noise * (1 << 32)
        return self._liked(game, state, legal) if errs else self._best.choose(game, state, legal)

    def _liked(self, game: Game, state: Any, legal: Sequence[int]) -> int:
        """An action drawn by the softmax of the preferences: rarely a silly one."""
        likes = [0.0] * len(legal)
        game.judgement.prefer(state.copy(), list(legal), len(legal), likes)
        weights = [math.exp(liked - max(likes)) for liked in likes]
        drawn = rng_next(self._rng) / (1 << 32) * sum(weights)
        for action, weight in zip(legal, weights, strict=True):
            drawn -= weight
            if drawn < 0:
                return action
        return legal[rng_below(self._rng, len(legal))]  # only where rounding has lost the last weight
