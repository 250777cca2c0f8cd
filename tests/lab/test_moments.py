"""Intervals from sums: the same as from the values themselves, and right as often as they say."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from weatherdeck.lab.measuring import moments
from weatherdeck.lab.measuring.distributions import beta_below, share_interval, student_tails
from weatherdeck.lab.measuring.moments import Figure, Moments


@pytest.fixture
def rng() -> np.random.Generator:
    """A generator for one test: what a test draws does not depend on the tests that ran before it."""
    return np.random.default_rng(1)


def of(*columns: object) -> Moments:
    return Moments.of(np.stack([np.asarray(column, float) for column in columns], axis=1))


def test_a_mean_of_single_values_has_students_interval(rng: np.random.Generator) -> None:
    values = rng.normal(5, 2, 40)
    figure = moments.ratio(of(values, np.ones(40)))
    expected = stats.t.interval(0.95, 39, values.mean(), stats.sem(values))
    assert figure.mean == pytest.approx(values.mean())
    assert (figure.low, figure.high) == pytest.approx(expected, rel=1e-4)
    assert (figure.n, figure.deals) == (40, 40)


def test_sums_of_parts_are_those_of_the_whole(rng: np.random.Generator) -> None:
    values, weights = rng.normal(size=100), rng.integers(1, 5, 100)
    parts = of(values[:30], weights[:30]) + of(values[30:], weights[30:])
    whole = of(values, weights)
    assert moments.ratio(parts).mean == pytest.approx(moments.ratio(whole).mean)
    assert moments.ratio(parts).error == pytest.approx(moments.ratio(whole).error)


def test_values_that_belong_together_count_once(rng: np.random.Generator) -> None:
    once = rng.normal(size=50)
    alone = moments.ratio(of(once, np.ones(50)))
    doubled = moments.ratio(of(2 * once, np.full(50, 2)))  # every value twice: nothing new is known
    assert doubled.error == pytest.approx(alone.error)
    assert doubled.n == 2 * alone.n


def test_a_paired_difference_leaves_out_what_both_have_in_common(rng: np.random.Generator) -> None:
    common = rng.normal(0, 10, 200)
    ones = np.ones(200)
    figure = moments.difference(of(common + 1 + rng.normal(0, 0.1, 200), ones, common, ones))
    assert figure.mean == pytest.approx(1, abs=0.05)
    assert figure.error < 0.02


def test_intervals_hold_the_truth_nineteen_times_in_twenty(rng: np.random.Generator) -> None:
    held = 0
    for _ in range(400):
        size = rng.integers(1, 6, 60)
        sums = rng.binomial(size, 0.3)
        figure = moments.share(of(sums, size))
        held += figure.low <= 0.3 <= figure.high
    assert 0.91 <= held / 400 <= 0.985


def test_what_never_varied_may_still_vary() -> None:
    figure = moments.share(of(np.zeros(100), np.ones(100)))
    assert (figure.mean, figure.low) == (0, 0)
    assert figure.high == pytest.approx(0.03, rel=0.02)


def test_a_subgroup_without_variation_has_the_interval_of_its_own_size() -> None:
    """Not that of the run: 38 games, one in each of 38 deals of 50,000, and 4 of them."""
    deals = np.zeros(50_000)
    for size, won, low, high in ((38, 0, 0.0, 0.0758), (4, 1, 0.4729, 1.0)):
        there = deals.copy()
        there[:size] = 1
        figure = moments.share(of(won * there, there))
        assert (figure.mean, figure.n, figure.deals) == (won, size, size)
        assert (figure.low, figure.high) == pytest.approx((low, high), abs=1e-4)


def test_a_ratio_that_is_the_same_in_many_deals_is_constant() -> None:
    """Such as the forced moves of a game in which the rules fix them; of few deals that is not known."""
    assert moments.share(of(np.full(60, 3), np.full(60, 10))).half == 0
    few = moments.share(of(np.full(4, 1), np.full(4, 2)))
    assert few.low < 0.3 < 0.7 < few.high


def test_two_subgroups_without_variation_may_still_differ() -> None:
    there = np.arange(1000) < 35
    figure = moments.difference(of(np.zeros(1000), there, np.zeros(1000), ~there), of_shares=True)
    assert figure.mean == 0
    assert figure.high == pytest.approx(0.082, abs=1e-3)  # three of the 35
    assert figure.low == pytest.approx(-0.0031, abs=1e-4)
    rare = (np.arange(1000) >= 995).astype(float)
    figure = moments.difference(of(np.zeros(1000), there, rare, ~there), of_shares=True)
    assert figure.low < 0 < figure.high
    assert moments.p_value(figure) > 0.5, "none of 35 is no sign of less than five of a thousand"


def test_a_share_near_its_end_has_an_interval_that_is_not_symmetric() -> None:
    figure = moments.share(of(np.arange(1000) < 2, np.ones(1000)))
    assert 0 < figure.low < 0.0005
    assert 0.006 < figure.high < 0.0075


def test_one_deal_shows_nothing() -> None:
    figure = moments.ratio(of([3], [1]))
    assert figure.mean == 3
    assert math.isinf(figure.half)
    assert moments.p_value(figure) == 1


def test_a_share_of_nothing_is_no_number() -> None:
    figure = moments.ratio(of([0, 0], [0, 0]))
    assert math.isnan(figure.mean)
    assert moments.p_value(figure) == 1


def test_p_values_are_students() -> None:
    assert moments.p_value(Figure(2.1, 1.0, 100, 40)) == pytest.approx(2 * stats.t.sf(2.1, 39), rel=1e-3)
    assert moments.p_value(Figure(-5.0, 1.0, 100, 31)) == pytest.approx(2 * stats.t.sf(5.0, 30), rel=1e-2)


def test_holm_is_stricter_the_more_is_compared() -> None:
    assert moments.holm([0.04]) == [True]
    assert moments.holm([0.04, 0.5]) == [False, False]
    assert moments.holm([0.5, 0.001, 0.03, 0.015]) == [False, True, False, True]
    assert moments.holm([0.5, 0.001, 0.03, 0.018]) == [False, True, False, False]
    assert moments.holm([]) == []


# ---------------------------------------------------------------- distributions
def test_the_distributions_are_those_of_scipy(rng: np.random.Generator) -> None:
    for _ in range(200):
        a, b = np.exp(rng.uniform(-2, 10, 2))
        p = rng.beta(a, b)
        assert beta_below(p, a, b) == pytest.approx(stats.beta.cdf(p, a, b), abs=1e-8)
    assert student_tails(2.5, 7) == pytest.approx(2 * stats.t.sf(2.5, 7))


def test_the_interval_of_a_share_is_clopper_and_pearsons_with_half_the_probability_of_what_was_seen() -> None:
    for wins, n in ((1, 38), (3, 1000), (29, 31), (12.5, 40.5)):
        for bound, level in zip(share_interval(wins, n), (0.025, 0.975), strict=True):
            exact, beyond = stats.beta.cdf(bound, wins, n - wins + 1), stats.beta.cdf(bound, wins + 1, n - wins)
            assert (exact + beyond) / 2 == pytest.approx(level, abs=1e-8)
    assert share_interval(0, 38) == pytest.approx((0, 1 - 0.05 ** (1 / 38)))
    assert share_interval(38, 38) == pytest.approx((0.05 ** (1 / 38), 1))


def test_the_interval_of_a_share_does_not_jump_where_another_formula_takes_over() -> None:
    assert share_interval(29.99, 100) == pytest.approx(share_interval(30, 100), abs=0.004)
    assert share_interval(29.99, 1e6) == pytest.approx(share_interval(30, 1e6), rel=0.02)
