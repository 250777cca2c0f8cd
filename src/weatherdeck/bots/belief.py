"""Who has what, and who is who, guessed from what they did; written once over any game.

Worlds that agree with all that a seat has seen are not all as likely: in some, others would have played otherwise. For
a decision many worlds are gathered, and drawn from by how likely the moves were that the seat remembers.

Where players are of kinds that only they know (roles), each seat keeps, for every other seat and kind, the logarithm of
how likely that seat's moves were if it is of that kind. A move is as likely as the preferences say, softened: people
and bots do not all play alike. `reading` is how much of all that a player takes in: 1 all, 0 nothing.
"""

from __future__ import annotations

import math
from typing import Any

from ..games.verbs import State, kind_of, kinds, legal, may_be, prefer, recall, redeal, suppose
from ..kernel import Floats, Ints, Record, Twin, copy_into, rng_next, rule

NONE = -1
SAMPLES = 40
"""Worlds that are looked at for each move."""
SOFT = 0.4
"""Preferences that differ by so much differ by a factor of e in how likely the moves are."""
ERRATIC = 0.1
"""The share of moves that say nothing."""
TRIES = 200
"""How often a world is dealt anew because its kinds are unlikely."""
POOL = 512
"""Worlds that are weighed at most for a decision, by how likely others would have done in them what they did."""
LONGEST = 40
"""Moves of others that a seat remembers."""
SCRATCH = 2
"""Room for states to think with, before those that are remembered."""


@rule
def first_of(s: State, seat: int, other: int) -> int:
    """Where in `guesses` what a seat thinks of another begins."""
    return (seat * s.players + other) * kinds(s)


@rule
def learn(
    view: State,
    seat: int,
    action: int,
    guesses: Floats,
    world: State,
    actions: Ints,
    likes: Floats,
    rng: Ints,
    samples: int,
    reading: float,
) -> None:
    """What a move tells a seat about the one who is about to make it; the view is what the seat may know."""
    actor = view.to_move
    n_kinds = kinds(view)
    if n_kinds == 1 or kind_of(view, actor) != NONE:
        return
    at = first_of(view, seat, actor)
    sums = len(guesses) - POOL - n_kinds
    told = 0.0
    for kind in range(n_kinds):
        guesses[sums + kind] = 0.0  # the sums of likelihoods
    for _ in range(samples):
        copy_into(world, view)
        redeal(world, seat, rng)
        n = legal(world, actions)
        chosen = NONE
        for i in range(n):
            if actions[i] == action:
                chosen = i
        if chosen != NONE and n > 1:
            told += 1.0
            for kind in range(n_kinds):
                suppose(world, actor, kind)
                prefer(world, actions, n, likes)
                guesses[sums + kind] += likelihood(likes, n, chosen)
    if told > 0.0:
        for kind in range(n_kinds):
            guesses[at + kind] += reading * math.log(guesses[sums + kind] / told)


@rule
def likelihood(likes: Floats, n: int, chosen: int) -> float:
    """How likely a move is, by the softened preferences."""
    most = likes[0]
    for i in range(1, n):
        most = max(most, likes[i])
    total = 0.0
    for i in range(n):
        total += math.exp((likes[i] - most) / SOFT)
    return ERRATIC / n + (1.0 - ERRATIC) * math.exp((likes[chosen] - most) / SOFT) / total


# ---------------------------------------------------------------- who has what
@rule
def remember(memory: list[State], moves: Ints, seat: int, view: State, action: int) -> None:
    """Keep what a seat knew when another was about to make a move, and the move."""
    if seat != view.to_move:
        at = seat * (LONGEST + 1)
        made = moves[at]
        copy_into(memory[SCRATCH + seat * LONGEST + made % LONGEST], view)
        moves[at + 1 + made % LONGEST] = action
        moves[at] = made + 1


@rule
def forget(guesses: Floats, moves: Ints) -> None:
    """Begin anew: everyone may be anyone, and has done nothing."""
    for i in range(len(guesses)):
        guesses[i] = 0.0
    for i in range(len(moves)):
        moves[i] = 0


