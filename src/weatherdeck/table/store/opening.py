"""Opens a store by its URL: which database it is, whether it is ours, and that no other server uses an SQLite file."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, Protocol

import filelock
from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ...errors import Problem
from ...extras import need
from . import migrations, outage

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
PROBES = {
    "sqlite": "PRAGMA user_version = 1",  # writes the first page of the file
    "postgresql": "SELECT txid_current()",  # uses up a transaction number, so that the commit is written to disk
}
"""Statements that write something tiny: a store that answers them can store moves."""
CONNECTIONS = 10
"""Connections to PostgreSQL that a server keeps, and never exceeds: opening one takes longer than a move."""

SQLITE_FILE = b"SQLite format 3\0"
"""How every file of SQLite begins; an empty one becomes a database."""
_EXPECTED = "expected the path of a file (for SQLite), or postgresql://USER:PASSWORD@HOST/DATABASE"


class StoreRefused(Problem):
    """A store that cannot be opened."""


class Preparation(Protocol):
    """What is done to a store when it is opened, in one transaction."""

    way_back: str  # what to do if it failed

    async def __call__(self, connection: AsyncConnection) -> None:
        """Give the store its form."""
        ...


async def open_to_serve(url: str, prepare: Preparation) -> tuple[AsyncEngine, filelock.BaseFileLock | None]:
    """The database for a server, prepared if needed, and the lock of its file."""
    address, lock = address_of(url), None
    if address.drivername == DRIVERS["sqlite"]:
        address = address.set(database=_resolved(address.database or ""))  # one store, whatever leads to it
        _check_file(address.database or "")
        lock = _lock_file(address.database or "")
    engine = create_async_engine(address, **(_pool() if lock is None else {}))
    if lock is not None:
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_check_foreign)
            await connection.run_sync(migrations.begin)
            await prepare(connection)
            await connection.execute(text(PROBES[engine.dialect.name]))  # it can be written, too
    except (*outage.FAILURES, sqlite3.Error, StoreRefused) as problem:
        await engine.dispose()
        if lock is not None:
            lock.release()
        reason = str(problem) if isinstance(problem, StoreRefused) else outage.reason(problem)
        raise StoreRefused(f"cannot open the store {without_password(url)}: {reason}{prepare.way_back}") from None
    return engine, lock


async def open_to_administer(url: str) -> AsyncEngine:
    """The database as it is: servers may be using it, so there is no lock and no migration."""
    address = address_of(url)
    is_file = address.drivername == DRIVERS["sqlite"]
    if is_file and not Path(address.database or "").is_file():
        raise StoreRefused(f"there is no store {url}: name the one that the server uses with --store")
    if is_file:
        _check_file(address.database or "")
    engine = create_async_engine(address)
    if is_file:
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    try:
        async with engine.connect() as connection:
            current = await connection.run_sync(migrations.is_current)
    except (OSError, DatabaseError, sqlite3.Error) as problem:
        await engine.dispose()
        reason = str((problem.orig if isinstance(problem, DatabaseError) else None) or problem)
        raise StoreRefused(f"cannot open the store {without_password(url)}: {reason}") from None
    if not current:
        await engine.dispose()
        raise StoreRefused(
            f"the store {without_password(url)} is not of this version of weatherdeck: use the version that the "
            f"server has, or start this version's server once, which migrates the store"
        )
    return engine


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
        "pool_size": CONNECTIONS,
        "max_overflow": 0,
        "pool_timeout": outage.TIMEOUT,
        "pool_recycle": 3600,
        "connect_args": {"timeout": outage.TIMEOUT, "server_settings": keepalive()},
    }


def address_of(url: str) -> URL:
    """The URL of a store, with the driver that we use."""
    if "://" not in url:
        url = f"sqlite:///{url}"
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreRefused(f"{without_password(url)!r} is not a store: {_EXPECTED}") from None
    kind = address.drivername.partition("+")[0]
    if kind not in DRIVERS or (kind == "sqlite" and address.database in (None, "", ":memory:")):
        raise StoreRefused(f"{without_password(url)!r} is not a store: {_EXPECTED}")
    if kind != "sqlite":
        need("postgres", "a store in PostgreSQL")
    return address.set(drivername=DRIVERS[kind])


def without_password(url: str) -> str:
    """A store's address as it may be shown."""
    scheme, marker, rest = url.partition("://")
    login, at, host = rest.rpartition("@")
    return f"{scheme}://{login.partition(':')[0]}{at}{host}" if marker else url


def _resolved(path: str) -> str:
    """The file itself, without links."""
    try:
        return str(Path(path).resolve())
    except (OSError, RuntimeError, ValueError) as problem:
        raise StoreRefused(f"cannot open the store {path!r}: {problem}") from None


def _check_file(path: str) -> None:
    """Refuse a file of another kind. The driver would find out late, in a thread of its own."""
    try:
        with Path(path).open("rb") as file:
            start = file.read(len(SQLITE_FILE))
    except OSError:
        return  # it is not there yet, or the driver says why it cannot be used
    if start and start != SQLITE_FILE:
        raise StoreRefused(f"cannot open the store {path}: it is not an SQLite database; name another file")


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
    if found and not {migrations.TABLE, "tables", "matches"} <= {*found}:
        raise StoreRefused(f"it is a database of another program (it has the table {found[0]!r}); name another one")


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    """Use a write-ahead log, so that readers never wait, and sync every commit, so that nothing told is ever lost."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
