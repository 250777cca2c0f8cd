"""What a good club player of Tradewinds knows, as one look at the position.

A wind is worth what it scores and what it sets up: Singles on top, or next to it, a step or two from a player for whom
they score. Soon is better than late. Completes that suit the receiving player are kept, the others got rid of early.
"""

from __future__ import annotations

from ...kernel import Floats, Ints, count, lowest, rule, table
from ..judgement import Search
from .rules import (
    COMPLETES,
    DIGITS,
    FACING,
    KINDS,
    LINE,
    MOST_DEDUCTION,
    NO_SIGN,
    PILES,
    SEATS,
    SHOWN,
    State,
    is_gap,
    turns,
    won,
)

SEARCH = Search("grow", exploration=1.0, effort=8, insight=2000)
HIDDEN_KINDS = False
RECALLS = True
KNOWS: tuple[str, ...] = ("cards_dealt", "deduction")
NEUTRAL: tuple[str, ...] = ("first", "target", "completes_laid", "trues", "falses")

# In thousandths of a point, each by the piles that a Single still has to go over: what it promises on its way to a
# player for whom it scores, and what it threatens on its way to another.
PROMISE = (325, 60, 10)
THREAT = (-225, -45, -25)
LATER = 0.74  # how much of that is left for each turn that the right wind is away
AT_ONCE = 1.4  # and how much there is if the next wind may take it
COVERED = 0.4  # the share of all that for a Single with one other on it
KEEP = 640  # what a characteristic that scores for the receiving player is worth on a Complete in hand, and
KEEP_UNSEEN = 38  # for each Single that will still turn up (the other way round, where it deducts)
FULL_AHEAD = 6  # turns to go from which the future counts in full
HIGH_SCORE = 18


def _steps(gaps: int, place: int) -> int:
    """Over how many piles a Single must go from a place on its way to each seat, counted from the one who has just
    played and sees the board so, in base three."""
    row, column = divmod(place, LINE)
    paths = (
        [place + LINE * k for k in range(1, LINE - row)],
        [place - k for k in range(1, column + 1)],
        [place - LINE * k for k in range(1, row + 1)],
        [place + k for k in range(1, LINE - column)],
    )
    return sum(3**seat * sum(not gaps >> other & 1 for other in path) for seat, path in enumerate(paths))


def _prospect(deduction: int, sides: int, steps: int) -> float:
    """What a Single is good for that scores for a set of seats."""
    total = 0.0
    for seat, wait in enumerate((1, 2, 3, 0)):  # turns before the wind toward each seat
        over = steps // 3**seat % 3
        worth = PROMISE[over] if sides >> seat & 1 else deduction * THREAT[over]
        total += worth * (AT_ONCE if over == wait == 0 else LATER**wait)
    return total


