"""Tradewinds: four winds blow cards over one board, together.

Players   4, all together: North, East, South and West around the board
Deck      36 Singles (one characteristic each), 27 Completes (three each), 20 True/False cards
Goal      more Singles blown to players for whom they score than to players for whom they deduct
Ends      after 24 turns, six each: exactly 24 decisions
Numbers   a designer may turn some of them: the parameters in `__init__.py`, at the end of `State`
Ruleset   1
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

from ...kernel import (
    Features,
    Floats,
    Grid,
    Ints,
    Record,
    count,
    field,
    lowest,
    note,
    rng_below,
    rule,
    some_of,
    table,
)
from ..data import Data
from ..events import Events
from ..layout import Layout

RULESET = 1
DATA: Data | None = None  # the deck's faces are published: there is nothing to replace

# ---------------------------------------------------------------- vocabulary
SEATS = 4  # TW-1
NORTH, EAST, SOUTH, WEST = range(4)  # clockwise
TURNS = 24  # TW-17, by the rulebook
NONE = -1

# TW-2: nine characteristics, which are digits 1 to 9, so that Singles in a row are a number (see State). A set of
# characteristics has bit c on for characteristic c; 0 stands for no Single, and bit 0 is never on.
KINDS = 3  # pattern, colour, shape
VALUES = 3
CHARACTERISTICS = KINDS * VALUES
FILLED, PARTIAL, HOLLOW, RED, GREEN, BLUE, CIRCLE, SQUARE, TRIANGLE = range(1, CHARACTERISTICS + 1)
DIGITS = CHARACTERISTICS + 1

# TW-3: the cards. A Complete is pattern * 9 + colour * 3 + shape, and playing it is the action of the same number.
COPIES = 4
SINGLES = CHARACTERISTICS * COPIES
COMPLETES = 27
TRUES = 10
FALSES = 10
COVERING = 3  # TW-5
MOST_DEDUCTION = 3  # that a designer may make a Single cost (TW-15)
HAND = 6  # TW-7
ALL_COMPLETES = (1 << COMPLETES) - 1
ACTIONS = COMPLETES
MAX_LEGAL = HAND

SHOWN = table(  # [Complete] -> the set of its three characteristics
    [1 << 1 + c // 9 | 1 << 4 + c // 3 % 3 | 1 << 7 + c % 3 for c in range(COMPLETES)]
)
SHOWN_BESIDE = table([[0] * COMPLETES, SHOWN])  # [0 for False or 1 for True, Complete] -> what scores there (TW-6)
ORDERS = table(permutations(range(VALUES)))  # [0-5] -> an order of the three values of a kind

# The piles of the board, row by row from the north-west:      North
#                                                              0 1 2
#                                                         West 3 4 5 East
#                                                              6 7 8
#                                                              South
PILES = 9
LINE = 3
FACE_DOWN = 3  # TW-4: of the four cards of a pile at first
AWAY = table(  # [seat] -> the piles in the order in which that player's wind takes them (TW-12)
    [
        sorted(range(PILES), key=lambda pile: (-(pile // LINE), pile)),  # North's: the southern row first
        sorted(range(PILES), key=lambda pile: (pile % LINE, pile)),  # East's: the western column first
        sorted(range(PILES), key=lambda pile: (pile // LINE, pile)),
        sorted(range(PILES), key=lambda pile: (-(pile % LINE), pile)),
    ]
)
FACING = table(  # [seat] -> the piles as that player sees them: far line first, each from their left to their right
    [[8, 7, 6, 5, 4, 3, 2, 1, 0], [6, 3, 0, 7, 4, 1, 8, 5, 2], [0, 1, 2, 3, 4, 5, 6, 7, 8], [2, 5, 8, 1, 4, 7, 0, 3, 6]]
)
FULL = 10**17  # a number from here on has 18 digits; one more would not always fit 64 bits
NO_SIGN = (1 << 63) - 1  # what tells compiled code that such a number is not negative: then it divides in half the time

# Nine counts of Singles as one number (see unseen_up_to_each).
COUNT = 7  # bits: 36 takes six
ONE_EACH = sum(1 << COUNT * c for c in range(CHARACTERISTICS))
ABOVE_EACH = ONE_EACH << COUNT - 1

# What note() reports. Gaps are sets of piles that a Single flew over.
EVENTS = Events()
DEALT = EVENTS.add("dealt", "seat cards", reveals=True)  # who begins, and the Completes of each
COVERED = EVENTS.add("covered", "complete true")  # a covering Complete, and the set of seats with a True beside it
PLAYED = EVENTS.add("played", "seat complete", reveals=True)
PLAYED_OPEN = EVENTS.add("played_open", "seat complete")  # from a hand that all could see (TW-9)
BLOWN = EVENTS.add("blown", "seat single pile gaps onto")  # by a seat's wind, from a pile onto another
COLLECTED = EVENTS.add("collected", "seat single pile gaps points")  # by a seat, from a pile off the board
EMPTIED = EVENTS.add("emptied", "pile")
CALMED = EVENTS.add("calmed", "seat")  # the wind is over and moved nothing
DISCARDED = EVENTS.add("discarded", "seat complete")
FLIPPED = EVENTS.add("flipped", "pile single", reveals=True)
ENDED = EVENTS.add("ended", "score", reveals=True)


class State(Record):
    """A game in play.

    A pile has, from its top: the face-up Single, the covered Singles that were seen, and the face-down Singles. The
    covered ones are a decimal number with one digit each, the uppermost last; after 18 digits a second number begins.
    There are 36 Singles in all, so the top card and two numbers hold any pile. A face-down Single has no face until it
    is turned up.
    """

    under: Ints = field("i8", PILES)  # the covered Singles of each pile, or what is left of them above `deep`
    deep: Ints = field("i8", PILES)  # the lowest 18 covered Singles, where there are more than 18
    top: Ints = field("i1", PILES)  # the face-up Single, or 0 if there is none
    down: Ints = field("i1", PILES)  # how many Singles lie face down
    unseen: Ints = field("i1", DIGITS)  # how many Singles of each characteristic nobody has seen yet
    hand: Ints = field("i4", SEATS)  # sets of Completes
    discard: int = field("i4")  # the Completes that were played
    scoring: Ints = field("i2", SEATS)  # the characteristics that score for each seat (TW-6); all others deduct
    covering: Ints = field("i1", COVERING)  # the Completes laid out (TW-5), by pattern; NONE where there is none
    collected: Grid = field("i1", SEATS, DIGITS)  # how many Singles of each characteristic a seat has collected
    hand_size: Ints = field("i1", SEATS)
    score: int = field("i1")  # of all together
    players: int = field("i1")
    to_move: int = field("i1")
    turn: int = field("i1")  # how many turns are over
    first: int = field("i1")  # options (TW-8, TW-9), set before the deal: a seat or NONE,
    open_hands: int = field("i1")  # and 1 if all hands lie face up
    # Numbers of the rulebook that a designer may turn, set before the deal:
    cards_dealt: int = field("i1")  # Completes to each player (TW-7), and so turns for each (TW-17)
    completes_laid: int = field("i1")  # beside the board (TW-5)
    trues: int = field("i1")  # True cards to draw from (TW-3, TW-6)
    falses: int = field("i1")  # and False cards
    deduction: int = field("i1")  # what a Single costs that does not score (TW-15)
    target: int = field("i1")  # the score that wins (TW-17)


SHOWN_DEEP = 6  # how many Singles of a pile an observation tells apart; higher piles are rare
OBSERVATION = Layout(
    ("hand", COMPLETES, "1 for each Complete in my hand"),
    ("hidden", COMPLETES, "1 for each Complete in another hand or left over, as far as I cannot tell in which"),
    ("open", 3 * COMPLETES, "for each other seat from my left: 1 for each Complete in its hand, if hands are open"),
    ("discarded", COMPLETES, "1 for each Complete that was played"),
    ("hand_size", SEATS, "Completes in hand / 6, for each seat from mine"),
    # Piles: the line far from me first, each line from my left to my right.
    (
        "piles",
        PILES * SHOWN_DEEP * CHARACTERISTICS,
        "for each pile, its six topmost seen Singles from the top: 1 at each",
    ),
    ("below", PILES * CHARACTERISTICS, "for each pile: seen Singles below those six, of each characteristic / 4"),
    ("face_down", PILES, "for each pile: face-down Singles / 3"),
    ("gaps", PILES, "1 for each pile that is gone"),
    ("unseen", CHARACTERISTICS, "Singles of each characteristic that nobody has seen / 4"),
    ("scoring", SEATS * CHARACTERISTICS, "for each seat from mine: 1 for each characteristic that scores for it"),
    ("score", 1, "score / 36 (times what a Single can cost, if that is more than 1)", -1, 1),
    ("turn", 1, "turns that are over / 24"),
    ("to_move", SEATS, "1 at the seat to move, counted from mine"),
    ("open_hands", 1, "1 if hands are open"),
)
O_HAND, O_HIDDEN, O_OPEN, O_DISCARDED, O_SIZE, O_PILES, O_BELOW, O_DOWN = OBSERVATION.offsets[:8]
O_GAPS, O_UNSEEN, O_SCORING, O_SCORE, O_TURN, O_MOVE, O_OPTIONS = OBSERVATION.offsets[8:]
OBSERVATION_SIZE = OBSERVATION.size


# ---------------------------------------------------------------- the verbs
@rule
def deal(s: State, rng: Ints) -> None:
    """TW-4 to TW-8: the board, the covering Completes with their True/False cards, the hands, who begins."""
    s.players = SEATS
    s.score = 0
    s.turn = 0
    s.discard = 0
    lay_out_piles(s, rng)
    lay_out_completes(s, rng)
    deal_hands(s, rng)
    s.to_move = rng_below(rng, SEATS) if s.first == NONE else s.first  # TW-8
    note(DEALT, s.to_move, s.cards_dealt)
    for i in range(COVERING):
        if s.covering[i] != NONE:
            note(COVERED, s.covering[i], true_sides(s, s.covering[i]))


@rule
def legal(s: State, out: Ints) -> int:
    """TW-10: any Complete in hand; there is no pass."""
    n = 0
    cards = s.hand[s.to_move]
    while cards:
        out[n] = lowest(cards)
        cards &= cards - 1
        n += 1
    return n


@rule
def apply(s: State, action: int, rng: Ints) -> None:
    """A turn: the Complete is played, its wind blows, it is discarded, face-down tops are turned up (TW-16)."""
    seat = s.to_move
    play(s, seat, action)
    bare = blow(s, seat, action)
    s.discard |= 1 << action
    note(DISCARDED, seat, action)
    turn_up(s, bare, rng)
    s.turn += 1
    s.to_move = (seat + 1) & (SEATS - 1)  # as % SEATS, in one step
    if is_over(s):
        note(ENDED, s.score)


@rule
def is_over(s: State) -> bool:
    """TW-17."""
    return s.turn == turns(s)


@rule
def returns(s: State, out: Floats) -> None:
    """TW-17: the score, scaled to between -1 and 1, and below 0 for a score of 0, which loses.

    Another score to win with moves all of them; those that would be outside, which hardly happens, are at the bounds.
    """
    for seat in range(SEATS):
        out[seat] = min(1.0, max(-1.0, (2 * (s.score - s.target) + 1) / (2 * SINGLES + 1)))


def points(result: Any) -> Any:
    """The score that a return stands for (or an array of them), if 1 wins."""
    return (result * (2 * SINGLES + 1) + 1) / 2


@rule
def redact(s: State, seat: int) -> None:
    """TW-9: leave only what the seat may know; for -1, what everyone may know."""
    if s.open_hands:
        return
    for other in range(SEATS):
        if other != seat:
            s.hand[other] = 0


@rule
def redeal(s: State, seat: int, rng: Ints) -> None:
    """Deal the Completes that the seat cannot see. All it knows about them is how many each hand has."""
    if s.open_hands:
        return
    unseen = hidden_completes(s, seat)
    for other in range(SEATS):
        if other != seat:
            s.hand[other] = some_of(unseen, s.hand_size[other], rng)
            unseen &= ~s.hand[other]


@rule
def observe(s: State, seat: int, out: Features) -> None:
    """Write what the seat sees, in the layout of OBSERVATION."""
    for i in range(OBSERVATION_SIZE):
        out[i] = 0
    hidden = 0 if s.open_hands else hidden_completes(s, seat)
    for card in range(COMPLETES):
        out[O_HAND + card] = s.hand[seat] >> card & 1
        out[O_HIDDEN + card] = hidden >> card & 1
        out[O_DISCARDED + card] = s.discard >> card & 1
    for k in range(SEATS):
        other = (seat + k) % SEATS
        if k > 0 and s.open_hands:
            for card in range(COMPLETES):
                out[O_OPEN + (k - 1) * COMPLETES + card] = s.hand[other] >> card & 1
        out[O_SIZE + k] = s.hand_size[other] / HAND
        for c in range(CHARACTERISTICS):
            out[O_SCORING + k * CHARACTERISTICS + c] = s.scoring[other] >> c + 1 & 1
    for i in range(PILES):
        observe_pile(s, FACING[seat, i], i, out)
    for c in range(CHARACTERISTICS):
        out[O_UNSEEN + c] = s.unseen[c + 1] / COPIES
    out[O_SCORE] = s.score / (SINGLES * max(1, s.deduction))
    out[O_TURN] = s.turn / TURNS
    if not is_over(s):
        out[O_MOVE + (s.to_move - seat + SEATS) % SEATS] = 1
    out[O_OPTIONS] = s.open_hands


@rule
def observe_pile(s: State, pile: int, i: int, out: Features) -> None:
    """A pile, at its place in an observation."""
    single = s.top[pile]
    left = s.under[pile]
    deep = s.deep[pile]
    depth = 0
    while single > 0:
        c = single - 1
        if depth < SHOWN_DEEP:
            out[O_PILES + (i * SHOWN_DEEP + depth) * CHARACTERISTICS + c] = 1
        else:
            out[O_BELOW + i * CHARACTERISTICS + c] += 1 / COPIES
        depth += 1
        if left == 0:
            left = deep
            deep = 0
        single = left % 10
        left //= 10
    out[O_DOWN + i] = s.down[pile] / FACE_DOWN
    out[O_GAPS + i] = is_gap(s, pile)


# ---------------------------------------------------------------- setting up
@rule
def lay_out_piles(s: State, rng: Ints) -> None:
    """TW-4: nine piles of four, the top card of each turned up; what lies face down is decided later."""
    for c in range(DIGITS):
        s.unseen[c] = COPIES if c > 0 else 0
        for seat in range(SEATS):
            s.collected[seat, c] = 0
    unseen = unseen_up_to_each(s)
    for pile in range(PILES):
        s.under[pile] = 0
        s.deep[pile] = 0
        s.down[pile] = FACE_DOWN
        s.top[pile] = draw_single(s, unseen, rng)
        unseen = less_one(unseen, s.top[pile])


@rule
def lay_out_completes(s: State, rng: Ints) -> None:
    """TW-5, TW-6: three Completes that show everything once, and 12 of the 20 True/False cards around them."""
    triple = rng_below(rng, 36)  # the patterns in order, six orders of the colours, six of the shapes
    laid = (1 << COVERING) - 1
    if s.completes_laid < COVERING:
        laid = some_of(laid, s.completes_laid, rng)
    trues = s.trues
    cards = s.trues + s.falses
    for seat in range(SEATS):
        s.scoring[seat] = 0
    for i in range(COVERING):
        s.covering[i] = NONE
        if not laid >> i & 1:
            continue
        s.covering[i] = i * 9 + ORDERS[triple // 6, i] * 3 + ORDERS[triple % 6, i]
        for seat in range(SEATS):
            true = 1 if rng_below(rng, cards) < trues else 0
            s.scoring[seat] |= SHOWN_BESIDE[true, s.covering[i]]
            trues -= true
            cards -= 1


@rule
def deal_hands(s: State, rng: Ints) -> None:
    """TW-7: the other 24 Completes, six each. With fewer, some are left over, and nobody sees them."""
    pool = ALL_COMPLETES & ~covering_set(s)
    each = s.cards_dealt
    for seat in range(SEATS):
        s.hand[seat] = some_of(pool, each, rng)
        s.hand_size[seat] = each
        pool &= ~s.hand[seat]


@rule
def covering_set(s: State) -> int:
    """The Completes laid out, as a set."""
    laid = 0
    for i in range(COVERING):
        if s.covering[i] != NONE:
            laid |= 1 << s.covering[i]
    return laid


@rule
def hidden_completes(s: State, seat: int) -> int:
    """The Completes in the other hands or left over: those that are neither face up nor in the seat's own hand."""
    own = s.hand[seat] if seat >= 0 else 0
    return ALL_COMPLETES & ~(covering_set(s) | s.discard | own)


