"""Every message of the socket, typed. `docs/protocol.md` describes how they are used.

    client -> server   hello, then: ready, reveal, move, guide, draft, preview, why, undo, answer_undo, hint, chat,
                       react, resign, return, fill, rename, allow_hints, rematch, review, remove, mute, hand_over,
                       close_table, vote_out, ping
    server -> client   welcome, table, started, stepped, undone, over, ask_undo, undo_answered, drafted, previewed,
                       because, hint, chat, reaction, reviewed, refused, done, error, notice, pong

The JSON schema of this module is published (`web/schema/socket.json`); the browser's types are generated from it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter
from typing_extensions import TypeAliasType

PROTOCOL = 2
"""Increased when the meaning of a message changes, not when something is added."""

MAX_MESSAGE = 16_384
"""The longest message that a client may send, in bytes."""

Reaction: TypeAlias = Literal["well_played", "thanks", "oops", "thinking", "hurry", "good_game"]
Status: TypeAlias = Literal["waiting", "playing", "over"]
Name: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=24)]
Text: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=400)]
Notation: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Token: TypeAlias = Annotated[str, StringConstraints(max_length=100, pattern=r"^[!-~]+$")]  # visible ASCII characters
Id: TypeAlias = Annotated[str, StringConstraints(max_length=40, pattern=r"^[!-~]+$")]
Digest: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Version: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
SeatNumber: TypeAlias = Annotated[int, Field(ge=0, le=15)]
View = TypeAliasType("View", dict[str, Any])
"""The view of the table's game, of the type that the game declares (`views.json`, or `/api/games/NAME/view.json`)."""


class Message(BaseModel):
    """The base of all messages and their parts: nothing is converted, and unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


# ---------------------------------------------------------------- parts


class MoveClock(Message):
    """A time limit for each decision."""

    kind: Literal["move"]
    seconds: Annotated[int, Field(ge=5, le=30 * 86_400)]


class GameClock(Message):
    """A time limit for the whole game, with an increment for each decision."""

    kind: Literal["game"]
    seconds: Annotated[int, Field(ge=10, le=30 * 86_400)]
    increment: Annotated[int, Field(ge=0, le=86_400)] = 0


Clock: TypeAlias = Annotated[MoveClock | GameClock, Field(discriminator="kind")]


class DeckInfo(Message):
    """A deck of the host's own: its fingerprint and its title."""

    id: str
    title: str


Absence: TypeAlias = Annotated[int, Field(ge=5, le=86_400)]


