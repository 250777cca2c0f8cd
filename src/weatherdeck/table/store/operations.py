"""What administrators do to the store, and what they and the servers tell each other through it.

An administrator's action is one transaction: the change itself, a line of the audit log, and an order. Servers read new
orders every few seconds and act on the tables they have in memory. That works in the same way for SQLite and
PostgreSQL, and needs no connection between the administrator and the servers.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from sqlalchemy import Row, Select, cast, delete, func, insert, select, text, update
from sqlalchemy import String as SqlString
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...errors import Problem
from .columns import METADATA, archives, audit, chat, entries, matches, orders, seats, servers, tables

ORDERS_KEPT = 86_400.0
"""Seconds after which orders, and reports of servers that are gone, are deleted."""
GONE_AFTER = 20.0
"""Seconds without a report after which a server is taken to be gone."""

ORDER_LOCK = 0x776F7264


class UnknownTarget(Problem):
    """There is no table or server with this id."""


@dataclass(frozen=True, kw_only=True)
class ServerRecord:
    """A running server, as it last reported."""

    id: str
    started_at: float
    seen_at: float
    version: str
    place: str
    draining: bool
    figures: dict[str, Any] = field(default_factory=dict)  # tables, sockets, lag, the last order that it read

    def is_gone(self, now: float) -> bool:
        """Whether it has stopped reporting."""
        return now - self.seen_at > GONE_AFTER


@dataclass(frozen=True)
class Order:
    """Something an administrator did that servers have to act on."""

    number: int
    at: float
    target: str  # a table, or for `drain` and `resume` a server
    action: str  # close, delete, drain, resume


@dataclass(frozen=True, kw_only=True)
class AuditRecord:
    """A line of the audit log: what a host or an administrator did."""

    number: int
    at: float
    who: str
    action: str
    table: str | None
    details: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class TableOverview:
    """A table in an administrator's list."""

    id: str
    game: str
    status: str  # waiting, playing, over, closed
    created_at: float
    last_move_at: float | None
    people: int
    bots: int
    open_seats: int
    matches: int
    bytes: int  # roughly, of moves, chat, deck and archives


@dataclass(frozen=True, kw_only=True)
class TableFilter:
    """Which tables to list."""

    game: str | None = None
    status: Literal["waiting", "playing", "over", "closed"] | None = None
    idle_since: float | None = None  # nothing happened after this time
    limit: int = 50


