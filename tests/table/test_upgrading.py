"""An upgrade cannot hurt: whenever it ends, the store has its old form or its new one, and there is a way back."""

from __future__ import annotations

import asyncio
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, MetaData, inspect, select, text

from tests.sweeps import sample
from weatherdeck.table.store.store import Store

from .crashes import Crasher
from .postgres import create_database
from .test_migrations import FORMS, migrate, open_engine, write_old_store

SIGKILL = 9
STARTS: list[str | None] = [None, *FORMS]
"""What is there before a start: nothing, or a store of any form."""


@pytest.fixture(scope="module")
def crasher() -> Iterator[Crasher]:
    with Crasher() as process:
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
        await (await Store.open(store)).close()

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
