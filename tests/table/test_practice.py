"""Practice tables that begin with a position, and seats that wait until they are told what to do."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from weatherdeck.games import registry
from weatherdeck.match import Match
from weatherdeck.table.wire import messages as m

from .clients import Client, bots, make_table
from .servers import serving

SEED = 8
GUIDED = [{"kind": "me"}, *[{"kind": "guided"}] * 3]


def played(game: str, moves: int, seed: int = SEED) -> Match:
    """A match in which everyone has made their first legal moves."""
    match = Match(registry.load(game), seed=seed)
    for _ in range(moves):
        match.play(match.legal()[0])
    return match


async def refusal(base: str, **wish: Any) -> str:
    async with httpx.AsyncClient(base_url=base) as http:
        answer = await http.post("/api/tables", json={"game": "tweedy-tricksters", **wish})
    assert answer.status_code == 400, answer.text
    return str(answer.json()["message"])


@pytest.mark.parametrize("game", registry.names())
async def test_a_practice_table_begins_with_its_opening(store: str, game: str) -> None:
    match = played(game, 6)
    async with serving(store) as base:
        made = await make_table(base, game, seed=str(SEED), opening=match.moves, seats=None)
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            while anna.position is None or anna.position.step < 6:
                await anna.next()
        async with Client(base, made["table"], made["token"]) as again:
            assert again.position is not None
            assert again.position.step >= 6, "it is there after a reload, too"
            assert again.welcomed is not None
            assert again.welcomed.log is not None
            assert [line.move for line in again.welcomed.log[1:7]] == match.moves


async def test_an_opening_is_refused_with_a_reason(store: str) -> None:
    moves = played("tweedy-tricksters", 3).moves
    async with serving(store) as base:
        assert "needs a seed" in await refusal(base, opening=moves)
        assert "move 4 of the opening is not legal" in await refusal(base, seed=SEED, opening=[*moves, moves[0]])
        assert "move 1 of the opening is not legal" in await refusal(base, seed=SEED, opening=["nonsense"])
        match = played("tweedy-tricksters", 0)
        while not match.is_over:
            match.play(match.legal()[0])
        assert "after the end" in await refusal(base, seed=SEED, opening=[*match.moves, moves[0]])


async def test_guided_seats_are_for_practice_without_a_clock(store: str) -> None:
    clock = {"kind": "move", "seconds": 10}
    async with serving(store) as base:
        assert "need a seed" in await refusal(base, seats=GUIDED)
        assert "has no clock" in await refusal(base, seats=GUIDED, seed=SEED, clock=clock)


async def test_guided_seats_wait_until_they_are_told(store: str) -> None:
    match = played("tweedy-tricksters", 9)
    async with serving(store) as base:
        made = await make_table(base, "tweedy-tricksters", seed=SEED, opening=match.moves[:2], seats=GUIDED)
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            while anna.position is None or anna.position.step < 2:
                await anna.next()
            assert anna.info is not None
            assert [seat.level for seat in anna.info.seats[1:]] == [None] * 3
            await anna.send({"type": "guide", "version": 2, "moves": match.moves[2:8]})
            seen = []
            while anna.position.step < 8:
                stepped = await anna.get(m.Stepped)
                seen += [step.move for step in stepped.steps]
            assert seen == match.moves[2:8], "everyone's moves, mine included, and no bot moved by itself"
            before = 8
            wrong = {"type": "guide", "version": before, "moves": [match.moves[8], "nonsense"]}
            await anna.ask(wrong, m.Stepped)
            refused = await anna.get(m.Refused)
            assert refused.position is not None
            assert (refused.code, refused.position.version) == ("illegal", before + 1)


async def test_nobody_is_told_what_to_do_at_a_table_with_other_players(store: str) -> None:
    async with serving(store) as base:
        made = await make_table(
            base, "tweedy-tricksters", seed=SEED, seats=[{"kind": "me"}, {"kind": "guided"}, *bots(2)]
        )
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            while anna.position is None:
                await anna.next()
            wish = {"type": "guide", "version": anna.position.version, "moves": ["1"]}
            answer = await anna.ask(wish, m.Error)
            assert answer.code == "not_allowed"


async def test_a_finished_match_is_played_on_from_any_position_and_an_unfinished_one_is_not(store: str) -> None:
    async with serving(store) as base, httpx.AsyncClient(base_url=base) as http:
        made = await make_table(base, "tradewinds")
        headers = {"authorization": f"Bearer {made['token']}"}
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            await anna.get(m.Started)
            refused = await http.get(f"/api/tables/{made['table']}/game", headers=headers)
            assert refused.json()["code"] == "not_now", "the cards of a match are secret until it is over"
            await anna.play()
        saved = (await http.get(f"/api/tables/{made['table']}/game", headers=headers)).json()
        replay = (await http.get(f"/api/tables/{made['table']}/replay", headers=headers)).json()
        again = await make_table(base, "tradewinds", seed=saved["seed"], opening=saved["moves"][:10])
        async with Client(base, again["table"], again["token"]) as anna:
            await anna.ready()
            while anna.position is None or anna.position.step < 10:
                await anna.next()
            assert anna.info is not None
            assert anna.info.practice
        shown = (
            await http.get(
                f"/api/tables/{again['table']}/replay", headers={"authorization": f"Bearer {again['token']}"}
            )
        ).json()
        assert shown["frames"][10]["position"]["view"] == replay["frames"][10]["position"]["view"]
