"""Weathervanes: four-suited cards that point; tricks move Display cards into tableaux.

Players   4, each for themselves; four rounds of 8 to 11 tricks
Deck      48 cards, numbers 1-24 twice; each number has a different arrangement of the four suits in its corners
Goal      the highest score; a tableau of n cards around one central suit is worth n x n points and more
Ends      after four rounds: at most 4 x 11 tricks of 4 cards and 4 placements each, and 4 final placements
Ruleset   1
"""

from __future__ import annotations

from pathlib import Path

from ...kernel import (
    Features,
    Floats,
    Grid,
    Ints,
    Record,
    binomials,
    count,
    deck_table,
    field,
    lowest,
    note,
    rng_below,
    rng_wide,
    rule,
    some_of,
    table,
)
from .. import data
from ..events import Events
from ..layout import Layout
from ..multisets import COPIES, FIRST_COPIES, merged, stacked, with_one, without
from ..victory import share_victory
from . import deck

RULESET = 1

# ---------------------------------------------------------------- vocabulary
SEATS = 4  # WV-1
ROUNDS = 4  # as the rulebook says; a game has s.rounds
BONUS_PER_CARD = 1  # WV-23
HAND = 11  # WV-5: the most that 48 cards and four Displays leave for each hand
NUMBERS = 24  # card n (0-23) is printed as n + 1; there are COPIES of each
SUITS = 4
RED, YELLOW, GREEN, BLUE = range(4)
CORNERS = 4
TL, TR, BR, BL = range(4)  # clockwise, as WV-8 counts them
NORTH, EAST, SOUTH, WEST = range(4)
NONE = -1
PLAY, PLACE, OVER = range(3)  # phases

# An action is card * 4 + corner at the centre while playing (WV-7, WV-9), and FIRST_PLACE + place while placing.
FIRST_PLACE = NUMBERS * CORNERS
PLACES = 8  # clockwise from north: n ne e se s sw w nw of the tableau's first card
ACTIONS = FIRST_PLACE + PLACES
MAX_LEGAL = HAND * CORNERS

# A tableau lies on 3 x 3 cells around its first card, north being where the tops point:
#     0 1 2
#     3 4 5      the first card is in the middle; the 2 x 2 that the tableau must fit
#     6 7 8      is one of four boxes around it, until more cards decide which
CELLS = 9
MIDDLE = 4
BOXES = 4

# A hand is a multiset in one integer, with two bits for each number (multisets.py): two equal cards are one action, and
# nobody can tell which of the two was played.
ALL_CARDS = (1 << COPIES * NUMBERS) - 1

