"""Where bots think: a few threads, so that the server goes on meanwhile, and a queue that is fair between tables.

A table asks for one decision at a time, and for the next one only when it has the answer. So the plain queue is a round
robin: a table with three quick bots waits behind every other table's one decision, and no table can fill the queue.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias, TypeVar

from .. import bots
from ..bots import History, review
from ..bots.search_bot import Thought
from ..games.game import Game
from .eyes import Eyes, Plain

LOG = logging.getLogger("weatherdeck.bots")
ADVISER_SECONDS = 1.0
T = TypeVar("T")
Ranked: TypeAlias = tuple[int, float | None, float]
"""An action, its value (None where it was not tried), and its share of the thought."""


class Thinkers:
    """A bounded pool of threads for bots."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or max(1, os.cpu_count() or 1)
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="bot")
        self.waiting = 0

    async def think(self, what: Callable[[], T]) -> T:
        """Do something in a thread, when it is its turn."""
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, what)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        """Forget what waits; what is being thought is left to end by itself."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def decision(game: Game, level: str, seed: int, seat: int, known: Any, history: History) -> str:
    """What a bot of a level does with what its seat may know, in notation. Whatever goes wrong, it is a legal move.

    A new bot for each decision, from a seed of its own: so it does the same in whichever process, after whatever fault.
    """
    bot = bots.at_table(level, seed)
    if level in bots.LEVELS and bots.LEVELS[level].policy == "search":
        bots.brief(bot, game, seat, history)
    action = bot.choose(game, known, game.legal(known))
    for report in bot.reports:
        LOG.warning("a bot misbehaved", extra={"bot": report.bot, "what": report.what})
    return game.words.text(action)


def advice(game: Game, seed: int, known: Any, history: History) -> list[Ranked]:
    """What a strong player thinks: for each legal action its value and its share of the thought, the best first."""
    return ranked(review.advise(game, known, game.legal(known), ADVISER_SECONDS, seed, history))


def ranked(thoughts: Sequence[Thought]) -> list[Ranked]:
    """Thoughts as they are told."""
    total = sum(thought.visits for thought in thoughts) or 1
    return [(one.action, one.value if one.visits else None, one.visits / total) for one in thoughts]


def told_advice(eyes: Eyes, known: Any, found: Sequence[Ranked]) -> list[Plain]:
    """Advice for a message."""
    return [{**eyes.named(known, action), "value": value, "share": share} for action, value, share in found]
