"""Routes about tables: making and joining them, and reading their matches."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from functools import partial
from typing import Annotated, NamedTuple, TypeAlias

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import PlainTextResponse, Response

from ..play import archive, links
from ..play.errors import BrokenMatch, RequestError
from ..play.live_match import LiveMatch
from ..play.outdated import Outdated, kept_for, seat_of
from ..play.session import TableSession
from ..store.records import MatchRecord, TableRecord
from ..store.store import Store
from ..wire import requests as r
from ..wire.connection import encode
from ..wire.messages import TableInfo
from .builds import Built
from .server import Server, token_in

MatchNumber: TypeAlias = Annotated[int, Query(ge=1, le=1_000_000)]
SeatText: TypeAlias = Annotated[str, Query(max_length=3, description="a seat's number, or 'all'")]


def router(server: Server) -> APIRouter:
    """Tables and their matches."""
    routes = APIRouter(prefix="/api/tables", responses=r.REFUSALS)
    _add_table_routes(routes, server)
    _add_link_routes(routes, server)
    _add_archive_routes(routes, server)
    return routes


def _add_table_routes(routes: APIRouter, server: Server) -> None:
    @routes.post("", status_code=201)
    async def make(new_table: r.NewTable, request: Request) -> r.TableMade:
        """Make a table."""
        server.drain.check_new_table()
        server.limit_new_tables(request)
        async with server.admission.newcomer(makes_table=True):
            return r.TableMade.model_validate(await server.manager.make(new_table))

    @routes.post("/mine")
    async def mine(places: r.Places) -> r.Summaries:
        """For each place that I remember: the table, and whether it is my turn."""
        return r.Summaries.model_validate({"tables": await server.manager.summaries(places.places)})

    @routes.post("/{table}/join")
    async def join(table: str, join: r.Join, request: Request) -> r.Seated:
        """Sit down with an invitation."""
        server.limit_new_tables(request)
        async with server.admission.newcomer(makes_table=False):
            return r.Seated.model_validate(await server.manager.join(table, join))

    @routes.get("/{table}/invitation")
    async def invitation(table: str, authorization: Annotated[str, Header()] = "") -> r.Invitation:
        """Who invites to what, for somebody with an invitation."""
        return r.Invitation.model_validate(await server.manager.invitation(table, token_in(authorization)))

    @routes.get("/{table}/deck")
    async def deck(table: str, authorization: Annotated[str, Header()] = "") -> r.DeckReport:
        """The deck of a table that does not play with the deck as shipped; an invitation opens it, too."""
        return r.DeckReport.model_validate(await server.manager.deck(table, token_in(authorization)))

    @routes.get("/{table}")
    async def info(table: str, authorization: Annotated[str, Header()] = "") -> TableInfo:
        """The table, as everyone at it may know it; an invitation opens it, too."""
        return TableInfo.model_validate(await server.manager.info(table, token_in(authorization)))


def _add_link_routes(routes: APIRouter, server: Server) -> None:
    @routes.post("/{table}/links", status_code=201)
    async def make_link(table: str, new_link: r.NewLink, authorization: Annotated[str, Header()] = "") -> r.LinkMade:
        """Make a link. Its token is shown only here."""
        session, seat = await server.authorize(table, authorization)
        return r.LinkMade.model_validate(await links.make(session, seat, new_link.kind))

    @routes.post("/{table}/watch", status_code=201)
    async def watch(table: str, request: Request, authorization: Annotated[str, Header()] = "") -> r.LinkMade:
        """Watch instead of sitting down, with an invitation: make a watch link. Its token is shown only here."""
        server.limit_new_tables(request)
        session, _ = await server.manager.open_for(table, token_in(authorization))
        return r.LinkMade.model_validate(await links.make_for_guest(session, token_in(authorization)))

    @routes.get("/{table}/links")
    async def list_links(table: str, authorization: Annotated[str, Header()] = "") -> r.Links:
        """The links of a table that work, for its players."""
        session, seat = await server.authorize(table, authorization)
        if seat is None:
            raise RequestError("not_allowed", "spectators cannot see the links of a table")
        return r.Links.model_validate({"links": await links.listed(session)})

    @routes.delete("/{table}/links/{number}", status_code=204)
    async def revoke_link(table: str, number: r.LinkNumber, authorization: Annotated[str, Header()] = "") -> None:
        """Revoke a link; whoever watches by it is disconnected."""
        session, seat = await server.authorize(table, authorization)
        await links.revoke(session, seat, number)

    @routes.post("/{table}/move")
    async def move(table: str, move: r.MoveSeat, request: Request) -> r.Seated:
        """Take a seat to this device, with a link that works once."""
        server.limit_new_tables(request)
        return r.Seated.model_validate(await server.manager.move(table, move.token))


def _add_archive_routes(routes: APIRouter, server: Server) -> None:
    @routes.get("/{table}/replay", response_model=r.Replay)
    async def replay(
        table: str,
        match: MatchNumber | None = None,
        seat: SeatText | None = None,
        authorization: Annotated[str, Header()] = "",
    ) -> Response:
        """All steps of a match as my seat sees them; after the end as any seat, or (`all`) with all cards open."""
        opened = await _open(server, table, authorization)
        is_own = seat is None or seat == str(opened.seat)
        key = ("replay", *_match_key(opened, match), opened.seat if is_own else seat, is_own)
        answer = await server.archive.get(key, partial(_replay, opened, match, seat))
        return Response(answer, media_type="application/json")

    @routes.get("/{table}/game", response_class=PlainTextResponse)
    async def game(
        table: str, match: MatchNumber | None = None, authorization: Annotated[str, Header()] = ""
    ) -> Response:
        """A finished match as a saved game with its fairness record, for `weatherdeck verify`."""
        opened = await _open(server, table, authorization)
        answer = await server.archive.get(("game", *_match_key(opened, match)), partial(_saved_game, opened, match))
        name = f"{opened.record.game}-{table}-{match or opened.record.match.number}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(answer, media_type="application/json", headers=headers)

    @routes.get("/{table}/transcript", response_class=PlainTextResponse)
    async def transcript(
        table: str, match: MatchNumber | None = None, authorization: Annotated[str, Header()] = ""
    ) -> PlainTextResponse:
        """A finished match as a transcript: one line of JSON."""
        opened = await _open(server, table, authorization)
        key = ("transcript", *_match_key(opened, match))
        return PlainTextResponse(await server.archive.get(key, partial(_transcript, opened, match)))

    @routes.get("/{table}/kept")
    async def kept(table: str, authorization: Annotated[str, Header()] = "") -> Response:
        """What I may know of an unfinished match whose rules this server no longer has, as a file."""
        opened = await _open(server, table, authorization)
        if opened.session is not None or opened.record.match.ended_at is not None:
            raise RequestError("not_now", "this match can be opened: there is no need for this file")
        content = kept_for(opened.record, await opened.store.entries(opened.record.match.id), opened.seat)
        name = f"{opened.record.game}-{table}-{opened.record.match.number}-unfinished.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(encode(content), media_type="application/json", headers=headers)


class _Opened(NamedTuple):
    """A table that a request may read: without a session if its match is under rules that are not installed."""

    store: Store
    record: TableRecord
    session: TableSession | None
    seat: int | None


async def _open(server: Server, table: str, authorization: str) -> _Opened:
    store = server.manager.store
    try:
        session, seat = await server.authorize(table, authorization)
    except Outdated as problem:
        return _Opened(store, problem.record, None, await seat_of(store, problem.record, token_in(authorization)))
    return _Opened(store, session.record, session, seat)


def _match_key(opened: _Opened, match: int | None) -> tuple[Hashable, ...]:
    """What the stored answers about a match depend on: names can change between two matches of a table."""
    return opened.record.id, match or opened.record.match.number, tuple(seat.name for seat in opened.record.seats)


async def _replay(opened: _Opened, match: int | None, seat: str | None) -> Built:
    found = await _match(opened, match)
    if isinstance(found, archive.ArchivedMatch):
        return Built(found.replay)
    names, live, record = found
    shown, all_open = _replay_seat(seat, opened.seat, live.match.players, over=live.is_over)
    answer = await asyncio.to_thread(lambda: encode(archive.replay(names, live, record, shown, all_open=all_open)))
    return Built(answer, final=live.is_over)


async def _saved_game(opened: _Opened, match: int | None) -> Built:
    found = await _match(opened, match)
    if isinstance(found, archive.ArchivedMatch):
        return Built(found.game)
    names, live, record = found
    return Built((await asyncio.to_thread(archive.saved_game, names, live, record)).encode(), final=live.is_over)


async def _transcript(opened: _Opened, match: int | None) -> Built:
    found = await _match(opened, match)
    if isinstance(found, archive.ArchivedMatch):
        return Built(found.transcript)
    return Built((await asyncio.to_thread(archive.transcript_of, found[1])).encode(), final=found[1].is_over)


async def _match(
    opened: _Opened, match: int | None
) -> archive.ArchivedMatch | tuple[list[str], LiveMatch, MatchRecord]:
    """A match, replayed from its entries; one under rules that are not installed, from its archive."""
    if opened.session is not None:
        try:
            live, record = await archive.load_match(opened.store, opened.session, match)
        except BrokenMatch:
            pass
        else:
            return opened.session.names, live, record
    return await archive.find(opened.store, opened.record, match or opened.record.match.number)


def _replay_seat(seat: str | None, mine: int | None, players: int, *, over: bool) -> tuple[int | None, bool]:
    """As which seat a replay is shown, and whether all cards are open: before the end only as one's own."""
    if seat is None or seat == str(mine):
        return mine, False
    if seat != "all" and seat not in map(str, range(players)):  # wrong at any time, whatever the bots have played
        raise RequestError("not_allowed", f"seat must be a number from 0 to {players - 1}, or 'all'")
    if not over:
        raise RequestError("not_now", "until the match is over, you can see it only as your own seat")
    return (None, True) if seat == "all" else (int(seat), False)
