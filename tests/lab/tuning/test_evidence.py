"""Why the evidence comes from unseen deals: intervals after a selection, checked by simulation with a known truth."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from weatherdeck.games import registry
from weatherdeck.lab.tuning.estimates import Seen, TableSums, chance_of_less, seen, total_miss
from weatherdeck.lab.tuning.evidence import Confirmed, Interval, Judged, interval
from weatherdeck.lab.tuning.goals import Goal, read_goal
from weatherdeck.lab.tuning.page import sentences
from weatherdeck.lab.tuning.racing import layers, survivors
from weatherdeck.lab.tuning.space import RULEBOOK

if TYPE_CHECKING:
    from weatherdeck.lab.tuning.brief import Brief
    from weatherdeck.lab.tuning.search import Outcome


def goal(text: str, game: str = "weathervanes") -> Goal:
    (only,) = read_goal(text, registry.load(game), [4])
    return only


SHARE = goal("the starting player wins 60..100%")
NUMBER = goal("40..50 decisions")
FAIR = goal("the starting player within 1 point of fair")


def wins(random: np.random.Generator, share: float, deals: int) -> Seen:
    """A share of two games of each deal, which are not independent."""
    luck = random.normal(0, 0.25, deals)
    won = (random.random((2, deals)) < np.clip(share + luck, 0, 1)).sum(axis=0).astype(float)
    return seen(1, [TableSums(np.stack([won, np.full(deals, 2.0)], axis=1), ((0, 0, 2),))])


def found(of: Seen, aim: Goal, together: int = 1) -> Interval:
    return interval(aim, float(of.values[0]), of.error(0), of.deals(0), together)


# ---------------------------------------------------------------- the answer
def candidate(cost: float, *intervals: tuple[float, float]) -> Confirmed:
    judged = tuple(Judged(SHARE, Interval((low + high) / 2, low, high, 100)) for low, high in intervals)
    return Confirmed(RULEBOOK, [f"a change of {cost}"], cost, 0.0, judged)


@pytest.mark.parametrize(
    ("frontier", "said"),
    [
        (
            [candidate(3, (0.7, 0.8)), candidate(1, (0.59, 0.7))],
            "Candidate 1 meets all goals on 100 unseen deals. It changes: a change of 3.",
        ),
        (
            [candidate(3, (0.7, 0.8)), candidate(2, (0.61, 0.9)), candidate(1, (0.59, 0.7))],
            "Candidate 2 meets all goals on 100 unseen deals. It changes: a change of 2.",
        ),
        (
            [candidate(2, (0.1, 0.2), (0.7, 0.8)), candidate(1, (0.59, 0.7), (0.7, 0.8))],
            (
                "Candidate 2 comes closest (1 of 2 goals met, 0 not met, 1 open) on 100 unseen deals. "
                "It changes: a change of 1."
            ),
        ),
        ([], "No candidate came closer to the goals than the rulebook: allow other changes, or larger ones."),
    ],
)
def test_what_surely_meets_the_goals_comes_before_what_changes_less(frontier: list[Confirmed], said: str) -> None:
    stage = SimpleNamespace(bot="greedy")
    outcome = SimpleNamespace(cheap=[1], first=stage, last=stage, is_whole_space=True, refused=[])
    brief = SimpleNamespace(goals=(SHARE,), bot="greedy")
    rulebook = candidate(0, (0.1, 0.2))
    answer, *_ = sentences(cast("Brief", brief), cast("Outcome", outcome), [rulebook, *frontier])
    assert answer == said


# ---------------------------------------------------------------- the winner's curse
def test_intervals_on_unseen_deals_cover_the_truth_and_those_of_the_search_do_not() -> None:
    random = np.random.default_rng(7)
    times, candidates, deals = 1000, 30, 200
    on_unseen = on_searched = 0
    for _ in range(times):
        tried = [wins(random, 0.5, deals) for _ in range(candidates)]
        best = min(tried, key=lambda one: total_miss([SHARE], one.values))
        searched, unseen = found(best, SHARE), found(wins(random, 0.5, deals), SHARE)
        on_searched += searched.low <= 0.5 <= searched.high
        on_unseen += unseen.low <= 0.5 <= unseen.high
    assert 0.93 <= on_unseen / times <= 0.97
    assert on_searched / times < 0.8


@pytest.mark.parametrize("share", [0.02, 0.2, 0.5, 0.97])
def test_the_interval_of_a_share_covers_it(share: float) -> None:
    random = np.random.default_rng(3)
    times = 1500
    truth = float(np.mean(np.clip(share + random.normal(0, 0.25, 400_000), 0, 1)))
    covered = 0
    for _ in range(times):
        one = found(wins(random, share, 120), SHARE)
        covered += one.low <= truth <= one.high
    assert 0.93 <= covered / times <= 0.97


def test_the_intervals_of_a_number_and_of_a_difference_from_fair_cover_them() -> None:
    random = np.random.default_rng(5)
    times, deals, covered = 1500, 80, np.zeros(2)
    for _ in range(times):
        length = random.gamma(9, 5, deals)
        winner = random.choice(4, deals, p=[0.31, 0.23, 0.23, 0.23])
        ones = np.ones(deals)
        sums = np.stack([length, ones, winner == 0, ones, ones, 4 * ones], axis=1)
        both = seen(2, [TableSums(sums, ((0, 0, 2), (1, 2, 4)))])
        for place, (aim, truth) in enumerate(((NUMBER, 45.0), (FAIR, 0.06))):
            one = interval(aim, float(both.values[place]), both.error(place), deals)
            covered[place] += one.low <= truth <= one.high
    assert all(0.93 <= share <= 0.97 for share in covered / times)


def test_intervals_that_hold_together_cover_all_truths_at_once() -> None:
    random = np.random.default_rng(11)
    times, figures, covered = 600, 8, 0
    for _ in range(times):
        many = [found(wins(random, 0.5, 150), SHARE, together=figures) for _ in range(figures)]
        covered += all(one.low <= 0.5 <= one.high for one in many)
    assert 0.93 <= covered / times <= 0.98


def test_a_share_that_was_always_the_same_still_has_an_interval() -> None:
    never = seen(1, [TableSums(np.stack([np.zeros(100), np.ones(100)], axis=1), ((0, 0, 2),))])
    one = found(never, SHARE)
    assert (one.value, one.low) == (0, 0)
    assert 0.02 < one.high < 0.05


# ---------------------------------------------------------------- verdicts
@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [(41, 49, "met"), (35, 39, "not met"), (51, 60, "not met"), (39, 45, "open"), (30, 60, "open")],
)
def test_a_verdict_is_about_the_whole_interval(low: float, high: float, verdict: str) -> None:
    assert Judged(NUMBER, Interval((low + high) / 2, low, high, 100)).verdict == verdict


# ---------------------------------------------------------------- racing
def test_pairing_on_the_same_deals_tells_near_candidates_apart() -> None:
    random = np.random.default_rng(2)
    luck = random.normal(0, 8, 400)  # of the deal: the same for both
    near, far = (_lengths(60 + luck + random.normal(0, 0.5, 400) + more) for more in (0, 0.5))
    assert chance_of_less([NUMBER], near, far) > 0.99
    assert chance_of_less([NUMBER], far, near) < 0.01
    alone = _lengths(60.5 + random.normal(0, 8, 400))  # as far off, on other deals: nothing can be told
    assert 0.05 < chance_of_less([NUMBER], alone, near) < 0.95


def _lengths(values: np.typing.NDArray[np.float64]) -> Seen:
    return seen(1, [TableSums(np.stack([values, np.ones(len(values))], axis=1), ((0, 0, 2),))])


def test_layers_are_frontiers() -> None:
    points = {"a": (0.0, 3.0), "b": (1.0, 1.0), "c": (1.0, 2.0), "d": (5.0, 0.0), "e": (6.0, 4.0)}
    assert layers(list(points), points.__getitem__) == [["a", "b", "d"], ["c"], ["e"]]


def test_who_is_clearly_behind_drops_out_of_the_race_and_who_changes_less_stays() -> None:
    random = np.random.default_rng(4)
    luck = random.normal(0, 3, 300)
    lengths = {"rulebook": 70, "small": 55, "small and bad": 65, "large": 45, "large and bad": 58}
    seen_of = {name: _lengths(length + luck + random.normal(0, 1, 300)) for name, length in lengths.items()}
    cost = {"rulebook": 0.0, "small": 1.2, "small and bad": 1.3, "large": 2.5, "large and bad": 2.6}
    assert sorted(survivors(seen_of, cost, [NUMBER], 5)) == ["large", "rulebook", "small"]
    assert survivors(seen_of, cost, [NUMBER], 2) == ["large", "small"]
