"""What a designer of Tweedy Tricksters counts: who leads and who wins, suits, the choice of partners, rounds."""

from __future__ import annotations

from typing import Literal

from ...kernel import Ints, rule
from ..figures import CardSet, Figures, Means, Panel, Rates, Values
from .rules import (
    CARDS as ALL,
)
from .rules import (
    FIRST_PAIRS,
    FIRST_SUIT,
    KIND,
    OVER,
    PAIR,
    PLAY,
    SEATS,
    SUITS,
    TAKE_SUIT,
    State,
    merged,
    side_sum,
    winners,
    without,
)
from .words import CARD_TEXTS, SUIT_NAMES

FIGURES = Figures(
    seat=[
        ("led", "tricks that the seat led"),
        ("led_and_won", "those of them that its partnership won"),
        *((f"led_{name.lower()}", f"tricks that it led in {name}") for name in SUIT_NAMES),
        *((f"won_{name.lower()}", f"those of them that its partnership won: {name}") for name in SUIT_NAMES),
        *(
            (f"took_{name.lower()}_{n}", f"rounds in which it took {name} as number {n}")
            for name in SUIT_NAMES
            for n in range(1, SEATS + 1)
        ),
        ("paired_across", "rounds in which it handed out the Partner cards and paired itself with the dealer"),
        ("paired_left", "the same, with the player on its left"),
        ("paired_right", "the same, with the player on its right"),
        ("points_across", "points in the rounds with the dealer as partner"),
        ("points_left", "the same, with the player on its left"),
        ("points_right", "the same, with the player on its right"),
        ("dealt", "rounds that it dealt"),
        ("points_dealer", "points in the rounds that it dealt"),
    ],
)
PER_GAME, PER_SEAT = len(FIGURES.game), len(FIGURES.seat)
LED, WON = range(2)
LED_SUIT = 2
WON_SUIT = LED_SUIT + SUITS
TOOK_SUIT = WON_SUIT + SUITS
PAIRED = TOOK_SUIT + SUITS * SEATS  # with the dealer, left, right
PAIRED_POINTS = PAIRED + 3
DEALT = PAIRED_POINTS + 3
DEALER_POINTS = DEALT + 1
SCORE = "points"
LEADS: Literal["by round"] = "by round"
CARDS = tuple(CARD_TEXTS[KIND[bit]] for bit in range(ALL))
CARD_SETS: tuple[CardSet, ...] = ("dealt", "held")  # every card that is held is played
PANELS: tuple[Panel, ...] = (
    Values("Rounds played", "rounds"),
    Rates("Tricks won by the leader's partnership", (("all tricks", "led_and_won", "led"),)),
    Rates(
        "Tricks won by the leader's partnership, by suit led",
        tuple((name, f"won_{name.lower()}", f"led_{name.lower()}") for name in SUIT_NAMES),
    ),
    Means("Suits led by one player", tuple((name, f"led_{name.lower()}") for name in SUIT_NAMES)),
    *(
        Means(
            f"When {name} is taken",
            tuple((f"as number {n}", f"took_{name.lower()}_{n}") for n in range(1, SEATS + 1)),
            "Rounds per game in which one player takes this Suit card. The most wanted cards are taken first.",
        )
        for name in SUIT_NAMES
    ),
    Means(
        "Partner chosen by the player who hands out the Partner cards",
        (("the dealer", "paired_across"), ("the left", "paired_left"), ("the right", "paired_right")),
        "Rounds per player and game.",
    ),
    Rates(
        "Points per round, by that choice",
        (
            ("with the dealer", "points_across", "paired_across"),
            ("with the left", "points_left", "paired_left"),
            ("with the right", "points_right", "paired_right"),
        ),
        "Points of the player who chose, in that round.",
        is_share=False,
    ),
    Rates("Points of the dealer, who leads first", (("per round", "points_dealer", "dealt"),), is_share=False),
)


@rule
def leaders(s: State) -> int:
    """By the scores of the rounds that are over."""
    return winners(s)


@rule
def moment(s: State) -> int:
    """Scores change with rounds."""
    return s.round + (1 if s.phase == OVER else 0)


@rule
def points_of(s: State, seat: int) -> int:
    """The points of the rounds that are over."""
    return s.score[seat]


@rule
def hand_of(s: State, seat: int) -> int:
    """Hidden and drafted cards together."""
    return merged(s.hidden[seat], s.drafted[seat])


@rule
def uses(s: State, action: int) -> int:
    """A card that is played; drafting takes none from the hand."""
    if s.phase != PLAY:
        return 0
    cards = hand_of(s, s.to_move)
    return cards & ~without(cards, action)


@rule
def tally(before: State, action: int, s: State, counts: Ints) -> None:
    """What was taken, chosen, led and won."""
    at = PER_GAME + before.to_move * PER_SEAT
    if before.phase == TAKE_SUIT:
        turn = (before.to_move - before.dealer - 1 + SEATS) % SEATS
        counts[at + TOOK_SUIT + (action - FIRST_SUIT) * SEATS + turn] += 1
    elif before.phase == PAIR:
        counts[at + PAIRED + choice(before.to_move, action - FIRST_PAIRS + 1)] += 1
    elif before.phase == PLAY and before.n_played == SEATS - 1:
        count_trick(before, action, s, counts)


@rule
def choice(seat: int, pairing: int) -> int:
    """Whom a pairing gives a seat: 0 the player across (for who pairs, the dealer), 1 the left, 2 the right."""
    to_left = ((seat ^ pairing) - seat + SEATS) % SEATS
    if to_left == 2:
        return 0
    return 1 if to_left == 1 else 2


@rule
def count_trick(before: State, action: int, s: State, counts: Ints) -> None:
    """The last card of a trick: who takes it, and what the round brought if it was its last."""
    before.played[before.to_move] = action
    at = PER_GAME + before.leader * PER_SEAT
    suit = before.suit[before.leader]
    counts[at + LED] += 1
    counts[at + LED_SUIT + suit] += 1
    if side_sum(before, True) > side_sum(before, False):
        counts[at + WON] += 1
        counts[at + WON_SUIT + suit] += 1
    if s.round != before.round or s.phase == OVER:
        dealer = PER_GAME + before.dealer * PER_SEAT
        counts[dealer + DEALT] += 1
        counts[dealer + DEALER_POINTS] += s.score[before.dealer] - before.score[before.dealer]
        chooser = (before.dealer + before.pairs_by) % SEATS
        gained = s.score[chooser] - before.score[chooser]
        counts[PER_GAME + chooser * PER_SEAT + PAIRED_POINTS + choice(chooser, before.pairing)] += gained
