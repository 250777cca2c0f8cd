"""The batch on a GPU: the same tables and the same numbers, stepped by kernels.

Its arrays stay in the device's memory, where PyTorch, JAX and CuPy use them without a copy (`sharing.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt

from ..errors import Problem
from ..games.game import Game
from ..games.options import Value
from ..kernel import cuda
from . import stepping
from .batch import LARGEST_SEED, IllegalActions, table_shapes
from .sharing import DeviceArray
from .stepping import FIRST_THOUGHTS, UNKNOWN, Room, Tables


class GpuBatch:
    """Many tables of one game on a GPU. It has `Batch`'s arrays, with the same contents for the same seeds and actions.

    Every array is a `DeviceArray`. Arrays with a row for each table lie column by column: `torch.as_tensor` gives a
    tensor of shape (tables, features), whose transpose is contiguous.

    With `observed="compact"`, observations are float16 instead of float32: half the memory, and rounded to 11 bits.
    (The most compact form is the redacted state, which `redacted` gives: at most 512 bytes.)
    """

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        players: int | None = None,
        options: Mapping[str, Value] | None = None,
        seed: int = 0,
        again: bool = True,
        observed: bool | Literal["compact"] = True,
        masked: bool = True,
    ) -> None:
        self._twin = cuda.twin(stepping, game.module)  # before all else: it says if there is no device
        if n < 1:
            raise Problem(f"a batch has at least one table, not {n}")
        self.game, self.n, self.again = game, n, again
        self._blank = game.new_state(players, options)
        self.players: int = self._blank.players
        shapes = table_shapes(game, n, self.players, observed=bool(observed), masked=masked)
        if observed == "compact":
            shapes["observations"] = shapes["observations"][0], np.float16
        arrays = {name: cuda.zeros(*shape) for name, shape in shapes.items()}
        self._tables = self._twin.make(Tables, blank=self._blank.pack(), **arrays)
        self._room = Room, {"results": self.players}
        self._wandered = cuda.zeros(n, np.int64)
        self._refused = cuda.zeros(n, np.int8)
        self.reset(seed=seed)

    def __getattr__(self, name: str) -> DeviceArray:
        if name in Tables._fields and name != "blank":
            return DeviceArray(getattr(self._tables, name))
        raise AttributeError(f"{type(self).__name__} has no {name!r}")

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<GpuBatch: {self.n} tables of {self.game.title}, {self.players} players, on {cuda.device_name()}>"

    def reset(self, *, seed: int | None = None, seeds: Any = None, tables: Any = None) -> None:
        """Deal new games, as `Batch.reset` does. `seeds` and `tables` (a mask or numbers) are on the host."""
        numbers = self._numbers(tables)
        each = np.full(self.n, UNKNOWN, np.int64)
        if seed is not None and seeds is not None:
            raise Problem("give a seed or seeds, not both")
        if seed is not None:
            if not 0 <= seed <= LARGEST_SEED - self.n:
                raise Problem(f"a batch of {self.n} tables takes a seed from 0 to 2**63 - {self.n + 1}, not {seed}")
            each[numbers] = seed + numbers
            if tables is None:
                self._over("sow", self._tables, seed, FIRST_THOUGHTS)
        elif seeds is not None:
            each[numbers] = seeds
        self._over("begin", self._tables, self._mask(numbers), cuda.to_device(each))

    def step(self, actions: Any, *, checked: bool = True) -> None:
        """Carry out an action at each table (IDLE: none): int64, in the device's memory or on the host.

        If one is not legal, nothing is changed. Looking for that takes a part of the time. Without it, an illegal
        action spoils its table, so leave it out only for actions that were drawn from the masks.
        """
        given = cuda.to_device(actions.array if isinstance(actions, DeviceArray) else actions)
        if given.shape != (self.n,) or given.dtype != np.int64:
            raise Problem(
                f"a step takes {self.n} actions of int64, one for each table, not an array of shape {given.shape} "
                f"and {given.dtype}"
            )
        if checked:
            self._over("wrong", self._tables, given, self._refused)
            bad = np.flatnonzero(cuda.to_host(self._refused))
            if len(bad):
                action = int(cuda.to_host(given)[bad[0]])
                raise IllegalActions(
                    f"table {bad[0]}: action {action} is not legal; nothing was changed at any table", bad
                )
        self._over("step", self._tables, given, self.again, room=self._room)

    def random_actions(self) -> DeviceArray:
        """A legal action for each table, uniformly at random (IDLE where the game is over); always the same array."""
        self._over("wander", self._tables, self._wandered)
        return DeviceArray(self._wandered)

    def observe(self, seats: Any) -> DeviceArray:
        """What a seat sees at each table, in a new array. `seats` is one for all tables, or one for each."""
        rows = cuda.zeros((self.n, self.game.rules.OBSERVATION.size), np.float32)
        self._over("watch", self._tables, self._seats(seats), rows)
        return DeviceArray(rows)

    def redacted(self, seats: Any) -> DeviceArray:
        """What a seat (or SPECTATOR) may know of each table: copies of the states without all else."""
        states = cuda.copy(self._tables.states)
        self._over("hide", states, self._seats(seats))
        return DeviceArray(states)

    def redeal(self, seats: Any = None, *, tables: Any = None) -> None:
        """Replace what a seat (by default the one to move) cannot know by a world that it cannot tell from the true."""
        who = np.maximum(cuda.to_host(self._tables.seats), 0) if seats is None else seats
        self._over("imagine", self._tables, self._mask(self._numbers(tables)), self._seats(who))

    def returns(self) -> DeviceArray:
        """The results of the games that are over, by table and seat; zeros for all others."""
        rows = cuda.zeros((self.n, self.players), np.float32)
        self._over("judge", self._tables, rows, room=self._room)
        return DeviceArray(rows)

    def copy(self) -> Self:
        """An independent copy, which goes on exactly as this batch does if it is given the same actions."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._tables = Tables(*(cuda.copy(array) for array in self._tables))
        other._wandered, other._refused = cuda.copy(self._wandered), cuda.copy(self._refused)
        return other

    def synchronize(self) -> None:
        """Wait for the device: of use before another library, on a stream of its own, reads what a step writes."""
        cuda.synchronize()

    def _over(self, rule: str, *arguments: Any, room: Any = None) -> None:
        self._twin.over(self.n, rule, *arguments, room=room)

    def _numbers(self, tables: Any) -> npt.NDArray[np.int64]:
        """The numbers of the chosen tables, in the order given."""
        numbers = np.arange(self.n)
        return numbers if tables is None else np.atleast_1d(numbers[np.asarray(tables)])

    def _mask(self, numbers: npt.NDArray[np.int64]) -> Any:
        mask = np.zeros(self.n, np.int8)
        mask[numbers] = 1
        return cuda.to_device(mask)

    def _seats(self, seats: Any) -> Any:
        given: npt.NDArray[np.int64] = np.ascontiguousarray(np.broadcast_to(np.asarray(seats, np.int64), self.n))
        if ((given < -1) | (given >= self.players)).any():
            raise Problem(f"seats are numbered from 0 to {self.players - 1}, not {seats!r}")
        return cuda.to_device(given)
