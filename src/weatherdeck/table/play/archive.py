"""Stored matches: replays as a seat sees them and, after the end, saved games and transcripts."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import orjson

from ...games.game import Game
from ...match import save, transcript
from ..store.records import Entry, MatchRecord, TableRecord
from ..store.store import Store
from ..wire.connection import encode
from ..wire.perspective import Json, Perspective
from .errors import RequestError
from .info import result_of
from .live_match import LiveMatch
from .names import all_distinct
from .session import TableSession, check_rules
from .shelf import Shelf

BREATH = 0.0002
"""Seconds that a thread rests after a piece of work."""
Run: TypeAlias = Callable[[Callable[[], LiveMatch]], Awaitable[LiveMatch]]
"""Lets a thread do some work."""


async def load_match(
    store: Store, session: TableSession, number: int | None, run: Run = asyncio.to_thread
) -> tuple[LiveMatch, MatchRecord]:
    """A match of a table, replayed from the store in a thread; by default the current one."""
    match = await store.match(session.record.id, number or session.record.match.number)
    if match is None or match.started_at is None:
        raise RequestError("not_now", "this match has not begun, or there is no match with this number")
    check_rules(session.game, match)
    # Off the event loop: a long match takes a good part of a second.
    replayed = partial(_replayed, session.game, session.record, match, await store.entries(match.id))
    return await run(replayed), match


def _replayed(game: Game, record: TableRecord, match: MatchRecord, entries: Iterable[Entry]) -> LiveMatch:
    live = LiveMatch(game, match.deal_seed, record.players, record.options)
    for entry in entries:
        live.apply(entry)
        breathe()
    return live


def breathe() -> None:
    """Let the event loop have its turn: a thread that computes gives the interpreter away only every few milliseconds,
    and those who play would wait for it.
    """
    time.sleep(BREATH)


def replay(names: Sequence[str], live: LiveMatch, match: MatchRecord, seat: int | None, *, all_open: bool) -> Json:
    """All steps of a match (without those taken back), as a seat or spectator sees them, or with all cards open."""
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
        "table": match.table,
        "game": live.game.name,
        "match": match.number,
        "seat": seat,
        "names": list(names),
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


def saved_game(names: Sequence[str], live: LiveMatch, match: MatchRecord) -> str:
    """A finished match as a saved game, with what is needed to check its shuffle."""
    _check_over(live)
    about: dict[str, Any] = {"table": match.table, "match": match.number, "names": list(names)}
    if match.made_with is not None:
        about["made_with"] = match.made_with
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


# ---------------------------------------------------------------- archives


class ArchivedMatch(NamedTuple):
    """A finished match as it was when it ended. Reading it needs no rules."""

    content: Json

    @classmethod
    def unpack(cls, packed_content: bytes) -> ArchivedMatch:
        """From what the store keeps."""
        return cls(orjson.loads(zlib.decompress(packed_content)))

    @property
    def replay(self) -> bytes:
        """The replay, with all cards open."""
        return encode(self.content["replay"])

    @property
    def game(self) -> bytes:
        """The saved game."""
        return str(self.content["game"]).encode()

    @property
    def transcript(self) -> bytes:
        """The transcript."""
        return str(self.content["transcript"]).encode()


async def find(store: Store, record: TableRecord, number: int) -> ArchivedMatch:
    """The archive of a match; RequestError if there is none."""
    match = await store.match(record.id, number)
    content = None if match is None else await store.archives.find(match.id)
    if content is None:
        raise RequestError(
            "outdated",
            "this match was played under rules that this server no longer has, and it was not archived: the version of "
            "weatherdeck that it was played with can show it",
        )
    return await asyncio.to_thread(ArchivedMatch.unpack, content)


async def packed(store: Store, shelf: Shelf, record: TableRecord, match: MatchRecord) -> bytes | None:
    """The archive of a match, for the store; None if it is not over."""
    from . import outdated  # it uses sessions, too

    game = await asyncio.to_thread(outdated.game_of, record, shelf)
    outdated.check(replace(record, match=match), game)
    live = await asyncio.to_thread(_replayed, game, record, match, await store.entries(match.id))
    return await asyncio.to_thread(_packed, record, match, live) if live.is_over else None


def _packed(record: TableRecord, match: MatchRecord, live: LiveMatch) -> bytes:
    names = all_distinct(seat.name for seat in record.seats)
    shown = Perspective(live.game, None, names)
    content = {
        "format": 1,
        "title": live.game.title,
        "ruleset": match.ruleset,
        "made_with": match.made_with,
        "seats": [
            {"kind": seat.kind, "name": name, "level": seat.level}
            for seat, name in zip(record.seats, names, strict=True)
        ],
        "options": record.options,
        "deck": None if record.deck is None else record.deck.as_data(),
        "started_at": match.started_at,
        "ended_at": match.ended_at,
        "replay": replay(names, live, match, None, all_open=True),
        "log": [shown.log_line(step) for step in live.match.steps],
        "game": saved_game(names, live, match),
        "transcript": transcript_of(live),
    }
    return zlib.compress(orjson.dumps(content), 9)
