"""What a designer counts in a game, in addition to what the lab counts in every game.

A game's `figures.py` declares figures and panels. A figure is a whole number that `tally` updates while a game is
played, for the whole game or for each seat. A panel says how figures are shown: the lab measures it, with confidence
intervals, and draws it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

CardSet: TypeAlias = Literal["dealt", "held", "played"]


@dataclass(frozen=True)
class Figure:
    """A number that is counted: its name (a column in the lab's tables) and what it means."""

    name: str
    meaning: str


class Figures:
    """The figures of a game in one row of numbers: those of the whole game, then those of each seat."""

    def __init__(self, game: Sequence[tuple[str, str]] = (), seat: Sequence[tuple[str, str]] = ()) -> None:
        self.game = tuple(Figure(*pair) for pair in game)
        self.seat = tuple(Figure(*pair) for pair in seat)

    @property
    def places(self) -> range:
        """The offsets of all figures: the game's from the start of the row, a seat's from where that seat begins."""
        return range(max(len(self.game), len(self.seat)))

    def size(self, players: int) -> int:
        """The length of the row."""
        return len(self.game) + players * len(self.seat)


@dataclass(frozen=True)
class Values:
    """How often a figure has each value."""

    title: str
    figure: str
    labels: tuple[str, ...] = ()  # for the values from 0 up; without labels, the numbers are shown
    note: str = ""


@dataclass(frozen=True)
class Wins:
    """The win rate by the value of a figure."""

    title: str
    figure: str
    labels: tuple[str, ...] = ()
    note: str = ""
    by_chance: bool = False  # whether chance gives the value, not what players do: then it is an effect on winning


@dataclass(frozen=True)
class Means:
    """The means of several figures side by side."""

    title: str
    parts: tuple[tuple[str, str], ...]  # label, figure
    note: str = ""


@dataclass(frozen=True)
class Rates:
    """Ratios of figures: how much of the first there is per unit of the second."""

    title: str
    parts: tuple[tuple[str, str, str], ...]  # label, figure, the figure it is divided by
    note: str = ""
    is_share: bool = True  # whether the first is a part of the second, shown as a percentage


@dataclass(frozen=True)
class Having:
    """For each thing in a set: the win rate of those who have it minus the win rate of those who do not."""

    title: str
    figure: str  # a set of things, as bits
    labels: tuple[str, ...]
    note: str = ""


Panel: TypeAlias = Values | Wins | Means | Rates | Having


class FigureSet(Protocol):
    """What a figures module declares. Its functions (`tally`, `leaders`, ...) are all optional: see `verbs.py`."""

    @property
    def FIGURES(self) -> Figures:  # noqa: N802  # a constant of the module, as all of these
        """What `tally` counts."""

    @property
    def SCORE(self) -> str | None:  # noqa: N802
        """What `points_of` counts, in words; None without a `points_of`."""

    @property
    def LEADS(self) -> bool | Literal["by round"]:  # noqa: N802
        """Whether there are `leaders`, so that it is known who leads during a game; or only after each round."""

    @property
    def CARDS(self) -> Sequence[str]:  # noqa: N802
        """The names of the cards, by their bits in `hand_of` and `uses`."""

    @property
    def CARD_SETS(self) -> Sequence[CardSet]:  # noqa: N802
        """Which sets of cards say something about this game."""

    @property
    def PANELS(self) -> Sequence[Panel]:  # noqa: N802
        """How the figures are shown."""
