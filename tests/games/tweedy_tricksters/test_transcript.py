"""Transcripts of Tweedy Tricksters: written, read again, and refused where they are wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.playouts import random_policy
from tests.rulebook import rule
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.games.tweedy_tricksters import GAME
from weatherdeck.match.transcript import Difference, record, verify


def written(game: Game = GAME, seed: int = 1) -> dict[str, Any]:
    line = record(game, seed=seed, players=None, options={}, policy=random_policy(seed + 1000))
    transcript: dict[str, Any] = json.loads(line)
    return transcript


def test_a_recorded_game_verifies_with_every_deck(any_deck: Game) -> None:
    for seed in range(10):
        transcript = written(any_deck, seed)
        decisions = verify(json.dumps(transcript), lambda _: any_deck)
        assert decisions == sum("act" in entry for entry in transcript["log"])


def test_a_transcript_is_laid_out_as_the_notation_has_it() -> None:
    transcript = written()
    assert list(transcript) == ["game", "players", "options", "log", "result"]
    assert (transcript["game"], transcript["players"], transcript["options"]) == ("tweedy-tricksters", 4, {})
    assert set(transcript["result"]) == {"scores", "winners"}
    deals = [entry["deal"] for entry in transcript["log"] if "deal" in entry]
    decisions = [entry for entry in transcript["log"] if "act" in entry]
    assert len(deals) + len(decisions) == len(transcript["log"])
    assert len(decisions) == 33 * len(deals)
    for deal in deals:
        assert set(deal) == {"dealer", "hands", "market"}
        assert [len(hand) for hand in deal["hands"]] == [3, 3, 3, 3]
        assert len(deal["market"]) == 8
        for cards in (*deal["hands"], deal["market"]):
            assert cards == sorted(cards)
    assert ["deal" in entry for entry in transcript["log"][::34]] == [True] * len(deals)
    assert decisions[0]["legal"] == [f"take:{card}" for card in deals[0]["market"]]


@rule("TT-3", "TT-11")
def test_the_first_dealer_is_read_from_the_transcript_and_the_others_follow_from_it() -> None:
    """A game written down by someone else, whose first dealer our generator would not have drawn."""
    dealers = set()
    for seed in range(12):
        transcript = written(seed=seed)
        assert verify(json.dumps(transcript), registry.load) > 0
        dealers.add(transcript["log"][0]["deal"]["dealer"])
    assert dealers == {0, 1, 2, 3}


def second_deal(transcript: dict[str, Any]) -> dict[str, Any]:
    deal: dict[str, Any] = transcript["log"][34]["deal"]
    return deal


def first_deal(transcript: dict[str, Any]) -> dict[str, Any]:
    deal: dict[str, Any] = transcript["log"][0]["deal"]
    return deal


def swap_hand_and_market(transcript: dict[str, Any]) -> None:
    deal = first_deal(transcript)
    deal["hands"][0][0], deal["market"][0] = deal["market"][0], deal["hands"][0][0]
    deal["hands"][0].sort()
    deal["market"].sort()


def a_card_twice(transcript: dict[str, Any]) -> None:
    deal = second_deal(transcript)
    deal["hands"][0] = sorted([*deal["hands"][0][:2], deal["hands"][1][0]])


TAMPERED: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda t: first_deal(t).update(dealer=(first_deal(t)["dealer"] + 1) % 4), "log entry 1: seat: expected"),
    (lambda t: first_deal(t).update(dealer=4), "expected a seat from 0 to 3 as dealer, not 4"),
    (lambda t: first_deal(t).update(dealer=True), "expected a seat from 0 to 3 as dealer, not True"),
    (lambda t: first_deal(t).update(dealer="1"), "expected a seat from 0 to 3 as dealer, not '1'"),
    (
        lambda t: second_deal(t).update(dealer=(second_deal(t)["dealer"] + 1) % 4),
        "log entry 34: the Dealer card has passed to seat",
    ),
    (lambda t: first_deal(t)["hands"][2].reverse(), "the hand of seat 2 sorted as text"),
    (lambda t: first_deal(t)["market"].reverse(), "the market sorted as text"),
    (lambda t: first_deal(t)["hands"][1].pop(), "expected the hand of seat 1 as a list of 3"),
    (lambda t: first_deal(t)["hands"].pop(), "expected hands as a list of 4"),
    (lambda t: first_deal(t).update(hands=None), "expected hands as a list of 4"),
    (lambda t: first_deal(t)["market"].pop(), "expected the market as a list of 8"),
    (lambda t: first_deal(t)["market"].__setitem__(7, "9999"), "expected cards of the deck in the market, not '9999'"),
    (lambda t: first_deal(t)["market"].__setitem__(7, 1312), "expected cards of the deck in the market, not 1312"),
    (lambda t: first_deal(t)["market"].__setitem__(7, ["1312"]), "expected cards of the deck in the market"),
    (lambda t: first_deal(t)["market"].__setitem__(1, first_deal(t)["market"][0]), "has more of card"),
    (a_card_twice, "log entry 34: card .* is dealt"),
    (lambda t: first_deal(t).pop("market"), "expected a deal with dealer, hands, market"),
    (lambda t: first_deal(t).update(seed=1), "expected a deal with dealer, hands, market"),
    (lambda t: t["log"][0].update(more=1), "expected a deal with dealer, hands, market"),
    (lambda t: t["log"].pop(0), "log entry 0: expected 1 entries of deal or chance here, found 0"),
    (lambda t: t["log"].insert(5, {"chance": {}}), "log entry 5: expected nothing random here, found 1"),
    (swap_hand_and_market, "log entry 1: legal: missing"),
    (lambda t: t["log"][1]["legal"].pop(), "log entry 1: legal: missing"),
    (lambda t: t["log"][1]["legal"].append("1312"), "not legal by our rules \\['1312'\\]"),
    (lambda t: t["log"][1].update(act="suit:rats"), "log entry 1: act: 'suit:rats' is not among the legal actions"),
    (lambda t: t["log"][1].update(seat=7), "log entry 1: seat: expected"),
    (lambda t: t["log"].pop(), "the log ends, but by our rules seat"),
    (lambda t: t["log"].append(t["log"][-1]), "the game is over by our rules, but the log goes on"),
    (lambda t: t["result"]["scores"].reverse(), "result: expected"),
    (lambda t: t["result"].update(winners=[0, 1, 2, 3]), "result: expected"),
    (lambda t: t.update(players=3), "is for 4 players, not 3"),
    (lambda t: t.update(options={"misere": True}), "has no option 'misere'"),
]


@pytest.mark.parametrize(("tamper", "message"), TAMPERED)
def test_a_transcript_that_was_tampered_with_is_refused(
    tamper: Callable[[dict[str, Any]], object], message: str
) -> None:
    transcript = written(seed=3)
    assert transcript["result"]["scores"] != transcript["result"]["scores"][::-1]
    tamper(transcript)
    with pytest.raises(Difference, match=message):
        verify(json.dumps(transcript), registry.load)


def test_a_transcript_needs_the_deck_it_was_played_with(twice: Game) -> None:
    transcript = written(twice)
    assert verify(json.dumps(transcript), registry.load) > 0
    del transcript["deck"]
    with pytest.raises(Difference, match=r"expected cards of the deck in|than the deck"):
        verify(json.dumps(transcript), registry.load)
