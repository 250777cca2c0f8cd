"""Security checks that every request passes: host, origin, size and rate; and the headers of every response."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import orjson
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..rates import RateLimits
from .settings import Settings

MAX_BODY = 65_536
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
UNKNOWN_HOST = "unknown host name (possible DNS rebinding): use one that the server was started with"
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
        headers = Headers(scope=scope)
        respond = _with_headers(send)
        if not self._is_known_host(headers):
            await _refuse(respond, 421, "not_allowed", UNKNOWN_HOST)
        elif scope["method"] not in ("GET", "HEAD") and not self._is_same_origin(headers):
            await _refuse(respond, 403, "not_allowed", "requests from other sites are not allowed")
        elif not self._requests.allow(_address(scope)):
            await _refuse(respond, 429, "too_fast", "too many requests: wait a moment")
        elif not headers.get("content-length", "0").isdigit() or int(headers.get("content-length", "0")) > MAX_BODY:
            await _refuse(respond, 413, "too_large", f"a request body may have at most {MAX_BODY} bytes")
        else:
            await self.app(scope, _limited(receive), respond)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if not (self._is_known_host(headers) and self._is_same_origin(headers)):
            await _refuse_socket(receive, send, 403)
        elif not self._sockets.allow(_address(scope)):
            await _refuse_socket(receive, send, 429)
        else:
            await self.app(scope, receive, send)

    def _is_known_host(self, headers: Headers) -> bool:
        """Whether the Host header is one of ours; another one may come from DNS rebinding."""
        allowed = self._settings.hosts
        name = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        return allowed is None or name in allowed

    def _is_same_origin(self, headers: Headers) -> bool:
        """Whether the page that sent this is ours. Programs send no Origin header; there are no cookies to abuse."""
        origin = headers.get("origin")
        if origin is None:
            return True
        place = urlsplit(origin).netloc.lower()
        return bool(place) and (place == headers.get("host", "").lower() or place in self._origins)


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


async def _refuse(send: Send, status: int, code: str, message: str) -> None:
    body = orjson.dumps({"code": code, "message": message})
    headers: list[Any] = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _refuse_socket(receive: Receive, send: Send, status: int) -> None:
    """Answer a WebSocket handshake with an HTTP error."""
    await receive()
    await send({"type": "websocket.http.response.start", "status": status, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b""})
