"""Where bots think: a few threads, shared fairly. `docs/decisions/0037-scheduling-bots.md` has the reasons.

People who wait for a bot at their table come first, then tables at which only bots play, then hints, then reviews. A
kind that has been passed over many times in a row gets one turn, so nobody waits for ever. Within a kind, tables get
equal shares of the time: a table cannot get more by asking more often or for longer, and short work comes first.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from .pace import Pace

PASSED_OVER = 16
"""A kind of work that has been passed over so often is next."""
TURN = 20
"""Decisions that a table at which only bots play makes before another such table may have its place."""
T = TypeVar("T")


class WorkKind(IntEnum):
    """What bots think for, the most urgent first."""

    TABLE = 0  # a bot at a table with people
    BOT_TABLE = 1  # a bot at a table at which only bots play
    HINT = 2
    REVIEW = 3

    @property
    def label(self) -> str:
        """Its name in metrics."""
        return self.name.lower()


class _Item(NamedTuple):
    """Some work that waits for a thread."""

    number: int
    table: str
    work: Callable[[], Any]
    answer: asyncio.Future[Any]
    expected: float  # seconds


class _Done(NamedTuple, Generic[T]):
    """What came of some work, and how long it took."""

    value: T | None
    problem: BaseException | None
    seconds: float


class FairQueue:
    """Work of one kind. The next item is that of the table which will have used the least time after it.

    This is fair queueing: a table gets an equal share of the time, and short work does not wait behind long work.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[_Item]] = {}
        self._used: dict[str, float] = {}  # seconds, by table
        self._floor = 0.0  # what a table that comes new is taken to have used: the share that each could have had
        self._running = Counter[str]()  # items, by table
        self._usual = 0.0  # seconds of one item, on average

    def __len__(self) -> int:
        return sum(not item.answer.done() for items in self._waiting.values() for item in items)

    def add(self, item: _Item) -> None:
        """Put an item into the queue."""
        if item.table not in self._waiting:
            self._waiting[item.table] = deque()
            self._used[item.table] = max(self._floor, self._used.get(item.table, 0.0))
        self._waiting[item.table].append(item)

    def take(self) -> _Item | None:
        """The next item; None if nothing waits. It is charged as expected until it is known how long it took."""
        self._drop_cancelled()
        if not self._waiting:
            return None
        first = {one: items[0] for one, items in self._waiting.items()}
        table = min(first, key=lambda one: (self._used[one] + first[one].expected, first[one].number))
        item = self._waiting[table].popleft()
        if not self._waiting[table]:
            del self._waiting[table]
        self._used[table] += item.expected
        self._running[table] += 1
        return item

    def _drop_cancelled(self) -> None:
        """Forget work that nobody waits for any more."""
        for table, items in list(self._waiting.items()):
            while items and items[0].answer.done():
                items.popleft()
            if not items:
                del self._waiting[table]

    def cancel(self) -> None:
        """Cancel everything that waits."""
        for items in self._waiting.values():
            for item in items:
                item.answer.cancel()
        self._waiting.clear()

    def finished(self, item: _Item, seconds: float) -> None:
        """Charge a table for an item; what was expected was charged when it began."""
        self._usual += (seconds - self._usual) / 8
        self._used[item.table] = self._used.get(item.table, self._floor) + seconds - item.expected
        self._floor += seconds / len(self._waiting.keys() | self._running.keys())
        self._running -= Counter([item.table])
        if not self._waiting and not self._running:  # everybody has been served: there is nothing to share
            self._used.clear()
            self._floor = 0.0
        else:
            self._used = {one: used for one, used in self._used.items() if used > self._floor or one in self._waiting}

    @property
    def usual(self) -> float:
        """The seconds that an item is expected to take."""
        return self._usual


