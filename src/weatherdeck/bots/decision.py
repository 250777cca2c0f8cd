"""One decision by any policy, with search or without."""

from __future__ import annotations

from ..games.verbs import State, legal
from ..kernel import Ints, rule
from .belief import Mind, among_learned
from .pad import NONE, Node, Pad
from .policy import GREEDY, LOOK, NETWORK, RANDOM, Policy, errs, glance, judge, merely_liked
from .search import enter, fewest_visits, first_sight, foremost, grow, look, plant, weigh


@rule
def decide(p: Policy, view: State, pad: Pad, mind: Mind, rng: Ints) -> int:
    """Choose a move for the seat to move; the view is what it may know."""
    actions = pad.actions
    likes = pad.likes
    n = legal(view, actions)
    if n == 1:
        return actions[0]
    if p.kind == RANDOM or p.kind == GREEDY or p.kind == NETWORK:
        return glance(p, view, actions, n, likes, rng)
    if errs(p, rng):
        judge(p.learned, view, actions, n, likes)
        return actions[merely_liked(likes, n, rng)]
    w = pad.work
    w.exploration = p.exploration
    w.randomness = p.randomness
    w.sees_all = p.sees_all
    w.reading = p.reading
    w.evidence = p.evidence
    w.head_start = p.head_start
    w.learned = p.learned
    w.light = p.light
    w.insight = p.insight
    w.horizon = p.horizon
    thrift = max(1, p.thrift) if p.learned and among_learned(mind, view, view.to_move) else 1
    weigh(pad, view, mind, rng, p.worlds // thrift)
    if p.kind == LOOK:
        enter(pad, view, rng, p.candidates)
        look(pad, view, mind, rng, p.simulations // thrift)
        return foremost(pad.nodes)
    seen = pad.seen
    plant(pad.nodes, w)
    for i in range(len(seen)):
        seen[i] = 0
    grow(pad, view, mind, rng, p.simulations // thrift)
    best = most_visited(pad.nodes)
    if pad.nodes[best].visits < fewest_visits(p.head_start):
        return first_sight(pad, view, rng)
    return pad.nodes[best].action


@rule
def most_visited(nodes: list[Node]) -> int:
    """The node below the root with the most visits, which is what kept doing well; of equals the better."""
    best = nodes[0].first_child
    child = nodes[best].next_sibling
    while child != NONE:
        node = nodes[child]
        if node.visits > nodes[best].visits:
            best = child
        elif node.visits == nodes[best].visits and node.total > nodes[best].total:
            best = child
        child = node.next_sibling
    return best
