"""Floods: what one client may ask for again and again neither slows the others nor fills the memory."""

from __future__ import annotations

import asyncio
import traceback
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from weatherdeck.bots.review import Oracle
from weatherdeck.games import registry
from weatherdeck.games.game import LAST_STEP
from weatherdeck.match import Match
from weatherdeck.table.play import archive
from weatherdeck.table.play.errors import MoveRejected
from weatherdeck.table.play.live_match import LiveMatch
from weatherdeck.table.play.manager import TableManager
from weatherdeck.table.play.pool import WorkKind
from weatherdeck.table.play.review import MatchReviewer
from weatherdeck.table.wire import connection
from weatherdeck.table.wire import messages as m
from weatherdeck.table.wire.perspective import Perspective

from ..playouts import random_steps
from .clients import Client, bots, make_table
from .servers import serving_manager
from .test_handlers import holding, reviewed, until_status

CROWD = 12
"""Sockets that do the same."""
OLD = {"type": "review", "seat": 0, "match": 1}


def whole_match(game: str, seed: int) -> list[str]:
    """The moves of a match, to its end."""
    match = Match(registry.load(game), seed=seed)
    for _ in random_steps(match, seed):
        pass
    return match.moves


@pytest.fixture
def quick_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviewers that have nothing to say: what is tested is who waits for them."""
    estimate = {"mean": 0.0, "low": 0.0, "high": 0.0}
    nothing: dict[str, Any] = {"best": None, "loss": None, "advice": [], "compared": None, "unit": "victories"}
    monkeypatch.setattr(Oracle, "is_cold", False, raising=False)
    monkeypatch.setattr(
        MatchReviewer,
        "next",
        lambda _, step, __: {"step": step.version, "move": step.text, "even": 0.0, "outlook": estimate, **nothing},
    )


@asynccontextmanager
async def at_a_second_match(store: Path, **settings: Any) -> AsyncIterator[tuple[TableManager, list[Client]]]:
    """Many sockets of one seat, and as many spectators, at a table that has finished one match."""
    async with serving_manager(store, **settings) as (base, manager):
        made = await make_table(
            base, "tradewinds", seed=8, opening=whole_match("tradewinds", 8), seats=[{"kind": "me"}, *bots(3)]
        )
        anna = Client(base, made["table"], made["token"])
        await anna.connect()
        await anna.ready()
        await until_status(anna, "over")
        await anna.ask({"type": "rematch"}, m.Done)
        tokens = [made["token"], made["watch"]]
        crowd = [Client(base, made["table"], tokens[number % 2]) for number in range(CROWD)]
        for one in crowd:
            await one.connect()
        try:
            yield manager, crowd
        finally:
            for one in (anna, *crowd):
                await one.close()


# ---------------------------------------------------------------- reviews


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The matches that are replayed from the store."""
    found: list[int] = []
    load = archive.load_match

    async def counted(store: Any, session: Any, number: Any, *more: Any) -> Any:
        found.append(number)
        return await load(store, session, number, *more)

    monkeypatch.setattr(archive, "load_match", counted)
    return found


@pytest.mark.usefixtures("quick_reviews")
async def test_an_earlier_match_that_many_ask_about_is_replayed_once_and_behind_the_bots(
    tmp_path: Path, loads: list[int]
) -> None:
    async with at_a_second_match(tmp_path / "store") as (manager, crowd):
        async with holding(manager.bot_pool):
            for one in crowd:
                await one.send(OLD)
            while not manager.bot_pool.waiting[WorkKind.REVIEW]:
                await asyncio.sleep(0.01)
            for one in crowd:
                await one.ask({"type": "ping"}, m.Pong)
            assert manager.bot_pool.waiting[WorkKind.REVIEW] == 1, "it waits as the thinking of reviews does"
        for one in crowd:
            found = await one.get(m.Reviewed)
            while found.left:
                found = await one.get(m.Reviewed)
        assert loads == [1], "what several ask for at once is replayed once"
        await reviewed(crowd[0], OLD)
        assert loads == [1], "a review that is kept needs no match"


@pytest.mark.usefixtures("quick_reviews")
async def test_a_review_beyond_the_limits_is_refused_before_its_match_is_replayed(
    tmp_path: Path, loads: list[int]
) -> None:
    async with at_a_second_match(tmp_path / "store") as (manager, crowd), holding(manager.bot_pool):
        await crowd[1].send({**OLD, "seat": 0})
        await crowd[3].send({**OLD, "seat": 1})
        while loads != [1, 1]:
            await asyncio.sleep(0.01)
        for one in crowd:
            assert (await one.ask({**OLD, "seat": 2}, m.Error)).code == "busy"
        assert (await crowd[0].ask({**OLD, "seat": 9}, m.Error)).code == "not_allowed"
        assert (await crowd[0].ask({**OLD, "match": 2}, m.Error)).code == "not_now"
        assert (await crowd[0].ask({**OLD, "match": 3}, m.Error)).code == "not_now"
        assert loads == [1, 1]


