"""News between servers that share a store: who listens, and which of them takes care of a match.

With SQLite there is one server, and nothing to do. With PostgreSQL each server keeps one connection of its own, on
which it listens and holds its locks: when the server dies, the connection ends and the locks are free.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any, TypeAlias

import asyncpg

from .store import CHANNEL, Store

LOG = logging.getLogger("weatherdeck.news")
AGAIN = 1.0
"""Seconds until a lost connection is tried again."""
LOCKS = 0x7764
"""The first half of the key of our locks; the second is the match."""

Hear: TypeAlias = Callable[[dict[str, Any]], None]


class News:
    """The news of a store that only this server uses: there are none, and every match is its own."""

    async def start(self, hear: Hear, lost: Callable[[], None]) -> None:
        """Listen from now on."""

    async def close(self) -> None:
        """Stop listening."""

    async def own(self, match: int) -> bool:
        """Whether this server takes care of a match: of its bots and its clocks. Asked again, the answer may change."""
        del match
        return True

    async def disown(self, match: int) -> None:
        """Let another server take care of a match."""


class PostgresNews(News):
    """News through LISTEN and NOTIFY; care through advisory locks."""

    def __init__(self, store: Store) -> None:
        address = store.engine.url.set(drivername="postgresql")
        self._address, self._process = address.render_as_string(hide_password=False), store.process
        self._connection: asyncpg.Connection[asyncpg.Record] | None = None
        self._turn = asyncio.Lock()  # a connection does one thing at a time
        self._owned: set[int] = set()
        self._keeper: asyncio.Task[None] | None = None

    async def start(self, hear: Hear, lost: Callable[[], None]) -> None:
        """Listen from now on. After a break `lost` is called: news may have been missed."""
        self._hear, self._lost = hear, lost
        await self._connect()
        self._keeper = asyncio.create_task(self._keep())

    async def close(self) -> None:
        """Stop listening; all locks are free."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.wait([self._keeper])
        if self._connection is not None:
            await self._connection.close()

    async def own(self, match: int) -> bool:
        """Take the lock of a match, if it is free."""
        if match in self._owned:
            return True
        taken = await self._ask("SELECT pg_try_advisory_lock($1, $2)", match)
        if taken:
            self._owned.add(match)
        return taken

    async def disown(self, match: int) -> None:
        """Give the lock of a match back."""
        if match in self._owned:
            self._owned.discard(match)
            await self._ask("SELECT pg_advisory_unlock($1, $2)", match)

    async def _ask(self, query: str, match: int) -> bool:
        async with self._turn:
            connection = self._connection
            if connection is None:
                return False
            try:
                return bool(await connection.fetchval(query, LOCKS, match))
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                return False  # the keeper notices, and connects again

    async def _connect(self) -> None:
        connection = await asyncpg.connect(self._address)
        await connection.add_listener(CHANNEL, self._listen)
        self._connection = connection

    def _listen(self, _connection: Any, _pid: int, _channel: str, payload: Any) -> None:
        news = json.loads(payload)
        if news["from"] != self._process:
            self._hear(news)

    async def _keep(self) -> None:
        """Connect again whenever the connection is lost."""
        while True:
            await asyncio.sleep(AGAIN)
            if self._connection is not None and not self._connection.is_closed():
                continue
            self._connection = None
            self._owned.clear()
            try:
                await self._connect()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as problem:
                LOG.warning("the connection for news is lost", extra={"problem": type(problem).__name__})
            else:
                self._lost()


def news_of(store: Store) -> News:
    """How this store spreads news."""
    return PostgresNews(store) if store.shared else News()
