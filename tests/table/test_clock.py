"""Time: worked out from what is stored, so that nothing but the stored moments counts."""

from __future__ import annotations

from dataclasses import replace

from weatherdeck.table.play.clock import MIN_AFTER_RETURN, MatchClock
from weatherdeck.table.store.records import Entry, SeatRecord

SEATS = tuple(SeatRecord(seat=number, kind="person", name="") for number in range(2))


def entry(version: int, seat: int, at: float, bot: str | None = None) -> Entry:
    return Entry(match=1, version=version, kind="move", seat=seat, moves=("x",), bot=bot, at=at)


def test_a_decision_has_its_seconds_from_when_it_was_asked_for() -> None:
    clock = MatchClock({"kind": "move", "seconds": 10}, 100.0, 2)
    assert clock.left(SEATS[0], 0, 104.0) == 6.0
    assert clock.left(SEATS[1], 0, 104.0) == 10.0
    clock.record(entry(1, 0, 107.0))
    assert clock.left(SEATS[1], 1, 110.0) == 7.0


def test_a_game_clock_counts_only_ones_own_thinking_and_gains_the_increment() -> None:
    clock = MatchClock({"kind": "game", "seconds": 60, "increment": 2}, 100.0, 2)
    clock.record(entry(1, 0, 110.0))
    clock.record(entry(2, 1, 130.0))
    assert clock.left(SEATS[0], 0, 135.0) == 60 - 10 + 2 - 5
    assert clock.left(SEATS[1], 0, 135.0) == 60 - 20 + 2


def test_a_seat_that_a_bot_plays_has_no_limit_and_spends_nothing() -> None:
    clock = MatchClock({"kind": "game", "seconds": 60, "increment": 0}, 100.0, 2)
    clock.record(entry(1, 0, 150.0, bot="club"))
    assert clock.left(replace(SEATS[0], stand_in="club"), 0, 500.0) is None
    assert clock.left(SEATS[0], 1, 500.0) == 60.0


def test_who_comes_back_without_time_is_given_some() -> None:
    clock = MatchClock({"kind": "game", "seconds": 60, "increment": 0}, 0.0, 2)
    clock.record(entry(1, 0, 59.0))
    granted = clock.top_up(SEATS[0])
    back = replace(SEATS[0], extra=granted, returned_at=100.0)
    assert clock.left(back, 0, 100.0) == MIN_AFTER_RETURN
    assert clock.left(back, 0, 110.0) == MIN_AFTER_RETURN - 10


def test_shown_clocks_are_never_below_nothing() -> None:
    clock = MatchClock({"kind": "move", "seconds": 5}, 0.0, 2)
    assert clock.shown(SEATS, 0, 99.0) == {"left": [0.0, 5.0], "running": 0}
