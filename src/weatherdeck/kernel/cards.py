"""Card sets in one integer: card c is in the set when bit c is on. At most 63 cards."""

from __future__ import annotations


def lowest(cards: int) -> int:
    """The lowest card of a set that is not empty."""
    return (cards & -cards).bit_length() - 1


def count(cards: int) -> int:
    """How many cards a set has."""
    return cards.bit_count()


def binomials(size: int) -> list[list[int]]:
    """Pascal's triangle, for a table of how many ways there are to choose k of n cards, n and k up to size."""
    rows = [[1] + [0] * size]
    for _ in range(size):
        rows.append([1] + [rows[-1][k - 1] + rows[-1][k] for k in range(1, size + 1)])
    return rows
