"""The batch: many tables of one game at once, in NumPy arrays, stepped by compiled code over all cores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import kernel
from ..errors import Problem
from ..games.game import Game
from ..games.options import Value
from . import stepping
from .stepping import IDLE, Room, Tables

LARGEST_SEED = (1 << 63) - 1


class IllegalActions(Problem):
    """Actions that are not legal at their tables. Nothing was changed."""

    def __init__(self, message: str, tables: npt.NDArray[np.int64]) -> None:
        super().__init__(message)
        self.tables = tables


class Batch:
    """Many tables of one game. Its arrays are the same objects for its whole life and change in place.

    `states`        the tables' states, records of the game's `State.dtype`
    `generators`    each table's chance, four words: what will be drawn and dealt
    `observations`  what the seat to move sees (float32, in the layout of the game's `OBSERVATION`)
    `masks`         1 for each legal action (int8)
    `legal`         how many actions are legal
    `seats`         the seat to move, or IDLE where the game is over
    `rewards`       each seat's result of a game that the last step ended, else 0 (float32)
    `done`          1 where the last step ended a game (int8); its table already shows the next game if `again`
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
        observed: bool = True,
    ) -> None:
        if n < 1:
            raise Problem(f"a batch has at least one table, not {n}")
        self.game, self.n, self.again = game, n, again
        blank = game.new_state(players, options)
        self.players: int = blank.players
        self._twin = kernel.fastest(stepping, game.module)
        self._room = Room, {"actions": game.rules.MAX_LEGAL, "results": self.players}
        self.tables = self._twin.make(
            Tables,
            blank=self._twin.load_all([blank]),
            states=n,
            generators=(n, kernel.RNG_WORDS),
            thoughts=(n, kernel.RNG_WORDS),
            observations=(n, game.rules.OBSERVATION.size if observed else 0),
            masks=(n, game.rules.ACTIONS),
            legal=n,
            seats=n,
            rewards=(n, self.players),
            done=n,
        )
        self._actions = self._twin.ints(n)
        self._refused = np.zeros(n, np.int8)
        self.reset(seed=seed)

    def __getattr__(self, name: str) -> Any:
        if name in Tables._fields and name != "blank":
            return getattr(self.tables, name)
        raise AttributeError(name)

    def reset(self, *, seed: int | None = None, seeds: Any = None, tables: Any = None) -> None:
        """Deal new games: at all tables, or at the chosen ones (a mask or numbers).

        With a `seed`, table i is dealt from seed + i; with `seeds`, each table from its own. Without either, each
        table goes on with its own chance.
        """
        chosen = self._chosen(tables)
        each = np.full(self.n, -1, np.int64)
        if seed is not None:
            each = np.arange(seed, seed + self.n, dtype=np.int64)
            self._over("sow", self.tables.thoughts, seed ^ (1 << 40))
        elif seeds is not None:
            each[chosen.astype(bool)] = seeds
        self._over("begin", self.tables, chosen, each, room=self._room)

    def step(self, actions: Any) -> None:
        """Carry out an action at each table (IDLE: none). If one is not legal, nothing is changed."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.n,):
            raise Problem(f"a step takes {self.n} actions, one a table, not an array of shape {chosen.shape}")
        self._over("wrong", self.tables, chosen, self._refused)
        if self._refused.any():
            bad = np.flatnonzero(self._refused)
            raise IllegalActions(
                f"action {chosen[bad[0]]} is not legal at table {bad[0]} (and {len(bad) - 1} more)",
                bad,
            )
        self._over("step", self.tables, chosen, self.again, room=self._room)

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A legal action for each table, uniformly at random (IDLE where the game is over)."""
        self._over("wander", self.tables, self._actions)
        return np.asarray(self._actions)

    def _over(self, rule: str, *arguments: Any, room: Any = None) -> None:
        self._twin.over(self.n, rule, *arguments, room=room)

    def _chosen(self, tables: Any) -> npt.NDArray[np.int8]:
        if tables is None:
            return np.ones(self.n, np.int8)
        picked = np.zeros(self.n, np.int8)
        picked[np.asarray(tables)] = 1
        return picked


__all__ = ["IDLE", "Batch", "IllegalActions"]
