"""Compiling in another process, so that nobody waits: the compiler would hold this one's lock for many seconds."""

from __future__ import annotations

import atexit
import pickle
import subprocess
import sys
import threading
from contextlib import suppress

from .. import kernel
from ..games.game import Game
from ..games.reference import GameRef
from . import foresight, search

_begun: dict[GameRef, subprocess.Popen[bytes]] = {}
_warm: set[GameRef] = set()
_lock = threading.Lock()


def is_warm(game: Game) -> bool:
    """Whether the search of a game lies compiled in the cache (or never will)."""
    if game.ref not in _warm and (not kernel.can_compile() or kernel.is_cached(search, *game.modules)):
        _warm.add(game.ref)
    return game.ref in _warm


def begin(game: Game) -> None:
    """Begin to compile the search of a game, unless that was begun before."""
    with _lock:
        if game.ref not in _begun:
            child = _begun[game.ref] = subprocess.Popen(
                [sys.executable, "-m", __name__],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            assert child.stdin is not None
            with suppress(BrokenPipeError), child.stdin:  # a child that died compiles nothing, and nobody minds
                pickle.dump(game.ref, child.stdin)


@atexit.register
def _stop() -> None:
    """Leave no process behind: what it has not finished is begun anew the next time."""
    for child in _begun.values():
        child.kill()
        child.wait()


def main(ref: GameRef) -> None:
    """What the other process does."""
    game = ref.load()
    for engine in (search, foresight):  # what bots wait for, then what hints are measured with
        kernel.compiled(engine, *game.modules)


if __name__ == "__main__":
    main(pickle.load(sys.stdin.buffer))
