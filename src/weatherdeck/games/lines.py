"""The short lines of the log: who or what, and one phrase that a reader can scan.

A game's `lines.py` offers `line(event, names) -> Line | None`. It is optional: without it, the log shows the sentences
of `words.py`. Cards inside a text are marked, so that screens draw their faces and everything else says their names:
`marked("Su9", "Summer 9")`. Texts have no subject: the tag says who, and for the reader that is "You".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from .events import Event

Tone: TypeAlias = Literal["who", "gain", "loss", "won", "power", "draw"]
"""What a line is about: what somebody did; points; a trick or round that was won; a power or rule; a deal or draw."""
BANNER = 40
"""The most characters of what a banner says, with names of up to ten characters."""
_MARK = re.compile(r"\{([^{}|]+)(?:\|([^{}|]+))?\}")


@dataclass(frozen=True)
class Line:
    """One event in the log."""

    text: str  # short, with marked cards
    seat: int | None = None  # whose line it is
    tag: str = ""  # what it brought or is about ("+7", "Won"); the player's name follows, if there is a seat
    tone: Tone = "who"
    banner: str = ""  # what the banner says while it happens, in plain words
    heading: str = ""  # what begins with this line; see `headed`
    then: str = ""  # what begins after it


class Lines(Protocol):
    """What a lines module offers."""

    def line(self, event: Event, names: Sequence[str]) -> Line | None:
        """An event in the log; None if it needs no line."""


def marked(code: str, name: str = "") -> str:
    """A card in a text: its notation and, where that is not what people say, its name."""
    return f"{{{code}|{name}}}" if name and name != code else f"{{{code}}}"


def plain(text: str) -> str:
    """A text in which marked cards are called by their names."""
    return _MARK.sub(lambda mark: mark[2] or mark[1], text)


def signed(points: int) -> str:
    """Points with their sign; the minus is as wide as the plus."""
    return f"+{points}" if points > 0 else f"−{-points}" if points else "±0"


def from_sentence(sentence: str | None) -> Line | None:
    """The line of a game that has only sentences."""
    return Line(sentence, banner=sentence.removesuffix(".")) if sentence else None


def tag_of(line: Line, names: Sequence[str]) -> str:
    """What stands before a line: what it brought, and who."""
    who = names[line.seat] if line.seat is not None else ""
    return f"{line.tag} {who}".strip()


def headed(lines: Iterable[Line]) -> Iterator[tuple[str, Line]]:
    """Each line with the heading above it, or "".

    A heading with a # opens a group each time, and the number counts them since the last heading without one. A heading
    without a # opens a group unless that group is open already. `then` is the heading of the next line that has none.
    """
    shown, coming, number = "", "", 0
    for line in lines:
        wanted = line.heading or coming
        coming = line.then
        if "#" in wanted:
            number += 1
            shown = wanted.replace("#", str(number))
            yield shown, line
        elif wanted and wanted != shown:
            number, shown = 0, wanted
            yield shown, line
        else:
            yield "", line
