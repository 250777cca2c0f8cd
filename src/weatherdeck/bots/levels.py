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
from .network_bot import NetworkBot, require, why_not
from .onlooker import Onlooker
from .policy import GREEDY, NETWORK, RANDOM, Policy, merely_liked, searching
from .search_bot import SearchBot


@dataclass(frozen=True)
class Level:
    """A strength: a policy, its budget, and how often it makes a mistake."""

    name: str
    help: str
    policy: Literal["greedy", "search", "network", "network search"]
    simulations: int | None = None  # budget of a search, multiplied by the game's effort; reproducible
    patient: bool = False  # it takes its time: multiplied by the game's patience too
    seconds: float | None = None  # or the budget in seconds; if both are given, the first that is used up
    noise: float = 0.0  # share of decisions in which it plays an action that it likes instead of the best
    reading: float = 1.0  # of a search: weight of what others did, for guessing hidden cards and roles
    sees_all: bool = False  # it is given the true world: only for measuring
    learned: Level | None = None  # what it is instead where the game has a network that knows deck, players and options

    @property
    def untimed(self) -> Level:
        """This level without its time limit, which makes it reproducible; unchanged if time is its only budget."""
        learned = None if self.learned is None else self.learned.untimed
        return replace(self, seconds=None if self.simulations is not None else self.seconds, learned=learned)

    @property
    def unlearned(self) -> Level:
        """This level without networks: it plays alike with any deck."""
        return replace(self, learned=None)

    @property
    def searches(self) -> bool:
        """Whether it thinks ahead."""
        return self.policy in ("search", "network search")

    def here(self, game: Game, state: Any) -> Level:
        """What this level is with the game's deck and the players and options of a state."""
        if self.learned is None or why_not(game, state) is not None or not self.trusts(game):
            return self
        return replace(self.learned, sees_all=self.sees_all)

    def basis(self, game: Game, state: Any) -> str:
        """By what it plays with the game's deck and the players and options of a state, and why, for people."""
        reason = why_not(game, state) if self.learned is not None and self.trusts(game) else None
        return f"{BASES[self.here(game, state).policy]}{f'. {reason}' if reason else ''}"

    def trusts(self, game: Game) -> bool:
        """Whether the game's network is good enough for this level: it may say which levels should use it."""
        name = self.name.removesuffix(SEES_ALL)
        return game.network is None or name in game.network.about.get("levels", [name])

    def as_policy(self, game: Game) -> Policy | None:
        """This level as a policy for play without Python in the loop; None if time is its only budget."""
        if self.policy in KINDS:
            return Policy(kind=KINDS[self.policy], noise=self.noise)
        if self.simulations is None:
            return None
        learned = self.policy == "network search"
        search = game.learned_search if learned else game.search
        return searching(
            search,
            search.budget(self.simulations, patient=self.patient),
            game.rules.MAX_LEGAL,
            noise=self.noise,
            reading=self.reading,
            sees_all=self.sees_all,
            learned=learned,
            patient=self.patient,
        )


SEES_ALL = "-sees-all"
"""The end of the names of levels that are given the true world."""
KINDS = {"greedy": GREEDY, "network": NETWORK}
"""The policies that take one look."""
BASES = {
    "greedy": "a quick look by hand-written rules of thumb",
    "network": "a quick look by a trained network",
    "search": "search guided by hand-written rules of thumb",
    "network search": "search guided by a trained network",
}
"""What policies play by, for people."""

LEVELS = {
    level.name: level
    for level in (
        Level("novice", "plays sensibly but makes many mistakes; a beginner can win", "greedy", noise=0.6),
        Level("club", "a good club player; does not think ahead", "greedy"),
        Level(
            "expert",
            "thinks ahead, with a few mistakes",
            "search",
            simulations=50,
            noise=0.05,
            reading=0.1,
            learned=Level("expert", "has learned from millions of games; one look per move", "network"),
        ),
        Level(
            "master",
            "thinks ahead for up to two seconds per move, and learns from what others do",
            "search",
            simulations=1000,
            patient=True,
            seconds=2.0,
            reading=1.0,
            learned=Level(
                "master",
                "has learned from millions of games, and thinks ahead for up to two seconds per move",
                "network search",
                simulations=1000,
                patient=True,
                seconds=2.0,
                reading=1.0,
            ),
        ),
    )
}
"""The levels, weakest first."""

SEERS = {
    f"{name}{SEES_ALL}": replace(level, name=f"{name}{SEES_ALL}", sees_all=True)
    for name, level in (("expert", LEVELS["expert"].unlearned), ("master", LEVELS["master"]))
}
"""The same searches on the true world: nobody can play like this, but the ladder shows how far we are from it."""


