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
    MUTED,
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
from .rules import COMPLETES, COPIES, FALSES, TRUES
from .words import CHARACTERISTICS, LETTERS, text

ART = read_art(__package__)
SIDE = ART["box"][2]
NAMES = dict(zip(LETTERS[1:], CHARACTERISTICS[1:], strict=True))
SHOWN = ("covering", "piles", "side", "hand_size", "scored", "deducted", "collected", "hand")
COMPLETE_TEXTS = {text(card) for card in range(COMPLETES)}


def pieces(players: int) -> list[Piece]:
    """Four of each Single, one of each Complete, ten Trues and ten Falses."""
    del players
    singles = [Piece(NAMES[letter], partial(_draw_single, letter), copies=COPIES) for letter in NAMES]
    verdicts = [
        Piece("True", partial(_draw_verdict, "true", "+1"), copies=TRUES),
        Piece("False", partial(_draw_verdict, "false", "-1"), copies=FALSES),
    ]
    return [*singles, *(_complete(text(card)) for card in range(COMPLETES)), *verdicts]


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
    blank(pen)
    pattern, colour, shape = letters[0], letters[1], letters[2]
    _figure(pen, 16, 35, 38, ART["shapes"][shape], ART["patterns"][pattern], ART["signs"][colour]["colour"])
    for line, letter in enumerate(letters):
        pen.text(11, 11.5 + 11 * line, letter, 10, colour=_ink(letter), bold=True)
    pen.text(WIDTH / 2, 80, ", ".join(NAMES[letter] for letter in letters), 4.2, colour=MUTED)


def _draw_single(letter: str, pen: Pen) -> None:
    blank(pen)
    _characteristic(pen, letter, 13.5, 26, 36)
    pen.text(11, 11.5, letter, 10, colour=_ink(letter), bold=True)
    pen.text(WIDTH / 2, 76, NAMES[letter], 6.5, serif=True)


def _draw_small(letter: str, pen: Pen) -> None:
    pen.path(box(0, 0, TOKEN, TOKEN, 8), pen.paper)
    _characteristic(pen, letter, 2, 2, TOKEN - 4)


def _draw_verdict(mark: str, worth: str, pen: Pen) -> None:
    blank(pen)
    colour = ACCENT if mark == "true" else MUTED
    _mark(pen, WIDTH / 2, 34, 17, mark == "true")
    pen.text(WIDTH / 2, 62, mark.capitalize(), 10, colour=colour, bold=True, serif=True)
    pen.text(WIDTH / 2, 75, worth, 10, colour=colour, bold=True)


# ---------------------------------------------------------------- characteristics
def _characteristic(pen: Pen, letter: str, x: float, y: float, size: float) -> None:
    """A pattern is a swatch, a colour is a blot, a shape is an outline."""
    if letter in ART["patterns"]:
        _figure(pen, x, y, size, ART["shapes"]["swatch"], ART["patterns"][letter], INK)
    elif letter in ART["shapes"]:
        _figure(pen, x, y, size, ART["shapes"][letter], "none", INK)
    else:
        pen.at(x, y, size / SIDE).path(ART["shapes"]["blot"], ART["signs"][letter]["colour"])


def _figure(pen: Pen, x: float, y: float, size: float, shape: str, pattern: str, colour: str) -> None:
    inside = pen.at(x, y, size / SIDE)
    if pattern != "none":
        inside.path(shape, colour)
    if pattern == "hatched":
        inside.path(STRIPES, None, pen.paper, ART["hatch"]["every"] - ART["hatch"]["width"])
    inside.path(shape, None, colour, ART["line"])


def _stripes() -> str:
    """The gaps of the hatching, across the whole box; outside the figure they lie on paper and do not show."""
    every, width = ART["hatch"]["every"], ART["hatch"]["width"]
    lines = []
    for n in range(int(SIDE * math.sqrt(2) / every)):
        across = (n * every + (width + every) / 2) * math.sqrt(2)  # where the gap's middle meets the edges of the box
        start, end = max(0, across - SIDE), min(SIDE, across)
        lines.append(f"M{start:.1f} {end:.1f}L{end:.1f} {start:.1f}")
    return "".join(lines)


STRIPES = _stripes()


def _ink(letter: str) -> str:
    ink: str = ART["signs"].get(letter, {}).get("ink", INK)
    return ink


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
    """The card on top, and how many lie under it."""
    inside = box(3, 3, PILE - 6, PILE - 6, 5)
    if pile["gap"]:
        pen.path(inside, None, LINE, 0.6)
        return
    pen.path(inside, pen.paper, LINE, 0.6)
    *below, top = pile["up"] or [None]
    if top:
        pen.text(12, 13, top, 12, colour=_ink(top), bold=True)
        _characteristic(pen, top, 18, 12, 34)
    under = " ".join([*reversed(below), f"{pile['down']} down"] if pile["down"] else reversed(below))
    pen.text(PILE / 2, PILE - 12, under, fitting(under, 10, PILE - 14), colour=MUTED)
