"""What a judgement says that it knows: with another value of such an option it judges some moves differently."""

from __future__ import annotations

from typing import Any

import pytest

from tests.judgements import varied_states
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.games.options import Option
from weatherdeck.games.variations import option_steps

GAMES = 12
"""Games in which a changed choice is looked for. A rule that matters at the end only changes few."""
FEW = 2
"""Games in which no choice may change."""


def liked_best(game: Game, state: Any, legal: list[int]) -> set[int]:
    likes = [0.0] * len(legal)
    game.judgement.prefer(state, legal, len(legal), likes)
    return {place for place, like in enumerate(likes) if like == max(likes)}


def changes_a_choice(game: Game, option: Option, games: int) -> bool:
    """Whether greedy would choose differently somewhere if only this option were different, in the same positions."""
    steps = option_steps(option, option.default)
    for seed in range(games):
        for state in varied_states(game, seed, game.players[seed % len(game.players)]):
            if game.rules.is_over(state):
                continue
            legal, known = game.legal(state), game.redacted(state, state.to_move)
            for step in steps if len(legal) > 1 else ():
                other = known.copy()
                setattr(other, option.name, option.encode(step))
                if liked_best(game, known.copy(), legal) != liked_best(game, other, legal):
                    return True
    return False


OPTIONS = [(name, option.name) for name in registry.ours() for option in registry.load(name).options]


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_a_judgement_knows_what_it_says_and_says_what_it_knows(name: str, option: str) -> None:
    """An option that is in neither list, and changes no choice, is one that the lab's pages warn about."""
    game = registry.load(name)
    described = next(one for one in game.options if one.name == option)
    assert not (option in game.knows and option in game.neutral)
    if option in game.knows:
        assert changes_a_choice(game, described, GAMES), (
            f"greedy.py says that it knows {option}: no choice depends on it"
        )
    else:
        assert not changes_a_choice(game, described, FEW), f"greedy.py takes {option} into account: add it to KNOWS"


@pytest.mark.parametrize("name", registry.ours())
def test_only_options_of_the_game_are_named(name: str) -> None:
    game = registry.load(name)
    assert {*game.knows, *game.neutral} <= {option.name for option in game.options}
