"""Figures with confidence intervals, from sums that can be added batch by batch, on any number of machines.

Games of the same deal are not independent, and neither are the seats of a game. So one observation is a *deal*: what
was seen in it, summed up as a short vector (points and the number of seats, say). Only the number of vectors, their sum
and the sum of their products are kept. Every figure is a function of the mean vector (a ratio, a difference of ratios,
a share of variance). Its standard error follows from the covariance by the delta method.

An interval belongs to the deals in which a thing occurs, not to all deals of a run. Their number is not kept, but the
sums bound it: with m things in a deal, (sum of m)^2 / (sum of m^2) is the number of deals with any if each has equally
many, and less otherwise. The tests simulate every kind of figure: the intervals contain the truth in about 95% of runs.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ...bots.evidence import student
from .distributions import rule_of_three, share_interval, student_tails

Numbers = npt.NDArray[np.float64]
FEWEST = 30
"""The number of deals, and of things counted, below which nothing is called significant."""
ENOUGH = 100
"""The same for one of very many things, such as cards: fewer are too few for a test at so small an error to hold."""
STEP = 1e-6
"""The step of the numeric derivative, relative to the size of a component."""
ROUNDING = 1e-12
"""A variance below this part of the sums it was computed from is rounding."""


@dataclass
class Moments:
    """The number, the sum and the sum of products of vectors (or of stacks of them: the last axis is the vector)."""

    n: int
    sums: Numbers  # [..., component]
    products: Numbers  # [..., component, component]

    @classmethod
    def of(cls, vectors: Numbers) -> Moments:
        """The moments of one vector per deal: [deal, ..., component]."""
        wide = np.asarray(vectors, np.float64)
        return cls(len(wide), wide.sum(axis=0), np.einsum("d...i,d...j->...ij", wide, wide))

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.n + other.n, self.sums + other.sums, self.products + other.products)

    def part(self, first: int, after: int) -> Moments:
        """Some components of the vectors."""
        return Moments(self.n, self.sums[first:after], self.products[first:after, first:after])

    @property
    def mean(self) -> Numbers:
        """The mean vector."""
        return self.sums / self.n

    @property
    def scatter(self) -> Numbers:
        """The covariance of the mean vector."""
        if self.n < 2:
            return np.full(self.products.shape, np.inf)
        central = self.products / self.n - self.sums[..., :, None] * self.sums[..., None, :] / self.n**2
        return central / (self.n - 1)


@dataclass(frozen=True)
class Figure:
    """A figure with its 95% confidence interval, from `n` things (seats, games, rounds) in `deals` deals."""

    mean: float
    error: float  # the standard error
    n: int
    deals: int  # the effective number of deals in which there are such things
    low_end: float = -math.inf  # the smallest possible value
    high_end: float = math.inf
    bounds: tuple[float, float] | None = None  # the interval, where it is not symmetric

    @cached_property
    def _interval(self) -> tuple[float, float]:
        """The interval, which may reach beyond the possible values."""
        if self.bounds is not None:
            return self.bounds
        if not self.is_bounded:
            return -math.inf, math.inf
        if self.error == 0:  # all deals are equal: the rule of three bounds what else there may be
            return self._towards(self.low_end), self._towards(self.high_end)
        if (self.low_end, self.high_end) == (0.0, 1.0) and 0 < self.mean < 1:
            variance = self.error**2 * (self.deals - 1) / self.deals
            size = self.mean * (1 - self.mean) / variance  # of a simple random sample that varies as much
            return share_interval(self.mean * size, size)
        t = student(self.deals - 1)
        return self.mean - t * self.error, self.mean + t * self.error

    def _towards(self, end: float) -> float:
        is_inside = self.low_end < self.mean < self.high_end
        if math.isinf(end) or (is_inside and self.deals >= FEWEST and self.low_end == 0):
            return self.mean  # a ratio that is the same in so many deals is constant by the rules
        return self.mean + rule_of_three(self.deals) * (end - self.mean)

    @property
    def is_bounded(self) -> bool:
        """Whether there is enough data for an interval: at least two deals."""
        return self.deals > 1 and math.isfinite(self.mean) and math.isfinite(self.error)

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2 if self.is_bounded else math.inf

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return max(self.low_end, self._interval[0])

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return min(self.high_end, self._interval[1])


@dataclass(frozen=True)
class _Ratio:
    """A ratio of two components, linearised: what each deal adds to its error is a multiple of `weights`."""

    mean: float
    weights: Numbers
    deals: float  # effective number of deals with any
    variance: float

    @property
    def correction(self) -> float:
        """The factor for a variance that was taken around the mean of these deals."""
        return self.deals / (self.deals - 1)


def _ratio(moments: Moments, top: int, bottom: int) -> _Ratio:
    counted, squares = float(moments.sums[bottom]), float(moments.products[bottom, bottom])
    if counted == 0:
        return _Ratio(math.nan, np.zeros_like(moments.sums), 0.0, math.inf)
    mean, deals = float(moments.sums[top]) / counted, counted**2 / squares
    weights = np.zeros_like(moments.sums)
    weights[top], weights[bottom] = 1 / counted, -mean / counted
    if deals < 1.5:
        return _Ratio(mean, weights, deals, math.inf)
    # The residuals of all deals add up to 0, so the sum of their squares needs no centring.
    variance = float(weights @ moments.products @ weights)
    scale = (float(moments.products[top, top]) + mean**2 * squares) / counted**2
    return _Ratio(mean, weights, deals, variance if variance > ROUNDING * scale else 0.0)


def ratio(moments: Moments, low: float = -math.inf, high: float = math.inf) -> Figure:
    """The first component divided by the second: a mean, where the second is a count."""
    part = _ratio(moments, 0, 1)
    n = round(float(moments.sums[1]))
    if not math.isfinite(part.variance):
        return Figure(part.mean, math.inf, n, math.ceil(part.deals), low, high)
    error = math.sqrt(part.variance * part.correction)
    return Figure(part.mean, error, n, round(part.deals), low, high)


def share(moments: Moments) -> Figure:
    """A ratio between 0 and 1."""
    return ratio(moments, 0.0, 1.0)


def difference(moments: Moments, *, of_shares: bool = False) -> Figure:
    """The ratio of the first two components minus the ratio of the last two; both are shares where `of_shares`."""
    one, other = _ratio(moments, 0, 1), _ratio(moments, 2, 3)
    n = round(float(min(moments.sums[1], moments.sums[3])))
    low, high = (-1.0, 1.0) if of_shares else (-math.inf, math.inf)
    mean, fewest = one.mean - other.mean, min(one.deals, other.deals)
    if math.isnan(mean) or not math.isfinite(one.variance + other.variance):
        return Figure(mean, math.inf, n, math.ceil(fewest), low, high)
    mine, theirs = one.variance * one.correction, other.variance * other.correction
    together = float(one.weights @ moments.products @ other.weights) * math.sqrt(one.correction * other.correction)
    if mine == 0 or theirs == 0:
        together = 0.0
    whole = mine + theirs - 2 * together
    error = math.sqrt(whole) if whole > ROUNDING * (mine + theirs) else 0.0
    both = float(moments.products[1, 3]) / float(moments.sums[1] * moments.sums[3])
    distinct = 4 / (1 / one.deals + 1 / other.deals + 2 * both)  # deals of either: paired ones count once
    deals = min(_freedom(mine, one.deals, theirs, other.deals) + 1, distinct)
    bounds = None
    if of_shares and (error > 0 or mine + theirs == 0):
        parts = (share(moments.part(0, 2)), share(moments.part(2, 4)))
        bounds = _apart(*parts, together / math.sqrt(mine * theirs) if together else 0.0)
    return Figure(mean, error, n, round(deals), low, high, bounds)


def double_difference(moments: Moments) -> Figure:
    """The difference of the first four components minus the difference of the last four."""
    parts = [_ratio(moments, at, at + 1) for at in range(0, 8, 2)]
    n, deals = round(float(moments.sums[1::2].min())), min(part.deals for part in parts)
    mean = parts[0].mean - parts[1].mean - (parts[2].mean - parts[3].mean)
    if math.isnan(mean) or any(math.isinf(part.variance) for part in parts):
        return Figure(mean, math.inf, n, math.ceil(deals))
    weights = parts[0].weights - parts[1].weights - parts[2].weights + parts[3].weights
    variance = float(weights @ moments.products @ weights) * deals / (deals - 1)
    scale = sum(part.variance for part in parts)
    return Figure(mean, math.sqrt(variance) if variance > ROUNDING * scale else 0.0, n, round(deals))


def _freedom(mine: float, deals: float, theirs: float, others: float) -> float:
    """Welch's degrees of freedom of a difference: those of the part that varies more."""
    if mine + theirs == 0:
        return min(deals, others) - 1
    return (mine + theirs) ** 2 / (mine**2 / (deals - 1) + theirs**2 / (others - 1))


