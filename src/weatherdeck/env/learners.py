"""Many tables at which one seat learns, or every seat does: what the vector environments are covers of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from .. import bots, kernel
from ..bots.policy import RANDOM, Policy
from ..errors import Problem
from . import opponents
from .batch import LARGEST_SEED, Batch
from .game import Variant
from .opponents import Company, Thought
from .quick import judging_modules, quick_policy
from .stepping import IDLE

ILLEGAL_REWARD = -1.0
"""What a learner gets for an illegal action, which ends the game."""

Seat: TypeAlias = int | Literal["random"]
"""The seat that learns: always this one, or a random one in each game."""
Opponents: TypeAlias = str | Sequence[str] | None
"""Who plays the other seats: a bot's name for all of them, or a name for each, clockwise from the learner.

None: nobody; the learner plays every seat.
"""
Tables: TypeAlias = npt.NDArray[np.bool_]
"""Some of the tables, as a mask."""


@dataclass(frozen=True)
class Outcome:
    """What came of a step, in new arrays."""

    rewards: npt.NDArray[np.float32]  # the learner's
    ended: Tables
    illegal: Tables  # those that ended because of an illegal action
    results: npt.NDArray[np.float32]  # every seat's, of games that ended
    last_seen: npt.NDArray[np.float32] | None  # what the learner saw at the end; only its rows of ended games count


class Learners:
    """Many tables. It is always the learner's turn: its opponents move at once, and so does the next deal."""

    def __init__(
        self, game: Variant, n: int, *, seat: Seat = 0, opponents: Opponents = None, seed: int | None = None
    ) -> None:
        self.game, self.n = game, n
        self._seat = check_seat(game, seat)
        names = check_opponents(game, opponents)
        self._chance = np.random.default_rng(seed)
        self.batch: Batch = game.batch(n, seed=self._next_seed() if seed is None else seed, again=False)
        self._company = _Company(self.batch, game, names) if names else None
        self._every = np.arange(n)
        self.reset(self._next_seed() if seed is None else seed)

    @property
    def observations(self) -> npt.NDArray[np.float32]:
        """What the learner sees, in an array that changes in place."""
        return self.batch.observations

    @property
    def masks(self) -> npt.NDArray[np.int8]:
        """1 for each action that is legal for the learner, in an array that changes in place."""
        return self.batch.masks

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        """The seat that the learner plays, in an array that changes in place."""
        return self.batch.seats

    def reset(self, seed: int | Sequence[int] | None = None, tables: Tables | None = None) -> None:
        """Deal new games at all tables, or at some. With a seed, table i is dealt from seed + i, or from its own."""
        chosen = np.ones(self.n, np.bool_) if tables is None else tables
        if seed is None:
            self.batch.reset(tables=chosen)
        else:
            seeds = self._seeds(seed)
            self._chance = np.random.default_rng(seeds[chosen])
            self.batch.reset(seeds=seeds[chosen], tables=chosen)
            if self._company is not None:
                self._company.sow(chosen, seeds)
        self._open(chosen)

    def _seeds(self, seed: int | Sequence[int]) -> npt.NDArray[np.int64]:
        """A seed for each table."""
        each = [seed + table for table in range(self.n)] if isinstance(seed, int) else [int(one) for one in seed]
        if len(each) != self.n or not all(0 <= one <= LARGEST_SEED for one in each):
            raise Problem(f"a seed is a whole number from 0 to {LARGEST_SEED}, or {self.n} of them, not {seed!r}")
        return np.array(each, np.int64)

    def step(self, actions: Any) -> Outcome:
        """Carry out the learner's action at each table, and everything until its next turn."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or not np.issubdtype(chosen.dtype, np.integer):
            raise Problem(f"a step takes {self.n} whole numbers, one a table, not {chosen.dtype} {chosen.shape}")
        inside = (chosen >= 0) & (chosen < self.game.actions)
        illegal = ~inside | (self.masks[self._every, np.where(inside, chosen, 0)] == 0)
        acting = self.seats.copy()
        self.batch.step(np.where(illegal, IDLE, chosen))
        results, done = self.batch.rewards.copy(), self.batch.done.astype(np.bool_)
        if self._company is not None:
            self._company.play(illegal, results, done)
        rewards = results[self._every, acting]
        rewards[illegal] = ILLEGAL_REWARD
        ended, last_seen = done | illegal, None
        if ended.any():
            last_seen = self.batch.observe(acting)
            self.reset(tables=ended)
        return Outcome(rewards, ended, illegal, results, last_seen)

    def _open(self, dealt: Tables) -> None:
        """At tables that were just dealt, play until the learner's first turn."""
        if self._company is None:
            return
        while dealt.any():
            if self._seat == "random":
                seats = self._chance.integers(self.game.players, size=self.n)
            else:
                seats = np.full(self.n, self._seat)
            self._company.sit(dealt, seats)
            over = np.zeros(self.n, np.bool_)
            self._company.play(~dealt, np.zeros((self.n, self.game.players), np.float32), over)
            dealt = over  # the learner had no turn in these games: deal others
            if dealt.any():
                self.batch.reset(tables=dealt)

    def _next_seed(self) -> int:
        return int(self._chance.integers(1 << 62))


