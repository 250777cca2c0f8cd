"""How much one client may ask for: a bucket that fills at a steady rate, and is emptied by what is done."""

from __future__ import annotations

import time
from collections import OrderedDict

REMEMBERED = 10_000
"""Addresses whose buckets are kept."""


class Bucket:
    """So many at once, and then so many a second."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst, self.rate = burst, rate
        self._level, self._at = burst, time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Whether there is enough for one more."""
        now = time.monotonic()
        self._level = min(self.burst, self._level + (now - self._at) * self.rate)
        self._at = now
        if self._level < cost:
            return False
        self._level -= cost
        return True


class Buckets:
    """A bucket for each address."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst, self.rate = burst, rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, cost: float = 1.0) -> bool:
        """Whether an address may do one more."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self.burst, self.rate)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take(cost)