class Operations:
    """An administrator's and the servers' side of the store."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    # ------------------------------------------------------------ servers
    async def report(self, server: ServerRecord) -> None:
        """Store how a server is doing."""
        make: Any = postgresql.insert if self._engine.dialect.name == "postgresql" else sqlite.insert
        row = asdict(server)
        changed = {key: value for key, value in row.items() if key not in ("id", "started_at")}
        statement = make(servers).values(row).on_conflict_do_update(index_elements=[servers.c.id], set_=changed)
        async with self._engine.begin() as connection:
            await connection.execute(statement)

    async def withdraw(self, server: str) -> None:
        """Forget a server that has stopped."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(servers).where(servers.c.id == server))

    async def servers(self) -> list[ServerRecord]:
        """All servers that have reported lately, the oldest first."""
        async with self._engine.connect() as connection:
            rows = (await connection.execute(select(servers).order_by(servers.c.started_at))).all()
        return [ServerRecord(**row._asdict()) for row in rows]

    # ------------------------------------------------------------ orders
    async def last_order(self) -> int:
        """The number of the last order; 0 if there is none."""
        async with self._engine.connect() as connection:
            return int(await connection.scalar(select(func.max(orders.c.number))) or 0)

    async def orders(self, after: int) -> list[Order]:
        """The orders after a number."""
        query = select(orders).where(orders.c.number > after).order_by(orders.c.number)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [Order(row.number, row.at, row.table_id, row.action) for row in rows]

    async def forget_old(self) -> None:
        """Delete old orders, and the reports of servers that were gone long ago."""
        before = time.time() - ORDERS_KEPT
        async with self._engine.begin() as connection:
            # The last order stays: numbers must not be given again.
            last = select(func.max(orders.c.number)).scalar_subquery()
            await connection.execute(delete(orders).where(orders.c.at < before, orders.c.number < last))
            await connection.execute(delete(servers).where(servers.c.seen_at < before))

    async def order_drain(self, server: str, who: str, *, off: bool = False) -> int:
        """Ask a server to drain, or to resume; return the order's number."""
        async with self._engine.begin() as connection:
            if await connection.scalar(select(servers.c.id).where(servers.c.id == server)) is None:
                raise UnknownTarget(f"there is no server {server}: 'weatherdeck admin servers' lists them")
            return await _order(connection, server, "resume" if off else "drain", who, {"server": server})

    # ------------------------------------------------------------ the audit log
    async def audit(
        self, *, table: str | None = None, who: str | None = None, since: float | None = None, limit: int = 100
    ) -> list[AuditRecord]:
        """The latest lines of the audit log, in order."""
        query = select(audit).order_by(audit.c.number.desc()).limit(limit)
        if table is not None:
            query = query.where(audit.c.table_id == table)
        if who is not None:
            query = query.where(audit.c.who.contains(who, autoescape=True))
        if since is not None:
            query = query.where(audit.c.at >= since)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [_audit_record(row) for row in reversed(rows)]

    async def note(self, who: str, action: str, table: str | None, details: dict[str, Any]) -> None:
        """Write a line of the audit log for something that changed no table."""
        async with self._engine.begin() as connection:
            await _note(connection, who, action, table, details)

    # ------------------------------------------------------------ tables
    async def tables(self, wanted: TableFilter) -> list[TableOverview]:
        """Tables, those with the latest move first."""
        query = _overview()
        if wanted.game is not None:
            query = query.where(tables.c.game == wanted.game)
        if wanted.status == "closed":
            query = query.where(tables.c.closed_at.is_not(None))
        elif wanted.status is not None:
            query = query.where(tables.c.closed_at.is_(None), _STATUS[wanted.status])
        if wanted.idle_since is not None:
            query = query.where(wanted.idle_since > _LAST)
        async with self._engine.connect() as connection:
            found = await connection.execute(query.order_by(_LAST.desc(), tables.c.id).limit(wanted.limit))
        return [_table_overview(row) for row in found.all()]

    async def table(self, table: str) -> TableOverview:
        """One table; UnknownTarget if there is none."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(_overview().where(tables.c.id == table))).one_or_none()
        if row is None:
            raise UnknownTarget(_no_table(table))
        return _table_overview(row)

    async def seats(self, table: str) -> list[dict[str, Any]]:
        """The seats of a table, without tokens and without anything about the shuffle."""
        shown = (
            seats.c.seat, seats.c.kind, seats.c.name, seats.c.level, seats.c.stand_in, seats.c.ready, seats.c.muted,
            seats.c.sat_at,
        )  # fmt: skip
        query = select(*shown).where(seats.c.table_id == table).order_by(seats.c.seat)
        async with self._engine.connect() as connection:
            return [row._asdict() for row in await connection.execute(query)]

    async def matches(self, table: str) -> list[dict[str, Any]]:
        """The matches of a table: numbers, versions and times, nothing that is secret."""
        moves = select(func.count()).where(entries.c.match_id == matches.c.id).scalar_subquery()
        shown = (
            matches.c.number, matches.c.ruleset, matches.c.made_with, matches.c.started_at, matches.c.ended_at,
            matches.c.practice_seed.is_not(None).label("practice"), moves.label("entries"),
        )  # fmt: skip
        query = select(*shown).where(matches.c.table_id == table).order_by(matches.c.number)
        async with self._engine.connect() as connection:
            return [row._asdict() for row in await connection.execute(query)]

    async def close(self, table: str, who: str) -> int:
        """Close a table: it can be read, but not played. Returns the order's number."""
        async with self._engine.begin() as connection:
            known = await connection.execute(
                update(tables)
                .where(tables.c.id == table)
                .values(closed_at=func.coalesce(tables.c.closed_at, time.time()))
            )
            if known.rowcount != 1:
                raise UnknownTarget(_no_table(table))
            return await _order(connection, table, "close", who, {})

    async def delete(self, table: str, who: str) -> int:
        """Delete a table with its matches and chat. The audit log keeps a line. Returns the order's number."""
        async with self._engine.begin() as connection:
            game = await connection.scalar(select(tables.c.game).where(tables.c.id == table))
            if game is None:
                raise UnknownTarget(_no_table(table))
            await delete_tables(connection, [table])
            return await _order(connection, table, "delete", who, {"game": game})

    async def archive_backlog(self) -> int:
        """How many finished matches are not archived yet."""
        archived = select(archives.c.match_id).where(archives.c.match_id == matches.c.id).exists()
        query = select(func.count()).select_from(matches).where(matches.c.ended_at.is_not(None), ~archived)
        async with self._engine.connect() as connection:
            return int(await connection.scalar(query) or 0)

    async def is_empty(self) -> bool:
        """Whether there are no tables."""
        async with self._engine.connect() as connection:
            return await connection.scalar(select(tables.c.id).limit(1)) is None


