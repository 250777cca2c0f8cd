"""When the store does not answer, every request to it ends in bounded time, and the outage is logged once."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakKeyDictionary

from sqlalchemy import exc

from ...errors import Problem

if TYPE_CHECKING:
    import asyncpg

LOG = logging.getLogger("weatherdeck.store")
TIMEOUT = 5.0
"""Seconds after which PostgreSQL is taken to be unreachable. (SQLite is a file: its answer is always waited for.)"""
PROBE_TIMEOUT = 3.0
"""Seconds that a probe may take: a tiny write, in the same queue as the moves."""
PROBE_EVERY = 1.0
"""Seconds between probes while the store does not answer."""
PING_AFTER = 10.0
"""Seconds without a sign of life after which a connection is checked before it is used."""
FIRST_REMINDER = 10.0
"""Seconds after which an outage is logged a second time; after that, at intervals that double."""

_REFUSALS = (exc.IntegrityError, exc.DataError, exc.ProgrammingError, exc.NotSupportedError)
"""Errors of a statement, not of the store."""


def _driver_errors() -> tuple[type[Exception], type[Exception]]:
    """What the driver of PostgreSQL raises; it is an extra, without which there is no PostgreSQL that could fail."""
    try:
        import asyncpg
    except ImportError:
        return OSError, OSError
    return asyncpg.PostgresError, asyncpg.InterfaceError


FAILURES = (OSError, TimeoutError, exc.TimeoutError, exc.DBAPIError, *_driver_errors())
"""What a store that is down raises, among other things: see `is_failure`."""
Driver: TypeAlias = "asyncpg.Connection[asyncpg.Record]"


class StoreDown(Problem):
    """The store does not answer, or cannot write. Whether a change was stored is known only when it answers again."""


def is_failure(problem: BaseException) -> bool:
    """Whether an error means that the store is down, rather than that a statement is wrong."""
    return isinstance(problem, FAILURES) and not isinstance(problem, _REFUSALS)


def is_silence(problem: BaseException) -> bool:
    """Whether the store did not answer at all. (One that answers that its disk is full can still be read.)"""
    lost = isinstance(problem, exc.DBAPIError) and problem.connection_invalidated
    return lost or not isinstance(problem, exc.DBAPIError)


def reason(problem: BaseException) -> str:
    """What went wrong, in one line and without the statement or its values."""
    cause = (problem.orig if isinstance(problem, exc.DBAPIError) else None) or problem
    first = str(cause).strip().splitlines()
    return f"{type(cause).__name__}: {first[0][:200]}" if first else type(cause).__name__


class Outage:
    """Whether something answers. Its failures are logged when they begin, at growing intervals, and when they end."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._began: float | None = None
        self._ended: float | None = None  # when the last outage ended
        self._is_quiet = False  # whether this outage followed another one so closely that it is not logged again
        self._failures = 0
        self._next_reminder = 0.0
        self.is_silent = False  # whether it is pointless to ask

    @property
    def is_down(self) -> bool:
        """Whether the last attempt failed."""
        return self._began is not None

    def failed(self, problem: BaseException) -> None:
        """Note a failed attempt."""
        now = time.monotonic()
        self._failures += 1
        self.is_silent = self.is_silent or is_silence(problem)
        if self._began is None and self._ended is not None and now - self._ended < FIRST_REMINDER:
            self._began, self._is_quiet = now, True  # it comes and goes: this has been said
        elif self._began is None:
            self._began, self._next_reminder, self._is_quiet = now, FIRST_REMINDER, False
            LOG.warning(f"{self._what} does not answer", extra={"problem": reason(problem)})
        elif now - self._began >= self._next_reminder:
            self._next_reminder *= 2
            LOG.warning(f"{self._what} still does not answer", extra={**self._figures(), "problem": reason(problem)})

    def answered(self) -> None:
        """Note that it answers."""
        if self._began is not None:
            if not self._is_quiet:
                LOG.warning(f"{self._what} answers again", extra=self._figures())
                self._failures = 0
            self._began, self._ended, self.is_silent = None, time.monotonic(), False

    def _figures(self) -> dict[str, float]:
        assert self._began is not None, "it is down"
        return {"seconds": round(time.monotonic() - self._began, 1), "failures": self._failures}


class DriverConnections:
    """The pool's connections to PostgreSQL, and when each was last heard from."""

    def __init__(self) -> None:
        self._heard: WeakKeyDictionary[Driver, float] = WeakKeyDictionary()

    def heard(self, connection: Any, _record: Any) -> None:
        """Note that a connection works. It has just been opened, or is given back to the pool."""
        if connection is not None:
            self._heard[connection.driver_connection] = time.monotonic()

    def check(self, connection: Any, _record: Any, _proxy: Any) -> None:
        """Check a connection before it is used: the pool replaces one that is closed, or does not answer any more."""
        driver = connection.driver_connection
        try:
            if not driver.is_closed() and time.monotonic() - self._heard.get(driver, 0.0) > PING_AFTER:
                connection.ping()
        except FAILURES:
            driver.terminate()
        if driver.is_closed():
            raise exc.DisconnectionError

    def abort(self, since: float) -> None:
        """Abort those that have not been heard from since a moment. Whoever waits for one gets an error at once."""
        for connection, heard in list(self._heard.items()):
            if heard < since and not connection.is_closed():
                connection.terminate()
