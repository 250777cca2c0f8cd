"""Options that vary in training: each table has other values, and the student sees which.

A network can tell two values of an option apart only if what seats observe does. Where it does not, the student would
learn a mixture of two games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import Any

import numpy as np

from ..games.game import Game
from ..games.options import Option, OptionError, Value
from ..kernel import new_rng, rng_below

Options = Mapping[str, tuple[Value, ...]]
"""The values of each option that is set, for training."""
GAMES = 2
DECISIONS = 300
"""Random games in which observations are compared, and the decisions of each."""


def read(game: Game, players: Sequence[int], texts: Sequence[str]) -> dict[str, tuple[Value, ...]]:
    """The options of NAME=VALUE[,VALUE...] texts; refused where players do not observe what varies."""
    found: dict[str, tuple[Value, ...]] = {}
    for text in texts:
        name, _, values = text.partition("=")
        for value in values.split(","):
            for known, read_value in game.read_options([f"{name}={value}"]).items():
                if read_value in found.get(known, ()):
                    raise OptionError(f"option {known} has the value {value!r} twice")
                found[known] = (*found.get(known, ()), read_value)
    blanks(game, players, found)  # refuses what cannot be played
    for option in game.options:
        if len(found.get(option.name, ())) > 1 and not observed(game, players, option, found):
            raise OptionError(
                f"option {option.name} cannot vary in training: players do not observe it, so a network could not tell "
                f"its values apart. Train with one value"
            )
    return {option.name: found[option.name] for option in game.options if option.name in found}


def blanks(game: Game, players: Sequence[int], options: Options) -> list[Any]:
    """A state ready for the deal for each number of players and each combination of values."""
    return [
        game.new_state(n, dict(zip(options, values, strict=True)))
        for values in product(*options.values())
        for n in players
    ]


def observed(game: Game, players: Sequence[int], option: Option, options: Options) -> bool:
    """Whether observations tell all values of an option apart, at every decision of some random games."""
    others = {name: values[0] for name, values in options.items() if name != option.name}
    for n, (value, other) in product(players, permutations(options[option.name], 2)):
        for state in _positions(game, n, {**others, option.name: value}):
            changed = state.copy()
            setattr(changed, option.name, option.encode(other))
            try:
                same = np.array_equal(_seen(game, state), _seen(game, changed))
            except IndexError:  # no game with the other value gets here
                continue
            if same:
                return False
    return True


def _positions(game: Game, players: int, options: Mapping[str, Value]) -> Iterator[Any]:
    """Decisions of some random games."""
    for seed in range(GAMES):
        state, rng = game.new_state(players, options), new_rng(seed)
        game.rules.deal(state, rng)
        for _ in range(DECISIONS):
            if game.rules.is_over(state):
                break
            yield state
            legal = game.legal(state)
            game.rules.apply(state, legal[rng_below(rng, len(legal))], rng)


def _seen(game: Game, state: Any) -> Any:
    seen = np.zeros(game.rules.OBSERVATION.size, np.float32)
    game.rules.observe(state, state.to_move, seen)
    return seen
