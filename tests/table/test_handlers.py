"""What people do at a table besides moving: undo, resign, come back, rematch, talk, wait for the clock."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from tests.bots.networks import give, random_network
from weatherdeck import kernel
from weatherdeck.bots import foresight, search, strengths
from weatherdeck.bots.strengths import Strength
from weatherdeck.games import registry
from weatherdeck.table.play.manager import TableManager
from weatherdeck.table.play.pool import BotPool
from weatherdeck.table.store import columns
from weatherdeck.table.wire import messages as m

from .clients import Client, bots, join, make_table
from .servers import serving, serving_manager

UNTRAINED = (
    "search guided by hand-written rules of thumb. The 4 Seasons network was trained with 3 players, not with 4."
)
FOUR = [{"kind": "me"}, {"kind": "open"}, *bots(2)]


async def seats_ready(base: str, *clients: Client) -> None:
    for client in clients:
        await client.ready()
    for client in clients:
        await client.get(m.Started)


async def until(client: Client, *movers: int | None) -> None:
    """Read until it is the turn of one of these seats."""
    while client.position is None or client.position.to_move not in movers:
        await client.get(m.Stepped, m.Started, m.Undone)


async def until_table(client: Client, is_so: Callable[[m.TableInfo], bool]) -> None:
    """Read until the table is told to be so."""
    while client.info is None or not is_so(client.info):
        await client.next()


async def until_status(client: Client, status: str) -> None:
    while client.info is None or client.info.status != status:
        await client.next()


# ---------------------------------------------------------------- undo


async def drafting(base: str) -> tuple[Client, Client]:
    """Anna and Bo in the draft of Tweedy Tricksters, where nothing is hidden; Anna decides before Bo."""
    made = await make_table(base, "tweedy-tricksters", seats=[{"kind": "me"}, {"kind": "open"}, *bots(2)], seed=8)
    seated = await join(base, made, "Bo")
    anna, bo = Client(base, made["table"], made["token"]), Client(base, made["table"], seated["token"])
    await anna.connect()
    await bo.connect()
    await seats_ready(base, anna, bo)
    await until(anna, 0)
    return anna, bo


async def test_alone_with_bots_a_move_by_which_nobody_learned_anything_is_taken_back_at_once(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, "tweedy-tricksters", seed=8)
        anna = Client(base, made["table"], made["token"])
        bo = Client(base, made["table"], made["watch"])
        await anna.connect()
        await bo.connect()
        await seats_ready(base, anna)
        await until(anna, 0)
        before = anna.position
        assert before is not None
        stepped = await anna.move(before.choices[0].move)
        assert isinstance(stepped, m.Stepped)
        assert stepped.position.undo == "free"
        undone: m.FromServer | None = None
        while not isinstance(undone, m.Undone):  # bots may be faster, and are taken back, too
            assert anna.position is not None
            undone = await anna.ask({"type": "undo", "version": anna.position.version}, m.Undone, m.Refused)
        assert undone.position.view == before.view
        assert undone.position.choices == before.choices
        assert undone.version >= before.version + 2, "a version is never used twice"
        heard = await bo.get(m.Undone)
        assert (heard.seat, heard.step) == (0, before.step)
        await anna.close()
        await bo.close()


async def test_between_people_the_others_are_asked_and_everyone_sees_that_they_are(store: str) -> None:
    async with serving(store) as base:
        anna, bo = await drafting(base)
        assert anna.position is not None
        before = anna.position
        await anna.move(before.choices[0].move)
        assert anna.position.undo == "ask", "also if nobody has decided since"
        for agree in (False, True):
            await anna.send({"type": "undo", "version": anna.position.version})
            asked = await bo.get(m.AskUndo)
            assert asked.seat == 0
            await until_table(anna, lambda table: table.undo_asked is not None)
            assert anna.info is not None
            assert anna.info.undo_asked == m.UndoInfo(seat=0, needed=[1], agreed=[])
            await bo.send({"type": "answer_undo", "version": asked.version, "agree": agree})
            if not agree:
                assert (await anna.get(m.UndoAnswered)).seat == 1
                await until_table(anna, lambda table: table.undo_asked is None)
        undone = await anna.get(m.Undone)
        assert undone.position.view == before.view
        await until_table(bo, lambda table: table.undo_asked is None)
        await anna.close()
        await bo.close()


async def test_what_somebody_learned_is_not_taken_back(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, "tradewinds", options={"first": "N"})
        async with Client(base, made["table"], made["token"]) as anna:
            await seats_ready(base, anna)
            assert anna.position is not None
            await anna.move(anna.position.choices[0].move)
            await until(anna, 0)
            refused = await anna.ask({"type": "undo", "version": anna.position.version}, m.Refused)
            assert refused.code == "nothing_to_undo"


async def test_at_a_table_without_undo_nothing_is_taken_back(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, "tweedy-tricksters", undo=False, hints=False)
        async with Client(base, made["table"], made["token"]) as anna:
            await seats_ready(base, anna)
            await until(anna, 0)
            assert anna.position is not None
            error = await anna.ask({"type": "undo", "version": anna.position.version}, m.Error)
            assert error.code == "switched_off"
            error = await anna.ask({"type": "hint", "version": anna.position.version}, m.Error)
            assert error.code == "switched_off"


async def test_bots_wait_while_people_are_asked_about_an_undo(store: str) -> None:
    async with serving(store) as base:
        seats = [{"kind": "me"}, *bots(2, "novice"), {"kind": "open"}]
        made = await make_table(base, "tweedy-tricksters", seats=seats, seed=8)
        seated = await join(base, made, "Bo")
        async with (
            Client(base, made["table"], made["token"]) as anna,
            Client(base, made["table"], seated["token"]) as bo,
        ):
            await seats_ready(base, anna, bo)
            await until(bo, 3)
            assert bo.position is not None
            await bo.move(bo.position.choices[0].move)
            await until(anna, 0)
            assert anna.position is not None
            before = anna.position
            await anna.move(before.choices[0].move)  # then it is a bot's turn
            while anna.position.version < before.version + 6:  # a bot may be faster than the first question
                answer = await anna.ask({"type": "undo", "version": anna.position.version}, m.FromServer)
                if isinstance(answer, m.Done):
                    break
            asked = await bo.get(m.AskUndo)
            await bo.send({"type": "answer_undo", "version": asked.version, "agree": True})
            assert (await anna.get(m.Undone)).position.view == before.view


# ---------------------------------------------------------------- hints


async def test_between_people_hints_are_given_once_all_have_agreed(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, "tradewinds", seats=FOUR, options={"first": "N"})
        seated = await join(base, made, "Bo")
        assert [seat["hints"] for seat in seated["info"]["seats"]] == [True, False, False, False]
        assert (seated["info"]["hints"], seated["info"]["hints_offered"]) == (False, True)
        async with (
            Client(base, made["table"], made["token"]) as anna,
            Client(base, made["table"], seated["token"]) as bo,
        ):
            await seats_ready(base, anna, bo)
            error = await anna.ask({"type": "hint", "version": 0}, m.Error)
            assert (error.code, "agreed" in error.message) == ("switched_off", True)
            await bo.ask({"type": "allow_hints", "agree": True}, m.Done)
            await until_table(anna, lambda table: table.hints)
            assert (await anna.ask({"type": "hint", "version": 0}, m.HintGiven)).advice
            await bo.ask({"type": "allow_hints", "agree": False}, m.Done)
            assert (await anna.ask({"type": "hint", "version": 0}, m.Error)).code == "switched_off"


async def test_nobody_can_agree_to_hints_that_are_not_offered_and_an_agreement_leaves_with_its_person(
    store: str,
) -> None:
    async with serving(store) as base:
        plain = await make_table(base, "tradewinds", seats=FOUR, hints=False)
        async with Client(base, plain["table"], plain["token"]) as anna:
            assert (await anna.ask({"type": "allow_hints", "agree": True}, m.Error)).code == "switched_off"
        made = await make_table(base, "tradewinds", seats=FOUR)
        await join(base, made, "Bo", hints=True)
        async with Client(base, made["table"], made["token"]) as anna:
            assert anna.info is not None
            assert anna.info.hints
            await anna.ask({"type": "remove", "seat": 1}, m.Done)
            async with httpx.AsyncClient(base_url=base) as http:
                bearer = {"authorization": f"Bearer {made['token']}"}
                link = await http.post(f"/api/tables/{made['table']}/links", json={"kind": "invite"}, headers=bearer)
            seated = await join(base, {**made, "invite": link.json()["token"]}, "Cleo")
            assert not seated["info"]["seats"][1]["hints"]
            assert not seated["info"]["hints"]


# ---------------------------------------------------------------- leaving and coming back


async def test_a_bot_plays_for_one_who_resigns_until_they_come_back(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, "weathervanes", seats=FOUR)
        seated = await join(base, made, "Bo")
        async with (
            Client(base, made["table"], made["token"]) as anna,
            Client(base, made["table"], seated["token"]) as bo,
        ):
            await seats_ready(base, anna, bo)
            await anna.ask({"type": "resign"}, m.Done)
            step: m.Step | None = None
            while step is None or step.seat != 0:
                if bo.my_turn:
                    assert bo.position is not None
                    move = random.Random(bo.position.version).choice(bo.position.choices).move
                    await bo.send({"type": "move", "version": bo.position.version, "moves": [move]})
                step = (await bo.get(m.Stepped)).steps[-1]
            assert step.by == "bot"
            await anna.ask({"type": "return"}, m.Done)
            while anna.info is None or anna.info.seats[0].stand_in is not None:
                await anna.next()


async def test_one_whom_a_bot_plays_for_makes_no_move_until_they_take_their_seat_back(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, "tradewinds", seats=FOUR, options={"first": "E"})
        seated = await join(base, made, "Bo")
        async with (
            Client(base, made["table"], made["token"]) as anna,
            Client(base, made["table"], seated["token"]) as bo,
        ):
            await seats_ready(base, anna, bo)
            assert (bo.my_turn, bo.position and bo.position.version) == (True, 0), "nobody moves before Bo"
            await anna.ask({"type": "resign"}, m.Done)
            for question in (
                {"type": "move", "version": 0, "moves": ["FRC"]},
                {"type": "why", "version": 0, "move": "FRC"},
                {"type": "undo", "version": 0},
            ):
                refused = await anna.ask(question, m.Refused)
                assert refused.code == "not_your_turn"
                assert "a bot is playing for you" in refused.message
            await anna.ask({"type": "return"}, m.Done)
            refused = await anna.ask({"type": "move", "version": 0, "moves": ["FRC"]}, m.Refused)
            assert (refused.code, "Bo" in refused.message) == ("not_your_turn", True), "now it is only Bo's turn"


async def test_a_bot_takes_over_when_the_time_is_up_and_hands_the_seat_back(store: str) -> None:
    async with serving_manager(store) as (base, manager):
        clock = {"kind": "move", "seconds": 5}
        made = await make_table(base, "tradewinds", clock=clock, options={"first": "N"})
        async with Client(base, made["table"], made["token"]) as anna:
            await seats_ready(base, anna)
            assert anna.position is not None
            assert anna.position.clocks is not None
            assert anna.position.clocks.running == 0
            assert anna.position.clocks.left[1:] == [None] * 3, "bots have no limit"
            await let_pass(manager, made["table"], 5)
            stepped = await anna.get(m.Stepped)
            assert (stepped.steps[-1].seat, stepped.steps[-1].by) == (0, "bot")
            await anna.ask({"type": "return"}, m.Done)
            await until(anna, 0)
            assert isinstance(await anna.move(anna.position.choices[0].move), m.Stepped)


async def let_pass(manager: TableManager, table: str, seconds: float) -> None:
    """Make it later: everything that is stored happened so much earlier."""
    session, worker = await manager.load(table)
    match = session.record.match.id
    async with session.lock:
        async with manager.store.engine.begin() as connection:
            began = columns.matches.c.started_at
            await connection.execute(
                update(columns.matches).where(columns.matches.c.id == match).values(started_at=began - seconds)
            )
            of_match = columns.entries.c.match_id == match
            await connection.execute(update(columns.entries).where(of_match).values(at=columns.entries.c.at - seconds))
        assert session.clock is not None
        session.clock.since -= seconds
    worker.wake()


@asynccontextmanager
async def holding(pool: BotPool) -> AsyncIterator[None]:
    """No bot thinks until the end of this."""
    go = threading.Event()
    tasks = [asyncio.create_task(pool.run(go.wait)) for _ in range(pool.threads)]
    await asyncio.sleep(0)
    try:
        yield
    finally:
        go.set()
        await asyncio.gather(*tasks)


async def left_of(client: Client) -> float:
    """The seconds that this client's seat has left, as told to somebody who comes in now."""
    async with Client(client.base, client.table, client.token) as again:
        assert again.position is not None
        assert again.position.clocks is not None
        assert again.seat is not None
        left = again.position.clocks.left[again.seat]
    assert left is not None
    return left


