"""Links to a table: what they open, who may make and revoke them, and how a seat moves to another device.

A seat's own token never leaves the device that it was given to. All that is shared are links: an invitation, a link to
watch, or (once, and not for long) a link that moves a seat.
"""

from __future__ import annotations

import time
from dataclasses import replace

from ..store.records import LinkKind, LinkRecord
from ..wire.messages import Close
from ..wire.perspective import Json
from .errors import RequestError
from .session import TableSession
from .tokens import hash_token, new_token

MOVE_LASTS = 15 * 60
"""Seconds for which a link that moves a seat works."""
MAX_OPEN = 40
"""Links of one table that work at the same time."""
MAX_FOR_GUESTS = 20
"""Links of one table that work, beyond which guests cannot add to them: the players need some, too."""
NAMES: dict[LinkKind, str] = {"invite": "invitation", "watch": "link", "move": "link"}


async def make(session: TableSession, seat: int | None, kind: LinkKind) -> Json:
    """Make a link on behalf of a seat; return it with its token."""
    if seat is None:
        raise RequestError("not_allowed", "spectators cannot make links: ask one of the players")
    if kind == "invite" and seat != session.record.host:
        raise RequestError("not_allowed", "only the host can invite people")
    full = f"this table has {MAX_OPEN} links already: revoke one first"
    return await _add(session, seat, kind, MAX_OPEN, full)


async def make_for_guest(session: TableSession, invite: str) -> Json:
    """Make a watch link for somebody with an invitation, in the name of whoever invited them."""
    invitation = await check_invitation(session, invite)
    full = "too many people watch this table: ask one of the players for a watch link"
    return await _add(session, invitation.seat, "watch", MAX_FOR_GUESTS, full)


async def _add(session: TableSession, seat: int | None, kind: LinkKind, at_most: int, full: str) -> Json:
    """Store a new link, unless that many work. The store counts them: others may be adding links, too."""
    now, token = time.time(), new_token()
    link = LinkRecord(kind=kind, token=hash_token(token), seat=seat, created_at=now)
    if kind == "move" and seat is not None:
        link = replace(link, replaces=session.seat(seat).token, expires_at=now + MOVE_LASTS)
    number = await session.store.links.add(session.record.id, link, at_most)
    if number is None:
        raise RequestError("not_now", full)
    return {**_info(link), "id": number, "token": token}


async def listed(session: TableSession) -> list[Json]:
    """The links that work, without their tokens."""
    return [_info(link) for link in await session.store.links.open(session.record.id, time.time())]


async def revoke(session: TableSession, seat: int | None, number: int) -> None:
    """Revoke a link: the host any, others their own. Whoever came by it is disconnected."""
    found = {link.id: link for link in await session.store.links.open(session.record.id, time.time())}.get(number)
    if seat is None or (found is not None and seat not in (session.record.host, found.seat)):
        raise RequestError("not_allowed", "you can revoke the links that you made; the host can revoke all of them")
    if found is None:
        raise RequestError("not_now", "there is no such link any more")
    await session.store.links.revoke(session.record.id, time.time(), number=number)
    await session.store.audit(f"seat {seat}", "revoke_link", session.record.id, link=number, kind=found.kind)
    async with session.lock:
        await close_revoked(session)


async def close_revoked(session: TableSession) -> None:
    """Disconnect the spectators whose link was revoked. Hold the lock."""
    spectators = [one for one in session.connections if one.seat is None]
    if not spectators:
        return
    working = {link.token for link in await session.store.links.open(session.record.id, time.time())}
    for connection in spectators:
        if connection.key not in working:
            session.dismiss(connection, "revoked", "the link that you were watching with was revoked", Close.TOKEN)


async def check_invitation(session: TableSession, token: str) -> LinkRecord:
    """The invitation of a token, if it works."""
    link = await session.store.links.find(session.record.id, hash_token(token))
    if link is None or link.kind != "invite" or not link.is_open(time.time()):
        raise refusal(link, token, otherwise="this invitation is not for this table")
    return link


async def check_readable(session: TableSession, token: str) -> bool:
    """Whether a link that works shows what the table is: an invitation or a move. A dead one is explained."""
    link = await session.store.links.find(session.record.id, hash_token(token))
    if link is None or link.kind == "watch" or link.token != hash_token(token):
        return False
    if not link.is_open(time.time()):
        raise refusal(link, token)
    return True


async def watches(session: TableSession, token: str) -> bool:
    """Whether a token is that of a watch link; a link that does not work is refused with the reason."""
    link = await session.store.links.find(session.record.id, hash_token(token))
    if link is None:
        return False
    if link.kind == "watch" and link.is_open(time.time()):
        return True
    raise refusal(link, token)


async def move(session: TableSession, token: str) -> tuple[int, str]:
    """Move a seat by a link: return the seat and its new token. The old token stops working."""
    fresh = new_token()
    async with session.lock:
        table = session.record.id
        seat = await session.store.links.move_seat(table, hash_token(token), hash_token(fresh), time.time())
        if seat is None:
            raise refusal(await session.store.links.find(table, hash_token(token)), token)
        await session.reload()
    return seat, fresh


def refusal(link: LinkRecord | None, token: str, otherwise: str = "this link is not for this table") -> RequestError:
    """Why a link does not open what it was tried on."""
    if link is None:
        return RequestError("wrong_token", otherwise)
    if link.token != hash_token(token):
        return RequestError("moved", "this seat was moved to another device")
    if link.revoked_at is not None:
        return RequestError("revoked", f"this {NAMES[link.kind]} was revoked: ask for a new one")
    if link.used_at is not None:
        return RequestError("not_now", "this link was used already: it moves a seat only once")
    if not link.is_open(time.time()):
        minutes = MOVE_LASTS // 60
        return RequestError("not_now", f"this link has expired: it works for {minutes} minutes, so make a new one")
    kinds = {
        "invite": "this link is an invitation to take a seat; it opens nothing else",
        "watch": "with this link you can only watch",
        "move": "this link moves a seat to another device; it opens nothing else",
    }
    return RequestError("wrong_token", kinds[link.kind])


def _info(link: LinkRecord) -> Json:
    return {
        "id": link.id,
        "kind": link.kind,
        "seat": link.seat,
        "made_at": link.created_at,
        "expires_at": link.expires_at,
    }
