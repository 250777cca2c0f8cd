"""Spans: compiled work on many numbers, shared among the cores.

Compiled rules let go of Python's lock, so threads are enough: nothing is copied and nothing is started anew.
"""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

WORTH_SHARING = 512
"""The smallest span that is worth handing to another thread, which takes some ten microseconds."""
SPANS_PER_THREAD = 4
"""Spans take unequal times; with several a thread, the threads finish together."""


def threads() -> int:
    """How many threads work: as many as cores, or WEATHERDECK_THREADS."""
    return max(1, int(os.environ.get("WEATHERDECK_THREADS") or os.cpu_count() or 1))


def in_spans(
    rule: Callable[..., Any], n: int, arguments: tuple[Any, ...], make_room: Callable[[], Any] | None = None
) -> None:
    """Call `rule(first, last, *arguments)` on spans that together are range(n), each with room of its own."""
    workers = threads()
    spans = min(workers * SPANS_PER_THREAD, n // WORTH_SHARING)

    def work(first: int, last: int) -> None:
        rule(first, last, *arguments, *([make_room()] if make_room else []))

    if workers == 1 or spans < 2:
        work(0, n)
        return
    edges = [n * span // spans for span in range(spans + 1)]
    for done in [_pool(os.getpid(), workers).submit(work, a, b) for a, b in pairwise(edges)]:
        done.result()


_lock = threading.Lock()


def _pool(process: int, workers: int) -> ThreadPoolExecutor:
    with _lock:
        return _made(process, workers)


@functools.cache
def _made(process: int, workers: int) -> ThreadPoolExecutor:  # noqa: ARG001  # threads do not survive a fork
    return ThreadPoolExecutor(workers, thread_name_prefix="weatherdeck")
