"""Compiling in another process, so that nobody waits: the compiler would hold this one's lock for many seconds."""

from __future__ import annotations

import atexit
import subprocess
import sys
import threading
from pathlib import Path

from .. import kernel
from ..games import registry
from ..games.game import Game
from . import foresight, search

_begun: dict[str, subprocess.Popen[bytes]] = {}
_warm: set[str] = set()
_lock = threading.Lock()


def is_warm(game: Game) -> bool:
    """Whether the search of a game lies compiled in the cache (or never will)."""
    name = game.package.__name__
    if name not in _warm and (not kernel.can_compile() or kernel.is_cached(search, game.module, game.judgement)):
        _warm.add(name)
    return name in _warm


def begin(game: Game) -> None:
    """Begin to compile the search of a game, unless that was begun before."""
    name = game.package.__name__
    with _lock:
        if name not in _begun:
            data = game.rules.DATA
            replaced = [str(data.path)] if "__" in name and data is not None else []
            _begun[name] = subprocess.Popen(
                [sys.executable, "-m", __name__, name.partition("__")[0], *replaced],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )


@atexit.register
def _stop() -> None:
    """Leave no process behind: what it has not finished is begun anew the next time."""
    for child in _begun.values():
        child.kill()
        child.wait()


def main(name: str, data: str | None = None) -> None:
    """What the other process does."""
    game = registry.load(name, Path(data) if data else None)
    for engine in (search, foresight):  # what bots wait for, then what hints are measured with
        kernel.compiled(engine, game.module, game.judgement)


if __name__ == "__main__":
    main(*sys.argv[1:])
