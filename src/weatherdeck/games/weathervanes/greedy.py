"""What a good club player of Weathervanes knows, as one look at the position.

A tableau is worth its points and its promise; a trick is worth the Display card that it brings me, less what it brings
the others; who will win is guessed from the cards still unseen.
"""

from __future__ import annotations

from ...kernel import Floats, Ints, count, rule, table
from ..judgement import Search
from ..multisets import COPIES, with_one
from .offers import MOST_EXTRA, best_extras, extras_of, least_extras, offers_to, shown_by_displays
from .rules import (
    CELL,
    CORNERS,
    FIRST_PLACE,
    NONE,
    NUMBERS,
    OVER,
    PLACE,
    SEATS,
    SHOWING,
    SUIT,
    State,
    card_points,
    corner_at_centre,
    returns,
    unseen_cards,
    worth,
)

SEARCH = Search("look", effort=3)
HIDDEN_KINDS = False
RECALLS = True
KNOWS: tuple[str, ...] = ("partial_misere", "bonus_no_kens")
NEUTRAL: tuple[str, ...] = ()
PROMISE = table([0, 3, 5, 5, 0])  # [cards in a tableau] -> points that it may still be expected to bring
HIGHER = table([sum(3 << COPIES * n for n in range(card + 1, NUMBERS)) for card in range(NUMBERS)])  # [card] -> cards
WILLING = 0.6  # how often one who could win a trick does
OTHERS = 0.3  # how much a point for another player hurts
MARGIN = 40.0  # points ahead that count as won


@rule
def prefer(s: State, actions: Ints, n: int, out: Floats) -> None:
    """How much the seat to move would like each action, in points."""
    if s.phase == PLACE:
        for i in range(n):
            out[i] = equity_with(s, s.to_move, s.to_place, CELL[actions[i] - FIRST_PLACE])
        return
    points = outcomes(s)
    unseen = 0
    if s.n_played < SEATS - 1:  # otherwise nobody comes after
        unseen = unseen_cards(s, s.to_move)
    hidden = count(unseen)
    for i in range(n):
        card = actions[i] // CORNERS
        corner = actions[i] % CORNERS
        heading = corner_at_centre(s.to_move, corner)
        suit = SUIT[card, corner]
        best = card
        winner = s.to_move
        if s.n_played > 0 and (suit != s.lead_suit or card < s.played[s.winner]):
            suit = s.lead_suit
            best = s.played[s.winner]
            winner = s.winner
        expected = 0.0
        sure = 1.0  # that none of those after the one looked at wins
        for k in range(SEATS - 1 - s.n_played, 0, -1):
            seat = (s.to_move + k) % SEATS
            above = unseen & ~s.cannot_hold[seat] & SHOWING[corner_at_centre(seat, heading), suit] & HIGHER[best]
            held = count(above) * s.hand_size[seat]
            chance = WILLING * held / (held + hidden)
            expected += sure * chance * points[(heading - seat) % SEATS]
            sure *= 1.0 - chance
        expected += sure * points[(heading - winner) % SEATS]
        out[i] = expected - 0.02 * card  # of equal prospects, keep the higher card


@rule
def chapter(s: State) -> int:
    """A round; what comes after it is dealt anew."""
    return s.round


