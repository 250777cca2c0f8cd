"""What is said over the socket: every message, typed. `docs/protocol.md` tells the same as a story.

    client -> server   hello, then: ready, move, draft, preview, why, undo, answer_undo, hint, chat, react,
                       resign, return, fill, rename, rematch, review, ping
    server -> client   welcome, table, started, stepped, undone, over, ask_undo, undo_answered, drafted, previewed,
                       because, hint, chat, reaction, reviewed, refused, done, error, pong

The schema of this page is published (`web/schema/socket.json`), and the browser client's types are made from it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter
from typing_extensions import TypeAliasType

PROTOCOL = 1
"""Grows when a message changes its meaning; what is only added does not count."""

MAX_MESSAGE = 16_384
"""Bytes of the longest message that a client may send."""

Reaction: TypeAlias = Literal["well_played", "thanks", "oops", "thinking", "hurry", "good_game"]
Status: TypeAlias = Literal["waiting", "playing", "over"]
Name: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=24)]
Text: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=400)]
Notation: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Token: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Id: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Entropy: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{2,64}$")]
Version: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
SeatNumber: TypeAlias = Annotated[int, Field(ge=0, le=15)]
View = TypeAliasType("View", dict[str, Any])
"""The view of the table's game, of the type that the game declares (`views.json`, or `/api/games/NAME/view.json`)."""


class Message(BaseModel):
    """What all messages and their parts have in common: nothing is converted, nothing unknown is let through."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


# ---------------------------------------------------------------- parts


class MoveClock(Message):
    """So many seconds for each decision."""

    kind: Literal["move"]
    seconds: Annotated[int, Field(ge=5, le=30 * 86_400)]


class GameClock(Message):
    """So many seconds for the whole game, and some more for each decision made."""

    kind: Literal["game"]
    seconds: Annotated[int, Field(ge=10, le=30 * 86_400)]
    increment: Annotated[int, Field(ge=0, le=86_400)] = 0


Clock: TypeAlias = Annotated[MoveClock | GameClock, Field(discriminator="kind")]


class SeatInfo(Message):
    """Who sits on a seat, as everybody may know."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str  # of an open seat: a name for the meantime
    level: str | None  # of a bot
    stand_in: str | None  # the level of the bot that plays for a person who is gone
    here: bool  # connected now; bots always are
    ready: bool  # for the next match; bots always are
    wants_rematch: bool


class TableInfo(Message):
    """A table, as everybody at it may know."""

    id: str
    game: str
    title: str
    players: int
    options: dict[str, bool | int | str | None]
    seats: list[SeatInfo]
    host: int | None  # the seat that may fill open seats with bots
    hints: bool
    undo: bool
    clock: Clock | None
    practice: bool  # dealt from a seed that was asked for: nothing is promised about the shuffle
    status: Status
    match: int  # the number of the current match, from 1
    commitment: str  # to its shuffle: SHA-256, in hex
    spectators: int


class Choice(Message):
    """A legal action: its notation, what it would do, and the things on the table that name it."""

    move: str
    words: str
    things: list[str]
    place: int | None  # of a step of a longer move: its place in it (0 begins it, 99 completes it)


class Clocks(Message):
    """Seconds left for each seat (None: no limit), and whose clock runs."""

    left: list[float | None]
    running: int | None


class Position(Message):
    """How the game stands, as one seat (or a spectator) may know it."""

    version: int  # a move has to answer it
    step: int  # how many steps of the rules led here
    view: View
    to_move: int | None
    prompt: str
    choices: list[Choice]  # empty unless it is this seat's turn
    undo: Literal["no", "free", "ask"]  # whether this seat may take back, and whether others are asked
    clocks: Clocks | None


class Happening(Message):
    """One thing that happened (from the rules' `note`), as this seat may know it."""

    name: str
    parts: dict[str, Any]  # numbers, or faces of cards; None for what this seat may not know
    sentence: str | None  # for the log; None where nothing need be said


class Step(Message):
    """One step of the rules: who did what, and all that followed, in order."""

    step: int
    seat: int | None  # None for the deal
    move: str
    by: Literal["person", "bot", "deal"]
    happened: list[Happening]
    view: View | None  # after it; None for the last step, whose view is the position's


class LogLine(Message):
    """The sentences of one step."""

    step: int
    seat: int | None
    move: str
    sentences: list[str]


class ChatLine(Message):
    """Something somebody said."""

    number: int
    seat: int | None  # None: a spectator
    name: str
    text: str
    at: float


class Advice(Message):
    """What a strong bot thinks of a legal action."""

    move: str
    words: str
    things: list[str]
    value: float | None  # expected result for this seat, -1 to 1; None where the adviser only ranks
    share: float  # of its thinking that went into this action, 0 to 1


