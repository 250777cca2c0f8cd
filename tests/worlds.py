"""Chance in tests: frequencies against what they should be, and redeals against the worlds counted by brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from math import ceil
from typing import Any, TypeVar

from scipy import stats

from tests.sweeps import size
from weatherdeck.games.game import Game
from weatherdeck.kernel import new_rng

Key = TypeVar("Key", bound=Hashable)


def assert_frequencies(seen: Counter[Key], weights: Mapping[Key, float]) -> None:
    """Fail if something was seen that has no weight, or if frequencies and weights do not agree (chi-square)."""
    assert set(seen) <= set(weights), f"{set(seen) - set(weights)} cannot happen"
    total = sum(weights.values())
    expected = [weight * seen.total() / total for weight in weights.values()]
    assert min(expected) >= 5, "too few samples for a chi-square test"
    p = stats.chisquare([seen[key] for key in weights], expected).pvalue
    assert p > 1e-4, f"p = {p:.2g}: seen {dict(seen)}, by weights {dict(weights)}"


def assert_uniform(
    game: Game,
    state: Any,
    seat: int,
    weights: Mapping[Hashable, int],
    world: Callable[[Any], Hashable],
    *,
    samples: int = 0,
    seed: int = 1,
) -> None:
    """Redeal many times; every world must turn up, none other, and as often as its weight says (chi-square)."""
    samples = samples or redeals(weights)
    redacted = game.redacted(state, seat)
    rng = new_rng(seed)
    seen: Counter[Hashable] = Counter()
    for _ in range(samples):
        dealt = redacted.copy()
        game.rules.redeal(dealt, seat, rng)
        seen[world(dealt)] += 1
    assert set(seen) <= set(weights), "a redeal gave a world that does not agree with what was seen"
    assert world(state) in weights, "the true world was not among those counted"
    if len(weights) > 1:
        assert_frequencies(seen, weights)


def redeals(weights: Mapping[Hashable, int]) -> int:
    """How many redeals tell whether each world is as likely as its weight says."""
    rarest = min(weights.values()) / sum(weights.values())
    return max(size("redeals"), ceil(size("redeals for each world") / rarest))
