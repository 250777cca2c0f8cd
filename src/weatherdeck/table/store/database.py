"""The database of an open store: its transactions, whose turn it is, what happens when it does not answer, and what
the other servers are told.

A transaction that changes a table also notifies the other servers: they hear of a change if and only if it is stored.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import Any

import filelock
from sqlalchemy import event, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from . import entries, outage
from .announcer import Announcer
from .opening import CONNECTIONS, PROBES
from .outage import DriverConnections, Outage, StoreDown
from .records import Entry
from .turns import Turns
from .writer import BatchWriter

CHANNEL = "weatherdeck"
OWN_USE = 2
"""Connections for what happens outside of turns: reports to administrators, and probes."""
FOR_MOVES = 2
"""Connections that only moves use."""

DOWN = (
    "the server's store does not answer: wait a moment. As soon as it is back, the table shows whether your last "
    "message counted"
)
WELL_FOR = 1.0
"""Seconds for which a write shows that the store is well: those who ask often cost little."""

_NOTIFY = text("SELECT pg_notify(:channel, line) FROM unnest(CAST(:lines AS text[])) AS line")
_NOTIFY_UNSTORED = text(  # nothing is stored, so there is no disk to wait for
    "SELECT set_config('synchronous_commit', 'off', true), pg_notify(:channel, line) "
    "FROM unnest(CAST(:lines AS text[])) AS line"
)


class Database:
    """An open database."""

    def __init__(self, engine: AsyncEngine, lock: filelock.BaseFileLock | None) -> None:
        self.engine, self._lock = engine, lock
        self.shared = engine.dialect.name == "postgresql"  # whether other servers may use it at the same time
        self.server_id = secrets.token_hex(8)  # which server an update comes from
        self.unsure: set[str] = set()  # tables with changes that may have been stored after we stopped waiting
        self.on_back: Callable[[], None] = lambda: None  # called when the store answers again after an outage
        self._single = engine.execution_options(isolation_level="AUTOCOMMIT") if self.shared else engine
        self._turns = Turns(CONNECTIONS - OWN_USE, FOR_MOVES) if self.shared else Turns(1)
        self._outage = Outage("the store")
        self._driver_connections = DriverConnections()
        self._probing: asyncio.Task[None] | None = None
        self._wrote_at = 0.0
        self._writer = BatchWriter(self._append)
        self._announcer, self._numbers = Announcer(self._send), itertools.count()
        if self.shared:
            for kind in ("connect", "checkin"):
                event.listen(engine.sync_engine, kind, self._driver_connections.heard)
            event.listen(engine.sync_engine, "checkout", self._driver_connections.check)

    async def close(self) -> None:
        """Finish writing and disconnect."""
        if self._probing is not None:
            self._probing.cancel()
            await asyncio.wait([self._probing])
        await self._writer.close()
        await self._announcer.close()
        if self._outage.is_silent:  # saying goodbye would take for ever
            self._driver_connections.abort(time.monotonic())
        await self.engine.dispose()
        if self._lock is not None:
            self._lock.release()

    # ------------------------------------------------------------ transactions
    @asynccontextmanager
    async def _begin(
        self, turn: AbstractAsyncContextManager[None], *, single: bool = False, probing: bool = False
    ) -> AsyncIterator[AsyncConnection]:
        """A transaction that ends in bounded time after its turn has come. StoreDown: the store does not answer.

        A single statement needs no transaction of its own, which saves PostgreSQL two messages.
        """
        self._check_answers(probing)
        async with turn:
            self._check_answers(probing)  # it may have fallen silent while this one waited
            began, limit = time.monotonic(), outage.TIMEOUT if self.shared else None
            # Connections that are silently dead are aborted, which ends whatever waits for them. The timeout is for
            # the rest: waiting for a free connection, or for a new one.
            watchdog = (
                asyncio.get_running_loop().call_later(limit, self._driver_connections.abort, began) if limit else None
            )
            engine = self._single if single else self.engine
            try:
                async with asyncio.timeout(None if limit is None else 1.5 * limit), engine.begin() as connection:
                    yield connection
            except outage.FAILURES as problem:
                if not outage.is_failure(problem):
                    raise
                self._failed(problem)
                raise StoreDown(DOWN) from None
            finally:
                if watchdog is not None:
                    watchdog.cancel()

    def _check_answers(self, probing: bool) -> None:
        if self._outage.is_silent and not probing:
            raise StoreDown(DOWN)

    def _turn_to_read(self) -> AbstractAsyncContextManager[None]:
        """Readers of SQLite never wait."""
        return self._turns.turn() if self.shared else nullcontext()

    def transaction(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction that reads, or changes what no server has in memory."""
        return self._begin(self._turn_to_read())

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection for one statement that reads."""
        return self._begin(self._turn_to_read(), single=True)

    @asynccontextmanager
    async def writing(
        self, table: str | None = None, kind: str = "table", **more: Any
    ) -> AsyncIterator[AsyncConnection]:
        """A transaction; if it changes a table, it notifies the other servers."""
        try:
            async with self._begin(self._turns.turn()) as connection:
                yield connection
                if table is not None and self.shared:
                    lines = [self.line({"table": table, "news": kind, **more})]
                    await connection.execute(_NOTIFY, {"channel": CHANNEL, "lines": lines})
        except StoreDown:
            if table is not None:
                self.unsure.add(table)
            raise

    @property
    def longest_wait(self) -> float:
        """The seconds for which the first of those who are not done yet has been waiting for the store."""
        return self._turns.longest

    # ------------------------------------------------------------ updates to other servers
    def line(self, update: dict[str, Any]) -> str:
        """An update as other servers receive it."""
        return json.dumps({"from": self.server_id, **update}, separators=(",", ":"))

    async def notify(self, table: str, kind: str, **more: Any) -> None:
        """Send the other servers an update that is not stored: a reaction, who is connected."""
        if self.shared:
            await self._announcer.announce({"table": table, "news": kind, **more})

    async def _send(self, updates: Sequence[dict[str, Any]]) -> None:
        # Numbered, as PostgreSQL sends equal lines of a transaction once: "here", "gone", "here" would end in "gone".
        lines = [self.line({**update, "number": next(self._numbers)}) for update in updates]
        async with self._begin(self._turns.turn(), single=True) as connection:
            await connection.execute(_NOTIFY_UNSTORED, {"channel": CHANNEL, "lines": lines})

    # ------------------------------------------------------------ entries
    async def _append(self, batch: Sequence[tuple[str, Entry]], probing: bool) -> set[tuple[int, int]]:
        """Write many entries in one transaction; return the keys (match, version) of those that were first."""
        try:
            async with self._begin(self._turns.turn(move=True), single=self.shared, probing=probing) as connection:
                written = await self._write_entries(connection, batch) if batch else set()
                if not batch:
                    await connection.execute(text(PROBES[self.engine.dialect.name]))
        except StoreDown:
            self.unsure.update(table for table, _ in batch)
            raise
        self._wrote_at = time.monotonic()
        return written

    async def _write_entries(
        self, connection: AsyncConnection, batch: Sequence[tuple[str, Entry]]
    ) -> set[tuple[int, int]]:
        if self.shared:
            return await entries.insert_and_notify(connection, batch, CHANNEL, self.line)
        return await entries.insert(connection, batch)

    @property
    def waiting(self) -> int:
        """How many entries wait to be written."""
        return self._writer.waiting

    async def append(self, table: str, entry: Entry) -> bool:
        """Store an entry for good; False if its version was taken already."""
        return await self._writer.append(table, entry)

    # ------------------------------------------------------------ outages
    def _failed(self, problem: BaseException) -> None:
        """Note a failure; from now on, look again and again whether the store is back."""
        self._outage.failed(problem)
        if self._probing is None:
            self._probing = asyncio.create_task(self._probe_until_back())

    async def _probe_until_back(self) -> None:
        while not await self._probe():
            await asyncio.sleep(outage.PROBE_EVERY)
        self._probing = None
        self._outage.answered()
        self.on_back()

    async def _probe(self) -> bool:
        try:
            async with asyncio.timeout(outage.PROBE_TIMEOUT):
                await self._writer.probe()
        except (TimeoutError, StoreDown):
            return False
        return True

    async def is_well(self) -> bool:
        """Whether a move could be stored now: what was written a moment ago shows it, or else a probe."""
        if self._outage.is_down:
            return False
        return time.monotonic() - self._wrote_at < WELL_FOR or await self._probe()
