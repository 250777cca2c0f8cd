"""The judgement of Weathervanes, written plainly: every Display card is laid in every tableau, wherever it fits."""

from __future__ import annotations

from weatherdeck.games.multisets import COPIES
from weatherdeck.games.weathervanes.greedy import CLOSING, SIGN, final_points, last_gain
from weatherdeck.games.weathervanes.rules import (
    CELL,
    CORNERS,
    FIRST_PLACE,
    NONE,
    NUMBERS,
    OVER,
    PLACE,
    PLACES,
    SEATS,
    SHOWING,
    SUIT,
    State,
    card_points,
    corner_at_centre,
    open_cells,
    returns,
    unseen_cards,
    worth,
)
from weatherdeck.kernel import Floats, Ints, count, lowest, rule, table

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
    turns_0 = outcome(s, 0)
    turns_1 = outcome(s, 1)
    turns_2 = outcome(s, 2)
    turns_3 = outcome(s, 3)
    unseen = unseen_cards(s, s.to_move)
    hidden = count(unseen)
    for i in range(n):
        card = actions[i] // CORNERS
        corner = actions[i] % CORNERS
        heading = s.heading
        suit = s.lead_suit
        best = card
        winner = s.to_move
        if s.n_played == 0:
            heading = corner_at_centre(s.to_move, corner)
            suit = SUIT[card, corner]
        elif SUIT[card, corner] != suit or card < s.played[s.winner]:
            best = s.played[s.winner]
            winner = s.winner
        expected = 0.0
        sure = 1.0  # that none of those after the one looked at wins
        for k in range(SEATS - 1 - s.n_played, -1, -1):
            seat = (s.to_move + k) % SEATS
            chance = 1.0
            if k > 0:
                above = unseen & ~s.cannot_hold[seat] & SHOWING[corner_at_centre(seat, heading), suit] & HIGHER[best]
                held = count(above) * s.hand_size[seat]
                chance = WILLING * held / (held + hidden)
            else:
                seat = winner
            turn = (heading - seat + SEATS) % SEATS
            if turn == 0:
                points = turns_0
            elif turn == 1:
                points = turns_1
            elif turn == 2:
                points = turns_2
            else:
                points = turns_3
            expected += sure * chance * points
            sure *= 1.0 - chance
        out[i] = expected - 0.02 * card  # of equal prospects, keep the higher card


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
    last = s.round == s.rounds - 1
    if last and s.partial_misere:
        if s.ending:
            return float(worth(s, seat, True))
        if s.hand_size[seat] == 0 and s.played[seat] != NONE:
            return final_points(s, seat, s.played[seat])
        return closing(s, seat, s.hand_size[seat] + 1)
    promise = float(PROMISE[n])
    if last and s.hand_size[seat] < 4:  # little will come
        promise = promise * s.hand_size[seat] / 4
    return worth(s, seat, False) + promise


@rule
def equity_with(s: State, seat: int, card: int, cell: int) -> float:
    """The same, with one more card in it."""
    s.tableau[seat, cell] = card
    s.occupied[seat] |= 1 << cell
    points = float(worth(s, seat, True)) if s.ending else equity(s, seat)
    s.tableau[seat, cell] = NONE
    s.occupied[seat] &= ~(1 << cell)
    return points


@rule
def gain(s: State, seat: int, card: int) -> float:
    """What a Display card would bring a seat: the best place for it, or the tableau scored and begun anew."""
    if s.partial_misere and s.round == s.rounds - 1:
        return closing_gain(s, seat, card)
    if s.occupied[seat] == 0:
        return float(1 + PROMISE[1])
    before = equity(s, seat)
    cells = open_cells(s, seat, card)
    if cells == 0:
        return float(worth(s, seat, False) + 1 + PROMISE[1] - before)
    best = -1000.0
    for place in range(PLACES):
        if cells >> CELL[place] & 1:
            best = max(best, equity_with(s, seat, card, CELL[place]))
    return best - before


@rule
def closing(s: State, seat: int, to_come: int) -> float:
    """WV-30: what a tableau and all later ones bring, with so many cards still to place."""
    n = count(s.occupied[seat])
    extra = worth(s, seat, False) - card_points(s, n)
    if SIGN[to_come, n] < 0:
        extra = worth(s, seat, True) + card_points(s, n)
    return float(CLOSING[to_come, n] / 4 + extra)


@rule
def closing_gain(s: State, seat: int, card: int) -> float:
    """The same for a Display card: the best place for it, or the tableau scored and begun anew."""
    to_come = s.hand_size[seat] - (1 if s.played[seat] == NONE else 0) + 1
    cells = open_cells(s, seat, card)
    if s.occupied[seat] == 0:
        return float(CLOSING[to_come, 1] / 4)
    if cells == 0:
        return float(worth(s, seat, False) + CLOSING[to_come, 1] / 4)
    best = -1000.0
    for place in range(PLACES):
        cell = CELL[place]
        if cells >> cell & 1:
            s.tableau[seat, cell] = card
            s.occupied[seat] |= 1 << cell
            points = closing(s, seat, to_come)
            if count(s.occupied[seat]) == 4:
                points = worth(s, seat, False) + CLOSING[to_come, 0] / 4
            s.tableau[seat, cell] = NONE
            s.occupied[seat] &= ~(1 << cell)
            best = max(best, points)
    return best


@rule
def outcome(s: State, turn: int) -> float:
    """What the Display cards bring the seat to move, less what they bring the others, when the winner sits so many
    seats before where the trick points."""
    points = 0.0
    for seat in range(SEATS):
        card = s.display[(turn + 1 + seat) % SEATS]
        if card != NONE:
            if s.partial_misere and s.round == s.rounds - 1 and seat == s.to_move and s.hand_size[seat] == 1:
                got = last_gain(s, seat, card, lowest(s.hand[seat]) // COPIES)
            else:
                got = gain(s, seat, card)
            points += got if seat == s.to_move else -OTHERS * got
    return points
