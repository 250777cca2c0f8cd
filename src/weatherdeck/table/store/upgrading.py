"""What brings a store into another form: the upgrade at a server's start, and a backup that is restored.

Both happen in one transaction, and what the store holds until then is kept in a backup first. It is read back before
anything changes, lies beside an SQLite file or in a folder that the host names, and the last three are kept.
"""

from __future__ import annotations

import filecmp
import logging
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import MetaData, Table, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from . import migrations, outage
from .backup import NOT_RESTORED, backup, continue_numbers, copy_rows, migrated_copy, reflected
from .opening import StoreRefused, address_of, open_to_serve
from .operations import GONE_AFTER

LOG = logging.getLogger("weatherdeck.store")
KEPT = 3
"""How many of these backups are kept; the oldest go."""
NO_BACKUP = "none"
"""What a host says instead of a folder to do without."""


@dataclass
class Upgrade:
    """Gives a store the form of this version. If it fails, `way_back` says what to do."""

    url: str
    backups: str | None = None
    """A folder, `none`, or None for the place beside an SQLite file."""
    way_back: str = ""

    async def __call__(self, connection: AsyncConnection) -> None:
        """Migrate what is there, after a backup."""
        found = await connection.run_sync(migrations.form)
        if found is None or not await connection.run_sync(migrations.is_behind):
            await connection.run_sync(migrations.run)  # makes the tables of a new store
            return
        file = await keep(self.url, self.backups, found)
        self.way_back = (
            f". This was its upgrade from form {found} to {migrations.newest()}. It is as it was: to go back, start "
            f"the version of weatherdeck that it had" + (f". A backup is in {file}" if file else "")
        )
        try:
            await connection.run_sync(migrations.run)
        except outage.FAILURES:
            raise
        except Exception as problem:
            raise StoreRefused(outage.reason(problem)) from problem
        about = {"before": found, "after": migrations.newest(), "backup": str(file or NO_BACKUP)}
        LOG.info("the store is upgraded", extra=about)


@dataclass
class Replacement:
    """Puts the rows of a backup in the place of all that a store holds; `counts` has their number by table."""

    url: str
    source: AsyncConnection
    replace: bool
    backups: str | None
    counts: dict[str, int]
    way_back = ""

    async def __call__(self, connection: AsyncConnection) -> None:
        """Make the tables anew, and fill them."""
        present = await connection.run_sync(reflected)
        if await _holds_something(connection, present):
            if not self.replace:
                raise StoreRefused(
                    "it is not empty: restore the backup into a new one, or say --replace to replace all that it holds"
                )
            await _check_unused(connection, present)
            form = await connection.run_sync(migrations.form)
            await keep(self.url, self.backups, form or "unknown", prune=False)  # perhaps it is one that is restored
        await connection.run_sync(present.drop_all)
        await connection.run_sync(migrations.run)
        for table in (await connection.run_sync(reflected)).sorted_tables:
            if table.name in NOT_RESTORED or table.name == migrations.TABLE:
                continue
            self.counts[table.name] = await copy_rows(self.source, connection, table)
            await continue_numbers(connection, table)


async def restore(file: Path, url: str, *, replace: bool = False, backups: str | None = None) -> dict[str, int]:
    """Copy a backup into a store of either kind; return the number of rows of each table.

    What a store holds already is only replaced if that is asked for, and a backup of it is made first.
    """
    async with migrated_copy(file) as source:
        replacement = Replacement(url, source, replace, backups, {})
        engine, lock = await open_to_serve(url, replacement)
        await engine.dispose()
        if lock is not None:
            lock.release()
    return replacement.counts


async def keep(url: str, backups: str | None, form: str, *, prune: bool = True) -> Path | None:
    """Back a store up before it is changed; the file. None if the host does without."""
    if backups == NO_BACKUP:
        return None
    folder, name = _place(url, backups)
    earlier = sorted(folder.glob(f"{name}.*.backup"))
    new = folder / f"{name}.new"
    try:
        new.unlink(missing_ok=True)  # of an upgrade that was killed
        await backup(url, new)
        if earlier and filecmp.cmp(earlier[-1], new, shallow=False):  # the upgrade is tried again
            new.unlink()
            return earlier[-1]
        at = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        file = new.replace(folder / f"{name}.{at}.form-{form}.backup")
    except (OSError, StoreRefused) as problem:
        new.unlink(missing_ok=True)
        raise StoreRefused(
            f"there is no backup of it, so nothing was changed: {problem}. Name another folder with --backups FOLDER, "
            f"or say --backups {NO_BACKUP} to do without"
        ) from None
    for old in earlier[: 1 - KEPT] if prune else ():
        old.unlink(missing_ok=True)
    LOG.info("the store was backed up before it is changed", extra={"file": str(file)})
    return file


def _place(url: str, backups: str | None) -> tuple[Path, str]:
    """The folder for the backups of a store, and how their names begin."""
    address = address_of(url)
    store = Path(address.database or "store")
    is_file = address.get_backend_name() == "sqlite"
    if backups is None and not is_file:
        raise StoreRefused(
            f"it has to be changed, and there is no place for a backup: name a folder with --backups FOLDER, or say "
            f"--backups {NO_BACKUP} if you have made a backup yourself"
        )
    folder = store.resolve().parent if backups is None else Path(backups)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise StoreRefused(f"there can be no backups in {folder}: {problem.strerror}") from None
    return folder, store.name


async def _holds_something(connection: AsyncConnection, present: MetaData) -> bool:
    return any([await _rows(connection, one) for one in present.sorted_tables if one.name != migrations.TABLE])


async def _rows(connection: AsyncConnection, table: Table) -> int:
    return int(await connection.scalar(select(func.count()).select_from(table)) or 0)


async def _check_unused(connection: AsyncConnection, present: MetaData) -> None:
    """Refuse to replace what servers use. (Of an SQLite file, they would hold the lock.)"""
    servers = present.tables.get("servers")
    if connection.dialect.name == "sqlite" or servers is None:
        return
    seen = await connection.scalar(select(func.max(servers.c.seen_at)))
    if seen is not None and time.time() - seen < GONE_AFTER:
        raise StoreRefused("servers use it ('weatherdeck admin servers' lists them): stop them first")
