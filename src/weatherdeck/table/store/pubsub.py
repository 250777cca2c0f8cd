"""Updates between servers that share a store, and the locks that decide which server runs a match.

With SQLite there is one server and nothing to do. With PostgreSQL each server keeps one connection on which it listens
and holds its locks: when the server dies, the connection ends and its locks are released.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any, TypeAlias

import asyncpg

from .store import CHANNEL, Store

LOG = logging.getLogger("weatherdeck.store")
RECONNECT_AFTER = 1.0
"""Seconds between attempts to restore a lost connection."""
LOCKS = 0x7764
"""The first half of the key of our advisory locks; the second half is the match."""

Update: TypeAlias = dict[str, Any]
"""What one server tells the others: its `table`, its kind (`news`), which server it is `from`, and details."""
Listener: TypeAlias = Callable[[Update], None]


class PubSub:
    """For a store that only this server uses: there are no updates, and every match is run here."""

    async def start(self, on_update: Listener, on_reconnect: Callable[[], None]) -> None:
        """Listen from now on."""

    async def close(self) -> None:
        """Stop listening."""

    async def acquire(self, match: int) -> bool:
        """Whether this server runs a match (its bots and its clock). Asked again, the answer may change."""
        del match
        return True

    async def release(self, match: int) -> None:
        """Let another server run a match."""


class PostgresPubSub(PubSub):
    """Updates through LISTEN and NOTIFY, locks through advisory locks."""

    def __init__(self, store: Store) -> None:
        address = store.engine.url.set(drivername="postgresql")
        self._address, self._server_id = address.render_as_string(hide_password=False), store.server_id
        self._connection: asyncpg.Connection[asyncpg.Record] | None = None
        self._lock = asyncio.Lock()  # a connection does one thing at a time
        self._acquired: set[int] = set()
        self._reconnecting: asyncio.Task[None] | None = None

    async def start(self, on_update: Listener, on_reconnect: Callable[[], None]) -> None:
        """Listen from now on. `on_reconnect` is called after a break: updates may have been missed."""
        self._on_update, self._on_reconnect = on_update, on_reconnect
        await self._connect()
        self._reconnecting = asyncio.create_task(self._reconnect())

    async def close(self) -> None:
        """Stop listening and release all locks."""
        if self._reconnecting is not None:
            self._reconnecting.cancel()
            await asyncio.wait([self._reconnecting])
        if self._connection is not None:
            await self._connection.close()

    async def acquire(self, match: int) -> bool:
        """Take the lock of a match, if it is free."""
        if match in self._acquired:
            return True
        taken = await self._query("SELECT pg_try_advisory_lock($1, $2)", match)
        if taken:
            self._acquired.add(match)
        return taken

    async def release(self, match: int) -> None:
        """Release the lock of a match."""
        if match in self._acquired:
            self._acquired.discard(match)
            await self._query("SELECT pg_advisory_unlock($1, $2)", match)

    async def _query(self, query: str, match: int) -> bool:
        async with self._lock:
            connection = self._connection
            if connection is None:
                return False
            try:
                return bool(await connection.fetchval(query, LOCKS, match))
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                return False  # `_reconnect` will notice

    async def _connect(self) -> None:
        connection = await asyncpg.connect(self._address)
        await connection.add_listener(CHANNEL, self._receive)
        self._connection = connection

    def _receive(self, _connection: Any, _pid: int, _channel: str, payload: Any) -> None:
        update = json.loads(payload)
        if update["from"] != self._server_id:
            self._on_update(update)

    async def _reconnect(self) -> None:
        """Connect again whenever the connection is lost."""
        while True:
            await asyncio.sleep(RECONNECT_AFTER)
            if self._connection is not None and not self._connection.is_closed():
                continue
            self._connection = None
            self._acquired.clear()
            try:
                await self._connect()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as problem:
                LOG.warning("lost the connection to the other servers", extra={"problem": type(problem).__name__})
            else:
                self._on_reconnect()


def pubsub_of(store: Store) -> PubSub:
    """How servers that share this store tell each other about changes."""
    return PostgresPubSub(store) if store.shared else PubSub()
