"""What a good club player of Winter Court knows, as one look at the position.

A member is worth its status and its power, the more the higher the card that holds it; royals more, the nearer someone
is to all four. A play is worth what it changes there, less the cards that it takes; a power is used where it brings
more than its pawn. Cards draw the game to its end: whoever leads hurries, and nobody who trails takes the last one.
"""

from __future__ import annotations

from ...kernel import Floats, Ints, count, deck_table, lowest, rule, table
from ..judgement import Search
from .reach import (
    CHARLATAN,
    DEVOTION,
    KNIGHT,
    LOVER,
    LOW,
    MATCHMAKER,
    MIGHT,
    NONE,
    RANKS,
    SAGE,
    STEWARD,
    SUIT,
    SUITS,
    WIZARD,
    rank_of,
    suit_of,
)
from .rules import (
    A_BOOST,
    A_CHARLATAN,
    A_COMMIT,
    A_DISCARD,
    A_DRAW1,
    A_FOOL,
    A_KNIGHT,
    A_LOVER,
    A_MATCHMAKER,
    A_PASS1,
    A_PASS2,
    A_SAGE,
    A_STEWARD,
    A_WIZARD,
    BUILD,
    CARD_PLAYED,
    COURT,
    HOLDER,
    PASS_DRAWS,
    PER_SUIT,
    POWER,
    ROYALS,
    SEATS,
    STATUS,
    SWAYED,
    State,
    returns,
    status,
    unseen_cards,
    winner,
)

SEARCH = Search("grow", exploration=3.0, head_start=5.0, effort=12)
LEARNED_SEARCH = Search("look", candidates=8, light="others", doubt=-20.0, horizon=16, head_start=4.0)
HIDDEN_KINDS = False
RECALLS = False
KNOWS: tuple[str, ...] = ("play_draws", "steward_draws", "royals_to_win")
NEUTRAL: tuple[str, ...] = ("first", "first_hand", "second_hand", "left_out")
NEAR = table([0, 0, 6, 40, 1000])  # [royals, of which four win] -> tenths of status that it is worth to have so many
USE = table([10, 10, 10, 10, 16, 10, 10, 10])  # [power] -> tenths of status that it is worth to have it ready
OF_SUIT = deck_table(
    [sum(STATUS[SWAYED[PER_SUIT * suit + place]] for place in range(PER_SUIT)) for suit in range(SUITS)]
)
ABOVE = deck_table(  # [member * 11 + rank] -> the cards that beat a rank there
    [
        sum((SUIT >> rank << rank) << RANKS * suit for suit in member.suits)
        for member in COURT
        for rank in range(RANKS + 1)
    ]
)
HOLD = 0.5  # of a member's worth: for controlling it at all,
FIRM = 0.4  # and this much more where nothing beats the card that holds it
THREATS = 4.0  # unseen cards that beat it which make it half as firm
INFLUENCE = 0.15  # of a member's worth: for a card that nothing beats on an unclaimed one
CARD = 0.3  # what a card is worth in the hand,
RANK = 0.1  # for each of its ranks,
SUITED = 0.048  # and for each status of those that it sways
LATE = 12.0  # cards in the pile from which on those in the hand are worth less
CLOSE = 8  # cards in the pile from which on it matters most who leads,
LEAD = 2.0  # and how much
DANGER = 3.0  # what it costs to trail where the other player may end the game
HURRY = 0.038  # for each card that is drawn and each status that one leads by
BOOST = 0.2  # what it costs to make up for one rank
FOOLED = 0.7  # what the Fool costs
POWER_USED = 0.3  # what it costs to use a power, beside its pawn
CHOICE = 0.2  # what it is worth to choose of two cards
DRAW = 0.5  # what it is worth to draw one after a play
LAST = 50.0  # more than anything but the end of the game