@rule
def true_sides(s: State, complete: int) -> int:
    """TW-6: the seats on whose side of a covering Complete lies a True, as a set."""
    sides = 0
    for seat in range(SEATS):
        if s.scoring[seat] & SHOWN[complete]:
            sides |= 1 << seat
    return sides


# ---------------------------------------------------------------- the wind
@rule
def play(s: State, seat: int, complete: int) -> None:
    """TW-10: a Complete out of the hand."""
    s.hand[seat] &= ~(1 << complete)
    s.hand_size[seat] -= 1
    if s.open_hands:
        note(PLAYED_OPEN, seat, complete)
    else:
        note(PLAYED, seat, complete)


@rule
def blow(s: State, seat: int, complete: int) -> int:
    """TW-11, TW-12: the lines from the receiving player on; in each pile the matching Singles from the top down.

    Where a face-down card is on top, or nothing at all, `top` is 0 and matches nothing (TW-16). What lands, lands on
    a line that is done, so that nothing is blown twice (TW-13). Return the set of piles with a face-down card on top.
    """
    matching = SHOWN[complete]
    stirred = 0
    for i in range(PILES):  # (found without branches, which compiled code would often guess wrong)
        stirred |= (matching >> s.top[AWAY[seat, i]] & 1) << i
    if stirred == 0:
        note(CALMED, seat)
    bare = 0
    while stirred:
        i = lowest(stirred)
        stirred &= stirred - 1
        pile = AWAY[seat, i]
        onto = landing(s, seat, i)
        while matching >> s.top[pile] & 1:
            if onto == NONE:
                collect(s, seat, i, s.top[pile])
            else:
                lay(s, onto, s.top[pile])
                note(BLOWN, seat, s.top[pile], pile, flown_over(s, seat, i), onto)
            uncover(s, pile)
        bare |= ((s.top[pile] == 0) & (s.down[pile] > 0)) << pile
        if onto != NONE:
            bare &= ~(1 << onto)  # covered again
        if is_gap(s, pile):
            note(EMPTIED, pile)
    return bare


