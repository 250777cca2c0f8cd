"""Tells the store every few seconds that this server is alive, and carries out what administrators have ordered."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from ... import __version__
from ..play.manager import TableManager
from ..store.operations import Operations, Order, ServerRecord
from .drain import Drain

LOG = logging.getLogger("weatherdeck.server")
POLL = 2.0
"""Seconds between two looks at the orders."""
REPORT = 5.0
"""Seconds between two reports, if nothing else changed."""
CLEAN_UP = 3600.0
"""Seconds between two deletions of old orders."""
COUNT_BACKLOG = 60.0
"""Seconds between two counts of the matches that wait to be archived."""
PATIENCE = 10.0
"""Seconds after which the store is taken not to answer."""


class Heartbeat:
    """The server's row in the store, and the orders it has read."""

    def __init__(self, manager: TableManager, drain: Drain, place: str, figures: Callable[[], dict[str, Any]]) -> None:
        self._manager, self._drain, self._place, self._figures = manager, drain, place, figures
        self._operations = Operations(manager.store.engine)
        self._started_at = time.time()
        self._last_order = 0
        self._reported: tuple[float, bool, int] | None = None  # when, draining, last order
        self._cleaned_at = self._counted_at = 0.0
        self.archive_backlog = 0  # finished matches that wait to be archived
        self._failed = False
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Report for the first time; orders from before need no action, as no table is in memory."""
        self._last_order = await self._operations.last_order()
        await self.beat()
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop, and leave the list of servers."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        try:
            async with asyncio.timeout(2):
                await self._operations.withdraw(self._manager.store.server_id)
        except Exception as problem:  # the others will notice that we are gone
            LOG.warning("could not leave the list of servers", extra={"problem": type(problem).__name__})

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            try:
                async with asyncio.timeout(PATIENCE):
                    await self.beat()
            except Exception as problem:  # the store may be down: say so once
                if not self._failed:
                    LOG.warning("could not report to the store", extra={"problem": type(problem).__name__})
                self._failed = True
            else:
                self._failed = False

    async def beat(self) -> None:
        """Carry out new orders, report, and see which other servers are in service."""
        for order in await self._operations.orders(self._last_order):
            await self._obey(order)
            self._last_order = order.number
        now = time.time()
        state = (self._drain.is_draining, self._last_order)
        if self._reported is None or self._reported[1:] != state or now - self._reported[0] >= REPORT:
            await self._operations.report(self._record(now))
            self._reported = (now, *state)
        if now - self._cleaned_at >= CLEAN_UP:
            await self._operations.forget_old()
            self._cleaned_at = now
        if now - self._counted_at >= COUNT_BACKLOG:
            self.archive_backlog = await self._operations.archive_backlog()
            self._counted_at = now
        await self._drain.update(await self._others(now))

    async def _obey(self, order: Order) -> None:
        LOG.info("an administrator's order", extra={"action": order.action, "target": order.target})
        mine = order.target == self._manager.store.server_id
        if order.action in ("close", "delete"):
            await self._manager.expel(order.target, deleted=order.action == "delete")
        elif order.action == "drain" and mine:
            await self._drain.begin()
        elif order.action == "resume" and mine:
            await self._drain.end()

    def _record(self, now: float) -> ServerRecord:
        return ServerRecord(
            id=self._manager.store.server_id,
            started_at=self._started_at,
            seen_at=now,
            version=__version__,
            place=self._place[:100],
            draining=self._drain.is_draining,
            figures={**self._figures(), "order": self._last_order},
        )

    async def _others(self, now: float) -> int:
        if not self._manager.store.shared:
            return 0
        found = await self._operations.servers()
        mine = self._manager.store.server_id
        return sum(one.id != mine and not one.draining and not one.is_gone(now) for one in found)
