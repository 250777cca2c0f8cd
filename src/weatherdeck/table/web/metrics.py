"""Metrics, in the Prometheus format. Numbers only: no names, no tokens, no cards.

They are served on a port of their own (`weatherdeck serve --metrics`), by a thread of its own: they can be read while
the event loop is stuck, which is when somebody wants to read them.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from sqlalchemy.pool import QueuePool

from ... import __version__
from ..play.manager import TableManager
from ..store.store import Store
from .builds import BuildCache

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)


@dataclass(frozen=True)
class Health:
    """What only the server knows about itself when metrics are sampled."""

    lag: float  # of the event loop, in seconds: the 99th percentile of the last seconds
    store_wait: float  # how long somebody waits for the store, in seconds: the same
    draining: bool
    other_servers: int
    archive_backlog: int
    turned_away: int  # newcomers, since the server started
    newcomers: int  # who are being seated, or wait for it
    max_tables: float
    max_sockets: float
    replays: BuildCache


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.messages = self._counter("messages", "Messages from clients, by type", "type")
        self.errors = self._counter("errors", "Messages answered with an error", "code")
        self.handled = self._histogram(
            "handled_seconds", "Time from reading a message to having answered it, by type", "type"
        )
        self.sockets = self._gauge("sockets", "Open sockets")
        self.slow = self._counter("slow_sockets", "Sockets closed because the client did not read")
        self.store = self._histogram("store_seconds", "Time that an operation of the store takes", "operation")
        self.store_failures = self._counter("store_failures", "Operations of the store that failed", "operation")
        self._turned_away = self._counter("turned_away", "Newcomers who were turned away because the server is full")
        self._tables = self._gauge("tables", "Tables in memory")
        self._max_tables = self._gauge("tables_limit", "Tables beyond which nobody can make a new one")
        self._max_sockets = self._gauge("sockets_limit", "Sockets beyond which only players are let in")
        self._built = self._counter("replays_built", "Replays, saved games and transcripts that were built")
        self._building = self._gauge("replays_waiting", "Replays, saved games and transcripts that wait to be built")
        self._kept = self._gauge("replays_kept_bytes", "Bytes of replays, saved games and transcripts that are kept")
        self._before: dict[Counter, int] = {}  # what counters were set to by the last sample
        self._waiting = self._gauge("bots_waiting", "Decisions, hints and reviews waiting for a bot", "kind")
        self._bot_tables = self._gauge("bot_tables_waiting", "Tables without people that wait for their turn")
        self._threads = self._gauge("bot_threads", "Threads for bots")
        self._writing = self._gauge("writer_queue", "Moves waiting to be stored")
        self._used = self._gauge("store_connections_used", "Connections to the store in use")
        self._limit = self._gauge("store_connections_limit", "Connections to the store that may be open")
        self._lag = self._gauge("event_loop_lag_seconds", "How late the event loop is (99th percentile)")
        self._wait = self._gauge("store_wait_seconds", "How long somebody waits for the store (99th percentile)")
        self._newcomers = self._gauge("newcomers", "People who are making or joining a table, or wait to do so")
        self._draining = self._gauge("draining", "1 while this server is being taken out of service")
        self._others = self._gauge("other_servers", "Other servers in service that share the store")
        self._backlog = self._gauge("archive_backlog", "Finished matches that are not archived yet")
        self._sampled = self._gauge("sampled_timestamp_seconds", "When the event loop last took these measurements")
        self._gauge("build_info", "The version, as a label", "version").labels(__version__).set(1)

    # ------------------------------------------------------------ making metrics
    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(f"weatherdeck_{name}", text, labels, registry=self.registry)

    def _gauge(self, name: str, text: str, *labels: str) -> Gauge:
        return Gauge(f"weatherdeck_{name}", text, labels, registry=self.registry)

    def _histogram(self, name: str, text: str, *labels: str) -> Histogram:
        return Histogram(f"weatherdeck_{name}", text, labels, buckets=BUCKETS, registry=self.registry)

    # ------------------------------------------------------------ measuring
    def sample(self, manager: TableManager, health: Health) -> None:
        """Take the measurements that are levels rather than events. In the event loop, which owns what is counted."""
        pool, store = manager.bot_pool, manager.store
        self._tables.set(len(manager.sessions))
        for kind, count in pool.waiting.items():
            self._waiting.labels(kind.label).set(count)
        self._bot_tables.set(pool.bot_tables.waiting)
        self._threads.set(pool.threads)
        self._writing.set(store.waiting)
        connections = store.engine.pool
        if isinstance(connections, QueuePool):
            self._used.set(connections.checkedout())
            self._limit.set(connections.size() + max(0, connections._max_overflow))
        self._lag.set(health.lag)
        self._wait.set(health.store_wait)
        self._newcomers.set(health.newcomers)
        self._draining.set(health.draining)
        self._others.set(health.other_servers)
        self._backlog.set(health.archive_backlog)
        self._max_tables.set(health.max_tables)
        self._max_sockets.set(health.max_sockets)
        self._count(self._turned_away, health.turned_away)
        self._count(self._built, health.replays.builds)
        self._building.set(health.replays.waiting)
        self._kept.set(health.replays.bytes)
        self._sampled.set(time.time())

    def _count(self, counter: Counter, total: int) -> None:
        """Set a counter to what was counted elsewhere."""
        counter.inc(total - self._before.get(counter, 0))
        self._before[counter] = total

    def measure(self, store: Store) -> None:
        """Measure how long each operation of a store takes, from the moment it is called: waiting is included."""
        for name, operation in inspect.getmembers(store, inspect.iscoroutinefunction):
            if not name.startswith("_") and name not in ("open", "attach", "close"):
                setattr(store, name, self._timed(name, operation))

    def _timed(self, name: str, operation: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        seconds, failures = self.store.labels(name), self.store_failures.labels(name)

        async def timed(*given: Any, **named: Any) -> Any:
            began = time.perf_counter()
            try:
                return await operation(*given, **named)
            except Exception:
                failures.inc()
                raise
            finally:
                seconds.observe(time.perf_counter() - began)

        return timed


class MetricsListener:
    """Serves the metrics of one server over HTTP, in threads of its own."""

    def __init__(self, metrics: Metrics, address: str, port: int) -> None:
        self._http, self._thread = start_http_server(port, address, metrics.registry)
        self.port = self._http.server_port

    def close(self) -> None:
        """Stop listening."""
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()
