"""What a deck of one's own is, for those who are about to play with it: how it differs, and how its cards look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ...games import registry
from ...games.data import TITLE
from ...games.game import Game
from ...games.options import Value
from ...games.pen import svg
from ...games.reference import GameRef
from ..wire.perspective import Json

MOST_DIFFERENCES = 200
MOST_PIECES = 80
LONGEST = 120
"""Characters of a value."""
SCALE = 2.0
"""Pixels per millimetre of a card."""
KEPT = 64
"""Reports that are kept, the last used ones."""


class OtherValue(NamedTuple):
    """One value that is not as shipped; None where there is none."""

    where: str
    shipped: str | None
    here: str | None


def deck_report(game: Game, players: int | None = None, options: Mapping[str, Value] | None = None) -> Json:
    """A deck of one's own, with the pieces that a table with these options uses."""
    assert game.deck is not None, "the deck as shipped needs no report"
    set_up = game.check_players(players), tuple(sorted(game.check_options(options or {}).items()))
    return _report(game.ref, *set_up)


@lru_cache(maxsize=KEPT)
def _report(ref: GameRef, players: int, options: tuple[tuple[str, Value], ...]) -> Json:
    game, shipped = ref.load(), registry.load(ref.name)
    assert game.deck is not None
    assert game.rules.DATA is not None
    assert shipped.rules.DATA is not None
    found = list(differences(shipped.rules.DATA.values, game.rules.DATA.values))
    return {
        "id": game.deck.fingerprint,
        "title": game.deck.title,
        "differences": [one._asdict() for one in found[:MOST_DIFFERENCES]],
        "more": max(0, len(found) - MOST_DIFFERENCES),
        "pieces": _pieces(game, shipped, players, dict(options)),
    }


def differences(shipped: Any, here: Any, where: str = "") -> Iterator[OtherValue]:
    """What differs between two deck files, value by value; the title does not count."""
    if isinstance(shipped, dict) and isinstance(here, dict):
        for key in [*shipped, *(key for key in here if key not in shipped)]:
            if where or key != TITLE:
                yield from differences(shipped.get(key), here.get(key), f"{where} {key}".strip())
    elif shipped != here:
        yield OtherValue(where, _said(shipped), _said(here))


def _said(value: Any) -> str | None:
    if value is None:
        return None
    if isinstance(value, list):
        text = ", ".join(str(part) for part in value)
    elif isinstance(value, dict):
        text = ", ".join(f"{key} {_said(part)}" for key, part in value.items())
    else:
        text = str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _pieces(game: Game, shipped: Game, players: int, options: dict[str, Value]) -> list[Json]:
    """The pieces that do not look as shipped, drawn; a game without drawings has none."""
    if game.faces is None or shipped.faces is None:
        return []
    known = {svg(piece, SCALE) for piece in shipped.faces.pieces(shipped.new_state(players, options))}
    drawn = [(piece, svg(piece, SCALE)) for piece in game.faces.pieces(game.new_state(players, options))]
    changed = [{"name": piece.name, "copies": piece.copies, "svg": text} for piece, text in drawn if text not in known]
    return changed[:MOST_PIECES]