DATA = data.read(__package__, Path(__file__).parent, "deck.toml")
SUIT = deck_table(deck.arrangements(DATA))  # [card, corner]
CORNER = deck_table([[row.index(suit) for suit in range(SUITS)] for row in SUIT.tolist()])  # [card, suit] -> corner
SHOWING = deck_table(  # [corner, suit] -> the cards (both copies) that show the suit there
    [[sum(3 << COPIES * n for n in range(NUMBERS) if SUIT[n, k] == s) for s in range(SUITS)] for k in range(CORNERS)]
)
CELL = table([1, 2, 5, 8, 7, 6, 3, 0])  # [place] -> cell
PLACE_OF = table([7, 0, 1, 6, NONE, 2, 5, 4, 3])  # [cell] -> place
BOX_CELLS = table([[r * 3 + c, r * 3 + c + 1, r * 3 + c + 4, r * 3 + c + 3] for r in (0, 1) for c in (0, 1)])  # TL ..
BOX = table([sum(1 << cell for cell in cells) for cells in BOX_CELLS.tolist()])  # [box] -> cell set
BESIDE = table(  # [cell set] -> the cells that share an edge with one of them
    [
        sum(
            1 << c
            for c in range(CELLS)
            if any(cells >> o & 1 and abs(o // 3 - c // 3) + abs(o % 3 - c % 3) == 1 for o in range(CELLS))
        )
        for cells in range(1 << CELLS)
    ]
)

# A reading of a tableau is a box that may become its 2 x 2, and a suit in the box's middle: box * SUITS + suit. Sets of
# readings have a bit for each. All cards lie in the box and show the suit in its middle, so what a tableau may still
# become is what all its cards agree with.
ALL_READINGS = (1 << BOXES * SUITS) - 1
IN_EACH_BOX = sum(1 << box * SUITS for box in range(BOXES))  # the first suit in every box
AGREES = deck_table(  # [cell, card] -> the readings that a card in a cell agrees with
    [
        [
            sum(
                1 << box * SUITS + SUIT[card, (place + 2) % CORNERS]
                for box in range(BOXES)
                for place in range(CORNERS)
                if BOX_CELLS[box, place] == cell
            )
            for card in range(NUMBERS)
        ]
        for cell in range(CELLS)
    ]
)
FITS_IN = deck_table(  # [reading, card] -> the cell (as a set) in which a card agrees with it
    [
        [1 << BOX_CELLS[box, (CORNER[card, suit] + 2) % CORNERS] for card in range(NUMBERS)]
        for box in range(BOXES)
        for suit in range(SUITS)
    ]
)
SIDE = (
    deck_table(  # [card, side] -> both suits there: cards that lie beside each other match in both if these are equal
        [
            [SUITS * row[one] + row[other] for one, other in ((TL, TR), (TR, BR), (BL, BR), (TL, BL))]
            for row in SUIT.tolist()
        ]
    )
)
RIGHT_COLUMN = 0b100_100_100  # cells
WAYS = table(binomials(NUMBERS * COPIES))  # [n, k]: ways to choose k of n

# What note() reports.
EVENTS = Events()
DEALT = EVENTS.add("dealt", "round cards aside", reveals=True)
LED = EVENTS.add("led", "seat card corner", reveals=True)
FOLLOWED = EVENTS.add("followed", "seat card corner", reveals=True)
DISCARDED = EVENTS.add("discarded", "seat card corner", reveals=True)  # could not follow
WON = EVENTS.add("won", "seat card")
TOOK = EVENTS.add("took", "seat from card")
PLACED = EVENTS.add("placed", "seat card cell")
SCORED = EVENTS.add("scored", "seat cards matches bonus points")  # the points of outer matches, of the bonus, in all
CLEARED = EVENTS.add("cleared", "seat")
DISPLAYED = EVENTS.add("displayed", "seat card")
PASSED_TOKENS = EVENTS.add("passed_tokens")
ENDED = EVENTS.add("ended", reveals=True)


class State(Record):
    """A game of Weathervanes between two decisions."""

    hand: Ints = field("i8", SEATS)  # card multisets
    cannot_hold: Ints = field("i8", SEATS)  # cards that a seat has shown not to hold this round (WV-10)
    discard: int = field("i8")  # cards scored this round; everyone knows them (WV-25)
    aside: int = field("i8")  # cards left over from the last deal; nobody knows them (WV-26)
    score: Ints = field("i2", SEATS)
    hand_size: Ints = field("i1", SEATS)
    aside_size: int = field("i1")
    token: Ints = field("i1", SEATS)  # the suit of each Bonus Token
    display: Ints = field("i1", SEATS)  # card, or NONE while taken
    played: Ints = field("i1", SEATS)  # the cards of this trick, or NONE
    tableau: Grid = field("i1", SEATS, CELLS)  # card or NONE
    occupied: Ints = field("i2", SEATS)  # cell sets
    final_cards: Ints = field("i1", SEATS)  # size of the final tableau, and its outer matches (WV-28)
    final_matches: Ints = field("i1", SEATS)
    players: int = field("i1")
    phase: int = field("i1")
    to_move: int = field("i1")
    round: int = field("i1")  # from 0
    trick: int = field("i1")  # from 0 in each round
    n_played: int = field("i1")
    leader: int = field("i1")
    heading: int = field("i1")  # the trick points between this seat and the next (WV-8)
    lead_suit: int = field("i1")
    winner: int = field("i1")  # best so far, then the winner of the trick
    n_taken: int = field("i1")  # how many have taken (or, at the end, placed) their Display card
    to_place: int = field("i1")  # the card being placed, or NONE
    open_cells: int = field("i2")  # where it may lie
    ending: int = field("i1")  # 1 while the last Display cards are placed (WV-27)
    constrained_lead: int = field("i1")  # options (WV-29 to WV-31), set before the deal
    partial_misere: int = field("i1")
    bonus_no_kens: int = field("i1")
    rounds: int = field("i1")  # parameters, set before the deal (WV-1)
    cards_dealt: int = field("i1")  # cards in each hand, while there are enough (WV-5, WV-26)
    points_of_2: int = field("i1")  # points for the cards of a tableau of two, three and four cards (WV-23)
    points_of_3: int = field("i1")
    points_of_4: int = field("i1")
    points_per_match: int = field("i1")  # points for each outer match (WV-23)
    bonus_per_card: int = field("i1")  # points for each card of a tableau with the bonus (WV-23)


# A trick gives each seat one card, a round has at most 11 tricks, and the last Display card is one more. A tableau is
# worth at most 6 points a card: 24 for four (WV-24). Only the final one can count negative (WV-30). Parameters can give
# more, and the observation is cut off there, so that its space is the same for every game.
MOST_OF_TABLEAU = 24
MOST_POINTS = (ROUNDS * HAND + 1) * MOST_OF_TABLEAU // 4
OBSERVATION = Layout(
    ("hand", NUMBERS, "my cards: copies of each number / 2"),
    ("unseen", NUMBERS, "cards I cannot see (in other hands or left over): copies of each number / 2"),
    ("cannot_hold", 3 * NUMBERS, "for each other seat from my left: 1 for numbers it has shown not to hold"),
    ("hand_size", SEATS, "cards in hand / 11, for each seat from mine"),
    ("display", SEATS * NUMBERS, "for each seat from mine: 1 at the number of its Display card"),
    ("played", SEATS * NUMBERS, "for each seat from mine: 1 at the number of its card in the trick"),
    ("tableau", SEATS * CELLS * CORNERS * SUITS, "for each seat, cell and corner: 1 at the suit shown there"),
    ("score", SEATS, "score / 100, for each seat from mine", -MOST_OF_TABLEAU / 100, MOST_POINTS / 100),
    ("token", SEATS * SUITS, "for each seat from mine: 1 at the suit of its Bonus Token"),
    ("to_place", NUMBERS, "1 at the number of the card now being placed"),
    ("open_cells", CELLS, "1 where that card may lie"),
    ("heading", SEATS, "1 at the seat after which the trick points, counted from mine; none before the lead"),
    ("lead_suit", SUITS, "1 at the lead suit; none before the lead"),
    ("leader", SEATS, "1 at the leader of the trick, counted from mine"),
    ("winner", SEATS, "1 at the seat now winning the trick, counted from mine; none before the lead"),
    ("round", ROUNDS, "rounds still to come: 3 (or more), 2, 1, none"),
    ("phase", 3, "playing, placing after a trick, placing at the end"),
    ("options", 3, "1 for each of constrained_lead, partial_misere, bonus_no_kens"),
)
O_HAND, O_UNSEEN, O_CANNOT, O_SIZE, O_DISPLAY, O_PLAYED, O_TABLEAU, O_SCORE, O_TOKEN = OBSERVATION.offsets[:9]
O_PLACE, O_OPEN, O_HEADING, O_LEAD, O_LEADER, O_WINNER, O_ROUND, O_PHASE, O_OPTIONS = OBSERVATION.offsets[9:]
OBSERVATION_SIZE = OBSERVATION.size


# ---------------------------------------------------------------- the verbs
@rule
def deal(s: State, rng: Ints) -> None:
    """WV-5: tokens, Displays and hands, all at random."""
    s.players = SEATS
    s.discard = ALL_CARDS
    s.aside = 0
    for seat in range(SEATS):
        s.score[seat] = 0
        s.played[seat] = NONE
        s.final_cards[seat] = 0
        s.final_matches[seat] = 0
        s.token[seat] = seat
        clear_tableau(s, seat)
    for seat in range(SEATS - 1, 0, -1):  # shuffle the tokens
        other = rng_below(rng, seat + 1)
        suit = s.token[seat]
        s.token[seat] = s.token[other]
        s.token[other] = suit
    for seat in range(SEATS):
        s.display[seat] = draw(s, rng)
    s.round = 0
    s.ending = 0
    s.winner = 0
    s.heading = 0
    s.lead_suit = 0
    deal_round(s, rng)


@rule
def legal(s: State, out: Ints) -> int:
    """Write the legal actions into out; return how many there are."""
    n = 0
    if s.phase == PLACE:  # WV-20: any of the legal places
        for place in range(PLACES):
            if s.open_cells >> CELL[place] & 1:
                out[n] = FIRST_PLACE + place
                n += 1
        return n
    if s.phase == OVER:
        return 0
    cards = s.hand[s.to_move] & FIRST_COPIES  # WV-9: two equal cards are one action
    if s.n_played == 0:
        while cards:
            card = lowest(cards) >> 1
            cards &= cards - 1
            if s.constrained_lead:  # WV-29
                out[n] = card * CORNERS + CORNER[card, s.token[s.to_move]]
                n += 1
            else:  # WV-7: any card, any corner
                for corner in range(CORNERS):
                    out[n] = card * CORNERS + corner
                    n += 1
        return n
    corner = corner_at_centre(s.to_move, s.heading)
    following = cards & SHOWING[corner, s.lead_suit]
    if following:  # WV-10
        cards = following
    while cards:
        out[n] = (lowest(cards) >> 1) * CORNERS + corner
        cards &= cards - 1
        n += 1
    return n


@rule
def apply(s: State, action: int, rng: Ints) -> None:
    """Carry out a legal action and everything that follows from it."""
    if s.phase == PLACE:
        put(s, s.to_move, s.to_place, CELL[action - FIRST_PLACE])
        s.n_taken += 1
    else:
        play(s, action // CORNERS, action % CORNERS)
        if s.n_played < SEATS:
            return
    if not s.ending:
        take_displays(s)
        if s.phase == PLACE:
            return
        end_trick(s, rng)
    if s.ending:
        place_last_displays(s)


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
            s.hand[other] = 0
    s.aside = 0


@rule
def redeal(s: State, seat: int, rng: Ints) -> None:
    """Deal the unseen cards uniformly among the ways that agree with what the other seats have shown not to hold.

    The unseen cards fall into eight groups by which of the three other hands may hold them (the cards left over can be
    any). First the number of cards of each group for the next two hands is drawn, weighted by the number of ways to
    complete the deal. Then the cards themselves are drawn.

    Where `cards_dealt` leaves many cards over, the ways of a whole deal may not fit 62 bits. They do once another seat
    has played; and until one of them has shown something, every deal agrees with it.
    """
    first = (seat + 1) % SEATS
    second = (seat + 2) % SEATS
    third = (seat + 3) % SEATS
    n1 = s.hand_size[first]
    n2 = s.hand_size[second]
    n3 = s.hand_size[third]
    unseen = unseen_cards(s, seat)
    if s.aside_size >= SEATS and s.cannot_hold[first] | s.cannot_hold[second] | s.cannot_hold[third] == 0:
        for k in range(1, SEATS):
            other = (seat + k) % SEATS
            hand = some_of(unseen, s.hand_size[other], rng)
            s.hand[other] = stacked(hand)
            unseen &= ~hand
        s.aside = stacked(unseen)
        return
    to_first = unseen & ~s.cannot_hold[first]
    to_second = unseen & ~s.cannot_hold[second]
    to_third = unseen & ~s.cannot_hold[third]
    only_1 = to_first & ~to_second & ~to_third
    only_2 = to_second & ~to_first
    with_2 = to_first & to_second & ~to_third
    with_3 = to_first & to_third & ~to_second
    with_both = to_first & to_second & to_third
    g1 = count(only_1)
    g12 = count(with_2)
    g13 = count(with_3)
    g123 = count(with_both)
    both_23 = count(only_2 & to_third)
    just_2 = count(only_2 & ~to_third)
    all_3 = count(to_third)

    total = 0
    pick = 0
    x1 = 0
    x12 = 0
    x13 = 0
    y = 0
    for look in range(2):  # count all the ways, then walk to the one drawn
        if look == 1:
            pick = rng_wide(rng, total)
        found = False
        for a in range(min(g1, n1) + 1):
            for b in range(min(g12, n1 - a) + 1):
                for c in range(min(g13, n1 - a - b) + 1):
                    d = n1 - a - b - c
                    if d > g123 or found:
                        continue
                    taken = WAYS[g1, a] * WAYS[g12, b] * WAYS[g13, c] * WAYS[g123, d]
                    for e in range(max(0, n2 - just_2 - (g12 - b)), min(n2, both_23 + g123 - d) + 1):
                        left_3 = all_3 - c - d - e
                        if left_3 < n3:
                            break
                        ways = taken * WAYS[both_23 + g123 - d, e] * WAYS[just_2 + g12 - b, n2 - e] * WAYS[left_3, n3]
                        if look == 0:
                            total += ways
                        elif not found:
                            if pick < ways:
                                found = True
                                x1 = a
                                x12 = b
                                x13 = c
                                y = e
                            else:
                                pick -= ways
    hand = some_of(only_1, x1, rng) | some_of(with_2, x12, rng) | some_of(with_3, x13, rng)
    hand |= some_of(with_both, n1 - x1 - x12 - x13, rng)
    s.hand[first] = stacked(hand)
    unseen &= ~hand
    hand = some_of(unseen & to_second & to_third, y, rng) | some_of(unseen & to_second & ~to_third, n2 - y, rng)
    s.hand[second] = stacked(hand)
    unseen &= ~hand
    hand = some_of(unseen & to_third, n3, rng)
    s.hand[third] = stacked(hand)
    s.aside = stacked(unseen & ~hand)


@rule
def observe(s: State, seat: int, out: Features) -> None:
    """Write what the seat sees, in the layout of OBSERVATION."""
    for i in range(OBSERVATION_SIZE):
        out[i] = 0
    unseen = unseen_cards(s, seat)
    for card in range(NUMBERS):
        out[O_HAND + card] = count(s.hand[seat] >> COPIES * card & 3) / COPIES
        out[O_UNSEEN + card] = count(unseen >> COPIES * card & 3) / COPIES
    for k in range(SEATS):
        other = (seat + k) % SEATS
        if k > 0:
            for card in range(NUMBERS):
                out[O_CANNOT + (k - 1) * NUMBERS + card] = s.cannot_hold[other] >> COPIES * card & 1
        out[O_SIZE + k] = s.hand_size[other] / HAND
        if s.display[other] != NONE:
            out[O_DISPLAY + k * NUMBERS + s.display[other]] = 1
        if s.played[other] != NONE:
            out[O_PLAYED + k * NUMBERS + s.played[other]] = 1
        for cell in range(CELLS):
            card = s.tableau[other, cell]
            if card != NONE:
                for corner in range(CORNERS):
                    out[O_TABLEAU + ((k * CELLS + cell) * CORNERS + corner) * SUITS + SUIT[card, corner]] = 1
        out[O_SCORE + k] = min(MOST_POINTS, max(-MOST_OF_TABLEAU, s.score[other])) / 100
        out[O_TOKEN + k * SUITS + s.token[other]] = 1
    if s.to_place != NONE:
        out[O_PLACE + s.to_place] = 1
        for cell in range(CELLS):
            out[O_OPEN + cell] = s.open_cells >> cell & 1
    if s.n_played > 0:
        out[O_HEADING + (s.heading - seat + SEATS) % SEATS] = 1
        out[O_LEAD + s.lead_suit] = 1
        out[O_WINNER + (s.winner - seat + SEATS) % SEATS] = 1
    out[O_LEADER + (s.leader - seat + SEATS) % SEATS] = 1
    out[O_ROUND + max(0, s.round + ROUNDS - s.rounds)] = 1
    out[O_PHASE + (2 if s.ending else s.phase)] = 1
    out[O_OPTIONS] = s.constrained_lead
    out[O_OPTIONS + 1] = s.partial_misere
    out[O_OPTIONS + 2] = s.bonus_no_kens


# ---------------------------------------------------------------- dealing
@rule
def deal_round(s: State, rng: Ints) -> None:
    """WV-5, WV-26: shuffle the discard pile and deal it out equally; nobody knows the cards left over."""
    pool = merged(s.discard, s.aside)
    each = cards_each(s, pool)
    for seat in range(SEATS):
        hand = some_of(pool, each, rng)
        pool &= ~hand
        s.hand[seat] = stacked(hand)
        s.hand_size[seat] = each
        s.cannot_hold[seat] = 0
        if s.token[seat] == RED:  # WV-6
            s.leader = seat
    s.aside = stacked(pool)
    s.aside_size = count(pool)
    s.discard = 0
    s.trick = 0
    note(DEALT, s.round, each, s.aside_size)
    start_trick(s, s.leader)


@rule
def cards_each(s: State, pool: int) -> int:
    """How many cards of a pool each player gets: as many as there are for all, and no more than a hand has."""
    return min(s.cards_dealt, count(pool) // SEATS)


@rule
def draw(s: State, rng: Ints) -> int:
    """One card off the top of the shuffled pile."""
    card = lowest(some_of(s.discard, 1, rng)) >> 1
    s.discard = without(s.discard, card)
    return card


@rule
def unseen_cards(s: State, seat: int) -> int:
    """Both copies of every card, except those that the seat sees or knows to be discarded (WV-25)."""
    seen = merged(s.hand[seat], s.discard)
    for other in range(SEATS):
        if s.display[other] != NONE:
            seen = with_one(seen, s.display[other])
        if s.played[other] != NONE:
            seen = with_one(seen, s.played[other])
        cells = s.occupied[other]
        while cells:
            seen = with_one(seen, s.tableau[other, lowest(cells)])
            cells &= cells - 1
    if s.to_place != NONE:
        seen = with_one(seen, s.to_place)
    return ~seen & ALL_CARDS


# ---------------------------------------------------------------- the trick
@rule
def corner_at_centre(seat: int, heading: int) -> int:
    """WV-8. The formula is its own inverse: it also gives the heading from a corner."""
    return (seat + 2 - heading + CORNERS) % CORNERS


@rule
def start_trick(s: State, leader: int) -> None:
    s.phase = PLAY
    s.leader = leader
    s.to_move = leader
    s.n_played = 0
    s.n_taken = 0
    s.to_place = NONE
    s.open_cells = 0


@rule
def play(s: State, card: int, corner: int) -> None:
    """WV-7, WV-10, WV-11: play a card to the trick."""
    seat = s.to_move
    suit = SUIT[card, corner]
    if s.n_played == 0:
        s.heading = corner_at_centre(seat, corner)
        s.lead_suit = suit
        s.winner = seat
        note(LED, seat, card, corner)
    elif suit != s.lead_suit:
        s.cannot_hold[seat] |= SHOWING[corner, s.lead_suit]
        note(DISCARDED, seat, card, corner)
    else:
        if card > s.played[s.winner]:
            s.winner = seat
        note(FOLLOWED, seat, card, corner)
    s.hand[seat] = without(s.hand[seat], card)
    s.hand_size[seat] -= 1
    s.played[seat] = card
    s.n_played += 1
    s.to_move = (seat + 1) % SEATS
    if s.n_played == SEATS:
        note(WON, s.winner, s.played[s.winner])


@rule
def take_displays(s: State) -> None:
    """WV-12, WV-13: clockwise from the winner, each takes and places a Display card; stop if one must choose."""
    while s.n_taken < SEATS:
        seat = (s.winner + s.n_taken) % SEATS
        giver = (s.heading + 1 + s.n_taken) % SEATS
        card = s.display[giver]
        s.display[giver] = NONE
        note(TOOK, seat, giver, card)
        if must_choose(s, seat, card):
            return
        s.n_taken += 1


@rule
def end_trick(s: State, rng: Ints) -> None:
    """WV-14, WV-15: the cards of the trick become the Displays; when the hands are empty the round is over."""
    for seat in range(SEATS):
        s.display[seat] = s.played[seat]
        s.played[seat] = NONE
        note(DISPLAYED, seat, s.display[seat])
    s.trick += 1
    start_trick(s, s.winner)
    if s.hand_size[0] > 0:
        return
    if s.round < s.rounds - 1:
        pass_tokens(s)
        s.round += 1
        deal_round(s, rng)
    else:
        s.ending = 1


@rule
def pass_tokens(s: State) -> None:
    """WV-26: every token moves one seat to the left."""
    last = s.token[SEATS - 1]
    for seat in range(SEATS - 1, 0, -1):
        s.token[seat] = s.token[seat - 1]
    s.token[0] = last
    note(PASSED_TOKENS)


# ---------------------------------------------------------------- the tableau
@rule
def must_choose(s: State, seat: int, card: int) -> bool:
    """Place a card if there is no choice of places; otherwise ask for the place (WV-20, WV-21)."""
    if s.occupied[seat]:
        s.open_cells = open_cells(s, seat, card)
        if s.open_cells:
            s.phase = PLACE
            s.to_move = seat
            s.to_place = card
            return True
        score_tableau(s, seat, False)  # WV-22: it fits nowhere
        discard_tableau(s, seat)
    put(s, seat, card, MIDDLE)
    return False


@rule
def open_cells(s: State, seat: int, card: int) -> int:
    """WV-16 to WV-18: beside a card, inside a box that holds all cards, with the box's middle of one suit."""
    found = 0
    open_readings = readings(s, seat)
    while open_readings:
        found |= FITS_IN[lowest(open_readings), card]
        open_readings &= open_readings - 1
    occupied = s.occupied[seat]
    return found & BESIDE[occupied] & ~occupied


@rule
def readings(s: State, seat: int) -> int:
    """WV-16, WV-18, WV-19: the boxes that hold all cards, if all show one suit in the box's middle, with that suit."""
    found = ALL_READINGS
    cells = s.occupied[seat]
    while cells:
        cell = lowest(cells)
        found &= AGREES[cell, s.tableau[seat, cell]]
        cells &= cells - 1
    return found


@rule
def put(s: State, seat: int, card: int, cell: int) -> None:
    """Put a card into a tableau. A fourth card completes and scores it (WV-22), except in the final one (WV-27)."""
    s.phase = PLAY
    s.to_place = NONE
    s.open_cells = 0
    s.tableau[seat, cell] = card
    s.occupied[seat] |= 1 << cell
    note(PLACED, seat, card, cell)
    if s.ending:
        score_tableau(s, seat, True)
        s.final_cards[seat] = count(s.occupied[seat])
        s.final_matches[seat] = outer_matches(s, seat)
    elif count(s.occupied[seat]) == CORNERS:
        score_tableau(s, seat, False)
        discard_tableau(s, seat)


@rule
def clear_tableau(s: State, seat: int) -> None:
    s.occupied[seat] = 0
    for cell in range(CELLS):
        s.tableau[seat, cell] = NONE


@rule
def discard_tableau(s: State, seat: int) -> None:
    """WV-25: onto the discard pile; everyone has seen the cards."""
    cells = s.occupied[seat]
    while cells:
        s.discard = with_one(s.discard, s.tableau[seat, lowest(cells)])
        cells &= cells - 1
    clear_tableau(s, seat)
    note(CLEARED, seat)


# ---------------------------------------------------------------- scoring
@rule
def score_tableau(s: State, seat: int, final: bool) -> None:
    """WV-22, WV-27: score the tableau; the caller clears it, or not."""
    points = worth(s, seat, final)
    s.score[seat] += points
    note(SCORED, seat, count(s.occupied[seat]), match_points(s, seat), bonus_points(s, seat, points < 0), points)


@rule
def worth(s: State, seat: int, final: bool) -> int:
    """WV-23: n x n, 1 for each outer match, n for the bonus; the final tableau counts negative under WV-30."""
    negative = final and s.partial_misere != 0
    points = card_points(s, count(s.occupied[seat])) + match_points(s, seat)
    points += bonus_points(s, seat, negative)
    return -points if negative else points


@rule
def card_points(s: State, n: int) -> int:
    """WV-23: what n cards score for their number. By the rulebook n x n; one card scores one point."""
    if n == 4:
        return s.points_of_4
    if n == 3:
        return s.points_of_3
    return s.points_of_2 if n == 2 else n


@rule
def match_points(s: State, seat: int) -> int:
    """WV-23: what the outer matches of a tableau score. By the rulebook one point each."""
    return outer_matches(s, seat) * s.points_per_match


@rule
def bonus_points(s: State, seat: int, against: bool) -> int:
    """WV-23: what the central suit scores. By the rulebook one point for each card."""
    return count(s.occupied[seat]) * s.bonus_per_card if has_bonus(s, seat, against) else 0


@rule
def outer_matches(s: State, seat: int) -> int:
    """WV-24: on each shared edge the pair of corners toward the centre matches; if both do, one is an outer match."""
    occupied = s.occupied[seat]
    matches = 0
    cells = occupied & occupied >> 1 & ~RIGHT_COLUMN  # those with a card to the right
    while cells:
        cell = lowest(cells)
        if SIDE[s.tableau[seat, cell], EAST] == SIDE[s.tableau[seat, cell + 1], WEST]:
            matches += 1
        cells &= cells - 1
    cells = occupied & occupied >> 3  # those with a card below
    while cells:
        cell = lowest(cells)
        if SIDE[s.tableau[seat, cell], SOUTH] == SIDE[s.tableau[seat, cell + 3], NORTH]:
            matches += 1
        cells &= cells - 1
    return matches


@rule
def has_bonus(s: State, seat: int, against: bool) -> bool:
    """WV-23: whether the central suit is the token's. An open centre (WV-19) is read in the player's favour: as the
    bonus suit, but as the other one if the tableau counts against them."""
    if count(s.occupied[seat]) < 2 or s.bonus_no_kens:  # WV-31
        return False
    possible = readings(s, seat)
    with_token = possible & IN_EACH_BOX << s.token[seat]
    if against:
        return with_token == possible
    return with_token != 0


# ---------------------------------------------------------------- the end
@rule
def place_last_displays(s: State) -> None:
    """WV-27: from the last trick's winner, each places their own Display card and scores their final tableau."""
    while s.n_taken < SEATS:
        seat = (s.winner + s.n_taken) % SEATS
        card = s.display[seat]
        s.display[seat] = NONE
        if must_choose(s, seat, card):
            return
        s.n_taken += 1
    s.phase = OVER
    note(ENDED)


@rule
def winners(s: State) -> int:
    """WV-28, WV-30: the seats with the best score; among equals the final tableau's cards, then its outer matches."""
    best = NONE
    winning = 0
    for seat in range(SEATS):
        if best == NONE or ahead(s, seat, best):
            best = seat
            winning = 1 << seat
        elif not ahead(s, best, seat):
            winning |= 1 << seat
    return winning


@rule
def ahead(s: State, seat: int, other: int) -> bool:
    """Whether a seat ranks above another at the end."""
    sign = -1 if s.partial_misere else 1
    if s.score[seat] != s.score[other]:
        return s.score[seat] > s.score[other]
    if s.final_cards[seat] != s.final_cards[other]:
        return sign * s.final_cards[seat] > sign * s.final_cards[other]
    return sign * s.final_matches[seat] > sign * s.final_matches[other]