@pytest.mark.usefixtures("quick_reviews")
async def test_a_match_under_older_rules_is_not_reviewed_and_that_is_no_error_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_a_second_match(tmp_path / "store") as (manager, crowd):
        monkeypatch.setattr(manager.sessions[0].game.rules, "RULESET", 99)
        refused = await crowd[0].ask(OLD, m.Error)
        assert (refused.code, "ruleset" in refused.message) == ("outdated", True)


@pytest.mark.usefixtures("quick_reviews")
async def test_a_long_review_that_is_kept_can_be_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_a_second_match(tmp_path / "store") as (_, crowd):
        first = await reviewed(crowd[0], OLD)
        monkeypatch.setattr(connection, "ROOM", 4)
        monkeypatch.setattr(connection, "MAX_WAITING", 8)
        assert len(first) > 8, "more steps than may wait to be read"
        for one in crowd[1:4]:
            assert await reviewed(one, OLD) == first


async def test_who_does_not_read_gets_no_answers_until_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "ROOM", 2)
    slow, read = connection.Connection(0), list[str]()
    go = asyncio.Event()

    async def send(text: str) -> None:
        await go.wait()
        read.append(text)

    async def answers() -> None:
        for number in range(connection.MAX_WAITING * 2):
            await slow.has_room()
            slow.send({"n": number})

    delivering, answering = asyncio.create_task(slow.deliver(send)), asyncio.create_task(answers())
    for _ in range(20):
        await asyncio.sleep(0)
    assert not answering.done()
    go.set()
    await answering
    assert not slow.too_slow.is_set()
    slow.close(4400)
    assert await delivering == 4400
    assert len(read) == connection.MAX_WAITING * 2


async def test_one_message_is_delivered_however_long_it_is() -> None:
    """A client that is closed for it would come back and be sent the same."""
    one = connection.Connection(0)
    one.send(b"x" * (connection.MAX_WAITING_BYTES + 1))
    assert not one.too_slow.is_set()
    one.send(b"x")
    assert one.too_slow.is_set()


async def test_nobody_waits_for_room_at_a_socket_that_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "ROOM", 1)
    for leave in (connection.Connection.drop, lambda one: one.close(4400)):
        one = connection.Connection(0)
        one.send({})
        leave(one)
        await asyncio.wait_for(one.has_room(), 5)


# ---------------------------------------------------------------- answers about a position


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Drafts, checks of moves and positions, each time that one is worked out."""
    found: list[str] = []
    for owner, name in ((LiveMatch, "drafted"), (LiveMatch, "check"), (Perspective, "position")):
        work = getattr(owner, name)

        def counted(*given: Any, name: str = name, work: Any = work, **more: Any) -> Any:
            found.append(name)
            return work(*given, **more)

        monkeypatch.setattr(owner, name, counted)
    return found


async def test_drafts_and_refusals_are_worked_out_once_for_a_version(tmp_path: Path, worked_out: list[str]) -> None:
    async with serving_manager(tmp_path / "store") as (base, _):
        made = await make_table(base, "winter-court", seed=8)
        crowd = [Client(base, made["table"], made["token"]) for _ in range(CROWD)]
        for one in crowd:
            await one.connect()
        await crowd[0].ready()
        for one in crowd:
            while not one.my_turn:
                await one.get(m.Started, m.Stepped)
        anna = crowd[0]
        assert anna.position is not None
        version = anna.position.version
        step = next(choice.move for choice in anna.position.choices if choice.place not in (None, LAST_STEP))
        draft = {"type": "draft", "version": version, "steps": [step]}
        wrong = {"type": "move", "version": version, "moves": [step, step]}
        absurd = {"type": "preview", "version": version, "move": "nothing"}
        worked_out.clear()
        drafted = [await one.ask(draft, m.Drafted) for one in crowd for _ in range(3)]
        refused = [await one.ask(wrong, m.Refused) for one in crowd for _ in range(3)]
        assert {one.code for one in refused} == {"illegal"}
        for one in crowd:
            assert (await one.ask(absurd, m.Refused)).code == "illegal"
            assert (await one.ask({**draft, "version": 99}, m.Refused)).code == "stale"
        assert Counter(worked_out) == {"drafted": 3, "check": 1, "position": 1}
        assert all(one.model_copy(update={"id": None}) == drafted[0].model_copy(update={"id": None}) for one in drafted)
        assert {one.position == anna.position for one in refused} == {True}
        await anna.move(anna.position.choices[-1].move)
        while not anna.my_turn:
            await anna.get(m.Stepped)
        assert (await anna.ask(draft, m.Refused)).code == "stale", "nothing is kept of an earlier position"
        for one in crowd:
            await one.close()


async def test_an_exception_that_is_kept_does_not_grow(tmp_path: Path) -> None:
    async with serving_manager(tmp_path / "store") as (base, manager):
        made = await make_table(base, "winter-court", seed=8)
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            while not anna.my_turn:
                await anna.get(m.Started, m.Stepped)
            assert anna.position is not None
            depths = set[int]()
            for _ in range(5):
                await anna.ask({"type": "move", "version": anna.position.version, "moves": ["nothing"]}, m.Refused)
                (kept,) = [one for one in manager.sessions[0]._answers.values() if isinstance(one, MoveRejected)]
                depths.add(len(traceback.extract_tb(kept.__traceback__)))
            assert len(depths) == 1
