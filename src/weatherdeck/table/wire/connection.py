"""One client's outgoing messages. They wait in a bounded queue, so that a slow reader holds up nobody else."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import orjson

MAX_WAITING = 256
"""Messages that may wait to be read; beyond that the client is disconnected and has to come back."""
MAX_WAITING_BYTES = 4_000_000
ROOM = 16
"""Messages that may wait when another answer is sent: whoever does not read gets no answers, and keeps the socket."""
ROOM_BYTES = 65_536
FAREWELL = 5.0
"""Seconds in which a client that is disconnected can read why; one that does not read is disconnected all the same."""


class Connection:
    """A connected client: a player on a seat, or a spectator (None)."""

    def __init__(self, seat: int | None, key: str = "", address: str = "?") -> None:
        self.seat, self.address = seat, address
        self.key = key  # the hash of the token that it came with
        self.name: str | None = None  # of a spectator who has spoken
        self.too_slow = asyncio.Event()
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._waiting, self._room = asyncio.Event(), asyncio.Event()
        self._room.set()
        self._close_code: int | None = None

    def close(self, code: int) -> None:
        """Ask for the socket to be closed with this code, once everything queued has been sent, or after a while."""
        if self._close_code is None:
            self._close_code = code
            self._waiting.set()
            self._room.set()
            asyncio.get_running_loop().call_later(FAREWELL, self.too_slow.set)

    def drop(self) -> None:
        """Forget what waits: nobody will read it."""
        self.too_slow.set()
        self._room.set()
        self._queue.clear()

    @property
    def is_closing(self) -> bool:
        """Whether the socket is about to be closed: nothing that it still says counts."""
        return self._close_code is not None

    @property
    def _is_short(self) -> bool:
        return len(self._queue) < ROOM and self._bytes < ROOM_BYTES

    async def has_room(self) -> None:
        """Wait until only a few messages wait to be read, or until nothing is sent any more."""
        await self._room.wait()

    def send(self, message: Mapping[str, Any] | bytes) -> None:
        """Queue a message; this never blocks. Nothing follows after `close`."""
        if self.too_slow.is_set() or self.is_closing:
            return
        data = message if isinstance(message, bytes) else encode(message)
        self._queue.append(data)
        self._bytes += len(data)
        if len(self._queue) > MAX_WAITING or (self._bytes > MAX_WAITING_BYTES and len(self._queue) > 1):
            self.drop()
        elif not self._is_short:
            self._room.clear()
        self._waiting.set()

    async def deliver(self, send: Callable[[str], Awaitable[None]]) -> int:
        """Send queued messages in order, until `close` is called; return its code."""
        while True:
            await self._waiting.wait()
            self._waiting.clear()
            while self._queue:
                data = self._queue.popleft()
                self._bytes -= len(data)
                if self._is_short:
                    self._room.set()
                await send(data.decode())
            if self._close_code is not None:
                return self._close_code


def encode(message: Mapping[str, Any]) -> bytes:
    """A message as it is sent."""
    return orjson.dumps(message)


def with_id(data: bytes, message_id: str) -> bytes:
    """An encoded message with the id of the message that it answers."""
    return b'{"id":' + orjson.dumps(message_id) + b"," + data[1:]
