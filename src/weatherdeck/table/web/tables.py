"""Routes about tables: making and joining them, and reading their matches."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from functools import partial
from typing import Annotated, TypeAlias

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import PlainTextResponse, Response

from ..play import archive, links
from ..play.errors import RequestError
from ..play.session import TableSession
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
        server.admission.check_new_table()
        server.limit_new_tables(request)
        return r.TableMade.model_validate(await server.manager.make(new_table))

    @routes.post("/mine")
    async def mine(places: r.Places) -> r.Summaries:
        """For each place that I remember: the table, and whether it is my turn."""
        return r.Summaries.model_validate({"tables": await server.manager.summaries(places.places)})

    @routes.post("/{table}/join")
    async def join(table: str, join: r.Join, request: Request) -> r.Seated:
        """Sit down with an invitation."""
        server.limit_new_tables(request)
        return r.Seated.model_validate(await server.manager.join(table, join))

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
        session, mine = await server.authorize(table, authorization)
        is_own = seat is None or seat == str(mine)
        key = ("replay", *_match_key(session, match), mine if is_own else seat, is_own)
        answer = await server.archive.get(key, partial(_replay, session, match, mine, seat))
        return Response(answer, media_type="application/json")

    @routes.get("/{table}/game", response_class=PlainTextResponse)
    async def game(
        table: str, match: MatchNumber | None = None, authorization: Annotated[str, Header()] = ""
    ) -> Response:
        """A finished match as a saved game with its fairness record, for `weatherdeck verify`."""
        session, _ = await server.authorize(table, authorization)
        answer = await server.archive.get(("game", *_match_key(session, match)), partial(_saved_game, session, match))
        name = f"{session.record.game}-{table}-{match or session.record.match.number}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(answer, media_type="application/json", headers=headers)

    @routes.get("/{table}/transcript", response_class=PlainTextResponse)
    async def transcript(
        table: str, match: MatchNumber | None = None, authorization: Annotated[str, Header()] = ""
    ) -> PlainTextResponse:
        """A finished match as a transcript: one line of JSON."""
        session, _ = await server.authorize(table, authorization)
        key = ("transcript", *_match_key(session, match))
        return PlainTextResponse(await server.archive.get(key, partial(_transcript, session, match)))


def _match_key(session: TableSession, match: int | None) -> tuple[Hashable, ...]:
    """What the stored answers about a match depend on: names can change between two matches of a table."""
    return session.record.id, match or session.record.match.number, tuple(session.names)


async def _replay(session: TableSession, match: int | None, mine: int | None, seat: str | None) -> Built:
    live, record = await archive.load_match(session.store, session, match)
    shown, all_open = _replay_seat(seat, mine, live.match.players, over=live.is_over)
    answer = await asyncio.to_thread(lambda: encode(archive.replay(session, live, record, shown, all_open=all_open)))
    return Built(answer, final=live.is_over)


async def _saved_game(session: TableSession, match: int | None) -> Built:
    live, record = await archive.load_match(session.store, session, match)
    return Built((await asyncio.to_thread(archive.saved_game, session, live, record)).encode(), final=live.is_over)


async def _transcript(session: TableSession, match: int | None) -> Built:
    live, _ = await archive.load_match(session.store, session, match)
    return Built((await asyncio.to_thread(archive.transcript_of, live)).encode(), final=live.is_over)


def _replay_seat(seat: str | None, mine: int | None, players: int, *, over: bool) -> tuple[int | None, bool]:
    """As which seat a replay is shown, and whether all cards are open: before the end only as one's own."""
    if seat is None or seat == str(mine):
        return mine, False
    if not over:
        raise RequestError("not_now", "until the match is over, you can see it only as your own seat")
    if seat == "all":
        return None, True
    if seat not in map(str, range(players)):
        raise RequestError("not_allowed", f"seat must be a number from 0 to {players - 1}, or 'all'")
    return int(seat), False
