"""Changes of a deck that a search may combine: the neighbouring decks that a game declares.

A step is kept as what it sets in the deck file. So steps can be combined in any order, as long as no two of them set
the same thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...games.game import Game
from ...games.reference import LONGEST_TITLE, DataError, Deck
from ...games.variations import deck_text

Path = tuple[str, ...]


@dataclass(frozen=True)
class DeckChange:
    """One step away from a deck."""

    name: str  # in plain words, as the game declares it
    sets: tuple[tuple[Path, Any], ...]  # where in the deck file, and what


def deck_changes(game: Game) -> dict[str, DeckChange]:
    """The steps that a game declares, by name; none for a game without a deck file."""
    if game.variations is None or game.rules.DATA is None:
        return {}
    values = game.rules.DATA.values
    steps = game.variations.neighbours(values)
    return {step.name: DeckChange(step.name, tuple(_differences(values, step.values))) for step in steps}


def changed_deck(game: Game, steps: Sequence[DeckChange]) -> Deck:
    """The game's deck after some steps."""
    assert game.rules.DATA is not None
    changed: dict[Path, tuple[Any, str]] = {}
    for step in steps:
        for path, value in step.sets:
            if path in changed:
                raise DataError(f"“{step.name}” and “{changed[path][1]}” change the same part of the deck")
            changed[path] = value, step.name
    title = ", ".join(step.name for step in steps)
    title = title if len(title) <= LONGEST_TITLE else f"{len(steps)} changes of {game.title}"
    values = _with(game.rules.DATA.values, {path: value for path, (value, _) in changed.items()})
    return Deck(title, deck_text(title, values))


def _differences(before: Mapping[str, Any], after: Mapping[str, Any], path: Path = ()) -> Iterator[tuple[Path, Any]]:
    for key, value in after.items():
        if key not in before:
            yield (*path, key), value
        elif isinstance(value, Mapping) and isinstance(before[key], Mapping):
            yield from _differences(before[key], value, (*path, key))
        elif before[key] != value:
            yield (*path, key), value
    yield from (((*path, key), None) for key in before if key not in after)


def _with(values: Mapping[str, Any], changed: Mapping[Path, Any], path: Path = ()) -> dict[str, Any]:
    """The values with those of some paths replaced; None takes a key out."""
    found = {}
    added = [place[len(path)] for place in changed if place[: len(path)] == path and len(place) == len(path) + 1]
    for key in dict.fromkeys([*values, *added]):
        here = (*path, key)
        if here in changed:
            if changed[here] is not None:
                found[key] = changed[here]
        else:
            value = values[key]
            found[key] = _with(value, changed, here) if isinstance(value, Mapping) else value
    return found
