"""What a card means to the player to move when some seat wins it: who collects which season, and how close it is.

There are only some hundred such numbers. So what a card of each suit means is held as places in UNIT, eight bits for
each suit, and `unit` looks them up. In the same way, `tally` has what each seat has won of one season.
"""

from __future__ import annotations

from ...kernel import count, rule, table
from .deck import AUTUMN, DARKNESS, LIGHT, SEASONS, SPRING, SUIT_CARDS, SUITS, SUMMER, WILD, WINTER
from .rules import NONE, State, won_of

NEAR = table([16, 16, 12, 8, 4, 2, 1, 0])  # [how far ahead] -> sixteenths of how much one more card matters
FAR = 7
TEAM = 0.5  # how much a card for another season counts, of one for my own
SPOILS = 0.24  # how much a card hurts that goes to a rival in a suit
STRAY = 0.13  # how much any card for me hurts that is not of my suit
DOUBT = 0.3  # how much the other suits that one has won speak against collecting this one

# A gain is counted in steps of 1 / STEPS: NEAR, twice for my own season and once for another (TEAM).
STEPS = 2 * 16
FIRST_LOSS = STEPS + 1  # places of losses by what they spoil, in the same steps,
FIRST_STRAY = FIRST_LOSS + STEPS + 1  # of those that are strays too,
NOTHING = FIRST_STRAY + STEPS + 1  # and of nothing, where nobody seems to collect a season,
STRAYS = NOTHING + 1  # and of a stray there
UNIT = table(
    [
        *(step / STEPS for step in range(STEPS + 1)),
        *(-SPOILS * (step / 2) / 16 - 0.0 for step in range(STEPS + 1)),
        *(-SPOILS * (step / 2) / 16 - STRAY for step in range(STEPS + 1)),
        *(-0.0, -STRAY),
    ]
)
BYTE = 8
LOW_BYTE = 255
LEVEL = 16  # a lead is held with this added
MOST_LEAD = 31


@rule
def unit(units: int, suit: int) -> float:
    """What a card of a suit means."""
    meaning: float = UNIT[units >> BYTE * suit & LOW_BYTE]
    return meaning


@rule
def tally(s: State, season: int) -> int:
    """What each seat has won of a season."""
    won = 0
    for seat in range(s.players):
        won |= won_of(s, seat, season) << BYTE * seat
    return won


@rule
def has_won(won: int, seat: int) -> int:
    """What a seat has won, of a tally."""
    return won >> BYTE * seat & LOW_BYTE


@rule
def target(s: State, me: int) -> int:
    """The season that Darkness had best collect."""
    best = AUTUMN
    most = -1000
    for season in range(SEASONS):
        won = tally(s, season)
        have = count(s.hand[me] & SUIT_CARDS[season])
        mine = has_won(won, me)
        promise = 3 * (mine - most_of_others(s, me, won)) + 2 * have + mine
        if promise > most:
            best = season
            most = promise
    return best


@rule
def most_of_others(s: State, seat: int, won: int) -> int:
    """The most that another seat has, of a tally."""
    most = 0
    for other in range(s.players):
        if other != seat:
            most = max(most, has_won(won, other))
    return most


# ---------------------------------------------------------------- who collects what
@rule
def standings(s: State, me: int, goal: int, shy: bool) -> tuple[int, int, int, int]:
    """For each season who seems to collect it, how far ahead they are and what they have: see `standing`. One who wants
    no trick does not ask."""
    if shy:
        return 0, 0, 0, 0
    autumn = tally(s, AUTUMN)
    winter = tally(s, WINTER)
    spring = tally(s, SPRING)
    summer = tally(s, SUMMER)
    to_autumn = NONE
    to_winter = NONE
    to_spring = NONE
    to_summer = NONE
    if s.role[me] == LIGHT:  # which knows
        for seat in range(s.players):
            role = s.role[seat]
            to_autumn = seat if role == AUTUMN else to_autumn
            to_winter = seat if role == WINTER else to_winter
            to_spring = seat if role == SPRING else to_spring
            to_summer = seat if role == SUMMER else to_summer
    elif s.role[me] != DARKNESS:
        likely_autumn = 0.0
        likely_winter = 0.0
        likely_spring = 0.0
        likely_summer = 0.0
        for seat in range(s.players):
            if seat != me:
                has = has_won(autumn, seat), has_won(winter, seat), has_won(spring, seat), has_won(summer, seat)
                likely = likely_to_collect(AUTUMN, has)
                to_autumn = seat if likely > likely_autumn else to_autumn
                likely_autumn = max(likely_autumn, likely)
                likely = likely_to_collect(WINTER, has)
                to_winter = seat if likely > likely_winter else to_winter
                likely_winter = max(likely_winter, likely)
                likely = likely_to_collect(SPRING, has)
                to_spring = seat if likely > likely_spring else to_spring
                likely_spring = max(likely_spring, likely)
                likely = likely_to_collect(SUMMER, has)
                to_summer = seat if likely > likely_summer else to_summer
                likely_summer = max(likely_summer, likely)
    return (
        standing(s, me, autumn, me if goal == AUTUMN else to_autumn),
        standing(s, me, winter, me if goal == WINTER else to_winter),
        standing(s, me, spring, me if goal == SPRING else to_spring),
        standing(s, me, summer, me if goal == SUMMER else to_summer),
    )


