"""A store that does not answer: the server says so, loses nothing, and continues by itself when the store is back."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from weatherdeck.table.store import outage
from weatherdeck.table.store.records import Entry
from weatherdeck.table.store.store import Store
from weatherdeck.table.wire import messages as m

from .clients import Client, bots, make_table
from .proxies import Proxy, proxied
from .servers import serving, serving_manager
from .test_store import entry, table_record

PATIENCE = 30.0


@pytest.fixture(autouse=True)
def _curious(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers look often whether the store is back."""
    monkeypatch.setattr(outage, "PROBE_EVERY", 0.05)


@contextmanager
def silence(proxy: Proxy) -> Iterator[None]:
    """The store says nothing. Nobody has to wait long until that is noticed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outage, "TIMEOUT", 0.2)
        patch.setattr(outage, "PROBE_TIMEOUT", 0.2)
        proxy.be_silent()
        yield
    proxy.speak()


async def health(base: str) -> int:
    async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as http:
        return (await http.get("/healthz")).status_code


async def until_health(base: str, status: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while await health(base) != status:
            await asyncio.sleep(0.05)


async def test_a_silently_dead_connection_is_noticed_and_play_continues_when_the_network_is_back(postgres: str) -> None:
    async with proxied(postgres) as proxy, serving(proxy.address) as base:
        made = await make_table(base, seats=[{"kind": "me"}, *bots(3, "random")])
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            while not anna.my_turn:
                await anna.next()
            assert await health(base) == 200
            assert anna.position is not None
            version, choice = anna.position.version, anna.position.choices[0].move
            with silence(proxy):
                problem = await anna.ask({"type": "move", "version": version, "moves": [choice]}, m.Error)
                assert problem.code == "failed"
                assert await health(base) == 503
                again = await anna.ask({"type": "chat", "text": "is anybody there?"}, m.Error)
                assert again.code == "failed"
            await until_health(base, 200)
            if anna.position.version == version:  # whether the move was stored is up to the store
                await anna.send({"type": "move", "version": version, "moves": [choice]})
            over = await anna.play()
            assert over.result.match == 1


async def test_nothing_waits_for_ever_for_a_silent_store(postgres: str) -> None:
    async with proxied(postgres) as proxy:
        opened = await Store.open(proxy.address)
        made = await opened.create(table_record())
        with silence(proxy):
            async with asyncio.timeout(PATIENCE):
                asked = [opened.load("t"), opened.append("t", entry(made.match.id, 1)), opened.chat("t")]
                asked += [opened.change_seat("t", 0, ready=True) for _ in range(12)]
                answers = await asyncio.gather(*asked, return_exceptions=True)
                assert all(isinstance(one, outage.StoreDown) for one in answers), answers
                assert not await opened.is_well()
        async with asyncio.timeout(PATIENCE):
            while not await opened.is_well():
                await asyncio.sleep(0.05)
            assert await opened.load("t") is not None
        await opened.close()


async def test_a_move_whose_commit_is_confirmed_late_is_told_all_the_same(postgres: str) -> None:
    """The commit is held back until after the timeout. The store decides whether it counts, and everyone hears it."""
    async with proxied(postgres) as proxy, serving_manager(proxy.address) as (base, manager):
        made = await make_table(base, seats=[{"kind": "me"}, *bots(3, "random")])
        watching = Client(base, made["table"], made["watch"])
        async with Client(base, made["table"], made["token"]) as anna, watching:
            await anna.ready()
            while not anna.my_turn:
                await anna.next()
            assert anna.position is not None
            store, version = manager.store, anna.position.version
            entries = Entry(
                match=manager.sessions[0].record.match.id,
                version=version + 1,
                kind="move",
                seat=0,
                at=time.time(),
                moves=(anna.position.choices[0].move,),
            )
            # As if this server's own transaction had been committed after the server had stopped waiting for it.
            store.unsure.add(made["table"])
            other = await Store.open(postgres)
            other.server_id = store.server_id
            assert await other.append(made["table"], entries)
            await other.close()
            while watching.position is None or watching.position.version <= version:
                await watching.next()


async def test_an_outage_is_logged_once_and_so_is_its_end(postgres: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with proxied(postgres) as proxy, serving(proxy.address) as base:
        made = [await make_table(base, seats=[{"kind": "me"}, *bots(3, "random")]) for _ in range(5)]
        clients = [Client(base, one["table"], one["token"]) for one in made]
        for client in clients:
            await client.connect()
        with silence(proxy):
            await until_health(base, 503)
            caplog.clear()
            for _ in range(20):
                for client in clients:
                    await client.ask({"type": "chat", "text": "hello?"}, m.Error)
            lines = [record for record in caplog.records if record.name.startswith("weatherdeck")]
            assert len(lines) <= 5, [record.getMessage() for record in lines]
            assert not [record for record in caplog.records if record.exc_info]
        await until_health(base, 200)
        async with asyncio.timeout(PATIENCE):
            while not [record for record in caplog.records if "store answers again" in record.getMessage()]:
                await asyncio.sleep(0.05)
        for client in clients:
            await client.ask({"type": "chat", "text": "there you are"}, m.Done)
            await client.close()


async def test_a_move_that_is_stored_is_told_even_if_its_player_leaves_meanwhile(
    store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving_manager(store) as (base, manager):
        made = await make_table(base, seats=[{"kind": "me"}, *bots(3, "random")])
        watching = Client(base, made["table"], made["watch"])
        anna = Client(base, made["table"], made["token"])
        async with watching:
            await anna.connect()
            await anna.ready()
            while not anna.my_turn:
                await anna.next()
            assert anna.position is not None
            append, slow = manager.store.append, asyncio.Event()

            async def slowly(table: str, entry: Entry) -> bool:
                stored = await append(table, entry)
                await slow.wait()  # the commit is done, but takes a while to be confirmed
                return stored

            monkeypatch.setattr(manager.store, "append", slowly)
            version = anna.position.version
            await anna.send({"type": "move", "version": version, "moves": [anna.position.choices[0].move]})
            async with asyncio.timeout(PATIENCE):
                while len(await manager.store.entries(manager.sessions[0].record.match.id, version)) == 0:
                    await asyncio.sleep(0.01)
                await anna.close()
                while any(one.seat == 0 for one in manager.sessions[0].connections):
                    manager.sessions[0].tell_table()  # a socket that has ended is noticed when something is sent
                    await asyncio.sleep(0.05)
            assert manager.sessions[0].lock.locked(), "nothing else happens before the move is told"
            slow.set()
            while watching.position is None or watching.position.version <= version:
                await watching.next()


@pytest.mark.parametrize("name", ["change_seat", "add_chat", "pledge"])
async def test_what_is_stored_is_told_whatever_it_is(
    name: str, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving_manager(f"{tmp_path}/tables.sqlite") as (base, manager):
        made = await make_table(base, seats=[{"kind": "me"}, *bots(3, "random")])
        anna = Client(base, made["table"], made["token"])
        async with Client(base, made["table"], made["watch"]) as watching:
            await anna.connect()
            original, slow, stored = getattr(manager.store, name), asyncio.Event(), asyncio.Event()

            async def slowly(*arguments: object, **values: object) -> object:
                answer: object = await original(*arguments, **values)
                stored.set()
                await slow.wait()
                return answer

            monkeypatch.setattr(manager.store, name, slowly)
            asked = {"add_chat": {"type": "chat", "text": "bye"}, "change_seat": {"type": "rename", "name": "Bea"}}
            await anna.send(asked.get(name) or anna.pledge())
            async with asyncio.timeout(PATIENCE):
                await stored.wait()
                await anna.close()
                while any(one.seat == 0 for one in manager.sessions[0].connections):
                    manager.sessions[0].tell_table()  # a socket that has ended is noticed when something is sent
                    await asyncio.sleep(0.05)
                slow.set()
                heard = await watching.next()
                while not (isinstance(heard, m.Said) or (isinstance(heard, m.TableNews) and _is_changed(heard))):
                    heard = await watching.next()


def _is_changed(news: m.TableNews) -> bool:
    return news.table.seats[0].ready or news.table.seats[0].name == "Bea"
