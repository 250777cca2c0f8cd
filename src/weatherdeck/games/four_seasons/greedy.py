"""What a good club player of 4 Seasons knows, as one look at the position.

A season wants its suit, the wilds, and each other suit to go to whoever seems to collect it; Light knows who does.
Darkness keeps out of every trick while it can, then collects one suit. A card or token is worth what the trick brings
to whoever will win it, guessed from the cards unseen, less what it is worth unplayed.
"""

from __future__ import annotations

from ...kernel import Floats, Ints, count, rule, table
from ..judgement import Search
from .deck import (
    AUTUMN,
    CARDS,
    DARKNESS,
    RANKS,
    ROLE,
    ROLE_SETS,
    ROLES,
    SEASONS,
    SPRING,
    SUIT_CARDS,
    SUMMER,
    WILD,
    WINTER,
)
from .rules import (
    FIRST_AUTUMN,
    FIRST_SPRING,
    FIRST_SUMMER,
    NONE,
    OVER,
    PLAY,
    POINT,
    SKIP,
    State,
    best_of_others,
    counted,
    redeal_roles,
    returns,
    unseen_cards,
    winning_seat,
)
from .stakes import content, standings, target, unit, units_of

SEARCH = Search("look", effort=2, per_world=4)
LEARNED_SEARCH = Search("look", light="everybody", thrift=4, head_start=3.0, effort=2, per_world=4)
HIDDEN_KINDS = True
RECALLS = True
KNOWS: tuple[str, ...] = (
    *("rounds", "season_cards", "wilds"),
    *("season_lead", "dark_lead", "dark_tricks"),
)
NEUTRAL: tuple[str, ...] = ("cards_dealt", "darknesses")
HIGHER = table([SUIT_CARDS[card // RANKS] & -(2 << card) | SUIT_CARDS[WILD] & -(2 << card) for card in range(CARDS)])
WILLING = 0.4  # how often one who could win a trick does
TRUMPS = 0.25  # how likely it is that one who may have the suit led has not
FOLLOWS = 0.42  # cards of the suit led that each later player brings
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
CAUTION = table([1.0, 1.0, 1.0, 1.0, 2.0, 4.0, 4.0])  # by players; found by experiment (decision 0072)


@rule
def prefer(s: State, actions: Ints, n: int, out: Floats) -> None:
    """How much the seat to move would like each action, in cards of its own suit."""
    me = s.to_move
    shy = s.role[me] == DARKNESS and s.tricks[me] <= s.dark_tricks
    goal = s.role[me]
    if goal == DARKNESS and not shy:
        goal = target(s, me)
    standing = standings(s, me, goal, shy)
    best = winning_seat(s)
    top = NONE if best == NONE else s.played[best]
    cards = 0
    tokens = 0  # four bits for each season
    for seat in range(s.players):
        if s.played[seat] != NONE:
            cards |= 1 << s.played[seat]
        if s.token_played[seat] != NONE:
            tokens += 1 << 4 * s.token_played[seat]
    mine = 0 if shy else units_of(s, me, me, goal, standing)
    mine_base = content(cards, tokens, mine) - (TRICK if shy else 0.0)
    other = mine
    other_base = 0.0
    if best != NONE:
        other = 0 if shy else units_of(s, me, best, goal, standing)
        other_base = content(cards, tokens, other)
    if best == me:
        other_base = mine_base
    later = 0  # players still to come
    for turn in range(s.turn + 1, s.players):
        if s.hand_size[(s.leader + turn) % s.players] > 0:
            later += 1
    follows = FOLLOWS * later
    # First, what the trick brings if nobody later wins it. No token but Summer makes a difference by its card.
    done = other_base + (0.0 if s.lead_suit == NONE else follows * unit(other, s.lead_suit))
    autumn = done + unit(other, AUTUMN) if best != NONE else done
    winter = done + unit(other, WINTER) if best != NONE else done
    spring = done + unit(other, SPRING) if best != NONE else done
    summer = done + unit(other, SUMMER) if best != NONE else done
    for i in range(n):
        action = actions[i]
        if action < FIRST_AUTUMN:
            suit = action // RANKS
            lead = suit if s.lead_suit == NONE else s.lead_suit
            if action > top and (suit == lead or suit == WILD):
                out[i] = mine_base + unit(mine, suit) + follows * unit(mine, lead)
            elif best != NONE:
                out[i] = other_base + unit(other, suit) + follows * unit(other, lead)
            else:
                out[i] = 0.0
        elif action >= FIRST_SUMMER and action < SKIP:
            card = action - FIRST_SUMMER
            out[i] = summer - unit(other, card // RANKS)
            if best != NONE and card == top:
                out[i] = without_best(s, best, goal, mine_base, mine, cards, tokens, follows, standing)
    # Then, that someone later wins it.
    unseen = unseen_cards(s, me)
    hidden = count(unseen)
    for turn in range(s.turn + 1, s.players):
        seat = (s.leader + turn) % s.players
        if s.hand_size[seat] > 0:
            theirs = 0 if shy else units_of(s, me, seat, goal, standing)
            base = content(cards, tokens, theirs)
            stays = 0.0  # the chance if the trick stays as it is
            worth = 0.0
            if s.lead_suit != NONE:
                stays = chance(s, seat, s.lead_suit, top, unseen, hidden)
                worth = base + follows * unit(theirs, s.lead_suit)
                done += stays * (worth - done)
                autumn += stays * (worth + unit(theirs, AUTUMN) - autumn)
                winter += stays * (worth + unit(theirs, WINTER) - winter)
                spring += stays * (worth + unit(theirs, SPRING) - spring)
            for i in range(n):
                action = actions[i]
                if action < FIRST_AUTUMN:
                    suit = action // RANKS
                    lead = suit if s.lead_suit == NONE else s.lead_suit
                    likely = stays
                    if action > top and (suit == lead or suit == WILD):
                        likely = chance(s, seat, lead, action, unseen, hidden)
                    brings = base + follows * unit(theirs, lead) + unit(theirs, suit)
                    out[i] += likely * (brings - out[i])
                elif action >= FIRST_SUMMER and action < SKIP and s.lead_suit != NONE:
                    suit = (action - FIRST_SUMMER) // RANKS
                    out[i] += stays * (worth + (unit(theirs, SUMMER) - unit(theirs, suit)) - out[i])
    # Last, what the card or the token is worth otherwise.
    token_cost = SCORED_TOKEN if s.rounds > 0 else TOKEN
    before = -1000.0  # the best of the cards
    for i in range(n):
        action = actions[i]
        if action < FIRST_AUTUMN:
            out[i] -= keep(action, goal, shy, mine)
            before = max(before, out[i])
        elif action < FIRST_SPRING:
            out[i] = autumn - token_cost - (keep(action - FIRST_AUTUMN, goal, shy, mine) + (0.0 if shy else SHORTER))
        elif action < FIRST_SUMMER:
            suit = (action - FIRST_SPRING) // RANKS
            out[i] = spring - token_cost + (EXTRA * unit(mine, suit) + LONGER if not shy else -1.0)
        elif action < SKIP:
            out[i] = out[i] - token_cost + unit(mine, (action - FIRST_SUMMER) // RANKS)
        else:
            out[i] = winter - token_cost if action == SKIP else done
    if s.phase == PLAY:
        for i in range(n):
            if actions[i] >= FIRST_AUTUMN and actions[i] != SKIP:
                out[i] = min(out[i], before) - WAITS  # it can wait until after the card


@rule
def caution(s: State) -> float:
    """With more players a seat knows less about who is who, and the worlds that it imagines mislead it more."""
    return CAUTION[s.players]


@rule
def chapter(s: State) -> int:
    """A round; what comes after it is dealt anew."""
    return s.round


@rule
def kinds(s: State) -> int:  # noqa: ARG001  # as many with any number of players
    """The roles."""
    return ROLES


@rule
def kind_of(s: State, seat: int) -> int:
    """A seat's role."""
    return s.role[seat]


@rule
def may_be(s: State, seat: int, kind: int) -> bool:  # noqa: ARG001  # roles are dealt to anyone
    """Whether a role is in the game with so many players."""
    for card in range(len(ROLE)):
        if ROLE_SETS[s.players, s.darknesses] >> card & 1 and ROLE[card] == kind:
            return True
    return False


@rule
def suppose(s: State, seat: int, kind: int) -> None:
    """Take a seat to have a role."""
    s.role[seat] = kind


@rule
def redeal_kinds(s: State, seat: int, rng: Ints) -> None:
    """Roles say nothing about the cards that were dealt."""
    redeal_roles(s, seat, rng)


@rule
def recall(past: State, later: State, seat: int, action: int) -> bool:
    """The roles stay; a card that was played or discarded was in the hand, one from the Pit was not yet."""
    past.aside = later.aside
    for other in range(past.players):
        if other != seat:
            past.role[other] = later.role[other]
            past.hand[other] = later.hand[other]
    if action < FIRST_SPRING:
        past.hand[past.to_move] |= 1 << action % CARDS
    elif action < FIRST_SUMMER:
        past.hand[past.to_move] &= ~(1 << action % CARDS)
    return True


@rule
def value(s: State, out: Floats) -> None:
    """Who won, and by how much; with `rounds`, how far each seat is ahead of the others."""
    if s.rounds == 0:
        returns(s, out)
        team = 0.0
        seasons = 0
        for seat in range(s.players):
            if s.last_role[seat] < SEASONS:
                team += lead_in(s, seat, s.last_role[seat], s.season_lead)
                seasons += 1
        team /= max(1, seasons)
        for seat in range(s.players):
            margin = team
            if s.last_role[seat] == DARKNESS:
                margin = (s.dark_tricks - s.last_tricks[seat]) / 4 if s.dark_tricks >= 0 else -1.0
                for season in range(SEASONS):
                    margin = max(margin, lead_in(s, seat, season, s.dark_lead))
            out[seat] = 0.8 * out[seat] + 0.2 * min(1.0, max(-1.0, margin))
        return
    total = 0.0
    for seat in range(s.players):
        total += s.tenths[seat]
    if s.phase == OVER:
        returns(s, out)
    for seat in range(s.players):
        ahead = (s.tenths[seat] * s.players - total) / (s.players - 1) / (2 * POINT)
        ahead = min(1.0, max(-1.0, ahead))
        out[seat] = 0.7 * out[seat] + 0.3 * ahead if s.phase == OVER else ahead


@rule
def lead_in(s: State, seat: int, season: int, lead: int) -> float:
    """How far a seat was ahead in a season in the last round, and of the lead that it needs, from -1 to 1."""
    ahead = counted(s, seat, season) - best_of_others(s, seat, season)
    return min(1.0, max(-1.0, (ahead - lead + 0.5) / 4))


# ---------------------------------------------------------------- the trick
@rule
def chance(s: State, seat: int, lead: int, top: int, unseen: int, hidden: int) -> float:
    """How likely a later seat wins a trick with a higher card than the top one."""
    above = SUIT_CARDS[lead] if top == NONE else HIGHER[top] & SUIT_CARDS[lead]
    holds = unseen & above
    trumps = TRUMPS
    if s.void[seat] >> lead & 1:
        holds = 0
        trumps = 1.0
    holds |= s.known[seat] & above
    held = count(holds) + 0.0
    if lead != WILD:
        wilds = (unseen | s.known[seat]) & SUIT_CARDS[WILD]
        if s.void[seat] >> WILD & 1:
            wilds &= s.known[seat]
        held += trumps * count(wilds if top == NONE else wilds & HIGHER[top])
    held *= s.hand_size[seat]
    return WILLING * held / (held + hidden + 0.1)


@rule
def without_best(
    s: State,
    best: int,
    goal: int,
    mine_base: float,
    mine: int,
    cards: int,
    tokens: int,
    follows: float,
    standing: tuple[int, int, int, int],
) -> float:
    """What the trick brings if Summer takes the best card, and nobody later wins it."""
    me = s.to_move
    suit = s.played[best] // RANKS
    second = second_seat(s, best)
    if second == NONE:
        return 0.0
    if second == me:
        return mine_base + follows * unit(mine, s.lead_suit) - unit(mine, suit) + unit(mine, SUMMER)
    shy = s.role[me] == DARKNESS and s.tricks[me] <= s.dark_tricks
    runner = 0 if shy else units_of(s, me, second, goal, standing)
    brings = content(cards, tokens, runner) - unit(runner, suit) + unit(runner, SUMMER)
    return brings + follows * unit(runner, s.lead_suit)


@rule
def keep(card: int, goal: int, shy: bool, mine: int) -> float:
    """What a card is worth in the hand."""
    suit = card // RANKS
    rank = card % RANKS
    if shy:
        return -DUMP * (rank + (2 * RANKS if suit == WILD else 0))
    if suit == WILD:
        return KEEP_WILD + KEEP_RANK * rank
    return (KEEP_OWN if suit == goal else 0.0) * unit(mine, suit) + KEEP_RANK * rank


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
