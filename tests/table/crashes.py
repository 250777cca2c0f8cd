"""A process that opens stores and kills itself on the way: `Crasher` runs it, and says where.

Places to be killed at are every statement, every commit, and everything that happens to a file in the store's folder.
Each attempt is a fork of a process that has imported everything, which takes a few milliseconds.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Engine, event

from weatherdeck.table.store.store import Store

WATCHED = ("open", "os.remove", "os.rename", "sqlite3.connect")
"""What Python tells its auditors before it touches a file."""


BACKUPS = "WEATHERDECK_TEST_BACKUPS"
"""The variable with the folder for backups of stores in PostgreSQL."""


@dataclass(frozen=True)
class Ended:
    """How an attempt to open a store ended."""

    signal: int
    places: int
    """How many places there were to be killed at."""
    refusal: str
    """Why the store was refused, if it was."""


class Crasher:
    """The process that forks one for each attempt."""

    def __init__(self, backups: Path) -> None:
        self._backups = backups

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.table.crashes"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, BACKUPS: str(self._backups)},
        )
        return self

    def __exit__(self, *_about: object) -> None:
        self._process.communicate()

    def open(self, store: str, *, kill_at: int | None = None, largest_file: int | None = None) -> Ended:
        """Open a store and close it. The process is killed at a place, or can write no larger files."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps([store, kill_at, largest_file]), file=self._process.stdin, flush=True)
        return Ended(**json.loads(self._process.stdout.readline()))


def main() -> None:
    """Open the stores that standard input names, each in a fork."""
    for line in sys.stdin:
        print(json.dumps(_forked(*json.loads(line))), flush=True)


def _forked(*attempt: Any) -> dict[str, Any]:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, json.dumps(_open(*attempt)).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as said:
        told = json.loads(said.read() or "{}")
    _, status = os.waitpid(child, 0)
    return {"places": 0, "refusal": "", **told, "signal": os.WTERMSIG(status)}


def _open(store: str, kill_at: int | None, largest_file: int | None) -> dict[str, Any]:
    places, folder = 0, str(Path(store).parent)

    def here(*_about: object) -> None:
        nonlocal places
        if places == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)
        places += 1

    def touched(name: str, arguments: tuple[object, ...]) -> None:
        if name in WATCHED and str(arguments[0]).startswith((folder, os.environ[BACKUPS])):
            here()

    event.listen(Engine, "before_cursor_execute", here)
    event.listen(Engine, "commit", here)
    sys.addaudithook(touched)
    if largest_file is not None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # the write fails, as on a full disk
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))
    try:
        asyncio.run(_open_and_close(store))
    except Exception as problem:  # the test looks at it
        return {"places": places, "refusal": f"{type(problem).__name__}: {problem}"}
    return {"places": places}


async def _open_and_close(store: str) -> None:
    beside = None if "://" not in store else os.environ[BACKUPS]
    await (await Store.open(store, beside)).close()


if __name__ == "__main__":
    main()
