"""Floods: what people at other tables notice while one address, or five, ask for as much as the limits allow.

Each flood has 60 sockets that stay just within the limits of a socket, from a process of its own. Meanwhile four people
at each of a few tables make moves, and a stranger from a new address makes a table every second. `--beside FOLDER` also
measures the server in another source folder, turn by turn on the same machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import httpx
import orjson
import uvloop
from websockets.exceptions import ConnectionClosed

from benchmarks.fixture import SEATS, default_game
from benchmarks.load.people import Crowd, Mixture, Person, sit_down, visitor
from benchmarks.load.servers import Process, table_server
from weatherdeck.games import registry
from weatherdeck.games.game import LAST_STEP
from weatherdeck.match import Match
from weatherdeck.table.wire.messages import PROTOCOL

SOCKETS = 60
NEVER = 1 << 30
PACE = 1 / 19.5
"""Seconds between two messages of a socket: its limit is 20 a second."""
REVIEW_PACE = 8 * PACE
STRANGER_EVERY = 1.0
BYSTANDERS = 5
"""Tables."""
MOVE_EVERY = 0.5
Ask: TypeAlias = Callable[[Person, random.Random], dict[str, Any]]


class Flood(NamedTuple):
    """What is asked for again and again."""

    wish: dict[str, Any]  # the table
    pace: float
    ask: Ask
    reads: bool = True
    rematch: bool = False  # whether the table goes on to a second match first


def _draft(person: Person, dice: random.Random) -> dict[str, Any]:
    position = person.info["position"]
    places = [choice["move"] for choice in position["choices"] if choice["place"] not in (None, LAST_STEP)]
    steps = dice.sample(places, min(len(places), dice.randrange(4)))
    return {"type": "draft", "version": position["version"], "steps": steps}


def _refused(_person: Person, _dice: random.Random) -> dict[str, Any]:
    return {"type": "move", "version": 999, "moves": ["commit"]}


def _review(_person: Person, _dice: random.Random) -> dict[str, Any]:
    return {"type": "review", "seat": 0, "match": 1}


def _guide(person: Person, _dice: random.Random) -> dict[str, Any]:
    return {"type": "guide", "version": 0, "moves": person.info["moves"]}


def _game_with_steps() -> str:
    """A game with moves of several steps, which can be drafted."""
    games = map(registry.load, registry.ours())
    steps = (None, LAST_STEP)
    return next(one.name for one in games if any(one.place(action) not in steps for action in range(one.rules.ACTIONS)))


def _whole_match(game: str, seed: int) -> list[str]:
    match, dice = Match(registry.load(game), seed=seed), random.Random(seed)
    while not match.is_over:
        match.make(dice.choice(match.legal()))
    return match.moves


def _floods() -> dict[str, Flood]:
    steps: dict[str, Any] = {"game": _game_with_steps(), "name": "Flo"}
    game = default_game()
    seats = [{"kind": "me"}, *[{"kind": "guided"}] * 3]
    old = {"game": game, "name": "Flo", "seed": 8, "opening": _whole_match(game, 8)}
    return {
        "drafts": Flood(steps, PACE, _draft),
        "refused moves, not read": Flood(steps, PACE, _refused, reads=False),
        "reviews of an earlier match": Flood(old, REVIEW_PACE, _review, rematch=True),
        "guides of 400 moves": Flood({"game": game, "name": "Flo", "seed": 8, "seats": seats}, PACE, _guide),
    }


# ---------------------------------------------------------------- the process that floods


async def _flood(base: str, name: str, addresses: Sequence[str], seconds: float) -> None:
    flood = _floods()[name]
    people: list[Person] = []
    for address in addresses:
        people += await _seated(base, address, flood, SOCKETS // len(addresses))
    end = time.perf_counter() + seconds
    await asyncio.gather(*(_ask(one, flood, end) for one in people))


async def _seated(base: str, address: str, flood: Flood, sockets: int) -> list[Person]:
    """Sockets of one seat whose turn it is."""
    async with visitor(base, address) as http:
        while (answer := await http.post("/api/tables", json=flood.wish)).status_code == 503:
            await asyncio.sleep(0.5)
        made = answer.raise_for_status().json()
    hello = {"type": "hello", "protocol": PROTOCOL, "table": made["table"], "token": made["token"]}
    first = Person(base, address, hello, 0)
    await first.connect(None)
    assert first.socket is not None
    position, asked = None, False
    async with asyncio.timeout(60):
        while True:
            message = orjson.loads(await first.socket.recv())
            if info := message.get("table"):
                if owed := first.shuffling(info):
                    await first.send(owed)
                if flood.rematch and info["status"] == "over" and not asked:
                    asked = True
                    await first.send({"type": "rematch"})
            position = message.get("position") or position
            if position and position["to_move"] == 0 and (asked or not flood.rematch):
                break
    moves = _whole_match(default_game(), 8)[:400] if flood.ask is _guide else []
    people = [first, *(replace(first, socket=None) for _ in range(sockets - 1))]
    for one in people[1:]:
        await one.connect(None)
    for one in people:
        one.info = {"position": position, "moves": moves}
    return people


async def _ask(person: Person, flood: Flood, end: float) -> None:
    assert person.socket is not None
    dice = random.Random(id(person))
    reading = asyncio.create_task(_read(person)) if flood.reads else None
    if reading is None:
        person.socket.transport.pause_reading()
    due = time.perf_counter() + dice.random() * flood.pace
    with contextlib.suppress(ConnectionClosed, TimeoutError):
        async with asyncio.timeout(max(0.0, end - time.perf_counter())):
            while True:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                due = max(due + flood.pace, time.perf_counter())
                await person.send(flood.ask(person, dice))
    if reading is not None:
        reading.cancel()
    person.hang_up()


async def _read(person: Person) -> None:
    assert person.socket is not None
    with contextlib.suppress(ConnectionClosed):
        while True:
            await person.socket.recv()


def _flood_process(base: str, name: str, addresses: Sequence[str], seconds: float) -> None:
    uvloop.run(_flood(base, name, addresses, seconds))


# ---------------------------------------------------------------- those who notice it


@dataclass
class Stranger:
    """Somebody new, who makes a table every second."""

    answers: Counter[str]
    longest: float = 0.0

    async def come(self, base: str, addresses: Iterator[str]) -> None:
        """Come again and again, until cancelled."""
        while True:
            await asyncio.sleep(STRANGER_EVERY)
            began = time.perf_counter()
            try:
                async with visitor(base, next(addresses)) as http:
                    answer = await http.post("/api/tables", json={"game": default_game(), "name": "Stranger"})
                    self.answers[str(answer.status_code)] += 1
            except httpx.HTTPError as problem:
                self.answers[type(problem).__name__] += 1
            self.longest = max(self.longest, time.perf_counter() - began)


@dataclass
class Watched:
    """A server with the people at its tables."""

    name: str
    server: Process
    crowd: Crowd

    async def during(self, seconds: float, new: Iterator[str]) -> str:
        """What people noticed."""
        stranger = Stranger(Counter())
        coming = asyncio.create_task(stranger.come(self.server.base, new))
        before = self.server.seconds()
        began = time.perf_counter()
        await self.crowd.run(MOVE_EVERY, seconds)
        used = (self.server.seconds() - before) / (time.perf_counter() - began)
        coming.cancel()
        await asyncio.wait([coming])
        told = ", ".join(f"{count} x {what}" for what, count in sorted(stranger.answers.items())) or "none"
        return (
            f"{self.crowd.figures()} | tables made: {told}, longest {stranger.longest * 1e3:.0f} ms | "
            f"{used:.0%} of a core, {self.server.megabytes():.0f} MB"
        )


@contextlib.asynccontextmanager
async def _watched(name: str, store: str, source: Path | None) -> AsyncIterator[Watched]:
    async with table_server(store, source=source) as server:
        crowd = await sit_down([server.base], BYSTANDERS, Mixture(default_game(), SEATS, NEVER, NEVER))
        await crowd.connect_all()
        await crowd.begin()
        yield Watched(name, server, crowd)
        await crowd.hang_up()


async def measure(folder: Path, seconds: float, beside: Path | None, say: Callable[[str], None]) -> None:
    """Measure all floods, from one address and from five."""
    new = (f"127.220.{number >> 8}.{1 + number % 254}" for number in itertools.count())
    loud = (f"127.210.{number >> 8}.{1 + number % 254}" for number in itertools.count())
    async with AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(_watched("now", str(folder / "floods.sqlite"), None))]
        if beside is not None:
            other = _watched("beside", str(folder / "beside.sqlite"), beside)
            servers.insert(0, await stack.enter_async_context(other))
        for one in servers:
            say(f"floods, {one.name}: none: {await one.during(seconds, new)}")
        for flood, count in itertools.product(_floods(), (1, 5)):
            for one in servers:
                addresses = list(itertools.islice(loud, count))
                async with _flooding(one.server.base, flood, addresses, seconds + 6):
                    noticed = await one.during(seconds, new)
                where = "1 address" if count == 1 else f"{count} addresses"
                say(f"floods, {one.name}: {flood}, {where}: {noticed}")


@contextlib.asynccontextmanager
async def _flooding(base: str, name: str, addresses: Sequence[str], seconds: float) -> AsyncIterator[None]:
    process = multiprocessing.get_context("spawn").Process(
        target=_flood_process, args=(base, name, addresses, seconds), daemon=True
    )
    process.start()
    await asyncio.sleep(4)  # until it has sat down
    try:
        yield
    finally:
        await asyncio.to_thread(process.join, seconds + 30)
        process.kill()
