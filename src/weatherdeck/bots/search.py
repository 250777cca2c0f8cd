"""Search for the best move where much is hidden, written once over any game and compiled for each.

Both ways to search deal the cards that the seat cannot see, uniformly among the worlds that agree with all that it has
seen (roles as likely as what their players did makes them: `belief.py`), and play on to the end of the chapter, by
preference, with some moves at random. Both leave their findings in the children of the tree's root.

`look`   compares the moves on the same worlds and the same luck, and halves the field again and again, so that most
         of the thought goes to the moves that are hard to tell apart. The others, and the seat itself later on, are
         taken to play by preference: one step ahead of a policy that everyone knows.
`grow`   grows a tree over the moves of all seats (information-set tree search): each seat looks for its own best reply,
         starting from what it would prefer.
"""

from __future__ import annotations

import math

from ..games.verbs import State, apply, chapter, is_over, kinds, legal, prefer, value  # noqa: F401  # as below
from ..kernel import RNG_WORDS, Floats, Ints, Record, copy_into, field, rng_below, rng_next, rule
from .belief import draw, forget, gather, learn, redeal_likely, remember  # noqa: F401  # bots find them here

NONE = -1
SOFTNESS = 1.0
"""Preferences that differ by so much differ by a factor of e in how often a tree tries them at first."""
FIRST_PLAY = 0.1
"""How much less than its tried siblings an untried move is expected to bring."""


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
    reading: float = field("f8")  # how much of what others do it takes in; 0: nothing
    nodes: int = field("i4")  # how many are in use
    sees_all: int = field("i4")  # 1: the state is the world itself, and nothing is dealt anew
    stamp: int = field("i8")
    worlds: int = field("i4")  # how many were gathered; 0: any is as likely
    luck: Ints = field("i8", RNG_WORDS)  # the random numbers that every move of a comparison meets


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


@rule
def imagine(w: Work, root: State, world: State, guesses: Floats, memory: list[State], rng: Ints) -> None:
    """A world as it may be."""
    if w.sees_all:
        copy_into(world, root)
    elif w.worlds > 0:
        draw(world, guesses, memory, w.worlds, rng)
    else:
        redeal_likely(world, root, root.to_move, guesses, rng)


@rule
def weigh(
    w: Work,
    root: State,
    guesses: Floats,
    memory: list[State],
    moves: Ints,
    actions: Ints,
    likes: Floats,
    rng: Ints,
    worlds: int,
) -> None:
    """Before a search: gather worlds by how likely others would have done in them what they did."""
    w.worlds = 0
    if w.reading > 0.0 and not w.sees_all:
        w.worlds = gather(root, root.to_move, guesses, memory, moves, actions, likes, rng, worlds, w.reading)


