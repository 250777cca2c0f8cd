"""Whose turn it is to use the store: as many at once as it has places for, and moves come first.

SQLite has one place, for whoever writes: those who wait for it inside SQLite only try again now and then, and may
starve. PostgreSQL has as many as there are connections, and some of them are kept for moves. However many tables are
being made, a move waits for one transaction at most.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeAlias

Queue: TypeAlias = deque[asyncio.Future[None]]


class Turns:
    """Places, and two queues for them."""

    def __init__(self, places: int, kept: int = 0) -> None:
        self._free, self._kept = places, kept  # of the places, so many are only for moves
        self._moves: Queue = deque()
        self._others: Queue = deque()
        self._begun: dict[object, float] = {}  # everyone who waits or is at work, and since when: the oldest first

    @property
    def longest(self) -> float:
        """The seconds for which whoever came first of those who are not done has been waiting or at work."""
        return time.monotonic() - next(iter(self._begun.values())) if self._begun else 0.0

    @asynccontextmanager
    async def turn(self, *, move: bool = False) -> AsyncIterator[None]:
        """Wait for a place, and give it back in the end."""
        me = object()
        self._begun[me] = time.monotonic()
        try:
            if self._free > (0 if move else self._kept):
                self._free -= 1
            else:
                await self._wait(self._moves if move else self._others)
            try:
                yield
            finally:
                self._give_back()
        finally:
            del self._begun[me]

    async def _wait(self, queue: Queue) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # the turn had just come: it goes to the next
                self._give_back()
            raise

    def _give_back(self) -> None:
        self._free += 1
        for queue, kept in ((self._moves, 0), (self._others, self._kept)):
            while queue and self._free > kept:
                turn = queue.popleft()
                if not turn.done():
                    self._free -= 1
                    turn.set_result(None)
