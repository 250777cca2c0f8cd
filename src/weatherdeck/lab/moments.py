"""Figures with confidence intervals, from sums that can be added batch by batch, on any number of machines.

Games of the same deal are not independent, and neither are the seats of a game. So one observation is a *deal*: what
was seen in it, summed up as a short vector (points and the number of seats, say). Only the number of vectors, their sum
and the sum of their products are kept. Every figure is a function of the mean vector (a ratio, a difference of ratios,
a share of variance). Its confidence interval follows from the covariance by the delta method.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..bots.evidence import student

Numbers = npt.NDArray[np.float64]
FEWEST = 30
"""The number of deals, and of things counted, below which nothing is called significant."""
STEP = 1e-6
"""The step of the numeric derivative, relative to the size of a component."""


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
    deals: int
    low_end: float = -math.inf  # the smallest possible value
    high_end: float = math.inf

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        if self.deals < 2 or math.isnan(self.mean):
            return math.inf
        if self.error < 1e-12:  # all deals are equal: the rule of three bounds what else there may be
            width = self.high_end - self.low_end
            return min(1.0, 3 / self.deals) * width if math.isfinite(width) else 0.0
        return student(self.deals - 1) * self.error

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return max(self.low_end, self.mean - self.half)

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return min(self.high_end, self.mean + self.half)


def derived(
    moments: Moments, function: Callable[[Numbers], float], n: float, low: float = -math.inf, high: float = math.inf
) -> Figure:
    """A function of the mean vector, with its standard error by the delta method."""
    mean = moments.mean
    value = function(mean)
    if not math.isfinite(value):
        return Figure(math.nan, math.inf, round(n), moments.n, low, high)
    gradient = np.zeros_like(mean)
    for place in range(len(mean)):
        step = np.zeros_like(mean)
        step[place] = STEP * max(1e-3, abs(mean[place]))
        gradient[place] = (function(mean + step) - function(mean - step)) / (2 * step[place])
    with np.errstate(invalid="ignore"):
        variance = float(gradient @ moments.scatter @ gradient)
    error = math.sqrt(max(0.0, variance)) if math.isfinite(variance) else math.inf
    return Figure(value, error, round(n), moments.n, low, high)


def ratio(moments: Moments, low: float = -math.inf, high: float = math.inf) -> Figure:
    """The first component divided by the second: a mean, where the second is a count."""
    return derived(moments, lambda v: _divided(v[0], v[1]), float(moments.sums[1]), low, high)


def share(moments: Moments) -> Figure:
    """A ratio between 0 and 1."""
    return ratio(moments, 0.0, 1.0)


def difference(moments: Moments) -> Figure:
    """The ratio of the first two components minus the ratio of the last two."""
    counted = min(moments.sums[1], moments.sums[3])
    return derived(moments, lambda v: _divided(v[0], v[1]) - _divided(v[2], v[3]), float(counted))


def of_the_deal(moments: Moments, repeats: int) -> Figure:
    """The share of variance between deals, where each was played several times: the intraclass correlation.

    Components: the products of a seat's values summed over all pairs of replays, the sum of squares, the sum, and the
    number of values.
    """

    def between(v: Numbers) -> float:
        mean = _divided(v[2], v[3])
        total = _divided(v[1], v[3]) - mean * mean
        together = _divided(v[0], v[3] * (repeats - 1)) - mean * mean
        return _divided(together, total)

    return derived(moments, between, float(moments.sums[3]), -1.0, 1.0)


def p_value(figure: Figure) -> float:
    """The two-sided p-value of a figure against 0 (normal approximation); 1 where there is too little data."""
    if min(figure.n, figure.deals) < FEWEST or not math.isfinite(figure.error) or math.isnan(figure.mean):
        return 1.0
    if figure.error < 1e-12:
        return 1.0 if abs(figure.mean) < 1e-12 else 0.0
    return math.erfc(abs(figure.mean) / figure.error / math.sqrt(2))


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
