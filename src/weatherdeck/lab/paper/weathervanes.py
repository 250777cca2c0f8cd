"""The cards of Weathervanes: a suit in each corner and the number in the middle; and the Bonus Tokens."""

from __future__ import annotations

from functools import partial

from ...games.game import Game
from .sheet import HEIGHT, INK, WIDTH, Pen, Piece, Suit

SUITS = (
    Suit("red", "R", "triangle", "#c2412d"),
    Suit("yellow", "Y", "circle", "#b57f00"),
    Suit("green", "G", "diamond", "#2f8f5b"),
    Suit("blue", "B", "square", "#2563a8"),
)
CORNERS = ((14.0, 15.0), (WIDTH - 14, 15.0), (WIDTH - 14, HEIGHT - 15), (14.0, HEIGHT - 15))  # clockwise


def pieces(game: Game, players: int) -> list[Piece]:
    """Two copies of each card, and a token for each suit."""
    del players
    faces = [tuple(int(suit) for suit in row) for row in vars(game.rules)["SUIT"]]
    cards = [Piece(str(n), partial(_card, str(n), suits), copies=2) for n, suits in enumerate(faces, 1)]
    return [*cards, *(Piece(f"Bonus Token {suit.name}", partial(_token, suit), round=True) for suit in SUITS)]


def _card(number: str, suits: tuple[int, ...], pen: Pen) -> None:
    pen.line(WIDTH / 2, 4, WIDTH / 2, HEIGHT - 4)
    pen.line(4, HEIGHT / 2, WIDTH - 4, HEIGHT / 2)
    for (x, y), suit in zip(CORNERS, suits, strict=True):
        pen.suit(x, y, SUITS[suit], 7)
    pen.shape(WIDTH / 2, HEIGHT / 2, "circle", 11, "#ffffff")
    pen.text(WIDTH / 2, HEIGHT / 2, number, 40, colour=INK, serif=True)


def _token(suit: Suit, pen: Pen) -> None:
    pen.suit(WIDTH / 2, HEIGHT / 2 - 3, suit, 9)
    pen.text(WIDTH / 2, HEIGHT / 2 + 13, f"bonus: {suit.name}", 9)
