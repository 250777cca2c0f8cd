"""Players that are programs."""

from __future__ import annotations

from collections.abc import Callable

from .bot import Bot
from .greedy_bot import GreedyBot
from .random_bot import RandomBot
from .search_bot import SearchBot

BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot}
"""Each bot by its name, made from a seed."""


class UnknownBot(LookupError):
    """A name that no bot has."""


def load(name: str, seed: int) -> Bot:
    """A bot by its name."""
    if name not in BOTS:
        raise UnknownBot(f"there is no bot {name!r}; there are: {', '.join(BOTS)}")
    return BOTS[name](seed)


__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "SearchBot", "UnknownBot", "load"]
