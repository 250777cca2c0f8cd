"""The rules of learning: all twins agree, and what they write is what the game says."""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np
import pytest

from tests.sweeps import sample
from weatherdeck import kernel
from weatherdeck.bots.policy import GREEDY, NETWORK, RANDOM, Policy
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.kernel import RNG_WORDS, cuda
from weatherdeck.learning import lessons, rivals
from weatherdeck.learning.lessons import LEAST, Room, Tables, TrialRoom, Trials
from weatherdeck.learning.rivals import Rivals
from weatherdeck.learning.rounding import rounded

needs_numba = pytest.mark.skipif(not kernel.can_compile(), reason="Numba is not available")
TABLES, TIMES, STEPS = 6, 2, 12


def tables_of(twin: Any, game: Game) -> Any:
    rules, blanks = game.rules, [game.new_state(players) for players in game.players]
    n, most = TABLES, max(game.players)
    return twin.make(
        Tables,
        blanks=twin.load_all(blanks),
        states=n,
        known=n,
        chance=(n, RNG_WORDS),
        thoughts=(n, RNG_WORDS),
        choices=(n, rules.MAX_LEGAL),
        legal=n,
        seats=n,
        seen=(n, rules.OBSERVATION.size),
        masks=(n, rules.ACTIONS),
        likes=(n, rules.ACTIONS),
        favourites=n,
        resting=n,
        ended=n,
        worths=(n, most),
        results=(n, most),
    )


def played(twin: Any, game: Game) -> list[Any]:
    """Everything that some steps write, with every move of the last position tried out."""
    rules, most = game.rules, max(game.players)
    tables = tables_of(twin, game)
    room = Room, {"likes": rules.MAX_LEGAL, "values": most}
    twin.over(TABLES, "begin", tables, 5)
    twin.over(TABLES, "wander", tables, 9)
    found: list[Any] = []
    for _ in range(STEPS):
        twin.over(TABLES, "show", tables)
        twin.over(TABLES, "prefer_all", tables, room=room)
        for name in ("legal", "seats", "seen", "masks", "likes", "favourites"):
            found.append(np.array(twin.to_host(getattr(tables, name)), np.float64))
        twin.over(TABLES, "step", tables, tables.favourites, room=room)
        found.append(np.array(twin.to_host(tables.worths), np.float64))
    twin.over(TABLES, "show", tables)
    trials = twin.make(
        Trials,
        chosen=np.arange(TABLES) if twin.mode != "interpreted" else list(range(TABLES)),
        values=(TABLES * TIMES, rules.MAX_LEGAL),
        played=TABLES * TIMES,
    )
    trial_room = (
        TrialRoom,
        {
            "actions": rules.MAX_LEGAL,
            "likes": rules.MAX_LEGAL,
            "values": most,
            "luck": RNG_WORDS,
            "rng": RNG_WORDS,
        },
    )
    twin.over(TABLES * TIMES, "try_moves", tables, trials, TIMES, 77, room=trial_room)
    found.append(np.array(trials.values, np.float64))
    return found


@needs_numba
@pytest.mark.parametrize("name", sample("games learned in both twins", registry.ours()))
def test_both_twins_play_show_and_try_alike(name: str) -> None:
    game = registry.load(name)
    slow = played(kernel.interpreted(lessons, *game.modules), game)
    fast = played(kernel.compiled(lessons, *game.modules), game)
    for one, other in zip(slow, fast, strict=True):
        np.testing.assert_array_equal(one, other)
    assert np.abs(slow[-1]).max() > 0, "nothing was tried"


