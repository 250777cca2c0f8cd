"""Winter Court: two courtiers sway the twelve members of a court, and use the powers of those they sway.

Players   2
Deck      60 cards, six suits of ranks 1-10; a court of 12 members, each swayed by one or two of the suits
Goal      all four royals at once, or the higher status when the draw pile runs out
Ends      when the last of the 49 cards is drawn, or before; in fewer than 3,100 decisions
Ruleset   1

Why it ends: say that p plays are made elsewhere than on the Sage, and x cards are added or used as boosts. Hands get
11 cards by the deal, at most 49 by draws (other parameters: 60 in all, too), and one by each use of the Sage, which
takes a play on the Sage before; so p + x <= 60. A plain play on the Sage (nothing added, no boost, no Fool) raises its
rank, up to 10: so there are at most 10 of them in a row, between other things that befall that rank. These are at most
x, and one for each play on the Fool or the Charlatan: 60 in all. So at most 10 x 61 plain plays, 60 others on the Sage
and 60 elsewhere, 730 in all. A play takes two decisions and one for each of the x cards; there is at most one use of a
power for each play, and one choice of a draw; and at most 49 passes, 24 of them with a discard. That makes
4 x 730 + 60 + 73.
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
    rng_wide,
    rule,
    some_of,
    table,
)
from .. import data
from ..events import Events
from ..layout import Layout
from . import court
from .reach import (
    ADDING,
    BELOW,
    CARDS,
    CHARLATAN,
    DEVOTION,
    FOOL,
    JOINING,
    KNIGHT,
    LOVER,
    LOW,
    LOW_OF,
    MATCHMAKER,
    MIGHT,
    MOST_OF_INFLUENCE,
    MOST_OF_PLAY,
    NONE,
    RANKS,
    SAGE,
    STEWARD,
    SUIT,
    SUITS,
    WIZARD,
    able,
    able_to_play,
    added,
    adding_of,
    rank_of,
    ranks_of,
    reach,
    suit_of,
)
from .worlds import hand_that_reaches, hand_with_some, hands_that_reach, hands_with_some

RULESET = 1

# ---------------------------------------------------------------- vocabulary
SEATS = 2  # WC-1
MEMBERS = 12
ROYALS = 4  # the first of them (WC-2); all of them win by the rulebook (WC-19)
POWERS = 8
PER_SUIT = 3  # members that a suit sways
ALL_CARDS = (1 << CARDS) - 1
FIRST_HAND = 5  # WC-4, as the rulebook says; a game has s.first_hand and so on
SECOND_HAND = 6
PILE = CARDS - FIRST_HAND - SECOND_HAND
PLAY_DRAWS = 1  # WC-5: after a play, or none
PASS_DRAWS = 2  # WC-5: of which one is kept
STEWARD_DRAWS = 2  # WC-16

# Phases: before a play; putting one together; after it; after the Wizard, before the second play; choosing which of two
# drawn cards to keep; the end.
START, BUILD, AFTER, SECOND, KEEP, OVER = range(6)

# The actions. A play is card * 3 + place: the first, second or third of the members that the card's suit sways.
A_PLAY = 0
A_FOOL = A_PLAY + CARDS * PER_SUIT
A_KNIGHT = A_FOOL + 1  # + rank - 1, of Might
A_LOVER = A_KNIGHT + RANKS  # + rank - 1, of Devotion
A_MATCHMAKER = A_LOVER + RANKS  # + card
A_BOOST = A_MATCHMAKER + CARDS  # + suit * 3 + rank - 1
A_COMMIT = A_BOOST + SUITS * LOW
A_STEWARD = A_COMMIT + 1
A_SAGE = A_STEWARD + 1  # + card
A_CHARLATAN = A_SAGE + CARDS  # + member
A_WIZARD = A_CHARLATAN + MEMBERS
A_PASS1 = A_WIZARD + 1
A_PASS2 = A_PASS1 + 1
A_DRAW0 = A_PASS2 + 1
A_DRAW1 = A_DRAW0 + 1
A_DISCARD = A_DRAW1 + 1  # + card
ACTIONS = A_DISCARD + CARDS
MAX_LEGAL = CARDS * PER_SUIT + MEMBERS + 3  # every card is in the hand (3 plays) or, for the Sage, in the discard pile

DATA = data.read(__package__, Path(__file__).parent, "court.toml")
COURT = court.members(DATA)
STATUS = deck_table([member.status for member in COURT])
POWER = deck_table([NONE if member.power is None else member.power for member in COURT])  # [member]
HOLDER = deck_table([[member.power for member in COURT].index(power) for power in range(POWERS)])  # [power] -> member
SWAYED = deck_table(  # [suit * 3 + place] -> member
    [member for suit in range(SUITS) for member in range(MEMBERS) if suit in COURT[member].suits]
)
OTHER_SUIT = deck_table(  # [member * 6 + suit] -> the member's other suit, or NONE
    [
        next((other for other in member.suits if other != suit), NONE) if suit in member.suits else NONE
        for member in COURT
        for suit in range(SUITS)
    ]
)
CARD_PLAYED = table([play // PER_SUIT for play in range(A_FOOL)])  # [play] -> its card; quicker than dividing
PLAY_OF_PAIR = table(  # [suit * 30 + place * 10 + rank - 1] -> the play, for the first two suits
    [
        (suit * RANKS + rank) * PER_SUIT + place
        for suit in range(2)
        for place in range(PER_SUIT)
        for rank in range(RANKS)
    ]
)
PLAIN_TRIES = 16  # redealt hands that may fail to reach what a play needs, before those that do are counted

# What note() reports.
EVENTS = Events()
DEALT = EVENTS.add("dealt", "first cards other_cards", reveals=True)  # in the hand of the first player, and the other
PLAYED = EVENTS.add("played", "seat card member", reveals=True)
RETURNED = EVENTS.add("returned", "seat member")  # a pawn, to use its power
ADDED = EVENTS.add("added", "seat card member", reveals=True)
BOOSTED = EVENTS.add("boosted", "seat card member", reveals=True)
MADE = EVENTS.add("made", "seat member total beaten fool")  # the play is complete
REPLACED = EVENTS.add("replaced", "seat member card")  # each card of the influence that was there
SPENT = EVENTS.add("spent", "seat card")  # a boost, onto the discard pile
SHIFTED = EVENTS.add("shifted", "seat member claimed")  # the pawn, toward the seat: to its side, or to the tile
HELD = EVENTS.add("held", "seat member")  # the pawn was the seat's already
CALLED_WIZARD = EVENTS.add("called_wizard", "seat", reveals=True)  # tells that the hand has a second play
TOOK = EVENTS.add("took", "seat card")  # from the discard pile, shown
REMOVED = EVENTS.add("removed", "seat member card")  # by the Charlatan, each card
PASSED = EVENTS.add("passed", "seat cards")
DREW = EVENTS.add("drew", "seat card", reveals=True, secret="card")
DECLINED = EVENTS.add("declined", "seat")  # drew no card
DISCARDED = EVENTS.add("discarded", "seat card", reveals=True)  # of two drawn cards
EXHAUSTED = EVENTS.add("exhausted")  # the draw pile
ENDED = EVENTS.add("ended", reveals=True)


class State(Record):
    """A game of Winter Court between two decisions."""

    hand: Ints = field("i8", SEATS)  # card sets
    known: Ints = field("i8", SEATS)  # of each hand, what both know: cards taken with the Sage (WC-16)
    discard: int = field("i8")
    influence: Ints = field("i8", MEMBERS)  # the cards on each member: one, or several that count as one (WC-12)
    play_cards: int = field("i8")  # of the play being put together: what will stay,
    boosts: int = field("i8")  # and what will be discarded
    drawn: int = field("i8")  # the two cards of which one is kept (WC-25): only the drawer knows them
    rank: Ints = field("i1", MEMBERS)  # of each influence; 0 without one
    owner: Ints = field("i1", MEMBERS)  # who played it, and so the side on which it lies; NONE without one
    pawn: Ints = field("i1", MEMBERS)  # who controls the member, or NONE: it is on its tile
    hand_size: Ints = field("i1", SEATS)
    pile_size: int = field("i1")  # the pile is every card that is nowhere else; those left out lie under it
    players: int = field("i1")
    phase: int = field("i1")
    to_move: int = field("i1")
    ready: int = field("i2")  # the powers that this turn may still use (WC-7, WC-8)
    play_card: int = field("i1")  # the card that was played, or NONE
    play_member: int = field("i1")  # on this member, or NONE
    play_total: int = field("i1")  # with added cards and boosts
    play_suits: int = field("i1")  # the suits of play_cards: those that may be boosted
    play_powers: int = field("i1")  # the powers that may still join this play (WC-24)
    play_fool: int = field("i1")  # 1 with the Fool: lower instead of higher
    boost_from: int = field("i1")  # boosts ascend: the next one is this card or higher
    first: int = field("i1")  # option: who goes first, or NONE for either (WC-4)
    first_hand: int = field("i1")  # parameters: cards dealt to the first player, and to the second (WC-4)
    second_hand: int = field("i1")
    left_out: int = field("i1")  # cards that are never drawn; nobody knows them (WC-4)
    play_draws: int = field("i1")  # cards that may be drawn after a play (WC-5)
    steward_draws: int = field("i1")  # cards that the Steward draws (WC-16)
    royals_to_win: int = field("i1")  # how many royals win at once (WC-19)


OBSERVATION = Layout(
    ("hand", CARDS, "my cards"),
    ("shown", CARDS, "those of them that the other player knows"),
    ("known", CARDS, "the other player's cards that I know"),
    ("unseen", CARDS, "cards I cannot see: in the other hand, in the draw pile or left out"),
    ("discard", CARDS, "the discard pile"),
    ("influence", CARDS, "cards that lie on members"),
    ("rank", MEMBERS, "rank of the influence on each member / 20", 0, MOST_OF_INFLUENCE / 20),
    ("side", 2 * MEMBERS, "for each member: 1 if its influence is mine, 1 if it is the other player's"),
    ("pawn", 2 * MEMBERS, "for each member: 1 if I control it, 1 if the other player does"),
    ("hand_size", 2, "cards in hand / 20, mine and the other player's", 0, CARDS / 20),
    ("pile", 1, "cards in the draw pile / 49 (1 for more)"),
    ("status", 2, "status / 20, mine and the other player's", 0, sum(STATUS) / 20),
    ("my_move", 1, "1 if the decision is mine"),
    ("phase", 5, "before a play, putting one together, after it, before the second play, choosing which card to keep"),
    (
        "ready",
        POWERS,
        "powers that may still be used this turn: fool knight lover matchmaker steward sage charlatan wizard",
    ),
    ("play_cards", CARDS, "the play being put together: played and added cards"),
    ("boosts", CARDS, "the play being put together: boosts"),
    ("play_member", MEMBERS, "1 at the member it is played on"),
    ("play_powers", 4, "powers that may still join it: fool knight lover matchmaker"),
    ("play", 3, "its total / 20, the rank it must beat / 20, 1 if it must be lower (the Fool)", 0, MOST_OF_PLAY / 20),
    ("drawn", CARDS, "the two cards of which I keep one"),
)
O_HAND, O_SHOWN, O_KNOWN, O_UNSEEN, O_DISCARD, O_INFLUENCE, O_RANK, O_SIDE, O_PAWN, O_SIZE = OBSERVATION.offsets[:10]
O_PILE, O_STATUS, O_MOVE, O_PHASE, O_READY, O_CARDS, O_BOOSTS, O_MEMBER, O_JOIN, O_PLAY, O_DRAWN = OBSERVATION.offsets[
    10:
]
OBSERVATION_SIZE = OBSERVATION.size


# ---------------------------------------------------------------- the verbs
@rule
def deal(s: State, rng: Ints) -> None:
    """WC-4: an empty court, 5 cards to the first player and 6 to the second."""
    s.players = SEATS
    s.discard = 0
    s.drawn = 0
    for member in range(MEMBERS):
        s.influence[member] = 0
        s.rank[member] = 0
        s.owner[member] = NONE
        s.pawn[member] = NONE
    clear_play(s)
    first = s.first
    if first == NONE:
        first = rng_below(rng, SEATS)
    s.hand[first] = some_of(ALL_CARDS, s.first_hand, rng)
    s.hand[1 - first] = some_of(ALL_CARDS & ~s.hand[first], s.second_hand, rng)
    for seat in range(SEATS):
        s.known[seat] = 0
        s.hand_size[seat] = count(s.hand[seat])
    s.pile_size = whole_pile(s)
    note(DEALT, first, s.first_hand, s.second_hand)
    start_turn(s, first)


@rule
def legal(s: State, out: Ints) -> int:
    """Write the legal actions into out; return how many there are."""
    if s.phase == BUILD:
        return legal_steps(s, out)
    if s.phase == KEEP:
        return legal_cards(s.drawn, A_DISCARD, out, 0)
    if s.phase == OVER:
        return 0
    n = 0
    if s.phase != AFTER:
        n = legal_plays(s, out)
    n = legal_powers(s, out, n)
    if s.phase == START:  # WC-5
        out[n] = A_PASS1
        n += 1
        if s.pile_size >= PASS_DRAWS:  # WC-25
            out[n] = A_PASS2
            n += 1
    elif s.phase == AFTER:
        out[n] = A_DRAW0
        out[n + 1] = A_DRAW1
        n += 2
    return n


@rule
def apply(s: State, action: int, rng: Ints) -> None:
    """Carry out a legal action and everything that follows from it."""
    if action < A_FOOL:
        begin_play(s, CARD_PLAYED[action], action - PER_SUIT * CARD_PLAYED[action])
    elif action < A_COMMIT:
        extend_play(s, action)
    elif action == A_COMMIT:
        make_play(s)
    elif action == A_STEWARD:  # WC-16, WC-25
        return_pawn(s, STEWARD)
        draw_into_hand(s, min(s.steward_draws, s.pile_size), rng)
    elif action < A_CHARLATAN:
        take_discard(s, action - A_SAGE)
    elif action < A_WIZARD:
        remove_influence(s, action - A_CHARLATAN)
    elif action == A_WIZARD:  # WC-15
        return_pawn(s, WIZARD)
        s.phase = SECOND
        note(CALLED_WIZARD, s.to_move)
    elif action == A_PASS2:
        note(PASSED, s.to_move, PASS_DRAWS)
        draw_two(s, rng)
    elif action >= A_DISCARD:
        keep_other(s, action - A_DISCARD)
    else:
        if action == A_PASS1:
            note(PASSED, s.to_move, 1)
        if action == A_DRAW0:
            note(DECLINED, s.to_move)
        else:
            draw_into_hand(s, min(s.play_draws, s.pile_size) if action == A_DRAW1 else 1, rng)
        if s.phase != OVER:
            start_turn(s, 1 - s.to_move)


@rule
def is_over(s: State) -> bool:
    return s.phase == OVER


@rule
def returns(s: State, out: Floats) -> None:
    """1 for the winner and -1 for the other; 0 for both in a draw."""
    winning = winner(s)
    for seat in range(SEATS):
        out[seat] = 0.0
        if winning != NONE:
            out[seat] = 1.0 if seat == winning else -1.0


@rule
def redact(s: State, seat: int) -> None:
    """Leave only what the seat may know; for -1, what everyone may know."""
    for other in range(SEATS):
        if other != seat:
            s.hand[other] = s.known[other]
    if s.to_move != seat:
        s.drawn = 0


@rule
def redeal(s: State, seat: int, rng: Ints) -> None:
    """Deal any unseen cards to the other hand, besides those that are known to be there. But a player who is putting a
    play together, or has called the Wizard, has a hand with which that can be finished (WC-23, WC-24).

    The play itself then shows the cards that made it possible. If Steward, Sage or Charlatan came between the Wizard
    and the second play, one could infer a little more about the hand at that time; this is not kept.
    """
    unseen = unseen_cards(s, seat)
    mover = s.to_move
    if mover != seat:
        hand = mover_hand(s, unseen, rng)
        s.hand[mover] = s.known[mover] | hand
        unseen &= ~hand
        if s.phase == KEEP:
            s.drawn = some_of(unseen, PASS_DRAWS, rng)
            unseen &= ~s.drawn
    other = 1 - mover
    if other != seat:
        s.hand[other] = s.known[other] | some_of(unseen, s.hand_size[other] - count(s.known[other]), rng)


@rule
def observe(s: State, seat: int, out: Features) -> None:
    """Write what the seat sees, in the layout of OBSERVATION."""
    for i in range(OBSERVATION_SIZE):
        out[i] = 0
    other = 1 - seat
    unseen = unseen_cards(s, seat)
    influence = 0
    for member in range(MEMBERS):
        influence |= s.influence[member]
        out[O_RANK + member] = s.rank[member] / 20
        for k in range(SEATS):
            who = seat if k == 0 else other
            out[O_SIDE + 2 * member + k] = 1 if s.owner[member] == who else 0
            out[O_PAWN + 2 * member + k] = 1 if s.pawn[member] == who else 0
    for card in range(CARDS):
        out[O_HAND + card] = s.hand[seat] >> card & 1
        out[O_SHOWN + card] = s.known[seat] >> card & 1
        out[O_KNOWN + card] = s.known[other] >> card & 1
        out[O_UNSEEN + card] = unseen >> card & 1
        out[O_DISCARD + card] = s.discard >> card & 1
        out[O_INFLUENCE + card] = influence >> card & 1
        out[O_CARDS + card] = s.play_cards >> card & 1
        out[O_BOOSTS + card] = s.boosts >> card & 1
        if s.to_move == seat:
            out[O_DRAWN + card] = s.drawn >> card & 1
    out[O_SIZE] = s.hand_size[seat] / 20
    out[O_SIZE + 1] = s.hand_size[other] / 20
    out[O_PILE] = min(PILE, s.pile_size) / PILE
    out[O_STATUS] = status(s, seat) / 20
    out[O_STATUS + 1] = status(s, other) / 20
    if s.phase != OVER:
        out[O_MOVE] = 1 if s.to_move == seat else 0
        out[O_PHASE + s.phase] = 1
    for power in range(POWERS):
        out[O_READY + power] = s.ready >> power & 1
    if s.play_member != NONE:
        out[O_MEMBER + s.play_member] = 1
        for power in range(STEWARD):
            out[O_JOIN + power] = s.play_powers >> power & 1
        out[O_PLAY] = s.play_total / 20
        out[O_PLAY + 1] = s.rank[s.play_member] / 20
        out[O_PLAY + 2] = s.play_fool


# ---------------------------------------------------------------- the turn
@rule
def start_turn(s: State, seat: int) -> None:
    """WC-7: the powers of the members that the player controls now may be used in this turn."""
    s.to_move = seat
    s.phase = START
    ready = 0
    for member in range(ROYALS, MEMBERS):
        ready |= (s.pawn[member] == seat) << POWER[member]
    s.ready = ready


@rule
def legal_cards(cards: int, first: int, out: Ints, n: int) -> int:
    """Write one action for each card, counted from the action of card 0; return how many there are now."""
    while cards:
        out[n] = first + lowest(cards)
        n += 1
        cards &= cards - 1
    return n


@rule
def legal_plays(s: State, out: Ints) -> int:
    """WC-9: every card on every member that it can sway, with whatever else the hand can add to that play."""
    n = 0
    hand = s.hand[s.to_move]
    powers = s.ready & JOINING
    for suit in range(0, SUITS, 2):  # (two suits together: where short loops end, compiled code often guesses wrong)
        plays = plays_of(s, hand, powers, suit) | plays_of(s, hand, powers, suit + 1) << RANKS * PER_SUIT
        while plays:
            out[n] = A_PLAY + RANKS * PER_SUIT * suit + PLAY_OF_PAIR[lowest(plays)]
            n += 1
            plays &= plays - 1
    return n


@rule
def plays_of(s: State, hand: int, powers: int, suit: int) -> int:
    """The plays of a suit, ten bits for each of the three members that it sways: the cards that can be played there."""
    plays = 0
    cards = hand >> RANKS * suit & SUIT
    if powers & ADDING == 0:
        for place in range(PER_SUIT):
            plays |= able(cards, 0, 0, rank_on(s, suit, place)) << RANKS * place
    elif powers >> MATCHMAKER & 1 == 0:  # what Knight and Lover bring is the same for all members (and found once)
        adding = adding_of(suit, powers, NONE)
        extra = added(hand, suit, powers, NONE)
        for place in range(PER_SUIT):
            plays |= able(cards, adding, extra, rank_on(s, suit, place)) << RANKS * place
    else:
        for place in range(PER_SUIT):
            other = OTHER_SUIT[SUITS * SWAYED[PER_SUIT * suit + place] + suit]
            plays |= able_to_play(hand, suit, other, powers, rank_on(s, suit, place)) << RANKS * place
    if powers >> FOOL & 1:  # WC-14
        for place in range(PER_SUIT):
            plays |= (cards & BELOW[rank_on(s, suit, place)]) << RANKS * place
    return plays


@rule
def rank_on(s: State, suit: int, place: int) -> int:
    """The rank of the influence on one of the three members that a suit sways, which a play must beat; 0 for none."""
    return s.rank[SWAYED[PER_SUIT * suit + place]]


@rule
def can_play(s: State, hand: int) -> bool:
    """Whether some play is possible with a hand."""
    for suit in range(SUITS):
        if plays_of(s, hand, s.ready & JOINING, suit):
            return True
    return False


# ---------------------------------------------------------------- putting a play together (WC-24)
@rule
def legal_steps(s: State, out: Ints) -> int:
    """The Fool, then added cards, then boosts, then `commit`: every step that can still lead to a legal play."""
    n = 0
    lacking = s.rank[s.play_member] - s.play_total  # above this the play is high enough; with the Fool, below
    if s.play_powers >> FOOL & 1 and lacking > 0:
        out[n] = A_FOOL
        n += 1
    if s.play_powers >> KNIGHT & 1:
        n = legal_additions(s, KNIGHT, MIGHT, lacking, A_KNIGHT - RANKS * MIGHT, out, n)
    if s.play_powers >> LOVER & 1:
        n = legal_additions(s, LOVER, DEVOTION, lacking, A_LOVER - RANKS * DEVOTION, out, n)
    if s.play_powers >> MATCHMAKER & 1:
        n = legal_additions(s, MATCHMAKER, other_suit(s), lacking, A_MATCHMAKER, out, n)
    if s.play_fool:
        out[n] = A_COMMIT
        return n + 1
    boosts = open_boosts(s, s.hand[s.to_move])
    gain = ranks_of(boosts)
    while gain > lacking and boosts:  # a boost bars those below it: with those above it, it must do
        card = lowest(boosts)
        out[n] = A_BOOST + suit_of(card) * LOW + rank_of(card) - 1
        n += 1
        gain -= rank_of(card)
        boosts &= boosts - 1
    if lacking < 0:
        out[n] = A_COMMIT
        n += 1
    return n


@rule
def legal_additions(s: State, power: int, suit: int, lacking: int, first: int, out: Ints, n: int) -> int:
    """WC-12: the cards of a suit that a power may add, so that the play can still be made."""
    hand = s.hand[s.to_move]
    cards = hand >> RANKS * suit & SUIT
    if s.play_fool:
        cards &= BELOW[lacking]
    else:
        later = s.play_powers >> power + 1 << power + 1
        extra = reach(hand & ~(SUIT << RANKS * suit), s.play_suits, later, other_suit(s))
        cards = able(cards, adding_of(suit, later, other_suit(s)), extra, lacking)
    return legal_cards(cards << RANKS * suit, first, out, n)


@rule
def other_suit(s: State) -> int:
    """What the Matchmaker adds: the member's suit that the played card is not; NONE if it has only one."""
    return OTHER_SUIT[SUITS * s.play_member + suit_of(s.play_card)]


