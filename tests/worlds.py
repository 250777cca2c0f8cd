"""How a redeal is shown to be uniform: its frequencies against the worlds counted by brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from scipy import stats

from weatherdeck.games.game import Game
from weatherdeck.kernel import new_rng


def assert_uniform(
    game: Game,
    state: Any,
    seat: int,
    weights: Mapping[Hashable, int],
    world: Callable[[Any], Hashable],
    *,
    samples: int = 20_000,
    seed: int = 1,
) -> None:
    """Redeal many times; every world must turn up, none other, and as often as its weight says (chi-square)."""
    redacted = game.redacted(state, seat)
    rng = new_rng(seed)
    seen: Counter[Hashable] = Counter()
    for _ in range(samples):
        dealt = redacted.copy()
        game.rules.redeal(dealt, seat, rng)
        seen[world(dealt)] += 1
    assert set(seen) <= set(weights), "a redeal gave a world that does not agree with what was seen"
    assert world(state) in weights, "the true world was not among those counted"
    total = sum(weights.values())
    keys = list(weights)
    expected = [weights[key] * samples / total for key in keys]
    assert min(expected) >= 5, "too few samples for a chi-square test"
    if len(keys) == 1:
        return  # there is only one world, and it was the one given each time
    p = stats.chisquare([seen[key] for key in keys], expected).pvalue
    assert p > 1e-4, f"the redeal is not uniform (p = {p:.2g} over {len(keys)} worlds)"
