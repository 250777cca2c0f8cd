"""What is asked and answered over HTTP: making tables, joining them, and what can be read about them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from ...games.options import Value
from .messages import Clock, Id, Message, Name, Position, Result, SeatNumber, Status, Step, TableInfo, Token

Seed: TypeAlias = Annotated[int, Field(ge=0, lt=1 << 53)]  # what JavaScript can write down
Kind: TypeAlias = Literal["me", "open", "bot"]


class OptionInfo(Message):
    """An option of a game, as its game declares it."""

    name: str
    help: str
    kind: Literal["flag", "choice", "number"]
    default: Value
    choices: list[str | int]
    low: int
    high: int


class GameInfo(Message):
    """A game that can be played here."""

    name: str
    title: str
    designer: str
    summary: str
    minutes: str
    players: list[int]
    usual_players: int
    cooperative: bool
    options: list[OptionInfo]
    bots: list[str]  # the levels that can play it


class LevelInfo(Message):
    """A strength of bots."""

    name: str
    help: str


class Games(Message):
    """All that can be chosen when a table is made."""

    games: list[GameInfo]
    levels: list[LevelInfo]


class SeatWish(Message):
    """Who shall sit on a seat: I, somebody who gets the link, or a bot of a level."""

    kind: Kind
    level: Name | None = None


class NewTable(Message):
    """A table to be made. Without seats: I sit on the first one, bots of level `club` on the others."""

    game: Name
    name: Name = "Player"
    players: Annotated[int, Field(ge=1, le=16)] | None = None
    options: dict[Name, Value] = Field(default_factory=dict)
    seats: Annotated[list[SeatWish], Field(max_length=16)] | None = None
    hints: bool = True
    undo: bool = True
    clock: Clock | None = None
    seed: Seed | None = None  # makes it a practice table: for lessons and for trying things out


class Seated(Message):
    """A place at a table: the token opens it on any device and is shown only this once."""

    table: str
    seat: int | None
    token: str
    info: TableInfo


class TableMade(Seated):
    """A table that was made: its links' tokens. `invite` seats one more person, `watch` lets others look on."""

    invite: str
    watch: str


class Join(Message):
    """Sit down by an invitation: on a certain open seat, or on the first one."""

    invite: Token
    name: Name
    seat: SeatNumber | None = None


class Place(Message):
    """A place of mine, as I remember it."""

    table: Id
    token: Token


class Places(Message):
    """Places of mine."""

    places: Annotated[list[Place], Field(max_length=100)]


class Summary(Message):
    """One of my tables: is it there, and is it my turn? `info` is None where the table or the token is not known."""

    table: str
    seat: int | None
    my_turn: bool
    moved: float | None  # when the last move was made
    info: TableInfo | None


class Summaries(Message):
    """My tables, in the order in which they were asked for."""

    tables: list[Summary]


class Frame(Message):
    """One step of a replay, and how the game stood after it."""

    step: Step
    position: Position


class Replay(Message):
    """A match from its deal on, as a seat (or, after the end, whoever wishes) may see it."""

    table: str
    game: str
    match: int
    seat: int | None
    names: list[str]
    status: Status
    frames: list[Frame]
    result: Result | None


class Refusal(Message):
    """The answer to a request that could not be granted."""

    code: str
    message: str


REFUSALS: dict[int | str, dict[str, Any]] = {"4XX": {"model": Refusal}}
"""How every route may answer, for the OpenAPI description."""