@rule
def open_boosts(s: State, hand: int) -> int:
    """WC-11: low cards of the suits in the play, each above the last boost."""
    return hand & LOW_OF[s.play_suits] & -(1 << s.boost_from)


@rule
def can_finish(s: State, hand: int) -> bool:
    """Whether the play that is being put together can be completed with the cards of a hand."""
    lacking = s.rank[s.play_member] - s.play_total
    if s.play_fool or lacking < 0 or (s.play_powers >> FOOL & 1 and lacking > 0):
        return True
    return reach(hand & -(1 << s.boost_from), s.play_suits, s.play_powers, other_suit(s)) > lacking


@rule
def begin_play(s: State, card: int, place: int) -> None:
    """WC-9: a card on a member that it matches."""
    suit = suit_of(card)
    s.phase = BUILD
    s.play_card = card
    s.play_member = SWAYED[PER_SUIT * suit + place]
    s.play_powers = s.ready & JOINING
    if other_suit(s) == NONE:
        s.play_powers &= ~(1 << MATCHMAKER)
    note(PLAYED, s.to_move, card, s.play_member)
    lay_card(s, card)


@rule
def extend_play(s: State, action: int) -> None:
    """WC-24: the next step. Nothing that comes earlier in the order can follow it."""
    if action >= A_BOOST:
        boost = action - A_BOOST
        card = boost // LOW * RANKS + boost % LOW
        note(BOOSTED, s.to_move, card, s.play_member)
        spend(s, card)
        s.boosts |= 1 << card
        s.boost_from = card + 1
        s.play_powers = 0
    elif action >= A_MATCHMAKER:
        add_card(s, MATCHMAKER, action - A_MATCHMAKER)
    elif action >= A_LOVER:
        add_card(s, LOVER, RANKS * DEVOTION + action - A_LOVER)
    elif action >= A_KNIGHT:
        add_card(s, KNIGHT, RANKS * MIGHT + action - A_KNIGHT)
    else:
        join_play(s, FOOL)
        s.play_fool = 1


