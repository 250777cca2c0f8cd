"""The cards of Winter Court, the tiles of the court from its data file, and a pawn for each member."""

from __future__ import annotations

from functools import partial

from ...games.game import Game
from ...games.winter_court import court
from .sheet import HEIGHT, MUTED, WIDTH, Pen, Piece, Suit

SUITS = (
    Suit("Lands", "La", "square", "#4d7c4a"),
    Suit("Might", "Mi", "triangle", "#b5483a"),
    Suit("Wealth", "We", "circle", "#8f6a0d"),
    Suit("Knowledge", "Kn", "hexagon", "#3b6ea5"),
    Suit("Devotion", "De", "heart", "#b05a8e"),
    Suit("Wit", "Wi", "diamond", "#6b5ca5"),
)
RANKS = 10
POWERS = {
    "fool": "influence with a lower rank",
    "knight": "add a Might card",
    "lover": "add a Devotion card",
    "matchmaker": "add a card of the other suit",
    "steward": "draw 2 cards",
    "sage": "take a card from the discards",
    "charlatan": "discard an unclaimed influence",
    "wizard": "make a second play",
}


def pieces(game: Game, players: int) -> list[Piece]:
    """Sixty cards, twelve tiles, twelve pawns."""
    del players
    cards = [Piece(f"{suit.name} {rank}", partial(_card, suit, rank)) for suit in SUITS for rank in range(1, RANKS + 1)]
    members: list[court.Member] = vars(game.rules)["COURT"]
    tiles = [Piece(member.name, partial(_tile, member)) for member in members]
    pawns = [Piece(f"pawn {member.letter}", partial(_pawn, member), round=True) for member in members]
    return [*cards, *tiles, *pawns]


def _card(suit: Suit, rank: int, pen: Pen) -> None:
    for x, y in ((12.0, 13.0), (WIDTH - 12, HEIGHT - 13)):
        pen.suit(x, y, suit, 6)
    pen.text(WIDTH / 2, HEIGHT / 2 - 4, str(rank), 54, serif=True)
    pen.text(WIDTH / 2, HEIGHT / 2 + 17, suit.name, 12)
    if rank <= 3:
        pen.text(WIDTH / 2, HEIGHT / 2 + 24, "may boost", 8, colour=MUTED)


def _tile(member: court.Member, pen: Pen) -> None:
    pen.text(WIDTH / 2, 13, member.letter, 26, serif=True)
    pen.text(WIDTH / 2, 26, member.name, 15, serif=True)
    width = 18.0
    for place, suit in enumerate(member.suits):
        pen.suit(WIDTH / 2 + (place - (len(member.suits) - 1) / 2) * width, 42, SUITS[suit], 7)
    pen.text(WIDTH / 2, 58, f"status {member.status}", 13, bold=True)
    power = "a royal" if member.power is None else POWERS[court.POWERS[member.power]]
    pen.text(WIDTH / 2, 70, power, 9)


def _pawn(member: court.Member, pen: Pen) -> None:
    pen.text(WIDTH / 2, HEIGHT / 2 - 3, member.letter, 34, serif=True)
    pen.text(WIDTH / 2, HEIGHT / 2 + 9, member.name, 10)
