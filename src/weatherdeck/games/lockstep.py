"""Every verb of a game at many tables at once, so that two twins can be compared step by step."""

from __future__ import annotations

from typing import NamedTuple

from ..kernel import FeatureRows, FloatRows, IntRows, copy_into, rng_below, rng_seed, rule
from .verbs import State, apply, deal, is_over, legal, observe, redact, redeal, returns


class Worlds(NamedTuple):
    """Games in lockstep, and what each verb makes of them."""

    blank: list[State]  # one state, ready for the deal
    states: list[State]
    chance: IntRows
    choices: IntRows  # generators that choose moves and worlds
    actions: IntRows  # the legal ones, as `legal` writes them; -1 after them
    results: FloatRows  # of games that are over, else 0
    known: list[State]  # what a seat may know
    guessed: list[State]  # a world that it cannot tell from the true one
    seen: FeatureRows


@rule
def begin(first: int, last: int, w: Worlds, seed: int) -> None:
    """Deal a game for each number, from the seed plus the number."""
    for i in range(first, last):
        rng_seed(w.chance[i], seed + i)
        rng_seed(w.choices[i], seed + i + 1000000)
        copy_into(w.states[i], w.blank[0])
        deal(w.states[i], w.chance[i])


@rule
def judge(first: int, last: int, w: Worlds, turn: int) -> None:
    """Ask everything that can be asked without moving; `turn` chooses the seat."""
    for i in range(first, last):
        s = w.states[i]
        actions = w.actions[i]
        n = legal(s, actions)
        for k in range(n, len(actions)):
            actions[k] = -1
        if is_over(s):
            returns(s, w.results[i])
        seat = (turn + i) % s.players
        copy_into(w.known[i], s)
        redact(w.known[i], seat)
        copy_into(w.guessed[i], w.known[i])
        redeal(w.guessed[i], seat, w.choices[i])
        observe(w.guessed[i], seat, w.seen[i])


@rule
def move(first: int, last: int, w: Worlds) -> None:
    """Carry out a legal action, chosen at random, in every game that is not over."""
    for i in range(first, last):
        actions = w.actions[i]
        n = 0
        while n < len(actions) and actions[n] >= 0:
            n += 1
        if n > 0:
            apply(w.states[i], actions[rng_below(w.choices[i], n)], w.chance[i])
