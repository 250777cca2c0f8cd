"""The ledger: entries of all tables go through one pen, which writes as many as are waiting with each stroke.

A commit waits for the disk, and it takes as long for one entry as for a hundred.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from .records import Entry

MOST = 100
"""Entries in one stroke: few enough for the limits of SQLite's parameters."""

Write: TypeAlias = Callable[[Sequence[tuple[str, Entry]]], Awaitable[set[tuple[int, int]]]]
"""Writes entries (each with its table) for good; tells the keys of those that were first with their version."""
Line: TypeAlias = tuple[str, Entry, "asyncio.Future[bool]"]
"""A table, an entry, and where it is told whether it was the first."""


class Ledger:
    """A queue of entries that wait to be written, and one task that writes them."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._waiting: list[Line] = []
        self._pen: asyncio.Task[None] | None = None

    async def append(self, table: str, entry: Entry) -> bool:
        """Write an entry; whether it was the first of its version. Returns when it is stored, and not before."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((table, entry, done))
        if self._pen is None or self._pen.done():
            self._pen = asyncio.create_task(self._write_all())
        return await asyncio.shield(done)

    async def close(self) -> None:
        """Finish writing."""
        if self._pen is not None:
            await asyncio.wait([self._pen])

    async def _write_all(self) -> None:
        while self._waiting:
            batch, self._waiting = self._take()
            try:
                written = await self._write([(table, entry) for table, entry, _ in batch])
            except Exception as problem:  # each one who waits hears of it
                for _, _, done in batch:
                    done.set_exception(problem)
            else:
                for _, entry, done in batch:
                    done.set_result((entry.match, entry.version) in written)

    def _take(self) -> tuple[list[Line], list[Line]]:
        """What the next stroke writes, and what is left. One version at a time of a match: the others wait."""
        batch: list[Line] = []
        left: list[Line] = []
        taken = set()
        for one in self._waiting:
            key = one[1].match
            if len(batch) < MOST and key not in taken:
                taken.add(key)
                batch.append(one)
            else:
                left.append(one)
        return batch, left
