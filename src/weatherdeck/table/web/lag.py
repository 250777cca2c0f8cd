"""How late the event loop is: the time that a task which is ready has to wait for its turn."""

from __future__ import annotations

import asyncio
from collections import deque

INTERVAL = 0.05
"""Seconds between two measurements."""
RECENT = 100
"""Measurements that count as recent: those of about five seconds."""
WEIGHT = 0.05
"""What the last measurement counts in the average."""


class LoopLag:
    """Measures how late the event loop is. One number says whether everyone waits, whatever the cause."""

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

    async def measure(self) -> None:
        """Measure until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + INTERVAL
            await asyncio.sleep(INTERVAL)
            self.note(max(0.0, loop.time() - due))
