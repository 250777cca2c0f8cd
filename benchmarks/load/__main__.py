"""Measures the table server on both stores, next to a bare echo server: `python -m benchmarks.load`.

The same people meet three servers, one after the other: an echo server, which sends messages of the same size to groups
of four and does nothing else (its times are what sockets cost); a table server with SQLite; and two table servers that
share a PostgreSQL, with the people of every table spread over both. At the table servers the limits are on, every tenth
table has a bot, every fifth a spectator, and replays are read all the while. Matches are played on first, so that they
are measured late. A move's time runs from sending it until the last socket at its table has received it.

Each server is given a move every four seconds at each table, then faster and faster until the 99th percentile exceeds
the limit. Then everyone reconnects at once, and strangers make tables without end. Last come floods: one address, then
five, ask for as much as the limits allow, while others play.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import uvloop
from tests.table.postgres import cluster, create_database

from benchmarks.fixture import SEATS, default_game
from benchmarks.load import cost, floods
from benchmarks.load.people import Crowd, Mixture, echoes, sit_down, visitor
from benchmarks.load.servers import DURABLE, Process, echo, table_server

SLOWEST = 4.0
FASTEST = 0.2


def say(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


async def measure(options: argparse.Namespace) -> None:
    """Measure all servers, one after the other."""
    mixture = Mixture(default_game(), SEATS)
    with tempfile.TemporaryDirectory() as folder:
        if "echo" in options.servers:
            async with echo() as server:
                crowd = echoes(server.base, options.tables, SEATS)
                await _measure_one("echo", crowd, [server], options)
        if "sqlite" in options.servers:
            async with table_server(str(Path(folder) / "tables.sqlite")) as server:
                crowd = await _seated("SQLite", [server], mixture, options)
                await _measure_one("SQLite", crowd, [server], options)
        if "postgresql" in options.servers:
            with cluster(**DURABLE) as address:
                store = create_database(address, "load")
                async with table_server(store) as one, table_server(store) as other:
                    crowd = await _seated("PostgreSQL, two servers", [one, other], mixture, options)
                    await _measure_one("PostgreSQL, two servers", crowd, [one, other], options)
        if "floods" in options.servers:
            await floods.measure(Path(folder), options.seconds, options.beside, say)
        if "cost" in options.servers:
            await cost.measure(Path(folder), mixture, options.cost_tables, say)


async def _seated(name: str, servers: Sequence[Process], mixture: Mixture, options: argparse.Namespace) -> Crowd:
    began = time.perf_counter()
    crowd = await sit_down([server.base for server in servers], options.tables, mixture)
    say(f"{name}: {options.tables} tables made and joined in {time.perf_counter() - began:.1f} s")
    return crowd


async def _measure_one(name: str, crowd: Crowd, servers: Sequence[Process], options: argparse.Namespace) -> None:
    people = sum(len(group.people) for group in crowd.groups)
    say(f"{name}: {people} sockets connected in {await crowd.connect_all():.1f} s")
    if crowd.echo:
        await _rates(name, crowd, servers, options)
    else:
        began = time.perf_counter()
        await crowd.begin()
        say(f"{name}: all cards dealt {time.perf_counter() - began:.1f} s later; {crowd.retries} had to connect again")
        if crowd.turned_away:
            say(f"{name}: {crowd.turned_away} spectators were turned away while everyone connected")
        await crowd.advance(options.late)
        say(f"{name}: played on to move {options.late}; {_memory(servers)}")
        async with _replays(crowd) as readers:
            every = await _rates(name, crowd, servers, options)
            say(f"{name}: {readers.figures()}; {_memory(servers)}")
        await _strangers(name, crowd, servers, every, options)
    await crowd.hang_up()
    say(f"{name}: everyone reconnects at once: {await crowd.connect_all(again=True):.1f} s")
    await crowd.hang_up()


def _memory(servers: Sequence[Process]) -> str:
    return "memory " + " + ".join(f"{server.megabytes():.0f}" for server in servers) + " MB"


async def _rates(name: str, crowd: Crowd, servers: Sequence[Process], options: argparse.Namespace) -> float:
    """Measure the target rate, then higher and higher ones until the limit is exceeded; the fastest that held."""
    every, held = SLOWEST, SLOWEST
    while True:
        used = sum(server.seconds() for server in servers)
        await crowd.run(every, options.seconds)
        each = (sum(server.seconds() for server in servers) - used) / max(1, len(crowd.times)) * 1e3
        rate = len(crowd.groups) / every
        say(f"{name}: a move every {every:4.2f} s at each table ({rate:6.0f} a second): {crowd.figures()}")
        say(f"{name}: that took {each:.1f} ms of processor time a move, of all servers together (not of the database)")
        if not crowd.holds(options.limit) or every < FASTEST:
            return held
        held = every
        every /= 1.5


# ---------------------------------------------------------------- replays


@dataclass
class Readers:
    """People who read replays, one after the other."""

    times: list[float] = field(default_factory=list)
    refused: int = 0

    def figures(self) -> str:
        """What they met with."""
        middle = sorted(self.times)[len(self.times) // 2] * 1e3 if self.times else float("nan")
        return f"{len(self.times)} replays read meanwhile, half of them within {middle:.0f} ms, {self.refused} refused"


@contextlib.asynccontextmanager
async def _replays(crowd: Crowd) -> AsyncIterator[Readers]:
    """Two replays a second, each of another table and from its player's own address."""
    readers, dice = Readers(), random.Random(1)

    async def read() -> None:
        while True:
            await asyncio.sleep(0.5)
            group = dice.choice(crowd.groups)
            one = group.people[0]
            headers = {"authorization": f"Bearer {one.hello['token']}"}
            began = time.perf_counter()
            async with visitor(one.base, one.address) as http:
                answer = await http.get(f"/api/tables/{group.table}/replay?match=1", headers=headers)
            if answer.status_code == 200:
                readers.times.append(time.perf_counter() - began)
            else:
                readers.refused += 1

    task = asyncio.create_task(read())
    try:
        yield readers
    finally:
        task.cancel()
        await asyncio.wait([task])


