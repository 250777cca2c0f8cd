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
from functools import partial
from typing import Any, NamedTuple, TypeVar

from ... import bots
from ...bots import BotSeat, History
from ...bots.review import Adviser
from ...bots.search_bot import Thought
from ...bots.seating import HINT_SECONDS
from ...games.game import Game
from ..store.records import MatchRecord
from ..wire.perspective import Json, Perspective
from .live_match import LiveMatch

LOG = logging.getLogger("weatherdeck.bots")
MEMORY = -1
"""The version that seeds what a bot remembers; decisions are seeded by versions from 0."""
T = TypeVar("T")


def levels_of(game: Game) -> tuple[str, ...]:
    """The bots that can play a game at a table; a game without a greedy.py has only random ones."""
    return (*bots.LEVELS, "random") if game.greedy is not None else ("random",)


def usual_level(game: Game) -> str:
    """The bot that takes a seat if no other level was asked for, and plays for somebody who has left."""
    return "club" if game.greedy is not None else "random"


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


class MatchBots:
    """The bots of one match. What each has seen stays with it, so it takes in only the moves that are new.

    A decision depends only on the match and its seed, so every server makes the same one, also after a restart.
    """

    def __init__(self, live: LiveMatch, record: MatchRecord) -> None:
        self._live, self._record = live, record
        self._seats: dict[tuple[int, str], BotSeat] = {}
        self._advisers: dict[int, Adviser] = {}

    def decision(self, seat: int, level: str) -> Callable[[], int]:
        """Work that finds a bot's action, from what its seat may know now. Whatever goes wrong, it is legal."""
        bot = self._seats.get((seat, level))
        if bot is None:
            bot = BotSeat(self._live.game, level, seat, self._record.bot_seed(seat, MEMORY))
            self._seats[seat, level] = bot
        seed = self._record.bot_seed(seat, self._live.version)
        return partial(_decide, bot, self._live.redacted(seat), self._live.match.history, seed)

    def advice(self, seat: int) -> Callable[[], list[Ranked]]:
        """Work that finds what a strong player thinks of each action that a seat has now, best first."""
        adviser = self._advisers.get(seat)
        if adviser is None:
            adviser = self._advisers[seat] = Adviser(self._live.game, seat)
        return partial(_advise, adviser, self._live.redacted(seat), self._live.match.history)


def _decide(bot: BotSeat, known: Any, history: History, seed: int) -> int:
    action, reports = bot.choose(known, history, seed)
    for report in reports:
        LOG.warning("a bot failed, and another move was made", extra={"bot": report.bot, "what": report.what})
    return action


def _advise(adviser: Adviser, known: Any, history: History) -> list[Ranked]:
    return ranked(adviser.advise(known, history, HINT_SECONDS))


def ranked(thoughts: Sequence[Thought]) -> list[Ranked]:
    """A search's thoughts, with each action's share of the simulations."""
    total = sum(thought.visits for thought in thoughts) or 1
    return [Ranked(one.action, one.value if one.visits else None, one.visits / total) for one in thoughts]


def advice_message(perspective: Perspective, known: Any, found: Sequence[Ranked]) -> list[Json]:
    """Ranked actions, for a message."""
    return [{**perspective.named(known, one.action), "value": one.value, "share": one.share} for one in found]
