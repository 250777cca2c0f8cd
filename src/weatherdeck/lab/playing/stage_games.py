"""Games in which one seat plays at random for a tenth of the game and greedily otherwise; no Python in the loop."""

from __future__ import annotations

from typing import NamedTuple

from ...bots.policy import Policy
from ...bots.quick_contest import choose_quickly
from ...games.verbs import State, apply, deal, is_over, legal, returns
from ...kernel import Floats, IntRows, Ints, copy_into, rng_below, rng_seed, rng_stream, rule
from .recorder import winners_of

TENTHS = 10


class Trials(NamedTuple):
    """What is played, and who won."""

    blank: list[State]  # one, before the deal, with players and options set
    seats: list[Policy]
    setting: Ints  # the seed of the first deal, and the usual number of decisions
    won: IntRows  # by deal: 1 where the seat won after playing at random in a tenth; in the last place, in none


class TrialRoom(NamedTuple):
    """Working memory of a span."""

    s: State
    known: State
    actions: Ints
    likes: Floats
    results: Floats
    rng: Ints
    thoughts: Ints


@rule
def play_trials(first: int, last: int, trials: Trials, room: TrialRoom) -> None:
    """Play each deal once for every tenth, and once without; the seats take turns from deal to deal."""
    s = room.s
    for number in range(first, last):
        won = trials.won[number]
        for tenth in range(TENTHS + 1):
            copy_into(s, trials.blank[0])
            seat = number % s.players
            rng_seed(room.rng, trials.setting[0] + number)
            rng_stream(room.thoughts, trials.setting[0] + number, 1)
            deal(s, room.rng)
            play_trial(seat, tenth, trials, room)
            returns(s, room.results)
            won[tenth] = winners_of(s, room.results) >> seat & 1


@rule
def play_trial(seat: int, tenth: int, trials: Trials, room: TrialRoom) -> None:
    """Play a game that was dealt. A tenth is one of the usual length; what is longer belongs to the last."""
    s = room.s
    actions = room.actions
    decisions = 0
    while not is_over(s):
        n = legal(s, actions)
        now = min(TENTHS - 1, decisions * TENTHS // trials.setting[1])
        if s.to_move == seat and now == tenth:
            action = actions[rng_below(room.thoughts, n)]
        else:
            action = choose_quickly(trials.seats, s, n, room.known, actions, room.likes, room.thoughts)
        apply(s, action, room.rng)
        decisions += 1
