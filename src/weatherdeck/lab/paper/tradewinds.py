"""The cards of Tradewinds: Singles with one characteristic, Completes with three, True and False."""

from __future__ import annotations

from functools import partial
from typing import Literal

from ...games.game import Game
from ...games.tradewinds import rules
from ...games.tradewinds.words import CHARACTERISTICS, LETTERS, text
from .sheet import HEIGHT, INK, MUTED, WIDTH, Pen, Piece, Shape

FILLS: tuple[Literal["full", "half", "none"], ...] = ("full", "half", "none")
COLOURS = ("#c2412d", "#2f8f5b", "#2563a8")
SHAPES: tuple[Shape, ...] = ("circle", "square", "triangle")


def pieces(game: Game, players: int) -> list[Piece]:
    """Four of each Single, one of each Complete, ten Trues and ten Falses."""
    del game, players
    singles = [
        Piece(CHARACTERISTICS[c], partial(_single, c), copies=rules.COPIES) for c in range(1, rules.CHARACTERISTICS + 1)
    ]
    completes = [Piece(text(card), partial(_complete, card)) for card in range(rules.COMPLETES)]
    return [
        *singles,
        *completes,
        Piece("True", partial(_verdict, "True", "+1"), copies=rules.TRUES),
        Piece("False", partial(_verdict, "False", "-1"), copies=rules.FALSES),
    ]


def _single(c: int, pen: Pen) -> None:
    kind, value = divmod(c - 1, rules.VALUES)
    middle = (WIDTH / 2, HEIGHT / 2 - 6)
    if kind == 0:  # a pattern has no shape and no colour of its own
        pen.shape(*middle, "hexagon", 14, MUTED, FILLS[value])
    elif kind == 1:
        pen.shape(*middle, "hexagon", 14, COLOURS[value])
        pen.text(*middle, LETTERS[c], 34, colour="#ffffff", bold=True)
    else:
        pen.shape(*middle, SHAPES[value], 14, INK, "none")
    pen.text(WIDTH / 2, HEIGHT - 14, CHARACTERISTICS[c], 13, serif=True)
    pen.text(9, 10, LETTERS[c], 14, bold=True)


def _complete(card: int, pen: Pen) -> None:
    pattern, colour, shape = card // 9, card // 3 % 3, card % 3
    pen.shape(WIDTH / 2, HEIGHT / 2 - 4, SHAPES[shape], 18, COLOURS[colour], FILLS[pattern])
    pen.text(WIDTH / 2, 11, " ".join(text(card)), 16, bold=True)
    names = (CHARACTERISTICS[1 + pattern], CHARACTERISTICS[4 + colour], CHARACTERISTICS[7 + shape])
    pen.text(WIDTH / 2, HEIGHT - 11, ", ".join(names), 10, serif=True)


def _verdict(word: str, worth: str, pen: Pen) -> None:
    pen.text(WIDTH / 2, HEIGHT / 2 - 6, word, 30, serif=True)
    pen.text(WIDTH / 2, HEIGHT / 2 + 12, worth, 20, bold=True)
