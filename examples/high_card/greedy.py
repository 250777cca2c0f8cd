"""What a decent player of High Card goes by: win a trick with as little as will do, and lose it with the least."""

from __future__ import annotations

from weatherdeck.games.judgement import Search
from weatherdeck.kernel import Floats, Ints, rule

from .rules import NONE, NUMBERS, State, returns

SEARCH = Search()
HIDDEN_KINDS = False
RECALLS = False


@rule
def prefer(s: State, actions: Ints, n: int, out: Floats) -> None:
    """How much the seat to move would like each card; 1 more is a clear preference."""
    best = NONE
    if s.n_played > 0:
        best = s.played[s.winner]
    for i in range(n):
        rank = actions[i] / NUMBERS
        if actions[i] <= best:
            out[i] = -rank  # it loses: the lowest card will do
        elif s.n_played == s.players - 1:
            out[i] = 1 - rank  # it wins for certain: the lowest that does
        else:
            out[i] = rank  # others are still to play: the highest is the hardest to beat


@rule
def chapter(s: State) -> int:  # noqa: ARG001  # there is only one
    """Search looks to the end of the game."""
    return 0


@rule
def value(s: State, out: Floats) -> None:
    """Who has the most tricks, has won."""
    returns(s, out)
