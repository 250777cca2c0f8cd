"""The server as an ASGI application."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from ... import __version__
from ...errors import Problem
from ..play.errors import RequestError
from ..store.outage import StoreDown
from . import explore, games, operations, site, tables
from .docs_site import PATH, DocsSite, to_first_page
from .security import SecurityMiddleware
from .server import Server
from .settings import Settings
from .socket import SocketEndpoint

STATUS = {
    "unknown_table": 404,
    "wrong_token": 403,
    "moved": 403,
    "revoked": 403,
    "not_now": 409,
    "too_fast": 429,
    "switched_off": 409,
    "busy": 503,
    "closed": 409,
    "outdated": 410,
    "draining": 503,
    "failed": 503,
}
"""HTTP status of a request error, by its code; all others are 400."""
RETRY_AFTER = "15"
"""Seconds after which a client that was turned away may try again."""


def make_app(settings: Settings, server: Server | None = None) -> ASGIApp:
    """The application, behind its security checks."""
    server = server or Server(settings)
    return SecurityMiddleware(_app(server), settings, server.desk)


def openapi() -> dict[str, Any]:
    """The OpenAPI description."""
    return _app(Server(Settings(store=""))).openapi()


def _app(server: Server) -> FastAPI:
    app = FastAPI(
        title="weatherdeck",
        version=__version__,
        summary="Tables for card games. Play happens over the socket: see docs/protocol.md.",
        lifespan=server.running,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.state.server = server
    for part in (games, tables, operations, explore):
        app.router.routes += part.router(server).routes  # include_router() would work out each of them again

    @app.websocket("/socket")
    async def socket(socket: WebSocket) -> None:
        if server.drain.refuses_sockets:
            refusal = {"code": "draining", "message": "this server is being taken out of service: connect again"}
            await socket.send_denial_response(JSONResponse(refusal, 503, {"retry-after": "1"}))
            return
        await SocketEndpoint(socket, server).serve()

    app.add_route(PATH, to_first_page, include_in_schema=False)
    app.mount(PATH, DocsSite())
    app.include_router(site.router())
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_problem)
    return app


async def _problem(_request: Request, problem: Exception) -> JSONResponse:
    code = "failed" if isinstance(problem, StoreDown) else "not_now"
    if isinstance(problem, RequestError):
        code = problem.code
    status = STATUS.get(code, 400)
    headers = {"retry-after": RETRY_AFTER} if status in (429, 503) else None
    return JSONResponse({"code": code, "message": str(problem)}, status, headers)


async def _invalid(_request: Request, problem: Exception) -> JSONResponse:
    assert isinstance(problem, RequestValidationError)
    first = problem.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return JSONResponse({"code": "bad_message", "message": f"{where}: {first['msg']}"}, 422)


async def _http_problem(_request: Request, problem: Exception) -> JSONResponse:
    assert isinstance(problem, HTTPException)
    return JSONResponse({"code": "bad_message", "message": str(problem.detail)}, problem.status_code)