@pytest.mark.parametrize(
    "clock", [{"kind": "move", "seconds": 1000}, {"kind": "game", "seconds": 1000, "increment": 0}]
)
async def test_leaving_and_coming_back_never_adds_time(store: str, clock: dict[str, object]) -> None:
    async with serving_manager(store) as (base, manager):
        made = await make_table(base, "tradewinds", clock=clock, options={"first": "N"}, seed=3)
        async with Client(base, made["table"], made["token"]) as anna:
            await seats_ready(base, anna)
            await let_pass(manager, made["table"], 600)
            assert await left_of(anna) <= 400
            async with holding(manager.bot_pool):  # so that she is back before the bot has decided
                await anna.ask({"type": "resign"}, m.Done)
                await anna.ask({"type": "return"}, m.Done)
            assert await left_of(anna) <= 400, "the same decision, with what was left"
            await anna.ask({"type": "resign"}, m.Done)
            await anna.get(m.Stepped)
            await anna.ask({"type": "return"}, m.Done)
            if clock["kind"] == "game":
                assert await left_of(anna) <= 400, "the bot made the move that she thought about"
    async with serving(store) as base, Client(base, made["table"], made["token"]) as anna:
        if clock["kind"] == "game":
            assert await left_of(anna) <= 400, "after a restart, too"


