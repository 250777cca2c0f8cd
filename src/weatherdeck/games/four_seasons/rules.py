"""4 Seasons: tricks with hidden roles, four tokens each, and a Pit that gives and takes.

Players   3 to 6; the seasons and Light win or lose together, each Darkness alone
Deck      4 seasons of 9, 11 or 13 cards and 4 to 6 wilds, nine cards to each player and four to the Pit
Goal      seasons: all of them must have the most of their own suit; Darkness: one of three goals of its own
Ends      after one round, or after `rounds` rounds. At most ten cards come into a hand (nine, and one by Spring). Each
          takes at most two decisions: the card, and a token or `done`. A turn skipped with Winter is one more. So there
          are at most 21 decisions per player and round
Numbers   a designer may turn some of them: the parameters in `__init__.py`, at the end of `State`
Ruleset   1
"""

from __future__ import annotations

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
    rule,
    some_of,
)
from ..data import Data
from ..events import Events
from ..layout import Layout
from ..victory import share_victory
from .deck import (
    AUTUMN,
    CARDS,
    DARKNESS,
    FEWEST,
    LIGHT,
    RANKS,
    ROLE,
    ROLE_SETS,
    ROLES,
    SEASON_CARDS,
    SEASONS,
    SEATS,
    SPRING,
    SUIT_CARDS,
    SUITS,
    SUMMER,
    WILD,
    WILD_CARDS,
    WINTER,
)
from .ways import ALL_SUITS, LOW, SLOTS, WIDTH, draw_hand

RULESET = 1
DATA: Data | None = None

# ---------------------------------------------------------------- vocabulary
HAND = 9  # FS-4
LEAST_HAND, MOST_HAND = 5, 12  # that a designer may deal
NONE = -1
PLAY, AFTER, OVER = range(3)  # phases: a card is still to be played; it is played, a token may follow; the end

# An action is a card to play; FIRST_AUTUMN, _SPRING or _SUMMER and a card, for a token; SKIP is Winter; DONE, no token.
FIRST_AUTUMN = CARDS
FIRST_SPRING = 2 * CARDS
FIRST_SUMMER = 3 * CARDS
SKIP = 4 * CARDS
DONE = SKIP + 1
ACTIONS = DONE + 1
MAX_LEGAL = MOST_HAND + CARDS + 1  # play or discard each card, take all that lies in the Pit and the trick, or skip

MOST_TRICKS = (HAND + 1) / HAND  # of the cards dealt to one player: one more card by Spring
NO_TRICKS = 1 << SEASONS  # among the goals that a player reached, beside the bits of the seasons (FS-21)
POINT = 10  # a round won, in tenths (FS-24)
MOST_ROUNDS = 99
MOST_SPARED = SEASONS * MOST_ROUNDS

# What note() reports.
EVENTS = Events()
DEALT = EVENTS.add("dealt", "round dealer players cards pit", reveals=True)
OPENS = EVENTS.add("opens", "seat card")  # who leads first, and with which wild in the hand; NONE if there is none
LED = EVENTS.add("led", "seat card")
FOLLOWED = EVENTS.add("followed", "seat card")
STRAYED = EVENTS.add("strayed", "seat card suit")  # could not follow the suit
UNCOVERED = EVENTS.add("uncovered", "seat card", reveals=True)  # nobody else knew that this card was in the hand
SHOWED_OUT = EVENTS.add("showed_out", "seat suit", reveals=True)  # nobody else knew that the hand has none of the suit
DISCARDED = EVENTS.add("discarded", "seat card")  # Autumn
PICKED_UP = EVENTS.add("picked_up", "seat card")  # Spring
CAPTURED = EVENTS.add("captured", "seat card from")  # Summer
SKIPPED = EVENTS.add("skipped", "seat")  # Winter
PLAYS_NONE = EVENTS.add("plays_none", "seat")  # Autumn took the last card (FS-18)
KEPT = EVENTS.add("kept", "seat")  # no token after the card
PASSED_OVER = EVENTS.add("passed_over", "seat")
WON = EVENTS.add("won", "seat card tokens")
UNWON = EVENTS.add("unwon", "seat cards tokens")  # nobody won it; the seat led
LEADS_INSTEAD = EVENTS.add("leads_instead", "seat other")  # because the other has no cards
REVEALED = EVENTS.add("revealed", "seat role", reveals=True)
SET_ASIDE = EVENTS.add("set_aside", "role", reveals=True)
SEASON_JUDGED = EVENTS.add("season_judged", "seat season mine best reached")
DARK_IN_PLAY = EVENTS.add("dark_in_play", "seat season mine best")
DARK_NOT_IN_PLAY = EVENTS.add("dark_not_in_play", "seat season mine together")
DARK_NO_TRICK = EVENTS.add("dark_no_trick", "seat tricks")
DARK_FAILED = EVENTS.add("dark_failed", "seat")
ROUND_WON = EVENTS.add("round_won", "seats")  # a set of seats, perhaps empty
SCORED = EVENTS.add("scored", "seat tenths unused total")
ENDED = EVENTS.add("ended", reveals=True)


