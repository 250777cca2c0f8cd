"""What a good club player of Weathervanes knows, as one look at the position.

A tableau is worth its points and its promise; a trick is worth the Display card that it brings me, less what it brings
the others; who will win is guessed from the cards still unseen.
"""

from __future__ import annotations

from ...kernel import Floats, Ints, count, lowest, rule, table
from ..judgement import Search
from ..multisets import COPIES, with_one
from .offers import MOST_EXTRA, best_extras, extras_of, least_extras, offers_to, shown_by_displays
from .rules import (
    CELL,
    CORNERS,
    FIRST_PLACE,
    HAND,
    MIDDLE,
    NONE,
    NUMBERS,
    OVER,
    PLACE,
    SEATS,
    SHOWING,
    SUIT,
    SUITS,
    State,
    card_points,
    corner_at_centre,
    open_cells,
    returns,
    unseen_cards,
    worth,
)

SEARCH = Search("look", effort=3, patience=2, per_world=2)
HIDDEN_KINDS = False
RECALLS = True
KNOWS: tuple[str, ...] = (
    "partial_misere",
    "bonus_no_kens",
    "rounds",
    "points_of_2",
    "points_of_3",
    "points_of_4",
    "points_per_match",
    "bonus_per_card",
)
NEUTRAL: tuple[str, ...] = ("cards_dealt",)
PROMISE = table([0, 3, 5, 5, 0])  # [cards in a tableau] -> points that it may still be expected to bring
HIGHER = table([sum(3 << COPIES * n for n in range(card + 1, NUMBERS)) for card in range(NUMBERS)])  # [card] -> cards
FITS = (1.0, 0.8, 0.5, 0.33)  # [cards in a tableau] -> how often the next card fits, as greedy players play
MEANS = (0.0, 1.0, 5.3, 11.2, 19.6)  # and what a tableau scores
MOST_TO_COME = 12  # cards that a seat may still place in a round: one for each trick, and its Display card at the end


def _closing() -> tuple[list[list[int]], list[list[int]]]:
    """What the rest of the last round brings under WV-30, if cards fit as often as they usually do.

    [cards to come][cards in the tableau] -> the points, in quarters, of a tableau without extras and of all later ones;
    and whether extras (matches, the bonus) count for the owner, 1, or more likely against, -1.
    """
    points, signs = [[-mean for mean in MEANS]], [[-1.0] * 5]
    for to_come in range(1, MOST_TO_COME + 1):
        last = to_come == 1  # the Display card, which may complete the final tableau
        after, sign = points[-1], signs[-1]
        row, sign_row = [], []
        for n, fits in enumerate(FITS):
            full = n == 3 and not last
            placed = MEANS[4] + after[0] if full else after[n + 1]
            row.append(fits * placed + (1 - fits) * (MEANS[n] + after[1]))
            sign_row.append(fits * (1.0 if full else sign[n + 1]) + (1 - fits))
        points.append([*row, 0.0])
        signs.append([*sign_row, 1.0])
    kept = [[1 if sign > 0 else -1 for sign in row] for row in signs]
    plain = [
        [round(4 * (mean - sign * (MEANS[n] - n * n))) for n, (mean, sign) in enumerate(zip(row, some, strict=True))]
        for row, some in zip(points, kept, strict=True)
    ]
    return plain, kept


_points, _signs = _closing()
CLOSING = table(_points)
SIGN = table(_signs)
WILLING = 0.6  # how often one who could win a trick does
MOST_HIGHER = COPIES * NUMBERS // SUITS  # cards that show one suit in one corner
CHANCE = table(  # [hidden cards, how many of them would win a trick, times the size of a hand] -> that it wins
    [
        [WILLING * held / max(1, held + hidden) for held in range(MOST_HIGHER * HAND + 1)]
        for hidden in range(COPIES * NUMBERS + 1)
    ]
)
OTHERS = 0.3  # how much a point for another player hurts
MARGIN = 40.0  # points ahead that count as won


@rule
def prefer(s: State, actions: Ints, n: int, out: Floats) -> None:
    """How much the seat to move would like each action, in points."""
    if s.phase == PLACE:
        for i in range(n):
            out[i] = equity_with(s, s.to_move, s.to_place, CELL[actions[i] - FIRST_PLACE])
    elif s.n_played == 0:
        prefer_leads(s, actions, n, out)
    else:
        prefer_cards(s, actions, n, out)


