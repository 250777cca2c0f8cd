"""What a good club player of Tweedy Tricksters knows, as one look at the position.

A hand wants a high card in every suit, and a card is dear where no other can take its place. A trick is worth the
points that hang on it, as likely as it can be won; what the others may play is guessed from drafted and unseen cards.
"""

from __future__ import annotations

import math

from ...kernel import Floats, Ints, count, deck_table, lowest, rule, table
from ..judgement import Search
from .chances import FAR, STAGES, UNIT, chances
from .deck import LARGEST
from .rules import (
    BITS,
    CARDS,
    FIRST_COPIES,
    FIRST_PAIRS,
    FIRST_SUIT,
    FIRST_TAKE,
    KIND,
    KINDS,
    MOST_HIDDEN,
    NONE,
    OVER,
    PLAY,
    POINTS,
    SEATS,
    SUITS,
    TAKE_CARD,
    TAKE_SUIT,
    TRICKS,
    VALUE,
    State,
    has_rulebook_numbers,
    has_rulebook_points,
    highest_score,
    points_for,
    returns,
    unseen_cards,
    with_leader,
    with_one,
)

SEARCH = Search("look", effort=2, patience=2)
LEARNED_SEARCH = Search("look", light="others", thrift=8, doubt=2.0, effort=2, patience=2)
REVISION = 2
HIDDEN_KINDS = False
RECALLS = True
KNOWS: tuple[str, ...] = ("points_of_2", "points_of_3", "points_of_4", "points_of_5")
NEUTRAL: tuple[str, ...] = ("cards_dealt", "drafts_first", "pairs_by", "target_after", "to_target")
BEST = deck_table([max(VALUE[kind, suit] for kind in range(KINDS)) for suit in range(SUITS)])  # [suit]
AT_LEAST = deck_table(  # [suit, value] -> the cards of that value or more
    [
        [sum(1 << bit for bit in range(CARDS) if VALUE[KIND[bit], suit] >= value) for value in range(LARGEST + 1)]
        for suit in range(SUITS)
    ]
)
SUM = 8  # bits of a suit where values of all suits are added up in one number: at most 5 cards of LARGEST
VALUES = deck_table(  # [kind] -> its values, so
    [sum(VALUE[kind, suit] << SUM * suit for suit in range(SUITS)) for kind in range(KINDS)]
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


def _stakes() -> list[list[float]]:
    """[tricks taken, tricks lost] -> the points that hang on the next trick, if the others are a toss."""
    worth = {(won, TRICKS - won): POINTS[won] - RIVALS * POINTS[TRICKS - won] for won in range(TRICKS + 1)}
    stakes = [[0.0] * (TRICKS + 1) for _ in range(TRICKS + 1)]
    for finished in range(TRICKS - 1, -1, -1):
        for won in range(finished + 1):
            lost = finished - won
            worth[won, lost] = (worth[won + 1, lost] + worth[won, lost + 1]) / 2
            stakes[won][lost] = round(1000 * (worth[won + 1, lost] - worth[won, lost + 1])) / 1000
    return stakes


STAKE = table(_stakes())
CHANCE = table(chances())


def _held(size: int, unseen: int) -> list[float]:
    """[how many of the unseen cards are high enough] -> how likely one of them is among so many hidden cards."""
    row = []
    for high in range(CARDS + 1):
        none = 1.0
        for _ in range(size):
            none *= 1.0 - high / max(1, unseen)
        row.append(1.0 - none)
    return row


HELD = table([_held(size, unseen) for size in range(MOST_HIDDEN + 1) for unseen in range(CARDS + 1)])
CHOICES = table([[math.comb(tricks, some) for some in range(TRICKS)] for tricks in range(TRICKS)])


@rule
def prefer(s: State, actions: Ints, n: int, out: Floats) -> None:
    """How much the seat to move would like each action; in points, where a card is played."""
    if s.phase == PLAY:
        prefer_cards(s, actions, n, out)
        return
    own = s.hidden[s.to_move] | s.drafted[s.to_move]  # (of equal cards it may count one only)
    if s.phase == TAKE_CARD:
        prefer_drafts(own, actions, n, out)
        return
    for i in range(n):
        if s.phase == TAKE_SUIT:
            out[i] = suit_worth(s, own, actions[i] - FIRST_SUIT)
        else:
            out[i] = partner_worth(s, s.to_move ^ actions[i] - FIRST_PAIRS + 1)


@rule
def chapter(s: State) -> int:
    """A round; what comes after it is dealt anew."""
    return s.round


@rule
def recall(past: State, later: State, seat: int, action: int) -> bool:
    """A card that was played was in the hand: among the hidden ones, unless it was drafted."""
    for other in range(SEATS):
        if other != seat:
            past.hidden[other] = later.hidden[other]
    actor = past.to_move
    if action < FIRST_TAKE and not past.drafted[actor] & BITS[action]:
        past.hidden[actor] = with_one(past.hidden[actor], action)
    return True


@rule
def value(s: State, out: Floats) -> None:
    """What each seat may expect of the victory with the scores as they are, or what it won."""
    if s.phase == OVER:
        returns(s, out)
        return
    top = highest_score(s)
    stage = s.round if s.target == 0 else STAGES - (s.target - top)
    for seat in range(SEATS):
        if has_rulebook_numbers(s):
            place = stage
            for k in range(SEATS):
                place = place * FAR + min(FAR - 1, top - s.score[(seat + k) % SEATS])
            out[seat] = CHANCE[place] / UNIT
        else:
            out[seat] = ahead(s, seat)


@rule
def ahead(s: State, seat: int) -> float:
    """How far a seat is ahead of each other one, on average: at most 1, at least -1."""
    total = 0.0
    for other in range(SEATS):
        total += min(1.0, max(-1.0, (s.score[seat] - s.score[other]) / SPREAD))
    return total / (SEATS - 1)


# ---------------------------------------------------------------- before the tricks
@rule
def values_of(cards: int) -> int:
    """The values of some cards, added up in each suit."""
    values = 0
    while cards:
        values += VALUES[KIND[lowest(cards)]]
        cards &= cards - 1
    return values


@rule
def points_in(values: int, suit: int) -> int:
    """The sum of a suit."""
    return values >> SUM * suit & (1 << SUM) - 1


@rule
def two_highest(cards: int, suit: int) -> tuple[int, int]:
    """The highest values in a suit of two kinds of cards, or 1, the least there is."""
    first = 1
    second = 1
    cards &= FIRST_COPIES[0]
    while cards:
        value = VALUE[KIND[lowest(cards)], suit]
        second = max(second, min(first, value))
        first = max(first, value)
        cards &= cards - 1
    return first, second


@rule
def prefer_drafts(own: int, actions: Ints, n: int, out: Floats) -> None:
    """What a card does for a hand: high values, and those where it is weak."""
    for i in range(n):
        out[i] = 0.33 * PEAK[actions[i] - FIRST_TAKE]
    values = values_of(own)
    for suit in range(SUITS):
        highest, _ = two_highest(own, suit)
        has = 0.15 * points_in(values, suit)
        for i in range(n):
            value = VALUE[actions[i] - FIRST_TAKE, suit]
            out[i] += 0.27 * max(0, value - highest) - has * value


@rule
def suit_worth(s: State, own: int, suit: int) -> float:
    """How much stronger a hand is in a suit than what the others are known to have."""
    worth = points_in(values_of(own), suit)
    for seat in range(SEATS):
        if seat != s.to_move:
            worth -= points_in(values_of(s.drafted[seat]), suit)
    return float(worth)


@rule
def partner_worth(s: State, partner: int) -> float:
    """How strong the drafted cards of another seat are, above all in the suit that is led first. The dealer leads it,
    and has the ties against them."""
    worth = 0.9 * points_in(values_of(s.drafted[partner]), s.suit[s.dealer])
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
    last = (me + SEATS - 1 - s.n_played) % SEATS  # who plays last, unless it is me
    rival = 1 if s.pairing != 1 else 2  # the seat so far from me, in the other partnership
    stake = stake_of(s, s.tricks[me], s.tricks[me ^ rival])
    margin = 0 if with_leader(s, me) else 1  # TT-8: what lies there, for us less for them; it takes 1 to win
    for k in range(1, SEATS):
        seat = (me + k) % SEATS
        if s.played[seat] != NONE:
            margin += (1 if seat == partner else -1) * VALUE[s.played[seat], suit]
    guess = 0.0
    if s.n_played < SEATS - 2:
        guess = guessed(s, suit, unseen)
    decides = DECIDES_LEADING if s.n_played == 0 else DECIDES
    for i in range(n):
        with_mine = margin + VALUE[actions[i], suit]
        if s.n_played == SEATS - 1:
            chance = 1.0 if with_mine > 0 else 0.0
        elif s.n_played == SEATS - 2 and last != partner:
            chance = 1.0 - WILLING * holds(s, last, suit, with_mine, unseen)
        elif s.n_played == SEATS - 2:
            chance = WILLING * holds(s, last, suit, 1 - with_mine, unseen)
        else:
            chance = min(1.0, max(0.0, 0.5 + decides * (with_mine + guess - 0.5)))
        out[i] = chance * stake
    subtract_costs(s, actions, n, out)


@rule
def guessed(s: State, suit: int, unseen: int) -> float:
    """What those after the seat to move will add to a trick, for it less against it."""
    me = s.to_move
    partner = me ^ s.pairing
    guess = 0.0
    for k in range(1, SEATS - s.n_played):
        seat = (me + k) % SEATS
        guess += 1 if seat == partner else -1
        for value in range(2, BEST[suit] + 1):
            guess += (PARTNER_GOES if seat == partner else -RIVAL_GOES) * holds(s, seat, suit, value, unseen)
    return guess


@rule
def subtract_costs(s: State, actions: Ints, n: int, out: Floats) -> None:
    """What each card costs that is spent."""
    me = s.to_move
    own = s.hidden[me] | s.drafted[me]
    suit_0 = s.suit[0]
    suit_1 = s.suit[1]
    suit_2 = s.suit[2]
    suit_3 = s.suit[3]
    _, next_0 = two_highest(own, suit_0)
    _, next_1 = two_highest(own, suit_1)
    _, next_2 = two_highest(own, suit_2)
    _, next_3 = two_highest(own, suit_3)
    for i in range(n):
        kind = actions[i]
        cost = 0.0 + cost_in(s, 0, VALUE[kind, suit_0], next_0)
        cost += cost_in(s, 1, VALUE[kind, suit_1], next_1)
        cost += cost_in(s, 2, VALUE[kind, suit_2], next_2)
        cost += cost_in(s, 3, VALUE[kind, suit_3], next_3)
        out[i] -= cost


@rule
def cost_in(s: State, seat: int, value: int, second: int) -> float:
    """What a value costs in the suit of a seat: more if it is the highest, by how much it is above the next one."""
    each = OUR_SUITS if seat == s.to_move or seat == s.to_move ^ s.pairing else RIVAL_SUITS
    only = MISSED_IN_MINE if seat == s.to_move else MISSED
    return each * value + only * max(0, value - second)


@rule
def stake_of(s: State, won: int, lost: int) -> float:
    """The points that hang on the next trick, if the others are a toss."""
    if has_rulebook_points(s):
        stake: float = STAKE[won, lost]
        return stake
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
    held: float = HELD[s.hidden_size[seat] * (CARDS + 1) + count(unseen), count(unseen & AT_LEAST[suit, value])]
    return held