@rule
def join_play(s: State, power: int) -> None:
    """Use a power in the play; those before it can no longer join."""
    return_pawn(s, power)
    s.play_powers = s.play_powers >> power + 1 << power + 1


@rule
def add_card(s: State, power: int, card: int) -> None:
    """WC-12: Knight, Lover and Matchmaker add a card, which stays."""
    join_play(s, power)
    note(ADDED, s.to_move, card, s.play_member)
    lay_card(s, card)


@rule
def lay_card(s: State, card: int) -> None:
    """A card that is played or added."""
    spend(s, card)
    s.play_cards |= 1 << card
    s.play_suits |= 1 << suit_of(card)


@rule
def spend(s: State, card: int) -> None:
    """A card from the hand into the play."""
    s.hand[s.to_move] &= ~(1 << card)
    s.known[s.to_move] &= ~(1 << card)
    s.hand_size[s.to_move] -= 1
    s.play_total += rank_of(card)


@rule
def make_play(s: State) -> None:
    """WC-9, WC-10: the play is complete; it replaces what was there and shifts the pawn."""
    seat = s.to_move
    member = s.play_member
    note(MADE, seat, member, s.play_total, s.rank[member], s.play_fool)
    cards = s.influence[member]
    while cards:
        note(REPLACED, seat, member, lowest(cards))
        cards &= cards - 1
    cards = s.boosts
    while cards:
        note(SPENT, seat, lowest(cards))
        cards &= cards - 1
    s.discard |= s.influence[member] | s.boosts
    s.influence[member] = s.play_cards
    s.rank[member] = ranks_of(s.play_cards)  # WC-11: boosts counted for the play only
    s.owner[member] = seat
    clear_play(s)
    s.phase = AFTER
    if s.pawn[member] == seat:
        note(HELD, seat, member)
        return
    s.pawn[member] = seat if s.pawn[member] == NONE else NONE
    note(SHIFTED, seat, member, 1 if s.pawn[member] == seat else 0)
    if has_enough_royals(s, seat):  # WC-19
        end(s)


