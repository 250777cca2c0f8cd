"""Everything that lives as long as the application runs: settings, metrics, the store, the tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request

from ..desk import Desk
from ..play.chat import TalkPolicy
from ..play.errors import RequestError
from ..play.manager import TableManager
from ..play.pool import BotPool
from ..play.session import TableSession
from ..rates import RateLimits
from ..store.retention import Retention
from ..store.store import Store
from .admission import Admission
from .builds import BuildCache
from .drain import Drain
from .heartbeat import Heartbeat
from .lag import Lag
from .metrics import Health, Metrics, MetricsListener
from .settings import Settings

ARCHIVE_BYTES = 64_000_000
"""Bytes of replays, saved games and transcripts that are kept, the last used ones."""
SAMPLE_EVERY = 1.0
"""Seconds between two samples of the metrics."""


class Server:
    """What the routes share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.lag = Lag()
        self.drain = Drain(settings)
        self.admission = Admission(settings, self.lag)
        self.desk = Desk(settings.time)
        self.archive = BuildCache(ARCHIVE_BYTES)
        self.manager: TableManager
        self._new_tables = RateLimits(*settings.tables)

    @asynccontextmanager
    async def running(self, _app: FastAPI) -> AsyncIterator[None]:
        """Open the store and the tables, and close them at the end."""
        store = await Store.open(self.settings.store, self.settings.backups)
        self.metrics.measure(store)
        bot_pool = BotPool(self.settings.threads, bot_tables=self.settings.bot_tables, pause=self.settings.bot_pause)
        talk = TalkPolicy(self.settings.talk, self.settings.words)
        self.manager = TableManager(store, bot_pool, self.settings.decks, talk, uploads=self.settings.uploads)
        self.manager.most_tables = self.admission.most_tables
        self.admission.open(lambda: len(self.manager.sessions))
        self.manager.older = self.settings.older
        await self.manager.open()
        self.drain.open(self.manager)
        heartbeat = Heartbeat(self.manager, self.drain, self.settings.place, self._figures)
        await heartbeat.open()
        background = [
            asyncio.create_task(self.lag.measure(lambda: store.longest_wait)),
            asyncio.create_task(self._sample(heartbeat)),
        ]
        retention = Retention(store, self.settings.keep, lambda: [one.record.id for one in self.manager.sessions])
        background.append(asyncio.create_task(retention.run()))
        listener = None if self.settings.metrics is None else MetricsListener(self.metrics, *self.settings.metrics)
        try:
            yield
        finally:
            for task in background:
                task.cancel()
            await asyncio.wait(background)
            if listener is not None:
                await asyncio.to_thread(listener.close)
            await self.drain.close()
            await heartbeat.close()
            await self.manager.close()
            bot_pool.close()
            await store.close()

    def _figures(self) -> dict[str, float]:
        """What `weatherdeck admin servers` shows of this server."""
        return {
            "tables": len(self.manager.sessions),
            "sockets": len(self.manager.connections),
            "lag": round(self.lag.loop.average, 4),
        }

    async def _sample(self, heartbeat: Heartbeat) -> None:
        """Sample the metrics until cancelled."""
        while True:
            health = Health(
                lag=self.lag.loop.percentile(0.99),
                store_wait=self.lag.store.percentile(0.99),
                draining=self.drain.is_draining,
                other_servers=self.drain.others,
                archive_backlog=heartbeat.archive_backlog,
                turned_away=self.admission.refused,
                newcomers=self.admission.newcomers,
                max_tables=self.settings.max_tables,
                max_sockets=self.settings.max_sockets,
                replays=self.archive,
            )
            self.metrics.sample(self.manager, health)
            await asyncio.sleep(SAMPLE_EVERY)

    async def authorize(self, table: str, authorization: str) -> tuple[TableSession, int | None]:
        """The table that a request's token opens, and the seat (None for a spectator)."""
        return await self.manager.authorize(table, token_in(authorization))

    def limit_new_tables(self, request: Request) -> None:
        """Refuse a client that makes or joins too many tables."""
        if not self._new_tables.allow(request.client.host if request.client else "?"):
            raise RequestError("too_fast", "you have made or joined too many tables: wait a moment")


def token_in(authorization: str) -> str:
    """The token in a request's `Authorization` header."""
    kind, _, token = authorization.partition(" ")
    if kind.lower() != "bearer" or not token:
        raise RequestError("wrong_token", "expected the header 'Authorization: Bearer TOKEN'")
    return token.strip()
