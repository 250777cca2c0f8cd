"""The batch: many tables of one game at once, in NumPy arrays, stepped by compiled code over all cores."""

from __future__ import annotations

import operator
import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from .. import kernel
from ..errors import Problem
from ..games.game import Game
from ..games.options import Value
from ..kernel import RNG_WORDS, Record
from . import stepping
from .position import SPECTATOR
from .stepping import FIRST_THOUGHTS, IDLE, UNKNOWN, Room, Tables

LARGEST_SEED = (1 << 63) - 1

States = npt.NDArray[np.void]
"""Packed states: an array of the game's `State.dtype`."""
INPUTS = ("states", "generators", "thoughts", "seeds", "moves", "choices", "legal", "finished", "lengths")
"""The arrays that the engine reads: users read them, and change them by methods only."""
OUTPUTS = ("seats", "observations", "masks", "rewards", "done")
"""The arrays that the engine only writes: whatever a user does to them, the games go on as they should."""


class IllegalActions(Problem):
    """Actions that are not legal at their tables. Nothing was changed."""

    def __init__(self, message: str, tables: npt.NDArray[np.int64]) -> None:
        super().__init__(message, tables)  # all of it, so that the error can travel between processes
        self.message, self.tables = message, tables

    def __str__(self) -> str:
        return self.message


