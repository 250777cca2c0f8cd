"""The store: tables, seats, matches, and the entries that make up a match. SQLite and PostgreSQL share one code path.

A transaction that changes a table also notifies the other servers: they hear of a change if and only if it is stored.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import filelock
from sqlalchemy import Connection, Row, delete, event, func, insert, inspect, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ...errors import Problem
from ...games.reference import Deck
from ..fairness import Secret, deck_digest
from . import migrations, outage, shuffles
from .archives import ArchiveStore
from .columns import audit, chat, entries, links, matches, seats, tables
from .links import LinkStore, rows_of
from .outage import DriverConnections, Outage, StoreDown
from .records import ChatRecord, Entry, LinkKind, LinkRecord, MatchRecord, SeatRecord, TableRecord
from .turns import WriterTurns
from .writer import BatchWriter

CHANNEL = "weatherdeck"
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
CHAT_KEPT = 200
"""Lines of chat that are read at most."""


DOWN = (
    "the server's store does not answer: wait a moment. As soon as it is back, the table shows whether your last "
    "message counted"
)
PROBES = {
    "sqlite": "PRAGMA user_version = 1",  # writes the first page of the file
    "postgresql": "SELECT txid_current()",  # uses up a transaction number, so that the commit is written to disk
}
WELL_FOR = 1.0
"""Seconds for which a write shows that the store is well: those who ask often cost little."""
MAX_NUMBER = 1 << 31


class StoreRefused(Problem):
    """A store that cannot be opened."""


class Store:
    """An open store. Make one with `Store.open`."""

    def __init__(self, engine: AsyncEngine, lock: filelock.BaseFileLock | None) -> None:
        self.engine, self._lock = engine, lock
        self.shared = engine.dialect.name == "postgresql"  # whether other servers may use it at the same time
        self.server_id = secrets.token_hex(8)  # which server an update comes from
        self.unsure: set[str] = set()  # tables with changes that may have been stored after we stopped waiting
        self.on_back: Callable[[], None] = lambda: None  # called when the store answers again after an outage
        self._outage = Outage("the store")
        self._driver_connections = DriverConnections()
        self._probing: asyncio.Task[None] | None = None
        self._wrote_at = 0.0
        self._writer = BatchWriter(self._append)
        self._turns = None if self.shared else WriterTurns()
        self.links = LinkStore(self.transaction, self.writing)
        self.archives = ArchiveStore(self.transaction, self.writing)
        if self.shared:
            for kind in ("connect", "checkin"):
                event.listen(engine.sync_engine, kind, self._driver_connections.heard)
            event.listen(engine.sync_engine, "checkout", self._driver_connections.check)

    @classmethod
    async def open(cls, url: str) -> Store:
        """Open a store by its URL (or the path of an SQLite file), and migrate it if needed."""
        address, lock = address_of(url), None
        if address.drivername == DRIVERS["sqlite"]:
            address = address.set(database=str(Path(address.database).resolve()))  # one store, whatever leads to it
            lock = _lock_file(address.database)
        engine = create_async_engine(address, **(_pool() if lock is None else {}))
        if lock is not None:
            event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        try:
            async with engine.begin() as connection:
                await connection.run_sync(_check_foreign)
                await connection.run_sync(migrations.run)
                await connection.execute(text(PROBES[engine.dialect.name]))  # it can be written, too
        except (*outage.FAILURES, StoreRefused) as problem:
            await engine.dispose()
            if lock is not None:
                lock.release()
            reason = str(problem) if isinstance(problem, StoreRefused) else outage.reason(problem)
            raise StoreRefused(f"cannot open the store {_without_password(url)}: {reason}") from None
        return cls(engine, lock)

    @classmethod
    async def attach(cls, url: str) -> Store:
        """Open a store that servers may be using, to administer it: without their lock, and as it is."""
        address = address_of(url)
        is_file = address.drivername == DRIVERS["sqlite"]
        if is_file and not Path(address.database).is_file():
            raise StoreRefused(f"there is no store {url}: name the one that the server uses with --store")
        engine = create_async_engine(address)
        if is_file:
            event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        try:
            async with engine.connect() as connection:
                current = await connection.run_sync(migrations.is_current)
        except (OSError, DatabaseError) as problem:
            await engine.dispose()
            reason = str(getattr(problem, "orig", None) or problem)
            raise StoreRefused(f"cannot open the store {_without_password(url)}: {reason}") from None
        if not current:
            await engine.dispose()
            raise StoreRefused(
                f"the store {_without_password(url)} is not of this version of weatherdeck: use the version that the "
                f"server has, or start this version's server once, which migrates the store"
            )
        return cls(engine, None)

    async def close(self) -> None:
        """Finish writing and disconnect."""
        if self._probing is not None:
            self._probing.cancel()
            await asyncio.wait([self._probing])
        await self._writer.close()
        if self._outage.is_silent:  # saying goodbye would take for ever
            self._driver_connections.abort(time.monotonic())
        await self.engine.dispose()
        if self._lock is not None:
            self._lock.release()

    # ------------------------------------------------------------ transactions and outages
    @asynccontextmanager
    async def transaction(self, *, probing: bool = False) -> AsyncIterator[AsyncConnection]:
        """A transaction that ends in bounded time. StoreDown: the store does not answer, or cannot write."""
        if self._outage.is_silent and not probing:
            raise StoreDown(DOWN)
        began = time.monotonic()
        limit = outage.TIMEOUT if self.shared else None
        # Connections that are silently dead are aborted, which ends whatever waits for them. The timeout is for the
        # rest: waiting for a free connection, or for a new one.
        watchdog = (
            asyncio.get_running_loop().call_later(limit, self._driver_connections.abort, began) if limit else None
        )
        try:
            async with asyncio.timeout(None if limit is None else 1.5 * limit), self.engine.begin() as connection:
                yield connection
        except outage.FAILURES as problem:
            if not outage.is_failure(problem):
                raise
            self._failed(problem)
            raise StoreDown(DOWN) from None
        finally:
            if watchdog is not None:
                watchdog.cancel()

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

    def _turn(self, *, move: bool = False) -> AbstractAsyncContextManager[None]:
        """The turn to write: PostgreSQL has many writers, SQLite one."""
        return nullcontext() if self._turns is None else self._turns.turn(move=move)

    @asynccontextmanager
    async def writing(
        self, table: str | None = None, kind: str = "table", **more: Any
    ) -> AsyncIterator[AsyncConnection]:
        """A transaction; if it changes a table, it notifies the other servers."""
        try:
            async with self._turn(), self.transaction() as connection:
                yield connection
                if table is not None:
                    await self._notify(connection, [{"table": table, "news": kind, **more}])
        except StoreDown:
            if table is not None:
                self.unsure.add(table)
            raise

    async def _notify(self, connection: AsyncConnection, updates: Sequence[dict[str, Any]]) -> None:
        if not self.shared or not updates:
            return
        lines = [json.dumps({"from": self.server_id, **one}) for one in updates]
        await connection.execute(
            text("SELECT pg_notify(:channel, line) FROM unnest(CAST(:lines AS text[])) AS line"),
            {"channel": CHANNEL, "lines": lines},
        )

    async def notify(self, table: str, kind: str, **more: Any) -> None:
        """Send the other servers an update that is not stored: a reaction, who is connected."""
        if self.shared:
            async with self.writing(table, kind, **more):
                pass

    # ------------------------------------------------------------ entries
    async def _append(self, batch: Sequence[tuple[str, Entry]], probing: bool) -> set[tuple[int, int]]:
        """Write many entries in one transaction; return the keys (match, version) of those that were first."""
        try:
            async with self._turn(move=True), self.transaction(probing=probing) as connection:
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
        make: Any = postgresql.insert if self.shared else sqlite.insert
        rows = [_entry_row(entry) for _, entry in batch]
        statement = make(entries).on_conflict_do_nothing().returning(entries.c.match_id, entries.c.version)
        written = {(int(row[0]), int(row[1])) for row in await connection.execute(statement, rows)}
        updates = [
            {"table": table, "news": "entry", "match": entry.match, "version": entry.version}
            for table, entry in batch
            if (entry.match, entry.version) in written
        ]
        await self._notify(connection, updates)
        return written

    @property
    def waiting(self) -> int:
        """How many entries wait to be written."""
        return self._writer.waiting

    async def append(self, table: str, entry: Entry) -> bool:
        """Store an entry for good; False if its version was taken already."""
        return await self._writer.append(table, entry)

    async def entries(self, match: int, after: int = 0) -> list[Entry]:
        """The entries of a match, in order, after a version."""
        query = select(entries).where(entries.c.match_id == match, entries.c.version > after)
        async with self.transaction() as connection:
            rows = (await connection.execute(query.order_by(entries.c.version))).all()
        return [_entry(row) for row in rows]

    # ------------------------------------------------------------ tables
    async def create(self, table: TableRecord, new_links: Sequence[LinkRecord] = ()) -> TableRecord:
        """Store a new table and its links; return it with the key of its match."""
        async with self.writing() as connection:
            row = {key: value for key, value in asdict(table).items() if key not in ("seats", "match")}
            row["deck"] = None if table.deck is None else table.deck.as_data()
            await connection.execute(insert(tables).values(row))
            await connection.execute(insert(seats), [{"table_id": table.id, **asdict(seat)} for seat in table.seats])
            if new_links:
                await connection.execute(insert(links), rows_of(table.id, new_links))
            key = await self._insert_match(connection, table.id, table.match)
        return replace(table, match=replace(table.match, id=key))

    async def _insert_match(self, connection: AsyncConnection, table: str, match: MatchRecord) -> int:
        row = {
            "table_id": table,
            "number": match.number,
            "ruleset": match.ruleset,
            "data": match.data,
            "secret_seed": match.secret.seed,
            "secret_nonce": match.secret.nonce,
            "practice_seed": None if match.practice_seed is None else str(match.practice_seed),
            "fairness": match.fairness,
            "attempt": match.attempt,
            "made_with": match.made_with,
        }
        key: int = (await connection.execute(insert(matches).values(row).returning(matches.c.id))).scalar_one()
        return key

    async def load(self, table: str) -> TableRecord | None:
        """A table with its seats and its current match."""
        if not _is_id(table):
            return None
        async with self.transaction() as connection:
            row = (await connection.execute(select(tables).where(tables.c.id == table))).one_or_none()
            if row is None:
                return None
            chairs = select(seats).where(seats.c.table_id == table).order_by(seats.c.seat)
            sitting = (await connection.execute(chairs)).all()
            last = select(matches).where(matches.c.table_id == table).order_by(matches.c.number.desc()).limit(1)
            match = (await connection.execute(last)).one()
        fields = row._asdict()
        deck = _deck(fields.pop("deck"))
        seated = tuple(_seat(one) for one in sitting)
        return TableRecord(**fields, deck=deck, seats=seated, match=_match(match, row.players, deck))

    async def match(self, table: str, number: int) -> MatchRecord | None:
        """A match of a table, by its number."""
        if not (_is_id(table) and 0 < number < MAX_NUMBER):
            return None
        query = (
            select(matches, tables.c.players, tables.c.deck)
            .join(tables)
            .where(matches.c.table_id == table, matches.c.number == number)
        )
        async with self.transaction() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else _match(row, row.players, _deck(row.deck))

    async def last_moved(self, match: int) -> float | None:
        """When the last entry of a match was written."""
        async with self.transaction() as connection:
            found: float | None = await connection.scalar(
                select(func.max(entries.c.at)).where(entries.c.match_id == match)
            )
        return found

    # ------------------------------------------------------------ seats
    async def sit(self, table: str, wanted: int | None, name: str, token: str) -> int | None:
        """Seat a person on an open seat (the wanted one, or the first); return its number, or None if it is taken."""
        async with self.writing(table) as connection:
            open_seats = select(seats.c.seat).where(seats.c.table_id == table, seats.c.kind == "open")
            for seat in sorted(int(one) for one in (await connection.execute(open_seats)).scalars()):
                if wanted in (None, seat) and await self._take(connection, table, seat, name, token):
                    return seat
        return None

    async def _take(self, connection: AsyncConnection, table: str, seat: int, name: str, token: str) -> bool:
        taken = await connection.execute(
            update(seats)
            .where(seats.c.table_id == table, seats.c.seat == seat, seats.c.kind == "open")
            .values(kind="person", name=name, token=token, sat_at=time.time())
        )
        return taken.rowcount == 1

    async def change_seat(self, table: str, seat: int, **values: Any) -> None:
        """Change columns of a seat. If somebody else sits there now, nothing that was pledged for it counts."""
        async with self.writing(table) as connection:
            waiting: list[int] = []
            if "kind" in values:
                values = {**shuffles.NOT_READY, **values}
                waiting = await shuffles.seats_changed(connection, table)
            here = (seats.c.table_id == table) & (seats.c.seat == seat)
            await connection.execute(update(seats).where(here).values(**values))
            for match in waiting:  # it may have been the last seat that was open
                await shuffles.advance(connection, match, time.time())

    async def revoke_links(self, table: str, *, kind: LinkKind | None = None, seat: int | None = None) -> int:
        """Revoke a table's links, or those of a kind, or those that a seat made; return how many there were."""
        return await self.links.revoke(table, time.time(), kind=kind, seat=seat)

    async def change_table(self, table: str, **values: Any) -> None:
        """Change columns of a table."""
        async with self.writing(table) as connection:
            await connection.execute(update(tables).where(tables.c.id == table).values(**values))

    async def change_host(self, table: str, before: int | None, host: int) -> bool:
        """Make a seat the host, and let it speak; False if somebody else became the host in the meantime."""
        async with self.writing(table) as connection:
            same = tables.c.host.is_(None) if before is None else tables.c.host == before
            changed = await connection.execute(update(tables).where(tables.c.id == table, same).values(host=host))
            if changed.rowcount == 1:
                here = (seats.c.table_id == table) & (seats.c.seat == host)
                await connection.execute(update(seats).where(here).values(muted=False))
        return changed.rowcount == 1

    # ------------------------------------------------------------ matches
    async def pledge(self, table: str, match: MatchRecord, seat: int, share: str, at: float) -> bool:
        """Keep a person's share, and fix all shares if it was the last one; False if it came too late."""
        async with self.writing(table) as connection:
            kept = await shuffles.pledge(connection, match.id, seat, share, match.attempt)
            await shuffles.advance(connection, match.id, at)
        return kept

    async def reveal(self, table: str, match: MatchRecord, seat: int, entropy: str, at: float) -> bool:
        """Keep a person's entropy, and deal if it was the last one; False if it does not fit a fixed share."""
        share = match.shuffle.share(seat, entropy)
        async with self.writing(table) as connection:
            kept = await shuffles.reveal(connection, match.id, seat, share, entropy)
            await shuffles.advance(connection, match.id, at)
        return kept

    async def advance_shuffle(self, table: str, match: MatchRecord, at: float) -> None:
        """Fix the shares or deal, if nothing is missing."""
        async with self.writing(table) as connection:
            await shuffles.advance(connection, match.id, at)

    async def restart_shuffle(self, table: str, match: MatchRecord) -> bool:
        """Start a shuffle over, with a new secret; False if somebody else did, or the cards were dealt."""
        async with self.writing(table) as connection:
            return await shuffles.restart(connection, match.id, match.attempt)

    async def renew_match(self, match: int, ruleset: int, data: str | None, made_with: str) -> None:
        """Let a match that has not begun be played under the rules of today."""
        async with self.transaction() as connection:
            waiting = (matches.c.id == match) & matches.c.started_at.is_(None)
            fresh = {"ruleset": ruleset, "data": data, "made_with": made_with}
            await connection.execute(update(matches).where(waiting).values(**fresh))

    async def end(self, table: str, match: int, at: float) -> None:
        """Note when a match ended. (Whether it is over follows from its entries.)"""
        async with self.writing(table) as connection:
            running = (matches.c.id == match) & matches.c.ended_at.is_(None)
            await connection.execute(update(matches).where(running).values(ended_at=at))

    async def add_match(self, table: str, match: MatchRecord) -> None:
        """Add the next match at a table. If two servers try at once, one succeeds."""
        try:
            async with self.writing(table) as connection:
                await self._insert_match(connection, table, match)
                fresh = {**shuffles.NOT_READY, "wants_rematch": False, "stand_in": None}
                fresh |= {"extra": 0.0, "thought": 0.0, "thought_at": -1}
                await connection.execute(update(seats).where(seats.c.table_id == table).values(**fresh))
        except IntegrityError:
            pass  # the other server's match is as good

    # ------------------------------------------------------------ chat
    async def add_chat(self, table: str, line: ChatRecord, *, after: int = 0, first: int = 0) -> list[ChatRecord]:
        """Store a line, which gets its number here, and delete those before `first`; return all lines `after` a number.

        Lines of a table are written one after the other, whichever server writes them. Their numbers are in the order
        of their commits, so whoever has read up to a number has read everything before it.
        """
        row = {"table_id": table, "seat": line.seat, "name": line.name, "text": line.text, "at": line.at}
        async with self.writing(table, "chat") as connection:
            await connection.execute(select(tables.c.id).where(tables.c.id == table).with_for_update(key_share=True))
            number = (await connection.execute(insert(chat).values(row).returning(chat.c.number))).scalar_one()
            await connection.execute(delete(chat).where(chat.c.table_id == table, chat.c.number < first))
            before = await self._read_chat(connection, table, after, number)
        return [*before, replace(line, number=number)]

    async def chat(self, table: str, after: int = 0) -> list[ChatRecord]:
        """The latest lines of chat, in order."""
        async with self.transaction() as connection:
            return await self._read_chat(connection, table, after)

    async def _read_chat(
        self, connection: AsyncConnection, table: str, after: int, before: int | None = None
    ) -> list[ChatRecord]:
        query = select(chat).where(chat.c.table_id == table, chat.c.number > after)
        if before is not None:
            query = query.where(chat.c.number < before)
        rows = (await connection.execute(query.order_by(chat.c.number.desc()).limit(CHAT_KEPT))).all()
        return [ChatRecord(row.number, row.seat, row.name, row.text, row.at) for row in reversed(rows)]

    # ------------------------------------------------------------ the audit log
    async def audit(self, who: str, action: str, table: str | None, **details: Any) -> None:
        """Note what a host (`seat 0`) or an administrator did. Details are numbers and codes, never names or chat."""
        row = {"at": time.time(), "who": who, "action": action, "table_id": table, "details": details}
        async with self.writing() as connection:
            await connection.execute(insert(audit).values(row))

    async def is_well(self) -> bool:
        """Whether a move could be stored now: what was written a moment ago shows it, or else a probe."""
        if self._outage.is_down:
            return False
        return time.monotonic() - self._wrote_at < WELL_FOR or await self._probe()


