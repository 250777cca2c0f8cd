"""What lies beside the cards of Weathervanes: a sheet to keep the score, with what a tableau is worth."""

from __future__ import annotations

from functools import partial

from ..pen import HEIGHT, INK, LINE, MUTED, WIDTH, Pen, Piece, blank
from .rules import CORNERS, State, card_points

WIDE = (2 * WIDTH, HEIGHT)
LINES = 8
TOP, LEFT, BOTTOM = 16.0, 8.0, 76.0


def score_sheet(s: State) -> Piece:
    """A column for each player and a line for each tableau."""
    return Piece("score sheet", partial(_draw, s), WIDE, copies=3)


def _draw(s: State, pen: Pen) -> None:
    (width, height), players = WIDE, s.players
    points = ", ".join(str(card_points(s, n)) for n in range(1, CORNERS + 1))
    blank(pen, size=WIDE)
    pen.text(LEFT, 9, "Weathervanes", 6, bold=True, serif=True, anchor="start")
    pen.text(width - LEFT, 9, f"a tableau of 1, 2, 3, 4 cards: {points}", 3.4, colour=MUTED, anchor="end")
    across, down = (width - 2 * LEFT) / players, (BOTTOM - TOP) / (LINES + 1)
    for row in range(LINES + 2):
        pen.path(f"M{LEFT:g} {TOP + row * down:g}h{width - 2 * LEFT:g}", None, INK if row == 1 else LINE, 0.3)
    for column in range(players + 1):
        pen.path(f"M{LEFT + column * across:g} {TOP:g}V{BOTTOM:g}", None, LINE, 0.3)
    words = "Add the bonuses of your token. What lies in front of you at the end counts, too."
    pen.text(width / 2, height - 6.5, words, 2.8, colour=MUTED)
