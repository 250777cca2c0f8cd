"""How long a game takes people, from the seconds that they took for a decision at a table.

The lab counts decisions, not seconds: bots do not think as people do. `weatherdeck lab --timings STORE` takes the
seconds from the table server's own records.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..measuring.moments import Figure, ratio, share
from .exhibits import KeyNumber, MeasuredRun

AWAY = 180.0
"""Seconds after which somebody has left the table: such pauses are not counted."""
FEWEST = 20
"""Decisions by people below which there is no estimate."""


@dataclass(frozen=True)
class Timing:
    """The seconds that people took for a decision with a choice."""

    mean: float
    error: float  # standard error; one observation is a match
    decisions: int
    matches: int
    source: str

    @property
    def note(self) -> str:
        """Where the seconds come from."""
        return (
            f"{self.mean:.1f} seconds per decision: the mean of {self.decisions:,} decisions by people in "
            f"{self.matches:,} matches ({self.source}), without pauses of more than {AWAY / 60:g} minutes"
        )


def timing(seconds: Sequence[Sequence[float]], source: str) -> Timing | None:
    """The mean over all decisions, given by match; None where there are too few."""
    matches = [[one for one in match if 0 <= one <= AWAY] for match in seconds]
    matches = [match for match in matches if match]
    counts = np.array([len(match) for match in matches], float)
    if counts.sum() < FEWEST:
        return None
    sums = np.array([sum(match) for match in matches])
    mean = float(sums.sum() / counts.sum())
    spread = sums - mean * counts
    error = math.sqrt(float((spread**2).sum()) / max(1, len(matches) - 1) * len(matches)) / float(counts.sum())
    return Timing(mean, error if len(matches) > 1 else math.inf, int(counts.sum()), len(matches), source)


def minutes(runs: Sequence[MeasuredRun], timed: Timing) -> KeyNumber:
    """The length of a game in minutes if people sat in all seats, by who played in the lab."""
    figures = {}
    for run in runs:
        decisions, forced = ratio(run.findings["decisions"]), share(run.findings["forced"])
        free = decisions.mean * (1 - forced.mean)
        mean = free * timed.mean / 60
        relative = math.hypot(timed.error / timed.mean if timed.mean else 0.0, decisions.error / decisions.mean)
        figures[run.label] = Figure(mean, mean * relative, timed.decisions, max(1, timed.matches), 0.0)
    return KeyNumber("Length in minutes, with people in all seats", figures, note=timed.note)