# ---------------------------------------------------------------- rows


def _entry_row(entry: Entry) -> dict[str, Any]:
    row = asdict(entry)
    row["match_id"] = row.pop("match")
    row["moves"] = list(entry.moves)
    return row


def _entry(row: Row[Any]) -> Entry:
    fields = row._asdict()
    return Entry(match=fields.pop("match_id"), moves=tuple(fields.pop("moves")), **fields)


def _seat(row: Row[Any]) -> SeatRecord:
    fields = row._asdict()
    del fields["table_id"]
    return SeatRecord(**fields)


def _deck(stored: dict[str, str] | None) -> Deck | None:
    return None if stored is None else Deck.from_data(stored)


def _match(row: Row[Any], players: int, deck: Deck | None) -> MatchRecord:
    entropy = None if row.entropy is None else tuple(row.entropy)
    assert entropy is None or len(entropy) == players
    return MatchRecord(
        id=row.id,
        table=row.table_id,
        number=row.number,
        ruleset=row.ruleset,
        data=row.data,
        secret=Secret(row.secret_seed, row.secret_nonce, deck_digest(deck)),
        practice_seed=None if row.practice_seed is None else int(row.practice_seed),
        entropy=entropy,
        started_at=row.started_at,
        ended_at=row.ended_at,
        fairness=row.fairness,
        shares=None if row.shares is None else tuple(row.shares),
        attempt=row.attempt,
        made_with=row.made_with,
    )


