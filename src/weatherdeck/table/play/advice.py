"""The hints and reviews of one table. Whoever asks for the same gets the same: it is worked out once.

They are limited by seat and by table, not by socket: however many sockets a seat has open, one hint and one review are
worked out for it at a time. Spectators share the limit of the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from ...match.match import Step
from ..wire.connection import encode
from ..wire.perspective import Perspective
from .bots import Ranked
from .errors import RequestError
from .review import MatchReviewer

MOST_REVIEWS = 2
"""Reviews that can be worked out at a table at the same time."""
MOST_KEPT = 12
"""Reviews that a table keeps, so that they are there at once when somebody comes back to them."""
BUSY = "your last hint or review is still being worked out"
Run: TypeAlias = Callable[[Callable[[], bytes]], Awaitable[bytes]]
"""Lets a thread do some work."""


class _Hint(NamedTuple):
    """A hint for a seat, found or being worked out."""

    match: int
    version: int
    found: asyncio.Future[list[Ranked]]


class FinishedMatch(NamedTuple):
    """A match that a seat reviews, once it has been found."""

    number: int
    seat: int
    steps: Sequence[Step]
    reviewer: MatchReviewer
    perspective: Perspective

    def reviewed(self, number: int) -> bytes:
        """The review of a step, as it is sent. The steps have to be asked for in their order."""
        count = len(self.steps)
        about = {"type": "reviewed", "match": self.number, "seat": self.seat, "decisions": count}
        step = self.reviewer.next(self.steps[number], self.perspective)
        return encode({**about, "left": count - 1 - step["step"], **step})


class SharedReview:
    """A review of a match, as one seat saw it. A step is worked out when the first reader gets there, and kept.

    The match is found when the first reader comes: it may have to be read from the store, and replayed.
    """

    def __init__(self, find: Callable[[], Awaitable[FinishedMatch]]) -> None:
        self._match = asyncio.ensure_future(find())
        self._match.add_done_callback(_failed)  # also if nobody waits for it any more
        self._found: list[asyncio.Future[bytes]] = []
        self.readers: list[int | None] = []  # their seats

    @property
    def is_done(self) -> bool:
        """Whether all steps have been worked out."""
        if not self._match.done() or _failed(self._match):
            return False
        return len(self._found) == len(self._match.result().steps) and self._found[-1].done()

    @property
    def has_failed(self) -> bool:
        """Whether the match could not be found, or a step could not be worked out."""
        return _failed(self._match) or any(_failed(one) for one in self._found)

    async def read(self, run: Run) -> AsyncIterator[bytes]:
        """The review, step by step, each as it is sent. A reader who leaves stops nobody else."""
        match = await asyncio.shield(self._match)
        for number in range(len(match.steps)):
            if number == len(self._found):
                self._found.append(asyncio.ensure_future(run(partial(match.reviewed, number))))
            yield await asyncio.shield(self._found[number])


class TableAdvice:
    """The hints and reviews of one table."""

    def __init__(self) -> None:
        self._hints: dict[int, _Hint] = {}
        self._reviews: dict[tuple[int, int], SharedReview] = {}  # by match and seat

    async def hint(
        self, seat: int, match: int, version: int, find: Callable[[], Awaitable[list[Ranked]]]
    ) -> list[Ranked]:
        """What a strong player thinks of a seat's actions at a version of a match."""
        hint = self._hints.get(seat)
        if hint is None or (hint.match, hint.version) != (match, version) or _failed(hint.found):
            if hint is not None and not hint.found.done():
                raise RequestError("busy", BUSY)
            hint = self._hints[seat] = _Hint(match, version, asyncio.ensure_future(find()))
        return await asyncio.shield(hint.found)

    @contextmanager
    def reading(
        self, reader: int | None, match: int, seat: int, find: Callable[[], Awaitable[FinishedMatch]]
    ) -> Iterator[SharedReview]:
        """The review of a match (by number) as a seat saw it, for a reader (None: a spectator).

        The match is looked for only if the review is neither kept nor being worked out, and within the limits.
        """
        self._reviews = {key: one for key, one in self._reviews.items() if not one.has_failed}
        review = self._reviews.get((match, seat))
        if review is None or not review.is_done:
            self._check_limits(reader, review)
        if review is None:
            review = self._reviews[match, seat] = SharedReview(find)
            self._drop_oldest()
        review.readers.append(reader)
        try:
            yield review
        finally:
            review.readers.remove(reader)

    def _drop_oldest(self) -> None:
        unread = [key for key, one in self._reviews.items() if not one.readers]
        for key in unread[: max(0, len(self._reviews) - MOST_KEPT)]:
            del self._reviews[key]

    def _check_limits(self, reader: int | None, wanted: SharedReview | None) -> None:
        others = [one for one in self._reviews.values() if one.readers and not one.is_done and one is not wanted]
        if reader is not None and any(reader in one.readers for one in others):
            raise RequestError("busy", BUSY)
        if len(others) >= MOST_REVIEWS:
            raise RequestError("busy", "other reviews of this table are still being worked out: ask again in a minute")


def _failed(found: asyncio.Future[Any]) -> bool:
    return found.done() and (found.cancelled() or found.exception() is not None)
