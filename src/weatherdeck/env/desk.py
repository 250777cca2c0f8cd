"""The Python side of `single.py`: a game's verbs over packed positions, compiled where that is possible.

A packed position is the bytes of its state, then the 32 bytes of its generator. Equal positions have equal bytes, in
both twins.
"""

from __future__ import annotations

import struct
import sys
import threading
from collections.abc import Callable, Sequence
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import kernel
from ..games.game import Game
from ..games.reference import GameRef
from ..kernel import RNG_WORDS, Twin
from . import single
from .single import Desk

WORDS = struct.Struct(f"={RNG_WORDS}q")
LOW = (1 << 64) - 1
NO_CHANCE = (0,) * RNG_WORDS
"""The generator of a position whose future nobody knows."""
ENOUGH = 500
"""Questions that interpreted rules answer in about the time that loading compiled rules takes."""


class Engine:
    """A game's verbs. Threads share it; each has a desk of its own, because compiled rules let go of Python's lock.

    With a promise of a faster twin, that one takes over when enough has been asked to be worth waiting for it.
    """

    def __init__(self, game: Game, twin: Twin, promised: Callable[[], Twin] | None = None) -> None:
        self.game, self._promised, self._asked = game, promised, 0
        self._use(twin)
        self._lock = threading.Lock()

    def _use(self, twin: Twin) -> None:
        self.twin = twin
        self._mine = _Mine(_Loose if twin.mode == "interpreted" else _Packed, self.game, twin)

    @property
    def _desk(self) -> _Packed | _Loose:
        if self._promised is not None:
            self._count()
        return self._mine.desk

    def _count(self) -> None:
        with self._lock:
            self._asked += 1
            if self._asked > ENOUGH and self._promised is not None:
                self._use(self._promised())
                self._promised = None

    @property
    def size(self) -> int:
        """How many bytes a packed position has."""
        return self.game.rules.State.dtype.itemsize + WORDS.size

    def unpack(self, packed: bytes) -> Any:
        """The loose state of a packed position."""
        return self.game.rules.State.from_bytes(packed[: -WORDS.size])

    def words(self, seed: int) -> tuple[int, ...]:
        """The generator of a seed of up to 96 bits: what `kernel.new_rng` gives, in a tenth of the time."""
        desk = self._desk
        low = seed & LOW
        desk.sow(desk.things, low - (LOW + 1) if low >> 63 else low, seed >> 64)  # compiled, numbers have a sign
        return tuple(map(int, desk.things.chance))

    def split(self, packed: Sequence[bytes]) -> tuple[npt.NDArray[np.void], npt.NDArray[np.int64]]:
        """The states and the generators of packed positions, as a batch has them."""
        kind = self.game.rules.State.dtype
        both = np.frombuffer(b"".join(packed), np.dtype([("state", kind), ("words", np.int64, RNG_WORDS)]))
        return both["state"].copy(), both["words"].copy()

    def deal(self, blank: bytes, words: Sequence[int]) -> bytes:
        """Deal into a state that is ready for it."""
        desk = self._desk
        desk.put(blank + WORDS.pack(*words))
        desk.begin(desk.things)
        return desk.take()

    def advance(self, packed: bytes, action: int) -> tuple[bytes, int, tuple[int, ...]]:
        """Carry out a legal action: the new position, the seat to move, and the legal actions, which ascend."""
        desk = self._desk
        desk.put(packed)
        seat, n = desk.advance(desk.things, action)
        return desk.take(), seat, tuple(sorted(desk.actions(n)))

    def look(self, packed: bytes) -> tuple[int, tuple[int, ...]]:
        """The seat to move, and the legal actions, which ascend."""
        desk = self._desk
        desk.put(packed)
        seat, n = desk.look(desk.things)
        return seat, tuple(sorted(desk.actions(n)))

    def whose(self, packed: bytes) -> int:
        """The seat to move."""
        desk = self._desk
        desk.put(packed)
        return int(desk.whose(desk.things))

    def returns(self, packed: bytes, players: int) -> tuple[float, ...]:
        """Each seat's result in a game that is over."""
        desk = self._desk
        desk.put(packed)
        desk.finish(desk.things)
        return tuple(float(desk.things.results[seat]) for seat in range(players))

    def observe(self, packed: bytes, seat: int) -> npt.NDArray[np.float32]:
        """What a seat sees, in a new array."""
        desk = self._desk
        desk.put(packed)
        out = np.zeros(self.game.rules.OBSERVATION.size, np.float32)
        desk.watch(desk.things, seat, out)
        return out

    def redact(self, packed: bytes, seat: int) -> bytes:
        """What a seat may know. The generator goes too: it would tell all that is yet to be drawn."""
        desk = self._desk
        desk.put(packed)
        desk.hide(desk.things, seat)
        return desk.take()[: -WORDS.size] + WORDS.pack(*NO_CHANCE)

    def redeal(self, packed: bytes, seat: int, words: Sequence[int]) -> bytes:
        """A world that a seat cannot tell from the true one; its chance goes on with the generator that dealt it."""
        desk = self._desk
        desk.put(packed[: -WORDS.size] + WORDS.pack(*words))
        desk.imagine(desk.things, seat)
        return desk.take()


