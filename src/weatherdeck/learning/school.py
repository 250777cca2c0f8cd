"""Where many games are played at once, for learning: on a GPU or on all cores, with the same numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from .. import kernel
from ..games.game import Game
from ..kernel import RNG_WORDS, cuda
from . import lessons
from .lessons import Room, Tables, TrialRoom, Trials

FURTHEST = 400
"""Tables start after up to so many random moves, so that all parts of a game are there from the first step."""


class Place:
    """A device, as PyTorch and as the rules know it."""

    def __init__(self, game: Game, on_gpu: bool) -> None:
        self.game, self.on_gpu = game, on_gpu
        make = cuda.twin if on_gpu else kernel.compiled
        self.twin: Any = make(lessons, *game.modules)
        self.device = torch.device("cuda" if on_gpu else "cpu")

    def tensor(self, array: Any) -> torch.Tensor:
        """An array of the rules as a tensor in the same memory."""
        return torch.as_tensor(array, device=self.device) if self.on_gpu else torch.from_numpy(array)

    def array(self, tensor: torch.Tensor) -> Any:
        """A tensor as an array of the rules in the same memory."""
        return cuda.to_device(tensor) if self.on_gpu else tensor.numpy()

    def wait(self) -> None:
        """Wait until everything that was asked for is done."""
        if self.on_gpu:
            torch.cuda.synchronize()


class School:
    """Many tables, and what the seats to move see there, as tensors."""

    def __init__(self, place: Place, n: int, blanks: Sequence[Any], seed: int, *, spread: bool = False) -> None:
        rules = place.game.rules
        self.place, self.n, self.twin = place, n, place.twin
        self.blanks = list(blanks)
        self.players = max(blank.players for blank in blanks)
        self.tables = self.twin.make(
            Tables,
            blanks=np.concatenate([blank.pack() for blank in blanks]),
            states=n,
            known=n,
            chance=(n, RNG_WORDS),
            thoughts=(n, RNG_WORDS),
            choices=(n, rules.MAX_LEGAL),
            legal=n,
            seats=n,
            seen=(n, rules.OBSERVATION.size),
            masks=(n, rules.ACTIONS),
            likes=(n, rules.ACTIONS),
            favourites=n,
            ended=n,
            worths=(n, self.players),
            results=(n, self.players),
        )
        self.room = Room, {"likes": rules.MAX_LEGAL, "values": self.players}
        names = ("choices", "legal", "seats", "seen", "masks", "likes", "favourites", "ended", "worths", "results")
        self.tensors = {name: place.tensor(getattr(self.tables, name)) for name in names}
        self.seated = torch.tensor([blank.players for blank in blanks], device=place.device).repeat(
            n // len(blanks) + 1
        )[:n]
        self.twin.over(n, "begin", self.tables, seed)
        if spread:
            self.twin.over(n, "wander", self.tables, FURTHEST)

    def __getattr__(self, name: str) -> torch.Tensor:
        try:
            return self.__dict__["tensors"][name]
        except KeyError:
            raise AttributeError(name) from None

    def show(self) -> None:
        """Renew what the seats to move see."""
        self.twin.over(self.n, "show", self.tables)
        self.twin.over(self.n, "prefer_all", self.tables, room=self.room)

    def step(self, actions: torch.Tensor) -> None:
        """Carry out an action at each table."""
        self.twin.over(self.n, "step", self.tables, self.place.array(actions.contiguous()), room=self.room)

    def seen_by(self, seat: int) -> torch.Tensor:
        """What a seat sees at each table that has it."""
        shape = self.n, self.place.game.rules.OBSERVATION.size
        rows = cuda.zeros(shape, np.float32) if self.place.on_gpu else np.zeros(shape, np.float32)
        self.twin.over(self.n, "watch", self.tables, seat, rows)
        return self.place.tensor(rows)

    def trials(self, most: int, worlds: int) -> Trials:
        """Room to try out every move at so many tables."""
        rules = self.place.game.rules
        made: Trials = self.twin.make(
            Trials,
            chosen=most,
            values=(most * worlds, rules.MAX_LEGAL),
            worlds=most * worlds,
            played=most * worlds,
        )
        return made

    def try_moves(self, trials: Trials, tables: torch.Tensor, worlds: int, seed: int) -> torch.Tensor:
        """What each move at some tables leads to: by table, world and place. Other places hold anything."""
        rules = self.place.game.rules
        k = len(tables)
        self.place.tensor(trials.chosen)[:k] = tables
        room = TrialRoom, {
            "actions": rules.MAX_LEGAL, "likes": rules.MAX_LEGAL, "values": self.players,
            "luck": RNG_WORDS, "rng": RNG_WORDS,
        }  # fmt: skip
        self.twin.over(k * worlds, "try_moves", self.tables, trials, worlds, seed, room=room)
        return self.place.tensor(trials.values)[: k * worlds].reshape(k, worlds, -1)
