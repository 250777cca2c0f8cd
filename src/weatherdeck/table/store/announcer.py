"""Tells the other servers what is not stored (who is connected, a reaction), all that waits in one statement.

PostgreSQL commits transactions that notify one after the other, moves included. So these should be few.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

MAX_BATCH = 200
"""Updates in one statement."""

Send: TypeAlias = Callable[[Sequence[dict[str, Any]]], Awaitable[None]]


class Announcer:
    """A queue of updates, and one task that sends them."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._queue: list[tuple[dict[str, Any], asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def announce(self, update: dict[str, Any]) -> None:
        """Send an update; returns when it is sent."""
        sent: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append((update, sent))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._send_all())
        await sent

    async def close(self) -> None:
        """Finish sending."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _send_all(self) -> None:
        while self._queue:
            batch, self._queue = self._queue[:MAX_BATCH], self._queue[MAX_BATCH:]
            problem: Exception | None = None
            try:
                await self._send([update for update, _ in batch])
            except Exception as failure:  # everyone who waits gets it
                problem = failure
            for _, sent in batch:
                if sent.done():  # whoever waited was cancelled
                    continue
                if problem is None:
                    sent.set_result(None)
                else:
                    sent.set_exception(problem)
