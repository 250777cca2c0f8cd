"""The scratch pad of a bot: everything that one decision needs, allocated once and passed around as one bundle."""

from __future__ import annotations

from typing import NamedTuple

from ..games.verbs import State
from ..kernel import Floats, Ints, Record, field

NONE = -1
"""No node, no seat, no kind."""


class Node(Record):
    """A move in the tree."""

    total: float = field("f8")  # sum of the values for the seat that made the move
    squares: float = field("f8")  # sum of their squares, for the standard error
    apart: float = field("f8")  # look: sum of the squared differences to the move liked best, in the same worlds
    parent: int = field("i4")
    first_child: int = field("i4")
    next_sibling: int = field("i4")
    visits: int = field("i4")
    available: int = field("i4")  # how often the move was legal when its parent was visited
    action: int = field("i4")
    seat: int = field("i4")  # who made the move; NONE at the root


class Work(Record):
    """The settings of one search and its counters."""

    exploration: float = field("f8")
    randomness: float = field("f8")  # share of random moves after the tree; 1: all of them
    reading: float = field("f8")  # weight of what others did, 0 to 1
    evidence: float = field("f8")  # look: standard errors by which a move must beat the one liked best,
    needed: float = field("f8")  # and the same in the position that is searched
    head_start: float = field("f8")  # how far the one liked best is ahead at first (`judgement.Search`)
    nodes: int = field("i4")  # how many are in use
    learned: int = field("i4")  # 1: the network judges moves, 0: the game's greedy.py
    light: int = field("i4")  # whose moves after those that are searched are by greedy.py (`policy.LIGHTS`)
    insight: int = field("i4")  # 1: what others did is judged by what they could have done (`belief.size_up`)
    horizon: int = field("i4")  # decisions after those that are searched until the network foretells; 0: to the end
    sees_all: int = field("i4")  # 1: the state is the true world, and nothing is dealt anew
    stamp: int = field("i8")
    worlds: int = field("i4")  # number of gathered worlds; 0: all worlds are equally likely


class Pad(NamedTuple):
    """Room to think in. Between two calls nothing on it has a meaning, except for the tree and the work."""

    nodes: list[Node]  # the tree
    work: Work
    known: State  # what a seat may know
    world: State
    scratch: State
    actions: Ints
    seen: Ints  # by action: when it was last legal
    likes: Floats
    values: Floats  # by seat
    luck: Ints  # the random numbers that all moves of a comparison share
