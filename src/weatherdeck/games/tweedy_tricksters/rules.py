"""Tweedy Tricksters: every card carries every suit; partners change each round, and scores are kept alone.

Players   4, each for themselves, in partnerships that last one round
Deck      20 cards, each with a value in Ravens, Foxes, Rats and Toads
Goal      to have one of the two highest scores, or to be alone in first place while second place is tied
Ends      after the round in which someone reaches the target: after round 13 at the latest, so after at most
          13 x 33 = 429 decisions (8 drafted cards, 4 Suit cards, 1 pairing and 20 plays a round)
Ruleset   1

Why 13: each round gives two partners 2 points each or more, so all scores together grow by 4 or more. Let the highest
score after round 4 be H and all four together S. While the game goes on nobody has more than H + 2, so at most
(4 (H + 2) - S) / 4 more rounds leave it open. S is 16 or more; an H above 8 takes H - 8 rounds won by 5 tricks to 0,
worth 6 together and not 4, so S is 16 + 2 (H - 8) or more. That leaves at most H / 2 + 2 rounds, which is 8 for the
largest H there is, 12 (and H - 2, so 6 or fewer, for an H up to 8). One more ends the game: 4 + 8 + 1. The target is
15 at most, so nobody ever has more than 14 + 3 = 17 points.

A designer may turn some of these numbers: the parameters in `__init__.py`, at the end of `State`. `most_rounds` has the
bound for them, which is not as close.
"""

from __future__ import annotations

from pathlib import Path

from ...kernel import (
    Features,
    Floats,
    Ints,
    Record,
    count,
    deck_table,
    field,
    lowest,
    note,
    rng_below,
    rule,
    some_of,
    table,
)
from .. import data
from ..events import Events
from ..layout import Layout
from ..multisets import add_copy, take_copy
from ..victory import share_victory
from . import deck

RULESET = 1

# ---------------------------------------------------------------- vocabulary
SEATS = 4  # TT-1
CARDS = 20
SUITS = 4
RAVENS, FOXES, RATS, TOADS = range(4)
HIDDEN = 3  # cards dealt to each seat; the other eight lie face up (TT-3)
LEAST_HIDDEN, MOST_HIDDEN = 2, 4  # that a designer may deal
TRICKS = 5
PAIRINGS = 3
TO_TARGET = 3  # from the highest score after four rounds to the target (TT-12)
LONGEST = 13  # rounds, as the head of this file shows
MOST_POINTS = 17
NONE = -1
TAKE_CARD, TAKE_SUIT, PAIR, PLAY, OVER = range(5)  # phases

DATA = data.read(__package__, Path(__file__).parent, "deck.toml")
_deck = deck.cards(DATA)
VALUE = deck_table(_deck)  # [kind, suit]

# Cards are multisets in one integer. Equal cards, which a deck may have (TT-2), lie side by side, and their kind is the
# number of the first. Kind k has COPIES[k] bits in a row, those of BITS[k]; holding n copies is having the lowest n of
# them on. So two equal cards are one action, and no one can tell which of the two was played.
KINDS = CARDS  # where cards are equal, some numbers stand for none: every deck has the same actions and observations
KIND = deck_table([_deck.index(card) for card in _deck])  # [bit] -> kind
COPIES = deck_table([KIND.count(kind) for kind in range(KINDS)])
BITS = deck_table([sum(1 << bit for bit in range(CARDS) if KIND[bit] == kind) for kind in range(KINDS)])
FIRST_COPIES = deck_table([sum(1 << kind for kind in set(KIND))])  # [0] -> the lowest bits of all kinds
ALL_CARDS = (1 << CARDS) - 1

POINTS = table([0, 0, 1, 2, 2, 3])  # [tricks of the partnership] (TT-10)

# An action is a kind (play it), FIRST_TAKE + kind (draft it), FIRST_SUIT + suit, or FIRST_PAIRS + pairing - 1.
# In pairing p the partner of seat x is x ^ p: 1 pairs 01-23, 2 pairs 02-13, 3 pairs 03-12.
FIRST_TAKE = KINDS
FIRST_SUIT = FIRST_TAKE + KINDS
FIRST_PAIRS = FIRST_SUIT + SUITS
ACTIONS = FIRST_PAIRS + PAIRINGS
MAX_LEGAL = CARDS - SEATS * LEAST_HIDDEN  # the largest market

