"""What a guest asks for, and the answer: one handler for each message of a client.

A handler answers with a message, with nothing (then `done` is said, where an id waits for it), or raises `Declined` or
`NotMade`. Whatever it does is done in the room's turn, one thing at a time.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Any, TypeAlias

from .. import bots
from ..errors import IllegalMove, Problem
from . import messages as m
from .butler import Butler
from .eyes import Plain
from .fairness import Secret
from .guest import Guest
from .play import Play
from .records import MatchRecord, SeatRecord
from .reviewer import Reviewer
from .room import STAND_IN, Asking, Room, chat_line
from .thinkers import Thinkers, advice, told_advice

Answer: TypeAlias = Plain | None
LEVELS = frozenset({*bots.LEVELS, "random"})


class Declined(Problem):
    """A message that asks for what cannot be had: told as an `error`."""

    def __init__(self, code: m.ErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code


class NotMade(Problem):
    """A move (or an undo) that was not made: told as `refused`, with the position as it is."""

    def __init__(self, code: str, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.code, self.clause = code, clause


class Desk:
    """Where one guest's messages are answered."""

    def __init__(self, room: Room, guest: Guest, butler: Butler, thinkers: Thinkers) -> None:
        self.room, self.guest = room, guest
        self._butler, self._thinkers = butler, thinkers

    async def answer(self, message: m.ClientMessage) -> None:
        """Do what a message asks for, and say how it went."""
        try:
            said = await self._handle(message)
            if said is None and message.id is not None:
                said = {"type": "done"}
        except Declined as problem:
            said = {"type": "error", "code": problem.code, "message": str(problem)}
        except NotMade as problem:
            said = self._refused(problem)
        if said is not None and said is not TOLD:
            self.guest.send(said if message.id is None else {"id": message.id, **said})

    async def _handle(self, message: m.ClientMessage) -> Answer:
        handler = getattr(self, f"_{message.type}")
        if message.type in AT_LEISURE:
            answer: Answer = await handler(message)
            return answer
        async with self.room.turn:
            await self.room.catch_up()
            answer = await handler(message)
        self._butler.attend()
        return answer

    def _refused(self, problem: NotMade) -> Plain:
        return {
            "type": "refused",
            "code": problem.code,
            "message": str(problem),
            "clause": problem.clause,
            "position": self.room.position(self.guest.seat),
        }

    # ------------------------------------------------------------ who may
    def _my_seat(self) -> SeatRecord:
        if self.guest.seat is None:
            raise Declined("not_allowed", "a spectator only looks on: this is for those who sit at the table")
        return self.room.seat(self.guest.seat)

    def _my_game(self, version: int) -> tuple[SeatRecord, Play]:
        """My seat and the match, if it is going on at the version that I know."""
        seat, play = self._my_seat(), self.room.play
        if play is None:
            raise NotMade("not_playing", "the match has not begun yet")
        if play.is_over:
            raise NotMade("not_playing", "the match is over")
        if version != play.version:
            raise NotMade("stale", f"this answers version {version} of the game, which is at version {play.version}")
        if seat.stand_in is not None:
            raise NotMade("not_your_turn", "a bot plays for you: take your seat back first, with 'return'")
        return seat, play

    def _my_turn(self, version: int) -> Play:
        seat, play = self._my_game(version)
        if play.to_move != seat.seat:
            assert play.to_move is not None, "the match goes on"
            raise NotMade("not_your_turn", f"it is the turn of {self.room.names[play.to_move]}")
        return play

    # ------------------------------------------------------------ before the match
    async def _hello(self, message: m.Hello) -> Answer:
        del message
        raise Declined("not_now", "you have said hello already: connect again for another table")

    async def _ready(self, message: m.Ready) -> Answer:
        seat, room = self._my_seat(), self.room
        if room.status != "waiting":
            raise Declined("not_now", "the cards are dealt already")
        if not seat.ready:
            await room.store.change_seat(room.record.id, seat.seat, ready=True, entropy=message.entropy)
            await room.reload()
        await start_if_all_are_ready(room)
        return None

    async def _fill(self, message: m.Fill) -> Answer:
        seat, room = self._my_seat(), self.room
        if seat.seat != room.record.host:
            raise Declined("not_allowed", "only the one who made the table may seat bots")
        if room.status != "waiting" or message.seat >= room.record.players:
            raise Declined("not_now", "the match has begun, or there is no such seat")
        wanted = room.seat(message.seat)
        if wanted.kind == "person" or (wanted.kind == "bot") == (message.level is not None):
            raise Declined("not_now", f"seat {message.seat} is not {'open' if message.level else 'a bot'}")
        if message.level is not None:
            check_level(message.level)
        kind = "open" if message.level is None else "bot"
        await room.store.change_seat(room.record.id, wanted.seat, kind=kind, level=message.level)
        await room.reload()
        await start_if_all_are_ready(room)
        return None

    async def _rename(self, message: m.Rename) -> Answer:
        seat, room = self._my_seat(), self.room
        if room.status != "waiting":
            raise Declined("not_now", "names are changed between matches, not during one")
        await room.store.change_seat(room.record.id, seat.seat, name=clean(message.name))
        await room.reload()
        return None

    # ------------------------------------------------------------ moves
    async def _move(self, message: m.Move) -> Answer:
        play = self._my_turn(message.version)
        try:
            moves = play.sorted(message.moves)
        except IllegalMove as problem:
            raise NotMade("illegal", problem.reason, problem.clause) from None
        assert self.guest.seat is not None, "it is my turn"
        entry = self.room.entry("move", self.guest.seat, moves=moves)
        if not await self.room.store_entry(entry, self.guest, message.id):
            raise NotMade("stale", f"the game has gone on: it is now at version {play.version}")
        return TOLD

    async def _draft(self, message: m.Draft) -> Answer:
        play = self._my_turn(message.version)
        draft = self._drafted(play, message.steps)
        seat = self.guest.seat
        known = draft.after(play.redacted(seat))
        eyes = self.room.eyes(seat)
        return {
            "type": "drafted",
            "version": play.version,
            "steps": [play.game.words.text(action) for action in draft.sorted()],
            "view": eyes.view(known),
            "prompt": play.game.words.prompt(known, eyes.names),
            "choices": eyes.choices(known, draft.legal(lambda: play.redacted(seat))),
        }

    def _drafted(self, play: Play, steps: Sequence[str]) -> Any:
        try:
            return play.drafted([play.action(step) for step in steps])
        except IllegalMove as problem:
            raise NotMade("illegal", problem.reason, problem.clause) from None

    async def _preview(self, message: m.Preview) -> Answer:
        play = self._my_turn(message.version)
        known = self._drafted(play, message.steps).after(play.redacted(self.guest.seat))
        action = self._action(play, message.move)
        if action not in play.game.legal(known):
            refusal = play.game.words.why_not(known, action)
            raise NotMade("illegal", refusal.sentence, refusal.clause)
        happened, view = self.room.eyes(self.guest.seat).preview(known, action)
        return {
            "type": "previewed",
            "version": play.version,
            "move": message.move,
            "happened": happened,
            "view": view,
        }

    def _action(self, play: Play, move: str) -> int:
        try:
            return play.action(move)
        except IllegalMove as problem:
            raise NotMade("illegal", problem.reason, problem.clause) from None

    async def _why(self, message: m.Why) -> Answer:
        play = self._my_turn(message.version)
        known = self._drafted(play, message.steps).after(play.redacted(self.guest.seat))
        action = self._meant(play, known, message)
        if action is None:
            raise Declined("not_now", "no action of this game names these things")
        answer = {"type": "because", "version": play.version, "move": play.game.words.text(action), "clause": None}
        if action in play.game.legal(known):
            return {**answer, "message": "this can be done now"}
        refusal = play.game.words.why_not(known, action)
        return {**answer, "message": refusal.sentence, "clause": refusal.clause}

    def _meant(self, play: Play, known: Any, message: m.Why) -> int | None:
        """The action that was named by its notation, or by some of its things: a legal one, if there is one."""
        if message.move is not None:
            return self._action(play, message.move)
        wanted = set(message.things)
        naming = [
            action
            for action in range(play.game.rules.ACTIONS)
            if wanted and wanted <= set(play.game.view.things(known, action))
        ]
        legal = set(play.game.legal(known))
        return next((action for action in naming if action in legal), naming[0] if naming else None)

    # ------------------------------------------------------------ undo
    async def _undo(self, message: m.Undo) -> Answer:
        seat, play = self._my_game(message.version)
        room = self.room
        if not room.record.undo:
            raise Declined("switched_off", "at this table nothing is taken back")
        plan = play.undo_plan(seat.seat)
        if plan is None:
            raise NotMade("nothing_to_undo", "you have not decided anything since somebody last learned something new")
        others = plan.others & room.persons
        if not others:
            if not await room.store_entry(room.entry("undo", seat.seat, back=plan.back), self.guest, message.id):
                raise NotMade("stale", f"the game has gone on: it is now at version {play.version}")
            return TOLD
        room.asking = Asking(play.version, seat.seat, plan.moves, plan.back, others)
        room.tell(room.asking.message(), others)
        await room.store.tell(room.record.id, "ask_undo", version=play.version, seat=seat.seat)
        return None

    async def _answer_undo(self, message: m.AnswerUndo) -> Answer:
        seat, room = self._my_seat(), self.room
        if room.asking is None or room.asking.version != message.version or seat.seat not in room.asking.needed:
            raise Declined("not_now", "nobody asks you for this any more")
        await room.store.tell(
            room.record.id, "answer_undo", version=message.version, seat=seat.seat, agree=message.agree
        )
        await answer_undo(room, seat.seat, message.agree)
        return None

    # ------------------------------------------------------------ help
    async def _hint(self, message: m.AskHint) -> Answer:
        if not self.room.record.hints:
            raise Declined("switched_off", "hints are switched off at this table")
        play = self._my_turn(message.version)
        self._begin_thinking()
        known, version = play.redacted(self.guest.seat), play.version
        try:
            ranked = await self._thinkers.think(partial(advice, play.game, version, known, play.match.history))
        finally:
            self.guest.thinking = False
        told = told_advice(self.room.eyes(self.guest.seat), known, ranked)
        return {"type": "hint", "version": version, "advice": told}

    def _begin_thinking(self) -> None:
        if self.guest.thinking:
            raise Declined("busy", "your last question is still being thought about")
        self.guest.thinking = True

    async def _review(self, message: m.Review) -> Answer:
        play = self.room.play
        if play is None or not play.is_over:
            raise Declined("not_now", "a match is reviewed when it is over")
        if message.seat >= play.match.players:
            raise Declined("not_allowed", "there is no such seat")
        self._begin_thinking()
        try:
            await self._review_all(play, message)
        finally:
            self.guest.thinking = False
        return None

    async def _review_all(self, play: Play, message: m.Review) -> None:
        """Go through the match as the seat saw it, step by step."""
        reviewer = Reviewer(play.match, message.seat)
        if reviewer.is_cold:
            raise Declined("busy", "the reviewer is still getting ready: ask again in a minute")
        eyes, number = self.room.eyes(message.seat), self.room.record.match.number
        for step in play.match.steps:
            said = await self._thinkers.think(partial(reviewer.next, step, eyes))
            left = len(play.match.steps) - 1 - step.version
            common = {"match": number, "seat": message.seat, "decisions": len(play.match.steps), "left": left}
            self.guest.send({"type": "reviewed", "id": message.id, **common, **said})

    # ------------------------------------------------------------ talk
    async def _chat(self, message: m.Say) -> Answer:
        room, seat = self.room, self.guest.seat
        line = await room.store.say(room.record.id, seat, self._my_name(), clean(message.text), time.time())
        room.chat.append(line)
        room.tell({"type": "chat", "line": chat_line(line)})
        return None

    async def _react(self, message: m.React) -> Answer:
        room, name = self.room, self._my_name()
        reaction = {"type": "reaction", "seat": self.guest.seat, "name": name, "reaction": message.reaction}
        room.tell(reaction)
        await room.store.tell(room.record.id, "say", message=reaction)
        return None

    def _my_name(self) -> str:
        return "Spectator" if self.guest.seat is None else self.room.names[self.guest.seat]

    async def _ping(self, message: m.Ping) -> Answer:
        del message
        return {"type": "pong", "at": time.time()}

    # ------------------------------------------------------------ leaving, coming back, once more
    async def _resign(self, message: m.Resign) -> Answer:
        del message
        seat, room = self._my_seat(), self.room
        if room.status != "playing":
            raise Declined("not_now", "a bot can play for you only during a match")
        await room.store.change_seat(room.record.id, seat.seat, stand_in=STAND_IN)
        await room.reload()
        return None

    async def _return(self, message: m.Return) -> Answer:
        del message
        seat, room = self._my_seat(), self.room
        if seat.stand_in is None:
            raise Declined("not_now", "you play for yourself already")
        now = time.time()
        extra = seat.extra + (room.watch.grant(seat) if room.watch is not None else 0.0)
        await room.store.change_seat(room.record.id, seat.seat, stand_in=None, returned_at=now, extra=extra)
        await room.reload()
        return None

    async def _rematch(self, message: m.Rematch) -> Answer:
        del message
        seat, room = self._my_seat(), self.room
        if room.status != "over":
            raise Declined("not_now", "a rematch begins when this match is over")
        await room.store.change_seat(room.record.id, seat.seat, wants_rematch=True)
        await room.reload()
        here, _ = room.here()
        if all(one.wants_rematch for one in room.record.seats if one.kind == "person" and one.seat in here):
            old = room.record.match
            await room.store.again(room.record.id, next_match(old))
            await room.reload()
            await start_if_all_are_ready(room)
        return None


