"""The transactions of a shuffle: pledges, fixed shares, reveals and the deal.

Each step that follows from another is taken in the same transaction, so that no crash can come between them. Each holds
the row of the match, so that two servers take a step once.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ..fairness import VERSION, Secret
from .columns import matches, seats

NOT_READY: dict[str, Any] = {"ready": False, "share": None, "entropy": None}
"""A seat before its person has pledged."""


async def pledge(connection: AsyncConnection, match: int, seat: int, share: str, attempt: int, at: float) -> bool:
    """Keep a person's share; False if the shares are fixed already, or the shuffle was started over."""
    row = await _waiting(connection, match)
    if row is None or row.shares is not None or row.attempt != attempt:
        return False
    await _change(connection, row.table_id, seat, ready=True, share=share, entropy=None)
    await _advance(connection, row, at)
    return True


async def reveal(connection: AsyncConnection, match: int, seat: int, share: str, entropy: str, at: float) -> bool:
    """Keep a person's entropy, which fits their share; False if that share is not among the fixed ones."""
    row = await _waiting(connection, match)
    if row is None or row.shares is None or row.shares[seat] != share:
        return False
    await _change(connection, row.table_id, seat, entropy=entropy)
    await _advance(connection, row, at)
    return True


async def advance(connection: AsyncConnection, match: int, at: float) -> None:
    """Fix the shares once all seats are taken and ready; deal once all persons have revealed."""
    row = await _waiting(connection, match)
    if row is not None:
        await _advance(connection, row, at)


async def _advance(connection: AsyncConnection, row: Row[Any], at: float) -> None:
    taken = select(seats).where(seats.c.table_id == row.table_id).order_by(seats.c.seat)
    sitting = (await connection.execute(taken)).all()
    here, shares = matches.c.id == row.id, row.shares
    if shares is None:
        if not all(seat.kind == "bot" or (seat.kind == "person" and seat.ready and seat.share) for seat in sitting):
            return
        shares = [seat.share if seat.kind == "person" else None for seat in sitting]
        await connection.execute(update(matches).where(here).values(shares=shares))
    entropy = [seat.entropy if share is not None else None for seat, share in zip(sitting, shares, strict=True)]
    if all(share is None or one is not None for share, one in zip(shares, entropy, strict=True)):
        await connection.execute(update(matches).where(here).values(started_at=at, entropy=entropy))
        asked = (seats.c.table_id == row.table_id) & seats.c.wants_rematch
        await connection.execute(update(seats).where(asked).values(wants_rematch=False))


async def restart(connection: AsyncConnection, match: int, attempt: int) -> bool:
    """Start a shuffle over, with a new secret: all pledges are void. False if somebody else did, or it was dealt."""
    row = await _waiting(connection, match)
    if row is None or row.attempt != attempt:
        return False
    await _restart(connection, row)
    return True


async def seats_changed(connection: AsyncConnection, table: str) -> list[int]:
    """Start the shuffle over if its shares were fixed: they are those of other seats. Returns the matches that wait."""
    waiting = (matches.c.table_id == table) & matches.c.started_at.is_(None)
    rows = (await connection.execute(select(matches).where(waiting).with_for_update())).all()
    for row in rows:
        if row.shares is not None:
            await _restart(connection, row)
    return [row.id for row in rows]


async def _restart(connection: AsyncConnection, row: Row[Any]) -> None:
    secret = Secret.new()
    fresh = {
        "secret_seed": secret.seed,
        "secret_nonce": secret.nonce,
        "fairness": VERSION,
        "shares": None,
        "attempt": row.attempt + 1,
    }
    await connection.execute(update(matches).where(matches.c.id == row.id).values(**fresh))
    await connection.execute(update(seats).where(seats.c.table_id == row.table_id).values(**NOT_READY))


async def _waiting(connection: AsyncConnection, match: int) -> Row[Any] | None:
    """The row of a match whose cards are not dealt, held until the end of the transaction."""
    here = (matches.c.id == match) & matches.c.started_at.is_(None)
    return (await connection.execute(select(matches).where(here).with_for_update())).one_or_none()


async def _change(connection: AsyncConnection, table: str, seat: int, **values: Any) -> None:
    here = (seats.c.table_id == table) & (seats.c.seat == seat)
    await connection.execute(update(seats).where(here).values(**values))
