"""Where policies play whole games at full speed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import kernel
from ..games.game import Game
from ..games.reference import GameRef
from ..kernel import Progress
from . import contest
from .belief import Mind
from .policy import Policy
from .search import Node, Work


class Arena:
    """A game compiled with all that policies need, and the room they think in."""

    def __init__(self, game: Game, progress: Progress | None = None) -> None:
        self.game = game
        self._twin = kernel.compiled(contest, *game.modules, progress=progress)
        rules, twin = game.rules, self._twin
        self._records = [twin.record(rules.State) for _ in range(3)]
        self._nodes = np.zeros(0, Node.dtype)
        self._work = twin.record(Work)
        self._rows = [
            twin.ints(rules.MAX_LEGAL),
            twin.ints(rules.ACTIONS),
            twin.floats(rules.MAX_LEGAL),
            twin.floats(max(game.players)),
        ]

    @classmethod
    def of(cls, game: Game) -> Arena:
        """The arena of a game, made once."""
        if game.ref not in _made:
            _made[game.ref] = cls(game)
        return _made[game.ref]

    def play(self, seats: Sequence[Policy], state: Any, rng: Sequence[int], seed: int) -> Any:
        """Play a dealt game to its end and return its last state; the one given, and its rng, stay as they are."""
        room = max(policy.simulations for policy in seats) + self.game.rules.MAX_LEGAL + 2
        if len(self._nodes) < room:
            self._nodes = np.zeros(room, Node.dtype)
        packed = self._twin.load(state)
        mind = Mind(self._twin, self.game.rules.State, state.players, int(self._twin.kinds(packed)))
        chance = np.array(rng, np.int64)
        self._twin.contest(
            np.concatenate([policy.pack() for policy in seats]),
            packed,
            *self._records,
            self._nodes,
            self._work,
            *self._rows,
            *mind.rows,
            chance,
            self._twin.rng(seed),
        )
        return self._twin.unload(self.game.rules.State, packed)


_made: dict[GameRef, Arena] = {}