class _Packed:
    """A desk for compiled rules: one piece of memory, in which the state and its generator lie one after the other."""

    def __init__(self, game: Game, twin: Twin) -> None:
        kind = game.rules.State
        self._memory = bytearray(kind.dtype.itemsize + WORDS.size)
        self.things = twin.make(
            Desk,
            states=np.frombuffer(self._memory, kind.dtype, 1),
            chance=np.frombuffer(self._memory, np.int64, RNG_WORDS, kind.dtype.itemsize),
            actions=game.rules.MAX_LEGAL,
            results=max(game.players),
        )
        self._actions = memoryview(self.things.actions)  # type: ignore[arg-type]  # compiled, it is an array
        self.sow, self.begin = _code(twin.sow), _code(twin.begin)
        self.advance, self.look = _code(twin.advance), _code(twin.look)
        self.whose, self.finish, self.hide = _code(twin.whose), _code(twin.finish), _code(twin.hide)
        self.imagine, self.watch = _code(twin.imagine), _code(twin.watch)

    def put(self, packed: bytes) -> None:
        self._memory[:] = packed

    def take(self) -> bytes:
        return bytes(self._memory)

    def actions(self, n: int) -> list[int]:
        return self._actions[:n].tolist()


class _Loose:
    """A desk for interpreted rules."""

    def __init__(self, game: Game, twin: Twin) -> None:
        self._kind = game.rules.State
        self.things = twin.make(
            Desk, states=1, chance=RNG_WORDS, actions=game.rules.MAX_LEGAL, results=max(game.players)
        )
        self.sow, self.begin, self.advance, self.look = twin.sow, twin.begin, twin.advance, twin.look
        self.whose, self.finish, self.hide = twin.whose, twin.finish, twin.hide
        self.imagine, self.watch = twin.imagine, twin.watch

    def put(self, packed: bytes) -> None:
        kernel.copy_into(self.things.states[0], self._kind.from_bytes(packed[: -WORDS.size]))
        self.things.chance[:] = WORDS.unpack(packed[-WORDS.size :])

    def take(self) -> bytes:
        return self.things.states[0].to_bytes() + WORDS.pack(*self.things.chance)

    def actions(self, n: int) -> list[int]:
        return list(self.things.actions[:n])


class _Mine(threading.local):
    """This thread's desk."""

    def __init__(self, kind: type[_Packed | _Loose], game: Game, twin: Twin) -> None:
        self.desk = kind(game, twin)


def _code(rule: Any) -> Any:
    """The machine code of a rule, to be called with arguments of exactly its types.

    Otherwise Numba finds out their types at every call, which takes several times as long as the rule.
    """
    return rule.overloads[rule.signatures[0]].entry_point


def fastest(what: str, module: ModuleType, *roles: ModuleType) -> Twin:
    """The fastest twin, with a line on stderr if it has to be compiled first: that can take a minute."""
    if kernel.can_compile() and not kernel.is_cached(module, *roles):
        print(f"weatherdeck: compiling {what}; this happens once and can take a minute.", file=sys.stderr)
    return kernel.fastest(module, *roles)


def engine_of(game: Game) -> Engine:
    """The engine of a game; there is one per process."""
    key = game.ref, kernel.can_compile()
    with _lock:
        if key not in _made:
            promised = partial(fastest, game.title, single, game.module)
            _made[key] = Engine(game, kernel.interpreted(single, game.module), promised)
        return _made[key]


_made: dict[tuple[GameRef, bool], Engine] = {}
_lock = threading.Lock()