class Batch:
    """Many tables of one game. Its arrays are the same objects for its whole life and change in place.

    Arrays to learn from. Users may write to them; the next step overwrites them.

    - `observations`: what the seat to move sees (float32, in the layout of the game's `OBSERVATION`)
    - `masks`: 1 for each legal action (int8)
    - `seats`: the seat to move, or IDLE where the game is over
    - `rewards`: each seat's result of a game that the last step ended, else 0 (float32)
    - `done`: 1 where the last step ended a game (int8)

    Arrays that say more. They are read-only, because the games depend on them.

    - `choices`: the legal actions as numbers, in the first `legal` places of each row
    - `legal`: how many actions are legal
    - `states`: the tables' states, packed records of the game's `State.dtype`
    - `generators`: each table's chance, four words: what will be drawn
    - `seeds`: the seed of each table's game, or UNKNOWN (see `replace` and `redeal`)
    - `moves`: how many actions it has had
    - `finished`: how many games have ended at the table
    - `lengths`: how many actions the last of them had
    - `thoughts`: each table's generator for `random_actions` and `redeal`, which deals do not depend on

    With `again`, a table whose game ends is dealt the next game in the same step: `rewards` and `done` tell of the game
    that ended, and all other arrays show the new one. Nobody decides in a position that ends a game, so there is no
    observation of it to learn from. Without `again`, the table waits for a `reset`: nobody is to move and nothing is
    legal there, and IDLE is its only action.

    A game's seed and actions are all that is needed to play it again, in a batch, a match or a position. The seeds of a
    table's games follow from the first one and not from what is played, so two policies that start from the same
    seeds face the same deals.

    A batch belongs to one thread at a time and refuses a second one. Several threads can use a batch each.
    """

    observations: npt.NDArray[np.float32]
    masks: npt.NDArray[np.int8]
    seats: npt.NDArray[np.int64]
    rewards: npt.NDArray[np.float32]
    done: npt.NDArray[np.int8]
    choices: npt.NDArray[np.int64]
    legal: npt.NDArray[np.int64]
    states: States
    generators: npt.NDArray[np.int64]
    seeds: npt.NDArray[np.int64]
    moves: npt.NDArray[np.int64]
    finished: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]
    thoughts: npt.NDArray[np.int64]

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        players: int | None = None,
        options: Mapping[str, Value] | None = None,
        seed: int = 0,
        again: bool = True,
        observed: bool = True,
        masked: bool = True,
    ) -> None:
        """Deal n tables. `observed` and `masked` say whether observations and masks are wanted, which take time."""
        self._prepare(game, n, game.new_state(players, options), observed=observed, masked=masked)
        self.again = again
        self._taken = 0
        self._first_seed = self._seed(seed)
        self.reset(seed=seed)

    def _prepare(self, game: Game, n: int, blank: Record, *, observed: bool, masked: bool) -> None:
        """Make everything but the games."""
        self.game, self.n = game, _whole(n, "a number of tables")
        if self.n < 1:
            raise Problem(f"a batch has at least one table, not {n}")
        self.observed, self.masked = observed, masked
        self._blank = blank
        self.players: int = blank.players  # type: ignore[attr-defined]  # every game's state has it
        shapes = table_shapes(game, self.n, self.players, observed=observed, masked=masked)
        _check_memory(game, self.n, shapes)
        self._twin = kernel.fastest(stepping, game.module)
        self._room = Room, {"results": self.players}
        arrays = {name: np.zeros(*shape) for name, shape in shapes.items()}
        self._tables = self._twin.make(Tables, blank=blank.pack(), **arrays)
        for name, array in arrays.items():
            view = array[...]
            view.flags.writeable = name in OUTPUTS
            setattr(self, name, view)
        self._actions, self._wandered = np.zeros(self.n, np.int64), np.zeros(self.n, np.int64)
        self._refused = np.zeros(self.n, np.int8)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<Batch: {self.n} tables of {self.game.title}, {self.players} players>"

    # ------------------------------------------------------------ playing
    def reset(self, *, seed: int | None = None, seeds: Any = None, tables: Any = None) -> None:
        """Deal new games: at all tables, or at the chosen ones (their numbers, or a mask).

        With a `seed`, table i is dealt from seed + i, and all of the table's random numbers start anew. With `seeds`,
        each chosen table is dealt from its own. Without either, each is dealt its next game.
        """
        numbers = self._numbers(tables)
        each = np.full(self.n, UNKNOWN, np.int64)
        if seed is not None and seeds is not None:
            raise Problem("give a seed or seeds, not both")
        if seed is not None:
            each[numbers] = self._seed(seed) + numbers
        elif seeds is not None:
            each[numbers] = self._seeds(seeds, len(numbers))
        with self._alone():
            if seed is not None and tables is None:
                self._sow(seed, FIRST_THOUGHTS)
            self._over("begin", self._tables, self._mask(numbers), each)

    def step(self, actions: Any) -> None:
        """Carry out an action at each table (IDLE: none). If one is not legal, nothing is changed."""
        with self._alone():
            self._take_actions(actions)
            self._over("wrong", self._tables, self._actions, self._refused)
            if self._refused.any():
                raise self._refusal()
            self._over("step", self._tables, self._actions, self.again, room=self._room)

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A legal action for each table, uniformly at random (IDLE where the game is over); always the same array."""
        with self._alone():
            self._over("wander", self._tables, self._wandered)
        return self._wandered

    def returns(self) -> npt.NDArray[np.float32]:
        """The results of the games that are over, by table and seat; zeros for all others. Of use without `again`."""
        rows = np.zeros((self.n, self.players), np.float32)
        with self._alone():
            self._over("judge", self._tables, rows, room=self._room)
        return rows

    # ------------------------------------------------------------ who knows what
    def observe(self, seats: Any) -> npt.NDArray[np.float32]:
        """What a seat sees at each table, in a new array. `seats` is one for all tables, or one for each."""
        rows = np.zeros((self.n, self.game.rules.OBSERVATION.size), np.float32)
        chosen = self._seats(seats, 0)
        with self._alone():
            self._over("watch", self._tables, chosen, rows)
        return rows

    def redacted(self, seats: Any) -> States:
        """What a seat (or SPECTATOR) may know of each table: copies of the states without all else."""
        chosen = self._seats(seats, SPECTATOR)
        with self._alone():
            states = _whole_records(self.states).copy().view(self.states.dtype)
            self._over("hide", states, chosen)
        return states

    def redeal(self, seats: Any = None, *, tables: Any = None) -> None:
        """Replace what a seat cannot know by a world that it cannot tell from the true one: hidden cards and future.

        The world is drawn uniformly among all of them. By default, the seat to move cannot tell. Games that are over
        stay as they are. The seed of a redealt game is UNKNOWN.
        """
        chosen = self._mask(self._numbers(tables))
        with self._alone():
            who = np.maximum(self._tables.seats, 0) if seats is None else self._seats(seats, 0)
            self._over("imagine", self._tables, chosen, who)

    # ------------------------------------------------------------ other positions
    def replace(
        self, tables: Any, states: Any, *, generators: Any = None, seeds: Any = None, audited: bool = False
    ) -> None:
        """Put positions on some tables, which go on from there.

        `states` are packed states of this game with these players and options, or loose ones, one for each table.
        `generators` are the words of their chance; without them, a table keeps its own. `seeds` are the seeds that the
        games were dealt from, if they are known. Every state is checked by the game's audit, because a state that
        cannot be makes compiled rules fail in any way. This takes a good part of a millisecond for each, so say that
        states are `audited` if they came from a batch or from a match.
        """
        numbers = self._numbers(tables)
        packed = self._packed(states, len(numbers), audited=audited)
        words = None
        if generators is not None:
            words = _whole_array(generators, "generators")
            if words.shape != (len(numbers), RNG_WORDS) or (words < 0).any() or (words >> 32).any():
                raise Problem(f"generators are {RNG_WORDS} words from 0 to 2**32 - 1 for each of {len(numbers)} tables")
        known = UNKNOWN if seeds is None else self._seeds(seeds, len(numbers))
        with self._alone():
            t: Any = self._tables
            t.states[numbers] = packed
            if words is not None:
                t.generators[numbers] = words
            t.seeds[numbers] = known
            t.moves[numbers] = 0
            self._over("look", self._tables, self._mask(numbers))

    def copy(self) -> Self:
        """An independent copy, which goes on exactly as this batch does if it is given the same actions."""
        other = self._like(self.n)
        other.again, other._taken = self.again, self._taken
        for name in (*INPUTS, *OUTPUTS):
            getattr(other._tables, name)[...] = getattr(self._tables, name)
        return other

    def take(self, tables: Any, *, again: bool = False, seed: int | None = None) -> Self:
        """A new batch with copies of some tables, in this order: `take([3] * 100)` copies table 3, for a search.

        Each copy has random actions and redeals of its own, from the seed or else from where this batch is.
        """
        numbers = self._numbers(tables, distinct=False)
        other = self._like(len(numbers))
        other.again = again
        if seed is None:
            self._taken += 1
        stream = FIRST_THOUGHTS + self._taken if seed is None else FIRST_THOUGHTS
        with self._alone():
            for name in (*INPUTS, *OUTPUTS):
                _whole_records(getattr(other._tables, name))[...] = _whole_records(getattr(self, name))[numbers]
            other._sow(self._first_seed if seed is None else self._seed(seed), stream)
        return other

    def _like(self, n: int) -> Self:
        other = type(self).__new__(type(self))
        other._prepare(self.game, n, self._blank, observed=self.observed, masked=self.masked)
        other._first_seed, other._taken = self._first_seed, 0
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: getattr(self, name) for name in ("game", "n", "observed", "masked", "again", "_first_seed")}
        arrays = {name: getattr(self, name) for name in (*INPUTS, *OUTPUTS)}
        return {**kept, "_taken": self._taken, "blank": self._blank, "arrays": arrays}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self._prepare(kept["game"], kept["n"], kept["blank"], observed=kept["observed"], masked=kept["masked"])
        self.again, self._first_seed, self._taken = kept["again"], kept["_first_seed"], kept["_taken"]
        for name, array in kept["arrays"].items():
            getattr(self._tables, name)[...] = array

    # ------------------------------------------------------------ inside
    def _over(self, rule: str, *arguments: Any, room: Any = None) -> None:
        self._twin.over(self.n, rule, *arguments, room=room)

    def _sow(self, seed: int, stream: int) -> None:
        self._over("sow", self._tables, seed, stream)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Refuse a second thread: half of its work would be done on tables as they were before, or on neither."""
        if not self._lock.acquire(blocking=False):
            raise Problem("this batch is in use by another thread: use one batch per thread, or a lock of your own")
        try:
            yield
        finally:
            self._lock.release()

    def _take_actions(self, actions: Any) -> None:
        """Copy the actions, so that nobody can change them after they are checked."""
        given = _whole_array(actions, "actions")
        if given.shape != (self.n,):
            raise Problem(f"a step takes {self.n} actions, one for each table, not an array of shape {given.shape}")
        self._actions[:] = given

    def _refusal(self) -> IllegalActions:
        """What is wrong with the first action that is not legal, and where else one is not."""
        bad = np.flatnonzero(self._refused)
        table = int(bad[0])
        action = int(self._actions[table])
        more = f" (the actions of {len(bad) - 1} more tables are not legal either)" if len(bad) > 1 else ""
        return IllegalActions(f"table {table}: {self._why_not(table, action)}{more}", bad)

    def _why_not(self, table: int, action: int) -> str:
        if not 0 <= action < self.game.rules.ACTIONS:
            return f"{action} is not an action: they are numbered from 0 to {self.game.rules.ACTIONS - 1}"
        text = self.game.words.text(action)
        if self.legal[table] == 0:
            return f"{text} (action {action}) is not legal: the game is over; reset the table, or give it IDLE ({IDLE})"
        reason = self.game.words.why_not(self.game.rules.State.unpack(self.states[table]), action)
        return f"{text} (action {action}) is not legal: {reason}"

    def _numbers(self, tables: Any, *, distinct: bool = True) -> npt.NDArray[np.int64]:
        """The numbers of the chosen tables."""
        if tables is None:
            return np.arange(self.n)
        given = np.asarray(tables)
        if given.dtype == bool:
            if given.shape != (self.n,):
                raise Problem(f"a mask of tables has {self.n} values, not an array of shape {given.shape}")
            return np.flatnonzero(given)
        numbers = np.atleast_1d(_whole_array(tables, "tables"))
        if numbers.ndim != 1 or ((numbers < 0) | (numbers >= self.n)).any():
            raise Problem(f"tables are numbered from 0 to {self.n - 1}; these are not all such numbers: {tables!r}")
        if distinct and len(np.unique(numbers)) < len(numbers):
            raise Problem(f"a table is named twice: {tables!r}")
        return numbers

    def _mask(self, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int8]:
        mask = np.zeros(self.n, np.int8)
        mask[numbers] = 1
        return mask

    def _seats(self, seats: Any, lowest: int) -> npt.NDArray[np.int64]:
        """A seat for each table."""
        given = _whole_array(seats, "seats")
        if given.shape not in ((), (self.n,)):
            raise Problem(
                f"seats are one for all tables or {self.n}, one for each, not an array of shape {given.shape}"
            )
        if ((given < lowest) | (given >= self.players)).any():
            raise Problem(f"seats are numbered from {lowest} to {self.players - 1}, not {seats!r}")
        return np.broadcast_to(given, self.n).copy()

    def _seed(self, seed: Any) -> int:
        """The seed of the first table; those of all others must be seeds too."""
        first = _whole(seed, "a seed")
        if not 0 <= first <= LARGEST_SEED - self.n:
            raise Problem(f"a batch of {self.n} tables takes a seed from 0 to 2**63 - {self.n + 1}, not {seed}")
        return first

    def _seeds(self, seeds: Any, n: int) -> npt.NDArray[np.int64]:
        given = _whole_array(seeds, "seeds")
        if given.shape != (n,) or (given < 0).any():
            raise Problem(f"seeds are numbers from 0 to 2**63 - 1, here {n} of them, one for each table")
        return given

    def _packed(self, states: Any, n: int, *, audited: bool) -> States:
        """States that were given, checked."""
        dtype = self.game.rules.State.dtype
        given = _state_array(states)
        if given.dtype != dtype or given.shape != (n,):
            raise Problem(
                f"states must be {n} of {self.game.title}'s packed states, an array of its State.dtype "
                f"({dtype.itemsize} bytes each) and shape ({n},); these have the shape {given.shape} and the dtype "
                f"{given.dtype}"
            )
        for name in ("players", *(option.name for option in self.game.options)):
            wanted = getattr(self._blank, name)
            other = np.flatnonzero(given[name] != wanted)
            if len(other):
                raise Problem(
                    f"state {other[0]} has {name} {given[name][other[0]]}, but at these tables it is {wanted}: "
                    f"all tables of a batch have the same players and options"
                )
        if not audited:
            for number, one in enumerate(given):
                for line in self._flaws(self.game.rules.State.unpack(one)):
                    raise Problem(f"state {number} is impossible: {line}")
        clean = np.zeros(n, dtype)  # whatever lies between the fields of those that were given
        for name in dtype.names or ():
            clean[name] = given[name]
        return clean

    def _flaws(self, state: Any) -> Sequence[str]:
        """What is wrong with a state, by the game's audit."""
        try:
            if not 0 <= state.to_move < self.players:
                return [f"it is the turn of seat {state.to_move}"]
            return self.game.audit.audit(state)
        except (ArithmeticError, LookupError, ValueError) as error:
            return [f"its numbers make no sense ({error})"]