class State(Record):
    """A game of 4 Seasons, with the last round that was finished. The seats that nobody has are empty."""

    hand: Ints = field("i8", SEATS)  # card sets
    known: Ints = field("i8", SEATS)  # the part of a hand that everyone knows: from the Pit, or the wild that opened
    won: Ints = field("i8", SEATS)
    pit: int = field("i8")
    tenths: Ints = field("i2", SEATS)  # points of all rounds (FS-24)
    spared: Ints = field("i2", SEATS, was="i1")  # unused tokens of all rounds (FS-25)
    hand_size: Ints = field("i1", SEATS)
    void: Ints = field("i1", SEATS)  # suits of which the unknown part of a hand was shown to have none (FS-8)
    tokens: Ints = field("i1", SEATS)  # unused ones: a set of seasons
    played: Ints = field("i1", SEATS)  # cards now in the trick, or NONE
    token_played: Ints = field("i1", SEATS)  # tokens in the trick, or NONE; so also whether a turn had its token
    won_tokens: Grid = field("i1", SEATS, SEASONS)
    lost_tokens: Ints = field("i1", SEASONS)  # out of the game (FS-16)
    tricks: Ints = field("i1", SEATS)  # won
    role: Ints = field("i1", SEATS)  # NONE where it is hidden
    aside: int = field("i1")  # the role that nobody has
    last_role: Ints = field("i1", SEATS)  # of the last finished round, to explain its result:
    last_aside: int = field("i1")
    last_tricks: Ints = field("i1", SEATS)
    last_count: Grid = field("i1", SEATS, SUITS)  # cards and tokens won, by suit
    last_winners: int = field("i1")  # a set of seats
    players: int = field("i1")
    phase: int = field("i1")
    to_move: int = field("i1")
    round: int = field("i1")  # from 0
    trick: int = field("i1")  # from 0 in each round
    turn: int = field("i1")  # from 0 in each trick; the leader's is the first
    leader: int = field("i1")
    lead_suit: int = field("i1")  # or NONE while no card was played
    rounds: int = field("i1")  # option (FS-24), set before the deal; 0 is one round, won or lost
    # Numbers of the rulebook that a designer may turn, set before the deal:
    cards_dealt: int = field("i1")  # dealt to each player (FS-4)
    season_cards: int = field("i1")  # of each season (FS-2); 0 is the rulebook's number for so many players
    wilds: int = field("i1")  # FS-2; NONE is the rulebook's number
    darknesses: int = field("i1")  # role cards (FS-3); 0 is the rulebook's number
    token_uses: int = field("i1")  # the most tokens that a player may play in a round (FS-10)
    season_lead: int = field("i1")  # how many more of their season a season player needs (FS-20); 0: a tie is enough
    dark_lead: int = field("i1")  # how many more of a season Darkness needs (FS-21); 0: a tie is enough
    dark_tricks: int = field("i1")  # the most tricks for the third goal of Darkness (FS-21); NONE: no such goal


