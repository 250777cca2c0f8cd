"""Compiling in another process, so that nobody waits: in this one, the compiler would hold the GIL for many seconds."""

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
    """Whether the compiled search of a game is in the cache, or cannot be compiled at all."""
    if game.ref not in _warm and (not kernel.can_compile() or kernel.is_cached(search, *game.modules)):
        _warm.add(game.ref)
    return game.ref in _warm


def begin(game: Game) -> None:
    """Start compiling the search of a game, unless this was started before."""
    with _lock:
        if game.ref not in _begun:
            child = _begun[game.ref] = subprocess.Popen(
                [sys.executable, "-m", __name__],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            assert child.stdin is not None
            with suppress(BrokenPipeError), child.stdin:  # without a child, bots keep thinking interpreted
                pickle.dump(game.ref, child.stdin)


@atexit.register
def _stop() -> None:
    """Leave no process behind: what it has not finished is compiled the next time."""
    for child in _begun.values():
        child.kill()
        child.wait()


def main(ref: GameRef) -> None:
    """Compile a game's engines, in the other process."""
    game = ref.load()
    for engine in (search, foresight):  # first what bots wait for, then what measures hints
        kernel.compiled(engine, *game.modules)


if __name__ == "__main__":
    main(pickle.load(sys.stdin.buffer))
