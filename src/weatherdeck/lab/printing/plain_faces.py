"""Cards to print for a game that has no faces.py: plain cards, made from what its view shows.

The cards are those that `view.FACES` lists and that the view shows as pieces (see `games/seen.py`). What is written on
them is what a table that knows no game would write. No part of a game says how many copies of a card there are, so they
are counted: equal cards that lie in the hands, or in one pile, at the same moment of some random games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from textwrap import wrap
from typing import Any

from ...errors import Problem
from ...games.game import AnyState, Game
from ...games.pen import HEIGHT, INK, LINE, MUTED, WIDTH, Pen, Piece, blank, box, fitting
from ...games.terminal.reading import Field, Reader, Token, signs_of
from ...games.terminal.reading import Piece as Shown
from ...kernel import new_rng, rng_below

DEALS = 200
"""Deals that are looked at,"""
GAMES = 4
"""and whole games: some cards never lie in a hand."""
INSET = 5.0
"""How far inside the outline of a card its frame is, in mm."""


@dataclass
class Kind:
    """One kind of card, and how many copies of it were seen at once."""

    field: Field
    copies: int = 1


def pieces(game: Game, blank: AnyState) -> list[Piece]:
    """The cards of a game, with the players and options of a blank state."""
    names = [f"player {seat + 1}" for seat in range(blank.players)]
    reader = Reader(game.view_schema(), signs_of(game.art))
    kinds = _kinds(game, blank, reader)
    cards = [_card(shown, kind.copies) for kind in kinds if (shown := reader.piece(kind.field, names)) is not None]
    if not cards:
        raise Problem(
            f"{game.title} has no faces.py, and its view shows no cards that could be printed: add a faces.py, or "
            f"hints in view.py (docs/add-a-game.md)"
        )
    return cards


# ---------------------------------------------------------------- which cards there are
def _kinds(game: Game, blank: AnyState, reader: Reader) -> list[Kind]:
    """All cards, in the order of `view.FACES`."""
    faces = [(name, face) for name, listed in game.view.FACES.items() for face in listed]
    places = {repr(face): place for place, (_, face) in reversed([*enumerate(faces)])}
    seen: dict[int, Kind] = {}
    for pile in _piles(game, blank, reader):
        cards = [(places[repr(field.value)], field) for field in pile if repr(field.value) in places]
        for place, field in cards:
            seen.setdefault(place, Kind(field))
        for place, count in Counter(place for place, _ in cards).items():
            seen[place].copies = max(seen[place].copies, count)
    for place, (name, face) in enumerate(faces):  # cards that happened not to turn up look like those that did
        alike = next((seen[other] for other in seen if faces[other][0] == name), None)
        if alike is not None and places[repr(face)] not in seen:
            seen[place] = Kind(Field(alike.field.name, alike.field.schema, face))
    return [seen[place] for place in sorted(seen)]


def _piles(game: Game, blank: AnyState, reader: Reader) -> Iterator[list[Field]]:
    """Lists of cards, at many moments of random play."""
    for seed in range(DEALS):
        state, rng = blank.copy(), new_rng(seed)
        game.rules.deal(state, rng)
        yield from _piles_now(game, state, reader)
        while seed < GAMES and not game.rules.is_over(state):
            legal = game.legal(state)
            game.rules.apply(state, legal[rng_below(rng, len(legal))], rng)
            yield from _piles_now(game, state, reader)


def _piles_now(game: Game, state: Any, reader: Reader) -> Iterator[list[Field]]:
    """Lists of cards that must be different ones: no card lies in two hands, or twice in one pile."""
    hands: list[Field] = []
    for seat in range(state.players):
        for field in reader.fields(game.view.view(game.redacted(state, seat), seat)):
            if field.name != "seats":
                yield _cards(reader, field)
                continue
            own = reader.items(field)[seat]
            for part in reader.fields(own.value, own.schema):
                if part.name == "hand":
                    hands += _cards(reader, part)
                else:
                    yield _cards(reader, part)
    yield hands


def _cards(reader: Reader, field: Field) -> list[Field]:
    """The pieces in a list. What is not in a list may be a card that lies elsewhere: the best one of a trick."""
    if not isinstance(field.value, list) or not field.value:
        return []
    items = reader.items(field)
    return [item for item in items if _is_piece(reader, item)] if _is_piece(reader, items[0]) else []


def _is_piece(reader: Reader, field: Field) -> bool:
    """Whether a value names a thing, or a part of it does."""
    if isinstance(field.value, dict):
        return any("thing" in part.schema for part in reader.fields(field.value, field.schema))
    return "thing" in field.schema


# ---------------------------------------------------------------- how they look
def _card(shown: Shown, copies: int) -> Piece:
    value = (shown.thing or "").partition(":")[2]
    title = _printable(shown.title) or _printable(value) or "?"
    details = " · ".join(filter(None, (_printable(_said(token)) for token in shown.details)))
    return Piece(title, partial(_draw, title, details, shown.colour or INK), copies=copies)


def _said(token: Token) -> str:
    return token.title if isinstance(token, Shown) else token.text


def _printable(text: str) -> str:
    """A text without the characters that the fonts of a PDF lack, such as the symbols of suits."""
    return " ".join(text.encode("latin-1", "ignore").decode("latin-1").split())


def _draw(title: str, details: str, colour: str, pen: Pen) -> None:
    blank(pen)
    pen.path(box(INSET, INSET, WIDTH - 2 * INSET, HEIGHT - 2 * INSET, 3), None, LINE, 0.4)
    room = WIDTH - 2 * INSET - 6
    pen.text(WIDTH / 2, HEIGHT / 2, title, fitting(title, 34, room - 7), colour=colour, bold=True, serif=True)
    for corner in (pen, pen.at(WIDTH, HEIGHT, turn=180)):  # readable from both sides, and in a fan of cards
        corner.text(INSET + 3, INSET + 6, title, fitting(title, 8, room / 2), colour=colour, bold=True, anchor="start")
    lines = wrap(details, 26)[:3]
    for line, text in enumerate(lines):
        pen.text(WIDTH / 2, HEIGHT * 0.72 + 5 * line, text, fitting(text, 4.2, room), colour=MUTED)