OBSERVATION = Layout(
    ("players", 4, "1 at the number of players, from 3"),
    ("role", SEATS * ROLES, "for each seat from mine: 1 at its role, where I know it"),
    ("hand", CARDS, "my cards"),
    ("pit", CARDS, "cards in the Pit"),
    ("unseen", CARDS, "cards in other hands that I do not know of"),
    ("known", 5 * CARDS, "for each other seat from my left: cards that everyone knows to be in its hand"),
    ("void", SEATS * SUITS, "for each seat from mine: 1 for suits that the unknown part of its hand has none of"),
    ("hand_size", SEATS, "cards in hand / 10 (or one more than were dealt, if more), for each seat from mine"),
    ("played", SEATS * CARDS, "for each seat from mine: 1 at its card in the trick"),
    ("token_played", SEATS * SEASONS, "for each seat from mine: 1 at its token in the trick"),
    ("tokens", SEATS * SEASONS, "for each seat from mine: 1 for each unused token"),
    ("won", SEATS * SUITS, "cards and tokens won / 13, for each seat from mine and suit", 0, (RANKS + SEATS) / RANKS),
    ("tricks", SEATS, "tricks won / 9 (or the cards dealt to each, if more), for each seat from mine", 0, MOST_TRICKS),
    ("lead_suit", SUITS, "1 at the lead suit; none before the first card"),
    ("leader", SEATS, "1 at the leader of the trick, counted from mine"),
    ("winning", SEATS, "1 at the seat now winning the trick, counted from mine; none if no card can"),
    ("to_move", SEATS, "1 at the seat to move, counted from mine"),
    ("phase", 3, "a card is to be played, the card is played, the game is over"),
    ("round", 2, "rounds finished / all rounds, and all rounds / 99 (0: one round, won or lost)"),
    ("tenths", SEATS, "points / the most there can be, for each seat from mine; 0 without `rounds`"),
    ("spared", SEATS, "unused tokens of the rounds before / the most there can be, for each seat from mine"),
)
O_PLAYERS, O_ROLE, O_HAND, O_PIT, O_UNSEEN, O_KNOWN, O_VOID, O_SIZE, O_PLAYED, O_TOKEN = OBSERVATION.offsets[:10]
O_TOKENS, O_WON, O_TRICKS, O_LEAD, O_LEADER, O_WINNING, O_MOVE, O_PHASE, O_ROUND = OBSERVATION.offsets[10:19]
O_TENTHS, O_SPARED = OBSERVATION.offsets[19:]
OBSERVATION_SIZE = OBSERVATION.size


# ---------------------------------------------------------------- the verbs
@rule
def deal(s: State, rng: Ints) -> None:
    """FS-2 to FS-5: the first round, with nothing before it."""
    for seat in range(SEATS):
        s.tenths[seat] = 0
        s.spared[seat] = 0
        s.last_role[seat] = NONE
        s.last_tricks[seat] = 0
        for suit in range(SUITS):
            s.last_count[seat, suit] = 0
    s.last_aside = NONE
    s.last_winners = 0
    s.round = 0
    deal_round(s, rng)


@rule
def legal(s: State, out: Ints) -> int:
    """Write the legal actions into out; return how many there are."""
    if s.phase == OVER:
        return 0
    n = 0
    seat = s.to_move
    tokens = open_tokens(s, seat)
    if s.phase == PLAY:
        cards = playable(s, seat)
        while cards:
            out[n] = lowest(cards)
            cards &= cards - 1
            n += 1
        if tokens >> WINTER & 1:
            out[n] = SKIP
            n += 1
    else:
        out[n] = DONE
        n += 1
    if tokens >> AUTUMN & 1:
        cards = s.hand[seat]
        while cards:
            out[n] = FIRST_AUTUMN + lowest(cards)
            cards &= cards - 1
            n += 1
    if tokens >> SPRING & 1:
        cards = s.pit
        while cards:
            out[n] = FIRST_SPRING + lowest(cards)
            cards &= cards - 1
            n += 1
    if tokens >> SUMMER & 1:
        for other in range(s.players):
            if s.played[other] != NONE:
                out[n] = FIRST_SUMMER + s.played[other]
                n += 1
    return n


@rule
def apply(s: State, action: int, rng: Ints) -> None:
    """Carry out a legal action and everything that follows from it."""
    seat = s.to_move
    if action < FIRST_AUTUMN:
        play(s, seat, action)
        if open_tokens(s, seat):
            s.phase = AFTER
            return
    elif action == DONE:
        note(KEPT, seat)
    else:
        play_token(s, seat, action)
        if s.phase == PLAY and action != SKIP:
            if s.hand_size[seat] > 0:
                return  # the card is still to be played
            note(PLAYS_NONE, seat)  # FS-18
    end_turn(s, rng)


