"""What a host can do about the people at a table, and what happens when somebody is away."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

from weatherdeck.table.play import attendance, moderation
from weatherdeck.table.play.manager import TableManager
from weatherdeck.table.play.session import TableSession
from weatherdeck.table.store.columns import audit
from weatherdeck.table.store.store import Store
from weatherdeck.table.wire import messages as m

from .clients import Client, bots, join, make_table
from .servers import serving, serving_manager
from .test_handlers import seats_ready, until

FOUR = [{"kind": "me"}, {"kind": "open"}, *bots(2)]
THREE = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}, *bots(1)]
GAME = "tweedy-tricksters"


async def table_of_two(base: str, other: str | None = None, **wish: Any) -> tuple[Client, Client, dict[str, Any]]:
    """Anna, who is the host, and Bo, who is perhaps connected to another server."""
    made = await make_table(base, GAME, **{"seats": FOUR, **wish})
    seated = await join(base, made, "Bo")
    anna, bo = Client(base, made["table"], made["token"]), Client(other or base, made["table"], seated["token"])
    await anna.connect()
    await bo.connect()
    return anna, bo, made


async def until_table(client: Client, is_so: Any) -> m.TableInfo:
    """Read until the table is as expected."""
    while client.info is None or not is_so(client.info):
        await client.next()
    return client.info


async def closing(client: Client) -> tuple[list[m.ServerMessage], int]:
    """All that a client is still told, and the code with which its socket is closed."""
    told = []
    while True:
        try:
            told.append(await client.next())
        except ConnectionClosed as closed:
            assert closed.rcvd is not None
            return told, closed.rcvd.code


async def audited(address: str) -> list[tuple[str, str, dict[str, Any]]]:
    opened = await Store.open(address)
    async with opened.engine.connect() as connection:
        rows = (await connection.execute(select(audit).order_by(audit.c.number))).all()
    await opened.close()
    return [(row.who, row.action, row.details) for row in rows]


# ---------------------------------------------------------------- removing


async def test_before_the_match_a_removed_person_loses_the_seat_and_the_way_back(store: str) -> None:
    async with serving(store) as base:
        anna, bo, made = await table_of_two(base)
        await anna.ask({"type": "remove", "seat": 1}, m.Done)
        told, code = await closing(bo)
        assert code == m.Close.TOKEN
        assert any(isinstance(one, m.Error) and "removed" in one.message for one in told)
        info = await until_table(anna, lambda info: info.seats[1].kind == "open")
        assert info.seats[1].name != "Bo"
        with pytest.raises(ConnectionClosed):
            await bo.connect()
        async with httpx.AsyncClient(base_url=base) as http:
            wish = {"invite": made["invite"], "name": "Bo"}
            assert (await http.post(f"/api/tables/{made['table']}/join", json=wish)).status_code != 200
            headers = {"Authorization": f"Bearer {made['token']}"}
            fresh = (
                await http.post(f"/api/tables/{made['table']}/links", json={"kind": "invite"}, headers=headers)
            ).json()
        seated = await join(base, {**made, "invite": fresh["token"]}, "Cleo")
        assert seated["seat"] == 1, "others can be invited"
        await anna.close()
    assert await audited(store) == [("seat 0", "remove", {"seat": 1, "status": "waiting", "host": True})]


async def test_during_a_match_a_bot_takes_the_seat_of_a_removed_person_for_good(store: str) -> None:
    async with serving(store) as base:
        anna, bo, _ = await table_of_two(base)
        await seats_ready(base, anna, bo)
        await anna.ask({"type": "remove", "seat": 1}, m.Done)
        _, code = await closing(bo)
        assert code == m.Close.TOKEN
        info = await until_table(anna, lambda info: info.seats[1].kind == "bot")
        assert info.seats[1].level == "club"
        assert len({seat.name for seat in info.seats}) == 4
        await anna.play()
        await anna.close()


async def test_a_removed_person_at_another_server_is_told_there(postgres: str) -> None:
    async with serving(postgres) as one, serving(postgres) as other:
        anna, bo, _ = await table_of_two(one, other)
        await anna.ask({"type": "remove", "seat": 1}, m.Done)
        _, code = await closing(bo)
        assert code == m.Close.TOKEN
        await anna.close()


async def test_only_the_host_removes_mutes_hands_over_and_closes(store: str) -> None:
    async with serving(store) as base:
        anna, bo, made = await table_of_two(base)
        async with Client(base, made["table"], made["watch"]) as watcher:
            for client in (bo, watcher):
                for message in (
                    {"type": "remove", "seat": 0},
                    {"type": "mute", "seat": 0, "muted": True},
                    {"type": "mute", "seat": None, "muted": True},
                    {"type": "hand_over", "seat": 1},
                    {"type": "close_table"},
                ):
                    refused = await client.ask(message, m.Error)
                    assert refused.code in ("not_allowed", "not_now"), message
            for seat in (0, 2, 9):
                assert (await anna.ask({"type": "remove", "seat": seat}, m.Error)).message
        assert (await anna.ask({"type": "ping"}, m.Pong)).at
        assert anna.info is not None
        assert [seat.kind for seat in anna.info.seats] == ["person", "person", "bot", "bot"]
        await anna.close()
        await bo.close()
    assert await audited(store) == []


# ---------------------------------------------------------------- muting


async def test_the_host_mutes_a_person_and_all_spectators(store: str) -> None:
    say = {"type": "chat", "text": "hello"}
    async with serving(store) as base:
        anna, bo, made = await table_of_two(base)
        async with Client(base, made["table"], made["watch"]) as watcher:
            await anna.ask({"type": "mute", "seat": 1, "muted": True}, m.Done)
            await anna.ask({"type": "mute", "seat": None, "muted": True}, m.Done)
            for client in (bo, watcher):
                assert (await client.ask(say, m.Error)).code == "muted"
                assert (await client.ask({"type": "react", "reaction": "oops"}, m.Error)).code == "muted"
            await anna.ask(say, m.Done)
            info = await until_table(watcher, lambda info: info.quiet)
            assert [seat.muted for seat in info.seats] == [False, True, False, False]
            await anna.ask({"type": "mute", "seat": 1, "muted": False}, m.Done)
            await anna.ask({"type": "mute", "seat": None, "muted": False}, m.Done)
            for client in (bo, watcher):
                await client.ask(say, m.Done)
        await anna.close()
        await bo.close()
    assert [action for _, action, _ in await audited(store)] == ["mute", "mute", "unmute", "unmute"]


async def test_a_mute_holds_on_every_server_and_after_a_restart(postgres: str) -> None:
    async with serving(postgres) as one, serving(postgres) as other:
        anna, bo, made = await table_of_two(one, other)
        await anna.ask({"type": "mute", "seat": 1, "muted": True}, m.Done)
        await until_table(bo, lambda info: info.seats[1].muted)
        assert (await bo.ask({"type": "chat", "text": "hello"}, m.Error)).code == "muted"
        await anna.close()
        await bo.close()
    async with serving(postgres) as base, Client(base, made["table"], bo.token) as again:
        assert (await again.ask({"type": "chat", "text": "hello"}, m.Error)).code == "muted"


# ---------------------------------------------------------------- hosting


async def test_the_host_hands_over_and_is_then_like_everyone_else(store: str) -> None:
    async with serving(store) as base:
        anna, bo, _ = await table_of_two(base)
        await anna.ask({"type": "mute", "seat": 1, "muted": True}, m.Done)
        await anna.ask({"type": "hand_over", "seat": 1}, m.Done)
        info = await until_table(bo, lambda info: info.host == 1)
        assert not info.seats[1].muted, "a host is never muted"
        assert (await anna.ask({"type": "remove", "seat": 1}, m.Error)).code == "not_allowed"
        await bo.ask({"type": "remove", "seat": 0}, m.Done)
        await anna.close()
        await bo.close()


async def test_the_next_person_becomes_host_when_the_host_is_away_for_long(
    store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attendance, "HOST_AFTER", 0.3)
    async with serving(store) as base:
        anna, bo, _ = await table_of_two(base)
        await anna.close()
        await until_table(bo, lambda info: info.host == 1)
        await anna.connect()
        assert anna.info is not None
        assert anna.info.host == 1, "coming back does not make one the host again"
        await anna.close()
        await bo.close()
    assert [(who, action) for who, action, _ in await audited(store)] == [("server", "hand_over")]


async def test_a_closed_table_is_read_and_not_played(store: str) -> None:
    async with serving(store) as base:
        anna, bo, made = await table_of_two(base)
        await seats_ready(base, anna, bo)
        await anna.send({"type": "close_table"})
        for client in (anna, bo):
            told, code = await closing(client)
            assert code == m.Close.CLOSED
            assert any(isinstance(one, m.Notice) and one.code == "closed" for one in told)
        async with httpx.AsyncClient(base_url=base, headers={"Authorization": f"Bearer {made['token']}"}) as http:
            assert (await http.get(f"/api/tables/{made['table']}/replay")).status_code == 200
    assert [action for _, action, _ in await audited(store)] == ["close"]


# ---------------------------------------------------------------- those who never get ready


async def test_a_ready_player_frees_the_seat_of_one_who_is_away_and_not_ready(
    store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(store) as base:
        made = await make_table(base, GAME, seats=THREE)
        bo, cleo = [await join(base, made, name) for name in ("Bo", "Cleo")]
        async with Client(base, made["table"], bo["token"]) as waiting:
            free = {"type": "remove", "seat": cleo["seat"]}
            assert (await waiting.ask(free, m.Error)).code == "not_allowed", "whoever is not ready has nothing to say"
            await waiting.ready()
            assert (await waiting.ask(free, m.Error)).code == "not_now", "two minutes have not passed"
            monkeypatch.setattr(moderation, "FREE_AFTER", 0.0)
            async with Client(base, made["table"], cleo["token"]):
                assert (await waiting.ask(free, m.Error)).code == "not_now", "she is here"
            await until_table(waiting, lambda info: not info.seats[2].here)
            await waiting.ask(free, m.Done)
            await until_table(waiting, lambda info: info.seats[2].kind == "open")
        again = await join(base, made, "Cleo")
        assert again["seat"] == 2, "who was only away may come back"


async def test_one_who_pledged_and_left_is_removed_and_the_shuffle_starts_over(
    store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moderation, "FREE_AFTER", 0.0)
    async with serving(store) as base:
        made = await make_table(base, GAME, seats=THREE)
        people = [made, await join(base, made, "Bo"), await join(base, made, "Cleo")]
        anna, bo, cleo = [Client(base, made["table"], one["token"]) for one in people]
        for client in (anna, bo, cleo):
            await client.connect()
        await bo.ready()
        await until_table(anna, lambda info: info.seats[1].ready)
        await bo.close()
        await until_table(anna, lambda info: not info.seats[1].here)
        await anna.ready()
        await cleo.ready()
        info = await until_table(cleo, lambda info: info.shuffle.phase == "reveal" and info.shuffle.waiting_for == [1])
        await cleo.ask({"type": "remove", "seat": 1}, m.Done)
        again = await until_table(anna, lambda info: info.shuffle.attempt == 2)
        assert again.shuffle.phase == "pledge"
        assert again.commitment != info.commitment
        assert not any(seat.ready for seat in again.seats[:3])
        await anna.ask({"type": "fill", "seat": 1, "level": "club"}, m.Done)
        await seats_ready(base, anna, cleo)
        await anna.close()
        await cleo.close()


# ---------------------------------------------------------------- those who are away while it is their turn


async def test_the_others_vote_a_bot_in_for_one_who_is_away_and_who_can_come_back(
    store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(store) as base:
        made = await make_table(base, GAME, seats=THREE, seed=8)
        people = [made, await join(base, made, "Bo"), await join(base, made, "Cleo")]
        anna, bo, cleo = [Client(base, made["table"], one["token"]) for one in people]
        for client in (anna, bo, cleo):
            await client.connect()
        await seats_ready(base, anna, bo, cleo)
        await until(bo, 0)
        vote = {"type": "vote_out", "seat": 0}
        assert (await bo.ask(vote, m.Error)).code == "not_now", "she is here"
        await anna.close()
        await until_table(bo, lambda info: not info.seats[0].here)
        assert (await bo.ask(vote, m.Error)).code == "not_now", "a minute has not passed"
        monkeypatch.setattr(moderation, "VOTE_AFTER", 0.0)
        await bo.ask(vote, m.Done)
        info = await until_table(cleo, lambda info: info.vote is not None)
        assert info.vote == m.VoteInfo(seat=0, agreed=[1], needed=[1, 2])
        await cleo.ask({**vote, "agree": False}, m.Done)
        await until_table(bo, lambda info: info.vote is None)
        await bo.ask(vote, m.Done)
        await cleo.ask(vote, m.Done)
        await until_table(bo, lambda info: info.seats[0].stand_in is not None)
        await anna.connect()
        await anna.ask({"type": "return"}, m.Done)
        await until_table(bo, lambda info: info.seats[0].stand_in is None)
        for client in (anna, bo, cleo):
            await client.close()


async def test_a_vote_is_held_across_servers(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moderation, "VOTE_AFTER", 0.0)
    async with serving(postgres) as one, serving(postgres) as other:
        made = await make_table(one, GAME, seats=THREE, seed=8)
        people = [made, await join(one, made, "Bo"), await join(one, made, "Cleo")]
        anna, bo, cleo = [
            Client(base, made["table"], person["token"]) for base, person in zip((one, one, other), people, strict=True)
        ]
        for client in (anna, bo, cleo):
            await client.connect()
        await seats_ready(one, anna, bo, cleo)
        await until(bo, 0)
        await until(cleo, 0)
        await until_table(bo, lambda info: info.seats[2].here)
        await anna.close()
        for client in (bo, cleo):
            await until_table(client, lambda info: not info.seats[0].here)
        await bo.ask({"type": "vote_out", "seat": 0}, m.Done)
        await until_table(cleo, lambda info: info.vote is not None and info.vote.agreed == [1])
        await cleo.ask({"type": "vote_out", "seat": 0}, m.Done)
        for client in (bo, cleo):
            await until_table(client, lambda info: info.seats[0].stand_in is not None)
            await client.close()


attend = attendance.attend


@dataclass
class Clock:
    """The clock by which servers count how long somebody has been away; the test sets it."""

    now: float = 1000.0
    attended: float = 0.0
    """The time at which the table last did what was due."""

    def monotonic(self) -> float:
        return self.now

    async def attend(self, session: TableSession) -> float | None:
        now, wait = self.now, await attend(session)
        self.attended = now
        return wait

    async def advance(self, manager: TableManager, seconds: float) -> None:
        """Let time pass, and wait until the table has done what was due."""
        self.now += seconds
        (session,) = manager.sessions
        (await manager.load(session.record.id)).worker.wake()
        while self.attended < self.now:
            await asyncio.sleep(0.002)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(attendance, "time", found)
    monkeypatch.setattr(attendance, "attend", found.attend)
    return found


async def test_after_the_tables_time_a_bot_plays_for_one_who_is_away_also_after_a_restart(
    store: str, clock: Clock
) -> None:
    async with serving(store) as base:
        anna, bo, made = await table_of_two(base, seed=8, absence=5)
        assert made["info"]["absence"] == 5
        await seats_ready(base, anna, bo)
        await until(bo, 0)
        await anna.close()
        await bo.close()
    async with serving_manager(store) as (base, manager), Client(base, made["table"], bo.token) as waiting:
        await clock.advance(manager, 4.9)
        assert manager.sessions[0].seat(0).stand_in is None
        await clock.advance(manager, 0.2)
        await until_table(waiting, lambda info: info.seats[0].stand_in is not None)
        async with Client(base, made["table"], anna.token) as back:
            await back.ask({"type": "return"}, m.Done)
            await until_table(waiting, lambda info: info.seats[0].stand_in is None)


async def test_when_everyone_has_left_the_match_waits(store: str, clock: Clock) -> None:
    async with serving_manager(store) as (base, manager):
        anna, bo, made = await table_of_two(base, seed=8, absence=5)
        await seats_ready(base, anna, bo)
        await until(bo, 0)
        await anna.close()
        await bo.close()
        while manager.connections:
            await asyncio.sleep(0)
        await clock.advance(manager, 7)
        async with Client(base, made["table"], bo.token) as back:
            assert back.welcomed is not None
            assert back.welcomed.table.seats[0].stand_in is None
            await until_table(back, lambda info: info.seats[0].stand_in is not None)


async def test_without_a_time_nobody_is_replaced_who_is_only_away(store: str, clock: Clock) -> None:
    async with serving_manager(store) as (base, manager):
        anna, bo, made = await table_of_two(base, seed=8)
        assert made["info"]["absence"] is None
        await seats_ready(base, anna, bo)
        await until(bo, 0)
        await anna.close()
        await until_table(bo, lambda info: not info.seats[0].here)
        await clock.advance(manager, attendance.HOST_AFTER - 1)
        await bo.ask({"type": "ping"}, m.Pong)
        assert bo.info is not None
        assert bo.info.seats[0].stand_in is None
        assert bo.info.seats[0].away is not None
        await bo.close()
