"""Archives in the store: finished matches as they were shown, for the time when their rules are no longer installed."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from .columns import archives, matches

Transaction: TypeAlias = Callable[..., AbstractAsyncContextManager[AsyncConnection]]


class Unarchived(NamedTuple):
    """A finished match without an archive."""

    match: int
    table: str
    number: int


class ArchiveStore:
    """The archives of all matches."""

    def __init__(self, reading: Transaction, writing: Transaction) -> None:
        self._reading, self._writing = reading, writing

    async def add(self, match: int, content: bytes) -> None:
        """Store the archive of a match, unless there is one."""
        async with self._writing() as connection:
            make: Any = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
            row = {"match_id": match, "made_at": time.time(), "content": content}
            await connection.execute(make(archives).values(row).on_conflict_do_nothing())

    async def find(self, match: int) -> bytes | None:
        """The archive of a match."""
        async with self._reading() as connection:
            found: bytes | None = await connection.scalar(
                select(archives.c.content).where(archives.c.match_id == match)
            )
        return found

    async def exists(self, match: int) -> bool:
        """Whether a match has an archive."""
        async with self._reading() as connection:
            query = select(archives.c.match_id).where(archives.c.match_id == match)
            return await connection.scalar(query) is not None

    async def missing(self, after: int, limit: int) -> list[Unarchived]:
        """Finished matches without an archive, in the order of their keys, after a key."""
        query = (
            select(matches.c.id, matches.c.table_id, matches.c.number)
            .outerjoin(archives, archives.c.match_id == matches.c.id)
            .where(matches.c.id > after, matches.c.ended_at.is_not(None), archives.c.match_id.is_(None))
            .order_by(matches.c.id)
            .limit(limit)
        )
        async with self._reading() as connection:
            return [Unarchived(*row) for row in await connection.execute(query)]
