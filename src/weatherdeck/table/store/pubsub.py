"""Updates between servers that share a store, and the locks that decide which server runs a match.

With SQLite there is one server and nothing to do. With PostgreSQL each server keeps one connection on which it listens
and holds its locks: when the server dies, the connection ends and its locks are released.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from . import outage
from .database import CHANNEL
from .opening import keepalive
from .outage import Outage
from .store import Store

if TYPE_CHECKING:
    import asyncpg

PING_EVERY = 1.0
"""Seconds between checks of the connection, and between attempts to restore a lost one."""
END_BACKEND = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid = $1 AND application_name = $2"
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
        self._unsure = store.unsure
        self._outage = Outage("the connection to the other servers")
        self._lost_backend: int | None = None  # the process of PostgreSQL behind the connection that we lost
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
            try:
                await self._connection.close(timeout=outage.PROBE_TIMEOUT)
            except outage.FAILURES:
                self._connection.terminate()

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
        return bool(await self._fetch(query, LOCKS, match))

    async def _fetch(self, query: str, *values: object) -> Any:
        """The answer to a query; None if the connection is lost. Then `_reconnect` will notice."""
        async with self._lock:
            connection = self._connection
            if connection is None:
                return None
            try:
                return await connection.fetchval(query, *values, timeout=outage.PROBE_TIMEOUT)
            except outage.FAILURES as problem:
                self._outage.failed(problem)
                connection.terminate()
                return None

    async def _connect(self) -> None:
        import asyncpg  # an extra, which the store has asked for

        name = f"weatherdeck {self._server_id}"
        connection = await asyncpg.connect(
            self._address, timeout=outage.TIMEOUT, server_settings={**keepalive(), "application_name": name}
        )
        try:
            async with asyncio.timeout(outage.TIMEOUT):
                if self._lost_backend is not None:  # it may still hold our locks, since it has not noticed yet
                    await connection.fetchval(END_BACKEND, self._lost_backend, name)
                await connection.add_listener(CHANNEL, self._receive)
        except BaseException:
            connection.terminate()
            raise
        self._connection, self._lost_backend = connection, connection.get_server_pid()

    def _receive(self, _connection: Any, _pid: int, _channel: str, payload: Any) -> None:
        update = json.loads(payload)
        # Our own updates are known already, unless we stopped waiting for the transaction that they belong to.
        if update["from"] != self._server_id or update["table"] in self._unsure:
            self._on_update(update)

    async def _reconnect(self) -> None:
        """Ask again and again whether the connection works, and connect again when it does not."""
        while True:
            await asyncio.sleep(PING_EVERY)
            if self._connection is not None and not self._connection.is_closed():
                if await self._fetch("SELECT 1") is not None:
                    continue
            self._connection = None
            self._acquired.clear()
            try:
                await self._connect()
            except outage.FAILURES as problem:
                self._outage.failed(problem)
            else:
                self._outage.answered()
                self._on_reconnect()


def pubsub_of(store: Store) -> PubSub:
    """How servers that share this store tell each other about changes."""
    return PostgresPubSub(store) if store.shared else PubSub()
