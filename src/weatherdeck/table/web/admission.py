"""Who is let in when the server is near its limits: players who have a seat come first, newcomers if there is room."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

from ..play.errors import RequestError
from .lag import Lag
from .settings import Settings

FULL = "This server is full: it has all the tables it can take. Please try again in a few minutes."
CROWDED = "This server is full: it has all the players and spectators it can take. Please try again in a few minutes."
SLOW = "This server is very busy right now. Please try again in a few minutes."
RESERVE = 4
"""One in so many places is kept for players who come back to a seat when newcomers are no longer let in."""
USUAL = 0.9
"""The share of the recent measurements of a delay that has to be within the limit."""
AT_ONCE = 2
"""Newcomers who are seated at the same time. More would not be seated sooner, and players would wait for them."""


class Admission:
    """Counts what is open, and refuses newcomers (new tables, joining, spectators) beyond the server's limits."""

    def __init__(self, settings: Settings, lag: Lag) -> None:
        self._settings = settings
        self._delays = [_Limited(lag.loop.percentile, settings.max_lag)]
        self._delays.append(_Limited(lag.store.percentile, settings.max_wait))
        self._tables: Callable[[], int] = lambda: 0
        self._seating = asyncio.Semaphore(AT_ONCE)
        self.newcomers = 0
        """Newcomers who are being seated, or wait for it."""
        self._making = 0  # those of them who make a table
        self.sockets = 0
        """Sockets that are open."""
        self.greeting = 0
        """Sockets of them that have not said hello yet."""
        self.refused = 0
        """How often somebody was turned away since the server started."""

    def open(self, tables: Callable[[], int]) -> None:
        """Begin to count tables."""
        self._tables = tables

    @property
    def most_tables(self) -> float:
        """Tables in memory, with the reserve for players who come back to theirs."""
        return with_reserve(self._settings.max_tables)

    @asynccontextmanager
    async def newcomer(self, *, makes_table: bool) -> AsyncIterator[None]:
        """Seat somebody new, a few at a time; refuse them if the server is at its limits."""
        full = FULL if makes_table and self._tables() + self._making >= self._settings.max_tables else None
        crowd = SLOW if self.newcomers >= AT_ONCE + self._settings.max_newcomers else None
        self._refuse(full or crowd or self._problem(self.sockets))
        self.newcomers += 1
        self._making += makes_table
        try:
            async with self._seating:
                yield
        finally:
            self.newcomers -= 1
            self._making -= makes_table

    def check_seat(self, seat: int | None) -> None:
        """Let a player in; refuse a spectator (None), whose socket is counted already, if there is no room."""
        if seat is None:
            self._refuse(self._problem(self.sockets - 1))

    def _refuse(self, problem: str | None) -> None:
        if problem is not None:
            self.refused += 1
            raise RequestError("busy", problem)

    def _problem(self, sockets: int) -> str | None:
        """Why nobody new is let in now, in a sentence."""
        if sockets >= self._settings.max_sockets:
            return CROWDED
        return SLOW if any(delay.is_exceeded() for delay in self._delays) else None

    @contextmanager
    def socket(self) -> Iterator[bool]:
        """Count a socket while it is open, unless there are so many that not even players can be let in."""
        if self.sockets >= with_reserve(self._settings.max_sockets) or self.greeting >= self._most_greeting:
            self.refused += 1
            yield False
            return
        self.sockets += 1
        try:
            yield True
        finally:
            self.sockets -= 1

    @contextmanager
    def hello(self) -> Iterator[None]:
        """Count a socket while it has not said hello: it may not use up the places of others."""
        self.greeting += 1
        try:
            yield
        finally:
            self.greeting -= 1

    @property
    def _most_greeting(self) -> float:
        return max(50, self._settings.max_sockets / RESERVE)


class _Limited:
    """A delay with a limit. It is too long until it is clearly better, so that it does not change all the time."""

    def __init__(self, percentile: Callable[[float], float], limit: float) -> None:
        self._percentile, self._limit = percentile, limit
        self._was_exceeded = False

    def is_exceeded(self) -> bool:
        """Whether it is too long now."""
        self._was_exceeded = self._percentile(USUAL) > (self._limit / 2 if self._was_exceeded else self._limit)
        return self._was_exceeded


def with_reserve(limit: float) -> float:
    """A limit with the places that are kept for players who come back."""
    return limit if limit == math.inf else limit + max(1, limit // RESERVE)
