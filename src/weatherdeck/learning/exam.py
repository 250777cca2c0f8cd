"""How strong a student is, by one look at each decision, on deals that it does not learn from.

The student has one seat, each in turn, and a bot has the others. Where there is one victory, its mark is its share of
it over a fair share. Where seats belong to sides there is no fair share, so the mark is what it gains over the bot in
the same seat of the same deals; and so is every mark of a best response. In a cooperative game all seats are the
student's, and the mark is their score or, compared with a bot, what they score more than a team of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from ..bots.policy import Policy
from ..games.game import Game
from .opponents import moves_of
from .school import Place, School
from .student import Student, masked

Numbers = npt.NDArray[np.float64]
Chooser = Callable[[School], torch.Tensor]
LONGEST = 5000
"""More steps than any game has."""


@dataclass(frozen=True)
class Mark:
    """A result with its standard error."""

    mean: float
    error: float
    games: int

    @property
    def low(self) -> float:
        """The lower end of its 95% interval."""
        return self.mean - 1.96 * self.error

    @property
    def high(self) -> float:
        """The upper end of its 95% interval."""
        return self.mean + 1.96 * self.error

    def __str__(self) -> str:
        return f"{self.mean:+.3f} ±{1.96 * self.error:.3f} ({self.games:,} games)"


def mark(gains: Numbers) -> Mark:
    """What single games show."""
    return Mark(float(gains.mean()), float(gains.std()) / math.sqrt(len(gains)), len(gains))


def by_one_look(student: Student) -> Chooser:
    """Choose the action that a student likes best."""

    def choose(school: School) -> torch.Tensor:
        logits, _ = student(school.seen, school.likes)
        return masked(logits, school.masks).argmax(-1)

    return choose


@torch.no_grad()
def play(
    place: Place, blank: Any, games: int, seed: int, bot: Policy, choose: Chooser | None, *, alone: bool = True
) -> Numbers:
    """Play so many games; what each seat in turn got, in what people count.

    The chooser has that seat, and the bot has the others; if it is not alone, the chooser has all seats, and if there
    is none, the bot has. The deals depend on the seed only.
    """
    school = School(place, games, [blank], seed)
    bots = moves_of(school, bot)
    own = torch.arange(games, device=place.device) % blank.players
    open_ = torch.ones(games, dtype=torch.bool, device=place.device)
    results = torch.zeros(games, blank.players, device=place.device)
    for at in range(LONGEST):
        school.show()
        actions = bots() if choose is None or alone else choose(school)
        if choose is not None and alone:
            actions = torch.where(school.seats == own, choose(school), actions)
        school.step(actions)
        ended = (school.ended == 2) & open_
        results[ended] = school.results[ended]
        open_ &= ~ended
        if at % 16 == 0 and not bool(open_.any()):
            break
    counted = np.asarray(place.game.contest.counted(results.double().cpu().numpy(), blank), np.float64)
    return counted[np.arange(games), own.cpu().numpy()]


class Deals:
    """What is played in an exam: the games of each number of players are shared among the options that vary."""

    def __init__(self, blanks: Sequence[Any], games: int) -> None:
        self.blanks = blanks
        numbers = [blank.players for blank in blanks]
        self.games = [max(players, games // numbers.count(players)) for players in numbers]  # by blank

    def marks(self, gains: Callable[[int], Numbers]) -> dict[int, Mark]:
        """Marks by the number of players, from what was gained in the games of each blank."""
        found: dict[int, list[Numbers]] = {}
        for k, blank in enumerate(self.blanks):
            found.setdefault(blank.players, []).append(gains(k))
        return {players: mark(np.concatenate(parts)) for players, parts in found.items()}


class Exam:
    """Games with a bot in the other seats, on the same deals whenever it is taken."""

    def __init__(
        self, place: Place, deals: Deals, bots: Sequence[Policy], seed: int, *, absolute: bool = False,
        response: bool = False,
    ) -> None:  # fmt: skip
        """`bots` are by blank. `absolute`: a team's score itself; `response`: compare with the bot in every game."""
        self.place, self.deals, self.bots, self.seed = place, deals, bots, seed
        self.absolute, self.response = absolute, response
        self.alone = response or not place.game.cooperative
        self._usual: dict[int, Numbers | float] = {}

    def take(self, student: Student) -> dict[int, Mark]:
        """The student's marks, by the number of players."""
        return self.deals.marks(lambda k: self._play(k, by_one_look(student)) - self._expected(k))

    def _expected(self, k: int) -> Numbers | float:
        """What the student is compared with: a fair share, or the bot in its place."""
        if k not in self._usual:
            even = self.place.game.contest.even(self.deals.blanks[k])
            if self.absolute and not self.alone:
                self._usual[k] = 0.0
            elif even is not None and not self.response:
                self._usual[k] = even
            else:
                self._usual[k] = self._play(k, None)
        return self._usual[k]

    def _play(self, k: int, choose: Chooser | None) -> Numbers:
        blank, games = self.deals.blanks[k], self.deals.games[k]
        return play(self.place, blank, games, self.seed + (k << 32), self.bots[k], choose, alone=self.alone)


def meaning(game: Game, blank: Any, bot: str, *, absolute: bool = False) -> str:
    """What a mark among players of a level is, for people."""
    one = f"an {bot}" if bot[0] in "aeiou" else f"a {bot}"
    if game.cooperative:
        return "points for a team of it" if absolute else f"points more than a team of {bot} players"
    if game.contest.even(blank) is None:
        return f"more wins than {one} player in the same seat, among {bot} players"
    return f"over a fair share among {bot} players"
