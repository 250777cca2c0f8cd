"""Transcripts: written and verified at every number of players; what could not have been is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.playouts import random_policy
from tests.rulebook import rule
from weatherdeck.games.four_seasons import GAME
from weatherdeck.match.transcript import Difference, record, verify


def written(players: int, rounds: int | None, seed: int = 1) -> dict[str, Any]:
    options = {} if rounds is None else {"rounds": rounds}
    line = record(GAME, seed=seed, players=players, options=options, policy=random_policy(seed))
    transcript: dict[str, Any] = json.loads(line)
    return transcript


def check(transcript: dict[str, Any]) -> int:
    return verify(json.dumps(transcript), lambda _: GAME)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("rounds", [None, 1, 3])
def test_what_is_written_can_be_verified(players: int, rounds: int | None) -> None:
    for seed in range(3):
        transcript = written(players, rounds, seed)
        assert transcript["options"] == ({} if rounds is None else {"rounds": rounds})
        deals = [entry for entry in transcript["log"] if "deal" in entry]
        assert len(deals) == (rounds or 1)
        assert check(transcript) == len(transcript["log"]) - len(deals)


@rule("FS-24")
def test_the_keys_of_deal_and_result() -> None:
    transcript = written(5, None)
    deal = transcript["log"][0]["deal"]
    assert set(deal) == {"dealer", "roles", "aside", "hands", "pit"}
    assert deal["dealer"] == 0
    assert sorted([*deal["roles"], deal["aside"]]) == ["autumn", "darkness", "light", "spring", "summer", "winter"]
    assert [len(hand) for hand in deal["hands"]] == [9] * 5
    assert all(pile == sorted(pile) for pile in (*deal["hands"], deal["pit"]))
    assert set(transcript["result"]) == {"winners"}
    assert set(written(5, 1)["result"]) == {"tenths", "winners"}


def test_legal_actions_are_sorted_as_text() -> None:
    for entry in written(6, None)["log"]:
        if "legal" in entry:
            assert entry["legal"] == sorted(entry["legal"])


def test_the_dealer_moves_on_and_all_is_dealt_anew_each_round() -> None:
    deals = [entry["deal"] for entry in written(3, 4)["log"] if "deal" in entry]
    assert [deal["dealer"] for deal in deals] == [0, 1, 2, 0]
    assert all(set(deal) == set(deals[0]) for deal in deals)


def swap(deal: dict[str, Any]) -> None:
    deal["hands"][0], deal["hands"][1] = deal["hands"][1], deal["hands"][0]


def put(path: str, value: object) -> Callable[[dict[str, Any]], None]:
    def change(deal: dict[str, Any]) -> None:
        deal[path] = value

    return change


def lose(key: str) -> Callable[[dict[str, Any]], None]:
    def change(deal: dict[str, Any]) -> None:
        del deal[key]

    return change


def deal_twice(deal: dict[str, Any]) -> None:
    deal["hands"][0] = deal["hands"][1]


def turn_round(deal: dict[str, Any]) -> None:
    deal["pit"].reverse()


def foreign(deal: dict[str, Any]) -> None:
    deal["pit"] = sorted([*deal["pit"][:3], "Wi13"])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("dealer", 1), "expected dealer 0 in round 1, not 1"),
        (put("dealer", False), "expected dealer 0 in round 1, not False"),
        (put("roles", ["autumn"]), "expected roles as a list of 4"),
        (put("aside", "light"), "expected the roles autumn, darkness, spring, summer, winter, one to each player"),
        (put("aside", None), "expected the roles"),
        (put("hands", []), "expected hands as a list of 4"),
        (put("pit", "Au1 Au2"), "expected the Pit as a list of 4"),
        (put("pit", ["Au1", "Au2", "Au3", 4]), "'4' is not a card of 4 Seasons"),
        (put("pit", ["Au1", "Au1", "Au2", "Au3"]), "expected the cards of the Pit each once and sorted as text"),
        (turn_round, "expected the cards of the Pit each once and sorted as text"),
        (deal_twice, "is dealt twice"),
        (foreign, "Wi13 is not in the game with 4 players"),
        (lose("pit"), "expected a deal with dealer, roles, aside, hands, pit"),
        (put("extra", 1), "expected a deal with dealer, roles, aside, hands, pit"),
        (swap, "seat: expected"),
    ],
)
def test_a_deal_that_could_not_have_been_is_refused(change: Callable[[dict[str, Any]], None], message: str) -> None:
    transcript = written(4, None)
    change(transcript["log"][0]["deal"])
    with pytest.raises(Difference, match=message):
        check(transcript)


@rule("FS-7")
def test_who_leads_follows_from_the_hands_in_the_transcript() -> None:
    transcript = written(4, None)
    hands = transcript["log"][0]["deal"]["hands"]
    best = max((card for hand in hands for card in hand if card.startswith("Wd")), default="")
    leader = next(seat for seat, hand in enumerate(hands) if best in hand)
    assert transcript["log"][1]["seat"] == leader


def test_a_wrong_action_list_or_result_is_found() -> None:
    transcript = written(4, None)
    transcript["log"][3]["legal"].append("done")
    with pytest.raises(Difference, match="log entry 3: legal"):
        check(transcript)
    transcript = written(4, 2)
    transcript["result"]["tenths"][0] += 1
    with pytest.raises(Difference, match="result: expected"):
        check(transcript)
    transcript = written(4, 2)
    transcript["log"] = [entry for n, entry in enumerate(transcript["log"]) if n == 0 or "deal" not in entry]
    with pytest.raises(Difference, match="expected 1 entries of deal or chance here, found 0"):
        check(transcript)
