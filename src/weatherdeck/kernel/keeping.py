"""Where compiled code is kept: in the user's cache folder, under a key made from everything that it depends on.

That is the sources, the values of all constants and tables, the types of bundles, the CPU, and the versions of Python,
NumPy and Numba. Stale code cannot run, because its key is never looked up again.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..environment import CACHE
from .sources import Source

if TYPE_CHECKING:
    import filelock

COMPILED = "compiled"
"""The cache's folder for machine code of processors."""
STAMP = "about"
LOCK = "lock"
"""Files in each of its folders: what it holds, and that somebody is compiling it."""


def cache_folder() -> Path:
    """Where compiled rules are kept: WEATHERDECK_CACHE, or else the user's cache folder."""
    if CACHE.value:
        return Path(CACHE.value)
    import platformdirs  # here, like all that only the compiler needs: interpreted rules start sooner

    return Path(platformdirs.user_cache_dir("weatherdeck", appauthor=False))


def folder(key: str) -> Path:
    """The folder for the code of a key."""
    return cache_folder() / COMPILED / key


def file_lock(folder: Path) -> filelock.BaseFileLock:
    """Held by the process that compiles what is kept in a folder, while the others wait."""
    return _file_lock(folder, os.getpid())


@functools.cache
def _file_lock(folder: Path, process: int) -> filelock.BaseFileLock:  # noqa: ARG001  # a fork needs a lock of its own
    """One in each process, so that whoever holds it may take it again."""
    import filelock

    folder.mkdir(parents=True, exist_ok=True)
    return filelock.FileLock(str(folder / LOCK))


atexit.register(_file_lock.cache_clear)  # while filelock is there: what is imported late goes first


@functools.cache
def usable(folder: Path) -> Path | None:
    """A folder in which code can be kept; None if it cannot, and then one line says so."""
    try:
        with file_lock(folder):
            return folder
    except OSError as problem:
        cannot_keep(problem.strerror or str(problem))
        return None


def can_keep() -> bool:
    """Whether anything can be kept. If not, one line says so."""
    return usable(cache_folder() / COMPILED) is not None


def cannot_keep(reason: str) -> None:
    """Say that nothing can be kept: once, whatever it was that could not."""
    say_once(f"Compiled rules cannot be kept in {cache_folder()} ({reason}): they are compiled again each time.")


def label(source: Source, mode: str) -> str:
    """What a folder says about itself, for those who look into the cache."""
    roles = [Source(role).known_as for role in source.roles]
    return json.dumps({"module": source.known_as, "roles": roles, "mode": mode})


_said: set[str] = set()


def say_once(line: str) -> None:
    """Say something on stderr that is said once, however often it happens, and not again by worker processes."""
    import multiprocessing

    if line not in _said and multiprocessing.parent_process() is None:
        _said.add(line)
        print(f"weatherdeck: {line}", file=sys.stderr)