@rule
def landing(s: State, seat: int, i: int) -> int:
    """TW-13, TW-14: the pile onto which the wind blows from its i-th, over gaps; NONE if off the board."""
    to = i - LINE
    while to >= 0:
        if not is_gap(s, AWAY[seat, to]):
            return AWAY[seat, to]
        to -= LINE
    return NONE


@rule
def flown_over(s: State, seat: int, i: int) -> int:
    """The gaps on the way from the i-th pile of the wind."""
    gaps = 0
    to = i - LINE
    while to >= 0 and is_gap(s, AWAY[seat, to]):
        gaps |= 1 << AWAY[seat, to]
        to -= LINE
    return gaps


@rule
def collect(s: State, seat: int, i: int, single: int) -> None:
    """TW-15: a Single that is blown off the board, from the i-th pile of the wind."""
    receiver = (seat + 2) % SEATS
    points = worth(s, receiver, single)
    s.collected[receiver, single] += 1
    s.score += points
    note(COLLECTED, receiver, single, AWAY[seat, i], flown_over(s, seat, i), points)


@rule
def worth(s: State, seat: int, single: int) -> int:
    """TW-15: what a Single counts when a seat collects it."""
    scores = s.scoring[seat] >> single & 1
    return scores - (1 - scores) * s.deduction


