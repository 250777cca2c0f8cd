"""Links in the store. Those that are used, expired or revoked are kept for a while, so that they can be explained."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Row, delete, func, insert, not_, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from . import shuffles
from .columns import links, matches, seats, tables
from .records import LinkKind, LinkRecord

MAX_DEAD = 40
"""Links of a table that no longer work and are still kept."""
NEWS = "links"
"""What the other servers are told when a link is revoked."""

Writing: TypeAlias = Callable[..., AbstractAsyncContextManager[AsyncConnection]]
"""A transaction; one that changes a table notifies the other servers."""


class LinkStore:
    """The links of all tables."""

    def __init__(self, reading: Writing, writing: Writing) -> None:
        self._reading, self._writing = reading, writing

    async def add(self, table: str, link: LinkRecord, at_most: int) -> int | None:
        """Store a link, unless as many as that work at the table; return its number, or None if there is no room."""
        works = _works(table, link.created_at)
        async with self._writing() as connection:
            await _one_at_a_time(connection, table)
            if (await connection.execute(select(func.count(links.c.id)).where(works))).scalar_one() >= at_most:
                return None
            made = await connection.execute(insert(links).values(row_of(table, link)).returning(links.c.id))
            number: int = made.scalar_one()
            # Many links that no longer work: the oldest go.
            dead = select(links.c.id).where(links.c.table_id == table, not_(works)).order_by(links.c.id.desc())
            gone = [int(one) for one in (await connection.execute(dead.offset(MAX_DEAD))).scalars()]
            if gone:
                await connection.execute(delete(links).where(links.c.id.in_(gone)))
        return number

    async def find(self, table: str, token: str) -> LinkRecord | None:
        """The link with a token (hashed) or, if it was a seat's token, the link that moved the seat."""
        query = select(links).where(links.c.table_id == table, or_(links.c.token == token, links.c.replaces == token))
        async with self._reading() as connection:
            found = [_link(row) for row in await connection.execute(query.order_by(links.c.id.desc()))]
        moved = [one for one in found if one.token != token and one.used_at is not None]
        return next((one for one in found if one.token == token), moved[0] if moved else None)

    async def open(self, table: str, now: float) -> list[LinkRecord]:
        """The links of a table that work, in the order in which they were made."""
        async with self._reading() as connection:
            found = await connection.execute(select(links).where(_works(table, now)).order_by(links.c.id))
            return [_link(row) for row in found]

    async def revoke(
        self, table: str, at: float, *, number: int | None = None, kind: LinkKind | None = None, seat: int | None = None
    ) -> int:
        """Revoke links of a table, all of them or those that are meant; return how many there were."""
        meant = (links.c.table_id == table) & links.c.used_at.is_(None) & links.c.revoked_at.is_(None)
        for column, value in ((links.c.id, number), (links.c.kind, kind), (links.c.seat, seat)):
            if value is not None:
                meant &= column == value
        async with self._writing(table, NEWS) as connection:
            revoked = await connection.execute(update(links).where(meant).values(revoked_at=at))
        return revoked.rowcount

    async def move_seat(self, table: str, link: str, token: str, at: float) -> int | None:
        """Give a seat a new token by a link, once; return the seat, or None if the link does not work (any more).

        The link names the token that it replaces, so it is worth nothing once somebody else has the seat.
        """
        mine = (links.c.table_id == table) & (links.c.token == link) & (links.c.kind == "move")
        works = mine & _works(table, at)
        async with self._writing(table) as connection:
            await _one_at_a_time(connection, table)  # of two devices, or two servers, the first gets the seat
            # Then the match, if its cards are not dealt: the steps of a shuffle hold it before they change seats.
            undealt = (matches.c.table_id == table) & matches.c.started_at.is_(None)
            is_waiting = (await connection.execute(select(matches.c.id).where(undealt).with_for_update())).all()
            claim = update(links).where(works).values(used_at=at).returning(links.c.seat, links.c.replaces)
            claimed = (await connection.execute(claim)).one_or_none()
            if claimed is None:
                return None
            here = (seats.c.table_id == table) & (seats.c.seat == claimed.seat)
            held = here & (seats.c.token == claimed.replaces)
            if (await connection.execute(update(seats).where(held).values(token=token))).rowcount != 1:
                await connection.execute(update(links).where(mine).values(used_at=None, revoked_at=at))
                return None
            if is_waiting:  # what the person pledged is on the old device: the new one has to get ready again
                await connection.execute(update(seats).where(here).values(**shuffles.NOT_READY))
                await shuffles.seats_changed(connection, table)
            others = (links.c.table_id == table) & (links.c.kind == "move") & (links.c.seat == claimed.seat)
            still = links.c.used_at.is_(None) & links.c.revoked_at.is_(None)
            await connection.execute(update(links).where(others & still).values(revoked_at=at))
        seat: int = claimed.seat
        return seat


async def _one_at_a_time(connection: AsyncConnection, table: str) -> None:
    """Wait for others who change the links of a table, also through other servers. (SQLite has one writer anyway.)"""
    await connection.execute(select(tables.c.id).where(tables.c.id == table).with_for_update(key_share=True))


def _works(table: str, now: float) -> ColumnElement[bool]:
    """Whether a link is one of a table that works."""
    lasts = links.c.expires_at.is_(None) | (links.c.expires_at > now)
    return (links.c.table_id == table) & links.c.used_at.is_(None) & links.c.revoked_at.is_(None) & lasts


def row_of(table: str, link: LinkRecord) -> dict[str, Any]:
    """A link as a row."""
    row = asdict(link)
    del row["id"]
    return {"table_id": table, **row}


def rows_of(table: str, new: Sequence[LinkRecord]) -> list[dict[str, Any]]:
    """Links as rows."""
    return [row_of(table, link) for link in new]


def _link(row: Row[Any]) -> LinkRecord:
    fields = row._asdict()
    del fields["table_id"]
    return LinkRecord(**fields)
