"""Hostile input: whatever is sent, the answer is a typed error, the server stays up, and the game is as it was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from weatherdeck.table.fairness import share_of
from weatherdeck.table.rates import RateLimit, RateLimits
from weatherdeck.table.wire import messages as m

from .servers import serving_in_thread

VALID: list[dict[str, Any]] = [
    {"type": "hello", "protocol": 2, "table": "T", "token": "t", "seen": {"match": 1, "version": 0}},
    {"type": "ready", "share": "0" * 64, "attempt": 1},
    {"type": "reveal", "entropy": "0" * 64},
    {"type": "move", "version": 0, "moves": ["FRC"]},
    {"type": "draft", "version": 0, "steps": ["FRC"]},
    {"type": "preview", "version": 0, "move": "FRC", "steps": []},
    {"type": "why", "version": 0, "move": "FRC", "things": ["card:FRC"], "steps": []},
    {"type": "undo", "version": 0},
    {"type": "answer_undo", "version": 0, "agree": True},
    {"type": "hint", "version": 0},
    {"type": "chat", "text": "hi"},
    {"type": "react", "reaction": "oops"},
    {"type": "fill", "seat": 1, "level": "club"},
    {"type": "rename", "name": "X"},
    {"type": "rematch"},
    {"type": "review", "seat": 0},
    {"type": "ping"},
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A valid message in which something was replaced, removed or added."""
    message = dict(draw(st.sampled_from(VALID)))
    for _ in range(draw(st.integers(1, 3))):
        key = draw(st.sampled_from([*message, "id", "seat", "extra"]))
        if draw(st.booleans()):
            message[key] = draw(JSON)
        else:
            message.pop(key, None)
    return json.dumps(message)


ODD: list[str | bytes] = [
    "",
    "null",
    "[]",
    "{",
    '"hello"',
    "{}",
    "[" * 15_000,
    '{"a":' * 3_000 + "1" + "}" * 3_000,
    '{"type": "ping", "type": "move"}',
    '{"type": "nonsense"}',
    '{"type": ["ping"]}',
    '{"type": "move", "version": 1e400, "moves": ["FRC"]}',
    '{"type": "move", "version": ' + "9" * 400 + ', "moves": ["FRC"]}',
    '{"type": "move", "version": -1, "moves": ["FRC"]}',
    '{"type": "move", "version": true, "moves": ["FRC"]}',
    '{"type": "move", "version": "0", "moves": ["FRC"]}',
    '{"type": "move", "version": 0, "moves": []}',
    '{"type": "move", "version": 0, "moves": "FRC"}',
    '{"type": "move", "version": 0, "moves": ["FRC"], "seat": 0}',
    '{"type": "move", "version": 0, "moves": ["' + "F" * 41 + '"]}',
    '{"type": "chat", "text": "' + "a" * 401 + '"}',
    '{"type": "chat", "text": "' + "a" * 20_000 + '"}',
    '{"type": "chat", "text": "\\ud800"}',
    '{"type": "chat", "text": "   "}',
    '{"type": "ready"}',
    '{"type": "ready", "share": "xyz"}',
    '{"type": "ready", "share": "' + "A" * 64 + '"}',
    '{"type": "ready", "share": "' + "0" * 64 + '\\n"}',
    '{"type": "ready", "share": "' + "0" * 64 + '", "entropy": "' + "0" * 64 + '"}',
    '{"type": "reveal", "entropy": "00"}',
    '{"type": "reveal", "entropy": null}',
    '{"type": "ping", "id": 5}',
    '{"type": "ping", "id": "' + "i" * 41 + '"}',
    '{"type": "react", "reaction": "__class__"}',
    '{"type": "hint", "version": null}',
    "\u0000",
    b"\xff\xfe{}",
    b'{"type": "ping"}',
]


class Table:
    """Anna and Bo at a table of Tradewinds; it is Anna's turn, and Bo's socket is the hostile one."""

    def __init__(self, base: str) -> None:
        self.http = httpx.Client(base_url=base)
        self.base = base
        seats = [{"kind": "me"}, *[{"kind": "open"}] * 3]
        wish = {"game": "tradewinds", "name": "Anna", "seats": seats, "options": {"first": "N"}}
        self.made = self.http.post("/api/tables", json=wish).json()
        invite = {"invite": self.made["invite"], "name": "Bo"}
        self.tokens = [self.made["token"]]
        self.tokens += [
            self.http.post(f"/api/tables/{self.made['table']}/join", json=invite).json()["token"] for _ in "123"
        ]
        table, entropy = self.made["table"], "5" * 64
        for seat, token in enumerate(self.tokens):
            with self.enter(token) as socket:
                share = share_of(table, 1, seat, entropy)
                self.until_pong(socket, json.dumps({"type": "ready", "share": share}))
        for token in self.tokens:
            with self.enter(token) as socket:
                self.until_pong(socket, json.dumps({"type": "reveal", "entropy": entropy}))
        self.before = self.position()

    def connect(self) -> AbstractContextManager[ClientConnection]:
        return connect(self.base.replace("http", "ws") + "/socket", max_size=None, compression=None)

    @contextmanager
    def enter(self, token: str) -> Iterator[ClientConnection]:
        with self.connect() as socket:
            socket.send(json.dumps({"type": "hello", "protocol": 2, "table": self.made["table"], "token": token}))
            yield socket

    def position(self) -> m.Position:
        with self.enter(self.tokens[0]) as socket:
            welcome = m.SERVER.validate_json(socket.recv(timeout=20))
        assert isinstance(welcome, m.Welcome)
        assert welcome.position is not None
        return welcome.position

    def until_pong(self, socket: ClientConnection, *hostile: str | bytes) -> list[m.ServerMessage]:
        """Send something, then ask whether the server is there; all that was answered in between."""
        for message in hostile:
            socket.send(message)
        socket.send('{"type": "ping", "id": "still-there"}')
        answers: list[m.ServerMessage] = []
        while True:
            answer = m.SERVER.validate_json(socket.recv(timeout=20))
            if isinstance(answer, m.Pong) and answer.id == "still-there":
                return answers
            answers.append(answer)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with serving_in_thread(tmp_path_factory.mktemp("hostile") / "store") as base:
        table = Table(base)
        yield table
        table.http.close()


