"""What scores are worth between two rounds: the part of the victory that each seat may expect.

The game is won by places and not by points, and it ends when somebody reaches the target. So two points more are worth
much to one who is about to overtake, and nothing to one who is far behind. The chances follow from the rules and from
how often rounds end in which way: from the last rounds back to the first, as if all four played equally well.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .rules import LONGEST, POINTS, SEATS, TO_TARGET, TRICKS

Behind = npt.NDArray[np.int64]
"""By seat, from the one whose chances these are: how many points it has less than the leader, in many positions."""
Shares = npt.NDArray[np.float64]
Outcome = tuple[float, npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.bool_], Shares]
"""How often a round ends so; the stage and the place after it; whether the game is over then, and what would be won."""

SPLITS = {3: 0.71, 4: 0.26, 5: 0.03}
"""How often the partners who take more tricks take so many (742 rounds of club players)."""
FAR = 8
"""Seats that are farther behind than FAR - 1 points count as so far behind."""
STAGES = SEATS + TO_TARGET
"""First the rounds up to the one that sets the target, by their number; then the points from the leader to the target,
from the most to 1."""
UNIT = 10_000
"""What a whole victory counts in the table. The results of all seats add up to about 0."""


def chances() -> list[int]:
    """What a seat may expect, as `returns` counts, in UNITs: by stage, and by `_places` of how far seats are behind."""
    behind = np.indices((FAR,) * SEATS).reshape(SEATS, FAR**SEATS)
    possible = behind.min(axis=0) == 0  # somebody leads
    outcomes = [_outcomes(behind[:, possible], stage) for stage in range(STAGES)]
    found = np.zeros((STAGES, FAR**SEATS))
    for _ in range(LONGEST - SEATS):  # the leader may stay where they are for many rounds
        for stage in range(SEATS, STAGES):
            found[stage, possible] = _expected(found, outcomes[stage])
    for stage in reversed(range(SEATS)):
        found[stage, possible] = _expected(found, outcomes[stage])
    whole: list[int] = np.rint(UNIT * found).astype(np.int64).flatten().tolist()
    return whole


def _outcomes(behind: Behind, stage: int) -> list[Outcome]:
    """All ways in which a round may end that begins at some stage."""
    found: list[Outcome] = []
    for partner in range(1, SEATS):
        for ahead in (True, False):  # whether this seat and its partner take more tricks
            for tricks, share in SPLITS.items():
                more, fewer = POINTS[tricks], POINTS[TRICKS - tricks]
                ours, theirs = (more, fewer) if ahead else (fewer, more)
                gain = np.array([ours if seat in (0, partner) else theirs for seat in range(SEATS)])
                scores = gain[:, None] - behind
                top = scores.max(axis=0)
                if stage < SEATS:
                    later, over = np.full_like(top, stage + 1), np.zeros_like(top, bool)
                else:
                    left = STAGES - stage - top  # points from the leader to the target
                    later, over = STAGES - np.clip(left, 1, TO_TARGET), left <= 0
                often = share / (2 * (SEATS - 1))
                found.append((often, later, _places(top - scores), over, _won(scores)))
    return found


def _expected(found: Shares, outcomes: list[Outcome]) -> Shares:
    total: Shares = np.zeros(1)
    for often, stage, place, over, won in outcomes:
        total = total + often * np.where(over, won, found[stage, place])
    return total


def _places(behind: Behind) -> npt.NDArray[np.int64]:
    """Where the chances of seats that are so far behind are in a stage of the table."""
    place: npt.NDArray[np.int64] = np.zeros(behind.shape[1], np.int64)
    for seat in np.minimum(behind, FAR - 1):
        place = place * FAR + seat
    return place


def _won(scores: Behind) -> Shares:
    """What the first seat wins with these scores (TT-13, TT-14), as `returns` counts."""
    first, second, third, _ = -np.sort(-scores, axis=0)
    lowest = np.where((first > second) & (second > third), second, first)
    winning = scores >= lowest
    return np.where(winning[0], (SEATS / winning.sum(axis=0) - 1) / (SEATS - 1), -1 / (SEATS - 1))
