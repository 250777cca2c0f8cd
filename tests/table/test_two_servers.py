"""Two servers that share a store: what one does, the people at the other see, without more work than it takes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from weatherdeck.table.play.manager import TableManager
from weatherdeck.table.play.updates import note_presence
from weatherdeck.table.store import entries
from weatherdeck.table.store.announcer import MAX_BATCH, Announcer
from weatherdeck.table.store.outage import StoreDown
from weatherdeck.table.store.pubsub import pubsub_of
from weatherdeck.table.store.store import Store
from weatherdeck.table.wire import messages as m

from .clients import Client, join, make_table
from .servers import serving_manager


def count_reads(manager: TableManager, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a server reads of its store from now on."""
    reads: list[str] = []
    store = manager.store
    load, read = store.load, store.entries

    async def loading(table: str) -> Any:
        reads.append("table")
        return await load(table)

    async def reading(match: int, after: int = 0) -> Any:
        reads.append("entries")
        return await read(match, after)

    monkeypatch.setattr(store, "load", loading)
    monkeypatch.setattr(store, "entries", reading)
    return reads


@pytest.mark.parametrize("fits", [True, False], ids=["short", "too-long-to-send"])
async def test_a_move_reaches_the_other_server_and_is_read_there_only_if_it_was_too_long_to_send(
    fits: bool, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not fits:
        monkeypatch.setattr(entries, "MAX_LINE", 10)
    async with serving_manager(postgres) as (one, _), serving_manager(postgres) as (other, manager):
        made = await make_table(one, "winter-court", seats=[{"kind": "me"}, {"kind": "open"}])
        seated = await join(one, made, "Bo")
        async with (
            Client(one, made["table"], made["token"]) as anna,
            Client(other, made["table"], seated["token"]) as bo,
        ):
            await anna.ready()
            await bo.ready()
            await anna.get(m.Started)
            await bo.get(m.Started)
            await move_until_mine(anna, bo)
            await move(anna, bo)  # updates come in order: all that belong to the deal have been applied now
            await move_until_mine(anna, bo)
            reads = count_reads(manager, monkeypatch)
            await move(anna, bo)
            assert anna.position is not None
            assert bo.position is not None
            assert bo.position.version == anna.position.version
            assert bool(reads) is not fits


async def move_until_mine(me: Client, other: Client) -> None:
    """Let another player move until it is my turn."""
    while not me.my_turn:
        await move(other, me)


async def move(mover: Client, other: Client) -> None:
    """Make a move, which both are told."""
    assert mover.position is not None
    assert isinstance(await mover.move(mover.position.choices[0].move), m.Stepped)
    await other.get(m.Stepped)


async def test_many_changes_of_a_table_are_read_once(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving_manager(postgres) as (one, _), serving_manager(postgres) as (other, manager):
        made = await make_table(one, "winter-court", seats=[{"kind": "me"}, {"kind": "open"}])
        async with Client(other, made["table"], made["token"]) as anna:
            session = manager.sessions[0]
            reads = count_reads(manager, monkeypatch)
            async with session.lock:  # it is busy while the updates come
                for _ in range(5):
                    manager._on_update({"table": made["table"], "news": "table", "from": "somebody"})
                await asyncio.sleep(0)
            await anna.ask({"type": "rename", "name": "Annie"}, m.Done)
            assert reads == ["table"] * 2, "once for the updates, once for the new name"


async def test_who_is_connected_elsewhere_is_news_only_if_it_changes(postgres: str) -> None:
    async with serving_manager(postgres) as (base, manager):
        made = await make_table(base, "winter-court", seats=[{"kind": "me"}, {"kind": "open"}])
        session, update = manager.sessions[0], {"from": "another", "seats": [1], "spectators": 0}
        assert made["table"] == session.record.id
        assert note_presence(session, update)
        until = session.elsewhere["another"].until
        assert not note_presence(session, update)
        assert session.elsewhere["another"].until >= until
        assert note_presence(session, {**update, "spectators": 1})


async def test_updates_that_wait_are_sent_together_and_a_failure_is_told_to_all() -> None:
    batches: list[int] = []
    may_send = asyncio.Event()

    async def send(updates: Sequence[dict[str, Any]]) -> None:
        batches.append(len(updates))
        await may_send.wait()
        if any(update["table"] == "broken" for update in updates):
            raise StoreDown("down")

    announcer = Announcer(send)
    waiting = [asyncio.create_task(announcer.announce({"table": "t"})) for _ in range(MAX_BATCH + 3)]
    await asyncio.sleep(0)
    waiting[1].cancel()
    waiting += [asyncio.create_task(announcer.announce({"table": "broken"})) for _ in range(2)]
    await asyncio.sleep(0)
    may_send.set()
    answers = await asyncio.gather(*waiting, return_exceptions=True)
    assert batches == [MAX_BATCH, 5]
    assert [type(one) for one in answers if one is not None] == [asyncio.CancelledError] + [StoreDown] * 5
    await announcer.close()


async def test_equal_updates_that_are_sent_together_all_arrive_in_order(postgres: str) -> None:
    one, other = await Store.open(postgres), await Store.open(postgres)
    heard: asyncio.Queue[Any] = asyncio.Queue()
    listening = pubsub_of(other)
    await listening.start(heard.put_nowait, lambda: None)
    said: list[list[int]] = [[0], [], [0], [0]]
    await asyncio.gather(*(one.notify("t", "here", seats=seats, spectators=0) for seats in said))
    async with asyncio.timeout(60):
        assert [(await heard.get())["seats"] for _ in said] == said
    await listening.close()
    await one.close()
    await other.close()
