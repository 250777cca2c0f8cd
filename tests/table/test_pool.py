"""Who is served next: order and bounds, with invented work in invented time."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from weatherdeck.table.play import pool as pools
from weatherdeck.table.play.pace import ENOUGH, Pace
from weatherdeck.table.play.pool import PASSED_OVER, TURN, BotPool, BotTables, WorkKind
from weatherdeck.table.wire import messages as m

from .clients import Client, bots, make_table
from .servers import serving_manager
from .test_handlers import holding, seats_ready

TABLE, BOT_TABLE, HINT, REVIEW = WorkKind


class Desk:
    """A pool of one thread that does nothing until it is told to; time passes only while it works."""

    def __init__(self, threads: int = 1) -> None:
        self.now, self.served = 0.0, list[str]()
        self.pool = BotPool(threads, timer=lambda: self.now)
        self._go = threading.Event()
        self._tasks: list[asyncio.Task[Any]] = [
            asyncio.create_task(self.pool.run(self._go.wait, TABLE, "first")) for _ in range(threads)
        ]

    def ask(self, name: str, kind: WorkKind, table: str, seconds: float = 1.0) -> asyncio.Task[None]:
        """Queue some work that takes a while."""
        task = asyncio.create_task(self.pool.run(self._work(name, seconds), kind, table, expected=seconds))
        self._tasks.append(task)
        return task

    def _work(self, name: str, seconds: float) -> Callable[[], None]:
        def work() -> None:
            self.now += seconds
            self.served.append(name)

        return work

    async def open(self) -> list[str]:
        """Let the thread work; the names of the work, in the order in which it was done."""
        await asyncio.sleep(0)
        self._go.set()
        while not all(task.done() for task in self._tasks):  # work that is done may lead to more
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await asyncio.sleep(0)
        self.pool.close()
        return self.served


async def test_people_come_before_bot_tables_and_these_before_hints_and_reviews() -> None:
    desk = Desk()
    await asyncio.sleep(0)
    for kind in (REVIEW, HINT, BOT_TABLE, TABLE):
        desk.ask(kind.label, kind, "a")
    await asyncio.sleep(0)
    assert desk.pool.waiting == {TABLE: 1, BOT_TABLE: 1, HINT: 1, REVIEW: 1}
    assert await desk.open() == ["table", "bot_table", "hint", "review"]


async def test_forty_five_hints_of_one_seat_do_not_delay_another_tables_bot() -> None:
    desk = Desk()
    await asyncio.sleep(0)
    for number in range(45):
        desk.ask(f"hint {number}", HINT, "attacker")
    desk.ask("bot", TABLE, "people")
    assert (await desk.open())[0] == "bot", "it waits only for what is running already"


async def test_twenty_nine_bot_tables_do_not_delay_a_table_with_people() -> None:
    desk = Desk()
    await asyncio.sleep(0)
    for number in range(29):
        desk.ask(f"master {number}", BOT_TABLE, f"table {number}", 2.0)
    desk.ask("bot", TABLE, "people")
    assert (await desk.open())[0] == "bot"


async def test_with_several_threads_one_is_kept_for_people() -> None:
    pool, go = BotPool(3), threading.Event()
    tasks = [asyncio.create_task(pool.run(go.wait, kind, str(kind))) for kind in (REVIEW, HINT, BOT_TABLE) * 5]
    await asyncio.sleep(0)
    assert sum(pool.waiting.values()) == 15 - 2
    assert await pool.run(lambda: "at once", TABLE, "people") == "at once"
    go.set()
    await asyncio.gather(*tasks)
    pool.close()


async def test_nothing_waits_for_ever() -> None:
    desk = Desk()
    await asyncio.sleep(0)
    desk.ask("review", REVIEW, "a")
    desk.ask("hint", HINT, "a")
    for number in range(100):
        desk.ask(f"bot {number}", TABLE, f"table {number}")
    served = await desk.open()
    assert served.index("hint") <= PASSED_OVER + 1
    assert served.index("review") <= PASSED_OVER + 2


async def test_tables_take_turns_however_much_one_of_them_asks_for() -> None:
    desk = Desk()
    await asyncio.sleep(0)
    for _ in range(20):
        desk.ask("greedy", HINT, "greedy")
    for _ in range(3):
        desk.ask("modest", HINT, "modest")
    served = await desk.open()
    assert served[:6].count("modest") == 3


async def test_a_table_whose_work_takes_longer_is_served_less_often() -> None:
    desk = Desk()
    await asyncio.sleep(0)
    for _ in range(40):
        desk.ask("slow", BOT_TABLE, "slow", 2.0)
        desk.ask("quick", BOT_TABLE, "quick", 0.2)
    served = await desk.open()
    assert 8 <= served[:22].count("quick") / max(1, served[:22].count("slow")) <= 12, "equal time, not equal turns"


async def test_a_table_that_comes_new_gets_no_more_than_its_share() -> None:
    desk = Desk()
    await asyncio.sleep(0)
    for _ in range(10):
        desk.ask("old", HINT, "old")
    wake = desk.ask("old", HINT, "old")
    wake.add_done_callback(lambda _: [desk.ask("new", HINT, "new") for _ in range(10)])
    for _ in range(10):
        desk.ask("old", HINT, "old")
    together = (await desk.open())[11:]
    assert 3 <= together[:10].count("new") <= 6


async def test_a_quick_bot_does_not_wait_behind_the_slow_ones_of_many_tables_with_people() -> None:
    desk = Desk()
    await asyncio.sleep(0)
    for number in range(29):
        desk.ask(f"master {number}", TABLE, f"table {number}", 2.0)
    third = desk.ask("master", TABLE, "another", 1.9)
    third.add_done_callback(lambda _: desk.ask("late", TABLE, "late", 0.001))
    desk.ask("club", TABLE, "people", 0.001)
    served = await desk.open()
    assert served[0] == "club"
    assert served.index("late") <= served.index("master") + 5, "as soon as it has asked"


async def test_slow_bots_are_not_starved_by_quick_ones() -> None:
    desk = Desk()
    await asyncio.sleep(0)
    desk.ask("master", TABLE, "slow", 2.0)

    def again(table: str) -> None:
        if len(desk.served) < 1000:
            desk.ask("club", TABLE, table, 0.03).add_done_callback(lambda _: again(table))

    for number in range(4):
        again(f"table {number}")
    served = await desk.open()
    assert served.index("master") <= 6 * 2.0 / 0.03, "they get no more than their share while it waits"


async def test_work_that_nobody_waits_for_any_more_is_not_done() -> None:
    desk = Desk()
    await asyncio.sleep(0)
    gone = desk.ask("gone", HINT, "a")
    desk.ask("here", HINT, "a")
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.sleep(0)
    assert desk.pool.waiting[HINT] == 1
    assert await desk.open() == ["here"]


async def test_whoever_asked_hears_what_went_wrong_and_the_others_are_served() -> None:
    pool = BotPool(1)
    broken = asyncio.create_task(pool.run(lambda: 1 // 0, HINT, "a"))
    assert await pool.run(lambda: 5, HINT, "a") == 5
    with pytest.raises(ZeroDivisionError):
        await broken
    pool.close()


async def test_closing_cancels_what_waits() -> None:
    pool, go = BotPool(1), threading.Event()
    running = asyncio.create_task(pool.run(go.wait))
    waiting = asyncio.create_task(pool.run(lambda: 1))
    await asyncio.sleep(0)
    pool.close()
    go.set()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await running


# ---------------------------------------------------------------- tables at which only bots play


def test_only_so_many_bot_tables_play_at_once_and_all_get_their_turn() -> None:
    woken: list[str] = []
    tables = BotTables(2)
    names = [f"table {number}" for number in range(5)]

    def may_play(name: str) -> bool:
        return tables.may_play(name, lambda: woken.append(name))

    made = dict.fromkeys(names, 0)
    for _ in range(20 * TURN):
        playing = [name for name in names if may_play(name)]
        assert len(playing) <= 2
        for name in playing:
            made[name] += 1
    assert min(made.values()) >= TURN, "each had a turn"
    assert max(made.values()) - min(made.values()) <= 2 * TURN
    assert set(woken) == set(names)
    for name in names:
        tables.leave(name)
    assert tables.waiting == 0
    assert may_play("table 0")


def test_a_bot_table_that_ends_makes_room_for_the_next() -> None:
    tables, woken = BotTables(1), list[str]()
    assert tables.may_play("a", lambda: None)
    assert not tables.may_play("b", lambda: woken.append("b"))
    assert not tables.may_play("b", lambda: woken.append("b")), "asking again does not help"
    assert tables.waiting == 1
    tables.leave("a")
    assert woken == ["b"]
    assert tables.may_play("b", lambda: None)


# ---------------------------------------------------------------- on a real server


async def test_sockets_of_one_seat_share_a_hint_and_delay_nobody(tmp_path: Path) -> None:
    async with serving_manager(tmp_path / "store") as (base, manager):
        crowd = await make_table(base, "tradewinds", options={"first": "N"})
        other = await make_table(base, "tradewinds", options={"first": "N"})
        many = [Client(base, crowd["table"], crowd["token"]) for _ in range(12)]
        for client in many:
            await client.connect()
        await seats_ready(base, many[0])
        async with holding(manager.bot_pool):
            asked = [asyncio.create_task(one.ask({"type": "hint", "version": 0}, m.HintGiven)) for one in many]
            async with Client(base, other["table"], other["token"]) as anna:
                await seats_ready(base, anna)
                assert anna.position is not None
                await anna.move(anna.position.choices[0].move)
                while not manager.bot_pool.waiting[TABLE]:
                    await asyncio.sleep(0.01)
            assert manager.bot_pool.waiting[HINT] == 1, "twelve sockets, one computation"
        hints = await asyncio.gather(*asked)
        assert all(one.advice == hints[0].advice for one in hints)
        for client in many:
            await client.close()


async def test_bot_tables_beyond_the_limit_wait_say_so_and_are_all_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pools, "TURN", 3)
    async with serving_manager(tmp_path / "store") as (base, manager):
        manager.bot_pool.bot_tables = BotTables(1)
        async with holding(manager.bot_pool):
            made = [await make_table(base, "tradewinds", seats=bots(4, "random")) for _ in range(3)]
            async with Client(base, made[2]["table"], made[2]["token"]) as watching:
                while watching.info is None or not watching.info.queued:
                    await watching.next()
        for one in made:
            async with Client(base, one["table"], one["token"]) as watching:
                if watching.welcomed is not None and watching.welcomed.result is None:
                    await watching.get(m.Over)
                assert watching.info is not None
                assert not watching.info.queued or watching.info.status == "playing"


# ---------------------------------------------------------------- what a bot's thinking time tells


def distance(some: list[float], others: list[float]) -> float:
    """The largest difference between two distributions (Kolmogorov and Smirnov)."""
    return max(
        abs(sum(one <= at for one in some) / len(some) - sum(one <= at for one in others) / len(others))
        for at in (*some, *others)
    )


def test_a_forced_move_takes_as_long_as_any_other() -> None:
    rng = random.Random(1)
    pace = Pace(0.3, random.Random(2))
    shown: dict[bool, list[float]] = {True: [], False: []}
    real: dict[bool, list[float]] = {True: [], False: []}
    for number in range(3000):
        is_forced = rng.random() < 0.3
        took = 0.014 if is_forced else rng.lognormvariate(-0.7, 0.25)  # about half a second: slower than the minimum
        if not is_forced:
            pace.record("game", "level", took)
        if number > 500:
            real[is_forced].append(took)
            shown[is_forced].append(max(took, pace.seconds("game", "level")))
    assert distance(real[True], real[False]) > 0.9, "without a minimum, everybody could tell"
    assert distance(shown[True], shown[False]) < 0.08


def test_a_pause_is_short_where_bots_are_quick_and_bounded_where_one_was_slow() -> None:
    pace = Pace(0.3)
    assert 0.3 <= pace.seconds("game", "club") <= 0.345
    assert pace.seconds("game", "master") >= 2.0, "before anything is known: as long as it may think"
    for _ in range(ENOUGH):
        pace.record("game", "master", 0.1)
    assert pace.seconds("game", "master") <= 0.345
    pace.record("game", "master", 60.0)
    assert pace.seconds("game", "master") <= 3.45
    assert Pace(0.0).seconds("game", "master") == 0.0
