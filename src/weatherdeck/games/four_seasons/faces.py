"""The look of 4 Seasons: the cards, the role cards, and four tokens for each player."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..art import read_art
from ..pen import HEIGHT, TOKEN, WHITE, WIDTH, Pen, Piece, blank, disc, sign
from .deck import CARDS, DECK, RANKS, ROLE, ROLE_CARDS, SEASONS
from .words import ROLE_NAMES, ROLE_WORDS, SUIT_NAMES, SUIT_WORDS, card_text

SIGNS = read_art(__package__)["signs"]
GOALS = {"darkness": ("most of a season,", "or no trick"), "light": ("that all", "seasons win")}
SEASON_GOAL = ("most of", "one's own suit")
SHOWN = (
    *("lead_suit", "pit"),
    *("tricks", "hand_size", "role", "tokens", "played", "token_played", "won", "known", "void"),
)
CARD_OF = {card_text(card): card for card in range(CARDS)}


def pieces(players: int) -> list[Piece]:
    """The deck, roles and tokens for this many players."""
    cards = [_card(card) for card in range(CARDS) if DECK[players] >> card & 1]
    roles = [_role(ROLE[n]) for n in range(len(ROLE)) if ROLE_CARDS[players] >> n & 1]
    return [*cards, *roles, *(_token(suit, copies=players) for suit in SUIT_WORDS[:SEASONS])]


def face(name: str, value: Any) -> Piece | None:
    """A card; a suit, season or role as a token."""
    del name
    if isinstance(value, dict) and value.get("text") in CARD_OF:
        return _card(CARD_OF[value["text"]])
    return _token(value) if isinstance(value, str) and value in SIGNS else None


def _card(card: int) -> Piece:
    suit, number = card // RANKS, card % RANKS + 1
    return Piece(f"{SUIT_NAMES[suit]} {number}", partial(_draw_card, SIGNS[SUIT_WORDS[suit]], str(number)))


def _draw_card(suit: Any, number: str, pen: Pen) -> None:
    blank(pen)
    sign(pen, suit, WIDTH / 2, HEIGHT / 2, 32)
    for corner in (pen, pen.at(WIDTH, HEIGHT, turn=180)):
        corner.text(13.5, 14, number, 19, colour=suit["colour"], bold=True, serif=True)
        corner.text(13.5, 26, suit["letters"], 7.5, colour=suit["colour"], bold=True)


def _role(role: int) -> Piece:
    return Piece(f"role {ROLE_NAMES[role]}", partial(_draw_role, ROLE_WORDS[role], ROLE_NAMES[role]))


def _draw_role(role: str, name: str, pen: Pen) -> None:
    colour = SIGNS[role]["colour"]
    blank(pen, colour, colour)
    sign(pen, SIGNS[role], WIDTH / 2, 32, 34, WHITE, ground=colour)
    pen.text(WIDTH / 2, 59, name, 9, colour=WHITE, bold=True, serif=True)
    for line, words in enumerate(GOALS.get(role, SEASON_GOAL)):
        pen.text(WIDTH / 2, 69 + 5.5 * line, words, 4.5, colour=WHITE)


def _token(season: str, copies: int = 1) -> Piece:
    return Piece(f"token {season.capitalize()}", partial(_draw_token, SIGNS[season]), (TOKEN, TOKEN), copies)


def _draw_token(season: Any, pen: Pen) -> None:
    disc(pen, season["colour"])
    sign(pen, season, TOKEN / 2, TOKEN / 2 - 2.5, 21, WHITE, ground=season["colour"])
    pen.text(TOKEN / 2, 33, season["letters"], 4.5, colour=WHITE, bold=True)
