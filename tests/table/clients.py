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

from weatherdeck.games import registry
from weatherdeck.games.view_schema import mistakes
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
        hello: dict[str, Any] = {"type": "hello", "protocol": m.PROTOCOL, "table": self.table, "token": self.token}
        if self.seen is not None:
            hello["seen"] = {"match": self.seen[0], "version": self.seen[1]}
        await self.send(hello)
        self.welcomed = await self.get(m.Welcome)
        return self.welcomed

    async def close(self) -> None:
        """Go away."""
        await self.socket.close()

    async def send(self, message: dict[str, Any] | str | bytes) -> None:
        """Say something."""
        await self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def next(self) -> m.ServerMessage:
        """The next message, whatever it is."""
        async with asyncio.timeout(PATIENCE):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.raw.append(text)
        message = m.SERVER.validate_json(text)
        self._take_in(message)
        for view in views_in(message.model_dump()):
            self.check_view(view)
        return message

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
        """Be ready for the match."""
        await self.send({"type": "ready", **({"entropy": entropy} if entropy else {})})

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
    async with httpx.AsyncClient(base_url=base) as http:
        answer = await http.post("/api/tables", json={"game": game, "name": "Anna", **wish})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made


async def join(base: str, made: dict[str, Any], name: str, seat: int | None = None) -> dict[str, Any]:
    """Sit down at a table; the answer."""
    async with httpx.AsyncClient(base_url=base) as http:
        wish = {"invite": made["invite"], "name": name, "seat": seat}
        answer = await http.post(f"/api/tables/{made['table']}/join", json=wish)
        assert answer.status_code == 200, answer.text
        seated: dict[str, Any] = answer.json()
        return seated


def bots(count: int, level: str = "club") -> list[dict[str, str]]:
    """Seats for bots."""
    return [{"kind": "bot", "level": level}] * count
