"""The background task of a table: bots make their moves, and people's time runs out.

If several servers share the store, the one that holds the match's lock does this. Should two do it all the same, the
store accepts only the first entry of a version.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial

from ...bots import warming
from ...bots.guard import Report
from ..store.outage import StoreDown
from ..store.pubsub import PubSub
from . import attendance
from .live_match import Decision, LiveMatch
from .pool import BotPool, WorkKind
from .session import TableSession

LOG = logging.getLogger("weatherdeck.table")
RETRY_AFTER = 1.0
"""Seconds until a match that another server runs is looked at again."""


class TableWorker:
    """Looks after one table."""

    def __init__(self, session: TableSession, bot_pool: BotPool, pubsub: PubSub) -> None:
        self._session, self._bot_pool, self._pubsub = session, bot_pool, pubsub
        self._task: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._closed = False
        self._paused = False  # while another server is to run the match
        self._ask_others: Callable[[], None] = lambda: None

    @property
    def is_busy(self) -> bool:
        """Whether a bot is about to move: then the table stays in memory, even if nobody is connected."""
        if self._paused:
            return False
        live = self._session.live
        mover = live.to_move if live is not None else None
        return mover is not None and self._session.seat(mover).played_by is not None

    def wake(self) -> None:
        """Look now whether there is something to do."""
        if self._closed:
            return
        if self._paused:
            self._ask_others()
            return
        self._wake.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def pause(self, ask_others: Callable[[], None]) -> None:
        """Let another server run the match until `resume`; whenever there may be something to do, it is asked to."""
        self._paused, self._ask_others = True, ask_others
        await self._stop()
        ask_others()

    def resume(self) -> None:
        """Run the match here again, if no other server does."""
        self._paused = False
        self.wake()

    async def close(self) -> None:
        """Stop, and let another server run the match."""
        self._closed = True
        await self._stop()

    async def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        self._bot_pool.bot_tables.leave(self._session.record.id)
        await self._pubsub.release(self._session.record.match.id)

    async def _run(self) -> None:
        """Work until there is nothing left to do; `wake` starts again."""
        while True:
            self._wake.clear()
            try:
                wait = _sooner(await self._do_next(), await self._attend())
            except StoreDown:  # the store logs this, once for all tables
                wait = RETRY_AFTER
            except Exception as problem:  # log it and try again
                LOG.warning("a table's background task failed and will be retried", extra=self._about(problem))
                wait = RETRY_AFTER
            if wait is None and not self._wake.is_set():
                return
            try:
                async with asyncio.timeout(wait):
                    await self._wake.wait()
            except TimeoutError:
                pass

    def _about(self, problem: Exception) -> dict[str, str]:
        return {"table": self._session.record.id, "problem": type(problem).__name__}

    async def _do_next(self) -> float | None:
        """Do one thing; return the seconds until the next, or None if it is up to a person."""
        session = self._session
        async with session.lock:
            await session.catch_up()
            live = session.live
            mover = live.to_move if live is not None and session.record.closed_at is None else None
        level = None if mover is None else session.seat(mover).played_by
        if level is None or session.persons:
            self._bot_pool.bot_tables.leave(session.record.id)
            session.is_queued = False
        else:
            session.is_queued = not self._bot_pool.bot_tables.may_play(session.record.id, self.wake)
            if session.is_queued:
                return None  # woken when it is this table's turn
        if live is None or mover is None or session.record.closed_at is not None:
            return None
        if level is None:
            return await self._check_clock(live, mover)
        if session.bots_wait:
            return session.bots_wait
        if not await self._pubsub.acquire(session.record.match.id):
            self._bot_pool.bot_tables.leave(session.record.id)
            return RETRY_AFTER
        await self._let_bot_move(live, mover, level)
        return 0.0

    async def _attend(self) -> float | None:
        """Do what is due because somebody is away; return the seconds until there may be more."""
        async with self._session.lock:
            await self._session.catch_up()
            return await attendance.attend(self._session)

    async def _let_bot_move(self, live: LiveMatch, seat: int, level: str) -> None:
        session, version = self._session, live.version
        assert session.bots is not None, "the match has begun"
        kind = WorkKind.TABLE if session.persons else WorkKind.BOT_TABLE
        began, is_forced = time.monotonic(), len(live.match.legal()) == 1
        decide = partial(_timed, session.bots.decision(seat, level))
        pace, game = self._bot_pool.pace, session.record.game
        action, reports, took = await self._bot_pool.run(decide, kind, session.record.id, pace.expected(game, level))
        for sentence in warming.failures():
            LOG.warning(sentence)
        for report in reports:
            LOG.warning("a bot failed, and another move was made", extra={"bot": report.bot, "what": report.what})
        if not is_forced:
            pace.record(game, level, took)
        if session.persons:
            due = began + pace.seconds(game, level)
            await asyncio.sleep(max(0.0, due - time.monotonic()))

        async def make_move() -> None:
            async with session.lock:
                await session.catch_up()
                same = session.live is live and live.version == version and session.seat(seat).played_by is not None
                # Otherwise the person came back or somebody takes back a move, and the bot's answer is void.
                if same and not session.bots_wait:
                    decision = Decision((action,), (session.game.words.text(action),))
                    await session.make_move(seat, decision, bot=level)

        await session.finish(make_move())

    async def _check_clock(self, live: LiveMatch, seat: int) -> float | None:
        """Wait until a person's time has run out; then a bot plays for them."""
        session = self._session
        if session.clock is None:
            return None
        left = session.clock.left(session.seat(seat), seat, time.time())
        assert left is not None, "a person decides"
        if left > 0:
            return left + 0.01
        if not await self._pubsub.acquire(session.record.match.id):
            return RETRY_AFTER
        await session.finish(self._end_time(live, seat))
        return 0.0

    async def _end_time(self, live: LiveMatch, seat: int) -> None:
        session = self._session
        async with session.lock:
            await session.catch_up()
            if session.clock is not None and session.live is live and live.to_move == seat:
                left = session.clock.left(session.seat(seat), seat, time.time())
                if left is not None and left <= 0:  # otherwise the person moved or left in the meantime
                    await session.let_bot_play(seat)


def _timed(decide: Callable[[], tuple[int, list[Report]]]) -> tuple[int, list[Report], float]:
    """A decision, what went wrong, and how long it took."""
    began = time.perf_counter()
    action, reports = decide()
    return action, reports, time.perf_counter() - began


def _sooner(one: float | None, other: float | None) -> float | None:
    """The shorter of two waits."""
    return min((wait for wait in (one, other) if wait is not None), default=None)
