"""What the four Display cards offer a tableau: all four judged at once, without laying any of them.

Sets of seats have four bits. `shown` has one for each corner and suit, the seats whose Display card shows that suit
there, so that one look answers for all four cards. The *extra* of a card in a place is what it adds to the points for
the number of cards (WV-23): its outer matches, and the bonus. Offers are one set of seats for each extra from 0 to
MOST_EXTRA: the seats whose Display card has a place with that extra. A seat in none of them has a card that fits
nowhere.

Compass names are those of a tableau that has been turned: corners and places turn together, clockwise from `nw`.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...kernel import count, deck_table, lowest, rule, table
from .rules import (
    BOX,
    BOX_CELLS,
    CELLS,
    CORNER,
    CORNERS,
    MIDDLE,
    NONE,
    NUMBERS,
    PLACE_OF,
    SEATS,
    SUIT,
    State,
)

MOST_EXTRA = 14  # two outer matches of 3 points, and a bonus of 2 for four cards; by the rulebook 6
EACH_EXTRA = sum(1 << SEATS * extra for extra in range(MOST_EXTRA + 1))  # one seat in each of the sets


def signed(bits: Iterable[int]) -> int:
    """Bits of 64, as the number that compiled rules hold them in."""
    total = sum(bits)
    return total - (total >> 63 << 64)


SHOWN = deck_table(  # [card] -> what `shown` has of it, for seat 0
    [sum(1 << 16 * corner + 4 * SUIT[card, corner] for corner in range(CORNERS)) for card in range(NUMBERS)]
)
FITS_WEST = deck_table(  # [card] -> what all seats would show beside it, for each side in turn the north: in the
    [  # south-west the suit of the card's north-west corner,
        signed(0b1111 << 16 * ((nw + 3) % CORNERS) + 4 * SUIT[card, nw] for nw in range(CORNERS))
        for card in range(NUMBERS)
    ]
)
FITS_EAST = deck_table(  # and in the south-east that of its north-east corner
    [
        signed(0b1111 << 16 * ((nw + 2) % CORNERS) + 4 * SUIT[card, (nw + 1) % CORNERS] for nw in range(CORNERS))
        for card in range(NUMBERS)
    ]
)
IN_EACH_CORNER = sum(0b1111 << 16 * corner for corner in range(CORNERS))
TOP_ROW = 0b000_000_111  # cells
LEFT_COLUMN = 0b001_001_001
PLACE_IN = table([[row.index(c) if c in row else NONE for c in range(CELLS)] for row in BOX_CELLS.tolist()])
"""[box, cell] -> which of the box's four places it is"""


@rule
def shown_by_displays(s: State) -> int:
    """For each corner and suit, the seats whose Display card shows it."""
    shown = 0
    for seat in range(SEATS):
        if s.display[seat] != NONE:  # it is empty while its card is being placed
            shown |= SHOWN[s.display[seat]] << seat
    return shown


@rule
def offers_to(s: State, seat: int, shown: int) -> tuple[int, int, int, int]:
    """A tableau's outer matches, whether it has the bonus if it counts for its owner and if it counts against them
    (0 or 1), and what is offered to it."""
    n = count(s.occupied[seat])
    if n == 0:
        return 0, 0, 0, 0
    if n == 1:
        return 0, 0, 0, beside_one(s, seat, shown)
    if n == 2:
        return beside_two(s, seat, shown)
    return beside_three(s, seat, shown)


@rule
def best_extras(offers: int) -> int:
    """The offers, and all smaller extras with each: a seat is in as many sets as its best extra, and one more."""
    offers |= offers >> SEATS
    offers |= offers >> 2 * SEATS
    offers |= offers >> 4 * SEATS
    return offers | offers >> 8 * SEATS


@rule
def least_extras(offers: int) -> int:
    """The offers, and all greater extras with each."""
    offers |= offers << SEATS
    offers |= offers << 2 * SEATS
    offers |= offers << 4 * SEATS
    return offers | offers << 8 * SEATS


@rule
def extras_of(offers: int, seat: int) -> int:
    """How many sets of the offers a seat is in."""
    return count(offers >> seat & EACH_EXTRA)


