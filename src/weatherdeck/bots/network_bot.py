"""The bot that has learned: it plays the action that the game's network likes best, at one look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import kernel
from ..errors import Problem
from ..games.game import Game
from ..games.reference import GameRef
from . import policy, warming
from .policy import NETWORK, Policy


def why_not(game: Game, state: Any) -> str | None:
    """Why a network cannot play with the game's deck and the players and options of a state; None if it can.

    The reason is a sentence. It is empty if nobody would expect a network, because the game has none.
    """
    if game.network is not None:
        return game.network.why_not(state)
    if game.outdated:
        return f"The {game.title} network was trained before its rules or its deck changed."
    if game.deck is not None and GameRef(game.ref.name).load().network is not None:
        return f"The {game.title} network was not trained with this deck."
    return ""


def require(game: Game, state: Any) -> None:
    """Refuse a game that a network cannot play with the players and options of a state."""
    reason = why_not(game, state)
    if reason is not None:
        raise Problem(reason or f"{game.title} has no network; 'weatherdeck learn {game.name}' trains one")


class NetworkBot:
    """Plays by the game's network, with random choices among equals; reproducible by its seed.

    In a share of decisions, the noise, it plays an action that the network likes instead of the best. A `prompt` bot
    does not wait for the compiler: it asks the network interpreted until another process has compiled it.
    """

    name = "network"

    def __init__(self, seed: int, *, noise: float = 0.0, prompt: bool = False) -> None:
        self._policy, self._prompt = Policy(kind=NETWORK, noise=noise), prompt
        self._seed, self._decisions = seed, 0

    def choose(self, game: Game, state: Any, legal: Sequence[int]) -> int:
        """Choose one of the legal actions."""
        require(game, state)
        self._decisions += 1
        twin, n = self._twin(game), len(legal)
        actions, likes = twin.ints(n), twin.floats(n)
        actions[:] = legal
        rng = twin.rng((self._seed + self._decisions * 1_000_003) % (1 << 62))
        return int(twin.glance(twin.load(self._policy), twin.load(state), actions, n, likes, rng))

    def _twin(self, game: Game) -> kernel.Twin:
        if self._prompt and not warming.is_warm(game):
            warming.begin(game)
            return kernel.interpreted(policy, *game.modules)
        return kernel.fastest(policy, *game.modules)
