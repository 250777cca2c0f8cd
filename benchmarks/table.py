"""The table server under load, next to a bare echo server: `python -m benchmarks.table`.

500 tables of four people each (2,000 sockets), with a move every four seconds at each table. A move's time runs from
sending it until the last of the four has received it. Then the rate is raised until the 99th percentile exceeds the
limit. Finally all 2,000 clients reconnect at once. The load comes from the same machine. The echo server sends messages
of the same size to groups of four and does nothing else: its times are the cost of sockets.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import orjson
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from benchmarks import SEATS, default_game
from weatherdeck.table.fairness import new_entropy, share_of
from weatherdeck.table.wire.messages import PROTOCOL

LIMIT = 0.100
PLAINLY: Any = {"compression": None, "max_size": None, "ping_interval": None, "open_timeout": 30}
AT_ONCE = 100  # connections opened at the same time


@dataclass
class Person:
    """One socket."""

    hello: dict[str, Any]
    seat: int
    socket: ClientConnection | None = None
    version: int = -1
    choices: list[str] = field(default_factory=list)
    reader: asyncio.Task[None] | None = None
    entropy: str = ""


@dataclass
class Group:
    """Four people at a table (or four sockets of the echo server)."""

    people: list[Person]
    mover: int = 0
    version: int = 0
    began: float = 0.0
    missing: int = 0
    over: bool = False


@dataclass
class Load:
    """All groups, and their measurements."""

    address: str
    groups: list[Group]
    echo: bool
    times: list[float] = field(default_factory=list)
    errors: int = 0
    late: int = 0

    async def connect_all(self, seen: bool = False) -> float:
        """Connect everyone; return the seconds until the last one was welcomed."""
        began = time.perf_counter()
        gate = asyncio.Semaphore(len(self.groups) * SEATS if seen else AT_ONCE)
        await asyncio.gather(*(self._connect(group, one, gate, seen) for group in self.groups for one in group.people))
        return time.perf_counter() - began

    async def _connect(self, group: Group, one: Person, gate: asyncio.Semaphore, seen: bool) -> None:
        async with gate:
            for attempt in range(5):
                try:
                    one.socket = await connect(self.address, **PLAINLY)
                    break
                except OSError:
                    if attempt == 4:
                        raise
                    await asyncio.sleep(0.05)
            assert one.socket is not None
            hello = {**one.hello, **({"seen": {"match": 1, "version": one.version}} if seen and not self.echo else {})}
            await one.socket.send(json.dumps(hello))
            self._take(group, one, await one.socket.recv())
            one.reader = asyncio.create_task(self._read(group, one))

    async def _read(self, group: Group, one: Person) -> None:
        assert one.socket is not None
        async for text in one.socket:
            self._take(group, one, text)
            if one.version < 0 and '"phase":"reveal"' in str(text):
                await one.socket.send(json.dumps({"type": "reveal", "entropy": one.entropy}))

    def _take(self, group: Group, one: Person, text: str | bytes) -> None:
        message = orjson.loads(text)
        kind = message["type"]
        if kind in ("stepped", "started", "welcome") and (position := message.get("position")):
            one.version = position["version"]
            if position["to_move"] == one.seat:
                group.mover, group.version = one.seat, one.version
                one.choices = [choice["move"] for choice in position["choices"]]
        if kind == "stepped" and group.missing:
            group.missing -= 1
            if group.missing == 0:
                self.times.append(time.perf_counter() - group.began)
        if kind in ("error", "refused"):
            self.errors += 1
        if kind == "over":
            group.over = True

    async def run(self, every: float, seconds: float) -> None:
        """Make a move every so many seconds in each group."""
        self.times, self.late = [], 0
        await asyncio.gather(*(self._play(group, every, seconds) for group in self.groups))
        await asyncio.sleep(min(1.0, every))

    async def _play(self, group: Group, every: float, seconds: float) -> None:
        dice = random.Random(id(group))
        due = time.perf_counter() + dice.random() * every
        end = time.perf_counter() + seconds
        while due < end and not group.over:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due += every
            if group.missing:  # not everyone has received the last move yet
                self.late += 1
                continue
            one = group.people[group.mover]
            assert one.socket is not None
            message: dict[str, Any] = {"type": "move", "version": group.version}
            if self.echo:
                group.mover = (group.mover + 1) % SEATS
            else:
                message["moves"] = [dice.choice(one.choices)]
            group.missing, group.began = SEATS, time.perf_counter()
            await one.socket.send(orjson.dumps(message).decode())

    async def hang_up(self) -> None:
        """Disconnect everyone at once."""
        for group in self.groups:
            for one in group.people:
                if one.reader is not None:
                    one.reader.cancel()
                if one.socket is not None:
                    one.socket.transport.abort()
        await asyncio.sleep(0.5)

    def figures(self) -> str:
        """The measurements, in one line."""
        ordered = sorted(self.times)
        if not ordered:
            return "no measurements"
        parts = [f"{name} {ordered[min(len(ordered) - 1, int(len(ordered) * q))] * 1e3:6.1f}" for name, q in QUANTILES]
        return f"{' '.join(parts)} ms; {len(ordered)} moves, {self.late} too late for the next, {self.errors} errors"

    def holds(self) -> bool:
        """Whether the 99th percentile is within the limit, without errors."""
        ordered = sorted(self.times)
        return bool(ordered) and ordered[int(len(ordered) * 0.99)] < LIMIT and not self.errors and not self.late


QUANTILES = (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1.0))


# ---------------------------------------------------------------- the two servers


@contextlib.asynccontextmanager
async def process(*arguments: str) -> AsyncIterator[str]:
    """A server in its own process; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, *arguments, "--port", str(port)]
    pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    server = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=nothing)
    try:
        assert server.stdout is not None
        await server.stdout.readline()
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        await server.wait()


