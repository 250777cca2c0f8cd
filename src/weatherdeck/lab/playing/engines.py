"""Where batches are played: in this process, in several processes, or on a Ray cluster; `gpu.py` has one more.

An engine takes a function of a batch number, and the numbers. It yields each result as soon as it is ready. Batches are
pure functions, so an engine can play them in any order and anywhere, and retry them after a machine was lost.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Any, Protocol, TypeVar

from ...bots.workers import follow_parent, workers
from ...errors import Problem
from ...extras import library

T = TypeVar("T")
AHEAD = 2
"""Batches queued per worker: enough to keep it busy, few enough for the results to fit in memory."""


class Engine(Protocol):
    """Runs a function on many numbers."""

    def map(self, work: Callable[[int], T], numbers: Sequence[int]) -> Iterator[tuple[int, T]]:
        """Yield each number with its result, in any order."""


def in_order(engine: Engine, work: Callable[[int], T], numbers: Sequence[int]) -> Iterator[T]:
    """Yield the results in the order of the numbers; only those that came too early are held."""
    early: dict[int, T] = {}
    expected = iter(numbers)
    next_one = next(expected, None)
    for number, done in engine.map(work, numbers):
        early[number] = done
        while next_one is not None and next_one in early:
            yield early.pop(next_one)
            next_one = next(expected, None)


class Here:
    """In this process, one after the other."""

    def map(self, work: Callable[[int], T], numbers: Sequence[int]) -> Iterator[tuple[int, T]]:
        """Yield each number with its result."""
        for number in numbers:
            yield number, work(number)


class Processes:
    """In processes on this machine, by default one per core."""

    def __init__(self, processes: int | None = None) -> None:
        self.processes = processes or os.cpu_count() or 1

    def map(self, work: Callable[[int], T], numbers: Sequence[int]) -> Iterator[tuple[int, T]]:
        """Yield each number with its result, as soon as it is ready."""
        if self.processes == 1 or len(numbers) < 2:
            yield from Here().map(work, numbers)
            return
        with workers(min(self.processes, len(numbers)), become_a_worker) as pool:
            yield from self._flow(pool, work, numbers)

    def _flow(
        self, pool: ProcessPoolExecutor, work: Callable[[int], T], numbers: Sequence[int]
    ) -> Iterator[tuple[int, T]]:
        waiting = list(reversed(numbers))
        under_way: dict[Future[T], int] = {}
        while waiting or under_way:
            while waiting and len(under_way) < AHEAD * self.processes:
                number = waiting.pop()
                under_way[pool.submit(work, number)] = number
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=under_way.__getitem__):
                yield under_way.pop(future), future.result()


def become_a_worker() -> None:
    """Follow the parent process, and leave the other cores to the other workers."""
    follow_parent()
    os.environ["WEATHERDECK_THREADS"] = "1"


class Ray:
    """On a Ray cluster, at an address or started on this machine. Batches of a lost machine are replayed elsewhere."""

    RETRIES = 10

    def __init__(self, address: str | None = None) -> None:
        if address is None:  # a cluster of our own listens on loopback only, as Ray does on desktops
            os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
        ray: Any = library("ray", "the Ray engine", "ray")
        self._ray = ray
        if not ray.is_initialized():
            try:
                own: dict[str, Any] = {"include_dashboard": False} if address is None else {}
                ray.init(address=address or "local", log_to_driver=False, logging_level=logging.ERROR, **own)
            except (ConnectionError, ValueError, RuntimeError) as problem:
                where = address or "this machine"
                raise Problem(f"cannot connect to a Ray cluster at {where} ({str(problem).splitlines()[0]})") from None

    def map(self, work: Callable[[int], T], numbers: Sequence[int]) -> Iterator[tuple[int, T]]:
        """Yield each number with its result, as soon as it is ready."""
        ray = self._ray
        task = ray.remote(max_retries=self.RETRIES, num_cpus=1)(work_on)
        shared = ray.put(work)
        waiting = list(reversed(numbers))
        under_way: dict[Any, int] = {}
        while waiting or under_way:
            room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while waiting and len(under_way) < room:
                number = waiting.pop()
                under_way[task.remote(shared, number)] = number
            done, _ = ray.wait(list(under_way), num_returns=1)
            for reference in done:
                yield under_way.pop(reference), ray.get(reference)


def work_on(work: Callable[[int], T], number: int) -> T:
    """A Ray task, on one core."""
    os.environ["WEATHERDECK_THREADS"] = "1"
    return work(number)
