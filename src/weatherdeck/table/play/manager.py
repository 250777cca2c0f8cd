"""All tables of a server. It makes them, loads a session when somebody connects, and unloads those that are idle."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, NamedTuple

from ... import __version__
from ...bots import warming
from ...games.game import Game
from ..store.outage import StoreDown
from ..store.pubsub import Update, pubsub_of
from ..store.records import TableRecord
from ..store.store import Store
from ..wire.connection import Connection
from ..wire.messages import Close, Hello
from ..wire.perspective import Json
from ..wire.requests import DeckFile, Join, NewTable, Place
from . import links, outdated
from .archivist import Archivist
from .chat import TalkPolicy
from .deck_report import deck_report
from .decks import OfferedDecks
from .errors import BrokenMatch, RequestError
from .info import invitation_info, standing_of
from .names import checked_name, distinct
from .new_table import Tokens, new_table
from .pool import BotPool
from .session import CLOSED, TableSession
from .shelf import Shelf
from .tokens import hash_token, matches, new_token
from .updates import apply_update, note_presence
from .uploads import Uploads
from .worker import TableWorker

LOG = logging.getLogger("weatherdeck.table")
DELETED = "An administrator deleted this table."
NO_ROOM = "This server has no room for another table right now. Please try again in a minute."
IDLE_KEPT = 30.0
"""Seconds that the session of an empty table stays in memory: people reload their pages."""


class Loaded(NamedTuple):
    """A table in memory, and the worker that looks after it."""

    session: TableSession
    worker: TableWorker


class TableManager:
    """All tables of a server."""

    def __init__(
        self, store: Store, bot_pool: BotPool, decks: OfferedDecks, talk: TalkPolicy, *, uploads: bool = True
    ) -> None:
        self.store, self.bot_pool, self.decks, self.talk = store, bot_pool, decks, talk
        self.shelf = Shelf()
        self.shelf.in_use = lambda: [session.record.game_ref for session in self.sessions]
        self.shelf.lasting = decks.fingerprints
        for game, offered in decks.by_game.items():
            for fingerprint in offered:
                warming.reserve(game, fingerprint)  # before people bring theirs
        self.uploads = Uploads(self.shelf, talk.words, is_open=uploads)
        self._pubsub = pubsub_of(store)
        self.older: str | None = None  # the path of an older version that serves tables with its rules
        self._archivist = Archivist(store, self.shelf)
        self._loaded: dict[str, asyncio.Task[Loaded]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._due: set[str] = set()  # tables that will be read because of an update: more updates change nothing
        self._handed_over = False  # whether other servers run our matches
        self.most_tables = math.inf  # in memory
        self.notice: Json | None = None  # what everyone who connects is told about this server

    async def open(self) -> None:
        """Start listening to other servers, and unloading idle tables."""
        self.store.on_back = self._on_store_back
        await self._pubsub.start(self._on_update, self._on_reconnect)
        self._spawn(self._unload_idle())
        self._spawn(self._archivist.run())

    async def close(self) -> None:
        """Unload all tables."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        for one in await asyncio.gather(*self._loaded.values(), return_exceptions=True):
            if not isinstance(one, BaseException):
                await one.worker.close()
                await one.session.close()
                one.session.connections.clear()
        await self._pubsub.close()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ------------------------------------------------------------ making and joining tables
    async def make(self, request: NewTable) -> Json:
        """Make a table; return its tokens."""
        self.talk.check_name(checked_name(request.name))
        tokens = Tokens.new()
        # In a thread: an opening is replayed or a deck loaded, which takes a while.
        table, opening = await asyncio.to_thread(new_table, request, tokens, self.decks, self.uploads)
        record = await self.store.create(table, tokens.links(table), opening)
        session, worker = await self.load(record.id)
        await session.finish(self._start(session))
        worker.wake()
        LOG.info("a table was made", extra={"table": record.id, "game": record.game})
        return {
            "table": record.id,
            "seat": record.host,
            "token": tokens.watch if record.host is None else tokens.seat,
            "info": session.info(),
            "invite": tokens.invite,
            "watch": tokens.watch,
            "links": await links.listed(session),
        }

    async def _start(self, session: TableSession) -> None:
        async with session.lock:
            await session.start_if_all_are_ready()

    async def join(self, table: str, request: Join) -> Json:
        """Sit down at a table with an invitation; return the seat's token."""
        session, _ = await self.load(table)
        name, token = self.talk.check_name(checked_name(request.name)), new_token()
        seat = await session.finish(self._sit(session, request, name, token))
        if seat is None:
            raise RequestError("not_now", "all seats are taken, or the one you asked for is")
        return {"table": table, "seat": seat, "token": token, "info": session.info()}

    async def _sit(self, session: TableSession, request: Join, name: str, token: str) -> int | None:
        async with session.lock:
            await links.check_invitation(session, request.invite)
            if session.record.closed_at is not None:
                raise RequestError("closed", CLOSED)
            seated = [one.name for one in session.record.seats if one.kind != "open"]
            name = distinct(name, seated)
            seat = await self.store.sit(session.record.id, request.seat, name, hash_token(token), hints=request.hints)
            await session.reload()
        return seat

    async def invitation(self, table: str, token: str) -> Json:
        """What somebody with an invitation may know of the table before they sit down."""
        session, _ = await self.open_for(table, token)
        async with session.lock:
            await session.catch_up()
            link = await links.check_invitation(session, token)
        return invitation_info(session, link)

    async def deck(self, table: str, token: str) -> Json:
        """The deck of a table, for whoever holds one of its links, an invitation included."""
        await self.info(table, token)
        session, _ = await self.load(table)
        record, game = session.record, session.game
        if record.deck is None:
            raise RequestError("not_allowed", f"this table plays with the deck that {game.title} ships with")
        report = await asyncio.to_thread(deck_report, game, record.players, record.options)
        return {**report, "offered": self.decks.offers(record.game, record.deck)}

    async def check_deck(self, game: str, file: DeckFile) -> Json:
        """What a deck file is, before a table is made with it; RequestError says what is wrong with it."""
        found = await asyncio.to_thread(self.uploads.game_of, game, file)
        return {**await asyncio.to_thread(deck_report, found), "offered": False}

    async def move(self, table: str, token: str) -> Json:
        """Take a seat to another device with a link that works once; return the seat's new token."""
        session, worker = await self.load(table)
        seat, fresh = await session.finish(links.move(session, token))
        worker.wake()
        return {"table": table, "seat": seat, "token": fresh, "info": session.info()}

    async def summaries(self, places: list[Place]) -> list[Json]:
        """For each of a person's places: the table, and whether it is their turn."""
        summaries: list[Json] = []
        for place in places:
            unknown = {"table": place.table, "seat": None, "my_turn": False, "moved": None, "info": None}
            try:
                summaries.append(await self._summary(place))
            except outdated.Outdated as problem:
                moved = await self.store.last_moved(problem.record.match.id)
                summaries.append({**unknown, "moved": moved, "stuck": outdated.summary(problem, self.older)})
            except RequestError:
                summaries.append(unknown)
            except StoreDown:
                raise
            except Exception:  # whatever is wrong with one table, the others are listed
                LOG.exception("a table could not be listed", extra={"table": place.table})
                summaries.append(unknown)
        return summaries

    async def _summary(self, place: Place) -> Json:
        session, seat = await self.authorize(place.table, place.token)
        moved = await self.store.last_moved(session.record.match.id)
        summary = {"table": place.table, "seat": seat, "my_turn": False, "moved": moved, "info": session.info()}
        return summary if session.live is None else {**summary, **standing_of(session, session.live, seat)}

    # ------------------------------------------------------------ sessions
    @property
    def sessions(self) -> list[TableSession]:
        """The tables in memory."""
        done = [task for task in list(self._loaded.values()) if _is_loaded(task)]  # the shelf asks in other threads
        return [task.result().session for task in done]

    async def load(self, table: str) -> Loaded:
        """A table in memory; loaded first, if needed."""
        task = self._loaded.get(table)
        if task is None:
            if len(self._loaded) >= self.most_tables:
                raise RequestError("busy", NO_ROOM)
            task = self._loaded[table] = asyncio.create_task(self._load(table))
            task.add_done_callback(lambda done: self._forget_if_failed(table, done))
        return await asyncio.shield(task)

    def _forget_if_failed(self, table: str, task: asyncio.Task[Loaded]) -> None:
        if not _is_loaded(task):
            self._loaded.pop(table, None)

    async def _load(self, table: str) -> Loaded:
        record = await self.store.load(table)
        if record is None:
            raise RequestError("unknown_table", "there is no such table here: the link may be incomplete")
        # A deck that this server was not started with is read here for the first time, which takes a while.
        game = await asyncio.to_thread(outdated.game_of, record, self.shelf)
        record = await self._checked(record, game)
        session = TableSession(self.store, record, game, await self.store.chat(table), self.talk)
        session.on_end = partial(self._archivist.add, record.id)
        async with session.lock:
            try:
                await session.catch_up()
            except BrokenMatch as problem:
                raise outdated.broken(record, problem) from None
            if session.status == "over":  # perhaps a server was stopped before it could note this
                await session.note_end()
        worker = TableWorker(session, self.bot_pool, self._pubsub)
        if self._handed_over:
            await worker.pause(partial(self._ask_others, session))
        worker.wake()
        return Loaded(session, worker)

    async def _checked(self, record: TableRecord, game: Game) -> TableRecord:
        """The table, if its match can be played here; one that has not begun is played under the rules of today."""
        match, rules = record.match, (game.rules.RULESET, game.fingerprint)
        if match.started_at is None and (match.ruleset, match.data) != rules:
            await self.store.renew_match(match.id, *rules, __version__)
            return await self.store.load(record.id) or record
        if match.started_at is not None:
            outdated.check(record, game)
        return record

    async def open_for(self, table: str, token: str) -> Loaded:
        """A table in memory. Whether it can be played here is told only to those who hold one of its tokens."""
        try:
            return await self.load(table)
        except outdated.Outdated as problem:
            await outdated.seat_of(self.store, problem.record, token)
            raise

    async def info(self, table: str, token: str) -> Json:
        """The table, for whoever holds one of its links, an invitation included."""
        session, _ = await self.open_for(table, token)
        if _seat_of(session.record, token) is None and not await links.check_readable(session, token):
            await self.authorize(table, token)
        return session.info()

    async def authorize(self, table: str, token: str) -> tuple[TableSession, int | None]:
        """The table that a token opens, and the seat (None for a spectator)."""
        session, _ = await self.open_for(table, token)
        seat = _seat_of(session.record, token)
        if seat is None:
            async with session.lock:
                seat = await self._admit(session, token)
        return session, seat

    async def _admit(self, session: TableSession, token: str) -> int | None:
        """The seat that a token opens; None for a watch link. Hold the lock."""
        seat = _seat_of(session.record, token)
        if seat is None and not await links.watches(session, token):
            await session.reload()  # somebody may have sat down through another server
            seat = _seat_of(session.record, token)
            if seat is None:
                raise links.refusal(None, token)
        return seat

    async def connect(
        self, hello: Hello, address: str, check: Callable[[int | None], None]
    ) -> tuple[Loaded, Connection]:
        """Connect a client to its table, and welcome it; `check` may refuse its seat (None: a spectator)."""
        loaded = await self.open_for(hello.table, hello.token)
        session = loaded.session
        seen = None if hello.seen is None else (hello.seen.match, hello.seen.version)
        async with session.lock:
            await session.catch_up()
            # Within the lock, so that a link that is revoked at the same time either is refused here, or finds and
            # closes this connection.
            seat = await self._admit(session, hello.token)
            if session.record.closed_at is not None:
                raise RequestError("closed", CLOSED)
            check(seat)
            connection = Connection(seat, hash_token(hello.token), address)
            session.connections.add(connection)
            welcome = session.welcome(seat, seen)
            connection.send(welcome if hello.id is None else {"id": hello.id, **welcome})
            if self.notice is not None:
                connection.send(self.notice)
        self._presence_changed(session)
        loaded.worker.wake()
        return loaded, connection

    def disconnect(self, session: TableSession, connection: Connection) -> None:
        """Note that a client's socket is closed."""
        session.connections.discard(connection)
        connection.drop()
        self._presence_changed(session)

    def _presence_changed(self, session: TableSession) -> None:
        session.note_presence()
        session.tell_table()
        self._announce(session)
        task = self._loaded.get(session.record.id)
        if task is not None and _is_loaded(task):
            task.result().worker.wake()

    def _announce(self, session: TableSession) -> None:
        """Tell the other servers who is connected here."""
        if self.store.shared:
            seats = sorted({one.seat for one in session.connections if one.seat is not None})
            spectators = sum(one.seat is None for one in session.connections)
            self._spawn(self._notify(session.record.id, "here", seats=seats, spectators=spectators))

    async def _notify(self, table: str, kind: str, **more: Any) -> None:
        try:
            await self.store.notify(table, kind, **more)
        except StoreDown:
            pass  # it is said again soon
        except Exception as problem:  # it is said again soon
            LOG.warning("the other servers could not be told", extra={"problem": type(problem).__name__})

    async def _unload_idle(self) -> None:
        """Unload tables at which nobody has been for a while; say again who is connected."""
        empty_since: dict[str, float] = {}
        while True:
            await asyncio.sleep(IDLE_KEPT / 2)
            for table in list(self._loaded):
                await asyncio.sleep(0)  # there may be many tables: others come in between
                await self._unload_if_idle(table, empty_since)

    async def _unload_if_idle(self, table: str, empty_since: dict[str, float]) -> None:
        task = self._loaded.get(table)
        if task is None or not _is_loaded(task):
            return
        session, worker = task.result()
        if session.connections:
            self._announce(session)
            if session.elsewhere:  # another server may have died, and those who were connected to it are away
                worker.wake()
        if session.connections or worker.is_busy or session.lock.locked():
            empty_since.pop(table, None)
        elif time.monotonic() - empty_since.setdefault(table, time.monotonic()) >= IDLE_KEPT:
            del self._loaded[table], empty_since[table]
            await worker.close()

    # ------------------------------------------------------------ administration
    @property
    def connections(self) -> list[Connection]:
        """All clients that are connected to this server."""
        return [connection for session in self.sessions for connection in session.connections]

    async def expel(self, table: str, *, deleted: bool) -> None:
        """Take a table out of memory after an administrator closed or deleted it; say so and close its sockets."""
        task = self._loaded.pop(table, None)
        if task is None:
            return
        session, worker = await asyncio.shield(task)
        await worker.close()
        text = DELETED if deleted else CLOSED
        session.tell({"type": "notice", "code": "deleted" if deleted else "closed", "message": text})
        for connection in session.connections:
            connection.close(Close.CLOSED)
        session.mark_behind()

    async def hand_over(self) -> None:
        """Let other servers run the matches of all tables in memory. Clients here hear what happens as before."""
        self._handed_over = True
        for task in list(self._loaded.values()):
            if _is_loaded(task):
                session, worker = task.result()
                await worker.pause(partial(self._ask_others, session))

    def take_back(self) -> None:
        """Run matches here again."""
        self._handed_over = False
        for task in self._loaded.values():
            if _is_loaded(task):
                task.result().worker.resume()

    def _ask_others(self, session: TableSession) -> None:
        """Ask the other servers to run a match, if it is being played."""
        if session.status == "playing":
            self._spawn(self._notify(session.record.id, "take_over"))

    async def _take_over(self, table: str) -> None:
        try:
            await self.load(table)
        except Exception as problem:  # the players will load it when they come
            LOG.warning("a table could not be taken over", extra={"table": table, "problem": type(problem).__name__})

    # ------------------------------------------------------------ updates from other servers
    def _on_update(self, update: Update) -> None:
        task = self._loaded.get(update["table"])
        if task is None and update["news"] == "take_over" and not self._handed_over:
            self._spawn(self._take_over(update["table"]))
        if task is None:
            return
        if update["news"] == "here" and _is_loaded(task):
            self._note_presence(*task.result(), update)
            return
        if update["news"] == "table" and _is_loaded(task):
            if update["table"] in self._due:
                return
            self._due.add(update["table"])
        self._spawn(self._apply_update(task, update))

    def _note_presence(self, session: TableSession, worker: TableWorker, update: Update) -> None:
        if note_presence(session, update):
            session.tell_table()
            worker.wake()

    def _on_reconnect(self) -> None:
        """Updates may have been missed: every session reads the store."""
        for table in self._loaded:
            self._on_update({"table": table, "news": "table"})
            self._on_update({"table": table, "news": "links"})

    def _on_store_back(self) -> None:
        """After an outage: sessions that do not know whether their last change was stored read it, and tell it."""
        for task in self._loaded.values():
            if _is_loaded(task) and task.result().session.is_behind:
                task.result().worker.wake()

    async def _apply_update(self, task: asyncio.Task[Loaded], update: Update) -> None:
        session, worker = await asyncio.shield(task)
        try:
            async with session.lock:
                if update["news"] == "table":
                    self._due.discard(update["table"])
                await apply_update(session, update)
        except StoreDown:
            session.mark_behind()
        except Exception as problem:
            session.mark_behind()
            about = {"table": session.record.id, "kind": update["news"], "problem": type(problem).__name__}
            LOG.warning("an update from another server could not be applied", extra=about)
        worker.wake()


def _is_loaded(task: asyncio.Task[Loaded]) -> bool:
    return task.done() and not task.cancelled() and task.exception() is None


def _seat_of(record: TableRecord, token: str) -> int | None:
    """The seat that a token opens. All seats are compared, so that timing reveals nothing."""
    found = [seat.seat for seat in record.seats if matches(token, seat.token)]
    return found[0] if found else None
