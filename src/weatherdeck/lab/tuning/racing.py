"""Racing: candidates play more and more of the same deals, and those that are clearly behind drop out.

There are two aims: to miss the goals by little, and to change little. So a candidate is behind if another one that
changes no more is clearly closer to the goals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from .estimates import Seen, chance_of_less, total_miss
from .goals import Goal

T = TypeVar("T")
BEHIND = 0.05
"""A candidate drops out if the probability that it misses by no more than its rival is below this."""


def layers(some: Sequence[T], key: Callable[[T], tuple[float, float]]) -> list[list[T]]:
    """The frontier (nothing else is better in one number and as good in the other), then the frontier of the rest.

    Each layer is sorted by the first number.
    """
    rest = sorted(some, key=key)
    found = []
    while rest:
        layer: list[T] = []
        behind: list[T] = []
        least = float("inf")
        for one in rest:
            second = key(one)[1]
            if second < least:
                layer.append(one)
                least = second
            else:
                behind.append(one)
        found.append(layer)
        rest = behind
    return found


def in_layers(some: Sequence[T], key: Callable[[T], tuple[float, float]]) -> list[T]:
    """Everything, frontier after frontier."""
    return [one for layer in layers(some, key) for one in layer]


def rival(one: T, seen: Mapping[T, Seen], cost: Mapping[T, float], goals: Sequence[Goal]) -> T | None:
    """The candidate that changes no more and is closest to the goals, if it is not this one."""
    others = [other for other in seen if cost[other] <= cost[one]]
    best = min(others, key=lambda other: (total_miss(goals, seen[other].values), cost[other]))
    return None if best == one else best


def survivors(seen: Mapping[T, Seen], cost: Mapping[T, float], goals: Sequence[Goal], most: int) -> list[T]:
    """The candidates that stay in the race, at most so many: those nearest to the frontier."""
    staying = []
    for one in seen:
        other = rival(one, seen, cost, goals)
        if other is None or chance_of_less(goals, seen[one], seen[other]) >= BEHIND:
            staying.append(one)
    return in_layers(staying, lambda one: (total_miss(goals, seen[one].values), cost[one]))[:most]
