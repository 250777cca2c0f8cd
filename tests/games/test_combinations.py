"""Several parameters of a game at once: everything else that knows the game follows them, too."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

from tests.playouts import random_policy, random_steps
from weatherdeck import kernel
from weatherdeck.games import playout, registry
from weatherdeck.games.game import Game
from weatherdeck.games.options import Option, OptionError, Value
from weatherdeck.match import Match, save, transcript

NAMES = [name for name in registry.ours() if any(option.is_parameter for option in registry.load(name).options)]
COMBINATIONS = 16
PLAYERS = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")


def parameters(game: Game) -> list[Option]:
    return [option for option in game.options if option.is_parameter]


def combinations(game: Game) -> list[tuple[int, dict[str, Value]]]:
    """Some parameters with any values in their ranges; the same every time."""
    dice = random.Random(game.name)
    found = []
    for _ in range(COMBINATIONS):
        chosen = dice.sample(parameters(game), dice.randint(2, len(parameters(game))))
        values: dict[str, Value] = {option.name: dice.randint(option.low, option.high) for option in chosen}
        found.append((dice.choice(game.players), values))
    return found


def blank_or_reason(game: Game, players: int, options: dict[str, Value]) -> Any:
    """A state that is ready for the deal, or None if the game gives a reason why not."""
    try:
        return game.new_state(players, options)
    except OptionError as refusal:
        before, _, reason = str(refusal).partition(" cannot be played like this: ")
        assert before == game.title
        assert len(reason.split()) > 5, f"a reason must say why: {reason!r}"
        return None


CASES = [(name, players, options) for name in NAMES for players, options in combinations(registry.load(name))]


@pytest.mark.parametrize(("name", "players", "options"), CASES, ids=lambda value: str(value).replace(" ", ""))
def test_any_combination_can_be_shown_guessed_and_saved(name: str, players: int, options: dict[str, Value]) -> None:
    game = registry.load(name)
    blank = blank_or_reason(game, players, options)
    if blank is None:
        return
    match = Match(game, seed=7, players=players, options=options)
    assert game.audit.audit(match.state) == []
    for _ in random_steps(match, 7):
        assert game.audit.audit(match.state) == []
        assert match.version <= game.longest(blank)
        if match.version % 5 == 0:
            assert_can_be_shown(match)
            assert_can_be_guessed(match)
    game.words.ending(match.state, PLAYERS)
    assert all(-1 <= result <= 1 for result in game.returns(match.state))
    assert save.loads(save.dumps(match))[0].state == match.state


def assert_can_be_shown(match: Match) -> None:
    game, s = match.game, match.state
    for seat in (None, *range(match.players)):
        json.dumps(match.view(seat))
    game.words.prompt(s, PLAYERS)
    game.words.status(s)
    for action in match.legal():
        game.words.describe(s, action, PLAYERS)
    layout = game.rules.OBSERVATION
    seen = np.full(layout.size, np.nan, np.float32)
    game.rules.observe(s, s.to_move, seen)
    assert ((layout.low <= seen) & (seen <= layout.high)).all()


def assert_can_be_guessed(match: Match) -> None:
    """Whoever is to move can imagine the hidden cards: a world that the audit finds nothing wrong with."""
    game, seat = match.game, match.state.to_move
    known = game.redacted(match.state, seat)
    world = known.copy()
    game.rules.redeal(world, seat, kernel.new_rng(match.version))
    assert game.redacted(world, seat) == known
    assert game.audit.audit(world) == []


@pytest.mark.parametrize("name", NAMES)
def test_compiled_games_are_the_interpreted_ones_with_any_combination(name: str) -> None:
    game = registry.load(name)
    slow, fast = kernel.interpreted(playout, game.module), kernel.fastest(playout, game.module)
    for players, options in combinations(game):
        if (blank := blank_or_reason(game, players, options)) is None:
            continue
        ends = []
        for twin in (slow, fast):
            state, actions = twin.record(game.rules.State), twin.ints(game.rules.MAX_LEGAL)
            decisions = twin.random_games(twin.load(blank), state, actions, twin.ints(kernel.RNG_WORDS), 11, 1)
            ends.append((int(decisions), twin.unload(game.rules.State, state).to_bytes()))
        assert ends[0] == ends[1], options


@pytest.mark.parametrize("name", NAMES)
def test_transcripts_name_the_parameters_and_are_verified(name: str) -> None:
    game = registry.load(name)
    playable = next(one for one in combinations(game) if blank_or_reason(game, *one) is not None)
    players, options = playable
    line = transcript.record(game, seed=5, players=players, options=options, policy=random_policy(5))
    assert transcript.verify(line) > 0
    changed = game.check_options(options)
    assert {key: json.loads(line)["options"].get(key) for key in changed} == changed