# ---------------------------------------------------------------- look: one step ahead of a policy
@rule
def look(
    nodes: list[Node],
    w: Work,
    root: State,
    world: State,
    s: State,
    actions: Ints,
    likes: Floats,
    values: Floats,
    guesses: Floats,
    memory: list[State],
    rng: Ints,
    simulations: int,
) -> None:
    """Compare the moves below the root, with about so many simulations: in each round half of them go on."""
    rivals = w.nodes - 1
    rounds = rounds_for(rivals)
    left = simulations
    for rank in range(rounds):
        worlds = max(1, left // (rounds - rank) // rivals)
        compare(nodes, w, root, world, s, actions, likes, values, guesses, memory, rng, rank, worlds)
        left -= worlds * rivals
        rivals = (rivals + 1) // 2
        promote(nodes, w, rank, rivals)


@rule
def enter(nodes: list[Node], w: Work, root: State, actions: Ints, likes: Floats, rng: Ints, candidates: int) -> None:
    """Begin a tree, and put the moves below its root that the seat likes best."""
    plant(nodes, w)
    n = legal(root, actions)
    prefer(root, actions, n, likes)
    for _ in range(min(n, candidates)):
        best = liked_best(likes, n, rng)
        nodes[add(nodes, w, 0, actions[best], root.to_move)].available = 0
        likes[best] = -math.inf


@rule
def rounds_for(moves: int) -> int:
    """How many halvings it takes to leave one of so many moves."""
    rounds = 0
    while (1 << rounds) < moves:
        rounds += 1
    return rounds


@rule
def compare(
    nodes: list[Node],
    w: Work,
    root: State,
    world: State,
    s: State,
    actions: Ints,
    likes: Floats,
    values: Floats,
    guesses: Floats,
    memory: list[State],
    rng: Ints,
    rank: int,
    worlds: int,
) -> None:
    """Try the moves of a rank (it is kept in `available`) in so many worlds, all with the same luck."""
    for _ in range(worlds):
        imagine(w, root, world, guesses, memory, rng)
        for word in range(RNG_WORDS):
            w.luck[word] = rng_next(rng)
        for at in range(1, w.nodes):
            node = nodes[at]
            if node.available == rank:
                copy_into(s, world)
                for word in range(RNG_WORDS):
                    rng[word] = w.luck[word]
                apply(s, node.action, rng)
                play_on(w, s, chapter(root), actions, likes, rng)
                value(s, values)
                back_up(nodes, at, values)


@rule
def promote(nodes: list[Node], w: Work, rank: int, places: int) -> None:
    """Raise the best of a rank to the next."""
    for _ in range(places):
        best = NONE
        for at in range(1, w.nodes):
            if nodes[at].available == rank:
                if best == NONE or nodes[at].total * nodes[best].visits > nodes[best].total * nodes[at].visits:
                    best = at
        nodes[best].available = rank + 1


# ---------------------------------------------------------------- grow: a tree over everyone's moves
@rule
def grow(
    nodes: list[Node],
    w: Work,
    root: State,
    s: State,
    actions: Ints,
    seen: Ints,
    likes: Floats,
    values: Floats,
    guesses: Floats,
    memory: list[State],
    rng: Ints,
    simulations: int,
) -> None:
    """So many simulations for the seat to move at the root, whose state need hold no more than that seat may know."""
    for _ in range(simulations):
        imagine(w, root, s, guesses, memory, rng)
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
        if n == 1:  # nothing to decide
            action = actions[0]
            child = child_of(nodes, at, action)
        else:
            action, child = promising(nodes, w, s, at, actions, seen, likes, n)
        seat = s.to_move
        apply(s, action, rng)
        if child == NONE:
            return add(nodes, w, at, action, seat) if w.nodes < len(nodes) else at
        nodes[child].available += 1
        at = child
    return at


@rule
def promising(
    nodes: list[Node], w: Work, s: State, at: int, actions: Ints, seen: Ints, likes: Floats, n: int
) -> tuple[int, int]:
    """The legal move to try next, and its node (or NONE): what did well, what is liked, what was rarely tried."""
    soften(w, s, actions, likes, n)
    total = 0.0
    for i in range(n):
        total += likes[i]
        seen[actions[i]] = w.stamp + i
    results = 0.0
    visits = 0
    child = nodes[at].first_child
    while child != NONE:
        node = nodes[child]
        i = seen[node.action] - w.stamp
        if i >= 0 and i < n:
            results += node.total
            visits += node.visits
        child = node.next_sibling
    pull = w.exploration * math.sqrt(visits + 1.0) / total
    best = NONE
    action = actions[0]
    promise = -math.inf
    child = nodes[at].first_child
    while child != NONE:
        node = nodes[child]
        i = seen[node.action] - w.stamp
        if i >= 0 and i < n:
            this = node.total / node.visits + pull * likes[i] / (1 + node.visits)
            likes[i] = -1.0
            if this > promise:
                best = child
                action = node.action
                promise = this
        child = node.next_sibling
    expected = results / visits - FIRST_PLAY if visits > 0 else 0.0
    for i in range(n):
        if likes[i] >= 0.0:
            this = expected + pull * likes[i]
            if this > promise:
                best = NONE
                action = actions[i]
                promise = this
    w.stamp += n
    return action, best


@rule
def soften(w: Work, s: State, actions: Ints, likes: Floats, n: int) -> None:
    """How often each move is worth a try at first: by the preferences, or all alike where play is at random."""
    if w.randomness >= 1.0:
        for i in range(n):
            likes[i] = 1.0
        return
    prefer(s, actions, n, likes)
    most = likes[0]
    for i in range(1, n):
        most = max(most, likes[i])
    for i in range(n):
        likes[i] = math.exp((likes[i] - most) / SOFTNESS)


# ---------------------------------------------------------------- both
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