@rule
def is_over(s: State) -> bool:
    return s.phase == OVER


@rule
def returns(s: State, out: Floats) -> None:
    """One round: 1 for each winner, -1 for each loser. Both sides may win, or neither (FS-23): any sum is possible.
    With `rounds`: the victory, shared among the winners, from -1 / (players - 1) to 1; the results add up to zero.
    """
    winning = winners(s)
    if s.rounds > 0:
        share_victory(winning, s.players, out)
    else:
        for seat in range(s.players):
            out[seat] = 2.0 * (winning >> seat & 1) - 1.0


@rule
def redact(s: State, seat: int) -> None:
    """Leave only what the seat may know; for -1, what everyone may know."""
    if not sees_roles(s, seat):
        for other in range(s.players):
            if other != seat:
                s.role[other] = NONE
        s.aside = NONE
    for other in range(s.players):
        if other != seat:
            s.hand[other] = s.known[other]


@rule
def redeal(s: State, seat: int, rng: Ints) -> None:
    """Deal the hidden roles and cards uniformly among the ways that agree with all that the seat has seen.

    Roles say nothing about the cards that were played, so they are dealt separately. The unknown part of each hand must
    have none of the suits that it has shown to be out of. Hands that are out of the same suits are dealt to as one and
    then split. The hands that are out of most suits come first. The number of cards of each suit for the next one is
    drawn by the number of ways to complete the deal, then the cards (see `ways.py`).
    """
    redeal_roles(s, seat, rng)
    unseen = unseen_cards(s, seat)
    matters = 0  # the suits that are still unseen: being out of another one says nothing
    for suit in range(SUITS):
        if unseen & SUIT_CARDS[suit]:
            matters |= 1 << suit
    waiting = 0
    for other in range(s.players):
        if other != seat and s.hand_size[other] > count(s.known[other]):
            waiting |= 1 << other
    sizes = 0
    voids = 0
    slot = SLOTS
    while waiting:
        out_of = fewest_voids(s, waiting, matters)
        size = 0
        for other in range(s.players):
            if waiting >> other & 1 and s.void[other] & matters == out_of:
                waiting ^= 1 << other
                size += s.hand_size[other] - count(s.known[other])
        slot -= 1
        sizes |= size << WIDTH * slot
        voids |= out_of << SUITS * slot
    while slot < SLOTS:
        out_of = voids >> SUITS * slot & ALL_SUITS
        cards = unseen  # the last one gets what is left
        if slot < SLOTS - 1:
            cards = draw_hand(unseen, slot, sizes, voids, rng)
        unseen &= ~cards
        sizes &= ~(LOW << WIDTH * slot)
        voids &= ~(ALL_SUITS << SUITS * slot)
        slot += 1
        for other in range(s.players):
            size = s.hand_size[other] - count(s.known[other])
            if other != seat and size > 0 and s.void[other] & matters == out_of:
                dealt = some_of(cards, size, rng)
                cards &= ~dealt
                s.hand[other] = s.known[other] | dealt


