"""Beliefs about hidden cards and roles, inferred from what the other players did; written once over any game.

Not all worlds that agree with what a seat has seen are equally likely: in some of them the others would have played
differently. Before a decision, many worlds are sampled and weighted by how likely the remembered moves were in them.

Where players have kinds that only they know (roles), each seat also keeps, for every other seat and kind, the log
likelihood of that seat's moves given that kind. The likelihood of a move is a softmax of the preferences, mixed with
some noise, since people and bots do not all play alike. `reading` is the weight of all this, from 0 to 1.

Preferences are those of the game's greedy.py or, where `learned` is 1, of its network: the better model of players who
are strong.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..games.verbs import State, kind_of, kinds, legal, may_be, recall, redeal, suppose
from ..kernel import Floats, Ints, copy_into, rng_next, rule
from .exact import exp, log
from .pad import NONE, Pad
from .policy import judge

ENTRIES = ("kinds", "remember")
"""What `onlooker.py` calls in every game. `learn` is for games with secret kinds only, and takes long to compile."""
SAMPLES = 40
"""Worlds that are sampled for each move."""
SOFT = 0.4
"""Temperature of the softmax: preferences that differ by this much differ by a factor of e in likelihood."""
ERRATIC = 0.1
"""Share of moves that are taken to be random."""
TRIES = 200
"""How often at most a world is dealt again because its kinds are unlikely."""
POOL = 512
"""Maximum number of weighted worlds for a decision."""
LONGEST = 40
"""Number of the others' moves that a seat remembers."""
SCRATCH = 2
"""Room for states to think with, at the start of the memory."""


class Mind(NamedTuple):
    """What the seats of a table remember of the current chapter; `thinking.new_mind` knows how long the rows are."""

    guesses: Floats  # log likelihoods by seat, other seat and kind; room for one more by kind; then chances of the pool
    memory: list[State]  # SCRATCH states, LONGEST remembered ones for each seat, the POOL of sampled worlds
    moves: Ints  # for each seat how many moves it saw, and the last LONGEST of them


@rule
def first_of(s: State, seat: int, other: int) -> int:
    """Where a seat's guesses about another seat start."""
    return (seat * s.players + other) * kinds(s)


@rule
def learn(
    view: State, seat: int, action: int, mind: Mind, pad: Pad, rng: Ints, samples: int, reading: float, learned: int
) -> None:
    """Update a seat's guesses about the player to move, who is about to act; the view is what the seat knows."""
    actor = view.to_move
    n_kinds = kinds(view)
    if n_kinds == 1 or kind_of(view, actor) != NONE:
        return
    guesses = mind.guesses
    world = pad.world
    actions = pad.actions
    likes = pad.likes
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
                judge(learned, world, actions, n, likes)
                guesses[sums + kind] += likelihood(likes, n, chosen)
    if told > 0.0:
        for kind in range(n_kinds):
            guesses[at + kind] += reading * log(guesses[sums + kind] / told)


@rule
def likelihood(likes: Floats, n: int, chosen: int) -> float:
    """The likelihood of one of n moves, by the softened preferences."""
    most = likes[0]
    for i in range(1, n):
        most = max(most, likes[i])
    total = 0.0
    for i in range(n):
        total += exp((likes[i] - most) / SOFT)
    return ERRATIC / n + (1.0 - ERRATIC) * exp((likes[chosen] - most) / SOFT) / total


# ---------------------------------------------------------------- who has what
@rule
def remember(mind: Mind, seat: int, view: State, action: int) -> None:
    """Remember what a seat knew when another was about to make a move, and the move."""
    if seat != view.to_move:
        moves = mind.moves
        at = seat * (LONGEST + 1)
        made = moves[at]
        copy_into(mind.memory[SCRATCH + seat * LONGEST + made % LONGEST], view)
        moves[at + 1 + made % LONGEST] = action
        moves[at] = made + 1


@rule
def forget(mind: Mind) -> None:
    """Start over: nobody has done anything yet, and everybody may be of any kind."""
    guesses = mind.guesses
    moves = mind.moves
    for i in range(len(guesses)):
        guesses[i] = 0.0
    for i in range(len(moves)):
        moves[i] = 0


@rule
def plausibility(world: State, seat: int, mind: Mind, pad: Pad, learned: int) -> float:
    """The log likelihood in a world of the moves that a seat remembers."""
    memory = mind.memory
    moves = mind.moves
    actions = pad.actions
    likes = pad.likes
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
            judge(learned, past, actions, n, likes)
            for i in range(n):
                if actions[i] == action:
                    total += log(likelihood(likes, n, i))
        copy_into(later, past)
    return total


@rule
def gather(root: State, seat: int, mind: Mind, pad: Pad, rng: Ints, worlds: int, reading: float, learned: int) -> int:
    """Sample worlds into the pool, with their cumulative chances; how many (0: all worlds are equally likely)."""
    if mind.moves[seat * (LONGEST + 1)] == 0:
        return 0
    guesses = mind.guesses
    memory = mind.memory
    worlds = min(POOL, worlds)
    first = len(memory) - POOL
    chance = len(guesses) - POOL
    top = -math.inf
    tells = False
    for i in range(worlds):
        redeal_likely(memory[first + i], root, seat, guesses, rng)
        guesses[chance + i] = reading * plausibility(memory[first + i], seat, mind, pad, learned)
        top = max(top, guesses[chance + i])
        tells = tells or guesses[chance + i] != 0.0
    if not tells:
        return 0
    total = 0.0
    for i in range(worlds):
        total += exp(guesses[chance + i] - top)
        guesses[chance + i] = total
    for i in range(worlds):
        guesses[chance + i] /= total
    return worlds


@rule
def draw(world: State, mind: Mind, worlds: int, rng: Ints) -> None:
    """Draw one of the gathered worlds by its chance."""
    guesses = mind.guesses
    memory = mind.memory
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
    """Fill in a world, with kinds distributed as the guesses say."""
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
        if rng_next(rng) < exp(likely) * 4294967296.0:
            return
        copy_into(s, root)
        redeal(s, seat, rng)
