"""The bot that plays uniformly at random: the floor that every other bot is measured from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..games.game import Game
from ..kernel import new_rng, rng_below


class RandomBot:
    """Any legal action, all equally likely; the same seed chooses the same."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._rng = new_rng(seed)

    def choose(self, game: Game, state: Any, legal: Sequence[int]) -> int:  # noqa: ARG002  # it looks at nothing
        """One of the legal actions."""
        return legal[rng_below(self._rng, len(legal))]
