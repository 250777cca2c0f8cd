"""What a server does at its door: limits, timeouts, and what it says to those it turns away."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, closing, suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from weatherdeck.table import desk, schema
from weatherdeck.table.play import archive
from weatherdeck.table.play.errors import RequestError
from weatherdeck.table.rates import OpenCount, RateLimits, client_key
from weatherdeck.table.web import builds, logs, protocols, security, server, tables
from weatherdeck.table.web.admission import AT_ONCE, Admission
from weatherdeck.table.web.app import openapi
from weatherdeck.table.web.builds import BuildCache, Built
from weatherdeck.table.web.lag import Delays, Lag
from weatherdeck.table.web.settings import Settings
from weatherdeck.table.wire import connection
from weatherdeck.table.wire import messages as m

from ..sweeps import SEED, size
from .clients import Client, join, make_table
from .postgres import create_database
from .servers import free_port, serving, serving_in_thread, serving_manager

UPGRADE = (
    b"Host: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


def said(base: str, request: bytes, patience: float = 20.0) -> bytes:
    """All that the server says to these bytes until it closes the connection (or has answered)."""
    host, _, port = base.removeprefix("http://").partition(":")
    with closing(socket.create_connection((host, int(port)))) as client:
        client.settimeout(patience)
        client.sendall(request)
        heard = b""
        while b"\r\n\r\n" not in heard:
            part = client.recv(65_536)
            if not part:
                break
            heard += part
        return heard


def connected(base: str) -> socket.socket:
    """A bare connection, whose client reads only what a test reads, and whose kernel keeps little for it."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    host, _, port = base.removeprefix("http://").partition(":")
    client.connect((host, int(port)))
    client.settimeout(30)
    return client


def upgraded(base: str) -> socket.socket:
    """A bare WebSocket connection."""
    client = connected(base)
    client.sendall(b"GET /socket HTTP/1.1\r\n" + UPGRADE + b"\r\n")
    heard = b""
    while not heard.endswith(b"\r\n\r\n"):
        heard += client.recv(1)
    assert status_of(heard) == 101
    return client


def frame(opcode: int, payload: bytes = b"", *, fin: bool = True) -> bytes:
    """A frame as a client sends it, masked with zeros."""
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
    return bytes([0x80 * fin | opcode]) + size + bytes(4) + payload


def until_ended(client: socket.socket) -> bytes:
    """All that the server still sends until it ends the connection."""
    heard = b""
    with suppress(ConnectionError):
        while part := client.recv(65_536):
            heard += part
    return heard


def status_of(heard: bytes) -> int:
    return int(heard.split(b" ", 2)[1])


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving_in_thread(tmp_path_factory.mktemp("doors") / "store", hosts=("127.0.0.1",)) as base:
        yield base


async def test_the_lag_of_the_event_loop_is_seen_whatever_holds_it_up() -> None:
    lag = Lag()
    task = asyncio.create_task(lag.measure(lambda: 7.0))
    await asyncio.sleep(0.2)
    time.sleep(0.5)  # nobody else gets a turn
    await asyncio.sleep(0.1)
    task.cancel()
    assert lag.loop.worst >= 0.4
    assert lag.loop.percentile(1.0) == lag.loop.worst
    assert 0 < lag.loop.average < lag.loop.worst
    assert lag.store.worst == 7.0