# Why a seat leads the next trick (TT-9).
HIGHER, STAYS, NEAREST = range(3)

# What note() reports.
EVENTS = Events()
DEALT = EVENTS.add("dealt", "round dealer market cards", reveals=True)  # market: a multiset
DRAFTED = EVENTS.add("drafted", "seat card")
TOOK_SUIT = EVENTS.add("took_suit", "seat suit")
PAIRED = EVENTS.add("paired", "seat pairing")
SHOWED = EVENTS.add("showed", "seat card", reveals=True)  # the card that is played next was hidden until now
LED = EVENTS.add("led", "seat card suit")
FOLLOWED = EVENTS.add("followed", "seat card suit")
WON = EVENTS.add("won", "seat partner sum against")
LEADS_NEXT = EVENTS.add("leads_next", "seat why")
SCORED = EVENTS.add("scored", "seat partner tricks points")
TARGET_SET = EVENTS.add("target_set", "target rounds")
PASSED_DEALER = EVENTS.add("passed_dealer", "seat")
ENDED = EVENTS.add("ended", reveals=True)


class State(Record):
    """A game in play, all of it; what is drawn later does not exist yet."""

    hidden: Ints = field("i4", SEATS)  # what is left of the three cards dealt to each seat: only the seat knows them
    drafted: Ints = field("i4", SEATS)  # what is left of the two cards that each seat drafted: everyone knows them
    market: int = field("i4")  # the cards that lie face up to be drafted
    shown: int = field("i4")  # every card that everyone has seen this round, wherever it is now
    hidden_size: Ints = field("i1", SEATS)
    suit: Ints = field("i1", SEATS)  # of each Suit card, or NONE
    tricks: Ints = field("i1", SEATS)  # that each seat's partnership took this round
    score: Ints = field("i1", SEATS)
    played: Ints = field("i1", SEATS)  # this trick's cards, or NONE
    players: int = field("i1")
    phase: int = field("i1")
    to_move: int = field("i1")
    round: int = field("i1")  # from 0
    dealer: int = field("i1")
    pairing: int = field("i1")  # 1-3, or 0 before the Partner cards are handed out
    trick: int = field("i1")  # from 0 in each round
    n_played: int = field("i1")
    leader: int = field("i1")  # of this trick; until the first, the dealer
    target: int = field("i1")  # 0 until it is set (TT-12)
    # Numbers of the rulebook that a designer may turn, set before the deal:
    cards_dealt: int = field("i1")  # to each player, hidden; the others lie face up (TT-3)
    drafts_first: int = field("i1")  # who begins the draft: so many seats to the left of the dealer (TT-4)
    pairs_by: int = field("i1")  # who hands out the Partner cards, counted in the same way (TT-6)
    points_of_2: int = field("i1")  # points for so many tricks of the partnership (TT-10)
    points_of_3: int = field("i1")
    points_of_4: int = field("i1")
    points_of_5: int = field("i1")
    target_after: int = field("i1")  # the rounds after which the target is set (TT-12)
    to_target: int = field("i1")  # how far it is above the highest score then


