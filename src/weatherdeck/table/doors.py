"""The doors of the server: who may come in from where, how much they may bring, and what every answer carries."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import orjson
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .limits import Buckets
from .settings import Settings

LARGEST_BODY = 65_536
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CSP,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
Next: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]


class Doors:
    """What every request and every socket passes first."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self._settings = app, settings
        self._origins = {urlsplit(origin).netloc.lower() for origin in settings.origins}
        self._requests = Buckets(*settings.requests)
        self._sockets = Buckets(*settings.sockets)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let in, or turn away with the reason."""
        if scope["type"] == "http" and scope["path"] == self._settings.prefix != "":
            # The client's own addresses are relative: without the slash they would lead outside the prefix.
            await RedirectResponse(f"{self._settings.prefix}/", 308)(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(_under(scope, self._settings.prefix), receive, send)
        elif scope["type"] == "websocket":
            await self._socket(_under(scope, self._settings.prefix), receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        answer = _with_headers(send)
        if not self._is_called_right(headers):
            await _refuse(answer, 421, "not_allowed", "this server does not go by that name")
        elif scope["method"] not in ("GET", "HEAD") and not self._is_from_here(headers):
            await _refuse(answer, 403, "not_allowed", "requests from other sites are not answered")
        elif not self._requests.take(_address(scope)):
            await _refuse(answer, 429, "too_fast", "that is too much at once: wait a moment")
        elif not headers.get("content-length", "0").isdigit() or int(headers.get("content-length", "0")) > LARGEST_BODY:
            await _refuse(answer, 413, "too_large", f"a request may have up to {LARGEST_BODY} bytes")
        else:
            await self.app(scope, _measured(receive), answer)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if not (self._is_called_right(headers) and self._is_from_here(headers)):
            await _turn_away(receive, send, 403)
        elif not self._sockets.take(_address(scope)):
            await _turn_away(receive, send, 429)
        else:
            await self.app(scope, receive, send)

    def _is_called_right(self, headers: Headers) -> bool:
        """Whether the name is one of ours: another one may be a trick that leads a browser here by its name server."""
        allowed = self._settings.hosts
        name = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        return allowed is None or name in allowed

    def _is_from_here(self, headers: Headers) -> bool:
        """Whether a browser's page is one of ours. Programs say no origin, and have no cookies to be misused."""
        origin = headers.get("origin")
        if origin is None:
            return True
        place = urlsplit(origin).netloc.lower()
        return bool(place) and (place == headers.get("host", "").lower() or place in self._origins)


def _under(scope: Scope, prefix: str) -> Scope:
    """The scope without the prefix that a proxy may have left in the path."""
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


def _measured(receive: Receive) -> Receive:
    """Receive a body, but not more than a request may have, whatever its headers said."""
    size = 0

    async def receiving() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        return message if size <= LARGEST_BODY else {"type": "http.disconnect"}

    return receiving


async def _refuse(send: Send, status: int, code: str, message: str) -> None:
    body = orjson.dumps({"code": code, "message": message})
    headers: list[Any] = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _turn_away(receive: Receive, send: Send, status: int) -> None:
    """Answer the opening of a socket with a refusal."""
    await receive()
    await send({"type": "websocket.http.response.start", "status": status, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b""})
