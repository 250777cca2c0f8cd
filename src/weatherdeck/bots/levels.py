"""Levels: how strong an opponent a person wants, as data."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from ..games.game import Game
from ..kernel import new_rng, rng_next
from .bot import Bot, History
from .greedy_bot import GreedyBot
from .onlooker import Onlooker
from .policy import GREEDY, RANDOM, Policy, merely_liked, searching
from .search_bot import SearchBot


@dataclass(frozen=True)
class Level:
    """A strength: a policy, its budget, and how often it makes a mistake."""

    name: str
    help: str
    policy: Literal["greedy", "search"]
    simulations: int | None = None  # budget of a search, multiplied by the game's effort; reproducible
    seconds: float | None = None  # or the budget in seconds; if both are given, the first that is used up
    noise: float = 0.0  # share of decisions in which it plays an action that it likes instead of the best
    reading: float = 1.0  # of a search: weight of what others did, for guessing hidden cards and roles
    sees_all: bool = False  # it is given the true world: only for measuring

    @property
    def untimed(self) -> Level:
        """This level without its time limit, which makes it reproducible; unchanged if time is its only budget."""
        return replace(self, seconds=None) if self.simulations is not None else self

    def as_policy(self, game: Game) -> Policy | None:
        """This level as a policy for play without Python in the loop; None if time is its only budget."""
        if self.policy == "greedy":
            return Policy(kind=GREEDY, noise=self.noise)
        if self.simulations is None:
            return None
        simulations = self.simulations * game.search.effort
        return searching(game.search, simulations, noise=self.noise, reading=self.reading, sees_all=self.sees_all)


LEVELS = {
    level.name: level
    for level in (
        Level("novice", "plays sensibly but makes many mistakes; a beginner can win", "greedy", noise=0.6),
        Level("club", "a good club player; does not think ahead", "greedy"),
        Level("expert", "thinks ahead, with a few mistakes", "search", simulations=50, noise=0.15, reading=0.1),
        Level(
            "master",
            "thinks ahead for up to two seconds per move, and learns from what others do",
            "search",
            simulations=1000,
            seconds=2.0,
            reading=0.5,
        ),
    )
}
"""The levels, weakest first."""

SEERS = {
    f"{name}-sees-all": replace(LEVELS[name], name=f"{name}-sees-all", sees_all=True) for name in ("expert", "master")
}
"""The same searches on the true world: nobody can play like this, but the ladder shows how far we are from it."""


RUNG = re.compile(r"search@([1-9][0-9]{0,5})")
"""A search with that many simulations per decision (times the game's effort) and no mistakes, as in `search@50`."""


def level_of(name: str) -> Level | None:
    """The level of this name, also one that sees all or a search with a number of simulations; None if it is none."""
    found = RUNG.fullmatch(name)
    if found is None:
        return (LEVELS | SEERS).get(name)
    simulations = int(found[1])
    return Level(name, f"thinks ahead with {simulations} simulations", "search", simulations, reading=0.1)


def policy_of(name: str, game: Game) -> Policy | None:
    """A bot by its name as a policy, for play without Python in the loop; None if it is not one."""
    if name == "random":
        return Policy(kind=RANDOM)
    if name == "greedy":
        return Policy(kind=GREEDY)
    level = level_of(name)
    return None if level is None else level.as_policy(game)


class LevelBot:
    """A bot of a level."""

    def __init__(self, level: Level, seed: int, *, prompt: bool = False, onlooker: Onlooker | None = None) -> None:
        self.name, self.level = level.name, level
        self._rng = new_rng(seed)
        self._best: Bot
        if level.policy == "greedy":
            self._best = GreedyBot(seed)
        else:
            self._best = SearchBot(
                seed,
                level.simulations,
                level.seconds,
                scaled=True,
                reading=level.reading,
                sees_all=level.sees_all,
                prompt=prompt,
                onlooker=onlooker,
            )

    def watch(self, game: Game, state: Any, seat: int, action: int | None) -> None:
        """Take note of a move that is about to be made."""
        if isinstance(self._best, SearchBot):
            self._best.watch(game, state, seat, action)

    def follow(self, game: Game, seat: int, history: History) -> None:
        """Take in the moves of a match that are new."""
        if isinstance(self._best, SearchBot):
            self._best.follow(game, seat, history)

    def choose(self, game: Game, state: Any, legal: Sequence[int]) -> int:
        """Choose the best action it finds or, by the level's noise, one that it likes."""
        errs = rng_next(self._rng) < self.level.noise * (1 << 32)
        return self._liked(game, state, legal) if errs else self._best.choose(game, state, legal)

    def _liked(self, game: Game, state: Any, legal: Sequence[int]) -> int:
        likes = [0.0] * len(legal)
        game.judgement.prefer(state.copy(), list(legal), len(legal), likes)
        return legal[merely_liked(likes, len(legal), self._rng)]