# ---------------------------------------------------------------- strangers


async def _strangers(
    name: str, crowd: Crowd, servers: Sequence[Process], every: float, options: argparse.Namespace
) -> None:
    """Strangers make tables of bots as fast as they can, while the seated people play at half of the highest rate."""
    answers: dict[int, int] = {}
    polite = 0

    async def stranger(number: int) -> None:
        nonlocal polite
        address = f"127.200.{number >> 8}.{1 + number % 254}"
        base = servers[number % len(servers)].base
        wish = {"game": default_game(), "name": "Stranger"}
        async with visitor(base, address) as http:
            while True:
                answer = await http.post("/api/tables", json=wish)
                answers[answer.status_code] = answers.get(answer.status_code, 0) + 1
                polite += answer.status_code == 503 and "retry-after" in answer.headers
                await asyncio.sleep(0.05 if answer.status_code == 201 else 1.0)

    tasks = [asyncio.create_task(stranger(number)) for number in range(options.strangers)]
    try:
        await crowd.run(every * 2, options.seconds * 2)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    shown = ", ".join(f"{count} x {status}" for status, count in sorted(answers.items()))
    told = f"{shown}; {polite} told when to come back"
    say(f"{name}: {options.strangers} strangers make tables ({told}); {_memory(servers)}")
    say(f"{name}: meanwhile at the tables, a move every {every * 2:4.2f} s: {crowd.figures()}")


def main() -> None:
    """Parse the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = ("echo", "sqlite", "postgresql", "floods", "cost")
    parser.add_argument(
        "servers", nargs="*", metavar="SERVER", help=f"what to measure: {', '.join(kinds)} (default: all)"
    )
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=12.0, help="for each rate")
    parser.add_argument("--limit", type=float, default=50.0, help="of the 99th percentile, in milliseconds")
    parser.add_argument("--late", type=int, default=30, help="the version at which matches are measured")
    parser.add_argument("--strangers", type=int, default=100)
    parser.add_argument("--cost-tables", type=int, default=100, help="tables whose memory and bytes are measured")
    parser.add_argument("--beside", type=Path, help="another source folder, whose server meets the same floods")
    options = parser.parse_args()
    if unknown := set(options.servers) - set(kinds):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; choose from {', '.join(kinds)}")
    options.servers = options.servers or kinds
    uvloop.run(measure(options))


if __name__ == "__main__":
    main()
