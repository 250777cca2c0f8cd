"""How long people took, from the times in a store."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from weatherdeck.table.store.opening import StoreRefused
from weatherdeck.table.store.store import Store
from weatherdeck.table.store.timings import seconds_by_match


async def test_only_the_moves_of_people_count_and_not_what_follows_an_undo(tmp_path: Path) -> None:
    store = tmp_path / "tables.sqlite"
    await (await Store.open(str(store))).close()
    with sqlite3.connect(store) as connection:
        for table, game in (("a", "weathervanes"), ("b", "tradewinds")):
            connection.execute(
                "INSERT INTO tables (id, game, players, options, hints, undo, created_at) "
                "VALUES (?, ?, 4, '{}', 1, 1, 0)",
                (table, game),
            )
            connection.execute(
                "INSERT INTO matches (table_id, number, ruleset, secret_seed, secret_nonce, started_at) "
                "VALUES (?, 1, 1, '', '', 100)",
                (table,),
            )
        rows = [("move", None, 104.0), ("move", "club", 105.0), ("move", None, 112.0), ("undo", None, 113.0)]
        rows += [("move", None, 114.0), ("move", None, 120.0)]
        for version, (kind, bot, at) in enumerate(rows):
            connection.execute(
                "INSERT INTO entries (match_id, version, kind, seat, moves, back, bot, at) "
                "VALUES (1, ?, ?, 0, '[]', 0, ?, ?)",
                (version, kind, bot, at),
            )
    connection.close()
    assert await seconds_by_match(str(store), "weathervanes") == [[4.0, 7.0, 6.0]]
    assert await seconds_by_match(str(store), "tradewinds") == []


async def test_a_store_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreRefused):
        await seconds_by_match(str(tmp_path / "none.sqlite"), "weathervanes")