@rule
def clear_play(s: State) -> None:
    s.play_cards = 0
    s.boosts = 0
    s.play_card = NONE
    s.play_member = NONE
    s.play_total = 0
    s.play_suits = 0
    s.play_powers = 0
    s.play_fool = 0
    s.boost_from = 0


# ---------------------------------------------------------------- powers
@rule
def legal_powers(s: State, out: Ints, n: int) -> int:
    """WC-17, WC-23: Steward, Sage and Charlatan before or after a play; the Wizard after one."""
    if s.ready >> STEWARD & 1:
        out[n] = A_STEWARD
        n += 1
    if s.ready >> SAGE & 1:
        n = legal_cards(s.discard, A_SAGE, out, n)
    if s.ready >> CHARLATAN & 1:
        for member in range(MEMBERS):
            if removable(s, member):
                out[n] = A_CHARLATAN + member
                n += 1
    if s.ready >> WIZARD & 1 and s.phase == AFTER and can_play(s, s.hand[s.to_move]):
        out[n] = A_WIZARD
        n += 1
    return n


@rule
def removable(s: State, member: int) -> bool:
    """WC-16, WC-18: an influence on an unclaimed member, the Charlatan's own tile among them."""
    return s.rank[member] > 0 and (s.pawn[member] == NONE or POWER[member] == CHARLATAN)


