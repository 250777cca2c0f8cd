"""A game whose states are bytes: immutable, hashable, and quick to copy, store and compare.

This is the engine of the covers that play one game at a time through another project's interface.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import kernel
from ..errors import IllegalMove
from ..games.game import Game
from ..games.options import Value
from ..kernel import Features

SPECTATOR = -1
"""The seat of somebody who only watches."""


class PackedGame:
    """A game with its players and options. Nothing here changes, so threads can share it."""

    def __init__(self, game: Game, players: int | None = None, options: Mapping[str, Value] | None = None) -> None:
        self.game = game
        blank = game.new_state(players, options)
        self.players: int = blank.players
        self.longest = game.longest(blank)
        self.utility = game.contest.utility(blank)
        self._blank = blank.to_bytes()
        self._dtype = game.rules.State.dtype
        kind, offset = self._dtype.fields["to_move"][:2]  # type: ignore[index]  # a record has fields
        self._to_move = slice(offset, offset + kind.itemsize)
        self._twin = kernel.fastest(game.module)

    def deal(self, rng: Sequence[int]) -> tuple[bytes, tuple[int, ...]]:
        """A new game, and the generator after the deal."""
        record, words = self._opened(self._blank), self._words(rng)
        self._twin.deal(record, words)
        return self._closed(record), tuple(map(int, words))

    def apply(self, state: bytes, action: int, rng: Sequence[int]) -> tuple[bytes, tuple[int, ...]]:
        """The state after a legal action, and the generator: it has not changed if nothing was random."""
        record, words = self._opened(state), self._words(rng)
        self._twin.apply(record, action, words)
        return self._closed(record), tuple(map(int, words))

    def legal(self, state: bytes) -> tuple[int, ...]:
        """The legal actions in ascending order; none when the game is over."""
        out = self._twin.ints(self.game.rules.MAX_LEGAL)
        n = self._twin.legal(self._opened(state), out)
        return tuple(sorted(map(int, out[:n])))

    def to_move(self, state: bytes) -> int:
        """The seat to move."""
        return int.from_bytes(state[self._to_move], sys.byteorder, signed=True)

    def returns(self, state: bytes) -> list[float]:
        """Each seat's result in a game that is over."""
        out = self._twin.floats(self.players)
        self._twin.returns(self._opened(state), out)
        return [float(result) for result in out]

    def redacted(self, state: bytes, seat: int) -> bytes:
        """What a seat (or SPECTATOR) may know."""
        record = self._opened(state)
        self._twin.redact(record, seat)
        return self._closed(record)

    def redealt(self, state: bytes, seat: int, seed: int) -> bytes:
        """A world that a seat cannot tell from this one, all of them equally likely."""
        record = self._opened(state)
        self._twin.redeal(record, seat, self._twin.rng(seed))
        return self._closed(record)

    def observe(self, state: bytes, seat: int, out: Features) -> None:
        """Write what a seat sees."""
        self._twin.observe(self._opened(state), seat, out)

    def unpacked(self, state: bytes) -> Any:
        """The state as interpreted rules, words and views take it."""
        return self.game.rules.State.from_bytes(state)

    def check(self, state: bytes, action: int, legal: Sequence[int]) -> None:
        """Refuse an action that is not among the legal ones, with the reason."""
        if action in legal:
            return
        if not 0 <= action < self.game.rules.ACTIONS:
            raise IllegalMove(str(action), f"actions are numbered 0 to {self.game.rules.ACTIONS - 1}")
        refusal = self.game.words.why_not(self.unpacked(state), action)
        raise IllegalMove(self.game.words.text(action), refusal.sentence, refusal.clause)

    def fields(self, state: bytes) -> dict[str, bytes]:
        """The bytes of each field of a state."""
        found = {}
        for name in self._dtype.names or ():
            kind, offset = self._dtype.fields[name][:2]  # type: ignore[index]  # a record has fields
            found[name] = state[offset : offset + kind.itemsize]
        return found

    def values(self, name: str, packed: bytes) -> Any:
        """The number, or the lists of numbers, in a field."""
        kind = self._dtype[name]
        return np.frombuffer(packed, kind.base).reshape(kind.shape).tolist()

    def _opened(self, state: bytes) -> Any:
        if self._twin.mode == "interpreted":
            return self.unpacked(state)
        packed: npt.NDArray[np.void] = np.frombuffer(bytearray(state), self._dtype)
        return packed[0]

    def _closed(self, record: Any) -> bytes:
        packed: bytes = record.to_bytes() if self._twin.mode == "interpreted" else record.tobytes()
        return packed

    def _words(self, rng: Sequence[int]) -> Any:
        words = self._twin.ints(kernel.RNG_WORDS)
        words[:] = rng
        return words
