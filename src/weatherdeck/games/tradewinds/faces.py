"""The look of Tradewinds: Singles with one characteristic, Completes with three, True and False; the board."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from ..art import read_art
from ..pen import (
    ACCENT,
    HEIGHT,
    INK,
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
    fitting,
)
from .rules import COMPLETES, COPIES, State
from .words import CHARACTERISTICS, LETTERS, text

ART = read_art(__package__)
SIDE = ART["box"][2]
CORNER = 12.0  # of a face, in its box
NAMES = dict(zip(LETTERS[1:], CHARACTERISTICS[1:], strict=True))
SHOWN = ("covering", "piles", "side", "hand_size", "scored", "deducted", "collected", "hand")
COMPLETE_TEXTS = {text(card) for card in range(COMPLETES)}


def pieces(s: State) -> list[Piece]:
    """Four of each Single, one of each Complete, Trues and Falses."""
    singles = [Piece(NAMES[letter], partial(_draw_single, letter), copies=COPIES) for letter in NAMES]
    verdicts = [
        Piece("True", partial(_draw_verdict, "true", "+1"), copies=s.trues),
        Piece("False", partial(_draw_verdict, "false", f"-{s.deduction}" if s.deduction else "0"), copies=s.falses),
    ]
    return [
        *singles,
        *(_complete(text(card)) for card in range(COMPLETES)),
        *(verdict for verdict in verdicts if verdict.copies),
    ]


def face(name: str, value: Any) -> Piece | None:
    """A Complete, alone or with its Trues and Falses around it; the board; a Single as its sign."""
    if name == "piles":
        return Piece("the board", partial(_draw_board, value), (3 * PILE, 3 * PILE))
    if isinstance(value, dict) and "complete" in value:
        size = (WIDTH + 2 * AROUND, HEIGHT + 2 * AROUND)
        return Piece(value["complete"], partial(_draw_covering, value["complete"], value["true"]), size)
    if isinstance(value, str) and value in COMPLETE_TEXTS:
        return _complete(value)
    if isinstance(value, str) and value in NAMES:
        return Piece(NAMES[value], partial(_draw_small, value), (TOKEN, TOKEN))
    return None


def _complete(letters: str) -> Piece:
    return Piece("-".join(NAMES[letter] for letter in letters), partial(_draw_complete, letters))


def _draw_complete(letters: str, pen: Pen) -> None:
    """The figure as large as the card, its letters and its name below."""
    blank(pen)
    pattern, colour, shape = letters[0], letters[1], letters[2]
    ink = ART["signs"][colour]["colour"]
    _figure(pen.at(5.5, 5.5, 52 / SIDE), ART["shapes"][shape], ART["patterns"][pattern], ink)
    pen.text(WIDTH / 2, 66.5, " ".join(letters), 11, bold=True, serif=True)
    pen.text(WIDTH / 2, 77.5, " ".join(NAMES[letter] for letter in letters), 4.6, colour=MUTED)


def _draw_single(letter: str, pen: Pen) -> None:
    """The characteristic all over the card."""
    scale = WIDTH / SIDE
    if pen.bleed:
        blank(pen, _rim(letter) or pen.paper)
    _ground(letter, pen.at(0, 0, scale), HEIGHT / scale)
    if not pen.bleed:
        _edge(pen)
    face = pen.at(0, (HEIGHT - WIDTH) / 2, scale)
    if letter in ART["shapes"]:
        _figure(face.at(5, 5, 0.9), ART["shapes"][letter], "none", INK, ART["shade"])
    _name(letter, face)


def _draw_small(letter: str, pen: Pen) -> None:
    pen.path(box(0, 0, TOKEN, TOKEN, 8), pen.paper)
    _sign(letter, pen.at(2, 2, (TOKEN - 4) / SIDE))


def _draw_verdict(mark: str, worth: str, pen: Pen) -> None:
    blank(pen)
    colour = ACCENT if mark == "true" else MUTED
    _mark(pen, WIDTH / 2, 34, 22, mark == "true")
    pen.text(WIDTH / 2, 66, mark.capitalize(), 11, colour=colour, bold=True, serif=True)
    pen.text(WIDTH / 2, 78, worth, 9, colour=colour, bold=True)


# ---------------------------------------------------------------- characteristics
def _kind(letter: str) -> str:
    """Which of `names` says where letter and name of a Single stand."""
    return letter if letter in ART["names"] else "pattern" if letter in ART["patterns"] else "colour"


def _rim(letter: str) -> str | None:
    """The colour at the edge of a Single; None: that of the paper."""
    sign = ART["signs"][letter]
    if "light" in sign:
        return str(sign["colour"])
    return INK if ART["patterns"].get(letter) in ("full", "hatched") else None


def _ground(letter: str, pen: Pen, height: float) -> None:
    """What covers the face of a Single, which is 100 wide and so high."""
    whole = box(0, 0, SIDE, height, CORNER)
    sign = ART["signs"][letter]
    if "light" in sign:
        pen.path(whole, sign["colour"])
        pen.path(ART["waves"]["light"], sign["light"])
        pen.at(0, height - SIDE).path(ART["waves"]["deep"], sign["deep"])
        return
    pattern = ART["patterns"].get(letter)
    pen.path(whole, INK if pattern == "full" else pen.paper)
    if pattern == "hatched":
        pen.path(_stripes(SIDE, height), None, INK, ART["hatch"]["width"])
        pen.path(box(2.5, 2.5, SIDE - 5, height - 5, CORNER - 2.5), None, INK, 5)
        pen.at(0, (height - SIDE) / 2).path(ART["plaque"], pen.paper)
    if pattern == "none":
        pen.path(box(11, 11, SIDE - 22, height - 22, 7), None, INK, 10)


def _name(letter: str, pen: Pen) -> None:
    """Letter and name of a Single, in its box."""
    colour = WHITE if letter == "F" or "light" in ART["signs"][letter] else INK
    places = ART["names"][_kind(letter)]
    for words, (y, size), serif in ((letter, places["letter"], True), (NAMES[letter], places["name"], False)):
        pen.text(SIDE / 2, y, words, size, colour=colour, bold=True, serif=serif)


def square(letter: str, pen: Pen) -> None:
    """A Single as it lies on the board, in its box."""
    _ground(letter, pen, SIDE)
    if letter in ART["shapes"]:
        _figure(pen.at(10, 10, 0.8), ART["shapes"][letter], "none", INK, ART["shade"])
    _name(letter, pen)


def _sign(letter: str, pen: Pen) -> None:
    """A characteristic in a line of text, in its box: a swatch, a tile with a letter, an outline."""
    if letter in ART["patterns"]:
        _figure(pen, ART["shapes"]["swatch"], ART["patterns"][letter], INK)
    elif letter in ART["shapes"]:
        _figure(pen, ART["shapes"][letter], "none", INK)
    else:
        pen.path(ART["shapes"]["tile"], ART["signs"][letter]["colour"])
        pen.text(SIDE / 2, SIDE / 2, letter, 62, colour=WHITE, bold=True)


def _figure(pen: Pen, shape: str, pattern: str, colour: str, inside: str | None = None) -> None:
    """A shape in its box, filled with its pattern; a hollow one may be `inside` another colour."""
    pen.path(shape, inside if pattern == "none" else colour)
    if pattern == "hatched":
        pen.path(STRIPES, None, pen.paper, ART["hatch"]["every"] - ART["hatch"]["width"])
    pen.path(shape, None, colour, ART["line"])


def _edge(pen: Pen) -> None:
    """Paper around a face that fills its card: it ends where the outline of every other card is."""
    inner = box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN, RADIUS)
    pen.path(box(0, 0, WIDTH, HEIGHT) + inner, pen.paper)
    pen.path(inner, None, LINE, 0.3)


def _stripes(width: float, height: float) -> str:
    """Lines from below to the right, one for each stripe of the hatching; they end inside the rectangle."""
    inset = CORNER / 2  # round ends stay inside round corners
    right, bottom = width - inset, height - inset
    lines, across = [], ART["hatch"]["every"]
    while across < right + bottom - inset:
        left, top = max(inset, across - bottom), max(inset, across - right)
        if across - top > left:
            lines.append(f"M{left:.1f} {across - left:.1f}L{across - top:.1f} {top:.1f}")
        across += ART["hatch"]["every"] * math.sqrt(2)
    return "".join(lines)


def _gaps() -> str:
    """The gaps of the hatching, across the whole box; outside the figure they lie on paper and do not show."""
    every, width = ART["hatch"]["every"], ART["hatch"]["width"]
    lines = []
    for n in range(int(SIDE * math.sqrt(2) / every)):
        across = (n * every + (width + every) / 2) * math.sqrt(2)  # where the gap's middle meets the edges of the box
        start, end = max(0, across - SIDE), min(SIDE, across)
        lines.append(f"M{start:.1f} {end:.1f}L{end:.1f} {start:.1f}")
    return "".join(lines)


STRIPES = _gaps()


# ---------------------------------------------------------------- on the table
AROUND = 22.0
PILE = 70.0


def _mark(pen: Pen, x: float, y: float, radius: float, true: bool) -> None:
    pen.path(circle(x, y, radius), ACCENT if true else None, ACCENT if true else MUTED, radius / 12)
    inside = pen.at(x - radius, y - radius, 2 * radius / SIDE)
    inside.path(ART["marks"]["true" if true else "false"], None, WHITE if true else MUTED, 9)


def _draw_covering(letters: str, true: list[bool], pen: Pen) -> None:
    """A Complete beside the board, with a True or a False on each side."""
    _draw_complete(letters, pen.at(AROUND, AROUND))
    middle, right, bottom = AROUND / 2, WIDTH + AROUND * 1.5, HEIGHT + AROUND * 1.5
    across, down = AROUND + WIDTH / 2, AROUND + HEIGHT / 2
    for (x, y), is_true in zip(((across, middle), (right, down), (across, bottom), (middle, down)), true, strict=True):
        _mark(pen, x, y, 9, is_true)


def _draw_board(piles: list[Any], pen: Pen) -> None:
    for place, pile in enumerate(piles):
        _draw_pile(pile, pen.at(place % 3 * PILE, place // 3 * PILE))


def _draw_pile(pile: Any, pen: Pen) -> None:
    """The card on top, the edges of those under it, and what is known of them."""
    side = PILE - 12
    if pile["gap"]:
        pen.path(box(3, 3, side, side, CORNER * side / SIDE), None, LINE, 0.6)
        return
    *below, top = pile["up"] or [None]
    for under in range(min(pile["down"] + len(below), 3), 0, -1):
        pen.path(box(3, 3 + 1.2 * under, side, side, CORNER * side / SIDE), ART["back"]["colour"], pen.paper, 0.4)
    if top:
        square(top, pen.at(3, 3, side / SIDE))
    pen.path(box(3, 3, side, side, CORNER * side / SIDE), None, LINE, 0.4)
    known = " ".join([*reversed(below), f"{pile['down']} down"] if pile["down"] else reversed(below))
    pen.text(3 + side / 2, PILE - 2.5, known, fitting(known, 6, side), colour=MUTED)
