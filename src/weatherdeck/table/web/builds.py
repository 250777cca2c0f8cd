"""Answers that take long to build: built once, off the event loop, a few at a time, and kept up to so many bytes."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import NamedTuple

from ..play.errors import RequestError

AT_ONCE = 1
"""Answers being built at the same time. They compete with the event loop for the interpreter: more are not faster."""
MAX_WAITING = 32
"""Answers that are being built or wait for it; beyond that clients are asked to come back."""


class Built(NamedTuple):
    """An answer, and whether it stays the same from now on."""

    answer: bytes
    final: bool = True


class BuildCache:
    """Answers that take long to build. Several who ask for the same one at the same time share one build."""

    def __init__(self, max_bytes: int, *, at_once: int = AT_ONCE, max_waiting: int = MAX_WAITING) -> None:
        self._max_bytes, self._max_waiting = max_bytes, max_waiting
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._building: dict[Hashable, asyncio.Task[bytes]] = {}
        self._turns = asyncio.Semaphore(at_once)
        self.bytes = 0
        """Bytes that are kept now."""
        self.builds = 0
        """Answers that were built since the server started."""

    @property
    def waiting(self) -> int:
        """Answers that are being built or wait for it."""
        return len(self._building)

    async def get(self, key: Hashable, build: Callable[[], Awaitable[Built]]) -> bytes:
        """The answer of a key: kept from before, or built now; RequestError if too many are waiting to be built."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        task = self._building.get(key)
        if task is None:
            if self.waiting >= self._max_waiting:
                raise RequestError("too_fast", "many replays are being prepared right now: try again in a moment")
            task = self._building[key] = asyncio.create_task(self._build(key, build))
            task.add_done_callback(_heard)
        return await asyncio.shield(task)  # one who leaves does not take it from the others

    async def _build(self, key: Hashable, build: Callable[[], Awaitable[Built]]) -> bytes:
        try:
            async with self._turns:
                built = await build()
            self.builds += 1
            if built.final:
                self._keep(key, built.answer)
            return built.answer
        finally:
            del self._building[key]

    def _keep(self, key: Hashable, answer: bytes) -> None:
        if len(answer) > self._max_bytes:
            return
        self._kept[key] = answer
        self.bytes += len(answer)
        while self.bytes > self._max_bytes:
            _, oldest = self._kept.popitem(last=False)
            self.bytes -= len(oldest)


def _heard(task: asyncio.Task[bytes]) -> None:
    """Take note of a failed build that nobody waits for any more."""
    if not task.cancelled():
        task.exception()