async def test_time_spent_stays_spent_after_an_undo(store: str) -> None:
    async with serving_manager(store) as (base, manager):
        seats = [{"kind": "me"}, *bots(3)]
        made = await make_table(base, "tweedy-tricksters", seats=seats, seed=8, clock={"kind": "move", "seconds": 1000})
        async with Client(base, made["table"], made["token"]) as anna:
            await seats_ready(base, anna)
            await until(anna, 0)
            await let_pass(manager, made["table"], 600)
            async with holding(manager.bot_pool):
                assert anna.position is not None
                stepped = await anna.move(anna.position.choices[0].move)
                assert isinstance(stepped, m.Stepped)
                undone = await anna.ask({"type": "undo", "version": stepped.version}, m.Undone)
            assert undone.position.to_move == 0
            assert await left_of(anna) <= 400
    async with serving(store) as base, Client(base, made["table"], made["token"]) as anna:
        assert await left_of(anna) <= 400, "after a restart, too"


async def test_who_has_used_up_a_game_clock_is_back_in_the_next_match(store: str) -> None:
    async with serving_manager(store) as (base, manager):
        clock = {"kind": "game", "seconds": 1000, "increment": 0}
        made = await make_table(base, "tradewinds", clock=clock, options={"first": "N"})
        async with Client(base, made["table"], made["token"]) as anna:
            await seats_ready(base, anna)
            await let_pass(manager, made["table"], 1001)
            stepped = await anna.get(m.Stepped)
            assert stepped.steps[-1].by == "bot"
            refused = await anna.ask({"type": "return"}, m.Error)
            assert "used up" in refused.message
            assert "next match" in refused.message
            await anna.get(m.Over)
            await anna.ask({"type": "rematch"}, m.Done)
            await until_status(anna, "waiting")
            assert anna.info is not None
            assert anna.info.seats[0].stand_in is None