def _apart(one: Figure, other: Figure, correlation: float) -> tuple[float, float]:
    """The interval of a difference, from the intervals of both parts (Newcombe): it holds for rare things, too."""

    def reach(mine: float, theirs: float) -> float:
        return math.sqrt(max(0.0, mine**2 + theirs**2 - 2 * correlation * mine * theirs))

    mean = one.mean - other.mean
    return (
        mean - reach(one.mean - one.low, other.high - other.mean),
        mean + reach(one.high - one.mean, other.mean - other.low),
    )


def derived(
    moments: Moments,
    function: Callable[[Numbers], float],
    n: float,
    low: float = -math.inf,
    high: float = math.inf,
    deals: float | None = None,
) -> Figure:
    """A function of the mean vector, with its standard error by the delta method; `deals` are those with any of it."""
    mean = moments.mean
    value = function(mean)
    size = moments.n if deals is None else deals
    if not math.isfinite(value) or size < 1.5:
        return Figure(value if math.isfinite(value) else math.nan, math.inf, round(n), math.ceil(size), low, high)
    gradient = np.zeros_like(mean)
    for place in range(len(mean)):
        step = np.zeros_like(mean)
        step[place] = STEP * max(1e-3, abs(mean[place]))
        gradient[place] = (function(mean + step) - function(mean - step)) / (2 * step[place])
    with np.errstate(invalid="ignore"):
        variance = float(gradient @ moments.scatter @ gradient) * (moments.n - 1) / moments.n * size / (size - 1)
    error = math.sqrt(max(0.0, variance)) if math.isfinite(variance) else math.inf
    return Figure(value, error, round(n), round(size), low, high)


