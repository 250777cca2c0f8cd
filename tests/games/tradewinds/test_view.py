"""What screens are given of Tradewinds, and learners."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.playouts import random_policy, random_states
from tests.rulebook import rule
from weatherdeck.games.tradewinds import GAME, rules
from weatherdeck.games.tradewinds.board import foresee
from weatherdeck.games.tradewinds.rules import EAST, NORTH, OBSERVATION, SEATS, SOUTH, WEST, State
from weatherdeck.games.tradewinds.words import parse, texts
from weatherdeck.kernel import Features, listening, new_rng
from weatherdeck.match import Match

from .positions import named, position

GAPS = ". xF xBF C R RT . . xT"


def observed(s: State, seat: int) -> Features:
    out = np.full(OBSERVATION.size, -1, np.float32)
    rules.observe(s, seat, out)
    return out


@rule("TW-9")
@pytest.mark.parametrize("open_hands", [False, True])
def test_views_prompts_and_observations_are_the_same_whatever_is_hidden(open_hands: bool) -> None:
    rng = new_rng(3)
    for seed in range(4):
        for s in random_states(GAME, seed, options={"open_hands": open_hands}):
            for seat in (None, *range(SEATS)):
                other = GAME.redacted(s, seat)
                rules.redeal(other, -1 if seat is None else seat, rng)
                view = GAME.view.view(s, seat)
                assert view == GAME.view.view(other, seat) == GAME.view.view(GAME.redacted(s, seat), seat)
                assert json.loads(json.dumps(view)) == view
                if seat is not None:
                    assert observed(s, seat).tolist() == observed(other, seat).tolist()


@rule("TW-11", "TW-14", "TW-15")
def test_a_preview_tells_every_move_of_a_wind_and_what_it_scores() -> None:
    s = position(GAPS, to_move=EAST, card="FRT", unseen="GHS")

    def move(single: str, start: int, over: list[int], to: int | None, points: int = 0) -> dict[str, object]:
        collector = WEST if to is None else None
        return {"single": single, "from": start, "over": over, "to": to, "collector": collector, "points": points}

    assert GAME.view.view(s, EAST)["preview"]["FRT"] == {
        "moves": [
            move("F", 1, [0], None, 1),
            move("R", 4, [], 3),
            move("F", 2, [], 1),
            move("T", 5, [4], 3),
            move("R", 5, [4], 3),
            move("T", 8, [6, 7], None, 1),
        ],
        "score": 2,
        "emptied": [4, 5],
        "turned_up": [8],
    }


@rule("TW-9")
def test_previews_are_for_the_seat_to_move_and_its_own_cards_only() -> None:
    for open_hands in (False, True):
        s = position(GAPS, to_move=EAST, card="FRT", unseen="GHS", open_hands=open_hands)
        assert sorted(GAME.view.view(s, EAST)["preview"]) == texts(s.hand[EAST])
        for seat in (None, NORTH, SOUTH, WEST):
            assert GAME.view.view(s, seat)["preview"] == {}


def test_previews_come_true() -> None:
    for seed in range(8):
        match, choose = Match(GAME, seed=seed), random_policy(seed)
        while not match.is_over:
            action, before = choose(match.state, match.legal()), match.state.score
            wind = foresee(match.state, action)
            events = match.play(action).events
            assert list(wind.moves) == named(events, "blown", "collected")
            assert list(wind.emptied) == [event["pile"] for event in named(events, "emptied")]
            assert list(wind.turned_up) == [event["pile"] for event in named(events, "flipped")]
            assert wind.score == match.state.score - before


def test_a_preview_changes_nothing_and_tells_nobody() -> None:
    s = position(GAPS, to_move=EAST, card="FRT", unseen="GHS")
    before = s.to_bytes()
    with listening() as told:
        foresee(s, parse("FRT"))
    assert told == []
    assert s.to_bytes() == before


def test_a_view_shows_the_table() -> None:
    view = GAME.view.view(position(GAPS, to_move=EAST, card="FRT", unseen="GHS"), EAST)
    assert view["to_move"] == EAST
    assert view["toward"] == WEST
    assert view["covering"][0] == {"complete": "FGC", "true": [False, True, False, True]}
    assert view["piles"][0] == {"down": 0, "up": [], "gap": True}
    assert view["piles"][2] == {"down": 1, "up": ["B", "F"], "gap": False}
    assert view["unseen"] == {"F": 0, "P": 0, "H": 1, "R": 0, "G": 1, "B": 0, "C": 0, "S": 1, "T": 0}
    assert [seat["side"] for seat in view["seats"]] == ["North", "East", "South", "West"]
    assert view["options"] == {"first": None, "open_hands": False}


# ---------------------------------------------------------------- observations
def part(out: Features, name: str) -> list[float]:
    found = OBSERVATION[name]
    values: list[float] = out[found.offset : found.offset + found.size].tolist()
    return values


def test_an_observation_is_filled_with_numbers_from_0_to_1() -> None:
    match = Match(GAME, seed=1)
    while not match.is_over:
        for seat in range(SEATS):
            out = observed(match.state, seat)
            assert out.min() >= -1
            assert np.delete(out, OBSERVATION["score"].offset).min() >= 0
            assert out.max() <= 1
        match.play(match.legal()[0])


def test_an_observation_turns_the_board_toward_the_observer() -> None:
    """The pile at a player's far left is the first; the wind of each blows from the last line to the first."""
    corner = {NORTH: 8, EAST: 6, SOUTH: 0, WEST: 2}
    for seat, pile in corner.items():
        piles = ["."] * 9
        piles[pile] = "BR"
        out = part(observed(position(" ".join(piles), unseen=""), seat), "piles")
        assert [i for i, value in enumerate(out) if value] == [rules.RED - 1, 9 + rules.BLUE - 1]
    for seat in range(SEATS):
        assert [set(rules.FACING[seat][line : line + 3]) for line in (0, 3, 6)] == [
            set(rules.AWAY[seat][line : line + 3]) for line in (0, 3, 6)
        ]


