"""What bots think with, made for a game and a twin of its engines."""

from __future__ import annotations

from typing import Any

from ..games.game import Game
from ..kernel import RNG_WORDS, Room, Twin
from . import belief
from .belief import LONGEST, POOL, SCRATCH, WAYS, Mind
from .pad import Pad


def new_mind(game: Game, twin: Twin, state: Any) -> Mind:
    """Make an empty mind for the seats of a state (a record of the twin)."""
    return twin.make(Mind, **mind_sizes(game, int(twin.get(state, "players")), int(twin.of(belief).kinds(state))))


def mind_sizes(game: Game, players: int, kinds: int) -> dict[str, int]:
    """How long the rows of a mind are."""
    judged = players * LONGEST + 1 if has_insight(game) else 0
    return {
        "guesses": (players * players + 1) * kinds + POOL,
        "memory": SCRATCH + players * LONGEST + POOL,
        "moves": players * (LONGEST + 1),
        "worths": max(1, judged * game.rules.ACTIONS),
        "traits": players * WAYS,
        "manners": players * players,
    }


def has_insight(game: Game) -> bool:
    """Whether some search of this game judges others' moves by trying what they could have done instead."""
    return max(game.search.insight, game.learned_search.insight) > 0


def more_entries(game: Game) -> list[str]:
    """The rules of `belief.py` that only some games need, and that take long to compile."""
    networked = game.network is not None
    return ["learn"] * game.hides_kinds + ["size_up"] * has_insight(game) + ["recognise"] * networked


def new_pad(game: Game, twin: Twin, simulations: int = 0, work: Any = None) -> Pad:
    """Make a pad with a tree that is large enough for so many simulations."""
    return twin.make(Pad, work=work, **pad_sizes(game, simulations))


def pad_sizes(game: Game, simulations: int) -> dict[str, int]:
    """How long the rows of a pad are."""
    return {
        "nodes": simulations + game.rules.MAX_LEGAL + 2,
        "actions": game.rules.MAX_LEGAL,
        "seen": game.rules.ACTIONS,
        "likes": game.rules.MAX_LEGAL,
        "values": max(game.players),
        "luck": RNG_WORDS,
    }


def room_for(kind: type[tuple[Any, ...]], game: Game, players: int, **more: int) -> Room:
    """Working memory of an engine that plays whole games: a kind of bundle, and how long its rows are."""
    seats = {"seats": players, "results": players, "rng": RNG_WORDS, "thoughts": RNG_WORDS}
    known = pad_sizes(game, 0) | seats | more
    names: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]  # bundles are named tuples
    return kind, {name: known[name] for name in names if name in known}
