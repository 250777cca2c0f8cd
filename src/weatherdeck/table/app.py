"""The server as an ASGI application: its addresses, and the house behind them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Header, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from .. import __version__, bots
from ..errors import Problem
from ..games import registry
from ..games.game import Game
from . import archive, site
from . import requests as r
from .desk import LEVELS, Declined
from .doors import Doors
from .guest import encode
from .house import House
from .limits import Buckets
from .messages import TableInfo
from .metrics import Metrics
from .room import Room
from .settings import Settings
from .socket import Conversation
from .store import Store
from .thinkers import Thinkers

STATUS = {"unknown_table": 404, "wrong_token": 403, "not_now": 409, "too_fast": 429, "switched_off": 409, "busy": 429}
"""Of a declined request, by its code; the others are 400."""
REFUSALS: dict[int | str, dict[str, Any]] = {"4XX": {"model": r.Refusal}}


class Server:
    """What the addresses need: it lives as long as the application runs."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.tables = Buckets(*settings.tables)
        self.house: House

    @asynccontextmanager
    async def running(self, _app: FastAPI) -> AsyncIterator[None]:
        """Open the store and the house, and close them at the end."""
        store = await Store.open(self.settings.store)
        thinkers = Thinkers(self.settings.threads)
        self.house = House(store, thinkers)
        await self.house.open()
        try:
            yield
        finally:
            await self.house.close()
            thinkers.close()
            await store.close()

    async def room(self, table: str, authorization: str) -> tuple[Room, int | None]:
        """The room that a request's token opens, and as whom."""
        kind, _, token = authorization.partition(" ")
        if kind.lower() != "bearer" or not token:
            raise Declined("wrong_token", "expected the header 'Authorization: Bearer TOKEN'")
        return await self.house.opened(table, token.strip())


def make_app(settings: Settings) -> ASGIApp:
    """The application, behind its doors."""
    return Doors(_app(Server(settings)), settings)


def described() -> dict[str, Any]:
    """The OpenAPI description."""
    return _app(Server(Settings(store=""))).openapi()


def _app(server: Server) -> FastAPI:
    app = FastAPI(
        title="weatherdeck",
        version=__version__,
        summary="Tables for five card games. Play happens over the socket: see docs/protocol.md.",
        lifespan=server.running,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.state.server = server
    app.include_router(_games())
    app.include_router(_tables(server))
    app.include_router(_archive(server))
    app.include_router(_service(server))

    @app.websocket("/socket")
    async def socket(socket: WebSocket) -> None:
        await Conversation(socket, server.house, server.metrics, server.settings.messages).hold()

    app.include_router(site.router())
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_problem)
    return app


# ---------------------------------------------------------------- what can be played


def _games() -> APIRouter:
    router = APIRouter(prefix="/api", responses=REFUSALS)

    @router.get("/games")
    async def games() -> r.Games:
        """The games that can be played here, and the levels of bots."""
        levels = [r.LevelInfo(name=level.name, help=level.help) for level in bots.LEVELS.values()]
        return r.Games(games=[_game_info(registry.load(name)) for name in registry.names()], levels=levels)

    @router.get("/games/{name}/rules", response_class=PlainTextResponse)
    async def rules(name: str) -> PlainTextResponse:
        """How a game is played, in Markdown."""
        return PlainTextResponse(_known(name).rulebook, media_type="text/markdown")

    @router.get("/games/{name}/pictures/{picture}", response_class=Response)
    async def picture(name: str, picture: str) -> Response:
        """A picture of the rules."""
        return site.picture(_known(name), picture)

    return router


def _known(name: str) -> Game:
    if name not in registry.names():
        raise Declined("unknown_table", f"there is no game {name!r}; there are: {', '.join(registry.names())}")
    return registry.load(name)


def _game_info(game: Game) -> r.GameInfo:
    options = [
        r.OptionInfo(
            name=option.name,
            help=option.help,
            kind=option.kind,
            default=option.default,
            choices=list(option.choices),
            low=option.low,
            high=option.high,
        )
        for option in game.options
    ]
    return r.GameInfo(
        name=game.name,
        title=game.title,
        designer=game.designer,
        summary=game.summary,
        minutes=game.minutes,
        players=list(game.players),
        usual_players=game.check_players(None),
        cooperative=game.cooperative,
        options=options,
        bots=[level for level in bots.LEVELS if level in LEVELS] if game.greedy is not None else ["random"],
    )


# ---------------------------------------------------------------- tables


