"""Pairs of cards: does having both do more, or less, than each of them alone promises?

For each pair the hands are of four kinds: with both cards, with one, with the other, with neither. If cards only added
up, both together would be worth as much as the one alone plus the other alone. What is above or below that is synergy.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..playing.columns import card_names, card_sets
from .moments import Figure, Moments, Numbers, derived

if TYPE_CHECKING:
    from .measure import Batch, Findings  # which calls this module

MOST_GAMES = 40_000
"""Games of a run that are measured: hundreds of pairs take longer than everything else, and later games add little."""
AT_ONCE = 4_000_000
"""Numbers in the table of hands and pairs that is worked on at once."""
SEPARATOR = " & "


def measure_pairs(batch: Batch, found: Findings, hands: Numbers, starts: Sequence[int]) -> None:
    """`[wins, hands]` of those with both cards, the first, the second, and of all: findings `pair/A & B`.

    `hands` are the wins of hands, from the mean of the table; `starts` is where each deal's hands begin. Random players
    make nothing of their cards, so theirs are left out.
    """
    kinds = list(dict.fromkeys(card_names(batch.game)))
    if set(batch.plan.bots) == {"random"} or len(set(batch.plan.bots)) > 1 or not card_sets(batch.game):
        return
    if batch.games["game"][0] >= MOST_GAMES:  # deals without a pair count as none, whatever the reason
        return
    column = batch.hands[card_sets(batch.game)[0]]
    names = card_names(batch.game)
    masks = np.array([sum(1 << bit for bit, name in enumerate(names) if name == kind) for kind in kinds], np.int64)
    pairs = np.array(list(combinations(range(len(kinds)), 2)))
    ends = [*starts[1:], len(column)]
    step = max(1, AT_ONCE // max(1, len(pairs) * (len(column) // len(starts))))
    sums, products = np.zeros((len(pairs), 8)), np.zeros((len(pairs), 8, 8))
    for first in range(0, len(starts), step):
        rows = slice(starts[first], ends[min(first + step, len(ends)) - 1])
        places = np.asarray(starts[first : first + step]) - rows.start
        moments = Moments.of(_vectors((column[rows, None] & masks) != 0, hands[rows], places, pairs))
        sums += moments.sums
        products += moments.products
    for place, (one, other) in enumerate(pairs):
        found.sums[f"pair/{kinds[one]}{SEPARATOR}{kinds[other]}"] = sums[place], products[place]


def _vectors(
    held: npt.NDArray[np.bool_], won: Numbers, starts: npt.NDArray[np.int64], pairs: npt.NDArray[np.int64]
) -> Numbers:
    """[deal, pair, component]."""
    has = held.astype(np.float64)
    both = has[:, pairs[:, 0]] * has[:, pairs[:, 1]]

    def by_deal(values: Numbers) -> Numbers:
        summed: Numbers = np.add.reduceat(values, starts, axis=0)
        return summed

    single, single_won = by_deal(has), by_deal(has * won[:, None])
    shape = (len(starts), len(pairs))
    parts = [
        by_deal(both * won[:, None]),
        by_deal(both),
        *(table[:, pairs[:, side]] for side in (0, 1) for table in (single_won, single)),
        np.broadcast_to(by_deal(won)[:, None], shape),
        np.broadcast_to(by_deal(np.ones(len(won)))[:, None], shape),
    ]
    return np.stack(parts, axis=2)


def synergy(moments: Moments) -> Figure:
    """The win rate with both cards, minus what each alone promises."""

    def beyond(v: Numbers) -> float:
        cells = (v[:2], v[2:4] - v[:2], v[4:6] - v[:2], v[6:] - v[2:4] - v[4:6] + v[:2])
        if any(count <= 0 for _, count in cells):
            return float("nan")
        both, one, other, neither = (wins / count for wins, count in cells)
        return float(both - one - other + neither)

    counted = float(moments.sums[1])
    deals = counted**2 / float(moments.products[1, 1]) if counted else 0.0
    return derived(moments, beyond, counted, -2.0, 2.0, deals)