@rule
def observe(s: State, seat: int, out: Features) -> None:
    """Write what the seat sees, in the layout of OBSERVATION."""
    for i in range(OBSERVATION_SIZE):
        out[i] = 0
    out[O_PLAYERS + s.players - FEWEST] = 1
    unseen = unseen_cards(s, seat)
    for card in range(CARDS):
        out[O_HAND + card] = s.hand[seat] >> card & 1
        out[O_PIT + card] = s.pit >> card & 1
        out[O_UNSEEN + card] = unseen >> card & 1
    rounds = max(1, s.rounds)
    each = max(HAND, s.cards_dealt)
    for k in range(s.players):
        other = (seat + k) % s.players
        if (k == 0 or sees_roles(s, seat)) and s.role[other] != NONE:
            out[O_ROLE + k * ROLES + s.role[other]] = 1
        if k > 0:
            for card in range(CARDS):
                out[O_KNOWN + (k - 1) * CARDS + card] = s.known[other] >> card & 1
        for suit in range(SUITS):
            out[O_VOID + k * SUITS + suit] = s.void[other] >> suit & 1
            out[O_WON + k * SUITS + suit] = won_of(s, other, suit) / RANKS
        for season in range(SEASONS):
            out[O_TOKENS + k * SEASONS + season] = s.tokens[other] >> season & 1
        out[O_SIZE + k] = s.hand_size[other] / (each + 1)
        if s.played[other] != NONE:
            out[O_PLAYED + k * CARDS + s.played[other]] = 1
        if s.token_played[other] != NONE:
            out[O_TOKEN + k * SEASONS + s.token_played[other]] = 1
        out[O_TRICKS + k] = s.tricks[other] / each
        out[O_TENTHS + k] = s.tenths[other] / ((POINT + SEASONS) * rounds)
        out[O_SPARED + k] = s.spared[other] / (SEASONS * rounds)
    if s.lead_suit != NONE:
        out[O_LEAD + s.lead_suit] = 1
    out[O_LEADER + (s.leader - seat + s.players) % s.players] = 1
    best = winning_seat(s)
    if best != NONE:
        out[O_WINNING + (best - seat + s.players) % s.players] = 1
    out[O_MOVE + (s.to_move - seat + s.players) % s.players] = 1
    out[O_PHASE + s.phase] = 1
    out[O_ROUND] = s.round / rounds
    out[O_ROUND + 1] = s.rounds / MOST_ROUNDS


# ---------------------------------------------------------------- dealing
@rule
def deal_round(s: State, rng: Ints) -> None:
    """FS-2 to FS-5, FS-24: deal roles, cards and tokens again."""
    pool = deck_of(s)
    role_cards = ROLE_SETS[s.players, s.darknesses]
    each = s.cards_dealt
    for seat in range(SEATS):
        seated = seat < s.players
        s.hand[seat] = 0
        s.role[seat] = NONE
        if seated:
            s.hand[seat] = some_of(pool, each, rng)
            pool &= ~s.hand[seat]
            role_card = some_of(role_cards, 1, rng)
            role_cards &= ~role_card
            s.role[seat] = ROLE[lowest(role_card)]
        s.hand_size[seat] = each if seated else 0
        s.tokens[seat] = (1 << SEASONS) - 1 if seated else 0
        s.won[seat] = 0
        s.tricks[seat] = 0
        for season in range(SEASONS):
            s.won_tokens[seat, season] = 0
    for season in range(SEASONS):
        s.lost_tokens[season] = 0
    s.aside = ROLE[lowest(role_cards)]
    s.pit = pool
    s.trick = 0
    note(DEALT, s.round, dealer(s), s.players, each, count(pool))
    open_round(s)


@rule
def open_round(s: State) -> None:
    """FS-7: the holder of the highest wild in a hand leads. As the Pit is face up, everyone knows which wild it is."""
    first = (dealer(s) + 1) % s.players
    wild = WILD_CARDS[s.players, s.wilds + 1] & ~s.pit
    while wild & (wild - 1):
        wild &= wild - 1
    for seat in range(SEATS):
        s.void[seat] = 0
        s.known[seat] = s.hand[seat] & wild
        if s.known[seat]:
            first = seat
    note(OPENS, first, lowest(wild) if wild else NONE)
    start_trick(s, first)


@rule
def deck_of(s: State) -> int:
    """FS-2: the cards in the game."""
    deck: int = SEASON_CARDS[s.players, s.season_cards] | WILD_CARDS[s.players, s.wilds + 1]
    return deck


@rule
def dealer(s: State) -> int:
    """FS-7: seat 0 in the first round, then the next to the left."""
    return s.round % s.players


@rule
def unseen_cards(s: State, seat: int) -> int:
    """The cards in other hands that the seat does not know of."""
    seen = s.pit | s.hand[seat]
    for other in range(s.players):
        seen |= s.known[other] | s.won[other]
        if s.played[other] != NONE:
            seen |= 1 << s.played[other]
    return deck_of(s) & ~seen


