"""Search for the best move under hidden information, written once over any game and compiled for each.

Both ways to search deal the cards that the seat cannot see, uniformly among the worlds that agree with everything the
seat has seen (or weighted by what the others did: `belief.py`). Then they play to the end of the chapter by
preference, with some random moves. Both leave their results in the children of the tree's root.

Preferences are those of the game's greedy.py or, if the search is `learned`, of its network. With a `horizon`, a
learned search plays only so many decisions further, and then takes the values that the network foretells.

`look`   compares the moves on the same worlds with the same luck, and drops half of them after each round (sequential
         halving), so that most simulations go to the moves that are hard to tell apart. The move that is liked best
         stays to the end, and another is chosen only on evidence: so few simulations do no harm. It assumes that the
         others, and the seat itself later on, play by preference: one step ahead of a known policy.
`grow`   grows a tree over the moves of all seats (information-set tree search): each seat looks for its own best reply,
         starting from what it prefers. The move that was visited most is chosen, if it was visited often enough.
"""

from __future__ import annotations

import math

from ..games.verbs import State, apply, caution, chapter, foretell, is_over, legal, value
from ..kernel import RNG_WORDS, Floats, Ints, copy_into, rng_below, rng_next, rule
from .belief import Mind, draw, gather, redeal_likely, seems_learned
from .exact import exp
from .pad import NONE, Node, Pad, Work
from .policy import HEAVY, OWN, favourite, judge, liked_best

ENTRIES = ("plant", "child_of", "transplant", "weigh", "enter", "look", "compare", "grow", "first_sight")
"""What `search_bot.py` calls."""
SOFTNESS = 1.0
"""Preferences that differ by this much differ by a factor of e in how often a tree tries them at first."""
LIKED = 1
"""The node of the move that is liked best: `enter` adds it first."""
FIRST_PLAY = 0.1
"""How much less value is expected of an untried move than of its tried siblings."""


# ---------------------------------------------------------------- the tree
@rule
def plant(nodes: list[Node], w: Work) -> None:
    """Start a tree that is only its root."""
    w.nodes = 0
    w.stamp = 1
    add(nodes, w, NONE, NONE, NONE)


@rule
def add(nodes: list[Node], w: Work, parent: int, action: int, seat: int) -> int:
    """Add a node below its parent; its number."""
    at = w.nodes
    node = nodes[at]
    node.total = 0.0
    node.squares = 0.0
    node.apart = 0.0
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
    """Copy what is below a node into another tree, breadth first; the queue holds pairs of old and new numbers."""
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
            others[at].apart = nodes[child].apart
            others[at].visits = nodes[child].visits
            others[at].available = nodes[child].available
            queue[tail] = child
            queue[tail + 1] = at
            tail += 2
            child = nodes[child].next_sibling


@rule
def imagine(w: Work, root: State, world: State, mind: Mind, rng: Ints) -> None:
    """Fill in a world as it may be."""
    if w.sees_all:
        copy_into(world, root)
    elif w.worlds > 0:
        draw(world, mind, w.worlds, rng)
    else:
        redeal_likely(world, root, root.to_move, mind.guesses, rng)


@rule
def weigh(pad: Pad, root: State, mind: Mind, rng: Ints, worlds: int) -> None:
    """Before a search: gather worlds, weighted by how likely the others' moves were in them."""
    w = pad.work
    w.worlds = 0
    if w.reading > 0.0 and not w.sees_all:
        w.worlds = gather(root, root.to_move, mind, pad, rng, worlds, w.reading, w.insight)