@needs_numba
@pytest.mark.parametrize("name", sample("games learned in both twins", registry.ours()))
def test_what_a_table_shows_is_what_the_game_says(name: str) -> None:
    game = registry.load(name)
    twin = kernel.compiled(lessons, *game.modules)
    tables = tables_of(twin, game)
    twin.over(TABLES, "begin", tables, 5)
    twin.over(TABLES, "wander", tables, 30)
    twin.over(TABLES, "show", tables)
    twin.over(TABLES, "prefer_all", tables, room=(Room, {"likes": game.rules.MAX_LEGAL, "values": max(game.players)}))
    for i in range(TABLES):
        state: Any = twin.unload(game.rules.State, tables.states[i])
        legal = game.legal(state)
        assert np.flatnonzero(tables.masks[i]).tolist() == sorted(legal)
        seen = np.zeros(game.rules.OBSERVATION.size, np.float32)
        game.rules.observe(state, state.to_move, seen)
        np.testing.assert_array_equal(tables.seen[i], seen)
        liked = [0.0] * len(legal)
        known = game.redacted(state, state.to_move)
        if len(legal) > 1:
            game.judgement.prefer(known, list(legal), len(legal), liked)
        for action, like in zip(legal, liked, strict=True):
            assert tables.likes[i][action] == pytest.approx(max(LEAST, like - max(liked)), abs=1e-5)
        assert liked[legal.index(tables.favourites[i])] == max(liked)


@needs_numba
@pytest.mark.parametrize("name", sample("games learned in both twins", registry.ours()))
def test_both_twins_answer_alike_for_bots(name: str) -> None:
    game = registry.load(name)
    room = Room, {"likes": game.rules.MAX_LEGAL, "values": max(game.players)}
    found: list[list[list[int]]] = []
    for make in (kernel.interpreted, kernel.compiled):
        twin = make(lessons, *game.modules)
        tables = tables_of(twin, game)
        twin.over(TABLES, "begin", tables, 5)
        twin.over(TABLES, "wander", tables, 30)
        twin.over(TABLES, "show", tables)
        found.append([])
        for policy in (Policy(kind=RANDOM), Policy(kind=GREEDY, noise=0.6), Policy(kind=NETWORK)):
            bots = twin.of(rivals)
            made = bots.make(Rivals, policies=bots.load_all([policy]), actions=TABLES)
            bots.over(TABLES, "answer", tables, made, room=room)
            found[-1].append([int(action) for action in made.actions])
    assert found[0] == found[1]


@pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="numba-cuda is not installed")
def test_bots_compile_for_a_device() -> None:
    game = registry.load("tradewinds")  # it compiles in the least time
    room = Room, {"likes": game.rules.MAX_LEGAL, "values": max(game.players)}
    text = cuda.planned(rivals, *game.modules).ptx("answer", Tables, Rivals, room=room)
    assert ".entry" in text
    assert "fma." not in text, "it would round a preference otherwise than the CPU does"


def test_rounding_keeps_the_answers() -> None:
    """A network that is rounded answers nearly as before, although its units differ widely in size."""
    rng = np.random.default_rng(3)
    features, units, last, actions = 60, 48, 16, 20
    sizes = rng.uniform(0.01, 30.0, units)
    first = rng.normal(0.0, 0.3, (units, features)) * sizes[:, None], rng.normal(0.0, 0.2, units) * sizes
    second = rng.normal(0.0, 0.3, (last, units)) / sizes, rng.normal(0.0, 0.2, last)
    likes = rng.normal(0.0, 0.5, (actions, last)), rng.normal(0.0, 0.5, actions)
    value = rng.normal(0.0, 0.1, (1, last)), rng.normal(0.0, 0.1, 1)
    seen = (rng.random((500, features)) < 0.2).astype(np.float64)
    arrays = rounded({"first": first, "second": second, "actions": likes, "value": value}, seen)
    hidden = np.maximum(np.maximum(seen @ first[0].T + first[1], 0) @ second[0].T + second[1], 0)
    wide = {name: array.astype(np.int64) for name, array in arrays.items()}
    shift, per_like, per_value = wide["scales"]
    sums = np.clip(wide["first_bias"] + seen.astype(np.int64) @ wide["first"], 0, 4095)
    passed = np.clip(wide["second_bias"] + sums @ wide["second"] >> shift, 0, 4095)
    answers = (wide["actions_bias"] + passed @ wide["actions"].T) / per_like
    expected = hidden @ likes[0].T + likes[1]
    assert np.abs(answers - expected).mean() < 0.04 * expected.std()
    worth = (wide["value_bias"] + passed @ wide["value"]) / per_value
    np.testing.assert_allclose(worth, (hidden @ value[0].T + value[1])[:, 0], atol=0.08)
    assert passed.max() < 4095, "no unit is full"
