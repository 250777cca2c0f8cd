"""Deletes tables and chat that nobody has used for a long time, as `weatherdeck serve --keep-...` says.

It works in small transactions, so that nobody waits for it, and several servers can do it at the same time. A table is
locked and looked at again before it is deleted: one that was used in the meantime stays.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .columns import chat, entries, matches, orders, seats, tables
from .operations import ORDER_LOCK, delete_tables
from .outage import StoreDown
from .store import Store

LOG = logging.getLogger("weatherdeck.store")
DAY = 86_400.0
EVERY = 3600.0
"""Seconds between two rounds."""
PAGE = 200
"""Tables that are looked at in one query."""
BATCH = 20
"""Tables that are deleted in one transaction."""
LINES = 500
"""Lines of chat that are deleted in one transaction."""


@dataclass(frozen=True)
class KeepPolicy:
    """For how many days unused tables are kept; None: for ever."""

    finished: float | None = None  # after the end of the last match
    unfinished: float | None = 365  # after the last move
    waiting: float | None = 30  # a table at which no match has begun, after the last person sat down
    chat: float | None = 365  # a line of chat

    @property
    def shortest(self) -> float | None:
        """The age in days below which no table is deleted; None if none ever is."""
        return min((days for days in (self.finished, self.unfinished, self.waiting) if days is not None), default=None)


class Deleted(NamedTuple):
    """What a round has deleted."""

    tables: int
    lines: int


class _Use(NamedTuple):
    """When a table was last used, and how its last match stands."""

    table: str
    created_at: float
    started_at: float | None
    ended_at: float | None
    last_end: float | None  # of any of its matches
    moved_at: float | None
    sat_at: float | None
    said_at: float | None

    def is_old(self, policy: KeepPolicy, now: float) -> bool:
        """Whether the table has been kept for long enough."""
        if self.started_at is not None and self.ended_at is None:
            days = policy.unfinished
        else:
            days = policy.waiting if self.last_end is None else policy.finished
        known = (self.created_at, self.started_at, self.last_end, self.moved_at, self.sat_at, self.said_at)
        last = max(at for at in known if at is not None)
        return days is not None and last < now - days * DAY


class Retention:
    """Deletes what the policy no longer keeps."""

    def __init__(self, store: Store, policy: KeepPolicy, in_use: Callable[[], Collection[str]]) -> None:
        self._store, self._policy, self._in_use = store, policy, in_use

    async def run(self) -> None:
        """Delete for ever, once an hour."""
        while True:
            try:
                deleted = await self.clean()
                if any(deleted):
                    LOG.info("old tables and chat were deleted", extra=deleted._asdict())
            except StoreDown:
                pass  # the store logs this
            except Exception:
                LOG.exception("old tables could not be deleted")
            await asyncio.sleep(EVERY)

    async def clean(self, now: float | None = None) -> Deleted:
        """Delete everything that is old now."""
        now = time.time() if now is None else now
        return Deleted(await self._clean_tables(now), await self._clean_chat(now))

    async def preview(self, now: float | None = None) -> tuple[list[str], int]:
        """What a round would delete now: tables, and how many lines of chat at tables that stay."""
        now = time.time() if now is None else now
        shortest, chosen, after = self._policy.shortest, list[str](), ""
        while shortest is not None:
            async with self._store.transaction() as connection:
                page = await _uses(connection, created_before=now - shortest * DAY, after=after)
            if not page:
                break
            after, used = page[-1].table, set(self._in_use())
            chosen += [one.table for one in page if one.is_old(self._policy, now) and one.table not in used]
        if self._policy.chat is None:
            return chosen, 0
        old = select(chat.c.table_id, func.count()).where(chat.c.at < now - self._policy.chat * DAY)
        async with self._store.transaction() as connection:
            lines = (await connection.execute(old.group_by(chat.c.table_id))).all()
        gone = set(chosen)
        return chosen, sum(count for table, count in lines if table not in gone)

    async def _clean_tables(self, now: float) -> int:
        shortest, deleted, after = self._policy.shortest, 0, ""
        while shortest is not None:
            async with self._store.transaction() as connection:
                page = await _uses(connection, created_before=now - shortest * DAY, after=after)
            if not page:
                break
            after, used = page[-1].table, set(self._in_use())
            old = [one.table for one in page if one.is_old(self._policy, now) and one.table not in used]
            for first in range(0, len(old), BATCH):
                deleted += await self._delete(old[first : first + BATCH], now)
        return deleted

    async def _delete(self, ids: Sequence[str], now: float) -> int:
        async with self._store.writing() as connection:
            locked = await _lock(connection, ids)
            old = [one.table for one in await _uses(connection, ids=locked) if one.is_old(self._policy, now)]
            if old:
                await delete_tables(connection, old)
                await _tell_servers(connection, old)
        return len(old)

    async def _clean_chat(self, now: float) -> int:
        deleted = 0
        while self._policy.chat is not None:
            old = select(chat.c.number).where(chat.c.at < now - self._policy.chat * DAY).limit(LINES)
            async with self._store.writing() as connection:
                found = (await connection.execute(delete(chat).where(chat.c.number.in_(old)))).rowcount
            deleted += found
            if found < LINES:
                break
        return deleted


async def _uses(
    connection: AsyncConnection,
    *,
    created_before: float | None = None,
    after: str = "",
    ids: Sequence[str] | None = None,
) -> list[_Use]:
    """When tables were last used: of the next ones that are old enough, or of certain ones."""
    other = matches.alias()
    last = select(func.max(other.c.number)).where(other.c.table_id == tables.c.id).scalar_subquery()
    query: Any = (
        select(
            tables.c.id,
            tables.c.created_at,
            matches.c.started_at,
            matches.c.ended_at,
            select(func.max(other.c.ended_at)).where(other.c.table_id == tables.c.id).scalar_subquery(),
            select(func.max(entries.c.at)).where(entries.c.match_id == matches.c.id).scalar_subquery(),
            select(func.max(seats.c.sat_at)).where(seats.c.table_id == tables.c.id).scalar_subquery(),
            select(func.max(chat.c.at)).where(chat.c.table_id == tables.c.id).scalar_subquery(),
        )
        .select_from(tables.join(matches, (matches.c.table_id == tables.c.id) & (matches.c.number == last)))
        .order_by(tables.c.id)
    )
    if ids is not None:
        query = query.where(tables.c.id.in_(ids))
    else:
        query = query.where(tables.c.id > after, tables.c.created_at < created_before).limit(PAGE)
    return [_Use(*row) for row in await connection.execute(query)]


async def _lock(connection: AsyncConnection, ids: Sequence[str]) -> list[str]:
    """Keep others from writing to tables until the transaction ends; those that somebody has locked are left out."""
    if connection.dialect.name == "sqlite":
        await connection.execute(update(tables).where(tables.c.id.in_(ids)).values(quiet=tables.c.quiet))
        return list(ids)
    free = select(tables.c.id).where(tables.c.id.in_(ids)).with_for_update(skip_locked=True)
    locked = [str(one) for one in (await connection.execute(free)).scalars()]
    of_tables = select(matches.c.id, matches.c.table_id).where(matches.c.table_id.in_(locked))
    taken = {str(one.table_id) for one in await connection.execute(of_tables.with_for_update(skip_locked=True))}
    every = {str(one.table_id) for one in await connection.execute(of_tables)}
    return [one for one in locked if one in taken or one not in every]


async def _tell_servers(connection: AsyncConnection, ids: Sequence[str]) -> None:
    """Let servers that have these tables in memory forget them."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ORDER_LOCK})
    now = time.time()
    await connection.execute(insert(orders), [{"at": now, "table_id": one, "action": "delete"} for one in ids])
