"""How `weatherdeck admin` prints: columns for people, JSON for scripts."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import Any

MINUTE, HOUR, DAY = 60, 3600, 86_400


class Output:
    """Prints in the form that was asked for."""

    def __init__(self, *, as_json: bool) -> None:
        self.as_json = as_json

    def rows(
        self, heads: Sequence[str], rows: Sequence[Sequence[object]], data: list[dict[str, Any]], none: str
    ) -> None:
        """A table with heads for people, or the data as JSON; `none` is said if there are no rows."""
        if self.as_json:
            print(json.dumps(data, indent=1))
        elif not rows:
            print(none)
        else:
            texts = [[printable(str(cell)) for cell in row] for row in (heads, *rows)]
            widths = [max(len(row[column]) for row in texts) for column in range(len(heads))]
            for row in texts:
                print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())

    def object(self, data: dict[str, Any]) -> None:
        """One JSON object."""
        print(json.dumps(data, indent=1))

    def line(self, text: str) -> None:
        """A line for people."""
        print(printable(text))

    def done(self, text: str, data: dict[str, Any]) -> None:
        """What was done."""
        if self.as_json:
            self.object({"done": True, **data})
        else:
            self.line(text)

    def when(self, at: float) -> str:
        """A point in time, in UTC."""
        return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(at))

    def details(self, details: dict[str, Any]) -> str:
        """Details of a line of the audit log."""
        return " ".join(f"{key}={value}" for key, value in details.items())


def printable(text: str) -> str:
    """A text without control characters: names come from strangers, and a terminal obeys escape sequences."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def age(at: float | None, now: float) -> str:
    """How long ago something was."""
    if at is None:
        return "never"
    passed = max(0.0, now - at)
    for unit, name in ((DAY, "d"), (HOUR, "h"), (MINUTE, "min")):
        if passed >= unit:
            return f"{passed / unit:.0f} {name} ago"
    return f"{passed:.0f} s ago"


def size(count: int) -> str:
    """A number of bytes."""
    for unit, name in ((1_000_000, "MB"), (1_000, "kB")):
        if count >= unit:
            return f"{count / unit:.1f} {name}"
    return f"{count} B"
