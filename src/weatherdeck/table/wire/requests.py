"""The bodies of HTTP requests and responses."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, StringConstraints

from ...games.lesson import Asks
from ...games.options import Value
from .messages import (
    Absence,
    Clock,
    DeckInfo,
    Id,
    Message,
    Name,
    Notation,
    Position,
    Result,
    SeatNumber,
    Status,
    Step,
    TableInfo,
    Token,
)

Seed: TypeAlias = (
    Annotated[int, Field(ge=0, lt=1 << 53)]  # what JavaScript can represent
    | Annotated[str, StringConstraints(pattern=r"^[0-9]{1,30}$")]  # a larger one, as in saved games
)
Kind: TypeAlias = Literal["me", "open", "bot", "guided"]
MAX_OPENING = 2000
"""Moves of an opening."""
LARGEST_DECK = 32_768
"""Bytes of a deck file that is uploaded. Those of our games have about 2,000."""
LinkNumber: TypeAlias = Annotated[int, Field(ge=1, lt=1 << 31)]  # what fits into the store
LinkKind: TypeAlias = Literal["invite", "watch", "move"]


class OptionInfo(Message):
    """An option of a game, as the game declares it."""

    name: str
    help: str
    kind: Literal["flag", "choice", "number"]
    default: Value
    choices: list[str | int]
    low: int
    high: int
    is_parameter: bool  # a number of the rulebook that designers may turn, rather than a variant that it offers


class GameLevel(Message):
    """A level of bots in a game with a number of players, as somebody meets it."""

    name: str
    players: int
    help: str  # how it plays
    strength: str | None  # how strong it is, as measured: "beats a good club player four times in five"
    deals: int | None  # on how many deals; None where it was not measured


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
    bots: list[str]  # the levels that can play it,
    levels: list[GameLevel]  # and what they are with the shipped deck and the usual options
    decks: list[DeckInfo]  # the host's own decks for it, besides the deck as shipped
    uploads: bool  # whether a table can be made with a deck file that is uploaded
    lesson: bool  # whether it has a lesson


class LevelInfo(Message):
    """A level of bots."""

    name: str
    help: str


class Games(Message):
    """Everything that can be chosen for a new table."""

    games: list[GameInfo]
    levels: list[LevelInfo]


class LessonAnswer(Message):
    """A move, or all steps of a longer one, and why it is right or wrong."""

    moves: list[str]
    why: str


class LessonOption(Message):
    """An answer in words."""

    say: str
    right: bool
    why: str


class LessonPage(Message):
    """A text about a position: the moves from the deal on, and the things and spots that are lit up."""

    text: str
    lit: list[str]
    opening: list[str]


class LessonStepInfo(Message):
    """One rule, taught in a position."""

    title: str
    learned: str  # for the recap
    seed: int
    page: LessonPage
    asks: Asks
    right: list[LessonAnswer]
    wrong: list[LessonAnswer]
    otherwise: str  # why every other move is wrong
    also: str  # asks `legal`: why every other legal move is right, too
    options: list[LessonOption]
    look: str | None  # asks `look`: what to look at
    then: list[LessonPage]  # after the answer


class LessonInfo(Message):
    """A game's lesson. Each position is that of a practice table with the step's seed and the page's opening."""

    players: int
    seat: int  # the reader's
    options: dict[str, Value]
    steps: list[LessonStepInfo]


class SeatWish(Message):
    """Who should sit on a seat: I, somebody with the link, a bot, or a `guided` bot that waits for `guide` messages."""

    kind: Kind
    level: Name | None = None


class DeckFile(Message):
    """A deck file that is uploaded: its name and its text (TOML)."""

    name: Annotated[str, StringConstraints(max_length=200)]
    text: Annotated[str, StringConstraints(max_length=LARGEST_DECK)]


class DeckDifference(Message):
    """A value of a deck file that is not as shipped; None where there is none."""

    where: str  # the table and the keys: "cards 7"
    shipped: str | None
    here: str | None


class DeckPiece(Message):
    """A card, tile or token that does not look as shipped."""

    name: str
    copies: int
    svg: str


class DeckReport(DeckInfo):
    """A deck of one's own, for those who are about to play with it."""

    offered: bool  # by this server; otherwise whoever set up the table brought it
    differences: list[DeckDifference]
    more: int  # differences that are not listed
    pieces: list[DeckPiece]


