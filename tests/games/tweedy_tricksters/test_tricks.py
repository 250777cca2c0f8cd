"""Tricks of Tweedy Tricksters: who takes them, and who leads next."""

from __future__ import annotations

from itertools import product

import pytest

from tests.rulebook import rule
from weatherdeck.games.tweedy_tricksters import rules, words
from weatherdeck.kernel import new_rng, some_of

from .positions import PAIRINGS, do, first_trick, open_moves, playing


@rule("TT-7")
def test_all_follow_with_the_leaders_suit_clockwise_whatever_their_own_suit() -> None:
    hands = [["1114", "1123"], ["1132", "1141"], ["1213", "1222"], ["1231", "1312"]]
    s = playing(hands, leader=2, suits=("ravens", "foxes", "toads", "rats"))
    told = []
    for text in ("1213", "1231", "1114", "1132"):
        told += [event for event in do(s, text) if event.name in ("led", "followed")]
    assert [event["seat"] for event in told] == [2, 3, 0, 1]
    assert {event["suit"] for event in told} == {rules.TOADS}
    assert [event.name for event in told] == ["led", "followed", "followed", "followed"]


@rule("TT-7")
def test_a_card_that_was_played_is_gone() -> None:
    s = playing([["1114", "1123"], ["1132", "1141"], ["1213", "1222"], ["1231", "1312"]])
    do(s, "1114", "1132", "1222", "1231")
    held = set(open_moves(s))
    for _ in range(3):
        do(s, open_moves(s)[0])
        held |= set(open_moves(s))
    assert held == {"1123", "1141", "1213", "1312"}


@rule("TT-8")
def test_the_higher_sum_of_two_partners_takes_the_trick() -> None:
    # Ravens: seats 0 and 2 have 3 + 1, seats 1 and 3 have 2 + 1.
    s, events = first_trick("3112", "2113", "1114", "1123", leader=0, pairs="02-13")
    assert list(s.tricks) == [4, 0, 4, 0]
    won = next(event for event in events if event.name == "won")
    assert (won["seat"], won["partner"], won["sum"], won["against"]) == (0, 2, 4, 3)


@rule("TT-8")
def test_the_highest_single_card_does_not_take_the_trick_by_itself() -> None:
    # Ravens: seats 0 and 1 have 4 + 1, seats 2 and 3 have 3 + 3.
    s, _ = first_trick("4111", "1114", "3112", "3121", leader=0, pairs="01-23")
    assert list(s.tricks) == [3, 3, 1, 1]


@rule("TT-8")
def test_only_the_values_of_the_lead_suit_count() -> None:
    # Toads: seats 0 and 3 have 4 + 3, seats 1 and 2 have 1 + 1, though they are stronger in all other suits.
    suits = ("toads", "ravens", "foxes", "rats")
    s, _ = first_trick("1114", "4111", "1411", "1123", leader=0, pairs="03-12", suits=suits)
    assert list(s.tricks) == [4, 0, 0, 4]


@rule("TT-8", "TT-E1")
@pytest.mark.parametrize(("leader", "takers"), [(0, (1, 3)), (1, (0, 2)), (2, (1, 3)), (3, (0, 2))])
def test_on_equal_sums_the_side_that_did_not_lead_takes_the_trick(leader: int, takers: tuple[int, int]) -> None:
    # Rats: 4 + 1 against 3 + 2.
    suits = ["ravens", "foxes", "toads"]
    suits.insert(leader, "rats")
    s, events = first_trick("1141", "1132", "1114", "1123", leader=leader, pairs="02-13", suits=suits)
    assert [s.tricks[seat] for seat in takers] == [3 * (0 in takers) + 1] * 2
    won = next(event for event in events if event.name == "won")
    assert (won["sum"], won["against"]) == (5, 5)
    assert {won["seat"], won["partner"]} == set(takers)


