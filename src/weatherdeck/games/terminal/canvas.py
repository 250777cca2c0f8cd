"""A sheet of character cells that tables are drawn on, and the things on it that can be clicked."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

PLAIN = Style()


@dataclass(frozen=True)
class Region:
    """A part of a sheet that stands for a thing: a card, a place, a choice."""

    x: int
    y: int
    width: int
    height: int
    thing: str

    def holds(self, x: int, y: int) -> bool:
        """Whether a cell lies in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Canvas:
    """A sheet of cells. Drawing outside of it has no effect; a new style is laid over the old one."""

    def __init__(self, width: int, height: int, ground: Style = PLAIN) -> None:
        self.width, self.height = max(width, 1), max(height, 0)
        self._letters = [[" "] * self.width for _ in range(self.height)]
        self._styles = [[ground] * self.width for _ in range(self.height)]
        self.regions: list[Region] = []

    def fill(self, x: int, y: int, width: int, height: int, over: Style) -> None:
        """Clear a block and lay a style on it."""
        for row in range(y, y + height):
            self.write(x, row, " " * width, over)

    def write(self, x: int, y: int, text: str, over: Style = PLAIN) -> int:
        """Write a line of text; return the column after it."""
        for letter in text:
            size = cell_len(letter)
            if size:
                self._put(x, y, letter, size, over)
                x += size
        return x

    def _put(self, x: int, y: int, letter: str, size: int, over: Style) -> None:
        if not (0 <= y < self.height and x >= 0 and x + size <= self.width):
            return
        letters, styles = self._letters[y], self._styles[y]
        if letters[x] == "":  # the second half of a wide letter goes, and so does the first
            letters[x - 1] = " "
        end = x + size
        if end < self.width and letters[end] == "":
            letters[end] = " "
        letters[x] = letter
        for half in range(x + 1, end):
            letters[half] = ""
        for cell in range(x, end):
            styles[cell] = styles[cell] + over

    def write_centred(self, x: int, y: int, width: int, text: str, over: Style = PLAIN) -> None:
        """Write a line of text, centred in a width; cut it if it is too long."""
        text = fit(text, width)
        self.write(x + (width - cell_len(text)) // 2, y, text, over)

    def box(self, x: int, y: int, width: int, height: int, over: Style, lines: str = "╭─╮│╰╯") -> None:
        """Draw the outline of a block with the characters of `lines`: corners and sides as in the default."""
        self.write(x, y, lines[0] + lines[1] * (width - 2) + lines[2], over)
        for row in range(y + 1, y + height - 1):
            self.write(x, row, lines[3], over)
            self.write(x + width - 1, row, lines[3], over)
        self.write(x, y + height - 1, lines[4] + lines[1] * (width - 2) + lines[5], over)

    def mark(self, x: int, y: int, width: int, height: int, thing: str) -> None:
        """Make a block stand for a thing. Later marks lie on top."""
        self.regions.append(Region(x, y, width, height, thing))

    def thing_at(self, x: int, y: int) -> str | None:
        """The topmost thing at a cell."""
        return next((region.thing for region in reversed(self.regions) if region.holds(x, y)), None)

    def paste(self, other: Canvas, x: int, y: int) -> None:
        """Lay another sheet on this one."""
        for row in range(other.height):
            for column, (letter, over) in enumerate(zip(other._letters[row], other._styles[row], strict=True)):
                if letter:
                    self._put(x + column, y + row, letter, cell_len(letter), over)
        for region in other.regions:
            self.mark(region.x + x, region.y + y, region.width, region.height, region.thing)

    def segments(self, y: int) -> list[Segment]:
        """One row with its styles, ready for the screen."""
        if not 0 <= y < self.height:
            return [Segment(" " * self.width)]
        segments: list[Segment] = []
        text, last = "", self._styles[y][0]
        for letter, over in zip(self._letters[y], self._styles[y], strict=True):
            if over != last:
                segments.append(Segment(text, last))
                text, last = "", over
            text += letter
        segments.append(Segment(text, last))
        return segments

    def text(self) -> str:
        """All rows without their colours."""
        return "\n".join("".join(row).rstrip() for row in self._letters)


def fit(text: str, width: int) -> str:
    """A text cut to a width, with an ellipsis if it is too long."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[:-1]
    return text.rstrip() + "…" if width > 0 else ""


def wrap(text: str, width: int) -> list[str]:
    """A text broken between words into lines no wider than a width."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if cell_len(longer) > width and line:
            lines.append(line)
            longer = word
        line = longer
    return [fit(one, width) for one in [*lines, line] if one]