@rule
def return_pawn(s: State, power: int) -> None:
    """WC-7, WC-8, WC-18: the pawn goes back before the effect, and the power is spent for this turn."""
    member = HOLDER[power]
    s.pawn[member] = NONE
    s.ready &= ~(1 << power)
    note(RETURNED, s.to_move, member)


@rule
def take_discard(s: State, card: int) -> None:
    """WC-16: Sage. The card is shown: both know it from now on."""
    return_pawn(s, SAGE)
    s.discard &= ~(1 << card)
    s.hand[s.to_move] |= 1 << card
    s.known[s.to_move] |= 1 << card
    s.hand_size[s.to_move] += 1
    note(TOOK, s.to_move, card)


@rule
def remove_influence(s: State, member: int) -> None:
    """WC-16: Charlatan. A combined card is discarded as separate cards."""
    return_pawn(s, CHARLATAN)
    cards = s.influence[member]
    while cards:
        note(REMOVED, s.to_move, member, lowest(cards))
        cards &= cards - 1
    s.discard |= s.influence[member]
    s.influence[member] = 0
    s.rank[member] = 0
    s.owner[member] = NONE


# ---------------------------------------------------------------- drawing
@rule
def draw_into_hand(s: State, cards: int, rng: Ints) -> None:
    for _ in range(cards):
        s.hand[s.to_move] |= draw(s, rng)
    s.hand_size[s.to_move] += cards
    end_with_pile(s)