# ---------------------------------------------------------------- opening


def _is_id(table: str) -> bool:
    """Whether something may be the id of a table. PostgreSQL refuses some characters, so nothing else is asked for."""
    return re.fullmatch(r"[A-Za-z0-9_-]{1,40}", table) is not None


def keepalive() -> dict[str, str]:
    """Settings with which PostgreSQL notices that a server is gone, and releases what it held."""
    seconds = max(1, round(3 * outage.TIMEOUT))
    return {
        "tcp_keepalives_idle": str(seconds),
        "tcp_keepalives_interval": "5",
        "tcp_keepalives_count": "3",
        "tcp_user_timeout": str(1000 * seconds),
        "idle_in_transaction_session_timeout": str(1000 * seconds),
    }


def _pool() -> dict[str, Any]:
    """How connections to PostgreSQL are kept."""
    return {
        "pool_size": 5,
        "pool_timeout": outage.TIMEOUT,
        "pool_recycle": 3600,
        "connect_args": {"timeout": outage.TIMEOUT, "server_settings": keepalive()},
    }


def address_of(url: str) -> Any:
    """The URL of a store, with the driver that we use."""
    if "://" not in url:
        url = f"sqlite:///{url}"
    try:
        address = make_url(url)
    except ArgumentError:
        raise StoreRefused(f"{_without_password(url)!r} is not a store: {_EXPECTED}") from None
    kind = address.drivername.partition("+")[0]
    if kind not in DRIVERS or (kind == "sqlite" and address.database in (None, "", ":memory:")):
        raise StoreRefused(f"{_without_password(url)!r} is not a store: {_EXPECTED}")
    return address.set(drivername=DRIVERS[kind])


