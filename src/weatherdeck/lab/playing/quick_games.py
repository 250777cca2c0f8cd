"""Many games by policies that do not search, played and recorded without Python in the loop.

A game needs little working memory, so that a GPU can play a hundred thousand at once.
"""

from __future__ import annotations

from typing import NamedTuple

from ...bots.policy import Policy
from ...bots.quick_contest import choose_quickly
from ...games.verbs import State, apply, is_over, legal
from ...kernel import Floats, Ints, copy_into, rule
from .recorder import Ahead, Games, Ledger, Records, after_move, close_game, offered, open_game, restrict, set_up


class QuickRoom(NamedTuple):
    """Room to play one game after the other."""

    s: State
    before: State  # the last move
    known: State  # what a seat may know
    ledger: Ledger
    seats: list[Policy]  # as they sit
    actions: Ints
    then: Ints  # those that would be legal after one of them,
    last: Ints  # and after two
    likes: Floats
    luck: Ints
    figures: Ints  # of the game being played
    results: Floats
    rng: Ints  # of the cards
    thoughts: Ints  # of the bots


@rule
def record_quick_games(first: int, last: int, games: Games, records: Records, room: QuickRoom) -> None:
    """Play and record the games of a span."""
    for i in range(first, last):
        set_up(games, games.numbers[i], room.s, room.seats, room.rng, room.thoughts)
        restrict(room.ledger, games, games.numbers[i])
        record_quick_game(records, i, room)


@rule
def record_quick_game(records: Records, i: int, room: QuickRoom) -> None:
    """Play and record the i-th game, which was dealt."""
    s = room.s
    before = room.before
    known = room.known
    ledger = room.ledger
    actions = room.actions
    figures = room.figures
    hands = records.hands[i]
    decisions = records.decisions[i]
    open_game(ledger, figures, s, known)
    ahead = Ahead(before, known, room.then, room.last, room.luck)
    while not is_over(s):
        n = legal(s, actions)
        free = offered(ledger, s, actions, n, ahead)
        action = choose_quickly(room.seats, s, free, known, actions, room.likes, room.thoughts)
        copy_into(before, s)
        apply(s, action, room.rng)
        after_move(ledger, figures, hands, decisions, n, action, before, s, known)
    close_game(ledger, figures, room.results, records, i, s)
