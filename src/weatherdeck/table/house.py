"""The house: all tables of a server. It makes them, opens their rooms when somebody comes, and closes empty ones."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from ..games import registry
from ..games.game import Game
from ..games.options import OptionError
from . import requests as r
from .butler import Butler
from .desk import Declined, answer_undo, check_level, clean, start_if_all_are_ready
from .fairness import Secret
from .guest import Guest
from .messages import Hello
from .news import news_of
from .records import MatchRecord, SeatRecord, TableRecord
from .room import PRESENCE_EXPIRES, Asking, Elsewhere, Room, chat_line
from .store import Store
from .thinkers import Thinkers
from .tokens import hashed, new_id, new_token, opens

LOG = logging.getLogger("weatherdeck.table")
BOT_NAMES = ("Alberta", "Bernie", "Cecil", "Donna", "Edda", "Finn")
OPEN_NAMES = ("North", "East", "South", "West", "Fifth", "Sixth")
USUAL_LEVEL = "club"
KEPT = 30.0
"""Seconds that an empty room is kept open: people reload their pages."""


class House:
    """All tables of a server."""

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self.store, self.thinkers = store, thinkers
        self.news = news_of(store)
        self._rooms: dict[str, asyncio.Task[tuple[Room, Butler]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin to listen and to tidy up."""
        await self.news.start(self._hear, self._lost)
        self._spawn(self._tidy())

    async def close(self) -> None:
        """Close all rooms."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        for room, butler in await self._open_rooms():
            await butler.close()
            room.guests.clear()
        await self.news.close()

    def _spawn(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ------------------------------------------------------------ making tables
    async def make(self, wish: r.NewTable) -> dict[str, Any]:
        """Make a table; its tokens."""
        game, players = _game(wish.game), 0
        try:
            players, options = game.check_players(wish.players), game.check_options(wish.options)
        except OptionError as problem:
            raise Declined("not_allowed", str(problem)) from None
        token, invite, watch = new_token(), new_token(), new_token()
        seats = _seats(wish, players, hashed(token))
        mine = next((seat.seat for seat in seats if seat.kind == "person"), None)
        record = TableRecord(
            id=new_id(),
            game=wish.game,
            players=players,
            options=options,
            host=mine,
            hints=wish.hints,
            undo=wish.undo,
            clock=None if wish.clock is None else wish.clock.model_dump(),
            invite=hashed(invite),
            watch=hashed(watch),
            created_at=time.time(),
            seats=seats,
            match=_first_match(game, wish.seed),
        )
        record = await self.store.create(record)
        room, butler = await self.room(record.id)
        async with room.turn:
            await start_if_all_are_ready(room)
        butler.attend()
        LOG.info("a table was made", extra={"table": record.id, "game": record.game})
        token = watch if mine is None else token
        return {
            "table": record.id,
            "seat": mine,
            "token": token,
            "info": room.info(),
            "invite": invite,
            "watch": watch,
        }

    async def join(self, table: str, wish: r.Join) -> dict[str, Any]:
        """Sit down at a table by an invitation."""
        room, _ = await self.room(table)
        if not opens(wish.invite, room.record.invite):
            raise Declined("wrong_token", "this invitation does not open this table")
        token = new_token()
        async with room.turn:
            seat = await self.store.sit(table, wish.seat, clean(wish.name), hashed(token))
            await room.reload()
        if seat is None:
            raise Declined("not_now", "every seat is taken, or the one you asked for is")
        return {"table": table, "seat": seat, "token": token, "info": room.info()}

    async def mine(self, places: list[r.Place]) -> list[dict[str, Any]]:
        """How my tables stand."""
        summaries: list[dict[str, Any]] = []
        for place in places:
            try:
                room, seat = await self.opened(place.table, place.token)
            except Declined:
                summaries.append({"table": place.table, "seat": None, "my_turn": False, "moved": None, "info": None})
                continue
            my_turn = room.play is not None and seat is not None and room.play.to_move == seat
            moved = await self.store.last_moved(room.record.match.id)
            summaries.append(
                {"table": place.table, "seat": seat, "my_turn": my_turn, "moved": moved, "info": room.info()}
            )
        return summaries

    # ------------------------------------------------------------ rooms
    async def room(self, table: str) -> tuple[Room, Butler]:
        """The room of a table: opened, if it is not open."""
        task = self._rooms.get(table)
        if task is None:
            task = self._rooms[table] = asyncio.create_task(self._open_room(table))
            task.add_done_callback(lambda done: self._forget_failed(table, done))
        return await asyncio.shield(task)

    def _forget_failed(self, table: str, task: asyncio.Task[tuple[Room, Butler]]) -> None:
        if task.cancelled() or task.exception() is not None:
            self._rooms.pop(table, None)

    async def _open_room(self, table: str) -> tuple[Room, Butler]:
        record = await self.store.load(table)
        if record is None:
            raise Declined("unknown_table", "there is no such table here: the link may be incomplete")
        room = Room(self.store, record, await self.store.chat(table))
        async with room.turn:
            await room.catch_up()
        butler = Butler(room, self.thinkers, self.news)
        butler.attend()
        return room, butler

    async def opened(self, table: str, token: str) -> tuple[Room, int | None]:
        """The room that a token opens, and as whom: a seat, or a spectator."""
        room, _ = await self.room(table)
        seat = _seat_of(room.record, token)
        if seat is None and not opens(token, room.record.watch):
            async with room.turn:  # somebody may have sat down through another server
                await room.reload()
            seat = _seat_of(room.record, token)
            if seat is None:
                raise Declined("wrong_token", "this link does not open this table")
        return room, seat

    async def enter(self, hello: Hello) -> tuple[Room, Butler, Guest]:
        """Let somebody in, and welcome them."""
        room, seat = await self.opened(hello.table, hello.token)
        _, butler = await self.room(hello.table)
        guest = Guest(seat)
        seen = None if hello.seen is None else (hello.seen.match, hello.seen.version)
        async with room.turn:
            await room.catch_up()
            room.guests.add(guest)
            welcome = room.welcome(seat, seen)
            guest.send(welcome if hello.id is None else {"id": hello.id, **welcome})
        self._presence(room)
        butler.attend()
        return room, butler, guest

    def leave(self, room: Room, guest: Guest) -> None:
        """Somebody's socket is closed."""
        room.guests.discard(guest)
        self._presence(room)

    def _presence(self, room: Room) -> None:
        room.tell_table()
        self._announce(room)

    def _announce(self, room: Room) -> None:
        """Let the other servers know who is here."""
        if self.store.shared:
            seats = sorted({guest.seat for guest in room.guests if guest.seat is not None})
            spectators = sum(guest.seat is None for guest in room.guests)
            self._spawn(self._try(self.store.tell(room.record.id, "here", seats=seats, spectators=spectators)))

    async def _try(self, work: Any) -> None:
        """Something that may fail without harm."""
        try:
            await work
        except Exception as problem:
            LOG.warning("news were not spread", extra={"problem": type(problem).__name__})

    @property
    def open_rooms(self) -> list[Room]:
        """The rooms that are open now."""
        done = [task for task in self._rooms.values() if task.done() and not task.cancelled() and not task.exception()]
        return [task.result()[0] for task in done]

    async def _open_rooms(self) -> list[tuple[Room, Butler]]:
        found = await asyncio.gather(*self._rooms.values(), return_exceptions=True)
        return [one for one in found if not isinstance(one, BaseException)]

    async def _tidy(self) -> None:
        """Close rooms that nobody has been in for a while; say again who is here."""
        empty_since: dict[str, float] = {}
        while True:
            await asyncio.sleep(KEPT / 2)
            for table, task in list(self._rooms.items()):
                if not task.done() or task.exception() is not None:
                    continue
                room, butler = task.result()
                if room.guests:
                    self._announce(room)
                if room.guests or butler.is_busy or room.turn.locked():
                    empty_since.pop(table, None)
                elif time.monotonic() - empty_since.setdefault(table, time.monotonic()) >= KEPT:
                    del self._rooms[table], empty_since[table]
                    await butler.close()

    # ------------------------------------------------------------ news from other servers
    def _hear(self, news: dict[str, Any]) -> None:
        task = self._rooms.get(news["table"])
        if task is not None:
            self._spawn(self._heed(task, news))

    def _lost(self) -> None:
        """News may have been missed: every room looks for itself."""
        for table in self._rooms:
            self._hear({"table": table, "news": "table"})

    async def _heed(self, task: asyncio.Task[tuple[Room, Butler]], news: dict[str, Any]) -> None:
        room, butler = await asyncio.shield(task)
        heed: Callable[[Room, dict[str, Any]], Any] = getattr(self, f"_heed_{news['news']}")
        try:
            async with room.turn:
                await heed(room, news)
        except Exception as problem:
            room.fall_behind()
            LOG.warning("news were not heeded", extra={"table": room.record.id, "problem": type(problem).__name__})
        butler.attend()

    async def _heed_table(self, room: Room, news: dict[str, Any]) -> None:
        del news
        await room.reload()

    async def _heed_entry(self, room: Room, news: dict[str, Any]) -> None:
        if room.play is None or news["match"] != room.record.match.id or news["version"] > room.play.version:
            await room.reload()

    async def _heed_chat(self, room: Room, news: dict[str, Any]) -> None:
        del news
        for line in await self.store.chat(room.record.id, room.chat[-1].number if room.chat else 0):
            room.chat.append(line)
            room.tell({"type": "chat", "line": chat_line(line)})

    async def _heed_say(self, room: Room, news: dict[str, Any]) -> None:
        room.tell(news["message"])

    async def _heed_here(self, room: Room, news: dict[str, Any]) -> None:
        until = time.monotonic() + PRESENCE_EXPIRES
        room.elsewhere[news["from"]] = Elsewhere(frozenset(news["seats"]), news["spectators"], until)
        room.tell_table()

    async def _heed_ask_undo(self, room: Room, news: dict[str, Any]) -> None:
        await room.reload()
        plan = room.play.undo_plan(news["seat"]) if room.play is not None else None
        if room.play is not None and plan is not None and room.play.version == news["version"]:
            others = plan.others & room.persons
            room.asking = Asking(news["version"], news["seat"], plan.moves, plan.back, others)
            room.tell(room.asking.message(), others)

    async def _heed_answer_undo(self, room: Room, news: dict[str, Any]) -> None:
        if room.asking is not None and room.asking.version == news["version"]:
            await answer_undo(room, news["seat"], news["agree"])