@rule
def draw_two(s: State, rng: Ints) -> None:
    """WC-25: two cards, of which one is to be discarded; unless they were the last (WC-20)."""
    s.drawn = draw(s, rng)
    s.drawn |= draw(s, rng)
    s.phase = KEEP
    if s.pile_size == 0:
        keep_all(s)
        end_with_pile(s)


@rule
def keep_other(s: State, card: int) -> None:
    """WC-25: one of the two drawn cards is discarded, openly; the other stays hidden."""
    s.drawn &= ~(1 << card)
    s.discard |= 1 << card
    note(DISCARDED, s.to_move, card)
    keep_all(s)
    start_turn(s, 1 - s.to_move)


@rule
def keep_all(s: State) -> None:
    s.hand[s.to_move] |= s.drawn
    s.hand_size[s.to_move] += count(s.drawn)
    s.drawn = 0


@rule
def whole_pile(s: State) -> int:
    """WC-4: the cards of the draw pile before the first one is drawn."""
    return CARDS - s.first_hand - s.second_hand - s.left_out


@rule
def draw(s: State, rng: Ints) -> int:
    """One card off the pile, as a set. Nobody knows which cards are left out: it may be any of them, too."""
    pile = ALL_CARDS & ~(open_cards(s) | s.hand[0] | s.hand[1] | s.drawn)
    card = nth(pile, rng_below(rng, s.pile_size + s.left_out))
    s.pile_size -= 1
    note(DREW, s.to_move, card)
    return 1 << card


