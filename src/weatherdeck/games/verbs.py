"""Stand-ins for a game's functions: engines such as random play and search are written once, over these.

`kernel.compiled(engine, rules, greedy)` replaces them with a real game's functions. Called as they are, they raise.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from ..kernel import Features, Floats, Ints, Record, Weights, field, rule

T = TypeVar("T")


def _stand_in(thing: T) -> T:
    thing.__stand_in__ = True  # type: ignore[attr-defined]  # a mark for the compiler
    return thing


def optional(thing: T) -> T:
    """A stand-in with a default, which a game need not replace."""
    thing.__optional__ = True  # type: ignore[attr-defined]  # as above
    return _stand_in(rule(thing))  # type: ignore[type-var]  # it is a function


def _no_game() -> Any:
    raise TypeError("this engine has no game yet: join it to one with kernel.interpreted or kernel.compiled")


@_stand_in
class State(Record):
    """What every game's state has."""

    players: int = field("i1")
    to_move: int = field("i1")


@_stand_in
def deal(s: State, rng: Ints) -> None:
    """Set up a new game; the option fields and `players` were set before."""
    _no_game()


@_stand_in
def legal(s: State, out: Ints) -> int:
    """Write the legal actions into out; return how many."""
    return int(_no_game())


@_stand_in
def apply(s: State, action: int, rng: Ints) -> None:
    """Carry out a legal action and everything that follows from it."""
    _no_game()


@_stand_in
def is_over(s: State) -> bool:
    """Whether the game is over."""
    return bool(_no_game())


@_stand_in
def returns(s: State, out: Floats) -> None:
    """Each seat's result."""
    _no_game()


@_stand_in
def redact(s: State, seat: int) -> None:
    """Keep only what the seat may know."""
    _no_game()


@_stand_in
def redeal(s: State, seat: int, rng: Ints) -> None:
    """Fill in a world, uniformly among those consistent with everything the seat has seen."""
    _no_game()


@_stand_in
def observe(s: State, seat: int, out: Features) -> None:
    """Write what the seat sees into out."""
    _no_game()


# ---------------------------------------------------------------- judgement: a game's greedy.py


@_stand_in
def prefer(s: State, actions: Ints, n: int, out: Floats) -> None:
    """Write how much the seat to move likes each of the n legal actions; a difference of 1 is a clear preference."""
    _no_game()


@optional
def obvious(s: State, actions: Ints, n: int) -> int:
    """The place of the one action that `prefer` likes best, where that is seen without judging them all; else -1."""
    return -1


@optional
def caution(s: State) -> float:
    """How many times the usual evidence a search needs in order to leave the move that `prefer` likes best.

    More than 1 where the worlds that agree with what the seat has seen mislead it, such as where roles are hidden.
    """
    return 1.0


@_stand_in
def chapter(s: State) -> int:
    """Which part of the game this is, such as a round: search looks no further than its end."""
    return int(_no_game())


@_stand_in
def value(s: State, out: Floats) -> None:
    """Write how good the position is for each seat, about -1 to 1, at the end of a chapter or of the game."""
    _no_game()


@optional
def kinds(s: State) -> int:
    """How many secret kinds of players there are, such as roles; each seat knows only its own."""
    return 1


@optional
def kind_of(s: State, seat: int) -> int:
    """The kind of a seat if it is known or assumed, else -1."""
    return 0


@optional
def may_be(s: State, seat: int, kind: int) -> bool:
    """Whether a seat could be of a kind at this table."""
    return True


@optional
def suppose(s: State, seat: int, kind: int) -> None:
    """Assume that a seat is of a kind."""


@optional
def redeal_kinds(s: State, seat: int, rng: Ints) -> None:
    """Deal only the kinds anew in a world, uniformly: quicker than `redeal`, where nothing else depends on them."""
    redeal(s, seat, rng)


@optional
def recall(past: State, later: State, seat: int, action: int) -> bool:
    """Reconstruct what a seat did not see when a move was made, from the world it led to; False if that is unknown.

    `past` is what the seat knew then, and `action` is the move that another seat made.
    """
    return False


# ---------------------------------------------------------------- a game's network: learned.py over network.npz


@optional
def advise(s: State, actions: Ints, n: int, out: Floats) -> None:
    """Write how much a learned player likes each of the n legal actions of the seat to move, on the scale of `prefer`.

    A game without a network likes all of them alike: ask it only where `Game.network` is not None.
    """
    for i in range(n):
        out[i] = 0.0


@optional
def foretell(s: State, seat: int) -> float:
    """The `value` that a learned player expects for a seat at the end of the chapter; 0 without a network."""
    return 0.0


class _Size(int):
    """A stand-in for a number."""

    __stand_in__ = True


def _learned(kind: Any, *shape: int) -> Weights:
    return _stand_in(Weights(np.zeros(shape, kind)))


NET_INPUTS: int = _Size(1)
NET_UNITS: int = _Size(1)
NET_LAST: int = _Size(1)
"""How many features a network takes, and how many units its two layers have."""
NET_FIRST = _learned(np.int8, 1, 1)  # [feature][unit of the first layer]
NET_FIRST_BIAS = _learned(np.int16, 1)
NET_SECOND = _learned(np.int8, 1, 1)  # [unit of the first layer][unit of the last]
NET_SECOND_BIAS = _learned(np.int32, 1)
NET_LIKES = _learned(np.int8, 1, 1)  # [action][unit of the last layer]
NET_LIKES_BIAS = _learned(np.int32, 1)
NET_WORTH = _learned(np.int8, 1)  # [unit of the last layer]
NET_WORTH_BIAS = _learned(np.int32, 1)  # one number
NET_SCALES = _learned(np.int32, 3)  # bits that sums of the last layer are shifted by; a like of 1; a value of 1
NET_TRUST = _learned(np.int32, 1)  # one number: the weight of the game's `prefer`, in 256ths


# ---------------------------------------------------------------- what designers count: a game's figures.py


@optional
def leaders(s: State) -> int:
    """The seats that would win if the game ended now, as a set of bits. The state is a copy and may be changed."""
    return 0


@optional
def moment(s: State) -> int:
    """A number that changes whenever the leaders may change, such as the trick: `leaders` is called only then."""
    return 0


@optional
def points_of(s: State, seat: int) -> int:
    """The current points of a seat."""
    return 0


@optional
def hand_of(s: State, seat: int) -> int:
    """The cards in a seat's hand, as a set of bits named by `CARDS`."""
    return 0


@optional
def uses(s: State, action: int) -> int:
    """The cards that an action of the seat to move plays from its hand, as a set like `hand_of`."""
    return 0


@optional
def tally(before: State, action: int, s: State, counts: Ints) -> None:
    """Count the effects of an action in the row laid out by `FIGURES`. `before` is a copy and may be changed."""
