"""How a game is set up before bots play it: the game with its deck, the number of players and the options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from ...games import registry
from ...games.game import Game
from ...games.options import Value
from ...games.reference import GameRef


@dataclass(frozen=True)
class Setup:
    """`Setup("GAME", players=5, options={"OPTION": 2})`; `deck` is the path of a deck file."""

    game: str | GameRef | Game
    players: int | None = None  # None: the usual number
    options: Mapping[str, Value] = field(default_factory=dict)
    deck: Path | str | None = None  # None: the game's own

    def load(self) -> Game:
        """The game, with its deck."""
        game = self.game if isinstance(self.game, Game) else registry.load(self.game)
        return game if self.deck is None else registry.load(game.ref, registry.read_deck(Path(self.deck)))


AnyGame: TypeAlias = str | GameRef | Game | Setup
"""What the lab takes where it wants a game: a name, a reference, the game itself, or a whole set-up."""


def setup_of(what: AnyGame) -> Setup:
    """A set-up; a game alone is set up as it usually is."""
    return what if isinstance(what, Setup) else Setup(what)