def table_shapes(
    game: Game, n: int, players: int, *, observed: bool, masked: bool
) -> dict[str, tuple[tuple[int, ...], Any]]:
    """The shape and element of each array of `Tables`, but for `blank`."""
    rules = game.rules
    return {
        "states": ((n,), rules.State.dtype),
        "generators": ((n, RNG_WORDS), np.int64),
        "thoughts": ((n, RNG_WORDS), np.int64),
        "seeds": ((n,), np.int64),
        "moves": ((n,), np.int64),
        "choices": ((n, rules.MAX_LEGAL), np.int64),
        "legal": ((n,), np.int64),
        "seats": ((n,), np.int64),
        "observations": ((n, rules.OBSERVATION.size if observed else 0), np.float32),
        "masks": ((n, rules.ACTIONS if masked else 0), np.int8),
        "rewards": ((n, players), np.float32),
        "done": ((n,), np.int8),
        "finished": ((n,), np.int64),
        "lengths": ((n,), np.int64),
    }


def _check_memory(game: Game, n: int, shapes: dict[str, tuple[tuple[int, ...], Any]]) -> None:
    """Refuse a batch that cannot fit. Systems promise more memory than they have, and kill who uses it."""
    bytes_each = sum(np.dtype(element).itemsize * int(np.prod(shape[1:])) for shape, element in shapes.values())
    try:
        there_are = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # not on Windows
        return
    if n * bytes_each > there_are:
        gib = 1 << 30
        raise Problem(
            f"{n:,} tables of {game.title} take {n * bytes_each / gib:,.1f} GiB ({bytes_each:,} bytes each), and this "
            f"machine has {there_are / gib:,.1f} GiB: choose fewer tables, or leave out observations or masks"
        )


