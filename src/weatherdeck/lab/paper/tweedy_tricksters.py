"""The cards of Tweedy Tricksters: a suit on each side with its value; Suit cards, Partner cards, the Dealer card."""

from __future__ import annotations

from functools import partial

from ...games.game import Game
from .sheet import HEIGHT, WIDTH, Pen, Piece, Shape, Suit

SUITS = (
    Suit("Ravens", "Ra", "diamond", "#334155"),
    Suit("Foxes", "Fo", "triangle", "#b8560f"),
    Suit("Rats", "Rt", "square", "#7c6f64"),
    Suit("Toads", "To", "circle", "#4d7530"),
)
SIDES = ((WIDTH / 2, 15.0), (WIDTH - 14, HEIGHT / 2), (WIDTH / 2, HEIGHT - 15), (14.0, HEIGHT / 2))
PARTNERS: tuple[tuple[str, Shape], ...] = (("one", "star"), ("two", "cross"))


def pieces(game: Game, players: int) -> list[Piece]:
    """The deck of the data file and the cards beside it."""
    del players
    values, copies = vars(game.rules)["VALUE"], vars(game.rules)["COPIES"]
    cards = [
        Piece("".join(str(value) for value in row), partial(_card, tuple(int(v) for v in row)), copies=int(n))
        for row, n in zip(values, copies, strict=True)
    ]
    suits = [Piece(f"Suit card {suit.name}", partial(_suit_card, suit)) for suit in SUITS]
    partners = [Piece(f"Partner card {name}", partial(_partner, name, shape), copies=2) for name, shape in PARTNERS]
    return [*cards, *suits, *partners, Piece("Dealer card", _dealer)]


def _card(values: tuple[int, ...], pen: Pen) -> None:
    for (x, y), suit, value in zip(SIDES, SUITS, values, strict=True):
        pen.suit(x - 5, y, suit, 5)
        pen.text(x + 6, y, str(value), 26, serif=True)
    pen.text(WIDTH / 2, HEIGHT / 2, "".join(str(value) for value in values), 10)


def _suit_card(suit: Suit, pen: Pen) -> None:
    pen.suit(WIDTH / 2, HEIGHT / 2 - 8, suit, 14)
    pen.text(WIDTH / 2, HEIGHT / 2 + 18, suit.name, 18, serif=True)
    pen.text(WIDTH / 2, HEIGHT / 2 + 27, "you lead only this suit", 9)


def _partner(name: str, shape: Shape, pen: Pen) -> None:
    pen.shape(WIDTH / 2, HEIGHT / 2 - 8, shape, 14, "#0f766e")
    pen.text(WIDTH / 2, HEIGHT / 2 + 18, f"partners {name}", 16, serif=True)


def _dealer(pen: Pen) -> None:
    pen.text(WIDTH / 2, HEIGHT / 2, "Dealer", 26, serif=True)
