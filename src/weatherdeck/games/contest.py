"""How a contest is judged: what a game declares about winning, so that nothing else has to guess it.

`Rivals`   everyone plays for themselves: the best result wins, and equal ones share the victory
`Sides`    seats belong to sides by their roles: both sides can win, or neither
`Team`     everyone plays together against the game

A game names one of them in its `Game`. The ladder, hints and reviews ask it and look at nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

Numbers: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Unit:
    """What a result is counted in."""

    name: str  # "chance of winning", "points" or "result"
    is_share: bool  # from 0 to 1, shown as a percentage

    def text(self, amount: float, signed: bool = False) -> str:
        """An amount for people."""
        form = "+" if signed else ""
        return f"{amount:{form}.0%}" if self.is_share else f"{amount:{form}.1f}"

    def finely(self, amount: float) -> str:
        """The same with one more digit, for differences, which are small."""
        return f"{amount:.1%}" if self.is_share else f"{amount:.2f}"


CHANCE = Unit("chance of winning", True)
POINTS = Unit("points", False)
RESULT = Unit("result", False)
"""From -1 to 1: of a cooperative game that counts no points."""


class Utility(Enum):
    """How the results of the seats of one game relate to each other."""

    ZERO_SUM = "zero sum"  # they add up to zero
    IDENTICAL = "identical"  # all seats have the same
    GENERAL_SUM = "general sum"


class Contest(ABC):
    """What can be asked of every contest."""

    pairing: ClassVar[Literal["rivals", "sides", "team"]]
    """How two bots are compared on the ladder."""

    @property
    def unit(self) -> Unit:
        """What people count."""
        return CHANCE

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the greatest result there is, in what people count."""
        return 0.0, 1.0

    @abstractmethod
    def counted(self, results: Numbers, state: Any) -> Numbers:
        """The results of the seats (the last axis) in what people count. The state is one of that game, redacted."""

    @abstractmethod
    def utility(self, state: Any) -> Utility:
        """How the results of the seats relate, in a game with the options of this state."""

    def even(self, state: Any) -> float | None:  # noqa: ARG002  # only some contests share one victory
        """The result of a seat if all were equally good, in what people count; None where nothing is shared out."""
        return None

    def places(self, results: Sequence[float], amounts: Sequence[float], state: Any) -> tuple[int, ...] | None:  # noqa: ARG002
        """The place of each seat at the end, from 1; equals share one. None where seats are not ranked.

        The results say who won. The amounts (what the game's story counts) rank those who did not.
        """
        return None

    def roles(self, state: Any) -> tuple[str, ...]:  # noqa: ARG002  # only some contests have roles
        """The names of the roles of the seats in a dealt state, where seats have one for the whole game."""
        return ()


@dataclass(frozen=True)
class Rivals(Contest):
    """Everyone plays for themselves: the best result wins, and equal ones share the victory."""

    zero_sum: bool = True  # whether the results of the seats add up to zero

    pairing = "rivals"

    def counted(self, results: Numbers, state: Any) -> Numbers:  # noqa: ARG002  # it is the same in every state
        """The share of each seat in the victory."""
        return shares_of_victory(results)

    def utility(self, state: Any) -> Utility:  # noqa: ARG002  # as above
        """What one seat wins the others lose, unless the game says otherwise."""
        return Utility.ZERO_SUM if self.zero_sum else Utility.GENERAL_SUM

    def even(self, state: Any) -> float | None:
        """One victory for all seats."""
        return 1 / float(state.players)

    def places(self, results: Sequence[float], amounts: Sequence[float], state: Any) -> tuple[int, ...] | None:  # noqa: ARG002
        """The winners, then the others by their amounts."""
        return ranked(results, amounts)


@dataclass(frozen=True)
class Sides(Contest):
    """Seats belong to sides by their roles. A seat's result is its side's, so a seat is only compared with itself."""

    names: tuple[str, ...]  # of the roles
    role_of: Callable[[Any, int], int]  # the role of a seat in a dealt state
    in_rounds: Callable[[Any], bool]  # whether several rounds deal roles anew: then the best total wins

    pairing = "sides"

    def counted(self, results: Numbers, state: Any) -> Numbers:
        """The chance of winning of each seat, to which a result from -1 to 1 is proportional."""
        if self.in_rounds(state):
            return shares_of_victory(results)
        chances: Numbers = (results + 1) / 2  # both sides can win, or neither: they do not share anything
        return chances

    def utility(self, state: Any) -> Utility:
        """Over several rounds everyone plays for themselves; in a single one, both sides can win, or neither."""
        return Utility.ZERO_SUM if self.in_rounds(state) else Utility.GENERAL_SUM

    def even(self, state: Any) -> float | None:
        """Over several rounds there is one victory; in a single one, each side wins or loses by itself."""
        return 1 / float(state.players) if self.in_rounds(state) else None

    def places(self, results: Sequence[float], amounts: Sequence[float], state: Any) -> tuple[int, ...] | None:
        """Over several rounds as among rivals; in a single one, seats win or lose and are not ranked."""
        return ranked(results, amounts) if self.in_rounds(state) else None

    def roles(self, state: Any) -> tuple[str, ...]:
        """The names of the roles of the seats in a dealt state; none where each round deals them anew."""
        if self.in_rounds(state):
            return ()
        return tuple(self.names[self.role_of(state, seat)] for seat in range(state.players))


@dataclass(frozen=True)
class Team(Contest):
    """Everyone plays together against the game. Without points, a result from -1 to 1 is shown as it is."""

    points: Callable[[Any], Any] | None = None  # the points that a result (or an array of results) stands for
    score: Callable[[Any], float] | None = None  # the points in a state at the end,
    won: Callable[[Any], bool] | None = None  # and whether they are enough; by default, a result above 0 wins
    offset: Callable[[Any], float] | None = None  # points to add to those of a result, with the options of a state

    pairing = "team"

    @property
    def unit(self) -> Unit:
        """What people count."""
        return RESULT if self.points is None else POINTS

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the greatest result there is, in what people count."""
        return (-1.0, 1.0) if self.points is None else (float(self.points(-1.0)), float(self.points(1.0)))

    def counted(self, results: Numbers, state: Any) -> Numbers:
        """The points that the results stand for."""
        counted: Numbers = results if self.points is None else self.points(results)
        return counted if self.offset is None else counted + self.offset(state)

    def utility(self, state: Any) -> Utility:  # noqa: ARG002  # as above
        """All seats have the same result."""
        return Utility.IDENTICAL


def shares_of_victory(results: Numbers) -> Numbers:
    """The share of each seat (the last axis) in the victory: that of the best, shared where there are several."""
    winning = results == results.max(axis=-1, keepdims=True)
    shares: Numbers = winning / winning.sum(axis=-1, keepdims=True)
    return shares


def ranked(results: Sequence[float], amounts: Sequence[float]) -> tuple[int, ...]:
    """Places from 1: the best results share the first, the others follow by result and amount; equals share a place."""
    best = max(results)
    keys = [(result, 0 if result == best else amount) for result, amount in zip(results, amounts, strict=True)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)
