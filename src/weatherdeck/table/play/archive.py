"""Stored matches: replays as a seat sees them and, after the end, saved games and transcripts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from typing import Any

from ...match import save, transcript
from ..store.records import Entry, MatchRecord
from ..store.store import Store
from ..wire.perspective import Json, Perspective
from .errors import RequestError
from .live_match import LiveMatch
from .session import TableSession, check_rules, result_of

BREATH = 0.0002
"""Seconds that a thread rests after a piece of work."""


async def load_match(store: Store, session: TableSession, number: int | None) -> tuple[LiveMatch, MatchRecord]:
    """A match of a table, replayed from the store; by default the current one."""
    match = await store.match(session.record.id, number or session.record.match.number)
    if match is None or match.started_at is None:
        raise RequestError("not_now", "this match has not begun, or there is no match with this number")
    check_rules(session.game, match)
    # Off the event loop: a long match takes a good part of a second.
    return await asyncio.to_thread(_replayed, session, match, await store.entries(match.id)), match


def _replayed(session: TableSession, match: MatchRecord, entries: Iterable[Entry]) -> LiveMatch:
    live = LiveMatch(session.game, match.deal_seed, session.record.players, session.record.options)
    for entry in entries:
        live.apply(entry)
        breathe()
    return live


def breathe() -> None:
    """Let the event loop have its turn: a thread that computes gives the interpreter away only every few milliseconds,
    and those who play would wait for it.
    """
    time.sleep(BREATH)


def replay(session: TableSession, live: LiveMatch, match: MatchRecord, seat: int | None, *, all_open: bool) -> Json:
    """All steps of a match (without those taken back), as a seat or spectator sees them, or with all cards open."""
    names = session.names
    perspective = Perspective(live.game, seat, names)
    hands = [Perspective(live.game, one, names) for one in range(len(names))] if all_open else []
    states = [before for before, _ in live.match.history] + [live.match.state]
    frames = []
    for step, state, bot in zip(live.match.steps, states, live.bots, strict=True):
        position = perspective.position(state, step.version, step.version)
        position["choices"] = []
        if all_open:
            position["view"] = _opened(position["view"], [hand.view(state) for hand in hands])
        frames.append({"step": perspective.step(step, None, bot), "position": position})
        breathe()
    return {
        "table": session.record.id,
        "game": session.record.game,
        "match": match.number,
        "seat": seat,
        "names": names,
        "status": "over" if live.is_over else "playing",
        "frames": frames,
        "result": result_of(live, match, names) if live.is_over else None,
    }


def _opened(view: Json, views: list[Json]) -> Json:
    """A spectator's view with each seat as its player saw it."""
    seats = view.get("seats")
    if not isinstance(seats, list) or len(seats) != len(views):
        return view
    return {**view, "seats": [own["seats"][number] for number, own in enumerate(views)]}


def saved_game(session: TableSession, live: LiveMatch, match: MatchRecord) -> str:
    """A finished match as a saved game, with what is needed to check its shuffle."""
    _check_over(live)
    about: dict[str, Any] = {"table": session.record.id, "match": match.number, "names": session.names}
    if match.practice_seed is None:
        about["fairness"] = match.fairness_record
    else:
        about["practice"] = True  # the host may have known the cards
    return save.dumps(live.match, about)


def transcript_of(live: LiveMatch) -> str:
    """A finished match as a transcript."""
    _check_over(live)
    moves = iter(live.match.moves)
    return transcript.record(
        live.game,
        seed=live.match.seed,
        players=live.match.players,
        options=live.match.options,
        policy=lambda state, legal: live.game.words.parse(next(moves)),  # noqa: ARG005  # the moves as they were made
    )


def _check_over(live: LiveMatch) -> None:
    if not live.is_over:
        raise RequestError("not_now", "the match is not over: its cards are still secret")
