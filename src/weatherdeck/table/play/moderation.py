"""What the host of a table can do about the people at it, and what everyone can do about those who are away.

Everything that a host does is noted in the audit log, without names and without what was said.
"""

from __future__ import annotations

import time
from typing import Any

from ..store.records import SeatRecord
from .attendance import FREE_AFTER, VOTE_AFTER, absent_mover, count_votes, take_vote
from .bots import usual_level
from .errors import RequestError
from .links import close_revoked
from .names import bot_names
from .new_table import open_name
from .session import TableSession

GONE: dict[str, Any] = {
    "token": None,
    "stand_in": None,
    "ready": False,
    "entropy": None,
    "share": None,
    "wants_rematch": False,
    "muted": False,
    "hints": False,
    "sat_at": 0.0,
}
"""A seat whose person has gone."""


def check_host(session: TableSession, by: SeatRecord) -> None:
    """Refuse somebody who is not the host."""
    if by.seat != session.record.host:
        raise RequestError("not_allowed", "only the host of the table can do this")


def _person(session: TableSession, by: SeatRecord, seat: int) -> SeatRecord:
    """Another person at the table."""
    if seat >= session.record.players or session.seat(seat).kind != "person":
        raise RequestError("not_now", "nobody sits there")
    if seat == by.seat:
        raise RequestError("not_allowed", "you cannot do this to yourself")
    return session.seat(seat)


# ---------------------------------------------------------------- removing


async def remove(session: TableSession, by: SeatRecord, seat: int) -> None:
    """Remove a person: before the deal their seat is open again, after it a bot has it for good. Hold the lock."""
    person, table = _person(session, by, seat), session.record.id
    is_host = by.seat == session.record.host
    if not is_host:
        _check_may_free(session, by, person)
    if is_host:  # so that the person cannot simply come back; those who were only away may
        await session.store.revoke_links(table, kind="invite")
    await session.store.revoke_links(table, seat=seat)
    await close_revoked(session)
    if session.status == "waiting":
        values = {**GONE, "kind": "open", "level": None, "name": open_name(seat)}
    else:
        name = next(bot_names(session.names))
        values = {**GONE, "kind": "bot", "level": usual_level(session.game), "name": name}
    status = session.status
    await session.store.change_seat(table, seat, **values)
    await session.store.audit(f"seat {by.seat}", "remove", table, seat=seat, status=status, host=is_host)
    await session.reload()


def _check_may_free(session: TableSession, by: SeatRecord, person: SeatRecord) -> None:
    """Players who are ready may free the seat of somebody who holds up the start and is away."""
    if session.status != "waiting" or not session.is_waited_for(person.seat) or session.is_waited_for(by.seat):
        raise RequestError("not_allowed", "only the host can remove somebody, unless they are away and not ready")
    away = session.away(person.seat)
    if away is None or away < FREE_AFTER:
        minutes = round(FREE_AFTER / 60)
        raise RequestError("not_now", f"you can free this seat when the person has been away for {minutes} minutes")


# ---------------------------------------------------------------- muting, handing over, closing


async def mute(session: TableSession, by: SeatRecord, seat: int | None, *, muted: bool) -> None:
    """Mute a seat, or all spectators (None), or let them speak again. Hold the lock."""
    check_host(session, by)
    table = session.record.id
    if seat is None:
        await session.store.change_table(table, quiet=muted)
    else:
        await session.store.change_seat(table, _person(session, by, seat).seat, muted=muted)
    await session.store.audit(f"seat {by.seat}", "mute" if muted else "unmute", table, seat=seat)
    await session.reload()


async def hand_over(session: TableSession, by: SeatRecord, seat: int) -> None:
    """Make somebody else the host; a host is never muted. Hold the lock."""
    check_host(session, by)
    person, table = _person(session, by, seat), session.record.id
    if await session.store.change_host(table, by.seat, person.seat):
        await session.store.audit(f"seat {by.seat}", "hand_over", table, seat=seat)
    await session.reload()


async def close_table(session: TableSession, by: SeatRecord) -> None:
    """Close the table: it can be read, not played. Hold the lock."""
    check_host(session, by)
    table = session.record.id
    await session.store.audit(f"seat {by.seat}", "close", table, status=session.status)
    await session.store.change_table(table, closed_at=time.time())
    await session.reload()


# ---------------------------------------------------------------- voting


async def vote_out(session: TableSession, by: SeatRecord, seat: int, *, agree: bool) -> None:
    """Vote on whether a bot should play for somebody who is away and whose turn it is. Hold the lock."""
    person, live = _person(session, by, seat), session.live
    if live is None or person.seat != absent_mover(session):
        raise RequestError("not_now", "a bot can play for somebody who is away and whose turn it is")
    away = session.away(seat)
    if away is None or away < VOTE_AFTER:
        raise RequestError("not_now", f"you can vote when the person has been away for {VOTE_AFTER:g} seconds")
    take_vote(session, live.version, seat, by.seat, agree=agree)
    await session.store.notify(session.record.id, "vote_out", version=live.version, seat=seat, by=by.seat, agree=agree)
    await count_votes(session)
