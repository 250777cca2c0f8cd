"""Desks: what many searches at once think with, in rows, one for each.

A search needs much memory, so games are played at a fixed number of desks, at each one after the other. On a CPU one
desk is enough; a GPU has as many as its memory allows.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .. import kernel
from ..games.game import Game
from ..games.verbs import State
from ..kernel import FloatRows, IntRows, Twin
from . import belief
from .pad import Node
from .thinking import mind_sizes, pad_sizes

WORD = 8
"""Bytes of a number in a row."""


class Desks(NamedTuple):
    """The long parts of a pad (`pad.py`) and a mind (`belief.py`), by desk."""

    nodes: list[list[Node]]
    seen: IntRows
    guesses: FloatRows
    memory: list[list[State]]
    moves: IntRows
    worths: FloatRows
    traits: FloatRows
    manners: FloatRows


def new_desks(game: Game, twin: Twin, n: int, state: Any, simulations: int) -> Desks:
    """Make n desks for the seats of a state (a loose one) and so many simulations."""
    return twin.make(Desks, **{name: (n, length) for name, length in _lengths(game, state, simulations).items()})


def desks_in(memory: int, game: Game, state: Any, simulations: int) -> int:
    """How many desks so many bytes have room for: at least one."""
    kinds = {"nodes": Node.dtype.itemsize, "memory": game.rules.State.dtype.itemsize}
    lengths = _lengths(game, state, simulations)
    return max(1, memory // sum(length * kinds.get(name, WORD) for name, length in lengths.items()))


def _lengths(game: Game, state: Any, simulations: int) -> dict[str, int]:
    kinds = kernel.interpreted(belief, *game.modules).kinds(state)
    sizes = pad_sizes(game, simulations) | mind_sizes(game, state.players, kinds)
    return {name: sizes[name] for name in Desks._fields}
