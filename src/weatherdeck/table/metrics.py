"""What is measured, in Prometheus' format. Numbers only: no names, no tokens, no cards."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from .house import House

FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)


class Metrics:
    """The measurements of one server."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.messages = Counter(
            "weatherdeck_messages", "Messages of clients, by type", ["type"], registry=self.registry
        )
        self.errors = Counter("weatherdeck_errors", "Messages that were declined", ["code"], registry=self.registry)
        self.handled = Histogram(
            "weatherdeck_handled_seconds",
            "From reading a message to having answered it, by type",
            ["type"],
            buckets=FAST,
            registry=self.registry,
        )
        self.sockets = Gauge("weatherdeck_sockets", "Open sockets", registry=self.registry)
        self.slow = Counter("weatherdeck_slow_sockets", "Sockets closed because nobody read", registry=self.registry)
        self._rooms = Gauge("weatherdeck_open_rooms", "Tables in memory", registry=self.registry)
        self._waiting = Gauge("weatherdeck_bots_waiting", "Decisions that wait for a bot", registry=self.registry)

    def page(self, house: House) -> bytes:
        """All of it, as text."""
        self._rooms.set(len(house.open_rooms))
        self._waiting.set(house.thinkers.waiting)
        return generate_latest(self.registry)
