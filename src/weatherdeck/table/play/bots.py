"""Where bots think: a few threads, so that the server stays responsive, and a queue that is fair between tables.

A table asks for one decision at a time, and for the next only when it has the answer. So the plain queue works like
a round robin: no table can fill it, and a table with three fast bots waits behind every other table's one decision.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from ... import bots
from ...bots import History, review
from ...bots.search_bot import Thought
from ...bots.seating import HINT_SECONDS
from ...games.game import Game
from ..wire.perspective import Json, Perspective

LOG = logging.getLogger("weatherdeck.bots")
T = TypeVar("T")


class Ranked(NamedTuple):
    """What a bot thinks of an action."""

    action: int
    value: float | None  # None if it was not tried
    share: float  # of the simulations


class BotPool:
    """A bounded pool of threads for bots."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or max(1, os.cpu_count() or 1)
        self._executor = ThreadPoolExecutor(self.threads, thread_name_prefix="bot")
        self.waiting = 0

    async def run(self, work: Callable[[], T]) -> T:
        """Do some work in a thread, once one is free."""
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, work)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        """Cancel what is waiting; what is running is left to finish by itself."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def decide(game: Game, level: str, seed: int, seat: int, known: Any, history: History) -> int:
    """A bot's action, from what its seat may know. Whatever goes wrong, it is legal.

    Each decision gets a new bot with a seed of its own, so every server makes the same one, also after a restart.
    """
    bot = bots.at_table(level, seed)
    if level in bots.LEVELS and bots.LEVELS[level].policy == "search":
        bots.brief(bot, game, seat, history)
    action = bot.choose(game, known, game.legal(known))
    for report in bot.reports:
        LOG.warning("a bot failed, and another move was made instead", extra={"bot": report.bot, "what": report.what})
    return action


def advise(game: Game, seed: int, known: Any, history: History) -> list[Ranked]:
    """What a strong player thinks of each legal action, best first."""
    return ranked(review.advise(game, known, game.legal(known), HINT_SECONDS, seed, history))


def ranked(thoughts: Sequence[Thought]) -> list[Ranked]:
    """A search's thoughts, with each action's share of the simulations."""
    total = sum(thought.visits for thought in thoughts) or 1
    return [Ranked(one.action, one.value if one.visits else None, one.visits / total) for one in thoughts]


def advice(perspective: Perspective, known: Any, found: Sequence[Ranked]) -> list[Json]:
    """Ranked actions, for a message."""
    return [{**perspective.named(known, one.action), "value": one.value, "share": one.share} for one in found]