@rule
def sees_roles(s: State, seat: int) -> bool:
    """FS-6: Light knows every role; at the end everyone does."""
    return s.phase == OVER or (seat >= 0 and s.role[seat] == LIGHT)


# ---------------------------------------------------------------- the trick
@rule
def start_trick(s: State, leader: int) -> None:
    for seat in range(SEATS):
        s.played[seat] = NONE
        s.token_played[seat] = NONE
    s.phase = PLAY
    s.leader = leader
    s.to_move = leader
    s.turn = 0
    s.lead_suit = NONE


@rule
def playable(s: State, seat: int) -> int:
    """FS-7, FS-8: any card to lead; else the lead suit, a led wild too, if able."""
    if s.lead_suit == NONE:
        return s.hand[seat]
    following = s.hand[seat] & SUIT_CARDS[s.lead_suit]
    return following if following else s.hand[seat]


@rule
def play(s: State, seat: int, card: int) -> None:
    """FS-8: play a card to the trick; the first one sets the suit (FS-14, FS-18)."""
    suit = card // RANKS
    leave_hand(s, seat, card)
    s.played[seat] = card
    if s.lead_suit == NONE:
        s.lead_suit = suit
        note(LED, seat, card)
    elif suit == s.lead_suit:
        note(FOLLOWED, seat, card)
    else:
        note(STRAYED, seat, card, s.lead_suit)
        if not s.void[seat] >> s.lead_suit & 1:
            s.void[seat] |= 1 << s.lead_suit
            note(SHOWED_OUT, seat, s.lead_suit)


@rule
def leave_hand(s: State, seat: int, card: int) -> None:
    """Move a card from a hand to where everyone sees it."""
    if not s.known[seat] >> card & 1:
        note(UNCOVERED, seat, card)
    s.hand[seat] &= ~(1 << card)
    s.known[seat] &= ~(1 << card)
    s.hand_size[seat] -= 1


@rule
def end_turn(s: State, rng: Ints) -> None:
    """Go on to the next player who has cards, or end the trick (FS-17)."""
    while True:
        s.turn += 1
        if s.turn == s.players:
            end_trick(s, rng)
            return
        seat = (s.leader + s.turn) % s.players
        if s.hand_size[seat] > 0:
            s.to_move = seat
            s.phase = PLAY
            return
        note(PASSED_OVER, seat)