@rule
def prefer_leads(s: State, actions: Ints, n: int, out: Floats) -> None:
    """A lead also chooses where the trick points, and so which Display card goes to whom."""
    me = s.to_move
    left = (me + 1) % SEATS
    facing = (me + 2) % SEATS
    right = (me + 3) % SEATS
    points = outcomes(s)
    unseen = unseen_cards(s, me)
    hidden = count(unseen)
    left_cards = unseen & ~s.cannot_hold[left]
    facing_cards = unseen & ~s.cannot_hold[facing]
    right_cards = unseen & ~s.cannot_hold[right]
    size = s.hand_size[left]  # before a lead, all hands have the same
    for i in range(n):
        card = actions[i] // CORNERS
        corner = actions[i] % CORNERS
        suit = SUIT[card, corner]
        higher = HIGHER[card]
        by_left = chance(count(left_cards & higher & SHOWING[(corner + 1) % CORNERS, suit]), size, hidden)
        by_facing = chance(count(facing_cards & higher & SHOWING[(corner + 2) % CORNERS, suit]), size, hidden)
        by_right = chance(count(right_cards & higher & SHOWING[(corner + 3) % CORNERS, suit]), size, hidden)
        to_me, to_right, to_facing, to_left = turned(points, (2 - corner) % SEATS)
        expected = 0.0 + by_right * to_right
        sure = 1.0 - by_right  # that none of those after the one looked at wins
        expected += sure * by_facing * to_facing
        sure *= 1.0 - by_facing
        expected += sure * by_left * to_left
        sure *= 1.0 - by_left
        expected += sure * to_me
        out[i] = expected - 0.02 * card  # of equal prospects, keep the higher card


@rule
def prefer_cards(s: State, actions: Ints, n: int, out: Floats) -> None:
    """A card wins the trick so far, or leaves it as it is: then its number alone makes a difference."""
    me = s.to_move
    left = (me + 1) % SEATS
    facing = (me + 2) % SEATS
    to_me, to_right, to_facing, to_left = turned(outcomes(s), (s.heading - me) % SEATS)
    to_winner = to_right
    if s.winner != (me + 3) % SEATS:
        to_winner = to_facing if s.winner == facing else to_left
    suit = s.lead_suit
    highest = s.played[s.winner]
    corner = corner_at_centre(me, s.heading)
    hidden = 1
    left_cards = 0  # with which the seats that come after might win
    facing_cards = 0
    if s.n_played < SEATS - 1:
        unseen = unseen_cards(s, me)
        hidden = count(unseen)
        left_cards = unseen & ~s.cannot_hold[left] & SHOWING[(corner + 1) % CORNERS, suit]
        if s.n_played == 1:
            facing_cards = unseen & ~s.cannot_hold[facing] & SHOWING[(corner + 2) % CORNERS, suit]
    size = s.hand_size[left]
    for i in range(n):
        card = actions[i] // CORNERS
        wins = SUIT[card, corner] == suit and card >= highest
        higher = HIGHER[card if wins else highest]
        by_left = chance(count(left_cards & higher), size, hidden)
        by_facing = chance(count(facing_cards & higher), size, hidden)
        expected = 0.0 + by_facing * to_facing
        sure = 1.0 - by_facing
        expected += sure * by_left * to_left
        sure *= 1.0 - by_left
        expected += sure * (to_me if wins else to_winner)
        out[i] = expected - 0.02 * card


@rule
def chance(cards: int, size: int, hidden: int) -> float:
    """How likely a hand of some size wins a trick if so many of the hidden cards would do."""
    likely: float = CHANCE[hidden, cards * size]
    return likely


@rule
def turned(points: tuple[float, float, float, float], by: int) -> tuple[float, float, float, float]:
    """Points in another order: those at `by` come first."""
    first, second, third, fourth = points
    if by & 1:
        first, second, third, fourth = second, third, fourth, first
    if by & 2:
        first, second, third, fourth = third, fourth, first, second
    return first, second, third, fourth


@rule
def obvious(s: State, actions: Ints, n: int) -> int:
    """If no card wins the trick so far, they differ only in their numbers: the lowest goes."""
    if s.phase == PLACE or s.n_played == 0:
        return NONE
    corner = corner_at_centre(s.to_move, s.heading)
    highest = s.played[s.winner]
    lowest_at = 0
    for i in range(n):
        card = actions[i] // CORNERS
        if card >= highest and SUIT[card, corner] == s.lead_suit:
            return NONE
        if card < actions[lowest_at] // CORNERS:
            lowest_at = i
    return lowest_at


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
    if closes(s):
        return worth(s, seat, True) if s.ending else closing_equity(s, seat, n)
    return worth(s, seat, False) + promise(s, seat, n)


@rule
def closes(s: State) -> bool:
    """Whether the tableaux of this round lead to one that counts against its owner (WV-30)."""
    return s.partial_misere != 0 and s.round == s.rounds - 1


@rule
def closing_equity(s: State, seat: int, n: int) -> float:
    """What a tableau of n cards and all later ones bring, when its owner has placed the card of this trick."""
    to_come = s.hand_size[seat] + 1
    if to_come == 1 and s.played[seat] != NONE:
        return final_points(s, seat, s.played[seat])
    points = CLOSING[to_come, n] / 4
    if SIGN[to_come, n] > 0:
        return points + (worth(s, seat, False) - card_points(s, n))
    return points + (worth(s, seat, True) + card_points(s, n))