def _whole(value: Any, what: str) -> int:
    if isinstance(value, (bool, np.bool_)):
        raise Problem(f"{what} is a whole number, not {value!r}")
    try:
        return operator.index(value)
    except TypeError:
        raise Problem(f"{what} is a whole number, not {value!r}") from None


def _whole_array(values: Any, what: str) -> npt.NDArray[np.int64]:
    """Whole numbers, of any integer type, as int64."""
    try:
        given = np.asarray(values)
    except ValueError as error:  # rows of unequal lengths
        raise Problem(f"{what} are an array of whole numbers: {error}") from None
    if given.size == 0:
        return np.zeros(given.shape, np.int64)
    if given.dtype.kind not in "iu" or (given.dtype.kind == "u" and given.max() > LARGEST_SEED):
        raise Problem(f"{what} are whole numbers that fit 64 bits, not an array of {given.dtype}")
    return given.astype(np.int64, copy=False)


def _state_array(states: Any) -> npt.NDArray[Any]:
    """Packed states, or one, as an array. Loose ones are packed."""
    if isinstance(states, Record):
        return states.pack()
    if isinstance(states, (list, tuple)) and states and all(isinstance(one, Record) for one in states):
        return np.concatenate([one.pack() for one in states])
    try:
        return np.atleast_1d(np.asarray(states))
    except ValueError:  # a list of anything
        return np.zeros(0)


def _whole_records(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The array, with each record as a piece of bytes: else NumPy copies the fields and leaves the gaps to chance."""
    return array.view(np.dtype((np.void, array.dtype.itemsize))) if array.dtype.names else array


__all__ = ["IDLE", "LARGEST_SEED", "SPECTATOR", "UNKNOWN", "Batch", "IllegalActions", "table_shapes"]