class SeatInfo(Message):
    """A seat and who sits on it, as everyone may know."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str  # an open seat has a placeholder
    level: str | None  # of a bot; None: it is guided, and moves only when a player says how
    strength: str | None  # how strong a bot is here, as a sentence; None where that was not measured
    basis: str | None  # by what a bot plays here, and why, as a sentence; None where that is always the same
    stand_in: str | None  # the level of the bot that plays for a person who has left
    here: bool  # connected now; always true for bots
    away: int | None  # the seconds for which a person has been away when this was sent; None if they are here
    ready: bool  # for the next match; always true for bots
    wants_rematch: bool  # asked for after a match, and until the next deal
    muted: bool  # by the host: they cannot chat or react
    hints: bool  # the person agreed to hints for everyone


class VoteInfo(Message):
    """An open vote on whether a bot should play for somebody who is away: it does once all who are needed agree."""

    seat: int  # who is away
    agreed: list[int]
    needed: list[int]  # everyone else who is connected


class UndoInfo(Message):
    """An undo that other players have been asked about, and have not all answered."""

    seat: int  # who asks
    needed: list[int]  # the other people
    agreed: list[int]


class ShuffleInfo(Message):
    """How far the shuffle of the current match is.

    In `pledge`, people send `ready`. In `reveal`, all shares are fixed, and clients reveal. Then the cards are dealt.
    """

    phase: Literal["pledge", "reveal", "dealt"]
    attempt: int  # from 1; counted up, with a new commitment, when the shuffle had to be started over
    shares: list[str | None]  # of each seat; None for bots, and for those who have not pledged
    waiting_for: list[int]  # the seats whose share (in `pledge`) or entropy (in `reveal`) is missing


class TableInfo(Message):
    """A table, as everyone at it may know it."""

    id: str
    game: str
    title: str
    deck: DeckInfo | None  # None: the deck as shipped
    players: int
    options: dict[str, bool | int | str | None]
    seats: list[SeatInfo]
    host: int | None  # the seat that may fill open seats with bots, and moderate
    hints: bool  # given now: they are offered and, between people, all have agreed (`seats[].hints`)
    hints_offered: bool
    undo: bool
    clock: Clock | None
    practice: bool  # dealt from a seed that was asked for, without a fair shuffle
    status: Status
    match: int  # the number of the current match, from 1
    commitment: str  # of its shuffle: SHA-256, in hex
    shuffle: ShuffleInfo
    spectators: int
    queued: bool = False  # only bots play here, and the table waits for its turn: the server plays a few at a time
    quiet: bool  # the host has muted all spectators
    absence: int | None  # seconds after which a bot plays for somebody who is away; None: only after a vote
    vote: VoteInfo | None
    undo_asked: UndoInfo | None


class Choice(Message):
    """A legal action: its notation, what it does, and the things on the table that name it."""

    move: str
    words: str
    label: str  # on a button: verb and object
    things: list[str]
    place: int | None  # for a step of a longer move: its place (0 begins it, 99 completes it)


class Clocks(Message):
    """The seconds that each seat has left (None: no limit), and whose clock is running."""

    left: list[float | None]
    running: int | None


class Standing(Message):
    """How a seat stands, as the receiver may know it."""

    score: str  # for people; empty if there is none yet
    note: str  # anything else worth showing, such as a revealed role
    won: bool | None  # None until the match is over


class Position(Message):
    """The position, as one seat (or a spectator) may know it."""

    version: int  # a move must name it
    step: int  # how many steps of the rules led here
    view: View
    status: str  # how far the match is: "Round 2 of 4 · trick 3 of 8"
    standings: list[Standing]  # by seat
    to_move: int | None
    prompt: str
    choices: list[Choice]  # empty unless it is this seat's turn
    undo: Literal["no", "free", "ask"]  # whether this seat can undo, and whether others must agree
    clocks: Clocks | None


class Line(Message):
    """An event in the log, in a few words. A card in the text is marked: {notation}, or {notation|name}."""

    seat: int | None  # whose line it is
    tag: str  # what it brought or is about: "+7", "Won"; before the player's name, if there is a seat
    tone: Literal["who", "gain", "loss", "won", "power", "draw"]  # as in games/lines.py
    text: str
    heading: str  # what begins with this line, or "": see docs/protocol.md
    then: str  # what begins after it, or ""


class Happening(Message):
    """One event, as this seat may know it."""

    name: str
    parts: dict[str, Any]  # numbers or faces of cards; None for what this seat may not know
    sentence: str | None  # a whole sentence; None if it needs no words
    line: Line | None  # for the log; None if it needs no line
    banner: str  # what to say while it happens; empty if there is nothing to say


class Step(Message):
    """One step of the rules: who did what, and everything that followed, in order."""

    step: int
    seat: int | None  # None for the deal
    move: str
    by: Literal["person", "bot", "deal"]
    happened: list[Happening]
    view: View | None  # after the step; None for the last one, whose view is the position's


class LogLine(Message):
    """One step in the log: as lines, and in whole sentences. Both may be empty."""

    step: int
    seat: int | None
    move: str
    sentences: list[str]
    lines: list[Line]


class ChatLine(Message):
    """A line of chat."""

    number: int
    seat: int | None  # None: a spectator
    name: str
    text: str
    at: float


class Advice(Message):
    """A strong bot's opinion of a legal action."""

    move: str
    words: str
    label: str  # on a button: verb and object
    things: list[str]
    value: float | None  # expected result for this seat, -1 to 1; None if it was not tried
    share: float  # of the simulations that went into this action, 0 to 1


