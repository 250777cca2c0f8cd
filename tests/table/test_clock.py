"""Time: worked out from what is stored, so that nothing but the stored moments counts."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace
from typing import Any

import pytest

from weatherdeck.table.play.clock import MatchClock
from weatherdeck.table.store.records import Entry, SeatRecord

SEATS = tuple(SeatRecord(seat=number, kind="person", name="") for number in range(2))


def entry(version: int, seat: int, at: float, bot: str | None = None) -> Entry:
    return Entry(match=1, version=version, kind="move", seat=seat, moves=("x",), bot=bot, at=at)


def undo(version: int, seat: int, at: float, back: int = 1) -> Entry:
    return Entry(match=1, version=version, kind="undo", seat=seat, back=back, at=at)


def test_a_decision_has_its_seconds_from_when_it_was_asked_for() -> None:
    clock = MatchClock({"kind": "move", "seconds": 10}, 100.0, 2)
    assert clock.left(SEATS[0], 0, 104.0) == 6.0
    assert clock.left(SEATS[1], 0, 104.0) == 10.0
    clock.record(entry(1, 0, 107.0), 0)
    assert clock.left(SEATS[1], 1, 110.0) == 7.0


def test_a_game_clock_counts_only_ones_own_thinking_and_gains_the_increment() -> None:
    clock = MatchClock({"kind": "game", "seconds": 60, "increment": 2}, 100.0, 2)
    clock.record(entry(1, 0, 110.0), 0)
    clock.record(entry(2, 1, 130.0), 1)
    assert clock.left(SEATS[0], 0, 135.0) == 60 - 10 + 2 - 5
    assert clock.left(SEATS[1], 0, 135.0) == 60 - 20 + 2


def test_a_seat_that_a_bot_plays_has_no_limit_and_spends_nothing() -> None:
    clock = MatchClock({"kind": "game", "seconds": 60, "increment": 0}, 100.0, 2)
    clock.record(entry(1, 0, 150.0, bot="club"), 0)
    assert clock.left(replace(SEATS[0], stand_in="club"), 0, 500.0) is None
    assert clock.left(SEATS[0], 1, 500.0) == 60.0


def test_time_spent_on_a_move_stays_spent_after_its_undo() -> None:
    clock = MatchClock({"kind": "move", "seconds": 30}, 0.0, 2)
    clock.record(entry(1, 0, 25.0), 0)
    clock.record(undo(2, 0, 27.0), 1)
    assert clock.left(SEATS[0], 0, 28.0) == 30 - 25 - 1
    assert clock.left(SEATS[1], 0, 28.0) == 30.0
    clock.record(entry(3, 0, 29.0), 0)
    assert clock.left(SEATS[1], 1, 30.0) == 29.0, "somebody else's undo: this is a new decision"


def test_an_undo_takes_the_increment_back_and_counts_what_others_thought_until_then() -> None:
    clock = MatchClock({"kind": "game", "seconds": 60, "increment": 5}, 0.0, 2)
    clock.record(entry(1, 0, 10.0), 0)
    assert clock.left(SEATS[0], 1, 10.0) == 60 - 10 + 5
    bo = replace(SEATS[1], **clock.interrupted(SEATS[1], 1, 14.0))
    clock.record(undo(2, 0, 14.0), 1)
    assert clock.left(SEATS[0], 0, 14.0) == 60 - 10
    assert clock.left(bo, 0, 14.0) == 60 - 4


def test_who_leaves_and_comes_back_at_once_continues_with_what_was_left() -> None:
    for kind in ({"kind": "move", "seconds": 60}, {"kind": "game", "seconds": 60, "increment": 0}):
        clock = MatchClock(kind, 0.0, 2)
        away = replace(SEATS[0], stand_in="club", **clock.interrupted(SEATS[0], 0, 50.0))
        assert clock.left(away, 0, 51.0) is None
        assert clock.left(replace(away, stand_in=None), 0, 52.0) == 8.0
        assert clock.remaining(away, 0, 61.0) < 0


def test_who_comes_back_and_moves_is_charged_once() -> None:
    clock = MatchClock({"kind": "game", "seconds": 60, "increment": 0}, 0.0, 1)
    anna = replace(SEATS[0], **clock.interrupted(SEATS[0], 0, 10.0))
    clock.record(entry(1, 0, 15.0), 0)
    assert clock.left(anna, 0, 15.0) == 60 - 15
    anna = replace(anna, **clock.interrupted(anna, 0, 20.0))
    clock.record(entry(2, 0, 21.0, bot="club"), 0)
    assert clock.left(anna, 0, 21.0) == 60 - 15 - 5


def test_time_spent_on_decisions_that_bots_then_made_counts_against_the_game_clock() -> None:
    clock = MatchClock({"kind": "game", "seconds": 60, "increment": 0}, 0.0, 1)
    anna = SEATS[0]
    for version in range(3):
        now = clock.since + 10.0
        anna = replace(anna, **clock.interrupted(anna, 0, now))
        clock.record(entry(version + 1, 0, now + 1.0, bot="club"), 0)
    assert clock.remaining(anna, 0, clock.since) == 60 - 3 * 10


def test_shown_clocks_are_never_below_nothing() -> None:
    clock = MatchClock({"kind": "move", "seconds": 5}, 0.0, 2)
    assert clock.shown(SEATS, 0, 99.0) == {"left": [0.0, 5.0], "running": 0}


# ---------------------------------------------------------------- whatever people do


class Sitting:
    """A table of two people in invented time; it knows how long each has really thought."""

    movers = (0, 0, 1, 0, 1, 1)  # who decides, step by step, over and over: also twice in a row

    def __init__(self, settings: dict[str, Any]) -> None:
        self.settings, self.now, self.seats = settings, 0.0, list(SEATS)
        self.entries: list[tuple[Entry, int]] = []
        self.made: list[tuple[int, str | None]] = []
        self.clock = self.restarted()
        self.most = [0, 0]  # decisions of each person that stood at the same time
        self.thought = defaultdict[tuple[int, int], float](float)  # by seat and step

    def restarted(self) -> MatchClock:
        """The clock as another server would compute it from what is stored."""
        clock = MatchClock(self.settings, 0.0, 2)
        for made, mover in self.entries:
            clock.record(made, mover)
        return clock

    @property
    def mover(self) -> int:
        return self.movers[len(self.made) % len(self.movers)]

    def think(self, seconds: float) -> None:
        """Let time pass; a bot takes over when the time is up."""
        left = self.clock.left(self.seats[self.mover], self.mover, self.now)
        if left is None:
            self.now += seconds
            return
        self.thought[self.mover, len(self.made)] += min(seconds, max(0.0, left))
        self.now += min(seconds, max(0.0, left))
        if seconds >= left:
            self.leave(self.mover)

    def leave(self, seat: int) -> None:
        spent = self.clock.interrupted(self.seats[seat], self.mover, self.now)
        self.seats[seat] = replace(self.seats[seat], stand_in="club", **spent)

    def come_back(self, seat: int) -> None:
        if self.clock.remaining(self.seats[seat], self.mover, self.now) > 0:
            self.seats[seat] = replace(self.seats[seat], stand_in=None)

    def store(self, made: Entry) -> None:
        self.entries.append((made, self.mover))
        self.clock.record(made, self.mover)

    def move(self) -> None:
        seat, bot = self.mover, self.seats[self.mover].stand_in
        self.store(entry(len(self.entries) + 1, seat, self.now, bot=bot))
        self.made.append((seat, bot))

    def undo(self, seat: int) -> None:
        """Take back the last thing that a person decided."""
        own = [step for step, made in enumerate(self.made) if made == (seat, None)]
        if not own or self.seats[seat].stand_in is not None:
            return
        if self.mover != seat:
            spent = self.clock.interrupted(self.seats[self.mover], self.mover, self.now)
            self.seats[self.mover] = replace(self.seats[self.mover], **spent)
        self.store(undo(len(self.entries) + 1, seat, self.now, back=len(self.made) - own[-1]))
        del self.made[own[-1] :]
        for who, step in list(self.thought):
            if self.settings["kind"] == "move" and step > own[-1] and who != seat:
                del self.thought[who, step]  # a new decision for the others

    def check(self) -> None:
        again = self.restarted()
        for one in self.seats:
            assert again.remaining(one, self.mover, self.now) == pytest.approx(
                self.clock.remaining(one, self.mover, self.now)
            )
        if self.settings["kind"] == "move":
            assert all(spent <= self.settings["seconds"] + 1e-6 for spent in self.thought.values())
        else:
            for seat in range(2):
                spent = sum(seconds for (who, _), seconds in self.thought.items() if who == seat)
                self.most[seat] = max(self.most[seat], self.made.count((seat, None)))
                assert spent <= self.settings["seconds"] + self.most[seat] * self.settings["increment"] + 1e-6


CLOCKS: list[dict[str, Any]] = [
    {"kind": "move", "seconds": 10},
    {"kind": "game", "seconds": 30, "increment": 0},
    {"kind": "game", "seconds": 20, "increment": 2},
]


@pytest.mark.parametrize("clock", CLOCKS, ids=lambda clock: f"{clock['kind']} {clock['seconds']}")
def test_no_way_of_leaving_coming_back_and_undoing_gives_more_time_than_the_clock(clock: dict[str, Any]) -> None:
    for seed in range(300):
        rng, sitting = random.Random(seed), Sitting(clock)
        for _ in range(60):
            seat = rng.choice((sitting.mover, sitting.mover, 1 - sitting.mover))
            step = rng.choices(("think", "move", "leave", "come_back", "undo", "restart"), (8, 5, 3, 6, 3, 1))[0]
            if step == "think":
                sitting.think(rng.choice((0.5, 2.0, 6.0)))
            elif step == "move":
                sitting.move()
            elif step == "restart":
                sitting.clock = sitting.restarted()
            else:
                getattr(sitting, step)(seat)
            sitting.check()