@pytest.fixture(scope="module")
def hostile(table: Table) -> Iterator[ClientConnection]:
    with table.enter(table.tokens[1]) as socket:
        table.until_pong(socket)
        yield socket


def until_closed(socket: ClientConnection) -> tuple[list[m.ServerMessage], int | None]:
    """All that is still said, and the code with which the socket is closed."""
    answers: list[m.ServerMessage] = []
    try:
        while True:
            answers.append(m.SERVER.validate_json(socket.recv(timeout=20)))
    except ConnectionClosed as closed:
        return answers, closed.rcvd.code if closed.rcvd is not None else None


def is_valid(text: str | bytes) -> bool:
    if isinstance(text, bytes) or len(text) > m.MAX_MESSAGE:
        return False
    try:
        m.CLIENT.validate_json(text)
    except (ValidationError, UnicodeEncodeError):
        return False
    return True


@pytest.mark.parametrize("number", range(len(ODD)))
def test_an_odd_message_gets_a_typed_error(table: Table, hostile: ClientConnection, number: int) -> None:
    answers = table.until_pong(hostile, ODD[number])
    errors = [answer for answer in answers if isinstance(answer, m.Error)]
    assert len(errors) == 1
    assert errors[0].code in ("bad_message", "too_large")
    assert errors[0].message
    assert table.position() == table.before


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=mutated() | JSON.map(json.dumps) | st.text(max_size=60))
def test_a_fuzzed_message_never_changes_the_game(table: Table, hostile: ClientConnection, text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        return  # it cannot even be sent
    table.until_pong(hostile)  # the last message may have been a valid one whose answer takes longer than a pong
    answers = table.until_pong(hostile, text)
    if not is_valid(text):
        errors = [answer for answer in answers if isinstance(answer, m.Error)]
        assert [error.code for error in errors] == ["bad_message"]


def test_after_all_that_the_game_is_as_it_was(table: Table) -> None:
    assert table.position() == table.before


def test_a_message_of_60_kilobytes_is_answered_and_a_larger_one_ends_the_connection(table: Table) -> None:
    with table.enter(table.tokens[2]) as socket:
        table.until_pong(socket)
        errors = [one for one in table.until_pong(socket, "x" * 60_000) if isinstance(one, m.Error)]
        assert [error.code for error in errors] == ["too_large"]
        socket.send("x" * 70_000)
        _, code = until_closed(socket)
        assert code == 1009


@pytest.mark.parametrize(
    ("first", "code", "close"),
    [
        ('{"type": "ping"}', "hello_first", 4400),
        ("nonsense", "bad_message", 4400),
        ("x" * 20_000, "too_large", 4400),
        ('{"type": "hello", "protocol": 99, "table": "T", "token": "t"}', "protocol", 4400),
        ('{"type": "hello", "protocol": 2, "table": "nowhere", "token": "t"}', "unknown_table", 4401),
        ('{"type": "hello", "protocol": 2, "table": "TABLE", "token": "wrong"}', "wrong_token", 4401),
        ('{"type": "hello", "protocol": 2, "table": "TABLE", "token": "OTHER"}', "wrong_token", 4401),
        ('{"type": "hello", "protocol": 2, "table": "TABLE", "token": "INVITE"}', "wrong_token", 4401),
    ],
)
def test_one_who_may_not_come_in_is_told_why(table: Table, first: str, code: str, close: int) -> None:
    other = table.http.post("/api/tables", json={"game": "tradewinds"}).json()
    for name, value in (("TABLE", table.made["table"]), ("OTHER", other["token"]), ("INVITE", table.made["invite"])):
        first = first.replace(name, value)
    with table.connect() as socket:
        socket.send(first)
        answer = m.SERVER.validate_json(socket.recv(timeout=20))
        assert isinstance(answer, m.Error)
        assert answer.code == code
        assert until_closed(socket) == ([], close)


def test_a_move_that_is_sent_again_changes_nothing(tmp_path: Path) -> None:
    with serving_in_thread(tmp_path / "store") as base:
        table = Table(base)
        with table.enter(table.tokens[0]) as anna:
            table.until_pong(anna)
            move = json.dumps({"type": "move", "version": 0, "moves": [table.before.choices[0].move]})
            stepped = [one for one in table.until_pong(anna, move) if isinstance(one, m.Stepped)]
            assert len(stepped) == 1
            after = table.position()
            again = table.until_pong(anna, move, move)
            assert [one.code for one in again if isinstance(one, m.Refused)] == ["stale", "stale"]
            assert table.position() == after
        table.http.close()


def test_one_who_sends_too_much_is_warned_and_then_shown_the_door(tmp_path: Path) -> None:
    with serving_in_thread(tmp_path / "store") as base:
        tokens = Table(base)
    with serving_in_thread(tmp_path / "store", messages=(10, 0.1)) as base:
        tokens.base = base
        with tokens.enter(tokens.tokens[0]) as socket:
            with suppress(ConnectionClosed):
                for _ in range(200):
                    socket.send('{"type": "ping"}')
            answers, code = until_closed(socket)
            assert {answer.code for answer in answers if isinstance(answer, m.Error)} == {"too_fast"}
            assert code == m.Close.FAST
    tokens.http.close()


def test_a_rate_limit_allows_a_burst_and_then_a_steady_rate() -> None:
    limit = RateLimit(3, 0.0)
    assert [limit.allow() for _ in range(5)] == [True, True, True, False, False]
    many = RateLimits(1, 0.0)
    assert [many.allow(address) for address in "abab"] == [True, True, False, False]


# ---------------------------------------------------------------- over HTTP

POSTS = ["/api/tables", "/api/tables/mine", "/api/tables/TABLE/join"]


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=st.sampled_from(POSTS), body=JSON, name=st.text(max_size=8))
def test_a_fuzzed_request_gets_a_typed_refusal(table: Table, path: str, body: Any, name: str) -> None:
    bodies = [body, {"game": body}, {"game": "tradewinds", name: body}, {"invite": table.made["invite"], "name": body}]
    for one in bodies:
        text = json.dumps(one)
        answer = table.http.post(
            path.replace("TABLE", table.made["table"]), content=text, headers={"content-type": "application/json"}
        )
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert set(answer.json()) == {"code", "message"}


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/api/tables/TABLE", {}, 403),
        ("GET", "/api/tables/TABLE", {"authorization": "Bearer wrong"}, 403),
        ("GET", "/api/tables/TABLE", {"authorization": "Basic x"}, 403),
        ("GET", "/api/tables/nowhere", {"authorization": "Bearer x"}, 404),
        ("GET", "/api/tables/TABLE/game", {"authorization": "Bearer TOKEN"}, 409),
        ("GET", "/api/tables/TABLE/transcript", {"authorization": "Bearer TOKEN"}, 409),
        ("GET", "/api/tables/TABLE/replay?seat=all", {"authorization": "Bearer TOKEN"}, 409),
        ("GET", "/api/tables/TABLE/replay?seat=2", {"authorization": "Bearer TOKEN"}, 409),
        ("GET", "/api/tables/TABLE/replay?match=9", {"authorization": "Bearer TOKEN"}, 409),
        ("GET", "/api/nothing", {}, 404),
        ("GET", "/api/games/none/rules", {}, 404),
        ("GET", "/api/games/weathervanes/pictures/..%2Frules.py", {}, 404),
        ("GET", "/api/games/weathervanes/pictures/none.svg", {}, 404),
        ("GET", "/assets/none.js", {}, 404),
        ("GET", "/..%2f..%2fpyproject.toml", {}, 404),
        ("DELETE", "/api/games", {}, 405),
        ("POST", "/api/tables", {"origin": "https://evil.example"}, 403),
        ("POST", "/api/tables", {"origin": "null"}, 403),
        ("POST", "/api/tables", {"content-length": "70000"}, 413),
    ],
)
def test_a_request_that_cannot_be_granted_says_why(
    table: Table, method: str, path: str, headers: dict[str, str], status: int
) -> None:
    names = {"TABLE": table.made["table"], "TOKEN": table.tokens[1]}
    for name, value in names.items():
        path, headers = path.replace(name, value), {key: text.replace(name, value) for key, text in headers.items()}
    content = b"x" * 70_000 if "content-length" in headers else None
    answer = table.http.request(method, path, headers=headers, content=content)
    assert answer.status_code == status
    assert set(answer.json()) == {"code", "message"}


def test_a_socket_from_another_site_is_not_opened(table: Table) -> None:
    address = table.base.replace("http", "ws") + "/socket"
    with pytest.raises(InvalidStatus, match="403"), connect(address, origin=Origin("https://evil.example")):
        pass


def test_a_server_goes_only_by_its_own_names(tmp_path: Path) -> None:
    with serving_in_thread(tmp_path / "store", hosts=("localhost",)) as base, httpx.Client(base_url=base) as http:
        assert http.get("/healthz").status_code == 421
        assert http.get("/healthz", headers={"host": "localhost:1"}).status_code == 200
