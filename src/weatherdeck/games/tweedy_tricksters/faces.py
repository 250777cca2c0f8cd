"""The look of Tweedy Tricksters: a suit with its value on each side of a card; Suit, Partner and Dealer cards."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

from ..art import read_art
from ..pen import HEIGHT, MARGIN, MUTED, TOKEN, WHITE, WIDTH, Pen, Piece, blank, box, circle
from .aids import score_cards
from .rules import COPIES, KINDS, State
from .view import Card, card
from .words import SUIT_NAMES, SUIT_WORDS

ART = read_art(__package__)
SIGNS = ART["signs"]
EDGE = 13.5
"""From the edge of a card to the middle of an animal and its value: Ravens at the top, then clockwise."""
ANIMAL = 64.0
"""The side of the square that animals are drawn in."""
GAP = 0.96
"""How much of its triangle a wedge fills."""
SEAM = (1.2, 0.4)
"""On paper tweed is its middle colour with a seam of the other two."""
PIP = 3.4
"""Between two pips."""
SIDES = ((WIDTH / 2, EDGE), (WIDTH - EDGE, HEIGHT / 2), (WIDTH / 2, HEIGHT - EDGE), (EDGE, HEIGHT / 2))
SHOWN = (
    *("lead_suit", "market", "suits"),
    *("suit", "partner", "tricks", "played", "value", "drafted", "hand_size"),
)


def pieces(s: State) -> list[Piece]:
    """The deck from the data file, the Suit, Partner and Dealer cards, and score cards."""
    cards = [_card(card(kind), int(COPIES[kind])) for kind in range(KINDS) if COPIES[kind]]
    suits = [
        Piece(f"Suit card {name}", partial(_draw_suit_card, suit, name))
        for suit, name in zip(SUIT_WORDS, SUIT_NAMES, strict=True)
    ]
    partners = [
        Piece(f"Partner card {name}", partial(_draw_partner, mark, name), copies=2)
        for mark, name in zip(ART["partners"], ("one", "two"), strict=True)
    ]
    return [*cards, *suits, *partners, Piece("Dealer card", _draw_dealer), *score_cards(s.players)]


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
    """Four wedges that fill the card, each to be read from its own side."""
    blank(pen, line=ART["edge"])
    left, top, right, bottom = MARGIN, MARGIN, WIDTH - MARGIN, HEIGHT - MARGIN
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    for quarter, (suit, value) in enumerate(zip(SUIT_WORDS, values, strict=True)):
        pen.path(_wedge(corners[quarter], corners[(quarter + 1) % 4]), SIGNS[suit]["colour"])
        x, y = SIDES[quarter]
        side = pen.at(x, y, turn=90 * quarter)
        side.path(circle(-8, 0, 6.2), pen.paper)
        _draw_animal(side, suit, -8, 0, 9.6)
        side.text(7.5, 0.5, str(value), 15, colour=WHITE, bold=True, serif=True)
        side.text(0, 8.6, SIGNS[suit]["letters"], 3.6, colour=WHITE, bold=True)
        for pip in range(value):
            side.path(circle((pip - (value - 1) / 2) * PIP, -9.4, 0.95), WHITE)
    middle = pen.at(WIDTH / 2, HEIGHT / 2)
    middle.path(circle(0, 0, 6.5), pen.paper)
    middle.text(0, 0, notation, 4, colour=MUTED)


def _wedge(one: tuple[float, float], other: tuple[float, float]) -> str:
    """The triangle between two corners and the middle of a card, with a gap to its neighbours."""
    points = [one, other, (WIDTH / 2, HEIGHT / 2)]
    x, y = sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3
    inner = [(x + (px - x) * GAP, y + (py - y) * GAP) for px, py in points]
    return "M" + "L".join(f"{px:.2f} {py:.2f}" for px, py in inner) + "Z"


def _draw_animal(pen: Pen, suit: str, x: float, y: float, size: float, *, fine: bool = False) -> None:
    """The animal of a suit around a point; `fine` with its clothes and whiskers."""
    inside = pen.at(x - size / 2, y - size / 2, size / ANIMAL)
    for part in ART["animals"][suit]:
        if fine or not part.get("fine"):
            line = part.get("line")
            inside.path(part["path"], None if line else part["colour"], part["colour"] if line else None, line or 0)
            for width, cloth in zip(SEAM, reversed(part.get("tweed", ())), strict=False):
                inside.path(part["path"], None, cloth, width)


def _pill(pen: Pen, suit: Any, half: float) -> None:
    """A pill centred on the pen's corner."""
    pen.path(box(-half, -half / 2, 2 * half, half, half * 0.46), suit["colour"])


def _draw_badge(suit: Any, pen: Pen) -> None:
    _pill(pen.at(TOKEN / 2, TOKEN / 2), suit, TOKEN / 2)
    pen.text(TOKEN / 2, TOKEN / 2, suit["letters"], 13, colour=WHITE, bold=True)


def _draw_suit_card(word: str, name: str, pen: Pen) -> None:
    suit = SIGNS[word]
    blank(pen, suit["pale"], ART["edge"])
    _draw_animal(pen, word, WIDTH / 2, 33, 50, fine=True)
    middle = pen.at(WIDTH / 2, 68)
    _pill(middle, suit, 20)
    middle.text(0, 0, f"{suit['letters']} {name}", 6.2, colour=WHITE, bold=True)
    pen.text(WIDTH / 2, 81, "you lead only this suit", 4.2, colour=MUTED)


def _draw_partner(mark: Any, name: str, pen: Pen) -> None:
    blank(pen)
    pen.at(WIDTH / 2 - 17, 16, 0.34).path(mark["path"], mark["colour"])
    pen.text(WIDTH / 2, 66, f"partners {name}", 7.5, colour=mark["colour"], bold=True, serif=True)


def _draw_dealer(pen: Pen) -> None:
    blank(pen)
    pen.text(WIDTH / 2, HEIGHT / 2, "Dealer", 12, bold=True, serif=True)
