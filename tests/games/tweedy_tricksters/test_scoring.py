"""Points, the Dealer card, the target and the end of Tweedy Tricksters."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from weatherdeck.games.tweedy_tricksters import GAME, rules
from weatherdeck.games.tweedy_tricksters.rules import State

from .positions import do, one_trick, open_moves, playing

# Ravens, led by seat 0: seats 0 and 2 win with 4 + 1 against 1 + 1.
WE_WIN = ("4111", "1114", "1123", "1132")
# Ravens, led by seat 0: seats 1 and 3 win with 4 + 1 against 1 + 1.
THEY_WIN = ("1114", "4111", "1123", "1132")


@rule("TT-10")
@pytest.mark.parametrize(
    ("before", "last", "points"),
    [
        ((4, 0), WE_WIN, (3, 0)),  # 5 tricks to 0
        ((3, 1), WE_WIN, (2, 0)),  # 4 to 1
        ((4, 0), THEY_WIN, (2, 0)),
        ((2, 2), WE_WIN, (2, 1)),  # 3 to 2
        ((3, 1), THEY_WIN, (2, 1)),
        ((2, 2), THEY_WIN, (1, 2)),  # 2 to 3
        ((1, 3), WE_WIN, (1, 2)),
        ((0, 4), WE_WIN, (0, 2)),  # 1 to 4
        ((1, 3), THEY_WIN, (0, 2)),
        ((0, 4), THEY_WIN, (0, 3)),  # 0 to 5
    ],
)
def test_players_score_by_the_tricks_of_their_partnership(
    before: tuple[int, int], last: tuple[str, ...], points: tuple[int, int]
) -> None:
    s = one_trick(*last, tricks=before)
    assert list(s.score) == [points[0], points[1], points[0], points[1]]


@rule("TT-10")
def test_scores_are_kept_for_each_player_over_changing_partnerships() -> None:
    s = one_trick(*WE_WIN, tricks=(4, 0), pairs="02-13", score=(1, 2, 3, 4))
    assert list(s.score) == [4, 2, 6, 4]
    s = one_trick(*WE_WIN, tricks=(4, 0), pairs="01-23", score=(1, 2, 3, 4))
    assert list(s.score) == [4, 5, 3, 4]


@rule("TT-10")
def test_a_round_has_five_tricks() -> None:
    s = playing([["4111", "1213"], ["1114", "1222"], ["1123", "1231"], ["1132", "1312"]])
    do(s, *WE_WIN)
    assert s.phase == rules.PLAY
    assert list(s.score) == [0, 0, 0, 0]
    for _ in range(4):
        do(s, open_moves(s)[0])
    assert s.round == 1
    assert s.phase == rules.TAKE_CARD


@rule("TT-11")
@pytest.mark.parametrize("dealer", range(4))
def test_the_dealer_card_passes_to_the_left(dealer: int) -> None:
    s = one_trick(*WE_WIN, dealer=dealer)
    assert s.dealer == (dealer + 1) % 4
    assert s.to_move == dealer, "who now sits on the dealer's right, and drafts first"
    assert s.round == 1


@rule("TT-11")
def test_a_new_round_starts_afresh() -> None:
    s = one_trick(*WE_WIN, tricks=(3, 1))
    assert list(s.tricks) == [0, 0, 0, 0]
    assert list(s.suit) == [rules.NONE] * 4
    assert s.pairing == 0
    assert list(s.drafted) == [0, 0, 0, 0]
    assert s.shown == s.market
    assert GAME.audit.audit(s) == []


@rule("TT-12")
@pytest.mark.parametrize("finished", range(3))
def test_there_is_no_target_before_everyone_has_dealt(finished: int) -> None:
    s = one_trick(*WE_WIN, round=finished, score=(9, 9, 9, 9))
    assert s.target == 0
    assert s.phase == rules.TAKE_CARD


@rule("TT-12")
def test_after_round_4_the_target_is_the_highest_score_plus_three() -> None:
    s = one_trick(*WE_WIN, tricks=(4, 0), round=3, score=(2, 5, 0, 8))
    assert list(s.score) == [5, 5, 3, 8]
    assert s.target == 11
    s = one_trick(*WE_WIN, tricks=(4, 0), round=3, score=(4, 5, 2, 0))
    assert list(s.score) == [7, 5, 5, 0]
    assert s.target == 10
    assert s.phase == rules.TAKE_CARD, "nobody can have reached it yet"
    assert s.round == 4


@rule("TT-12")
def test_the_target_stays_as_it_was_set() -> None:
    s = one_trick(*WE_WIN, tricks=(3, 1), round=4, score=(7, 5, 2, 4), target=10)
    assert list(s.score) == [9, 5, 4, 4]
    assert s.target == 10, "though the highest score is 9 now"
    assert s.phase == rules.TAKE_CARD


@rule("TT-12")
@pytest.mark.parametrize(("score", "over"), [(7, False), (8, True), (9, True)])
def test_the_game_ends_after_a_round_in_which_someone_has_reached_the_target(score: int, over: bool) -> None:
    s = one_trick(*WE_WIN, tricks=(3, 1), round=5, score=(score, 3, 4, 5), target=10)
    assert s.score[0] == score + 2
    assert rules.is_over(s) == over
    assert (GAME.legal(s) == []) == over
    s = one_trick(*WE_WIN, tricks=(3, 1), round=5, score=(3, 5, score, 4), target=10)
    assert rules.is_over(s) == over, "whoever it is"


@rule("TT-12")
def test_the_target_is_reached_at_the_end_of_a_round_not_before() -> None:
    s = playing([[text] for text in WE_WIN], tricks=(4, 0), round=5, score=(9, 3, 4, 5), target=10)
    do(s, *WE_WIN[:3])
    assert not rules.is_over(s)
    do(s, WE_WIN[3])
    assert rules.is_over(s)


@rule("TT-12")
def test_a_game_lasts_13_rounds_at_most_and_nobody_passes_17_points() -> None:
    """Every way in which scores can go, by brute force."""
    longest = highest = 0
    scores: set[tuple[int, ...]] = {(0, 0, 0, 0)}
    for _ in range(4):
        scores = {after for before in scores for after in _after_a_round(before)}
    open_games = {(score, max(score) + 3) for score in scores}
    finished = 4
    while open_games:
        finished += 1
        after = {(score, target) for before, target in open_games for score in _after_a_round(before)}
        highest = max(highest, max(max(score) for score, _ in after))
        open_games = {(score, target) for score, target in after if max(score) < target}
        longest = finished
    assert longest == rules.LONGEST == 13
    assert highest == rules.MOST_POINTS == 17


def _after_a_round(score: tuple[int, ...]) -> set[tuple[int, ...]]:
    """The scores (in descending order, for who has which does not matter here) that can follow."""
    found = set()
    for partner in (1, 2, 3):
        for ours, theirs in ((3, 0), (2, 0), (2, 1), (1, 2), (0, 2), (0, 3)):  # TT-10
            gained = (score[seat] + (ours if seat in (0, partner) else theirs) for seat in range(4))
            found.add(tuple(sorted(gained, reverse=True)))
    return found


def over(*score: int) -> State:
    s: State = GAME.new_state()
    s.phase, s.round, s.target = rules.OVER, 5, max(score)
    s.score[:] = score
    return s


def winners(*score: int) -> list[int]:
    winning: list[int] = GAME.transcript.result(over(*score))["winners"]
    return winning


@rule("TT-13", "TT-E3")
def test_first_and_second_share_the_victory() -> None:
    assert winners(9, 8, 5, 5) == [0, 1]
    assert winners(5, 8, 5, 9) == [1, 3]
    assert winners(4, 5, 6, 7) == [2, 3]


@rule("TT-13", "TT-E3")
def test_if_second_place_is_tied_the_first_wins_alone() -> None:
    assert winners(9, 8, 8, 3) == [0]
    assert winners(3, 8, 9, 8) == [2]
    assert winners(8, 8, 8, 9) == [3]
    assert winners(0, 9, 0, 0) == [1]


@rule("TT-13", "TT-E3")
def test_two_who_tie_for_first_share_it_whatever_lies_below() -> None:
    assert winners(9, 9, 8, 8) == [0, 1]
    assert winners(8, 9, 7, 9) == [1, 3]


@rule("TT-14")
def test_three_or_four_who_tie_for_first_share_it() -> None:
    assert winners(9, 9, 9, 3) == [0, 1, 2]
    assert winners(9, 3, 9, 9) == [0, 2, 3]
    assert winners(9, 9, 9, 9) == [0, 1, 2, 3]


@rule("TT-13", "TT-14")
@pytest.mark.parametrize(
    ("score", "expected"),
    [
        ((9, 8, 8, 3), [1, -1 / 3, -1 / 3, -1 / 3]),
        ((9, 8, 5, 5), [1 / 3, 1 / 3, -1 / 3, -1 / 3]),
        ((9, 9, 9, 3), [1 / 9, 1 / 9, 1 / 9, -1 / 3]),
        ((9, 9, 9, 9), [0, 0, 0, 0]),
    ],
)
def test_the_returns_share_the_victory_and_add_up_to_nothing(score: tuple[int, ...], expected: list[float]) -> None:
    found = GAME.returns(over(*score))
    assert found == pytest.approx(expected)
    assert sum(found) == pytest.approx(0)