async def delete_tables(connection: AsyncConnection, ids: Sequence[str]) -> None:
    """Delete tables with everything that belongs to them, except the audit log."""
    of_tables = select(matches.c.id).where(matches.c.table_id.in_(ids))
    for part in (entries, archives):
        await connection.execute(delete(part).where(part.c.match_id.in_(of_tables)))
    kept = {tables.name, audit.name, orders.name}
    for part in reversed(METADATA.sorted_tables):
        if "table_id" in part.c and part.name not in kept:
            await connection.execute(delete(part).where(part.c.table_id.in_(ids)))
    await connection.execute(delete(tables).where(tables.c.id.in_(ids)))


async def _order(connection: AsyncConnection, target: str, action: str, who: str, details: dict[str, Any]) -> int:
    if connection.dialect.name == "postgresql":
        # One at a time: servers read the orders after the last number, so a lower one must not be committed later.
        await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ORDER_LOCK})
    row = {"at": time.time(), "table_id": target, "action": action}
    number: int = (await connection.execute(insert(orders).values(row).returning(orders.c.number))).scalar_one()
    await _note(connection, who, action, None if "server" in details else target, details)
    return number


async def _note(connection: AsyncConnection, who: str, action: str, table: str | None, details: dict[str, Any]) -> None:
    row = {"at": time.time(), "who": who[:100], "action": action, "table_id": table, "details": details}
    await connection.execute(insert(audit).values(row))


def _no_table(table: str) -> str:
    return f"there is no table {table!r}: 'weatherdeck admin tables' lists them"


# ---------------------------------------------------------------- the list of tables


def _of_last_match(column: Any) -> Any:
    """A column of a table's current match."""
    last = select(column).where(matches.c.table_id == tables.c.id).order_by(matches.c.number.desc()).limit(1)
    return last.scalar_subquery()


def _sitting(kind: str) -> Any:
    return select(func.count()).where(seats.c.table_id == tables.c.id, seats.c.kind == kind).scalar_subquery()


def _length(column: Any) -> Any:
    return func.length(cast(column, SqlString))


def _sum(size: Any, *where: Any) -> Any:
    return func.coalesce(select(func.sum(size)).where(*where).scalar_subquery(), 0)


_STARTED, _ENDED = _of_last_match(matches.c.started_at), _of_last_match(matches.c.ended_at)
_LAST_ENTRY = (
    select(func.max(entries.c.at))
    .where(entries.c.match_id == matches.c.id, matches.c.table_id == tables.c.id)
    .scalar_subquery()
)
_LAST = func.coalesce(_LAST_ENTRY, _ENDED, _STARTED, tables.c.created_at)
_STATUS = {
    "waiting": _STARTED.is_(None),
    "playing": _STARTED.is_not(None) & _ENDED.is_(None),
    "over": _ENDED.is_not(None),
}
ROW = 60
"""Bytes of an entry or a line of chat besides its text, roughly."""


def _overview() -> Select[Any]:
    own_match = (matches.c.table_id == tables.c.id,)
    size = (
        _sum(_length(entries.c.moves) + ROW, entries.c.match_id == matches.c.id, *own_match)
        + _sum(_length(chat.c.text) + ROW, chat.c.table_id == tables.c.id)
        + _sum(func.length(archives.c.content), archives.c.match_id == matches.c.id, *own_match)
        + func.coalesce(_length(tables.c.deck), 0)
    )
    return select(
        tables.c.id,
        tables.c.game,
        tables.c.created_at,
        tables.c.closed_at,
        _STARTED.label("started_at"),
        _ENDED.label("ended_at"),
        _LAST.label("last_move_at"),
        _sitting("person").label("people"),
        _sitting("bot").label("bots"),
        _sitting("open").label("open_seats"),
        select(func.count()).where(*own_match).scalar_subquery().label("matches"),
        size.label("bytes"),
    )


def _table_overview(row: Row[Any]) -> TableOverview:
    fields = row._asdict()
    closed, started, ended = (fields.pop(name) for name in ("closed_at", "started_at", "ended_at"))
    status = "waiting" if started is None else "playing" if ended is None else "over"
    return TableOverview(**fields, status="closed" if closed is not None else status)


def _audit_record(row: Row[Any]) -> AuditRecord:
    fields = row._asdict()
    return AuditRecord(table=fields.pop("table_id"), **fields)
