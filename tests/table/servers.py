"""Real servers for tests: on a free port of the loopback, with a store of their own."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import uvicorn
from fastapi import FastAPI
from websockets.exceptions import InvalidState

from weatherdeck.cli.serve import configured
from weatherdeck.table.play.manager import TableManager
from weatherdeck.table.store.store import Store
from weatherdeck.table.web.security import SecurityMiddleware
from weatherdeck.table.web.settings import Settings


class QuickServer(uvicorn.Server):
    """The server that the tests start: it begins and ends without the pauses of uvicorn's own loop."""

    def __init__(self, store: Path | str, port: int = 0, **settings: Any) -> None:
        if isinstance(store, Path):
            store = with_tables(store)
        super().__init__(configured(replace(Settings(store, bot_pause=0.0).without_limits(), **settings)))
        self._listening = socket.socket()
        self._listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a server comes back to its port
        self._listening.bind(("127.0.0.1", port))
        self.base = f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    @property
    def manager(self) -> TableManager:
        """Its tables in memory."""
        checked = self.config.app
        assert isinstance(checked, SecurityMiddleware)
        assert isinstance(checked.app, FastAPI)
        manager: TableManager = checked.app.state.server.manager
        return manager

    async def start(self) -> None:
        self.config.load()
        self.lifespan = self.config.lifespan_class(self.config)
        try:
            await self.startup([self._listening])
        except SystemExit:
            raise RuntimeError("the server did not start") from None
        await self.on_tick(0)  # the headers of all answers

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:  # noqa: ARG002  # as uvicorn calls it
        """End all connections, wait until they have ended as long as the server itself would, and close the store."""
        for server in self.servers:
            server.close()
        self._listening.close()
        state = self.server_state
        for connection in list(state.connections):
            with suppress(InvalidState):  # it is closing already: whoever was there has just left
                connection.shutdown()
        until = asyncio.get_running_loop().time() + (self.config.timeout_graceful_shutdown or 0)
        while (state.connections or state.tasks) and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.002)
        for task in state.tasks:
            task.cancel()
        await self.lifespan.shutdown()


@asynccontextmanager
async def _running(store: Path | str, **settings: Any) -> AsyncIterator[QuickServer]:
    server = QuickServer(store, **settings)
    await server.start()
    try:
        yield server
    finally:
        await server.shutdown()


@asynccontextmanager
async def serving(store: Path | str, **settings: Any) -> AsyncIterator[str]:
    """A server in this process; its address. There are no limits, unless they are what is tested."""
    async with _running(store, **settings) as server:
        yield server.base


@asynccontextmanager
async def serving_manager(store: Path | str, **settings: Any) -> AsyncIterator[tuple[str, TableManager]]:
    """The same, together with its tables in memory."""
    async with _running(store, **settings) as server:
        yield server.base, server.manager


@contextmanager
def serving_in_thread(store: Path | str, **settings: Any) -> Iterator[str]:
    """The same, for tests that are not asynchronous, and for servers that several tests share."""
    started, told_to_stop, base = threading.Event(), asyncio.Event(), list[str]()
    loops = list[asyncio.AbstractEventLoop]()

    async def serve() -> None:
        loops.append(asyncio.get_running_loop())
        async with serving(store, **settings) as found:
            base.append(found)
            started.set()
            await told_to_stop.wait()

    def run() -> None:
        try:
            asyncio.run(serve())
        finally:
            started.set()

    thread = threading.Thread(target=run)
    thread.start()
    started.wait()
    assert base, "the server did not start"
    try:
        yield base[0]
    finally:
        loops[0].call_soon_threadsafe(told_to_stop.set)
        thread.join()


def free_port() -> int:
    """A port of the loopback that nobody uses."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def with_tables(path: Path) -> str:
    """The path of an SQLite store. If it is new, its tables are copied, which is faster than all migrations."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_template())
    return str(path)


@cache
def _template() -> bytes:
    """A store as the migrations leave it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tables.sqlite"
        make_tables(str(path))
        return path.read_bytes()


def make_tables(store: str) -> None:
    """Run all migrations on an empty store."""

    async def make() -> None:
        await (await Store.open(store)).close()

    # In a thread: the event loop of a test may be running in this one.
    thread = threading.Thread(target=lambda: asyncio.run(make()))
    thread.start()
    thread.join()