# ---------------------------------------------------------------- look: one step ahead of a policy
@rule
def look(pad: Pad, root: State, mind: Mind, rng: Ints, simulations: int) -> None:
    """Compare the moves below the root with about so many simulations: half of them stay after each round."""
    rivals = pad.work.nodes - 1
    rounds = rounds_for(rivals)
    left = simulations
    for rank in range(rounds):
        worlds = max(1, left // (rounds - rank) // rivals)
        compare(pad, root, mind, rng, rank, worlds)
        left -= worlds * rivals
        rivals = (rivals + 1) // 2
        promote(pad, rank, rivals)


@rule
def enter(pad: Pad, root: State, rng: Ints, candidates: int) -> None:
    """Start a tree with the moves below its root that the seat likes best, in this order."""
    nodes = pad.nodes
    w = pad.work
    actions = pad.actions
    likes = pad.likes
    plant(nodes, w)
    n = legal(root, actions)
    judge(w.learned, root, actions, n, likes)
    w.needed = w.evidence * caution(root)
    for _ in range(min(n, candidates)):
        best = liked_best(likes, n, rng)
        nodes[add(nodes, w, 0, actions[best], root.to_move)].available = 0
        likes[best] = -math.inf


@rule
def rounds_for(moves: int) -> int:
    """How many halvings it takes until one move is left."""
    rounds = 0
    while (1 << rounds) < moves:
        rounds += 1
    return rounds


@rule
def compare(pad: Pad, root: State, mind: Mind, rng: Ints, rank: int, worlds: int) -> None:
    """Try the moves of a rank (kept in `available`) in so many worlds, all with the same luck."""
    nodes = pad.nodes
    w = pad.work
    world = pad.world
    s = pad.scratch
    actions = pad.actions
    likes = pad.likes
    values = pad.values
    luck = pad.luck
    until = chapter(root)
    by_liking = 0.0
    for _ in range(worlds):
        imagine(w, root, world, mind, rng)
        for word in range(RNG_WORDS):
            luck[word] = rng_next(rng)
        for at in range(1, w.nodes):
            node = nodes[at]
            if node.available == rank:
                copy_into(s, world)
                for word in range(RNG_WORDS):
                    rng[word] = luck[word]
                apply(s, node.action, rng)
                play_on(w, s, until, node.seat, mind, actions, likes, rng)
                appraise(s, until, node.seat, values)
                back_up(nodes, at, values)
                if at == LIKED:  # which is of every rank, and the first
                    by_liking = values[node.seat]
                node.apart += (values[node.seat] - by_liking) * (values[node.seat] - by_liking)


@rule
def promote(pad: Pad, rank: int, places: int) -> None:
    """Raise the move liked best and the best others of a rank to the next; to the last place, one of both."""
    nodes = pad.nodes
    w = pad.work
    best = LIKED
    for _ in range(max(1, places - 1)):
        best = NONE
        for at in range(LIKED + 1, w.nodes):
            if nodes[at].available == rank:
                if best == NONE or nodes[at].total > nodes[best].total:  # in as many worlds
                    best = at
        if places > 1 or surpasses(nodes[best], nodes[LIKED], w.needed, w.head_start):
            nodes[best].available = rank + 1
    if places > 1 or nodes[best].available == rank:
        nodes[LIKED].available = rank + 1


@rule
def surpasses(node: Node, liked: Node, evidence: float, head_start: float) -> bool:
    """Whether a move did better than the one liked best, by so many standard errors of the difference.

    Both were tried in the same worlds. The error is computed around 0, not around the mean difference: so few worlds
    that happen to agree are no proof.
    """
    return node.total - liked.total > asked(evidence, head_start, node.visits) * math.sqrt(node.apart)


@rule
def asked(evidence: float, head_start: float, worlds: int) -> float:
    """The standard errors that are asked for after so many worlds: enough to make up for the head start too.

    That is in standard deviations of the difference in one world, so it matters only where there are few worlds.
    """
    return max(evidence, head_start / math.sqrt(worlds))


@rule
def foremost(nodes: list[Node]) -> int:
    """The move below the root that a look chose: the last one left."""
    best = nodes[0].first_child
    child = nodes[best].next_sibling
    while child != NONE:
        if nodes[child].available > nodes[best].available:
            best = child
        child = nodes[child].next_sibling
    return nodes[best].action


# ---------------------------------------------------------------- grow: a tree over everyone's moves
@rule
def grow(pad: Pad, root: State, mind: Mind, rng: Ints, simulations: int) -> None:
    """Simulate so often for the seat to move at the root, whose state holds what that seat may know."""
    nodes = pad.nodes
    w = pad.work
    s = pad.world
    actions = pad.actions
    likes = pad.likes
    values = pad.values
    until = chapter(root)
    for _ in range(simulations):
        imagine(w, root, s, mind, rng)
        leaf = descend(pad, s, until, rng)
        play_on(w, s, until, root.to_move, mind, actions, likes, rng)
        appraise(s, until, NONE, values)
        back_up(nodes, leaf, values)


@rule
def fewest_visits(head_start: float) -> float:
    """How often a move of a tree must have been visited to be preferred to the one liked best.

    With fewer, the standard error of its value is more than a share of the standard deviation: one in the head start.
    """
    return head_start * head_start


@rule
def first_sight(pad: Pad, root: State, rng: Ints) -> int:
    """The move that the seat likes best; the tree stays as it is."""
    actions = pad.actions
    likes = pad.likes
    n = legal(root, actions)
    judge(pad.work.learned, root, actions, n, likes)
    return actions[liked_best(likes, n, rng)]


@rule
def descend(pad: Pad, s: State, until: int, rng: Ints) -> int:
    """Walk down the tree in one world and add the first move that is not in it; the node reached."""
    nodes = pad.nodes
    w = pad.work
    actions = pad.actions
    at = 0
    while not is_over(s) and chapter(s) == until:
        n = legal(s, actions)
        if n == 1:  # nothing to decide
            action = actions[0]
            child = child_of(nodes, at, action)
        else:
            action, child = promising(pad, s, at, n)
        seat = s.to_move
        apply(s, action, rng)
        if child == NONE:
            return add(nodes, w, at, action, seat) if w.nodes < len(nodes) else at
        nodes[child].available += 1
        at = child
    return at


@rule
def promising(pad: Pad, s: State, at: int, n: int) -> tuple[int, int]:
    """The legal move to try next, and its node (or NONE): what did well, what is liked, what was rarely tried."""
    nodes = pad.nodes
    w = pad.work
    actions = pad.actions
    seen = pad.seen
    likes = pad.likes
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
    """How often each move is tried at first: by preference, or all equally where play is random."""
    if w.randomness >= 1.0:
        for i in range(n):
            likes[i] = 1.0
        return
    judge(w.learned, s, actions, n, likes)
    most = likes[0]
    for i in range(1, n):
        most = max(most, likes[i])
    for i in range(n):
        likes[i] = exp((likes[i] - most) / SOFTNESS)


# ---------------------------------------------------------------- both
@rule
def play_on(w: Work, s: State, until: int, seat: int, mind: Mind, actions: Ints, likes: Floats, rng: Ints) -> None:
    """Play to the end of the chapter, or to the horizon; the seat is the one that thinks."""
    random_share = int(w.randomness * 4294967296.0)
    decisions = 0
    while not is_over(s) and chapter(s) == until:
        n = legal(s, actions)
        if n == 1:
            apply(s, actions[0], rng)
            continue
        if w.horizon > 0 and decisions == w.horizon:
            return
        decisions += 1
        if rng_next(rng) < random_share:
            apply(s, actions[rng_below(rng, n)], rng)
        else:
            learned = 1 if w.learned and by_network(w, s, seat, mind) else 0
            apply(s, actions[favourite(learned, s, actions, n, likes, rng)], rng)


@rule
def by_network(w: Work, s: State, seat: int, mind: Mind) -> bool:
    """Whether a learned search, of a seat, plays on by the network for the seat to move."""
    if w.light == HEAVY or (w.light == OWN and s.to_move == seat):
        return True
    return seems_learned(mind, s, seat, s.to_move) == 1


@rule
def appraise(s: State, until: int, seat: int, values: Floats) -> None:
    """Write how good a position is for each seat: as it came out or, where the chapter goes on, as it is foretold.

    To foretell takes long: if only one seat's value matters, only that one is written.
    """
    if is_over(s) or chapter(s) != until:
        value(s, values)
    elif seat != NONE:
        values[seat] = foretell(s, seat)
    else:
        for other in range(s.players):
            values[other] = foretell(s, other)


@rule
def back_up(nodes: list[Node], leaf: int, values: Floats) -> None:
    """Add the values to every node on the way to the root."""
    at = leaf
    while at != NONE:
        node = nodes[at]
        node.visits += 1
        if node.seat != NONE:
            result = values[node.seat]
            node.total += result
            node.squares += result * result
        at = node.parent
