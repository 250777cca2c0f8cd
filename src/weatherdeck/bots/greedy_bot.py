"""The bot that does not think ahead: it plays the action that the game's `greedy.py` likes best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..games.game import Game
from ..kernel import new_rng, rng_below


class GreedyBot:
    """A fast, sensible player, with random choices among equals; reproducible by its seed."""

    name = "greedy"

    def __init__(self, seed: int) -> None:
        self._rng = new_rng(seed)

    def choose(self, game: Game, state: Any, legal: Sequence[int]) -> int:
        """Choose one of the legal actions."""
        likes = [0.0] * len(legal)
        game.judgement.prefer(state.copy(), list(legal), len(legal), likes)
        best = [action for action, liked in zip(legal, likes, strict=True) if liked == max(likes)]
        return best[rng_below(self._rng, len(best))]
