"""What the store keeps, as plain records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from ... import __version__
from ...games.options import Value
from ...games.reference import Deck, GameRef
from ..fairness import VERSION, Secret, Shuffle


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One decision of a match, stored for good: a move (of one or several steps) or an undo. Its version is its key."""

    match: int
    version: int
    kind: Literal["move", "undo"]
    seat: int
    at: float
    moves: tuple[str, ...] = ()  # empty for an undo
    back: int = 0  # for an undo: how many steps it takes back
    bot: str | None = None  # the bot's level, if a bot decided


@dataclass(frozen=True, kw_only=True)
class SeatRecord:
    """A seat at a table, and who sits on it."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    level: str | None = None  # of a bot; None: a guided one, which moves when a player tells it
    token: str | None = None  # hashed
    stand_in: str | None = None
    ready: bool = False
    entropy: str | None = None
    wants_rematch: bool = False
    extra: float = 0.0  # seconds added to a game clock; below 0: spent on decisions that bots then made
    returned_at: float = 0.0  # no longer used: when the person last took the seat back
    share: str | None = None  # what the person pledged their entropy with
    muted: bool = False
    sat_at: float = 0.0
    thought: float = 0.0  # seconds of a game clock spent on the decision that a bot last took over
    thought_at: int = -1  # (or an undo); it was to be made at this version
    hints: bool = False  # the person agreed to hints for everyone

    @property
    def played_by(self) -> str | None:
        """The level of the bot that decides for this seat; None if a person does, here or for a guided seat."""
        return self.level if self.kind == "bot" else self.stand_in

    @property
    def is_guided(self) -> bool:
        """Whether the seat waits for a player who says what it does: at practice tables, for lessons."""
        return self.kind == "bot" and self.level is None

    @property
    def is_person(self) -> bool:
        """Whether a person sits here and makes their own moves."""
        return self.kind == "person" and self.stand_in is None


LinkKind: TypeAlias = Literal["invite", "watch", "move"]


@dataclass(frozen=True, kw_only=True)
class LinkRecord:
    """A link to a table: it invites somebody, lets somebody watch, or moves a seat to another device."""

    kind: LinkKind
    token: str  # hashed
    created_at: float
    id: int = 0  # given by the store
    seat: int | None = None  # who made it; for a move, the seat that moves
    replaces: str | None = None  # for a move: the seat's token (hashed), which stops working
    expires_at: float | None = None
    used_at: float | None = None  # for a move, which works once
    revoked_at: float | None = None

    def is_open(self, now: float) -> bool:
        """Whether the link still works."""
        expired = self.expires_at is not None and self.expires_at <= now
        return self.used_at is None and self.revoked_at is None and not expired


@dataclass(frozen=True, kw_only=True)
class MatchRecord:
    """A match at a table. Its secret is revealed when the match is over."""

    table: str
    number: int
    ruleset: int
    data: str | None  # fingerprint of the deck; None for a game without a deck file
    secret: Secret
    id: int = 0  # given by the store
    practice_seed: int | None = None
    entropy: tuple[str | None, ...] | None = None  # as it was when the match began
    started_at: float | None = None
    ended_at: float | None = None
    fairness: int = VERSION  # the version of the shuffle
    shares: tuple[str | None, ...] | None = None  # the pledges of all seats, fixed before any entropy is revealed
    attempt: int = 1
    made_with: str | None = None  # the version of weatherdeck

    @property
    def shuffle(self) -> Shuffle:
        """The formulas of its shuffle."""
        return Shuffle(self.table, self.number, self.secret, self.fairness)

    @property
    def deal_seed(self) -> int:
        """The seed that the cards are dealt from; known once the match has begun."""
        assert self.entropy is not None, "the match has begun"
        return self.shuffle.deal_seed(self.entropy) if self.practice_seed is None else self.practice_seed

    @property
    def fairness_record(self) -> dict[str, Any] | None:
        """What is revealed at the end; None at a practice table, which promised nothing."""
        assert self.entropy is not None, "the match has begun"
        if self.practice_seed is not None:
            return None
        return self.shuffle.record(self.attempt, self.shares or (), self.entropy)

    def bot_seed(self, seat: int, version: int) -> int:
        """The seed of a bot's decision."""
        practice = self.practice_seed is not None
        return (Secret(str(self.practice_seed), "practice") if practice else self.secret).bot_seed(seat, version)

    def next(self) -> MatchRecord:
        """The rematch: the same rules and deck with a new secret."""
        return MatchRecord(
            table=self.table,
            number=self.number + 1,
            ruleset=self.ruleset,
            data=self.data,
            secret=Secret.new(self.secret.deck),
            practice_seed=self.practice_seed,
            made_with=__version__,
        )


@dataclass(frozen=True, kw_only=True)
class TableRecord:
    """A table with its seats and its current match."""

    id: str
    game: str
    players: int
    options: dict[str, Value]
    host: int | None
    hints: bool
    undo: bool
    clock: Mapping[str, Any] | None
    created_at: float
    seats: tuple[SeatRecord, ...]
    match: MatchRecord
    deck: Deck | None = None  # None: the deck as shipped
    absence: int | None = None  # seconds after which a bot plays for somebody who is away; None: only after a vote
    quiet: bool = False  # spectators may not chat
    closed_at: float | None = None

    @property
    def gives_hints(self) -> bool:
        """Whether hints are given now: the table offers them, and between people all of them have agreed."""
        people = [seat for seat in self.seats if seat.kind == "person"]
        return self.hints and (len(people) < 2 or all(seat.hints for seat in people))

    @property
    def game_ref(self) -> GameRef:
        """The game with its deck."""
        return GameRef(self.game, self.deck)


@dataclass(frozen=True)
class ChatRecord:
    """A line of chat."""

    number: int
    seat: int | None  # None for a spectator
    name: str
    text: str
    at: float
