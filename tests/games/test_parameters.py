"""Parameters are the numbers of a rulebook that designers may turn: the rules hold with any of them, or say why not."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.playouts import random_policy, random_states
from weatherdeck.games import playout, registry
from weatherdeck.games.game import Game
from weatherdeck.games.options import Option, OptionError
from weatherdeck.kernel import RNG_WORDS, can_compile, fastest, new_rng

GAMES = [name for name in registry.ours() if any(option.is_parameter for option in registry.load(name).options)]


def parameters_of(game: Game) -> list[Option]:
    return [option for option in game.options if option.is_parameter]


def best_of(game: Game, s: Any, legal: list[int]) -> int:
    """What the greedy player does."""
    likes = [0.0] * len(legal)
    game.judgement.prefer(s, legal, len(legal), likes)
    return max(zip(likes, legal, strict=True), key=lambda one: one[0])[1]


@pytest.mark.parametrize("name", GAMES)
def test_a_parameter_has_a_range_around_the_number_of_its_rulebook_and_names_the_clause(name: str) -> None:
    game = registry.load(name)
    for option in parameters_of(game):
        assert option.low < option.high
        assert option.help.endswith(")"), option.help
        clause = option.help.rpartition("(")[2].rstrip(")").split(",")[0]
        assert clause in game.rulebook, f"{clause} is no clause of {game.title}"
        held = getattr(game.new_state(), option.name)
        if option.default is None:  # as the rulebook has it for this number of players
            assert held == option.unset
            assert not option.low <= option.unset <= option.high
        else:
            assert option.low <= held <= option.high
            assert held == option.default


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_list_every_parameter_with_its_number_and_range(name: str) -> None:
    game = registry.load(name)
    section = game.rulebook.split("\n## For designers\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \|.*\| (-?\d+|by players) \| (-?\d+) to (-?\d+) \|$", section, re.M)
    assert [(name, usual, int(low), int(high)) for name, usual, low, high in rows] == [
        (option.name, "by players" if option.default is None else str(option.default), option.low, option.high)
        for option in parameters_of(game)
    ]


@pytest.mark.parametrize("name", GAMES)
def test_a_number_outside_its_range_is_refused(name: str) -> None:
    game = registry.load(name)
    for option in parameters_of(game):
        for value in (option.low - 1, option.high + 1):
            with pytest.raises(OptionError, match=f"option {option.name} must be a whole number from"):
                game.new_state(None, {option.name: value})


@pytest.mark.parametrize("name", GAMES)
def test_any_parameters_are_refused_with_a_reason_or_play_whole_games(name: str) -> None:
    """Random and greedy games: the audit holds in every state, and no game is longer than `longest` says."""
    game = registry.load(name)
    turned = st.fixed_dictionaries(
        {},
        optional={option.name: st.integers(option.low, option.high) for option in parameters_of(game)}
        | {option.name: st.booleans() for option in game.options if option.kind == "flag"},
    )

    @settings(max_examples=12)
    @given(options=turned, players=st.sampled_from(game.players), seed=st.integers(0, 1000))
    def hold(options: dict[str, int], players: int, seed: int) -> None:
        try:
            blank = game.new_state(players, options)
        except OptionError as problem:
            assert len(str(problem).partition(": ")[2]) > 20, "no reason is given"
            return
        for choose in (random_policy(seed), lambda s, legal: best_of(game, s, legal)):
            s, rng = blank.copy(), new_rng(seed)
            game.rules.deal(s, rng)
            decisions = 0
            while not game.rules.is_over(s):
                assert game.audit.audit(s) == []
                game.rules.apply(s, choose(s, game.legal(s)), rng)
                decisions += 1
            assert game.audit.audit(s) == []
            assert decisions <= game.longest(blank)

    hold()


@pytest.mark.skipif(not can_compile(), reason="Numba is not available")
@pytest.mark.parametrize("name", GAMES)
def test_both_twins_play_the_same_at_both_ends_of_every_range(name: str) -> None:
    game = registry.load(name)
    fast = fastest(playout, game.module)
    for option in parameters_of(game):
        for value in (option.low, option.high):
            try:
                blank = game.new_state(None, {option.name: value})
            except OptionError:
                continue  # not alone; together with another parameter it may be
            s, actions, rng = fast.record(game.rules.State), fast.ints(game.rules.MAX_LEGAL), fast.ints(RNG_WORDS)
            fast.random_games(fast.load(blank), s, actions, rng, 5, 1)
            end = None
            for end in random_states(game, 5, options={option.name: value}):
                assert game.audit.audit(end) == []
            assert end is not None
            assert fast.unload(game.rules.State, s).to_bytes() == end.to_bytes(), f"{option.name} = {value}"
