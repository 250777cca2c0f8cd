"""Looking at the games of a study: the bodies of requests and responses, and what the server asks the lab.

The server knows no lab: `weatherdeck lab explore` hands it something that answers these questions.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Protocol, TypeAlias

from pydantic import Field

from ...games.options import Value
from ...match import Match
from .messages import Message, Name

MOST_CONDITIONS = 20
Limit: TypeAlias = Annotated[float, Field(allow_inf_nan=False)]
Wanted: TypeAlias = bool | Annotated[int, Field(ge=-(1 << 53), le=1 << 53)] | Name


class FieldChoice(Message):
    """A value of a column that has few of them."""

    value: bool | int | str
    label: str


class ExploredField(Message):
    """A column that games can be filtered by, and (of games) sorted by."""

    of: Literal["game", "seat"]
    name: str
    meaning: str
    kind: Literal["number", "choice"]
    choices: list[FieldChoice]


class ExploredRun(Message):
    """A run of the study: who played how many games, and how."""

    label: str
    folder: str
    games: int
    players: int
    options: dict[str, Value]
    deck: str | None


class Explored(Message):
    """What there is in a study, and what its games can be filtered by."""

    game: str
    title: str
    folder: str
    score: str  # what is counted; empty if nothing is
    runs: list[ExploredRun]
    fields: list[ExploredField]
    sets: list[str]  # what a seat can have had to do with a card: dealt, held, played
    cards: list[str]


class Wish(Message):
    """A condition about the game, or about one seat: from low to high, or one of some values."""

    of: Literal["game", "seat"]
    name: Name
    low: Limit | None = None
    high: Limit | None = None
    any_of: Annotated[list[Wanted], Field(max_length=50)] = Field(default_factory=list)


class CardWish(Message):
    """A seat was dealt, held or played a card."""

    set: Name
    card: Name


class Search(Message):
    """Which games are looked for. All conditions about a seat have to hold for the same seat."""

    runs: Annotated[list[Annotated[int, Field(ge=0, lt=10_000)]], Field(max_length=200)] = Field(default_factory=list)
    conditions: Annotated[list[Wish], Field(max_length=MOST_CONDITIONS)] = Field(default_factory=list)
    cards: Annotated[list[CardWish], Field(max_length=MOST_CONDITIONS)] = Field(default_factory=list)
    sort: Name | None = None
    descending: bool = False
    offset: Annotated[int, Field(ge=0, lt=1 << 40)] = 0
    limit: Annotated[int, Field(ge=1, le=100)] = 25


class FoundFigure(Message):
    """A main figure of all games, and of those that were found; None where there are none."""

    label: str
    unit: Literal["share", "mean"]
    all: float | None
    these: float | None


class FoundSeat(Message):
    """A seat of a game that was found."""

    seat: int
    bot: str
    score: int
    won: bool


class FoundGame(Message):
    """A game that was found."""

    run: int
    game: int
    seed: str
    decisions: int
    rounds: int
    sorted: float | None  # the value of the column that games are sorted by
    seats: list[FoundSeat]


class Found(Message):
    """How many games were found among how many, what sets them apart, and some of them."""

    total: int
    matching: int
    figures: list[FoundFigure]
    rows: list[FoundGame]
    offset: int


class Watch(Message):
    """A game to watch."""

    run: Annotated[int, Field(ge=0, lt=10_000)]
    game: Annotated[int, Field(ge=0, lt=1 << 40)]


class Watched(Message):
    """A finished table with this game, and a token to watch it."""

    table: str
    token: str


class Explorer(Protocol):
    """What answers the questions."""

    def about(self) -> dict[str, Any]:
        """What there is."""

    def search(self, search: Search) -> dict[str, Any]:
        """The games that are looked for; a Problem says what cannot be asked."""

    def watch(self, run: int, game: int) -> Match:
        """A game, played again; a Problem says why it cannot be."""

    def bots(self, run: int, game: int) -> list[str]:
        """Who plays in it, by seat."""
