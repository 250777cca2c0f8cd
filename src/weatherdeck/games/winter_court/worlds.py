"""Hands that agree with a play in the making: how many there are, and one of them, each equally likely.

Whoever has begun a play can finish it (WC-24), so the other player knows that the hand *reaches* what is lacking. The
hands that do are counted by what matters in them: the best high cards of the suits that may still be added, and how
many low cards of each rank; all else in the hand is free.
"""

from __future__ import annotations

from ...kernel import Ints, binomials, count, lowest, rule, some_of, table
from .reach import (
    CARDS,
    DEVOTION,
    HIGHEST,
    KNIGHT,
    LOVER,
    LOW,
    LOW_OF,
    MATCHMAKER,
    MIGHT,
    NONE,
    RANKS,
    SUIT,
    SUITS,
    adding_of,
    ranks_of,
)

WAYS = table(binomials(CARDS))  # [n, k]: ways to choose k of n
LOW_CARDS = table([sum(1 << RANKS * suit + rank for suit in range(SUITS)) for rank in range(LOW)])  # [rank - 1]
ALL_HIGH = SUIT & ~((1 << LOW) - 1)


@rule
def ways_of(n: int, k: int) -> int:
    """Ways to choose k of n cards."""
    ways: int = WAYS[n, k]
    return ways


@rule
def hands_that_reach(
    unseen: int,
    known: int,
    size: int,
    suit: int,
    suits: int,
    powers: int,
    other: int,
    low: int,
    need: int,
) -> int:
    """How many hands of known and `size` unseen cards reach at least `need`, with one card to be played of `suit` (or
    none), boosts among the cards `low` of the suits in the play, and added cards."""
    total = 0
    low &= LOW_OF[suits_in_reach(suit, suits, powers, other)]
    for tops in range(choices(unseen | known, suit, powers, other)):
        chosen, barred, high = best_cards(tops, unseen, known, suit, powers, other)
        if chosen != NONE:
            lacking = need - high - ranks_of((known | chosen) & low)
            free = unseen & ~chosen & ~barred
            total += with_low_cards(free, low, size - count(chosen), lacking)
    return total


@rule
def hand_that_reaches(
    unseen: int,
    known: int,
    size: int,
    suit: int,
    suits: int,
    powers: int,
    other: int,
    low: int,
    need: int,
    pick: int,
    rng: Ints,
) -> int:
    """The unseen cards of one of those hands: a random pick below their number makes each equally likely."""
    low &= LOW_OF[suits_in_reach(suit, suits, powers, other)]
    for tops in range(choices(unseen | known, suit, powers, other)):
        chosen, barred, high = best_cards(tops, unseen, known, suit, powers, other)
        if chosen != NONE:
            lacking = need - high - ranks_of((known | chosen) & low)
            free = unseen & ~chosen & ~barred
            ways = with_low_cards(free, low, size - count(chosen), lacking)
            if pick < ways:
                return chosen | some_low_cards(free, low, size - count(chosen), lacking, pick, rng)
            pick -= ways
    return NONE  # not reached: the ways add up


@rule
def suits_in_reach(suit: int, suits: int, powers: int, other: int) -> int:
    """The suits whose low cards count: those in the play, and those that may yet come into it."""
    for each in range(SUITS):
        if each == suit or adding_of(each, powers, other) > 0:
            suits |= 1 << each
    return suits


# ---------------------------------------------------------------- the best high cards
@rule
def choices(cards: int, suit: int, powers: int, other: int) -> int:
    """How many numbers there are for `best_cards`, with these cards known or unseen."""
    n = 1
    if suit != NONE:
        n = count(cards >> RANKS * suit & SUIT)
    for power in range(KNIGHT, MATCHMAKER + 1):
        if powers >> power & 1:
            n *= count(cards >> RANKS * added_suit(power, other) & ALL_HIGH) + 1
    return n


@rule
def added_suit(power: int, other: int) -> int:
    """The suit that a power adds (WC-12)."""
    if power == KNIGHT:
        return MIGHT
    return DEVOTION if power == LOVER else other


@rule
def best_cards(tops: int, unseen: int, known: int, suit: int, powers: int, other: int) -> tuple[int, int, int]:
    """What a number says about a hand: the cards it must have, those it must not, and the sum of its best high cards;
    NONE and nothing where the number says what cannot be.

    The digits of the number say which cards are the best: of the suit to be played, its best one (the lowest one, if it
    has only low ones); then, for each card to be added, the best high one of that suit below the one before, or none.
    """
    chosen = 0
    barred = 0
    high = 0
    ceiling = HIGHEST  # of the suit to be played
    if suit != NONE:
        cards = (unseen | known) >> RANKS * suit & SUIT
        rank = nth_rank(cards, tops % count(cards))
        tops //= count(cards)
        if rank > LOW:
            chosen, barred = best_below(unseen, known, suit, rank, HIGHEST)
            high = rank
            ceiling = rank
        else:
            chosen, barred = lowest_of(unseen, known, suit, rank)
            ceiling = LOW + 1
        if chosen == NONE:
            return NONE, 0, 0
    might = ceiling if suit == MIGHT else HIGHEST
    devotion = ceiling if suit == DEVOTION else HIGHEST
    for power in range(KNIGHT, MATCHMAKER + 1):
        if powers >> power & 1:
            added = added_suit(power, other)
            cards = (unseen | known) >> RANKS * added & ALL_HIGH
            digit = tops % (count(cards) + 1)
            tops //= count(cards) + 1
            rank = 0 if digit == 0 else nth_rank(cards, digit - 1)
            ceiling = might if added == MIGHT else devotion if added == DEVOTION else HIGHEST
            more, out = best_below(unseen, known, added, rank, ceiling)
            if more == NONE:
                return NONE, 0, 0
            chosen |= more
            barred |= out
            high += rank
            if added == MIGHT:
                might = max(rank, LOW + 1)
            elif added == DEVOTION:
                devotion = max(rank, LOW + 1)
    return chosen, barred, high


