"""What a table costs on each store: memory, stored bytes, bytes on the wire, and the processor, also when idle."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from sqlalchemy import func, select, text
from tests.table.postgres import cluster, create_database

from benchmarks.load.capacity import Costs, needed
from benchmarks.load.people import Mixture, sit_down
from benchmarks.load.servers import DURABLE, Process, table_server
from weatherdeck.table.play.decks import OfferedDecks
from weatherdeck.table.play.new_table import Tokens, new_table
from weatherdeck.table.play.shelf import Shelf
from weatherdeck.table.play.uploads import Uploads
from weatherdeck.table.play.words import WordList
from weatherdeck.table.store.columns import archives
from weatherdeck.table.store.records import Entry
from weatherdeck.table.store.store import Store
from weatherdeck.table.wire.requests import NewTable

UNLOADED_AFTER = 60.0
"""Seconds after which the tables that nobody is at are no longer in memory."""
IDLE = 20.0
ARCHIVED_AFTER = 5.0
"""Seconds in which archives are written in the background."""
STORE_ALONE = 5.0
"""Seconds for which moves are written."""
WRITERS = 200
"""Tables of each server at which moves are made, one after the other."""
NEVER = 1 << 30

Say = Callable[[str], None]


async def measure(folder: Path, mixture: Mixture, count: int, say: Say) -> None:
    """Measure both stores, then say how many machines many tables need."""
    plain = replace(mixture, bots=NEVER, spectators=NEVER)
    store = str(folder / "cost.sqlite")
    async with table_server(store) as server, attached(store) as reader:
        one = await _follow("cost, SQLite", [server], reader, plain, count, say)
    one = replace(one, store_rate=await _alone("cost, SQLite", [str(folder / "alone.sqlite")], mixture.game, say))
    with cluster(**DURABLE) as address:
        store = create_database(address, "cost")
        async with table_server(store) as first, table_server(store) as second, attached(store) as reader:
            two = await _follow("cost, PostgreSQL and two servers", [first, second], reader, plain, count, say)
        alone = [create_database(address, "alone")] * 2
        two = replace(two, store_rate=await _alone("cost, PostgreSQL and two servers", alone, mixture.game, say))
    for line in needed(one, two):
        say(f"needed: {line}")


@asynccontextmanager
async def attached(url: str) -> AsyncIterator[Store]:
    """A store that a server uses, to look into it."""
    store = await Store.attach(url)
    try:
        yield store
    finally:
        await store.close()


async def _follow(
    name: str, servers: Sequence[Process], reader: Store, mixture: Mixture, count: int, say: Say
) -> Costs:
    """Follow tables of four people from being made to the end, and after everyone has left."""
    await _warm_up(servers, mixture)
    before, size, alone = _memory(servers), await _bytes(reader), await _while_idle(servers)
    say(f"{name}: without tables: {before / len(servers):.0f} MB of memory for a server, {alone * 100:.1f}% of a core")
    crowd = await sit_down([server.base for server in servers], count, mixture)
    crowd.rematch = False
    await crowd.connect_all()
    await crowd.begin()
    say(f"{name}: a table that was just dealt, with its sockets: {_each(servers, before, count):.0f} kB of memory")
    made = (await _bytes(reader) - size) / count
    say(f"{name}: a table that was just dealt: {made:,.0f} bytes in the store")
    idle = max(0.0, await _while_idle(servers) - alone) / count
    say(f"{name}: a table with its sockets at which nothing happens: {idle * 1e6:.0f} millionths of a core")
    used, size, said = _seconds(servers), await _bytes(reader), crowd.bytes
    await crowd.advance(NEVER)
    moves = max(1, len(crowd.times))
    processor = (_seconds(servers) - used) / moves
    say(f"{name}: a move: {processor * 1e3:.2f} ms of the servers' processors ({moves} moves)")
    wire = (crowd.bytes - said) / moves
    say(f"{name}: a move: {wire:,.0f} bytes on the wire, to and from all sockets, without compression")
    memory = _each(servers, before, count)
    say(f"{name}: a table at the end of its match, with its sockets: {memory:.0f} kB of memory")
    await asyncio.sleep(ARCHIVED_AFTER)
    archived = await _archived(reader)
    stored = await _bytes(reader) - size
    say(f"{name}: a move: {(stored - archived) / moves:,.0f} bytes in the store")
    say(f"{name}: an archive of a finished match: {archived / count:,.0f} bytes in the store")
    await crowd.hang_up()
    await asyncio.sleep(UNLOADED_AFTER)
    left = _each(servers, before, count)
    say(f"{name}: a table that everyone has left: {left:.0f} kB of memory (allocators keep some of it)")
    return Costs(
        memory=memory * 1024,
        processor=processor,
        idle=idle,
        wire=wire,
        stored=made + stored / count,
        moves=moves / count,
    )


async def _warm_up(servers: Sequence[Process], mixture: Mixture) -> None:
    """Play at a few tables, so that what is loaded once is loaded."""
    crowd = await sit_down([server.base for server in servers], 4, replace(mixture, bots=2, spectators=2))
    await crowd.connect_all()
    await crowd.begin()
    await crowd.advance(12)
    await crowd.hang_up()


def _memory(servers: Sequence[Process]) -> float:
    return sum(server.megabytes() for server in servers)


def _seconds(servers: Sequence[Process]) -> float:
    return sum(server.seconds() for server in servers)


def _each(servers: Sequence[Process], before: float, count: int) -> float:
    return (_memory(servers) - before) / count * 1024


async def _while_idle(servers: Sequence[Process]) -> float:
    """The share of a core that is used while nothing happens."""
    used, began = _seconds(servers), time.perf_counter()
    await asyncio.sleep(IDLE)
    return (_seconds(servers) - used) / (time.perf_counter() - began)


async def _archived(reader: Store) -> int:
    query = select(func.coalesce(func.sum(func.length(archives.c.content)), 0))
    async with reader.reading() as connection:
        return int((await connection.execute(query)).scalar_one())


async def _bytes(reader: Store) -> int:
    size = "SELECT pg_database_size(current_database())"
    if not reader.shared:
        size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    async with reader.reading() as connection:
        return int((await connection.execute(text(size))).scalar_one())


# ---------------------------------------------------------------- the store alone


async def _alone(name: str, urls: Sequence[str], game: str, say: Say) -> float:
    """How many moves a second a store takes from so many servers that do nothing else."""
    stores = [await Store.open(url) for url in urls]
    end, written = 0.0, 0

    async def write(store: Store, match: int) -> None:
        nonlocal written
        for version in itertools.count(1):
            if time.perf_counter() > end:
                return
            entry = Entry(match=match, version=version, kind="move", seat=0, at=time.time(), moves=("any",))
            was_first = await store.append("t", entry)
            written += was_first

    writers = [write(store, await new_match(store, game)) for store in stores for _ in range(WRITERS)]
    end = time.perf_counter() + STORE_ALONE
    await asyncio.gather(*writers)
    for store in stores:
        await store.close()
    rate = written / STORE_ALONE
    say(f"{name}: the store alone takes {rate:,.0f} moves a second")
    return rate


async def new_match(store: Store, game: str) -> int:
    """A new match at a new table."""
    tokens = Tokens.new()
    table, _ = new_table(NewTable(game=game, name="Ada"), tokens, OfferedDecks(), Uploads(Shelf(), WordList()))
    return (await store.create(table, tokens.links(table))).match.id
