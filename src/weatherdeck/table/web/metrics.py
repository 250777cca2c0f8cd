"""Metrics, in the Prometheus format. Numbers only: no names, no tokens, no cards."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)


class Metrics:
    """The metrics of one server."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.messages = Counter(
            "weatherdeck_messages", "Messages from clients, by type", ["type"], registry=self.registry
        )
        self.errors = Counter("weatherdeck_errors", "Messages answered with an error", ["code"], registry=self.registry)
        self.handled = Histogram(
            "weatherdeck_handled_seconds",
            "Time from reading a message to having answered it, by type",
            ["type"],
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.sockets = Gauge("weatherdeck_sockets", "Open sockets", registry=self.registry)
        self.slow = Counter(
            "weatherdeck_slow_sockets", "Sockets closed because the client did not read", registry=self.registry
        )
        self._tables = Gauge("weatherdeck_open_rooms", "Tables in memory", registry=self.registry)
        self._waiting = Gauge("weatherdeck_bots_waiting", "Decisions waiting for a bot", registry=self.registry)

    def page(self, *, tables: int, waiting: int) -> bytes:
        """All metrics, as text; with how many tables are in memory and how many decisions wait for a bot."""
        self._tables.set(tables)
        self._waiting.set(waiting)
        return generate_latest(self.registry)