@rule
def prefer(s: State, actions: Ints, n: int, out: Floats) -> None:
    """How much the seat to move would like each action, in status."""
    me = s.to_move
    risk = unseen_cards(s, me) | s.known[1 - me]  # what the other player may have
    if s.phase == BUILD:
        steps(s, risk, me, actions, n, out)
        return
    ahead = status(s, me) - status(s, 1 - me)
    for i in range(n):
        action = actions[i]
        if action < A_FOOL:
            card = CARD_PLAYED[action]
            member = SWAYED[PER_SUIT * suit_of(card) + action - PER_SUIT * card]
            out[i] = play_worth(s, risk, me, card, member)
        elif action == A_STEWARD:
            out[i] = power_worth(s, risk, me, STEWARD, s.steward_draws * (card_worth(s, 0) + 4.5 * RANK))
            if s.pile_size <= s.steward_draws:
                out[i] = last_card(s, me)
        elif action < A_CHARLATAN:
            out[i] = power_worth(s, risk, me, SAGE, card_worth(s, action - A_SAGE))
        elif action < A_WIZARD:
            member = action - A_CHARLATAN
            out[i] = -member_worth(risk, me, member, NONE, s.owner[member], s.rank[member])
            out[i] = power_worth(s, risk, me, CHARLATAN, out[i])
        elif action == A_WIZARD:
            out[i] = power_worth(s, risk, me, WIZARD, best_play(s, risk, me))
        elif action >= A_DISCARD:
            out[i] = -card_worth(s, action - A_DISCARD)
        else:
            drawn = 0
            out[i] = 0.0
            if action == A_PASS1:
                drawn = 1
            elif action == A_PASS2:
                drawn = 2
                out[i] = CHOICE
            if action == A_DRAW1:
                drawn = s.play_draws
                out[i] = DRAW * drawn
            out[i] += HURRY * drawn * min(3, max(-3, ahead))
            if drawn >= s.pile_size:
                out[i] = last_card(s, me)
            elif s.pile_size - drawn <= max(PASS_DRAWS, s.play_draws) and winner(s) != me:
                out[i] -= DANGER  # the other player could end it


@rule
def chapter(s: State) -> int:  # noqa: ARG001  # it is always the same one
    """All of it: nothing is dealt anew."""
    return 0


@rule
def value(s: State, out: Floats) -> None:
    """Who won, and by how much."""
    returns(s, out)
    for seat in range(SEATS):
        ahead = (status(s, seat) - status(s, 1 - seat)) / 12
        out[seat] = 0.85 * out[seat] + 0.15 * min(1.0, max(-1.0, ahead))


# ---------------------------------------------------------------- what things are worth
@rule
def worth_of(member: int) -> float:
    """The worth of controlling a member, in status."""
    if member < ROYALS:
        return float(STATUS[member])
    return STATUS[member] + USE[POWER[member]] / 10


@rule
def member_worth(risk: int, me: int, member: int, pawn: int, owner: int, rank: int) -> float:
    """What it is worth to the mover how a member stands."""
    worth = worth_of(member)
    firm = THREATS / (THREATS + count(risk & ABOVE[(RANKS + 1) * member + min(rank, RANKS)]))
    total = 0.0
    if pawn != NONE:
        total = worth * (HOLD + FIRM * firm)
        return total if pawn == me else -total
    if owner != NONE:
        total = worth * INFLUENCE * firm
    return total if owner == me else -total


@rule
def near_of(s: State, seat: int) -> int:
    """How many royals a seat controls, counted so that four of them win (WC-19)."""
    n = ROYALS - s.royals_to_win
    for member in range(ROYALS):
        n += s.pawn[member] == seat
    return n


@rule
def change(s: State, risk: int, me: int, member: int, rank: int) -> float:
    """What a play on a member that leaves this rank there brings."""
    pawn = s.pawn[member]
    after = me if pawn == me or pawn == NONE else NONE
    gain = member_worth(risk, me, member, after, me, rank) - member_worth(
        risk, me, member, pawn, s.owner[member], s.rank[member]
    )
    if member < ROYALS:
        if pawn == NONE:
            n = near_of(s, me)
            gain += (NEAR[n + 1] - NEAR[n]) / 10
        elif pawn != me:
            n = near_of(s, 1 - me)
            gain += (NEAR[n] - NEAR[n - 1]) / 10
    return gain


