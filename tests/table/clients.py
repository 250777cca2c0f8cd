"""A client for tests: it reads every message with the published types, and remembers all it was sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from weatherdeck.games import registry
from weatherdeck.games.view_schema import mistakes
from weatherdeck.table.fairness import new_entropy, share_of
from weatherdeck.table.wire import messages as m

T = TypeVar("T", bound=m.FromServer)
PATIENCE = 60.0
"""Seconds until a message that does not come is taken for missing."""


@dataclass
class Client:
    """One socket at a table."""

    base: str
    table: str
    token: str
    seen: tuple[int, int] | None = None
    raw: list[str] = field(default_factory=list)  # all that was sent to it
    position: m.Position | None = None
    seat: int | None = None
    info: m.TableInfo | None = None
    match: int = 1
    welcomed: m.Welcome | None = None
    receipts: dict[int, dict[str, Any]] = field(default_factory=dict)  # by match; without shares until they are fixed
    noticed: list[str] = field(default_factory=list)  # what a server did that it may not do
    reveals: bool = True  # whether it reveals by itself
    table_now: dict[str, Any] = field(default_factory=dict)  # as last received, whether or not the test has read it
    _table_changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def connect(self) -> m.Welcome:
        """Connect and say hello."""
        address = self.base.replace("http", "ws", 1) + "/socket"
        self.socket: ClientConnection = await connect(address, max_size=None, compression=None, ping_interval=None)
        self._received: asyncio.Queue[str | Exception] = asyncio.Queue()
        self._reader = asyncio.create_task(self._read(self.socket, self._received))
        hello: dict[str, Any] = {"type": "hello", "protocol": m.PROTOCOL, "table": self.table, "token": self.token}
        if self.seen is not None:
            hello["seen"] = {"match": self.seen[0], "version": self.seen[1]}
        await self.send(hello)
        self.welcomed = await self.get(m.Welcome)
        return self.welcomed

    async def close(self) -> None:
        """Go away."""
        await self.socket.close()
        await self._reader

    async def _read(self, socket: ClientConnection, received: asyncio.Queue[str | Exception]) -> None:
        """Read all messages as they come: what was pledged is revealed at once, whatever the test is waiting for."""
        try:
            while True:
                text = await socket.recv()
                assert isinstance(text, str)
                received.put_nowait(text)
                message = json.loads(text)
                if message["type"] == "welcome":
                    self.seat = message["seat"]
                if message["type"] in ("welcome", "table"):
                    self.table_now = message["table"]
                    self._table_changed.set()
                    if self.reveals:
                        await self.reveal(message["table"])
        except (ConnectionClosed, OSError) as problem:
            received.put_nowait(problem)

    async def reveal(self, table: dict[str, Any]) -> None:
        """Reveal what was pledged, if all shares are fixed and this is still the shuffle that was promised."""
        receipt, shuffle = self.receipts.get(table["match"]), table["shuffle"]
        if receipt is None or shuffle["phase"] != "reveal" or shuffle["attempt"] != receipt["attempt"]:
            return
        pledged = share_of(receipt["table"], receipt["match"], receipt["seat"], receipt["entropy"])
        if table["commitment"] != receipt["commitment"]:
            self.noticed.append("the commitment was replaced")
        elif shuffle["shares"][receipt["seat"]] != pledged:
            self.noticed.append("my share was replaced")
        elif receipt.setdefault("shares", shuffle["shares"]) != shuffle["shares"]:
            self.noticed.append("a share was replaced")
        else:
            await self.send({"type": "reveal", "entropy": receipt["entropy"]})

    async def send(self, message: dict[str, Any] | str | bytes) -> None:
        """Say something."""
        await self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def next(self) -> m.ServerMessage:
        """The next message, whatever it is."""
        try:
            async with asyncio.timeout(PATIENCE):
                text = await self._received.get()
        except TimeoutError:
            raise AssertionError(f"no message came to seat {self.seat}: {self.report()}") from None
        if isinstance(text, Exception):
            self._received.put_nowait(text)
            raise text
        self.raw.append(text)
        message = m.SERVER.validate_json(text)
        self._take_in(message)
        for view in views_in(message.model_dump()):
            self.check_view(view)
        return message

    def report(self) -> str:
        """What a test that waits in vain wants to know."""
        errors = [text for text in self.raw if '"type":"error"' in text.replace(": ", ":")]
        return f"{self.table_now}, receipts {self.receipts}, noticed {self.noticed}, {errors=}, last {self.raw[-5:]}"

    def check_view(self, view: dict[str, Any]) -> None:
        """Hold a view against the type that its game declares."""
        assert self.info is not None
        assert not mistakes(registry.load(self.info.game).view.View, view)

    def _take_in(self, message: m.ServerMessage) -> None:
        if isinstance(message, m.Welcome):
            self.seat, self.info = message.seat, message.table
            self.match = message.table.match
            if message.missed:
                self.position = message.missed[-1].position
        if isinstance(message, m.TableNews):
            self.info = message.table
        if isinstance(message, m.Stepped | m.Undone | m.Started):
            self.match = message.match
        if isinstance(message, m.Welcome | m.Stepped | m.Undone | m.Started | m.Refused) and message.position:
            self.position = message.position
            self.seen = (self.match, self.position.version)

    async def get(self, *kinds: type[T]) -> T:
        """The next message of these kinds; others are read over."""
        while True:
            message = await self.next()
            if isinstance(message, kinds):
                return message

    async def ask(self, message: dict[str, Any], *kinds: type[T]) -> T:
        """Say something, and wait for the answer with its id."""
        asked = f"q{len(self.raw)}"
        await self.send({**message, "id": asked})
        while True:
            answer = await self.next()
            if answer.id == asked:
                assert isinstance(answer, kinds), answer
                return answer

    async def ready(self, entropy: str | None = None) -> None:
        """Be ready for the match: pledge entropy, which is revealed as soon as all have pledged."""
        async with asyncio.timeout(PATIENCE):
            # The end of a match is told before the table's news of it: until those of the rematch are here, what this
            # client knows is the match before, and a share for that one would never be revealed.
            while self.table_now["status"] != "waiting":
                self._table_changed.clear()
                await self._table_changed.wait()
        await self.send(self.pledge(entropy))

    def pledge(self, entropy: str | None = None) -> dict[str, Any]:
        """The message that pledges entropy. Entropy is kept until the match is over, and never used twice."""
        assert self.seat is not None
        match, attempt = self.table_now["match"], self.table_now["shuffle"]["attempt"]
        known = self.receipts.get(match)
        if known is None or known["attempt"] != attempt:
            self.receipts[match] = known = {
                "kind": "weatherdeck receipt",
                "version": 2,
                "table": self.table,
                "match": match,
                "attempt": attempt,
                "commitment": self.table_now["commitment"],
                "seat": self.seat,
                "entropy": entropy or new_entropy(),
            }
        return {"type": "ready", "share": share_of(self.table, match, self.seat, known["entropy"]), "attempt": attempt}

    @property
    def my_turn(self) -> bool:
        """Whether my decision is asked for."""
        return self.position is not None and self.seat is not None and self.position.to_move == self.seat

    async def move(self, *moves: str) -> m.Stepped | m.Refused:
        """Make a move at the version that I know."""
        assert self.position is not None
        message = {"type": "move", "version": self.position.version, "moves": list(moves)}
        return await self.ask(message, m.Stepped, m.Refused)

    async def play(self, choose: Any = None) -> m.Over:
        """Play to the end: always the first choice, or one that is chosen."""
        while True:
            if self.my_turn:
                assert self.position is not None
                choices = self.position.choices
                await self.send(
                    {
                        "type": "move",
                        "version": self.position.version,
                        "moves": [(choose(choices) if choose else choices[0]).move],
                    }
                )
            message = await self.next()
            while not isinstance(message, m.Stepped | m.Started | m.Over | m.Undone | m.Refused):
                message = await self.next()
            if isinstance(message, m.Over):
                return message


def views_in(part: Any) -> Iterator[dict[str, Any]]:
    """Every view in a message, however deep."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "view" and value is not None:
                yield value
            else:
                yield from views_in(value)
    elif isinstance(part, list):
        for one in part:
            yield from views_in(one)


async def make_table(base: str, game: str = "tradewinds", **wish: Any) -> dict[str, Any]:
    """Make a table; the answer."""
    async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as http:
        answer = await http.post("/api/tables", json={"game": game, "name": "Anna", **wish})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made


async def join(
    base: str, made: dict[str, Any], name: str, seat: int | None = None, *, hints: bool = False
) -> dict[str, Any]:
    """Sit down at a table; the answer."""
    async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as http:
        wish = {"invite": made["invite"], "name": name, "seat": seat, "hints": hints}
        answer = await http.post(f"/api/tables/{made['table']}/join", json=wish)
        assert answer.status_code == 200, answer.text
        seated: dict[str, Any] = answer.json()
        return seated


def bots(count: int, level: str = "club") -> list[dict[str, str]]:
    """Seats for bots."""
    return [{"kind": "bot", "level": level}] * count
