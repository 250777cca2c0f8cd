"""Deck files that people upload for a table of theirs: read as data, checked by the game's own reader, never run.

A file is a text of limited size in short lines, so that no parser spends long on it, and its title can be shown to
everyone. What is wrong with it is said as the game's reader says it, with the line.
"""

from __future__ import annotations

import unicodedata

from ...errors import Problem
from ...games import registry
from ...games.data import TITLE
from ...games.game import Game
from ...games.reference import LONGEST_TITLE, Deck
from ..wire.requests import LARGEST_DECK, DeckFile
from .errors import RequestError
from .names import clean, is_visible
from .shelf import Shelf
from .words import WordList

LONGEST_LINE = 1_000
"""Characters. Nobody writes longer lines, and TOML takes time that grows with the square of a line's dotted keys."""
LONGEST_TEXT = 100
"""Characters of a text in a deck file, such as the name of a card, which may be part of every message."""
UNTITLED = "uploaded deck"
SWITCHED_OFF = "this server does not accept deck files: play with one of the decks that it offers"


class Uploads:
    """Who uploads a deck file is told what is wrong with it; what is right becomes a game."""

    def __init__(self, shelf: Shelf, words: WordList, *, is_open: bool = True) -> None:
        self._shelf, self._words, self.is_open = shelf, words, is_open

    def game_of(self, name: str, file: DeckFile) -> Game:
        """A game with an uploaded deck; RequestError says why not. It takes a while: not for the event loop."""
        if not self.is_open:
            raise RequestError("not_allowed", SWITCHED_OFF)
        shipped = registry.load(name)
        if shipped.data_file is None:
            raise RequestError("not_allowed", f"{shipped.title} has no deck file, so it has only one deck")
        try:
            return self._shelf.new(registry.GameRef(name, self._deck(file, shipped)))
        except RequestError:
            raise
        except Problem as problem:
            raise RequestError("not_allowed", str(problem)) from None
        except (RecursionError, ValueError, ArithmeticError, TypeError, MemoryError):
            # A game of another package may not check what it reads; a stranger's file must not look like our fault.
            raise RequestError("not_allowed", f"{file.name}: {shipped.title} cannot read this file") from None

    def _deck(self, file: DeckFile, shipped: Game) -> Deck:
        name = clean(file.name) or UNTITLED
        _check_size(name, file.text)
        stem = clean(name.removesuffix(".toml"))[:LONGEST_TITLE] or UNTITLED
        title = Deck(stem, file.text, name).values.get("title", stem)
        if not isinstance(title, str) or not is_visible(clean(title)) or len(clean(title)) > LONGEST_TITLE:
            raise RequestError("not_allowed", f"{name}: the title must be a text of 1 to {LONGEST_TITLE} characters")
        deck = Deck(clean(title), file.text, name)
        texts = [deck.title, *_texts({key: value for key, value in deck.values.items() if key != TITLE})]
        for text in texts:
            shown = repr(clean(text)[:LONGEST_TITLE])
            if len(text) > LONGEST_TEXT:
                raise RequestError("not_allowed", f"{name}: {shown} is longer than {LONGEST_TEXT} characters")
            if not _is_all_visible(text):
                raise RequestError("not_allowed", f"{name}: the text {shown} has characters that cannot be seen")
        if any(self._words.found_in(text) for text in texts):
            raise RequestError("not_allowed", f"{name}: this server does not allow a word in it")
        if deck.fingerprint == shipped.fingerprint:
            raise RequestError("not_allowed", f"{name}: is the deck that {shipped.title} ships with")
        return deck


def _check_size(name: str, text: str) -> None:
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise RequestError("not_allowed", f"{name}: is not a text file in UTF-8") from None
    if size > LARGEST_DECK:
        raise RequestError("too_large", f"{name}: has {size:,} bytes, and a deck file may have {LARGEST_DECK:,}")
    for number, line in enumerate(text.split("\n"), 1):  # as TOML does: splitlines() ends lines at other signs, too
        if len(line) > LONGEST_LINE:
            raise RequestError(
                "not_allowed",
                f"{name}, line {number}: has {len(line):,} characters, and a line may have {LONGEST_LINE:,}",
            )


def _is_all_visible(text: str) -> bool:
    """Whether a text has no control characters or marks of direction. Spaces are fine: rows of numbers have many."""
    return "".join(clean(text).split()) == "".join(unicodedata.normalize("NFC", text).split())


def _texts(value: object) -> list[str]:
    """All texts in a TOML file's values, which are at most as deep as TOML was willing to read."""
    found, left = [], [value]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            left += [*one.keys(), *one.values()]
        elif isinstance(one, list):
            left += one
        elif isinstance(one, str):
            found.append(one)
    return found
