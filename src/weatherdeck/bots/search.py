"""Information-set Monte Carlo tree search, written once over any game and compiled for each.

A simulation deals the cards that the seat cannot see (uniformly among the worlds that agree with what it has seen),
walks down the tree along moves that are legal in that world, adds one move to the tree, and plays on to the end of the
chapter, by preference or at random. Every node keeps the total for the seat that moved into it, so that each player
in the tree plays for themselves.
"""

from __future__ import annotations

import math

from ..games.verbs import State, apply, chapter, is_over, legal, prefer, redeal, value
from ..kernel import Floats, Ints, Record, copy_into, field, rng_below, rng_next, rule

NONE = -1


class Node(Record):
    """A move in the tree."""

    total: float = field("f8")  # of the values for the seat that made the move
    squares: float = field("f8")  # of their squares, for the uncertainty
    parent: int = field("i4")
    first_child: int = field("i4")
    next_sibling: int = field("i4")
    visits: int = field("i4")
    available: int = field("i4")  # how often the move was legal when its parent was visited
    action: int = field("i4")
    seat: int = field("i4")  # who made the move; NONE at the root


class Work(Record):
    """What one search carries along."""

    exploration: float = field("f8")
    randomness: float = field("f8")  # of the moves after the tree: the share played at random; 1 is all
    nodes: int = field("i4")  # how many are in use
    stamp: int = field("i8")


# ---------------------------------------------------------------- the tree
@rule
def plant(nodes: list[Node], w: Work) -> None:
    """Begin a tree with nothing but its root."""
    w.nodes = 0
    w.stamp = 1
    add(nodes, w, NONE, NONE, NONE)


@rule
def add(nodes: list[Node], w: Work, parent: int, action: int, seat: int) -> int:
    """A new node below its parent; its number."""
    at = w.nodes
    node = nodes[at]
    node.total = 0.0
    node.squares = 0.0
    node.parent = parent
    node.first_child = NONE
    node.next_sibling = NONE
    node.visits = 0
    node.available = 1
    node.action = action
    node.seat = seat
    if parent != NONE:
        node.next_sibling = nodes[parent].first_child
        nodes[parent].first_child = at
    w.nodes += 1
    return at


@rule
def child_of(nodes: list[Node], parent: int, action: int) -> int:
    """The node of a move below another, or NONE."""
    child = nodes[parent].first_child
    while child != NONE and nodes[child].action != action:
        child = nodes[child].next_sibling
    return child


@rule
def transplant(nodes: list[Node], root: int, others: list[Node], w: Work, queue: Ints) -> None:
    """Make another tree of what lies below a node, breadth first; queue holds pairs of old and new numbers."""
    stamp = w.stamp
    plant(others, w)
    w.stamp = stamp
    others[0].visits = nodes[root].visits
    queue[0] = root
    queue[1] = 0
    head = 0
    tail = 2
    while head < tail:
        old = queue[head]
        new = queue[head + 1]
        head += 2
        child = nodes[old].first_child
        while child != NONE:
            at = add(others, w, new, nodes[child].action, nodes[child].seat)
            others[at].total = nodes[child].total
            others[at].squares = nodes[child].squares
            others[at].visits = nodes[child].visits
            others[at].available = nodes[child].available
            queue[tail] = child
            queue[tail + 1] = at
            tail += 2
            child = nodes[child].next_sibling


# ---------------------------------------------------------------- a simulation
@rule
def search(
    nodes: list[Node],
    w: Work,
    root: State,
    s: State,
    actions: Ints,
    seen: Ints,
    likes: Floats,
    values: Floats,
    rng: Ints,
    simulations: int,
) -> None:
    """So many simulations for the seat to move at the root, whose state need hold no more than that seat may know."""
    for _ in range(simulations):
        copy_into(s, root)
        redeal(s, root.to_move, rng)
        leaf = descend(nodes, w, s, chapter(root), actions, seen, likes, rng)
        play_on(w, s, chapter(root), actions, likes, rng)
        value(s, values)
        back_up(nodes, leaf, values)


@rule
def descend(
    nodes: list[Node], w: Work, s: State, until: int, actions: Ints, seen: Ints, likes: Floats, rng: Ints
) -> int:
    """Walk down the tree in one world, and add the first move that is not in it; the node reached."""
    at = 0
    while not is_over(s) and chapter(s) == until:
        n = legal(s, actions)
        child = NONE
        if n == 1:  # nothing to decide
            child = child_of(nodes, at, actions[0])
            action = actions[0]
            if child != NONE:
                nodes[child].available += 1
        else:
            child = best_child(nodes, w, at, actions, seen, n)
            action = nodes[child].action if child != NONE else untried(w, s, actions, seen, likes, n, rng)
        seat = s.to_move
        apply(s, action, rng)
        if child == NONE:
            return add(nodes, w, at, action, seat) if w.nodes < len(nodes) else at
        at = child
    return at


@rule
def best_child(nodes: list[Node], w: Work, at: int, actions: Ints, seen: Ints, n: int) -> int:
    """The legal move of greatest promise, if every legal one is in the tree; else NONE. Marks those that are."""
    w.stamp += 1
    for i in range(n):
        seen[actions[i]] = w.stamp
    best = NONE
    promise = 0.0
    tried = 0
    child = nodes[at].first_child
    while child != NONE:
        node = nodes[child]
        if seen[node.action] == w.stamp:
            seen[node.action] = -w.stamp
            tried += 1
            node.available += 1
            this = node.total / node.visits + w.exploration * math.sqrt(math.log(node.available) / node.visits)
            if best == NONE or this > promise:
                best = child
                promise = this
        child = node.next_sibling
    return best if tried == n else NONE


@rule
def untried(w: Work, s: State, actions: Ints, seen: Ints, likes: Floats, n: int, rng: Ints) -> int:
    """A legal move that is not in the tree: the one the seat would like best."""
    if w.randomness < 1:
        prefer(s, actions, n, likes)
    best = NONE
    equals = 0
    for i in range(n):
        if seen[actions[i]] == w.stamp:
            if w.randomness >= 1:
                likes[i] = 0.0
            if best == NONE or likes[i] > likes[best]:
                best = i
                equals = 1
            elif likes[i] == likes[best]:
                equals += 1
                if rng_below(rng, equals) == 0:
                    best = i
    return actions[best]


@rule
def play_on(w: Work, s: State, until: int, actions: Ints, likes: Floats, rng: Ints) -> None:
    """Play to the end of the chapter."""
    random_share = int(w.randomness * 4294967296.0)
    while not is_over(s) and chapter(s) == until:
        n = legal(s, actions)
        if n == 1:
            apply(s, actions[0], rng)
        elif rng_next(rng) < random_share:
            apply(s, actions[rng_below(rng, n)], rng)
        else:
            prefer(s, actions, n, likes)
            apply(s, actions[liked_best(likes, n, rng)], rng)


@rule
def liked_best(likes: Floats, n: int, rng: Ints) -> int:
    """The place of the greatest number, of equals any."""
    best = 0
    equals = 1
    for i in range(1, n):
        if likes[i] > likes[best]:
            best = i
            equals = 1
        elif likes[i] == likes[best]:
            equals += 1
            if rng_below(rng, equals) == 0:
                best = i
    return best


@rule
def back_up(nodes: list[Node], leaf: int, values: Floats) -> None:
    """Tell every node on the way to the root what came of it."""
    at = leaf
    while at != NONE:
        node = nodes[at]
        node.visits += 1
        if node.seat != NONE:
            result = values[node.seat]
            node.total += result
            node.squares += result * result
        at = node.parent
