"""Who is away and for how long, and what follows from it: a bot plays for them, or somebody else becomes the host.

Time away is counted by each server, from when it last saw the person at the table (through whichever server), and after
a restart from when the table was loaded again.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..wire.perspective import Json

if TYPE_CHECKING:
    from .session import TableSession

VOTE_AFTER = 60.0
"""Seconds of absence after which the others can vote to let a bot play."""
FREE_AFTER = 120.0
"""Seconds of absence after which any ready player can free the seat of somebody who holds up the start."""
HOST_AFTER = 600.0
"""Seconds of absence after which somebody else becomes the host."""


@dataclass
class AwayVote:
    """A vote on whether a bot should play for an absent person, at a version of the match."""

    version: int
    seat: int
    agreed: set[int] = field(default_factory=set)


class Attendance:
    """Since when the people of a table have been away."""

    def __init__(self) -> None:
        self._since: dict[int, float] = {}

    def update(self, people: Collection[int], here: Collection[int]) -> None:
        """Note who sits at the table, and who of them is here now."""
        now = time.monotonic()
        self._since = {seat: self._since.get(seat, now) for seat in people if seat not in here}

    def away(self, seat: int) -> float | None:
        """The seconds for which a person has been away; None if they are here."""
        since = self._since.get(seat)
        return None if since is None else time.monotonic() - since


def absent_mover(session: TableSession) -> int | None:
    """The seat of a person who is away and whose turn it is."""
    mover = session.live.to_move if session.live is not None else None
    if mover is None or session.record.closed_at is not None or not session.seat(mover).is_person:
        return None
    return mover if session.away(mover) is not None else None


# ---------------------------------------------------------------- votes


def voters(session: TableSession, seat: int) -> frozenset[int]:
    """Whose agreement a vote needs: everyone who is connected, except the absent person."""
    here, _ = session.here()
    return frozenset(one.seat for one in session.record.seats if one.kind == "person" and one.seat in here) - {seat}


def open_vote(session: TableSession) -> AwayVote | None:
    """The vote that is open, if the person is still away and still to move."""
    vote, live = session.vote, session.live
    if vote is None or live is None or vote.version != live.version or vote.seat != absent_mover(session):
        return None
    return vote


def vote_info(session: TableSession) -> Json | None:
    """The open vote, for a message."""
    vote = open_vote(session)
    if vote is None:
        return None
    return {"seat": vote.seat, "agreed": sorted(vote.agreed), "needed": sorted(voters(session, vote.seat))}


def take_vote(session: TableSession, version: int, seat: int, by: int, *, agree: bool) -> None:
    """Count a vote; one who declines ends it. Hold the lock."""
    vote = open_vote(session)
    if vote is None or (vote.version, vote.seat) != (version, seat):
        vote = AwayVote(version, seat)
    vote.agreed.add(by)
    session.vote = vote if agree else None
    session.tell_table()


async def count_votes(session: TableSession) -> None:
    """Let a bot play if everyone who is connected has agreed. Hold the lock."""
    vote = open_vote(session)
    if vote is not None and vote.agreed and voters(session, vote.seat) <= vote.agreed:
        session.vote = None
        await session.let_bot_play(vote.seat)


# ---------------------------------------------------------------- what time brings


async def attend(session: TableSession) -> float | None:
    """Do what is due because somebody is away; return the seconds until there may be more. Hold the lock."""
    if session.record.closed_at is not None:
        return None
    await count_votes(session)
    waits = [await _find_host(session), await _replace_absent(session)]
    return min((wait for wait in waits if wait is not None), default=None)


async def _replace_absent(session: TableSession) -> float | None:
    """After the table's time for absence, a bot plays for a person whose turn it is, if somebody waits for them."""
    seat, limit = absent_mover(session), session.record.absence
    away = None if seat is None else session.away(seat)
    if seat is None or away is None or limit is None or not voters(session, seat):
        return None
    if away < limit:
        return limit - away + 0.01
    await session.let_bot_play(seat)
    return None


async def _find_host(session: TableSession) -> float | None:
    """If the host has left the table, or has been away for long, the next person who is here becomes the host."""
    record = session.record
    here, _ = session.here()
    candidates = [seat.seat for seat in record.seats if seat.kind == "person" and seat.seat in here]
    if not candidates or record.host in candidates:
        return None
    host = -1 if record.host is None else record.host
    if record.host is not None and record.seats[host].kind == "person":
        away = session.away(host) or 0.0
        if away < HOST_AFTER:
            return HOST_AFTER - away + 0.01
    heir = min(candidates, key=lambda seat: (seat - host) % record.players)
    if await session.store.change_host(record.id, record.host, heir):
        await session.store.audit("server", "hand_over", record.id, seat=heir)
    await session.reload()
    return None