@rule
def nth(cards: int, n: int) -> int:
    """The card of a set that has n of its cards below it. By halving: a GPU's threads all take the same few steps."""
    card = 0
    width = 32
    while width:
        below = count(cards & ((1 << width) - 1))
        if n >= below:
            n -= below
            cards >>= width
            card += width
        width >>= 1
    return card


@rule
def open_cards(s: State) -> int:
    """All cards that lie face up."""
    cards = s.discard | s.play_cards | s.boosts
    for member in range(MEMBERS):
        cards |= s.influence[member]
    return cards


@rule
def unseen_cards(s: State, seat: int) -> int:
    """The cards of which a seat does not know where they are."""
    seen = open_cards(s) | s.known[0] | s.known[1]
    if seat != NONE:
        seen |= s.hand[seat]
    if s.to_move == seat:
        seen |= s.drawn
    return ALL_CARDS & ~seen


# ---------------------------------------------------------------- redealing
@rule
def mover_hand(s: State, unseen: int, rng: Ints) -> int:
    """The unseen cards of the mover's hand: any with which the mover can go on, each such hand equally likely. Usually
    nearly all hands can, so a few are tried first. If these fail, the hands that can are counted and one is drawn."""
    known = s.known[s.to_move]
    size = s.hand_size[s.to_move] - count(known)
    for _ in range(PLAIN_TRIES):
        hand = some_of(unseen, size, rng)
        if can_go_on(s, known | hand):
            return hand
    return hand_to_go_on(s, unseen, known, size, rng)


