"""How high a play can get: the arithmetic of cards that are played, added and used as boosts.

A card is suit * 10 + rank - 1; a set of cards is one integer; the cards of one suit are ten bits of it. Ranks of 1 to 3
are low (they may be boosts, WC-11), the others high. What a hand can bring to a play falls apart by suits: with n cards
of a suit still to be added, its best is all low cards (added or as boosts) and the n best high ones. This makes
"can a legal play still come of it" (WC-24) exact and cheap.
"""

from __future__ import annotations

from ...kernel import count, rule, table

NONE = -1
SUITS = 6
LANDS, MIGHT, WEALTH, KNOWLEDGE, DEVOTION, WIT = range(SUITS)
RANKS = 10
CARDS = SUITS * RANKS
SUIT = (1 << RANKS) - 1  # the cards of the first suit
LOW = 3  # up to this rank a card may be a boost
HIGHEST = RANKS + 1  # above every rank

# A play is a card and one each from the Knight, the Lover and the Matchmaker, of up to four suits; boosts are the low
# cards of these suits, and count for the play only (WC-11, WC-12).
MOST_OF_INFLUENCE = 4 * RANKS
MOST_OF_PLAY = MOST_OF_INFLUENCE + 4 * sum(range(1, LOW + 1))

# The powers, in the order in which a play uses them (WC-24); the last four stand beside a play.
FOOL, KNIGHT, LOVER, MATCHMAKER, STEWARD, SAGE, CHARLATAN, WIZARD = range(8)
JOINING = 0b1111  # Fool, Knight, Lover, Matchmaker
ADDING = 0b1110  # Knight, Lover, Matchmaker


def _best(adding: int, cards: int) -> int:
    ranks = [rank for rank in range(1, RANKS + 1) if cards >> rank - 1 & 1]
    high = sorted(rank for rank in ranks if rank > LOW)
    return sum(rank for rank in ranks if rank <= LOW) + sum(high[len(high) - min(adding, len(high)) :])


RANK = table([card % RANKS + 1 for card in range(CARDS)])  # [card]; looking up is quicker than dividing
SUIT_OF = table([card // RANKS for card in range(CARDS)])
BEST = table([_best(adding, cards) for adding in range(3) for cards in range(1 << RANKS)])  # [adding << 10 | cards]
# (These two have an entry for every number that a play can come to: compiled code would take longer to clamp one.)
BELOW = table(  # [rank of an influence] -> the cards of a suit that are lower
    [SUIT & (1 << max(rank - 1, 0)) - 1 for rank in range(MOST_OF_INFLUENCE + 1)]
)
ENOUGH = table(  # [lacking + MOST_OF_PLAY] -> the cards that make up for it: all if it is below 0, or high ones above
    [
        SUIT & ~((1 << max(lacking, LOW)) - 1) if lacking >= 0 else SUIT
        for lacking in range(-MOST_OF_PLAY, MOST_OF_INFLUENCE + 1)
    ]
)
RANK_BITS = 4
OF_RANK = table(  # [bit] -> the cards whose ranks have it, so that ranks are added up by counting cards
    [sum(1 << card for card in range(CARDS) if (card % RANKS + 1) >> bit & 1) for bit in range(RANK_BITS)]
)
LOW_OF = table(  # [set of suits] -> their low cards
    [sum(0b111 << RANKS * suit for suit in range(SUITS) if suits >> suit & 1) for suits in range(1 << SUITS)]
)


@rule
def rank_of(card: int) -> int:
    """The rank of a card."""
    rank: int = RANK[card]
    return rank


@rule
def suit_of(card: int) -> int:
    """The suit of a card."""
    suit: int = SUIT_OF[card]
    return suit


@rule
def ranks_of(cards: int) -> int:
    """The sum of the ranks of some cards."""
    total = 0
    for bit in range(RANK_BITS):
        total += count(cards & OF_RANK[bit]) << bit
    return total


@rule
def adding_of(suit: int, powers: int, other: int) -> int:
    """How many cards of a suit these powers may add (WC-12), where the Matchmaker may add the other suit."""
    n = 0
    if suit == MIGHT:
        n = powers >> KNIGHT & 1
    elif suit == DEVOTION:
        n = powers >> LOVER & 1
    if suit == other:
        n += powers >> MATCHMAKER & 1
    return n


@rule
def reach(hand: int, suits: int, powers: int, other: int) -> int:
    """The most that a hand can bring to a play of these suits with these powers, by added cards and boosts."""
    total = 0
    for suit in range(SUITS):
        adding = adding_of(suit, powers, other)
        total += ((adding > 0) | (suits >> suit & 1)) * BEST[adding << RANKS | hand >> RANKS * suit & SUIT]
    return total


@rule
def added(hand: int, suit: int, powers: int, other: int) -> int:
    """The most that a hand can bring to a play of a suit by the powers that add cards of other suits: as `reach` has
    it, where only the suits of Knight and Lover and the Matchmaker's come into question."""
    total = 0
    if suit != MIGHT:
        total += brought(hand, MIGHT, powers, other)
    if suit != DEVOTION:
        total += brought(hand, DEVOTION, powers, other)
    if other != NONE and other != MIGHT and other != DEVOTION:
        total += brought(hand, other, powers, other)
    return total


@rule
def brought(hand: int, suit: int, powers: int, other: int) -> int:
    """The most that a hand can bring of a suit that is in the play only by what is added (WC-12)."""
    adding = adding_of(suit, powers, other)
    best: int = BEST[adding << RANKS | hand >> RANKS * suit & SUIT]
    return (adding > 0) * best


@rule
def able(cards: int, adding: int, extra: int, rank: int) -> int:
    """Of the cards of one suit, those that can be part of a play above a rank: each one with all other low cards as
    boosts, the best `adding` (0 or 1) further high ones, and `extra` from other suits."""
    lacking = rank - extra - BEST[adding << RANKS | cards]
    # A low card is among the boosts already: if something is lacking, only high ones help.
    found: int = cards & ENOUGH[lacking + MOST_OF_PLAY]
    if adding == 1 and lacking >= 0 and found & (found - 1) == 0:
        return 0  # the best high card is counted already: it helps only together with a second one
    return found


@rule
def able_to_play(hand: int, suit: int, other: int, powers: int, rank: int) -> int:
    """Of the cards of a suit in a hand, those that can be played above a rank (WC-9, WC-11, WC-12)."""
    cards = hand >> RANKS * suit & SUIT
    if powers & ADDING == 0:
        return able(cards, 0, 0, rank)
    return able(cards, adding_of(suit, powers, NONE), added(hand, suit, powers, other), rank)