class BotTables:
    """The tables at which only bots play: a few of them at a time, the others wait for their turn."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._playing: dict[str, int] = {}  # decisions made in this turn
        self._waiting: dict[str, Callable[[], None]] = {}

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._waiting)

    def may_play(self, table: str, wake: Callable[[], None]) -> bool:
        """Whether a table may make its next decision now. Otherwise `wake` is called when it may."""
        if table in self._playing:
            self._playing[table] += 1
            if self._waiting and self._playing[table] > TURN:
                del self._playing[table]
                self._waiting[table] = wake
        elif table not in self._waiting:
            self._waiting[table] = wake
        self._admit()
        return table in self._playing

    def leave(self, table: str) -> None:
        """A table is over, or people play at it again."""
        self._waiting.pop(table, None)
        if self._playing.pop(table, None) is not None:
            self._admit()

    def _admit(self) -> None:
        while self._waiting and len(self._playing) < self._limit:
            table = next(iter(self._waiting))
            wake = self._waiting.pop(table)
            self._playing[table] = 1
            wake()


class BotPool:
    """A bounded pool of threads for bots."""

    def __init__(
        self,
        threads: int | None = None,
        *,
        bot_tables: int = 8,
        pause: float = 0.0,
        timer: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.threads = threads or max(1, os.cpu_count() or 1)
        self.bot_tables = BotTables(bot_tables)
        self.pace = Pace(pause)
        self._timer = timer
        self._executor = ThreadPoolExecutor(self.threads, thread_name_prefix="bot")
        self._queues = {kind: FairQueue() for kind in WorkKind}
        self._passed_over = dict.fromkeys(WorkKind, 0)
        self._running = dict.fromkeys(WorkKind, 0)
        self._added = 0
        self._closed = False

    @property
    def waiting(self) -> dict[WorkKind, int]:
        """How much work of each kind waits for a thread."""
        return {kind: len(queue) for kind, queue in self._queues.items()}

    async def run(
        self,
        work: Callable[[], T],
        kind: WorkKind = WorkKind.TABLE,
        table: str = "",
        expected: float | None = None,
    ) -> T:
        """Do some work for a table in a thread, when its turn comes; `expected` are the seconds that it may take."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._added += 1
        queue = self._queues[kind]
        queue.add(_Item(self._added, table, work, answer, queue.usual if expected is None else expected))
        self._start()
        return await answer

    def _start(self) -> None:
        """Give free threads the work that is next."""
        while not self._closed and sum(self._running.values()) < self.threads:
            kind = self._next_kind()
            item = self._queues[kind].take() if kind is not None else None
            if kind is None or item is None:
                return
            self._running[kind] += 1
            future = item.answer.get_loop().run_in_executor(self._executor, partial(self._do, item.work))
            future.add_done_callback(partial(self._finished, kind, item))

    def _next_kind(self) -> WorkKind | None:
        """The most urgent kind that waits, or one that was passed over too often."""
        # One thread is kept for people who wait for a bot, if there is more than one.
        spare = sum(self._running[kind] for kind in WorkKind if kind is not WorkKind.TABLE) < max(1, self.threads - 1)
        waiting = [kind for kind in WorkKind if len(self._queues[kind]) and (spare or kind is WorkKind.TABLE)]
        if not waiting:
            return None
        tired = [kind for kind in waiting if self._passed_over[kind] >= PASSED_OVER]
        chosen = tired[0] if tired else waiting[0]
        for kind in waiting:
            self._passed_over[kind] = 0 if kind is chosen else self._passed_over[kind] + 1
        return chosen

    def _do(self, work: Callable[[], T]) -> _Done[T]:
        before = self._timer()
        try:
            value = work()
        except BaseException as problem:  # whoever asked for it hears of it
            return _Done(None, problem, self._timer() - before)
        return _Done(value, None, self._timer() - before)

    def _finished(self, kind: WorkKind, item: _Item, future: asyncio.Future[_Done[Any]]) -> None:
        self._running[kind] -= 1
        if future.cancelled():
            item.answer.cancel()
            return
        done = future.result()
        self._queues[kind].finished(item, done.seconds)
        if not item.answer.done():
            if done.problem is not None:
                item.answer.set_exception(done.problem)
            else:
                item.answer.set_result(done.value)
        self._start()

    def close(self) -> None:
        """Cancel what is waiting; what is running is left to finish by itself."""
        self._closed = True
        for queue in self._queues.values():
            queue.cancel()
        self._executor.shutdown(wait=False, cancel_futures=True)