class Fairness(Message):
    """Everything needed to check the shuffle, once the match is over."""

    version: Literal[2]
    table: str
    match: int
    attempt: int
    commitment: str
    seed: str
    nonce: str
    deck: str | None  # SHA-256 of the text of a deck of the host's own; None: the deck as shipped
    seats: list[Literal["person", "bot"]]
    shares: list[str | None]  # of each seat; None for bots
    entropy: list[str | None]  # of each seat; None for bots


class OldFairness(Message):
    """The same, for a match that was dealt by version 1 of the shuffle, which proves less."""

    version: Literal[1]
    commitment: str
    seed: str
    nonce: str
    deck: str | None
    entropy: list[str | None]


class Chapter(Message):
    """What every seat had when a chapter of the match was complete; chapter 0 is the deal."""

    number: int
    step: int  # how many steps of the rules led there
    amounts: list[float]  # by seat


class Story(Message):
    """How a match went, chapter by chapter, in what the game counts; more is better."""

    chapter: str  # what one is called: "round"
    short: str  # the same as a column's heading; empty if there are too many for a table
    counted: str  # what the amounts are: "points"
    shared: bool  # all play together: only the sum of the amounts decides
    chapters: list[Chapter]


class Result(Message):
    """How a match ended."""

    match: int
    ending: str  # in words, with the reason
    result: dict[str, Any]  # as in a transcript
    returns: list[float]  # each seat's result, -1 to 1
    places: list[int] | None = None  # of each seat, from 1, where seats are ranked; equals share one
    story: Story | None = None  # None for a game that tells none, and in archives of earlier versions
    fairness: Annotated[Fairness | OldFairness, Field(discriminator="version")] | None  # None at a practice table


# ---------------------------------------------------------------- client -> server


class FromClient(Message):
    """A message from a client; the answer repeats its id, if it has one."""

    id: Id | None = None


class Seen(Message):
    """The last version that a client has received."""

    match: Annotated[int, Field(ge=1)]
    version: Version


class Hello(FromClient):
    """The first message: the table, and the token of a seat or a spectator."""

    type: Literal["hello"]
    protocol: int
    table: Id
    token: Token
    seen: Seen | None = None  # after a break: only what was missed is sent, if the server still has it


class Ready(FromClient):
    """I have seen the commitment and am ready; my share pledges the entropy that I will reveal."""

    type: Literal["ready"]
    share: Digest
    attempt: Annotated[int, Field(ge=1, le=1_000_000)] | None = None  # rejected if the shuffle was started over since


class Reveal(FromClient):
    """The entropy that I pledged, once all shares are fixed."""

    type: Literal["reveal"]
    entropy: Digest


class Move(FromClient):
    """A move, or all steps of a longer one, in notation, made at a version of the match."""

    type: Literal["move"]
    version: Version
    moves: Annotated[list[Notation], Field(min_length=1, max_length=32)]


class Guide(FromClient):
    """Make moves for the seats whose turn it is, in order, mine included: at practice tables with guided seats."""

    type: Literal["guide"]
    version: Version
    moves: Annotated[list[Notation], Field(min_length=1, max_length=400)]


class Draft(FromClient):
    """Show the table after these steps of a longer move (in any order), and what could come next."""

    type: Literal["draft"]
    version: Version
    steps: Annotated[list[Notation], Field(max_length=32)]


class Preview(FromClient):
    """Show what this action would lead to, as far as I may know."""

    type: Literal["preview"]
    version: Version
    move: Notation
    steps: Annotated[list[Notation], Field(max_length=32)] = []


class Why(FromClient):
    """Ask why these things cannot be chosen, or why a move is not legal."""

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
    """Say whether somebody else may take back their decision."""

    type: Literal["answer_undo"]
    version: Version
    agree: bool


class AskHint(FromClient):
    """Ask what a strong player would do."""

    type: Literal["hint"]
    version: Version


class Say(FromClient):
    """Send a line of chat to everyone at the table."""

    type: Literal["chat"]
    text: Text


class React(FromClient):
    """Send a reaction."""

    type: Literal["react"]
    reaction: Reaction


class Resign(FromClient):
    """Let a bot play for me."""

    type: Literal["resign"]


class Return(FromClient):
    """Take my seat back from the bot that plays for me."""

    type: Literal["return"]


