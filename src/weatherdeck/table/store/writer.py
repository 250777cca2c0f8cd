"""Writes the entries of all tables, as many as are waiting in each transaction.

A commit waits for the disk, and takes as long for one entry as for a hundred.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, TypeAlias

from .records import Entry

MAX_BATCH = 100
"""Entries in one transaction: few enough for SQLite's limit on parameters."""

Write: TypeAlias = Callable[[Sequence[tuple[str, Entry]], bool], Awaitable[set[tuple[int, int]]]]
"""Writes entries (each with its table) for good; returns the keys of those that were first with their version.

The second argument says whether it is a probe: then it writes even if there are no entries, and even if the store is
known to be down."""


class _Pending(NamedTuple):
    """An entry that waits to be written."""

    table: str
    entry: Entry
    written: asyncio.Future[bool]  # resolved with whether it was the first of its version


class BatchWriter:
    """A queue of entries that wait to be written, and one task that writes them."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._queue: list[_Pending] = []
        self._probe: asyncio.Future[None] | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """Entries that wait to be written."""
        return len(self._queue)

    async def append(self, table: str, entry: Entry) -> bool:
        """Write an entry; True if it was the first of its version. Returns once it is stored, not before."""
        written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.append(_Pending(table, entry, written))
        self._start()
        return await asyncio.shield(written)

    async def probe(self) -> None:
        """Write something tiny, as the next move would be written. Those who ask at once share the answer."""
        if self._probe is None:
            self._probe = asyncio.get_running_loop().create_future()
            self._probe.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps nobody waits
            self._start()
        await asyncio.shield(self._probe)

    def _start(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write_all())

    async def close(self) -> None:
        """Finish writing."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _write_all(self) -> None:
        while self._queue or self._probe is not None:
            batch, self._queue = self._next_batch()
            probe, self._probe = self._probe, None
            try:
                keys = await self._write([(one.table, one.entry) for one in batch], probe is not None)
            except Exception as problem:  # everyone who waits gets it
                for one in batch:
                    one.written.set_exception(problem)
                if probe is not None:
                    probe.set_exception(problem)
            else:
                for one in batch:
                    one.written.set_result((one.entry.match, one.entry.version) in keys)
                if probe is not None:
                    probe.set_result(None)

    def _next_batch(self) -> tuple[list[_Pending], list[_Pending]]:
        """The entries of the next transaction, and the rest: at most one version of a match at a time."""
        batch: list[_Pending] = []
        rest: list[_Pending] = []
        matches = set()
        for one in self._queue:
            if len(batch) < MAX_BATCH and one.entry.match not in matches:
                matches.add(one.entry.match)
                batch.append(one)
            else:
                rest.append(one)
        return batch, rest
