"""One table in memory: its record and its match as stored, and the connections that are told what happens.

Every change is stored first and told afterwards. A session may fall behind the store (another server wrote) and catch
up with it; it is never ahead.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Hashable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeVar

from ...games.game import Game
from ..fairness import VERSION
from ..store.records import ChatRecord, Entry, MatchRecord, SeatRecord, TableRecord
from ..store.store import Store
from ..wire.connection import Connection, encode, with_id
from ..wire.messages import PROTOCOL, Close, ErrorCode
from ..wire.perspective import Json, Perspective
from .advice import TableAdvice
from .attendance import Attendance, AwayVote
from .bots import MatchBots, usual_level
from .chat import ChatHistory, TalkPolicy, chat_line
from .clock import MatchClock
from .errors import BrokenMatch, RequestError
from .info import result_of, shuffle_info, table_info
from .live_match import Change, Decision, LiveMatch
from .names import all_distinct
from .undo import UndoRequest

PRESENCE_EXPIRES = 45.0
"""Seconds after which a server that has not said who is connected to it is taken to be gone."""
CLOSED = (
    "The host or an administrator closed this table. Nobody can play here now; finished matches can still be viewed."
)
MOST_ANSWERS = 64
"""Answers about one position that are kept."""
TELL_TABLE_AFTER = 0.05
"""Seconds in which changes of the table are collected: when many people connect at once, all are told once."""
FINISH_WITHIN = 5.0
"""Seconds that a server which is stopped waits for what is being done at a table."""

T = TypeVar("T")


@dataclass(frozen=True)
class RemotePresence:
    """Who is connected to this table through another server, as it last said."""

    seats: frozenset[int]
    spectators: int
    until: float


class Answering(NamedTuple):
    """The message that a change answers: whose connection sent it, and its id."""

    connection: Connection
    message_id: str | None

    def data_for(self, connection: Connection, data: bytes) -> bytes:
        """An encoded message as a connection is sent it: with the id, if it is the one that asked."""
        return with_id(data, self.message_id) if connection is self.connection and self.message_id else data


class TableSession:
    """A table in memory."""

    def __init__(
        self, store: Store, record: TableRecord, game: Game, chat: Iterable[ChatRecord], talk: TalkPolicy
    ) -> None:
        self.store, self.game, self.chat, self.talk = store, game, ChatHistory(chat), talk
        self._set_record(record)
        self.live: LiveMatch | None = None  # None until the cards are dealt
        self.bots: MatchBots | None = None
        self.clock: MatchClock | None = None
        self.connections: set[Connection] = set()
        self.lock = asyncio.Lock()  # one thing happens at a time
        self.undo_request: UndoRequest | None = None
        self.advice = TableAdvice()
        self._answers: dict[Hashable, Any] = {}  # at this version
        self._is_queued = False
        self.elsewhere: dict[str, RemotePresence] = {}
        self.attendance = Attendance()
        self.vote: AwayVote | None = None  # on an absent person
        self.note_presence()
        self._logs: dict[int | None, list[Json]] = {}
        self._behind = True
        self._telling_table: asyncio.TimerHandle | None = None
        self._finishing: set[asyncio.Task[Any]] = set()
        self.on_end: Callable[[int], None] = lambda _number: None  # called with the number of a match that is over

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, even if whoever asked for it goes away: what is stored is always told, too."""
        task = asyncio.create_task(work)
        self._finishing.add(task)
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._finishing.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked has been told, or is gone

    async def close(self) -> None:
        """Wait a while for what is being done."""
        if self._finishing:
            await asyncio.wait(self._finishing, timeout=FINISH_WITHIN)

    def _set_record(self, record: TableRecord) -> None:
        self.record, self.names = record, all_distinct(seat.name for seat in record.seats)

    # ------------------------------------------------------------ who is here
    @property
    def status(self) -> str:
        """Waiting, playing or over."""
        if self.live is None:
            return "waiting"
        return "over" if self.live.is_over else "playing"

    def seat(self, number: int) -> SeatRecord:
        """A seat."""
        return self.record.seats[number]

    @property
    def persons(self) -> frozenset[int]:
        """The seats on which people make their own moves."""
        return frozenset(seat.seat for seat in self.record.seats if seat.is_person)

    def here(self) -> tuple[frozenset[int], int]:
        """The seats that are connected to any server, and the number of spectators."""
        now = time.monotonic()
        others = [one for one in self.elsewhere.values() if one.until > now]
        seats = frozenset(one.seat for one in self.connections if one.seat is not None)
        spectators = sum(one.seat is None for one in self.connections)
        return seats.union(*(one.seats for one in others)), spectators + sum(one.spectators for one in others)

    @property
    def is_queued(self) -> bool:
        """Whether only bots play here, and the table waits for its turn."""
        return self._is_queued

    @is_queued.setter
    def is_queued(self, queued: bool) -> None:
        if queued != self._is_queued:
            self._is_queued = queued
            self.tell_table()

    @property
    def bots_wait(self) -> float:
        """The seconds for which bots wait while people are asked about an undo."""
        return 0.0 if self.undo_request is None else self.undo_request.bots_wait

    def note_presence(self) -> None:
        """Note who is away from now on, and who is here."""
        here, _ = self.here()
        self.attendance.update([seat.seat for seat in self.record.seats if seat.kind == "person"], here)

    def away(self, seat: int) -> float | None:
        """The seconds for which a person has been away; None if they are here."""
        self.note_presence()
        return self.attendance.away(seat)

    def is_waited_for(self, seat: int) -> bool:
        """Whether the next match cannot begin because of a seat: it is not ready, or its entropy is not revealed."""
        return seat in shuffle_info(self.record)["waiting_for"]

    def info(self) -> Json:
        """The table, as everyone at it may know it."""
        return table_info(self)

    # ------------------------------------------------------------ what a seat is told
    def perspective(self, seat: int | None) -> Perspective:
        """What a seat, or a spectator, may know."""
        return Perspective(self.game, seat, self.names)

    def position(self, seat: int | None, change: Change | None = None) -> Json | None:
        """The position for a seat, now or after an earlier change."""
        if self.live is None:
            return None
        change = change or self.live.last
        current = change is self.live.last
        return self.perspective(seat).position(
            change.states[-1],
            change.version,
            change.step,
            undo=self._may_undo(seat) if current else "no",
            clocks=self._clocks() if current else None,
        )

    def current_position(self, seat: int | None) -> Json | None:
        """The position for a seat now; all but its clocks is worked out once."""
        position = self.remembered(("position", seat), lambda: self.position(seat))
        return position and {**position, "clocks": self._clocks()}

    def _may_undo(self, seat: int | None) -> str:
        if seat is None or self.live is None or not self.record.undo or self.live.is_over:
            return "no"
        option = self.live.undo_option(seat)
        if option is None or not self.seat(seat).is_person:
            return "no"
        return "ask" if self.persons - {seat} else "free"

    def _clocks(self) -> Json | None:
        if self.clock is None or self.live is None:
            return None
        return self.clock.shown(self.record.seats, self.live.to_move, time.time())

    def log(self, seat: int | None) -> list[Json]:
        """The log for a seat; each step is put into words once."""
        if self.live is None:
            return []
        lines, steps = self._logs.setdefault(seat, []), self.live.match.steps
        lines += [self.perspective(seat).log_line(step) for step in steps[len(lines) :]]
        return lines

    def remembered(self, question: Hashable, find: Callable[[], T]) -> T:
        """An answer, kept until the position changes: a pointer passes over the same cards again and again."""
        if question not in self._answers:
            if len(self._answers) >= MOST_ANSWERS:
                self._answers.clear()
            self._answers[question] = find()
        found: T = self._answers[question]
        return found

    def change_message(self, change: Change, seat: int | None) -> Json:
        """A change, as a message for a seat."""
        number, position = self.record.match.number, self.position(seat, change)
        if change.entry is None:
            return {"type": "started", "match": number, "steps": self._steps(change, seat), "position": position}
        common = {"match": number, "version": change.version, "position": position}
        if change.entry.kind == "undo":
            return {"type": "undone", "seat": change.entry.seat, "step": change.step, **common}
        return {"type": "stepped", "steps": self._steps(change, seat), **common}

    def _steps(self, change: Change, seat: int | None) -> list[Json]:
        return self.perspective(seat).steps(change.steps, change.states, change.bot)

    def result(self) -> Json | None:
        """How the match ended, with everything that was secret; None before the end."""
        if self.live is None or not self.live.is_over:
            return None
        return result_of(self.live, self.record.match, self.names)

    def welcome(self, seat: int | None, seen: tuple[int, int] | None) -> Json:
        """Everything a client needs when it connects; after a short break, only what it has missed."""
        missed: list[Change] | None = None
        if self.live is not None and seen is not None and seen[0] == self.record.match.number:
            missed = self.live.since(seen[1])
        whole = missed is None
        asking = self.undo_request
        if asking is not None and seat not in asking.needed - asking.agreed:
            asking = None
        return {
            "type": "welcome",
            "protocol": PROTOCOL,
            "seat": seat,
            "table": self.info(),
            "position": self.position(seat) if whole else None,
            "log": self.log(seat) if whole else None,
            "missed": None if missed is None else [self.change_message(change, seat) for change in missed],
            "chat": [chat_line(line) for line in self.chat],
            "asking": asking.message() if asking else None,
            "result": self.result(),
        }

    # ------------------------------------------------------------ telling
    def tell(self, message: Json, seats: Iterable[int | None] | None = None) -> None:
        """Send the same message to all connections, or to those of some seats."""
        data = encode(message)
        wanted = None if seats is None else set(seats)
        for connection in self.connections:
            if wanted is None or connection.seat in wanted:
                connection.send(data)

    def tell_change(self, change: Change, answering: Answering | None = None) -> None:
        """Send everyone a change, as their seat may know it; it is built and encoded once for each seat."""
        by_seat: dict[int | None, list[Connection]] = {}
        for connection in self.connections:
            by_seat.setdefault(connection.seat, []).append(connection)
        for seat, connections in by_seat.items():
            data = encode(self.change_message(change, seat))
            for connection in connections:
                connection.send(answering.data_for(connection, data) if answering is not None else data)

    def tell_table(self) -> None:
        """Send everyone the table's info, in a moment."""
        if self._telling_table is None:
            loop = asyncio.get_running_loop()
            self._telling_table = loop.call_later(TELL_TABLE_AFTER, self._tell_table_now)

    def _tell_table_now(self) -> None:
        if self._telling_table is not None:
            self._telling_table.cancel()
        self._telling_table = None
        self.tell({"type": "table", "table": self.info()})

    def dismiss(self, connection: Connection, code: ErrorCode, reason: str, close: int) -> None:
        """Tell a client why it is disconnected, and close its socket. Nothing that it still sends counts."""
        connection.send({"type": "error", "id": None, "code": code, "message": reason})
        connection.close(close)
        self.connections.discard(connection)
        self.tell_table()

    def _dismiss_those_without_a_seat(self, before: TableRecord) -> None:
        """Disconnect whoever came with a token that no longer opens the seat."""
        for connection in list(self.connections):
            if connection.seat is None or connection.key == self.seat(connection.seat).token:
                continue
            now, then = self.seat(connection.seat), before.seats[connection.seat]
            if now.kind == "person" and now.sat_at == then.sat_at:
                self.dismiss(connection, "moved", "your seat was moved to another device", Close.TOKEN)
            else:
                self.dismiss(connection, "revoked", "you were removed from this table", Close.TOKEN)

    def _dismiss_all(self) -> None:
        """The table was closed: say so, and close every socket."""
        self.tell({"type": "notice", "code": "closed", "message": CLOSED})
        for connection in list(self.connections):
            connection.close(Close.CLOSED)
        self.connections.clear()

    def take_in_chat(self, lines: Iterable[ChatRecord]) -> None:
        """Add stored lines of chat, and tell everyone."""
        for line in lines:
            self.chat.add(line)
            self.tell({"type": "chat", "line": chat_line(line)})

    # ------------------------------------------------------------ keeping up with the store
    def mark_behind(self) -> None:
        """Note that the store may be ahead: read it before the next thing happens."""
        self._behind = True

    @property
    def is_behind(self) -> bool:
        """Whether the store may be ahead."""
        return self._behind

    async def catch_up(self) -> None:
        """Read what the store is ahead by, and tell it. Hold the lock."""
        if self._behind:
            self._behind = False
            try:
                await self.reload()
            except BaseException:
                self._behind = True
                raise

    async def reload(self) -> None:
        """Read the table and its new entries."""
        record = await self.store.load(self.record.id)
        if record is None:
            raise RequestError("unknown_table", "this table was deleted")
        if record.match.started_at is None and record.match.fairness != VERSION:
            # An older version made this match and promised less. Nothing is dealt, so it can promise more.
            await self.store.restart_shuffle(record.id, record.match)
            await self.reload()
            return
        before = self.record
        if record != before:
            self._answers.clear()
        self._set_record(record)
        self._dismiss_those_without_a_seat(before)
        if record.closed_at is not None:
            self._dismiss_all()
        if record.match.id != before.match.id:
            self.live, self.bots, self.clock, self.undo_request = None, None, None, None
            self._logs.clear()
        if record.match.started_at is not None:
            live = self.live or self._begin(record.match.started_at)
            for entry in await self.store.entries(record.match.id, live.version):
                self.apply(entry)
        if record.match.shares != before.match.shares:
            self._tell_table_now()  # everyone's client is waiting to reveal
        elif record != before:
            self.tell_table()

    def _begin(self, started_at: float) -> LiveMatch:
        match = self.record.match
        check_rules(self.game, match)
        self.live = LiveMatch(self.game, match.deal_seed, self.record.players, self.record.options)
        self.bots = MatchBots(self.live, match)
        if self.record.clock is not None:
            self.clock = MatchClock(self.record.clock, started_at, self.record.players)
        self._logs.clear()
        self.tell_change(self.live.deal)
        return self.live

    def apply(self, entry: Entry, decision: Decision | None = None, answering: Answering | None = None) -> None:
        """Apply a stored entry, and tell everyone."""
        assert self.live is not None, "the match has begun"
        mover = self.live.to_move
        self._answers.clear()
        change = self.live.apply(entry, decision)
        if self.clock is not None:
            self.clock.record(entry, mover)
        if entry.kind == "undo":
            for lines in self._logs.values():
                del lines[change.step + 1 :]
        if self.undo_request is not None:
            if entry.kind == "move":
                version = self.undo_request.version
                self.tell({"type": "undo_answered", "version": version, "seat": None, "agreed": False})
            self.undo_request = None
            self.tell_table()
        self.tell_change(change, answering)
        if self.live.is_over:
            self.tell({"type": "over", "result": self.result()})
            self.tell_table()

    async def make_move(
        self, seat: int, decision: Decision, *, bot: str | None = None, answering: Answering | None = None
    ) -> bool:
        """Store a move, then apply it; False if somebody else was faster. Hold the lock."""
        entry = self._next_entry("move", seat, moves=decision.moves, bot=bot)
        return await self._store_and_apply(entry, decision, answering)

    async def make_undo(self, seat: int, back: int, answering: Answering | None = None) -> bool:
        """Store an undo, then apply it; False if somebody else was faster. Hold the lock."""
        assert self.live is not None, "the match has begun"
        mover, version = self.live.to_move, self.live.version
        spent = {} if mover is None or mover == seat else self._interrupted(mover)
        if mover is not None and spent:  # somebody else was thinking, which the entry does not say
            await self.store.change_seat(self.record.id, mover, **spent)
            await self.reload()
            if self.live.version != version:
                return False
        return await self._store_and_apply(self._next_entry("undo", seat, back=back), None, answering)

    def _next_entry(
        self,
        kind: Literal["move", "undo"],
        seat: int,
        *,
        moves: tuple[str, ...] = (),
        back: int = 0,
        bot: str | None = None,
    ) -> Entry:
        assert self.live is not None, "the match has begun"
        match, version = self.record.match.id, self.live.version + 1
        return Entry(
            match=match, version=version, kind=kind, seat=seat, at=time.time(), moves=moves, back=back, bot=bot
        )

    async def _store_and_apply(self, entry: Entry, decision: Decision | None, answering: Answering | None) -> bool:
        self._behind = True  # until we know how it went
        if not await self.store.append(self.record.id, entry):
            await self.catch_up()
            return False
        self._behind = False
        self.apply(entry, decision, answering)
        if self.status == "over":
            await self.note_end()
        return True

    async def note_end(self) -> None:
        """Note when the match ended, unless that is known, and let it be archived."""
        assert self.live is not None, "the match is over"
        entry = self.live.last.entry
        if self.record.match.ended_at is None and entry is not None:
            await self.store.end(self.record.id, self.record.match.id, entry.at)
            self.record = replace(self.record, match=replace(self.record.match, ended_at=entry.at))
        self.on_end(self.record.match.number)

    async def let_bot_play(self, seat: int) -> None:
        """Let a bot play for a person who has left or run out of time. Hold the lock."""
        values = {"stand_in": usual_level(self.game), **self._interrupted(seat)}
        await self.store.change_seat(self.record.id, seat, **values)
        await self.reload()

    def _interrupted(self, seat: int) -> dict[str, Any]:
        """The time to store with a seat whose decision is taken out of the person's hands."""
        if self.clock is None or self.live is None:
            return {}
        return self.clock.interrupted(self.seat(seat), self.live.to_move, time.time())

    def time_left(self, seat: int) -> float | None:
        """The seconds that a person would have after taking their seat back; None if there is no clock."""
        if self.clock is None or self.live is None or self.live.is_over:
            return None
        return self.clock.remaining(self.seat(seat), self.live.to_move, time.time())

    async def start_if_all_are_ready(self) -> None:
        """Fix the shares once every seat is taken and every person is ready, deal once all revealed. Hold the lock."""
        if self.status == "waiting":
            await self.store.advance_shuffle(self.record.id, self.record.match, time.time())
            await self.reload()


def check_rules(game: Game, match: MatchRecord) -> None:
    """Refuse a match that was begun under other rules: its moves could mean something else now."""
    if (match.ruleset, match.data) != (game.rules.RULESET, game.fingerprint):
        raise BrokenMatch(
            f"this match of {game.title} was begun under ruleset {match.ruleset}, and this version has ruleset "
            f"{game.rules.RULESET}"
            if match.ruleset != game.rules.RULESET
            else f"this match of {game.title} was begun with other cards than this version has"
        )
