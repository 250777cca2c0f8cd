"""What everyone at a table may know about it: its settings, its seats, its shuffle, how a match ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...bots.levels import basis_of
from ...bots.strengths import strength_said
from ..store.records import LinkRecord, MatchRecord, SeatRecord, TableRecord
from ..wire.perspective import Json
from .attendance import vote_info
from .decks import deck_info
from .live_match import LiveMatch

if TYPE_CHECKING:
    from .session import TableSession


def table_info(session: TableSession) -> Json:
    """The table, for a message."""
    record, (_, spectators), names = session.record, session.here(), session.names
    session.note_presence()
    return {
        "id": record.id,
        "game": record.game,
        "title": session.game.title,
        "deck": None if record.deck is None else deck_info(record.deck),
        "players": record.players,
        "options": {option.name: record.options.get(option.name, option.default) for option in session.game.options},
        "seats": [
            seat_info(seat, names[seat.seat], session.attendance.away(seat.seat)) | _met(session, seat)
            for seat in record.seats
        ],
        "host": record.host,
        "hints": record.gives_hints,
        "hints_offered": record.hints,
        "undo": record.undo,
        "clock": record.clock,
        "practice": record.match.practice_seed is not None,
        "status": session.status,
        "match": record.match.number,
        "commitment": record.match.shuffle.commitment,
        "shuffle": shuffle_info(record),
        "spectators": spectators,
        "queued": session.is_queued,
        "quiet": record.quiet,
        "absence": record.absence,
        "vote": vote_info(session),
        "undo_asked": None if session.undo_request is None else session.undo_request.info(),
    }


def invitation_info(session: TableSession, link: LinkRecord) -> Json:
    """The table, for somebody with an invitation to it."""
    info, record = table_info(session), session.record
    shown = ("game", "title", "deck", "players", "options", "undo", "clock", "absence", "practice", "status")
    maker = None if link.seat is None else record.seats[link.seat]
    known = ("seat", "kind", "name", "level", "here")
    return {
        "by": session.names[maker.seat] if maker is not None and maker.kind == "person" else None,
        **{name: info[name] for name in shown},
        "hints": record.hints,
        "seats": [{name: seat[name] for name in known} for seat in info["seats"]],
        "closed": record.closed_at is not None,
    }


def standing_of(session: TableSession, live: LiveMatch, seat: int | None) -> Json:
    """How a match stands, in words, as a seat or a spectator may know it."""
    known, words = live.redacted(seat), live.game.words
    mine = None if seat is None else words.standing(known, seat)
    return {
        "my_turn": seat is not None and live.to_move == seat,
        "progress": words.status(known),
        "prompt": "" if live.is_over else words.prompt(known, session.names),
        "to_move": live.to_move,
        "score": "" if mine is None else mine.score,
        "won": None if mine is None else mine.won,
    }


def result_of(live: LiveMatch, match: MatchRecord, names: Sequence[str]) -> Json:
    """How a match ended, with everything that was secret."""
    returns, chapters = live.game.returns(live.match.state), live.chapters
    amounts = chapters[-1].amounts if chapters else returns
    return {
        "match": match.number,
        "ending": live.game.words.ending(live.match.state, names),
        "result": live.match.result(),
        "returns": returns,
        "places": live.game.contest.places(returns, amounts, live.match.state),
        "story": _story(live),
        "fairness": match.fairness_record,
    }


def _story(live: LiveMatch) -> Json | None:
    story = live.game.story and live.game.story(live.match.state)
    if story is None:
        return None
    return {
        "chapter": story.chapter,
        "short": story.short,
        "counted": story.counted,
        "shared": story.is_shared,
        "chapters": [{"number": one.number, "step": one.step, "amounts": list(one.amounts)} for one in live.chapters],
    }


def shuffle_info(record: TableRecord) -> Json:
    """How far the shuffle is, and whom it is waiting for."""
    match, seats = record.match, record.seats
    if match.started_at is not None:
        return {"phase": "dealt", "attempt": match.attempt, "shares": list(match.shares or ()), "waiting_for": []}
    fixed = match.shares is not None
    missing = [seat.seat for seat in seats if seat.kind != "bot" and (seat.entropy if fixed else seat.share) is None]
    return {
        "phase": "reveal" if fixed else "pledge",
        "attempt": match.attempt,
        "shares": [seat.share for seat in seats] if match.shares is None else list(match.shares),
        "waiting_for": missing,
    }


def _met(session: TableSession, seat: SeatRecord) -> Json:
    """How strong the bot on a seat is at this table, and by what it plays."""
    record, game = session.record, session.game
    state = game.new_state(record.players, record.options)
    return {"strength": strength_said(seat.level, game, state), "basis": basis_of(seat.level, game, state)}


def seat_info(seat: SeatRecord, name: str, away: float | None) -> Json:
    """A seat, and who sits on it."""
    return {
        "seat": seat.seat,
        "kind": seat.kind,
        "name": name,
        "level": seat.level,
        "stand_in": seat.stand_in,
        "here": seat.kind == "bot" or (seat.kind == "person" and away is None),
        "away": None if away is None else int(away),
        "ready": seat.ready or seat.kind == "bot",
        "wants_rematch": seat.wants_rematch,
        "muted": seat.muted,
        "hints": seat.hints,
    }
