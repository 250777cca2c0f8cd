"""Decks and courts: the data of a game, in a TOML file that an owner of the printed game can replace.

A game reads its file through `read`. With another deck (`registry.load(name, deck)`), the game's package is loaded a
second time as an *edition* of its own, in which `read` gives that deck; everything that depends on it, compiled code
too, is then made from it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .reference import DataError, Deck, fingerprint

TITLE = "title"
"""A key that every deck file may set: what the deck is called."""


@dataclass(frozen=True)
class Data:
    """A data file as a game reads it: its values, and its text to say where something is wrong."""

    file: str  # the name of the game's own data file
    source: str  # where this one comes from, for error messages
    text: str
    values: dict[str, Any]

    def table(self, name: str, lists: str) -> dict[str, Any]:
        """The one table that the file must have, and may have beside a title. `lists` says what it is for."""
        unknown = next((key for key in self.values if key not in (name, TITLE)), None)
        found = self.values.get(name)
        if not isinstance(found, dict):
            but = f", but has {unknown!r}, which is unknown" if unknown is not None else ""
            raise self.error(f"has no table [{name}], which {lists}{but}", unknown)
        if unknown is not None:
            what = f"the table [{unknown}]" if isinstance(self.values[unknown], dict) else f"the key {unknown!r}"
            raise self.error(f"{what} is unknown: a deck file here has the table [{name}] and nothing else", unknown)
        return found

    def error(self, message: str, key: object = None) -> DataError:
        """An error at the line where a key is set (or in the file as a whole)."""
        line = None if key is None else _line_of(str(key), self.text)
        place = self.source if line is None else f"{self.source}, line {line}"
        return DataError(f"{place}: {message}")

    @property
    def fingerprint(self) -> str:
        """A short name for exactly these values, however the file is laid out."""
        return fingerprint(self.values)


def _line_of(key: str, text: str) -> int | None:
    """The first line that sets a key or opens a table of that name."""
    name = rf"[\"']?{re.escape(key)}[\"']?"
    here = re.compile(rf"\s*(\[+\s*{name}\s*[.\]]|{name}\s*[.=])")
    return next((number for number, line in enumerate(text.splitlines(), 1) if here.match(line)), None)


@dataclass(frozen=True)
class _Edition:
    original: str  # the package as shipped
    deck: Deck


_editions: dict[str, _Edition] = {}


def add_edition(package: str, original: str, deck: Deck) -> None:
    """From now on, the game in this package reads that deck."""
    _editions[package] = _Edition(original, deck)


def drop_edition(package: str) -> None:
    """Forget an edition whose deck turned out to be of no use."""
    del _editions[package]


def original_of(package: str) -> str:
    """The package as shipped of which this one is an edition, or itself."""
    return _editions[package].original if package in _editions else package


def deck_of(package: str) -> Deck | None:
    """The deck of an edition; None for a package as shipped."""
    return _editions[package].deck if package in _editions else None


def read(package: str, folder: Path, name: str) -> Data:
    """The data file of a game: the one in its folder, or the deck of its edition."""
    deck = deck_of(package) or Deck.read(folder / name)
    return Data(name, str(deck), deck.text, deck.values)


def read_file(path: Path) -> Data:
    """Any data file, with a clear error where it cannot be read."""
    return read("", path.parent, path.name)


__all__ = ["TITLE", "Data", "DataError", "add_edition", "deck_of", "drop_edition", "original_of", "read", "read_file"]
