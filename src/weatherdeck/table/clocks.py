"""Time: what each seat has left, worked out from what is stored. So a restart changes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .records import Entry, SeatRecord

COME_BACK = 30.0
"""Seconds that one who takes their seat back has at least."""


@dataclass
class Watch:
    """The clock of a match: entries are told to it as they happen."""

    settings: Mapping[str, Any]
    started_at: float
    players: int

    def __post_init__(self) -> None:
        self.since = self.started_at  # when the decision that is asked for now began
        self.spent = [0.0] * self.players

    def tell(self, entry: Entry) -> None:
        """An entry was made: its seat has used time, and by deciding gained some."""
        if self.settings["kind"] == "game" and entry.kind == "move":
            if entry.bot is None:
                self.spent[entry.seat] += max(0.0, entry.at - self.since) - self.settings["increment"]
        self.since = entry.at

    def left(self, seat: SeatRecord, to_move: int | None, now: float) -> float | None:
        """Seconds that a seat has left; None where there is no limit, because a bot decides."""
        if seat.played_by is not None:
            return None
        thinking = max(0.0, now - max(self.since, seat.returned_at)) if seat.seat == to_move else 0.0
        if self.settings["kind"] == "move":
            return float(self.settings["seconds"]) - thinking
        return float(self.settings["seconds"]) + seat.extra - self.spent[seat.seat] - thinking

    def grant(self, seat: SeatRecord) -> float:
        """What has to be added to a game clock when a person takes the seat back."""
        if self.settings["kind"] == "move":
            return 0.0
        left = float(self.settings["seconds"]) + seat.extra - self.spent[seat.seat]
        return max(0.0, COME_BACK - left)

    def shown(self, seats: Sequence[SeatRecord], to_move: int | None, now: float) -> dict[str, Any]:
        """All clocks, for a message."""
        lefts = [self.left(seat, to_move, now) for seat in seats]
        running = to_move if to_move is not None and seats[to_move].played_by is None else None
        return {"left": [None if left is None else round(max(0.0, left), 2) for left in lefts], "running": running}
