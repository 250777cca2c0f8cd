"""A table in memory: its record and its match as the store has them, and the guests who are told what happens.

Whatever changes is stored first, and told then. A room may fall behind the store (another server wrote), and catches
up; it is never ahead of it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from ..games import registry
from ..games.game import Game
from .clocks import Watch
from .eyes import Eyes, Plain
from .guest import Guest, encode
from .messages import PROTOCOL
from .play import Damaged, Play, Told
from .records import Chat, Entry, MatchRecord, SeatRecord, TableRecord
from .store import Store

STAND_IN = "club"
"""The level of the bot that plays for somebody who is gone."""
PRESENCE_EXPIRES = 45.0
"""Seconds after which a server that says nothing more about who is at it is taken to be gone."""


@dataclass
class Asking:
    """An undo that others have to agree to."""

    version: int
    seat: int
    moves: tuple[str, ...]
    back: int
    needed: frozenset[int]
    agreed: set[int] = field(default_factory=set)

    def message(self) -> Plain:
        """The question."""
        return {"type": "ask_undo", "version": self.version, "seat": self.seat, "moves": list(self.moves)}


@dataclass(frozen=True)
class Elsewhere:
    """Who is at this table through another server, as far as it told."""

    seats: frozenset[int]
    spectators: int
    until: float


class Room:
    """A table in memory."""

    def __init__(self, store: Store, record: TableRecord, chat: list[Chat]) -> None:
        self.store, self.record = store, record
        self.game: Game = registry.load(record.game)
        self.chat = chat
        self.play: Play | None = None
        self.watch: Watch | None = None
        self.guests: set[Guest] = set()
        self.turn = asyncio.Lock()  # one thing happens at a time
        self.asking: Asking | None = None
        self.elsewhere: dict[str, Elsewhere] = {}
        self._logs: dict[int | None, list[Plain]] = {}
        self._behind = True
        self._telling_table: asyncio.TimerHandle | None = None

    # ------------------------------------------------------------ who is here
    @property
    def names(self) -> list[str]:
        """The players' names, by seat: no two the same."""
        names: list[str] = []
        for seat in self.record.seats:
            same = sum(other.name == seat.name for other in self.record.seats[: seat.seat])
            names.append(f"{seat.name} {same + 1}" if same else seat.name)
        return names

    @property
    def status(self) -> str:
        """Waiting, playing or over."""
        if self.play is None:
            return "waiting"
        return "over" if self.play.is_over else "playing"

    def seat(self, number: int) -> SeatRecord:
        """A seat."""
        return self.record.seats[number]

    @property
    def persons(self) -> frozenset[int]:
        """The seats on which persons play for themselves."""
        return frozenset(seat.seat for seat in self.record.seats if seat.is_person)

    def here(self) -> tuple[frozenset[int], int]:
        """The seats that are connected to any server, and the number of spectators."""
        now = time.monotonic()
        others = [one for one in self.elsewhere.values() if one.until > now]
        seats = frozenset(guest.seat for guest in self.guests if guest.seat is not None)
        spectators = sum(guest.seat is None for guest in self.guests)
        return seats.union(*(one.seats for one in others)), spectators + sum(one.spectators for one in others)

    def info(self) -> Plain:
        """The table, as everybody at it may know."""
        record, (here, spectators), names = self.record, self.here(), self.names
        return {
            "id": record.id,
            "game": record.game,
            "title": self.game.title,
            "players": record.players,
            "options": {option.name: record.options.get(option.name, option.default) for option in self.game.options},
            "seats": [_seat_info(seat, names[seat.seat], seat.seat in here) for seat in record.seats],
            "host": record.host,
            "hints": record.hints,
            "undo": record.undo,
            "clock": record.clock,
            "practice": record.match.practice_seed is not None,
            "status": self.status,
            "match": record.match.number,
            "commitment": record.match.secret.commitment,
            "spectators": spectators,
        }

    # ------------------------------------------------------------ what a seat is told
    def eyes(self, seat: int | None) -> Eyes:
        """The eyes of a seat, or of a spectator."""
        return Eyes(self.game, seat, self.names)

    def position(self, seat: int | None, told: Told | None = None) -> Plain | None:
        """How the game stands (or stood), for a seat."""
        if self.play is None:
            return None
        told = told or self.play.now
        return self.eyes(seat).position(told, undo=self._may_undo(seat, told), clocks=self._clocks(told))

    def _may_undo(self, seat: int | None, told: Told) -> str:
        if seat is None or not self.record.undo or seat not in told.undoable or self.play is None or self.play.is_over:
            return "no"
        if told is not self.play.now or seat not in self.persons:
            return "no"
        plan = self.play.undo_plan(seat)
        assert plan is not None, "the rules would allow it"
        return "ask" if plan.others & self.persons else "free"

    def _clocks(self, told: Told) -> Plain | None:
        if self.watch is None or self.play is None or told is not self.play.now:
            return None
        return self.watch.shown(self.record.seats, self.play.to_move, time.time())

    def log(self, seat: int | None) -> list[Plain]:
        """The log, for a seat: every step is put into words once."""
        if self.play is None:
            return []
        lines, steps = self._logs.setdefault(seat, []), self.play.match.steps
        lines += [self.eyes(seat).log_line(step) for step in steps[len(lines) :]]
        return lines

    def news(self, told: Told, seat: int | None) -> Plain:
        """What happened, as a message for a seat."""
        common = {"match": self.record.match.number, "version": told.version, "position": self.position(seat, told)}
        if told.entry is not None and told.entry.kind == "undo":
            return {"type": "undone", "seat": told.entry.seat, "step": told.step, **common}
        return {"type": "stepped", "steps": self.eyes(seat).steps(told), **common}

    def started(self, seat: int | None) -> Plain:
        """The deal, as a message for a seat."""
        assert self.play is not None, "it has begun"
        deal = self.play.deal
        position = self.position(seat, deal)
        return {
            "type": "started",
            "match": self.record.match.number,
            "steps": self.eyes(seat).steps(deal),
            "position": position,
        }

    def result(self) -> Plain | None:
        """How the match ended, with all that was secret; None before the end."""
        if self.play is None or not self.play.is_over:
            return None
        return result_of(self.play, self.record.match, self.names)

    def welcome(self, seat: int | None, seen: tuple[int, int] | None) -> Plain:
        """All that one who comes in needs to know; after a short break, only what was missed."""
        missed: list[Told] | None = None
        if self.play is not None and seen is not None and seen[0] == self.record.match.number:
            missed = self.play.since(seen[1])
        whole = missed is None
        asking = self.asking if self.asking and seat in self.asking.needed - self.asking.agreed else None
        return {
            "type": "welcome",
            "protocol": PROTOCOL,
            "seat": seat,
            "table": self.info(),
            "position": self.position(seat) if whole else None,
            "log": self.log(seat) if whole else None,
            "missed": None if missed is None else [self.news(told, seat) for told in missed],
            "chat": [chat_line(line) for line in self.chat],
            "asking": asking.message() if asking else None,
            "result": self.result(),
        }

    # ------------------------------------------------------------ telling
    def tell(self, message: Plain, seats: Iterable[int | None] | None = None) -> None:
        """Tell all guests (or those of some seats) the same."""
        data = encode(message)
        wanted = None if seats is None else set(seats)
        for guest in self.guests:
            if wanted is None or guest.seat in wanted:
                guest.send(data)

    def tell_each(self, told: Told | None, asked: Guest | None = None, message_id: str | None = None) -> None:
        """Tell every guest what happened (None: the deal), each as their seat may know it; encoded once for a seat."""
        audiences: dict[int | None, list[Guest]] = {}
        for guest in self.guests:
            audiences.setdefault(guest.seat, []).append(guest)
        for seat, guests in audiences.items():
            message = self.started(seat) if told is None else self.news(told, seat)
            data = encode(message)
            for guest in guests:
                guest.send({"id": message_id, **message} if guest is asked and message_id is not None else data)

    def tell_table(self) -> None:
        """Tell everybody about the table, in a moment: when many come at once, once for all of them."""
        if self._telling_table is None:
            self._telling_table = asyncio.get_running_loop().call_later(0.05, self._tell_table_now)

    def _tell_table_now(self) -> None:
        self._telling_table = None
        self.tell({"type": "table", "table": self.info()})

    # ------------------------------------------------------------ keeping up with the store
    def fall_behind(self) -> None:
        """The store may know more: look before the next thing happens."""
        self._behind = True

    async def catch_up(self) -> None:
        """Read what the store knows more, and tell it. Call it with the turn held."""
        if self._behind:
            self._behind = False
            try:
                await self.reload()
            except BaseException:
                self._behind = True
                raise

    async def reload(self) -> None:
        """Read the table and its entries."""
        record = await self.store.load(self.record.id)
        assert record is not None, "tables are not removed"
        before, self.record = self.record, record
        if record.match.id != before.match.id:
            self.play, self.watch, self.asking = None, None, None
            self._logs.clear()
        if record.match.started_at is not None:
            if self.play is None:
                self._begin()
            assert self.play is not None, "it has begun"
            for entry in await self.store.entries(record.match.id, self.play.version):
                self.happen(entry)
        if record != before:
            self.tell_table()

    def _begin(self) -> None:
        match = self.record.match
        check_rules(self.game, match)
        self.play = Play(self.game, match.deal_seed, self.record.players, self.record.options)
        if self.record.clock is not None:
            assert match.started_at is not None, "it has begun"
            self.watch = Watch(self.record.clock, match.started_at, self.record.players)
        self._logs.clear()
        self.tell_each(None)

    def happen(self, entry: Entry, asked: Guest | None = None, message_id: str | None = None) -> Told:
        """Let a stored entry happen, and tell it."""
        assert self.play is not None, "it has begun"
        told = self.play.apply(entry)
        if self.watch is not None:
            self.watch.tell(entry)
        if entry.kind == "undo":
            for lines in self._logs.values():
                del lines[told.step + 1 :]
        if self.asking is not None:
            if entry.kind == "move":
                self.tell({"type": "undo_answered", "version": self.asking.version, "seat": None, "agreed": False})
            self.asking = None
        self.tell_each(told, asked, message_id)
        if self.play.is_over:
            self.tell({"type": "over", "result": self.result()})
            self.tell_table()
        return told

    async def store_entry(self, entry: Entry, asked: Guest | None = None, message_id: str | None = None) -> bool:
        """Store an entry, and only then let it happen; False if somebody else was first. Call it with the turn held."""
        self._behind = True  # until we know how it went
        if not await self.store.append(self.record.id, entry):
            await self.catch_up()
            return False
        self._behind = False
        self.happen(entry, asked, message_id)
        if self.status == "over":
            await self.store.end(self.record.id, self.record.match.id, entry.at)
            self.record = replace(self.record, match=replace(self.record.match, ended_at=entry.at))
        return True

    def entry(self, kind: str, seat: int, **more: Any) -> Entry:
        """The entry that would come next."""
        assert self.play is not None, "it has begun"
        fields: dict[str, Any] = {"moves": (), "back": 0, "bot": None, **more}
        return Entry(self.record.match.id, self.play.version + 1, kind, seat, at=time.time(), **fields)  # type: ignore[arg-type]  # a move or an undo


