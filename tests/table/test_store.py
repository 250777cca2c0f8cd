"""The store, of both kinds: no version twice, whole entries, one server for an SQLite file."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, inspect, select, text

from weatherdeck.table.fairness import Secret
from weatherdeck.table.play.tokens import hash_token, matches, new_id, new_token
from weatherdeck.table.store import opening
from weatherdeck.table.store.columns import METADATA, audit
from weatherdeck.table.store.opening import StoreRefused, without_password
from weatherdeck.table.store.outage import StoreDown
from weatherdeck.table.store.records import Entry, MatchRecord, SeatRecord, TableRecord
from weatherdeck.table.store.store import Store
from weatherdeck.table.store.turns import Turns

from .conftest import set_up_sqlite


def table_record(
    name: str = "t", seats: tuple[SeatRecord, ...] = (SeatRecord(seat=0, kind="open", name="North"),)
) -> TableRecord:
    return TableRecord(
        id=name,
        game="tradewinds",
        players=len(seats),
        options={},
        host=None,
        hints=True,
        undo=True,
        clock=None,
        created_at=time.time(),
        seats=seats,
        match=MatchRecord(table=name, number=1, ruleset=1, data=None, secret=Secret.new()),
    )


def entry(match: int, version: int, move: str = "a") -> Entry:
    return Entry(match=match, version=version, kind="move", seat=0, moves=(move, "b"), at=1.5)


async def test_what_is_stored_is_read_again_as_it_was(store: str) -> None:
    opened = await Store.open(store)
    made = await opened.create(table_record())
    assert await opened.load("t") == made
    assert await opened.append("t", entry(made.match.id, 1))
    assert await opened.entries(made.match.id) == [entry(made.match.id, 1)]
    await opened.advance_shuffle("t", made.match, 2.0)
    assert await opened.load("t") == made, "a seat is open"
    before = time.time()
    await opened.change_seat("t", 0, kind="bot")
    first = await opened.load("t")
    assert first is not None
    assert first.match.entropy == (None,)
    assert first.match.started_at is not None
    assert first.match.started_at >= before
    await opened.advance_shuffle("t", made.match, 3.0)
    assert await opened.load("t") == first, "a match begins once"
    await opened.close()


async def test_of_many_moves_for_one_version_exactly_one_is_stored(store: str) -> None:
    opened = await Store.open(store)
    made = await opened.create(table_record())
    for version in (1, 2, 3):
        moves = [entry(made.match.id, version, f"m{number}") for number in range(12)]
        taken = await asyncio.gather(*(opened.append("t", one) for one in moves))
        assert sum(taken) == 1
        stored = (await opened.entries(made.match.id, version - 1))[0]
        assert stored == moves[taken.index(True)]
    await opened.close()


async def test_those_who_write_to_sqlite_at_once_queue_and_none_fails(tmp_path: Path) -> None:
    opened = await Store.open(str(tmp_path / "tables.sqlite"))
    made = await opened.create(table_record())
    await opened.engine.dispose()

    @event.listens_for(opened.engine.sync_engine, "connect")
    def without_patience(connection: Any, _record: Any) -> None:
        connection.cursor().execute("PRAGMA busy_timeout=0")  # whoever would have to wait in SQLite fails at once

    await asyncio.gather(
        *(opened.create(table_record(f"t{number}")) for number in range(30)),
        *(opened.append("t", entry(made.match.id, version)) for version in range(1, 31)),
        *(opened.change_seat("t", 0, name=f"Anna {number}") for number in range(30)),
    )
    assert len(await opened.entries(made.match.id)) == 30
    await opened.close()


async def test_a_move_waits_for_one_transaction_however_many_others_wait() -> None:
    turns, done = Turns(1), []

    async def write(name: str, *, move: bool = False) -> None:
        async with turns.turn(move=move):
            await asyncio.sleep(0)
            done.append(name)

    async with turns.turn():
        others = [asyncio.create_task(write(f"table {number}")) for number in range(20)]
        await asyncio.sleep(0)
        moves = [asyncio.create_task(write(f"move {number}", move=True)) for number in range(3)]
        await asyncio.sleep(0)
        others[5].cancel()
    await asyncio.gather(*others, *moves, return_exceptions=True)
    assert done[:4] == ["move 0", "move 1", "move 2", "table 0"]
    assert len(done) == 22, "who is cancelled keeps nobody waiting"
    async with turns.turn():
        waiting = asyncio.create_task(write("given up"))
        await asyncio.sleep(0)
    waiting.cancel()  # its turn has come already
    await asyncio.gather(waiting, return_exceptions=True)
    await asyncio.wait_for(write("the next"), 10)


async def test_some_places_are_kept_for_moves_and_the_longest_wait_is_known() -> None:
    turns, done, may_end = Turns(3, kept=1), [], asyncio.Event()

    async def work(name: str, *, move: bool = False) -> None:
        async with turns.turn(move=move):
            done.append(name)
            await may_end.wait()

    assert turns.longest == 0.0
    tasks = [asyncio.create_task(work(f"table {number}")) for number in range(4)]
    await asyncio.sleep(0)
    assert done == ["table 0", "table 1"]
    tasks.append(asyncio.create_task(work("move", move=True)))
    await asyncio.sleep(0)
    assert done == ["table 0", "table 1", "move"]
    assert turns.longest > 0.0
    may_end.set()
    await asyncio.gather(*tasks)
    assert (len(done), turns.longest) == (5, 0.0)


async def test_two_servers_that_write_at_once_agree_on_who_was_first(postgres: str) -> None:
    one, other = await Store.open(postgres), await Store.open(postgres)
    made = await one.create(table_record())
    for version in range(1, 20):
        taken = await asyncio.gather(
            one.append("t", entry(made.match.id, version, "one")),
            other.append("t", entry(made.match.id, version, "other")),
        )
        assert sum(taken) == 1
    assert [one.version for one in await other.entries(made.match.id)] == list(range(1, 20))
    await one.close()
    await other.close()


async def test_of_servers_that_start_at_once_one_brings_the_store_up_to_date(empty_postgres: str) -> None:
    stores = await asyncio.gather(*(Store.open(empty_postgres) for _ in range(4)))
    assert all([await one.is_well() for one in stores])
    for one in stores:
        await one.close()


async def test_the_migrations_make_exactly_the_tables_that_are_declared(empty_store: str) -> None:
    opened = await Store.open(empty_store)
    async with opened.engine.connect() as connection:
        found = await connection.run_sync(
            lambda sync: {
                name: {column["name"]: column["nullable"] for column in inspect(sync).get_columns(name)}
                for name in inspect(sync).get_table_names()
                if name != "alembic_version"
            }
        )
    declared = {
        table.name: {column.name: bool(column.nullable) for column in table.columns} for table in METADATA.sorted_tables
    }
    assert found == declared
    await opened.close()


async def test_every_commit_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_set_up_sqlite", set_up_sqlite)
    opened = await Store.open(str(tmp_path / "tables.sqlite"))
    async with opened.engine.connect() as connection:
        assert (await connection.execute(text("PRAGMA synchronous"))).scalar_one() == 2, "full"
    await opened.close()


async def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    first = await Store.open(str(tmp_path / "tables"))
    with pytest.raises(StoreRefused, match="another server"):
        await Store.open(str(tmp_path / "tables"))
    await first.close()
    await (await Store.open(str(tmp_path / "tables"))).close()


@pytest.mark.parametrize("url", ["mysql://x/y", "sqlite://", "sqlite:///:memory:", "://"])
async def test_what_is_no_store_is_refused_with_what_was_expected(url: str) -> None:
    with pytest.raises(StoreRefused, match="expected the path"):
        await Store.open(url)


async def test_a_store_that_does_not_answer_is_refused_without_its_password() -> None:
    with pytest.raises(StoreRefused) as refused:
        await Store.open("postgresql://user:hunter2@127.0.0.1:1/x")
    assert "hunter2" not in str(refused.value)


def test_an_address_is_shown_without_its_password() -> None:
    assert without_password("postgresql://me:hunter2@host/db") == "postgresql://me@host/db"
    assert without_password("postgresql:///db") == "postgresql:///db"
    assert without_password("/home/me:you@x/t.sqlite") == "/home/me:you@x/t.sqlite"


def test_a_token_is_kept_as_a_hash_and_opens_nothing_else() -> None:
    token = new_token()
    assert token not in hash_token(token)
    assert matches(token, hash_token(token))
    assert not matches(new_token(), hash_token(token))
    assert not matches(token, None)
    assert len({new_id() for _ in range(100)}) == 100


async def test_what_a_host_did_is_written_to_the_audit_log(store: str) -> None:
    opened = await Store.open(store)
    await opened.audit("seat 0", "remove", "t1", seat=2, status="waiting")
    await opened.audit("admin", "drain", None)
    async with opened.engine.connect() as connection:
        rows = (await connection.execute(select(audit).order_by(audit.c.number))).all()
    assert [(row.who, row.action, row.table_id, row.details) for row in rows] == [
        ("seat 0", "remove", "t1", {"seat": 2, "status": "waiting"}),
        ("admin", "drain", None, {}),
    ]
    assert rows[0].at <= rows[1].at
    await opened.close()


async def refused(store: str) -> str:
    with pytest.raises(StoreRefused) as problem:
        await Store.open(store)
    assert "\n" not in str(problem.value)
    return str(problem.value)


async def test_a_file_that_is_not_a_database_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("this is not a database, but a text of some length" * 100)
    assert "not an SQLite database" in await refused(str(tmp_path / "text"))
    with sqlite3.connect(tmp_path / "other") as other:
        other.execute("CREATE TABLE recipes (name)")
    other.close()
    assert "another program" in await refused(str(tmp_path / "other"))


async def test_a_second_server_does_not_get_in_by_another_name_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "folder" / "tables")
    first = await Store.open(str(tmp_path / "link"))
    assert "another server" in await refused(str(tmp_path / "folder" / "tables"))
    assert "another server" in await refused(f"sqlite:///{tmp_path}/folder/../link")
    await first.close()
    (tmp_path / "hard").hardlink_to(tmp_path / "folder" / "tables")
    assert "hard links" in await refused(str(tmp_path / "hard"))


async def test_a_database_that_does_not_exist_is_refused_in_one_line(postgres: str) -> None:
    assert "does not exist" in await refused(f"{postgres}_missing")


async def test_a_store_that_cannot_be_written_can_be_read_and_says_so(tmp_path: Path) -> None:
    """As with a full or read-only disk."""
    opened = await Store.open(str(tmp_path / "tables"))
    made = await opened.create(table_record())
    assert await opened.is_well()

    def read_only(connection: Any, _record: Any, _proxy: Any) -> None:
        connection.cursor().execute("PRAGMA query_only = ON")

    event.listen(opened.engine.sync_engine, "checkout", read_only)
    with pytest.raises(StoreDown):
        await opened.append("t", entry(made.match.id, 1))
    assert not await opened.is_well()
    assert await opened.load("t") is not None
    event.remove(opened.engine.sync_engine, "checkout", read_only)
    event.listen(
        opened.engine.sync_engine,
        "checkout",
        lambda one, _record, _proxy: one.cursor().execute("PRAGMA query_only = OFF"),
    )
    while not await opened.is_well():
        await asyncio.sleep(0.05)
    assert await opened.append("t", entry(made.match.id, 1))
    await opened.close()


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 1000, "", "../x", "é"])
async def test_what_cannot_be_an_id_is_no_table(store: str, name: str) -> None:
    opened = await Store.open(store)
    assert await opened.load(name) is None
    assert await opened.match(name, 1) is None
    assert await opened.match("t", 10**20) is None
    await opened.close()
