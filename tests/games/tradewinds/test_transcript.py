"""Transcripts of Tradewinds: written, read again, and refused where they cannot be true."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.playouts import random_policy
from tests.rulebook import rule
from weatherdeck.games.game import Game
from weatherdeck.games.options import Value
from weatherdeck.games.reference import GameRef
from weatherdeck.games.tradewinds import GAME
from weatherdeck.games.tradewinds.rules import EAST
from weatherdeck.match.transcript import Difference, record, verify

from .positions import position, turn

Document = dict[str, Any]


def ours(ref: GameRef) -> Game:
    assert ref == GameRef("tradewinds")
    return GAME


def written(seed: int = 1, options: Mapping[str, Value] | None = None) -> Document:
    line = record(GAME, seed=seed, players=4, options=options or {}, policy=random_policy(seed))
    document: Document = json.loads(line)
    return document


@pytest.mark.parametrize("open_hands", [False, True])
@pytest.mark.parametrize("first", [None, "N", "E", "S", "W"])
def test_what_is_written_is_verified(first: str | None, open_hands: bool) -> None:
    options: dict[str, Value] = {"open_hands": True} if open_hands else {}
    if first is not None:
        options["first"] = first
    for seed in range(5):
        document = written(seed, options)
        assert document["options"] == options
        assert verify(json.dumps(document), ours) == 24


@rule("TW-4", "TW-5", "TW-6", "TW-7", "TW-8")
def test_the_deal_has_the_keys_and_the_order_of_the_notation() -> None:
    document = written(3, {"first": "S"})
    deal = document["log"][0]["deal"]
    assert list(deal) == ["first", "completes", "true", "hands", "tops"]
    assert deal["first"] == 2
    assert deal["completes"] == sorted(deal["completes"])
    assert [len(sides) for sides in deal["true"]] == [4, 4, 4]
    assert all(hand == sorted(hand) and len(hand) == 6 for hand in deal["hands"])
    assert len(deal["tops"]) == 9


@rule("TW-6")
def test_true_stands_beside_its_complete_in_the_order_of_the_completes() -> None:
    """Text order (F, H, P) is not the order of the patterns (F, P, H)."""
    document = written(3)
    deal = document["log"][0]["deal"]
    state = GAME.new_state()
    GAME.rules.deal(state, [1, 2, 3, 4])
    GAME.transcript.force(state, [GAME.rules.EVENTS.read((0, 0, 6))], [{"deal": deal}])
    for complete, sides in zip(deal["completes"], deal["true"], strict=True):
        for letter in complete:
            worth = [of_seat[letter] == 1 for of_seat in GAME.view.view(state, None)["scoring"]]
            assert worth == sides


@rule("TW-16")
def test_each_single_turned_up_is_one_entry_in_the_order_of_the_piles() -> None:
    log = written(4)["log"]
    flips = [entry["chance"]["flip"] for entry in log if "chance" in entry]
    assert flips
    assert all(list(entry) == ["chance"] and list(entry["chance"]) == ["flip"] for entry in log if "chance" in entry)
    piles: list[int] = []
    for entry in log[1:]:
        piles = [*piles, entry["chance"]["flip"][0]] if "chance" in entry else []
        assert piles == sorted(set(piles))


@rule("TW-17")
def test_the_result_is_score_and_won() -> None:
    for seed in range(10):
        result = written(seed)["result"]
        assert list(result) == ["score", "won"]
        assert result["won"] is (result["score"] > 0)


# ---------------------------------------------------------------- what cannot be true
def deal_of(document: Document) -> dict[str, Any]:
    deal: dict[str, Any] = document["log"][0]["deal"]
    return deal


def first_flip(document: Document) -> dict[str, Any]:
    chance: dict[str, Any] = next(entry["chance"] for entry in document["log"] if "chance" in entry)
    return chance


def swap_hands(document: Document) -> None:
    hands = deal_of(document)["hands"]
    hands[0][0] = hands[1][0]
    hands[0].sort()


TAMPERED: dict[str, tuple[Callable[[Document], object], str]] = {
    "a deal with another key": (lambda d: deal_of(d).update(seed=1), "expected a deal with first, completes"),
    "first is no seat": (lambda d: deal_of(d).update(first=4), "first to be a number from 0 to 3"),
    "first is no number": (lambda d: deal_of(d).update(first=True), "first to be a number from 0 to 3"),
    "first against the option": (lambda d: deal_of(d).update(first=1), "option first says that seat 2"),
    "completes do not cover": (lambda d: deal_of(d).update(completes=["FRC", "FRS", "FRT"]), "do not cover"),
    "completes out of order": (lambda d: deal_of(d)["completes"].reverse(), "order of the alphabet"),
    "too few completes": (lambda d: deal_of(d)["completes"].pop(), "completes as a list of 3"),
    "a complete that is none": (lambda d: deal_of(d).update(completes=["FRX", "HGS", "PBT"]), "such as FRC"),
    "a complete that is no text": (lambda d: deal_of(d).update(completes=[1, 2, 3]), "Completes like FRC"),
    "true is not a list of sides": (lambda d: deal_of(d)["true"][0].pop(), "as a list of 4"),
    "true is not true or false": (lambda d: deal_of(d)["true"][0].__setitem__(0, 1), "true or false on each side"),
    "too many Trues": (lambda d: deal_of(d).update(true=[[True] * 4] * 3), "12 True of 12 cannot be"),
    "too many Falses": (lambda d: deal_of(d).update(true=[[False] * 4] * 3), "0 True of 12 cannot be"),
    "a card in two hands": (swap_hands, "is dealt twice"),
    "a hand out of order": (lambda d: deal_of(d)["hands"][2].reverse(), "the hand of seat 2 in the order"),
    "a hand too small": (lambda d: deal_of(d)["hands"][3].pop(), "the hand of seat 3 as a list of 6"),
    "five tops of a kind": (lambda d: deal_of(d).update(tops=["R"] * 9), "all of them have been turned up"),
    "a top that is no Single": (lambda d: deal_of(d)["tops"].__setitem__(0, "-"), "expected a Single"),
    "too few tops": (lambda d: deal_of(d)["tops"].pop(), "tops as a list of 9"),
    "a flip of another pile": (lambda d: first_flip(d)["flip"].__setitem__(0, 9), "pile of a flip"),
    "a flip that is no flip": (lambda d: first_flip(d).update(flop=1), "expected a chance like"),
    "a flip of no Single": (lambda d: first_flip(d)["flip"].__setitem__(1, "FRC"), "expected a Single"),
    "a flip missing": (lambda d: d["log"].remove({"chance": first_flip(d)}), "entries of deal or chance"),
    "another score": (lambda d: d["result"].update(score=99), "result: expected"),
    "another seat": (lambda d: d["log"][1].update(seat=0), "seat: expected 2"),
    "a card not in hand": (lambda d: d["log"][1].update(act="XXX"), "not among the legal actions"),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_transcript_that_cannot_be_true_is_refused(name: str) -> None:
    document = written(6, {"first": "S"})
    tamper, message = TAMPERED[name]
    tamper(document)
    with pytest.raises(Difference, match=message):
        verify(json.dumps(document), ours)


@rule("TW-3")
def test_a_fifth_single_of_a_kind_cannot_be_turned_up() -> None:
    s = position("xxxR xxxR xxxR xxxR xxxB xxxB xxxP xxxP xxxF", to_move=EAST, card="FGS")
    with pytest.raises(ValueError, match="there are 4 Singles R, and all of them"):
        turn(s, "FGS", flips=[(8, "R")])


def test_another_flip_order_is_refused() -> None:
    document = written(6)
    log = document["log"]
    at = next(i for i in range(len(log)) if "chance" in log[i] and "chance" in log[i + 1])
    log[at], log[at + 1] = log[at + 1], log[at]
    with pytest.raises(Difference, match="expected pile"):
        verify(json.dumps(document), ours)