def check_rules(game: Game, match: MatchRecord) -> None:
    """Refuse a match that was begun under other rules: it could go otherwise now."""
    data = game.rules.DATA.fingerprint if game.rules.DATA is not None else None
    if (match.ruleset, match.data) != (game.rules.RULESET, data):
        raise Damaged(
            f"this match was begun under ruleset {match.ruleset} of {game.title} and cannot go on under ruleset "
            f"{game.rules.RULESET}, or its deck has changed"
        )


def result_of(play: Play, match: MatchRecord, names: list[str]) -> Plain:
    """How a match ended, with all that was secret."""
    assert match.entropy is not None, "it has begun"
    return {
        "match": match.number,
        "ending": play.game.words.ending(play.match.state, names),
        "result": play.match.result(),
        "returns": play.game.returns(play.match.state),
        "fairness": match.secret.record(match.entropy) if match.practice_seed is None else None,
    }


def chat_line(line: Chat) -> Plain:
    """A line of chat, for a message."""
    return {"number": line.number, "seat": line.seat, "name": line.name, "text": line.text, "at": line.at}


def _seat_info(seat: SeatRecord, name: str, here: bool) -> Plain:
    return {
        "seat": seat.seat,
        "kind": seat.kind,
        "name": name,
        "level": seat.level,
        "stand_in": seat.stand_in,
        "here": here or seat.kind == "bot",
        "ready": seat.ready or seat.kind == "bot",
        "wants_rematch": seat.wants_rematch,
    }