@rule
def won(s: State) -> bool:
    """TW-17: whether all win, once the game is over; otherwise all lose."""
    return s.score >= s.target


@rule
def turns(s: State) -> int:
    """TW-17: of all players together."""
    return SEATS * s.cards_dealt


# ---------------------------------------------------------------- piles
@rule
def is_gap(s: State, pile: int) -> bool:
    """TW-14: the pile is empty, and stays so."""
    return s.top[pile] + s.down[pile] == 0


@rule
def lay(s: State, pile: int, single: int) -> None:
    """Put a Single face up on top of a pile."""
    if s.under[pile] >= FULL:
        s.deep[pile] = s.under[pile]
        s.under[pile] = 0
    s.under[pile] = s.under[pile] * 10 + s.top[pile]
    s.top[pile] = single


@rule
def uncover(s: State, pile: int) -> None:
    """Take the face-up Single from the top of a pile."""
    under = s.under[pile] & NO_SIGN
    s.under[pile] = under // 10
    if s.deep[pile] and under < 10:  # (rare, and so asked in this order)
        s.under[pile] = s.deep[pile]
        s.deep[pile] = 0
    s.top[pile] = under % 10


@rule
def turn_up(s: State, bare: int, rng: Ints) -> None:
    """TW-16: every pile topped by a face-down card has it turned up. These are a set."""
    unseen = unseen_up_to_each(s)
    while bare:
        pile = lowest(bare)
        bare &= bare - 1
        s.down[pile] -= 1
        s.top[pile] = draw_single(s, unseen, rng)
        unseen = less_one(unseen, s.top[pile])
        note(FLIPPED, pile, s.top[pile])


@rule
def unseen_up_to_each(s: State) -> int:
    """Of the Singles that nobody has seen: how many show a characteristic or one before it. All nine counts are one
    number, seven bits each: the count itself, and a bit above it for comparing. (So they are compared all at once.)"""
    counts = 0
    for c in range(CHARACTERISTICS):
        counts |= s.unseen[c + 1] << COUNT * c
    return counts * ONE_EACH & NO_SIGN


@rule
def draw_single(s: State, unseen: int, rng: Ints) -> int:
    """One of the Singles that nobody has seen, each equally likely: the face of a card now turned up."""
    pick = rng_below(rng, unseen >> COUNT * (CHARACTERISTICS - 1))
    reached = (pick * ONE_EACH | ABOVE_EACH) - unseen & ABOVE_EACH  # the counts that are not more than that
    single = 1 + count(reached)
    s.unseen[single] -= 1
    return single


@rule
def less_one(unseen: int, single: int) -> int:
    """The same counts after a Single was seen: one less from its own on."""
    return unseen - (ONE_EACH << COUNT * (single - 1) & NO_SIGN)
