"""Reads one client's socket: hello, then messages until one side closes it."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

from pydantic import ValidationError
from starlette.responses import JSONResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from ...errors import Problem
from ..play.errors import RequestError
from ..play.handlers import CAN_WAIT, MessageHandler
from ..play.outdated import Outdated
from ..rates import RateLimit
from ..store.outage import StoreDown
from ..wire.connection import Connection, encode
from ..wire.messages import CLIENT, MAX_MESSAGE, PROTOCOL, ClientMessage, Close, ErrorCode, Hello
from .admission import CROWDED
from .server import Server

LOG = logging.getLogger("weatherdeck.socket")
HELLO_TIMEOUT = 15.0
"""Seconds within which a client has to say hello."""
CLOSE_TIMEOUT = 1.0
"""Seconds that the last words to a client may take."""
MAX_STRIKES = 40
"""Messages over the rate limit after which the socket is closed."""
COSTS = {"hint": 4.0, "review": 8.0, "chat": 2.0, "why": 2.0, "draft": 1.0}
"""What a message counts towards its socket's rate limit; the others count as one."""
CLOSES: dict[ErrorCode, int] = {"closed": Close.CLOSED, "outdated": Close.CLOSED, "busy": Close.BUSY}
"""How the socket of somebody who cannot come in is closed, by the reason; for all others, because of the token."""
SLOW = frozenset({"hint", "review"})
"""Messages whose answer takes a while: others are read meanwhile."""
THINKING = "many hints and reviews are being worked out for your network address: ask again in a moment"


class InvalidMessage(Problem):
    """A message that is not valid."""

    def __init__(self, code: ErrorCode, message: str, message_id: str | None = None) -> None:
        super().__init__(message)
        self.code, self.id = code, message_id


