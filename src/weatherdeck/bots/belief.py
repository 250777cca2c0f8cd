"""Beliefs about hidden cards and roles, inferred from what the other players did; written once over any game.

Not all worlds that agree with what a seat has seen are equally likely: in some of them the others would have played
differently. Before a decision, many worlds are sampled and weighted by how likely the remembered moves were in them.

The likelihood of a move is a softmax of the preferences, mixed with some random moves. People and bots do not all play
alike, so a player is taken to be one of two: one who nearly always plays what is liked best, or one who often does not
(`WAYS`). Which of them it is, the moves of that player tell: so predictable players give away much, and erratic ones
mislead nobody.

Where players have kinds that only they know (roles), each seat also keeps, for every other seat and kind, the log
likelihood of that seat's moves given that kind. `reading` is the weight of all this, from 0 to 1.

Preferences are those of the game's greedy.py or, for a player who seems to play by the game's network, of that
(`recognise`). With `insight`, a move is judged by trying out what could have been played instead (`size_up`): the model
of players who think ahead themselves.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..games.verbs import (
    State,
    apply,
    chapter,
    is_over,
    kind_of,
    kinds,
    legal,
    may_be,
    recall,
    redact,
    redeal,
    redeal_kinds,
    suppose,
    value,
)
from ..kernel import RNG_WORDS, Floats, Ints, copy_into, rng_next, rule
from .exact import exp, log
from .pad import NONE, Pad
from .policy import favourite, judge

ENTRIES = ("kinds", "remember", "among_learned")
"""What `onlooker.py` calls in every game. What some games need as well takes long to compile (`more_entries`)."""
SAMPLES = 40
"""Worlds that are sampled for each move."""
SOFT, ERRATIC = 0.4, 0.1
"""What tells kinds apart: preferences that differ by so much differ by a factor of e in likelihood (the temperature of
the softmax), and the share of moves that are taken to be random."""
STEADY_SOFT, STEADY_ERRATIC = 0.1, 0.02
LOOSE_SOFT, LOOSE_ERRATIC = 2.0, 0.5
WAYS = 2
"""The same for the two ways to play that a player may have, which tell hands apart."""
NEGLIGIBLE = 1e-5
"""A world that is less likely than the likeliest by this factor is not looked at any further."""
CLEAR = 8.0
"""Preferences by which a difference of 1 in `value` counts, where moves are tried out."""
TRIES = 200
"""How often at most a world is dealt again because its kinds are unlikely."""
POOL = 4096
"""Maximum number of weighted worlds for a decision."""
LONGEST = 40
"""Number of the others' moves that a seat remembers."""
SCRATCH = 2
"""Room for states to think with, at the start of the memory."""


class Mind(NamedTuple):
    """What the seats of a table remember of the current chapter, and of the others' manners in the whole game.

    `thinking.new_mind` knows how long the rows are.
    """

    guesses: Floats  # log likelihoods by seat, other seat and kind; room for one more by kind; then chances of the pool
    memory: list[State]  # SCRATCH states, LONGEST remembered ones for each seat, the POOL of sampled worlds
    moves: Ints  # for each seat how many moves it saw, and the last LONGEST of them
    worths: Floats  # with insight: for each remembered move, what each action was worth; then room for one more row
    traits: Floats  # WAYS likelihoods for each seat: those of its moves in one world
    manners: Floats  # by seat and other seat: log of how much likelier the other's moves are by the network


@rule
def first_of(s: State, seat: int, other: int) -> int:
    """Where a seat's guesses about another seat start."""
    return (seat * s.players + other) * kinds(s)


@rule
def learn(view: State, seat: int, action: int, mind: Mind, pad: Pad, rng: Ints, samples: int, reading: float) -> None:
    """Update a seat's guesses about the player to move, who is about to act; the view is what the seat knows."""
    actor = view.to_move
    n_kinds = kinds(view)
    if n_kinds == 1 or kind_of(view, actor) != NONE:
        return
    guesses = mind.guesses
    world = pad.world
    actions = pad.actions
    likes = pad.likes
    learned = seems_learned(mind, view, seat, actor)
    at = first_of(view, seat, actor)
    sums = len(guesses) - POOL - n_kinds
    told = 0.0
    for kind in range(n_kinds):
        guesses[sums + kind] = 0.0  # the sums of likelihoods
    for _ in range(samples):
        copy_into(world, view)
        redeal(world, seat, rng)
        n = legal(world, actions)
        chosen = place_of(action, actions, n)
        if chosen != NONE and n > 1:
            told += 1.0
            for kind in range(n_kinds):
                suppose(world, actor, kind)
                judge(learned, world, actions, n, likes)
                guesses[sums + kind] += likelihood(likes, n, chosen, SOFT, ERRATIC)
    if told > 0.0:
        for kind in range(n_kinds):
            guesses[at + kind] += reading * log(guesses[sums + kind] / told)


