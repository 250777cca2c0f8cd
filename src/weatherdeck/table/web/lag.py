"""How long people wait: for the event loop, and for the store."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

INTERVAL = 0.05
"""Seconds between two measurements."""
RECENT = 100
"""Measurements that count as recent: those of about five seconds."""
WEIGHT = 0.05
"""What the last measurement counts in the average."""


class Delays:
    """A delay that is measured again and again."""

    def __init__(self) -> None:
        self.average = 0.0
        """An exponentially weighted average, in seconds."""
        self.worst = 0.0
        """The longest delay since the server started, in seconds."""
        self._recent: deque[float] = deque(maxlen=RECENT)

    def note(self, late: float) -> None:
        """Take in one measurement, in seconds."""
        self._recent.append(late)
        self.average += WEIGHT * (late - self.average)
        self.worst = max(self.worst, late)

    def percentile(self, share: float) -> float:
        """The delay, in seconds, that this share of the recent measurements did not exceed."""
        ordered = sorted(self._recent)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class Lag:
    """What keeps everyone waiting, whatever the cause."""

    def __init__(self) -> None:
        self.loop = Delays()
        """The time that a task which is ready has to wait for its turn."""
        self.store = Delays()
        """The time for which the first of those who wait for the store has been waiting."""

    async def measure(self, store_wait: Callable[[], float]) -> None:
        """Measure until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + INTERVAL
            await asyncio.sleep(INTERVAL)
            self.loop.note(max(0.0, loop.time() - due))
            self.store.note(store_wait())
