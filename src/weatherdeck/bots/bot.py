"""What a bot is: it is handed what its seat may know and the legal actions, and answers with one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ..games.game import Game


class Bot(Protocol):
    """A player that is a program."""

    name: str

    def choose(self, game: Game, state: Any, legal: Sequence[int]) -> int:
        """One of the legal actions for the seat to move; the state is redacted for it: nothing hidden is there."""
