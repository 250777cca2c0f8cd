"""Tables whose match was begun under rules that this server does not have: an older ruleset, another deck, a game that
is no longer installed. They are listed, say so, and can be read; they are never played under other rules.
"""

from __future__ import annotations

import time

from ...errors import Problem
from ...games import registry
from ...games.game import Game
from ..store.records import Entry, MatchRecord, TableRecord
from ..store.store import Store
from ..wire.perspective import Json
from . import links
from .decks import deck_info
from .errors import RequestError
from .session import check_rules
from .shelf import Shelf
from .tokens import hash_token, matches


class Outdated(RequestError):
    """A table whose match this server cannot play."""

    def __init__(self, record: TableRecord, reason: str) -> None:
        super().__init__("outdated", reason)
        self.record = record

    @property
    def is_over(self) -> bool:
        """Whether the match is over: then its archive can be read."""
        return self.record.match.ended_at is not None


def game_of(record: TableRecord, shelf: Shelf) -> Game:
    """The game of a table; Outdated if it, or its deck, cannot be loaded any more."""
    try:
        return shelf.load(record.game_ref)
    except RequestError:
        raise
    except Problem as problem:
        raise broken(record, problem) from None


def check(record: TableRecord, game: Game) -> None:
    """Refuse a match that was begun under other rules."""
    try:
        check_rules(game, record.match)
    except Problem as problem:
        raise broken(record, problem) from None


def broken(record: TableRecord, problem: Problem) -> Outdated:
    """A match whose entries cannot be replayed, and what can be done with it."""
    reason = str(problem)
    return Outdated(record, f"{reason[0].upper()}{reason[1:]}. {_what_now(record.match)}")


def _what_now(match: MatchRecord) -> str:
    if match.ended_at is not None:
        return "It is over. You can still replay it, save it and check its shuffle."
    version = "the version that it was begun with" if match.made_with is None else f"weatherdeck {match.made_with}"
    return f"Nothing is lost: the match can be continued with {version}."


async def seat_of(store: Store, record: TableRecord, token: str) -> int | None:
    """The seat that a token opens (None for a watch link) at a table that cannot be loaded."""
    found = [seat.seat for seat in record.seats if matches(token, seat.token)]
    if found:
        return found[0]
    link = await store.links.find(record.id, hash_token(token))
    if link is None or link.kind != "watch" or not link.is_open(time.time()):
        raise links.refusal(link, token)
    return None


def summary(problem: Outdated, older: str | None) -> Json:
    """What the list of a person's tables says about it."""
    record = problem.record
    return {
        "game": record.game,
        **_title_and_options(record),
        "deck": None if record.deck is None else deck_info(record.deck),
        "players": record.players,
        "practice": record.match.practice_seed is not None,
        "match": record.match.number,
        "over": problem.is_over,
        "reason": str(problem),
        "older": None if problem.is_over else older,
    }


def _title_and_options(record: TableRecord) -> Json:
    """As the game has them, if it is still installed."""
    try:
        game = registry.load(record.game)  # whatever the deck is
    except Problem:
        return {"title": record.game, "options": record.options}
    options = {option.name: record.options.get(option.name, option.default) for option in game.options}
    return {"title": game.title, "options": options}


def kept_for(record: TableRecord, entries: list[Entry], seat: int | None) -> Json:
    """All that a seat may know of a match that cannot be shown: its own moves, and when the others moved.

    Without its rules nobody can tell which of the others' moves were public, so none of them are given away.
    """
    match = record.match
    return {
        "kind": "weatherdeck unfinished match",
        "table": record.id,
        "game": record.game,
        "ruleset": match.ruleset,
        "made_with": match.made_with,
        "match": match.number,
        "players": [one.name for one in record.seats],
        "options": record.options,
        "deck": None if record.deck is None else record.deck.title,
        "commitment": match.shuffle.commitment,
        "shares": match.shares,
        "seat": seat,
        "entries": [
            {
                "version": entry.version,
                "kind": entry.kind,
                "seat": entry.seat,
                "at": entry.at,
                "moves": list(entry.moves) if entry.seat == seat else None,
            }
            for entry in entries
        ],
    }