@rule("TT-9", "TT-E2")
def test_the_higher_card_of_the_winning_side_leads_next_with_its_own_suit() -> None:
    # Ravens: seats 0 and 2 win with 1 + 3, so seat 2, who followed, leads Rats next.
    s, events = first_trick("1114", "2113", "3112", "1123", leader=0, pairs="02-13")
    assert (s.leader, s.to_move) == (2, 2)
    assert events[-1].name == "leads_next"
    assert (events[-1]["seat"], events[-1]["why"]) == (2, rules.HIGHER)
    led = next(event for event in do(s, open_moves(s)[0]) if event.name == "led")
    assert led["suit"] == rules.RATS


@rule("TT-9")
def test_the_highest_card_of_the_losing_side_does_not_lead() -> None:
    # Ravens: seat 1 plays the 4, but seats 0 and 2 win with 3 + 3.
    s, _ = first_trick(
        "3112", "4111", "3121", "1123", leader=1, pairs="02-13", suits=("foxes", "ravens", "rats", "toads")
    )
    assert s.leader == 2, "clockwise from seat 1, seat 2 comes before seat 0"


@rule("TT-9", "TT-E2")
@pytest.mark.parametrize("leader", range(4))
@pytest.mark.parametrize("pairs", PAIRINGS)
def test_partners_who_led_and_are_equal_keep_the_leader(leader: int, pairs: str) -> None:
    high, low = iter(("3112", "3121")), iter(("1411", "1321"))
    partner = leader ^ PAIRINGS[pairs]
    played = [next(high if seat in (leader, partner) else low) for seat in range(4)]
    suits = ["foxes", "rats", "toads"]
    suits.insert(leader, "ravens")
    s, events = first_trick(*played, leader=leader, pairs=pairs, suits=suits)
    assert s.leader == leader
    assert (events[-1]["seat"], events[-1]["why"]) == (leader, rules.STAYS)


@rule("TT-9", "TT-E2")
@pytest.mark.parametrize(
    ("leader", "pairs", "nearest"),
    [
        *((0, "01-23", 2), (0, "02-13", 1), (0, "03-12", 1)),
        *((1, "01-23", 2), (1, "02-13", 2), (1, "03-12", 3)),
        *((2, "01-23", 0), (2, "02-13", 3), (2, "03-12", 3)),
        *((3, "01-23", 0), (3, "02-13", 0), (3, "03-12", 1)),
    ],
)
def test_equal_partners_who_did_not_lead_are_led_by_the_nearest_clockwise_from_the_last_leader(
    leader: int, pairs: str, nearest: int
) -> None:
    low, high = iter(("1411", "1321")), iter(("3112", "3121"))
    partner = leader ^ PAIRINGS[pairs]
    played = [next(low if seat in (leader, partner) else high) for seat in range(4)]
    suits = ["foxes", "rats", "toads"]
    suits.insert(leader, "ravens")
    s, events = first_trick(*played, leader=leader, pairs=pairs, suits=suits)
    assert s.leader == nearest
    assert (events[-1]["seat"], events[-1]["why"]) == (nearest, rules.NEAREST)


@rule("TT-8", "TT-9")
def test_every_kind_of_trick_goes_as_the_rulebook_says() -> None:
    """Against the rules told once more, step by step, for all leaders and pairings and many cards."""
    rng = new_rng(5)
    for leader, pairs, _ in product(range(4), PAIRINGS, range(25)):
        four = some_of(rules.ALL_CARDS, 4, rng)
        played = words.card_texts(four)
        s, _ = first_trick(*played, leader=leader, pairs=pairs)
        # Each seat has the suit of its own number, so that the lead suit is the leader's number.
        value = {seat: int(played[seat][leader]) for seat in range(4)}
        sides = [tuple(map(int, pair)) for pair in pairs.split("-")]
        leading, following = sorted(sides, key=lambda side: leader not in side)
        sums = [sum(value[seat] for seat in side) for side in (leading, following)]
        winning = leading if sums[0] > sums[1] else following
        one, other = winning
        if value[one] != value[other]:
            leads = one if value[one] > value[other] else other
        elif winning == leading:
            leads = leader
        else:
            leads = one if (one - leader) % 4 < (other - leader) % 4 else other
        assert s.leader == leads, (leader, pairs, played)
        assert s.tricks[one] == s.tricks[other] == (3 if 0 in winning else 0) + 1
