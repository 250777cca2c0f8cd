"""How the cost of the table server grows: with the rows in its store, and with the tables in play."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from benchmarks.load.cost import new_match
from benchmarks.load.people import Mixture, sit_down
from benchmarks.load.servers import table_server
from weatherdeck.games import registry
from weatherdeck.table.store.columns import entries
from weatherdeck.table.store.records import Entry
from weatherdeck.table.store.rows import entry_row
from weatherdeck.table.store.store import Store

from .document import Effort

MOVES = 200
"""Of a match."""
PROBES = 100
"""Moves written and tables opened at each size."""
EVERY = 2.0
"""Seconds between two moves at a table."""
NEVER = 1 << 30
CHUNK = 20_000


async def rows(path: Path, game: str, sizes: list[int], effort: Effort) -> dict[str, Any]:
    """Fill a store step by step; at each size, write moves and open tables."""
    store = await Store.open(str(path))
    writes, opens, made = [], [], 0
    try:
        for size in sizes:
            made = await _fill(store, game, made, size)
            writes.append((size, await _write(store, game, effort.rounds(5))))
            opens.append((size, await _open(store, game, effort.rounds(5))))
    finally:
        await store.close()
    return {"store": "SQLite", "points": writes, "opens": opens, "bytes": path.stat().st_size}


async def _fill(store: Store, game: str, made: int, size: int) -> int:
    while made < size:
        batch: list[dict[str, Any]] = []
        while len(batch) < CHUNK and made + len(batch) < size:
            match = await new_match(store, game)
            batch += [entry_row(_entry(match, version)) for version in range(1, min(MOVES, size - made) + 1)]
        async with store.writing() as connection:
            await connection.execute(insert(entries), batch)
        made += len(batch)
    return made


def _entry(match: int, version: int) -> Entry:
    return Entry(match=match, version=version, kind="move", seat=version % 4, at=float(version), moves=("any",))


async def _write(store: Store, game: str, rounds: int) -> float:
    """Seconds until a move is stored; the best round."""
    best = float("inf")
    for _ in range(rounds):
        match = await new_match(store, game)
        started = time.perf_counter()
        for version in range(1, PROBES + 1):
            await store.append("t", _entry(match, version))
        best = min(best, (time.perf_counter() - started) / PROBES)
    return best


async def _open(store: Store, game: str, rounds: int) -> float:
    """Seconds to read a match of so many moves from the store; the best round."""
    match, best = await new_match(store, game), float("inf")
    async with store.writing() as connection:
        await connection.execute(insert(entries), [entry_row(_entry(match, v)) for v in range(1, MOVES + 1)])
    for _ in range(rounds):
        started = time.perf_counter()
        for _ in range(PROBES // 10):
            await store.entries(match)
        best = min(best, (time.perf_counter() - started) / (PROBES // 10))
    return best


async def tables(folder: Path, game: str, sizes: list[int], effort: Effort) -> dict[str, Any]:
    """A new server for each size, with four people at each table."""
    seconds, found = (2.0 if effort.quick else 8.0), []
    mixture = Mixture(game, registry.load(game).players[0], bots=NEVER, spectators=NEVER)
    for size in sizes:
        async with table_server(str(folder / f"{size}.sqlite")) as server:
            crowd = await sit_down([server.base], size, mixture)
            crowd.rematch = False
            await crowd.connect_all()
            await crowd.begin()
            await crowd.run(EVERY, seconds / 2)  # what is loaded once is loaded
            used, started = server.seconds(), time.perf_counter()
            await crowd.run(EVERY, seconds)
            share = (server.seconds() - used) / (time.perf_counter() - started)
            found.append(
                {
                    "tables": size,
                    "moves": len(crowd.times),
                    "core": share,
                    "median": crowd.quantile(0.5),
                    "p99": crowd.quantile(0.99),
                    "memory": server.megabytes(),
                }
            )
            await crowd.hang_up()
    return {"game": game, "every": EVERY, "sizes": found, "points": [(one["tables"], one["core"]) for one in found]}
