"""Where many games are played at once, for learning: on a GPU or on all cores, with the same numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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

    def __init__(
        self, place: Place, n: int, blanks: Sequence[Any], seed: int, *, spread: bool = False,
        kept: Mapping[str, torch.Tensor] | None = None,
    ) -> None:  # fmt: skip
        """Deal at all tables; or go on at those that were `kept`."""
        rules = place.game.rules
        self.place, self.n, self.twin = place, n, place.twin
        self.blanks = list(blanks)
        self.players = max(blank.players for blank in blanks)
        self.tables = self.twin.make(
            Tables,
            blanks=np.concatenate([blank.pack() for blank in blanks]),
            **self._tables(kept, rules.State.dtype),
            known=n,
            choices=(n, rules.MAX_LEGAL),
            legal=n,
            seats=n,
            seen=(n, rules.OBSERVATION.size),
            masks=(n, rules.ACTIONS),
            likes=(n, rules.ACTIONS),
            favourites=n,
            resting=n,
            ended=n,
            worths=(n, self.players),
            results=(n, self.players),
        )
        self.room = Room, {"likes": rules.MAX_LEGAL, "values": self.players}
        names = (
            *("choices", "legal", "seats", "seen", "masks", "likes", "favourites"),
            *("resting", "ended", "worths", "results"),
        )
        self.tensors = {name: place.tensor(getattr(self.tables, name)) for name in names}
        self.seated = torch.tensor([blank.players for blank in blanks], device=place.device).repeat(
            n // len(blanks) + 1
        )[:n]
        if kept is None:
            self.twin.over(n, "begin", self.tables, seed)
            if spread:
                self.twin.over(n, "wander", self.tables, FURTHEST)

    def _tables(self, kept: Mapping[str, torch.Tensor] | None, kind: Any) -> dict[str, Any]:
        """The games and their luck: as they were kept, or room for them."""
        if kept is None:
            return {"states": self.n, "chance": (self.n, RNG_WORDS), "thoughts": (self.n, RNG_WORDS)}
        return {
            "states": np.frombuffer(kept["states"].cpu().numpy().tobytes(), kind).copy(),
            "chance": kept["chance"].cpu().numpy().copy(),
            "thoughts": kept["thoughts"].cpu().numpy().copy(),
        }

    def keep(self) -> dict[str, torch.Tensor]:
        """The games and their luck as they are now, for a checkpoint."""
        states, chance, thoughts = (
            np.ascontiguousarray(self.twin.to_host(part))
            for part in (self.tables.states, self.tables.chance, self.tables.thoughts)
        )
        return {
            "states": torch.from_numpy(np.frombuffer(states.tobytes(), np.uint8).copy()),
            "chance": torch.from_numpy(chance.copy()),
            "thoughts": torch.from_numpy(thoughts.copy()),
        }

    def __getattr__(self, name: str) -> torch.Tensor:
        try:
            return self.__dict__["tensors"][name]
        except KeyError:
            raise AttributeError(name) from None

    def lone_seats(self, share: float, *, team: bool = False) -> tuple[torch.Tensor, torch.Tensor]:
        """By table: whether one seat plays among other bots, which is so at the first tables; and which seat.

        Tables take the numbers of players in turn, so seats are counted apart from them. In a cooperative game nobody
        is alone, unless a team of one student and others is wanted.
        """
        places = torch.arange(self.n, device=self.place.device)
        lone = places < (0.0 if self.place.game.cooperative and not team else self.n * share)
        return lone, places // len(self.blanks) % self.seated

    def show(self, n: int | None = None) -> None:
        """Renew what the seats to move see at the first n tables."""
        self.twin.over(n or self.n, "show", self.tables)
        self.twin.over(n or self.n, "prefer_all", self.tables, room=self.room)

    def step(self, actions: torch.Tensor) -> None:
        """Carry out an action at each of the first tables."""
        self.twin.over(len(actions), "step", self.tables, self.place.array(actions.contiguous()), room=self.room)

    def branch(self, source: School, moves: torch.Tensor, times: int, seed: int) -> None:
        """Try moves so many times: each row has a table of another school and the place of a move."""
        self.twin.over(
            len(moves) * times,
            "branch",
            self.tables,
            source.tables,
            self.place.array(moves.contiguous()),
            times,
            seed,
            room=self.room,
        )

    def seen_by(self, seat: int) -> torch.Tensor:
        """What a seat sees at each table that has it."""
        shape = self.n, self.place.game.rules.OBSERVATION.size
        rows = cuda.zeros(shape, np.float32) if self.place.on_gpu else np.zeros(shape, np.float32)
        self.twin.over(self.n, "watch", self.tables, seat, rows)
        return self.place.tensor(rows)

    def trials(self, most: int, times: int) -> Trials:
        """Room to try out every move at so many tables."""
        rules = self.place.game.rules
        made: Trials = self.twin.make(Trials, chosen=most, values=(most * times, rules.MAX_LEGAL), played=most * times)
        return made

    def try_moves(self, trials: Trials, tables: torch.Tensor, times: int, seed: int) -> torch.Tensor:
        """What each move at some tables leads to: by table, time and place. Other places hold anything."""
        rules = self.place.game.rules
        k = len(tables)
        self.place.tensor(trials.chosen)[:k] = tables
        room = TrialRoom, {
            "actions": rules.MAX_LEGAL, "likes": rules.MAX_LEGAL, "values": self.players,
            "luck": RNG_WORDS, "rng": RNG_WORDS,
        }  # fmt: skip
        self.twin.over(k * times, "try_moves", self.tables, trials, times, seed, room=room)
        return self.place.tensor(trials.values)[: k * times].reshape(k, times, -1)
