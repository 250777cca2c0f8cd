"""Random play for tests: from a seed, and the same every time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from zlib import crc32

from tests.sweeps import sample
from weatherdeck.games.game import Game
from weatherdeck.games.options import Value
from weatherdeck.kernel import new_rng, rng_below
from weatherdeck.match import Match
from weatherdeck.match.match import Step


def random_policy(seed: int) -> Callable[[Any, Sequence[int]], int]:
    """Choose any legal action, each equally likely."""
    rng = new_rng(seed)
    return lambda state, legal: legal[rng_below(rng, len(legal))]  # noqa: ARG005  # random play looks at nothing


def random_steps(match: Match, seed: int) -> Iterator[Step]:
    """Play a match on to its end; yield each step when it is made. Whoever stops asking stops the play."""
    choose = random_policy(seed)
    while not match.is_over:
        yield match.play(choose(match.state, match.legal()))


def positions(match: Match, seed: int = 1, *, every: int = 1) -> Iterator[Match]:
    """Play a match on to its end; yield it (one match that changes) before every so many decisions, and at the end."""
    steps = random_steps(match, seed)
    while not match.is_over:
        if match.version % every == 0:
            yield match
        next(steps)
    yield match


def sampled(match: Match, seed: int = 1) -> Iterator[Match]:
    """Play a match on to its end; yield it before some of its decisions, others in each match and in each landing."""
    chosen = set(sample("decisions", range(100)))
    first = crc32(match.state.to_bytes())
    for now in positions(match, seed):
        if (first + now.version) % 100 in chosen and not now.is_over:
            yield now


def played(
    game: Game,
    seed: int = 1,
    *,
    decisions: int | None = None,
    players: int | None = None,
    options: Mapping[str, Value] | None = None,
) -> Match:
    """A match played to its end, or until it has had so many decisions."""
    match = Match(game, seed=seed, players=players, options=options)
    steps = random_steps(match, seed)
    while (decisions is None or match.version < decisions) and next(steps, None):
        pass
    return match


def random_states(
    game: Game, seed: int = 1, *, players: int | None = None, options: Mapping[str, Value] | None = None
) -> Iterator[Any]:
    """The states of a game by its rules alone, from the deal to the end. It is one state that changes, not copies."""
    rng = new_rng(seed)
    state = game.new_state(players, options)
    game.rules.deal(state, rng)
    yield state
    while not game.rules.is_over(state):
        legal = game.legal(state)
        game.rules.apply(state, legal[rng_below(rng, len(legal))], rng)
        yield state
