"""Draining: a server gets out of service, everyone ends up on the other one, and no move is lost."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from weatherdeck.table.web import heartbeat
from weatherdeck.table.web.drain import Drain
from weatherdeck.table.web.settings import Settings
from weatherdeck.table.wire import messages as m

from .clients import Client, bots, make_table
from .commands import SERVE
from .servers import serving
from .test_admin import admin, closed_with
from .test_doors import connected, frame, until_ended, upgraded

ME = {"kind": "me"}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers look at their orders often."""
    monkeypatch.setattr(heartbeat, "POLL", 0.1)


async def draining(store: str, *words: str) -> None:
    """Drain servers as an administrator does."""
    answer = await admin(store, "drain", *words)
    assert answer["servers_behind"] == []


async def test_a_single_server_makes_no_new_tables_and_play_continues(store: str) -> None:
    async with serving(store) as base, httpx.AsyncClient(base_url=base) as http:
        made = await make_table(base, seats=[ME, *bots(3, "random")])
        async with Client(base, made["table"], made["token"]) as anna:
            await draining(store, "--all")
            notice = await anna.get(m.Notice)
            assert notice.code == "draining"
            refused = await http.post("/api/tables", json={"game": "tradewinds", "name": "Anna"})
            assert (refused.status_code, refused.json()["code"]) == (503, "draining")
            healthy = await http.get("/healthz")
            assert (healthy.status_code, healthy.json()) == (200, {"status": "draining"}), "there is no other server"
            await anna.ready()
            await anna.play()
        async with Client(base, made["table"], made["token"]) as anna:
            assert (await anna.get(m.Notice)).code == "draining", "who comes back is told, too"
            await draining(store, "--all", "--off")
            assert (await anna.get(m.Notice)).code == "resumed"
        await make_table(base)


async def test_with_another_server_sockets_are_refused_and_closed_with_1012(
    postgres: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        serving(postgres, drain_grace=0.2, drain_spread=0.1, place="old") as old,
        serving(postgres, place="new") as new,
        httpx.AsyncClient(base_url=old) as http,
    ):
        made = await make_table(old, seats=[ME, *bots(3, "random")])
        async with Client(old, made["table"], made["token"]) as anna:
            await draining(postgres, await server_at(postgres, "old"))
            assert (await closed_with(anna))[1] == m.Close.RESTART
        assert (await http.get("/healthz")).status_code == 503
        with pytest.raises(InvalidStatus) as refused:
            await connect(old.replace("http", "ws") + "/socket")
        assert refused.value.response.status_code == 503
        assert "handshake" not in caplog.text, "a refusal is no error of the server"
        async with Client(new, made["table"], made["token"]) as anna:
            await anna.ready()
            await anna.play()
        assert await settled(http, 503)
    async with serving(postgres) as again:
        await make_table(again)


async def settled(http: httpx.AsyncClient, status: int) -> bool:
    """Whether a server's health comes to this status."""
    for _ in range(100):
        if (await http.get("/healthz")).status_code == status:
            return True
        await asyncio.sleep(0.05)
    return False


async def server_at(store: str, place: str) -> str:
    """The id of the server that runs somewhere."""
    found: list[str] = [one["id"] for one in await admin(store, "servers") if one["place"].startswith(place)]
    assert len(found) == 1
    return found[0]


async def test_when_the_other_server_stops_people_can_stay(postgres: str) -> None:
    async with serving(postgres, drain_grace=600, place="old") as old, httpx.AsyncClient(base_url=old) as http:
        made = await make_table(old, seats=[ME, *bots(3, "random")])
        async with Client(old, made["table"], made["token"]) as anna:
            async with serving(postgres, place="new"):
                await draining(postgres, await server_at(postgres, "old"))
                assert await settled(http, 503)
            assert await settled(http, 200), "there is nowhere else to go"
            await anna.ready()
            await anna.play()


async def test_bots_move_on_the_other_server_while_nobody_is_connected_there(postgres: str) -> None:
    async with (
        serving(postgres, drain_grace=600, place="old") as old,
        serving(postgres, place="new") as new,
    ):
        made = await make_table(old, seats=[ME, *bots(3, "random")])
        async with Client(old, made["table"], made["token"]) as anna:
            await draining(postgres, await server_at(postgres, "old"))
            await anna.ready()
            await anna.play()
        async with httpx.AsyncClient(base_url=new) as http:
            mine = {"authorization": f"Bearer {made['token']}"}
            assert (await http.get(f"/api/tables/{made['table']}", headers=mine)).json()["status"] == "over"


async def test_stopping_tells_everyone_first(tmp_path: Path) -> None:
    drain = Drain(Settings(str(tmp_path / "t.sqlite")))
    await drain.stop()
    assert drain.refuses_sockets, "without tables there is nobody to tell"


# ---------------------------------------------------------------- two processes behind a proxy


