"""A new table: the records that a request for one asks for."""

from __future__ import annotations

import time
from dataclasses import dataclass

from ... import __version__
from ...errors import IllegalMove
from ...games import registry
from ...games.game import Game
from ...games.options import OptionError
from ...match import Match
from ..fairness import Secret, deck_digest
from ..store.records import Entry, LinkRecord, MatchRecord, SeatRecord, TableRecord
from ..wire.requests import NewTable, SeatWish
from .bots import levels_of, usual_level
from .decks import OfferedDecks
from .errors import RequestError
from .names import bot_names, checked_name
from .tokens import hash_token, new_id, new_token
from .uploads import Uploads

OPEN_NAMES = ("North", "East", "South", "West", "Fifth", "Sixth")


@dataclass(frozen=True)
class Tokens:
    """The tokens of a new table. The store keeps only their hashes, so they are shown once."""

    seat: str
    invite: str
    watch: str

    @classmethod
    def new(cls) -> Tokens:
        """Fresh ones."""
        return cls(new_token(), new_token(), new_token())

    def links(self, record: TableRecord) -> list[LinkRecord]:
        """The links of the new table."""
        return [
            LinkRecord(kind="invite", token=hash_token(self.invite), seat=record.host, created_at=record.created_at),
            LinkRecord(kind="watch", token=hash_token(self.watch), seat=record.host, created_at=record.created_at),
        ]


def new_table(
    request: NewTable, tokens: Tokens, decks: OfferedDecks, uploads: Uploads
) -> tuple[TableRecord, tuple[Entry, ...]]:
    """The record of a new table, and the entries it opens with; RequestError says what is wrong with the request."""
    game = _game(request, decks, uploads)
    _check_practice(request)
    try:
        players, options = game.check_players(request.players), game.check_options(request.options)
        game.new_state(players, options)  # refuses what does not go together
    except OptionError as problem:
        raise RequestError("not_allowed", str(problem)) from None
    seats = _seats(request, game, players, hash_token(tokens.seat))
    table_id = new_id()
    table = TableRecord(
        id=table_id,
        game=request.game,
        players=players,
        options=options,
        host=next((seat.seat for seat in seats if seat.kind == "person"), None),
        hints=request.hints,
        undo=request.undo,
        clock=None if request.clock is None else request.clock.model_dump(),
        absence=request.absence,
        created_at=time.time(),
        seats=seats,
        match=_first_match(table_id, game, None if request.seed is None else int(request.seed)),
        deck=game.deck,
    )
    return table, _opening(request, game, table)


def _check_practice(request: NewTable) -> None:
    """Refuse what only a practice table can have: at other tables nobody chooses the cards or another's moves."""
    if request.seed is None and request.opening:
        raise RequestError("not_allowed", "an opening needs a seed: its moves belong to certain cards")
    guided = any(one.kind == "guided" for one in request.seats or ())
    if guided and request.seed is None:
        raise RequestError("not_allowed", "guided seats need a seed: only a practice table can have them")
    if guided and request.clock is not None:
        raise RequestError("not_allowed", "a table with guided seats has no clock: they wait until they are told")


def _opening(request: NewTable, game: Game, table: TableRecord) -> tuple[Entry, ...]:
    """The opening as entries, one for each move; RequestError says which move cannot be made."""
    if not request.opening:
        return ()
    assert table.match.practice_seed is not None, "checked"
    match, entries = Match(game, seed=table.match.practice_seed, players=table.players, options=table.options), []
    for version, move in enumerate(request.opening, 1):
        if match.to_move is None:
            raise RequestError("not_allowed", f"the opening goes on after the end: move {version} ({move}) is too many")
        seat = match.to_move
        try:
            match.play(move)
        except IllegalMove as problem:
            raise RequestError("not_allowed", f"move {version} of the opening is not legal: {problem}") from None
        entries.append(Entry(match=0, version=version, kind="move", seat=seat, at=table.created_at, moves=(move,)))
    return tuple(entries)


def _game(request: NewTable, decks: OfferedDecks, uploads: Uploads) -> Game:
    if not registry.is_known(request.game):
        names = ", ".join(registry.names())
        raise RequestError("not_allowed", f"there is no game {request.game!r}; the games here are: {names}")
    if request.deck_file is None:
        return registry.load(request.game, decks.find(request.game, request.deck))
    if request.deck is not None:
        raise RequestError("not_allowed", "a table has one deck: one that the server offers, or a file of your own")
    return uploads.game_of(request.game, request.deck_file)


def _first_match(table: str, game: Game, practice_seed: int | None) -> MatchRecord:
    return MatchRecord(
        table=table,
        number=1,
        ruleset=game.rules.RULESET,
        data=game.fingerprint,
        secret=Secret.new(deck_digest(game.deck)),
        practice_seed=practice_seed,
        made_with=__version__,
    )


def _seats(request: NewTable, game: Game, players: int, token_hash: str) -> tuple[SeatRecord, ...]:
    wishes = request.seats
    if wishes is None:
        wishes = [SeatWish(kind="me"), *[SeatWish(kind="bot")] * (players - 1)]
    if len(wishes) != players:
        raise RequestError("not_allowed", f"this table has {players} seats, but the request describes {len(wishes)}")
    if sum(one.kind == "me" for one in wishes) > 1:
        raise RequestError("not_allowed", "you can take one seat; leave the others open and join them with the link")
    names_of_bots = bot_names([request.name])
    seats = []
    for number, wish in enumerate(wishes):
        if wish.kind == "me":
            seats.append(
                SeatRecord(
                    seat=number,
                    kind="person",
                    name=checked_name(request.name),
                    token=token_hash,
                    sat_at=time.time(),
                    hints=request.hints,
                )
            )
        elif wish.kind == "open":
            seats.append(SeatRecord(seat=number, kind="open", name=open_name(number)))
        elif wish.kind == "guided":
            seats.append(SeatRecord(seat=number, kind="bot", name=next(names_of_bots)))
        else:
            level = wish.level or usual_level(game)
            check_level(game, level)
            seats.append(SeatRecord(seat=number, kind="bot", name=next(names_of_bots), level=level))
    return tuple(seats)


def open_name(number: int) -> str:
    """The placeholder for the name of an open seat."""
    return OPEN_NAMES[number] if number < len(OPEN_NAMES) else f"Seat {number + 1}"


def check_level(game: Game, level: str) -> None:
    """Refuse a level that does not exist, or that cannot play this game."""
    levels = levels_of(game)
    if level not in levels:
        raise RequestError("not_allowed", f"no bot {level!r} plays {game.title}; the levels are: {', '.join(levels)}")