# ---------------------------------------------------------------- what is not a request


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: [\r\n\r\n", 421),
        (b"GET /socket HTTP/1.1\r\n" + UPGRADE.replace(b"127.0.0.1", b"[") + b"\r\n", 403),
        (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://[\r\nContent-Length: 2\r\n\r\n{}", 403),
        (b"GET /socket HTTP/1.1\r\n" + UPGRADE + b"Origin: http://[\r\n\r\n", 403),
        (b"GET /other HTTP/1.1\r\n" + UPGRADE + b"\r\n", 404),
        (b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 431),
        (b"GET /api/tables/" + b"a" * 10_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 404),
        (b"GET /" + b"a" * 300 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 200),
        (b"GET /a%00b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 404),
        (b"GET /\xc3\xa9 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400),
        (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \xb2\r\n\r\n{}", 400),
    ],
)
def test_a_request_that_is_none_is_refused_and_not_an_error_of_the_server(
    base: str, request_: bytes, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    assert status_of(said(base, request_)) == status
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        (f"match={10**20}", 422),
        ("match=" + "9" * 1_500, 422),
        ("match=0", 422),
        ("match=%C2%B2", 422),
        ("seat=%C2%B2", 400),
        ("seat=" + "9" * 1_500, 422),
        ("seat=%00", 400),
        ("seat=-1", 400),
    ],
)
async def test_a_number_that_is_none_is_refused_on_both_stores(store: str, query: str, status: int) -> None:
    async with serving(store) as base, httpx.AsyncClient(base_url=base) as http:
        made = await make_table(base, seats=[{"kind": "bot", "level": "club"}] * 4)
        bearer = {"authorization": f"Bearer {made['token']}"}
        answer = await http.get(f"/api/tables/{made['table']}/replay?{query}", headers=bearer)
        assert (answer.status_code, set(answer.json())) == (status, {"code", "message"})


@pytest.mark.parametrize("over", [False, True])
def test_a_seat_that_is_none_is_refused_alike_before_and_after_the_end(over: bool) -> None:
    """Otherwise the answer depends on how far the bots of a table have played."""
    for seat in ("\0", "²", "-1", "4", "01", ""):
        with pytest.raises(RequestError, match="seat must be a number from 0 to 3") as refused:
            tables._replay_seat(seat, None, 4, over=over)
        assert refused.value.code == "not_allowed"


async def test_control_characters_in_ids_reach_no_store(store: str, caplog: pytest.LogCaptureFixture) -> None:
    async with serving(store) as base, httpx.AsyncClient(base_url=base) as http:
        for odd in ("%00", "a%00b", "%0A", "a%0Ab", "%1B", "%7F", "%C2%85", "%E2%80%AE"):
            for path in (f"/api/tables/{odd}", f"/api/tables/{odd}/replay", f"/api/games/{odd}/rules", f"/{odd}"):
                answer = await http.get(path, headers={"authorization": "Bearer x"})
                assert answer.status_code == 404, path
        for odd in ("\0", "a\0b", "a\nb"):
            answer = await http.post(f"/api/tables/{'x'}/join", json={"invite": odd, "name": odd})
            assert answer.status_code in (404, 422)
            places = {"places": [{"table": odd, "token": "t"}, {"table": "t", "token": odd}]}
            assert (await http.post("/api/tables/mine", json=places)).status_code == 422
            for wish in ({"game": odd}, {"game": "tradewinds", "deck": odd}, {"game": "tradewinds", "name": odd}):
                assert (await http.post("/api/tables", json=wish)).status_code < 500
    assert not [record for record in caplog.records if record.exc_info]


def test_a_content_length_is_a_number_within_the_limit() -> None:
    assert [security.is_short(text) for text in ("0", "65536", "65537", "²", "-1", "", "9" * 5_000, "1e3")] == [
        *(True, True),
        *[False] * 6,
    ]


@pytest.mark.parametrize("form", [logs.ReadableLines(), logs.JsonLines()])
def test_a_client_cannot_write_lines_of_the_log(form: logging.Formatter) -> None:
    forged = "x\n12:00:00 info    a table was made\r\x1b[2J\u2028\x85"
    stream, log = io.StringIO(), logging.Logger("forged")
    handler = logging.StreamHandler(stream)
    handler.setFormatter(form)
    log.addHandler(handler)
    log.warning("a message: %s", forged, extra={"table": forged})
    try:
        int(forged)
    except ValueError:
        log.exception("it failed", extra={"table": forged})
    lines = stream.getvalue().splitlines()
    assert not [line for line in lines if line.startswith("12:00:00 info")]
    assert not set(stream.getvalue()) & set("\r\x1b\u2028\x85")
    assert len([line for line in lines if not line.startswith("  ")]) == 2
    if isinstance(form, logs.JsonLines):
        assert json.loads(lines[0])["table"] == forged


def test_the_same_warning_a_thousand_times_is_written_a_few_times() -> None:
    repeated, log = logs.RepeatFilter(), logging.Logger("repeating")
    kept: list[logging.LogRecord] = []

    class Keeping(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            kept.append(record)

    handler = Keeping()
    handler.addFilter(repeated)
    log.addHandler(handler)
    for number in range(1_000):
        log.warning("the store does not answer", extra={"table": str(number)})
        log.info("a table was made")
    assert len([record for record in kept if record.levelno == logging.WARNING]) < 30
    assert len([record for record in kept if record.levelno == logging.INFO]) == 1_000


# ---------------------------------------------------------------- expensive answers


async def test_schemas_are_built_once_and_not_on_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[tuple[str, bool]] = []
    for name, make in dict(schema.DOCUMENTS).items():

        def made(name: str = name, make: Any = make) -> Any:
            built.append((name, threading.current_thread() is threading.main_thread()))
            return make()

        monkeypatch.setitem(schema.DOCUMENTS, name, made)
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base) as http:
        for name in ("x", "nothing", "socket.json", "..%2fsocket"):
            assert (await http.get(f"/api/schema/{name}.json")).status_code == 404
        assert not built
        answers = await asyncio.gather(*(http.get("/api/schema/socket.json") for _ in range(9)))
        assert {answer.json()["title"] for answer in answers} == {"Socket"}
    assert built == [("socket.json", False)]


async def test_an_answer_that_several_ask_for_is_built_once_and_few_are_built_at_a_time() -> None:
    cache, running, most, built = BuildCache(10), 0, 0, []

    async def build(key: str) -> Built:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.01)
        running -= 1
        built.append(key)
        return Built(key.encode() * 4)

    got = await asyncio.gather(*(cache.get(key, partial(build, key)) for key in "aabbca"))
    assert got == [b"aaaa", b"aaaa", b"bbbb", b"bbbb", b"cccc", b"aaaa"]
    assert (sorted(built), most) == (["a", "b", "c"], 1)
    assert cache.bytes == 8
    await cache.get("c", partial(build, "c"))
    await cache.get("a", partial(build, "a"))
    assert built[3:] == ["a"]


async def test_too_many_answers_to_build_are_refused_and_a_failed_one_is_tried_again() -> None:
    cache, go = BuildCache(10, max_waiting=2), asyncio.Event()

    async def build() -> Built:
        await go.wait()
        raise OSError

    first = [asyncio.create_task(cache.get(key, build)) for key in "ab"]
    await asyncio.sleep(0)
    with pytest.raises(RequestError, match="try again"):
        await cache.get("c", build)
    go.set()
    assert [type(problem) for problem in await asyncio.gather(*first, return_exceptions=True)] == [OSError, OSError]
    assert (cache.waiting, cache.builds, cache.bytes) == (0, 0, 0)


# ---------------------------------------------------------------- limits


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("fe80::1%eth0", "fe80::1%eth1", True),
        ("x" * 64 + "1", "x" * 64 + "2", True),
    ],
)
def test_limits_count_clients_and_not_the_addresses_they_can_choose_from(one: str, other: str, same: bool) -> None:
    assert (client_key(one) == client_key(other)) is same
    limits = RateLimits(1, 0.0)
    assert limits.allow(one)
    assert limits.allow(other) is not same