RUNG = re.compile(r"search@([1-9][0-9]{0,5})")
"""A search with that many simulations per decision (times the game's effort) and no mistakes, as in `search@50`.

It goes by the game's greedy.py in any game. `network-search@50` goes by its network.
"""
BY_NETWORK = "network-"
LEARNED = Level("network", "plays by the game's network, one look per move", "network")


def level_of(name: str) -> Level | None:
    """The level of this name, also one that sees all or a search with a number of simulations; None if it is none."""
    found = RUNG.fullmatch(name.removeprefix(BY_NETWORK))
    if found is None:
        return (LEVELS | SEERS | {LEARNED.name: LEARNED}).get(name)
    simulations = int(found[1])
    policy: Literal["search", "network search"] = "network search" if name.startswith(BY_NETWORK) else "search"
    return Level(name, f"thinks ahead with {simulations} simulations", policy, simulations, reading=0.1)


def basis_of(name: str | None, game: Game, state: Any) -> str | None:
    """By what a level of this name plays, for people; None where it is the same with any deck, players and options."""
    level = LEVELS.get(name or "")
    return None if level is None or level.learned is None else level.basis(game, state)


def policy_of(name: str, game: Game, state: Any = None) -> Policy | None:
    """A bot by its name as a policy, for play without Python in the loop; None if it is not one.

    With a state, levels are what they are with its players and options. Without one they play without networks, so
    that they are the same players with any deck and options, as comparisons need it.
    """
    if name == "random":
        return Policy(kind=RANDOM)
    if name == "greedy":
        return Policy(kind=GREEDY)
    level = level_of(name)
    if level is None:
        return None
    if level.policy in ("network", "network search"):
        require(game, game.new_state() if state is None else state)
    return (level if state is None else level.here(game, state)).as_policy(game)


class LevelBot:
    """A bot of a level."""

    def __init__(self, level: Level, seed: int, *, prompt: bool = False, onlooker: Onlooker | None = None) -> None:
        self.name, self.level = level.name, level
        self._seed, self._prompt, self._onlooker = seed, prompt, onlooker
        self._rng = new_rng(seed)
        self._made: dict[Level, Bot] = {}

    def watch(self, game: Game, state: Any, seat: int, action: int | None) -> None:
        """Take note of a move that is about to be made."""
        bot = self._bot(game, state)
        if isinstance(bot, SearchBot):
            bot.watch(game, state, seat, action)

    def follow(self, game: Game, seat: int, history: History) -> None:
        """Take in the moves of a match that are new."""
        bot = self._bot(game, history[-1][0]) if history else None
        if isinstance(bot, SearchBot):
            bot.follow(game, seat, history)

    def choose(self, game: Game, state: Any, legal: Sequence[int]) -> int:
        """Choose the best action it finds or, by the level's noise, one that it likes."""
        level, bot = self.level.here(game, state), self._bot(game, state)
        errs = rng_next(self._rng) < level.noise * (1 << 32)
        return self._liked(game, state, legal) if errs else bot.choose(game, state, legal)

    def _bot(self, game: Game, state: Any) -> Bot:
        """The bot that plays the level with the players and options of a state."""
        level = self.level.here(game, state)
        if level not in self._made:
            self._made[level] = self._make(level)
        return self._made[level]

    def _make(self, level: Level) -> Bot:
        if level.policy == "greedy":
            return GreedyBot(self._seed)
        if level.policy == "network":
            return NetworkBot(self._seed, prompt=self._prompt)
        reading, learned = 0.0 if level.sees_all else level.reading, level.policy == "network search"
        return SearchBot(
            self._seed,
            level.simulations,
            level.seconds,
            scaled="patience" if level.patient else "effort",
            sees_all=level.sees_all,
            prompt=self._prompt,
            onlooker=self._onlooker or Onlooker(self._seed, reading, learned=learned, patient=level.patient),
        )

    def _liked(self, game: Game, state: Any, legal: Sequence[int]) -> int:
        """An action that it likes: by the network, if the level plays by it."""
        if self.level.here(game, state).policy in ("network", "network search"):
            return NetworkBot(rng_next(self._rng), noise=1.0, prompt=self._prompt).choose(game, state, legal)
        likes = [0.0] * len(legal)
        game.judgement.prefer(state.copy(), list(legal), len(legal), likes)
        return legal[merely_liked(likes, len(legal), self._rng)]
