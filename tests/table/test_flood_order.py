"""Whatever many sockets or requests ask for, from one address or from five, comes after everybody else's moves.

Every kind of message comes from the schema, and every route from the application. Nothing is sent over a network: the
application is called as its server would call it. The clocks stand still unless a test sets them, and each step of any
work costs the same, so what is counted are steps of work, and the order in which they are done.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.types import ASGIApp

from weatherdeck.table import desk, rates
from weatherdeck.table.desk import ADDRESS_AT_ONCE, MODEST, Account, TimeBudgets
from weatherdeck.table.schema import openapi
from weatherdeck.table.web.server import Server
from weatherdeck.table.wire import connection
from weatherdeck.table.wire import messages as m

from ..sweeps import sample
from .clients import Client
from .servers import QuickServer

CROWD = 60
"""Sockets, or requests, of those who flood."""
EACH = 5
"""Messages of each socket."""
REQUESTS = 200
STEP = 0.002
"""Seconds that each step of any work costs, on the clock of these tests."""
MESSAGES: dict[str, dict[str, Any]] = {
    "hello": {"protocol": m.PROTOCOL, "table": "TABLE", "token": "TOKEN"},
    "ready": {"share": "ab" * 32},
    "reveal": {"entropy": "ab" * 32},
    "move": {"version": 0, "moves": ["5b", "6b"]},
    "guide": {"version": 0, "moves": ["5b"] * 400},
    "draft": {"version": 0, "steps": ["5b"]},
    "preview": {"version": 0, "move": "5b"},
    "why": {"version": 0, "move": "5b"},
    "undo": {"version": 0},
    "answer_undo": {"version": 0, "agree": True},
    "hint": {"version": 0},
    "chat": {"text": "hello"},
    "react": {"reaction": "REACTION"},
    "resign": {},
    "return": {},
    "fill": {"seat": 1, "level": "club"},
    "rename": {"name": "Flo"},
    "allow_hints": {"agree": True},
    "rematch": {},
    "review": {"seat": 0},
    "remove": {"seat": 1},
    "mute": {"seat": None, "muted": True},
    "hand_over": {"seat": 1},
    "close_table": {},
    "vote_out": {"seat": 1},
    "ping": {},
}
"""A message of each kind."""
BODIES: dict[tuple[str, str], dict[str, Any]] = {
    ("POST", "/api/games/{name}/decks"): {"text": "[deck]"},
    ("POST", "/api/tables"): {"game": "tradewinds", "name": "Flo"},
    ("POST", "/api/tables/mine"): {"places": [{"table": "TABLE", "token": "TOKEN"}] * 20},
    ("POST", "/api/tables/{table}/join"): {"invite": "INVITE", "name": "Flo"},
    ("POST", "/api/tables/{table}/links"): {"kind": "watch"},
    ("POST", "/api/tables/{table}/move"): {"token": "TOKEN"},
    ("POST", "/api/explore/games"): {},
    ("POST", "/api/explore/watch"): {"run": 0, "game": 0},
}
"""What is sent to each route that takes a body."""
PARTS = {"name": "tradewinds", "number": "1", "picture": "x.svg", "path:path": "tables"}


async def _run(app: ASGIApp, scope: dict[str, Any], receive: Any, send: Any) -> None:
    await app(scope, receive, send)


class InMemory:
    """A socket of the application, without a network."""

    def __init__(self, app: ASGIApp, address: str) -> None:
        self._inbox, self._outbox = asyncio.Queue[Any](), asyncio.Queue[Any]()
        self.reads = asyncio.Event()
        self.reads.set()
        self._inbox.put_nowait({"type": "websocket.connect"})
        scope = {
            "type": "websocket",
            "path": "/socket",
            "raw_path": b"/socket",
            "query_string": b"",
            "headers": [],
            "client": (address, 1),
            "server": ("test", 80),
            "scheme": "ws",
            "subprotocols": [],
            "root_path": "",
            "asgi": {"version": "3.0"},
            "extensions": {"websocket.http.response": {}},
        }
        self.task: asyncio.Task[None] = asyncio.create_task(_run(app, scope, self._inbox.get, self._take))

    async def _take(self, message: Any) -> None:
        await self.reads.wait()
        self._outbox.put_nowait(message)

    async def send(self, text: str) -> None:
        self._inbox.put_nowait({"type": "websocket.receive", "text": text})

    async def recv(self) -> str:
        while True:
            message = await self._outbox.get()
            if message["type"] == "websocket.close":
                raise OSError("closed")
            if "text" in message:
                text: str = message["text"]
                return text

    async def close(self) -> None:
        self.reads.set()
        self.task.cancel()  # a farewell would come after all that was asked for
        await asyncio.gather(self.task, return_exceptions=True)
        self._outbox.put_nowait({"type": "websocket.close"})


class Town:
    """A server, and those who ask it for something."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, server: QuickServer) -> None:
        checked: Any = server.config.app
        self.app: ASGIApp = checked
        self.inside: FastAPI = checked.app
        self.server: Server = self.inside.state.server
        self.now, self._ticks = 1000.0, itertools.count()
        monkeypatch.setattr(rates, "time", SimpleNamespace(monotonic=lambda: self.now))
        monkeypatch.setattr(desk, "LOOK_AGAIN", 0.001)
        monkeypatch.setattr(desk, "LONGEST_REST", 3600.0)  # turns come when there is time, and not because of a wait
        self.server.desk.__init__(TimeBudgets(), timer=lambda: next(self._ticks) * STEP)
        self.steps = Counter[str]()  # of each address
        self._unused = (f"10.{number >> 8}.{number & 255}.1" for number in itertools.count())
        charge = Account._charge

        def counted(account: Account, seconds: float) -> None:
            self.steps[account._shares[-1].key] += 1
            charge(account, seconds)

        monkeypatch.setattr(Account, "_charge", counted)

    def addresses(self, count: int) -> list[str]:
        """New addresses, which have used nothing yet. The day goes on, and everybody's budgets are full."""
        self.now += 3600
        return list(itertools.islice(self._unused, count))

    async def ask(self, method: str, path: str, address: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        """A request, and its answer."""
        data = b"" if body is None else json.dumps(body).encode()
        headers = [
            (b"host", b"test"),
            (b"content-type", b"application/json"),
            (b"authorization", f"Bearer {token}".encode()),
        ]
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": headers,
            "client": (address, 1),
            "server": ("test", 80),
            "scheme": "http",
            "root_path": "",
            "http_version": "1.1",
            "asgi": {"version": "3.0"},
        }
        parts, answered = [{"type": "http.request", "body": data, "more_body": False}], list[Any]()

        async def receive() -> Any:
            return parts.pop() if parts else await asyncio.sleep(3600)

        async def send(message: Any) -> None:
            answered.append(message)

        await self.app(scope, receive, send)
        text = b"".join(one.get("body", b"") for one in answered[1:])
        is_json = (b"content-type", b"application/json") in answered[0]["headers"]
        return answered[0]["status"], json.loads(text) if is_json else text

    async def table(self, address: str) -> dict[str, Any]:
        """A table at which the others wait to be told what to do."""
        seats = [{"kind": "me"}, *[{"kind": "guided"}] * 3]
        wish = {"game": "tradewinds", "name": "Flo", "seed": 8, "options": {"first": "N"}, "seats": seats}
        while (answer := await self.ask("POST", "/api/tables", address, wish))[0] == 503:
            await asyncio.sleep(0.1)  # the disk is busy
        status, made = answer
        assert status == 201, made
        found: dict[str, Any] = made
        return found

    async def sit(self, address: str, made: dict[str, Any]) -> Client:
        """A socket of the table's seat."""
        self.now += 60
        one = Client("", made["table"], made["token"])
        one.socket = InMemory(self.app, address)  # type: ignore[assignment]
        one._received = asyncio.Queue()
        one._reader = asyncio.create_task(one._read(one.socket, one._received))
        await one.send({"type": "hello", "protocol": m.PROTOCOL, "table": one.table, "token": one.token})
        one.welcomed = await one.get(m.Welcome)
        return one

    def done_by(self, addresses: list[str]) -> int:
        """Steps of work done for these addresses."""
        return sum(self.steps[address] for address in addresses)

    async def bystander(self) -> Client:
        """Somebody whose turn it is."""
        (address,) = self.addresses(1)
        anna = await self.sit(address, await self.table(address))
        await anna.ready()
        await anna.get(m.Started)
        return anna

    async def move(self, anna: Client, flooders: list[str]) -> int:
        """A bystander moves; the steps of the flood that came before the answer."""
        assert anna.position is not None
        before = self.done_by(flooders)
        await anna.move(anna.position.choices[0].move)
        assert anna.position.version == 1
        done = self.done_by(flooders) - before
        await anna.close()
        return done

    def few(self, flooders: list[str]) -> int:
        """The steps of a flood that may come before a move: what it may use at once, and what it is told of a change.

        Whatever is under way may take one step more. The floods are many hundred steps.
        """
        return (int(MODEST / STEP) + CROWD + ADDRESS_AT_ONCE) * len(flooders)

    async def begins(self, flooders: list[str], used: int) -> None:
        """Wait until the flood is at its height: it has begun to use what it may use at once, or has ended."""
        quiet = 0
        while quiet < 3 and self.done_by(flooders) - used < CROWD / 2:
            before = self.done_by(flooders)
            await asyncio.gather(*(asyncio.to_thread(int) for _ in range(8)))  # what waits for threads has its turn
            for _ in range(20):
                await asyncio.sleep(0)
            quiet = quiet + 1 if self.done_by(flooders) == before else 0


