"""Players that are programs."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points

from ..errors import Problem
from .bot import Bot, Watcher, brief, tell
from .greedy_bot import GreedyBot
from .guard import Guarded
from .levels import LEVELS, SEERS, Level, LevelBot
from .random_bot import RandomBot
from .search_bot import SearchBot

BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot}
"""Each policy by its name, made from a seed."""

ENTRY_POINTS = "weatherdeck.bots"
"""The entry point group in which other packages offer bots: a name, and a callable that makes a bot from a seed."""


class UnknownBot(LookupError):
    """A name that no bot has."""


class BrokenBot(Problem):
    """A bot of another package that cannot be made."""


def names() -> list[str]:
    """The names of all bots: policies, levels, and those that other packages offer."""
    ours = [*BOTS, *LEVELS]
    return ours + sorted(point.name for point in entry_points(group=ENTRY_POINTS) if point.name not in ours)


def load(name: str, seed: int) -> Bot:
    """A bot by its name; one from another package comes guarded."""
    if name in BOTS:
        return BOTS[name](seed)
    if name in LEVELS:
        return LevelBot(LEVELS[name], seed)
    for point in entry_points(group=ENTRY_POINTS):
        if point.name == name:
            try:
                return Guarded(point.load()(seed), seed, name=name)
            except Exception as failure:  # whatever a stranger's package may raise
                raise BrokenBot(
                    f"the bot {name!r} ({point.value}) cannot be made: {type(failure).__name__}: {failure}"
                ) from failure
    raise UnknownBot(f"there is no bot {name!r}; there are: {', '.join(names())}")


def among_bots(name: str, seed: int) -> Guarded:
    """A bot by its name where only bots play: ours have all the time that their simulations take, as nobody waits."""
    levels = LEVELS | SEERS
    bot = LevelBot(levels[name].untimed, seed) if name in levels else load(name, seed)
    return bot if isinstance(bot, Guarded) else Guarded(bot, seed, limit=None)


def at_table(name: str, seed: int) -> Guarded:
    """A bot by its name for a table with people: it never fails, and its first move does not wait for the compiler."""
    if name == "search":
        return Guarded(SearchBot(seed, prompt=True), seed)
    if name in LEVELS:
        return Guarded(LevelBot(LEVELS[name], seed, prompt=True), seed)
    bot = load(name, seed)
    return bot if isinstance(bot, Guarded) else Guarded(bot, seed)


__all__ = [
    "BOTS",
    "LEVELS",
    "SEERS",
    "Bot",
    "BrokenBot",
    "GreedyBot",
    "Guarded",
    "Level",
    "LevelBot",
    "RandomBot",
    "SearchBot",
    "UnknownBot",
    "Watcher",
    "among_bots",
    "at_table",
    "brief",
    "load",
    "names",
    "tell",
]
