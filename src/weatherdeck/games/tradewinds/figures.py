"""What a designer of Tradewinds counts: the Trues laid out, Singles collected well and badly, calms and gaps."""

from __future__ import annotations

from ...kernel import Ints, count, rule
from ..figures import CardSet, Figures, Means, Panel, Rates, Values, Wins
from ..hands import hand_of  # noqa: F401  # the lab takes it from here
from .rules import COMPLETES, COVERING, DIGITS, NONE, PILES, SEATS, State, is_gap, true_sides, won, worth
from .words import text

CARDS = tuple(text(card) for card in range(COMPLETES))
# All score together: being dealt a card does not help a player against the others; see its winds below.
CARD_SETS: tuple[CardSet, ...] = ()
FIGURES = Figures(
    game=[
        ("trues", "True cards among the twelve laid out"),
        ("calms", "turns in which the wind moved nothing to a player"),
        ("gaps", "piles that are gone at the end"),
        ("gathered", "Singles collected"),
        *(
            (f"played_{name}", f"1 if the Complete {name} was played, 0 if it was laid out at the start")
            for name in CARDS
        ),
        *((f"wind_{name}", f"points of the turn in which {name} was played") for name in CARDS),
    ],
    seat=[
        ("scored", "Singles collected that score for this seat"),
        ("deducted", "Singles collected that deduct"),
        ("seat_trues", "True cards on this seat's side, of three"),
    ],
)
PER_GAME, PER_SEAT = len(FIGURES.game), len(FIGURES.seat)
TRUES, CALMS, GAPS, GATHERED, PLAYED = range(5)
WIND = PLAYED + COMPLETES
SCORED, DEDUCTED, SEAT_TRUES = range(PER_SEAT)
SCORE = "the points of all players together"
LEADS = True
PANELS: tuple[Panel, ...] = (
    Wins(
        "Games won, by Trues laid out",
        "trues",
        note="By the rulebook, twelve of ten True and ten False cards are laid.",
        by_chance=True,
    ),
    Values("Trues laid out: distribution", "trues"),
    Means("Singles that one player collects", (("that score", "scored"), ("that deduct", "deducted"))),
    Means(
        "The board at the end",
        (("Singles collected", "gathered"), ("piles gone", "gaps"), ("turns without a Single", "calms")),
    ),
    Rates("Share of Singles that deduct", (("of those collected", "deducted", "gathered"),)),
    Rates(
        "Points by Complete",
        tuple((name, f"wind_{name}", f"played_{name}") for name in CARDS),
        "Mean points of the turn in which the Complete is played.",
        is_share=False,
    ),
)


@rule
def leaders(s: State) -> int:
    """All, while the score would win; else nobody."""
    return (1 << SEATS) - 1 if won(s) else 0


@rule
def moment(s: State) -> int:
    """Every turn may change the score."""
    return s.turn


@rule
def points_of(s: State, seat: int) -> int:  # noqa: ARG001  # it is everybody's
    """The common score."""
    return s.score


@rule
def uses(s: State, action: int) -> int:  # noqa: ARG001  # an action is a card
    """The Complete that is played."""
    return 1 << action


@rule
def tally(before: State, action: int, s: State, counts: Ints) -> None:
    """What the turn brought, and at the end what lies where."""
    counts[PLAYED + action] += 1
    counts[WIND + action] += s.score - before.score
    gathered = 0
    for seat in range(SEATS):
        at = PER_GAME + seat * PER_SEAT
        for single in range(1, DIGITS):
            more = s.collected[seat, single] - before.collected[seat, single]
            if more > 0:
                gathered += more
                counts[at + (SCORED if worth(s, seat, single) > 0 else DEDUCTED)] += more
    counts[GATHERED] += gathered
    if gathered == 0:
        counts[CALMS] += 1
    if before.turn == 0:
        for i in range(COVERING):
            sides = true_sides(s, s.covering[i]) if s.covering[i] != NONE else 0
            counts[TRUES] += count(sides)
            for seat in range(SEATS):
                counts[PER_GAME + seat * PER_SEAT + SEAT_TRUES] += sides >> seat & 1
    counts[GAPS] = 0
    for pile in range(PILES):
        counts[GAPS] += 1 if is_gap(s, pile) else 0