class Fill(FromClient):
    """The host puts a bot on an open seat; without a level, the bot is removed."""

    type: Literal["fill"]
    seat: SeatNumber
    level: Name | None


class Rename(FromClient):
    """Change my name, before the match begins."""

    type: Literal["rename"]
    name: Name


class AllowHints(FromClient):
    """Agree to hints for everyone at the table, or no longer."""

    type: Literal["allow_hints"]
    agree: bool


class Rematch(FromClient):
    """Ask for another match with the same people; it begins when everyone has asked."""

    type: Literal["rematch"]


class Review(FromClient):
    """After the end, ask what a strong player thinks of a seat's decisions."""

    type: Literal["review"]
    seat: SeatNumber
    match: Annotated[int, Field(ge=1, le=1_000_000)] | None = None  # None: the current match of the table


class Remove(FromClient):
    """Remove a person. Before the deal their seat is open again, after it a bot has it for good.

    The host can always do this; other players who are ready, if the person is away and holds up the start.
    """

    type: Literal["remove"]
    seat: SeatNumber


class Mute(FromClient):
    """The host mutes a person, or all spectators (`seat: null`), or lets them speak again."""

    type: Literal["mute"]
    seat: SeatNumber | None
    muted: bool


class HandOver(FromClient):
    """The host makes somebody else the host."""

    type: Literal["hand_over"]
    seat: SeatNumber


class CloseTable(FromClient):
    """The host closes the table: it can be read, not played."""

    type: Literal["close_table"]


class VoteOut(FromClient):
    """Vote on whether a bot should play for somebody who is away and whose turn it is."""

    type: Literal["vote_out"]
    seat: SeatNumber
    agree: bool = True


class Ping(FromClient):
    """Check the connection."""

    type: Literal["ping"]


ClientMessage: TypeAlias = Annotated[
    Hello
    | Ready
    | Reveal
    | Move
    | Guide
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
    | AllowHints
    | Rematch
    | Review
    | Remove
    | Mute
    | HandOver
    | CloseTable
    | VoteOut
    | Ping,
    Field(discriminator="type"),
]


# ---------------------------------------------------------------- server -> client


class FromServer(Message):
    """A message from the server, with the id of the message that it answers, if it had one."""

    id: str | None = None


class Stepped(FromServer):
    """A move was made and stored: what happened, step by step, and the position now."""

    type: Literal["stepped"]
    match: int
    version: int
    steps: list[Step]
    position: Position


class Undone(FromServer):
    """A decision was taken back: log lines after `step` no longer count."""

    type: Literal["undone"]
    match: int
    version: int
    seat: int
    step: int
    position: Position


class Over(FromServer):
    """The match is over: the result, the reason, and everything needed to check the shuffle."""

    type: Literal["over"]
    result: Result


class Started(FromServer):
    """A match begins: the cards have been dealt."""

    type: Literal["started"]
    match: int
    steps: list[Step]
    position: Position


MatchChange: TypeAlias = Annotated[Stepped | Undone, Field(discriminator="type")]


class Welcome(FromServer):
    """The answer to `hello`: everything that a player or spectator needs."""

    type: Literal["welcome"]
    protocol: int
    seat: int | None  # None: a spectator
    table: TableInfo
    position: Position | None  # None before the first deal, and with `missed`
    log: list[LogLine] | None  # None with `missed`
    missed: list[MatchChange] | None  # every change since `seen`; None if `position` and `log` are sent
    chat: list[ChatLine]
    asking: AskUndo | None  # an undo request that this seat has not answered yet
    result: Result | None


class TableNews(FromServer):
    """Something other than the match changed: who sits where, who is connected, who is ready."""

    type: Literal["table"]
    table: TableInfo


class AskUndo(FromServer):
    """A player wants to take back a decision: do you agree?"""

    type: Literal["ask_undo"]
    version: int
    seat: int
    moves: list[str]  # that would be taken back


class UndoAnswered(FromServer):
    """Somebody declined an undo, or the match has moved on."""

    type: Literal["undo_answered"]
    version: int
    seat: int | None  # who declined; None: the match has moved on
    agreed: Literal[False]


