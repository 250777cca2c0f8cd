"""HTTP and WebSocket connections, with bounds on what one client can make the server hold, do or wait for.

uvicorn's own protocols trust their clients with all of it: they answer pings whether or not the answers are read,
collect request headers of any length, and wait for the rest of a request for as long as it takes.
"""

from __future__ import annotations

import asyncio
import ipaddress
import math
from abc import abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar

import orjson
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ..rates import OpenCount, RateLimit
from ..wire.messages import Close
from .settings import Settings

HEAD_BYTES = 16_384
"""Bytes of a request before its body."""
HEAD_TIMEOUT = 10.0
"""Seconds in which the head of a request has to arrive, counted from the connection or from its first byte."""
BODY_TIMEOUT = 20.0
"""Seconds in which the body has to follow."""
KEEP_ALIVE = 15
"""Seconds that a connection without a request stays open."""
PROXY_KEEP_ALIVE = 130
"""The same for a proxy: longer than proxies keep it (Caddy 120), so that none sends a request while it is closed."""
PIPELINED = 8
"""Requests that a client may send ahead on one connection."""
STOP_TIMEOUT = 1.0
"""Seconds in which the body has to follow when the server stops. Then uvicorn waits two more for the answers."""
STALLED = 30.0
"""Seconds in which a client has to read something, if something is waiting for it."""
LOOK_EVERY = 2.0
"""Seconds between two looks at a connection."""
CLOSE_TIMEOUT = 5.0
"""Seconds that a client has to answer when a socket is closed."""
UNREAD_PONGS = 65_536
"""Bytes of answers to pings that may wait for a client that does not read."""
FRAGMENTS = 64
"""Frames that one message may be sent in."""
PIECE = 1_024
"""Bytes of frames that are taken in before the limits are checked again."""