@rule
def card_worth(s: State, card: int) -> float:
    """What a card is worth in the hand."""
    worth = CARD + RANK * rank_of(card) + SUITED * OF_SUIT[suit_of(card)]
    return worth * min(1.0, s.pile_size / LATE)


@rule
def play_worth(s: State, risk: int, me: int, card: int, member: int) -> float:
    """What it brings to play a card on a member."""
    rank = rank_of(card)
    gain = change(s, risk, me, member, rank) - card_worth(s, card)
    if s.pile_size <= CLOSE and s.pawn[member] != me:
        ahead = status(s, me) - status(s, 1 - me)
        after = ahead + STATUS[member]
        gain += LEAD * (min(1, max(-1, after)) - min(1, max(-1, ahead))) * (CLOSE + 1 - s.pile_size) / CLOSE
    lacking = s.rank[member] - rank
    if s.rank[member] > 0 and lacking >= 0:  # it takes more than the card
        gain -= BOOST * (lacking + 2)
    return gain


@rule
def best_play(s: State, risk: int, me: int) -> float:
    """What the best plain play brings."""
    best = -1000.0
    cards = s.hand[me]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        for place in range(PER_SUIT):
            member = SWAYED[PER_SUIT * suit_of(card) + place]
            if rank_of(card) > s.rank[member]:
                best = max(best, play_worth(s, risk, me, card, member))
    return best


@rule
def power_worth(s: State, risk: int, me: int, power: int, gain: float) -> float:
    """What a power brings, less its pawn. What is worth it is done at once, for it takes no turn."""
    member = HOLDER[power]
    rank = s.rank[member]
    net = (
        gain
        - POWER_USED
        + member_worth(risk, me, member, NONE, me, rank)
        - member_worth(risk, me, member, me, me, rank)
    )
    return net + LAST if net > 0 else net - 5


@rule
def last_card(s: State, me: int) -> float:
    """What it is worth to end the game now."""
    winning = winner(s)
    if winning == NONE:
        return 0.0
    return 2 * LAST if winning == me else -2 * LAST


# ---------------------------------------------------------------- putting a play together
@rule
def steps(s: State, risk: int, me: int, actions: Ints, n: int, out: Floats) -> None:
    """The least that is enough; more only where it holds the member so much better."""
    lacking = s.rank[s.play_member] - s.play_total
    for i in range(n):
        action = actions[i]
        if action == A_COMMIT:
            out[i] = 0.0
        elif action == A_FOOL:
            out[i] = -FOOLED
        elif action >= A_BOOST:
            boost = action - A_BOOST
            rank = boost % LOW + 1
            out[i] = -card_worth(s, boost // LOW * RANKS + boost % LOW)
            if rank <= lacking:
                out[i] -= 1.0 - 0.2 * rank
        else:
            card = action - A_MATCHMAKER
            power = MATCHMAKER
            if action < A_LOVER:
                card = RANKS * MIGHT + action - A_KNIGHT
                power = KNIGHT
            elif action < A_MATCHMAKER:
                card = RANKS * DEVOTION + action - A_LOVER
                power = LOVER
            member = HOLDER[power]
            rank = rank_of(card)
            kept = s.play_total
            out[i] = change(s, risk, me, s.play_member, kept + rank) - change(s, risk, me, s.play_member, kept)
            out[i] += member_worth(risk, me, member, NONE, me, s.rank[member])
            out[i] -= member_worth(risk, me, member, me, me, s.rank[member]) + POWER_USED + card_worth(s, card)
            if rank <= lacking:
                out[i] -= 1.0
