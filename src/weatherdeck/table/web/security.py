"""Security checks that every request passes: host, origin, size and rate; and the headers of every response."""

from __future__ import annotations

import asyncio
import math
import re
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlsplit

import orjson
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..desk import Desk
from ..rates import OpenCount, RateLimits
from .settings import Settings

MAX_BODY = 65_536
MAX_UNWANTED = 1_048_576
"""Bytes of the body of a refused request that are read, so that its client gets the refusal."""
REFUSAL_TIMEOUT = 2.0
"""Seconds in which that body has to arrive."""
OPEN_REFUSALS = (8, 256)
"""Refused requests whose bodies are read at the same time: of one address, and of all."""
SOCKET = "/socket"
"""The path of the socket."""
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
UNKNOWN_HOST = "unknown host name (possible DNS rebinding): use one that the server was started with"
LONGEST_PATH = 2_000
"""Characters of a path. The longest one that the server has an answer for is much shorter."""
COSTS = (
    (re.compile(r"/api/tables/[^/]+/(replay|game|transcript)"), 10.0),
    (re.compile(r"/api/tables/mine|/api/games/[^/]+/decks|/api/explore/.*"), 5.0),
    (re.compile(r"/api/tables(/[^/]+/[^/]+)?"), 2.0),
    # A page is dozens of small files, and a whole class may open it from one address.
    (re.compile(r"(/docs)?/(assets|look)/.*"), 0.1),
)
"""What a request counts towards its address's rate limit, by its path; the others count as one."""
HEADERS = {
    "content-security-policy": CSP,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class RequestRefusal(NamedTuple):
    """Why a request is refused, and after how many seconds it makes sense to try again."""

    status: int
    code: str
    message: str
    wait: float | None = None


STOPPED = RequestRefusal(503, "draining", "the server is restarting: try again in a moment", 5)


class SecurityMiddleware:
    """Checks every request and every socket before the application sees it."""

    def __init__(self, app: ASGIApp, settings: Settings, desk: Desk) -> None:
        self.app, self._settings, self._desk = app, settings, desk
        self._origins = {urlsplit(origin).netloc.lower() for origin in settings.origins}
        self._requests = RateLimits(*settings.requests)
        self._sockets = RateLimits(*settings.sockets)
        self._open_requests = OpenCount(settings.open_requests, math.inf)
        self._open_sockets = OpenCount(settings.open_sockets, math.inf)
        self._open_refusals = OpenCount(*OPEN_REFUSALS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it and say why."""
        if scope["type"] == "http" and scope["path"] == self._settings.prefix != "":
            # The browser client uses relative URLs: without the slash they would lead outside the prefix.
            await RedirectResponse(f"{self._settings.prefix}/", 308)(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(_under(scope, self._settings.prefix), receive, send)
        elif scope["type"] == "websocket":
            await self._socket(_under(scope, self._settings.prefix), receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, address, respond = Headers(scope=scope), _address(scope), _with_headers(send)
        refusal = self._refusal(scope, headers, address)
        if refusal is not None:
            await _refuse(respond, refusal, is_read=await self._is_read(headers, address, receive))
            return
        try:
            account = self._desk.account(address)
            async with account.under_way():
                await account.timed(_answered(self.app, scope, _limited(receive), respond))
        except asyncio.CancelledError:  # the server stops, and does not wait for this answer any longer
            with suppress(RuntimeError):  # it may have begun
                await _refuse(respond, STOPPED, is_read=False)
        finally:
            self._open_requests.leave(address)

    def _refusal(self, scope: Scope, headers: Headers, address: str) -> RequestRefusal | None:
        """Why a request is refused; None if it is let in, and then it counts as open."""
        cost = cost_of(scope["path"])
        if not self._is_known_host(headers):
            return RequestRefusal(421, "not_allowed", UNKNOWN_HOST)
        if scope["method"] not in ("GET", "HEAD") and not self._is_same_origin(headers):
            return RequestRefusal(403, "not_allowed", "requests from other sites are not allowed")
        if not self._requests.allow(address, cost):
            return RequestRefusal(
                429, "too_fast", "too many requests: wait a moment", self._requests.wait(address, cost)
            )
        if not is_path(scope["path"]):
            return RequestRefusal(404, "bad_message", "there is nothing at this URL")
        if not is_short(headers.get("content-length", "0")):
            return RequestRefusal(413, "too_large", f"a request body may have at most {MAX_BODY} bytes")
        if not self._open_requests.enter(address):
            return RequestRefusal(429, "too_fast", "too many requests at the same time: wait a moment", 1)
        return None

    async def _is_read(self, headers: Headers, address: str, receive: Receive) -> bool:
        """Read the body of a request that is refused, within limits; whether it was read to its end.

        If the connection were closed before that, the kernel would reset it, and the client or its proxy might lose
        the refusal.
        """
        length = headers.get("content-length", "0")
        if length == "0" and "transfer-encoding" not in headers:
            return True
        if not is_short(length, MAX_UNWANTED) or "expect" in headers:  # who expects something waits with the body
            return False
        if not self._open_refusals.enter(address):
            return False
        try:
            async with asyncio.timeout(REFUSAL_TIMEOUT):
                return await _read_to_end(receive)
        except TimeoutError:
            return False
        finally:
            self._open_refusals.leave(address)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, address = Headers(scope=scope), _address(scope)
        if not (self._is_known_host(headers) and self._is_same_origin(headers)):
            await _refuse_socket(receive, send, 403)
        elif scope["path"] != SOCKET:
            await _refuse_socket(receive, send, 404)
        elif not self._sockets.allow(address):
            await _refuse_socket(receive, send, 429)
        elif not self._open_sockets.enter(address):
            await _refuse_socket(receive, send, 429)
        else:
            try:
                with suppress(asyncio.CancelledError):  # the server stops, and the client does not answer the close
                    await self.app(scope, receive, send)
            finally:
                self._open_sockets.leave(address)

    def _is_known_host(self, headers: Headers) -> bool:
        """Whether the Host header is one of ours; another one may come from DNS rebinding."""
        allowed = self._settings.hosts
        if allowed is None:
            return True
        parts = _split(f"//{headers.get('host', '')}")
        return parts is not None and (parts.hostname or "") in allowed

    def _is_same_origin(self, headers: Headers) -> bool:
        """Whether the page that sent this is ours. Programs send no Origin header; there are no cookies to abuse."""
        origin = headers.get("origin")
        if origin is None:
            return True
        parts = _split(origin)
        place = "" if parts is None else parts.netloc.lower()
        return bool(place) and (place == headers.get("host", "").lower() or place in self._origins)


def cost_of(path: str) -> float:
    """What a request counts towards its address's rate limit."""
    return next((cost for pattern, cost in COSTS if pattern.fullmatch(path)), 1.0)


def is_path(path: str) -> bool:
    """Whether a path is one that could lead anywhere. PostgreSQL, for one, cannot store NUL."""
    return len(path) <= LONGEST_PATH and path.isprintable()


def is_short(length: str, limit: int = MAX_BODY) -> bool:
    """Whether a Content-Length is a number within the limit."""
    return length.isascii() and length.isdigit() and len(length) < 10 and int(length) <= limit


def _split(url: str) -> SplitResult | None:
    try:
        return urlsplit(url)
    except ValueError:  # such as "http://[": an IPv6 address without its end
        return None


def _under(scope: Scope, prefix: str) -> Scope:
    """The scope without the prefix, which a proxy may have left in the path."""
    path: str = scope["path"]
    if prefix and (path == prefix or path.startswith(prefix + "/")):
        return {**scope, "path": path[len(prefix) :] or "/", "raw_path": None}
    return scope


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else "?"


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


async def _answered(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    await app(scope, receive, send)


def _limited(receive: Receive) -> Receive:
    """Receive a body up to the size limit, whatever its headers claim."""
    size = 0

    async def receiving() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        return message if size <= MAX_BODY else {"type": "http.disconnect"}

    return receiving


async def _read_to_end(receive: Receive) -> bool:
    """Read a body and forget it; False if it is too long, or if the client has gone."""
    size = 0
    while size <= MAX_UNWANTED:
        message = await receive()
        if message["type"] != "http.request":
            return False
        if not message.get("more_body", False):
            return True
        size += len(message.get("body", b""))
    return False


async def _refuse(send: Send, refusal: RequestRefusal, *, is_read: bool) -> None:
    """Refuse a request, and close its connection if its body was not read."""
    body = orjson.dumps({"code": refusal.code, "message": refusal.message})
    headers: list[Any] = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if not is_read:
        headers.append((b"connection", b"close"))
    if refusal.wait is not None:
        headers.append((b"retry-after", str(max(1, math.ceil(refusal.wait))).encode()))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _refuse_socket(receive: Receive, send: Send, status: int) -> None:
    """Answer a WebSocket handshake with an HTTP error."""
    await receive()
    await send({"type": "websocket.http.response.start", "status": status, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b""})