class Fairness(Message):
    """Everything that is needed to check the shuffle, once the game is over."""

    commitment: str
    seed: str
    nonce: str
    entropy: list[str | None]  # of each seat


class Result(Message):
    """How a match ended."""

    match: int
    ending: str  # in words, with the reason
    result: dict[str, Any]  # as in a transcript
    returns: list[float]  # each seat's result, -1 to 1
    fairness: Fairness | None  # None at a practice table


# ---------------------------------------------------------------- client -> server


class FromClient(Message):
    """A message of a client; its id, where there is one, is repeated in the answer."""

    id: Id | None = None


class Seen(Message):
    """The last that a client has heard."""

    match: Annotated[int, Field(ge=1)]
    version: Version


class Hello(FromClient):
    """The first message: which table, and the token of a seat or of a spectator."""

    type: Literal["hello"]
    protocol: int
    table: Id
    token: Token
    seen: Seen | None = None  # after a break: only what was missed is sent, if that is still known


class Ready(FromClient):
    """I have seen the commitment: deal, with my entropy mixed in (hex), if I wish to add some."""

    type: Literal["ready"]
    entropy: Entropy | None = None


class Move(FromClient):
    """A decision, or all steps of one, in notation. It answers a version of the game."""

    type: Literal["move"]
    version: Version
    moves: Annotated[list[Notation], Field(min_length=1, max_length=32)]


class Draft(FromClient):
    """How would the table stand after these steps, in whatever order I named them, and what could come next?"""

    type: Literal["draft"]
    version: Version
    steps: Annotated[list[Notation], Field(max_length=32)]


class Preview(FromClient):
    """What would this action lead to, as far as I may know?"""

    type: Literal["preview"]
    version: Version
    move: Notation
    steps: Annotated[list[Notation], Field(max_length=32)] = []


class Why(FromClient):
    """Why can these things not be chosen (or: why is this move not legal)?"""

    type: Literal["why"]
    version: Version
    move: Notation | None = None
    things: Annotated[list[Notation], Field(max_length=8)] = []
    steps: Annotated[list[Notation], Field(max_length=32)] = []


class Undo(FromClient):
    """Take back my last decision."""

    type: Literal["undo"]
    version: Version


class AnswerUndo(FromClient):
    """Whether somebody else may take back their decision."""

    type: Literal["answer_undo"]
    version: Version
    agree: bool


class AskHint(FromClient):
    """What would a strong player do?"""

    type: Literal["hint"]
    version: Version


class Say(FromClient):
    """Something to be read by everyone at the table."""

    type: Literal["chat"]
    text: Text


class React(FromClient):
    """One of a few gestures."""

    type: Literal["react"]
    reaction: Reaction


class Resign(FromClient):
    """A bot shall play for me."""

    type: Literal["resign"]


class Return(FromClient):
    """I play for myself again."""

    type: Literal["return"]


class Fill(FromClient):
    """The host seats a bot on an open seat; without a level, a bot makes room again."""

    type: Literal["fill"]
    seat: SeatNumber
    level: Name | None


class Rename(FromClient):
    """I would like to be called so (before the match begins)."""

    type: Literal["rename"]
    name: Name


class Rematch(FromClient):
    """Once more, with the same people. It begins when all persons want it."""

    type: Literal["rematch"]


class Review(FromClient):
    """After the end: what a strong player thinks of the decisions of a seat."""

    type: Literal["review"]
    seat: SeatNumber


class Ping(FromClient):
    """Are you there?"""

    type: Literal["ping"]


ClientMessage: TypeAlias = Annotated[
    Hello
    | Ready
    | Move
    | Draft
    | Preview
    | Why
    | Undo
    | AnswerUndo
    | AskHint
    | Say
    | React
    | Resign
    | Return
    | Fill
    | Rename
    | Rematch
    | Review
    | Ping,
    Field(discriminator="type"),
]


# ---------------------------------------------------------------- server -> client


class FromServer(Message):
    """A message of the server; with the id of the message that it answers, where there was one."""

    id: str | None = None


class Stepped(FromServer):
    """A move was made (and is stored): what happened, step by step, and how the game stands now."""

    type: Literal["stepped"]
    match: int
    version: int
    steps: list[Step]
    position: Position


class Undone(FromServer):
    """A decision was taken back: log lines after `step` are void."""

    type: Literal["undone"]
    match: int
    version: int
    seat: int
    step: int
    position: Position


class Over(FromServer):
    """The match is over: how, why, and all that is needed to check the shuffle."""

    type: Literal["over"]
    result: Result


class Started(FromServer):
    """A match begins: the cards were dealt."""

    type: Literal["started"]
    match: int
    steps: list[Step]
    position: Position


MatchChange: TypeAlias = Annotated[Stepped | Undone, Field(discriminator="type")]


