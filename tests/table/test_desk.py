"""Budgets in measured time and the order of service, on a clock that the tests set."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from weatherdeck.table import desk, rates
from weatherdeck.table.desk import ADDRESS_AT_ONCE, SEAT_AT_ONCE, Account, Desk, TimeBudgets

FIVE = [f"203.0.113.{number}" for number in range(1, 6)]
QUESTION, MOVE = 0.003, 0.001
"""Seconds that they take."""


class Day:
    """A desk whose clocks stand still, but for the work that is done and for what the test lets pass."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.worked, self.now = 0.0, 1000.0
        monkeypatch.setattr(rates, "time", SimpleNamespace(monotonic=lambda: self.now))
        self.desk = Desk(TimeBudgets(), timer=lambda: self.worked)
        self.served: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []

    def ask(self, name: str, account: Account, seconds: float = QUESTION, *, can_wait: bool = True) -> None:
        """Ask for something that takes so long."""

        async def work() -> None:
            if can_wait:
                await account.admit()
            self.worked += seconds
            self.served.append(name)
            await asyncio.sleep(0)

        async def message() -> None:
            async with account.under_way():
                await account.timed(work())

        self.tasks.append(asyncio.create_task(message()))

    async def settle(self, passes: int = 40) -> None:
        """Let everything happen that needs no time."""
        for _ in range(passes):
            await asyncio.sleep(0)

    async def all_done(self, step: float = 0.01) -> None:
        """Let time pass until all is done."""
        while not all(task.done() for task in self.tasks):
            self.now += step
            await asyncio.sleep(0.0005)
        await asyncio.gather(*self.tasks)


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Iterator[Day]:
    """An ordinary day: the usual budgets."""
    found = Day(monkeypatch)
    monkeypatch.setattr(desk, "LOOK_AGAIN", 0.0005)
    monkeypatch.setattr(desk, "LONGEST_REST", 0.0005)
    yield found
    for task in found.tasks:
        task.cancel()


async def test_the_time_that_work_keeps_the_loop_is_charged_and_what_it_waits_for_is_not(day: Day) -> None:
    account = day.desk.account(FIVE[0], "table 0")

    async def work() -> str:
        day.worked += 0.5
        with pytest.raises(ValueError, match="twice"):
            await failing()
        return "done"

    async def failing() -> None:
        await asyncio.sleep(0)
        day.worked += 0.25
        raise ValueError("twice")

    async def bystander() -> None:
        day.worked += 7.0

    assert (await asyncio.gather(account.timed(work()), bystander()))[0] == "done"
    seat, address = (share.limits.wait(share.key, share.limits.burst) for share in account._shares)
    budgets = TimeBudgets()
    assert seat == pytest.approx(0.75 / budgets.seat[1])
    assert address == pytest.approx(0.75 / budgets.address[1])


async def test_work_that_is_cancelled_is_cancelled_within_and_charged(day: Day) -> None:
    account, ended = day.desk.account(FIVE[0], "table 0"), asyncio.Event()

    async def work() -> None:
        day.worked += 0.5
        try:
            await asyncio.sleep(3600)
        finally:
            ended.set()

    task = asyncio.create_task(account.timed(work()))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended.is_set()
    assert account._shares[0].limits.wait("table 0", 1.0) == pytest.approx(5.0)


async def test_only_a_few_messages_of_a_seat_and_of_an_address_are_under_way(day: Day) -> None:
    async def hold(account: Account, held: list[int], go: asyncio.Event) -> None:
        async with account.under_way():
            held.append(1)
            await go.wait()

    go, of_seat, of_address = asyncio.Event(), list[int](), list[int]()
    for _ in range(60):
        day.tasks.append(asyncio.create_task(hold(day.desk.account(FIVE[0], "table 0"), of_seat, go)))
    for number in range(60):
        one = day.desk.account(FIVE[0], f"table {number + 1}")
        day.tasks.append(asyncio.create_task(hold(one, of_address, go)))
    await day.settle()
    assert len(of_seat) == SEAT_AT_ONCE
    assert len(of_seat) + len(of_address) == ADDRESS_AT_ONCE
    other = list[int]()
    day.tasks.append(asyncio.create_task(hold(day.desk.account(FIVE[1], "table 99"), other, go)))
    await day.settle()
    assert other, "another address has its own"
    go.set()
    await asyncio.gather(*day.tasks)
    day.tasks.clear()
    del one
    assert not day.desk._lines, "what nobody uses is forgotten"


