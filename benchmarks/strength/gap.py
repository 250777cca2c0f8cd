"""How much of the way from random to one who sees all a bot covers: a ratio of means, with its interval."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from weatherdeck.bots.evidence import Numbers, student


@dataclass(frozen=True)
class Share:
    """A ratio and its 95% confidence interval."""

    ratio: float
    low: float
    high: float
    n: int

    @property
    def width(self) -> float:
        return self.high - self.low


def covered(low: Numbers, bot: Numbers, high: Numbers, bound: float) -> Share:
    """The share of the way from low to high that a bot covers. All have results of the same deals, within the bound.

    By Fieller's theorem: a ratio R belongs to the interval if the mean of (bot - low) - R (high - low) may be 0 by
    Student's t. The pairing by deals is in it: luck that all share cancels out. If the way may be 0, the interval is
    unbounded, as it should be.
    """
    n = len(bot)
    way, part = high - low, bot - low
    ratio = float(np.mean(part) / np.mean(way)) if np.mean(way) != 0 else math.nan
    if n < 2:
        return Share(ratio, -math.inf, math.inf, n)
    t = student(n - 1)
    spread = np.cov(part, way) / n * t**2
    if spread[0, 0] - 2 * ratio * spread[0, 1] + ratio**2 * spread[1, 1] < 1e-12:
        # All deals were equal: the rule of three says how frequent others may be.
        half = 2 * bound * min(1.0, 3 / n) / abs(float(np.mean(way)))
        return Share(ratio, ratio - half, ratio + half, n)
    a = float(np.mean(way)) ** 2 - spread[1, 1]
    b = float(np.mean(part) * np.mean(way)) - spread[0, 1]
    c = float(np.mean(part)) ** 2 - spread[0, 0]
    if a <= 0:
        return Share(ratio, -math.inf, math.inf, n)
    root = math.sqrt(max(0.0, b * b - a * c))
    return Share(ratio, (b - root) / a, (b + root) / a, n)
