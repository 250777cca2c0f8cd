"""Caps: what is limited stays within its limit if everybody asks at once, through every server of a store."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select
from websockets.exceptions import ConnectionClosed, InvalidStatus

from weatherdeck.table.play import chat, links
from weatherdeck.table.play.errors import RequestError
from weatherdeck.table.play.shelf import Shelf
from weatherdeck.table.store import columns
from weatherdeck.table.store.links import MAX_DEAD
from weatherdeck.table.store.records import ChatRecord, LinkRecord
from weatherdeck.table.store.store import CHAT_KEPT, Store
from weatherdeck.table.web import builds

from .clients import Client, make_table
from .servers import serving
from .test_store import table_record
from .test_uploads import some_deck

OPEN = [{"kind": "me"}, *[{"kind": "open"}] * 3]


@pytest.fixture
async def servers(store: str) -> AsyncIterator[list[str]]:
    """The addresses of all servers of a store: PostgreSQL can have several."""
    async with AsyncExitStack() as stack:
        count = 1 if store.endswith(".sqlite") else 2
        yield [await stack.enter_async_context(serving(store)) for _ in range(count)]


async def burst(servers: list[str], times: int, ask: Callable[[httpx.AsyncClient], Awaitable[Any]]) -> list[Any]:
    """What is answered if the same is asked many times at once, of all servers in turn."""
    limits = httpx.Limits(max_connections=None)
    async with AsyncExitStack() as stack:
        https = [
            await stack.enter_async_context(httpx.AsyncClient(base_url=base, timeout=60, limits=limits))
            for base in servers
        ]
        return await asyncio.gather(*(ask(https[number % len(https)]) for number in range(times)))


async def post(servers: list[str], times: int, path: str, bearer: str = "x", **body: Any) -> Counter[int]:
    """How many of many equal requests at once got which status."""
    headers = {"authorization": f"Bearer {bearer}"}
    answers = await burst(servers, times, lambda http: http.post(f"/api/tables{path}", json=body, headers=headers))
    return Counter(answer.status_code for answer in answers)


async def rows(store: str, table: Any) -> int:
    """How many rows a table of the store has."""
    opened = await Store.attach(store)
    async with opened.reading() as connection:
        found = await connection.scalar(select(func.count()).select_from(table))
    await opened.close()
    return int(found or 0)


# ---------------------------------------------------------------- what the store limits


async def test_links_of_a_table(servers: list[str], store: str) -> None:
    made = await make_table(servers[0], seats=OPEN)
    there = len(made["links"])
    got = await post(servers, 58, f"/{made['table']}/links", made["token"], kind="watch")
    assert got == {201: links.MAX_OPEN - there, 409: 58 - links.MAX_OPEN + there}
    assert await rows(store, columns.links) == links.MAX_OPEN


async def test_links_of_guests(servers: list[str], store: str) -> None:
    made = await make_table(servers[0], seats=OPEN)
    there = len(made["links"])
    got = await post(servers, 32, f"/{made['table']}/watch", made["invite"])
    assert got == {201: links.MAX_FOR_GUESTS - there, 409: 32 - links.MAX_FOR_GUESTS + there}
    assert await rows(store, columns.links) == links.MAX_FOR_GUESTS
    assert await post(servers, 1, f"/{made['table']}/links", made["token"], kind="watch") == {201: 1}


async def test_links_that_no_longer_work(store: str) -> None:
    opened = await Store.open(store)
    await opened.create(table_record())
    for number in range(MAX_DEAD + 20):
        link = LinkRecord(
            kind="move", token=str(number), seat=0, created_at=10.0 * number, expires_at=10.0 * number + 5
        )
        await opened.links.add("t", link, at_most=links.MAX_OPEN)
    kept = [number for number in range(MAX_DEAD + 20) if await opened.links.find("t", str(number))]
    assert kept == list(range(19, MAX_DEAD + 20)), "the last ones are kept, to say that they expired; one works"
    await opened.close()


async def test_seats(servers: list[str]) -> None:
    made = await make_table(servers[0], seats=OPEN)
    got = await post(servers, 9, f"/{made['table']}/join", invite=made["invite"], name="Bo", seat=2)
    assert got == {200: 1, 409: 8}
    assert await post(servers, 9, f"/{made['table']}/join", invite=made["invite"], name="Bo") == {200: 2, 409: 7}


async def test_devices_that_take_a_seat_along(servers: list[str]) -> None:
    made = await make_table(servers[0], seats=OPEN)
    async with httpx.AsyncClient(base_url=servers[0], headers={"authorization": f"Bearer {made['token']}"}) as http:
        link = (await http.post(f"/api/tables/{made['table']}/links", json={"kind": "move"})).json()["token"]
    assert await post(servers, 9, f"/{made['table']}/move", token=link) == {200: 1, 409: 8}


async def test_matches_after_a_match(store: str) -> None:
    opened = [await Store.open(store), *([] if store.endswith(".sqlite") else [await Store.open(store)])]
    record = await opened[0].create(table_record())
    following = replace(record.match, number=record.match.number + 1)
    await asyncio.gather(*(opened[number % len(opened)].add_match("t", following) for number in range(9)))
    assert await rows(store, columns.matches) == 2
    for one in opened:
        await one.close()


async def test_lines_of_chat(store: str) -> None:
    opened = [await Store.open(store), *([] if store.endswith(".sqlite") else [await Store.open(store)])]
    await opened[0].create(table_record())
    line = ChatRecord(0, 0, "Anna", "hello", 1.0)
    for _ in range(2):  # nobody knows yet, while they write, which lines are too old
        await asyncio.gather(*(opened[number % len(opened)].add_chat("t", line) for number in range(130)))
    assert await rows(store, columns.chat) == chat.MAX_LINES == CHAT_KEPT
    for one in opened:
        await one.close()


# ---------------------------------------------------------------- what a server limits


async def test_tables_in_memory(tmp_path: Path) -> None:
    async with serving(tmp_path / "store.sqlite", max_tables=3) as base:
        assert await post([base], 20, "", game="weathervanes", name="Anna") == {201: 3, 503: 17}
        assert await rows(str(tmp_path / "store.sqlite"), columns.tables) == 3, "nor does the store keep more"


async def test_tables_of_an_address(tmp_path: Path) -> None:
    async with serving(tmp_path / "store.sqlite", tables=(3, 0.0)) as base:
        assert await post([base], 20, "", game="weathervanes", name="Anna") == {201: 3, 429: 17}


async def test_requests_of_an_address(tmp_path: Path) -> None:
    async with serving(tmp_path / "store.sqlite", requests=(6, 0.0)) as base:
        assert await post([base], 20, "", game="weathervanes", name="Anna") == {201: 3, 429: 17}  # each counts as two


async def entered(base: str, made: dict[str, Any], token: str, stack: AsyncExitStack) -> bool:
    """Whether a socket was let in; it stays open."""
    client = Client(base, made["table"], token)
    try:
        await client.connect()
    except (AssertionError, ConnectionClosed, InvalidStatus):
        return False
    stack.push_async_callback(client.close)
    return True


@pytest.mark.parametrize(
    ("settings", "who", "let_in"),
    [
        ({"open_sockets": 3}, "token", 3),
        ({"sockets": (3, 0.0)}, "token", 3),
        ({"max_sockets": 4}, "watch", 4),
        ({"max_sockets": 4}, "token", 5),  # players have a reserve
    ],
)
async def test_sockets(tmp_path: Path, settings: dict[str, Any], who: str, let_in: int) -> None:
    async with serving(tmp_path / "store.sqlite", **settings) as base, AsyncExitStack() as stack:
        made = await make_table(base, seats=OPEN)
        came = await asyncio.gather(*(entered(base, made, made[who], stack) for _ in range(12)))
        assert sum(came) == let_in


async def test_answers_that_wait_to_be_built() -> None:
    cache, go = builds.BuildCache(1_000, max_waiting=3), asyncio.Event()

    async def build() -> builds.Built:
        await go.wait()
        return builds.Built(b"")

    asked = [asyncio.create_task(cache.get(number, build)) for number in range(9)]
    await asyncio.sleep(0)
    assert cache.waiting == 3
    go.set()
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(one, RequestError) for one in answers) == 6


def test_games_with_decks_of_peoples_own() -> None:
    shelf = Shelf(most=3, reserve=0)

    def bring(number: int) -> bool:
        try:
            shelf.new(some_deck(number))
        except RequestError:
            return False
        return True

    with ThreadPoolExecutor(9) as threads:
        assert sum(threads.map(bring, range(9))) == 3
    assert len(shelf) == 3
