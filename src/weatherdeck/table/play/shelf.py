"""The games with decks of people's own that are in memory: the last used ones.

Loading a deck imports the game's package once more. That takes a fraction of a second and up to a megabyte or so, which
is nothing for one table and too much for everyone who ever uploads a file. So those that no table uses are forgotten,
and when all of them are in use, nobody can bring another one.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection

from ...games import registry
from ...games.game import Game
from ...games.reference import GameRef
from .errors import RequestError

MOST = 200
"""Games with decks of people's own, beyond which nobody can bring another one."""
RESERVE = 200
"""More of them that tables which exist already may need."""
KEPT = 60.0
"""Seconds that a game is kept after somebody loaded it: a table is being made, a replay is being built."""
FULL = "This server has no room for another deck right now. Please try again in a minute."


class Shelf:
    """Loads games, and forgets those that nobody needs."""

    def __init__(self, most: int = MOST, reserve: int = RESERVE, kept: float = KEPT) -> None:
        self.in_use: Callable[[], Collection[GameRef]] = tuple  # the games of the tables in memory
        self.lasting: Collection[str] = ()  # the fingerprints of decks that the host offers: they stay
        self._most, self._reserve, self._kept = most, reserve, kept
        self._used: OrderedDict[tuple[str, str], tuple[GameRef, float]] = OrderedDict()  # the last used one last
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._used)

    def load(self, ref: GameRef) -> Game:
        """The game of a table that exists."""
        return self._load(ref, self._most + self._reserve)

    def new(self, ref: GameRef) -> Game:
        """A game for a table that does not exist yet."""
        return self._load(ref, self._most)

    def _load(self, ref: GameRef, most: int) -> Game:
        if ref.deck is None or ref.deck.fingerprint in self.lasting:
            return registry.load(ref)
        key = ref.name, ref.deck.fingerprint
        with self._lock:
            if key not in self._used:
                self._make_room(most)
            game = registry.load(ref)  # within the lock: one at a time, because it keeps a core busy
            self._used[key] = ref, time.monotonic()
            self._used.move_to_end(key)
        return game

    def _make_room(self, most: int) -> None:
        if len(self._used) < self._most:
            return
        used = {(ref.name, ref.deck.fingerprint) for ref in self.in_use() if ref.deck is not None}
        for key, (ref, at) in list(self._used.items()):
            if key not in used and time.monotonic() - at >= self._kept:
                registry.forget(ref)
                del self._used[key]
        if len(self._used) >= most:
            raise RequestError("busy", FULL)