async def tables(base: str, count: int) -> Load:
    """Make tables with four people each."""
    wish = {"game": default_game(), "name": "A", "seats": [{"kind": "me"}, *[{"kind": "open"}] * (SEATS - 1)]}
    groups = []
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:
        for _ in range(count):
            made = (await http.post("/api/tables", json=wish)).json()
            tokens = [made["token"]]
            for name in "BCD":
                invite = {"invite": made["invite"], "name": name}
                tokens.append((await http.post(f"/api/tables/{made['table']}/join", json=invite)).json()["token"])
            hellos = [
                {"type": "hello", "protocol": PROTOCOL, "table": made["table"], "token": token} for token in tokens
            ]
            groups.append(Group([Person(hello, seat) for seat, hello in enumerate(hellos)]))
    return Load(base.replace("http", "ws") + "/socket", groups, echo=False)


def echoes(base: str, count: int) -> Load:
    """Groups of four at the echo server."""
    groups = [Group([Person({"group": n}, seat) for seat in range(SEATS)]) for n in range(count)]
    return Load(base.replace("http", "ws") + "/", groups, echo=True)


async def begin(load: Load) -> None:
    """Say ready for everyone, and wait for the deal."""
    for group in load.groups:
        for one in group.people:
            assert one.socket is not None
            one.entropy = new_entropy()
            share = share_of(one.hello["table"], 1, one.seat, one.entropy)
            await one.socket.send(json.dumps({"type": "ready", "share": share}))
    while any(one.version < 0 for group in load.groups for one in group.people):
        await asyncio.sleep(0.1)


async def measure(options: argparse.Namespace) -> None:
    """Measure both servers, one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        store = options.store or str(Path(folder) / "tables.sqlite")
        cli = "import sys; from weatherdeck.cli import main; sys.exit(main(sys.argv[1:]))"
        serve = ("-c", cli, "serve", "--no-open", "--no-limits", "--store", store)
        for name, arguments in (("echo", ("-m", "benchmarks.echo")), ("table", serve)):
            async with process(*arguments) as base:
                load = echoes(base, options.tables) if name == "echo" else await tables(base, options.tables)
                print(f"{name}: {len(load.groups) * SEATS} sockets connected in {await load.connect_all():.1f} s")
                if name == "table":
                    await begin(load)
                await rates(name, load, options)
                await load.hang_up()
                print(f"{name}: everyone reconnects at once: {await load.connect_all(seen=True):.1f} s", flush=True)
                await load.hang_up()


async def rates(name: str, load: Load, options: argparse.Namespace) -> None:
    """Measure the target rate, then higher and higher rates until the limit is exceeded."""
    every = 4.0
    while True:
        await load.run(every, options.seconds)
        rate = len(load.groups) / every
        print(f"{name}: a move every {every:4.2f} s at each table ({rate:6.0f} a second): {load.figures()}", flush=True)
        if not load.holds() or every < 0.2:
            return
        every /= 1.5


def main() -> None:
    """Parse the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=12.0, help="for each rate")
    parser.add_argument("--store", help="the table server's store, instead of a temporary SQLite file")
    uvloop.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