@rule
def recall(past: State, later: State, seat: int, action: int) -> bool:
    """A card that was played was in the hand."""
    past.aside = later.aside
    for other in range(SEATS):
        if other != seat:
            past.hand[other] = later.hand[other]
    if action < FIRST_PLACE:
        past.hand[past.to_move] = with_one(past.hand[past.to_move], action // CORNERS)
    return True


@rule
def value(s: State, out: Floats) -> None:
    """How far each seat is ahead of the others, and at the end who won."""
    total = 0.0
    for seat in range(SEATS):
        out[seat] = s.score[seat] + (0.0 if s.phase == OVER else equity(s, seat))
        total += out[seat]
    for seat in range(SEATS):
        ahead = (out[seat] * SEATS - total) / (SEATS - 1) / MARGIN
        out[seat] = min(1.0, max(-1.0, ahead))
    if s.phase == OVER:
        first = out[0]
        second = out[1]
        third = out[2]
        fourth = out[3]
        returns(s, out)
        out[0] = 0.7 * out[0] + 0.3 * first
        out[1] = 0.7 * out[1] + 0.3 * second
        out[2] = 0.7 * out[2] + 0.3 * third
        out[3] = 0.7 * out[3] + 0.3 * fourth


# ---------------------------------------------------------------- tableaux
@rule
def equity(s: State, seat: int) -> float:
    """What a tableau is worth as it lies, and may still become."""
    n = count(s.occupied[seat])
    if n == 0:
        return 0.0
    final = is_final(s, seat)
    return worth(s, seat, final) + (0.0 if final else promise(s, seat, n))


@rule
def is_final(s: State, seat: int) -> bool:
    """Whether a tableau is likely to stay as it is and to count against its owner (WV-30)."""
    return s.partial_misere != 0 and s.round == s.rounds - 1 and s.hand_size[seat] == 0


@rule
def promise(s: State, seat: int, n: int) -> float:
    """What a tableau of n cards may still become."""
    if s.round == s.rounds - 1 and s.hand_size[seat] < 4:  # little will come
        return PROMISE[n] * s.hand_size[seat] / 4
    return float(PROMISE[n])


@rule
def equity_with(s: State, seat: int, card: int, cell: int) -> float:
    """The same as `equity`, with one more card in the tableau."""
    s.tableau[seat, cell] = card
    s.occupied[seat] |= 1 << cell
    points = equity(s, seat)
    s.tableau[seat, cell] = NONE
    s.occupied[seat] &= ~(1 << cell)
    return points


# ---------------------------------------------------------------- Displays
@rule
def outcomes(s: State) -> tuple[float, float, float, float]:
    """What the Display cards bring the seat to move, less what they bring the others, when the winner sits 0, 1, 2 or 3
    seats before where the trick points."""
    shown = shown_by_displays(s)
    points_0 = 0.0
    points_1 = 0.0
    points_2 = 0.0
    points_3 = 0.0
    for seat in range(SEATS):
        offers, placed, anew = gains(s, seat, shown)
        share = 1.0 if seat == s.to_move else -OTHERS
        points_0 += share * gain(offers, (seat + 1) % SEATS, placed, anew)
        points_1 += share * gain(offers, (seat + 2) % SEATS, placed, anew)
        points_2 += share * gain(offers, (seat + 3) % SEATS, placed, anew)
        points_3 += share * gain(offers, seat, placed, anew)
    return points_0, points_1, points_2, points_3


@rule
def gain(offers: int, giver: int, placed: float, anew: float) -> float:
    """What a giver's Display card brings: the best place for it, or the tableau scored and begun anew."""
    extras = extras_of(offers, giver)
    return placed + extras if extras > 0 else anew


@rule
def gains(s: State, seat: int, shown: int) -> tuple[int, float, float]:
    """What each Display card would bring a seat, for `gain`."""
    n = count(s.occupied[seat])
    anew = 1.0 + PROMISE[1]
    if n == 0:
        return 0, 0.0, anew
    matches, bonus, bonus_against, offers = offers_to(s, seat, shown)
    more = card_points(s, n + 1) - card_points(s, n)
    for_token = n * s.bonus_per_card
    if is_final(s, seat):  # from -(points of n cards + ...) to -(those of n + 1 + ...), the less extra the better
        anew += 2 * (card_points(s, n) + matches * s.points_per_match) + for_token * (bonus + bonus_against)
        return least_extras(offers), for_token * bonus_against - more - (MOST_EXTRA + 1.0), anew
    before = promise(s, seat, n)
    return best_extras(offers), more + promise(s, seat, n + 1) - before - for_token * bonus - 1.0, anew - before
