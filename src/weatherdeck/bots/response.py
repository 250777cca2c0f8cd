"""A best response by search: how to play against others whose policy is known; written once over any game.

The responder sees only what its seat may know. It deals the hidden cards as the search does (weighted by what the
others did, who play by preference), tries its moves in the same worlds with the same luck, and lets the others continue
as they really play. Its own later moves are by its policy, at a glance: so it is one step of policy improvement over
that, against exactly these others. It may ask for evidence before it leaves the move that its policy likes best.
"""

from __future__ import annotations

from ..games.verbs import State, apply, chapter, is_over, legal, redact, value
from ..kernel import RNG_WORDS, Ints, copy_into, rng_next, rule
from .belief import SAMPLES, Mind, forget, learn, meet, remember
from .pad import NONE, Pad
from .policy import NETWORK, Policy, glance
from .search import LIKED, back_up, enter, foremost, imagine, promote, rounds_for, weigh


@rule
def duel(seat: int, me: Policy, others: Policy, s: State, pad: Pad, mind: Mind, rng: Ints, thoughts: Ints) -> None:
    """Play a dealt game to its end: one seat responds to the others (NONE: they play all seats).

    Chance uses `rng`, and the players use `thoughts`. Without simulations, the responder only plays by preference.
    """
    actions = pad.actions
    view = pad.known
    now = chapter(s)
    forget(mind)
    if seat != NONE:
        meet(mind, s, seat, by_network(others))  # it knows them
    while not is_over(s):
        n = legal(s, actions)
        mover = s.to_move
        action = actions[0]
        if n > 1:
            copy_into(view, s)
            redact(view, mover)
            if mover == seat and me.simulations > 0:
                action = respond(me, others, view, pad, mind, thoughts)
            elif mover == seat:
                action = glance(me, view, actions, n, pad.likes, thoughts)
            else:
                action = glance(others, view, actions, n, pad.likes, thoughts)
        if seat != NONE and mover != seat and me.reading > 0.0:
            copy_into(view, s)
            redact(view, seat)
            remember(mind, seat, view, action)
            if n > 1:
                learn(view, seat, action, mind, pad, thoughts, SAMPLES, me.reading)
        apply(s, action, rng)
        if chapter(s) != now:
            now = chapter(s)
            forget(mind)


@rule
def respond(me: Policy, others: Policy, view: State, pad: Pad, mind: Mind, rng: Ints) -> int:
    """Choose a move for the seat to move; half of the candidates stay after each round (sequential halving)."""
    w = pad.work
    w.sees_all = 0
    w.reading = me.reading
    w.evidence = me.evidence
    w.head_start = 0.0
    w.learned = by_network(others)
    w.insight = 0
    weigh(pad, view, mind, rng, me.worlds)
    enter(pad, view, rng, me.candidates)
    rivals = w.nodes - 1
    rounds = rounds_for(rivals)
    left = me.simulations
    for rank in range(rounds):
        worlds = max(1, left // (rounds - rank) // rivals)
        compare_against(me, others, view, pad, mind, rng, rank, worlds)
        left -= worlds * rivals
        rivals = (rivals + 1) // 2
        promote(pad, rank, rivals)
    return foremost(pad.nodes)


@rule
def by_network(others: Policy) -> int:
    """1 if the others' moves are best explained by the network, which they play by."""
    return 1 if others.kind == NETWORK else 0


@rule
def compare_against(
    me: Policy, others: Policy, root: State, pad: Pad, mind: Mind, rng: Ints, rank: int, worlds: int
) -> None:
    """Try the moves of a rank in so many worlds, all with the same luck, against the others' own policy."""
    nodes = pad.nodes
    w = pad.work
    world = pad.world
    s = pad.scratch
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
                play_against(me, others, root.to_move, s, until, pad, rng)
                value(s, values)
                back_up(nodes, at, values)
                if at == LIKED:
                    by_liking = values[node.seat]
                node.apart += (values[node.seat] - by_liking) * (values[node.seat] - by_liking)


@rule
def play_against(me: Policy, others: Policy, seat: int, s: State, until: int, pad: Pad, rng: Ints) -> None:
    """Play to the end of the chapter. Policies look only at what their seat knows, so they need no redacted state."""
    actions = pad.actions
    likes = pad.likes
    while not is_over(s) and chapter(s) == until:
        n = legal(s, actions)
        action = actions[0]
        if n > 1 and s.to_move == seat:
            action = glance(me, s, actions, n, likes, rng)
        elif n > 1:
            action = glance(others, s, actions, n, likes, rng)
        apply(s, action, rng)
