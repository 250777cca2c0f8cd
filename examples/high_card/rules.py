"""High Card: the smallest complete game of weatherdeck, made to be copied.

Players   2 to 4, each for themselves; one round of five tricks
Deck      20 cards, numbers 1-10 twice; five to each player, the rest stays face down
Goal      to win the most tricks
Ends      after five tricks: 5 decisions of each player
Ruleset   1
"""

from __future__ import annotations

from weatherdeck.games.events import Events
from weatherdeck.games.layout import Layout
from weatherdeck.games.multisets import COPIES, FIRST_COPIES, merged, stacked, with_one, without
from weatherdeck.games.victory import share_victory
from weatherdeck.kernel import (
    Features,
    Floats,
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

RULESET = 1

# ---------------------------------------------------------------- vocabulary
SEATS = 4  # at most (HC-1)
NUMBERS = 10  # card n (0-9) is printed as n + 1; there are COPIES of each (HC-2)
HAND = 5
NONE = -1
ACTIONS = NUMBERS  # an action is the card that is played
MAX_LEGAL = HAND

# A hand is a multiset in one integer, with two bits for each number: two equal cards are one action, and nobody can
# tell which of the two was played.
ALL_CARDS = (1 << COPIES * NUMBERS) - 1
UP_TO = table([(1 << COPIES * (n + 1)) - 1 for n in range(NUMBERS)])  # [n] -> both copies of the cards 0 to n

DATA = None  # the deck is fixed: there is no file that could be replaced

# What note() reports.
EVENTS = Events()
DEALT = EVENTS.add("dealt", "first cards aside", reveals=True)
PLAYED = EVENTS.add("played", "seat card", reveals=True)
WON = EVENTS.add("won", "seat card")
ENDED = EVENTS.add("ended", reveals=True)


class State(Record):
    """A game of High Card between two decisions."""

    hand: Ints = field("i4", SEATS)  # card multisets
    aside: int = field("i4")  # what was not dealt: nobody knows it (HC-3)
    gone: int = field("i4")  # everything played so far: everybody saw it
    hand_size: Ints = field("i1", SEATS)
    limit: Ints = field("i1", SEATS)  # a seat has shown that it holds nothing above this card (HC-5)
    played: Ints = field("i1", SEATS)  # this trick's cards, or NONE
    tricks: Ints = field("i1", SEATS)  # tricks won
    players: int = field("i1")
    to_move: int = field("i1")
    n_played: int = field("i1")
    winner: int = field("i1")  # best so far, then the winner of the last trick; NONE before the first card
    free_play: int = field("i1")  # option (HC-8), set before the deal


OBSERVATION = Layout(
    ("hand", NUMBERS, "my cards: copies of each number / 2"),
    ("unseen", NUMBERS, "cards I cannot see (in other hands or not dealt): copies of each number / 2"),
    ("played", SEATS * NUMBERS, "for each seat from mine: 1 at its card in the trick"),
    ("limit", SEATS, "for each seat from mine: the highest number it may hold / 10"),
    ("hand_size", SEATS, "for each seat from mine: cards in hand / 5"),
    ("tricks", SEATS, "for each seat from mine: tricks won / 5"),
    ("free_play", 1, "1 with that option"),
)
O_HAND, O_UNSEEN, O_PLAYED, O_LIMIT, O_SIZE, O_TRICKS, O_FREE = OBSERVATION.offsets
OBSERVATION_SIZE = OBSERVATION.size


# ---------------------------------------------------------------- the verbs
@rule
def deal(s: State, rng: Ints) -> None:
    """HC-3: five cards to each player, and a random player to lead."""
    left = ALL_CARDS
    for seat in range(SEATS):
        s.hand[seat] = 0
        s.hand_size[seat] = 0
        s.limit[seat] = NUMBERS - 1
        s.played[seat] = NONE
        s.tricks[seat] = 0
    for seat in range(s.players):
        hand = some_of(left, HAND, rng)
        left &= ~hand
        s.hand[seat] = stacked(hand)
        s.hand_size[seat] = HAND
    s.aside = stacked(left)
    s.gone = 0
    s.n_played = 0
    s.winner = NONE
    s.to_move = rng_below(rng, s.players)
    note(DEALT, s.to_move, HAND, count(s.aside))


@rule
def legal(s: State, out: Ints) -> int:
    """Write the legal actions into out; return how many there are."""
    cards = s.hand[s.to_move] & FIRST_COPIES  # two equal cards are one action
    if s.n_played > 0 and not s.free_play:  # HC-8
        beating = cards & ~UP_TO[s.played[s.winner]]
        if beating:  # HC-5
            cards = beating
    n = 0
    while cards:
        out[n] = lowest(cards) // COPIES
        cards &= cards - 1
        n += 1
    return n


@rule
def apply(s: State, action: int, rng: Ints) -> None:  # noqa: ARG001  # nothing is random after the deal
    """HC-4 to HC-6: a card to the trick; the last one decides it."""
    play(s, s.to_move, action)
    if s.n_played == s.players:
        end_trick(s)


@rule
def is_over(s: State) -> bool:
    """HC-7: when the hands are empty (the seat to move has a card until then)."""
    return s.hand_size[s.to_move] == 0


@rule
def returns(s: State, out: Floats) -> None:
    """The victory, shared among the winners: 1 for a victory alone. The results add up to zero."""
    share_victory(winners(s), s.players, out)


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

    The hands with the lowest limit come first. All that they may hold, every later hand may hold too, so whatever
    they get leaves the later hands the same number of ways: each choice may be made evenly.
    """
    unseen = unseen_cards(s, seat)
    for limit in range(NUMBERS):
        for other in range(s.players):
            if other != seat and s.limit[other] == limit:
                hand = some_of(unseen & UP_TO[limit], s.hand_size[other], rng)
                unseen &= ~hand
                s.hand[other] = stacked(hand)
    s.aside = stacked(unseen)


@rule
def observe(s: State, seat: int, out: Features) -> None:
    """Write what the seat sees, in the layout of OBSERVATION."""
    for i in range(OBSERVATION_SIZE):
        out[i] = 0
    unseen = unseen_cards(s, seat)
    for card in range(NUMBERS):
        out[O_HAND + card] = count(s.hand[seat] >> COPIES * card & 3) / COPIES
        out[O_UNSEEN + card] = count(unseen >> COPIES * card & 3) / COPIES
    for k in range(s.players):
        other = (seat + k) % s.players
        if s.played[other] != NONE:
            out[O_PLAYED + k * NUMBERS + s.played[other]] = 1
        out[O_LIMIT + k] = (s.limit[other] + 1) / NUMBERS
        out[O_SIZE + k] = s.hand_size[other] / HAND
        out[O_TRICKS + k] = s.tricks[other] / HAND
    out[O_FREE] = s.free_play


# ---------------------------------------------------------------- what is hidden
@rule
def unseen_cards(s: State, seat: int) -> int:
    """Both copies of every card, less those in the seat's own hand and those that were played."""
    return ~merged(s.hand[seat], s.gone) & ALL_CARDS


# ---------------------------------------------------------------- the trick
@rule
def play(s: State, seat: int, card: int) -> None:
    """HC-4, HC-5: whoever could not beat the best card has shown to hold nothing above it."""
    note(PLAYED, seat, card)
    if s.n_played == 0:
        s.winner = seat
    else:
        best = s.played[s.winner]
        if card > best:  # HC-6: of two equal cards, the first one wins
            s.winner = seat
        elif not s.free_play:
            s.limit[seat] = min(s.limit[seat], best)
    s.hand[seat] = without(s.hand[seat], card)
    s.hand_size[seat] -= 1
    s.gone = with_one(s.gone, card)
    s.played[seat] = card
    s.n_played += 1
    s.to_move = (seat + 1) % s.players


@rule
def end_trick(s: State) -> None:
    """HC-6, HC-7: the winner of the trick leads the next one."""
    note(WON, s.winner, s.played[s.winner])
    s.tricks[s.winner] += 1
    for seat in range(s.players):
        s.played[seat] = NONE
    s.n_played = 0
    s.to_move = s.winner
    if s.hand_size[s.winner] == 0:
        note(ENDED)


# ---------------------------------------------------------------- the end
@rule
def winners(s: State) -> int:
    """HC-7: the set of seats with the most tricks."""
    most = 0
    winning = 0
    for seat in range(s.players):
        if s.tricks[seat] > most:
            most = s.tricks[seat]
            winning = 0
        if s.tricks[seat] == most:
            winning |= 1 << seat
    return winning
