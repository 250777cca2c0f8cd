"""Policies as data: a policy is a record, and `glance` plays by one that does not search (`decision.py`: by any).

Moves are judged by the game's greedy.py (`prefer`) or, where `learned` is 1, by its network (`advise`).
"""

from __future__ import annotations

from ..games.judgement import Search
from ..games.verbs import State, advise, obvious, prefer
from ..kernel import Floats, Ints, Record, field, rng_below, rng_next, rule
from .exact import exp

RANDOM, GREEDY, LOOK, GROW, NETWORK = range(5)
FEWEST_WORLDS = 32
"""Minimum number of weighted worlds for a decision,"""
QUICK_PER_WORLD, MOST_QUICK_WORLDS = 4, 1024
"""which are one for so many simulations, up to a limit; a level that takes its time has more (`Search.per_world`)."""
WAYS = {"look": LOOK, "grow": GROW}
HEAVY, LIGHT, OWN = range(3)
LIGHTS = {"nobody": HEAVY, "everybody": LIGHT, "others": OWN}
"""In a search with a network: who is played on by greedy.py after the moves that are searched, which is faster."""


class Policy(Record):
    """A way to choose a move."""

    kind: int = field("i4")
    simulations: int = field("i4")  # of a search: its budget
    candidates: int = field("i4")  # LOOK: how many moves it compares
    sees_all: int = field("i4")  # 1: it is given the true world; only for measuring
    noise: float = field("f8")  # share of decisions in which it plays a move that it likes instead of the best
    reading: float = field("f8")  # weight of what others did, for guessing hidden cards and roles, 0 to 1
    exploration: float = field("f8")  # GROW
    randomness: float = field("f8")  # share of random moves after those that are searched
    evidence: float = field("f8")  # LOOK: standard errors by which a move must beat the one liked best
    head_start: float = field("f8")  # LOOK, GROW: how far the one liked best is ahead at first (`judgement.Search`)
    learned: int = field("i4")  # LOOK, GROW: 1: the network judges moves; NETWORK always does so
    light: int = field("i4")  # learned: by whom the moves after those that are searched are: HEAVY, LIGHT or OWN
    worlds: int = field("i4")  # of a search that reads: how many worlds it weighs by what others did
    insight: int = field("i4")  # in how many worlds each move of others is judged by trying it; 0: by preference
    thrift: int = field("i4")  # learned: its simulations and worlds are divided by this among players of the network
    doubt: float = field("f8")  # learned: the log of the odds at first that another plays by greedy.py
    horizon: int = field("i4")  # learned: decisions until the network foretells the values; 0: play to the end


def searches(p: Policy) -> bool:
    """Whether a policy thinks ahead, which takes memory."""
    return p.kind not in (RANDOM, GREEDY, NETWORK)


def searching(
    search: Search,
    simulations: int,
    most: int,
    *,
    noise: float = 0.0,
    reading: float = 1.0,
    sees_all: bool = False,
    learned: bool = False,
    patient: bool = False,
) -> Policy:
    """A policy with the search settings that work best for a game, by its network or by greedy.py.

    There are up to `most` moves to choose from.
    """
    reads_others = reading > 0.0 and not sees_all
    return Policy(
        kind=WAYS[search.way],
        simulations=simulations,
        candidates=search.candidates,
        reading=reading if reads_others else 0.0,
        sees_all=int(sees_all),
        noise=noise,
        exploration=search.exploration,
        randomness=search.randomness,
        evidence=search.evidence,
        head_start=head_start_for(search, simulations, most),
        learned=int(learned),
        light=LIGHTS[search.light] if learned else HEAVY,
        worlds=worlds_for(search, simulations, patient=patient) if reads_others else 0,
        insight=search.insight if patient and reads_others else 0,
        thrift=search.thrift if learned else 0,
        doubt=search.doubt if learned and reads_others else 0.0,  # who watches nobody finds nobody out
        horizon=search.horizon if learned else 0,
    )


def worlds_for(search: Search, simulations: int, *, patient: bool) -> int:
    """How many worlds a search with so many simulations weighs by what others did."""
    if patient:
        return max(FEWEST_WORLDS, simulations // search.per_world)
    return max(FEWEST_WORLDS, min(MOST_QUICK_WORLDS, simulations // QUICK_PER_WORLD))


def head_start_for(search: Search, simulations: int, most: int) -> float:
    """The head start of the move liked best, with up to `most` legal moves; 0 where simulations are too many for it to
    matter. So a policy, and what was measured of it, stays the same where its choices do.

    In the last round of a look, half of the simulations go to each of two moves. In a tree, some move has its share.
    """
    simulations //= search.thrift
    if search.way == "grow":
        return search.head_start if simulations < search.head_start**2 * most else 0.0
    rounds = max(1, (min(search.candidates, most) - 1).bit_length())
    return search.head_start if search.evidence**2 * (simulations // rounds // 2) < search.head_start**2 else 0.0


@rule
def glance(p: Policy, s: State, actions: Ints, n: int, likes: Floats, rng: Ints) -> int:
    """Choose one of n legal moves for the seat to move without search; the state is what it may know."""
    if p.kind == RANDOM:
        return actions[rng_below(rng, n)]
    learned = 1 if p.kind == NETWORK else 0
    if not errs(p, rng):
        return actions[favourite(learned, s, actions, n, likes, rng)]
    judge(learned, s, actions, n, likes)
    return actions[merely_liked(likes, n, rng)]


@rule
def judge(learned: int, s: State, actions: Ints, n: int, likes: Floats) -> None:
    """Write how much the seat to move likes each of n legal moves, by the network or by greedy.py."""
    if learned:
        advise(s, actions, n, likes)
    else:
        prefer(s, actions, n, likes)


@rule
def errs(p: Policy, rng: Ints) -> bool:
    """Whether this is one of the decisions in which a policy plays a move that it likes instead of the best."""
    return p.noise > 0.0 and rng_next(rng) < p.noise * 4294967296.0


@rule
def favourite(learned: int, s: State, actions: Ints, n: int, likes: Floats, rng: Ints) -> int:
    """The place of the legal move that is liked best, by the network or by greedy.py; a random one of equals."""
    if learned:
        advise(s, actions, n, likes)
        return liked_best(likes, n, rng)
    place = obvious(s, actions, n)
    if place < 0:
        prefer(s, actions, n, likes)
        place = liked_best(likes, n, rng)
    return place


@rule
def liked_best(likes: Floats, n: int, rng: Ints) -> int:
    """The place of the greatest number; a random one of equals."""
    best = 0
    equals = 1
    most = likes[0]
    for i in range(1, n):
        if likes[i] == most:
            equals += 1
            if rng_below(rng, equals) == 0:
                best = i
        if likes[i] > most:
            best = i
            equals = 1
            most = likes[i]
    return best


@rule
def merely_liked(likes: Floats, n: int, rng: Ints) -> int:
    """The place of one of n moves, drawn from the softmax of the preferences: rarely a bad one."""
    most = likes[0]
    for i in range(1, n):
        most = max(most, likes[i])
    total = 0.0
    for i in range(n):
        likes[i] = exp(likes[i] - most)
        total += likes[i]
    drawn = rng_next(rng) / 4294967296.0 * total
    for i in range(n):
        drawn -= likes[i]
        if drawn < 0.0:
            return i
    return n - 1  # only where rounding has lost the last weight
