"""The cards of Weathervanes in character cells: upright ones, and those of a trick, which stand on a corner."""

from __future__ import annotations

from typing import Any

from ..art import read_art
from ..terminal.canvas import Canvas
from ..terminal.colours import Colours, blend, ink_on, style

Card = dict[str, Any]

ART = read_art(__package__)["signs"]
SUITS: dict[str, str] = {suit: sign["colour"] for suit, sign in ART.items()}
SIGNS: dict[str, str] = {suit: sign["symbol"] + sign["letters"] for suit, sign in ART.items()}

SMALL, FULL = (6, 2), (6, 3)  # width and height of upright cards
BOXED = (9, 5)

FADED = 0.45


class CardPainter:
    """Draws cards onto a sheet, in light or dark."""

    def __init__(self, canvas: Canvas, colours: Colours) -> None:
        self.canvas, self.colours = canvas, colours

    def sign(self, x: int, y: int, suit: str, *, faded: bool = False, wide: bool = False) -> None:
        """The sign of a suit: shape and letter on its colour."""
        ground = blend(SUITS[suit], self.colours.face, FADED) if faded else SUITS[suit]
        ink = ink_on(ground)
        text = f" {SIGNS[suit]} " if wide else SIGNS[suit]
        self.canvas.write(x, y, text, style(ink, ground, bold=not faded))

    def upright(
        self,
        x: int,
        y: int,
        size: tuple[int, int],
        card: Card,
        *,
        faded: bool = False,
        corner: int | None = None,
        words: tuple[str, str] | None = None,
    ) -> None:
        """An upright card. With a corner, that corner stands out among the four.

        With words (the place, and what the tableau would be worth), the card is a preview.
        """
        width, height = size
        ink = self.colours.face_muted if faded else self.colours.face_ink
        self.canvas.fill(x, y, width, height, style(ink, self.colours.face))
        right, bottom = x + width - 2, y + height - 1
        places = ((x, y), (right, y), (right, bottom), (x, bottom))
        for number, (suit, (at_x, at_y)) in enumerate(zip(card["suits"], places, strict=True)):
            self.sign(at_x, at_y, suit, faded=faded or corner not in (None, number))
        row = y if height == 2 else y + height // 2
        top, middle = ("ˆ" if width > 6 else "", f"{card['number']:>2}")
        if words is not None:
            top, middle = words[0], f"{card['number']} {words[1]}"
        self.canvas.write_centred(x, row, width, middle, style(ink, bold=True))
        if top:
            self.canvas.write_centred(x + 2, y, width - 4, top, style(ink))

    def boxed(
        self, x: int, y: int, card: Card, *, ring: str, heavy: bool, faded: bool, corner: int | None = None
    ) -> None:
        """A large card with a ring around it."""
        width, height = BOXED
        self.canvas.fill(x, y, width, height, style(ring, self.colours.face))
        self.canvas.box(x, y, width, height, style(ring, bold=heavy), "┏━┓┃┗┛" if heavy else "╭─╮│╰╯")
        self.upright(x + 1, y + 1, (width - 2, height - 2), card, faded=faded, corner=corner)

    def open_place(self, x: int, y: int, width: int, words: tuple[str, str]) -> None:
        """A place where a card can go: a dashed outline, and what the tableau would be worth."""
        accent = self.colours.accent
        self.canvas.fill(x, y, width, 3, style(accent, blend(accent, self.colours.table, 0.15)))
        self.canvas.box(x, y, width, 3, style(accent), "┌╌┐╎└┘")
        top, middle = words
        self.canvas.write(x + 1, y, top, style(accent, bold=True))
        self.canvas.write_centred(x + 1, y + 1, width - 2, middle, style(self.colours.ink, bold=True))


# A card of a trick stands on a corner. Its four corners, clockwise from the one at the top, are drawn top, right,
# bottom, left; rows are so wide that four of them meet in one point without touching elsewhere.
TURNED_SMALL = (4, 12, 4)
TURNED_LARGE = (4, 10, 16, 10, 4)

ARROWS = ("↗", "↘", "↙", "↖")
"""Where a card points whose first corner is at the top, right, bottom or left: its top edge is clockwise of it."""


def turned_corners(card: Card, corner: int, place: int) -> tuple[str, str]:
    """The suits at the top, right, bottom and left of a turned card, and an arrow that shows where its top points.

    `corner` lies at the centre of the table; `place` counts clockwise from the seat at the bottom, so it is also the
    side of the card that is toward the centre.
    """
    first = (place - corner) % 4  # where the card's first corner (top left) is drawn
    suits = "".join(card["suits"][(side - first) % 4] for side in range(4))
    return suits, ARROWS[first]


WINNING, MAYBE = "★", "?"
"""Marks of a card in the trick: the best so far; a preview."""


def draw_turned(
    painter: CardPainter, x: int, y: int, rows: tuple[int, ...], card: Card, corner: int, place: int, mark: str
) -> None:
    """A card of the trick, standing on a corner; x is the middle, y the first row."""
    canvas, colours = painter.canvas, painter.colours
    suits, arrow = turned_corners(card, corner, place)
    for row, width in enumerate(rows):
        canvas.fill(x - width // 2, y + row, width, 1, style(colours.face_ink, colours.face))
    middle, widest = len(rows) // 2, max(rows)
    spots = ((x - 2, y), (x + widest // 2 - 4, y + middle), (x - 2, y + len(rows) - 1), (x - widest // 2, y + middle))
    for side, (suit, (at_x, at_y)) in enumerate(zip(suits, spots, strict=True)):
        painter.sign(at_x, at_y, suit, wide=True, faded=side != place)
    number = f"{card['number']}?" if mark == MAYBE else f"{mark}{card['number']}"
    if len(rows) == 3:
        number += arrow
    canvas.write_centred(x - widest // 2 + 4, y + middle, widest - 8, number, style(colours.face_ink, bold=True))
    if len(rows) == 5:
        at_row = y + (1 if arrow in "↖↗" else 3)
        at_column = x + (-3 if arrow in "↖↙" else 2)
        canvas.write(at_column, at_row, arrow, style(colours.face_ink, bold=True))
