"""Updates from other servers that share the store, applied to a session."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

from ..store.pubsub import Update
from ..store.records import Entry
from . import undo
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
    live, entry = session.live, update.get("entry")
    if live is None or update["match"] != session.record.match.id:
        await session.reload()
    elif entry is not None and entry["version"] == live.version + 1:
        session.apply(Entry(**{**entry, "moves": tuple(entry["moves"])}))
    elif update["version"] > live.version:
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
    if note_presence(session, update):
        session.tell_table()


def note_presence(session: TableSession, update: Update) -> bool:
    """Note who is connected to another server, which says so again and again; return whether it is news."""
    before, until = session.elsewhere.get(update["from"]), time.monotonic() + PRESENCE_EXPIRES
    now = RemotePresence(frozenset(update["seats"]), update["spectators"], until)
    session.elsewhere[update["from"]] = now
    return before is None or replace(before, until=until) != now


async def _ask_undo(session: TableSession, update: Update) -> None:
    await session.reload()
    if session.live is not None and session.live.version == update["version"]:
        undo.ask(session, update["seat"])


async def _answer_undo(session: TableSession, update: Update) -> None:
    if session.undo_request is not None and session.undo_request.version == update["version"]:
        await undo.answer(session, update["seat"], agree=update["agree"])


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
