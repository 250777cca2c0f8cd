"""What bots think with, made for a game and a twin of its engines."""

from __future__ import annotations

from typing import Any

from ..games.game import Game
from ..kernel import RNG_WORDS, Twin
from . import belief
from .belief import LONGEST, POOL, SCRATCH, Mind
from .pad import Pad


def new_mind(twin: Twin, state: Any) -> Mind:
    """Make an empty mind for the seats of a state (a record of the twin)."""
    players, n_kinds = int(twin.get(state, "players")), int(twin.of(belief).kinds(state))
    return twin.make(
        Mind,
        guesses=(players * players + 1) * n_kinds + POOL,
        memory=SCRATCH + players * LONGEST + POOL,
        moves=players * (LONGEST + 1),
    )


def new_pad(game: Game, twin: Twin, simulations: int = 0, work: Any = None) -> Pad:
    """Make a pad with a tree that is large enough for so many simulations."""
    return twin.make(
        Pad,
        nodes=simulations + game.rules.MAX_LEGAL + 2,
        work=work,
        actions=game.rules.MAX_LEGAL,
        seen=game.rules.ACTIONS,
        likes=game.rules.MAX_LEGAL,
        values=max(game.players),
        luck=RNG_WORDS,
    )