@rule
def can_go_on(s: State, hand: int) -> bool:
    """Whether the mover has a legal action with a hand."""
    if s.phase == BUILD:
        return can_finish(s, hand)
    if s.phase == SECOND:
        return can_play(s, hand)
    return True


@rule
def hand_to_go_on(s: State, unseen: int, known: int, size: int, rng: Ints) -> int:
    """The unseen cards of a hand with which the mover can go on, each such hand equally likely.

    A play that is being put together goes on in one way, a second play in many: a suit on one of its members (18 ways,
    with what powers add), or the Fool. A way is drawn by the number of its hands, and one of these; a hand that can go
    on in k ways would come up k times too often, so it is taken once in k times: at least one of 19, on average.
    """
    fools = 0 if s.phase == BUILD else fool_cards(s)
    with_fool = hands_with_some(unseen, known, size, fools)
    total = with_fool
    for way in range(1 if s.phase == BUILD else SUITS * PER_SUIT):
        total += hands_one_way(s, way, unseen, known, size)
    while True:
        pick = rng_wide(rng, total)
        if pick < with_fool:
            hand = hand_with_some(unseen, known, size, fools, pick, rng)
        else:
            way = NONE
            hands = with_fool
            while pick >= hands:
                pick -= hands
                way += 1
                hands = hands_one_way(s, way, unseen, known, size)
            suit, suits, powers, other, low, need = what_it_takes(s, way)
            hand = hand_that_reaches(unseen, known, size, suit, suits, powers, other, low, need, pick, rng)
        if s.phase == BUILD or rng_below(rng, ways_to_play(s, known | hand, fools)) == 0:
            return hand


@rule
def hands_one_way(s: State, way: int, unseen: int, known: int, size: int) -> int:
    """With how many hands the mover can go on in one way."""
    suit, suits, powers, other, low, need = what_it_takes(s, way)
    if suit != NONE and not able_to_play(unseen | known, suit, other, powers, need - 1):
        return 0  # not even with all cards
    return hands_that_reach(unseen, known, size, suit, suits, powers, other, low, need)


@rule
def what_it_takes(s: State, way: int) -> tuple[int, int, int, int, int, int]:
    """What a hand must reach to go on in a way: the suit to be played, the suits that are in the play, the powers that
    may add cards, the Matchmaker's suit, the low cards that may be boosts, and the sum of ranks that is needed."""
    if s.phase == BUILD:
        need = s.rank[s.play_member] - s.play_total + 1
        return NONE, s.play_suits, s.play_powers, other_suit(s), -(1 << s.boost_from), need
    member = SWAYED[way]
    suit = way // PER_SUIT
    other = OTHER_SUIT[SUITS * member + suit]
    powers = s.ready & (1 << KNIGHT | 1 << LOVER | (0 if other == NONE else 1 << MATCHMAKER))
    return suit, 0, powers, other, ALL_CARDS, s.rank[member] + 1


@rule
def ways_to_play(s: State, hand: int, fools: int) -> int:
    """In how many ways a hand has a play: by suit and member, and once for the Fool."""
    ways = 1 if hand & fools else 0
    for way in range(SUITS * PER_SUIT):
        member = SWAYED[way]
        suit = way // PER_SUIT
        if able_to_play(hand, suit, OTHER_SUIT[SUITS * member + suit], s.ready, s.rank[member]):
            ways += 1
    return ways


@rule
def fool_cards(s: State) -> int:
    """The cards that could be played with the Fool on some member (WC-14)."""
    cards = 0
    if s.ready >> FOOL & 1:
        for way in range(SUITS * PER_SUIT):
            cards |= BELOW[s.rank[SWAYED[way]]] << RANKS * (way // PER_SUIT)
    return cards


# ---------------------------------------------------------------- the end
@rule
def end_with_pile(s: State) -> None:
    """WC-20: the last card of the pile ends the game."""
    if s.pile_size == 0:
        note(EXHAUSTED)
        end(s)


@rule
def end(s: State) -> None:
    s.phase = OVER
    s.ready = 0
    note(ENDED)


@rule
def has_enough_royals(s: State, seat: int) -> bool:
    """WC-19: whether a seat controls as many royals as win at once. By the rulebook these are all four."""
    held = 0
    for member in range(ROYALS):
        held += s.pawn[member] == seat
    return held >= s.royals_to_win


@rule
def status(s: State, seat: int) -> int:
    """WC-20: the status of all members that a seat controls."""
    total = 0
    for member in range(MEMBERS):
        total += (s.pawn[member] == seat) * STATUS[member]
    return total


@rule
def winner(s: State) -> int:
    """WC-19 to WC-21: who wins as things stand; NONE in a draw."""
    for seat in range(SEATS):
        if has_enough_royals(s, seat):
            return seat
    mine = status(s, 0)
    other = status(s, 1)
    if mine != other:
        return 0 if mine > other else 1
    for member in range(MEMBERS):
        if s.pawn[member] != NONE:
            return s.pawn[member]
    return NONE
