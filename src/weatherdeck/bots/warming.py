"""When bots think compiled, and when interpreted: because somebody would have to wait, or memory would run out.

Compiling happens in another process: in this one, the compiler would hold the GIL for many seconds. And no process ever
frees machine code, so a server on which people play with decks of their own takes in the code of some of them only.
"""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress

from .. import kernel
from ..games.game import Game
from ..games.reference import GameRef
from . import belief, foresight, policy, search
from .thinking import more_entries

MOST_DECKS = 50
"""Decks of people's own whose machine code one process takes in, about 10 MB each. Bots that play with further decks
think interpreted: they are weaker, but the process does not grow without end."""

_begun: dict[str, subprocess.Popen[bytes]] = {}  # by the code, which decks share
_warm: set[tuple[str, str | None]] = set()  # games, and the fingerprints of their decks
_decks: set[tuple[str, str | None]] = set()
_lock = threading.Lock()


def is_warm(game: Game) -> bool:
    """Whether the compiled search of a game is in the cache and may be used, or cannot be compiled at all."""
    key = game.name, game.fingerprint
    if key not in _warm:
        if kernel.can_compile() and not (_is_made(game) and has_room(game)):
            return False
        _warm.add(key)
    return True


def _is_made(game: Game) -> bool:
    """Whether all that bots think with is in the cache."""
    mind = kernel.is_cached(belief, *game.modules, also=more_entries(game))
    look = game.network is None or kernel.is_cached(policy, *game.modules)
    return mind and look and kernel.is_cached(search, *game.modules)


def _is_complete(game: Game) -> bool:
    """Whether all that is compiled here is in the cache."""
    return _is_made(game) and kernel.is_cached(foresight, *game.modules)


def has_room(game: Game) -> bool:
    """Whether this process takes in the machine code of a game; if so, the game has its place from now on."""
    return game.deck is None or reserve(game.name, game.fingerprint)


def reserve(name: str, fingerprint: str | None) -> bool:
    """Give a deck a place among those whose machine code is taken in; False if there is none left."""
    with _lock:
        if len(_decks) < MOST_DECKS:
            _decks.add((name, fingerprint))
        return (name, fingerprint) in _decks


def begin(game: Game) -> None:
    """Start compiling the search of a game, unless this was started before or its code is there."""
    code = kernel.code_key(search, *game.modules)
    with _lock:
        if code not in _begun and not _is_complete(game):
            _begun[code] = _start([game.ref])


def begin_all(names: Sequence[str]) -> None:
    """Start compiling the searches of games, one after another, with what time other processes leave.

    This comes back at once: the other process finds out what is there. A game that is played meanwhile comes first.
    """
    if kernel.can_compile():
        with _lock:
            if "" not in _begun:
                _begun[""] = _start([GameRef(name) for name in names], patient=True)


def failures() -> list[str]:
    """What went wrong in processes that compiled, as sentences."""
    return [
        f"The search could not be compiled in the background (exit status {child.returncode}): bots think without "
        f"compiled rules, and are weaker. 'weatherdeck doctor' may say more."
        for child in _begun.values()
        if child.poll() not in (None, 0)
    ]


def _start(refs: list[GameRef], *, patient: bool = False) -> subprocess.Popen[bytes]:
    child = subprocess.Popen(
        [sys.executable, "-P", "-m", __name__, *(["--patient"] if patient else [])],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert child.stdin is not None
    with suppress(BrokenPipeError), child.stdin:  # without a child, bots keep thinking interpreted
        pickle.dump((os.getpid(), sys.path, refs), child.stdin)
    return child


@atexit.register
def _stop() -> None:
    """Leave no process behind: what it has not finished is compiled the next time."""
    for child in _begun.values():
        child.kill()
        child.wait()


def main(parent: int, path: Sequence[str], refs: Sequence[GameRef], *, patient: bool) -> None:
    """Compile the engines of games, in the other process. It finds games where the first one does."""
    sys.path[:] = path
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    if patient and sys.platform != "win32":
        os.nice(10)
    for ref in refs:
        game = ref.load()
        if game.greedy is not None and not _is_complete(game):  # to load it would take seconds
            make(game)


def make(game: Game) -> None:
    """Compile all that bots think with, in this process."""
    if game.network is not None:
        kernel.compiled(policy, *game.modules)
    mind = kernel.compiled(belief, *game.modules)
    for entry in more_entries(game):
        getattr(mind, entry)  # machine code is made of what is asked for
    kernel.compiled(search, *game.modules)
    kernel.compiled(foresight, *game.modules)  # bots do not wait for this: it measures hints


def _end_with(parent: int) -> None:
    """End when the process that started this one has ended, even if it was killed."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


if __name__ == "__main__":
    main(*pickle.load(sys.stdin.buffer), patient="--patient" in sys.argv)
