"""The score cards of Tweedy Tricksters: a pair for each player, of which one covers the other."""

from __future__ import annotations

import math
from functools import partial

from ..pen import ACCENT, HEIGHT, INK, LINE, MUTED, WIDTH, Pen, Piece, blank

ROWS = 10
"""Points on one side of a score card; the other side goes on."""
FIRST, STEP = 10.5, 7.5
"""Where the first row is, and how far the next."""


def score_cards(players: int) -> list[Piece]:
    """A card with points and a card that covers them, for each player."""
    return [
        Piece("score card, points", partial(_draw_points, 1), copies=players, other=partial(_draw_points, ROWS + 1)),
        Piece("score card, cover", _draw_cover, copies=players, other=_draw_cover),
    ]


def _draw_points(first: int, pen: Pen) -> None:
    blank(pen)
    for row in range(ROWS):
        y = FIRST + STEP * row
        pen.text(12, y, str(first + row), 5.2, bold=True, serif=True)
        for star in range(1 + (first + row - 1) % 5):
            _star(pen.at(22 + star * 7.5, y), 2.6)
        pen.path(f"M6 {y + STEP / 2:g}h{WIDTH - 12:g}", None, LINE, 0.2)


def _draw_cover(pen: Pen) -> None:
    blank(pen)
    pen.path(f"M{WIDTH / 2} 7l-7 8h14Z", ACCENT)
    pen.text(WIDTH / 2, 21, "your points", 5, bold=True, serif=True)
    for line, words in enumerate(("Cover the other card.", "Slide this one down until", "your points can be seen.")):
        pen.text(WIDTH / 2, HEIGHT / 2 + 5.5 * line, words, 4.2, colour=INK)
    pen.text(WIDTH / 2, HEIGHT - 9, f"More than {ROWS}: turn the other card over.", 3.2, colour=MUTED)


def _star(pen: Pen, radius: float) -> None:
    points = [
        (r * math.sin(n * math.pi / 5), -r * math.cos(n * math.pi / 5))
        for n in range(10)
        for r in (radius if n % 2 == 0 else radius * 0.42,)
    ]
    pen.path("M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points) + "Z", ACCENT)
