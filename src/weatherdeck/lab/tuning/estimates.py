"""What a candidate shows: each goal's figure, and what every deal contributed to it.

A figure is a ratio of sums over deals, or a difference of two ratios. The influence of a deal is how much it moves the
figure, to first order, so the figure's variance is that of the influences divided by the number of deals (the delta
method, as in `lab/measuring/moments.py`). Two candidates that played the same deals are compared with the covariance of
their influences: what a deal does to both cancels out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .goals import Goal

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class TableSums:
    """The sums of each deal at one table, and the goals that are measured there: their places and their columns."""

    sums: Numbers  # [deal, column]
    goals: tuple[tuple[int, int, int], ...]  # the goal's place, its first column, and the number of its columns


@dataclass(frozen=True)
class Seen:
    """The figures of a candidate."""

    values: Numbers  # by goal; nan where nothing was counted
    tables: tuple[tuple[tuple[int, ...], Numbers], ...]  # goals that share deals, and their influences [deal, goal]

    def error(self, goal: int) -> float:
        """The standard error of a figure."""
        of = self.influences(goal)
        return float(np.sqrt(np.mean(of**2) / max(1, len(of) - 1)))

    def influences(self, goal: int) -> Numbers:
        """What each deal contributed to a figure."""
        for goals, influences in self.tables:
            if goal in goals:
                return influences[:, goals.index(goal)]
        raise KeyError(goal)

    def deals(self, goal: int) -> int:
        """The number of deals behind a figure."""
        return len(self.influences(goal))


def seen(number_of_goals: int, tables: Sequence[TableSums]) -> Seen:
    """The figures in the sums of some tables."""
    values = np.full(number_of_goals, np.nan)
    influences = []
    for table in tables:
        columns = []
        for place, first, width in table.goals:
            values[place], influence = _ratio(table.sums[:, first : first + 2])
            if width == 4:
                fair, of_fair = _ratio(table.sums[:, first + 2 : first + 4])
                values[place] -= fair
                influence = influence - of_fair
            columns.append(influence)
        influences.append((tuple(place for place, _, _ in table.goals), np.stack(columns, axis=1)))
    return Seen(values, tuple(influences))


def _ratio(sums: Numbers) -> tuple[float, Numbers]:
    """A ratio of sums, and the influence of each deal on it."""
    top, bottom = sums.mean(axis=0)
    if bottom == 0:
        return np.nan, np.zeros(len(sums))
    value = top / bottom
    return float(value), (sums[:, 0] - value * sums[:, 1]) / bottom


def total_miss(goals: Sequence[Goal], values: Numbers) -> float:
    """How far the figures are from the middle halves of their ranges, added up."""
    return sum(float(goal.misses(values[place : place + 1])[0]) for place, goal in enumerate(goals))


def chance_of_less(goals: Sequence[Goal], one: Seen, other: Seen, draws: int = 1000, seed: int = 1) -> float:
    """The probability that one candidate misses by less than the other, or by as little.

    By drawing both candidates' figures together from the normal distribution with the covariance of the same deals.
    """
    random = np.random.default_rng(seed)
    mine = np.tile(one.values, (draws, 1))
    theirs = np.tile(other.values, (draws, 1))
    for (places, left), (_, right) in zip(one.tables, other.tables, strict=True):
        deals = min(len(left), len(right))
        both = np.concatenate([left[:deals], right[:deals]], axis=1)
        covariance = both.T @ both / deals / max(1, deals - 1)
        moved = random.multivariate_normal(np.zeros(len(covariance)), covariance, draws, check_valid="ignore")
        mine[:, places] += moved[:, : len(places)]
        theirs[:, places] += moved[:, len(places) :]
    misses = [sum(goal.misses(drawn[:, place]) for place, goal in enumerate(goals)) for drawn in (mine, theirs)]
    return float(np.mean(misses[0] <= misses[1]))
