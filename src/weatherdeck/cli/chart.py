"""A curve with its uncertainty, drawn in characters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..bots.evidence import Estimate
from ..games.contest import Unit

HEIGHT = 10
TINY = 1e-9
MARKS = 9
"""Up to this many marks have a number; the others are a +."""


@dataclass(frozen=True)
class Pen:
    """What to draw with."""

    parts: str  # of a cell that is filled from below, less to more; the last is full
    haze: str  # from what is expected to the end of its interval
    side: str
    tick: str
    corner: str
    floor: str

    @classmethod
    def for_encoding(cls, encoding: str | None) -> Pen:
        """Blocks, or plain characters where those cannot be written."""
        try:
            "".join(vars(BLOCKS).values()).encode(encoding or "ascii")
        except (LookupError, UnicodeEncodeError):
            return PLAIN
        return BLOCKS


BLOCKS = Pen(parts=" ▁▂▃▄▅▆▇█", haze="░", side="│", tick="┤", corner="┴", floor="─")
PLAIN = Pen(parts=" .#", haze=":", side="|", tick="+", corner="+", floor="-")


@dataclass(frozen=True)
class Chart:
    """A curve over the moves of a game, from before the first move to after the last."""

    curve: Sequence[Estimate]
    unit: Unit
    width: int
    pen: Pen = BLOCKS

    def lines(self, marks: Sequence[int] = ()) -> list[str]:
        """The chart; below it, the places of marks by their rank."""
        columns = [(self._scaled(mean), self._scaled(top)) for mean, top in self._columns()]
        lines = [self._row(row, columns) for row in reversed(range(HEIGHT))]
        lines.append(f"{self._label(self._span[0])} {self.pen.corner}{self.pen.floor * self._plot}")
        lines += [f"{'':{self._margin}}  {text}" for text in ([self._marked(marks)] if marks else []) + [self._moves()]]
        return [line.rstrip() for line in lines]

    @cached_property
    def _span(self) -> tuple[float, float]:
        """The range in round numbers: from 0 for a share, otherwise what the curve needs."""
        step = 0.2 if self.unit.is_share else 2.0
        low = 0.0 if self.unit.is_share else step * math.floor(min(e.low for e in self.curve) / step)
        return low, max(low + step, step * math.ceil(max(e.high for e in self.curve) / step - TINY))

    @cached_property
    def _margin(self) -> int:
        return max(len(self.unit.text(end)) for end in self._span)

    @cached_property
    def _plot(self) -> int:
        """The number of columns: several for each point if there is room, or several points in each column."""
        room, points = max(1, self.width - self._margin - 2), len(self.curve)
        return points * (room // points) if points <= room else room

    def _columns(self) -> list[tuple[float, float]]:
        """The expected result and the upper end of its interval, column by column."""
        points, found = len(self.curve), []
        for column in range(self._plot):
            first, after = column * points // self._plot, (column + 1) * points // self._plot
            here = self.curve[first : max(after, first + 1)]
            found.append((sum(e.mean for e in here) / len(here), sum(e.high for e in here) / len(here)))
        return found

    def _scaled(self, value: float) -> float:
        low, high = self._span
        return (value - low) / (high - low) * HEIGHT

    def _label(self, value: float) -> str:
        return f"{self.unit.text(value):>{self._margin}}"

    def _row(self, row: int, columns: Sequence[tuple[float, float]]) -> str:
        low, high = self._span
        labels = {HEIGHT - 1: self._label(high), HEIGHT // 2 - 1: self._label((low + high) / 2)}
        side = self.pen.tick if row in labels else self.pen.side
        cells = "".join(self._cell(mean - row, top - row) for mean, top in columns)
        return f"{labels.get(row, ' ' * self._margin)} {side}{cells}"

    def _cell(self, mean: float, top: float) -> str:
        """A cell, from how far above its bottom the two values are."""
        filled = round(min(max(mean, 0.0), 1.0) * (len(self.pen.parts) - 1))
        return self.pen.haze if filled == 0 and top >= 0.5 else self.pen.parts[filled]

    def _marked(self, marks: Sequence[int]) -> str:
        """The rank of each mark below its move; of several at one place, the first."""
        cells = [" "] * self._plot
        for rank, version in reversed(list(enumerate(marks, 1))):
            cells[version * self._plot // len(self.curve)] = str(rank) if rank <= MARKS else "+"
        return "".join(cells)

    def _moves(self) -> str:
        """The first and the last move below the ends of the curve."""
        return "0" + f"move {len(self.curve) - 1}".rjust(self._plot - 1)
