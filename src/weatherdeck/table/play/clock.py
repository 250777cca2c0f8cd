"""The time that each seat has left, computed from what is stored: a restart changes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..store.records import Entry, SeatRecord

MIN_AFTER_RETURN = 30.0
"""Seconds that somebody who takes their seat back has at least."""


@dataclass
class MatchClock:
    """The clock of a match; it is told every entry."""

    settings: Mapping[str, Any]
    started_at: float
    players: int

    def __post_init__(self) -> None:
        self.since = self.started_at  # when the current decision began
        self.spent = [0.0] * self.players

    def record(self, entry: Entry) -> None:
        """Count the time that an entry took, and start the next decision."""
        if self.settings["kind"] == "game" and entry.kind == "move":
            if entry.bot is None:
                self.spent[entry.seat] += max(0.0, entry.at - self.since) - self.settings["increment"]
        self.since = entry.at

    def left(self, seat: SeatRecord, to_move: int | None, now: float) -> float | None:
        """The seconds that a seat has left; None if a bot decides, which has no limit."""
        if seat.played_by is not None:
            return None
        thinking = max(0.0, now - max(self.since, seat.returned_at)) if seat.seat == to_move else 0.0
        if self.settings["kind"] == "move":
            return float(self.settings["seconds"]) - thinking
        return float(self.settings["seconds"]) + seat.extra - self.spent[seat.seat] - thinking

    def top_up(self, seat: SeatRecord) -> float:
        """The seconds to add to a game clock when a person takes the seat back."""
        if self.settings["kind"] == "move":
            return 0.0
        left = float(self.settings["seconds"]) + seat.extra - self.spent[seat.seat]
        return max(0.0, MIN_AFTER_RETURN - left)

    def shown(self, seats: Sequence[SeatRecord], to_move: int | None, now: float) -> dict[str, Any]:
        """All clocks, for a message."""
        lefts = [self.left(seat, to_move, now) for seat in seats]
        running = to_move if to_move is not None and seats[to_move].played_by is None else None
        return {"left": [None if left is None else round(max(0.0, left), 2) for left in lefts], "running": running}
