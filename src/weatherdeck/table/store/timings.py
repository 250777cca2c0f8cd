"""How long people took for their decisions, from the times at which moves were stored."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from sqlalchemy import select

from .columns import entries, matches, tables
from .opening import open_to_administer


async def seconds_by_match(url: str, game: str) -> list[list[float]]:
    """For each match of a game: the seconds between an entry and the move that a person made next.

    Moves by bots are left out, and what comes after an undo: it is not a new decision.
    """
    columns = [entries.c.match_id, entries.c.kind, entries.c.bot, entries.c.at, matches.c.started_at]
    query = (
        select(*columns)
        .join(matches, matches.c.id == entries.c.match_id)
        .join(tables, tables.c.id == matches.c.table_id)
        .where(tables.c.game == game)
        .order_by(entries.c.match_id, entries.c.version)
    )
    engine = await open_to_administer(url)
    try:
        async with engine.connect() as connection:
            rows = (await connection.execute(query)).all()
    finally:
        await engine.dispose()
    found = []
    for _, match in groupby(rows, key=attrgetter("match_id")):
        taken: list[float] = []
        before: float | None = None
        after_undo = False
        for row in match:
            since = row.started_at if before is None else before
            if row.kind == "move" and row.bot is None and since is not None and not after_undo:
                taken.append(row.at - since)
            before, after_undo = row.at, row.kind == "undo"
        found.append(taken)
    return found
