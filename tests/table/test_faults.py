"""Servers are killed with SIGKILL at random moments and started again, while many games are played: nothing is lost."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import websockets

from weatherdeck.games import registry
from weatherdeck.table.play.live_match import LiveMatch
from weatherdeck.table.store.store import Store
from weatherdeck.table.wire import messages as m

from ..sweeps import size
from .clients import Client, bots, join, make_table
from .commands import forks

KILLS = size("kills of a server")
TABLES = 6
BETWEEN = 40
"""Moves that are heard of before the next kill, at least."""
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("tradewinds", {"players": 4}),
    ("four-seasons", {"players": 3, "options": {"rounds": 1}}),
    ("winter-court", {"players": 2}),
]
BROKEN = (OSError, TimeoutError, websockets.WebSocketException, httpx.HTTPError)
"""What a client meets when its server dies."""


class Process:
    """A server in a process of its own, always on the same port."""

    def __init__(self, store: str) -> None:
        self._store = store
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{self._port}"

    async def start(self) -> None:
        where = ["--port", str(self._port), "--store", self._store]
        self._pid = await asyncio.to_thread(forks().start, "--bot-pause", "0", *where)

    async def end(self, how: int) -> None:
        os.kill(self._pid, how)
        await asyncio.to_thread(forks().wait, self._pid)


@dataclass
class Heard:
    """All that the people at one table were told."""

    moves: dict[int, tuple[str, ...]] = field(default_factory=dict)
    over: m.Over | None = None

    def hear(self, stepped: m.Stepped) -> None:
        moves = tuple(step.move for step in stepped.steps)
        assert self.moves.setdefault(stepped.version, moves) == moves, "a version was told in two ways"


async def sit(client: Client, servers: list[Process], dice: random.Random, heard: Heard) -> None:
    """Play to the end, through whatever server is there, connecting again as often as it takes."""
    while heard.over is None:
        client.base = dice.choice(servers).base
        try:
            welcome = await client.connect()
            for missed in welcome.missed or ():
                if isinstance(missed, m.Stepped):
                    heard.hear(missed)
            if welcome.result is not None:
                heard.over = m.Over(type="over", result=welcome.result)
            if welcome.table.status == "waiting":
                await client.ready()
            await _go_on(client, dice, heard)
            await client.close()
        except BROKEN:
            await asyncio.sleep(0.05)


async def _go_on(client: Client, dice: random.Random, heard: Heard) -> None:
    while heard.over is None:
        if client.my_turn and client.position is not None:
            await asyncio.sleep(dice.random() * 0.04)
            move = dice.choice(client.position.choices).move
            await client.send({"type": "move", "version": client.position.version, "moves": [move]})
        message = await client.get(m.Stepped, m.Started, m.Over, m.Refused)
        if isinstance(message, m.Stepped):
            heard.hear(message)
        if isinstance(message, m.Over):
            heard.over = message


async def one_game(servers: list[Process], number: int, told: dict[str, Heard]) -> None:
    """Make a table for two people, and perhaps bots, and play it to its end."""
    dice = random.Random(number)
    game, wish = GAMES[number % len(GAMES)]
    seats = [{"kind": "me"}, {"kind": "open"}, *bots(wish["players"] - 2)]
    while True:
        try:
            base = dice.choice(servers).base
            made = await make_table(base, game, seats=seats, **wish)
            seated = await join(base, made, "Bo")
            break
        except BROKEN:
            await asyncio.sleep(0.05)
    heard = told[made["table"]] = Heard()
    people = [Client("", made["table"], token) for token in (made["token"], seated["token"])]
    await asyncio.gather(*(sit(client, servers, random.Random(number + n), heard) for n, client in enumerate(people)))
    assert heard.over is not None
    fairness = heard.over.result.fairness
    assert isinstance(fairness, m.Fairness)
    for seat, client in enumerate(people):
        assert (client.noticed, client.receipts[1]["commitment"]) == ([], fairness.commitment)
        assert client.receipts[1]["entropy"] == fairness.entropy[seat]


async def play_while_killing(servers: list[Process]) -> dict[str, Heard]:
    """Play games at several tables, again and again, until the servers have been killed often enough."""
    told: dict[str, Heard] = {}
    dice = random.Random(7)
    killing = True

    async def play_on(number: int) -> None:
        while killing:
            await one_game(servers, number, told)
            number += TABLES

    await asyncio.gather(*(server.start() for server in servers))
    playing = [asyncio.create_task(play_on(number)) for number in range(TABLES)]
    try:
        for _ in range(KILLS):
            await _moves(told, playing)
            await asyncio.sleep(dice.random() * 0.2)
            victim = dice.choice(servers)
            await victim.end(signal.SIGKILL)
            await victim.start()
        killing = False
        async with asyncio.timeout(120):
            await asyncio.gather(*playing)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for server in servers:
            await server.end(signal.SIGTERM)
    return told


async def _moves(told: dict[str, Heard], playing: list[asyncio.Task[None]]) -> None:
    """Wait until some more moves were heard of, so that the next kill is in the thick of it."""
    heard = sum(len(one.moves) for one in told.values())
    async with asyncio.timeout(60):
        while sum(len(one.moves) for one in told.values()) < heard + BETWEEN:
            await asyncio.sleep(0.01)
            for task in playing:
                if task.done():
                    task.result()  # what it found wrong


async def check(store_url: str, told: dict[str, Heard]) -> None:
    """Every move that was told is in the store, and what is in the store makes the very games that were told."""
    store = await Store.open(store_url)
    try:
        for table, heard in told.items():
            record = await store.load(table)
            assert record is not None
            entries = await store.entries(record.match.id)
            assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
            stored = {entry.version: entry.moves for entry in entries}
            assert heard.moves.items() <= stored.items(), "a move that was told is not in the store"
            live = LiveMatch(registry.load(record.game), record.match.deal_seed, record.players, record.options)
            for entry in entries:
                live.apply(entry)
            assert live.is_over
            assert heard.over is not None
            assert heard.over.result.result == live.match.result()
            assert heard.over.result.returns == live.game.returns(live.match.state)
    finally:
        await store.close()


async def test_no_move_is_lost_when_the_server_is_killed_on_sqlite(tmp_path: Path) -> None:
    store = str(tmp_path / "tables.sqlite")
    told = await play_while_killing([Process(store)])
    assert len(told) >= TABLES
    await check(store, told)


async def test_no_move_is_lost_when_two_servers_are_killed_on_postgresql(postgres: str) -> None:
    told = await play_while_killing([Process(postgres), Process(postgres)])
    assert len(told) >= TABLES
    await check(postgres, told)
