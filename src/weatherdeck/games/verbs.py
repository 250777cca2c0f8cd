"""Stand-ins for a game's rules, over which engines (random play, search) are written once.

`kernel.compiled(engine, roles=rules)` puts a real game in their places; called as they are, they only say so.
"""

from __future__ import annotations

from typing import Any, TypeVar

from ..kernel import Features, Floats, Ints, Record, field, rule

T = TypeVar("T")


def _stand_in(thing: T) -> T:
    thing.__stand_in__ = True  # type: ignore[attr-defined]  # a mark for the compiler
    return thing


def optional(thing: T) -> T:
    """A stand-in that a game may leave as it is here."""
    thing.__optional__ = True  # type: ignore[attr-defined]  # as above
    return _stand_in(rule(thing))  # type: ignore[type-var]  # it is a function


def _no_game() -> Any:
    raise TypeError("this engine has no game yet: join it to one with kernel.interpreted or kernel.compiled")


@_stand_in
class State(Record):
    """What an engine may rely on in every game's state."""

    players: int = field("i1")
    to_move: int = field("i1")


@_stand_in
def deal(s: State, rng: Ints) -> None:
    """Set up a new game; the option fields and `players` were set before."""
    _no_game()


@_stand_in
def legal(s: State, out: Ints) -> int:
    """Write the open actions into out; return how many."""
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
    """Leave what the seat may know."""
    _no_game()


@_stand_in
def redeal(s: State, seat: int, rng: Ints) -> None:
    """Fill in a world, uniformly among those that agree with everything the seat has seen."""
    _no_game()


@_stand_in
def observe(s: State, seat: int, out: Features) -> None:
    """Write what the seat sees into the caller's array."""
    _no_game()


# ---------------------------------------------------------------- judgement: a game's greedy.py


@_stand_in
def prefer(s: State, actions: Ints, n: int, out: Floats) -> None:
    """Write how much the seat to move would like each of the n legal actions; 1 more is a clear preference."""
    _no_game()


@_stand_in
def chapter(s: State) -> int:
    """Which stretch of the game this is (a round, say): search looks to its end and no further."""
    return int(_no_game())


@_stand_in
def value(s: State, out: Floats) -> None:
    """Write how good the position is for each seat, about -1 to 1, at the end of a chapter or of the game."""
    _no_game()


@optional
def kinds(s: State) -> int:
    """How many kinds of players there may be, of which only each seat itself knows its own (roles, say)."""
    return 1


@optional
def kind_of(s: State, seat: int) -> int:
    """The kind of a seat, where it is known or supposed; else -1."""
    return 0


@optional
def may_be(s: State, seat: int, kind: int) -> bool:
    """Whether there is such a kind at this table, so that a seat could be of it."""
    return True


@optional
def suppose(s: State, seat: int, kind: int) -> None:
    """Take a seat to be of a kind."""


@optional
def recall(past: State, later: State, seat: int, action: int) -> bool:
    """Fill in what a seat did not see when a move was made, from the world that it led to; False where that is unknown.

    `past` is what the seat knew then, and `action` the move that another seat made.
    """
    return False


# ---------------------------------------------------------------- what designers count: a game's figures.py


@optional
def leaders(s: State) -> int:
    """The seats that would win if the game ended as it lies, as a set. The state is a copy, and may be changed."""
    return 0


@optional
def moment(s: State) -> int:
    """A number that changes whenever the leaders may have (a trick, a round): they are asked for only then."""
    return 0


@optional
def points_of(s: State, seat: int) -> int:
    """The points of a seat as they stand."""
    return 0


@optional
def hand_of(s: State, seat: int) -> int:
    """The cards in the hand of a seat, as a set of the bits that `CARDS` names."""
    return 0


@optional
def uses(s: State, action: int) -> int:
    """The cards that an action of the seat to move plays from its hand, as such a set."""
    return 0


@optional
def tally(before: State, action: int, s: State, counts: Ints) -> None:
    """Count what an action brought about, in the row that `FIGURES` lays out. `before` is a copy: it may be changed."""