@rule
def winning_seat(s: State) -> int:
    """FS-9: whose card is the highest wild, or else the highest of the lead suit; NONE if no card can win (FS-16)."""
    best = NONE
    for seat in range(s.players):
        card = s.played[seat]
        if card != NONE and (card // RANKS == s.lead_suit or card // RANKS == WILD):
            if best == NONE or card > s.played[best]:  # wilds are the highest cards
                best = seat
    return best


@rule
def end_trick(s: State, rng: Ints) -> None:
    """FS-9, FS-16: the winner takes cards and tokens and leads; without one the cards go to the Pit."""
    cards = 0
    tokens = 0
    best = winning_seat(s)
    for seat in range(s.players):
        if s.played[seat] != NONE:
            cards |= 1 << s.played[seat]
        season = s.token_played[seat]
        if season != NONE:
            tokens += 1
            if best == NONE:
                s.lost_tokens[season] += 1
            else:
                s.won_tokens[best, season] += 1
    s.trick += 1
    if best == NONE:
        s.pit |= cards
        note(UNWON, s.leader, count(cards), tokens)
    else:
        s.won[best] |= cards
        s.tricks[best] += 1
        note(WON, best, s.played[best], tokens)
    next_trick(s, s.leader if best == NONE else best, rng)


@rule
def next_trick(s: State, leader: int, rng: Ints) -> None:
    """FS-17: the leader, or the next player who has cards; if nobody has, the round is over."""
    seat = leader
    while s.hand_size[seat] == 0:
        seat = (seat + 1) % s.players
        if seat == leader:
            break
    start_trick(s, seat)
    if s.hand_size[seat] == 0:
        end_round(s, rng)
    elif seat != leader:
        note(LEADS_INSTEAD, seat, leader)


# ---------------------------------------------------------------- tokens
@rule
def open_tokens(s: State, seat: int) -> int:
    """FS-10 to FS-14: the tokens that the seat could play at this point of its turn, as a set of seasons."""
    if s.token_played[seat] != NONE:
        return 0
    tokens = s.tokens[seat]
    if SEASONS - count(tokens) >= s.token_uses:
        return 0
    if s.hand_size[seat] == 0:
        tokens &= ~(1 << AUTUMN)
    if s.pit == 0:
        tokens &= ~(1 << SPRING)
    if s.played[seat] != NONE:
        return tokens & ~(1 << WINTER)  # its own card is there for Summer
    for other in range(s.players):
        if s.played[other] != NONE:
            return tokens
    return tokens & ~(1 << SUMMER)


@rule
def play_token(s: State, seat: int, action: int) -> None:
    """FS-10: one token to the trick, and what it does at once."""
    token = WINTER
    card = action % CARDS
    if action == SKIP:  # FS-14
        note(SKIPPED, seat)
    elif action < FIRST_SPRING:  # FS-11
        token = AUTUMN
        note(DISCARDED, seat, card)
        leave_hand(s, seat, card)
        s.pit |= 1 << card
    elif action < FIRST_SUMMER:  # FS-12: everyone sees which card it is
        token = SPRING
        note(PICKED_UP, seat, card)
        s.pit &= ~(1 << card)
        s.hand[seat] |= 1 << card
        s.known[seat] |= 1 << card
        s.hand_size[seat] += 1
    else:  # FS-13: won, though no trick was
        token = SUMMER
        for other in range(s.players):
            if s.played[other] == card:
                s.played[other] = NONE
                note(CAPTURED, seat, card, other)
        s.won[seat] |= 1 << card
    s.tokens[seat] &= ~(1 << token)
    s.token_played[seat] = token


# ---------------------------------------------------------------- the end of a round
@rule
def end_round(s: State, rng: Ints) -> None:
    """All hands are empty: roles are shown and judged; then the next round, or the end."""
    for seat in range(SEATS):
        s.last_role[seat] = s.role[seat]
        s.last_tricks[seat] = s.tricks[seat]
        for suit in range(SUITS):
            s.last_count[seat, suit] = won_of(s, seat, suit)
        if seat < s.players:
            note(REVEALED, seat, s.role[seat])
    s.last_aside = s.aside
    note(SET_ASIDE, s.aside)
    s.last_winners = judged(s)
    note(ROUND_WON, s.last_winners)
    if s.rounds > 0:
        score_round(s)
    if s.round + 1 < s.rounds:
        s.round += 1
        deal_round(s, rng)
    else:
        s.phase = OVER
        note(ENDED)


@rule
def won_of(s: State, seat: int, suit: int) -> int:
    """FS-15: cards of a suit that a player won, and tokens, which count as cards of their season."""
    tokens = s.won_tokens[seat, suit] if suit < SEASONS else 0
    return count(s.won[seat] & SUIT_CARDS[suit]) + tokens


@rule
def score_round(s: State) -> None:
    """FS-24: a point for a round won, a tenth for each unused token."""
    for seat in range(s.players):
        unused = count(s.tokens[seat])
        tenths = POINT * (s.last_winners >> seat & 1) + unused
        s.tenths[seat] += tenths
        s.spared[seat] += unused
        note(SCORED, seat, tenths, unused, s.tenths[seat])


# ---------------------------------------------------------------- who wins: all of it over the last finished round
@rule
def judged(s: State) -> int:
    """FS-20, FS-21, FS-23: the seats that won the round; the seasons with Light all or none, each Darkness alone."""
    team = 0
    winning = 0
    all_reached = True
    for seat in range(s.players):
        goals = goals_reached(s, seat)
        tell_goals(s, seat, goals)
        if s.last_role[seat] == DARKNESS:
            if goals:
                winning |= 1 << seat
        else:
            team |= 1 << seat
            if s.last_role[seat] != LIGHT and goals == 0:
                all_reached = False
    return winning | team if all_reached else winning


@rule
def goals_reached(s: State, seat: int) -> int:
    """The goals a player reached: seasons they have the most of, and, for Darkness, NO_TRICKS. Light has none."""
    role = s.last_role[seat]
    if role == LIGHT:
        return 0
    if role != DARKNESS:  # FS-20
        return 1 << role if leads(counted(s, seat, role), best_of_others(s, seat, role), s.season_lead) else 0
    goals = 0
    for season in range(SEASONS):  # FS-22: with 3 players Winter is neither in play nor set aside
        if in_play(s, season):
            if leads(counted(s, seat, season), best_of_others(s, seat, season), s.dark_lead):
                goals |= 1 << season
        elif season == s.last_aside:
            if leads(counted(s, seat, season), season_players_together(s, season), s.dark_lead):
                goals |= 1 << season
    if s.last_tricks[seat] <= s.dark_tricks:  # however many cards Summer took (FS-13)
        goals |= NO_TRICKS
    return goals


@rule
def leads(mine: int, against: int, lead: int) -> bool:
    """FS-20, FS-21: strictly more, which is a lead of 1. Nobody has the most of a season with none of it."""
    return mine > 0 and mine >= against + lead


@rule
def counted(s: State, seat: int, season: int) -> int:
    """FS-19: what counts for a season: its cards and tokens, and the wilds of the player who has its role."""
    if s.last_role[seat] == LIGHT:
        return 0
    total: int = s.last_count[seat, season]
    if s.last_role[seat] == season:
        total += s.last_count[seat, WILD]
    return total


@rule
def best_of_others(s: State, seat: int, season: int) -> int:
    best = 0
    for other in range(s.players):
        if other != seat:
            best = max(best, counted(s, other, season))
    return best


@rule
def season_players_together(s: State, season: int) -> int:
    """FS-21: of a season not in play, without what any Darkness or Light won."""
    together = 0
    for other in range(s.players):
        if s.last_role[other] < SEASONS:
            together += counted(s, other, season)
    return together


@rule
def in_play(s: State, season: int) -> bool:
    """FS-21: whether a player has the role."""
    for seat in range(s.players):
        if s.last_role[seat] == season:
            return True
    return False


@rule
def tell_goals(s: State, seat: int, goals: int) -> None:
    """Report who reached which goal, and by how much."""
    role = s.last_role[seat]
    if role < SEASONS:
        mine = counted(s, seat, role)
        note(SEASON_JUDGED, seat, role, mine, best_of_others(s, seat, role), 1 if goals else 0)
    if role == DARKNESS:
        for season in range(SEASONS):
            if goals >> season & 1:
                if in_play(s, season):
                    note(DARK_IN_PLAY, seat, season, counted(s, seat, season), best_of_others(s, seat, season))
                else:
                    together = season_players_together(s, season)
                    note(DARK_NOT_IN_PLAY, seat, season, counted(s, seat, season), together)
        if goals & NO_TRICKS:
            note(DARK_NO_TRICK, seat, s.last_tricks[seat])
        if goals == 0:
            note(DARK_FAILED, seat)


@rule
def winners(s: State) -> int:
    """The seats that won the game: the round's (FS-23), or those with most points, then most unused tokens (FS-25)."""
    if s.rounds == 0:
        return s.last_winners
    best = 0
    winning = 0
    for seat in range(s.players):
        worth = s.tenths[seat] * (MOST_SPARED + 1) + s.spared[seat]
        if worth > best:
            best = worth
            winning = 0
        if worth == best:
            winning |= 1 << seat
    return winning


# ---------------------------------------------------------------- redealing
@rule
def redeal_roles(s: State, seat: int, rng: Ints) -> None:
    """FS-3, FS-6: the role cards that the seat does not know, in any order."""
    if sees_roles(s, seat):
        return
    left = ROLE_SETS[s.players, s.darknesses] & ~(1 << s.role[seat])  # role r, once, is role card r
    for other in range(s.players):
        if other != seat:
            role_card = some_of(left, 1, rng)
            left &= ~role_card
            s.role[other] = ROLE[lowest(role_card)]
    s.aside = ROLE[lowest(left)]


@rule
def fewest_voids(s: State, seats: int, matters: int) -> int:
    """The suits that are missing in the hand, among these seats, that misses the fewest."""
    fewest = ALL_SUITS
    for seat in range(s.players):
        void = s.void[seat] & matters
        if seats >> seat & 1 and count(void) < count(fewest):
            fewest = void
    return fewest
