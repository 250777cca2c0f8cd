"""Compare a game's judgement, which is written for speed, with one that is written plainly.

They must agree to the last bit: golden games, reviews and the measured strength of the bots depend on every number.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.sweeps import IS_PROOF
from weatherdeck.games.game import Game
from weatherdeck.games.options import Value
from weatherdeck.kernel import Twin, can_compile, compiled, interpreted, new_rng, rng_below

PLAINLY = 8
"""The plain judgement is slow interpreted, so it judges only every so many of the positions in that way."""


def varied_states(
    game: Game, seed: int, players: int | None = None, options: Mapping[str, Value] | None = None
) -> Iterator[Any]:
    """The positions of a game in which half of the moves are random and half are those that are liked best."""
    rng, luck = new_rng(seed), new_rng(seed + 1000)
    state = game.new_state(players, options)
    game.rules.deal(state, luck)
    while not game.rules.is_over(state):
        yield state
        legal = game.legal(state)
        likes = [0.0] * len(legal)
        game.judgement.prefer(state, legal, len(legal), likes)
        choice = likes.index(max(likes)) if rng_below(rng, 2) else rng_below(rng, len(legal))
        game.rules.apply(state, legal[choice], luck)
    yield state


def with_rules_of(game: Game, plain: types.ModuleType) -> types.ModuleType:
    """The plain judgement for a game with another deck: the same text, but it imports that game's rules."""
    assert plain.__file__ is not None
    text = Path(plain.__file__).read_text(encoding="utf-8")
    edition = game.module.__name__.removesuffix(".rules")
    shipped = edition.partition("__")[0]
    module = types.ModuleType(f"{plain.__name__} of {edition}")
    exec(text.replace(f"from {shipped}.", f"from {edition}."), vars(module))  # a text of our own
    return module


def judge(twin: Twin, game: Game, state: Any) -> tuple[list[float], list[float]]:
    """What a judgement thinks of the legal actions, and of the position for each seat."""
    legal = game.legal(state)
    actions, likes, values = (
        twin.ints(game.rules.MAX_LEGAL),
        twin.floats(game.rules.MAX_LEGAL),
        twin.floats(state.players),
    )
    actions[: len(legal)] = legal
    s = twin.load(state)
    if legal:
        twin.prefer(s, actions, len(legal), likes)
    twin.value(s, values)
    assert twin.unload(game.rules.State, s) == state, "a judgement leaves the position as it was"
    return list(likes)[: len(legal)], list(values)


def assert_same_judgement(
    game: Game,
    plain: types.ModuleType,
    seeds: range,
    players: int | None = None,
    options: Mapping[str, Value] | None = None,
    *,
    compiling: bool = IS_PROOF,
) -> int:
    """Compare the two over whole games, interpreted and, with the shipped deck, compiled. Return the positions.

    Compiling the plain one takes long. Only the proof does it, and not for all games. The conformance suite
    compares the other one compiled.
    """
    judgement = game.modules[1]
    new, slow = interpreted(judgement), interpreted(plain)
    fast: list[Twin] = []
    if compiling and can_compile() and game.deck is None:
        fast = [compiled(module, checked=True) for module in (judgement, plain)]
    positions = 0
    for seed in seeds:
        for state in varied_states(game, seed, players, options):
            expected = judge(new, game, state)
            for twin in fast:
                assert judge(twin, game, state) == expected, state
            if positions % PLAINLY == 0:
                assert judge(slow, game, state) == expected, state
            positions += 1
    return positions


def assert_obvious_moves_are_liked_best(game: Game, seeds: range, options: Mapping[str, Value] | None = None) -> int:
    """Where a judgement says that a move is obvious, it alone must be liked best. Return how often it says so."""
    judgement = game.modules[1]
    found = 0
    for seed in seeds:
        for state in varied_states(game, seed, options=options):
            legal = game.legal(state)
            place = judgement.obvious(state, legal, len(legal)) if legal else -1
            if place >= 0:
                likes, _ = judge(interpreted(judgement), game, state)
                assert [i for i, like in enumerate(likes) if like == max(likes)] == [place], state
                found += 1
    return found