OBSERVATION = Layout(
    ("seat", SEATS, "1 at my seat's number, since pairings are named by seats"),
    ("hand", KINDS, "my cards, hidden and drafted, by kind: copies / copies in the deck (so in each part by kind)"),
    ("drafted", SEATS * KINDS, "for each seat from mine: its drafted cards that are not played yet, by kind"),
    ("market", KINDS, "the cards that lie face up, by kind"),
    ("gone", KINDS, "the cards played this round, by kind"),
    ("unseen", KINDS, "the cards hidden from me, in the three other hands, by kind"),
    ("hidden_size", SEATS, "hidden cards / 3 (or as many as were dealt, if more), for each seat from mine"),
    ("played", SEATS * KINDS, "for each seat from mine: 1 at the kind of its card in the trick"),
    ("value", SEATS, "for each seat from mine: the value of its card in the lead suit / 9; 0 before it plays"),
    ("suit", SEATS * SUITS, "for each seat from mine: 1 at the suit of its Suit card; none before it takes one"),
    ("partner", SEATS, "1 at my partner, counted from me; none before the Partner cards are handed out"),
    ("tricks", SEATS, "tricks of the seat's partnership this round / 5, for each seat from mine"),
    ("score", SEATS, "score / 17 (with other points or targets: the most there can be), for each seat from mine"),
    ("target", 1, "the target / the same number; 0 until it is set"),
    ("dealer", SEATS, "1 at the dealer, counted from me"),
    ("leader", SEATS, "1 at the leader of the trick (before the first trick: the dealer), counted from me"),
    ("to_move", SEATS, "1 at the seat that has to decide, counted from me; none when the game is over"),
    ("lead_suit", SUITS, "1 at the lead suit; none before the lead"),
    ("phase", 5, "drafting cards, taking Suit cards, pairing, playing, over"),
    ("trick", 1, "tricks finished this round / 5"),
    ("round", 1, "rounds finished / 13, and 1 from there on"),
)
O_SEAT, O_HAND, O_DRAFTED, O_MARKET, O_GONE, O_UNSEEN, O_HIDDEN, O_PLAYED, O_VALUE, O_SUIT = OBSERVATION.offsets[:10]
O_PARTNER, O_TRICKS, O_SCORE, O_TARGET, O_DEALER, O_LEADER, O_MOVE, O_LEAD = OBSERVATION.offsets[10:18]
O_PHASE, O_TRICK, O_ROUND = OBSERVATION.offsets[18:]
OBSERVATION_SIZE = OBSERVATION.size


# ---------------------------------------------------------------- the verbs
@rule
def deal(s: State, rng: Ints) -> None:
    """TT-3: the first dealer is random."""
    s.players = SEATS
    for seat in range(SEATS):
        s.score[seat] = 0
    s.round = 0
    s.target = 0
    deal_round(s, rng_below(rng, SEATS), rng)


@rule
def legal(s: State, out: Ints) -> int:
    """Write the legal actions into out; return how many there are."""
    n = 0
    if s.phase == PLAY:  # TT-7: any card; every card shows the suit
        cards = (s.hidden[s.to_move] | s.drafted[s.to_move]) & FIRST_COPIES[0]
        while cards:
            out[n] = KIND[lowest(cards)]
            cards &= cards - 1
            n += 1
    elif s.phase == TAKE_CARD:  # TT-4
        cards = s.market & FIRST_COPIES[0]
        while cards:
            out[n] = FIRST_TAKE + KIND[lowest(cards)]
            cards &= cards - 1
            n += 1
    elif s.phase == TAKE_SUIT:  # TT-5
        suits = open_suits(s)
        while suits:
            out[n] = FIRST_SUIT + lowest(suits)
            suits &= suits - 1
            n += 1
    elif s.phase == PAIR:  # TT-6
        while n < PAIRINGS:
            out[n] = FIRST_PAIRS + n
            n += 1
    return n


@rule
def apply(s: State, action: int, rng: Ints) -> None:
    """Carry out a legal action and everything that follows from it."""
    if s.phase == PLAY:
        play(s, action)
        if s.n_played == SEATS:
            take_trick(s)
            if s.trick == TRICKS:
                end_round(s, rng)
    elif s.phase == TAKE_CARD:
        draft(s, action - FIRST_TAKE)
    elif s.phase == TAKE_SUIT:
        take_suit(s, action - FIRST_SUIT)
    else:
        pair(s, action - FIRST_PAIRS + 1)


@rule
def is_over(s: State) -> bool:
    return s.phase == OVER


@rule
def returns(s: State, out: Floats) -> None:
    """The victory, shared among the winners: from -1/3 (lost) to 1 (won alone). The results add up to zero."""
    share_victory(winners(s), SEATS, out)


@rule
def redact(s: State, seat: int) -> None:
    """Leave only what the seat may know; for -1, what everyone may know."""
    for other in range(SEATS):
        if other != seat:
            s.hidden[other] = 0


@rule
def redeal(s: State, seat: int, rng: Ints) -> None:
    """Deal the unseen cards to the hidden parts of the other hands.

    Everyone can always follow, so nobody ever shows what they do not hold: every deal is equally likely.
    """
    unseen = unseen_cards(s, seat)
    for other in range(SEATS):
        if other != seat:
            cards = some_of(unseen, s.hidden_size[other], rng)
            unseen &= ~cards
            s.hidden[other] = stacked(cards)