@asynccontextmanager
async def town(store: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Town]:
    """A server."""
    server = QuickServer(store)
    await server.start()
    try:
        yield Town(monkeypatch, server)
    finally:
        await server.shutdown()


def kinds() -> set[str]:
    """Every kind of message that a client can send, by the schema."""
    return set(m.CLIENT.json_schema()["discriminator"]["mapping"])


def routes(app: FastAPI) -> Iterator[tuple[str, str]]:
    """Every route: its method and its path."""
    for route in app.routes:
        inner: Any = getattr(route, "original_router", None)
        found: list[Any] = [route] if inner is None else inner.routes
        for one in found:
            for method in sorted(getattr(one, "methods", None) or {"GET"}):
                yield method, one.path


def filled(example: Any, made: dict[str, Any]) -> Any:
    """An example for a table."""
    text = json.dumps(example).replace("TABLE", made["table"]).replace("TOKEN", made["token"])
    return json.loads(text.replace("INVITE", str(made["invite"])).replace("REACTION", m.Reaction.__args__[0]))  # type: ignore[attr-defined]


def test_there_is_an_example_of_every_kind_of_message_and_of_every_body() -> None:
    assert set(MESSAGES) == kinds()
    for kind, example in MESSAGES.items():
        m.CLIENT.validate_python({"type": kind, **filled(example, {"table": "x", "token": "y", "invite": "z"})})
    taken = {
        (method.upper(), path)
        for path, methods in openapi()["paths"].items()
        for method, one in methods.items()
        if "requestBody" in one
    }
    assert set(BODIES) == taken


