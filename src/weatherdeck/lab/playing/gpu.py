"""The GPU engine: many batches are played at once on this machine's GPU; everything else is done by its processor."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol, TypeVar, runtime_checkable

from ...bots import device
from ...bots.device import MOST_DESKS
from ...bots.levels import policy_of
from ...errors import Problem
from ...kernel import Twin
from .engines import Processes
from .plan import RunPlan
from .studio import Studio

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
AT_ONCE = 1 << 17
"""Games that are played at once: enough to keep a large GPU busy, in about 200 MB,"""
WITH_DECISIONS = 1 << 14
"""and where every decision is kept, which takes some 10 kB a game."""


@runtime_checkable
class Playable(Protocol[T_co]):
    """Work that consists of games."""

    plan: RunPlan

    def together(self, studio: Studio, numbers: Sequence[int]) -> Iterator[tuple[int, Callable[[], T_co]]]:
        """Play batches at once; what is left to do for each."""


class Gpu:
    """On this machine's GPU. Games are played there; measuring uses this machine's cores."""

    def __init__(self, make: Callable[..., Twin] | None = None, memory: int | None = None) -> None:
        """Refuse a machine without a GPU. Tests give another maker of twins, and the bytes that searches may take."""
        self._make = make or device.twin_maker()
        self._memory = device.memory() if memory is None else memory

    def check(self, plan: RunPlan) -> None:
        """Refuse bots that run as Python code."""
        if plan.by_hand:
            raise Problem(device.refusal(plan.by_hand))

    def map(self, work: Callable[[int], T], numbers: Sequence[int]) -> Iterator[tuple[int, T]]:
        """Yield each number with its result, in order; while games are played, earlier ones are packed."""
        games: object = work
        if isinstance(games, Playable):
            yield from self._play(games, numbers)
        else:
            yield from Processes().map(work, numbers)

    def _play(self, games: Playable[T], numbers: Sequence[int]) -> Iterator[tuple[int, T]]:
        self.check(games.plan)
        studio = Studio(games.plan.load(), self._make, self._memory)
        under_way: deque[tuple[int, Future[T]]] = deque()
        pool = ThreadPoolExecutor(os.cpu_count())
        try:
            for group in self._groups(games.plan, studio, numbers):
                before = len(under_way)
                for number, finish in games.together(studio, group):
                    under_way.append((number, pool.submit(finish)))
                for _ in range(before):
                    number, done = under_way.popleft()
                    yield number, done.result()
            while under_way:
                number, done = under_way.popleft()
                yield number, done.result()
        finally:
            pool.shutdown(cancel_futures=True)

    def _groups(self, plan: RunPlan, studio: Studio, numbers: Sequence[int]) -> Iterator[Sequence[int]]:
        """Batches that are played at once."""
        most = WITH_DECISIONS if plan.decisions else AT_ONCE
        simulations = max(policy.simulations for name in plan.bots if (policy := policy_of(name, studio.game)))
        if plan.searches:
            most = min(MOST_DESKS, studio.desks(plan, simulations))
        size = max(1, most // plan.batch)
        for first in range(0, len(numbers), size):
            yield numbers[first : first + size]
