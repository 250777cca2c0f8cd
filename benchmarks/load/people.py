"""The people of a load test: sockets that sit at tables, shuffle, move, watch, come back.

Each comes from its own address of the loopback network, as people do: the server's limits for one address stay on.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import secrets
import ssl
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from weatherdeck.table.wire.messages import PROTOCOL

TLS = ssl.create_default_context()
"""Made once: it takes longer than a request, and no request uses it."""
PLAINLY: Any = {"compression": None, "max_size": None, "ping_interval": None, "open_timeout": 60}
AT_ONCE = 50
"""Connections opened at the same time."""
PATIENCE = 10.0
"""Seconds after which people say again what they owe the shuffle."""


def addresses() -> Iterator[str]:
    """Addresses of the loopback network, one for each person."""
    for number in range(1, 1 << 22):
        yield f"127.{1 + (number >> 16)}.{number >> 8 & 255}.{1 + number % 254}"


@dataclass
class Person:
    """One socket: a player, or a spectator (seat None)."""

    base: str
    address: str
    hello: dict[str, Any]
    seat: int | None
    socket: ClientConnection | None = None
    reader: asyncio.Task[None] | None = None
    version: int = -1
    entropy: str = ""
    pledged: tuple[int, int] = (0, 0)  # match and attempt
    said: tuple[int, int, str] = (0, 0, "")  # match, attempt and phase that I have answered
    info: dict[str, Any] = field(default_factory=dict)  # the table, as last heard
    sent: int = 0  # bytes
    received: int = 0

    async def connect(self, seen: int | None) -> None:
        """Open the socket and say hello."""
        for attempt in range(5):
            try:
                self.socket = await connect(_socket(self.base), local_addr=(self.address, 0), **PLAINLY)
                break
            except OSError:
                if attempt == 4:
                    raise
                await asyncio.sleep(0.05)
        await self.send({**self.hello, **({} if seen is None else {"seen": {"match": seen, "version": self.version}})})

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        assert self.socket is not None
        data = orjson.dumps(message)
        self.sent += len(data)
        await self.socket.send(data.decode())

    def shuffling(self, info: dict[str, Any]) -> dict[str, Any] | None:
        """What I owe the shuffle of a table that waits for it: my pledge, then my entropy."""
        self.info = info
        if self.seat is None or info["status"] != "waiting":
            return None
        attempt, phase = (info["match"], info["shuffle"]["attempt"]), info["shuffle"]["phase"]
        if (*attempt, phase) == self.said:
            return None
        self.said = (*attempt, phase)
        if phase == "reveal":
            return {"type": "reveal", "entropy": self.entropy}
        if self.pledged != attempt:
            self.pledged, self.entropy = attempt, secrets.token_hex(32)
        text = f"weatherdeck share 2 {info['id']} {info['match']} {self.seat} {self.entropy}"
        return {"type": "ready", "share": hashlib.sha256(text.encode()).hexdigest()}

    def hang_up(self) -> None:
        """End the connection without a word."""
        if self.reader is not None:
            self.reader.cancel()
        if self.socket is not None:
            self.socket.transport.abort()


@dataclass
class Group:
    """The people at a table (or some sockets of the echo server)."""

    people: list[Person]
    table: str = ""
    match: int = 1
    mover: int | None = None
    version: int = 0
    choices: list[str] = field(default_factory=list)
    awaited: int = -1  # the version that everyone should receive next
    missing: int = 0  # who has not received it yet
    began: float = 0.0
    decided: int = 0  # versions of the current match
    over: bool = False


@dataclass
class Crowd:
    """All groups at a server (or at several that share a store), and what was measured."""

    groups: list[Group]
    echo: bool = False
    rematch: bool = True  # whether the next match begins when one is over
    times: list[float] = field(default_factory=list)
    errors: dict[str, int] = field(default_factory=dict)
    late: int = 0
    lost: int = 0  # sockets that the server closed
    turned_away: int = 0  # spectators, because the server was busy
    retries: int = 0  # of people whom a server could not connect at once

    # ------------------------------------------------------------ connecting
    async def connect_all(self, *, again: bool = False) -> float:
        """Connect everyone; return the seconds until the last one was welcomed."""
        began = time.perf_counter()
        people = [(group, one) for group in self.groups for one in group.people]
        gate = asyncio.Semaphore(len(people) if again else AT_ONCE)
        await asyncio.gather(*(self._connect(group, one, gate, again) for group, one in people))
        return time.perf_counter() - began

    async def _connect(self, group: Group, one: Person, gate: asyncio.Semaphore, again: bool) -> None:
        async with gate:
            while True:
                await one.connect(group.match if again and not self.echo and one.version >= 0 else None)
                assert one.socket is not None
                first = await one.socket.recv()
                if orjson.loads(first).get("code") != "failed":
                    break
                self.retries += 1  # the store did not answer: come again, as the browser does
                await asyncio.sleep(1.0)
            await self._take(group, one, first)
            one.reader = asyncio.create_task(self._read(group, one))

    async def _read(self, group: Group, one: Person) -> None:
        assert one.socket is not None
        try:
            async for text in one.socket:
                await self._take(group, one, text)
        except ConnectionClosed:
            pass
        self.lost += 1

    async def hang_up(self) -> None:
        """Disconnect everyone at once."""
        for group in self.groups:
            group.missing = 0
            for one in group.people:
                one.hang_up()
        await asyncio.sleep(0.5)

    # ------------------------------------------------------------ what is received
    async def _take(self, group: Group, one: Person, text: str | bytes) -> None:
        message = orjson.loads(text)
        one.received += len(text)
        kind = message["type"]
        if kind in ("error", "refused"):
            code = message["code"]
            self.errors[code] = self.errors.get(code, 0) + 1
            if code == "busy" and one.seat is None:  # a spectator who was turned away
                group.people.remove(one)
                self.turned_away += 1
        if self.echo:
            self._received(group)
            return
        if info := message.get("table"):
            group.match = info["match"]
            if owed := one.shuffling(info):
                await one.send(owed)
        if kind == "over":
            group.mover, group.over = None, True
            if self.rematch and one.seat is not None:
                await one.send({"type": "rematch"})
        changes = message.get("missed") or [message]
        for change in changes:
            if position := change.get("position"):
                self._advance(group, one, change, position)

    def _advance(self, group: Group, one: Person, change: dict[str, Any], position: dict[str, Any]) -> None:
        one.version = position["version"]
        if position["version"] >= group.decided or change["type"] == "started":
            group.decided = position["version"]
        if change["type"] == "started":
            group.over = False
        if position["to_move"] == one.seat and one.seat is not None:
            group.mover, group.version = one.seat, one.version
            group.choices = [choice["move"] for choice in position["choices"]]
        if change["type"] == "stepped" and position["version"] == group.awaited:
            self._received(group)

    def _received(self, group: Group) -> None:
        if group.missing:
            group.missing -= 1
            if group.missing == 0:
                self.times.append(time.perf_counter() - group.began)

    # ------------------------------------------------------------ playing
    async def begin(self) -> None:
        """Wait until the cards are dealt everywhere."""
        asked = time.perf_counter()
        while waiting := [one for group in self.groups for one in group.people if one.version < 0]:
            await asyncio.sleep(0.1)
            if time.perf_counter() - asked > PATIENCE:  # a busy store may have refused somebody: say it again
                asked = time.perf_counter()
                for one in waiting:
                    one.said = (0, 0, "")
                    if one.info and (owed := one.shuffling(one.info)):
                        await one.send(owed)

    async def run(self, every: float, seconds: float) -> None:
        """Make a move every so many seconds in each group."""
        self.times, self.late, self.errors, self.lost = [], 0, {}, 0
        end = time.perf_counter() + seconds
        await asyncio.gather(*(self._play(group, every, lambda _: time.perf_counter() < end) for group in self.groups))
        await asyncio.sleep(min(1.0, every))

    async def advance(self, versions: int) -> None:
        """Play on quickly until this version, a few tables at a time."""
        gate = asyncio.Semaphore(AT_ONCE // 4)

        async def one_table(group: Group) -> None:
            async with gate:
                await self._play(group, 0.02, lambda group: group.decided < versions and not group.over)

        await asyncio.gather(*(one_table(group) for group in self.groups))

    async def _play(self, group: Group, every: float, goes_on: Callable[[Group], bool]) -> None:
        dice = random.Random(id(group))
        due = time.perf_counter() + dice.random() * every
        while goes_on(group):
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due += every
            if group.missing:  # not everyone has received the last move yet
                self.late += 1
                continue
            if self.echo:
                group.mover = ((group.mover or 0) + 1) % len(group.people)
            if group.mover is None or not goes_on(group):  # a bot decides, or a new match is being dealt
                continue
            one = next(person for person in group.people if person.seat == group.mover)
            group.missing, group.began, group.awaited = len(group.people), time.perf_counter(), group.version + 1
            if not self.echo:
                group.mover = None
            move = [] if self.echo else [dice.choice(group.choices)]
            try:
                await one.send({"type": "move", "version": group.version, "moves": move})
            except ConnectionClosed:
                group.missing = 0
                return

    # ------------------------------------------------------------ figures
    @property
    def bytes(self) -> int:
        """What was sent and received so far, without compression."""
        return sum(one.sent + one.received for group in self.groups for one in group.people)

    def quantile(self, share: float) -> float:
        """A quantile of the times, in milliseconds."""
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1e3 if ordered else float("nan")

    def figures(self) -> str:
        """The measurements, in one line."""
        parts = [f"{name} {self.quantile(share):6.1f}" for name, share in QUANTILES]
        more = "".join(f", {count} x {code}" for code, count in self.errors.items())
        gone = f", {self.lost} sockets lost" if self.lost else ""
        return f"{' '.join(parts)} ms; {len(self.times)} moves, {self.late} too late for the next{more}{gone}"

    def holds(self, limit: float) -> bool:
        """Whether the 99th percentile is within a limit in milliseconds, and nothing went wrong."""
        return self.quantile(0.99) < limit and not self.errors and not self.lost


QUANTILES = (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1.0))


# ---------------------------------------------------------------- sitting down


@dataclass(frozen=True)
class Mixture:
    """How tables differ: every n-th has a bot on one seat, every n-th a spectator."""

    game: str
    seats: int
    bots: int = 10
    spectators: int = 5


async def sit_down(bases: Sequence[str], count: int, mixture: Mixture) -> Crowd:
    """Make tables and seat people; those of one table are spread over all servers."""
    found = addresses()
    gate = asyncio.Semaphore(8)
    groups = await asyncio.gather(*(_table(bases, number, mixture, found, gate) for number in range(count)))
    return Crowd(list(groups))


async def _table(
    bases: Sequence[str], number: int, mixture: Mixture, found: Iterator[str], gate: asyncio.Semaphore
) -> Group:
    people = mixture.seats - (number % mixture.bots == 0)
    others = [{"kind": "open"}] * (people - 1) + [{"kind": "bot", "level": "club"}] * (mixture.seats - people)
    wish = {"game": mixture.game, "name": "Ada", "seats": [{"kind": "me"}, *others]}
    async with gate:
        at = [next(found) for _ in range(people + 1)]
        made = await _post(bases[0], at[0], "/api/tables", wish)
        tokens = [made["token"]]
        for seat in range(1, people):
            join = {"invite": made["invite"], "name": f"Player {seat}"}
            tokens.append((await _post(bases[0], at[seat], f"/api/tables/{made['table']}/join", join))["token"])
    hello = {"type": "hello", "protocol": PROTOCOL, "table": made["table"]}
    sitting = [
        Person(bases[seat % len(bases)], at[seat], {**hello, "token": token}, seat) for seat, token in enumerate(tokens)
    ]
    if number % mixture.spectators == 0:
        sitting.append(Person(bases[-1], at[-1], {**hello, "token": made["watch"]}, None))
    return Group(sitting, table=made["table"])


def visitor(base: str, address: str) -> httpx.AsyncClient:
    """A client that comes from an address."""
    transport = httpx.AsyncHTTPTransport(local_address=address, verify=TLS)
    return httpx.AsyncClient(base_url=base, transport=transport, timeout=60)


async def _post(base: str, address: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    async with visitor(base, address) as http:
        while (answer := await http.post(path, json=body)).status_code == 503:  # the server is busy
            await asyncio.sleep(1.0)
        answer.raise_for_status()
        made: dict[str, Any] = answer.json()
        return made


def echoes(base: str, count: int, seats: int) -> Crowd:
    """Groups of sockets at the echo server."""
    found = addresses()
    groups = [
        Group([Person(base, next(found), {"group": number}, seat) for seat in range(seats)]) for number in range(count)
    ]
    return Crowd(groups, echo=True)


def _socket(base: str) -> str:
    return base.replace("http", "ws", 1) + "/socket"