@pytest.mark.parametrize("addresses", [1, 5])
async def test_a_move_comes_before_a_flood_of_any_kind_of_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, addresses: int
) -> None:
    async with town(tmp_path / "store", monkeypatch) as place:
        for kind in sorted(kinds()):
            flooders = place.addresses(addresses)
            made = await place.table(flooders[0])
            crowd = [await place.sit(flooders[number % addresses], made) for number in range(CROWD)]
            anna = await place.bystander()
            place.now += 3600
            started = place.done_by(flooders)
            for one in crowd:
                one.socket.reads.clear()  # type: ignore[attr-defined]
                for _ in range(EACH):
                    await one.send({"type": kind, **filled(MESSAGES[kind], made)})
            await place.begins(flooders, started)
            assert place.done_by(flooders) > started, kind
            ahead = await place.move(anna, flooders)
            assert ahead <= place.few(flooders), (kind, ahead)
            for session in place.server.manager.sessions:
                waiting = [one._bytes for one in session.connections]
                assert max(waiting, default=0) < 2 * connection.ROOM_BYTES, kind
            for one in crowd:
                await one.close()


@pytest.mark.parametrize("addresses", [1, 5])
async def test_a_move_comes_before_a_flood_of_any_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, addresses: int
) -> None:
    async with town(tmp_path / "store", monkeypatch) as place:
        everywhere = list(routes(place.inside))
        for method, path in sample("routes flooded", everywhere) if addresses > 1 else everywhere:
            flooders = place.addresses(addresses)
            made = await place.table(flooders[0])
            url = path
            for name, value in {**PARTS, "table": made["table"]}.items():
                url = url.replace("{" + name + "}", value)
            body = filled(BODIES[method, path], made) if (method, path) in BODIES else None
            anna = await place.bystander()
            place.now += 3600
            asked = [
                asyncio.create_task(place.ask(method, url, flooders[number % addresses], body, made["token"]))
                for number in range(REQUESTS)
            ]
            await place.begins(flooders, place.done_by(flooders))
            ahead = await place.move(anna, flooders)
            assert ahead <= place.few(flooders), (method, path, ahead)
            for one in asked:
                one.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