@rule
def likely_to_collect(season: int, has: tuple[int, int, int, int]) -> float:
    """How much of a season one has won, less a part of what one has won of all seasons."""
    autumn, winter, spring, summer = has
    own = autumn
    if season == WINTER:
        own = winter
    elif season == SPRING:
        own = spring
    elif season == SUMMER:
        own = summer
    return (1.0 + DOUBT) * own - DOUBT * autumn - DOUBT * winter - DOUBT * spring - DOUBT * summer


@rule
def standing(s: State, me: int, won: int, holder: int) -> int:
    """Who collects a season (seat + 1), the lead (LEVEL and more) and what they have won, a byte each."""
    if holder == NONE:
        return LEVEL << BYTE
    most = has_won(won, holder)
    rival = most_of_others(s, holder, won)
    lead = most - rival - s.dark_lead
    if s.role[me] != DARKNESS:
        lead = most - rival - s.season_lead + count(s.won[holder] & SUIT_CARDS[WILD])
    return holder + 1 | max(0, min(MOST_LEAD, lead + LEVEL + 1)) << BYTE | most << 2 * BYTE


# ---------------------------------------------------------------- what it means
@rule
def units_of(s: State, me: int, seat: int, goal: int, standing: tuple[int, int, int, int]) -> int:
    """What one card of each suit means to the mover when a seat wins it."""
    autumn = place_of(s, me, seat, goal, AUTUMN, standing[0])
    winter = place_of(s, me, seat, goal, WINTER, standing[1])
    spring = place_of(s, me, seat, goal, SPRING, standing[2])
    summer = place_of(s, me, seat, goal, SUMMER, standing[3])
    wild = 0  # which counts where it brings most, and for Darkness nowhere
    if s.role[me] != DARKNESS:
        wild = max(max(gain_at(autumn), gain_at(winter)), max(gain_at(spring), gain_at(summer)))
    units = autumn | winter << BYTE | spring << 2 * BYTE | summer << 3 * BYTE
    return units | wild << WILD * BYTE


@rule
def gain_at(place: int) -> int:
    """The place of a gain; 0 for a loss."""
    return place if place <= STEPS else 0


@rule
def place_of(s: State, me: int, seat: int, goal: int, season: int, standing: int) -> int:
    """What one card of a season means to the mover when a seat wins it."""
    holder = (standing & LOW_BYTE) - 1
    stray = seat == me and season != goal and s.role[me] != LIGHT
    if holder == NONE:
        return STRAYS if stray else NOTHING
    weight = 2 if season == goal else 1
    if seat == holder:
        gain: int = weight * NEAR[max(0, min(FAR, (standing >> BYTE & LOW_BYTE) - LEVEL))]
        return gain
    if seat == me and s.role[me] == LIGHT:
        return 0
    behind = (standing >> 2 * BYTE) - won_of(s, seat, season)
    spoils: int = weight * NEAR[max(0, min(FAR, behind))]
    return (FIRST_STRAY if stray else FIRST_LOSS) + spoils


@rule
def content(cards: int, tokens: int, units: int) -> float:
    """What the cards and tokens in the trick are worth, by suit."""
    total = 0.0
    for suit in range(SUITS):
        total += (count(cards & SUIT_CARDS[suit]) + (tokens >> 4 * suit & 15)) * unit(units, suit)
    return total