def in_common(moments: Moments) -> Figure:
    """The share of variance that two tables have in common which play the same deals: the luck of the deal.

    It is the correlation of what a seat achieves at one table and at the other. Components: the products of both
    tables' means, summed over the seats of a deal; the number of seats; the sum, the sum of squares and the number of
    values of the first table; the same of the second.
    """

    def shared(v: Numbers) -> float:
        one, other = _divided(v[2], v[4]), _divided(v[5], v[7])
        spread = (_divided(v[3], v[4]) - one**2) * (_divided(v[6], v[7]) - other**2)
        return _divided(_divided(v[0], v[1]) - one * other, math.sqrt(spread)) if spread > ROUNDING else math.nan

    counted = float(moments.sums[1])
    deals = counted**2 / float(moments.products[1, 1]) if counted else 0.0
    return derived(moments, shared, counted, -1.0, 1.0, deals)


def p_value(figure: Figure) -> float:
    """The two-sided p-value of a figure against 0 (Student's t); 1 where there is too little data.

    It agrees with the interval: below 5% where the interval does not contain 0.
    """
    if min(figure.n, figure.deals) < FEWEST or not figure.is_bounded:
        return 1.0
    low, high = figure._interval
    reach = figure.mean - low if figure.mean > 0 else high - figure.mean
    if reach < ROUNDING:
        return 1.0 if abs(figure.mean) < ROUNDING else 0.0
    return student_tails(student(figure.deals - 1) * figure.mean / reach, figure.deals - 1)


def holm(p_values: list[float], error: float = 0.05) -> list[bool]:
    """Which of many findings are significant: Holm's method, with a family-wise error rate of at most `error`."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    shown = [False] * len(p_values)
    for place, number in enumerate(order):
        if p_values[number] > error / (len(p_values) - place):
            break
        shown[number] = True
    return shown


def _divided(top: float, bottom: float) -> float:
    return float(top / bottom) if bottom != 0 else math.nan