_EXPECTED = "expected the path of a file (for SQLite), or postgresql://USER:PASSWORD@HOST/DATABASE"


def _without_password(url: str) -> str:
    scheme, marker, rest = url.partition("://")
    return f"{scheme}://...@{rest.rpartition('@')[2]}" if marker and "@" in rest else url


def _lock_file(path: str) -> filelock.BaseFileLock:
    """Make sure that only one server uses an SQLite file: it would miss the changes of another one."""
    if Path(path).is_dir():  # said here: the driver would fail in a thread of its own, which outlives the event loop
        raise StoreRefused(f"cannot open the store {path}: it is a folder; name a file, such as {path}/tables.sqlite")
    lock = filelock.FileLock(f"{path}.lock")
    try:
        if Path(path).exists() and Path(path).stat().st_nlink > 1:
            raise StoreRefused(
                f"cannot open the store {path}: the file has more than one name (hard links), so another server could "
                f"use it without being noticed; remove the other names, or use a copy"
            )
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except filelock.Timeout:
        raise StoreRefused(
            f"another server is using the store {path}: stop it, choose another file with --store, or use PostgreSQL, "
            f"which several servers can share"
        ) from None
    except OSError as problem:
        raise StoreRefused(f"cannot open the store {path} ({problem.strerror})") from None
    return lock


def _check_foreign(connection: Connection) -> None:
    """Refuse a database that holds something else."""
    found = inspect(connection).get_table_names()
    if found and "alembic_version" not in found:
        raise StoreRefused(f"it is a database of another program (it has the table {found[0]!r}); name another one")


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    """Use a write-ahead log, so that readers never wait, and sync every commit, so that nothing told is ever lost."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
