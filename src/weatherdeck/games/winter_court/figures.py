"""What a designer of Winter Court counts: how games end, who holds whom and when, which powers are used."""

from __future__ import annotations

from ...kernel import Ints, rule
from ..figures import CardSet, Figures, Having, Means, Panel, Values, Wins
from ..hands import hand_of  # noqa: F401  # the lab takes it from here
from . import court
from .notation import card_name
from .reach import CARDS as ALL
from .reach import (
    CHARLATAN,
    DEVOTION,
    FOOL,
    KNIGHT,
    LOVER,
    LOW,
    MATCHMAKER,
    MIGHT,
    NONE,
    RANKS,
    SAGE,
    STEWARD,
    WIZARD,
)
from .rules import (
    A_BOOST,
    A_CHARLATAN,
    A_COMMIT,
    A_DISCARD,
    A_FOOL,
    A_KNIGHT,
    A_LOVER,
    A_MATCHMAKER,
    A_PASS1,
    A_PASS2,
    A_STEWARD,
    A_WIZARD,
    COURT,
    MEMBERS,
    OVER,
    PER_SUIT,
    SEATS,
    State,
    has_enough_royals,
    status,
    whole_pile,
    winner,
)

ROYAL_END, STATUS_END, LETTER_END, DRAWN_END = range(4)
FIGURES = Figures(
    game=[
        ("ending", "how it ended: 0 all royals, 1 higher status, 2 the first letter in the court, 3 a draw"),
        ("pile_left", "cards left in the draw pile"),
    ],
    seat=[
        ("first", "1 for the seat that went first"),
        ("turns", "turns, including passes"),
        ("plays", "plays made"),
        ("passes", "passes"),
        ("members", "the members controlled at the end: a set, A is bit 0"),
        ("halfway", "the members controlled when half of the draw pile was gone; a set"),
        *((f"{power}_used", f"how often the {power} was used") for power in court.POWERS),
    ],
)
PER_GAME, PER_SEAT = len(FIGURES.game), len(FIGURES.seat)
ENDING, PILE_LEFT = range(PER_GAME)
FIRST, TURNS, PLAYS, PASSES, HELD, HALFWAY, USED = range(PER_SEAT - len(court.POWERS) + 1)
SCORE = "status"
LEADS = True
CARDS = tuple(card_name(card) for card in range(ALL))
CARD_SETS: tuple[CardSet, ...] = ("dealt", "held", "played")
_NAMES = tuple(f"{member.letter} {member.name}" for member in COURT)
PANELS: tuple[Panel, ...] = (
    Values("How games end", "ending", ("all four royals", "higher status", "first letter", "a draw")),
    Having(
        "Win rate and members controlled halfway",
        "halfway",
        _NAMES,
        "Win rate of players who control a member when half of the draw pile is gone, minus that of the others. "
        "Good players control what matters: this is a correlation with winning, not the effect of a member alone.",
    ),
    Having("Win rate and members controlled at the end", "members", _NAMES, "As above, at the end."),
    Means("Powers used by one player", tuple((power.capitalize(), f"{power}_used") for power in court.POWERS)),
    *(
        Wins(
            f"Win rate by uses of the {power.capitalize()}",
            f"{power}_used",
            note="A correlation with winning, as above.",
        )
        for power in court.POWERS
    ),
    Values("Cards left in the draw pile", "pile_left"),
)


@rule
def leaders(s: State) -> int:
    """By royals, status and letters, as things stand; both, where nothing tells them apart."""
    ahead = winner(s)
    return (1 << SEATS) - 1 if ahead == NONE else 1 << ahead


@rule
def moment(s: State) -> int:
    """Every turn."""
    return s.pile_size * 4 + s.to_move * 2 + (1 if s.phase == OVER else 0)


@rule
def points_of(s: State, seat: int) -> int:
    """The status of the members that a seat controls."""
    return status(s, seat)


@rule
def uses(s: State, action: int) -> int:  # noqa: ARG001  # the action names the card
    """Cards that are played, added or used as boosts."""
    if action < A_FOOL:
        return 1 << action // PER_SUIT
    if action >= A_BOOST and action < A_COMMIT:
        boost = action - A_BOOST
        return 1 << boost // LOW * RANKS + boost % LOW
    if action >= A_MATCHMAKER and action < A_BOOST:
        return 1 << action - A_MATCHMAKER
    if action >= A_LOVER and action < A_MATCHMAKER:
        return 1 << RANKS * DEVOTION + action - A_LOVER
    if action >= A_KNIGHT and action < A_LOVER:
        return 1 << RANKS * MIGHT + action - A_KNIGHT
    return 0


@rule
def tally(before: State, action: int, s: State, counts: Ints) -> None:
    """What the action was, and where things stand halfway and at the end."""
    seat = before.to_move
    at = PER_GAME + seat * PER_SEAT
    if counts[PER_GAME + TURNS] + counts[PER_GAME + PER_SEAT + TURNS] == 0:  # the first decision of all
        counts[at + FIRST] = 1
        counts[at + TURNS] = 1
    if s.to_move != seat and s.phase != OVER:
        counts[PER_GAME + s.to_move * PER_SEAT + TURNS] += 1
    if action == A_COMMIT:
        counts[at + PLAYS] += 1
    elif action == A_PASS1 or action == A_PASS2:
        counts[at + PASSES] += 1
    power = power_of(action)
    if power != NONE:
        counts[at + USED + power] += 1
    if before.pile_size * 2 > whole_pile(s) and s.pile_size * 2 <= whole_pile(s):
        for who in range(SEATS):
            counts[PER_GAME + who * PER_SEAT + HALFWAY] = controlled(s, who)
    if s.phase == OVER:
        counts[PILE_LEFT] = s.pile_size
        counts[ENDING] = how_it_ended(s)
        for who in range(SEATS):
            counts[PER_GAME + who * PER_SEAT + HELD] = controlled(s, who)


@rule
def controlled(s: State, seat: int) -> int:
    """The members that a seat controls, as a set."""
    members = 0
    for member in range(MEMBERS):
        if s.pawn[member] == seat:
            members |= 1 << member
    return members


@rule
def how_it_ended(s: State) -> int:
    """WC-19 to WC-21, for a game that is over."""
    if winner(s) == NONE:
        return DRAWN_END
    if has_enough_royals(s, 0) or has_enough_royals(s, 1):
        return ROYAL_END
    return STATUS_END if status(s, 0) != status(s, 1) else LETTER_END


@rule
def power_of(action: int) -> int:
    """The power that an action uses, or NONE."""
    if action < A_FOOL or (action >= A_BOOST and action <= A_COMMIT) or action >= A_DISCARD:
        return NONE
    if action == A_FOOL:
        return FOOL
    if action < A_LOVER:
        return KNIGHT
    if action < A_MATCHMAKER:
        return LOVER
    if action < A_BOOST:
        return MATCHMAKER
    if action == A_STEWARD:
        return STEWARD
    if action < A_CHARLATAN:
        return SAGE
    if action < A_WIZARD:
        return CHARLATAN
    return WIZARD if action == A_WIZARD else NONE