class Proxy:
    """A TCP proxy that asks each server's health and sends new connections to one that is well."""

    def __init__(self, *servers: str) -> None:
        self._servers = servers

    @asynccontextmanager
    async def running(self) -> AsyncIterator[str]:
        """The proxy's address."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        try:
            yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        finally:
            server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for server in self._servers:
            try:
                async with httpx.AsyncClient(base_url=server) as http:
                    if (await http.get("/healthz")).status_code == 200:
                        break
            except httpx.TransportError:
                continue
        else:
            writer.close()
            return
        host, port = server.removeprefix("http://").split(":")
        there = await asyncio.open_connection(host, int(port))
        with suppress(asyncio.CancelledError):  # at the end of the test
            await asyncio.gather(_pump(reader, there[1]), _pump(there[0], writer), return_exceptions=True)


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    finally:
        writer.close()


@contextmanager
def process(store: str, *options: str, log: Path | None = None) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server in a process of its own; its address. What it logs is written to a file, if one is given."""
    command = [*SERVE, "--store", store, "--bot-pause", "0", *options]
    with (log or Path(os.devnull)).open("w") as errors:
        started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors if log else None, text=True)
    try:
        assert started.stdout is not None
        line = started.stdout.readline()
        assert line.startswith("The table is open: "), line
        yield line.split()[-1].rstrip("/"), started
    finally:
        started.terminate()
        started.wait()
        assert started.stdout is not None
        started.stdout.close()


async def played_through(base: str, made: dict[str, str], arrived: asyncio.Event) -> tuple[int, list[str]]:
    """Play a match to its end, reconnecting whenever the socket is closed: how often, and every confirmed move."""
    client = Client(base, made["table"], made["token"])
    reconnected, moves = 0, list[str]()
    while True:
        try:
            await client.connect()
            arrived.set()
            if client.info is not None and client.info.status == "waiting":
                await client.ready()
            while client.info is None or client.info.status != "over":
                waiting = len(moves) == 2 and not reconnected  # for the server to be drained
                if client.my_turn and client.position is not None and not waiting:
                    move = client.position.choices[0].move
                    if isinstance(await client.move(move), m.Stepped):
                        moves.append(move)
                else:
                    await client.next()
        except (ConnectionClosed, InvalidStatus, OSError):
            reconnected += 1
            await asyncio.sleep(0.1)
        else:
            await client.close()
            return reconnected, moves


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
async def test_a_signal_drains_a_server_and_everyone_ends_up_on_the_other(postgres: str) -> None:
    with process(postgres, "--grace", "0") as (old, first):
        made = [await make_table(old, seats=[ME, *bots(3, "random")]) for _ in range(4)]
        with process(postgres) as (new, _):
            async with Proxy(old, new).running() as base:
                arrivals = [asyncio.Event() for _ in made]
                games = [
                    asyncio.create_task(played_through(base, one, arrived))
                    for one, arrived in zip(made, arrivals, strict=True)
                ]
                for arrived in arrivals:  # at the first server: a drained one would send them on at once
                    await arrived.wait()
                os.kill(first.pid, signal.SIGUSR1)
                for game, one in zip(games, made, strict=True):
                    reconnected, moves = await game
                    assert reconnected >= 1
                    async with httpx.AsyncClient(base_url=new) as http:
                        mine = {"authorization": f"Bearer {one['token']}"}
                        stored = (await http.get(f"/api/tables/{one['table']}/game", headers=mine)).json()
                    kept = iter(stored["moves"])
                    assert all(move in kept for move in moves), "every move that was confirmed is there, in order"
            first.send_signal(signal.SIGTERM)
            assert await asyncio.to_thread(first.wait) in (0, -signal.SIGTERM)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
async def test_sigterm_tells_everyone_and_closes_with_1012(tmp_path: Path) -> None:
    with process(str(tmp_path / "t.sqlite")) as (base, server):
        made = await make_table(base)
        async with Client(base, made["table"], made["token"]) as anna:
            server.send_signal(signal.SIGTERM)
            notice = await anna.get(m.Notice)
            assert notice.code == "draining"
            assert (await closed_with(anna))[1] == m.Close.RESTART
        await asyncio.to_thread(server.wait)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
async def test_a_server_stops_without_tracebacks_whatever_its_clients_do(tmp_path: Path, stop: int) -> None:
    log = tmp_path / "log"
    with process(str(tmp_path / "t.sqlite"), log=log) as (base, server), ExitStack() as stack:
        await make_table(base, seats=bots(4, "master"))  # a bot is thinking
        made = await make_table(base)
        async with Client(base, made["table"], made["token"]):
            hello = {"type": "hello", "protocol": m.PROTOCOL, "table": made["table"], "token": made["watch"]}
            for sent in (b"", json.dumps(hello).encode()):  # neither reads, nor answers the close
                stack.enter_context(upgraded(base)).sendall(frame(1, sent) if sent else b"")
            for begun in (
                b"",
                b"GET / HT",
                b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{",
            ):
                waiting = stack.enter_context(connected(base))
                waiting.sendall(begun)
            async with httpx.AsyncClient(base_url=base) as http:
                await http.get("/healthz")  # by now the server has seen all of them
            server.send_signal(stop)
            heard = await asyncio.to_thread(until_ended, waiting)
        await asyncio.to_thread(server.wait)
    assert heard.startswith(b"HTTP/1.1 503")
    lines = log.read_text().splitlines()
    # On a busy machine uvicorn may say that it did not wait for all of them.
    assert not [line for line in lines if " info " not in line and "graceful shutdown" not in line]
    assert lines[-1].endswith("the server has stopped")
