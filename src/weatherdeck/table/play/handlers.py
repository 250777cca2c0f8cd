"""Answers a client's messages.

A handler returns a message, or an `Outcome` if there is nothing (more) to say; it raises `RequestError` or
`MoveRejected` if it cannot do what was asked. Handlers hold the session's lock: one thing happens at a time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from typing import Any, TypeAlias, TypeVar, assert_never

from ...bots.review import Oracle
from ...errors import IllegalMove
from ...match import Draft
from ..desk import Account
from ..store.outage import StoreDown
from ..store.records import ChatRecord, SeatRecord
from ..wire import messages as m
from ..wire.connection import Connection, encode, with_id
from ..wire.perspective import Json
from . import archive, moderation, undo
from .advice import FinishedMatch
from .bots import advice_message
from .errors import BrokenMatch, MoveRejected, RequestError
from .live_match import LiveMatch
from .names import checked_name, checked_text, distinct, next_spectator
from .new_table import check_level
from .pool import BotPool, WorkKind
from .review import MatchReviewer
from .session import Answering, TableSession
from .worker import TableWorker


class Outcome(Enum):
    """How a message was dealt with, where there is nothing to answer."""

    DONE = "done"  # answered with `done`, if the message had an id
    BROADCAST = "broadcast"  # everyone was told, and the sender's copy had the message's id


T = TypeVar("T")
Q = TypeVar("Q", m.Draft, m.Preview, m.Why)
Answer: TypeAlias = Json | bytes | Outcome
NEEDS_NO_LOCK = (m.AskHint, m.Review, m.Ping)
"""Messages that change nothing, and so need not wait for the table."""
CAN_WAIT = (m.Draft, m.Preview, m.Why, m.AskHint, m.Review, m.Guide)
"""Messages that come after everybody's moves."""


