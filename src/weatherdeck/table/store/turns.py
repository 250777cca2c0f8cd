"""Whose turn it is to write to SQLite, which has one writer at a time.

Those who wait for it inside SQLite only try again now and then, and may starve. Here they queue, and moves come first:
however many tables are being made, a move waits for one transaction.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class WriterTurns:
    """A lock with two queues."""

    def __init__(self) -> None:
        self._taken = False
        self._moves: deque[asyncio.Future[None]] = deque()
        self._others: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def turn(self, *, move: bool = False) -> AsyncIterator[None]:
        """Wait for the turn to write: moves before everything else."""
        if self._taken:
            await self._wait(self._moves if move else self._others)
        self._taken = True
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, queue: deque[asyncio.Future[None]]) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # the turn had just come: it goes to the next
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        for queue in (self._moves, self._others):
            while queue:
                turn = queue.popleft()
                if not turn.done():
                    turn.set_result(None)  # it stays taken
                    return
        self._taken = False
