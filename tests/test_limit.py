"""The C in benchmarks/limit plays the rules' games, byte for byte, or its speed would say nothing about them."""

from __future__ import annotations

import pytest
from benchmarks.limit.build import CGame, compiler, in_c
from benchmarks.limit.check import check

from weatherdeck.conformance import variants
from weatherdeck.errors import Problem
from weatherdeck.games import registry

pytestmark = pytest.mark.skipif(compiler() is None, reason="no C compiler is installed")


@pytest.mark.parametrize("name", in_c())
def test_the_c_plays_the_games_of_the_rules_in_every_variant(name: str) -> None:
    c = CGame(registry.load(name))
    for players, options in variants(c.game):
        assert check(c, 50, players=players, options=options) > 50


def test_another_game_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    c = CGame(registry.load(in_c()[0]))
    play = c.random_games
    monkeypatch.setattr(c, "random_games", lambda blank, state, seed, games: play(blank, state, seed + 1, games))
    with pytest.raises(Problem, match="another game than the rules"):
        check(c, 1)
