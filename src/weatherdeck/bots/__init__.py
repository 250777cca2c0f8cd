"""Players that are programs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any, TypeAlias

from ..errors import Problem
from ..games.game import Game
from ..spelling import did_you_mean
from .bot import Bot, Briefing, Follower, History, Watcher, brief, tell
from .greedy_bot import GreedyBot
from .guard import Guarded, Report
from .levels import LEVELS, SEERS, Level, LevelBot, level_of
from .network_bot import NetworkBot
from .onlooker import Onlooker
from .random_bot import RandomBot
from .search_bot import SearchBot

BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot}
"""The basic bots by name, each made from a seed."""

ENTRY_POINTS = "weatherdeck.bots"
"""The entry point group for bots of other packages: a name, and a callable that makes a bot from a seed."""


class UnknownBot(Problem):
    """No bot has this name. The message lists those that exist."""


class BrokenBot(Problem):
    """A bot of another package that cannot be made."""


def names() -> list[str]:
    """The names of all bots: the basic ones, levels, and those of other packages."""
    ours = [*BOTS, *LEVELS]
    return ours + sorted(point.name for point in entry_points(group=ENTRY_POINTS) if point.name not in ours)


def load(name: str, seed: int) -> Bot:
    """Make a bot by its name; one from another package comes guarded."""
    if name in BOTS:
        return BOTS[name](seed)
    level = None if name in SEERS else level_of(name)
    if level is not None:
        return LevelBot(level, seed)
    for point in entry_points(group=ENTRY_POINTS):
        if point.name == name:
            try:
                return Guarded(point.load()(seed), seed, name=name)
            except Exception as failure:  # whatever another package may raise
                raise BrokenBot(
                    f"the bot {name!r} ({point.value}) cannot be made: {type(failure).__name__}: {failure}"
                ) from failure
    raise unknown(name)


def unknown(name: str) -> UnknownBot:
    """What to raise for a name that no bot has."""
    return UnknownBot(f"there is no bot {name!r}; there are: {', '.join(names())}.{did_you_mean(name, names())}")


def among_bots(name: str, seed: int, onlooker: Onlooker | None = None) -> Guarded:
    """Make a bot for a game among bots: ours have no time limit, only their simulations, since nobody waits.

    An onlooker, if given, is what a bot that searches knows about the moves so far.
    """
    level = level_of(name)
    bot: Bot
    if name == "search":
        bot = SearchBot(seed, onlooker=onlooker)
    elif level is not None:
        bot = LevelBot(level.untimed, seed, onlooker=onlooker)
    else:
        bot = load(name, seed)
    return bot if isinstance(bot, Guarded) else Guarded(bot, seed, limit=None)


def at_table(name: str, seed: int, onlooker: Onlooker | None = None) -> Guarded:
    """Make a bot for a table with people: it never fails, and its first move does not wait for the compiler.

    An onlooker, if given, is what a bot that searches knows about the moves so far.
    """
    if name == "search":
        return Guarded(SearchBot(seed, prompt=True, onlooker=onlooker), seed)
    if name in LEVELS:
        return Guarded(LevelBot(LEVELS[name], seed, prompt=True, onlooker=onlooker), seed)
    bot = load(name, seed)
    return bot if isinstance(bot, Guarded) else Guarded(bot, seed)


Maker: TypeAlias = Callable[[str, int, Onlooker | None], Guarded]
"""Makes a bot of a name from a seed: `at_table` or `among_bots`."""


class BotSeat:
    """A seat of a match that a bot plays, at a table with people or (made `among_bots`) without.

    What the bot has seen stays here, so that before a decision it takes in only the moves that are new (all of them
    again after an undo). Every decision is made by a new bot with its own seed. So the same seeds and history lead to
    the same decision in any process, whatever happened before. For a bot of another package the bot itself stays.
    """

    def __init__(self, game: Game, name: str, seat: int, seed: int, make: Maker = at_table) -> None:
        self.game, self.name, self.seat = game, name, seat
        self._seed, self._make = seed, make
        self._busy = threading.Lock()
        self._onlooker = self._new_onlooker()
        self._guest: tuple[Guarded, Briefing] | None = None
        if name not in BOTS and name not in LEVELS:
            guest = make(name, seed, None)
            self._guest = guest, Briefing(guest, game, seat)

    def choose(self, state: Any, history: History, seed: int) -> tuple[int, list[Report]]:
        """Choose an action in a state (redacted for this seat) after a history; with reports of what went wrong.

        The seed is that of this decision.
        """
        with self._busy:
            if self._guest is not None:
                bot, briefing = self._guest
                briefing.update(history)
            else:
                bot = self._make(self.name, seed, self._onlooker)
                bot.follow(self.game, self.seat, history)
            action = bot.choose(self.game, state, self.game.legal(state))
            reports, bot.reports = bot.reports, []
            if any(report.what == "late" for report in reports):
                self._onlooker = self._new_onlooker()  # the thread of the late bot still uses the old one
            return action, reports

    def _new_onlooker(self) -> Onlooker:
        level = LEVELS.get(self.name)
        if level is None:
            return Onlooker(self._seed, 1.0)
        return Onlooker(self._seed, level.reading, learned=True, patient=level.patient)


__all__ = [
    "BOTS",
    "LEVELS",
    "SEERS",
    "Bot",
    "BotSeat",
    "Briefing",
    "BrokenBot",
    "Follower",
    "GreedyBot",
    "Guarded",
    "History",
    "Level",
    "LevelBot",
    "NetworkBot",
    "Onlooker",
    "RandomBot",
    "SearchBot",
    "UnknownBot",
    "Watcher",
    "among_bots",
    "at_table",
    "brief",
    "level_of",
    "load",
    "names",
    "tell",
    "unknown",
]
