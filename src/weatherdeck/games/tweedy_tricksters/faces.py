"""The look of Tweedy Tricksters: a suit with its value on each side of a card; Suit, Partner and Dealer cards."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

from ..art import read_art
from ..pen import HEIGHT, MUTED, TOKEN, WHITE, WIDTH, Pen, Piece, blank, box, sign
from .rules import COPIES, KINDS
from .view import Card, card
from .words import SUIT_NAMES, SUIT_WORDS

ART = read_art(__package__)
SIGNS = ART["signs"]
EDGE = 13.0
"""From the edge of a card to the middle of its pills: Ravens at the top, then clockwise."""
SIDES = ((WIDTH / 2, EDGE), (WIDTH - EDGE, HEIGHT / 2), (WIDTH / 2, HEIGHT - EDGE), (EDGE, HEIGHT / 2))
SHOWN = (
    *("lead_suit", "market", "suits"),
    *("suit", "partner", "tricks", "played", "value", "drafted", "hand_size"),
)


def pieces(players: int) -> list[Piece]:
    """The deck from the data file, and the Suit, Partner and Dealer cards."""
    del players
    cards = [_card(card(kind), int(COPIES[kind])) for kind in range(KINDS)]
    suits = [
        Piece(f"Suit card {name}", partial(_draw_suit_card, suit, name))
        for suit, name in zip(SUIT_WORDS, SUIT_NAMES, strict=True)
    ]
    partners = [
        Piece(f"Partner card {name}", partial(_draw_partner, mark, name), copies=2)
        for mark, name in zip(ART["partners"], ("one", "two"), strict=True)
    ]
    return [*cards, *suits, *partners, Piece("Dealer card", _draw_dealer)]


def face(name: str, value: Any) -> Piece | None:
    """A card; a suit as its pill."""
    del name
    if isinstance(value, dict) and value.keys() == {"card", "values"}:
        return _card(cast("Card", value))
    if isinstance(value, str) and value in SIGNS:
        return Piece(value.capitalize(), partial(_draw_badge, SIGNS[value]), (TOKEN, TOKEN))
    return None


def _card(shown: Card, copies: int = 1) -> Piece:
    return Piece(shown["card"], partial(_draw_card, shown["card"], shown["values"]), copies=copies)


def _draw_card(notation: str, values: list[int], pen: Pen) -> None:
    """Each side faces outward, to be read from that side."""
    blank(pen)
    for quarter, ((x, y), suit, value) in enumerate(zip(SIDES, SUIT_WORDS, values, strict=True)):
        side = pen.at(x, y, turn=90 * quarter)
        _pill(side, SIGNS[suit], 17)
        side.text(6.5, 0, str(value), 14, colour=WHITE, bold=True, serif=True)
        side.text(-6.5, 0, SIGNS[suit]["letters"], 7.5, colour=WHITE, bold=True)
    pen.text(WIDTH / 2, HEIGHT / 2, notation, 4, colour=MUTED)


def _pill(pen: Pen, suit: Any, half: float) -> None:
    """A pill centred on the pen's corner."""
    pen.path(box(-half, -half / 2, 2 * half, half, half * 0.46), suit["colour"])


def _draw_badge(suit: Any, pen: Pen) -> None:
    _pill(pen.at(TOKEN / 2, TOKEN / 2), suit, TOKEN / 2)
    pen.text(TOKEN / 2, TOKEN / 2, suit["letters"], 13, colour=WHITE, bold=True)


def _draw_suit_card(word: str, name: str, pen: Pen) -> None:
    suit = SIGNS[word]
    blank(pen)
    sign(pen, {**suit, "paths": ART["animals"][word]}, WIDTH / 2, 30, 34)
    middle = pen.at(WIDTH / 2, 62)
    _pill(middle, suit, 20)
    middle.text(0, 0, f"{suit['letters']} {name}", 6.2, colour=WHITE, bold=True)
    pen.text(WIDTH / 2, 78, "you lead only this suit", 4.2, colour=MUTED)


def _draw_partner(mark: Any, name: str, pen: Pen) -> None:
    blank(pen)
    pen.at(WIDTH / 2 - 17, 16, 0.34).path(mark["path"], mark["colour"])
    pen.text(WIDTH / 2, 66, f"partners {name}", 7.5, colour=mark["colour"], bold=True, serif=True)


def _draw_dealer(pen: Pen) -> None:
    blank(pen)
    pen.text(WIDTH / 2, HEIGHT / 2, "Dealer", 12, bold=True, serif=True)
