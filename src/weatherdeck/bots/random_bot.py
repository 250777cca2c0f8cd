"""The bot that plays uniformly at random: the baseline for all other bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..games.game import Game
from ..kernel import new_rng, rng_below


class RandomBot:
    """Plays a random legal action, all equally likely; reproducible by its seed."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._rng = new_rng(seed)

    def choose(self, game: Game, state: Any, legal: Sequence[int]) -> int:  # noqa: ARG002  # it looks at nothing
        """Choose one of the legal actions."""
        return legal[rng_below(self._rng, len(legal))]
