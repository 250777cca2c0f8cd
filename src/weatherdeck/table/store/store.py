"""The store: tables, seats, matches and chat. SQLite and PostgreSQL share one code path."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

import filelock
from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from . import shuffles
from .archives import ArchiveStore
from .columns import audit, chat, entries, links, matches, seats, tables
from .database import Database
from .links import LinkStore, rows_of
from .opening import open_to_administer, open_to_serve
from .records import ChatRecord, Entry, LinkKind, LinkRecord, MatchRecord, TableRecord
from .rows import deck_of, entry_of, entry_row, match_of, seat_of
from .upgrading import Upgrade

CHAT_KEPT = 200
"""Lines of chat that are read at most."""
MAX_NUMBER = 1 << 31

_OTHERS = matches.alias()
_LAST = select(func.max(_OTHERS.c.number)).where(_OTHERS.c.table_id == tables.c.id)
_LOAD = (  # one statement instead of three: it is run whenever another server changes a table
    select(tables, matches, seats)
    .join(matches, matches.c.table_id == tables.c.id)
    .join(seats, seats.c.table_id == tables.c.id)
    .where(matches.c.number == _LAST.scalar_subquery())
    .order_by(seats.c.seat)
)


class Store(Database):
    """An open store. Make one with `Store.open`."""

    def __init__(self, engine: AsyncEngine, lock: filelock.BaseFileLock | None) -> None:
        super().__init__(engine, lock)
        self.links = LinkStore(self.reading, self.writing)
        self.archives = ArchiveStore(self.reading, self.writing)

    @classmethod
    async def open(cls, url: str, backups: str | None = None) -> Store:
        """Open a store by its URL (or the path of an SQLite file), and migrate it if needed, after a backup."""
        return cls(*await open_to_serve(url, Upgrade(url, backups)))

    @classmethod
    async def attach(cls, url: str) -> Store:
        """Open a store that servers may be using, to administer it: without their lock, and as it is."""
        return cls(await open_to_administer(url), None)

    # ------------------------------------------------------------ entries
    async def entries(self, match: int, after: int = 0) -> list[Entry]:
        """The entries of a match, in order, after a version."""
        query = select(entries).where(entries.c.match_id == match, entries.c.version > after)
        async with self.reading() as connection:
            rows = (await connection.execute(query.order_by(entries.c.version))).all()
        return [entry_of(row) for row in rows]

    # ------------------------------------------------------------ tables
    async def create(
        self, table: TableRecord, new_links: Sequence[LinkRecord] = (), opening: Sequence[Entry] = ()
    ) -> TableRecord:
        """Store a new table, its links and the entries its match begins with; return it with the key of its match."""
        async with self.writing() as connection:
            row = {key: value for key, value in asdict(table).items() if key not in ("seats", "match")}
            row["deck"] = None if table.deck is None else table.deck.as_data()
            await connection.execute(insert(tables).values(row))
            await connection.execute(insert(seats), [{"table_id": table.id, **asdict(seat)} for seat in table.seats])
            if new_links:
                await connection.execute(insert(links), rows_of(table.id, new_links))
            key = await self._insert_match(connection, table.id, table.match)
            if opening:  # applied once the cards are dealt
                rows = [entry_row(replace(entry, match=key)) for entry in opening]
                await connection.execute(insert(entries), rows)
        return replace(table, match=replace(table.match, id=key))

    async def _insert_match(self, connection: AsyncConnection, table: str, match: MatchRecord) -> int:
        row = {
            "table_id": table,
            "number": match.number,
            "ruleset": match.ruleset,
            "data": match.data,
            "secret_seed": match.secret.seed,
            "secret_nonce": match.secret.nonce,
            "practice_seed": None if match.practice_seed is None else str(match.practice_seed),
            "fairness": match.fairness,
            "attempt": match.attempt,
            "made_with": match.made_with,
        }
        key: int = (await connection.execute(insert(matches).values(row).returning(matches.c.id))).scalar_one()
        return key

    async def load(self, table: str) -> TableRecord | None:
        """A table with its seats and its current match."""
        if not _is_id(table):
            return None
        async with self.reading() as connection:
            rows = (await connection.execute(_LOAD.where(tables.c.id == table))).all()
        if not rows:
            return None
        fields, match, _ = _parts(rows[0])
        deck = deck_of(fields.pop("deck"))
        seated = tuple(seat_of(_parts(row)[2]) for row in rows)
        return TableRecord(**fields, deck=deck, seats=seated, match=match_of(match, len(seated), deck))

    async def match(self, table: str, number: int) -> MatchRecord | None:
        """A match of a table, by its number."""
        if not (_is_id(table) and 0 < number < MAX_NUMBER):
            return None
        query = (
            select(matches, tables.c.players, tables.c.deck)
            .join(tables)
            .where(matches.c.table_id == table, matches.c.number == number)
        )
        async with self.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else match_of(row._asdict(), row.players, deck_of(row.deck))

    async def last_moved(self, match: int) -> float | None:
        """When the last entry of a match was written."""
        async with self.reading() as connection:
            found: float | None = await connection.scalar(
                select(func.max(entries.c.at)).where(entries.c.match_id == match)
            )
        return found

    # ------------------------------------------------------------ seats
    async def sit(self, table: str, wanted: int | None, name: str, token: str, *, hints: bool = False) -> int | None:
        """Seat a person on an open seat (the wanted one, or the first); return its number, or None if it is taken."""
        async with self.writing(table) as connection:
            open_seats = select(seats.c.seat).where(seats.c.table_id == table, seats.c.kind == "open")
            for seat in sorted(int(one) for one in (await connection.execute(open_seats)).scalars()):
                if wanted in (None, seat) and await self._take(connection, table, seat, name, token, hints):
                    return seat
        return None

    async def _take(
        self, connection: AsyncConnection, table: str, seat: int, name: str, token: str, hints: bool
    ) -> bool:
        taken = await connection.execute(
            update(seats)
            .where(seats.c.table_id == table, seats.c.seat == seat, seats.c.kind == "open")
            .values(kind="person", name=name, token=token, sat_at=time.time(), hints=hints)
        )
        return taken.rowcount == 1

    async def change_seat(self, table: str, seat: int, **values: Any) -> None:
        """Change columns of a seat. If somebody else sits there now, nothing that was pledged for it counts."""
        async with self.writing(table) as connection:
            waiting: list[int] = []
            if "kind" in values:
                values = {**shuffles.NOT_READY, **values}
                waiting = await shuffles.seats_changed(connection, table)
            here = (seats.c.table_id == table) & (seats.c.seat == seat)
            await connection.execute(update(seats).where(here).values(**values))
            for match in waiting:  # it may have been the last seat that was open
                await shuffles.advance(connection, match, time.time())

    async def revoke_links(self, table: str, *, kind: LinkKind | None = None, seat: int | None = None) -> int:
        """Revoke a table's links, or those of a kind, or those that a seat made; return how many there were."""
        return await self.links.revoke(table, time.time(), kind=kind, seat=seat)

    async def change_table(self, table: str, **values: Any) -> None:
        """Change columns of a table."""
        async with self.writing(table) as connection:
            await connection.execute(update(tables).where(tables.c.id == table).values(**values))

    async def change_host(self, table: str, before: int | None, host: int) -> bool:
        """Make a seat the host, and let it speak; False if somebody else became the host in the meantime."""
        async with self.writing(table) as connection:
            same = tables.c.host.is_(None) if before is None else tables.c.host == before
            changed = await connection.execute(update(tables).where(tables.c.id == table, same).values(host=host))
            if changed.rowcount == 1:
                here = (seats.c.table_id == table) & (seats.c.seat == host)
                await connection.execute(update(seats).where(here).values(muted=False))
        return changed.rowcount == 1

    # ------------------------------------------------------------ matches
    async def pledge(self, table: str, match: MatchRecord, seat: int, share: str, at: float) -> bool:
        """Keep a person's share, and fix all shares if it was the last one; False if it came too late."""
        async with self.writing(table) as connection:
            return await shuffles.pledge(connection, match.id, seat, share, match.attempt, at)

    async def reveal(self, table: str, match: MatchRecord, seat: int, entropy: str, at: float) -> bool:
        """Keep a person's entropy, and deal if it was the last one; False if it does not fit a fixed share."""
        share = match.shuffle.share(seat, entropy)
        async with self.writing(table) as connection:
            return await shuffles.reveal(connection, match.id, seat, share, entropy, at)

    async def advance_shuffle(self, table: str, match: MatchRecord, at: float) -> None:
        """Fix the shares or deal, if nothing is missing."""
        async with self.writing(table) as connection:
            await shuffles.advance(connection, match.id, at)

    async def restart_shuffle(self, table: str, match: MatchRecord) -> bool:
        """Start a shuffle over, with a new secret; False if somebody else did, or the cards were dealt."""
        async with self.writing(table) as connection:
            return await shuffles.restart(connection, match.id, match.attempt)

    async def renew_match(self, match: int, ruleset: int, data: str | None, made_with: str) -> None:
        """Let a match that has not begun be played under the rules of today."""
        async with self.writing() as connection:
            waiting = (matches.c.id == match) & matches.c.started_at.is_(None)
            fresh = {"ruleset": ruleset, "data": data, "made_with": made_with}
            await connection.execute(update(matches).where(waiting).values(**fresh))

    async def end(self, table: str, match: int, at: float) -> None:
        """Note when a match ended. (Whether it is over follows from its entries.)"""
        async with self.writing(table) as connection:
            running = (matches.c.id == match) & matches.c.ended_at.is_(None)
            await connection.execute(update(matches).where(running).values(ended_at=at))

    async def add_match(self, table: str, match: MatchRecord) -> None:
        """Add the next match at a table. If two servers try at once, one succeeds."""
        try:
            async with self.writing(table) as connection:
                await self._insert_match(connection, table, match)
                # Whoever asked for the rematch is remembered until the deal: their clients pledge by themselves.
                fresh = {**shuffles.NOT_READY, "stand_in": None}
                fresh |= {"extra": 0.0, "thought": 0.0, "thought_at": -1}
                await connection.execute(update(seats).where(seats.c.table_id == table).values(**fresh))
        except IntegrityError:
            pass  # the other server's match is as good

    # ------------------------------------------------------------ chat
    async def add_chat(self, table: str, line: ChatRecord, *, after: int = 0, first: int = 0) -> list[ChatRecord]:
        """Store a line, which gets its number here, and delete those before `first`; return all lines `after` a number.

        Lines of a table are written one after the other, whichever server writes them. Their numbers are in the order
        of their commits, so whoever has read up to a number has read everything before it.
        """
        row = {"table_id": table, "seat": line.seat, "name": line.name, "text": line.text, "at": line.at}
        async with self.writing(table, "chat") as connection:
            await connection.execute(select(tables.c.id).where(tables.c.id == table).with_for_update(key_share=True))
            number = (await connection.execute(insert(chat).values(row).returning(chat.c.number))).scalar_one()
            here = chat.c.table_id == table
            too_many = select(chat.c.number).where(here).order_by(chat.c.number.desc()).offset(CHAT_KEPT)
            gone = (chat.c.number < first) | chat.c.number.in_(too_many)
            await connection.execute(delete(chat).where(here, gone))
            before = await self._read_chat(connection, table, after, number)
        return [*before, replace(line, number=number)]

    async def chat(self, table: str, after: int = 0) -> list[ChatRecord]:
        """The latest lines of chat, in order."""
        async with self.reading() as connection:
            return await self._read_chat(connection, table, after)

    async def _read_chat(
        self, connection: AsyncConnection, table: str, after: int, before: int | None = None
    ) -> list[ChatRecord]:
        query = select(chat).where(chat.c.table_id == table, chat.c.number > after)
        if before is not None:
            query = query.where(chat.c.number < before)
        rows = (await connection.execute(query.order_by(chat.c.number.desc()).limit(CHAT_KEPT))).all()
        return [ChatRecord(row.number, row.seat, row.name, row.text, row.at) for row in reversed(rows)]

    # ------------------------------------------------------------ the audit log
    async def audit(self, who: str, action: str, table: str | None, **details: Any) -> None:
        """Note what a host (`seat 0`) or an administrator did. Details are numbers and codes, never names or chat."""
        row = {"at": time.time(), "who": who, "action": action, "table_id": table, "details": details}
        async with self.writing() as connection:
            await connection.execute(insert(audit).values(row))


def _is_id(table: str) -> bool:
    """Whether something may be the id of a table. PostgreSQL refuses some characters, so nothing else is asked for."""
    return re.fullmatch(r"[A-Za-z0-9_-]{1,40}", table) is not None


def _parts(row: Row[Any]) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """The columns of the table, of its match and of a seat in a row of `_LOAD`."""
    values = iter(row)
    table, match, seat = (dict(zip(part.c.keys(), values, strict=False)) for part in (tables, matches, seats))
    return table, match, seat
