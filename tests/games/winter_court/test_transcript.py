"""Winter Court in transcripts: what is written down is read back, and what could not have happened is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.games.winter_court.positions import GAME
from tests.playouts import random_policy
from tests.rulebook import rule
from weatherdeck.games.game import Game
from weatherdeck.games.options import Value
from weatherdeck.games.reference import GameRef
from weatherdeck.match.transcript import Difference, record, verify

Transcript = dict[str, Any]


def load(ref: GameRef) -> Game:
    assert ref == GameRef("winter-court")
    return GAME


def recorded(seed: int, options: dict[str, Value] | None = None) -> Transcript:
    line = record(GAME, seed=seed, players=None, options=options or {}, policy=random_policy(seed))
    transcript: Transcript = json.loads(line)
    return transcript


def check(transcript: Transcript) -> int:
    return verify(json.dumps(transcript), load)


@pytest.mark.parametrize("options", [{}, {"first": 0}, {"first": 1}])
@pytest.mark.parametrize("seed", range(4))
def test_a_recorded_game_verifies(seed: int, options: dict[str, Value]) -> None:
    transcript = recorded(seed, options)
    assert check(transcript) == sum("act" in entry for entry in transcript["log"])
    assert transcript["options"] == options


@rule("WC-4")
def test_the_deal_says_who_goes_first_and_both_hands_sorted_as_text() -> None:
    for first in (0, 1):
        deal = recorded(3, {"first": first})["log"][0]["deal"]
        assert set(deal) == {"first", "hands"}
        assert deal["first"] == first
        assert [len(hand) for hand in deal["hands"]] == ([5, 6] if first == 0 else [6, 5])
        assert all(hand == sorted(hand) for hand in deal["hands"])


@rule("WC-5", "WC-16", "WC-25")
def test_draws_are_one_entry_after_the_action_and_none_after_draw0() -> None:
    seen = set()
    for seed in range(20):
        log = recorded(seed)["log"]
        for entry, after in zip(log, [*log[1:], {}], strict=True):
            act = entry.get("act", "")
            drawn = {"pass1": 1, "draw1": 1, "pass2": 2, "steward": 2}.get(act, 0)
            if "chance" in after:
                assert set(after["chance"]) == {"draw"}
                assert len(after["chance"]["draw"]) == drawn or (act == "steward" and after is log[-1])
                seen.add(act)
            else:
                assert drawn == 0
    assert seen == {"pass1", "draw1", "pass2", "steward"}


@rule("WC-19", "WC-20", "WC-21")
def test_the_result_has_winner_reason_and_status() -> None:
    reasons = set()
    for seed in range(150):
        result = recorded(seed)["result"]
        assert set(result) == {"winner", "by", "status"}
        reasons.add(result["by"])
        if result["by"] == "status":
            assert result["status"][result["winner"]] > result["status"][1 - result["winner"]]
        elif result["by"] == "letter":
            assert result["status"][0] == result["status"][1]
    assert reasons >= {"royals", "status", "letter"}


# ---------------------------------------------------------------- tampered


def first_draw(transcript: Transcript) -> dict[str, list[str]]:
    entry = next(entry for entry in transcript["log"] if "chance" in entry)
    draw: dict[str, list[str]] = entry["chance"]
    return draw


def deal_of(transcript: Transcript) -> Transcript:
    deal: Transcript = transcript["log"][0]["deal"]
    return deal


def swap_hands(t: Transcript) -> None:
    deal_of(t)["hands"].reverse()


def deal_twice(t: Transcript) -> None:
    hands = deal_of(t)["hands"]
    hands[0] = sorted([hands[1][0], *hands[0][1:]])


def unsort(t: Transcript) -> None:
    deal_of(t)["hands"][0].reverse()


def no_such_card(t: Transcript) -> None:
    deal_of(t)["hands"][0][0] = "Kn11"


def other_first(t: Transcript) -> None:
    deal_of(t)["first"] = 1


def first_is_nobody(t: Transcript) -> None:
    deal_of(t)["first"] = True


def too_much_in_the_deal(t: Transcript) -> None:
    deal_of(t)["pile"] = []


def draw_from_a_hand(t: Transcript) -> None:
    held = [card for card in deal_of(t)["hands"][1] if not any(card in e.get("act", "") for e in t["log"])]
    first_draw(t)["draw"][0] = held[0]


def draw_too_many(t: Transcript) -> None:
    first_draw(t)["draw"] = ["La1", "La2", "La3"]


def draw_nonsense(t: Transcript) -> None:
    first_draw(t)["draw"][0] = 9  # type: ignore[call-overload]  # that is the nonsense


def no_draw(t: Transcript) -> None:
    t["log"] = [entry for entry in t["log"] if "chance" not in entry]


def other_winner(t: Transcript) -> None:
    t["result"]["winner"] = None


def legal_too_long(t: Transcript) -> None:
    t["log"][1]["legal"].append("wizard")


def game_goes_on(t: Transcript) -> None:
    t["log"].append({"seat": 0, "legal": ["pass1"], "act": "pass1"})


def game_stops(t: Transcript) -> None:
    del t["log"][-2:]


@pytest.mark.parametrize(
    ("tamper", "says"),
    [
        (swap_hands, "expected 5 cards in the hand of seat 0, not 6"),
        (deal_twice, "is dealt twice"),
        (unsort, "sorted as text"),
        (no_such_card, "'Kn11' is not a card"),
        (other_first, "by its option, seat 0 goes first, not 1"),
        (first_is_nobody, "expected first to be a seat, 0 or 1, not True"),
        (too_much_in_the_deal, "expected a deal with first, hands"),
        (draw_from_a_hand, "is not in the draw pile"),
        (draw_too_many, "to be drawn, not 3"),
        (draw_nonsense, "expected a list of cards, like Kn9"),
        (no_draw, "expected 1 entries of deal or chance here, found 0"),
        (other_winner, "result: expected"),
        (legal_too_long, r"not legal by our rules \['wizard'\]"),
        (game_goes_on, "the game is over by our rules, but the log goes on"),
        (game_stops, "the log ends|entries of deal or chance"),
    ],
)
def test_a_tampered_transcript_is_refused(tamper: Callable[[Transcript], None], says: str) -> None:
    transcript = recorded(2, {"first": 0})
    assert check(transcript) > 0
    tamper(transcript)
    with pytest.raises(Difference, match=says):
        check(transcript)


def test_a_replay_draws_the_cards_of_the_transcript() -> None:
    """The first card drawn and the last one change places: the right cards, but the hands are others in between."""
    transcript = recorded(2, {"first": 0})
    draws = [entry["chance"]["draw"] for entry in transcript["log"] if "chance" in entry]
    draws[0][0], draws[-1][0] = draws[-1][0], draws[0][0]
    with pytest.raises(Difference, match="legal: missing"):
        check(transcript)