@rule
def final_points(s: State, seat: int, card: int) -> float:
    """What a tableau brings if this is the last card that comes: the Display card of the last trick (WV-27)."""
    points = worth(s, seat, False) - card_points(s, 1)  # it does not fit, or the tableau is complete
    if count(s.occupied[seat]) == 4:
        return points
    cells = open_cells(s, seat, card)
    if cells:
        points = -100
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        lay(s, seat, card, cell)
        points = max(points, worth(s, seat, True))
        take_back(s, seat, cell)
    return float(points)


@rule
def last_gain(s: State, seat: int, card: int, last: int) -> float:
    """What a Display card and then the last card bring a seat that places both as well as it can."""
    cells = open_cells(s, seat, card) if s.occupied[seat] else 1 << MIDDLE
    if cells == 0:
        return worth(s, seat, False) + CLOSING[1, 1] / 4
    best = -100.0
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        lay(s, seat, card, cell)
        best = max(best, final_points(s, seat, last))
        take_back(s, seat, cell)
    return best


@rule
def lay(s: State, seat: int, card: int, cell: int) -> None:
    """Put a card into a tableau, to see what that would be worth."""
    s.tableau[seat, cell] = card
    s.occupied[seat] |= 1 << cell


@rule
def take_back(s: State, seat: int, cell: int) -> None:
    """Leave the tableau as it was."""
    s.tableau[seat, cell] = NONE
    s.occupied[seat] &= ~(1 << cell)


@rule
def promise(s: State, seat: int, n: int) -> float:
    """What a tableau of n cards may still become."""
    if s.round == s.rounds - 1 and s.hand_size[seat] < 4:  # little will come
        return PROMISE[n] * s.hand_size[seat] / 4
    return float(PROMISE[n])


@rule
def equity_with(s: State, seat: int, card: int, cell: int) -> float:
    """The same as `equity`, with one more card in the tableau."""
    lay(s, seat, card, cell)
    points = equity(s, seat)
    take_back(s, seat, cell)
    return points


# ---------------------------------------------------------------- Displays
@rule
def outcomes(s: State) -> tuple[float, float, float, float]:
    """What the Display cards bring the seat to move, less what they bring the others, when the winner sits 0, 1, 2 or 3
    seats before where the trick points."""
    if closes(s):
        return closing_outcomes(s)
    shown = shown_by_displays(s)
    points_0 = 0.0
    points_1 = 0.0
    points_2 = 0.0
    points_3 = 0.0
    for seat in range(SEATS):
        share = 1.0 if seat == s.to_move else -OTHERS
        offers, placed, anew = gains(s, seat, shown)
        points_0 += share * gain(offers, (seat + 1) % SEATS, placed, anew)
        points_1 += share * gain(offers, (seat + 2) % SEATS, placed, anew)
        points_2 += share * gain(offers, (seat + 3) % SEATS, placed, anew)
        points_3 += share * gain(offers, seat, placed, anew)
    return points_0, points_1, points_2, points_3


@rule
def closing_outcomes(s: State) -> tuple[float, float, float, float]:
    """The same in a round that leads to a final tableau which counts negative (WV-30)."""
    shown = shown_by_displays(s)
    points_0 = 0.0
    points_1 = 0.0
    points_2 = 0.0
    points_3 = 0.0
    for seat in range(SEATS):
        if seat == s.to_move and s.hand_size[seat] == 1:  # the card in hand is the last one
            last = lowest(s.hand[seat]) // COPIES
            points_0 += last_gain(s, seat, s.display[(seat + 1) % SEATS], last)
            points_1 += last_gain(s, seat, s.display[(seat + 2) % SEATS], last)
            points_2 += last_gain(s, seat, s.display[(seat + 3) % SEATS], last)
            points_3 += last_gain(s, seat, s.display[seat], last)
            continue
        share = 1.0 if seat == s.to_move else -OTHERS
        offers, placed, anew = closing_gains(s, seat, shown)
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
    _, bonus, _, offers = offers_to(s, seat, shown)
    more = card_points(s, n + 1) - card_points(s, n)
    for_token = n * s.bonus_per_card
    before = promise(s, seat, n)
    return best_extras(offers), more + promise(s, seat, n + 1) - before - for_token * bonus - 1.0, anew - before


@rule
def closing_gains(s: State, seat: int, shown: int) -> tuple[int, float, float]:
    """The same in a round that leads to a final tableau which counts negative, with all that comes later (WV-30)."""
    n = count(s.occupied[seat])
    to_come = s.hand_size[seat] + (1 if s.played[seat] != NONE else 0)  # after this trick
    anew = CLOSING[to_come, 1] / 4
    if n == 0:
        return 0, 0.0, anew
    matches, bonus, _, offers = offers_to(s, seat, shown)
    extra = matches * s.points_per_match
    anew += card_points(s, n) + extra + n * s.bonus_per_card * bonus
    if n == 3:  # complete: scored at once, and the next card starts over
        return best_extras(offers), card_points(s, 4) + extra + CLOSING[to_come, 0] / 4 - 1.0, anew
    points = CLOSING[to_come, n + 1] / 4
    if SIGN[to_come, n + 1] > 0:
        return best_extras(offers), points + extra - 1.0, anew
    return least_extras(offers), points - extra - (MOST_EXTRA + 1.0), anew
