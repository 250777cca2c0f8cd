"""What the store keeps, as plain records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ..games.options import Value
from .fairness import Secret


@dataclass(frozen=True)
class Entry:
    """One decision in a match, stored for good: a move (of one step or several), or an undo. Its version is its key."""

    match: int
    version: int
    kind: Literal["move", "undo"]
    seat: int
    moves: tuple[str, ...]  # of an undo: none
    back: int  # of an undo: how many steps it takes back
    bot: str | None  # the level, where a bot decided
    at: float


@dataclass(frozen=True)
class SeatRecord:
    """A seat at a table, and who sits on it."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    level: str | None
    token: str | None  # hashed
    stand_in: str | None
    ready: bool
    entropy: str | None
    wants_rematch: bool
    extra: float  # seconds that were added to the seat's clock
    returned_at: float  # when the person last took the seat back

    @property
    def played_by(self) -> str | None:
        """The level of the bot that decides for this seat; None where a person does."""
        return self.level if self.kind == "bot" else self.stand_in

    @property
    def is_person(self) -> bool:
        """Whether a person sits here and plays for themselves."""
        return self.kind == "person" and self.stand_in is None


@dataclass(frozen=True)
class MatchRecord:
    """A match at a table. Its secret stays here until the end."""

    id: int
    number: int
    ruleset: int
    data: str | None  # fingerprint of the deck
    secret: Secret
    practice_seed: int | None
    entropy: tuple[str | None, ...] | None  # as it was when the match began
    started_at: float | None
    ended_at: float | None

    @property
    def deal_seed(self) -> int:
        """The seed that the cards come from, once it is settled."""
        assert self.entropy is not None, "the match has begun"
        return self.secret.deal_seed(self.entropy) if self.practice_seed is None else self.practice_seed

    def bot_seed(self, seat: int, version: int) -> int:
        """The seed of a bot's decision."""
        practice = self.practice_seed is not None
        return (Secret(str(self.practice_seed), "practice") if practice else self.secret).bot_seed(seat, version)


@dataclass(frozen=True)
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
    invite: str  # hashed
    watch: str  # hashed
    created_at: float
    seats: tuple[SeatRecord, ...]
    match: MatchRecord


@dataclass(frozen=True)
class Chat:
    """Something that was said at a table."""

    number: int
    seat: int | None
    name: str
    text: str
    at: float
