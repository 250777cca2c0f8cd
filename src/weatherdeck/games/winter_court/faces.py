"""The look of Winter Court: the cards, the tiles of the court from its data file, and a pawn for each member."""

from __future__ import annotations

from functools import partial
from textwrap import wrap
from typing import Any, cast

from ..art import read_art
from ..pen import (
    HEIGHT,
    LINE,
    MARGIN,
    MUTED,
    RADIUS,
    TOKEN,
    WHITE,
    WIDTH,
    Pen,
    Piece,
    blank,
    box,
    circle,
    disc,
    fitting,
    sign,
)
from .aids import court_tiles, summary_tiles
from .reach import CARDS
from .rules import MEMBERS, State
from .view import Card, Member, Tile, card, tile

ART = read_art(__package__)
SIGNS, ROYAL, OTHER = ART["signs"], ART["royal"], ART["other"]
BAND = 25.0
"""Height of the coloured head of a card."""
SHOWN = (
    *("members", "play", "card", "added", "boosts", "total", "beat"),
    *("drawn", "size", "cards", "hand_size", "known"),
)


def pieces(s: State) -> list[Piece]:
    """Sixty cards, eight court tiles, two summary tiles, twelve pawns."""
    tiles = [tile(member) for member in range(MEMBERS)]
    return [
        *(_card(card(n)) for n in range(CARDS)),
        *court_tiles(s),
        *summary_tiles(s),
        *(Piece(f"pawn {member['letter']}", partial(_draw_token, member), (TOKEN, TOKEN)) for member in tiles),
    ]


def face(name: str, value: Any) -> Piece | None:
    """A card, and the whole court."""
    if name == "members" and isinstance(value[0], dict):  # a seat's are letters
        return _court(value)
    return _card(cast("Card", value)) if isinstance(value, dict) and "boost" in value else None


def _card(shown: Card) -> Piece:
    return Piece(f"{shown['suit_name']} {shown['rank']}", partial(draw_card, shown))


def draw_card(shown: Card, pen: Pen, *, named: bool = True) -> None:
    """A card: rank and suit in its coloured head, the sign below; a small one goes without its name."""
    suit = SIGNS[shown["suit"]]
    right, corner = WIDTH - MARGIN, MARGIN + RADIUS
    arc = f"A{RADIUS} {RADIUS} 0 0 1"
    blank(pen)
    pen.path(
        f"M{MARGIN} {BAND}V{corner}{arc} {corner} {MARGIN}H{right - RADIUS}{arc} {right} {corner}V{BAND}Z",
        suit["colour"],
    )
    rank = str(shown["rank"])
    pen.text(7, BAND / 2 + 1, rank, 17, colour=WHITE, bold=True, serif=True, anchor="start")
    if shown["boost"]:
        sign(pen, {"paths": ART["star"]}, 21, BAND / 2 - 1, 6.5, WHITE)
    pen.text(WIDTH - 7, BAND / 2 + 1, suit["letters"], 9.5, colour=WHITE, bold=True, anchor="end")
    sign(pen, suit, WIDTH / 2, 50, 40)
    if not named:
        return
    name = f"{shown['suit_name']}, boost" if shown["boost"] else shown["suit_name"]
    pen.text(WIDTH / 2, 80, name, 5.5, colour=suit["colour"], serif=True)


def draw_tile(member: Tile, pen: Pen, height: float = HEIGHT) -> None:
    """The tile of a member; a low one is for figures, and has room for two lines about the power."""
    royal = member["royal"]
    blank(pen, ROYAL["tint"] if royal else pen.paper, ROYAL["line"] if royal else LINE, (WIDTH, height))
    _draw_who(member, pen)
    lines = wrap(member["power_text"] or "royal", 22)
    for line, words in enumerate(lines):
        y = height - 6.5 - 5.5 * (len(lines) - 1 - line)
        pen.text(WIDTH / 2, y, words, 4.8, colour=ROYAL["ink"] if royal else MUTED)


