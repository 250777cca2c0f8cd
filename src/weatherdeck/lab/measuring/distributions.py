"""Distributions that intervals need: Student's t, and the interval of a share that may be near 0 or 1."""

from __future__ import annotations

import math
from statistics import NormalDist

MANY = 30.0
"""From so many successes and as many failures on, Wilson's interval is as good as the exact one, and cheaper."""
TINY = 1e-300
PRECISION = 1e-12


def beta_below(p: float, a: float, b: float) -> float:
    """The regularised incomplete beta function: the probability that a beta variable lies below p."""
    if p <= 0.0 or p >= 1.0:
        return float(p >= 1.0)
    if p > (a + 1) / (a + b + 2):  # where the fraction converges slowly; the other side is fast
        return 1.0 - beta_below(1.0 - p, b, a)
    logs = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(p) + b * math.log1p(-p)
    return math.exp(logs) / a * _fraction(p, a, b)


def _fraction(p: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    c, d = 1.0, 1.0 / _away_from_zero(1.0 - (a + b) * p / (a + 1))
    value = d
    for m in range(1, 2000):
        for term in (
            m * (b - m) * p / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * p / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1.0 / _away_from_zero(1.0 + term * d)
            c = _away_from_zero(1.0 + term / c)
            value *= c * d
        if abs(c * d - 1.0) < PRECISION:
            break
    return value


def _away_from_zero(value: float) -> float:
    return value if abs(value) > TINY else TINY


def student_tails(t: float, freedom: float) -> float:
    """The probability that Student's t is further from 0 than this, on either side."""
    return beta_below(freedom / (freedom + t * t), freedom / 2, 0.5)


def share_interval(successes: float, n: float, error: float = 0.05) -> tuple[float, float]:
    """The confidence interval of a share; the counts need not be whole numbers.

    It is the mid-P version of Clopper and Pearson's interval, which holds for shares near 0 and 1. With many successes
    and failures it is Wilson's.
    """
    if min(successes, n - successes) >= MANY:
        z = NormalDist().inv_cdf(1 - error / 2)
        centre = (successes + z**2 / 2) / (n + z**2)
        half = z / (n + z**2) * math.sqrt(successes * (n - successes) / n + z**2 / 4)
        return centre - half, centre + half
    if successes <= 0:
        return 0.0, rule_of_three(n, error)
    if successes >= n:
        return 1.0 - rule_of_three(n, error), 1.0
    return _mid_quantile(successes, n, error / 2), _mid_quantile(successes, n, 1 - error / 2)


def rule_of_three(n: float, error: float = 0.05) -> float:
    """The largest plausible share of what was seen in none of n observations: about 3 / n."""
    return 1.0 - math.exp(math.log(error) / n)


def _mid_quantile(successes: float, n: float, level: float) -> float:
    """The share at which the mid-P probability of more successes has this level."""
    failures = n - successes
    low, high = 0.0, 1.0
    p = (successes + 1) / (n + 2)
    logs = math.lgamma(n + 1) - math.lgamma(successes + 1) - math.lgamma(failures + 1)
    for _ in range(200):
        term = math.exp(logs + successes * math.log(p) + failures * math.log1p(-p))  # of exactly so many successes
        reached = beta_below(p, successes + 1, failures) + term / 2
        if reached < level:
            low = p
        else:
            high = p
        slope = term / 2 * (failures / (1 - p) + successes / p)
        step = p - (reached - level) / slope if slope > TINY else low
        following = step if low < step < high else (low + high) / 2
        if abs(following - p) <= PRECISION * p:
            return following
        p = following
    return p