class NewTable(Message):
    """A new table. Without `seats`, I sit on the first seat and bots of level `club` on the others."""

    game: Name
    name: Name = "Player"
    deck: Id | None = None  # the id of one of the host's decks; None: the deck as shipped
    deck_file: DeckFile | None = None  # a deck of my own, instead
    players: Annotated[int, Field(ge=1, le=16)] | None = None
    options: dict[Name, Value] = Field(default_factory=dict)
    seats: Annotated[list[SeatWish], Field(max_length=16)] | None = None
    hints: bool = True  # offer them; between people, they are given once all have agreed
    undo: bool = True
    clock: Clock | None = None
    absence: Absence | None = None  # seconds after which a bot plays for somebody who is away; None: only after a vote
    seed: Seed | None = None  # makes it a practice table, for lessons and for trying things out
    # With a seed: the moves of all seats after the deal, so that the match begins with another position.
    opening: Annotated[list[Notation], Field(max_length=MAX_OPENING)] = Field(default_factory=list)


class Seated(Message):
    """A place at a table. The token is its key: it is shown only once and stays on the device."""

    table: str
    seat: int | None
    token: str
    info: TableInfo


class LinkInfo(Message):
    """A link that works, without its token. `seat` made it; None if the table was made without a seat."""

    id: int
    kind: LinkKind
    seat: int | None
    made_at: float
    expires_at: float | None


class LinkMade(LinkInfo):
    """A new link. Its token is shown only once."""

    token: str


class Links(Message):
    """The links of a table that work."""

    links: list[LinkInfo]


class NewLink(Message):
    """A link to make: the host may `invite`, every seat may let others `watch`, or `move` itself to another device."""

    kind: LinkKind


class MoveSeat(Message):
    """Take a seat to this device with a `move` link, which works once."""

    token: Token


class TableMade(Seated):
    """A new table with the tokens of its links: `invite` seats one more person, `watch` is for spectators."""

    invite: str
    watch: str
    links: list[LinkInfo]


class Join(Message):
    """Sit down with an invitation, on a certain open seat or on the first one."""

    invite: Token
    name: Name
    seat: SeatNumber | None = None
    hints: bool = False  # agree to hints for everyone


class Place(Message):
    """A table and my token for it."""

    table: Id
    token: Token


class GuestSeat(Message):
    """A seat, as somebody who is invited may know it."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str  # an open seat has a placeholder
    level: str | None  # of a bot
    here: bool


class Invitation(Message):
    """A table, as somebody with an invitation to it may know it. Nothing about its cards or its shuffle."""

    by: str | None  # who made the invitation; None if they have left
    game: str
    title: str
    deck: DeckInfo | None
    players: int
    options: dict[str, bool | int | str | None]
    seats: list[GuestSeat]
    hints: bool  # offered; given once all have agreed
    undo: bool
    clock: Clock | None
    absence: int | None
    practice: bool
    status: Status
    closed: bool


class Addresses(Message):
    """Where others on the network can open this server."""

    addresses: list[str]


class Places(Message):
    """Tables and my tokens for them."""

    places: Annotated[list[Place], Field(max_length=100)]


class Stuck(Message):
    """A match under rules that this server does not have. If it is over, it can still be viewed and downloaded."""

    game: str
    title: str
    deck: DeckInfo | None
    players: int
    options: dict[str, bool | int | str | None]
    practice: bool
    match: int
    over: bool
    reason: str
    older: str | None  # the path, on this site, of an older version that serves it


class Summary(Message):
    """One of my tables, and whether it is my turn. `info` is None if the table or the token is unknown."""

    table: str
    seat: int | None
    my_turn: bool
    moved: float | None  # when the last move was made
    progress: str = ""  # how far the match is: "Round 2 of 4"
    prompt: str = ""  # what whoever is to move should do, as I may know it
    to_move: int | None = None
    score: str = ""  # mine
    won: bool | None = None  # whether I won; None until the match is over
    info: TableInfo | None
    stuck: Stuck | None = None  # why the match cannot be played here; then `info` is None, too


class Summaries(Message):
    """My tables, in the order of the request."""

    tables: list[Summary]


class Frame(Message):
    """One step of a replay, and the position after it."""

    step: Step
    position: Position


class Replay(Message):
    """A match from the deal on, as a seat or spectator sees it."""

    table: str
    game: str
    match: int
    seat: int | None
    names: list[str]
    status: Status
    frames: list[Frame]
    result: Result | None


class Refusal(Message):
    """The response to a request that could not be granted."""

    code: str
    message: str


REFUSALS: dict[int | str, dict[str, Any]] = {"4XX": {"model": Refusal}}
"""How every route may answer, for the OpenAPI description."""
