"""Every kind of interval, checked by simulation: where the truth is known, 95% of intervals contain it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt
import pytest

from weatherdeck.lab.measuring import moments
from weatherdeck.lab.measuring.moments import Figure, Moments
from weatherdeck.lab.measuring.pairs import synergy
from weatherdeck.lab.measuring.power import games_needed

Numbers = npt.NDArray[np.float64]
RUNS = 2000
"""Simulated runs per test: the coverage they show has a standard error of 0.5 percentage points."""


@pytest.fixture
def rng() -> np.random.Generator:
    """A generator for one test: what a test draws does not depend on the tests that ran before it."""
    return np.random.default_rng(7)


def each(vectors: Numbers) -> Iterator[Moments]:
    """The moments of each simulated run: [run, deal, component]."""
    sums, products = vectors.sum(axis=1), np.einsum("rdi,rdj->rij", vectors, vectors)
    for total, product in zip(sums, products, strict=True):
        yield Moments(vectors.shape[1], total, product)


def coverage(vectors: Numbers, figure_of: Callable[[Moments], Figure], truth: float | Numbers) -> float:
    """The share of simulated runs whose interval contains the truth."""
    truths = np.broadcast_to(truth, len(vectors))
    figures = [figure_of(one) for one in each(vectors)]
    return float(np.mean([one.low <= true <= one.high for one, true in zip(figures, truths, strict=True)]))


def assert_holds(found: float, lowest: float = 0.93, highest: float = 0.97) -> None:
    assert lowest <= found <= highest, f"{found:.1%} of the intervals contain the truth"


def wins(rng: np.random.Generator, p: float, runs: int, deals: int, games: int, alike: float) -> Numbers:
    """The number of wins in each deal; two games of a deal have this correlation."""
    common = rng.random((runs, deals, 1)) < p
    own = rng.random((runs, deals, games)) < p
    same = rng.random((runs, deals, games)) < np.sqrt(alike)
    won: Numbers = np.where(same, common, own).sum(axis=2).astype(float)
    return won


# ---------------------------------------------------------------- means, shares and ratios
@pytest.mark.parametrize("alike", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("p", [0.5, 0.25, 0.08])
def test_the_interval_of_a_share_holds_however_alike_the_games_of_a_deal_are(
    p: float, alike: float, rng: np.random.Generator
) -> None:
    won = wins(rng, p, RUNS, 200, 2, alike)
    assert_holds(coverage(np.stack([won, np.full_like(won, 2)], axis=2), moments.share, p))


@pytest.mark.parametrize("part", [0.02, 0.1, 0.5])
@pytest.mark.parametrize("p", [0.5, 0.2])
def test_the_interval_of_a_subgroup_holds_whatever_part_of_the_run_it_is(
    p: float, part: float, rng: np.random.Generator
) -> None:
    won = wins(rng, p, RUNS, 1000, 2, 0.5)
    inside = rng.random(won.shape) < part
    assert_holds(coverage(np.stack([won * inside, 2.0 * inside], axis=2), moments.share, p))


@pytest.mark.parametrize("deals", [4, 38, 300])
def test_the_interval_of_a_uniform_subgroup_holds(deals: int, rng: np.random.Generator) -> None:
    """Shares of any size are equally likely; of all runs only those count in which all games ended alike."""
    shares = rng.random(400_000 if deals < 50 else 1_000_000)
    won = rng.binomial(deals, shares)
    shares, won = (values[(won == 0) | (won == deals)][:RUNS] for values in (shares, won))
    held = []
    for share, number in zip(shares, won, strict=True):
        total = float(number)
        # 10,000 deals, of which only these have anything of the subgroup
        one = moments.share(Moments(10_000, np.array([total, deals]), np.array([[total, total], [total, deals]])))
        assert one.deals == deals
        assert one.low in (0.0, pytest.approx(0.05 ** (1 / deals)))
        held.append(one.low <= share <= one.high)
    assert_holds(float(np.mean(held)), highest=0.98 if deals < 10 else 0.97)


@pytest.mark.parametrize("deals", [30, 100, 1000])
def test_the_interval_of_a_rare_share_holds(deals: int, rng: np.random.Generator) -> None:
    """Counts are whole numbers, so the coverage of one share cannot be exactly 95%: on average it is."""
    shares = np.exp(rng.uniform(np.log(0.5), np.log(20), RUNS)) / deals
    won = (rng.random((RUNS, deals)) < shares[:, None]).astype(float)
    assert_holds(coverage(np.stack([won, np.ones_like(won)], axis=2), moments.share, shares))


@pytest.mark.parametrize("deals", [8, 30, 200])
def test_the_interval_of_a_ratio_holds(deals: int, rng: np.random.Generator) -> None:
    size = rng.integers(1, 6, (RUNS, deals)).astype(float)
    of_deal, noise = rng.normal(0, 1, (RUNS, deals)), rng.normal(0, 1, (RUNS, deals))
    values = size * (3 + of_deal) + np.sqrt(size) * 2 * noise
    assert_holds(coverage(np.stack([values, size], axis=2), moments.ratio, 3.0))


def test_the_interval_of_a_skewed_ratio_in_a_subgroup_holds(rng: np.random.Generator) -> None:
    size = rng.poisson(0.2, (RUNS, 600)).astype(float)
    values = size * rng.gamma(2.0, 1.5, (RUNS, 600))
    assert_holds(coverage(np.stack([values, size], axis=2), moments.ratio, 3.0))


# ---------------------------------------------------------------- differences
@pytest.mark.parametrize("part", [0.03, 0.25])
def test_the_interval_of_the_power_of_a_card_holds(part: float, rng: np.random.Generator) -> None:
    """Four players; who holds the card wins more often. Wins are measured from the mean of the table."""
    runs, deals, seats, effect = RUNS // 2, 400, 4, 0.1
    dealt = rng.random((runs, deals)) < part * seats  # whether somebody holds it
    holder = np.where(dealt, 0, -1)  # seats are all alike
    strength = np.where((np.arange(seats) == 0) & dealt[..., None], 1.0, 0.0)
    chances = 0.25 + effect * strength
    chances[..., 1:] -= (effect * dealt / (seats - 1))[..., None]
    winner = (rng.random((runs, deals, 2, 1)) > np.cumsum(chances, axis=-1)[:, :, None, :-1]).sum(axis=-1)
    has = (np.arange(seats) == holder[..., None])[:, :, None, :]
    won = (np.arange(seats) == winner[..., None]) - 0.25
    theirs, holders = (won * has).sum(axis=(2, 3)), np.broadcast_to(2.0 * dealt, (runs, deals))
    vectors = np.stack([theirs, holders, won.sum(axis=(2, 3)) - theirs, 2 * seats - holders], axis=2)
    # Others include tables at which nobody holds the card: on average they are at their table's mean.
    truth = effect + effect * part / (1 - part)
    assert_holds(coverage(vectors, moments.difference, truth))


@pytest.mark.parametrize("p", [0.5, 0.1, 0.01])
@pytest.mark.parametrize("alike", [0.0, 0.6])
def test_the_interval_of_a_paired_difference_of_shares_holds(p: float, alike: float, rng: np.random.Generator) -> None:
    deals = 300
    common = rng.random((RUNS, deals, 1))
    same = rng.random((RUNS, deals, 1)) < alike
    drawn = np.where(same, common, rng.random((RUNS, deals, 2)))
    truth = p / 2
    won = drawn < np.array([p, p + truth])
    ones = np.ones((RUNS, deals))
    vectors = np.stack([won[..., 1], ones, won[..., 0], ones], axis=2).astype(float)
    assert_holds(coverage(vectors, lambda one: moments.difference(one, of_shares=True), truth))


def test_the_interval_of_a_difference_between_subgroups_holds(rng: np.random.Generator) -> None:
    group = rng.choice(3, (RUNS, 500), p=[0.03, 0.3, 0.67])
    won = rng.random((RUNS, 500)) < np.array([0.3, 0.45, 0.9])[group]
    vectors = np.stack([won & (group == 0), group == 0, won & (group == 1), group == 1], axis=2).astype(float)
    assert_holds(coverage(vectors, lambda one: moments.difference(one, of_shares=True), -0.15))


@pytest.mark.parametrize("deals", [6, 40])
def test_the_interval_of_a_paired_difference_of_means_holds(deals: int, rng: np.random.Generator) -> None:
    common, own = rng.normal(0, 5, (RUNS, deals, 1)), rng.normal(0, 1, (RUNS, deals, 2))
    values = common + own + np.array([11.0, 10.0])
    ones = np.ones((RUNS, deals))
    assert_holds(coverage(np.stack([values[..., 0], ones, values[..., 1], ones], axis=2), moments.difference, 1.0))


def test_the_interval_of_the_change_of_a_cards_power_holds(rng: np.random.Generator) -> None:
    shape = RUNS, 250
    has, common = rng.random((2, *shape)) < 0.2, rng.normal(0, 1, shape)
    parts = []
    for holds, power in zip(has, (1.5, 0.5), strict=True):
        values = common + rng.normal(0, 1, shape) + power * holds
        parts += [values * holds, holds, values * ~holds, ~holds]
    assert_holds(coverage(np.stack(parts, axis=2).astype(float), moments.double_difference, 1.0))


def test_the_interval_of_the_synergy_of_two_cards_holds(rng: np.random.Generator) -> None:
    """Each of four hands has each card or not; together they are worth 0.1 more than each alone."""
    one, other = rng.random((2, RUNS // 2, 300, 4)) < 0.25
    won = rng.random(one.shape) < 0.2 + 0.1 * one + 0.05 * other + 0.1 * (one & other)
    parts = [part for here in (one & other, one, other, one | True) for part in (won & here, here)]
    vectors = np.stack([part.sum(axis=2) for part in parts], axis=2).astype(float)
    assert_holds(coverage(vectors, synergy, 0.1))


@pytest.mark.parametrize("values", [4, 60])
def test_the_interval_of_a_win_rate_minus_that_of_all_holds(values: int, rng: np.random.Generator) -> None:
    """Four seats, of which each has one of some values at random; those with the first win more often."""
    runs, deals = RUNS // 2, 400
    value = rng.integers(0, values, (runs, deals, 4))
    won = rng.random((runs, deals, 4)) < np.where(value == 0, 0.4, 0.25)
    here = value == 0
    some = [(won & here).sum(axis=2), here.sum(axis=2)]
    whole = [won.sum(axis=2), np.full((runs, deals), 4)]
    vectors = np.stack([*some, *whole], axis=2).astype(float)
    assert_holds(coverage(vectors, moments.difference, 0.15 * (1 - 1 / values)))


def test_p_values_below_5_percent_come_by_chance_in_5_percent(rng: np.random.Generator) -> None:
    for subgroup in (1.0, 0.08):
        mine, theirs = rng.random((2, RUNS, 400)) < 0.3
        inside = rng.random((RUNS, 400)) < subgroup
        ones = np.ones((RUNS, 400))
        vectors = np.stack([mine & inside, inside, theirs, ones], axis=2).astype(float)
        found = [moments.difference(one, of_shares=True) for one in each(vectors)]
        judged = [(one, moments.p_value(one)) for one in found if min(one.n, one.deals) >= moments.FEWEST]
        assert all((p < 0.05) == (not one.low <= 0 <= one.high) for one, p in judged)
        assert 0.03 <= np.mean([p < 0.05 for _, p in judged]) <= 0.07


def test_holms_method_rarely_marks_anything_where_nothing_differs(rng: np.random.Generator) -> None:
    runs, cards, deals = 300, 20, 120
    has = rng.random((runs * cards, deals)) < 0.4
    gained = rng.gamma(2.0, 1.0, (runs * cards, deals))
    vectors = np.stack([gained * has, has, gained * ~has, ~has], axis=2).astype(float)
    p_values = [moments.p_value(moments.difference(one)) for one in each(vectors)]
    marked = [any(moments.holm(p_values[at : at + cards])) for at in range(0, len(p_values), cards)]
    assert 0.01 <= np.mean(marked) <= 0.09  # 5%, with a standard error of 1.3


# ---------------------------------------------------------------- luck
def tables_of(
    rng: np.random.Generator, luck: float, whims: tuple[float, float], runs: int, deals: int, is_share: bool
) -> Numbers:
    """Two tables that play the same deals twice, as vectors per deal.

    A result is the worth of a hand, the whim of a bot (what a deterministic bot makes of exactly these cards, each time
    again), and chance.
    """
    seats, games = 4, 2
    worth = rng.normal(0, np.sqrt(luck), (runs, deals, seats))
    parts: list[Numbers] = []
    means = []
    for whim in whims:
        own = rng.normal(0, np.sqrt(whim), (runs, deals, seats))
        chance = rng.normal(0, np.sqrt(1 - luck - whim), (runs, deals, games, seats))
        values = (worth + own)[:, :, None] + chance
        if is_share:
            values = (values > 0).astype(float)
        means.append(values.mean(axis=2))
        counted = np.full((runs, deals), float(games * seats))
        parts += [values.sum(axis=(2, 3)), (values**2).sum(axis=(2, 3)), counted]
    together = (means[0] * means[1]).sum(axis=2)
    return np.stack([together, np.full((runs, deals), float(seats)), *parts], axis=2)


@pytest.mark.parametrize("luck", [0.0, 0.05, 0.4])
@pytest.mark.parametrize("whims", [(0.0, 0.0), (0.5, 0.0), (0.55, 0.55)])
@pytest.mark.parametrize("is_share", [False, True])
def test_luck_is_the_same_for_bots_of_different_determinism(
    luck: float, whims: tuple[float, float], is_share: bool, rng: np.random.Generator
) -> None:
    vectors = tables_of(rng, luck, whims, 600, 150, is_share)
    truth = 2 / np.pi * np.arcsin(luck) if is_share else luck  # the correlation of the signs of normal variables
    found = [moments.in_common(one) for one in each(vectors)]
    assert np.mean([one.mean for one in found]) == pytest.approx(truth, abs=0.01)
    assert_holds(coverage(vectors, moments.in_common, truth), 0.925, 0.975)  # 600 runs: a standard error of 0.9


# ---------------------------------------------------------------- planning
@pytest.mark.parametrize("effect", [0.01, 0.05])
def test_with_the_games_needed_an_effect_is_seen_four_times_in_five(effect: float, rng: np.random.Generator) -> None:
    won = wins(rng, 0.25, 1, 500, 2, 0.5)
    pilot = moments.share(next(each(np.stack([won, np.full_like(won, 2)], axis=2))))
    games = games_needed(pilot, 1000, effect)
    assert games is not None
    seen = []
    for _ in range(400):
        again = wins(rng, 0.25 + effect, 1, games // 2, 2, 0.5)
        figure = moments.share(next(each(np.stack([again, np.full_like(again, 2)], axis=2))))
        seen.append(figure.low > 0.25)
    assert 0.72 <= np.mean(seen) <= 0.88
