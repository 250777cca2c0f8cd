"""Real servers for tests: on a free port of the loopback, with a store of their own."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI

from weatherdeck.cli.serve import configured
from weatherdeck.table.play.manager import TableManager
from weatherdeck.table.web.security import SecurityMiddleware
from weatherdeck.table.web.settings import Settings


def _server(store: Path | str, **settings: Any) -> tuple[uvicorn.Server, socket.socket, str]:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = uvicorn.Server(configured(replace(Settings(str(store), bot_pause=0.0).without_limits(), **settings)))
    return server, listening, f"http://127.0.0.1:{listening.getsockname()[1]}"


def free_port() -> int:
    """A port of the loopback that nobody uses."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@asynccontextmanager
async def serving(store: Path | str, **settings: Any) -> AsyncIterator[str]:
    """A server in this process; its address. There are no limits, unless they are what is tested."""
    server, listening, base = _server(store, **settings)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        if task.done():
            await task
            raise RuntimeError("the server did not start")
        await asyncio.sleep(0.01)
    try:
        yield base
    finally:
        server.should_exit = True
        await task
        listening.close()


@asynccontextmanager
async def serving_manager(store: Path | str, **settings: Any) -> AsyncIterator[tuple[str, TableManager]]:
    """The same, together with its tables in memory."""
    server, listening, base = _server(store, **settings)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        checked = server.config.app
        assert isinstance(checked, SecurityMiddleware)
        assert isinstance(checked.app, FastAPI)
        manager: TableManager = checked.app.state.server.manager
        yield base, manager
    finally:
        server.should_exit = True
        await task
        listening.close()


@contextmanager
def serving_in_thread(store: Path | str, **settings: Any) -> Iterator[str]:
    """The same, for tests that are not asynchronous."""
    server, listening, base = _server(store, **settings)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        threading.Event().wait(0.01)
    try:
        yield base
    finally:
        server.should_exit = True
        thread.join()
        listening.close()
