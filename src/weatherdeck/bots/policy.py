"""Policies as data: a policy is a record, and `decide` plays by it, compiled or interpreted."""

from __future__ import annotations

import math

from ..games.judgement import Search
from ..games.verbs import State, legal, prefer
from ..kernel import Floats, Ints, Record, field, rng_below, rng_next, rule
from .belief import Mind
from .pad import NONE, Node, Pad
from .search import enter, grow, liked_best, look, plant, weigh

RANDOM, GREEDY, LOOK, GROW = range(4)
FEWEST_WORLDS = 32
"""Minimum number of weighted worlds for a decision, which otherwise is a quarter of the simulations."""
WAYS = {"look": LOOK, "grow": GROW}


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


def searching(
    search: Search, simulations: int, *, noise: float = 0.0, reading: float = 1.0, sees_all: bool = False
) -> Policy:
    """A policy with the search settings that work best for a game."""
    return Policy(
        kind=WAYS[search.way],
        simulations=simulations,
        candidates=search.candidates,
        reading=0.0 if sees_all else reading,
        sees_all=int(sees_all),
        noise=noise,
        exploration=search.exploration,
        randomness=search.randomness,
    )


@rule
def decide(p: Policy, view: State, pad: Pad, mind: Mind, rng: Ints) -> int:
    """Choose a move for the seat to move; the view is what it may know."""
    actions = pad.actions
    likes = pad.likes
    n = legal(view, actions)
    if n == 1:
        return actions[0]
    if p.kind == RANDOM:
        return actions[rng_below(rng, n)]
    if p.noise > 0.0 and rng_next(rng) < p.noise * 4294967296.0:
        prefer(view, actions, n, likes)
        return actions[merely_liked(likes, n, rng)]
    if p.kind == GREEDY:
        prefer(view, actions, n, likes)
        return actions[liked_best(likes, n, rng)]
    w = pad.work
    w.exploration = p.exploration
    w.randomness = p.randomness
    w.sees_all = p.sees_all
    w.reading = p.reading
    weigh(pad, view, mind, rng, max(FEWEST_WORLDS, p.simulations // 4))
    if p.kind == LOOK:
        enter(pad, view, rng, p.candidates)
        look(pad, view, mind, rng, p.simulations)
    else:
        seen = pad.seen
        plant(pad.nodes, w)
        for i in range(len(seen)):
            seen[i] = 0
        grow(pad, view, mind, rng, p.simulations)
    return most_visited(pad.nodes)


@rule
def merely_liked(likes: Floats, n: int, rng: Ints) -> int:
    """The place of one of n moves, drawn from the softmax of the preferences: rarely a bad one."""
    most = likes[0]
    for i in range(1, n):
        most = max(most, likes[i])
    total = 0.0
    for i in range(n):
        likes[i] = math.exp(likes[i] - most)
        total += likes[i]
    drawn = rng_next(rng) / 4294967296.0 * total
    for i in range(n):
        drawn -= likes[i]
        if drawn < 0.0:
            return i
    return n - 1  # only where rounding has lost the last weight


@rule
def most_visited(nodes: list[Node]) -> int:
    """The move below the root with the most visits, which is the one that kept doing well; of equals the better."""
    best = nodes[0].first_child
    child = nodes[best].next_sibling
    while child != NONE:
        node = nodes[child]
        if node.visits > nodes[best].visits:
            best = child
        elif node.visits == nodes[best].visits and node.total > nodes[best].total:
            best = child
        child = node.next_sibling
    return nodes[best].action