class Drafted(FromServer):
    """The table as it would be after a draft's steps, and what could come next."""

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
    """Why something is not possible now."""

    type: Literal["because"]
    version: int
    move: str | None
    message: str
    clause: str | None


class HintGiven(FromServer):
    """What a strong bot thinks of each legal action, best first."""

    type: Literal["hint"]
    version: int
    advice: list[Advice]


class Said(FromServer):
    """A new line of chat."""

    type: Literal["chat"]
    line: ChatLine


class Reacted(FromServer):
    """Somebody sent a reaction."""

    type: Literal["reaction"]
    seat: int | None
    name: str
    reaction: Reaction


class Measured(Message):
    """An estimate from simulations, with its 95% confidence interval."""

    mean: float
    low: float
    high: float


class Compared(Message):
    """The best move found in a decision and the move played, tried in the same worlds with the same luck."""

    best: Measured  # the result to expect from each
    played: Measured
    worlds: int
    happened: list[Happening]  # what the best move would have led to, as far as the seat could know,
    view: View  # and the table then


class Reviewed(FromServer):
    """The review of one step of a finished match, as a seat saw it. Steps come one by one, from the deal on."""

    type: Literal["reviewed"]
    match: int
    seat: int
    step: int
    move: str
    unit: str  # of the estimates: "chance of winning", "points" or "result"
    outlook: Measured  # what the seat could expect after this step
    best: str | None  # for a decision of this seat: the best move found; None for other steps
    loss: Measured | None  # what the move played lost against it
    advice: list[Advice]  # what the search thought; empty for other steps
    even: float | None  # the result of a seat if all were equally good; None where no victory is shared out
    compared: Compared | None  # for a decision in which a better move was found
    decisions: int  # how many of these messages there are in total
    left: int  # how many are still to come


class Refused(FromServer):
    """A move that was not made, the reason, and the current position."""

    type: Literal["refused"]
    code: Literal["stale", "illegal", "not_your_turn", "not_playing", "nothing_to_undo"]
    message: str
    clause: str | None
    position: Position | None


class Done(FromServer):
    """A message with an id was carried out, and has no other answer."""

    type: Literal["done"]


ErrorCode: TypeAlias = Literal[
    "bad_message",  # not JSON, not an object, an unknown type, a wrong field
    "too_large",
    "too_fast",
    "hello_first",
    "protocol",
    "unknown_table",
    "wrong_token",
    "moved",  # the seat was moved to another device
    "revoked",  # the link was revoked, or the seat is no longer yours
    "not_allowed",  # a spectator may not; only the host may
    "muted",  # by the host
    "not_now",  # not in this state of the table
    "switched_off",  # hints or undo, at this table
    "busy",
    "closed",  # the table: an administrator closed it
    "outdated",  # the match was begun under rules that this server does not have
    "draining",  # the server is being taken out of service: no new tables
    "failed",  # an error of the server
]


class Error(FromServer):
    """A message could not be granted; the match is unchanged."""

    type: Literal["error"]
    code: ErrorCode
    message: str
    older: str | None = None  # with `outdated`: the path, on this site, of an older version that serves the table


class Notice(FromServer):
    """Something that everyone at the table should know about the server or the table, in a sentence."""

    type: Literal["notice"]
    code: Literal["draining", "resumed", "closed", "deleted"]  # `resumed` takes `draining` back
    message: str


class Pong(FromServer):
    """The answer to `ping`."""

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
    | Notice
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
    """The codes with which the server closes a socket, and what the client should do."""

    RESTART = 1012  # the server is restarting: reconnect
    BUSY = 1013  # no room for another spectator or table: wait, then reconnect
    HELLO = 4400  # the first message was not a valid hello: do not retry
    TOKEN = 4401  # no such table, or the token is not for it: do not retry
    SLOW = 4408  # the client did not read its messages in time: reconnect, with `seen`
    CLOSED = 4410  # the table was closed or deleted, or its rules are not installed, as was said: do not retry
    FAST = 4429  # too many messages, despite warnings: wait, then reconnect