class MessageHandler:
    """Answers the messages of one connection."""

    def __init__(
        self, session: TableSession, connection: Connection, worker: TableWorker, bot_pool: BotPool, account: Account
    ) -> None:
        self.session, self.connection, self.account = session, connection, account
        self._worker, self._bot_pool = worker, bot_pool

    async def answer(self, message: m.ClientMessage) -> None:
        """Do what a message asks for, and answer it."""
        try:
            answer = await self._handle(message)
        except RequestError as problem:
            answer = {"type": "error", "code": problem.code, "message": str(problem)}
        except MoveRejected as problem:
            answer = self._refused(problem)
        if answer is Outcome.DONE and message.id is not None:
            answer = {"type": "done"}
        if not isinstance(answer, Outcome):
            data = answer if isinstance(answer, bytes) else encode(answer)
            self.connection.send(data if message.id is None else with_id(data, message.id))

    async def _handle(self, message: m.ClientMessage) -> Answer:
        if isinstance(message, NEEDS_NO_LOCK):
            return await self._dispatch(message)
        return await self.session.finish(self.account.timed(self._handle_alone(message)))

    async def _handle_alone(self, message: m.ClientMessage) -> Answer:
        """Handle a message while nothing else happens at the table, and do it to its end: the client may go away."""
        try:
            async with self.session.lock:
                await self.session.catch_up()
                if self.connection.is_closing:  # the seat was moved, or the link revoked, while this message waited
                    return Outcome.BROADCAST
                return await self._dispatch(message)
        except StoreDown:
            self.session.mark_behind()  # whether the change was stored is read when the store is back
            raise
        finally:
            self._worker.wake()

    async def _dispatch(self, message: m.ClientMessage) -> Answer:
        match message:
            case m.Move():
                return await self._move(message)
            case m.Guide():
                return await self._guide(message)
            case m.Draft():
                return self._asked(message, self._draft)
            case m.Preview():
                return self._asked(message, self._preview)
            case m.Why():
                return self._asked(message, self._why)
            case m.Undo():
                return await self._undo(message)
            case m.AnswerUndo():
                return await self._answer_undo(message)
            case m.Ready():
                return await self._ready(message)
            case m.Reveal():
                return await self._reveal(message)
            case m.Fill():
                return await self._fill(message)
            case m.Rename():
                return await self._rename(message)
            case m.AllowHints():
                return await self._allow_hints(message)
            case m.AskHint():
                return await self._hint(message)
            case m.Review():
                return await self._review(message)
            case m.Say():
                return await self._chat(message)
            case m.React():
                return await self._react(message)
            case m.Resign():
                return await self._resign()
            case m.Return():
                return await self._return()
            case m.Rematch():
                return await self._rematch()
            case m.Remove():
                await moderation.remove(self.session, self._my_seat(), message.seat)
            case m.Mute():
                await moderation.mute(self.session, self._my_seat(), message.seat, muted=message.muted)
            case m.HandOver():
                await moderation.hand_over(self.session, self._my_seat(), message.seat)
            case m.CloseTable():
                await moderation.close_table(self.session, self._my_seat())
            case m.VoteOut():
                await moderation.vote_out(self.session, self._my_seat(), message.seat, agree=message.agree)
            case m.Ping():
                return {"type": "pong", "at": time.time()}
            case m.Hello():
                raise RequestError("not_now", "you have already said hello: open another socket for another table")
            case _:
                assert_never(message)
        return Outcome.DONE

    def _refused(self, problem: MoveRejected) -> Json:
        return {
            "type": "refused",
            "code": problem.code,
            "message": str(problem),
            "clause": problem.clause,
            "position": self.session.current_position(self.connection.seat),
        }

    # ------------------------------------------------------------ who may do it
    def _my_seat(self) -> SeatRecord:
        if self.connection.seat is None:
            raise RequestError("not_allowed", "spectators cannot do this: it is for the players at the table")
        return self.session.seat(self.connection.seat)

    def _my_match(self, version: int) -> tuple[SeatRecord, LiveMatch]:
        """My seat and the match, if it is being played and is at the version that I know."""
        seat, live = self._my_seat(), self.session.live
        if live is None:
            raise MoveRejected("not_playing", "the match has not begun yet")
        if live.is_over:
            raise MoveRejected("not_playing", "the match is over")
        if version != live.version:
            raise MoveRejected("stale", f"this answers version {version} of the match, which is at {live.version}")
        if seat.stand_in is not None:
            raise MoveRejected("not_your_turn", "a bot is playing for you: take your seat back first, with 'return'")
        return seat, live

    def _my_turn(self, version: int) -> LiveMatch:
        seat, live = self._my_match(version)
        if live.to_move != seat.seat:
            assert live.to_move is not None, "the match is not over"
            raise MoveRejected("not_your_turn", f"it is {self.session.names[live.to_move]}'s turn")
        return live

    def _answering(self, message: m.FromClient) -> Answering:
        return Answering(self.connection, message.id)

    # ------------------------------------------------------------ before the match
    async def _ready(self, message: m.Ready) -> Answer:
        seat, session = self._my_seat(), self.session
        if session.status != "waiting":
            raise RequestError("not_now", "the cards have already been dealt")
        table, match = session.record.id, session.record.match
        if message.attempt not in (None, match.attempt):
            raise RequestError("not_now", "the shuffle was started over: read the new commitment, and be ready again")
        if match.shares is None:
            await session.store.pledge(table, match, seat.seat, message.share, time.time())
        elif match.shares[seat.seat] != message.share:
            # This client has lost the entropy of the fixed share. Nobody can deal without it, so all begin again.
            await session.store.restart_shuffle(table, match)
        await session.reload()
        return Outcome.DONE

    async def _reveal(self, message: m.Reveal) -> Answer:
        seat, session = self._my_seat(), self.session
        table, match = session.record.id, session.record.match
        if match.shares is None:
            raise RequestError("not_now", "entropy is revealed when the shares of all players are fixed, not before")
        if match.shuffle.share(seat.seat, message.entropy) != match.shares[seat.seat]:
            raise RequestError("not_allowed", "this entropy is not what you pledged: its share is another one")
        if session.status == "waiting":
            await session.store.reveal(table, match, seat.seat, message.entropy, time.time())
            await session.reload()
        return Outcome.DONE

    async def _fill(self, message: m.Fill) -> Answer:
        seat, session = self._my_seat(), self.session
        if seat.seat != session.record.host:
            raise RequestError("not_allowed", "only the host of the table can add or remove bots")
        if session.status != "waiting" or message.seat >= session.record.players:
            raise RequestError("not_now", "the match has begun, or there is no such seat")
        wanted = session.seat(message.seat)
        if wanted.kind == "person" or (wanted.kind == "bot") == (message.level is not None):
            raise RequestError("not_now", f"seat {message.seat} is not {'open' if message.level else 'a bot'}")
        if message.level is not None:
            check_level(session.game, message.level)
        kind = "open" if message.level is None else "bot"
        await session.store.change_seat(session.record.id, wanted.seat, kind=kind, level=message.level)
        await session.reload()
        await session.start_if_all_are_ready()
        return Outcome.DONE

    async def _rename(self, message: m.Rename) -> Answer:
        seat, session = self._my_seat(), self.session
        if session.status != "waiting":
            raise RequestError("not_now", "you can change your name before a match begins, not during one")
        name = session.talk.check_name(checked_name(message.name))
        name = distinct(name, [one.name for one in session.record.seats if one.kind != "open" and one is not seat])
        await session.store.change_seat(session.record.id, seat.seat, name=name)
        await session.reload()
        return Outcome.DONE

    async def _allow_hints(self, message: m.AllowHints) -> Answer:
        seat, session = self._my_seat(), self.session
        if not session.record.hints:
            raise RequestError("switched_off", "hints are switched off at this table")
        await session.store.change_seat(session.record.id, seat.seat, hints=message.agree)
        await session.reload()
        return Outcome.DONE

    # ------------------------------------------------------------ moves
    async def _move(self, message: m.Move) -> Answer:
        live = self._my_turn(message.version)
        decision = self._remembered(message, lambda: live.check(message.moves))
        seat = self._my_seat().seat
        if not await self.session.make_move(seat, decision, answering=self._answering(message)):
            raise MoveRejected.stale(live.version)
        return Outcome.BROADCAST

    async def _guide(self, message: m.Guide) -> Answer:
        """Make the moves one after the other; the first that is not legal is refused, those before it are made."""
        _, live = self._my_match(message.version)
        session = self.session
        others = [seat for seat in session.record.seats if seat.seat != self.connection.seat]
        if not others or not all(seat.is_guided for seat in others):
            raise RequestError("not_allowed", "moves can be told only at a practice table whose other seats are guided")
        answering: Answering | None = self._answering(message)
        for move in message.moves:
            if live.to_move is None:
                raise MoveRejected("not_playing", f"the match is over before the move {move}")
            try:
                decision = live.check([move])
            except IllegalMove as problem:
                raise MoveRejected.illegal(problem) from None
            version = live.version
            if not await session.make_move(live.to_move, decision, answering=answering):
                raise MoveRejected.stale(version)
            answering = None
            await self.connection.has_room()
            await self.account.admit()
        return Outcome.BROADCAST

    def _asked(self, message: Q, find: Callable[[LiveMatch, Q], Json]) -> bytes:
        """The answer to a question about the position."""
        live = self._my_turn(message.version)
        return self._remembered(message, lambda: encode(find(live, message)))

    def _remembered(self, message: m.FromClient, find: Callable[[], T]) -> T:
        """What came of a message, kept until the position changes; also if it was refused."""
        key = (self.connection.seat, message.model_dump_json(exclude={"id"}))
        found = self.session.remembered(key, partial(_found, find))
        if isinstance(found, MoveRejected | RequestError):
            raise found.with_traceback(None)
        return found

    def _draft(self, live: LiveMatch, message: m.Draft) -> Json:
        seat = self.connection.seat
        draft, known = self._drafted(live, message.steps)
        perspective = self.session.perspective(seat)
        return {
            "type": "drafted",
            "version": live.version,
            "steps": [live.game.words.text(action) for action in draft.sorted()],
            "view": perspective.view(known),
            "prompt": live.game.words.prompt(known, perspective.names),
            "choices": perspective.choices(known, draft.legal(lambda: live.redacted(seat))),
        }

    def _drafted(self, live: LiveMatch, steps: Sequence[str]) -> tuple[Draft, Any]:
        """A draft, and what my seat would know after it."""
        draft = live.drafted([live.action(step) for step in steps])
        return draft, draft.after(live.redacted(self.connection.seat))

    def _preview(self, live: LiveMatch, message: m.Preview) -> Json:
        _, known = self._drafted(live, message.steps)
        action = live.action(message.move)
        if action not in live.game.legal(known):
            refusal = live.game.words.why_not(known, action)
            raise MoveRejected("illegal", refusal.sentence, refusal.clause)
        happened, view = self.session.perspective(self.connection.seat).preview(known, action)
        return {
            "type": "previewed",
            "version": live.version,
            "move": message.move,
            "happened": happened,
            "view": view,
        }

    def _why(self, live: LiveMatch, message: m.Why) -> Json:
        _, known = self._drafted(live, message.steps)
        action = self._meant(live, known, message)
        if action is None:
            raise RequestError("not_now", "no action of this game uses these things together")
        answer = {"type": "because", "version": live.version, "move": live.game.words.text(action), "clause": None}
        if action in live.game.legal(known):
            return {**answer, "message": "you can do this now"}
        refusal = live.game.words.why_not(known, action)
        return {**answer, "message": refusal.sentence, "clause": refusal.clause}

    def _meant(self, live: LiveMatch, known: Any, message: m.Why) -> int | None:
        """The action that the message names, by its notation or by things on the table."""
        if message.move is not None:
            return live.action(message.move)
        return live.game.meant(known, message.things)

    # ------------------------------------------------------------ undo
    async def _undo(self, message: m.Undo) -> Answer:
        seat, live = self._my_match(message.version)
        session = self.session
        if not session.record.undo:
            raise RequestError("switched_off", "undo is switched off at this table")
        option = live.undo_option(seat.seat)
        if option is None:
            raise MoveRejected("nothing_to_undo", "you have not decided anything since somebody last learned something")
        if not session.persons - {seat.seat}:  # bots always agree
            if not await session.make_undo(seat.seat, option.back, self._answering(message)):
                raise MoveRejected.stale(live.version)
            return Outcome.BROADCAST
        undo.ask(session, seat.seat)
        await session.store.notify(session.record.id, "ask_undo", version=live.version, seat=seat.seat)
        return Outcome.DONE

    async def _answer_undo(self, message: m.AnswerUndo) -> Answer:
        seat, session = self._my_seat(), self.session
        asking = session.undo_request
        if asking is None or asking.version != message.version or seat.seat not in asking.needed:
            raise RequestError("not_now", "there is no undo left for you to answer")
        await session.store.notify(
            session.record.id, "answer_undo", version=message.version, seat=seat.seat, agree=message.agree
        )
        await undo.answer(session, seat.seat, agree=message.agree)
        return Outcome.DONE

    # ------------------------------------------------------------ hints and reviews
    async def _hint(self, message: m.AskHint) -> Answer:
        if not self.session.record.hints:
            raise RequestError("switched_off", "hints are switched off at this table")
        if not self.session.record.gives_hints:
            raise RequestError("switched_off", "hints are given when everyone at the table has agreed to them")
        live = self._my_turn(message.version)
        self._check_adviser()
        session, seat, version = self.session, self._my_seat().seat, live.version
        known = live.redacted(seat)
        assert session.bots is not None, "the match has begun"
        find = partial(self._bot_pool.run, session.bots.advice(seat), WorkKind.HINT, session.record.id)
        found = await session.advice.hint(seat, session.record.match.id, version, find)
        return {
            "type": "hint",
            "version": version,
            "advice": advice_message(session.perspective(seat), known, found),
        }

    def _check_adviser(self) -> None:
        if self.session.game.greedy is None:
            raise RequestError("switched_off", f"{self.session.game.title} has no strong bot to ask")

    async def _review(self, message: m.Review) -> Answer:
        session, number = self.session, message.match or self.session.record.match.number
        if number > session.record.match.number or (number == session.record.match.number and session.status != "over"):
            raise RequestError("not_now", "a match can be reviewed when it is over")
        if message.seat >= session.record.players:
            raise RequestError("not_allowed", "there is no such seat")
        self._check_adviser()
        run = partial(self._bot_pool.run, kind=WorkKind.REVIEW, table=session.record.id)
        find = partial(self._finished, number, message.seat)
        with session.advice.reading(self.connection.seat, number, message.seat, find) as review:
            async for reviewed in review.read(run):
                await self.connection.has_room()
                await self.account.admit()
                self.connection.send(reviewed if message.id is None else with_id(reviewed, message.id))
        return Outcome.DONE

    async def _finished(self, number: int, seat: int) -> FinishedMatch:
        """A match of this table that is over, to be reviewed. One that is not in memory is replayed as bots think."""
        session = self.session
        if Oracle(session.game, prompt=True).is_cold:
            raise RequestError("busy", "the reviewer is still being prepared: ask again in a minute")
        live = session.live if number == session.record.match.number else None
        if live is None:
            run = partial(self._bot_pool.run, kind=WorkKind.REVIEW, table=session.record.id)
            try:
                live, _ = await archive.load_match(session.store, session, number, run)
            except BrokenMatch as problem:
                raise RequestError("outdated", str(problem)) from None
        return FinishedMatch(
            number, seat, list(live.match.steps), MatchReviewer(live.match, seat), session.perspective(seat)
        )

    # ------------------------------------------------------------ chat
    async def _chat(self, message: m.Say) -> Answer:
        session, seat = self.session, self.connection.seat
        self._check_talk()
        said = session.talk.words.masked(checked_text(message.text))
        line = ChatRecord(0, seat, self._my_name(), said, time.time())
        chat = session.chat
        session.take_in_chat(await session.store.add_chat(session.record.id, line, after=chat.last, first=chat.first))
        return Outcome.DONE

    async def _react(self, message: m.React) -> Answer:
        session, name = self.session, self._my_name()
        self._check_talk()
        reaction = {"type": "reaction", "seat": self.connection.seat, "name": name, "reaction": message.reaction}
        session.tell(reaction)
        await session.store.notify(session.record.id, "say", message=reaction)
        return Outcome.DONE

    def _check_talk(self) -> None:
        """Refuse somebody who is muted, or who says too much."""
        seat, record = self.connection.seat, self.session.record
        if seat is None and record.quiet:
            raise RequestError("muted", "the host has muted all spectators")
        if seat is not None and self.session.seat(seat).muted:
            raise RequestError("muted", "the host has muted you")
        self.session.talk.check_rate(self.session.record.id, self.connection.seat, self.connection.address)

    def _my_name(self) -> str:
        """What others call me; spectators get a number when they first speak."""
        session, connection = self.session, self.connection
        if connection.seat is not None:
            return session.names[connection.seat]
        if connection.name is None:
            spoken = [line.name for line in session.chat]
            spoken += [one.name for one in session.connections if one.name is not None]
            connection.name = next_spectator(spoken)
        return connection.name

    # ------------------------------------------------------------ leaving, returning, rematch
    async def _resign(self) -> Answer:
        seat, session = self._my_seat(), self.session
        if session.status != "playing":
            raise RequestError("not_now", "a bot can play for you only during a match")
        if seat.stand_in is None:
            await session.let_bot_play(seat.seat)
        return Outcome.DONE

    async def _return(self) -> Answer:
        seat, session = self._my_seat(), self.session
        if seat.stand_in is None:
            raise RequestError("not_now", "you already play for yourself")
        left = session.time_left(seat.seat)
        if left is not None and left <= 0:
            raise RequestError("not_now", self._why_no_return())
        await session.store.change_seat(session.record.id, seat.seat, stand_in=None)
        await session.reload()
        return Outcome.DONE

    def _why_no_return(self) -> str:
        clock = self.session.record.clock
        if clock is not None and clock["kind"] == "game":
            return "your time for this match is used up: a bot plays on for you, and you are back in the next match"
        return "your time for this decision is up: the bot makes it, and you can take your seat back after that"

    async def _rematch(self) -> Answer:
        seat, session = self._my_seat(), self.session
        if session.status != "over":
            raise RequestError("not_now", "a rematch can begin when this match is over")
        await session.store.change_seat(session.record.id, seat.seat, wants_rematch=True)
        await session.reload()
        here, _ = session.here()
        if all(one.wants_rematch for one in session.record.seats if one.kind == "person" and one.seat in here):
            await session.store.add_match(session.record.id, session.record.match.next())
            await session.reload()
            await session.start_if_all_are_ready()
        return Outcome.DONE


def _found(find: Callable[[], T]) -> T | MoveRejected | RequestError:
    """What was found, or why nothing was."""
    try:
        return find()
    except IllegalMove as problem:
        return MoveRejected.illegal(problem)
    except (MoveRejected, RequestError) as problem:
        return problem