async def test_one_who_comes_in_on_another_device_sees_the_table_as_it_is(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, "four-seasons", players=3)
        async with Client(base, made["table"], made["token"]) as phone:
            await seats_ready(base, phone)
            await until(phone, 0)
            async with Client(base, made["table"], made["token"]) as laptop:
                assert laptop.position is not None
                assert phone.position is not None
                assert laptop.position == phone.position
                await laptop.move(laptop.position.choices[0].move)
                stepped = await phone.get(m.Stepped)
                assert stepped.steps[0].seat == 0


# ---------------------------------------------------------------- before and after


async def test_everyone_is_told_by_what_a_strong_bot_plays(store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load("four-seasons")
    give(monkeypatch, game, random_network(game, players=[3]))
    seats = [{"kind": "me"}, *({"kind": "bot", "level": level} for level in ("club", "expert", "master"))]
    async with serving(store) as base:
        for players, told in (
            (3, ["", "", "a quick look by a trained network"]),
            (4, ["", "", UNTRAINED, UNTRAINED]),
        ):
            made = await make_table(base, "four-seasons", players=players, seats=seats[:players])
            async with Client(base, made["table"], made["token"]) as anna:
                assert anna.info is not None
                assert [seat.basis or "" for seat in anna.info.seats] == told


async def test_everyone_is_told_how_strong_a_bot_is(store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    novice = Strength("winter-court", 2, "novice", 400, (0.1, 0.08, 0.12), (-0.4, -0.42, -0.38))
    monkeypatch.setattr(strengths, "shipped", lambda _: {(2, "novice"): novice})
    async with serving(store) as base:
        made = await make_table(base, "winter-court", seats=[{"kind": "me"}, {"kind": "bot", "level": "novice"}])
        async with Client(base, made["table"], made["token"]) as anna:
            assert anna.info is not None
            assert [seat.strength for seat in anna.info.seats] == [
                None,
                "loses to a good club player nine times in ten",
            ]


async def test_the_host_fills_an_open_seat_with_a_bot_and_makes_room_again(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, "winter-court", seats=[{"kind": "me"}, {"kind": "open"}])
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ask({"type": "fill", "seat": 1, "level": "novice"}, m.Done)
            await anna.ask({"type": "fill", "seat": 1, "level": None}, m.Done)
            assert (await anna.ask({"type": "fill", "seat": 1, "level": "nobody"}, m.Error)).code == "not_allowed"
            assert (await anna.ask({"type": "fill", "seat": 0, "level": "club"}, m.Error)).code == "not_now"
            assert (await anna.ask({"type": "fill", "seat": 7, "level": "club"}, m.Error)).code == "not_now"
            seated = await join(base, made, "Anna")
            async with Client(base, made["table"], seated["token"]) as bo:
                assert (await bo.ask({"type": "fill", "seat": 1, "level": "club"}, m.Error)).code == "not_allowed"
                assert bo.info is not None
                assert [seat.name for seat in bo.info.seats] == ["Anna", "Anna 2"], "no two have the same name"
                await bo.ask({"type": "rename", "name": " Bo\u0007 "}, m.Done)
                while bo.info.seats[1].name != "Bo":
                    await bo.get(m.TableNews)
                await seats_ready(base, anna, bo)
                assert (await bo.ask({"type": "rename", "name": "Bob"}, m.Error)).code == "not_now"


async def test_a_rematch_has_a_new_promise_and_begins_when_all_are_ready_again(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, "tradewinds", seats=FOUR)
        seated = await join(base, made, "Bo")
        async with (
            Client(base, made["table"], made["token"]) as anna,
            Client(base, made["table"], seated["token"]) as bo,
        ):
            assert (await anna.ask({"type": "rematch"}, m.Error)).code == "not_now"
            await seats_ready(base, anna, bo)
            first, _ = await asyncio.gather(anna.play(), bo.play())
            await anna.ask({"type": "rematch"}, m.Done)
            assert (await anna.ask({"type": "ready", "share": "0" * 64}, m.Error)).code == "not_now"
            await bo.ask({"type": "rematch"}, m.Done)
            await until_status(anna, "waiting")
            assert anna.info is not None
            assert anna.info.match == 2
            assert [seat.wants_rematch for seat in anna.info.seats] == [True, True, False, False]
            assert first.result.fairness is not None
            assert anna.info.commitment != first.result.fairness.commitment
            await anna.ready()
            await bo.ready()
            started = await anna.get(m.Started)
            assert started.match == 2
            await until_table(anna, lambda table: not any(seat.wants_rematch for seat in table.seats))
            second, _ = await asyncio.gather(anna.play(), bo.play())
            assert second.result.match == 2


async def test_a_table_of_bots_plays_by_itself_and_can_be_watched(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, "four-seasons", players=4, seats=bots(4, "random"))
        assert made["seat"] is None
        async with Client(base, made["table"], made["token"]) as watcher:
            assert watcher.seat is None
            if watcher.welcomed is None or watcher.welcomed.result is None:
                await watcher.get(m.Over)


async def test_a_practice_table_deals_what_it_was_asked_for_and_promises_nothing(store: str) -> None:
    async with serving(store) as base:
        views = []
        for _ in range(2):
            made = await make_table(base, "weathervanes", seed=12)
            assert made["info"]["practice"]
            async with Client(base, made["table"], made["token"]) as anna:
                await anna.ready()
                await until(anna, 0)
                assert anna.position is not None
                views.append(anna.position.view)
        assert views[0] == views[1], "the same cards, and bots that choose the same"


# ---------------------------------------------------------------- talk


async def test_what_is_said_is_heard_by_all_and_by_those_who_come_later(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, "winter-court", seats=[{"kind": "me"}, {"kind": "open"}])
        seated = await join(base, made, "Bo")
        async with (
            Client(base, made["table"], made["token"]) as anna,
            Client(base, made["table"], made["watch"]) as watcher,
        ):
            await anna.send({"type": "chat", "text": " Good\u0000 evening \u202e "})
            assert (await watcher.get(m.Said)).line.text == "Good evening"
            await anna.send({"type": "react", "reaction": "thanks"})
            assert (await watcher.get(m.Reacted)).name == "Anna"
            assert (await anna.ask({"type": "ping"}, m.Pong)).at > 0
            async with Client(base, made["table"], seated["token"]) as bo:
                assert bo.welcomed is not None
                assert [line.text for line in bo.welcomed.chat] == ["Good evening"]
                assert bo.welcomed.table.spectators == 1


# ---------------------------------------------------------------- several servers


async def test_two_servers_on_one_store_serve_the_same_table(postgres: str) -> None:
    async with serving(postgres) as one, serving(postgres) as other:
        made = await make_table(one, "tweedy-tricksters", seats=FOUR)
        seated = await join(other, made, "Bo")
        async with (
            Client(one, made["table"], made["token"]) as anna,
            Client(other, made["table"], seated["token"]) as bo,
        ):
            await anna.ready("aa" * 32)
            await bo.ready("bb" * 32)
            await anna.send({"type": "chat", "text": "hello"})
            assert (await bo.get(m.Said)).line.name == "Anna"
            await bo.send({"type": "react", "reaction": "oops"})
            assert (await anna.get(m.Reacted)).name == "Bo"
            ends = await asyncio.gather(anna.play(), bo.play())
            assert ends[0] == ends[1]
            assert anna.info is not None
            assert anna.info.seats[1].here, "who is at the other server is seen here"


async def test_an_undo_is_asked_for_across_servers(postgres: str) -> None:
    async with serving(postgres) as one, serving(postgres) as other:
        made = await make_table(one, "tweedy-tricksters", seats=FOUR, seed=8)
        seated = await join(other, made, "Bo")
        async with (
            Client(one, made["table"], made["token"]) as anna,
            Client(other, made["table"], seated["token"]) as bo,
        ):
            await seats_ready(one, anna, bo)
            await until(anna, 0)
            assert anna.position is not None
            before = anna.position
            await anna.move(before.choices[0].move)
            await until(bo, 1)
            assert bo.position is not None
            await bo.move(bo.position.choices[0].move)
            while anna.position.to_move != 0:
                await anna.get(m.Stepped)
            await anna.send({"type": "undo", "version": anna.position.version})
            asked = await bo.get(m.AskUndo)
            await bo.send({"type": "answer_undo", "version": asked.version, "agree": True})
            assert (await anna.get(m.Undone)).position.view == before.view


# ---------------------------------------------------------------- a game that only random bots can play


async def test_a_game_without_judgement_is_played_with_random_bots_and_without_hints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = replace(registry.load("tradewinds"), greedy=None)
    monkeypatch.setattr(registry, "load", lambda *_: plain)
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base) as http:
        made = await make_table(base, "tradewinds", options={"first": "N"})
        assert [seat["level"] for seat in made["info"]["seats"]] == [None, "random", "random", "random"]
        answer = await http.post("/api/tables", json={"game": "tradewinds", "seats": bots(4, "club")})
        assert (answer.status_code, "the levels are: random" in answer.json()["message"]) == (400, True)
        async with Client(base, made["table"], made["token"]) as anna:
            await seats_ready(base, anna)
            error = await anna.ask({"type": "hint", "version": 0}, m.Error)
            assert error.code == "switched_off"
            await anna.ask({"type": "resign"}, m.Done)
            while anna.info is None or anna.info.seats[0].stand_in is None:
                await anna.next()
            assert anna.info.seats[0].stand_in == "random"
            await anna.get(m.Over)


# ---------------------------------------------------------------- help


async def test_a_hint_ranks_the_legal_actions_and_makes_no_move(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, "tradewinds", options={"first": "N"})
        async with Client(base, made["table"], made["token"]) as anna:
            await seats_ready(base, anna)
            before = anna.position
            assert before is not None
            hint = await anna.ask({"type": "hint", "version": 0}, m.HintGiven)
            assert {one.move for one in hint.advice} == {one.move for one in before.choices}
            assert sum(one.share for one in hint.advice) > 0.99
            assert anna.position == before
            assert (await anna.ask({"type": "hint", "version": 7}, m.Refused)).code == "stale"
            assert (await anna.ask({"type": "review", "seat": 0}, m.Error)).code == "not_now"


async def reviewed(reader: Client, question: dict[str, Any]) -> list[m.Reviewed]:
    """A whole review."""
    await reader.send(question)
    found = [await reader.get(m.Reviewed)]
    while found[-1].left:
        found.append(await reader.get(m.Reviewed))
    return found


async def test_a_finished_match_is_reviewed_step_by_step(store: str) -> None:
    game = registry.load("tradewinds")
    for engine in (search, foresight):  # so that the server need not answer that it is still getting ready
        kernel.compiled(engine, *game.modules)
    async with serving(store) as base:
        made = await make_table(base, "tradewinds")
        async with Client(base, made["table"], made["token"]) as anna:
            await seats_ready(base, anna)
            result = (await anna.play()).result
            assert result.places is None, "they win or lose together"
            assert result.story is not None
            assert result.story.shared
            assert [one.number for one in result.story.chapters] == list(range(7))
            assert sum(result.story.chapters[-1].amounts) == result.result["score"]
            first = await reviewed(anna, {"type": "review", "seat": 0})
            assert [one.step for one in first] == list(range(first[0].decisions))
            assert all(one.advice == [] or one.best is not None for one in first)
            for one in first:  # a better move is shown with what it would have led to
                assert (one.compared is not None) == (one.best not in (None, one.move))
                if one.compared is not None and one.loss is not None:
                    assert one.compared.best.mean - one.compared.played.mean == pytest.approx(one.loss.mean)
            assert (await anna.ask({"type": "review", "seat": 0, "match": 2}, m.Error)).code == "not_now"
            await anna.send({"type": "rematch"})
            while anna.info is None or anna.info.match == 1:
                await anna.next()
            again = await reviewed(anna, {"type": "review", "seat": 0, "match": 1})
            assert [one.model_copy(update={"id": None}) for one in again] == first
