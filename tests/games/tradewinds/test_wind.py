"""A turn of Tradewinds, the wind, and the end: TW-10 to TW-17."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.playouts import played, random_states
from tests.rulebook import rule
from weatherdeck.errors import IllegalMove
from weatherdeck.games.tradewinds import GAME, rules
from weatherdeck.games.tradewinds.board import face_up
from weatherdeck.games.tradewinds.rules import EAST, NORTH, PILES, SEATS, SOUTH, WEST, State
from weatherdeck.games.tradewinds.words import parse
from weatherdeck.kernel import count, new_rng
from weatherdeck.match import Match

from .positions import GENEROUS, blow, board, drawn, flights, named, position, turn

CALM = "xxxC xxxP xxxR xxxB xxxS xxxH xxxH xxxR xxxC"
"""A board without Filled, Green or Triangle."""


# ---------------------------------------------------------------- whose turn
@rule("TW-10")
def test_any_complete_in_hand_may_be_played_and_nothing_else() -> None:
    match = Match(GAME, seed=3)
    while not match.is_over:
        hand = match.state.hand[match.state.to_move]
        assert match.legal() == [complete for complete in range(rules.COMPLETES) if hand >> complete & 1]
        match.play(match.legal()[-1])
    assert match.legal() == []


@rule("TW-10")
def test_there_is_no_pass() -> None:
    match = Match(GAME, seed=3)
    with pytest.raises(IllegalMove, match="expected a Complete"):
        match.play("pass")
    assert rules.ACTIONS == rules.COMPLETES


@rule("TW-10")
@pytest.mark.parametrize("first", ["N", "E", "S", "W"])
def test_turns_go_clockwise(first: str) -> None:
    seats = [step.seat for step in played(GAME, 4, options={"first": first}).steps[1:]]
    start = "NESW".index(first)
    assert seats == [(start + turns) % SEATS for turns in range(24)]


# ---------------------------------------------------------------- the wind
@rule("TW-11")
@pytest.mark.parametrize(("seat", "onto"), [(NORTH, 7), (EAST, 3), (SOUTH, 1), (WEST, 5)])
def test_the_wind_blows_toward_the_opposite_player(seat: int, onto: int) -> None:
    s = position("xxxC xxxP xxxR xxxB xxxF xxxH xxxH xxxR xxxC", to_move=seat, card="FGT")
    assert flights(blow(s, "FGT")) == [("F", 4, [], onto)]


@rule("TW-11", "TW-15")
@pytest.mark.parametrize(
    ("seat", "pile", "receiver"), [(NORTH, 7, "S"), (EAST, 3, "W"), (SOUTH, 1, "N"), (WEST, 5, "E")]
)
def test_off_the_board_it_is_the_opposite_player_who_collects(seat: int, pile: int, receiver: str) -> None:
    piles = CALM.split()
    piles[pile] = "xxxF"
    s = position(" ".join(piles), to_move=seat, card="FGT", true=GENEROUS)
    assert flights(blow(s, "FGT")) == [("F", pile, [], receiver, 1)]
    assert s.collected["NESW".index(receiver), rules.FILLED] == 1


@rule("TW-11")
def test_every_single_that_shows_one_of_the_three_characteristics_moves_and_no_other() -> None:
    s = position("xxxF xRBP xxxH xxxR xxxG xxxB xxxC xxCS xxxT", to_move=WEST, card="PGS")
    assert sorted(flight[0] for flight in flights(blow(s, "PGS"))) == ["G", "P", "S"]
    assert board(s).split()[1] == "xRB", "what lay under a Single that was blown, and does not match, stays"


@rule("TW-11")
def test_a_matching_single_under_one_that_does_not_match_stays() -> None:
    s = position("xxFB xxxP xxxR xxxB xxxS xxxH xxxH xxxR xxxC", to_move=WEST, card="FGT")
    assert flights(blow(s, "FGT")) == []
    assert board(s).startswith("xxFB ")


@rule("TW-12")
@pytest.mark.parametrize(
    ("seat", "order"),
    [
        (NORTH, [6, 7, 8, 3, 4, 5, 0, 1, 2]),
        (EAST, [0, 3, 6, 1, 4, 7, 2, 5, 8]),
        (SOUTH, [0, 1, 2, 3, 4, 5, 6, 7, 8]),
        (WEST, [2, 5, 8, 1, 4, 7, 0, 3, 6]),
    ],
)
def test_the_line_nearest_the_receiving_player_is_first(seat: int, order: list[int]) -> None:
    s = position("xxxR xxxR xxxR xxxG xxxF xxxG xxxF xxxR xxxF", to_move=seat, card="FRT")
    matching = [pile for pile in order if pile not in (3, 5)]
    assert [flight[1] for flight in flights(blow(s, "FRT"))] == matching


@rule("TW-12", "TW-13")
def test_three_matching_singles_in_a_row_each_move_one_step() -> None:
    s = position("xxxB xxxP xxxH xxxR xxxR xxxR xxxH xxxS xxxB", to_move=WEST, card="FRT")
    assert flights(blow(s, "FRT")) == [("R", 5, [], "E", 1), ("R", 4, [], 5), ("R", 3, [], 4)]
    assert board(s) == drawn("""
        xxxB xxxP xxxH
        xxx  xxxR xxxR
        xxxH xxxS xxxB
    """)


@rule("TW-12")
def test_in_a_pile_the_wind_goes_down_from_the_top_to_the_first_card_that_does_not_match() -> None:
    s = position(". . . FBRTF . . . . .", to_move=WEST, card="FRT", true=GENEROUS, unseen="")
    assert [flight[0] for flight in flights(blow(s, "FRT"))] == ["F", "T", "R"]
    assert board(s) == drawn(". . . FB . . . . .")


@rule("TW-12")
def test_in_a_pile_the_wind_stops_at_a_card_that_lies_face_down() -> None:
    s = position(". . . xRT . . . . .", to_move=WEST, card="FRT", true=GENEROUS, unseen="R")
    assert [flight[0] for flight in flights(blow(s, "FRT"))] == ["T", "R"]
    assert board(s) == drawn(". . . x . . . . .")


@rule("TW-13")
def test_a_blown_card_lands_face_up_on_top_of_the_next_pile() -> None:
    s = position(". . . R BS . . . .", to_move=WEST, card="FRT", unseen="")
    blow(s, "FRT")
    assert board(s) == drawn(". . . . BSR . . . .")


@rule("TW-13")
def test_what_is_blown_as_a_stack_lands_in_the_order_in_which_it_left() -> None:
    s = position(". . . FRT B . . . .", to_move=WEST, card="FRT", unseen="")
    blow(s, "FRT")
    assert board(s) == drawn(". . . . BTRF . . . .")


@rule("TW-13")
def test_no_card_is_blown_twice_in_a_turn() -> None:
    s = position(". . . R xB G . . .", to_move=WEST, card="FRT", unseen="T")
    assert flights(blow(s, "FRT")) == [("R", 3, [], 4)]
    assert flights(blow(s, "FRT")) == [("R", 4, [], 5)]
    assert flights(blow(s, "FRT")) == [("R", 5, [], "E", 1)]


# ---------------------------------------------------------------- gaps
@rule("TW-14")
def test_a_card_flies_over_a_gap_to_the_next_pile() -> None:
    s = position(". . . R . G . . .", to_move=WEST, card="FRT", unseen="")
    assert flights(blow(s, "FRT")) == [("R", 3, [4], 5)]


@rule("TW-14")
def test_a_card_flies_over_gaps_off_the_board() -> None:
    s = position(". . . R . . . . .", to_move=WEST, card="FRT", unseen="")
    assert flights(blow(s, "FRT")) == [("R", 3, [4, 5], "E", 1)]


@rule("TW-14")
def test_a_pile_that_runs_empty_is_a_gap_at_once() -> None:
    s = position(". . . R F G . . .", to_move=WEST, card="FRT", unseen="")
    assert flights(blow(s, "FRT")) == [("F", 4, [], 5), ("R", 3, [4], 5)]


@rule("TW-14")
def test_a_pile_with_only_face_down_cards_is_no_gap() -> None:
    s = position(". . . R xF G . . .", to_move=WEST, card="FRT", unseen="B")
    assert flights(blow(s, "FRT")) == [("F", 4, [], 5), ("R", 3, [], 4)]


@rule("TW-14")
def test_a_gap_stays_a_gap_for_the_rest_of_the_game() -> None:
    for seed in range(40):
        gaps: set[int] = set()
        for s in random_states(GAME, seed):
            now = {pile for pile in range(PILES) if rules.is_gap(s, pile)}
            assert gaps <= now
            gaps = now


@rule("TW-14")
def test_it_is_told_once_when_a_pile_is_gone() -> None:
    s = position(". . . FR xF G . . .", to_move=WEST, card="FRT", unseen="B")
    assert [event["pile"] for event in named(blow(s, "FRT"), "emptied")] == [3]


# ---------------------------------------------------------------- collecting
@rule("TW-15")
@pytest.mark.parametrize(("true", "points"), [("E", 1), ("NSW", -1), ("NESW", 1), ("", -1)])
def test_a_collected_single_scores_if_a_true_complete_of_that_player_shows_it(true: str, points: int) -> None:
    s = position(". . . . . R . . .", to_move=WEST, card="FRS", true={"FGC": "N", "HRT": true, "PBS": "S"}, unseen="")
    before, collected = s.score, s.collected[EAST, rules.RED]
    assert flights(blow(s, "FRS")) == [("R", 5, [], "E", points)]
    assert s.score - before == points
    assert s.collected[EAST, rules.RED] == collected + 1


@rule("TW-15")
def test_a_true_of_another_complete_does_not_help() -> None:
    s = position(". . . . . R . . .", to_move=WEST, card="FRS", true={"FGC": "E", "HRT": "N", "PBS": "E"}, unseen="")
    assert flights(blow(s, "FRS")) == [("R", 5, [], "E", -1)]


# ---------------------------------------------------------------- after the wind
@rule("TW-16")
def test_the_card_is_discarded_after_the_wind_and_before_cards_are_turned_up() -> None:
    s = position("xxxC xxxP xxxR xxxB xxxS xxxH xxxH xxxR xxxC", to_move=WEST, card="FRC")
    names = [event.name for event in turn(s, "FRC")]
    assert names == ["played", "collected", "collected", "blown", "blown", "discarded", "flipped", "flipped", "flipped"]


@rule("TW-16")
def test_a_discarded_complete_is_public() -> None:
    s = position(CALM, to_move=NORTH, card="FGT")
    turn(s, "FGT")
    assert s.discard == 1 << parse("FGT")
    for seat in (None, *range(SEATS)):
        assert GAME.view.view(GAME.redacted(s, seat), seat)["discarded"] == ["FGT"]


@rule("TW-16")
def test_every_pile_topped_by_a_face_down_card_has_it_turned_up_in_order() -> None:
    s = position("xxxC xxxP xxxR xxxB xxxS xxxH xxxH xxxR xxxC", to_move=WEST, card="FRC")
    assert [event["pile"] for event in named(turn(s, "FRC"), "flipped")] == [0, 2, 7]
    assert [s.down[pile] for pile in (0, 2, 7)] == [2, 2, 2]


@rule("TW-16")
def test_what_is_turned_up_is_any_of_the_unseen_singles_with_equal_chance() -> None:
    seen: Counter[int] = Counter()
    for seed in range(3000):
        s = position(". . . . . xxxF . . .", to_move=WEST, card="FRT", unseen="BBG")
        turn(s, "FRT", seed=seed)
        seen[s.top[5]] += 1
    assert set(seen) == {rules.BLUE, rules.GREEN}
    assert 1890 < seen[rules.BLUE] < 2110, "two of three"


@rule("TW-16")
def test_a_face_down_card_uncovered_by_the_wind_is_not_blown_by_it() -> None:
    s = position(". . . . . xF . . .", to_move=WEST, card="FRT", unseen="R")
    events = turn(s, "FRT")
    assert flights(events) == [("F", 5, [], "E", 1)]
    assert board(s) == drawn(". . . . . R . . .")


@rule("TW-16")
def test_a_face_down_card_that_is_covered_again_by_the_same_wind_stays_face_down() -> None:
    s = position(". . . . R xF . . .", to_move=WEST, card="FRT", unseen="B")
    events = turn(s, "FRT")
    assert named(events, "flipped") == []
    assert board(s) == drawn(". . . . . xR . . .")


@rule("TW-16", "TW-17")
def test_cards_are_turned_up_after_the_last_turn_too() -> None:
    seen = 0
    for seed in range(20):
        match = played(GAME, seed)
        step = match.steps[-1]
        seen += len(named(step.events, "flipped"))
        assert step.events[-1].name == "ended"
        assert all(match.state.top[pile] or not match.state.down[pile] for pile in range(PILES))
    assert seen > 0


# ---------------------------------------------------------------- the end
@rule("TW-17")
def test_the_game_ends_after_24_turns_six_each() -> None:
    for seed in range(10):
        match = played(GAME, seed)
        turns = Counter(step.seat for step in match.steps[1:])
        assert match.version == 24
        assert turns == dict.fromkeys(range(SEATS), 6)
        assert count(match.state.discard) == 24


@rule("TW-17")
def test_the_score_is_scoring_less_deducting_singles_of_all_players() -> None:
    for seed in range(20):
        match = played(GAME, seed)
        points = sum(event["points"] for step in match.steps for event in named(step.events, "collected"))
        seats = match.view(None)["seats"]
        assert match.state.score == points
        assert match.state.score == sum(seat["scored"] - seat["deducted"] for seat in seats)
        assert match.result() == {"score": points, "won": points > 0}


@rule("TW-17")
@pytest.mark.parametrize(("score", "won"), [(1, True), (36, True), (0, False), (-1, False), (-36, False)])
def test_all_win_with_a_positive_score_and_lose_otherwise(score: int, won: bool) -> None:
    s = finished(score)
    assert rules.won(s) is won
    assert GAME.transcript.result(s) == {"score": score, "won": won}
    assert all((result > 0) is won for result in GAME.returns(s))
    assert ("win" if won else "lose") in GAME.words.ending(s, "NESW")


@rule("TW-17")
def test_the_higher_the_score_the_better_the_result() -> None:
    results = [GAME.returns(finished(score))[0] for score in range(-36, 37)]
    assert results == sorted(set(results))
    assert results[0] == -1
    assert results[-1] < 1


def finished(score: int) -> State:
    """A game that is over."""
    s = position(CALM)
    s.turn, s.score = rules.TURNS, score
    return s


# ---------------------------------------------------------------- piles of any height
@rule("TW-13")
def test_all_36_singles_fit_one_pile() -> None:
    s: State = GAME.new_state()
    singles = [1 + i % 9 for i in range(35)] + [9]
    heights = []
    for single in singles:
        rules.lay(s, 4, single)
        heights.append(s.copy())
        assert face_up(s, 4) == singles[: len(heights)]
        assert State.from_bytes(s.to_bytes()) == s
    for before in reversed(heights[:-1]):
        top = singles[len(face_up(before, 4))]
        assert s.top[4] == top
        rules.uncover(s, 4)
        assert s == before, "a pile is written in one way, however it came about"
    assert s.top[4] == singles[0]
    rules.uncover(s, 4)
    assert s == GAME.new_state()


def test_the_highest_numbers_fit_too() -> None:
    s: State = GAME.new_state()
    for _ in range(36):
        rules.lay(s, 0, rules.TRIANGLE)
    assert State.from_bytes(s.to_bytes()) == s


def test_every_reachable_state_is_sound() -> None:
    for seed in range(60):
        options = {"open_hands": seed % 3 == 0} | ({"first": "NESW"[seed % 4]} if seed % 2 else {})
        for s in random_states(GAME, seed, options=options):
            assert GAME.audit.audit(s) == []


def test_a_deal_into_a_used_state_is_the_same_as_into_a_fresh_one() -> None:
    match = played(GAME, 8)
    fresh = GAME.new_state()
    rules.deal(fresh, new_rng(9))
    rules.deal(match.state, new_rng(9))
    assert match.state.to_bytes() == fresh.to_bytes()
