"""A TCP proxy for tests, between the server and PostgreSQL: it can stop forwarding without closing anything."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit


class Proxy:
    """Forwards bytes in both directions while `flowing` is set. Otherwise it holds them back, like a dead network."""

    def __init__(self, target: str) -> None:
        self._host, self._port = urlsplit(target).hostname or "", urlsplit(target).port or 0
        self._target = target
        self.flowing = asyncio.Event()
        self.flowing.set()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def address(self) -> str:
        """The target's address, by way of the proxy."""
        port = self._server.sockets[0].getsockname()[1]
        return self._target.replace(f"{self._host}:{self._port}", f"127.0.0.1:{port}")

    def be_silent(self) -> None:
        """Hold back everything from now on, without closing a connection."""
        self.flowing.clear()

    def speak(self) -> None:
        """Forward again, beginning with what was held back."""
        self.flowing.set()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)

    async def close(self) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self.flowing.wait()
            there, back = await asyncio.open_connection(self._host, self._port)
            with suppress(OSError):
                await asyncio.gather(self._pump(reader, back), self._pump(there, writer))
        finally:
            writer.close()
            self._tasks.discard(task)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65_536):
                await self.flowing.wait()
                writer.write(data)
                await writer.drain()
            await self.flowing.wait()
        finally:
            writer.close()


@asynccontextmanager
async def proxied(target: str) -> AsyncIterator[Proxy]:
    """A running proxy in front of a PostgreSQL."""
    proxy = Proxy(target)
    await proxy.start()
    try:
        yield proxy
    finally:
        proxy.speak()
        await proxy.close()
