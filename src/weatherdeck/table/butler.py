"""What a table needs without being asked: bots take their turns, and clocks run out.

Of several servers, the one that owns the match does it; should two do it all the same, the store lets one be first.
"""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial

from .news import News
from .play import Play
from .room import STAND_IN, Room
from .thinkers import Thinkers, decision

LOG = logging.getLogger("weatherdeck.table")
LOOK_AGAIN = 1.0
"""Seconds until a match that another server owns is looked at again."""


class Butler:
    """Looks after one room."""

    def __init__(self, room: Room, thinkers: Thinkers, news: News) -> None:
        self._room, self._thinkers, self._news = room, thinkers, news
        self._task: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._closed = False

    @property
    def is_busy(self) -> bool:
        """Whether a bot is about to move: then the room is needed, even if nobody is in it."""
        play = self._room.play
        mover = play.to_move if play is not None else None
        return mover is not None and self._room.seat(mover).played_by is not None

    def attend(self) -> None:
        """Look whether there is something to do, now."""
        if self._closed:
            return
        self._wake.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._look_after())

    async def close(self) -> None:
        """Stop, and let another server own the match."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        await self._news.disown(self._room.record.match.id)

    async def _look_after(self) -> None:
        """Do what is to be done until there is nothing more; then end. `attend` begins again."""
        while True:
            self._wake.clear()
            try:
                wait = await self._do_next()
            except Exception as problem:  # the store is away, say: try again, and say so
                LOG.warning("a table could not be attended to", extra=self._about(problem))
                wait = LOOK_AGAIN
            if wait is None:
                return
            try:
                async with asyncio.timeout(wait):
                    await self._wake.wait()
            except TimeoutError:
                pass

    def _about(self, problem: Exception) -> dict[str, str]:
        return {"table": self._room.record.id, "problem": type(problem).__name__}

    async def _do_next(self) -> float | None:
        """Do one thing; the seconds until the next is due, or None where only a person can go on."""
        room = self._room
        async with room.turn:
            await room.catch_up()
            play = room.play
            mover = play.to_move if play is not None else None
        if play is None or mover is None:
            return None
        level = room.seat(mover).played_by
        if level is None:
            return await self._watch_clock(mover)
        if not await self._news.own(room.record.match.id):
            return LOOK_AGAIN
        await self._let_bot_move(play, mover, level)
        return 0.0

    async def _let_bot_move(self, play: Play, seat: int, level: str) -> None:
        room, version = self._room, play.version
        seed = room.record.match.bot_seed(seat, version)
        work = partial(decision, room.game, level, seed, seat, play.redacted(seat), play.match.history)
        move = await self._thinkers.think(work)
        async with room.turn:
            await room.catch_up()
            same = room.play is play and play.version == version and room.seat(seat).played_by is not None
            if same:  # otherwise the person came back, or somebody took back: what was thought is void
                await room.store_entry(room.entry("move", seat, moves=(move,), bot=level))

    async def _watch_clock(self, seat: int) -> float | None:
        """Wait for a person's time to run out; then a bot plays for them."""
        room = self._room
        if room.watch is None:
            return None
        left = room.watch.left(room.seat(seat), seat, time.time())
        assert left is not None, "a person decides"
        if left > 0:
            return left + 0.01
        if not await self._news.own(room.record.match.id):
            return LOOK_AGAIN
        async with room.turn:
            await room.store.change_seat(room.record.id, seat, stand_in=STAND_IN)
            await room.reload()
        return 0.0
