"""Where pieces lie on sheets of paper: those of one size together, with the lines to cut along. Lengths are in mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, TypeAlias

from ...games.pen import Piece

Paper: TypeAlias = Literal["a4", "letter"]
SIZES: dict[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
EDGE = 7.5
"""Around the pieces of a sheet: what printers leave white, and the cut marks."""
MOST_BLEED = 5.0


@dataclass(frozen=True)
class Grid:
    """Equal places on a sheet; each holds a piece and its bleed."""

    paper: tuple[float, float]
    size: tuple[float, float]  # of a piece
    bleed: float

    @property
    def pitch(self) -> tuple[float, float]:
        """From one place to the next, across and down."""
        return self.size[0] + 2 * self.bleed, self.size[1] + 2 * self.bleed

    @property
    def across(self) -> int:
        """How many fit beside each other."""
        return max(1, int((self.paper[0] - 2 * EDGE) / self.pitch[0]))

    @property
    def down(self) -> int:
        """How many fit below each other."""
        return max(1, int((self.paper[1] - 2 * EDGE) / self.pitch[1]))

    @property
    def corner(self) -> tuple[float, float]:
        """The top left corner of all places: they lie in the middle of the sheet, so that both sides match."""
        return (self.paper[0] - self.across * self.pitch[0]) / 2, (self.paper[1] - self.down * self.pitch[1]) / 2

    def place(self, number: int, *, is_turned: bool = False) -> tuple[float, float]:
        """The top left corner of a piece. When a sheet is turned over, its columns are mirrored."""
        column, row = number % self.across, number // self.across
        if is_turned:
            column = self.across - 1 - column
        left, top = self.corner
        return left + column * self.pitch[0] + self.bleed, top + row * self.pitch[1] + self.bleed

    def cuts(self) -> tuple[list[float], list[float]]:
        """The lines to cut along: x of the upright ones, y of the others."""
        left, top = self.corner

        def lines(start: float, pitch: float, count: int) -> list[float]:
            inner, outer = self.bleed, pitch - self.bleed
            return sorted({round(start + n * pitch + edge, 6) for n in range(count) for edge in (inner, outer)})

        return lines(left, self.pitch[0], self.across), lines(top, self.pitch[1], self.down)


@dataclass(frozen=True)
class Sheet:
    """A sheet of paper with pieces of one size."""

    grid: Grid
    pieces: tuple[Piece, ...]


def sheets(pieces: Sequence[Piece], paper: Paper = "a4", bleed: float = 0) -> list[Sheet]:
    """All copies of all pieces, the larger sizes after those that come first."""
    order = list(dict.fromkeys(piece.size for piece in pieces))
    by_size = sorted(pieces, key=lambda piece: order.index(piece.size))
    return [
        sheet
        for size, alike in groupby(by_size, key=lambda piece: piece.size)
        for sheet in _of_one_size([*alike], Grid(SIZES[paper], size, bleed))
    ]


def _of_one_size(pieces: Sequence[Piece], grid: Grid) -> Iterator[Sheet]:
    every = [piece for piece in pieces for _ in range(piece.copies)]
    most = grid.across * grid.down
    for first in range(0, len(every), most):
        yield Sheet(grid, tuple(every[first : first + most]))