@rule
def plausibility(world: State, seat: int, memory: list[State], moves: Ints, actions: Ints, likes: Floats) -> float:
    """The logarithm of how likely others would have done in a world what they did, as a seat remembers it."""
    at = seat * (LONGEST + 1)
    made = moves[at]
    past = memory[0]
    later = memory[1]
    copy_into(later, world)
    total = 0.0
    for back in range(min(made, LONGEST)):
        place = (made - 1 - back) % LONGEST
        action = moves[at + 1 + place]
        copy_into(past, memory[SCRATCH + seat * LONGEST + place])
        if not recall(past, later, seat, action):
            return 0.0
        n = legal(past, actions)
        if n > 1:
            prefer(past, actions, n, likes)
            for i in range(n):
                if actions[i] == action:
                    total += math.log(likelihood(likes, n, i))
        copy_into(later, past)
    return total


@rule
def gather(
    root: State,
    seat: int,
    guesses: Floats,
    memory: list[State],
    moves: Ints,
    actions: Ints,
    likes: Floats,
    rng: Ints,
    worlds: int,
    reading: float,
) -> int:
    """Put worlds at the end of the memory and their chances, added up, at that of the guesses; how many (0: alike)."""
    if moves[seat * (LONGEST + 1)] == 0:
        return 0
    worlds = min(POOL, worlds)
    first = len(memory) - POOL
    chance = len(guesses) - POOL
    top = -math.inf
    tells = False
    for i in range(worlds):
        redeal_likely(memory[first + i], root, seat, guesses, rng)
        guesses[chance + i] = reading * plausibility(memory[first + i], seat, memory, moves, actions, likes)
        top = max(top, guesses[chance + i])
        tells = tells or guesses[chance + i] != 0.0
    if not tells:
        return 0
    total = 0.0
    for i in range(worlds):
        total += math.exp(guesses[chance + i] - top)
        guesses[chance + i] = total
    for i in range(worlds):
        guesses[chance + i] /= total
    return worlds


@rule
def draw(world: State, guesses: Floats, memory: list[State], worlds: int, rng: Ints) -> None:
    """Take one of the worlds that were gathered, as likely as it is."""
    drawn = rng_next(rng) / 4294967296.0
    chance = len(guesses) - POOL
    low = 0
    high = worlds - 1
    while low < high:
        middle = (low + high) // 2
        if drawn < guesses[chance + middle]:
            high = middle
        else:
            low = middle + 1
    copy_into(world, memory[len(memory) - POOL + low])


# ---------------------------------------------------------------- who is who
@rule
def redeal_likely(s: State, root: State, seat: int, guesses: Floats, rng: Ints) -> None:
    """Fill in a world, with kinds as likely as the guesses say."""
    copy_into(s, root)
    redeal(s, seat, rng)
    n_kinds = kinds(s)
    if n_kinds == 1:
        return
    top = 0.0
    for other in range(s.players):
        if other != seat:
            at = first_of(s, seat, other)
            best = -math.inf
            for kind in range(n_kinds):
                if may_be(s, other, kind):
                    best = max(best, guesses[at + kind])
            top += best
    for _ in range(TRIES):
        likely = -top
        for other in range(s.players):
            if other != seat:
                likely += guesses[first_of(s, seat, other) + kind_of(s, other)]
        if rng_next(rng) < math.exp(likely) * 4294967296.0:
            return
        copy_into(s, root)
        redeal(s, seat, rng)


# ---------------------------------------------------------------- a mind
class Mind:
    """What the seats of a table keep of what they saw, as a twin of the rules takes it: `rows`, for its functions."""

    def __init__(self, twin: Twin, kind: type[Record], players: int, n_kinds: int) -> None:
        self.guesses = twin.floats((players * players + 1) * n_kinds + POOL)
        self.memory = twin.records(kind, SCRATCH + players * LONGEST + POOL)
        self.moves = twin.ints(players * (LONGEST + 1))

    @property
    def rows(self) -> tuple[Any, Any, Any]:
        """The arguments `guesses`, `memory` and `moves`."""
        return self.guesses, self.memory, self.moves
