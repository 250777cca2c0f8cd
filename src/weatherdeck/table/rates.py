"""Rate limits: a burst at once, then a steady rate (a token bucket)."""

from __future__ import annotations

import time
from collections import OrderedDict

REMEMBERED = 10_000
"""Addresses whose limits are kept."""


class RateLimit:
    """The limit of one client: so many at once, then so many a second."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst, self.rate = burst, rate
        self._level, self._at = burst, time.monotonic()

    def allow(self, cost: float = 1.0) -> bool:
        """Whether one more is within the limit; if so, it is counted."""
        now = time.monotonic()
        self._level = min(self.burst, self._level + (now - self._at) * self.rate)
        self._at = now
        if self._level < cost:
            return False
        self._level -= cost
        return True


class RateLimits:
    """The same limit for each address."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst, self.rate = burst, rate
        self._limits: OrderedDict[str, RateLimit] = OrderedDict()

    def allow(self, address: str, cost: float = 1.0) -> bool:
        """Whether one more from this address is within the limit; if so, it is counted."""
        limit = self._limits.get(address)
        if limit is None:
            limit = self._limits[address] = RateLimit(self.burst, self.rate)
            if len(self._limits) > REMEMBERED:
                self._limits.popitem(last=False)
        self._limits.move_to_end(address)
        return limit.allow(cost)
