"""Whole games between policies, compiled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import kernel
from ..games.game import Game
from ..games.reference import GameRef
from ..kernel import Progress
from . import contest
from .policy import Policy
from .thinking import new_mind, new_pad


class Arena:
    """A game compiled with everything that policies need, and a pad for them."""

    def __init__(self, game: Game, progress: Progress | None = None) -> None:
        self.game = game
        self._twin = kernel.compiled(contest, *game.modules, progress=progress)
        self._pad, self._room = new_pad(game, self._twin), 0  # there is room for so many simulations

    @classmethod
    def of(cls, game: Game) -> Arena:
        """The arena of a game; there is one per process."""
        if game.ref not in _made:
            _made[game.ref] = cls(game)
        return _made[game.ref]

    def play(self, seats: Sequence[Policy], state: Any, rng: Sequence[int], seed: int) -> Any:
        """Play a dealt game to its end and return its last state; the given state and rng stay as they are."""
        twin, simulations = self._twin, max(policy.simulations for policy in seats)
        if simulations > self._room:
            self._pad, self._room = new_pad(self.game, twin, simulations), simulations
        packed, chance = twin.load(state), np.array(rng, np.int64)
        twin.contest(twin.load_all(seats), packed, self._pad, new_mind(self.game, twin, packed), chance, twin.rng(seed))
        return twin.unload(self.game.rules.State, packed)


_made: dict[GameRef, Arena] = {}
