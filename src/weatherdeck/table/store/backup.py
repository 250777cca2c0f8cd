"""Backups: a consistent copy of a store in one SQLite file, taken while servers use the store.

Which tables there are is read from the store, so that none of any form is forgotten. `upgrading.py` has the way back.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from sqlalchemy import JSON, Connection, MetaData, Table, event, func, insert, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from . import migrations
from .opening import DRIVERS, StoreRefused, address_of

CHUNK = 500
"""Rows that are copied at a time."""
NOT_RESTORED = frozenset({"servers"})
"""Tables about the servers that were running, which are not those that use the restored store."""


async def backup(url: str, file: Path) -> dict[str, int]:
    """Copy a store into a new SQLite file; return the number of rows of each table. Servers are not kept waiting."""
    address = address_of(url)
    if file.exists():
        raise StoreRefused(f"{file} exists already: name a new file for the backup")
    part = file.with_name(f"{file.name}.part")
    _make_private(part)
    try:
        if address.drivername == DRIVERS["sqlite"]:
            _copy_sqlite(Path(address.database or ""), part)
        else:
            await _copy_postgresql(address, part)
        _check_backup(part)
        _sync(part)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return _counts(file)


# ---------------------------------------------------------------- SQLite


def _copy_sqlite(source: Path, part: Path) -> None:
    if not source.is_file():
        raise StoreRefused(f"there is no store {source} to back up")
    try:
        opened = closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True))
        with opened as store, closing(sqlite3.connect(part)) as copy:
            store.backup(copy)  # in one step: a snapshot of the write-ahead log, which blocks nobody
            copy.execute("PRAGMA journal_mode=DELETE")
            copy.execute("SELECT count(*) FROM alembic_version").fetchone()
    except sqlite3.Error as problem:
        raise StoreRefused(f"cannot back up {source}: {problem}") from None


def _make_private(file: Path) -> None:
    """Make an empty file that only its owner can read: a store holds the secrets of matches in progress."""
    try:
        file.unlink(missing_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as problem:
        raise StoreRefused(f"cannot write {file} ({problem.strerror})") from None


def _counts(file: Path) -> dict[str, int]:
    with closing(sqlite3.connect(file)) as copy:
        found = copy.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        tables = [name for (name,) in found if name != migrations.TABLE and not name.startswith("sqlite_")]
        return {name: copy.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in tables}


def _sync(file: Path) -> None:
    with file.open("rb") as done:
        os.fsync(done.fileno())


def _check_backup(file: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            copy.execute("SELECT version_num FROM alembic_version").fetchone()
            (found,) = copy.execute("PRAGMA integrity_check").fetchone()  # reads every row
    except (OSError, sqlite3.Error) as problem:
        raise StoreRefused(f"{file} is not a backup of a store: {problem}") from None
    if found != "ok":
        raise StoreRefused(f"the backup {file} is damaged: {found}")


@asynccontextmanager
async def migrated_copy(file: Path) -> AsyncIterator[AsyncConnection]:
    """A copy of a backup in today's form; the backup itself stays as it is."""
    _check_backup(file)
    with tempfile.TemporaryDirectory(prefix="weatherdeck-") as folder:
        copy = Path(folder) / "copy.sqlite"
        _make_private(copy)
        _copy_sqlite(file, copy)
        engine = _engine_of_copy(copy)
        try:
            async with engine.begin() as connection:
                await connection.run_sync(migrations.run)
            async with engine.connect() as connection:
                yield connection
        finally:
            await engine.dispose()


def _engine_of_copy(file: Path) -> AsyncEngine:
    """The database of a copy. It does not wait for the disk: what is kept is synced as a whole when it is complete."""
    engine = create_async_engine(f"{DRIVERS['sqlite']}:///{file}")
    event.listen(engine.sync_engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))
    return engine


# ---------------------------------------------------------------- PostgreSQL


async def _copy_postgresql(address: Any, part: Path) -> None:
    engine = create_async_engine(address, connect_args={"timeout": 10})
    copy = _engine_of_copy(part)
    try:
        async with engine.connect() as connection, copy.begin() as target:
            # One snapshot for all tables, whatever the servers write meanwhile.
            source = await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            await target.run_sync(migrations.run, await _known_form(source))
            for table in (await target.run_sync(reflected)).sorted_tables:
                if table.name != migrations.TABLE:
                    await copy_rows(source, target, table)
    except (OSError, DBAPIError) as problem:
        cause = (problem.orig if isinstance(problem, DBAPIError) else None) or problem
        raise StoreRefused(f"cannot back up the store: {cause}") from None
    finally:
        await engine.dispose()
        await copy.dispose()


async def _known_form(source: AsyncConnection) -> str:
    form = await source.run_sync(migrations.form)
    if form is None or form > migrations.newest():
        raise StoreRefused(f"it has form {form}, which a newer version of weatherdeck made: back it up with that one")
    return form


# ---------------------------------------------------------------- rows


def reflected(connection: Connection) -> MetaData:
    """The tables that a store has. An empty JSON column stays empty, instead of holding `null`."""
    found = MetaData()
    found.reflect(connection)
    for table in found.tables.values():
        for column in table.columns:
            if isinstance(column.type, JSON):
                column.type = JSON(none_as_null=True)
    return found


async def copy_rows(source: AsyncConnection, target: AsyncConnection, table: Table) -> int:
    """Copy all rows of a table, which both have; how many there are."""
    copied = 0
    async with source.stream(select(table).order_by(*table.primary_key.columns)) as rows:
        async for chunk in rows.partitions(CHUNK):
            await target.execute(insert(table), [row._asdict() for row in chunk])
            copied += len(chunk)
    return copied


async def continue_numbers(connection: AsyncConnection, table: Table) -> None:
    """Let PostgreSQL number new rows after the restored ones."""
    column = table.autoincrement_column
    if column is not None and connection.dialect.name != "sqlite":
        sequence = text("SELECT setval(pg_get_serial_sequence(:name, :column), :last, :used)")
        last = await connection.scalar(select(func.max(column)))
        values = {"name": table.name, "column": column.name, "last": last or 1, "used": last is not None}
        await connection.execute(sequence, values)
