"""What scores are worth between two rounds."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

from tests.games.tweedy_tricksters.positions import dealt
from weatherdeck.games.tweedy_tricksters import GAME, chances, greedy, rules
from weatherdeck.games.tweedy_tricksters.rules import SEATS, TO_TARGET, State
from weatherdeck.kernel import new_rng, rng_below


def before_round(number: int, scores: tuple[int, ...], target: int = 0) -> State:
    """The beginning of a round, counted from 0."""
    s = dealt()
    s.round, s.target, s.score[:] = number, target, scores
    return s


def values(s: State) -> list[float]:
    out = [0.0] * SEATS
    greedy.value(s, out)
    return out


def test_the_victory_is_shared_as_the_rules_say() -> None:
    s, out = dealt(), [0.0] * SEATS
    s.phase = rules.OVER
    every = np.array(list(product(range(5), repeat=SEATS))).T
    found = chances._won(every)
    for scores, won in zip(every.T.tolist(), found.tolist(), strict=True):
        s.score[:] = scores
        rules.returns(s, out)
        assert won == pytest.approx(out[0]), scores


def test_all_that_seats_may_expect_adds_up_to_nothing() -> None:
    for number, target in ((1, 0), (3, 0), (4, 11), (6, 10), (7, 9)):
        for scores in ((8, 8, 8, 8), (8, 6, 5, 5), (8, 8, 3, 2), (8, 2, 2, 1)):
            assert sum(values(before_round(number, scores, target))) == pytest.approx(0, abs=0.001)


def test_it_does_not_matter_who_sits_where() -> None:
    scores = (8, 6, 5, 3)
    usual = dict(zip(scores, values(before_round(5, scores, 10)), strict=True))
    for seated in permutations(scores):
        assert values(before_round(5, seated, 10)) == [usual[score] for score in seated]


def test_a_point_is_worth_most_where_it_changes_the_places() -> None:
    def gain(scores: tuple[int, ...]) -> float:
        """What another point is worth to the first seat, one point before the target."""
        better = (scores[0] + 1, *scores[1:])
        return values(before_round(6, better, 10))[0] - values(before_round(6, scores, 10))[0]

    close, far = gain((8, 9, 8, 8)), gain((2, 9, 8, 8))
    assert close > 4 * far


def test_who_is_far_behind_close_to_the_target_has_nearly_lost() -> None:
    assert values(before_round(6, (2, 9, 8, 8), 10))[0] == pytest.approx(-1 / 3, abs=0.02)
    assert values(before_round(1, (0, 2, 2, 0)))[0] > -0.2  # early in the game there is hope


@pytest.mark.parametrize(("scores", "to_target"), [((0, 2, 2, 0), TO_TARGET), ((0, 4, 2, 2), 2), ((1, 0, 1, 0), 1)])
def test_the_chances_are_those_of_games_between_equals(scores: tuple[int, ...], to_target: int) -> None:
    """Rounds that end at random, as often as SPLITS says, played out by the rules themselves."""
    rng, target = new_rng(7), max(scores) + to_target
    splits = list(chances.SPLITS)
    total, games = np.zeros(SEATS), 4000
    for _ in range(games):
        s = before_round(SEATS, scores, target)
        while s.phase != rules.OVER:
            drawn, tricks = rng_below(rng, 1000) / 1000, splits[-1]
            for split in splits[:-1]:
                drawn -= chances.SPLITS[split]
                if drawn < 0:
                    tricks = split
                    break
            s.pairing, ours = 1 + rng_below(rng, SEATS - 1), rng_below(rng, 2)
            for seat in range(SEATS):
                s.tricks[seat] = tricks if (seat in (0, s.pairing)) == bool(ours) else rules.TRICKS - tricks
            rules.end_round(s, rng)
        total += values(s)
    # four standard errors of a result between -1/3 and 1
    assert total / games == pytest.approx(values(before_round(SEATS, scores, target)), abs=4 * 0.5 / games**0.5)


def test_with_other_numbers_than_the_rulebooks_what_counts_is_who_is_ahead() -> None:
    s = GAME.new_state(None, {"to_target": 5})
    GAME.rules.deal(s, new_rng(1))
    s.score[:] = [5, 3, 3, 1]
    assert values(s) == pytest.approx([greedy.ahead(s, seat) for seat in range(SEATS)])
    assert values(s)[0] == pytest.approx((0.5 + 0.5 + 1) / 3)
