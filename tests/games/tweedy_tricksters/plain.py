"""The judgement of Tweedy Tricksters, written plainly: every chance and every cost is worked out by itself."""

from __future__ import annotations

import math

from weatherdeck.games.tweedy_tricksters.deck import LARGEST
from weatherdeck.games.tweedy_tricksters.greedy import value
from weatherdeck.games.tweedy_tricksters.rules import (
    BITS,
    CARDS,
    FIRST_PAIRS,
    FIRST_SUIT,
    FIRST_TAKE,
    KIND,
    KINDS,
    NONE,
    PLAY,
    POINTS,
    SEATS,
    SUITS,
    TAKE_CARD,
    TAKE_SUIT,
    TRICKS,
    VALUE,
    State,
    has_rulebook_points,
    points_for,
    unseen_cards,
    with_leader,
)
from weatherdeck.kernel import Floats, Ints, count, deck_table, lowest, rule, table

BEST = deck_table([max(VALUE[kind, suit] for kind in range(KINDS)) for suit in range(SUITS)])  # [suit]
AT_LEAST = deck_table(  # [suit, value] -> the cards of that value or more
    [
        [sum(1 << bit for bit in range(CARDS) if VALUE[KIND[bit], suit] >= value) for value in range(LARGEST + 1)]
        for suit in range(SUITS)
    ]
)
PEAK = deck_table([sum(value * value for value in VALUE[kind]) for kind in range(KINDS)])  # a 4 is more than two 2s

# How far a player goes toward the best card that they may hold, and how much a point of the sums then decides.
PARTNER_GOES = 0.48
RIVAL_GOES = 0.66
DECIDES_LEADING = 0.19
DECIDES = 0.31
WILLING = 0.92  # how often one who plays last and could take a trick does
# What a card costs that is spent: for each point in a suit of ours or of the rivals, and more where it is missed.
OUR_SUITS = 0.05
RIVAL_SUITS = 0.026
MISSED = 0.09
MISSED_IN_MINE = 0.022
FIRST_LEAD = 4.0  # what it costs to be the dealer's partner, as points_in and PEAK count
RIVALS = 0.7  # how much a point for the rivals hurts
SPREAD = 4.0  # points ahead of another player that count as safe


def _stakes() -> list[list[int]]:
    """[tricks taken, tricks lost] -> thousandths of a point that hang on the next trick, if the others are a toss."""
    worth = {(won, TRICKS - won): POINTS[won] - RIVALS * POINTS[TRICKS - won] for won in range(TRICKS + 1)}
    stakes = [[0] * (TRICKS + 1) for _ in range(TRICKS + 1)]
    for finished in range(TRICKS - 1, -1, -1):
        for won in range(finished + 1):
            lost = finished - won
            worth[won, lost] = (worth[won + 1, lost] + worth[won, lost + 1]) / 2
            stakes[won][lost] = round(1000 * (worth[won + 1, lost] - worth[won, lost + 1]))
    return stakes


STAKE = table(_stakes())
CHOICES = table([[math.comb(tricks, some) for some in range(TRICKS)] for tricks in range(TRICKS)])

__all__ = ["prefer", "value"]


@rule
def prefer(s: State, actions: Ints, n: int, out: Floats) -> None:
    """How much the seat to move would like each action; in points, where a card is played."""
    if s.phase == PLAY:
        prefer_cards(s, actions, n, out)
        return
    own = s.hidden[s.to_move] | s.drafted[s.to_move]  # (of equal cards it may count one only)
    for i in range(n):
        if s.phase == TAKE_CARD:
            out[i] = draft_worth(own, actions[i] - FIRST_TAKE)
        elif s.phase == TAKE_SUIT:
            out[i] = suit_worth(s, own, actions[i] - FIRST_SUIT)
        else:
            out[i] = partner_worth(s, s.to_move ^ actions[i] - FIRST_PAIRS + 1)


# ---------------------------------------------------------------- before the tricks
@rule
def points_in(cards: int, suit: int) -> int:
    """The values of some cards in a suit, added up."""
    total = 0
    for least in range(1, BEST[suit] + 1):
        total += count(cards & AT_LEAST[suit, least])
    return total


@rule
def above(cards: int, kind: int, suit: int) -> int:
    """By how much a card is higher in a suit than the best of some others (or than 1, the least there is)."""
    own: int = VALUE[kind, suit]
    best = own
    while best > 1 and not cards & AT_LEAST[suit, best]:
        best -= 1
    return own - best