# ---------------------------------------------------------------- by the size of the tableau
@rule
def beside_one(s: State, seat: int, shown: int) -> int:
    """WV-19: a place on each side of the card, and two readings of the centre there.

    All four sides at once. Turned until the place is north of the card, a side is known by the corner of the Display
    card that is in its south-west.
    """
    card = s.tableau[seat, MIDDLE]
    token = CORNER[card, s.token[seat]]
    west = seats_by_corner(shown & FITS_WEST[card])
    east = seats_by_corner(shown & FITS_EAST[card])
    east = (east << 16 | east >> 48) & IN_EACH_CORNER  # they were known by the corner in the south-east
    token_west = 0b1111 << 16 * ((token + 3) % CORNERS)
    token_east = 0b1111 << 16 * ((token + 2) % CORNERS)
    only_west = west & ~east
    only_east = east & ~west
    both = west & east  # an outer match, and both readings
    found = only_west & ~token_west | only_east & ~token_east
    found |= both << 4
    found |= (only_west & token_west | only_east & token_east) << 8
    found |= (both & (token_west | token_east)) << 12
    found |= found >> 32
    found |= found >> 16
    bonus = SEATS * 2 * s.bonus_per_card if s.bonus_no_kens == 0 else 0
    match = SEATS * s.points_per_match
    offers: int = found & 0b1111 | (found >> 4 & 0b1111) << match
    offers |= (found >> 8 & 0b1111 | (found >> 12 & 0b1111) << match) << bonus
    return offers


@rule
def seats_by_corner(shown: int) -> int:
    """For each corner, the seats that show any suit there."""
    return (shown | shown >> 4 | shown >> 8 | shown >> 12) & IN_EACH_CORNER


@rule
def beside_two(s: State, seat: int, shown: int) -> tuple[int, int, int, int]:
    """Turned until the second card is north of the first: a place west and east of each, if the cards agree there."""
    cell = lowest(s.occupied[seat] & ~(1 << MIDDLE))
    first = s.tableau[seat, MIDDLE]
    second = s.tableau[seat, cell]
    nw = PLACE_OF[cell] // 2
    ne = (nw + 1) % CORNERS
    se = (nw + 2) % CORNERS
    sw = (nw + 3) % CORNERS
    readings = 0
    bonuses = 0
    offers = 0
    for _ in range(2):  # the west, and then the east in a mirror
        suit = SUIT[first, nw]
        agree = 1 if suit == SUIT[second, sw] else 0
        bonus = agree * is_bonus(s, seat, suit)
        readings += agree
        bonuses += bonus
        beside_first = agree * seats_that_show(shown, ne, suit)
        beside_second = agree * seats_that_show(shown, se, suit)
        extra = 3 * s.bonus_per_card * bonus
        offers |= offered(s, beside_first, seats_that_show(shown, se, SUIT[first, sw]), extra)
        offers |= offered(s, beside_second, seats_that_show(shown, ne, SUIT[second, nw]), extra)
        nw, ne = ne, nw
        sw, se = se, sw
    return readings - 1, bonuses, 1 if bonuses == readings else 0, offers


@rule
def beside_three(s: State, seat: int, shown: int) -> tuple[int, int, int, int]:
    """Turned until the only place is in the north-west."""
    occupied = s.occupied[seat]
    box = (0 if occupied & TOP_ROW else 2) + (0 if occupied & LEFT_COLUMN else 1)
    nw = PLACE_IN[box, lowest(BOX[box] & ~occupied)]
    ne = (nw + 1) % CORNERS
    se = (nw + 2) % CORNERS
    sw = (nw + 3) % CORNERS
    north_east = s.tableau[seat, BOX_CELLS[box, ne]]
    south_east = s.tableau[seat, BOX_CELLS[box, se]]
    south_west = s.tableau[seat, BOX_CELLS[box, sw]]
    matches = 0
    if SUIT[north_east, se] == SUIT[south_east, ne]:
        matches += 1
    if SUIT[south_west, se] == SUIT[south_east, sw]:
        matches += 1
    bonus = is_bonus(s, seat, SUIT[south_east, nw])
    fits = seats_that_show(shown, se, SUIT[south_east, nw])
    east = seats_that_show(shown, ne, SUIT[north_east, nw])
    south = seats_that_show(shown, sw, SUIT[south_west, nw])
    extra = 4 * s.bonus_per_card * bonus
    offers = offered(s, fits & ~south, east, extra) | offered(s, fits & south, east, extra + s.points_per_match)
    return matches, bonus, bonus, offers


@rule
def seats_that_show(shown: int, corner: int, suit: int) -> int:
    """The seats whose card shows a suit in a corner."""
    return shown >> 16 * corner + 4 * suit & 0b1111


@rule
def offered(s: State, fits: int, matching: int, extra: int) -> int:
    """Offers of the seats whose cards fit a place, with an extra, and more where there is an outer match."""
    return (fits & ~matching | (fits & matching) << SEATS * s.points_per_match) << SEATS * extra


@rule
def is_bonus(s: State, seat: int, suit: int) -> int:
    """1 if a tableau has the bonus with this suit in its centre (WV-23, WV-31), else 0."""
    return 1 if suit == s.token[seat] and s.bonus_no_kens == 0 else 0