def _draw_who(member: Tile, pen: Pen) -> None:
    """The upper part of a tile: letter, status, name and suits."""
    ink = ROYAL["ink"] if member["royal"] else MUTED
    pen.text(10, 11, member["letter"], 8, colour=MUTED, bold=True)
    pen.text(WIDTH - 10, 11, str(member["status"]), 9, colour=ink, bold=True, serif=True)
    sign(pen, {"paths": ART["crown"]}, WIDTH - 20, 10.5, 8, ink)
    pen.text(WIDTH / 2, 24, member["name"], fitting(member["name"], 9.5, WIDTH - 13), bold=True, serif=True)
    suits = [SIGNS[suit] for suit in member["suits"]]
    for place, suit in enumerate(suits):
        x = WIDTH / 2 + (place - (len(suits) - 1) / 2) * 24
        sign(pen, suit, x, 38, 14)
        pen.text(x, 49, suit["letters"], 5.6, colour=suit["colour"], bold=True)


def _draw_token(member: Tile, pen: Pen) -> None:
    disc(pen, (ROYAL if member["royal"] else OTHER)["pawn"])
    sign(pen, {"paths": (ROYAL if member["royal"] else OTHER)["shape"]}, TOKEN / 2 - 6, TOKEN / 2 - 2, 18, WHITE)
    pen.text(TOKEN / 2 + 8, TOKEN / 2 - 2, member["letter"], 15, colour=WHITE, bold=True, serif=True)
    pen.text(TOKEN / 2, 31, member["name"], fitting(member["name"], 4.2, 26), colour=WHITE)


def draw_pawn(member: Tile, pen: Pen, x: float, y: float, size: float) -> None:
    """The pawn of a member around a point: a crowned one for a royal."""
    art = ROYAL if member["royal"] else OTHER
    sign(pen, {"paths": art["shape"]}, x, y, size, art["pawn"])


# ---------------------------------------------------------------- on the table
COLUMN, TILE, TRACK = WIDTH + 2, 60.0, 16.0
CARD = 0.6
"""Scale of the influence cards beside the tiles."""
LARGER = 1.2
"""Scale of the court in a notebook, where its words must stay readable."""


def _court(members: list[Member]) -> Piece:
    """From top to bottom: the cards of one side, a track for the pawns, the tiles, a track, the other side."""
    most = max([1, *(len(member["influence"]["cards"]) for member in members if member["influence"])])
    side = CARD * (HEIGHT + (most - 1) * BAND)
    size = (LARGER * len(members) * COLUMN, LARGER * (2 * side + 2 * TRACK + TILE))
    return Piece("the court", partial(_draw_court, members, side), size)


def _draw_court(members: list[Member], side: float, pen: Pen) -> None:
    inside = pen.at(0, 0, LARGER)
    for seat, middle in enumerate((side / 2, side * 1.5 + 2 * TRACK + TILE)):
        inside.at(6, middle, turn=-90).text(0, 0, f"seat {seat}", 9, colour=MUTED)
    for place, member in enumerate(members):
        _draw_column(member, side, inside.at(place * COLUMN, 0))


def _draw_column(member: Member, side: float, pen: Pen) -> None:
    """A member and what lies on either side of it; the first seat sits above."""
    middle, top, bottom = COLUMN / 2, side + TRACK, side + TRACK + TILE
    royal = member["royal"]
    pen.path(f"M{middle} {side}V{bottom + TRACK}", None, LINE, 0.6)
    pen.path(box(1, top, WIDTH, TILE, 5), ROYAL["tint"] if royal else pen.paper, ROYAL["line"] if royal else LINE, 0.6)
    _draw_who(member, pen.at(1, top))
    pawn = member["pawn"]
    y = top if pawn is None else (top - TRACK / 2, bottom + TRACK / 2)[pawn]
    pen.path(circle(middle, y, 6 if pawn is None else 8), pen.paper, LINE, 0.5)
    draw_pawn(member, pen, middle, y, 8 if pawn is None else 12)
    if member["influence"]:
        above = member["influence"]["seat"] == 0
        _draw_influence(member["influence"]["cards"], above, pen.at(middle, side if above else bottom + TRACK))


def _draw_influence(cards: list[Card], above: bool, pen: Pen) -> None:
    """From the track outward, overlapping so that every head can be read."""
    step = CARD * BAND
    height = CARD * HEIGHT + (len(cards) - 1) * step
    for n, shown in enumerate(cards):
        draw_card(shown, pen.at(-CARD * WIDTH / 2, n * step - (height if above else 0), CARD))
