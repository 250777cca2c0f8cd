"""The cards of 4 Seasons, as many as the players need; the role cards, and four tokens for each player."""

from __future__ import annotations

from functools import partial

from ...games.four_seasons import deck
from ...games.four_seasons.words import ROLE_NAMES
from ...games.game import Game
from .sheet import HEIGHT, INK, WIDTH, Pen, Piece, Suit

SUITS = (
    Suit("Autumn", "Au", "diamond", "#a8480f"),
    Suit("Winter", "Wi", "hexagon", "#2b7ea1"),
    Suit("Spring", "Sp", "drop", "#3f8f4f"),
    Suit("Summer", "Su", "circle", "#a37800"),
    Suit("Wild", "Wd", "square", "#6d28d9"),
)
GOALS = ("most of one's own suit", "most of a season, or no trick", "that all seasons win")


def pieces(game: Game, players: int) -> list[Piece]:
    """The deck, roles and tokens for so many players."""
    del game
    cards = [Piece(_name(card), partial(_card, card)) for card in range(deck.CARDS) if deck.DECK[players] >> card & 1]
    roles = [
        Piece(f"role {ROLE_NAMES[deck.ROLE[n]]}", partial(_role, deck.ROLE[n]))
        for n in range(len(deck.ROLE))
        if deck.ROLE_CARDS[players] >> n & 1
    ]
    tokens = [
        Piece(f"token {suit.name}", partial(_token, suit), round=True, copies=players) for suit in SUITS[: deck.SEASONS]
    ]
    return [*cards, *roles, *tokens]


def _name(card: int) -> str:
    return f"{SUITS[card // deck.RANKS].name} {card % deck.RANKS + 1}"


def _card(card: int, pen: Pen) -> None:
    suit = SUITS[card // deck.RANKS]
    for x, y in ((12.0, 13.0), (WIDTH - 12, HEIGHT - 13)):
        pen.suit(x, y, suit, 6)
    pen.text(WIDTH / 2, HEIGHT / 2 - 4, str(card % deck.RANKS + 1), 54, serif=True)
    pen.text(WIDTH / 2, HEIGHT / 2 + 17, suit.name, 12)


def _role(role: int, pen: Pen) -> None:
    if role < deck.SEASONS:
        pen.suit(WIDTH / 2, HEIGHT / 2 - 12, SUITS[role], 14)
    else:
        pen.shape(WIDTH / 2, HEIGHT / 2 - 12, "star", 13, INK, "full" if role == deck.DARKNESS else "none")
    pen.text(WIDTH / 2, HEIGHT / 2 + 16, ROLE_NAMES[role], 20, serif=True)
    pen.text(WIDTH / 2, HEIGHT / 2 + 26, GOALS[max(0, role - deck.SEASONS + 1)], 9)


def _token(suit: Suit, pen: Pen) -> None:
    pen.suit(WIDTH / 2, HEIGHT / 2 - 3, suit, 9)
    pen.text(WIDTH / 2, HEIGHT / 2 + 13, suit.name, 10)
