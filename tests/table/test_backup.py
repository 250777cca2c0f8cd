"""Backups: taken during play from either store, restored into either, and every match replays and verifies."""

from __future__ import annotations

import asyncio
import secrets
import stat
from pathlib import Path

import pytest

from weatherdeck.games import registry
from weatherdeck.table.play.live_match import LiveMatch
from weatherdeck.table.store.backup import backup, restore
from weatherdeck.table.store.columns import METADATA
from weatherdeck.table.store.store import Store, StoreRefused

from .clients import Client, bots, make_table
from .postgres import create_database
from .servers import serving
from .test_store import entry, table_record

MOVES = 5


async def play_some(base: str, game: str, moves: int) -> tuple[Client, str]:
    """A table at which some moves have been made, and at which somebody still sits."""
    made = await make_table(base, game, seats=[{"kind": "me"}, *bots(3, "random")], players=4)
    client = Client(base, made["table"], made["token"])
    await client.connect()
    await client.ready()
    for _ in range(moves):
        while not client.my_turn:
            await client.next()
        assert client.position is not None
        await client.move(client.position.choices[0].move)
    return client, made["table"]


def empty_store(kind: str, request: pytest.FixtureRequest, folder: Path) -> str:
    if kind == "sqlite":
        return str(folder / "restored.sqlite")
    return create_database(request.getfixturevalue("postgres_server"), f"restored_{secrets.token_hex(4)}")


async def replayed(store: Store, table: str) -> LiveMatch:
    record = await store.load(table)
    assert record is not None
    live = LiveMatch(registry.load(record.game_ref), record.match.deal_seed, record.players, record.options)
    for one in await store.entries(record.match.id):
        live.apply(one)
    return live


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_a_backup_taken_during_play_restores_and_every_match_verifies(
    store: str, kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    target, copy = empty_store(kind, request, tmp_path), tmp_path / "backup.sqlite"
    async with serving(store) as base:
        done, finished = await play_some(base, "tradewinds", 0)
        over = await done.play()
        await done.close()
        client, table = await play_some(base, "four-seasons", MOVES)
        copying = asyncio.create_task(backup(store, copy))
        more = 0
        while not (copying.done() and more) and more < 20:  # the server keeps answering meanwhile
            while not client.my_turn:
                await client.next()
            assert client.position is not None
            await client.move(client.position.choices[0].move)
            more += 1
        counts = await copying
        await client.close()
    assert counts["tables"] == 2
    assert set(counts) == {one.name for one in METADATA.sorted_tables}
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert (await restore(copy, target))["entries"] == counts["entries"]
    opened = await Store.open(target)
    assert not (await replayed(opened, table)).is_over
    live = await replayed(opened, finished)
    assert live.match.result() == over.result.result
    await opened.append(finished, entry((await opened.create(table_record("new"))).match.id, 1))  # numbers continue
    await opened.close()
    async with serving(target) as base:  # play goes on where the backup was taken
        client.base, client.seen, client.position = base, None, None
        await client.connect()
        await client.play()
        await client.close()


async def test_a_backup_overwrites_nothing_and_is_restored_only_into_an_empty_store(tmp_path: Path) -> None:
    store, copy = str(tmp_path / "tables.sqlite"), tmp_path / "copy.sqlite"
    opened = await Store.open(store)
    await opened.create(table_record())
    await opened.close()
    await backup(store, copy)
    with pytest.raises(StoreRefused, match="exists already"):
        await backup(store, copy)
    with pytest.raises(StoreRefused, match="not empty"):
        await restore(copy, store)
    (tmp_path / "text").write_text("no database at all, only text of some length" * 100)
    with pytest.raises(StoreRefused, match="not a backup"):
        await restore(tmp_path / "text", str(tmp_path / "other.sqlite"))
    with pytest.raises(StoreRefused, match="no store"):
        await backup(str(tmp_path / "missing.sqlite"), tmp_path / "copy2.sqlite")
    assert not list(tmp_path.glob("*.part"))