CHARACTERISTIC = table([[1 + c // 9, 4 + c // 3 % 3, 7 + c % 3] for c in range(COMPLETES)])
STEPS = table([[_steps(gaps, place) for place in range(PILES)] for gaps in range(1 << PILES)])
SETS = 1 << SEATS  # of sides; the next two numbers stand for those of no Single and of one that lies face down
FACE_DOWN = DIGITS  # stands for such a Single
ROWS = SETS + 2  # for each number of points that a Single can cost


def _prospects(deduction: int) -> list[list[float]]:
    rows = [[_prospect(deduction, sides, steps) for steps in range(3**SEATS)] for sides in range(SETS)]
    none, unknown = [0.0] * 3**SEATS, [sum(column) / SETS for column in zip(*rows, strict=True)]
    return [*rows, none, unknown]


_all_prospects = [row for deduction in range(MOST_DEDUCTION + 1) for row in _prospects(deduction)]
PROSPECT = table([[round(worth) for worth in row] for row in _all_prospects])  # [deduction * ROWS + sides, steps]
NEXT = table(
    [[round(COVERED * worth) for worth in row] for row in _all_prospects]
)  # the same for a Single below the top
SPREAD = table(  # [set of characteristics] -> the same with five bits for each
    [sum(1 << 5 * single for single in range(DIGITS) if singles >> single & 1) for singles in range(1 << DIGITS)]
)


@rule
def prefer(s: State, actions: Ints, n: int, out: Floats) -> None:
    """How much the seat to move would like each action, in points."""
    seat = s.to_move
    good = s.scoring[(seat + 2) % SEATS]
    sides = SETS | SETS + 1 << 5 * FACE_DOWN  # of each Single, five bits: the seats for which it scores, from mine
    for k in range(SEATS):
        sides |= SPREAD[s.scoring[(seat + k) % SEATS]] << k
    tops = 0  # four bits for each pile, as I see the board
    nexts = 0
    gaps = 0
    for place in range(PILES):
        pile = FACING[seat, place]
        tops |= s.top[pile] << 4 * place
        nexts |= s.under[pile] % 10 << 4 * place
        gaps |= is_gap(s, pile) << place
    future = min(turns(s) - 1 - s.turn, FULL_AHEAD) / FULL_AHEAD / 1000
    costs = s.deduction * ROWS
    for i in range(n):
        complete = actions[i]
        points, after, below, open_ = wind(s, seat, SHOWN[complete], tops, nexts, gaps)
        prospects = -KEEP * count(SHOWN[complete] & good)
        for kind in range(KINDS):
            single = CHARACTERISTIC[complete, kind]
            prospects += -KEEP_UNSEEN * s.unseen[single] if good >> single & 1 else KEEP_UNSEEN * s.unseen[single]
        for place in range(PILES):
            steps = STEPS[open_, place]
            prospects += PROSPECT[costs + (sides >> 5 * (after & 15) & 31), steps]
            prospects += NEXT[costs + (sides >> 5 * (below & 15) & 31), steps]
            after >>= 4
            below >>= 4
        out[i] = points + prospects * future


@rule
def wind(s: State, seat: int, matching: int, tops: int, nexts: int, gaps: int) -> tuple[int, int, int, int]:
    """What a wind scores, and what then lies on top and next to it in each pile, and the gaps; the state stays."""
    points = 0
    scoring = s.scoring[(seat + 2) % SEATS]
    stirred = 0
    for i in range(PILES):  # (counted without branches, which compiled code would often guess wrong)
        stirred |= (matching >> (tops >> 4 * i & 15) & 1) << i
    while stirred:
        i = lowest(stirred)
        stirred &= stirred - 1
        pile = FACING[seat, i]
        single = tops >> 4 * i & 15
        left = s.under[pile] & NO_SIGN
        deep = s.deep[pile]
        to = i - LINE
        while to >= 0 and gaps >> to & 1:
            to -= LINE
        while matching >> single & 1:
            if to >= 0:
                covered = tops >> 4 * to & 15
                tops ^= (covered ^ single) << 4 * to
                covered *= covered != FACE_DOWN  # nobody knows that one
                nexts ^= ((nexts >> 4 * to & 15) ^ covered) << 4 * to
            else:
                scores = scoring >> single & 1
                points += scores - (1 - scores) * s.deduction
            if deep and left == 0:
                left = deep
                deep = 0
            single = left % 10
            left //= 10
        if deep and left == 0:
            left = deep
        bare = single == 0
        empty = bare & (s.down[pile] == 0)
        gaps |= empty << i
        single += FACE_DOWN * (bare ^ empty)
        tops ^= ((tops >> 4 * i & 15) ^ single) << 4 * i
        nexts ^= ((nexts >> 4 * i & 15) ^ left % 10) << 4 * i
    return points, tops, nexts, gaps


@rule
def chapter(s: State) -> int:  # noqa: ARG001  # nothing is dealt anew
    """The whole game is one."""
    return 0


@rule
def recall(past: State, later: State, seat: int, action: int) -> bool:
    """A Complete that was played was in the hand."""
    for other in range(SEATS):
        if other != seat:
            past.hand[other] = later.hand[other]
    past.hand[past.to_move] |= 1 << action
    return True


@rule
def value(s: State, out: Floats) -> None:
    """The score, and whether it wins: the same for all."""
    for seat in range(SEATS):
        out[seat] = (s.score - s.target + 1) / HIGH_SCORE + (0.3 if won(s) else -0.3)
