"""Counting the ways to deal cards to hands of which some are known to be out of some suits, and drawing one of them.

Hands that are out of the same suits share a *slot*; there are five, of which the first ones may be empty. What belongs
together is packed into one integer: `sizes` has the cards due to each slot, `voids` the suits that each slot is out
of, `groups` the cards of each suit still to be dealt, and `picks` how many of each go to one slot.

The numbers of ways are floating point, since they may pass 64 bits: exact up to 2 ** 53, and beyond it to a part in
2 ** 50. Both twins add and multiply in the same order, so their bits are equal.
"""

from __future__ import annotations

from ...kernel import Ints, binomials, count, rng_next, rule, some_of, table
from .deck import CARDS, SUIT_CARDS, SUITS

SLOTS = 5  # at most as many as there are other players
WIDTH = 6  # bits of a number of cards
LOW = (1 << WIDTH) - 1
ALL_SUITS = (1 << SUITS) - 1
FIRST_SUIT = sum(1 << SUITS * slot for slot in range(SLOTS))  # the first suit's bit of every slot
NONE = -1
WAYS = table(binomials(CARDS))  # [n, k]: ways to choose k of n


@rule
def draw_hand(unseen: int, slot: int, sizes: int, voids: int, rng: Ints) -> int:
    """Cards for the hands of one slot, each choice as likely as there are ways to deal the rest to the later slots.

    `sizes` holds the cards due to each slot, `voids` the suits that each slot is out of. Suits that the same slots are
    out of are alike: only how many of them together go to a slot matters for the rest.
    """
    groups = 0
    for suit in range(SUITS):
        groups |= count(unseen & SUIT_CARDS[suit]) << WIDTH * suit
    groups = merged(groups, voids)
    limits = allowed(groups, voids >> SUITS * slot)
    size = sizes >> WIDTH * slot & LOW
    sizes &= ~(LOW << WIDTH * slot)
    later = voids & ~(ALL_SUITS << SUITS * slot)

    total = 0.0
    target = 0.0
    chosen = NONE
    for look in range(2):  # count all the ways, then walk to the one drawn: the same sums in the same order
        if look == 1:
            target = total * (rng_next(rng) * 2097152 + (rng_next(rng) >> 11)) / 9007199254740992.0  # 53 bits
            total = 0.0
        picks = first_picks(limits, size)
        while picks != NONE and (look == 0 or total <= target):
            ways = ways_to_pick(groups, picks) * ways_for_four(groups - picks, sizes, later)
            if ways > 0.0:
                chosen = picks
            total += ways
            picks = next_picks(limits, picks)

    cards = 0
    for suit in range(SUITS):
        alike = 0
        for other in range(SUITS):
            if first_alike(voids, other) == suit:
                alike |= unseen & SUIT_CARDS[other]
        cards |= some_of(alike, chosen >> WIDTH * suit & LOW, rng)
    return cards


@rule
def ways_for_four(groups: int, sizes: int, voids: int) -> float:
    """The ways to deal groups of cards to the last four slots."""
    size = sizes >> WIDTH & LOW
    voids >>= SUITS
    groups = merged(groups, voids)
    limits = allowed(groups, voids)
    ways = 0.0
    picks = first_picks(limits, size)
    while picks != NONE:
        ways += ways_to_pick(groups, picks) * ways_for_three(groups - picks, sizes >> 2 * WIDTH, voids >> SUITS)
        picks = next_picks(limits, picks)
    return ways


@rule
def ways_for_three(groups: int, sizes: int, voids: int) -> float:
    """The ways to deal groups of cards to the last three slots, a, b and c: those that only one of them may hold have
    no choice, and once a has its cards of each kind, b takes what only b may hold and some of what b and c may."""
    kinds = 0  # by who of a, b and c may not hold them
    for suit in range(SUITS):
        out = voids >> suit
        kind = (out & 1) | (out >> SUITS & 1) << 1 | (out >> 2 * SUITS & 1) << 2
        kinds += (groups >> WIDTH * suit & LOW) << WIDTH * kind
    abc = kinds & LOW
    bc = kinds >> WIDTH & LOW
    ac = kinds >> 2 * WIDTH & LOW
    c_only = kinds >> 3 * WIDTH & LOW
    ab = kinds >> 4 * WIDTH & LOW
    b_only = kinds >> 5 * WIDTH & LOW
    room_a = (sizes & LOW) - (kinds >> 6 * WIDTH & LOW)
    room_b = (sizes >> WIDTH & LOW) - b_only
    room_c = (sizes >> 2 * WIDTH & LOW) - c_only
    if kinds >> 7 * WIDTH or room_a < 0 or room_b < 0 or room_c < 0:
        return 0.0
    ways = 0.0
    for x in range(max(0, ab - room_b, room_a - ac - abc), min(ab, room_a) + 1):  # of ab to a, the rest to b
        for y in range(max(0, ac - room_c, room_a - x - abc), min(ac, room_a - x) + 1):  # of ac to a, the rest to c
            z = room_a - x - y
            to_b = room_b - (ab - x)
            ways += 1.0 * (WAYS[ab, x] * WAYS[ac, y] * WAYS[abc, z]) * WAYS[bc + abc - z, to_b]
    return ways


@rule
def merged(groups: int, voids: int) -> int:
    """The groups with those that are alike put together, in the place of the first of them."""
    out = 0
    for suit in range(SUITS):
        out += (groups >> WIDTH * suit & LOW) << WIDTH * first_alike(voids, suit)
    return out


@rule
def first_alike(voids: int, suit: int) -> int:
    """The first suit that the same slots are out of."""
    out_of = voids >> suit & FIRST_SUIT
    first = 0
    while voids >> first & FIRST_SUIT != out_of:
        first += 1
    return first


@rule
def allowed(groups: int, void: int) -> int:
    """The groups that a hand out of some suits may have cards of."""
    for suit in range(SUITS):
        if void >> suit & 1:
            groups &= ~(LOW << WIDTH * suit)
    return groups


@rule
def first_picks(limits: int, size: int) -> int:
    """How many of each group to take for a number of cards, the first groups first; NONE if there are not enough."""
    picks = 0
    for suit in range(SUITS):
        some = min(size, limits >> WIDTH * suit & LOW)
        picks |= some << WIDTH * suit
        size -= some
    return picks if size == 0 else NONE


@rule
def next_picks(limits: int, picks: int) -> int:
    """The next way to take as many: one more of some group, the others before it anew; NONE after the last."""
    before = 0
    for suit in range(SUITS):
        some = picks >> WIDTH * suit & LOW
        if before > 0 and some < limits >> WIDTH * suit & LOW:
            kept = (picks >> WIDTH * suit) + 1 << WIDTH * suit
            return kept | first_picks(limits & ((1 << WIDTH * suit) - 1), before - 1)
        before += some
    return NONE


@rule
def ways_to_pick(groups: int, picks: int) -> int:
    """In how many ways that many cards of each group can be chosen."""
    ways = 1
    for suit in range(SUITS):
        ways *= WAYS[groups >> WIDTH * suit & LOW, picks >> WIDTH * suit & LOW]
    return ways
