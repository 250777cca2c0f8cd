"""What a designer may try: decks one small step from a given one, and kinds of actions that a seat may be forbidden.

A game's `variations.py` declares both; the lab (`weatherdeck lab what-if`) tries all of them. A step of an option or a
parameter needs no declaration: `option_steps` finds them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .options import Option, Value


@dataclass(frozen=True)
class DeckStep:
    """A deck one step from another: what is different, in words such as "the 24 one lower", and its values."""

    name: str
    values: Mapping[str, Any]  # as in a deck file


@dataclass(frozen=True)
class Power:
    """A kind of action that a seat may be forbidden: the actions from `first` up to, but not including, `last`."""

    name: str  # such as "the Autumn token"
    first: int
    last: int


class Variations(Protocol):
    """What a variations module offers."""

    @property
    def POWERS(self) -> Sequence[Power]:  # noqa: N802  # a constant of the module
        """What a seat may be forbidden; empty where there is nothing of that kind."""

    def neighbours(self, values: Mapping[str, Any]) -> Iterator[DeckStep]:
        """The decks one step from a deck file's values. Each keeps to the rules of the deck file."""


def option_steps(option: Option, value: Value) -> list[Value]:
    """The values of an option one step from a given one: the other value of a flag, the other choices, a number's
    neighbours. A number that is not set has one step: its lowest value."""
    if option.kind == "flag":
        return [not value]
    if option.kind == "choice":
        return [choice for choice in option.choices if choice != value]
    if value is None:
        return [option.low]
    assert isinstance(value, int)
    return [step for step in (value - 1, value + 1) if option.low <= step <= option.high]


# ---------------------------------------------------------------- deck files
def deck_text(title: str, values: Mapping[str, Any]) -> str:
    """The text of a deck file with these values; reading it gives them back."""
    lines = [f"title = {_toml(title)}"]
    for table, rows in values.items():
        if table == "title":
            continue
        lines += ["", f"[{_key(table)}]", *(f"{_key(key)} = {_toml(row)}" for key, row in rows.items())]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{"".join(_printable(letter) for letter in escaped)}"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_toml(part)}" for key, part in value.items()) + " }"
    return "[" + ", ".join(_toml(part) for part in value) + "]"


def _printable(letter: str) -> str:
    return letter if letter.isprintable() else f"\\U{ord(letter):08X}"


def _key(name: str) -> str:
    bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if bare else _toml(name)