# ---------------------------------------------------------------- a new table


def _game(name: str) -> Game:
    if name not in registry.names():
        raise Declined("not_allowed", f"there is no game {name!r}; there are: {', '.join(registry.names())}")
    return registry.load(name)


def _first_match(game: Game, seed: int | None) -> MatchRecord:
    data = game.rules.DATA.fingerprint if game.rules.DATA is not None else None
    return MatchRecord(0, 1, game.rules.RULESET, data, Secret.new(), seed, None, None, None)


def _seats(wish: r.NewTable, players: int, token: str) -> tuple[SeatRecord, ...]:
    wishes = wish.seats
    if wishes is None:
        wishes = [r.SeatWish(kind="me"), *[r.SeatWish(kind="bot", level=USUAL_LEVEL)] * (players - 1)]
    if len(wishes) != players:
        raise Declined("not_allowed", f"there are {players} seats to be given, not {len(wishes)}")
    if sum(one.kind == "me" for one in wishes) > 1:
        raise Declined("not_allowed", "you can take one seat; leave the others open, and join them by the link")
    free = [name for name in BOT_NAMES if name != wish.name]
    seats = []
    for number, one in enumerate(wishes):
        level = (one.level or USUAL_LEVEL) if one.kind == "bot" else None
        if level is not None:
            check_level(level)
        name = clean(wish.name) if one.kind == "me" else free.pop(0) if level is not None else OPEN_NAMES[number]
        kept = token if one.kind == "me" else None
        kind = "person" if one.kind == "me" else one.kind
        seats.append(SeatRecord(number, kind, name, level, kept, None, False, None, False, 0.0, 0.0))
    return tuple(seats)


def _seat_of(record: TableRecord, token: str) -> int | None:
    """The seat that a token opens; all are compared, so that time tells nothing."""
    found = [seat.seat for seat in record.seats if opens(token, seat.token)]
    return found[0] if found else None