@rule
def place_of(action: int, actions: Ints, n: int) -> int:
    """Where an action is among n legal ones, or NONE."""
    for i in range(n):
        if actions[i] == action:
            return i
    return NONE


@rule
def likelihood(likes: Floats, n: int, chosen: int, soft: float, erratic: float) -> float:
    """The likelihood of one of n moves, by the softened preferences."""
    most = likes[0]
    for i in range(1, n):
        most = max(most, likes[i])
    total = 0.0
    for i in range(n):
        total += exp((likes[i] - most) / soft)
    return erratic / n + (1.0 - erratic) * exp((likes[chosen] - most) / soft) / total


# ---------------------------------------------------------------- who plays how
@rule
def recognise(view: State, seat: int, action: int, mind: Mind, pad: Pad, rng: Ints, samples: int) -> None:
    """Update whether the player to move, who is about to act, plays by the network; the view is what the seat knows."""
    actor = view.to_move
    if actor == seat:
        return
    manners = mind.manners
    world = pad.world
    actions = pad.actions
    likes = pad.likes
    by_network = 0.0
    by_greedy = 0.0
    for _ in range(samples):
        redeal_likely(world, view, seat, mind.guesses, rng)
        n = legal(world, actions)
        chosen = place_of(action, actions, n)
        if chosen != NONE and n > 1:
            judge(1, world, actions, n, likes)
            by_network += likelihood(likes, n, chosen, STEADY_SOFT, ERRATIC)
            judge(0, world, actions, n, likes)
            by_greedy += likelihood(likes, n, chosen, STEADY_SOFT, ERRATIC)
    if by_greedy > 0.0:
        manners[seat * view.players + actor] += log(by_network / by_greedy)


@rule
def seems_learned(mind: Mind, s: State, seat: int, other: int) -> int:
    """1 if a seat has seen another play by the network rather than by greedy.py, else 0."""
    return 1 if mind.manners[seat * s.players + other] > 0.0 else 0


@rule
def among_learned(mind: Mind, s: State, seat: int) -> bool:
    """Whether a seat has seen anybody play by the network."""
    learned = 0
    for other in range(s.players):
        if other != seat:
            learned |= seems_learned(mind, s, seat, other)
    return learned == 1


@rule
def meet(mind: Mind, s: State, seat: int, manner: float) -> None:
    """Begin a game for a seat: all others have the same manner (below 0: it doubts that they play by the network)."""
    manners = mind.manners
    for other in range(s.players):
        manners[seat * s.players + other] = manner


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
    """Begin a chapter: nobody has done anything in it yet, and everybody may be of any kind."""
    guesses = mind.guesses
    moves = mind.moves
    for i in range(len(guesses)):
        guesses[i] = 0.0
    for i in range(len(moves)):
        moves[i] = 0


@rule
def size_up(mind: Mind, seat: int, view: State, pad: Pad, rng: Ints, worlds: int) -> None:
    """Find what each action was worth to the player of the move that a seat remembered last, who thinks ahead.

    That player's cards are dealt in so many worlds, and what it could not see is dealt again. All its moves are tried
    with the same luck, and played on by preference. What counts is how much better a move is than the others in hand.
    """
    actor = view.to_move
    if actor == seat:
        return
    worths = mind.worths
    world = pad.world
    s = pad.scratch
    actions = pad.actions
    luck = pad.luck
    width = len(pad.seen)
    row = (seat * LONGEST + (mind.moves[seat * (LONGEST + 1)] - 1) % LONGEST) * width
    tried = len(worths) - width
    for action in range(width):
        worths[row + action] = 0.0
        worths[tried + action] = 0.0
    until = chapter(view)
    for _ in range(worlds):
        copy_into(world, view)
        redeal(world, seat, rng)
        redact(world, actor)
        redeal(world, actor, rng)
        for word in range(RNG_WORDS):
            luck[word] = rng_next(rng)
        n = legal(world, actions)
        if n > 1:
            total = 0.0
            for i in range(n):
                legal(world, actions)  # playing on has overwritten them
                action = actions[i]
                copy_into(s, world)
                for word in range(RNG_WORDS):
                    rng[word] = luck[word]
                apply(s, action, rng)
                result = outcome(s, until, actor, pad, rng)
                worths[row + action] += result
                worths[tried + action] += 1.0
                total += result
            n = legal(world, actions)
            for i in range(n):
                worths[row + actions[i]] -= total / n
    for action in range(width):
        if worths[tried + action] > 0.0:
            worths[row + action] *= CLEAR / worths[tried + action]


