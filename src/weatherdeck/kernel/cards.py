"""Card sets as integers: card c is in the set if bit c is set. At most 63 cards."""

from __future__ import annotations


def lowest(cards: int) -> int:
    """The lowest card of a non-empty set."""
    return (cards & -cards).bit_length() - 1


def count(cards: int) -> int:
    """The number of cards in a set."""
    return cards.bit_count()


def binomials(size: int) -> list[list[int]]:
    """Pascal's triangle: the number of ways to choose k of n cards, for n and k up to size."""
    rows = [[1] + [0] * size]
    for _ in range(size):
        rows.append([1] + [rows[-1][k - 1] + rows[-1][k] for k in range(1, size + 1)])
    return rows
