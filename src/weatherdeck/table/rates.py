"""Rate limits (a burst at once, then a steady rate: a token bucket), and limits on how much is open at once."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from functools import lru_cache

REMEMBERED = 10_000
"""Addresses whose limits are kept."""
LONGEST_ADDRESS = 64
"""Characters of an address that count. A proxy may hand on any text that its client made up."""
NETWORK = 64
"""Bits of an IPv6 address that count: one customer of a provider has at least all addresses that share them."""


@lru_cache(maxsize=REMEMBERED)
def client_key(host: str) -> str:
    """Whom an address stands for: an IPv4 address (also one written as IPv6), or a /64 network of IPv6."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:LONGEST_ADDRESS]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, NETWORK), strict=False))


class RateLimit:
    """The limit of one client: so many at once, then so many a second."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst, self.rate = burst, rate
        self._level, self._at = burst, time.monotonic()

    def allow(self, cost: float = 1.0) -> bool:
        """Whether one more is within the limit; if so, it is counted."""
        self._refill()
        if self._level < cost:
            return False
        self._level -= cost
        return True

    def charge(self, cost: float) -> None:
        """Count what is known only afterwards, even if it is beyond the limit."""
        self._refill()
        self._level -= cost

    def wait(self, cost: float = 1.0) -> float:
        """The seconds until so much is within the limit."""
        self._refill()
        missing = cost - self._level
        return 0.0 if missing <= 0 else missing / self.rate if self.rate else 3600.0

    def _refill(self) -> None:
        now = time.monotonic()
        self._level = min(self.burst, self._level + (now - self._at) * self.rate)
        self._at = now


class RateLimits:
    """The same limit for each client address."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst, self.rate = burst, rate
        self._limits: OrderedDict[str, RateLimit] = OrderedDict()

    def allow(self, address: str, cost: float = 1.0) -> bool:
        """Whether one more from this address is within the limit; if so, it is counted."""
        return self._of(address).allow(cost)

    def wait(self, address: str, cost: float = 1.0) -> float:
        """The seconds until so much from this address is within the limit."""
        return self._of(address).wait(cost)

    def charge(self, address: str, cost: float) -> None:
        """Count what is known only afterwards, even if it is beyond the limit."""
        self._of(address).charge(cost)

    def __len__(self) -> int:
        return len(self._limits)

    def _of(self, address: str) -> RateLimit:
        key = client_key(address[:LONGEST_ADDRESS])
        limit = self._limits.get(key)
        if limit is None:
            limit = self._limits[key] = RateLimit(self.burst, self.rate)
            if len(self._limits) > REMEMBERED:
                self._limits.popitem(last=False)
        self._limits.move_to_end(key)
        return limit


class OpenCount:
    """How many connections, sockets or requests are open: for each client address, and in all."""

    def __init__(self, each: float, total: float) -> None:
        self.each, self.total = each, total
        self.open = 0
        self._by_client: Counter[str] = Counter()

    def enter(self, address: str, *, exempt: bool = False) -> bool:
        """Count one more, if the limits allow it. A proxy is exempt from the limit for one address."""
        key = client_key(address[:LONGEST_ADDRESS])
        if self.open >= self.total or (not exempt and self._by_client[key] >= self.each):
            if not self._by_client[key]:
                del self._by_client[key]
            return False
        self.open += 1
        self._by_client[key] += 1
        return True

    def leave(self, address: str) -> None:
        """Count one less."""
        key = client_key(address[:LONGEST_ADDRESS])
        self.open -= 1
        self._by_client[key] -= 1
        if not self._by_client[key]:
            del self._by_client[key]

    def __len__(self) -> int:
        return len(self._by_client)
