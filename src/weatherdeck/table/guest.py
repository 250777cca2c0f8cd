"""One socket: what is sent through it waits in a bounded queue, so that a slow reader holds up nobody else."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import orjson

WAITING = 256
"""Messages that may wait for a reader; then it is told to come back."""
WAITING_BYTES = 4_000_000


class Guest:
    """Somebody at a table: a seat, or a spectator for None."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.too_slow = asyncio.Event()
        self.thinking = False  # whether a hint or a review of this guest is under way
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._news = asyncio.Event()

    def send(self, message: Mapping[str, Any] | bytes) -> None:
        """Let a message wait to be sent; it never blocks."""
        if self.too_slow.is_set():
            return
        data = message if isinstance(message, bytes) else encode(message)
        self._queue.append(data)
        self._bytes += len(data)
        if len(self._queue) > WAITING or self._bytes > WAITING_BYTES:
            self.too_slow.set()
            self._queue.clear()
        self._news.set()

    async def deliver(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send what waits, in order, until cancelled."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._queue:
                data = self._queue.popleft()
                self._bytes -= len(data)
                await send(data.decode())


def encode(message: Mapping[str, Any]) -> bytes:
    """A message as it is sent."""
    return orjson.dumps(message)
