"""References to a game: small values that are stored, sent to other processes, and turned into the game again.

A `GameRef` is a game's name and, where a designer plays with cards of their own, the deck. It is how everything
carries a game: saved games, transcripts, plans of the lab and the ladder, and worker processes.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import Problem
from ..parsing import from_toml
from ..reading import is_standard, read_text

if TYPE_CHECKING:
    from .game import Game

LONGEST_TITLE = 60


class DataError(Problem):
    """A deck file that cannot be used: what is wrong, and where."""


@dataclass(frozen=True)
class Deck:
    """A deck of your own: its title and the text of its file. Nothing is checked before a game reads it."""

    title: str
    text: str
    source: str = field(default="", compare=False, repr=False)  # the path it was read from, for error messages

    def __getstate__(self) -> dict[str, str]:
        return {"title": self.title, "text": self.text, "source": self.source}  # not what was read from the text

    def __str__(self) -> str:
        return self.source or f"the deck {self.title!r}"

    @cached_property
    def values(self) -> dict[str, Any]:
        """The text as TOML has it."""
        try:
            return from_toml(self.text)
        except ValueError as problem:
            raise DataError(f"{self}: is not valid TOML: {problem}") from None

    @property
    def fingerprint(self) -> str:
        """A short name for exactly these values, regardless of layout, comments and title."""
        return fingerprint(self.values)

    def as_data(self) -> dict[str, str]:
        """The deck as it is stored in documents."""
        return {"title": self.title, "text": self.text}

    @classmethod
    def from_data(cls, stored: object) -> Deck:
        """The deck of a document; DataError where it is none."""
        if not isinstance(stored, dict) or set(stored) != {"title", "text"}:
            raise DataError("a deck in a document has a title and a text, and nothing else")
        if not all(isinstance(part, str) for part in stored.values()):
            raise DataError("the title and the text of a deck are texts")
        if not _is_title(stored["title"]):
            raise DataError(f"the title of a deck has 1 to {LONGEST_TITLE} characters that can be printed")
        return cls(stored["title"], stored["text"])

    @classmethod
    def read(cls, path: Path) -> Deck:
        """The deck in a file. Its title is the `title` set in the file, or else the file's name."""
        try:
            text = read_text(path)
        except OSError as problem:
            raise DataError(f"{path}: cannot be read ({problem.strerror})") from None
        except UnicodeDecodeError:
            raise DataError(f"{path}: is not a text file in UTF-8") from None
        name = "standard input" if is_standard(path) else path.stem
        title = cls(name, text, str(path)).values.get("title", name)
        if not isinstance(title, str) or not _is_title(title):
            raise DataError(f"{path}: the title must be a text of 1 to {LONGEST_TITLE} characters, not {title!r}")
        return cls(title.strip(), text, str(path))


@dataclass(frozen=True)
class GameRef:
    """A game by its name (or its package's dotted name), with a deck of one's own or as shipped."""

    name: str
    deck: Deck | None = None

    def load(self) -> Game:
        """The game itself."""
        from . import registry  # it knows all games, and every game knows its reference

        return registry.load(self)


def _is_title(title: str) -> bool:
    """Whether a title can be shown anywhere, in terminals too."""
    return bool(title.strip()) and len(title) <= LONGEST_TITLE and title.isprintable()


def load_game(ref: GameRef) -> Game:
    """The game of a reference: how a pickled game comes back."""
    return ref.load()


def load_state(ref: GameRef, data: bytes) -> Any:
    """A state of a game from its bytes: how a pickled state comes back."""
    return ref.load().rules.State.from_bytes(data)


def fingerprint(values: dict[str, Any]) -> str:
    """The fingerprint of a deck file's values; the title says nothing about how the game plays."""
    told = {key: value for key, value in values.items() if key != "title"}
    return hashlib.sha256(repr(_sorted(told)).encode()).hexdigest()[:12]


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return [(key, _sorted(value[key])) for key in sorted(value)]
    return value
