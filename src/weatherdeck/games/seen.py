"""What a game's view is made of: hints in its declared type, for tables that know no game.

Each `view.py` declares the data that it sends as `class View(TypedDict)`. The published schema and the browser's types
are made from it. A generic table also needs to know what the data stands for. A hint in `Annotated[...]` says so, and
puts a key into the JSON schema:

`Names("card")`   `{"thing": "card"}`   on a value: it is a piece on the table, the thing `card:<value>`;
                                        on a field of an object: the object is that piece;
                                        on a piece or a list of pieces: here they are things of this kind
                                        (`drawn:Kn9`)
`SeatNumber`      `{"seat": true}`      a seat, shown as the name of its player
`Grid(3)`         `{"columns": 3}`      a list that is laid out in rows of this many columns
`Aside()`         `{"aside": true}`     reference that can stay folded away

A generic table also relies on a few names: `seats` is a list with one object per seat, `to_move` is the seat whose turn
it is, and a seat has its `hand` (None where it is hidden) and `hand_size`. A field's name, with spaces for underscores,
is its caption. If the same thing is drawn in several places, the one in the viewer's hand is the one to click.

This module does not import Pydantic: a game can be played and simulated without it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

from typing_extensions import get_type_hints, is_typeddict

JsonSchema: TypeAlias = dict[str, Any]


class Hint(ABC):
    """Something about a part of the view that its type alone does not say."""

    @abstractmethod
    def keys(self) -> Mapping[str, object]:
        """What the hint adds to the JSON schema."""

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Callable[[Any], JsonSchema]) -> JsonSchema:
        return {**handler(core_schema), **self.keys()}


@dataclass(frozen=True)
class Names(Hint):
    """A piece on the table: the kind of its thing."""

    kind: str

    def keys(self) -> Mapping[str, object]:
        """The kind."""
        return {"thing": self.kind}


@dataclass(frozen=True)
class IsSeat(Hint):
    """A seat, to be shown as its player's name."""

    def keys(self) -> Mapping[str, object]:
        """That it is one."""
        return {"seat": True}


@dataclass(frozen=True)
class Grid(Hint):
    """A list that is laid out in rows."""

    columns: int

    def keys(self) -> Mapping[str, object]:
        """How many there are in a row."""
        return {"columns": self.columns}


@dataclass(frozen=True)
class Aside(Hint):
    """Reference: what a table may fold away."""

    def keys(self) -> Mapping[str, object]:
        """That it may."""
        return {"aside": True}


SeatNumber: TypeAlias = Annotated[int, IsSeat()]


@lru_cache(maxsize=64)
def seat_fields(declared: Any) -> frozenset[str]:
    """The fields of a declared view, and of its parts, in which a number is a seat."""
    found: set[str] = set()
    for part in _typed_dicts(declared):
        for name, kind in get_type_hints(part, include_extras=True).items():
            if any(isinstance(hint, IsSeat) for hint in _inside(kind)):
                found.add(name)
    return frozenset(found)


def _typed_dicts(kind: Any) -> set[Any]:
    """A declared view and every part of it."""
    found, waiting = set(), [kind]
    while waiting:
        part = waiting.pop()
        if is_typeddict(part) and part not in found:
            found.add(part)
            waiting += [inner for hint in get_type_hints(part, include_extras=True).values() for inner in _inside(hint)]
    return found


def _inside(kind: Any) -> Iterator[Any]:
    """A type and everything in its brackets: what is in a list, a union or an annotation."""
    yield kind
    for inner in get_args(kind) if get_origin(kind) is not Literal else ():
        yield from _inside(inner)
