"""What games are looked for: conditions from a whitelist, as plain values, and the columns that they may name.

Nothing that a client sends is evaluated. A condition names a column of the study's tables and says between which values
it has to be, or which of a few values it has to have; everything else is refused with a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ...errors import Problem
from ...games.figures import Values, Wins
from ...games.game import Game
from ..playing.columns import card_names, card_sets, knows_leaders, knows_points, tables

if TYPE_CHECKING:
    import polars as pl

Of: TypeAlias = Literal["game", "seat"]
Kind: TypeAlias = Literal["number", "choice"]
MOST_CONDITIONS = 20
MOST_VALUES = 50
LARGEST = 1 << 53
"""The largest number in a condition: what JavaScript can represent."""
HIDDEN = {"game", "replay", "winners"}
"""Columns that say nothing which another one does not say better."""
LEADERS = {"lead_changes", "settled"}
SEATS = ("first", "seat", "turn")


@dataclass(frozen=True)
class Choice:
    """A value of a column that has few of them, and what it is called."""

    value: int | str | bool
    label: str


@dataclass(frozen=True)
class Field:
    """A column that games can be filtered by."""

    of: Of
    name: str
    meaning: str
    kind: Kind
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True)
class Condition:
    """A column of the game or of one seat: from low to high, or one of some values."""

    of: Of
    name: str
    low: float | None = None
    high: float | None = None
    any_of: tuple[int | str | bool, ...] = ()


@dataclass(frozen=True)
class CardCondition:
    """A seat was dealt, held or played a card in some round."""

    set: str
    card: str


@dataclass(frozen=True)
class Query:
    """Which games are looked for, and which of them are shown first."""

    runs: tuple[int, ...] = ()  # none: all
    conditions: tuple[Condition, ...] = ()
    cards: tuple[CardCondition, ...] = ()
    sort: str = ""  # a column of the games; as played
    descending: bool = False
    offset: int = 0
    limit: int = 25


@dataclass(frozen=True)
class Whitelist:
    """What may be asked about the games of a study."""

    game: Game
    players: int  # at most, in any of its runs
    bots: tuple[str, ...]
    fields: Mapping[tuple[Of, str], Field] = field(init=False)
    cards: Mapping[str, tuple[int, ...]] = field(init=False)  # the bits of each card, by its name

    def __post_init__(self) -> None:
        found = {(one.of, one.name): one for one in self._fields()}
        object.__setattr__(self, "fields", found)
        bits: dict[str, list[int]] = {}
        for bit, name in enumerate(card_names(self.game)):
            bits.setdefault(name, []).append(bit)
        object.__setattr__(self, "cards", {name: tuple(which) for name, which in bits.items()})

    @property
    def sets(self) -> tuple[str, ...]:
        """What a seat can have had to do with a card."""
        return tuple(card_sets(self.game))

    def _fields(self) -> list[Field]:
        described = tables(self.game)
        unknown = HIDDEN if knows_leaders(self.game) else HIDDEN | LEADERS
        games = [one for one in described["games"] if one.name not in unknown]
        seats = [one for one in described["seats"] if one.name not in HIDDEN]
        seats = [one for one in seats if one.name != "score" or knows_points(self.game)]
        return [
            *(self._field("game", one.name, one.meaning) for one in games),
            *(self._field("seat", one.name, one.meaning) for one in seats),
        ]

    def _field(self, of: Of, name: str, meaning: str) -> Field:
        choices: tuple[Choice, ...] = ()
        if name == "won":
            choices = (Choice(True, "yes"), Choice(False, "no"))
        elif name == "bot":
            choices = tuple(Choice(bot, bot) for bot in self.bots)
        elif name in SEATS:
            choices = tuple(Choice(seat, str(seat)) for seat in range(self.players))
        elif labels := self._labels(name):
            choices = tuple(Choice(value, label) for value, label in enumerate(labels))
        return Field(of, name, meaning, "choice" if choices else "number", choices)

    def _labels(self, figure: str) -> tuple[str, ...]:
        """What the values of a figure are called, where the game's figures.py says so."""
        panels = [one for one in self.game.figures.PANELS if isinstance(one, Values | Wins)]
        return next((one.labels for one in panels if one.figure == figure and one.labels), ())

    # ------------------------------------------------------------ checking
    def check(self, query: Query, runs: int) -> None:
        """Refuse a query that names what is not there."""
        if len(query.conditions) + len(query.cards) > MOST_CONDITIONS:
            raise Problem(f"a filter has at most {MOST_CONDITIONS} conditions")
        if any(not 0 <= number < runs for number in query.runs):
            raise Problem(f"this study has the runs 0 to {runs - 1}")
        if query.sort and ("game", query.sort) not in self.fields:
            raise Problem(f"games cannot be sorted by {query.sort[:40]!r}")
        for condition in query.conditions:
            self._check(condition)
        for one in query.cards:
            if one.set not in self.sets or one.card not in self.cards:
                raise Problem(f"there is no condition that a seat {one.set[:20]} the card {one.card[:40]!r}")

    def _check(self, condition: Condition) -> None:
        known = self.fields.get((condition.of, condition.name))
        if known is None:
            raise Problem(f"games cannot be filtered by {condition.name[:40]!r}")
        if known.kind == "choice":
            values = [choice.value for choice in known.choices]
            wanted = condition.any_of
            if not 1 <= len(wanted) <= MOST_VALUES or any(not _is_one(value, values) for value in wanted):
                labels = ", ".join(choice.label for choice in known.choices)
                raise Problem(f"{known.name} is one of: {labels}")
            if condition.low is not None or condition.high is not None:
                raise Problem(f"{known.name} has no range: choose some of its values")
        elif condition.any_of:
            raise Problem(f"{known.name} is a number: say from where to where")
        for limit in (condition.low, condition.high):
            if limit is not None and not abs(limit) <= LARGEST:
                raise Problem(f"{known.name}: {limit} is not a number that can be compared with")

    # ------------------------------------------------------------ as Polars has them
    def expressions(self, conditions: Sequence[Condition], of: Of) -> list[pl.Expr]:
        """The conditions about games, or those about a seat."""
        import polars as pl

        found: list[pl.Expr] = []
        for one in conditions:
            if one.of != of:
                continue
            column: Any = pl.col(one.name)
            if one.any_of:
                found.append(pl.any_horizontal([column == value for value in one.any_of]))
            if one.low is not None:
                found.append(column >= one.low)
            if one.high is not None:
                found.append(column <= one.high)
        return found

    def mask(self, card: str) -> int:
        """The bits of all cards of a name, as a signed number of 64 bits."""
        bits = sum(1 << bit for bit in self.cards[card])
        return bits - (1 << 64) if bits >> 63 else bits


def _is_one(value: object, values: Sequence[object]) -> bool:
    """Whether a value is one of some; True is not 1 here."""
    return any(value == one and type(value) is type(one) for one in values)
