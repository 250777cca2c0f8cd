"""Writes the entries of many tables: with SQLite as an insert, with PostgreSQL as one statement that also notifies."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import text
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from .columns import entries
from .records import Entry
from .rows import entry_row

MAX_LINE = 7_000
"""Bytes of a notification; PostgreSQL takes less than 8,000. Of a longer entry, only the version is told."""

_INSERT = sqlite.insert(entries).on_conflict_do_nothing().returning(entries.c.match_id, entries.c.version)
_INSERT_AND_NOTIFY = text("""
    WITH given AS (
        SELECT * FROM json_to_recordset(CAST(:rows AS json)) AS given(
            match_id int, version int, kind text, seat int, moves json, back int, bot text, at float8, line text
        )
    ), written AS (
        INSERT INTO entries (match_id, version, kind, seat, moves, back, bot, at)
        SELECT match_id, version, kind, seat, moves, back, bot, at FROM given
        ON CONFLICT DO NOTHING RETURNING match_id, version
    )
    SELECT match_id, version, pg_notify(:channel, line) FROM written JOIN given USING (match_id, version)
""")


async def insert(connection: AsyncConnection, batch: Sequence[tuple[str, Entry]]) -> set[tuple[int, int]]:
    """Write entries, each with its table; return the keys (match, version) of those that were first."""
    rows = await connection.execute(_INSERT, [entry_row(entry) for _, entry in batch])
    return {(int(row[0]), int(row[1])) for row in rows}


async def insert_and_notify(
    connection: AsyncConnection, batch: Sequence[tuple[str, Entry]], channel: str, line: Callable[[dict[str, Any]], str]
) -> set[tuple[int, int]]:
    """The same with PostgreSQL, where the other servers are told of each entry that was first."""
    rows = [{**entry_row(entry), "line": _line(table, entry, line)} for table, entry in batch]
    written = await connection.execute(_INSERT_AND_NOTIFY, {"rows": json.dumps(rows), "channel": channel})
    return {(int(row[0]), int(row[1])) for row in written}


def _line(table: str, entry: Entry, line: Callable[[dict[str, Any]], str]) -> str:
    """What the other servers are told: with the entry itself, they need not read it."""
    short = {"table": table, "news": "entry", "match": entry.match, "version": entry.version}
    whole = line({**short, "entry": asdict(entry)})
    return whole if len(whole) <= MAX_LINE else line(short)  # JSON is ASCII here: characters are bytes