@rule
def observe(s: State, seat: int, out: Features) -> None:
    """Write what the seat sees, in the layout of OBSERVATION."""
    for i in range(OBSERVATION_SIZE):
        out[i] = 0
    out[O_SEAT + seat] = 1
    unseen = unseen_cards(s, seat)
    for kind in range(KINDS):
        bits = BITS[kind]
        copies = max(1, COPIES[kind])
        gone = count(s.shown & bits) - count(s.market & bits)
        for k in range(SEATS):
            drafted = count(s.drafted[(seat + k) % SEATS] & bits)
            gone -= drafted
            out[O_DRAFTED + k * KINDS + kind] = drafted / copies
        out[O_HAND + kind] = (count(s.hidden[seat] & bits) + count(s.drafted[seat] & bits)) / copies
        out[O_MARKET + kind] = count(s.market & bits) / copies
        out[O_GONE + kind] = gone / copies
        out[O_UNSEEN + kind] = count(unseen & bits) / copies
    dealt = max(HIDDEN, s.cards_dealt)
    points = most_points(s)
    for k in range(SEATS):
        other = (seat + k) % SEATS
        out[O_HIDDEN + k] = s.hidden_size[other] / dealt
        out[O_TRICKS + k] = s.tricks[other] / TRICKS
        out[O_SCORE + k] = s.score[other] / points
        if s.played[other] != NONE:
            out[O_PLAYED + k * KINDS + s.played[other]] = 1
            out[O_VALUE + k] = value_of(s, other) / 9
        if s.suit[other] != NONE:
            out[O_SUIT + k * SUITS + s.suit[other]] = 1
    if s.pairing:
        out[O_PARTNER + ((seat ^ s.pairing) - seat + SEATS) % SEATS] = 1
    out[O_TARGET] = s.target / points
    out[O_DEALER + (s.dealer - seat + SEATS) % SEATS] = 1
    out[O_LEADER + (s.leader - seat + SEATS) % SEATS] = 1
    if s.phase != OVER:
        out[O_MOVE + (s.to_move - seat + SEATS) % SEATS] = 1
    if s.n_played > 0:
        out[O_LEAD + s.suit[s.leader]] = 1
    out[O_PHASE + s.phase] = 1
    out[O_TRICK] = s.trick / TRICKS
    out[O_ROUND] = min(1.0, (s.round + (1 if s.phase == OVER else 0)) / LONGEST)


# ---------------------------------------------------------------- dealing
@rule
def deal_round(s: State, dealer: int, rng: Ints) -> None:
    """TT-3: three cards to each player, hidden; the other eight face up."""
    pool = ALL_CARDS
    each = s.cards_dealt
    for seat in range(SEATS):
        cards = some_of(pool, each, rng)
        pool &= ~cards
        s.hidden[seat] = stacked(cards)
    s.market = stacked(pool)
    open_round(s, dealer)
    note(DEALT, s.round, dealer, s.market, each)


@rule
def open_round(s: State, dealer: int) -> None:
    """After the deal, set everything up for the first to draft, who is on the dealer's right (TT-4)."""
    s.shown = s.market
    s.dealer = dealer
    for seat in range(SEATS):
        s.hidden_size[seat] = s.cards_dealt
        s.drafted[seat] = 0
        s.suit[seat] = NONE
        s.tricks[seat] = 0
    s.pairing = 0
    s.trick = 0
    start_trick(s, dealer)  # TT-7
    s.phase = TAKE_CARD
    s.to_move = (dealer + s.drafts_first) % SEATS


@rule
def unseen_cards(s: State, seat: int) -> int:
    """The cards that the seat (for -1, a spectator) has not seen this round, as bits of their kinds."""
    seen = s.shown
    if seat >= 0:
        seen = merged(seen, s.hidden[seat])
    return ALL_CARDS & ~seen


# ---------------------------------------------------------------- multisets of cards
@rule
def with_one(cards: int, kind: int) -> int:
    """The multiset with one more copy of a card, of which it does not have all."""
    return add_copy(cards, BITS[kind])


@rule
def without(cards: int, kind: int) -> int:
    """The multiset with one copy of a card less."""
    return take_copy(cards, BITS[kind])


