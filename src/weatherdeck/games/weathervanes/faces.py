"""The look of Weathervanes: a suit in each corner of a card and its number in the middle; and the Bonus Tokens."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..art import read_art
from ..multisets import COPIES
from ..pen import HEIGHT, INK, TOKEN, WHITE, WIDTH, Pen, Piece, blank, disc
from .aids import score_sheet
from .rules import SUIT, State
from .words import SUIT_LETTERS, SUIT_NAMES

ART = read_art(__package__)
SIGNS, DRAWN = ART["signs"], ART["card"]
SCALE = (WIDTH - 1.5) / DRAWN["box"][2]
"""The corners are drawn for a square card; on paper they move apart to fit a longer one."""
EDGE = (WIDTH - SCALE * DRAWN["box"][2]) / 2
LONGER = HEIGHT - WIDTH
SHOWN = (
    *("lead_suit", "placing", "card"),
    *("token", "worth", "display", "played", "tableau", "hand_size"),
)


def pieces(s: State) -> list[Piece]:
    """Two copies of each card, a token for each suit, and a sheet to keep the score."""
    cards = [_card(n, "".join(SUIT_LETTERS[suit] for suit in SUIT[n - 1]), COPIES) for n in range(1, len(SUIT) + 1)]
    return [*cards, *(_token(suit) for suit in SUIT_LETTERS), score_sheet(s)]


def face(name: str, value: Any) -> Piece | None:
    """A card, a tableau as it lies, a suit as a token."""
    if name == "tableau" and value:
        return _tableau(value)
    if isinstance(value, dict) and value.keys() == {"number", "suits"}:
        return _card(value["number"], value["suits"])
    return _token(value) if isinstance(value, str) and value in SIGNS else None


def _card(number: int, suits: str, copies: int = 1) -> Piece:
    return Piece(f"{number}: {' '.join(suits.upper())}", partial(_draw_card, str(number), suits), copies=copies)


def _draw_card(number: str, suits: str, pen: Pen) -> None:
    blank(pen)
    for place, (corner, suit) in enumerate(zip(DRAWN["corners"], suits, strict=True)):
        square = pen.at(EDGE, EDGE + (LONGER if place >= 2 else 0), SCALE)
        square.path(corner["path"], SIGNS[suit]["colour"])
        _sign(square.at(corner["x"], corner["y"]), SIGNS[suit])
    pen.at(EDGE, EDGE, SCALE).path(DRAWN["top"], INK)
    pen.text(WIDTH / 2, HEIGHT / 2, number, 25, bold=True, serif=True)


def _sign(pen: Pen, suit: Any) -> None:
    """A suit's shape with its letter in it, centred on the pen's corner."""
    for part in suit["paths"]:
        pen.path(part["path"], WHITE)
    pen.text(0, suit["letter"]["down"], suit["letters"], suit["letter"]["size"], colour=suit["ink"], bold=True)


def _token(suit: str) -> Piece:
    name = SUIT_NAMES[SUIT_LETTERS.index(suit)]
    return Piece(f"Bonus Token {name}", partial(_draw_token, SIGNS[suit]), (TOKEN, TOKEN))


def _draw_token(suit: Any, pen: Pen) -> None:
    disc(pen, suit["colour"])
    _sign(pen.at(TOKEN / 2, TOKEN / 2, 1.1), suit)


def _tableau(cards: Any) -> Piece:
    """Up to four cards, laid out in rows and columns as on the table."""
    cells = [divmod(card["cell"], 3) for card in cards]
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    top, left = min(rows), min(columns)
    laid = [(column - left, row - top, card["card"]) for (row, column), card in zip(cells, cards, strict=True)]
    size = (WIDTH * (max(columns) - left + 1), HEIGHT * (max(rows) - top + 1))
    return Piece("a tableau", partial(_draw_tableau, laid), size)


def _draw_tableau(laid: list[tuple[int, int, Any]], pen: Pen) -> None:
    for column, row, card in laid:
        _draw_card(str(card["number"]), card["suits"], pen.at(column * WIDTH, row * HEIGHT))
