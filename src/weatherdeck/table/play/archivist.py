"""Archives finished matches in the background, one at a time and off the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from ...errors import Problem
from ..store.store import Store
from . import archive, outdated
from .shelf import Shelf

LOG = logging.getLogger("weatherdeck.table")
LOOK_EVERY = 600.0
"""Seconds between searches for finished matches that no server has archived."""
AT_ONCE = 50


class Archivist:
    """Writes the archive of each match that ends, and of those that ended while no server was there to do it."""

    def __init__(self, store: Store, shelf: Shelf) -> None:
        self._store, self._shelf = store, shelf
        self._queue: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self._cannot: set[tuple[str, int]] = set()  # matches under other rules: another version archives them

    def add(self, table: str, number: int) -> None:
        """Archive a match soon."""
        self._queue.put_nowait((table, number))

    async def run(self) -> None:
        """Archive matches for ever, beginning with those that no server has archived."""
        await self._tried(self.make_up())
        while True:
            try:
                async with asyncio.timeout(LOOK_EVERY):
                    table, number = await self._queue.get()
            except TimeoutError:
                await self._tried(self.make_up())
            else:
                await self._tried(self._archive(table, number))

    async def _tried(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Problem:
            pass  # the store is down, or the match is under other rules: it is looked for again later
        except Exception:
            LOG.exception("a match could not be archived")

    async def make_up(self) -> None:
        """Archive matches that ended without being archived, as far as their rules are still installed."""
        after = 0
        while found := await self._store.archives.missing(after, AT_ONCE):
            for one in found:
                if (one.table, one.number) not in self._cannot:
                    await self._tried(self._archive(one.table, one.number))
            after = found[-1].match

    async def _archive(self, table: str, number: int) -> None:
        record, match = await self._store.load(table), await self._store.match(table, number)
        if record is None or match is None or await self._store.archives.exists(match.id):
            return
        try:
            content = await archive.packed(self._store, self._shelf, record, match)
        except outdated.Outdated:
            self._cannot.add((table, number))
            raise
        if content is not None:
            await self._store.archives.add(match.id, content)