def test_the_tables_of_limits_are_bounded_themselves() -> None:
    limits, count = RateLimits(1, 0.0), OpenCount(2, 3)
    for number in range(12_000):
        limits.allow(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert len(limits) == 10_000
    assert [count.enter(address) for address in ("a", "a", "a", "b", "c")] == [True, True, False, True, False]
    assert (count.open, len(count)) == (3, 2)
    for address in ("a", "a", "b"):
        count.leave(address)
    assert (count.open, len(count)) == (0, 0)


def test_expensive_requests_cost_more() -> None:
    costs = {path: security.cost_of(path) for path in ("/", "/api/games", "/api/tables/x/replay", "/api/tables/mine")}
    assert costs["/"] == costs["/api/games"] == 1
    assert costs["/api/tables/x/replay"] == security.cost_of("/api/tables/x/transcript") == 10
    assert costs["/api/tables/mine"] > 1
    assert security.cost_of("/assets/index-abc.js") < 1, "a page has many files, and a class comes from one address"


async def test_one_over_a_limit_is_told_when_to_come_back(tmp_path: Path) -> None:
    async with serving(tmp_path / "store", requests=(12, 0.5)) as base, httpx.AsyncClient(base_url=base) as http:
        answers = [await http.get("/api/tables/x/replay", headers={"authorization": "Bearer x"}) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [404, 429]
        assert 1 <= int(answers[1].headers["retry-after"]) <= 20
        assert (await http.get("/healthz")).status_code == 200


# ---------------------------------------------------------------- refused with a body

FOREIGN = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://elsewhere.example\r\n"


@pytest.mark.parametrize("size", [2, security.MAX_BODY, 3 * security.MAX_BODY])
@pytest.mark.parametrize("chunked", [False, True])
def test_a_client_that_sends_its_body_slowly_gets_the_whole_refusal(
    base: str, size: int, chunked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security, "REFUSAL_TIMEOUT", 60.0)
    half = bytes(size // 2)
    head = b"Transfer-Encoding: chunked" if chunked else b"Content-Length: %d" % size
    part = b"%x\r\n%b\r\n" % (len(half), half) if chunked else half
    with connected(base) as client:
        client.sendall(FOREIGN + head + b"\r\nConnection: close\r\n\r\n")
        for sent in (part, part + b"0\r\n\r\n" * chunked):
            threading.Event().wait(0.1)  # a server that does not wait for the body has closed the connection
            client.sendall(sent)
        threading.Event().wait(0.1)
        answer = b""
        while heard := client.recv(65_536):  # a reset would be an error here
            answer += heard
        assert status_of(answer) == 403
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "not_allowed"


def test_a_connection_whose_request_was_read_and_refused_can_be_used_again(base: str) -> None:
    with connected(base) as client:
        client.sendall(FOREIGN + b"Content-Length: 2\r\n\r\n{}")
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        answers = until_ended(client)
        assert re.findall(rb"HTTP/1.1 (\d+)", answers) == [b"403", b"200"]


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (b"Content-Length: 100\r\n\r\n", b"{"),  # the rest does not come
        (b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n{\r\n"),
        (b"Content-Length: 100\r\nExpect: 100-continue\r\n\r\n", b""),  # it waits for an answer
        (b"Content-Length: 999999999\r\n\r\n", b""),
    ],
)
def test_a_refusal_does_not_wait_for_ever_for_a_body(
    base: str, head: bytes, body: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security, "REFUSAL_TIMEOUT", 0.3)
    with connected(base) as client:
        client.sendall(FOREIGN + head + body)
        heard = until_ended(client)
        assert status_of(heard) == 403
        assert b"connection: close" in heard


def test_a_refusal_does_not_read_a_body_without_end(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "REFUSAL_TIMEOUT", 60.0)
    piece = b"8000\r\n" + bytes(0x8000) + b"\r\n"
    with connected(base) as client:
        client.sendall(FOREIGN + b"Transfer-Encoding: chunked\r\n\r\n")
        with suppress(ConnectionError):
            for _ in range(1_000):  # 33 MB, much more than the kernel keeps for a server that does not read
                client.sendall(piece)
            pytest.fail("the connection was not ended")


def test_only_so_many_refusals_wait_for_a_body_at_the_same_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security, "REFUSAL_TIMEOUT", 60.0)
    monkeypatch.setattr(security, "OPEN_REFUSALS", (2, 256))
    with serving_in_thread(tmp_path / "store") as base, ExitStack() as stack:
        waiting = [stack.enter_context(connected(base)) for _ in range(3)]
        for client in waiting:
            client.sendall(FOREIGN + b"Content-Length: 2\r\n\r\n")
        ready, _, _ = select.select(waiting, [], [], 30)
        assert len(ready) == 1
        assert status_of(until_ended(ready[0])) == 403
        for client in set(waiting) - set(ready):
            client.sendall(b"{}")
            assert status_of(client.recv(65_536)) == 403


# ---------------------------------------------------------------- clients that do not do their part


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Timeouts that a test can wait for."""
    for name in ("HEAD_TIMEOUT", "BODY_TIMEOUT", "STALLED", "CLOSE_TIMEOUT"):
        monkeypatch.setattr(protocols, name, 0.5)
    monkeypatch.setattr(protocols, "LOOK_EVERY", 0.1)


@pytest.mark.parametrize("first", [b"", frame(1, b"nonsense")])
def test_pongs_for_a_client_that_does_not_read_do_not_pile_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: bytes
) -> None:
    waiting: list[int] = []
    answer = protocols.GuardedSocket.handle_ping

    def answering(self: protocols.GuardedSocket) -> None:
        answer(self)
        waiting.append(self.transport.get_write_buffer_size())

    monkeypatch.setattr(protocols.GuardedSocket, "handle_ping", answering)
    with serving_in_thread(tmp_path / "store") as base, upgraded(base) as client:
        client.sendall(first)
        pings = frame(9, bytes(120)) * 500
        with suppress(ConnectionError):
            for _ in range(2_000):  # 126 MB, which a server without a limit would have to keep
                client.sendall(pings)
            pytest.fail("the connection was not ended")
    assert max(waiting) < 400_000


def test_a_flood_of_frames_is_ended_also_if_the_client_reads(tmp_path: Path) -> None:
    with serving_in_thread(tmp_path / "store", frames=(50, 1)) as base, upgraded(base) as client:
        client.sendall(frame(9) * 45)
        client.sendall(frame(9) * 45)
        assert until_ended(client).endswith(b"too many frames")


def test_a_message_in_endless_fragments_is_ended(tmp_path: Path) -> None:
    with serving_in_thread(tmp_path / "store") as base, upgraded(base) as client:
        client.sendall(frame(1, fin=False) + frame(0, fin=False) * 100)
        assert until_ended(client).endswith(b"too many fragments")


@pytest.mark.usefixtures("impatient")
def test_a_client_that_does_not_read_its_answers_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = threading.Event()
    forget = protocols.GuardedHttp.connection_lost

    def forgetting(self: protocols.GuardedHttp, problem: Exception | None) -> None:
        forget(self, problem)
        lost.set()

    monkeypatch.setattr(protocols.GuardedHttp, "connection_lost", forgetting)
    with serving_in_thread(tmp_path / "store") as base, connected(base) as client:
        request = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        with suppress(ConnectionError):
            for _ in range(400):
                client.sendall(request)
                if lost.wait(0.05):
                    break
        assert lost.wait(30)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("begun", "status"),
    [
        (b"", 408),
        (b"\r\n", 408),
        (b"GET / HTTP/1.1\r\nHost: 127", 408),
        (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{", 408),
        (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n", 408),
    ],
)
def test_a_request_that_does_not_come_to_its_end_is_ended(tmp_path: Path, begun: bytes, status: int) -> None:
    with serving_in_thread(tmp_path / "store") as base, connected(base) as client:
        client.sendall(begun)
        assert status_of(until_ended(client)) == status


@pytest.mark.usefixtures("impatient")
def test_a_request_that_drips_is_ended_too(tmp_path: Path) -> None:
    with serving_in_thread(tmp_path / "store") as base, connected(base) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ")
        with suppress(ConnectionError):
            for _ in range(600):
                client.sendall(b"a")
                threading.Event().wait(0.05)
            pytest.fail("the connection was not ended")


@pytest.mark.parametrize(
    "request_",
    [
        b"GET /" + b"a" * 30_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X-A: a\r\n" * 4_000 + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: " + b"a" * 400_000,
        b"GET /socket HTTP/1.1\r\n" + UPGRADE + b"X-A: " + b"a" * 30_000 + b"\r\n\r\n",
        b"GET /socket HTTP/1.1\r\n" + UPGRADE + b"".join(b"X-%d: a\r\n" % one for one in range(300)) + b"\r\n",
    ],
)
def test_a_head_that_is_too_long_is_refused(base: str, request_: bytes) -> None:
    with connected(base) as client:
        with suppress(ConnectionError):
            client.sendall(request_)
        heard = until_ended(client)
        assert not heard or status_of(heard) == 431  # the kernel may drop the answer if more was on its way


def test_a_request_cannot_be_followed_by_thousands_at_once(base: str) -> None:
    with connected(base) as client:
        with suppress(ConnectionError):
            client.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 2_000)
        assert until_ended(client).count(b"HTTP/1.1 200") <= protocols.PIPELINED + 2


def test_one_address_has_so_many_connections(tmp_path: Path) -> None:
    with serving_in_thread(tmp_path / "store", open_connections=3, proxies=()) as base:
        with connected(base), connected(base), connected(base), connected(base) as one_more:
            heard = until_ended(one_more)
            assert status_of(heard) == 503
            assert b"retry-after: 60" in heard
        while status_of(said(base, b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")) == 503:
            pass  # the server has not seen yet that they are gone


def test_only_a_proxy_is_believed_whom_it_speaks_for(tmp_path: Path) -> None:
    def statuses(base: str, count: int) -> list[int]:
        with httpx.Client(base_url=base) as http:
            forged = [{"x-forwarded-for": f"192.0.2.{number}"} for number in range(count)]
            return [http.get("/healthz", headers=headers).status_code for headers in forged]

    with serving_in_thread(tmp_path / "store", requests=(3, 0.0)) as base:
        assert statuses(base, 6) == [200] * 6
    with serving_in_thread(tmp_path / "store", requests=(3, 0.0), proxies=("192.0.2.0/24",)) as base:
        assert statuses(base, 6) == [200, 200, 200, 429, 429, 429]


def test_one_address_has_so_many_sockets(tmp_path: Path) -> None:
    with serving_in_thread(tmp_path / "store", open_sockets=2) as base, upgraded(base), upgraded(base):
        assert status_of(said(base, b"GET /socket HTTP/1.1\r\n" + UPGRADE + b"\r\n")) == 429


async def finished(base: str) -> dict[str, Any]:
    """A table with a finished match, played by bots."""
    made = await make_table(base, "tradewinds", seats=[{"kind": "bot", "level": "random"}] * 4)
    async with Client(base, made["table"], made["token"]) as spectator:
        assert spectator.info is not None
        if spectator.info.status != "over":
            await spectator.get(m.Over)
    return made


async def test_what_is_said_about_a_finished_match_is_built_once_and_off_the_event_loop(
    store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[str] = []
    on_loop: list[bool] = []
    works = {name: getattr(archive, name) for name in ("_replayed", "replay", "saved_game", "transcript_of")}
    builders = {name: getattr(tables, name) for name in ("_replay", "_saved_game", "_transcript")}

    def computing(work: Callable[..., Any], *given: Any, **named: Any) -> Any:
        on_loop.append(threading.current_thread() is threading.main_thread())
        return work(*given, **named)

    def building(name: str, *given: Any) -> Any:
        built.append(name)
        return builders[name](*given)

    for name, work in works.items():
        monkeypatch.setattr(archive, name, partial(computing, work))
    for name in builders:
        monkeypatch.setattr(tables, name, partial(building, name))
    async with serving(store) as base, httpx.AsyncClient(base_url=base, timeout=60) as http:
        made = await finished(base)
        bearer, address = {"authorization": f"Bearer {made['token']}"}, f"/api/tables/{made['table']}"
        for what in ("replay", "game", "transcript"):
            answers = await asyncio.gather(*(http.get(f"{address}/{what}", headers=bearer) for _ in range(8)))
            assert [answer.status_code for answer in answers] == [200] * 8
            assert len({answer.content for answer in answers}) == 1
            wrong = await http.get(f"{address}/{what}", headers={"authorization": "Bearer wrong"})
            assert wrong.status_code == 403
    assert built == list(builders)
    assert not any(on_loop)


async def test_a_replay_that_is_kept_for_one_seat_is_not_shown_to_another_before_the_end(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base) as http:
        made = await make_table(base, "winter-court", seats=[{"kind": "me"}, {"kind": "open"}])
        bo = await join(base, made, "Bo")
        async with (
            Client(base, made["table"], made["token"]) as anna,
            Client(base, made["table"], bo["token"]) as other,
        ):
            await anna.ready()
            await other.ready()
            await anna.get(m.Started)
        tokens = [made["token"], bo["token"], made["token"], bo["token"]]
        asks = [
            http.get(f"/api/tables/{made['table']}/replay?seat=0", headers={"authorization": f"Bearer {token}"})
            for token in tokens
        ]
        assert [answer.status_code for answer in await asyncio.gather(*asks)] == [200, 409, 200, 409]


# ---------------------------------------------------------------- too many people


async def test_a_full_server_turns_new_tables_away_politely_and_those_who_play_continue(tmp_path: Path) -> None:
    async with serving(tmp_path / "store", max_tables=2) as base, httpx.AsyncClient(base_url=base) as http:
        made = [await make_table(base, "winter-court", seats=[{"kind": "me"}, {"kind": "open"}]) for _ in range(2)]
        refused = await http.post("/api/tables", json={"game": "tradewinds"})
        assert (refused.status_code, refused.json()["code"]) == (503, "busy")
        assert "try again" in refused.json()["message"]
        assert int(refused.headers["retry-after"]) >= 1
        bo = await join(base, made[0], "Bo")
        async with (
            Client(base, made[0]["table"], made[0]["token"]) as anna,
            Client(base, made[0]["table"], bo["token"]) as other,
        ):
            await anna.ready()
            await other.ready()
            await anna.get(m.Started)


async def test_metrics_show_how_full_a_server_is_whom_it_turned_away_and_what_it_builds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "SAMPLE_EVERY", 0.05)
    port = free_port()
    async with (
        serving(tmp_path / "store", max_tables=1, max_sockets=70, metrics=("127.0.0.1", port)) as base,
        httpx.AsyncClient(base_url=base) as http,
    ):
        made = await finished(base)
        bearer = {"authorization": f"Bearer {made['token']}"}
        answers = [await http.get(f"/api/tables/{made['table']}/transcript", headers=bearer) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 200]
        while (await http.post("/api/tables", json={"game": "tradewinds"})).status_code != 503:
            pass  # the finished table may have been unloaded
        expected = {"tables_limit 1.0", "sockets_limit 70.0", "turned_away_total 1.0", "replays_built_total 1.0"}
        expected |= {"replays_waiting 0.0", f"replays_kept_bytes {float(len(answers[0].content))}"}
        for _ in range(200):  # until the next sample
            page = (await http.get(f"http://127.0.0.1:{port}/metrics")).text.splitlines()
            missing = {line for line in expected if f"weatherdeck_{line}" not in page}
            if not missing:
                break
            await asyncio.sleep(0.05)
        assert not missing


async def test_beyond_its_sockets_a_server_lets_only_players_in_and_in_the_end_nobody(tmp_path: Path) -> None:
    async with serving(tmp_path / "store", max_sockets=4) as base:
        made = await make_table(base, "winter-court", seats=[{"kind": "me"}, {"kind": "open"}])
        async with AsyncExitStack() as stack:
            for _ in range(4):
                await stack.enter_async_context(Client(base, made["table"], made["watch"]))
            refused = await watching(base, made)
            assert refused is not None
            assert (refused["code"], refused["close"]) == ("busy", 1013)
            assert "try again" in refused["message"]
            assert (await http_post(base, "/api/tables", {"game": "tradewinds"}))[0] == 503
            await stack.enter_async_context(Client(base, made["table"], made["token"]))
            with pytest.raises(InvalidStatus, match="429"):
                await stack.enter_async_context(Client(base, made["table"], made["token"]))
        async with Client(base, made["table"], made["watch"]):
            pass


@pytest.mark.parametrize("what", ["loop", "store"])
async def test_a_slow_server_turns_newcomers_away_until_it_is_clearly_better(what: str) -> None:
    lag = Lag()
    admission = Admission(Settings("", max_lag=0.2, max_wait=0.2), lag)
    delays: Delays = getattr(lag, what)

    async def come(*, makes_table: bool) -> None:
        async with admission.newcomer(makes_table=makes_table):
            pass

    await come(makes_table=True)
    for _ in range(100):
        delays.note(0.3)
    for makes_table in (True, False):
        with pytest.raises(RequestError, match="very busy"):
            await come(makes_table=makes_table)
    with pytest.raises(RequestError, match="very busy"):
        admission.check_seat(None)
    admission.check_seat(0)
    for _ in range(100):
        delays.note(0.15)
    with pytest.raises(RequestError, match="very busy"):
        await come(makes_table=True)
    for _ in range(100):
        delays.note(0.05)
    await come(makes_table=True)
    assert admission.refused == 4


async def test_a_few_newcomers_are_seated_at_a_time_some_wait_and_the_others_are_turned_away() -> None:
    admission, seated = Admission(Settings("", max_newcomers=3), Lag()), asyncio.Event()
    at_once = 0

    async def come() -> None:
        nonlocal at_once
        async with admission.newcomer(makes_table=True):
            at_once += 1
            await seated.wait()

    coming = [asyncio.create_task(come()) for _ in range(AT_ONCE + 5)]
    for _ in range(3):
        await asyncio.sleep(0)
    assert (at_once, admission.newcomers, admission.refused) == (AT_ONCE, AT_ONCE + 3, 2)
    seated.set()
    answers = await asyncio.gather(*coming, return_exceptions=True)
    assert sum(isinstance(one, RequestError) for one in answers) == 2
    assert admission.newcomers == 0
    await come()


async def test_while_the_store_keeps_people_waiting_newcomers_are_turned_away_and_players_are_not(
    tmp_path: Path,
) -> None:
    async with serving_manager(tmp_path / "store", max_wait=0.1) as (base, manager):
        made = await make_table(base, "winter-court", seats=[{"kind": "me"}, {"kind": "open"}])
        async with manager.store.writing():  # nobody else can write
            while (refused := await watching(base, made)) is None:
                pass
            assert (refused["code"], refused["close"]) == ("busy", 1013)
            for path, body in (
                ("/api/tables", {"game": "tradewinds"}),
                (f"/api/tables/{made['table']}/join", {"invite": made["invite"], "name": "Bo"}),
            ):
                status, answer = await http_post(base, path, body)
                assert (status, answer["code"]) == (503, "busy")
                assert "try again" in answer["message"]
            async with Client(base, made["table"], made["token"]):
                pass
        while await watching(base, made) is not None:
            await asyncio.sleep(0.05)
        await join(base, made, "Bo")


async def watching(base: str, made: dict[str, Any]) -> dict[str, Any] | None:
    """Come as a spectator; how it was refused, or None."""
    async with connect(base.replace("http", "ws") + "/socket") as socket:
        hello = {"type": "hello", "protocol": m.PROTOCOL, "table": made["table"], "token": made["watch"]}
        await socket.send(json.dumps(hello))
        told: dict[str, Any] = json.loads(await socket.recv())
        if told["type"] == "welcome":
            return None
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None
        return {**told, "close": closed.value.rcvd.code}


async def test_sockets_that_say_no_hello_do_not_use_up_the_places_of_others(tmp_path: Path) -> None:
    async with serving(tmp_path / "store", max_sockets=60) as base:
        made = await make_table(base, "tradewinds")
        async with AsyncExitStack() as stack:
            for _ in range(50):
                await stack.enter_async_context(connect(base.replace("http", "ws") + "/socket"))
            with pytest.raises(InvalidStatus, match="429"):
                await stack.enter_async_context(connect(base.replace("http", "ws") + "/socket"))
        async with Client(base, made["table"], made["token"]):
            pass


async def http_post(base: str, path: str, body: dict[str, Any]) -> tuple[int, Any]:
    """The status and the body of an answer."""
    async with httpx.AsyncClient(base_url=base) as http:
        answer = await http.post(path, json=body)
        return answer.status_code, answer.json()


# ---------------------------------------------------------------- anything at all

ODD = st.text(max_size=12) | st.sampled_from(
    [
        "",
        "\0",
        "a\0b",
        "²",
        "9" * 400,
        "-1",
        "1e9",
        "..",
        "../..",
        "%",
        "%00",
        "[",
        "]",
        "\n",
        "\r\n",
        "\x1b[0m",
        "TABLE",
    ]
)
LATIN = st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=20)
BODY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ODD,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ODD, inner, max_size=3),
    max_leaves=8,
)
FIELDS = (
    "game",
    "name",
    "deck",
    "players",
    "options",
    "seats",
    "seed",
    "clock",
    "invite",
    "seat",
    "token",
    "kind",
    "places",
)
ROUTES = [(method, path) for path, methods in openapi()["paths"].items() for method in methods]
ROUTES += [("get", "/{file}"), ("get", "/assets/{file}"), ("get", "/api/schema/{name}.json"), ("get", "/socket")]
PLENTY = settings(
    max_examples=size("attacks on a server"),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


class Tracebacks(logging.Handler):
    """Keeps every record that has a traceback."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.found.append(logging.Formatter().format(record))


@pytest.fixture(scope="module")
def attacked(postgres_server: str) -> Iterator[tuple[str, dict[str, Any], Tracebacks]]:
    """A server on PostgreSQL, which is stricter about text than SQLite, a table, and the tracebacks in its log."""
    tracebacks = Tracebacks()
    logging.getLogger().addHandler(tracebacks)
    with serving_in_thread(create_database(postgres_server, "attacked")) as base:
        made = httpx.post(f"{base}/api/tables", json={"game": "tradewinds"}).json()
        yield base, made, tracebacks
    logging.getLogger().removeHandler(tracebacks)


@PLENTY
@seed(SEED)
@given(data=st.data())
def test_no_request_makes_the_server_fail(
    attacked: tuple[str, dict[str, Any], Tracebacks], data: st.DataObject
) -> None:
    base, made, tracebacks = attacked
    method, template = data.draw(st.sampled_from(ROUTES))

    def odd(_match: re.Match[str]) -> str:
        text = data.draw(ODD).replace("TABLE", made["table"])
        return quote(text.encode("utf-8", "surrogatepass"), safe="")

    path = re.sub(r"\{\w+\}", odd, template)
    query = "&".join(f"{name}={quote(data.draw(ODD).encode('utf-8', 'surrogatepass'))}" for name in ("match", "seat"))
    names = ("host", "origin", "authorization", "content-type", "x-forwarded-for", "range", "accept-encoding")
    lines = [f"{name}: {data.draw(LATIN)}" for name in data.draw(st.lists(st.sampled_from(names), max_size=3))]
    if not any(line.startswith("authorization") for line in lines):
        lines.append(f"authorization: Bearer {data.draw(st.sampled_from([made['token'], made['watch'], 'x']))}")
    if not any(line.startswith("host") for line in lines):
        lines.append("host: 127.0.0.1")
    fields = data.draw(st.dictionaries(st.sampled_from(FIELDS) | ODD, BODY, max_size=4))
    body = json.dumps(data.draw(st.just({"game": "tradewinds", **fields}) | BODY)).encode()
    head = f"{method.upper()} {path}?{query} HTTP/1.1\r\n" + "".join(f"{line}\r\n" for line in lines)
    head += f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
    status = status_of(said(base, head.encode("latin-1") + body))
    assert status < 500, (head, body)
    assert not tracebacks.found, tracebacks.found[0]


@PLENTY
@seed(SEED)
@given(request=st.binary(max_size=200), where=st.integers(0, 80), what=st.sampled_from(["insert", "replace", "alone"]))
def test_no_bytes_make_the_server_fail(
    attacked: tuple[str, dict[str, Any], Tracebacks], request: bytes, where: int, what: str
) -> None:
    base, _, tracebacks = attacked
    usual = b"GET /socket HTTP/1.1\r\n" + UPGRADE + b"\r\n"
    usual = {"insert": usual[:where] + request + usual[where:], "replace": request + usual[where:]}.get(what, request)
    with connected(base) as client:
        client.sendall(usual)
        client.shutdown(socket.SHUT_WR)
        heard = until_ended(client)
    assert not heard.startswith(b"HTTP/1.1 5"), heard
    assert not tracebacks.found, tracebacks.found[0]


@PLENTY
@seed(SEED)
@given(
    frames=st.lists(st.tuples(st.integers(0, 15), st.binary(max_size=140), st.booleans()), max_size=6), rest=st.binary()
)
def test_no_frames_make_the_server_fail(
    attacked: tuple[str, dict[str, Any], Tracebacks], frames: list[tuple[int, bytes, bool]], rest: bytes
) -> None:
    base, _, tracebacks = attacked
    with upgraded(base) as client:
        client.sendall(b"".join(frame(opcode, payload, fin=fin) for opcode, payload, fin in frames) + rest)
        client.shutdown(socket.SHUT_WR)
        until_ended(client)
    assert not tracebacks.found, tracebacks.found[0]


def test_the_page_about_hosting_tells_the_limits_as_they_are() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    usual = Settings("")
    for row in (
        f"| requests | {usual.requests[0]}, then {usual.requests[1]} a second |",
        f"| requests under way or waiting | {usual.open_requests} |",
        f"(a `hello` counts as one) | {desk.ADDRESS_AT_ONCE}; {desk.ADDRESS_AT_ONCE} |",
        f"| hints and reviews under way | {desk.ADDRESS_THINKING} |",
        f"for the address | {usual.time.address[0]:g} seconds, then {usual.time.address[1]:g} a second; whoever used",
        f"| messages under way | {desk.SEAT_AT_ONCE} |",
        f"for the seat | {usual.time.seat[0]:g} second, then {usual.time.seat[1]:g} a second; whoever used more than",
        f"more than {desk.MODEST:g} seconds lately",
        f"after {desk.LONGEST_REST:g} seconds the next one",
        f"| answers waiting to be read | {connection.ROOM}, or {connection.ROOM_BYTES:,} bytes |",
        f"| tables made or joined | {usual.tables[0]}, then 1 every {1 / usual.tables[1]:g} seconds |",
        f"| sockets opened | {usual.sockets[0]}, then {usual.sockets[1]} a second |",
        f"| sockets open | {usual.open_sockets} |",
        f"| connections open | {usual.open_connections}; proxies",
        f"| messages | {usual.messages[0]}, then {usual.messages[1]} a second;",
        f"| frames, pings included | {usual.frames[0]}, then {usual.frames[1]} a second |",
        f"| fragments of a message | {protocols.FRAGMENTS} |",
        f"| answers to pings waiting to be read | {protocols.UNREAD_PONGS:,} bytes |",
        f"| time without reading anything of what waits | {protocols.STALLED:g} seconds |",
        f"| time to answer a close | {protocols.CLOSE_TIMEOUT:g} seconds |",
        f"| URL and headers | {protocols.HEAD_BYTES:,} bytes |",
        f"| path | {security.LONGEST_PATH:,} characters |",
        f"| body | {security.MAX_BODY:,} bytes |",
        f"| time until the headers are complete | {protocols.HEAD_TIMEOUT:g} seconds |",
        f"| time until the body is complete | {protocols.BODY_TIMEOUT:g} seconds more |",
        f"| time without a request | {protocols.KEEP_ALIVE} seconds; {protocols.PROXY_KEEP_ALIVE} seconds for a",
        f"| requests sent ahead | {protocols.PIPELINED} |",
        f"| tables in memory | {usual.max_tables:,} |",
        f"| sockets | {usual.max_sockets:,} |",
        f"| lag of the event loop | {usual.max_lag:g} seconds,",
        f"| waiting for the store | {usual.max_wait:g} seconds,",
        f"| people who make or join a table | {AT_ONCE} at a time, {usual.max_newcomers} waiting |",
        f"being built | {builds.AT_ONCE} at a time, {builds.MAX_WAITING - builds.AT_ONCE} waiting |",
    ):
        assert row in page, row
