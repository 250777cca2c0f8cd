"""The conversation over one socket: hello, then messages until one side goes."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..errors import Problem
from .desk import Declined, Desk
from .guest import Guest, encode
from .house import House
from .limits import Bucket
from .messages import CLIENT, MAX_MESSAGE, PROTOCOL, ClientMessage, Close, ErrorCode, Hello
from .metrics import Metrics

LOG = logging.getLogger("weatherdeck.socket")
HELLO_WITHIN = 15.0
"""Seconds in which hello has to be said."""
PATIENCE = 40
"""Messages that may be too many before the socket is closed."""
COSTS = {"hint": 4.0, "review": 8.0, "chat": 2.0, "why": 2.0, "draft": 1.0}
"""What a message costs of its socket's bucket; the others cost one."""
LONG = frozenset({"hint", "review"})
"""Messages whose answer takes a while: others are read meanwhile."""


class Unreadable(Problem):
    """A message that cannot be read."""

    def __init__(self, code: ErrorCode, message: str, message_id: str | None = None) -> None:
        super().__init__(message)
        self.code, self.id = code, message_id


class Conversation:
    """One socket, from its hello to its end."""

    def __init__(self, socket: WebSocket, house: House, metrics: Metrics, limit: tuple[float, float]) -> None:
        self._socket, self._house, self._metrics = socket, house, metrics
        self._bucket, self._strikes = Bucket(*limit), 0
        self._tasks: set[asyncio.Task[Any]] = set()

    async def hold(self) -> None:
        """Talk until one side goes."""
        await self._socket.accept()
        self._metrics.sockets.inc()
        try:
            hello = await self._hello()
            if hello is not None:
                await self._talk(hello)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass  # the client is gone, in the middle of something
        finally:
            self._metrics.sockets.dec()

    # ------------------------------------------------------------ hello
    async def _hello(self) -> Hello | None:
        """The first message, if it is a hello that can be used."""
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                message = read(await self._receive())
        except Unreadable as problem:
            await self._turn_away(problem.code, str(problem), Close.HELLO, problem.id)
            return None
        except TimeoutError:
            await self._turn_away("hello_first", f"expected hello within {HELLO_WITHIN:g} seconds", Close.HELLO)
            return None
        if not isinstance(message, Hello):
            await self._turn_away("hello_first", "the first message has to be hello", Close.HELLO, message.id)
            return None
        if message.protocol != PROTOCOL:
            text = f"this server speaks protocol {PROTOCOL}, not {message.protocol}: load the page again"
            await self._turn_away("protocol", text, Close.HELLO, message.id)
            return None
        return message

    async def _turn_away(self, code: ErrorCode, text: str, close: int, message_id: str | None = None) -> None:
        self._metrics.errors.labels(code).inc()
        await self._socket.send_text(encode(error(code, text, message_id)).decode())
        await self._socket.close(close)

    # ------------------------------------------------------------ talk
    async def _talk(self, hello: Hello) -> None:
        try:
            room, butler, guest = await self._house.enter(hello)
        except Declined as problem:
            await self._turn_away(problem.code, str(problem), Close.TOKEN, hello.id)
            return
        except Exception:
            LOG.exception("a guest could not be let in", extra={"table": hello.table})
            await self._turn_away("failed", "something went wrong on our side: try again", Close.RESTART, hello.id)
            return
        desk = Desk(room, guest, butler, self._house.thinkers)
        listen = asyncio.create_task(self._listen(desk, guest))
        deliver = asyncio.create_task(guest.deliver(self._socket.send_text))
        slow = asyncio.create_task(guest.too_slow.wait())
        try:
            await asyncio.wait({listen, deliver, slow}, return_when=asyncio.FIRST_COMPLETED)
            code = Close.SLOW if slow.done() else listen.result() if listen.done() and not listen.exception() else None
        finally:
            self._house.leave(room, guest)
            await self._end({listen, deliver, slow, *self._tasks})
        if code is not None:
            await self._hang_up(code)

    async def _end(self, tasks: set[asyncio.Task[Any]]) -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _hang_up(self, code: int) -> None:
        """Close; one who does not read is not waited for."""
        if code == Close.SLOW:
            self._metrics.slow.inc()
        with suppress(TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            async with asyncio.timeout(1):
                await self._socket.close(code)

    async def _listen(self, desk: Desk, guest: Guest) -> int | None:
        """Answer messages, until there are too many (the code to close with) or the client goes (None)."""
        while True:
            try:
                received = await self._receive()
            except WebSocketDisconnect:
                return None
            try:
                message = read(received)
            except Unreadable as problem:
                self._decline(guest, problem.code, str(problem), problem.id)
                if not self._bucket.take() and self._is_too_much():
                    return Close.FAST
                continue
            self._metrics.messages.labels(message.type).inc()
            if not self._bucket.take(COSTS.get(message.type, 1.0)):
                self._decline(guest, "too_fast", "that is too much at once: wait a moment", message.id)
                if self._is_too_much():
                    return Close.FAST
                continue
            if message.type in LONG:
                task = asyncio.create_task(self._answer(desk, message))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            else:
                await self._answer(desk, message)

    def _is_too_much(self) -> bool:
        self._strikes += 1
        return self._strikes > PATIENCE

    def _decline(self, guest: Guest, code: ErrorCode, text: str, message_id: str | None) -> None:
        self._metrics.errors.labels(code).inc()
        guest.send(error(code, text, message_id))

    async def _answer(self, desk: Desk, message: ClientMessage) -> None:
        began = time.perf_counter()
        try:
            await desk.answer(message)
        except Exception:
            desk.room.fall_behind()
            LOG.exception("a message could not be answered", extra={"table": desk.room.record.id, "type": message.type})
            text = "something went wrong on our side, and nothing was changed by this message as far as we know"
            self._decline(desk.guest, "failed", text, message.id)
        self._metrics.handled.labels(message.type).observe(time.perf_counter() - began)

    async def _receive(self) -> str | bytes:
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code") or 1005)
        text: str | None = event.get("text")
        return text if text is not None else bytes(event["bytes"])


def read(received: str | bytes) -> ClientMessage:
    """A message of a client; Unreadable says what is wrong with it."""
    if isinstance(received, bytes):
        raise Unreadable("bad_message", "expected a text message with a JSON object, not bytes")
    if len(received) > MAX_MESSAGE or len(received.encode("utf-8", "surrogatepass")) > MAX_MESSAGE:
        raise Unreadable("too_large", f"a message may have up to {MAX_MESSAGE} bytes")
    try:
        return CLIENT.validate_json(received)
    except ValidationError as problem:
        raise Unreadable("bad_message", explain(problem), _id_of(problem)) from None
    except UnicodeEncodeError:
        raise Unreadable("bad_message", "expected text that is valid Unicode") from None


def explain(problem: ValidationError) -> str:
    """What is wrong, in a sentence: the first thing, and how many more."""
    errors = problem.errors(include_url=False, include_context=False, include_input=False)
    first = errors[0]
    where = ".".join(str(part) for part in first["loc"])
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"{where + ': ' if where else ''}{first['msg']}{more}"


def _id_of(problem: ValidationError) -> str | None:
    """The id of a message that is wrong otherwise, if it has one that can be repeated."""
    given = problem.errors(include_url=False)[0].get("input")
    found = given.get("id") if isinstance(given, dict) else None
    return found if isinstance(found, str) and 1 <= len(found) <= 40 else None


def error(code: ErrorCode, text: str, message_id: str | None = None) -> dict[str, Any]:
    """An `error` message."""
    return {"type": "error", "id": message_id, "code": code, "message": text}
