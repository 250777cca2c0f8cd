"""Spans: compiled work on many numbers, shared among the cores.

Compiled rules let go of Python's lock, so threads are enough: nothing is copied and nothing is started anew.
"""

from __future__ import annotations

import functools
import os
import threading
from collections import deque
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..environment import THREADS
from ..errors import Problem
from ..parsing import is_whole

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

WORTH_SHARING = 512
"""The smallest span that is worth handing to another thread, which takes some ten microseconds."""
SPANS_PER_THREAD = 4
"""Spans take unequal times; with several a thread, the threads finish together."""


def threads() -> int:
    """How many threads work: as many as this process may use cores, or WEATHERDECK_THREADS."""
    chosen = THREADS.value
    if chosen:
        if not is_whole(chosen) or int(chosen) < 1:
            raise Problem(f"WEATHERDECK_THREADS is a number of threads, 1 or more, not {chosen!r}")
        return int(chosen)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_spans(
    rule: Callable[..., Any], n: int, arguments: tuple[Any, ...], make_room: Callable[[], Any] | None = None
) -> None:
    """Call `rule(first, last, *arguments)` on spans that together are range(n), each with room of its own.

    A KeyboardInterrupt is raised only when all spans are done, so that it leaves nothing half done.
    """

    def work(first: int, last: int) -> None:
        rule(first, last, *arguments, *([make_room()] if make_room else []))

    spans = n // WORTH_SHARING
    workers = threads() if spans > 1 else 1
    if workers == 1:
        work(0, n)
    else:
        spans = min(spans, workers * SPANS_PER_THREAD)
        _Job(work, [n * span // spans for span in range(spans + 1)]).run(workers)


class _Job:
    """Spans to be done by the pool's threads, each of which takes the next one until none is left.

    The calling thread only waits. Only the main thread is ever interrupted, and in the others no span gets lost between
    being taken and being done.
    """

    def __init__(self, work: Callable[[int, int], None], edges: list[int]) -> None:
        self._work, self._todo = work, deque(pairwise(edges))
        self._left = len(self._todo)
        self._lock, self._done = threading.Lock(), threading.Event()
        self._error: BaseException | None = None

    def run(self, workers: int) -> None:
        try:
            for _ in range(min(workers, self._left)):
                _pool(workers).submit(self._take_spans)
            self._done.wait()
        except BaseException:
            _pool(workers).submit(self._take_spans)  # perhaps it came before the first one
            self._done.wait()
            raise
        if self._error is not None:
            raise self._error

    def _take_spans(self) -> None:
        while True:
            try:
                first, last = self._todo.popleft()
            except IndexError:
                return
            try:
                self._work(first, last)
            except BaseException as error:  # the caller raises it
                self._error = error
            with self._lock:
                self._left -= 1
                if self._left == 0:
                    self._done.set()


@functools.cache
def _pool(workers: int) -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(workers, thread_name_prefix="weatherdeck")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)  # threads do not survive a fork