@rule
def draft_worth(own: int, kind: int) -> float:
    """What a card does for a hand: high values, and those where it is weak."""
    worth: float = 0.33 * PEAK[kind]
    for suit in range(SUITS):
        worth += 0.27 * above(own, kind, suit) - 0.15 * points_in(own, suit) * VALUE[kind, suit]
    return worth


@rule
def suit_worth(s: State, own: int, suit: int) -> float:
    """How much stronger a hand is in a suit than what the others are known to have."""
    worth = points_in(own, suit)
    for seat in range(SEATS):
        if seat != s.to_move:
            worth -= points_in(s.drafted[seat], suit)
    return float(worth)


@rule
def partner_worth(s: State, partner: int) -> float:
    """How strong the drafted cards of another seat are, above all in the suit that is led first. The dealer leads it,
    and has the ties against them."""
    worth = 0.9 * points_in(s.drafted[partner], s.suit[s.dealer])
    if partner == s.dealer:
        worth -= FIRST_LEAD
    cards = s.drafted[partner]
    while cards:
        worth += 0.5 * PEAK[KIND[lowest(cards)]]
        cards &= cards - 1
    return worth


# ---------------------------------------------------------------- tricks
@rule
def prefer_cards(s: State, actions: Ints, n: int, out: Floats) -> None:
    """Win what can be won, by what is missed least."""
    me = s.to_move
    partner = me ^ s.pairing
    suit = s.suit[s.leader]
    unseen = unseen_cards(s, me)
    margin = 0 if with_leader(s, me) else 1  # TT-8: what lies there, for us less for them; it takes 1 to win
    guess = 0.0  # what those after me will add to it
    last = NONE
    for k in range(1, SEATS):
        seat = (me + k) % SEATS
        sign = 1 if seat == partner else -1
        if s.played[seat] != NONE:
            margin += sign * VALUE[s.played[seat], suit]
        else:
            last = seat
            guess += sign
            for value in range(2, BEST[suit] + 1):
                guess += (PARTNER_GOES if seat == partner else -RIVAL_GOES) * holds(s, seat, suit, value, unseen)
    rival = 1 if s.pairing != 1 else 2  # the seat so far from me, in the other partnership
    stake = stake_of(s, s.tricks[me], s.tricks[me ^ rival])
    decides = DECIDES_LEADING if s.n_played == 0 else DECIDES
    own = s.hidden[me] | s.drafted[me]
    for i in range(n):
        kind = actions[i]
        with_mine = margin + VALUE[kind, suit]
        if s.n_played == SEATS - 1:
            chance = 1.0 if with_mine > 0 else 0.0
        elif s.n_played == SEATS - 2 and last != partner:
            chance = 1.0 - WILLING * holds(s, last, suit, with_mine, unseen)
        elif s.n_played == SEATS - 2:
            chance = WILLING * holds(s, last, suit, 1 - with_mine, unseen)
        else:
            chance = min(1.0, max(0.0, 0.5 + decides * (with_mine + guess - 0.5)))
        cost = 0.0
        rest = own & ~BITS[kind]
        for seat in range(SEATS):
            each = OUR_SUITS if seat in (me, partner) else RIVAL_SUITS
            only = MISSED_IN_MINE if seat == me else MISSED
            cost += each * VALUE[kind, s.suit[seat]] + only * above(rest, kind, s.suit[seat])
        out[i] = chance * stake - cost


@rule
def stake_of(s: State, won: int, lost: int) -> float:
    """The points that hang on the next trick, if the others are a toss."""
    if has_rulebook_points(s):
        thousandths: int = STAKE[won, lost]
        return thousandths / 1000
    later = TRICKS - 1 - won - lost
    stake = 0.0
    for more in range(later + 1):  # tricks of the later ones that we take
        with_it = points_for(s, won + more + 1) - RIVALS * points_for(s, TRICKS - won - more - 1)
        without_it = points_for(s, won + more) - RIVALS * points_for(s, TRICKS - won - more)
        stake += CHOICES[later, more] * (with_it - without_it)
    return stake / (1 << later)


@rule
def holds(s: State, seat: int, suit: int, value: int, unseen: int) -> float:
    """How likely another seat is to hold a card of some value or more in a suit."""
    if value <= 1:
        return 1.0
    if value > BEST[suit]:
        return 0.0
    if s.drafted[seat] & AT_LEAST[suit, value]:
        return 1.0
    if unseen == 0:
        return 0.0
    none = 1.0
    for _ in range(s.hidden_size[seat]):
        none *= 1.0 - count(unseen & AT_LEAST[suit, value]) / count(unseen)
    return 1.0 - none
