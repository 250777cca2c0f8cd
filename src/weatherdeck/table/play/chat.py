"""Chat: the lines that a table keeps, and how much each person may say."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..rates import RateLimits
from ..store.records import ChatRecord
from ..wire.connection import encode
from ..wire.perspective import Json
from .errors import RequestError
from .words import WordList

MAX_LINES = 200
"""Lines of chat that a table keeps: in memory, in `welcome` and in the store."""
MAX_BYTES = 100_000
"""Bytes that they may have, as they are sent."""


def chat_line(line: ChatRecord) -> Json:
    """A line of chat, for a message."""
    return {"number": line.number, "seat": line.seat, "name": line.name, "text": line.text, "at": line.at}


class ChatHistory:
    """The latest lines of a table's chat, in order. Older ones are dropped, first by number, then by size."""

    def __init__(self, lines: Iterable[ChatRecord] = ()) -> None:
        self._lines: deque[tuple[ChatRecord, int]] = deque()
        self._bytes = 0
        for line in lines:
            self.add(line)

    def add(self, line: ChatRecord) -> None:
        """Add a new line, and drop those that are too many now."""
        size = len(encode(chat_line(line))) + 1  # with the comma
        self._lines.append((line, size))
        self._bytes += size
        while len(self._lines) > MAX_LINES or self._bytes > MAX_BYTES:
            self._bytes -= self._lines.popleft()[1]

    def __iter__(self) -> Iterator[ChatRecord]:
        return (line for line, _ in self._lines)

    @property
    def first(self) -> int:
        """The number of the oldest line that is kept."""
        return self._lines[0][0].number if self._lines else 0

    @property
    def last(self) -> int:
        """The number of the newest line."""
        return self._lines[-1][0].number if self._lines else 0


@dataclass(frozen=True)
class TalkRates:
    """How much may be said, chat and reactions together: so many at once, then so many a second."""

    spectator: tuple[float, float] = (4, 0.2)  # from one address, at all tables and through all sockets
    spectators: tuple[float, float] = (12, 1.0)  # all spectators of a table together
    player: tuple[float, float] = (20, 1.0)  # one seat, through all sockets


class TalkPolicy:
    """What may be said at the tables of this server: how much, and which words not."""

    def __init__(self, rates: TalkRates, words: WordList) -> None:
        self.words = words
        self._address, self._table, self._seat = (
            RateLimits(*rates.spectator),
            RateLimits(*rates.spectators),
            RateLimits(*rates.player),
        )

    def check_rate(self, table: str, seat: int | None, address: str) -> None:
        """Refuse somebody who says too much; otherwise count what they say."""
        if seat is not None:
            allowed = self._seat.allow(f"{table} {seat}")
        else:
            allowed = self._address.allow(address) and self._table.allow(table)
        if not allowed:
            raise RequestError("too_fast", "you are saying a lot at once: wait a moment, then send it again")

    def check_name(self, name: str) -> str:
        """A name, unless it contains a word that this server does not allow."""
        if self.words.found_in(name):
            raise RequestError("not_allowed", "this server does not allow a word in that name: choose another name")
        return name
