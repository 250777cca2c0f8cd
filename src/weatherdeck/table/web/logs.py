"""Logs: readable lines for the terminal, or JSON lines for a log collector. No names, no tokens, no cards."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections import OrderedDict
from typing import Any, Literal

from ..rates import RateLimit

OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}

REPEATS = (10, 0.2)
"""Equal records (the same message, whatever its fields) that are written at once, and then each second."""
KINDS = 200
"""Kinds of records whose repeats are counted."""


def _more(record: logging.LogRecord) -> dict[str, Any]:
    """The fields given in `extra`."""
    return {key: value for key, value in vars(record).items() if key not in OWN}


def printable(text: str) -> str:
    """Text on one line, without control characters: a client must not be able to write lines of the log."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)


class RepeatFilter(logging.Filter):
    """Lets the first few of many equal records through, then one every few seconds that says how many there were."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: OrderedDict[tuple[str, str, str], tuple[RateLimit, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written: information always, warnings and errors unless they repeat themselves."""
        if record.levelno < logging.WARNING:
            return True
        kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        key = (record.name, str(record.msg), kind)
        limit, withheld = self._seen.pop(key) if key in self._seen else (RateLimit(*REPEATS), 0)
        allowed = limit.allow()
        self._seen[key] = (limit, 0 if allowed else withheld + 1)
        if len(self._seen) > KINDS:
            self._seen.popitem(last=False)
        if allowed and withheld:
            record.withheld = withheld
        return allowed


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line."""
        line = {"at": record.created, "level": record.levelname.lower(), "from": record.name}
        line |= {"message": record.getMessage(), **_more(record)}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class ReadableLines(logging.Formatter):
    """Lines for people."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line."""
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        more = "".join(f" {key}={printable(str(value))}" for key, value in _more(record).items())
        line = f"{at} {record.levelname.lower():<8}{printable(record.getMessage().strip())}{more}"
        if not record.exc_info:
            return line
        # Indented, so that no line of it can pass for one of the log's own.
        trace = self.formatException(record.exc_info).split("\n")
        return "\n".join([line, *(f"  {printable(part)}" for part in trace)])


def set_up(form: Literal["text", "json"], level: str = "INFO") -> None:
    """Write logs to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else ReadableLines())
    handler.addFilter(RepeatFilter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for noisy in ("alembic", "aiosqlite", "sqlalchemy", "uvicorn.error"):  # they log every query and socket
        logging.getLogger(noisy).setLevel("WARNING")
