"""What must be true of every state of Weathervanes."""

from __future__ import annotations

from ...kernel import count
from ..multisets import COPIES, FIRST_COPIES
from . import rules
from .rules import CELLS, NONE, NUMBERS, PLACE, SEATS, State


def audit(s: State) -> list[str]:
    """What is wrong with a state."""
    wrong = []
    places = _places(s)
    for n in range(NUMBERS):
        if places.count(n) != COPIES:
            wrong.append(f"there are {places.count(n)} copies of card {n + 1}, not {COPIES}")
    for name, cards in (("discard", s.discard), ("aside", s.aside), *((f"hand {i}", s.hand[i]) for i in range(SEATS))):
        if (cards >> 1 & FIRST_COPIES) & ~cards:
            wrong.append(f"{name} has a second copy of a card without the first")
    for seat in range(SEATS):
        if s.hand_size[seat] != count(s.hand[seat]):
            wrong.append(f"hand_size[{seat}] is {s.hand_size[seat]}, with {count(s.hand[seat])} cards in the hand")
        if s.hand[seat] & s.cannot_hold[seat]:
            wrong.append(f"seat {seat} holds a card that it showed not to hold")
        occupied = sum(1 << cell for cell in range(CELLS) if s.tableau[seat, cell] != NONE)
        if s.occupied[seat] != occupied:
            wrong.append(f"occupied[{seat}] is not where the tableau has cards")
        if not rules.readings(s, seat):
            wrong.append(f"the tableau of seat {seat} does not fit 2 x 2 around one suit")
    if s.aside_size != count(s.aside):
        wrong.append(f"aside_size is {s.aside_size}, with {count(s.aside)} cards aside")
    if sorted(s.token) != list(range(SEATS)):
        wrong.append("the Bonus Tokens are not one of each suit")
    if (s.phase == PLACE) != (s.to_place != NONE):
        wrong.append("a card is to be placed, but not now; or now, but there is none")
    return wrong


def _places(s: State) -> list[int]:
    """Every card that is somewhere."""
    cards = [s.to_place, *s.display, *s.played, *s.tableau.flatten().tolist()]
    for pile in (s.discard, s.aside, *s.hand):
        for n in range(NUMBERS):
            cards += [n] * count(pile >> COPIES * n & 3)
    return cards
