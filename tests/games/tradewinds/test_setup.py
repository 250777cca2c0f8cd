"""Components and setup of Tradewinds: TW-1 to TW-9."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from math import comb

import pytest

from tests.playouts import random_steps
from tests.rulebook import rule
from tests.worlds import assert_frequencies
from weatherdeck.errors import NothingToUndo
from weatherdeck.games.options import OptionError, Value
from weatherdeck.games.tradewinds import GAME, rules, words
from weatherdeck.games.tradewinds.rules import EAST, NORTH, PILES, SEATS, SOUTH, WEST, State
from weatherdeck.kernel import count, new_rng, rng_below
from weatherdeck.match import Match

from .positions import position, turn


def deals(n: int, options: Mapping[str, Value] | None = None) -> Iterator[State]:
    """Deals from one generator."""
    rng = new_rng(2025)
    for _ in range(n):
        s = GAME.new_state(options=options)
        rules.deal(s, rng)
        yield s


@rule("TW-1")
def test_there_are_four_players_and_one_result() -> None:
    assert GAME.players == (4,)
    assert GAME.cooperative
    for players in (2, 3, 5):
        with pytest.raises(OptionError, match="4 players"):
            GAME.new_state(players)
    s = position("xxxC xxxP xxxR xxxB xxxS xxxH xxxH xxxR xxxC")
    s.score = 7
    assert len(set(GAME.returns(s))) == 1


@rule("TW-2")
def test_there_are_nine_characteristics_of_three_kinds() -> None:
    assert words.CHARACTERISTICS[1:] == (
        *("Filled", "Partial", "Hollow"),
        *("Red", "Green", "Blue"),
        *("Circle", "Square", "Triangle"),
    )


@rule("TW-2")
def test_a_complete_shows_what_its_letters_say() -> None:
    letters = dict(zip("FPHRGBCST", range(1, 10), strict=True))
    named = (rules.FILLED, rules.PARTIAL, rules.HOLLOW, rules.RED, rules.GREEN, rules.BLUE)
    assert (*named, rules.CIRCLE, rules.SQUARE, rules.TRIANGLE) == tuple(letters.values())
    for pattern, colour, shape in product("FPH", "RGB", "CST"):
        shown = rules.SHOWN[words.parse(pattern + colour + shape)]
        assert shown == 1 << letters[pattern] | 1 << letters[colour] | 1 << letters[shape]


@rule("TW-2", "TW-3")
def test_each_complete_shows_one_characteristic_of_each_kind_and_no_two_are_equal() -> None:
    kinds = (0b1110, 0b1110000, 0b1110000000)
    shown = [rules.SHOWN[complete] for complete in range(rules.COMPLETES)]
    assert len(set(shown)) == len(shown) == 27
    assert all(count(one & kind) == 1 for one in shown for kind in kinds)
    assert all(count(one) == 3 for one in shown)


@rule("TW-3")
def test_there_are_four_singles_of_each_characteristic() -> None:
    for s in deals(50):
        found = Counter({c: s.unseen[c] for c in range(1, 10)}) + Counter(s.top)
        assert found == Counter(dict.fromkeys(range(1, 10), 4))


@rule("TW-4")
def test_nine_piles_of_four_with_the_top_card_turned_up() -> None:
    for s in deals(20):
        assert list(s.down) == [3] * PILES
        assert all(1 <= single <= 9 for single in s.top)
        assert list(s.under) == list(s.deep) == [0] * PILES


@rule("TW-4")
def test_the_singles_are_shuffled() -> None:
    tops = [tuple(s.top) for s in deals(6000)]
    for pile in (0, 4, 8):
        assert_frequencies(Counter(top[pile] for top in tops), dict.fromkeys(range(1, 10), 1))
    for pile, other in ((0, 1), (3, 8)):  # the second is one of 35, of which 3 are like the first
        assert_frequencies(Counter(int(top[pile] == top[other]) for top in tops), {1: 3, 0: 32})


@rule("TW-4")
def test_every_single_that_nobody_has_seen_is_the_face_of_one_number_drawn() -> None:
    for name, s in enumerate(deals(40)):
        rng = new_rng(name)
        while any(s.unseen):
            faces = [c for c in range(rules.DIGITS) for _ in range(s.unseen[c])]
            expected = faces[rng_below(list(rng), len(faces))]
            unseen = rules.unseen_up_to_each(s)
            assert rules.draw_single(s, unseen, rng) == expected
            assert rules.less_one(unseen, expected) == rules.unseen_up_to_each(s)


@rule("TW-5")
def test_three_completes_cover_all_nine_characteristics_and_all_36_such_triples_are_equally_likely() -> None:
    covering = {
        sum(1 << complete for complete in three)
        for three in combinations(range(27), 3)
        if sum(rules.SHOWN[complete] for complete in three) == 0b1111111110
        and rules.SHOWN[three[0]] | rules.SHOWN[three[1]] | rules.SHOWN[three[2]] == 0b1111111110
    }
    assert len(covering) == 36
    assert_frequencies(Counter(rules.covering_set(s) for s in deals(5000)), dict.fromkeys(covering, 1))


@rule("TW-3", "TW-6")
def test_twelve_of_ten_true_and_ten_false_cards_lie_around_the_completes() -> None:
    trues = Counter(sum(count(rules.true_sides(s, complete)) for complete in s.covering) for s in deals(6000))
    assert set(trues) <= set(range(2, 11))
    ways = Counter({k: comb(10, k) * comb(10, 12 - k) for k in range(2, 11)})
    for rare, next_to_it in ((2, 3), (10, 9)):
        for counter in (trues, ways):
            counter[next_to_it] += counter.pop(rare, 0)
    assert_frequencies(trues, ways)


@rule("TW-6")
def test_a_true_is_equally_likely_on_each_side_of_each_complete() -> None:
    places: Counter[int] = Counter()
    for s in deals(4000):
        for i, complete in enumerate(s.covering):
            places.update(i * SEATS + seat for seat in range(SEATS) if rules.true_sides(s, complete) >> seat & 1)
    assert min(places.values()) > 0.46 * 4000
    assert max(places.values()) < 0.54 * 4000
    assert len(places) == 12


@rule("TW-6")
def test_a_true_makes_the_three_characteristics_of_its_complete_score_for_that_side_and_all_others_deduct() -> None:
    s = position("xxxC xxxP xxxR xxxB xxxS xxxH xxxH xxxR xxxC", true={"FGC": "EW", "HRT": "EW", "PBS": "NE"})
    scoring = [
        "".join(c for c, points in of_seat.items() if points == 1) for of_seat in GAME.view.view(s, 0)["scoring"]
    ]
    assert scoring == ["PBS", "FPHRGBCST", "", "FHRGCT"]
    assert all(set(of_seat.values()) <= {1, -1} for of_seat in GAME.view.view(s, 0)["scoring"])


@rule("TW-7")
def test_the_other_24_completes_are_dealt_six_to_each() -> None:
    for s in deals(50):
        assert [count(hand) for hand in s.hand] == list(s.hand_size) == [6] * SEATS
        dealt = rules.covering_set(s)
        for hand in s.hand:
            assert dealt & hand == 0
            dealt |= hand
        assert dealt == rules.ALL_COMPLETES


@rule("TW-7")
def test_every_complete_is_as_likely_in_one_hand_as_in_another() -> None:
    dealt = list(deals(4000))
    for complete in (0, 13, 26):
        hands = Counter(seat for s in dealt for seat in range(SEATS) if s.hand[seat] >> complete & 1)
        assert_frequencies(hands, dict.fromkeys(range(SEATS), 1))


@rule("TW-8")
@pytest.mark.parametrize(("first", "seat"), [("N", NORTH), ("E", EAST), ("S", SOUTH), ("W", WEST)])
def test_the_option_first_says_who_begins(first: str, seat: int) -> None:
    assert {s.to_move for s in deals(40, {"first": first})} == {seat}


@rule("TW-8")
def test_by_default_a_random_player_begins() -> None:
    assert_frequencies(Counter(s.to_move for s in deals(2000)), dict.fromkeys(range(SEATS), 1))


@rule("TW-8")
def test_first_is_one_of_four_sides() -> None:
    with pytest.raises(OptionError, match="one of N, E, S, W"):
        GAME.new_state(options={"first": "NE"})


@rule("TW-9")
def test_hands_are_hidden_from_all_others() -> None:
    s = next(deals(1))
    for seat in (None, *range(SEATS)):
        redacted = GAME.redacted(s, seat)
        seen = [other["hand"] for other in GAME.view.view(s, seat)["seats"]]
        for other in range(SEATS):
            assert redacted.hand[other] == (s.hand[other] if other == seat else 0)
            assert seen[other] == (words.texts(s.hand[other]) if other == seat else None)


@rule("TW-9")
def test_open_hands_are_seen_by_all() -> None:
    s = next(deals(1, {"open_hands": True}))
    for seat in (None, *range(SEATS)):
        assert GAME.redacted(s, seat) == s
        hands = [other["hand"] for other in GAME.view.view(s, seat)["seats"]]
        assert hands == [words.texts(hand) for hand in s.hand]


@rule("TW-9")
def test_what_was_face_up_and_is_covered_again_stays_public() -> None:
    s = position("xxxC xxxP xxxR xxxB xxxS xxxH xxxH xxxR xxxC", to_move=WEST, card="FRC")
    turn(s, "FRC")
    for seat in (None, *range(SEATS)):
        assert GAME.view.view(GAME.redacted(s, seat), seat)["piles"][1] == {"down": 3, "up": ["P", "C"], "gap": False}


@rule("TW-9")
def test_the_faces_of_face_down_singles_are_in_no_state() -> None:
    s = next(deals(1))
    faces = [name for name in s.fields if name in ("top", "under", "deep", "unseen")]
    assert [getattr(s, name) for name in faces] == [getattr(GAME.redacted(s, None), name) for name in faces]
    assert sum(s.unseen) == 27, "how many of each are unseen is all that is kept of them, and all can count that"


@rule("TW-9")
def test_a_turn_from_an_open_hand_can_be_taken_back_unless_it_turned_something_up() -> None:
    outcomes = set()
    for seed in range(12):
        match = Match(GAME, seed=seed, options={"open_hands": True})
        for step in random_steps(match, seed):
            showed = any(event.name in ("flipped", "ended") for event in step.events)
            outcomes.add(showed)
            assert (match.why_no_undo() is None) != showed
    assert outcomes == {True, False}


@rule("TW-9")
def test_a_turn_from_a_hidden_hand_cannot_be_taken_back() -> None:
    match = Match(GAME, seed=1)
    match.play(match.legal()[0])
    with pytest.raises(NothingToUndo):
        match.undo()
