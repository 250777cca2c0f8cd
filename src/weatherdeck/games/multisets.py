"""Multisets of cards in one integer, compilable: hands in which equal cards cannot be told apart.

Each card has some bits in a row, one for each copy, and n copies are the lowest n of them. So two equal cards are one
action, and nobody can tell which of the two was played.

`add_copy` and `take_copy` are for any deck: they take the bits of the card. The rest is for decks with two copies of
every card: card n, from 0 to 30, has the bits 2n and 2n + 1.
"""

from __future__ import annotations

from ..kernel import rule

COPIES = 2
PAIR = 0b11
FIRST_COPIES = sum(1 << COPIES * card for card in range(31))


@rule
def add_copy(cards: int, bits: int) -> int:
    """The multiset with one more copy of the card with these bits, of which it does not have all."""
    return cards | (cards & bits) << 1 | bits & -bits


@rule
def take_copy(cards: int, bits: int) -> int:
    """The multiset with one copy less of the card with these bits."""
    return cards & ~bits | (cards & bits) >> 1 & bits


# ---------------------------------------------------------------- two copies of every card
@rule
def with_one(cards: int, card: int) -> int:
    """The multiset with one more copy of a card; with two, it stays as it is."""
    first = 1 << COPIES * card
    return cards | (cards & first) << 1 | first


@rule
def without(cards: int, card: int) -> int:
    """The multiset with one copy less of a card."""
    return take_copy(cards, PAIR << COPIES * card)


@rule
def merged(cards: int, more: int) -> int:
    """Two multisets in one."""
    return cards | more | (cards & more & FIRST_COPIES) << 1


@rule
def stacked(cards: int) -> int:
    """The multiset of some cards whose copies are told apart: a lone second copy counts as a first."""
    second = cards >> 1
    return (cards | second) & FIRST_COPIES | (cards & second & FIRST_COPIES) << 1
