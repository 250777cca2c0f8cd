"""Playing at a table, over real sockets: moves, refusals, narration, reconnects, undo."""

from __future__ import annotations

import asyncio
import gc
import random
import weakref
from pathlib import Path

import pytest

from weatherdeck.games import registry
from weatherdeck.table.play import manager
from weatherdeck.table.wire import messages as m

from .clients import Client, bots, join, make_table
from .servers import serving, serving_manager

GAMES = [(name, registry.load(name).players[0]) for name in registry.ours()]
TWO = [{"kind": "me"}, {"kind": "open"}]


@pytest.mark.parametrize(("game", "players"), GAMES)
async def test_a_person_plays_a_whole_game_against_bots(tmp_path: Path, game: str, players: int) -> None:
    async with serving(tmp_path / "store") as base:
        made = await make_table(base, game, players=players)
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            over = await anna.play(random.Random(1).choice)
            assert over.result.ending
            assert len(over.result.returns) == players
            assert anna.position is not None
            assert anna.position.status
            won = [standing.won for standing in anna.position.standings]
            assert len(won) == players
            assert None not in won, "at the end it is known who has won"


async def test_two_people_and_a_spectator_see_the_same_game(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(base, "tradewinds", seats=[*TWO, *bots(2)])
        seated = await join(base, made, "Bo")
        async with (
            Client(base, made["table"], made["token"]) as anna,
            Client(base, made["table"], seated["token"]) as bo,
            Client(base, made["table"], made["watch"]) as watcher,
        ):
            await anna.ready("0f" * 32)
            await bo.ready()
            results = await asyncio.gather(anna.play(), bo.play(), watcher.play())
            assert results[0] == results[1] == results[2]
            assert results[0].result.fairness is not None
            assert results[0].result.fairness.entropy == ["0f" * 32, bo.receipts[1]["entropy"], None, None]
            assert watcher.seat is None
            assert all("hand" not in seat or seat["hand"] is None for seat in _seats(watcher))


def _seats(client: Client) -> list[dict[str, object]]:
    assert client.position is not None
    seats: list[dict[str, object]] = client.position.view["seats"]
    return seats


async def test_a_stale_move_is_answered_with_the_reason_and_the_current_view(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base, _playing(base) as anna:
        old = anna.position
        assert old is not None
        assert isinstance(await anna.move(old.choices[0].move), m.Stepped)
        await _until_my_turn(anna)
        again = {"type": "move", "version": old.version, "moves": [old.choices[0].move]}
        refused = await anna.ask(again, m.Refused)
        assert refused.code == "stale"
        assert refused.position == anna.position
        assert refused.position is not None
        assert refused.position.version > old.version


async def test_an_illegal_move_is_answered_with_the_reason(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base, _playing(base) as anna:
        assert anna.position is not None
        legal = {choice.move for choice in anna.position.choices}
        words = registry.load("tradewinds").words
        other = next(text for text in (words.text(action) for action in range(27)) if text not in legal)
        for move in (other, "nonsense"):
            refused = await anna.move(move)
            assert isinstance(refused, m.Refused)
            assert refused.code == "illegal"
            assert len(refused.message.split()) > 3
            assert refused.position == anna.position


async def test_a_move_out_of_turn_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base:
        made = await make_table(base, "tradewinds", seats=[*TWO, *bots(2)], options={"first": "N"})
        seated = await join(base, made, "Bo")
        async with (
            Client(base, made["table"], made["token"]) as anna,
            Client(base, made["table"], seated["token"]) as bo,
            Client(base, made["table"], made["watch"]) as watcher,
        ):
            refused = await anna.ask({"type": "move", "version": 0, "moves": ["FRC"]}, m.Refused)
            assert refused.code == "not_playing"
            await anna.ready()
            await bo.ready()
            await bo.get(m.Started)
            await anna.get(m.Started)
            refused = await bo.ask({"type": "move", "version": 0, "moves": ["FRC"]}, m.Refused)
            assert refused.code == "not_your_turn"
            assert "Anna" in refused.message
            error = await watcher.ask({"type": "move", "version": 0, "moves": ["FRC"]}, m.Error)
            assert error.code == "not_allowed"


@pytest.mark.parametrize("break_at", ["within", "long_ago", "in_the_future"])
async def test_one_who_comes_back_gets_exactly_what_was_missed_or_the_whole_view(tmp_path: Path, break_at: str) -> None:
    async with serving(tmp_path / "store") as base:
        made = await make_table(base, "tweedy-tricksters", seats=[*TWO, *bots(2)])
        seated = await join(base, made, "Bo")
        async with Client(base, made["table"], seated["token"]) as bo:
            async with Client(base, made["table"], made["token"]) as anna:
                await anna.ready()
                await bo.ready()
                await anna.get(m.Started)
            while not bo.my_turn:  # Anna is away, and Bo and the bots go on as far as they can
                if bo.position is not None and bo.position.to_move == 0:
                    break
                await bo.get(m.Stepped, m.Started)
            assert bo.position is not None
            seen = {"within": 0, "long_ago": None, "in_the_future": 99_999}[break_at]
            back = Client(base, made["table"], made["token"], seen=None if seen is None else (1, seen))
            welcome = await back.connect()
            if break_at == "within":
                assert welcome.missed is not None
                assert [news.version for news in welcome.missed] == list(range(1, bo.position.version + 1))
                assert welcome.position is None
            else:
                assert welcome.missed is None
                assert welcome.position is not None
                assert welcome.position.version == bo.position.version
                assert welcome.log is not None
                assert [line.step for line in welcome.log] == list(range(bo.position.step + 1))
            await back.close()


async def test_the_last_card_of_a_trick_is_told_before_the_trick_is_won(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base:
        made = await make_table(base, "weathervanes")
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            await anna.get(m.Started)
            while True:
                if anna.my_turn and anna.position:
                    await anna.send(
                        {"type": "move", "version": anna.position.version, "moves": [anna.position.choices[0].move]}
                    )
                stepped = await anna.get(m.Stepped)
                names = [happening.name for happening in stepped.steps[-1].happened]
                if "won" in names:
                    assert names.index("won") > 0
                    assert names[0] in ("followed", "discarded")
                    card = stepped.steps[-1].happened[0].parts["card"]
                    assert set(card) == {"number", "suits"}
                    break


async def test_a_play_of_several_steps_is_drafted_in_any_order_and_made_at_once(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base:
        made = await make_table(base, "winter-court", seats=[{"kind": "me"}, *bots(1)], options={"first": 0}, seed=5)
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            await anna.get(m.Started)
            assert anna.position is not None
            first = next(choice for choice in anna.position.choices if choice.place == 0)
            draft = {"type": "draft", "version": 0, "steps": [first.move]}
            drafted = await anna.ask(draft, m.Drafted)
            assert drafted.view["play"]["card"]["card"] == first.move.partition(">")[0]
            assert "commit" in [choice.move for choice in drafted.choices]
            boosts = [choice.move for choice in drafted.choices if choice.move.startswith("boost")][:2]
            stepped = await anna.move(first.move, *reversed(boosts), "commit")
            assert isinstance(stepped, m.Stepped)
            assert stepped.version == 1
            assert [step.move for step in stepped.steps] == [first.move, *sorted(boosts), "commit"]
            assert [step.view is None for step in stepped.steps] == [False] * (len(boosts) + 1) + [True]


async def test_steps_that_do_not_go_together_change_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base:
        made = await make_table(base, "winter-court", seats=[{"kind": "me"}, *bots(1)], options={"first": 0}, seed=5)
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            await anna.get(m.Started)
            before = anna.position
            assert before is not None
            first = next(choice for choice in before.choices if choice.place == 0)
            for moves in ([first.move, "pass1"], [first.move, first.move, "commit"], ["pass1", "pass1"], ["commit"]):
                refused = await anna.move(*moves)
                assert isinstance(refused, m.Refused), moves
                assert refused.position == before


async def test_a_preview_changes_nothing_and_a_reason_names_the_clause(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base:
        made = await make_table(base, "weathervanes", seed=3)
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            await _until_my_turn(anna)
            assert anna.position is not None
            before = anna.position
            version, choice = before.version, before.choices[0]
            shown = await anna.ask({"type": "preview", "version": version, "move": choice.move}, m.Previewed)
            assert shown.happened
            assert shown.view != before.view
            held = {f"card:{card['number']}" for card in before.view["seats"][0]["hand"]}
            for thing in sorted(held):
                because = await anna.ask({"type": "why", "version": version, "things": [thing]}, m.Because)
                legal = any(thing in one.things for one in before.choices)
                assert ("you can do this" in because.message) == legal
            assert anna.position == before


async def _until_my_turn(client: Client) -> None:
    while not client.my_turn:
        await client.get(m.Stepped, m.Started, m.Undone)


class _playing:  # noqa: N801  # reads like a function
    """Anna at a table of Tradewinds, when it is her turn."""

    def __init__(self, base: str) -> None:
        self._base = base

    async def __aenter__(self) -> Client:
        made = await make_table(self._base, "tradewinds")
        self._anna = Client(self._base, made["table"], made["token"])
        await self._anna.connect()
        await self._anna.ready()
        await _until_my_turn(self._anna)
        return self._anna

    async def __aexit__(self, *_: object) -> None:
        await self._anna.close()


async def test_a_table_that_everyone_has_left_is_freed_without_the_garbage_collector(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manager, "IDLE_KEPT", 0.2)
    async with serving_manager(tmp_path / "store") as (base, tables):
        made = await make_table(base, "winter-court", seats=TWO)
        seated = await join(base, made, "Bo")
        gc.disable()  # a server collects whole generations once an hour
        try:
            async with (
                Client(base, made["table"], made["token"]) as anna,
                Client(base, made["table"], seated["token"]) as bo,
            ):
                await anna.ready()
                await bo.ready()
                await anna.get(m.Started)
                session, live = weakref.ref(tables.sessions[0]), weakref.ref(tables.sessions[0].live)
                await asyncio.gather(anna.play(), bo.play())
            async with asyncio.timeout(60):
                while session() is not None or live() is not None:
                    await asyncio.sleep(0.05)
        finally:
            gc.enable()