class _Watched:
    """A connection that is looked at every few seconds, and ended if its client does not do its part."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport

    def _watch(self) -> None:
        self._unread, self._read_at = 0, self.loop.time()
        self._timer = self.loop.call_later(LOOK_EVERY, self._look)

    def _unwatch(self) -> None:
        self._timer.cancel()

    def _look(self) -> None:
        now, unread = self.loop.time(), self.transport.get_write_buffer_size()
        if not unread or unread < self._unread:
            self._read_at = now
        self._unread = unread
        if now - self._read_at > STALLED:
            self.transport.abort()
            return
        if not self.transport.is_closing():
            self._check(now)
        self._timer = self.loop.call_later(LOOK_EVERY, self._look)

    @abstractmethod
    def _check(self, now: float) -> None:
        """End the connection if it is over one of its own limits."""


class GuardedHttp(_Watched, HttpToolsProtocol):
    """An HTTP connection with limits on its heads and timeouts for its requests."""

    open_connections: ClassVar[OpenCount]
    proxies: ClassVar[frozenset[str]]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or turn it away."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else "?"
        from_proxy = is_proxy(self._address, self.proxies)
        self._counted = self.open_connections.enter(self._address, exempt=from_proxy)
        if from_proxy:
            self.timeout_keep_alive = PROXY_KEEP_ALIVE
        self._head, self._in_head = 0, False
        self._expected_by = self.loop.time() + HEAD_TIMEOUT
        self._watch()
        if not self._counted:
            self._end(503, "busy", "the server has too many connections: try again in a minute", wait=60)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._unwatch()
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in what the client sent; the head of a request only up to its limit."""
        if self._in_head:
            self._head += len(data)
        elif self._expected_by == math.inf and self._is_idle():
            self._expected_by = self.loop.time() + HEAD_TIMEOUT
        super().data_received(data)
        if self._in_head and self._head > HEAD_BYTES and not self.transport.is_closing():
            self._end(431, "too_large", TOO_LONG)

    def on_message_begin(self) -> None:
        """Expect the head of a request."""
        super().on_message_begin()
        self._in_head, self._head = True, 0
        self._expected_by = min(self._expected_by, self.loop.time() + HEAD_TIMEOUT)

    def on_headers_complete(self) -> None:
        """Answer a request, once its head is complete; expect its body."""
        self._in_head = False
        self._expected_by = self.loop.time() + BODY_TIMEOUT
        usual = self.app
        if self._is_too_long():
            self.app = _too_long
        try:
            super().on_headers_complete()
        finally:
            self.app = usual
        if len(self.pipeline) > PIPELINED:
            self.transport.close()

    def on_message_complete(self) -> None:
        """Expect nothing more, now that the request is complete."""
        self._expected_by = math.inf
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the socket's protocol, which forgets it when it is lost."""
        if self._is_too_long():
            self._end(431, "too_large", TOO_LONG)
            return
        self._unwatch()
        super().handle_websocket_upgrade()

    def shutdown(self) -> None:
        """Before the server stops: let the request come to its end, but not for long if its body is still missing."""
        super().shutdown()
        if not self._is_idle():
            self.loop.call_later(STOP_TIMEOUT, self._stop)

    def _stop(self) -> None:
        if not (self._is_idle() or self.transport.is_closing()) and self.cycle.more_body:
            self._end(503, "draining", "the server is restarting: try again in a moment", wait=5)

    def _is_too_long(self) -> bool:
        return len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers) > HEAD_BYTES

    def _is_idle(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        return cycle is None or cycle.response_complete

    def _check(self, now: float) -> None:
        if now > self._expected_by:
            self._end(408, "too_slow", "the request did not arrive in time")

    def _leave(self) -> None:
        if self._counted:
            self._counted = False
            self.open_connections.leave(self._address)

    def _end(self, status: int, code: str, message: str, wait: int | None = None) -> None:
        """Answer without looking at the request, and close the connection."""
        if self._is_idle() or not self.cycle.response_started:
            body = orjson.dumps({"code": code, "message": message})
            lines = [f"HTTP/1.1 {status} {REASONS[status]}", "content-type: application/json", "connection: close"]
            lines += [f"content-length: {len(body)}"] + ([] if wait is None else [f"retry-after: {wait}"])
            self.transport.write("\r\n".join([*lines, "", ""]).encode() + body)
        self.transport.close()


class GuardedSocket(_Watched, WebSocketsSansIOProtocol):
    """A WebSocket connection with limits on its frames, and on what waits for a client that does not read."""

    open_connections: ClassVar[OpenCount]
    frame_limit: ClassVar[tuple[float, float]]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to watch the connection. GuardedHttp has counted it."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else "?"
        self.close_timeout = CLOSE_TIMEOUT
        self._limit, self._pongs = RateLimit(*self.frame_limit), 0
        self._opened_at = self.loop.time()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._unwatch()
        self.open_connections.leave(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in frames piece by piece, as long as the limits allow it: a tiny frame costs as much as a large one."""
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                # The request is not one that can become a socket, and uvicorn would wait for ever.
                self.transport.write(b"".join(self.conn.data_to_send()) or BAD_REQUEST)
                self.transport.close()

    def handle_events(self) -> None:
        """Handle frames, or close the socket if there are too many."""
        if not self._limit.allow(len(self.conn.events)):
            self._fail(Close.FAST, "too many frames")
        else:
            super().handle_events()

    def handle_cont(self, event: Any) -> None:
        """Take in a part of a message."""
        if len(self.frames) >= FRAGMENTS:
            self._fail(1009, "too many fragments")
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Hand a message on, or close the socket if it is not text. uvicorn would log a traceback for each of them."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._fail(1007, "not valid UTF-8")
                return
        super().send_receive_event_to_app()

    async def send(self, message: Any) -> None:
        """Send a message. A refusal is a complete answer, too: uvicorn would log an error for each of them."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not read the answers."""
        before = self.transport.get_write_buffer_size()
        super().handle_ping()
        if not self.writable.is_set():
            self._pongs += self.transport.get_write_buffer_size() - before
            if self._pongs > UNREAD_PONGS:
                self.transport.abort()

    def resume_writing(self) -> None:
        """Go on sending: the client has read."""
        self._pongs = 0
        super().resume_writing()

    def _check(self, now: float) -> None:
        if not self.handshake_complete and now - self._opened_at > HEAD_TIMEOUT:
            self.transport.abort()

    def _fail(self, code: int, reason: str) -> None:
        """Close the socket without waiting for the client."""
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.close()


BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
TOO_LONG = f"the URL and the headers of a request may have at most {HEAD_BYTES} bytes"
REASONS = {408: "Request Timeout", 431: "Request Header Fields Too Large", 503: "Service Unavailable"}


async def _too_long(_scope: Scope, _receive: Receive, send: Send) -> None:
    body = orjson.dumps({"code": "too_large", "message": TOO_LONG})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 431, "headers": [*headers, (b"connection", b"close")]})
    await send({"type": "http.response.body", "body": body})


def guarded(settings: Settings) -> tuple[type[GuardedHttp], type[GuardedSocket]]:
    """The protocols of a server with these settings. They share the count of its connections."""
    count = OpenCount(settings.open_connections, settings.max_connections)
    http = {"open_connections": count, "proxies": frozenset(settings.proxies)}
    socket = {"open_connections": count, "frame_limit": settings.frames}
    return type("Http", (GuardedHttp,), http), type("Socket", (GuardedSocket,), socket)


def is_proxy(address: str, proxies: Iterable[str]) -> bool:
    """Whether a connection comes from a proxy, which brings the requests of many clients."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return True  # a local socket that is not of the internet
    return any(found in ipaddress.ip_network(proxy) for proxy in proxies)
