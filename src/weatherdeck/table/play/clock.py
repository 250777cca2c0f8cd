"""The time that each seat has left, computed from what is stored: a restart changes nothing.

Leaving never adds time. The clock of a decision runs from when it was asked for until it is made, also while a bot
stands in: whoever comes back before the bot has moved continues with what is left. After an undo, time spent stays
spent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..store.records import Entry, SeatRecord


class _Made(NamedTuple):
    """A step that was made: by whom, and what it added to a game clock."""

    seat: int
    increment: float


@dataclass
class MatchClock:
    """The clock of a match; it is told every entry."""

    settings: Mapping[str, Any]
    started_at: float
    players: int

    def __post_init__(self) -> None:
        self.version = 0
        self.since = self.started_at  # when the current decision began
        self._spent = [0.0] * self.players  # by each person, on what they decided themselves
        self._made: list[_Made] = []  # the steps so far, without those that were undone
        self._spent_on: dict[tuple[int, int], float] = {}  # by step and seat: on a decision, made or undone
        self._own: set[tuple[int, int]] = set()  # seats and versions at which the person ended the decision

    def record(self, entry: Entry, mover: int | None) -> None:
        """Count the time that an entry took the seat that was to move, and start the next decision."""
        took = max(0.0, entry.at - self.since)
        if mover is not None and entry.seat == mover:
            # A decision that a bot made counts as well: an undo may lead back to it, and then it is not new.
            self._spent_on[self._step, mover] = self._spent_on.get((self._step, mover), 0.0) + took
            if entry.bot is None:
                self._spent[mover] += took
                self._own.add((mover, self.version))
        if entry.kind == "move":
            increment = self.settings.get("increment", 0) if entry.bot is None else 0
            self._made += [_Made(entry.seat, 0.0)] * (len(entry.moves) - 1) + [_Made(entry.seat, increment)]
        else:
            self._take_back(entry)
        self.since, self.version = entry.at, entry.version

    @property
    def _step(self) -> int:
        return len(self._made)

    def _take_back(self, entry: Entry) -> None:
        """Undo: whoever asked for it has spent their time; for the others, what follows is a new decision."""
        del self._made[self._step - entry.back :]
        gone = [(step, seat) for step, seat in self._spent_on if step > self._step and seat != entry.seat]
        for key in gone:
            del self._spent_on[key]

    def left(self, seat: SeatRecord, to_move: int | None, now: float) -> float | None:
        """The seconds that a seat has left; None if a bot decides, which has no limit."""
        return None if seat.played_by is not None else self.remaining(seat, to_move, now)

    def remaining(self, seat: SeatRecord, to_move: int | None, now: float) -> float:
        """The seconds that the person of a seat would have if no bot stood in."""
        total = float(self.settings["seconds"])
        thinking = max(0.0, now - self.since) if seat.seat == to_move else 0.0
        if self.settings["kind"] == "move":
            before = self._spent_on.get((self._step, seat.seat), 0.0) if seat.seat == to_move else 0.0
            return total - before - thinking
        gained = sum(made.increment for made in self._made if made.seat == seat.seat)
        return total + gained + seat.extra - self._spent[seat.seat] - self._unfinished(seat) - thinking

    def _unfinished(self, seat: SeatRecord) -> float:
        """Seconds spent on the decision that was last taken out of the person's hands, by a bot or an undo.

        They count once it is over: until then it is still being thought about. If the person came back and made it,
        the entry counts.
        """
        over = 0 <= seat.thought_at < self.version
        return seat.thought if over and (seat.seat, seat.thought_at) not in self._own else 0.0

    def interrupted(self, seat: SeatRecord, to_move: int | None, now: float) -> dict[str, Any]:
        """What to store on a seat when its decision is taken out of the person's hands; nothing if none was asked for.

        Entries tell everything about a move clock, and nothing about a decision that a person began and a bot made.
        """
        if self.settings["kind"] == "move" or seat.seat != to_move or seat.played_by is not None:
            return {}
        thought = max(0.0, now - self.since)
        if seat.thought_at == self.version:
            return {"thought": thought}
        return {"thought": thought, "thought_at": self.version, "extra": seat.extra - self._unfinished(seat)}

    def shown(self, seats: Sequence[SeatRecord], to_move: int | None, now: float) -> dict[str, Any]:
        """All clocks, for a message."""
        lefts = [self.left(seat, to_move, now) for seat in seats]
        running = to_move if to_move is not None and seats[to_move].played_by is None else None
        return {"left": [None if left is None else round(max(0.0, left), 2) for left in lefts], "running": running}
