"""Security checks that every request passes: host, origin, size and rate; and the headers of every response."""

from __future__ import annotations

import math
import re
from typing import Any
from urllib.parse import SplitResult, urlsplit

import orjson
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..rates import OpenCount, RateLimits
from .settings import Settings

MAX_BODY = 65_536
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
    (re.compile(r"/api/tables/mine"), 5.0),
    (re.compile(r"/api/tables(/[^/]+/[^/]+)?"), 2.0),
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


class SecurityMiddleware:
    """Checks every request and every socket before the application sees it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self._settings = app, settings
        self._origins = {urlsplit(origin).netloc.lower() for origin in settings.origins}
        self._requests = RateLimits(*settings.requests)
        self._sockets = RateLimits(*settings.sockets)
        self._open_requests = OpenCount(settings.open_requests, math.inf)
        self._open_sockets = OpenCount(settings.open_sockets, math.inf)

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
        headers, address = Headers(scope=scope), _address(scope)
        respond, cost = _with_headers(send), cost_of(scope["path"])
        if not self._is_known_host(headers):
            await _refuse(respond, 421, "not_allowed", UNKNOWN_HOST)
        elif scope["method"] not in ("GET", "HEAD") and not self._is_same_origin(headers):
            await _refuse(respond, 403, "not_allowed", "requests from other sites are not allowed")
        elif not self._requests.allow(address, cost):
            wait = self._requests.wait(address, cost)
            await _refuse(respond, 429, "too_fast", "too many requests: wait a moment", wait)
        elif not is_path(scope["path"]):
            await _refuse(respond, 404, "bad_message", "there is nothing at this URL")
        elif not is_short(headers.get("content-length", "0")):
            await _refuse(respond, 413, "too_large", f"a request body may have at most {MAX_BODY} bytes")
        elif not self._open_requests.enter(address):
            await _refuse(respond, 429, "too_fast", "too many requests at the same time: wait a moment", 1)
        else:
            try:
                await self.app(scope, _limited(receive), respond)
            finally:
                self._open_requests.leave(address)

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


def is_short(length: str) -> bool:
    """Whether a Content-Length is a number within the limit."""
    return length.isascii() and length.isdigit() and len(length) < 10 and int(length) <= MAX_BODY


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


def _limited(receive: Receive) -> Receive:
    """Receive a body up to the size limit, whatever its headers claim."""
    size = 0

    async def receiving() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        return message if size <= MAX_BODY else {"type": "http.disconnect"}

    return receiving


async def _refuse(send: Send, status: int, code: str, message: str, wait: float | None = None) -> None:
    """Refuse a request, and close its connection: its body, if it has one, is not read."""
    body = orjson.dumps({"code": code, "message": message})
    headers: list[Any] = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers.append((b"connection", b"close"))
    if wait is not None:
        headers.append((b"retry-after", str(max(1, math.ceil(wait))).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _refuse_socket(receive: Receive, send: Send, status: int) -> None:
    """Answer a WebSocket handshake with an HTTP error."""
    await receive()
    await send({"type": "websocket.http.response.start", "status": status, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b""})