class _Company:
    """The opponents at all tables."""

    def __init__(self, batch: Batch, game: Variant, names: Sequence[str]) -> None:
        most = game.max_legal
        self._batch = batch
        self._twin = kernel.fastest(opponents, *judging_modules(game))
        self._things: Company = self._twin.make(
            Company,
            policies=self._twin.load_all([Policy(kind=RANDOM), *(compiled_policy(game, name) for name in names)]),
            learners=np.zeros(batch.n, np.int64),
            minds=np.zeros((batch.n, kernel.RNG_WORDS), np.int64),
        )
        self._room = Thought, {"views": 1, "actions": most, "likes": most}
        self._actions = np.zeros(batch.n, np.int64)

    def sow(self, tables: Tables, seeds: npt.NDArray[np.int64]) -> None:
        """Start the opponents' random choices at some tables from seeds."""
        self._twin.over(self._batch.n, "sow", self._things, tables.astype(np.int8), seeds)

    def sit(self, tables: Tables, seats: npt.NDArray[np.int64]) -> None:
        """Say which seats learn at some tables."""
        learners: Any = self._things.learners
        learners[tables] = seats[tables]

    def play(self, waiting: Tables, results: npt.NDArray[np.float32], done: Tables) -> None:
        """Play until the learner's turn, except at waiting tables. Games that end are noted in `results` and `done`."""
        waits = waiting.astype(np.int8)
        while True:
            tables = self._batch._tables
            self._twin.over(self._batch.n, "choose", tables, self._things, waits, self._actions, room=self._room)
            if (self._actions == IDLE).all():
                return
            self._batch.step(self._actions)
            ended = self._batch.done.astype(np.bool_)
            results[ended] = self._batch.rewards[ended]
            done |= ended


# ---------------------------------------------------------------- what may be asked for
def check_seat(game: Variant, seat: Seat) -> Seat:
    """A seat that learns."""
    is_seat = isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < game.players
    if seat != "random" and not is_seat:
        raise Problem(f'seat must be a number from 0 to {game.players - 1} or "random", not {seat!r}')
    return seat


def check_opponents(game: Variant, names: Opponents) -> list[str]:
    """The names of the bots in the other seats, clockwise from the learner; none if the learner plays every seat."""
    if names is None:
        return []
    others = game.players - 1
    each = [names] * others if isinstance(names, str) else list(names)
    if len(each) != others:
        raise Problem(f"{game.title} for {game.players} has {others} opponents, not {len(each)}: name a bot for each")
    known = bots.names()
    for name in each:
        if name not in known:
            raise bots.unknown(name)
    return each


def compiled_policy(game: Variant, name: str) -> Policy:
    """A bot as a policy for play without Python; Problem for one that searches or comes from another package."""
    policy = quick_policy(game, name)
    if policy is None:
        quick = [known for known in bots.names() if quick_policy(game, known) is not None]
        raise Problem(
            f"many tables at once can be played against {', '.join(quick)}, not against {name}: use single "
            f'environments (vectorization_mode="sync" or "async")'
        )
    return policy
