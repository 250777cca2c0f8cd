"""The luck of the deal: what two tables of different players have in common when they play the same deals.

At each table all players are equally strong, and each hand is played at both. What a seat achieves at one table and at
the other has in common what the cards and the seat are worth, and nothing else. How alike the games of one and the same
bot are says nothing about luck: a bot that decides the same way each time repeats its games, lucky or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from ...bots.policy import RANDOM
from ..playing.engines import Engine, in_order
from ..playing.plan import RunPlan
from ..playing.run import Run
from .measure import Findings, Numbers

LUCK = "luck"
WHAT = ("won", "score")


def measure_luck(runs: Sequence[Run], findings: Sequence[Findings], engine: Engine) -> None:
    """Add to the findings of each run what it has in common with every earlier one: `luck/won/WHO`, `luck/score/WHO`.

    The vectors are those of `moments.in_common`.
    """
    measured = list(zip(runs, findings, strict=True))
    for (one, _), (other, found) in combinations(measured, 2):
        if _are_comparable(one.plan, other.plan):
            coarse, fine = sorted((one, other), key=lambda run: -_deals(run.plan, 0).stop)
            jobs = [number for number in coarse.done() if _overlapping(fine, _deals(coarse.plan, number))]
            for part in in_order(engine, partial(_measure_batch, one, other, coarse is one), jobs):
                for name, vectors in part.items():
                    found.add(f"{LUCK}/{name}/{one.plan.label}", vectors)


def _are_comparable(one: RunPlan, other: RunPlan) -> bool:
    """Whether two runs are tables of equals on the same deals who play differently; at random is not playing."""
    mine, theirs = (plan.policies[plan.bots[0]] for plan in (one, other))
    return (
        all(len(set(plan.bots)) == 1 for plan in (one, other))
        and (one.players, one.seed, one.options, one.deck) == (other.players, other.seed, other.options, other.deck)
        and (mine or one.bots[0]) != (theirs or other.bots[0])  # of bots of other packages only the name is known
        and all(not settings or settings["kind"] != RANDOM for settings in (mine, theirs))
    )


def _deals(plan: RunPlan, number: int) -> range:
    """The deals of a batch."""
    span = plan.span(number)
    return range(span.start // plan.repeats, (span.stop - 1) // plan.repeats + 1)


def _overlapping(run: Run, deals: range) -> list[int]:
    """The finished batches of a run with any of these deals."""
    found = [(number, _deals(run.plan, number)) for number in run.done()]
    return [number for number, its in found if its.start < deals.stop and deals.start < its.stop]


def _measure_batch(one: Run, other: Run, first_is_coarse: bool, number: int) -> dict[str, Numbers]:
    deals = _deals((one if first_is_coarse else other).plan, number)
    mine, theirs = (_Table.of(run, deals) for run in (one, other))
    played = (mine.games > 0) & (theirs.games > 0)
    return {name: _vectors(mine, theirs, name, played) for name in WHAT}


def _vectors(mine: _Table, theirs: _Table, name: str, played: npt.NDArray[np.bool_]) -> Numbers:
    seats = mine.sums[name].shape[1]
    means = [table.sums[name][played] / table.games[played, None] for table in (mine, theirs)]
    parts = [(means[0] * means[1]).sum(axis=1), np.full(int(played.sum()), float(seats))]
    for table in (mine, theirs):
        parts += [table.sums[name][played].sum(axis=1), table.squares[name][played], table.games[played] * seats]
    return np.stack(parts, axis=1)


@dataclass(frozen=True)
class _Table:
    """What the seats of a run achieved in some deals."""

    games: Numbers  # [deal]
    sums: dict[str, Numbers]  # [deal, seat]
    squares: dict[str, Numbers]  # [deal]

    @classmethod
    def of(cls, run: Run, deals: range) -> _Table:
        players = run.plan.players
        games = np.zeros(len(deals))
        sums = {name: np.zeros((len(deals), players)) for name in WHAT}
        squares = {name: np.zeros(len(deals)) for name in WHAT}
        for number in _overlapping(run, deals):
            seats = run.read("seats", number)
            place = _column(seats, "game")[::players] // run.plan.repeats - deals.start
            here = (place >= 0) & (place < len(deals))
            np.add.at(games, place[here], 1.0)
            for name in WHAT:
                values = _column(seats, name).astype(np.float64).reshape(-1, players)[here]
                np.add.at(sums[name], place[here], values)
                np.add.at(squares[name], place[here], (values**2).sum(axis=1))
        return cls(games, sums, squares)


def _column(table: Any, name: str) -> npt.NDArray[Any]:
    return np.asarray(table[name].combine_chunks().to_numpy(zero_copy_only=False))
