"""Takes this server out of service without ending anyone's game.

Draining begins when an administrator asks for it (`weatherdeck admin drain`, SIGUSR1). From then on nobody can make a
table here, and everyone is told. Once another server shares the store, it runs our matches, and after a grace period
our sockets are closed a few at a time: clients reconnect, and the proxy takes them to the other server. Without
another server, play continues here until the process is stopped. SIGTERM does the same in a few seconds.
"""

from __future__ import annotations

import asyncio
import logging
import random

from ..play.errors import RequestError
from ..play.manager import TableManager
from ..wire.connection import Connection
from ..wire.messages import Close
from .settings import Settings

LOG = logging.getLogger("weatherdeck.server")
STOP_GRACE, STOP_SPREAD = 1.0, 2.0
"""Seconds from telling people that the server stops to closing the first socket, and from there to the last one."""

MOVING = "This server is being updated. Your game continues on another server: you will be reconnected in a moment."
STAYING = "This server will restart soon. Your game is kept: you can play on, and continue after the restart."
STOPPING = "The server is restarting. Your game is kept: this page reconnects by itself."
RESUMED = "The server stays up: nothing changes for you."
NO_NEW_TABLES = "This server is being taken out of service, so no new tables can be made here: try again in a minute."


class Drain:
    """Whether this server is in service, and how it gets out of it."""

    def __init__(self, settings: Settings) -> None:
        self._grace, self._spread = settings.drain_grace, settings.drain_spread
        self._manager: TableManager | None = None
        self._leaving: asyncio.Task[None] | None = None
        self._stopping = False
        self.is_draining = False
        self.others = 0  # other servers in service that share the store

    def open(self, manager: TableManager) -> None:
        """Look after these tables."""
        self._manager = manager

    async def close(self) -> None:
        """Stop what is going on."""
        await self._stay()

    @property
    def refuses_sockets(self) -> bool:
        """Whether clients have to connect to another server. Without one, they can only connect here."""
        return self._stopping or (self.is_draining and self.others > 0)

    def check_new_table(self) -> None:
        """Refuse a new table while draining."""
        if self.is_draining:
            raise RequestError("draining", NO_NEW_TABLES)

    # ------------------------------------------------------------ in and out of service
    async def begin(self) -> None:
        """Take this server out of service."""
        if not self.is_draining:
            self.is_draining = True
            LOG.info("draining", extra={"others": self.others})
            self._tell("draining", MOVING if self.others else STAYING)
            await self.update(self.others)

    async def end(self) -> None:
        """Put this server back into service."""
        if self.is_draining and not self._stopping:
            self.is_draining = False
            LOG.info("no longer draining")
            self._tell("resumed", RESUMED)
            await self.update(self.others)

    async def update(self, others: int) -> None:
        """Take in how many other servers are in service now: with one, people leave; without, they stay."""
        self.others = others
        if self.is_draining and others and self._leaving is None:
            self._leaving = asyncio.create_task(self._leave())
        elif not (self.is_draining and others):
            await self._stay()

    async def stop(self) -> None:
        """Before the process ends: tell everyone, then close all sockets within a few seconds."""
        manager, self._stopping, self.is_draining = self._manager, True, True
        if manager is None or not manager.connections:
            return
        if self._leaving is None:
            self._tell("draining", MOVING if self.others else STOPPING)
            await asyncio.sleep(STOP_GRACE)
        await _close_gently(manager.connections, STOP_SPREAD)

    def _tell(self, code: str, text: str) -> None:
        assert self._manager is not None, "the server is open"
        message = {"type": "notice", "code": code, "message": text}
        self._manager.notice = message if code == "draining" else None
        for session in self._manager.sessions:
            session.tell(message)

    async def _leave(self) -> None:
        """Hand over all matches and, after the grace period, close all sockets."""
        assert self._manager is not None, "the server is open"
        try:
            self._tell("draining", MOVING)
            await self._manager.hand_over()
        except Exception as problem:  # the store may be down, say; the other server takes over when players come
            LOG.warning("not all matches were handed over", extra={"problem": type(problem).__name__})
        await asyncio.sleep(self._grace)
        while True:  # somebody may have said hello meanwhile
            await _close_gently(self._manager.connections, self._spread)
            await asyncio.sleep(1)

    async def _stay(self) -> None:
        if self._leaving is not None:
            self._leaving.cancel()
            await asyncio.wait([self._leaving])
            self._leaving = None
            if self._manager is not None:
                self._manager.take_back()


async def _close_gently(connections: list[Connection], spread: float) -> None:
    """Close sockets in random order, spread over some seconds, so that clients do not all come back at once."""
    random.shuffle(connections)
    for connection in connections:
        connection.close(Close.RESTART)
        await asyncio.sleep(spread / len(connections))
