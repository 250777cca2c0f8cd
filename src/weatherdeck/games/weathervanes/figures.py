"""What a designer of Weathervanes counts: tableaux by size, points by source, the Bonus Token, tricks."""

from __future__ import annotations

from ...kernel import Ints, count, rule
from ..figures import CardSet, Figures, Means, Panel, Rates, Values, Wins
from ..hands import hand_of  # noqa: F401  # the lab takes it from here
from ..multisets import COPIES, without
from .rules import (
    CELL,
    CORNERS,
    FIRST_PLACE,
    NUMBERS,
    PLACE,
    ROUNDS,
    SEATS,
    State,
    bonus_points,
    card_points,
    has_bonus,
    match_points,
    winners,
    worth,
)

LATER = " (and of all later ones, where a designer adds rounds)"
FIGURES = Figures(
    game=[*((f"tricks_{n}", f"tricks of round {n}{LATER if n == ROUNDS else ''}") for n in range(1, ROUNDS + 1))],
    seat=[
        *((f"tableaux_{n}", f"tableaux of {n} cards that were scored, including the final one") for n in range(1, 5)),
        ("square_points", "points for the size of tableaux, n x n, including the final one"),
        ("match_points", "points for outer matches"),
        ("bonus_points", "points for the Bonus Token"),
        ("final_points", "the points of the final tableau among all these (negative with partial_misere)"),
        ("bonus_tableaux", "tableaux that got the bonus"),
        ("bonus_chances", "tableaux of two cards or more, which can get it"),
        ("tricks_won", "tricks won"),
        ("first_token", "the suit of the Bonus Token in the first round: 0 red, 1 yellow, 2 green, 3 blue"),
    ],
)
PER_GAME, PER_SEAT = len(FIGURES.game), len(FIGURES.seat)
SIZE_1, _, _, _, SQUARES, MATCHES, BONUS, FINAL, BONUSES, CHANCES, TRICKS, TOKEN = range(PER_SEAT)
SCORE = "points"
LEADS = True
CARDS = tuple(str(bit // COPIES + 1) for bit in range(COPIES * NUMBERS))
CARD_SETS: tuple[CardSet, ...] = ("dealt",)  # every card that is dealt is played before the next deal
PANELS: tuple[Panel, ...] = (
    Means(
        "Points by source",
        (("size (n x n)", "square_points"), ("outer matches", "match_points"), ("Bonus Token", "bonus_points")),
        "Points per player and game. With partial_misere the final tableau counts negative.",
    ),
    Means(
        "Tableaux by size",
        tuple((f"{n} card{'s' if n > 1 else ''}", f"tableaux_{n}") for n in range(1, 5)),
        "Tableaux of each size per player and game.",
    ),
    Rates(
        "Tableaux that get the bonus",
        (("of two cards or more", "bonus_tableaux", "bonus_chances"),),
        "By chance it would be one in four: there are four suits.",
    ),
    Wins("Win rate by the first Bonus Token", "first_token", ("red", "yellow", "green", "blue"), by_chance=True),
    Means("Tricks per round", tuple((f"round {n}", f"tricks_{n}") for n in range(1, ROUNDS + 1))),
    Values("Tricks won by one player", "tricks_won"),
)


@rule
def leaders(s: State) -> int:
    """By the points that are scored; a tableau that is not finished may still become more."""
    return winners(s)


@rule
def moment(s: State) -> int:
    """Points come with tricks, and with the last placements."""
    return (s.round * 16 + s.trick) * 8 + (s.n_taken if s.ending else 0)


@rule
def points_of(s: State, seat: int) -> int:
    """What is scored so far."""
    return s.score[seat]


@rule
def uses(s: State, action: int) -> int:
    """A card that is played; placing takes none from the hand."""
    if s.phase == PLACE:
        return 0
    cards = s.hand[s.to_move]
    return cards & ~without(cards, action // CORNERS)


@rule
def tally(before: State, action: int, s: State, counts: Ints) -> None:
    """Tableaux are told by the points they bring; a trick by the leader of the next."""
    if before.trick != s.trick or before.round != s.round or before.ending != s.ending:
        counts[min(before.round, ROUNDS - 1)] += 1
        counts[PER_GAME + s.winner * PER_SEAT + TRICKS] += 1
    if before.round == 0 and before.trick == 0:
        for seat in range(SEATS):
            counts[PER_GAME + seat * PER_SEAT + TOKEN] = before.token[seat]
    for seat in range(SEATS):
        points = s.score[seat] - before.score[seat]
        if points != 0 or s.final_cards[seat] != before.final_cards[seat]:
            count_tableaux(before, action, s, seat, points, counts)


@rule
def count_tableaux(before: State, action: int, s: State, seat: int, points: int, counts: Ints) -> None:
    """The tableaux of a seat that an action scored.

    They are told by their points: the final one, which still lies there; one that lay there before; and, where the last
    trick and the last placement follow on each other, one of a single card that came and went between them.
    """
    if s.final_cards[seat] != before.final_cards[seat]:
        final = worth(s, seat, True)
        points -= final
        counts[PER_GAME + seat * PER_SEAT + FINAL] += final
        count_tableau(s, seat, final < 0, counts)
    if points != 0:
        if before.phase == PLACE and before.to_move == seat and not before.ending:
            cell = CELL[action - FIRST_PLACE]
            before.tableau[seat, cell] = before.to_place
            before.occupied[seat] |= 1 << cell
        if before.occupied[seat]:
            points -= worth(before, seat, False)
            count_tableau(before, seat, False, counts)
        if points != 0:
            counts[PER_GAME + seat * PER_SEAT + SIZE_1] += 1
            counts[PER_GAME + seat * PER_SEAT + SQUARES] += points


@rule
def count_tableau(s: State, seat: int, negative: bool, counts: Ints) -> None:
    """A tableau as it lies, with its points by source (WV-23)."""
    at = PER_GAME + seat * PER_SEAT
    sign = -1 if negative else 1
    n = count(s.occupied[seat])
    counts[at + SIZE_1 + n - 1] += 1
    counts[at + SQUARES] += sign * card_points(s, n)
    counts[at + MATCHES] += sign * match_points(s, seat)
    if n > 1:
        counts[at + CHANCES] += 1
    if has_bonus(s, seat, negative):
        counts[at + BONUS] += sign * bonus_points(s, seat, negative)
        counts[at + BONUSES] += 1
