"""How strong a student is: one seat among club players or, in a cooperative game, all seats."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from .school import Place, School
from .student import Student, masked

LONGEST = 5000
"""More steps than any game has."""


@dataclass(frozen=True)
class Mark:
    """A result with its standard error: the edge over a fair share among club players, or a team's score."""

    mean: float
    error: float
    games: int

    def __str__(self) -> str:
        return f"{self.mean:+.3f} ±{1.96 * self.error:.3f} ({self.games:,} games)"


@torch.no_grad()
def examine(
    place: Place,
    choose: Callable[[School], torch.Tensor],
    blank: Any,
    games: int,
    seed: int,
) -> Mark:
    """Let a chooser play so many games, each from another seat, among greedy players."""
    school = School(place, games, [blank], seed)
    players = blank.players
    team = place.game.cooperative
    mine = torch.arange(games, device=place.device) % players
    open_ = torch.ones(games, dtype=torch.bool, device=place.device)
    results = torch.zeros(games, players, device=place.device)
    for at in range(LONGEST):
        school.show()
        actions = choose(school)
        if not team:
            actions = torch.where(school.seats == mine, actions, school.favourites)
        school.step(actions)
        ended = (school.ended == 2) & open_
        results[ended] = school.results[ended]
        open_ &= ~ended
        if at % 16 == 0 and not bool(open_.any()):
            break
    counted = np.asarray(place.game.contest.counted(results.double().cpu().numpy(), blank))
    if team:
        own = counted.mean(1)
    else:
        own = counted[np.arange(games), mine.cpu().numpy()]
        own = own - (place.game.contest.even(blank) or 0.0)
    return Mark(float(own.mean()), float(own.std()) / math.sqrt(games), games)


def by_one_look(student: Student) -> Callable[[School], torch.Tensor]:
    """Choose the action that a student likes best."""

    def choose(school: School) -> torch.Tensor:
        logits, _ = student(school.seen, school.likes)
        return masked(logits, school.masks).argmax(-1)

    return choose


def marks(place: Place, student: Student, blanks: Sequence[Any], games: int, seed: int) -> dict[int, Mark]:
    """The student's marks, by the number of players."""
    return {blank.players: examine(place, by_one_look(student), blank, games, seed) for blank in blanks}
