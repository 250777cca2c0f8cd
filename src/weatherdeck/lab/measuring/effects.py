"""Effects on winning, measured against a fair share: the win rate of some seats minus that of all.

A fair share is more than one in so many players where several can win. Wins of some and of all are summed in the same
deals, so the interval of their difference knows how they vary together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ...games.figures import Wins
from .moments import Figure, Moments, difference

if TYPE_CHECKING:
    from .measure import Batch, Collector, Findings  # which calls this module


def measure_effects(batch: Batch, found: Collector) -> None:
    """Measure what the turn order and the game's own panels have to do with winning: findings `edge/...`."""
    _against_all(found, batch, "turn", batch.seats["turn"], batch.seats["won"])
    for panel in batch.panels:
        if isinstance(panel, Wins):
            _against_all(found, batch, f"wins/{panel.figure}", batch.values(panel.figure), batch.won(panel.figure))


def _against_all(
    found: Collector, batch: Batch, name: str, values: npt.NDArray[np.int64], won: npt.NDArray[np.float64]
) -> None:
    """`[wins of all, their number]`; by value `[wins, number, wins of all, number of all]` of deals that have it."""
    whole = batch.mean(won)
    found.add(f"edge_of_all/{name}", whole)
    for value in np.unique(values).tolist():
        here = values == value
        some = batch.mean(won * here, here)
        found.add(f"edge/{name}/{value}", np.concatenate([some, whole * (some[:, 1:] > 0)], axis=1))


def edge(found: Findings, name: str, value: str) -> Figure:
    """The win rate of those with this value, minus that of all."""
    some, whole = found[f"edge/{name}/{value}"], found[f"edge_of_all/{name}"]
    sums, products = some.sums.copy(), some.products.copy()
    sums[2:], products[2:, 2:] = whole.sums, whole.products  # of all deals; without the value, the rest is 0 there
    return difference(Moments(some.n, sums, products))
