"""Statistics of results: means with confidence intervals, ratings, and a sequential test."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
Groups = npt.NDArray[np.int64]

Z95 = 1.959964
T95 = (math.nan, 12.7062, 4.3027, 3.1824)
"""Student's t for the smallest degrees of freedom, where the series below is not good enough."""
BETS = (1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)
ERROR = 0.05
"""Error rate of the sequential test: how often it may call one of two equal bots stronger, for any stopping rule."""
RESAMPLES = 1000
ELO = 400 / math.log(10)


@dataclass(frozen=True)
class Estimate:
    """A mean and its 95% confidence interval."""

    mean: float
    low: float
    high: float
    n: int


def mean(values: Sequence[float] | Numbers, bound: float = math.inf, groups: Groups | None = None) -> Estimate:
    """The mean of values between -bound and bound, with Student's t interval.

    Values are independent or, where they have numbers of groups, those of different groups are: the values of a group
    may have all but noise in common.
    """
    n, centre = len(values), float(np.mean(values))
    known = float(n)
    if groups is not None:
        known = n * n / float(np.sum(np.bincount(groups) ** 2))  # so many groups of equal size would tell as much
    if known < 2:
        return Estimate(centre, -bound, bound, n)
    if groups is None:
        error = float(np.std(values, ddof=1)) / math.sqrt(n)
    else:
        apart = np.bincount(groups, np.asarray(values) - centre)
        error = math.sqrt(float(np.sum(apart**2)) * known / (known - 1)) / n
    half = student(int(known) - 1) * error
    if half < 1e-9:  # all values are equal: the rule of three says how frequent others may be
        half = 2 * bound * min(1.0, 3 / known)
    return Estimate(centre, max(-bound, centre - half), min(bound, centre + half), n)


def student(freedom: int, error: float = 0.05) -> float:
    """How far Student's t lies from 0 with this probability, on either side: its 97.5% quantile by default.

    By its expansion around the normal distribution, which needs more degrees of freedom the smaller the error is.
    """
    if error == 0.05 and freedom < len(T95):
        return T95[freedom]
    if freedom < 1:
        return math.inf
    z = Z95 if error == 0.05 else NormalDist().inv_cdf(1 - error / 2)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def share(wins: int, n: int) -> Estimate:
    """A share, with Wilson's interval."""
    centre = (wins + Z95**2 / 2) / (n + Z95**2)
    half = Z95 / (n + Z95**2) * math.sqrt(wins * (n - wins) / n + Z95**2 / 4)
    return Estimate(wins / n, max(0.0, centre - half), min(1.0, centre + half), n)


def shown_after(values: Sequence[float] | Numbers, bound: float, error: float = ERROR / 2) -> int | None:
    """After how many values their mean is shown to be above 0; None if it is not.

    A test by betting: a gambler starts with 1 and bets a fixed fraction of their wealth on each value being above 0. If
    the mean is 0 or below, the wealth reaches 1 / error with a probability of at most `error` (Ville's inequality).
    This holds for any stopping rule and any distribution between -bound and bound. The wealth is split among several
    gamblers with different fractions.
    """
    if len(values) == 0:
        return None
    scaled = np.clip(np.asarray(values, float) / bound, -1, 1)
    with np.errstate(divide="ignore"):  # the gambler with the largest fraction may lose everything
        fortunes = np.cumsum(np.log1p(np.outer(BETS, scaled)), axis=1)
    highest = fortunes.max(axis=0)
    together = highest + np.log(np.exp(fortunes - highest).mean(axis=0))
    reached = np.flatnonzero(together >= -math.log(error))
    return int(reached[0]) + 1 if len(reached) else None


def ratings(edges: Numbers, pairs: Sequence[tuple[int, int]], bots: int, bound: float) -> list[Estimate]:
    """Elo-like ratings of bots with an average of 0, from the edge of the first bot of each pair in each deal.

    An edge from -bound to bound is mapped to a share from 0 to 1, and the ratings follow the Bradley-Terry model: 400
    points more are odds of ten to one. The confidence intervals come from resampled deals (bootstrap).
    """
    deals = len(edges)
    point = ELO * bradley_terry((1 + edges.mean(axis=0, keepdims=True) / bound) / 2, pairs, bots, deals)[0]
    if deals == 1:
        return [Estimate(float(rating), -math.inf, math.inf, 1) for rating in point]
    means = resampled(edges, bound)
    low, high = np.quantile(ELO * bradley_terry((1 + means / bound) / 2, pairs, bots, deals), (0.025, 0.975), axis=0)
    return [Estimate(float(r), float(lo), float(hi), deals) for r, lo, hi in zip(point, low, high, strict=True)]


def resampled(edges: Numbers, bound: float) -> Numbers:
    """Bootstrap means of the columns: of as many deals, drawn with replacement."""
    rng = np.random.default_rng(0)
    deals, pairs = edges.shape
    means: Numbers = rng.multinomial(deals, np.full(deals, 1 / deals), RESAMPLES) @ edges / deals
    # If all deals are equal, nothing else can be drawn: Jeffreys's prior says how frequent others may be.
    others = rng.beta(0.5, deals + 0.5, (RESAMPLES, pairs))
    extreme = rng.choice((-bound, bound), (RESAMPLES, pairs))
    return np.where(np.ptp(edges, axis=0) < 1e-9, means + others * (extreme - means), means)


def bradley_terry(shares: Numbers, pairs: Sequence[tuple[int, int]], bots: int, deals: int) -> Numbers:
    """The maximum likelihood strengths, one row for each row of shares; each row sums to 0.

    Half a drawn deal is added to every pair, so that a bot that wins everything does not get an infinite rating.
    """
    shares = (shares * deals + 0.25) / (deals + 0.5)
    signs = np.zeros((len(pairs), bots))
    for number, (first, second) in enumerate(pairs):
        signs[number, first], signs[number, second] = 1, -1
    strengths = np.zeros((len(shares), bots))
    for _ in range(100):
        expected = 1 / (1 + np.exp(-strengths @ signs.T))
        slope = (shares - expected) @ signs
        # The shares do not determine the sum of the strengths; adding 1 everywhere does.
        curve = np.einsum("rp,pi,pj->rij", expected * (1 - expected), signs, signs) + 1
        step = np.clip(np.linalg.solve(curve, slope[..., None])[..., 0], -1, 1)
        strengths += step
        if np.abs(step).max() < 1e-9:
            break
    centred: Numbers = strengths - strengths.mean(axis=1, keepdims=True)
    return centred