class SocketEndpoint:
    """One socket, from its hello until it is closed."""

    def __init__(self, socket: WebSocket, server: Server) -> None:
        self._socket, self._manager, self._metrics = socket, server.manager, server.metrics
        self._admission, self._desk = server.admission, server.desk
        self._limit, self._strikes = RateLimit(*server.settings.messages), 0
        self._address = socket.client.host if socket.client else "?"
        self._tasks: set[asyncio.Task[Any]] = set()

    async def serve(self) -> None:
        """Serve the socket until one side closes it."""
        with self._admission.socket() as has_room:
            if has_room:
                await self._serve()
            else:
                refusal = {"code": "busy", "message": CROWDED}
                await self._socket.send_denial_response(JSONResponse(refusal, 429, {"retry-after": "30"}))

    async def _serve(self) -> None:
        await self._socket.accept()
        self._metrics.sockets.inc()
        try:
            with self._admission.hello():
                hello = await self._hello()
            if hello is not None:
                await self._serve_table(hello)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass  # the client has gone
        finally:
            self._metrics.sockets.dec()

    # ------------------------------------------------------------ hello
    async def _hello(self) -> Hello | None:
        """The first message, if it is a valid hello."""
        try:
            async with asyncio.timeout(HELLO_TIMEOUT):
                message = read(await self._receive())
        except InvalidMessage as problem:
            await self._reject(problem.code, str(problem), Close.HELLO, problem.id)
            return None
        except TimeoutError:
            await self._reject("hello_first", f"expected hello within {HELLO_TIMEOUT:g} seconds", Close.HELLO)
            return None
        if not isinstance(message, Hello):
            await self._reject("hello_first", "the first message must be hello", Close.HELLO, message.id)
            return None
        if message.protocol != PROTOCOL:
            text = f"this server uses protocol {PROTOCOL}, not {message.protocol}: reload the page"
            await self._reject("protocol", text, Close.HELLO, message.id)
            return None
        return message

    async def _reject(
        self, code: ErrorCode, text: str, close: int, message_id: str | None = None, older: str | None = None
    ) -> None:
        self._metrics.errors.labels(code).inc()
        with suppress(TimeoutError):  # the client does not read; the protocol ends the connection
            async with asyncio.timeout(CLOSE_TIMEOUT):
                await self._socket.send_text(encode({**error(code, text, message_id), "older": older}).decode())
                await self._socket.close(close)

    # ------------------------------------------------------------ messages
    async def _serve_table(self, hello: Hello) -> None:
        newcomer = self._desk.account(self._address)
        try:
            async with newcomer.under_way():
                (session, worker), connection = await newcomer.timed(
                    self._manager.connect(hello, self._address, self._admission.check_seat)
                )
        except RequestError as problem:
            older = self._manager.older if isinstance(problem, Outdated) and not problem.is_over else None
            await self._reject(problem.code, str(problem), CLOSES.get(problem.code, Close.TOKEN), hello.id, older)
            return
        except StoreDown as problem:
            await self._reject("failed", str(problem), Close.RESTART, hello.id)
            return
        except Exception:
            LOG.exception("a client could not be connected to its table", extra={"table": hello.table})
            await self._reject("failed", "something went wrong on the server: try again", Close.RESTART, hello.id)
            return
        seat = self._address if connection.seat is None else str(connection.seat)
        account = self._desk.account(self._address, f"{hello.table} {seat}")
        handler = MessageHandler(session, connection, worker, self._manager.bot_pool, account)
        listen = asyncio.create_task(self._listen(handler))
        deliver = asyncio.create_task(account.timed(connection.deliver(self._socket.send_text)))
        slow = asyncio.create_task(connection.too_slow.wait())
        try:
            await asyncio.wait({listen, deliver, slow}, return_when=asyncio.FIRST_COMPLETED)
            code = Close.SLOW if slow.done() else _code(deliver) or _code(listen)
        finally:
            self._manager.disconnect(session, connection)
            await self._cancel({listen, deliver, slow, *self._tasks})
        if code is not None:
            await self._close(code)

    async def _cancel(self, tasks: set[asyncio.Task[Any]]) -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _close(self, code: int) -> None:
        """Close the socket, without waiting long for a client that does not read."""
        if code == Close.SLOW:
            self._metrics.slow.inc()
        with suppress(TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            async with asyncio.timeout(CLOSE_TIMEOUT):
                await self._socket.close(code)

    async def _listen(self, handler: MessageHandler) -> int | None:
        """Answer messages until there are too many (returns the close code) or the client leaves (None).

        A client that does not read its answers is not asked for the next question.
        """
        while True:
            await handler.connection.has_room()
            try:
                received = await self._receive()
            except WebSocketDisconnect:
                return None
            async with handler.account.under_way():
                code = await handler.account.timed(self._take(handler, received))
            if code is not None:
                return code

    async def _take(self, handler: MessageHandler, received: str | bytes) -> int | None:
        """Answer a message; the close code if there were too many."""
        try:
            message = read(received)
        except InvalidMessage as problem:
            self._send_error(handler.connection, problem.code, str(problem), problem.id)
            return None if self._limit.allow() else self._warn()
        self._metrics.messages.labels(message.type).inc()
        if not self._limit.allow(COSTS.get(message.type, 1.0)):
            self._send_error(handler.connection, "too_fast", "too many messages: wait a moment", message.id)
            return self._warn()
        if message.type in SLOW:
            task = asyncio.create_task(handler.account.timed(self._think(handler, message)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            return None
        if isinstance(message, CAN_WAIT):
            await handler.account.admit()
        await self._answer(handler, message)
        return None

    def _warn(self) -> int | None:
        self._strikes += 1
        return Close.FAST if self._strikes > MAX_STRIKES else None

    async def _think(self, handler: MessageHandler, message: ClientMessage) -> None:
        """Answer what takes a while, unless as much is under way for the same address."""
        if not self._desk.thinking.enter(self._address):
            self._send_error(handler.connection, "busy", THINKING, message.id)
            return
        try:
            await handler.account.admit()
            await self._answer(handler, message)
        finally:
            self._desk.thinking.leave(self._address)

    def _send_error(self, connection: Connection, code: ErrorCode, text: str, message_id: str | None) -> None:
        self._metrics.errors.labels(code).inc()
        connection.send(error(code, text, message_id))

    async def _answer(self, handler: MessageHandler, message: ClientMessage) -> None:
        began = time.perf_counter()
        try:
            await handler.answer(message)
        except StoreDown as problem:
            self._send_error(handler.connection, "failed", str(problem), message.id)
        except Exception:
            session = handler.session
            session.mark_behind()
            LOG.exception("a message could not be answered", extra={"table": session.record.id, "type": message.type})
            text = "something went wrong on the server; as far as we know, your message changed nothing"
            self._send_error(handler.connection, "failed", text, message.id)
        self._metrics.handled.labels(message.type).observe(time.perf_counter() - began)

    async def _receive(self) -> str | bytes:
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code") or 1005)
        text: str | None = event.get("text")
        return text if text is not None else bytes(event["bytes"])


def _code(task: asyncio.Task[Any]) -> int | None:
    """The close code that a task ended with, if it did."""
    return task.result() if task.done() and not task.exception() else None


def read(received: str | bytes) -> ClientMessage:
    """Parse a client's message; InvalidMessage says what is wrong with it."""
    if isinstance(received, bytes):
        raise InvalidMessage("bad_message", "expected a text message with a JSON object, not bytes")
    if len(received) > MAX_MESSAGE or len(received.encode("utf-8", "surrogatepass")) > MAX_MESSAGE:
        raise InvalidMessage("too_large", f"a message may have at most {MAX_MESSAGE} bytes")
    try:
        return CLIENT.validate_json(received)
    except ValidationError as problem:
        raise InvalidMessage("bad_message", explain(problem), _id_of(problem)) from None
    except UnicodeEncodeError:
        raise InvalidMessage("bad_message", "expected valid Unicode text") from None


def explain(problem: ValidationError) -> str:
    """What is wrong, in a sentence: the first error, and how many more there are."""
    errors = problem.errors(include_url=False, include_context=False, include_input=False)
    first = errors[0]
    where = ".".join(str(part) for part in first["loc"])
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"{where + ': ' if where else ''}{first['msg']}{more}"


def _id_of(problem: ValidationError) -> str | None:
    """The id of an invalid message, if it has one that can be repeated."""
    given = problem.errors(include_url=False)[0].get("input")
    found = given.get("id") if isinstance(given, dict) else None
    return found if isinstance(found, str) and 1 <= len(found) <= 40 else None


def error(code: ErrorCode, text: str, message_id: str | None = None) -> dict[str, Any]:
    """An `error` message."""
    return {"type": "error", "id": message_id, "code": code, "message": text}
