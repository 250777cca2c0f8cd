"""Options of a game: declared once, read by the command line, the table and the lab.

An option is a field of the game's `State` with the same name, set before the deal. For people its value is a bool, a
word or a number, or None if it is not set. In the state it is an integer.

A parameter is an option that no rulebook offers: one of its numbers (cards in a hand, points, rounds), which a designer
may turn. Its default is what the rulebook says. Which values go together, `Game.unplayable` knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..errors import Problem
from ..parsing import is_whole

Value: TypeAlias = bool | int | str | None


class OptionError(Problem):
    """An option that does not exist, or a value that it cannot have."""


@dataclass(frozen=True)
class Option:
    """A choice that is made before a game begins."""

    name: str
    help: str
    kind: Literal["flag", "choice", "number"] = "flag"
    default: Value = False
    choices: tuple[str | int, ...] = ()  # of a choice: state value i is choices[i]
    low: int = 0  # of a number
    high: int = 0
    unset: int = 0  # the state's value for None
    is_parameter: bool = False  # a number of the rulebook, for designers

    @property
    def expects(self) -> str:
        """The possible values, in words."""
        if self.kind == "flag":
            return "true or false"
        if self.kind == "choice":
            return "one of " + ", ".join(str(choice) for choice in self.choices)
        return f"a whole number from {self.low} to {self.high}"

    def check(self, value: object) -> Value:
        """Check a value."""
        if value is None and self.default is None:
            return None
        if self.kind == "flag" and isinstance(value, bool):
            return value
        if self.kind == "choice" and isinstance(value, (str, int)) and not isinstance(value, bool):
            if value in self.choices:
                return value
        if self.kind == "number" and isinstance(value, int) and not isinstance(value, bool):
            if self.low <= value <= self.high:
                return value
        raise OptionError(f"option {self.name} must be {self.expects}, not {value!r}")

    def parse(self, text: str) -> Value:
        """The value that a text stands for."""
        if self.kind == "flag":
            words = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False}
            words["0"] = False
            if text.lower() in words:
                return words[text.lower()]
        if self.kind == "choice":
            for choice in self.choices:
                if str(choice).lower() == text.lower():
                    return choice
        if self.kind == "number" and is_whole(text.removeprefix("-")):
            return self.check(int(text))
        raise OptionError(f"option {self.name} must be {self.expects}, not {text!r}")

    def encode(self, value: Value) -> int:
        """The value as the state holds it."""
        if value is None:
            return self.unset
        if self.kind == "choice":
            assert not isinstance(value, bool)
            return self.choices.index(value)
        return int(value)


def parameter(name: str, said: str, default: int | None, low: int, high: int, unset: int = 0) -> Option:
    """A number of the rulebook that a designer may turn; its default is what the rulebook says.

    Where that depends on the number of players, the default is None, and the state holds `unset` for it."""
    return Option(name, said, kind="number", default=default, low=low, high=high, unset=unset, is_parameter=True)


def as_texts(options: Mapping[str, Value]) -> list[str]:
    """Options as people set them: NAME=VALUE."""
    return [f"{name}={str(value).lower()}" for name, value in options.items()]
