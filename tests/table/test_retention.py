"""Old tables and chat are deleted as the policy says, on both stores and with two servers; those in use never are."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

from sqlalchemy import func, insert, select

from weatherdeck.table.store.columns import METADATA, chat, orders, tables
from weatherdeck.table.store.retention import DAY, Deleted, KeepPolicy, Retention
from weatherdeck.table.store.store import Store

from .test_store import entry, table_record

POLICY = KeepPolicy(finished=100, unfinished=50, waiting=10, chat=5)
ENTROPY = ["00" * 32]


async def make(store: Store, name: str, state: str, age: float) -> None:
    """A table in some state that was last used so many days ago."""
    at = time.time() - age * DAY
    made = await store.create(replace(table_record(name), created_at=at - DAY))
    if state == "waiting":
        return
    async with store.transaction() as connection:
        values = {"started_at": at - 60, "ended_at": at if state == "finished" else None}
        await connection.execute(
            METADATA.tables["matches"].update().where(METADATA.tables["matches"].c.id == made.match.id).values(**values)
        )
    await store.append(name, replace(entry(made.match.id, 1), at=at))
    await store.archives.add(made.match.id, b"archive")
    if state == "rematch":
        async with store.transaction() as connection:
            matches = METADATA.tables["matches"]
            await connection.execute(matches.update().where(matches.c.id == made.match.id).values(ended_at=at))
        await store.add_match(name, made.match.next())


async def left(store: Store) -> set[str]:
    async with store.transaction() as connection:
        return set((await connection.execute(select(tables.c.id))).scalars())


def nothing() -> list[str]:
    return []


async def test_tables_are_deleted_by_their_state_and_age_with_all_that_belongs_to_them(store: str) -> None:
    opened = await Store.open(store)
    for state, days in (("waiting", 10), ("unfinished", 50), ("finished", 100), ("rematch", 100)):
        await make(opened, f"old-{state}", state, days + 1)
        await make(opened, f"new-{state}", state, days - 2)
    await make(opened, "used", "unfinished", 400)
    assert await Retention(opened, KeepPolicy(None, None, None, None), nothing).clean() == Deleted(0, 0)
    deleted = await Retention(opened, POLICY, lambda: ["used"]).clean()
    assert deleted.tables == 4
    assert await left(opened) == {"new-waiting", "new-unfinished", "new-finished", "new-rematch", "used"}
    async with opened.transaction() as connection:
        for table in METADATA.sorted_tables:
            if "table_id" in table.c and table.name != "orders":
                ids = set((await connection.execute(select(table.c.table_id))).scalars())
                assert not {one for one in ids if one and one.startswith("old")}, table.name
        told = set((await connection.execute(select(orders.c.table_id).where(orders.c.action == "delete"))).scalars())
    assert told == {"old-waiting", "old-unfinished", "old-finished", "old-rematch"}, "servers forget them, too"
    await opened.close()


async def test_old_chat_is_deleted_and_keeps_no_table_alive_for_ever(store: str) -> None:
    opened = await Store.open(store)
    await make(opened, "talk", "finished", 20)
    line, now = {"table_id": "talk", "seat": 0, "name": "Anna", "text": "hello"}, time.time()
    lines = [line | {"at": now - (6 if number < 600 else 1) * DAY} for number in range(700)]
    async with opened.writing() as connection:  # from before a table kept 200 lines
        await connection.execute(insert(chat), lines)
    assert await Retention(opened, POLICY, nothing).clean() == Deleted(0, 600)
    async with opened.transaction() as connection:
        assert await connection.scalar(select(func.count()).select_from(chat)) == 100
    assert (await Retention(opened, POLICY, nothing).clean(time.time() + 300 * DAY)).tables == 1
    await opened.close()


async def test_two_servers_delete_at_once_and_a_table_that_is_used_meanwhile_stays(postgres: str) -> None:
    one, other = await Store.open(postgres), await Store.open(postgres)
    for number in range(60):
        await make(one, f"t{number:02}", "unfinished", 60)
    record = await one.load("t05")
    assert record is not None
    async with other.transaction() as connection:  # somebody moves, and the move is not committed yet
        row = {"match_id": record.match.id, "version": 2, "kind": "move", "seat": 0, "moves": ["a"], "back": 0}
        await connection.execute(METADATA.tables["entries"].insert().values(**row, bot=None, at=time.time()))
        counts = await asyncio.gather(*(Retention(store, POLICY, nothing).clean() for store in (one, one)))
    assert sum(count.tables for count in counts) == 59
    assert await left(other) == {"t05"}
    assert (await Retention(one, POLICY, nothing).clean()).tables == 0, "it has just been used"
    await one.close()
    await other.close()
