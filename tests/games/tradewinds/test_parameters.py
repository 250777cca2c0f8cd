"""What a designer may turn in Tradewinds: each number has its effect, in the words of its clause."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests.playouts import played
from tests.rulebook import rule
from weatherdeck.games.options import OptionError
from weatherdeck.games.tradewinds import GAME, rules, words
from weatherdeck.games.tradewinds.rules import NONE, SEATS, State
from weatherdeck.kernel import count, listening, new_rng

from .positions import position

NAMES = ("Ann", "Bob", "Cid", "Dee")


def dealt(seed: int = 1, **parameters: int) -> State:
    s: State = GAME.new_state(4, parameters)
    rules.deal(s, new_rng(seed))
    return s


def trues_of(s: State) -> int:
    return sum(count(rules.true_sides(s, complete)) for complete in s.covering if complete != NONE)


@rule("TW-7", "TW-17")
@pytest.mark.parametrize("each", [2, 6])
def test_so_many_completes_each_are_so_many_turns(each: int) -> None:
    s = dealt(cards_dealt=each)
    assert [count(hand) for hand in s.hand] == [each] * SEATS
    match = played(GAME, options={"cards_dealt": each})
    assert match.version == SEATS * each == GAME.longest(match.state)
    assert GAME.view.view(match.state, None)["turns"] == SEATS * each


@rule("TW-7", "TW-9")
def test_nobody_knows_which_completes_are_left_over() -> None:
    s = dealt(cards_dealt=2)
    left_over = rules.hidden_completes(s, 0) & ~(s.hand[1] | s.hand[2] | s.hand[3])
    assert count(left_over) == 27 - 3 - 8
    seen: Counter[int] = Counter()
    for seed in range(200):
        world = GAME.redacted(s, 0)
        rules.redeal(world, 0, new_rng(seed))
        assert GAME.audit.audit(world) == []
        seen.update(complete for complete in range(27) if world.hand[1] >> complete & 1)
    assert len(seen) == 24 - 2, "each Complete that seat 0 cannot see may be in the next hand"


@rule("TW-7")
def test_the_log_tells_how_many_completes_each_has() -> None:
    s = GAME.new_state(4, {"cards_dealt": 4, "first": "E"})
    with listening() as told:
        rules.deal(s, new_rng(1))
    sentence = words.sentence(rules.EVENTS.read(told[0]), NAMES)
    assert sentence == "The board is laid out, and everyone has four Completes. Bob begins."


@rule("TW-5", "TW-6")
@pytest.mark.parametrize("laid", [1, 2, 3])
def test_what_no_complete_beside_the_board_shows_scores_for_nobody(laid: int) -> None:
    for seed in range(20):
        s = dealt(seed, completes_laid=laid, trues=12, falses=0)
        covering = [complete for complete in s.covering if complete != NONE]
        shown = sum(rules.SHOWN[complete] for complete in covering)
        assert len(covering) == laid
        assert list(s.scoring) == [shown] * SEATS  # all Trues: what is shown scores for everybody
        assert count(shown) == 3 * laid
        assert len(GAME.view.view(s, 0)["covering"]) == laid


@rule("TW-5")
def test_any_complete_of_the_triple_may_be_the_one_that_is_not_laid() -> None:
    missing = Counter(list(dealt(seed, completes_laid=2).covering).index(NONE) for seed in range(200))
    assert min(missing[place] for place in range(3)) > 40


@rule("TW-3", "TW-6")
@pytest.mark.parametrize(
    ("trues", "falses", "fewest", "most"), [(0, 12, 0, 0), (12, 0, 12, 12), (20, 4, 8, 12), (4, 20, 0, 4)]
)
def test_trues_are_drawn_from_so_many(trues: int, falses: int, fewest: int, most: int) -> None:
    found = {trues_of(dealt(seed, trues=trues, falses=falses)) for seed in range(100)}
    assert fewest <= min(found) <= max(found) <= most
    assert (len(found) > 1) is (fewest < most)


@rule("TW-6")
def test_every_side_needs_a_card() -> None:
    with pytest.raises(
        OptionError, match=r"three Completes beside the board need 12 True and False cards.*there are 11"
    ):
        GAME.new_state(4, {"trues": 1})
    assert GAME.new_state(4, {"trues": 1, "completes_laid": 2}).trues == 1


@rule("TW-15")
@pytest.mark.parametrize("deduction", [0, 3])
def test_a_single_that_does_not_score_costs_so_much(deduction: int) -> None:
    s = position("xxxC . . . . . . . .", to_move=rules.SOUTH, card="PRC", unseen="FFF")
    s.score, s.deduction = 0, deduction
    rules.apply(s, words.parse("PRC"), new_rng(1))  # a Circle scores for East and West
    assert s.score == -deduction
    assert rules.worth(s, rules.NORTH, rules.CIRCLE) == -deduction


@rule("TW-15")
def test_greedy_fears_what_costs_more() -> None:
    """A wind that brings one scoring and one other Single is good where the other costs nothing, and bad at 3."""
    likes = {}
    for deduction in (0, 3):
        s = position("xxxC xxxR xxxP xxxB xxxB xxxB xxxB xxxF xxxF", to_move=rules.SOUTH, card="HRC")
        s.deduction = deduction
        s.scoring[rules.NORTH] = 1 << rules.RED
        s.turn = rules.turns(s) - 1  # nothing to save for later
        out = [0.0]
        GAME.judgement.prefer(s, [words.parse("HRC")], 1, out)
        likes[deduction] = out[0]
    assert likes == {0: 1.0, 3: -2.0}


@rule("TW-17")
@pytest.mark.parametrize(
    ("target", "score", "wins"), [(-10, -10, True), (-10, -11, False), (25, 24, False), (25, 25, True)]
)
def test_the_target_wins_and_one_less_loses(target: int, score: int, wins: bool) -> None:
    match = played(GAME, options={"target": target})
    s = match.state
    s.score = score
    assert rules.won(s) is wins
    assert all((result > 0) is wins for result in GAME.returns(s))
    assert GAME.contest.counted(np.array(GAME.returns(s)), s) == pytest.approx(score)
    said = GAME.words.ending(s, NAMES)
    assert said.startswith("Everyone wins" if wins else "Everyone loses")
    if not wins:
        assert f"a win takes more than {words.signed(target - 1)}:" in said


@rule("TW-17")
def test_results_stay_within_their_bounds_with_any_target() -> None:
    for target in (-10, 25):
        s = played(GAME, options={"target": target, "deduction": 3}).state
        for score in (-108, 36):
            s.score = score
            assert all(-1 <= result <= 1 for result in GAME.returns(s))


def test_the_pieces_to_print_follow_the_parameters() -> None:
    assert GAME.faces is not None
    pieces = GAME.faces.pieces(GAME.new_state(4, {"trues": 12, "falses": 0}))
    verdicts = {piece.name: piece.copies for piece in pieces if piece.name in ("True", "False")}
    assert verdicts == {"True": 12}