TOLD: Plain = {}
"""The answer of a handler whose answer has been told already, with everybody's."""

AT_LEISURE = frozenset({"hint", "review", "ping"})
"""Messages that change nothing, and so need not wait for their turn."""


def next_match(old: MatchRecord) -> MatchRecord:
    """The next match at the same table, with a new secret."""
    return MatchRecord(0, old.number + 1, old.ruleset, old.data, Secret.new(), old.practice_seed, None, None, None)


async def start_if_all_are_ready(room: Room) -> None:
    """Deal, once every seat is taken and every person is ready."""
    if room.status == "waiting" and all(
        seat.kind == "bot" or (seat.kind == "person" and seat.ready) for seat in room.record.seats
    ):
        entropy = [seat.entropy for seat in room.record.seats]
        await room.store.start(room.record.id, room.record.match.id, entropy, time.time())
        await room.reload()


async def answer_undo(room: Room, seat: int, agree: bool) -> None:
    """Somebody answered an undo; when all have agreed, it is done."""
    asking = room.asking
    if asking is None or room.play is None or asking.version != room.play.version:
        return
    if not agree:
        room.asking = None
        room.tell({"type": "undo_answered", "version": asking.version, "seat": seat, "agreed": False})
        return
    asking.agreed.add(seat)
    if asking.needed <= asking.agreed | (asking.needed - room.persons):
        await room.store_entry(room.entry("undo", asking.seat, back=asking.back))


def check_level(level: str) -> None:
    """Refuse a level that there is not."""
    if level not in LEVELS:
        raise Declined("not_allowed", f"there is no bot {level!r}; there are: {', '.join(sorted(LEVELS))}")


def clean(text: str) -> str:
    """A text of a person, without what a screen could be upset by."""
    return "".join(character for character in text if character.isprintable()).strip() or "?"
