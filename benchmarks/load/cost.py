"""What a table costs: memory, stored bytes, and the processor when nothing happens."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from benchmarks.load.people import Mixture, sit_down
from benchmarks.load.servers import Process, table_server

UNLOADED_AFTER = 60.0
"""Seconds after which the tables that nobody is at are no longer in memory."""
IDLE = 20.0
NEVER = 1 << 30


async def measure(folder: Path, mixture: Mixture, count: int, say: Callable[[str], None]) -> None:
    """Follow tables of four people from being made to the end, and after everyone has left."""
    store = folder / "cost.sqlite"
    async with table_server(str(store)) as server:
        await _warm_up(server, mixture)
        memory, size = server.megabytes(), _bytes(store)
        say(f"cost: a server without tables uses {memory:.0f} MB")
        crowd = await sit_down([server.base], count, replace(mixture, bots=NEVER, spectators=NEVER))
        crowd.rematch = False
        await crowd.connect_all()
        await crowd.begin()
        say(f"cost: a table that was just dealt, with its four sockets: {_each(server, memory, count)}")
        say(f"cost: a table that was just dealt, in the store: {(_bytes(store) - size) / count:.0f} bytes")
        await _while_idle(server, count, say)
        used, size = server.seconds(), _bytes(store)
        await crowd.advance(NEVER)
        moves = len(crowd.times)
        processor = (server.seconds() - used) / max(1, moves) * 1e3
        say(f"cost: a move, told to four sockets: {processor:.2f} ms of the processor ({moves} moves)")
        await _after_the_end(store, size, moves, count, say)
        say(f"cost: a table whose match is over, with its sockets: {_each(server, memory, count)}")
        await crowd.hang_up()
        await asyncio.sleep(UNLOADED_AFTER)
        say(f"cost: after everyone has left: {_each(server, memory, count)} (allocators keep some of it)")


async def _warm_up(server: Process, mixture: Mixture) -> None:
    """Play at a few tables, so that what is loaded once is loaded."""
    crowd = await sit_down([server.base], 4, replace(mixture, bots=2, spectators=2))
    await crowd.connect_all()
    await crowd.begin()
    await crowd.advance(12)
    await crowd.hang_up()


def _each(server: Process, before: float, count: int) -> str:
    return f"{(server.megabytes() - before) / count * 1024:.0f} kB of memory"


async def _while_idle(server: Process, count: int, say: Callable[[str], None]) -> None:
    used, began = server.seconds(), time.perf_counter()
    await asyncio.sleep(IDLE)
    share = (server.seconds() - used) / (time.perf_counter() - began)
    say(f"cost: {count} tables with {count * 4} sockets at which nothing happens: {share * 100:.1f}% of a core")


async def _after_the_end(store: Path, size: int, moves: int, count: int, say: Callable[[str], None]) -> None:
    await asyncio.sleep(5.0)  # archives are written in the background
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
        archives, total = database.execute(
            "SELECT count(*), coalesce(sum(length(content)), 0) FROM archives"
        ).fetchone()
    say(f"cost: an archive of a finished match: {total / max(1, archives):.0f} bytes ({archives} archives)")
    say(f"cost: all else that is stored: {(_bytes(store) - size - total) / max(1, moves):.0f} bytes a move")
    say(f"cost: a finished match in the store: {_bytes(store) / count / 1024:.1f} kB in all")


def _bytes(store: Path) -> int:
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
        pages, page = (
            database.execute("PRAGMA page_count").fetchone()[0],
            database.execute("PRAGMA page_size").fetchone()[0],
        )
    return int(pages) * int(page)