class Welcome(FromServer):
    """The answer to `hello`: all that one who sits down (or watches) needs to know."""

    type: Literal["welcome"]
    protocol: int
    seat: int | None  # None: a spectator
    table: TableInfo
    position: Position | None  # None before the first deal, and where `missed` says it all
    log: list[LogLine] | None  # None where `missed` says it all
    missed: list[MatchChange] | None  # what happened since `seen`, exactly; None where `position` and `log` say it all
    chat: list[ChatLine]
    asking: AskUndo | None  # an undo that this seat has not answered yet
    result: Result | None


class TableNews(FromServer):
    """Something at the table changed that is not the game: who sits where, who is here, who is ready."""

    type: Literal["table"]
    table: TableInfo


class AskUndo(FromServer):
    """A seat would like to take back its decision; do you agree?"""

    type: Literal["ask_undo"]
    version: int
    seat: int
    moves: list[str]  # that would be taken back


class UndoAnswered(FromServer):
    """Somebody did not agree, or the question is void because the game went on."""

    type: Literal["undo_answered"]
    version: int
    seat: int | None  # who did not agree; None: void
    agreed: Literal[False]


class Drafted(FromServer):
    """The table after a draft's steps, as it would be, and what could come next."""

    type: Literal["drafted"]
    version: int
    steps: list[str]  # in the order of the rules
    view: View
    prompt: str
    choices: list[Choice]


class Previewed(FromServer):
    """What an action would lead to, as far as this seat may know."""

    type: Literal["previewed"]
    version: int
    move: str
    happened: list[Happening]
    view: View


class Because(FromServer):
    """Why something cannot be done now."""

    type: Literal["because"]
    version: int
    move: str | None
    message: str
    clause: str | None


class HintGiven(FromServer):
    """What a strong bot would do: the best first."""

    type: Literal["hint"]
    version: int
    advice: list[Advice]


class Said(FromServer):
    """Somebody said something."""

    type: Literal["chat"]
    line: ChatLine


class Reacted(FromServer):
    """Somebody made a gesture."""

    type: Literal["reaction"]
    seat: int | None
    name: str
    reaction: Reaction


class Measured(Message):
    """Something measured by playing on, with its interval of 95%."""

    mean: float
    low: float
    high: float


class Reviewed(FromServer):
    """A step of a finished match as it looked to a seat; they come one by one, from the deal on."""

    type: Literal["reviewed"]
    match: int
    seat: int
    step: int
    move: str
    unit: str  # what results are counted in: "chance of winning", "points" or "result"
    outlook: Measured  # what the seat could expect after this step
    best: str | None  # of a decision of this seat: the best move that was found; None for other steps
    loss: Measured | None  # and what was lost by the one played
    advice: list[Advice]  # and what the search thought; empty for other steps
    decisions: int  # how many of these messages there are in all
    left: int  # how many are still to come


class Refused(FromServer):
    """A move that was not made, why, and how the game really stands."""

    type: Literal["refused"]
    code: Literal["stale", "illegal", "not_your_turn", "not_playing", "nothing_to_undo"]
    message: str
    clause: str | None
    position: Position | None


class Done(FromServer):
    """A message with an id was carried out, and there is nothing more to say."""

    type: Literal["done"]


ErrorCode: TypeAlias = Literal[
    "bad_message",  # not JSON, not an object, an unknown type, a wrong field
    "too_large",
    "too_fast",
    "hello_first",
    "protocol",
    "unknown_table",
    "wrong_token",
    "not_allowed",  # a spectator may not; only the host may
    "not_now",  # the table is not in the state for it
    "switched_off",  # hints or undo, at this table
    "busy",
    "failed",  # our fault
]


class Error(FromServer):
    """Something about a message was wrong; the game is as it was."""

    type: Literal["error"]
    code: ErrorCode
    message: str


class Pong(FromServer):
    """Yes."""

    type: Literal["pong"]
    at: float


ServerMessage: TypeAlias = Annotated[
    Welcome
    | TableNews
    | Started
    | Stepped
    | Undone
    | Over
    | AskUndo
    | UndoAnswered
    | Drafted
    | Previewed
    | Because
    | HintGiven
    | Said
    | Reacted
    | Reviewed
    | Refused
    | Done
    | Error
    | Pong,
    Field(discriminator="type"),
]


class Socket(BaseModel):
    """Both directions, for the published schema."""

    client: ClientMessage
    server: ServerMessage


Welcome.model_rebuild()
CLIENT: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
SERVER: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)


class Close:
    """The codes with which the server closes a socket, and what a client should do."""

    RESTART = 1012  # the server goes down for a moment: connect again
    HELLO = 4400  # the first message was no hello that could be used: do not try again as it is
    TOKEN = 4401  # no such table, or a token that does not open it: do not try again
    SLOW = 4408  # messages were not read in time: connect again, with `seen`
    FAST = 4429  # too many messages, in spite of warnings: wait, then connect again