@rule
def merged(cards: int, more: int) -> int:
    """Two multisets in one."""
    both = cards & more  # as many bits of a kind as the smaller number of copies; the larger number is in `either`
    either = cards | more
    while both:
        either = with_one(either, KIND[lowest(both)])
        both &= both - 1
    return either


@rule
def stacked(cards: int) -> int:
    """The multiset of some cards whose copies are told apart: of each kind the lowest bits, whichever were on."""
    multiset = 0
    while cards:
        multiset = with_one(multiset, KIND[lowest(cards)])
        cards &= cards - 1
    return multiset


# ---------------------------------------------------------------- drafting
@rule
def draft(s: State, kind: int) -> None:
    """TT-4: take a face-up card, until all are gone; then come the Suit cards, from the dealer's left."""
    seat = s.to_move
    s.market = without(s.market, kind)
    s.drafted[seat] = with_one(s.drafted[seat], kind)
    note(DRAFTED, seat, kind)
    s.to_move = (seat + 1) % SEATS
    if s.market == 0:
        s.phase = TAKE_SUIT
        s.to_move = (s.dealer + 1) % SEATS


@rule
def open_suits(s: State) -> int:
    """The Suit cards that nobody has taken, as a set."""
    suits = (1 << SUITS) - 1
    for seat in range(SEATS):
        if s.suit[seat] != NONE:
            suits &= ~(1 << s.suit[seat])
    return suits


@rule
def take_suit(s: State, suit: int) -> None:
    """TT-5: take a Suit card; after the dealer, who is last, the player across from them makes the pairs."""
    seat = s.to_move
    s.suit[seat] = suit
    note(TOOK_SUIT, seat, suit)
    s.to_move = (seat + 1) % SEATS
    if seat == s.dealer:
        s.phase = PAIR
        s.to_move = (s.dealer + s.pairs_by) % SEATS


@rule
def pair(s: State, pairing: int) -> None:
    """TT-6: the Partner cards; then the dealer leads (TT-7)."""
    s.pairing = pairing
    note(PAIRED, s.to_move, pairing)
    s.phase = PLAY
    s.to_move = s.leader


# ---------------------------------------------------------------- the trick
@rule
def start_trick(s: State, leader: int) -> None:
    s.leader = leader
    s.to_move = leader
    s.n_played = 0
    for seat in range(SEATS):
        s.played[seat] = NONE


@rule
def play(s: State, kind: int) -> None:
    """TT-7: play a card to the trick. Of two equal cards the drafted one is played first: nobody can tell."""
    seat = s.to_move
    if s.drafted[seat] & BITS[kind]:
        s.drafted[seat] = without(s.drafted[seat], kind)
    else:
        s.hidden[seat] = without(s.hidden[seat], kind)
        s.hidden_size[seat] -= 1
        s.shown = with_one(s.shown, kind)
        note(SHOWED, seat, kind)
    s.played[seat] = kind
    if s.n_played == 0:
        note(LED, seat, kind, s.suit[seat])
    else:
        note(FOLLOWED, seat, kind, s.suit[s.leader])
    s.n_played += 1
    s.to_move = (seat + 1) % SEATS


@rule
def take_trick(s: State) -> None:
    """TT-8, TT-9: the higher sum takes the trick, and its higher card leads the next."""
    led = side_sum(s, True)
    followed = side_sum(s, False)
    leaders_win = led > followed  # TT-8: on equal sums those who did not lead take it
    winner = NONE
    highest = 0
    for k in range(SEATS):  # clockwise from the leader: among equals, the leader or else the nearest (TT-9)
        seat = (s.leader + k) % SEATS
        if with_leader(s, seat) == leaders_win:
            s.tricks[seat] += 1
            if value_of(s, seat) > highest:
                highest = value_of(s, seat)
                winner = seat
    partner = winner ^ s.pairing
    note(WON, winner, partner, max(led, followed), min(led, followed))
    s.trick += 1
    if s.trick < TRICKS:
        if value_of(s, partner) < highest:
            note(LEADS_NEXT, winner, HIGHER)
        elif leaders_win:
            note(LEADS_NEXT, winner, STAYS)
        else:
            note(LEADS_NEXT, winner, NEAREST)
    start_trick(s, winner)