def test_an_observation_counts_what_lies_deeper_than_six() -> None:
    s = position("FFPPHHRR . . . . . . . .", unseen="")
    out = observed(s, SOUTH)
    assert sum(part(out, "piles")) == 6
    assert part(out, "below")[:9] == [0.5, 0, 0, 0, 0, 0, 0, 0, 0]
    assert part(out, "gaps") == [0] + [1] * 8


def test_an_observation_goes_through_both_numbers_of_a_high_pile() -> None:
    s = position("FFFFPPPPHHHHRRRRGGGGBBBBCCCCSSSSTTTT . . . . . . . .", unseen="")
    out = observed(s, SOUTH)
    assert sum(part(out, "below")) * 4 + sum(part(out, "piles")) == 36


def test_seats_of_an_observation_count_from_the_observer() -> None:
    s = position(GAPS, to_move=EAST, unseen="GHS")
    for seat in range(SEATS):
        out = observed(s, seat)
        assert part(out, "to_move").index(1) == (EAST - seat) % SEATS
        scoring = part(out, "scoring")
        for k in range(SEATS):
            expected = [float(s.scoring[(seat + k) % SEATS] >> c & 1) for c in range(1, 10)]
            assert scoring[9 * k : 9 * k + 9] == expected


@rule("TW-9")
def test_other_hands_are_observed_only_if_they_are_open() -> None:
    for open_hands in (False, True):
        s = position(GAPS, to_move=EAST, unseen="GHS", open_hands=open_hands)
        out = observed(s, EAST)
        assert sum(part(out, "open")) == (18 if open_hands else 0)
        assert sum(part(out, "hidden")) == (0 if open_hands else 18)
        assert sum(part(out, "hand")) == 6
