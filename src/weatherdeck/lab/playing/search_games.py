"""Many games by any policies, played and recorded without Python in the loop.

A search needs much memory. So games are played at a fixed number of desks, each in rows of its own, one game after the
other: on a CPU one desk is enough, and a GPU has as many as its memory allows.
"""

from __future__ import annotations

from typing import NamedTuple

from ...bots.belief import Mind, forget
from ...bots.contest import choose, sit_down
from ...bots.desks import Desks
from ...bots.pad import Pad, Work
from ...bots.policy import Policy
from ...games.verbs import State, apply, chapter, is_over, legal
from ...kernel import Floats, Ints, copy_into, rule
from .recorder import Ahead, Games, Ledger, Records, after_move, close_game, offered, open_game, restrict, set_up


class SearchRoom(NamedTuple):
    """Room to play one game after the other; what is long lies on a desk."""

    s: State
    before: State  # the last move
    known: State  # what a seat may know
    world: State
    scratch: State
    work: Work
    ledger: Ledger
    seats: list[Policy]  # as they sit
    actions: Ints
    then: Ints  # those that would be legal after one of them,
    last: Ints  # and after two
    likes: Floats
    values: Floats
    luck: Ints
    figures: Ints  # of the game being played
    results: Floats
    rng: Ints  # of the cards
    thoughts: Ints  # of the bots


@rule
def record_search_games(first: int, last: int, games: Games, records: Records, desks: Desks, room: SearchRoom) -> None:
    """Play and record the games of some desks. Each desk takes every so many-th game, as many as there are desks."""
    for desk in range(first, last):
        pad = Pad(
            desks.nodes[desk],
            room.work,
            room.known,
            room.world,
            room.scratch,
            room.actions,
            desks.seen[desk],
            room.likes,
            room.values,
            room.luck,
        )
        mind = Mind(
            desks.guesses[desk],
            desks.memory[desk],
            desks.moves[desk],
            desks.worths[desk],
            desks.traits[desk],
            desks.manners[desk],
        )
        for i in range(desk, len(games.numbers), len(desks.seen)):
            set_up(games, games.numbers[i], room.s, room.seats, room.rng, room.thoughts)
            restrict(room.ledger, games, games.numbers[i])
            record_search_game(records, i, room, pad, mind)


@rule
def record_search_game(records: Records, i: int, room: SearchRoom, pad: Pad, mind: Mind) -> None:
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
    now = chapter(s)
    sit_down(room.seats, s, mind)
    while not is_over(s):
        n = legal(s, actions)
        free = offered(ledger, s, actions, n, ahead)
        action = choose(room.seats, s, free, pad, mind, room.thoughts)
        copy_into(before, s)
        apply(s, action, room.rng)
        after_move(ledger, figures, hands, decisions, n, action, before, s, known)
        if chapter(s) != now:
            now = chapter(s)
            forget(mind)
    close_game(ledger, figures, room.results, records, i, s)
