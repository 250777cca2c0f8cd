"""Evidence: the candidates of the frontier on deals that the search never saw, with simultaneous intervals.

The search picks what looked best on its deals, so there it looks better than it is (the winner's curse). On other deals
nothing was picked: the intervals hold. They hold together, for all figures that are shown (Bonferroni).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ...bots.evidence import student
from ..measuring.distributions import share_interval
from .bench import Bench, Stage
from .brief import Brief
from .estimates import Seen
from .goals import Goal
from .search import Outcome
from .space import RULEBOOK, Candidate

Verdict: TypeAlias = Literal["met", "not met", "open"]
ERROR = 0.05
"""How often any of the intervals may miss its figure."""


@dataclass(frozen=True)
class Interval:
    """A figure with its confidence interval."""

    value: float
    low: float
    high: float
    deals: int

    @property
    def half(self) -> float:
        """Half its width."""
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class Judged:
    """A goal on unseen deals."""

    goal: Goal
    found: Interval

    @property
    def verdict(self) -> Verdict:
        """Met if the whole interval is in the range, not met if none of it is, else open."""
        wanted = self.goal.range
        if wanted.low <= self.found.low and self.found.high <= wanted.high:
            return "met"
        return "not met" if self.found.high < wanted.low or self.found.low > wanted.high else "open"


@dataclass(frozen=True)
class Confirmed:
    """A candidate, with what it changes and what it shows on unseen deals."""

    candidate: Candidate
    changes: list[str]
    cost: float
    searched: float  # its distance on the deals of the search, which aims at the middle halves of the ranges
    judged: tuple[Judged, ...]
    doubts: tuple[str, ...] = ()  # what the bots do not know about its changes

    @property
    def miss(self) -> float:
        """How far its figures lie outside the ranges on unseen deals, added up."""
        return sum(one.goal.miss(one.found.value) for one in self.judged)

    def count(self, verdict: Verdict) -> int:
        """How many goals have this verdict."""
        return sum(one.verdict == verdict for one in self.judged)


def confirm(brief: Brief, outcome: Outcome, bench: Bench) -> list[Confirmed]:
    """Play the frontier and the rulebook on unseen deals. The rulebook comes first."""
    some = [RULEBOOK, *outcome.frontier]
    deals, unseen = brief.budget.confirm, brief.seed + 1  # the seed of a run is the upper half of its deals' seeds
    what = f"confirming {len(some)} candidates on {deals:,} unseen deals: chunks of deals"
    bench.play(what, some, outcome.last, deals, unseen)
    stage = outcome.last
    together = len(some) * len(stage.goals)
    return [
        Confirmed(
            one,
            brief.space.words(one),
            outcome.costs[one],
            outcome.miss(one),
            _judged(stage, bench.seen(one, stage, deals, unseen), together),
            bench.doubts(one, stage, unseen),
        )
        for one in some
    ]


def _judged(stage: Stage, seen: Seen, together: int) -> tuple[Judged, ...]:
    return tuple(
        Judged(goal, interval(goal, float(seen.values[place]), seen.error(place), seen.deals(place), together))
        for place, goal in enumerate(stage.goals)
    )


def interval(goal: Goal, value: float, error: float, deals: int, together: int = 1) -> Interval:
    """The confidence interval of a figure that is one of several that must hold together.

    A share has that of a simple random sample that varies as much.
    """
    if math.isnan(value):
        return Interval(value, -math.inf, math.inf, deals)
    if goal.quantity.is_share and not goal.quantity.from_fair:
        spread, variance = value * (1 - value), error**2 * (deals - 1) / deals
        size = spread / variance if variance > 1e-24 and spread > 1e-12 else float(deals)
        low, high = share_interval(value * size, size, ERROR / together)
        return Interval(value, max(0.0, low), min(1.0, high), deals)
    t = student(deals - 1, ERROR / together)
    return Interval(value, value - t * error, value + t * error, deals)
