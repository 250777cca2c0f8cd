"""Sheets of nine pieces with cut marks, and the pen that faces are drawn with. All lengths are millimetres."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from fpdf import FPDF

WIDTH, HEIGHT = 63.0, 88.0
"""Of a card: as card sleeves are."""
ACROSS, DOWN = 3, 3
MARK = 4.0
"""Length of a cut mark,"""
GAP = 1.0
"""and its distance from the cards."""
INK, MUTED, LINE, WHITE = "#22302f", "#56645f", "#b9c4bd", "#ffffff"

Paper = Literal["a4", "letter"]
SIZES: dict[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
Shape = Literal["triangle", "circle", "diamond", "square", "hexagon", "star", "heart", "cross", "drop"]
CORNERS: dict[Shape, int] = {"triangle": 3, "diamond": 4, "square": 4, "hexagon": 6}


@dataclass(frozen=True)
class Suit:
    """How a suit is told from the others: by shape and letters, and then by colour."""

    name: str
    letters: str
    shape: Shape
    colour: str


@dataclass(frozen=True)
class Piece:
    """A card, tile or token to cut out."""

    name: str
    draw: Callable[[Pen], None]
    round: bool = False
    copies: int = 1


class Pen:
    """Draws one piece, from its own top left corner."""

    def __init__(self, pdf: FPDF, x: float, y: float) -> None:
        self._pdf, self._x, self._y = pdf, x, y

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 10,
        *,
        colour: str = INK,
        bold: bool = False,
        serif: bool = False,
    ) -> None:
        """A line of text, centred on a point."""
        self._pdf.set_font("Times" if serif else "Helvetica", "B" if bold else "", size)
        self._pdf.set_text_color(colour)
        height = size * 0.3528  # a point in millimetres
        self._pdf.text(self._x + x - self._pdf.get_string_width(text) / 2, self._y + y + height * 0.35, text)

    def box(self, x: float, y: float, width: float, height: float, fill: str | None = None, line: str = LINE) -> None:
        """A rectangle."""
        self._pens(fill, line)
        self._pdf.rect(self._x + x, self._y + y, width, height, style="DF" if fill else "D")

    def line(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """A thin line."""
        self._pens(None, LINE)
        self._pdf.line(self._x + x, self._y + y, self._x + to_x, self._y + to_y)

    def suit(self, x: float, y: float, suit: Suit, size: float = 5.0, letters: bool = True) -> None:
        """A suit's shape with its letters in it."""
        self.shape(x, y, suit.shape, size, suit.colour)
        if letters:
            self.text(
                x,
                y + (size * 0.2 if suit.shape == "triangle" else 0),
                suit.letters,
                size * 2.0,
                colour=WHITE,
                bold=True,
            )

    def shape(
        self,
        x: float,
        y: float,
        shape: Shape,
        radius: float,
        colour: str,
        fill: Literal["full", "half", "none"] = "full",
    ) -> None:
        """A shape around a point: filled, filled in its lower half, or hollow."""
        if fill == "half":
            self.shape(x, y, shape, radius, colour, "none")
            with self._pdf.rect_clip(self._x + x - radius * 2, self._y + y, radius * 4, radius * 2):
                self.shape(x, y, shape, radius, colour)
            return
        self._pens(colour if fill == "full" else None, colour, 0.6)
        style = "DF" if fill == "full" else "D"
        if shape == "circle":
            self._pdf.circle(self._x + x, self._y + y, radius, style=style)
        else:
            points = [(self._x + x + dx * radius, self._y + y + dy * radius) for dx, dy in outline(shape)]
            self._pdf.polygon(points, style=style)

    def _pens(self, fill: str | None, line: str, width: float = 0.25) -> None:
        self._pdf.set_line_width(width)
        self._pdf.set_draw_color(line)
        if fill:
            self._pdf.set_fill_color(fill)


def outline(shape: Shape) -> list[tuple[float, float]]:
    """The corners of a shape about its middle, with a radius of about 1."""
    if shape in CORNERS:
        turn = math.pi / 4 if shape == "square" else 0.0
        return [_on_circle(k / CORNERS[shape] * 2 * math.pi + turn, 1.2) for k in range(CORNERS[shape])]
    if shape == "star":
        return [_on_circle(k / 5 * math.pi, 1.3 if k % 2 == 0 else 0.55) for k in range(10)]
    if shape == "cross":
        arm, wide = 1.15, 0.45
        return [
            (-wide, -arm), (wide, -arm), (wide, -wide), (arm, -wide), (arm, wide), (wide, wide),
            (wide, arm), (-wide, arm), (-wide, wide), (-arm, wide), (-arm, -wide), (-wide, -wide),
        ]  # fmt: skip
    if shape == "heart":
        turns = [k / 40 * 2 * math.pi for k in range(40)]
        return [
            (
                math.sin(t) ** 3 * 1.15,
                -(13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)) / 14,
            )
            for t in turns
        ]
    round_part = [_on_circle(math.radians(angle), 0.95) for angle in range(50, 311, 10)]  # a drop: a circle with a tip
    return [(0.0, -1.4), *((x, y + 0.25) for x, y in round_part)]


def _on_circle(angle: float, radius: float) -> tuple[float, float]:
    """A point on a circle, by the angle from the top, clockwise."""
    return radius * math.sin(angle), -radius * math.cos(angle)


def pdf(title: str, pieces: Sequence[Piece], paper: Paper = "a4") -> bytes:
    """The sheets, nine pieces each."""
    document = FPDF(unit="mm", format=SIZES[paper])
    document.set_title(title)
    document.set_auto_page_break(False)
    every = [piece for piece in pieces for _ in range(piece.copies)]
    sheets = math.ceil(len(every) / (ACROSS * DOWN))
    left, top = (SIZES[paper][0] - ACROSS * WIDTH) / 2, (SIZES[paper][1] - DOWN * HEIGHT) / 2
    for number in range(sheets):
        document.add_page()
        _cut_marks(document, left, top)
        for place, piece in enumerate(every[number * ACROSS * DOWN : (number + 1) * ACROSS * DOWN]):
            x, y = left + place % ACROSS * WIDTH, top + place // ACROSS * HEIGHT
            _blank(document, x, y, piece.round)
            piece.draw(Pen(document, x, y))
        document.set_font("Helvetica", "", 6)
        document.set_text_color(MUTED)
        document.text(left + 6, top - 2, f"{title}, sheet {number + 1} of {sheets}")
    return bytes(document.output())


def _cut_marks(document: FPDF, left: float, top: float) -> None:
    """Short lines outside the cards, where the knife goes."""
    document.set_line_width(0.2)
    document.set_draw_color(INK)
    right, bottom = left + ACROSS * WIDTH, top + DOWN * HEIGHT
    for column in range(ACROSS + 1):
        x = left + column * WIDTH
        document.line(x, top - GAP - MARK, x, top - GAP)
        document.line(x, bottom + GAP, x, bottom + GAP + MARK)
    for row in range(DOWN + 1):
        y = top + row * HEIGHT
        document.line(left - GAP - MARK, y, left - GAP, y)
        document.line(right + GAP, y, right + GAP + MARK, y)


def _blank(document: FPDF, x: float, y: float, is_round: bool) -> None:
    document.set_line_width(0.2)
    document.set_draw_color(LINE)
    if is_round:
        document.circle(x + WIDTH / 2, y + HEIGHT / 2, 20, style="D")
    else:
        document.rect(x + 1.5, y + 1.5, WIDTH - 3, HEIGHT - 3, style="D", round_corners=True, corner_radius=3)
