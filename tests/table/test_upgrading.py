"""An upgrade cannot hurt: whenever it ends, the store has its old form or its new one, and there is a way back."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, MetaData, inspect, select, text

from tests.sweeps import sample
from weatherdeck.cli import main
from weatherdeck.table.store.backup import backup
from weatherdeck.table.store.opening import StoreRefused
from weatherdeck.table.store.store import Store
from weatherdeck.table.store.upgrading import KEPT, NO_BACKUP, keep, restore
from weatherdeck.table.wire import messages as m

from .clients import Client, make_table
from .crashes import Crasher
from .postgres import create_database
from .servers import serving
from .test_migrations import FORMS, OLDER, migrate, open_engine, write_old_store
from .test_store import table_record

SIGKILL = 9
STARTS: list[str | None] = [None, *FORMS]
"""What is there before a start: nothing, or a store of any form."""


@pytest.fixture(scope="module")
def crasher(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crasher]:
    with Crasher(tmp_path_factory.mktemp("backups")) as process:
        yield process


def dump(store: str) -> dict[str, Any]:
    """All that a store holds: its tables with their columns and rows. SQLite finds no fault in its file."""

    def read(connection: Connection) -> dict[str, Any]:
        if connection.dialect.name == "sqlite":
            assert connection.scalar(text("PRAGMA integrity_check")) == "ok"
        found = MetaData()
        found.reflect(connection)
        columns = {name: str(inspect(connection).get_columns(name)) for name in found.tables}
        rows = {name: sorted(map(str, connection.execute(select(table)))) for name, table in found.tables.items()}
        return {"columns": columns, "rows": rows}

    async def opened() -> dict[str, Any]:
        engine = open_engine(store)
        async with engine.connect() as connection:
            held = await connection.run_sync(read)
        await engine.dispose()
        return held

    return asyncio.run(opened())


def reopen(store: str) -> None:
    """Start with the store once more."""

    async def start() -> None:
        await (await Store.open(store, NO_BACKUP if "://" in store else None)).close()

    asyncio.run(start())


def places(crasher: Crasher, sweep: str, stores: dict[str | None, str]) -> list[tuple[str | None, int]]:
    """Every place to be killed at while a store of any form is opened; in `make test`, some of them."""
    counts = {form: crasher.open(store).places for form, store in stores.items()}
    every = [(form, place) for form, count in counts.items() for place in range(count)]
    last = counts[FORMS[0]] - 1
    return sample(sweep, every, always=[(FORMS[0], 0), (FORMS[0], last // 2), (FORMS[0], last)])


async def write(store: str, form: str | None) -> None:
    """A store in one of its forms, or an empty one."""
    if form is not None:
        await write_old_store(store)
        await migrate(store, form)


def test_a_store_whose_upgrade_is_killed_is_whole_and_has_its_old_form_or_the_new_one(
    crasher: Crasher, tmp_path: Path
) -> None:
    old, new = ({form: tmp_path / f"{name}-{form}" / "tables.sqlite" for form in STARTS} for name in ("old", "new"))
    for form, path in old.items():
        path.parent.mkdir()
        path.touch()
        asyncio.run(write(str(path), form))
        shutil.copytree(path.parent, new[form].parent)
    for form, place in places(crasher, "upgrades killed", {form: str(path) for form, path in new.items()}):
        store = tmp_path / "killed" / "tables.sqlite"
        shutil.rmtree(store.parent, ignore_errors=True)
        shutil.copytree(old[form].parent, store.parent)
        assert crasher.open(str(store), kill_at=place).signal == SIGKILL
        assert dump(str(store)) in (dump(str(old[form])), dump(str(new[form]))), (form, place)
        reopen(str(store))
        assert dump(str(store)) == dump(str(new[form])), (form, place)


def test_the_same_holds_in_postgresql(crasher: Crasher, postgres_server: str) -> None:
    mark = secrets.token_hex(4)
    starts = (None, FORMS[0])  # with each of them, every migration is run; databases are slow to make
    old, new = ({form: f"{name}_{form}_{mark}" for form in starts} for name in ("old", "new"))
    stores = dict[str | None, str]()
    for form in starts:
        asyncio.run(write(create_database(postgres_server, old[form]), form))
        stores[form] = create_database(postgres_server, new[form], old[form])
    for form, place in places(crasher, "upgrades killed in PostgreSQL", stores):
        store = create_database(postgres_server, f"killed_{form}_{place}_{mark}", old[form])
        assert crasher.open(store, kill_at=place).signal == SIGKILL
        assert dump(store) in (dump(f"{postgres_server}/{old[form]}"), dump(stores[form])), (form, place)
        reopen(store)
        assert dump(store) == dump(stores[form]), (form, place)


# ---------------------------------------------------------------- the backup before
def kept(folder: Path) -> list[Path]:
    """The backups in a folder, the oldest first. There is nothing half-written beside them."""
    assert not [*folder.glob("*.part"), *folder.glob("*.new")]
    return sorted(folder.glob("*.backup"))


@pytest.mark.parametrize("form", OLDER)
async def test_a_running_match_in_a_store_of_any_form_is_backed_up_and_played_on(
    empty_store: str, form: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await write_old_store(empty_store)
    await migrate(empty_store, form)
    old = await asyncio.to_thread(dump, empty_store)
    with caplog.at_level("INFO", "weatherdeck.store"):
        await (await Store.open(empty_store, str(tmp_path / "backups"))).close()
    (backup,) = kept(tmp_path / "backups")
    assert f".form-{form}." in backup.name
    assert (await asyncio.to_thread(dump, str(backup)))["rows"].keys() == old["rows"].keys()
    assert str(backup) in [getattr(record, "file", None) for record in caplog.records]
    restored = tmp_path / "restored.sqlite"
    await restore(backup, str(restored))
    for store in (empty_store, str(restored)):
        async with serving(store) as base, AsyncExitStack() as stack:
            clients = [await stack.enter_async_context(Client(base, "old", f"token-{seat}")) for seat in range(4)]
            mover = next(client for client in clients if client.my_turn)
            assert mover.position is not None
            assert isinstance(await mover.move(mover.position.choices[0].move), m.Stepped)


async def test_the_last_three_backups_are_kept_and_an_equal_one_is_not_made_again(tmp_path: Path) -> None:
    store = str(tmp_path / "tables.sqlite")
    await write_old_store(store)
    made = []
    for number in range(KEPT + 2):
        with closing(sqlite3.connect(store)) as connection, connection:
            connection.execute("UPDATE seats SET name = ?", (f"P{number}",))
        made.append(await keep(store, None, "0001"))
        assert await keep(store, None, "0001") == made[-1], "an upgrade that is tried again"
    assert kept(tmp_path) == made[-KEPT:]
    assert [file.stat().st_mode & 0o077 for file in kept(tmp_path)] == [0] * KEPT


async def test_postgresql_is_upgraded_only_with_a_place_for_the_backup_or_a_word_that_none_is_wanted(
    empty_postgres: str, tmp_path: Path
) -> None:
    await write_old_store(empty_postgres)
    old = await asyncio.to_thread(dump, empty_postgres)
    with pytest.raises(StoreRefused, match=r"no place for a backup: name a folder .* or say --backups none"):
        await Store.open(empty_postgres)
    (tmp_path / "file").touch()
    with pytest.raises(StoreRefused, match="there can be no backups in"):
        await Store.open(empty_postgres, str(tmp_path / "file"))
    assert await asyncio.to_thread(dump, empty_postgres) == old
    await (await Store.open(empty_postgres, NO_BACKUP)).close()
    assert await asyncio.to_thread(dump, empty_postgres) != old
    await (await Store.open(empty_postgres)).close()  # nothing is left to change


async def test_an_upgrade_that_fails_changes_nothing_and_says_how_to_go_back(empty_store: str, tmp_path: Path) -> None:
    await migrate(empty_store, FORMS[-2])
    engine = open_engine(empty_store)
    async with engine.begin() as connection:  # what the last upgrade adds is there already
        await connection.execute(text("ALTER TABLE seats ADD COLUMN hints BOOLEAN"))
    await engine.dispose()
    old = await asyncio.to_thread(dump, empty_store)
    for _attempt in range(2):
        with pytest.raises(
            StoreRefused, match=r"It is as it was: to go back, start the version .* A backup is in "
        ) as said:
            await Store.open(empty_store, str(tmp_path / "backups"))
        (backup,) = kept(tmp_path / "backups")
        assert str(said.value).endswith(str(backup))
    assert await asyncio.to_thread(dump, empty_store) == old


SIZES = range(0, 240_000, 8_192)
"""Bytes beyond which no file grows, as on a full disk: none, up to more than an upgrade needs."""


def test_on_a_full_disk_the_store_is_as_it_was_and_nothing_is_left_behind(crasher: Crasher, tmp_path: Path) -> None:
    first = tmp_path / "first" / "tables.sqlite"
    first.parent.mkdir()
    asyncio.run(write_old_store(str(first)))
    old = dump(str(first))
    ends = set()
    for size in sample("upgrades on a full disk", SIZES, always=[SIZES[1], SIZES[6], SIZES[-1]]):
        store = tmp_path / f"full-{size}" / "tables.sqlite"
        shutil.copytree(first.parent, store.parent)
        ended = crasher.open(str(store), largest_file=size)
        held = dump(str(store))
        ends.add(bool(ended.refusal))
        if ended.refusal:
            assert held == old, size
            assert ended.refusal.startswith("StoreRefused: cannot open the store"), ended.refusal
            assert "Traceback" not in ended.refusal
        else:
            assert held != old
        if kept(store.parent) and ended.refusal:
            assert "It is as it was: to go back" in ended.refusal
        reopen(str(store))
        assert dump(str(store))["rows"]["alembic_version"] == [f"('{FORMS[-1]}',)"]
    assert ends == {True, False}


def test_an_archive_that_does_not_fit_leaves_postgresql_as_it_was(crasher: Crasher, postgres_server: str) -> None:
    store = create_database(postgres_server, f"full_{secrets.token_hex(4)}")
    asyncio.run(write_old_store(store))
    old = dump(store)
    ended = crasher.open(store, largest_file=SIZES[3])
    assert "there is no backup of it, so nothing was changed" in ended.refusal
    assert dump(store) == old


# ---------------------------------------------------------------- and back
async def test_a_backup_replaces_what_a_store_holds_only_if_that_is_said(store: str, tmp_path: Path) -> None:
    folder, before = tmp_path / "backups", tmp_path / "before.backup"
    opened = await Store.open(store)
    await opened.create(table_record("kept"))
    await opened.close()
    await backup(store, before)
    opened = await Store.open(store)
    await opened.create(table_record("later"))
    await opened.close()
    engine = open_engine(store)
    async with engine.begin() as connection:  # a newer version has used it
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        await connection.execute(text("CREATE TABLE newer (seat_of VARCHAR(40) REFERENCES tables (id))"))
        await connection.execute(text("INSERT INTO newer VALUES ('kept')"))
    await engine.dispose()
    old = await asyncio.to_thread(dump, store)
    with pytest.raises(StoreRefused, match=r"not empty: .*--replace"):
        await restore(before, store, backups=str(folder))
    assert await asyncio.to_thread(dump, store) == old
    aside = str(folder)
    if "://" in store:  # only the newer version knows how its rows are copied
        with pytest.raises(StoreRefused, match=r"a newer version .* back it up with that one"):
            await restore(before, store, replace=True, backups=aside)
        assert await asyncio.to_thread(dump, store) == old
        aside = NO_BACKUP
    assert (await restore(before, store, replace=True, backups=aside))["tables"] == 1
    now = await asyncio.to_thread(dump, store)
    assert "newer" not in now["rows"]
    assert now["rows"]["alembic_version"] == [f"('{FORMS[-1]}',)"]
    opened = await Store.open(store)
    assert await opened.load("kept") is not None
    assert await opened.load("later") is None
    await opened.close()
    if "://" not in store:
        (safe,) = kept(folder)  # of what was there
        assert (await asyncio.to_thread(dump, str(safe)))["rows"] == old["rows"]


async def test_what_servers_use_is_not_replaced(store: str, tmp_path: Path) -> None:
    await backup(store, tmp_path / "tables.backup")
    async with serving(store) as base:
        await make_table(base)
        with pytest.raises(StoreRefused, match=r"another server is using the store|servers use it"):
            await restore(tmp_path / "tables.backup", store, replace=True, backups=str(tmp_path))
    await restore(tmp_path / "tables.backup", store, replace=True, backups=str(tmp_path))


def test_the_command_asks_for_a_flag_and_the_audit_log_has_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, file = str(tmp_path / "tables.sqlite"), str(tmp_path / "tables.backup")
    asyncio.run(write_old_store(store))
    reopen(store)
    assert main(["admin", "backup", file, "--store", store]) == 0
    assert main(["admin", "restore", file, "--store", store]) == 2
    assert main(["admin", "restore", file, "--store", store, "--backups", "none"]) == 2
    assert "--backups has no effect here" in capsys.readouterr().err
    assert main(["admin", "restore", file, "--store", store, "--replace"]) == 0
    assert main(["admin", "audit", "--store", store]) == 0
    assert "restore" in capsys.readouterr().out