@rule
def outcome(s: State, until: int, seat: int, pad: Pad, rng: Ints) -> float:
    """What a seat has at the end of the chapter if everyone plays on as greedy.py prefers."""
    actions = pad.actions
    values = pad.values
    while not is_over(s) and chapter(s) == until:
        n = legal(s, actions)
        place = 0
        if n > 1:
            place = favourite(0, s, actions, n, pad.likes, rng)
        apply(s, actions[place], rng)
    value(s, values)
    return values[seat]


@rule
def plausibility(world: State, seat: int, mind: Mind, pad: Pad, insight: int, least: float) -> float:
    """The likelihood in a world of the moves that a seat remembers, each player's by the way that fits it.

    0 if it is less than the least that matters: most worlds are given up after a few moves.
    """
    memory = mind.memory
    moves = mind.moves
    worths = mind.worths
    traits = mind.traits
    actions = pad.actions
    likes = pad.likes
    at = seat * (LONGEST + 1)
    made = moves[at]
    past = memory[0]
    later = memory[1]
    copy_into(later, world)
    for i in range(len(traits)):
        traits[i] = 1.0
    for back in range(min(made, LONGEST)):
        place = (made - 1 - back) % LONGEST
        action = moves[at + 1 + place]
        copy_into(past, memory[SCRATCH + seat * LONGEST + place])
        if not recall(past, later, seat, action):
            return 1.0
        n = legal(past, actions)
        if n > 1:
            if insight:
                row = (seat * LONGEST + place) * len(pad.seen)
                for i in range(n):
                    likes[i] = worths[row + actions[i]]
            else:
                judge(seems_learned(mind, past, seat, past.to_move), past, actions, n, likes)
            trait = WAYS * past.to_move
            for i in range(n):
                if actions[i] == action:
                    traits[trait] *= likelihood(likes, n, i, STEADY_SOFT, STEADY_ERRATIC)
                    traits[trait + 1] *= likelihood(likes, n, i, LOOSE_SOFT, LOOSE_ERRATIC)
            if together(traits) < least:
                return 0.0
        copy_into(later, past)
    return together(traits)


@rule
def together(traits: Floats) -> float:
    """The likelihood of all moves: a player has one way to play or the other, and nobody knows which."""
    product = 1.0
    for other in range(len(traits) // WAYS):
        product *= (traits[WAYS * other] + traits[WAYS * other + 1]) / WAYS
    return product


@rule
def gather(root: State, seat: int, mind: Mind, pad: Pad, rng: Ints, worlds: int, reading: float, insight: int) -> int:
    """Sample worlds into the pool, with their cumulative chances; how many (0: all worlds are equally likely)."""
    if mind.moves[seat * (LONGEST + 1)] == 0:
        return 0
    guesses = mind.guesses
    memory = mind.memory
    worlds = min(POOL, worlds)
    first = len(memory) - POOL
    chance = len(guesses) - POOL
    negligible = exp(log(NEGLIGIBLE) / reading)
    top = 0.0
    tells = False
    for i in range(worlds):
        redeal_likely(memory[first + i], root, seat, guesses, rng)
        likely = plausibility(memory[first + i], seat, mind, pad, insight, top * negligible)
        guesses[chance + i] = likely
        top = max(top, likely)
        tells = tells or likely != 1.0
    if not tells:
        return 0
    total = 0.0
    for i in range(worlds):
        if guesses[chance + i] > 0.0:
            total += exp(reading * log(guesses[chance + i] / top))
        guesses[chance + i] = total
    for i in range(worlds):
        guesses[chance + i] /= total
    return worlds


@rule
def draw(world: State, mind: Mind, worlds: int, rng: Ints) -> int:
    """Draw one of the gathered worlds by its chance; its number."""
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
    return low


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
        redeal_kinds(s, seat, rng)