def _tables(server: Server) -> APIRouter:
    router = APIRouter(prefix="/api/tables", responses=REFUSALS)

    @router.post("", status_code=201)
    async def make(wish: r.NewTable, request: Request) -> r.TableMade:
        """Make a table."""
        _not_too_many(server, request)
        return r.TableMade.model_validate(await server.house.make(wish))

    @router.post("/mine")
    async def mine(places: r.Places) -> r.Summaries:
        """How my tables stand, for each place that I remember."""
        return r.Summaries.model_validate({"tables": await server.house.mine(places.places)})

    @router.post("/{table}/join")
    async def join(table: str, wish: r.Join, request: Request) -> r.Seated:
        """Sit down by an invitation."""
        _not_too_many(server, request)
        return r.Seated.model_validate(await server.house.join(table, wish))

    @router.get("/{table}")
    async def info(table: str, authorization: Annotated[str, Header()] = "") -> TableInfo:
        """The table, as everybody at it may know."""
        room, _ = await server.room(table, authorization)
        return TableInfo.model_validate(room.info())

    return router


def _not_too_many(server: Server, request: Request) -> None:
    if not server.tables.take(request.client.host if request.client else "?"):
        raise Declined("too_fast", "you have made or joined many tables just now: wait a moment")


def _archive(server: Server) -> APIRouter:
    router = APIRouter(prefix="/api/tables", responses=REFUSALS)

    @router.get("/{table}/replay", response_model=r.Replay)
    async def replay(
        table: str, match: int | None = None, seat: str | None = None, authorization: Annotated[str, Header()] = ""
    ) -> Response:
        """All steps of a match, as my seat sees them; after the end from any seat, or (`all`) with all cards open."""
        room, mine = await server.room(table, authorization)
        play, record = await archive.play_of(server.house.store, room, match)
        eyes, all_open = _eyes(seat, mine, play.match.players, over=play.is_over)
        frames = await asyncio.to_thread(archive.replay, room, play, record, eyes, all_open=all_open)
        return Response(encode(frames), media_type="application/json")

    @router.get("/{table}/game", response_class=PlainTextResponse)
    async def game(table: str, match: int | None = None, authorization: Annotated[str, Header()] = "") -> Response:
        """A finished match as a saved game, with its fairness record: for `weatherdeck verify`."""
        room, _ = await server.room(table, authorization)
        play, record = await archive.play_of(server.house.store, room, match)
        name = f"{room.record.game}-{table}-{record.number}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(archive.saved_game(room, play, record), media_type="application/json", headers=headers)

    @router.get("/{table}/transcript", response_class=PlainTextResponse)
    async def transcript(
        table: str, match: int | None = None, authorization: Annotated[str, Header()] = ""
    ) -> PlainTextResponse:
        """A finished match as a transcript, one line of JSON."""
        room, _ = await server.room(table, authorization)
        play, _record = await archive.play_of(server.house.store, room, match)
        return PlainTextResponse(await asyncio.to_thread(archive.transcript_of, play))

    return router


def _eyes(seat: str | None, mine: int | None, players: int, *, over: bool) -> tuple[int | None, bool]:
    """With whose eyes a replay is seen: before the end only with one's own."""
    if seat is None or (seat.isdigit() and int(seat) == mine):
        return mine, False
    if not over:
        raise Declined("not_now", "until the match is over, you may look with your own eyes only")
    if seat == "all":
        return None, True
    if not (seat.isascii() and seat.isdigit() and int(seat) < players):
        raise Declined("not_allowed", f"seat is a number from 0 to {players - 1}, or 'all'")
    return int(seat), False


# ---------------------------------------------------------------- for those who run it


def _service(server: Server) -> APIRouter:
    router = APIRouter()

    @router.get("/healthz")
    async def healthz() -> JSONResponse:
        """Whether the server and its store are well."""
        well = await server.house.store.is_well()
        return JSONResponse({"status": "well" if well else "the store does not answer"}, 200 if well else 503)

    @router.get("/metrics", response_class=PlainTextResponse)
    async def metrics() -> Response:
        """Measurements, in Prometheus' format."""
        return Response(server.metrics.page(server.house), media_type=server.metrics.content_type)

    @router.get("/api/schema/{name}.json", include_in_schema=False)
    async def schema(name: str) -> Response:
        from .schema import documents

        text = documents().get(f"{name}.json")
        if text is None:
            raise HTTPException(404)
        return Response(text, media_type="application/json")

    return router


# ---------------------------------------------------------------- what went wrong


async def _problem(_request: Request, problem: Exception) -> JSONResponse:
    code = problem.code if isinstance(problem, Declined) else "not_now"
    return JSONResponse({"code": code, "message": str(problem)}, STATUS.get(code, 400))


async def _invalid(_request: Request, problem: Exception) -> JSONResponse:
    assert isinstance(problem, RequestValidationError)
    first = problem.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return JSONResponse({"code": "bad_message", "message": f"{where}: {first['msg']}"}, 422)


async def _http_problem(_request: Request, problem: Exception) -> JSONResponse:
    assert isinstance(problem, HTTPException)
    return JSONResponse({"code": "bad_message", "message": str(problem.detail)}, problem.status_code)
