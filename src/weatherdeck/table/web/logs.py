"""Logs: readable lines for the terminal, or JSON lines for a log collector. No names, no tokens, no cards."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any, Literal

OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


def _more(record: logging.LogRecord) -> dict[str, Any]:
    """The fields given in `extra`."""
    return {key: value for key, value in vars(record).items() if key not in OWN}


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
        more = "".join(f" {key}={value}" for key, value in _more(record).items())
        line = f"{at} {record.levelname.lower():<8}{record.getMessage()}{more}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def set_up(form: Literal["text", "json"], level: str = "INFO") -> None:
    """Write logs to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else ReadableLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for noisy in ("alembic", "aiosqlite", "sqlalchemy", "uvicorn.error"):  # they log every query and socket
        logging.getLogger(noisy).setLevel("WARNING")
