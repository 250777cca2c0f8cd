"""What is in the cache of compiled rules: which modules, in which mode, how large, and whether it is still of use.

Each folder of the cache has a label (`keeping.label`): the module that was compiled, the roles that it was joined to,
and the mode. The folder's name is the key of what it holds. If the same modules have another key now, the rules or the
versions have changed since, and nobody will ever ask for that folder again.
"""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

import filelock

from .keeping import COMPILED, LOCK, STAMP, cache_folder
from .sources import Source


@dataclass(frozen=True)
class Kept:
    """A folder of the cache."""

    folder: Path
    module: str  # "": nobody knows
    roles: tuple[str, ...]
    mode: str
    size: int  # in bytes

    @property
    def is_current(self) -> bool:
        """Whether it would be used today."""
        return bool(self.module) and _key(self.module, self.roles, self.mode) == self.folder.name

    def delete(self) -> bool:
        """Delete it, unless it cannot be written or a process is compiling into it; return whether it is gone."""
        lock = filelock.FileLock(str(self.folder / LOCK))
        try:
            with lock.acquire(timeout=0):
                (self.folder / STAMP).unlink(missing_ok=True)  # first: what is half deleted has no label
        except OSError:  # a Timeout is one, too
            return False
        shutil.rmtree(self.folder, ignore_errors=True)
        return not self.folder.exists()


def inventory() -> Iterator[Kept]:
    """Everything in the cache that was compiled for processors, in no order."""
    home = cache_folder() / COMPILED
    for folder in home.iterdir() if home.is_dir() else ():
        if folder.is_dir():
            module, roles, mode = _labelled(folder)
            yield Kept(folder, module, roles, mode, size_of(folder))


def size_of(path: Path) -> int:
    """The bytes of a file, or of all files in a folder."""
    found = [path] if path.is_file() else path.rglob("*")
    total = 0
    for one in found:
        try:
            total += one.stat().st_size if one.is_file() else 0
        except OSError:
            continue  # somebody deleted it just now
    return total


def _labelled(folder: Path) -> tuple[str, tuple[str, ...], str]:
    try:
        data = json.loads((folder / STAMP).read_text(encoding="utf-8"))
        return str(data["module"]), tuple(map(str, data["roles"])), str(data["mode"])
    except (OSError, ValueError, TypeError, KeyError):
        return "", (), ""  # not complete, or from before there were labels


@cache
def _key(module: str, roles: Sequence[str], mode: str) -> str | None:
    """The key that these modules have now; None if they are not there any more."""
    try:
        return Source(_module(module), tuple(map(_module, roles))).keys(mode).code
    except (ImportError, AttributeError):
        return None


def _module(name: str) -> ModuleType:
    return sys.modules.get(name) or importlib.import_module(name)