@rule
def with_leader(s: State, seat: int) -> bool:
    """Whether a seat is the trick's leader or the leader's partner."""
    return seat == s.leader or seat == s.leader ^ s.pairing


@rule
def value_of(s: State, seat: int) -> int:
    """The value, in the lead suit, of the card that a seat has played."""
    value: int = VALUE[s.played[seat], s.suit[s.leader]]
    return value


@rule
def side_sum(s: State, leading: bool) -> int:
    """TT-8: the values played so far in the lead suit by the leader's partnership, or by the other one."""
    total = 0
    for seat in range(SEATS):
        if s.played[seat] != NONE and with_leader(s, seat) == leading:
            total += value_of(s, seat)
    return total


# ---------------------------------------------------------------- scoring
@rule
def end_round(s: State, rng: Ints) -> None:
    """TT-10 to TT-12: scores, the target, and either the end or the next dealer."""
    for seat in range(SEATS):
        points = points_for(s, s.tricks[seat])
        s.score[seat] += points
        if seat < seat ^ s.pairing:
            note(SCORED, seat, seat ^ s.pairing, s.tricks[seat], points)
    if s.round == s.target_after - 1:  # TT-12: everyone has dealt once
        s.target = highest_score(s) + s.to_target
        note(TARGET_SET, s.target, s.target_after)
    if s.target != 0 and highest_score(s) >= s.target:
        start_trick(s, s.dealer)
        s.phase = OVER
        note(ENDED)
        return
    s.round += 1
    dealer = (s.dealer + 1) % SEATS  # TT-11
    note(PASSED_DEALER, dealer)
    deal_round(s, dealer, rng)


@rule
def points_for(s: State, tricks: int) -> int:
    """TT-10: what each of two partners scores for their tricks."""
    if tricks < 2:
        few: int = POINTS[tricks]
        return few
    if tricks == 2:
        return s.points_of_2
    if tricks == 3:
        return s.points_of_3
    return s.points_of_4 if tricks == 4 else s.points_of_5


@rule
def most_points(s: State) -> int:
    """The highest score there can be: one less than the target, and then the most that a round gives."""
    most = max(max(s.points_of_2, s.points_of_3), max(s.points_of_4, s.points_of_5))
    return s.target_after * most + s.to_target - 1 + most


@rule
def most_rounds(s: State) -> int:
    """The most rounds that a game can have.

    Each round gives two partners at least the least points of 3, 4 or 5 tricks; while the game goes on, all four have
    less than the target. With the rulebook's numbers the head of this file shows more.
    """
    if has_rulebook_numbers(s):
        return LONGEST
    least = min(s.points_of_3, min(s.points_of_4, s.points_of_5))
    most = max(max(s.points_of_2, s.points_of_3), max(s.points_of_4, s.points_of_5))
    target = s.target_after * most + s.to_target
    return max(s.target_after, 2 * (target - 1) // least + 1)


@rule
def has_rulebook_points(s: State) -> bool:
    """Whether tricks are worth what the rulebook says (TT-10)."""
    return (
        s.points_of_2 == POINTS[2]
        and s.points_of_3 == POINTS[3]
        and s.points_of_4 == POINTS[4]
        and s.points_of_5 == POINTS[5]
    )


@rule
def has_rulebook_numbers(s: State) -> bool:
    """Whether games are as long as the rulebook says, too (TT-12)."""
    return has_rulebook_points(s) and s.target_after == SEATS and s.to_target == TO_TARGET


@rule
def highest_score(s: State) -> int:
    return max(max(s.score[0], s.score[1]), max(s.score[2], s.score[3]))


@rule
def winners(s: State) -> int:
    """TT-13, TT-14: all who tie for first. A player alone in first place shares with a player alone in second place."""
    first = with_score(s, highest_score(s))
    if count(first) > 1:
        return first
    second = 0
    for seat in range(SEATS):
        if not first >> seat & 1:
            second = max(second, s.score[seat])
    runners_up = with_score(s, second)
    if count(runners_up) == 1:
        return first | runners_up
    return first


@rule
def with_score(s: State, score: int) -> int:
    """The seats with a score, as a set."""
    seats = 0
    for seat in range(SEATS):
        if s.score[seat] == score:
            seats |= 1 << seat
    return seats
