"""The look of High Card: a number on every card."""

from __future__ import annotations

from functools import partial
from typing import Any

from weatherdeck.games.multisets import COPIES
from weatherdeck.games.pen import HEIGHT, WIDTH, Pen, Piece, blank

from .rules import NUMBERS, State

SHOWN = ("winning", "hand_size", "hand", "played")


def pieces(s: State) -> list[Piece]:
    """The deck; it is the same for any number of players."""
    del s
    return [_card(number, COPIES) for number in range(1, NUMBERS + 1)]


def face(name: str, value: Any) -> Piece | None:
    """A card of a hand or of the trick."""
    return _card(value) if name in ("hand", "played") and isinstance(value, int) else None


def _card(number: int, copies: int = 1) -> Piece:
    return Piece(str(number), partial(_draw, str(number)), copies=copies)


def _draw(number: str, pen: Pen) -> None:
    blank(pen)
    pen.text(WIDTH / 2, HEIGHT / 2, number, 40, bold=True, serif=True)
    for corner in (pen, pen.at(WIDTH, HEIGHT, turn=180)):
        corner.text(10, 12, number, 12, bold=True)
