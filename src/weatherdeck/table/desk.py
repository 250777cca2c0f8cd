"""Who is served next, and for how long: what one seat or one address asks for holds up nobody else.

Some messages cost a thousand times as much as others, so budgets are in seconds of work, as measured. Whoever has used
little time lately is served at once. Others take turns, one after the other, while the server has time to spare: so
everybody else's moves come first. Nobody is refused. Whoever asks for too much waits, and is not read from meanwhile.
`docs/decisions/0082-budgets-in-measured-time.md` has the reasons.
"""

from __future__ import annotations

import asyncio
import math
import time
import types
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from .rates import LONGEST_ADDRESS, OpenCount, RateLimit, RateLimits, client_key

SEAT_AT_ONCE, ADDRESS_AT_ONCE = 2, 8
"""Messages of a seat, messages of an address, and its requests, that are under way at the same time; others wait."""
ADDRESS_THINKING = 16
"""Hints and reviews of one address that are under way at the same time."""
MODEST = 0.1
"""Seconds of work that a seat or an address may have used lately and still be served at once."""
LONGEST_REST = 0.01
"""Seconds after which somebody who waits for a turn gets one, however busy the server is."""
LOOK_AGAIN = 0.25
"""Seconds after which those whose budget is used up look again."""
Budget: TypeAlias = tuple[float, float]
"""Seconds of work at once, then seconds of work a second."""
T = TypeVar("T")


class TimeBudgets(NamedTuple):
    """How much of the server's time may be used."""

    seat: Budget = (1.0, 0.1)
    address: Budget = (2.0, 0.25)
    turns: Budget = (0.02, 0.5)  # of all work: while it is used up, those who take turns wait


class Desk:
    """Where everything that clients ask for is admitted, and charged for the time that it took."""

    def __init__(self, budgets: TimeBudgets, timer: Callable[[], float] = time.thread_time) -> None:
        self.timer = timer
        self.thinking = OpenCount(ADDRESS_THINKING, math.inf)
        self._seats, self._addresses = RateLimits(*budgets.seat), RateLimits(*budgets.address)
        self._work = RateLimit(*budgets.turns)
        self._lines: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._serving: asyncio.Task[None] | None = None

    def account(self, address: str, seat: str | None = None) -> Account:
        """What is charged to an address and, once it is known, to a seat."""
        address = client_key(address[:LONGEST_ADDRESS])
        line = f"{address} {'requests' if seat is None else 'messages'}"  # requests can take long, and hold up no moves
        shares = [_Share(self._addresses, address, self._line(line, ADDRESS_AT_ONCE))]
        if seat is not None:
            shares.insert(0, _Share(self._seats, seat, self._line(seat, SEAT_AT_ONCE)))
        return Account(self, shares)

    def _line(self, key: str, at_once: int) -> asyncio.Semaphore:
        return self._lines.setdefault(key, asyncio.Semaphore(at_once))

    def charge(self, seconds: float) -> None:
        """Count some work, whoever it was for."""
        self._work.charge(seconds)

    async def turn(self) -> None:
        """Wait until those who came before have had their turns, and the server has time."""
        if not self._waiting and not self._work.wait(0):
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting.append(mine)
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve())
        await mine

    async def _serve(self) -> None:
        """Give turns, one after the other: what is ready to run comes between two of them."""
        while self._waiting:
            await asyncio.sleep(min(self._work.wait(0), LONGEST_REST))
            one = self._waiting.popleft()
            if not one.done():
                one.set_result(None)
                await asyncio.sleep(0)


class _Share(NamedTuple):
    """What one seat, or one address, may use."""

    limits: RateLimits
    key: str
    line: asyncio.Semaphore

    async def within(self) -> None:
        """Wait until it may use more time."""
        while pause := self.limits.wait(self.key, 0):
            await asyncio.sleep(min(pause, LOOK_AGAIN))

    @property
    def is_modest(self) -> bool:
        """Whether it has used little time lately."""
        return not self.limits.wait(self.key, self.limits.burst - min(MODEST, self.limits.burst))


class Account:
    """Where the work for one connection, or for one request, is charged: to its seat and its address."""

    def __init__(self, desk: Desk, shares: Sequence[_Share]) -> None:
        self.desk, self._shares = desk, shares

    @asynccontextmanager
    async def under_way(self) -> AsyncIterator[None]:
        """Answer a message, when neither its seat nor its address has too many under way, and they have time left."""
        async with AsyncExitStack() as lines:
            for share in self._shares:  # the seat's first: one who waits here holds up nobody at the same address
                await lines.enter_async_context(share.line)
                await share.within()
            await self.admit(can_wait=False)
            yield

    async def admit(self, *, can_wait: bool = True) -> None:
        """Wait until there is time left. Whoever is not modest takes turns, and so does whatever can wait."""
        for share in self._shares:
            await share.within()
        if can_wait or not all(share.is_modest for share in self._shares):
            await self.desk.turn()

    async def timed(self, work: Coroutine[Any, Any, T]) -> T:
        """Do some work, and charge the time for which it kept the event loop."""
        return await _timed(work, self.desk.timer, self._charge)

    def _charge(self, seconds: float) -> None:
        self.desk.charge(seconds)
        for share in self._shares:
            share.limits.charge(share.key, seconds)


@types.coroutine
def _timed(
    work: Coroutine[Any, Any, T], timer: Callable[[], float], charge: Callable[[float], None]
) -> Generator[Any, Any, T]:
    """Run a coroutine, and charge each of its steps."""
    step: Callable[[Any], Any] = work.send
    given: Any = None
    while True:
        began = timer()
        try:
            awaited = step(given)
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            charge(timer() - began)
        step, given = work.send, None
        try:
            given = yield awaited
        except BaseException as problem:  # also what cancels it
            step, given = work.throw, problem