async def test_sixty_sockets_of_one_seat_get_the_time_of_one_seat(day: Day) -> None:
    began, budgets = day.now, TimeBudgets()
    for _ in range(60):
        account = day.desk.account(FIVE[0], "table 0")
        for _ in range(20):
            day.ask("question", account)
    await day.all_done()
    passed = day.now - began
    assert len(day.served) == 1200
    assert day.worked <= budgets.seat[0] + budgets.seat[1] * passed + SEAT_AT_ONCE * QUESTION


async def test_sixty_seats_of_one_address_get_the_time_of_one_address(day: Day) -> None:
    began, budgets = day.now, TimeBudgets()
    for seat in range(60):
        account = day.desk.account(FIVE[0], f"table {seat}")
        for _ in range(20):
            day.ask("question", account)
    await day.all_done()
    passed = day.now - began
    assert day.worked <= budgets.address[0] + budgets.address[1] * passed + ADDRESS_AT_ONCE * QUESTION


async def test_one_address_that_asks_too_much_leaves_the_others_their_time(day: Day) -> None:
    for seat in range(60):
        for _ in range(20):
            day.ask("flood", day.desk.account(FIVE[0], f"table {seat}"))
    while day.served.count("flood") < 1000:
        day.now += 0.01
        await asyncio.sleep(0)
    before = day.served.count("flood")
    day.ask("bystander", day.desk.account(FIVE[1], "table 99"))
    day.now += 0.1
    while "bystander" not in day.served:
        await asyncio.sleep(0)
    assert day.served.count("flood") - before <= ADDRESS_AT_ONCE


@pytest.mark.parametrize("addresses", [1, 5])
@pytest.mark.parametrize("can_wait", [True, False])
async def test_a_move_comes_before_all_that_wait_for_a_turn(day: Day, addresses: int, can_wait: bool) -> None:
    for number in range(60):
        account = day.desk.account(FIVE[number % addresses], f"table {number}")
        for _ in range(20):
            day.ask("flood", account, can_wait=can_wait)
    for _ in range(400):  # the clock stands still: they use up what they may use at once, and no more
        await asyncio.sleep(0)
    before = len(day.served)
    day.ask("move", day.desk.account("198.51.100.7", "table 99"), MOVE, can_wait=False)
    while "move" not in day.served:
        await asyncio.sleep(0)
    assert day.served.index("move") - before <= 1


async def test_what_can_wait_leaves_time_to_moves_however_many_ask(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "LONGEST_REST", 3600.0)
    for number in range(60):
        day.ask("question", day.desk.account(f"203.0.113.{number}", f"table {number}"))
    await day.settle()
    burst, _ = TimeBudgets().turns
    assert burst <= day.worked <= burst + 2 * QUESTION, "nobody is over a budget, and still they take turns"


async def test_nobody_waits_for_ever_however_busy_the_server_is(day: Day) -> None:
    day.desk.charge(3600.0)
    day.ask("question", day.desk.account(FIVE[0], "table 0"))
    await asyncio.wait_for(asyncio.gather(*day.tasks), 30)
    assert day.served == ["question"]


async def test_turns_are_given_in_the_order_in_which_they_were_asked_for(day: Day) -> None:
    for number in range(20):
        day.ask(str(number), day.desk.account(f"203.0.113.{number}", f"table {number}"))
    await day.all_done()
    assert day.served == [str(number) for number in range(20)]


async def test_who_goes_away_while_waiting_for_a_turn_holds_up_nobody(day: Day) -> None:
    accounts = [day.desk.account(f"203.0.113.{number}", f"table {number}") for number in range(20)]
    for number, account in enumerate(accounts):
        day.ask(str(number), account, seconds=0.1)
    await day.settle(6)
    gone = [task for task in day.tasks if not task.done()][2:]
    for task in gone[:-1]:
        task.cancel()
    await asyncio.sleep(0)
    day.tasks = [task for task in day.tasks if not task.cancelled()]
    await day.all_done()
    assert "19" in day.served
    assert len(day.served) < 6
