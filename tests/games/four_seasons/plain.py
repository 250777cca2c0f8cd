"""The judgement of 4 Seasons, written plainly: what each action brings is worked out by itself."""

from __future__ import annotations

from weatherdeck.games.four_seasons.deck import (
    AUTUMN,
    CARDS,
    DARKNESS,
    LIGHT,
    RANKS,
    SEASONS,
    SPRING,
    SUIT_CARDS,
    SUITS,
    SUMMER,
    WILD,
    WINTER,
)
from weatherdeck.games.four_seasons.greedy import value
from weatherdeck.games.four_seasons.rules import (
    DONE,
    FIRST_AUTUMN,
    FIRST_SPRING,
    FIRST_SUMMER,
    NONE,
    PLAY,
    SKIP,
    State,
    unseen_cards,
    winning_seat,
    won_of,
)
from weatherdeck.kernel import Floats, Ints, count, rule, table

HIGHER = table([SUIT_CARDS[card // RANKS] & -(2 << card) | SUIT_CARDS[WILD] & -(2 << card) for card in range(CARDS)])
NEAR = table([16, 16, 12, 8, 4, 2, 1, 0])  # [how far ahead] -> sixteenths of how much one more card matters
FAR = 7
WILLING = 0.4  # how often one who could win a trick does
TRUMPS = 0.25  # how likely it is that one who may have the suit led has not
FOLLOWS = 0.42  # cards of the suit led that each later player brings
TEAM = 0.5  # how much a card for another season counts, of one for my own
SPOILS = 0.24  # how much a card hurts that goes to a rival in a suit
STRAY = 0.13  # how much any card for me hurts that is not of my suit
DOUBT = 0.3  # how much the other suits that one has won speak against collecting this one
KEEP_WILD = 1.8  # what a wild is worth in the hand,
KEEP_OWN = 0.24  # a card of my own suit,
KEEP_RANK = 0.007  # and each rank
EXTRA = 1.4  # what a card from the Pit brings, of one won now,
LONGER = 0.1  # and for itself
SHORTER = 0.3  # what a card less in the hand costs
TOKEN = 0.4  # what a token is worth unplayed,
SCORED_TOKEN = 0.6  # and where it scores (FS-24)
TRICK = 1.8  # what a trick costs one who wants none
DUMP = 0.06  # what it is worth to such a one to be rid of a rank
WAITS = 0.2  # how much a token had better wait until after the card

__all__ = ["prefer", "value"]


@rule
def prefer(s: State, actions: Ints, n: int, out: Floats) -> None:
    """How much the seat to move would like each action, in cards of its own suit."""
    me = s.to_move
    shy = s.role[me] == DARKNESS and s.tricks[me] <= s.dark_tricks
    goal = s.role[me]
    if goal == DARKNESS:
        goal = target(s, me)
    standing = (
        standing_of(s, me, goal, AUTUMN),
        standing_of(s, me, goal, WINTER),
        standing_of(s, me, goal, SPRING),
        standing_of(s, me, goal, SUMMER),
    )
    best = winning_seat(s)
    cards = 0
    tokens = 0  # four bits for each season
    for seat in range(s.players):
        if s.played[seat] != NONE:
            cards |= 1 << s.played[seat]
        if s.token_played[seat] != NONE:
            tokens += 1 << 4 * s.token_played[seat]
    mine = units(s, me, me, goal, shy, standing)
    mine_base = content(cards, tokens, mine) - (TRICK if shy else 0.0)
    other = mine
    other_base = 0.0
    if best != NONE:
        other = units(s, me, best, goal, shy, standing)
        other_base = content(cards, tokens, other)
    if best == me:
        other_base = mine_base
    later = 0  # players still to come
    for turn in range(s.turn + 1, s.players):
        if s.hand_size[(s.leader + turn) % s.players] > 0:
            later += 1
    token_cost = SCORED_TOKEN if s.rounds > 0 else TOKEN
    # First, what the trick brings if nobody later wins it.
    for i in range(n):
        action = actions[i]
        card = action % CARDS
        suit = card // RANKS
        lead = s.lead_suit
        if action < FIRST_AUTUMN:
            if lead == NONE:
                lead = suit
            wins = best == NONE or card > s.played[best]
            if (suit in (lead, WILD)) and wins:
                out[i] = mine_base + mine[suit] + FOLLOWS * later * mine[lead]
            elif best != NONE:
                out[i] = other_base + other[suit] + FOLLOWS * later * other[lead]
            else:
                out[i] = 0.0
        else:
            token = token_of(action)
            out[i] = other_base + (0.0 if lead == NONE else FOLLOWS * later * other[lead])
            if best != NONE and token != NONE:
                out[i] += other[token]
            if action >= FIRST_SUMMER and action < SKIP and best != NONE and card == s.played[best]:
                second = second_seat(s, best)
                if second == NONE:
                    out[i] = 0.0
                elif second == me:
                    out[i] = mine_base + FOLLOWS * later * mine[lead] - mine[suit] + mine[SUMMER]
                else:
                    runner = units(s, me, second, goal, shy, standing)
                    out[i] = content(cards, tokens, runner) - runner[suit] + runner[SUMMER]
                    out[i] += FOLLOWS * later * runner[lead]
            elif action >= FIRST_SUMMER and action < SKIP:
                out[i] -= other[suit]
    # Then, that someone later wins it.
    unseen = unseen_cards(s, me)
    hidden = count(unseen)
    for turn in range(s.turn + 1, s.players):
        seat = (s.leader + turn) % s.players
        if s.hand_size[seat] > 0:
            theirs = units(s, me, seat, goal, shy, standing)
            base = content(cards, tokens, theirs)
            wilds = (unseen | s.known[seat]) & SUIT_CARDS[WILD]
            if s.void[seat] >> WILD & 1:
                wilds &= s.known[seat]
            for i in range(n):
                action = actions[i]
                card = action % CARDS
                suit = card // RANKS
                lead = s.lead_suit
                if lead == NONE:
                    if action >= FIRST_AUTUMN:
                        continue
                    lead = suit
                top = NONE if best == NONE else s.played[best]
                if action < FIRST_AUTUMN and (suit in (lead, WILD)) and card > top:
                    top = card
                above = SUIT_CARDS[lead] if top == NONE else HIGHER[top] & SUIT_CARDS[lead]
                holds = unseen & above
                trumps = TRUMPS
                if s.void[seat] >> lead & 1:
                    holds = 0
                    trumps = 1.0
                holds |= s.known[seat] & above
                held = count(holds) + 0.0
                if lead != WILD:
                    held += trumps * count(wilds if top == NONE else wilds & HIGHER[top])
                held *= s.hand_size[seat]
                chance = WILLING * held / (held + hidden + 0.1)
                worth = base + FOLLOWS * later * theirs[lead]
                if action < FIRST_AUTUMN:
                    worth += theirs[suit]
                elif action != DONE:
                    worth += theirs[token_of(action)] - (theirs[suit] if token_of(action) == SUMMER else 0.0)
                out[i] += chance * (worth - out[i])
    # Last, what the card or the token is worth otherwise.
    before = -1000.0  # the best of the cards
    for i in range(n):
        action = actions[i]
        card = action % CARDS
        suit = card // RANKS
        if action < FIRST_AUTUMN:
            out[i] -= keep(card, goal, shy, mine)
            before = max(before, out[i])
        elif action in (DONE, SKIP):
            if action == SKIP:
                out[i] -= token_cost
        else:
            out[i] -= token_cost
            if action < FIRST_SPRING:
                out[i] -= keep(card, goal, shy, mine) + (0.0 if shy else SHORTER)
            elif action < FIRST_SUMMER:
                out[i] += EXTRA * mine[suit] + LONGER if not shy else -1.0
            else:
                out[i] += mine[suit]
    if s.phase == PLAY:
        for i in range(n):
            if actions[i] >= FIRST_AUTUMN and actions[i] != SKIP:
                out[i] = min(out[i], before) - WAITS  # it can wait until after the card


# ---------------------------------------------------------------- who wants what
@rule
def target(s: State, me: int) -> int:
    """The season that Darkness had best collect."""
    best = AUTUMN
    most = -1000
    for season in range(SEASONS):
        rival = 0
        for seat in range(s.players):
            if seat != me:
                rival = max(rival, won_of(s, seat, season))
        have = count(s.hand[me] & SUIT_CARDS[season])
        promise = 3 * (won_of(s, me, season) - rival) + 2 * have + won_of(s, me, season)
        if promise > most:
            best = season
            most = promise
    return best


@rule
def standing_of(s: State, me: int, goal: int, season: int) -> int:
    """Who seems to collect a season and how far ahead they are: seat + 1, and 8 times the lead above -16."""
    holder = NONE
    likely = 0.0
    if season == goal:
        holder = me
    elif s.role[me] != DARKNESS:
        for seat in range(s.players):
            if s.role[me] == LIGHT:
                if s.role[seat] == season:
                    holder = seat
            elif seat != me:
                won = (1.0 + DOUBT) * won_of(s, seat, season)
                for each in range(SEASONS):
                    won -= DOUBT * won_of(s, seat, each)
                if won > likely:
                    likely = won
                    holder = seat
    if holder == NONE:
        return 8 * 16
    most = won_of(s, holder, season)
    lead = s.dark_lead
    if s.role[me] != DARKNESS:
        lead = s.season_lead
        most += count(s.won[holder] & SUIT_CARDS[WILD])
    rival = 0
    for seat in range(s.players):
        if seat != holder:
            rival = max(rival, won_of(s, seat, season))
    return holder + 1 + 8 * max(0, min(31, most - rival - lead + 17))


@rule
def units(
    s: State, me: int, seat: int, goal: int, shy: bool, standing: tuple[int, int, int, int]
) -> tuple[float, float, float, float, float]:
    """What one card of each suit means to the mover when a seat wins it."""
    if shy:
        return 0.0, 0.0, 0.0, 0.0, 0.0
    autumn, wild_0 = unit(s, me, seat, goal, AUTUMN, standing[0])
    winter, wild_1 = unit(s, me, seat, goal, WINTER, standing[1])
    spring, wild_2 = unit(s, me, seat, goal, SPRING, standing[2])
    summer, wild_3 = unit(s, me, seat, goal, SUMMER, standing[3])
    return autumn, winter, spring, summer, max(max(wild_0, wild_1), max(wild_2, wild_3))


@rule
def unit(s: State, me: int, seat: int, goal: int, season: int, standing: int) -> tuple[float, float]:
    """What one card of a season means to the mover when a seat wins it; and what a wild means, for that season."""
    holder = standing % 8 - 1
    stray = STRAY if seat == me and season != goal and s.role[me] != LIGHT else 0.0
    if holder == NONE:
        return -stray, 0.0
    weight = 1.0 if season == goal else TEAM
    if seat == holder:
        gain = weight * NEAR[max(0, min(FAR, standing // 8 - 16))] / 16
        return gain, 0.0 if s.role[me] == DARKNESS else gain
    if seat == me and s.role[me] == LIGHT:
        return 0.0, 0.0
    behind = won_of(s, holder, season) - won_of(s, seat, season)
    return -SPOILS * weight * NEAR[max(0, min(FAR, behind))] / 16 - stray, 0.0


@rule
def content(cards: int, tokens: int, units: tuple[float, float, float, float, float]) -> float:
    """What the cards and tokens in the trick are worth, by suit."""
    total = 0.0
    for suit in range(SUITS):
        total += (count(cards & SUIT_CARDS[suit]) + (tokens >> 4 * suit & 15)) * units[suit]
    return total


@rule
def keep(card: int, goal: int, shy: bool, mine: tuple[float, float, float, float, float]) -> float:
    """What a card is worth in the hand."""
    suit = card // RANKS
    rank = card % RANKS
    if shy:
        return -DUMP * (rank + (2 * RANKS if suit == WILD else 0))
    if suit == WILD:
        return KEEP_WILD + KEEP_RANK * rank
    return (KEEP_OWN if suit == goal else 0.0) * mine[suit] + KEEP_RANK * rank


@rule
def token_of(action: int) -> int:
    """The token of an action, or NONE."""
    if action == SKIP:
        return WINTER
    if action < FIRST_AUTUMN or action == DONE:
        return NONE
    if action < FIRST_SPRING:
        return AUTUMN
    return SPRING if action < FIRST_SUMMER else SUMMER


@rule
def second_seat(s: State, best: int) -> int:
    """Who would win the trick without the best card."""
    second = NONE
    for seat in range(s.players):
        card = s.played[seat]
        if seat != best and card != NONE and (card // RANKS == s.lead_suit or card // RANKS == WILD):
            if second == NONE or card > s.played[second]:
                second = seat
    return second