@rule
def nth_rank(cards: int, n: int) -> int:
    """The rank of a suit's nth card, counted from its lowest, which is 0."""
    for _ in range(n):
        cards &= cards - 1
    return lowest(cards) + 1


@rule
def best_below(unseen: int, known: int, suit: int, rank: int, ceiling: int) -> tuple[int, int]:
    """What it takes that the best high card of a suit below a ceiling is this (none, for 0): cards that must be in the
    hand, and cards that must not; NONE where it cannot be."""
    if rank >= ceiling:
        return NONE, 0
    between = (ALL_HIGH & ((1 << (ceiling - 1)) - 1) & ~((1 << rank) - 1)) << RANKS * suit
    if known & between:
        return NONE, 0
    chosen = 0 if rank == 0 else 1 << RANKS * suit + rank - 1
    return chosen & unseen, between & unseen


@rule
def lowest_of(unseen: int, known: int, suit: int, rank: int) -> tuple[int, int]:
    """What it takes that a suit has no high card, and this low one as its lowest."""
    barred = (ALL_HIGH | (1 << (rank - 1)) - 1) << RANKS * suit
    chosen = 1 << RANKS * suit + rank - 1
    if known & barred:
        return NONE, 0
    return chosen & unseen, barred & unseen


# ---------------------------------------------------------------- low cards
@rule
def with_low_cards(free: int, low: int, size: int, lacking: int) -> int:
    """How many ways there are to choose `size` of the free cards with low ones that make up what is lacking."""
    if size < 0:
        return 0
    if lacking <= 0:
        return ways_of(count(free), size)
    ones = count(free & low & LOW_CARDS[0])
    twos = count(free & low & LOW_CARDS[1])
    threes = count(free & low & LOW_CARDS[2])
    rest = count(free & ~low)
    total = 0
    for a in range(min(ones, size) + 1):
        for b in range(min(twos, size - a) + 1):
            for c in range(min(threes, size - a - b) + 1):
                if a + 2 * b + 3 * c >= lacking:
                    total += ways_of(ones, a) * ways_of(twos, b) * ways_of(threes, c) * ways_of(rest, size - a - b - c)
    return total


@rule
def some_low_cards(free: int, low: int, size: int, lacking: int, pick: int, rng: Ints) -> int:
    """One of those choices: a random pick below their number makes each equally likely."""
    if lacking <= 0:
        return some_of(free, size, rng)
    ones = free & low & LOW_CARDS[0]
    twos = free & low & LOW_CARDS[1]
    threes = free & low & LOW_CARDS[2]
    rest = free & ~low
    for a in range(min(count(ones), size) + 1):
        for b in range(min(count(twos), size - a) + 1):
            for c in range(min(count(threes), size - a - b) + 1):
                if a + 2 * b + 3 * c >= lacking:
                    left = size - a - b - c
                    ways = ways_of(count(ones), a) * ways_of(count(twos), b) * ways_of(count(threes), c)
                    ways *= ways_of(count(rest), left)
                    if pick < ways:
                        chosen = some_of(ones, a, rng) | some_of(twos, b, rng) | some_of(threes, c, rng)
                        return chosen | some_of(rest, left, rng)
                    pick -= ways
    return NONE  # not reached: the ways add up


# ---------------------------------------------------------------- one of some cards
@rule
def hands_with_some(unseen: int, known: int, size: int, some: int) -> int:
    """How many hands have at least one of some cards."""
    cards = count(unseen)
    if known & some:
        return ways_of(cards, size)
    return ways_of(cards, size) - ways_of(cards - count(unseen & some), size)


@rule
def hand_with_some(unseen: int, known: int, size: int, some: int, pick: int, rng: Ints) -> int:
    """The unseen cards of one of those hands: a random pick below their number makes each equally likely."""
    if known & some:
        return some_of(unseen, size, rng)
    good = unseen & some
    rest = unseen & ~some
    n = 1
    ways = ways_of(count(good), n) * ways_of(count(rest), size - n)
    while pick >= ways:
        pick -= ways
        n += 1
        ways = ways_of(count(good), n) * ways_of(count(rest), size - n)
    return some_of(good, n, rng) | some_of(rest, size - n, rng)
