"""Updates from other servers that share the store, applied to a session."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from ..store.pubsub import Update
from .attendance import count_votes, take_vote
from .links import close_revoked
from .session import PRESENCE_EXPIRES, RemotePresence, TableSession


async def apply_update(session: TableSession, update: Update) -> None:
    """Apply an update. Hold the lock."""
    await HANDLERS[update["news"]](session, update)


async def _table(session: TableSession, update: Update) -> None:
    del update
    await session.reload()


async def _entry(session: TableSession, update: Update) -> None:
    live = session.live
    if live is None or update["match"] != session.record.match.id or update["version"] > live.version:
        await session.reload()


async def _links(session: TableSession, update: Update) -> None:
    del update
    await close_revoked(session)


async def _chat(session: TableSession, update: Update) -> None:
    del update
    session.take_in_chat(await session.store.chat(session.record.id, session.chat.last))


async def _say(session: TableSession, update: Update) -> None:
    session.tell(update["message"])


async def _here(session: TableSession, update: Update) -> None:
    until = time.monotonic() + PRESENCE_EXPIRES
    session.elsewhere[update["from"]] = RemotePresence(frozenset(update["seats"]), update["spectators"], until)
    session.tell_table()


async def _ask_undo(session: TableSession, update: Update) -> None:
    await session.reload()
    if session.live is not None and session.live.version == update["version"]:
        session.ask_undo(update["seat"])


async def _answer_undo(session: TableSession, update: Update) -> None:
    if session.undo_request is not None and session.undo_request.version == update["version"]:
        await session.answer_undo(update["seat"], update["agree"])


async def _vote_out(session: TableSession, update: Update) -> None:
    take_vote(session, update["version"], update["seat"], update["by"], agree=update["agree"])
    await count_votes(session)


HANDLERS: dict[str, Callable[[TableSession, Update], Awaitable[None]]] = {
    "table": _table,
    "take_over": _table,  # and the worker is woken
    "entry": _entry,
    "links": _links,
    "chat": _chat,
    "say": _say,
    "here": _here,
    "ask_undo": _ask_undo,
    "answer_undo": _answer_undo,
    "vote_out": _vote_out,
}
