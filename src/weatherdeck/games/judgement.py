"""What a game's `greedy.py` offers to bots: a fast judgement of moves and positions, and how to search with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol

from ..kernel import Floats, Ints


@dataclass(frozen=True)
class Search:
    """The search settings that work best for a game (see `bots/search.py`); the ladder found them."""

    way: Literal["look", "grow"] = "look"
    candidates: int = 64  # look: how many of the best-liked moves are compared
    exploration: float = 3.0  # grow: the weight of moves that are liked but were rarely tried
    randomness: float = 0.0  # the share of random moves after those that are searched; 1 is all
    evidence: float = 0.5  # look: the standard errors by which a move must beat the one liked best
    head_start: float = 0.0  # of the move liked best. look: the standard deviations of one world that another must make
    # up for, which takes some worlds; grow: another needs as many visits as the square of this
    light: Literal["nobody", "everybody", "others"] = "nobody"  # with a network: whose moves after those that are
    # searched are by greedy.py, which is faster, unless they were seen to play by the network
    insight: int = 0  # a level that takes its time judges what others did by trying it in so many worlds; 0: by liking
    thrift: int = 1  # with a network: simulations and worlds are divided by this where others are played on by it
    doubt: float = 0.0  # with a network: the log of the odds at first that another plays by greedy.py, not by it; below
    # 0, others count as strong as the network until their moves show otherwise
    horizon: int = 0  # with a network: decisions after those that are searched until it foretells; 0: to the end
    effort: int = 1  # the level's simulations are multiplied by this
    patience: int = 1  # and those of a level that takes its time by this as well
    per_world: int = 1  # such a level weighs one world by what others did for so many simulations

    def budget(self, simulations: int, *, patient: bool) -> int:
        """The simulations of a decision, for a level with so many."""
        return simulations * self.effort * (self.patience if patient else 1)


KINDS = ("kinds", "kind_of", "may_be", "suppose")
"""The functions that a `greedy.py` with HIDDEN_KINDS has as well."""
RECALL = ("recall",)
"""The function that a `greedy.py` with RECALLS has as well."""


class Judgement(Protocol):
    """What a greedy module offers; all functions are compilable, and `verbs.py` says what each does."""

    SEARCH: Search
    HIDDEN_KINDS: bool
    """Whether players have secret kinds, such as roles, which their moves may give away."""
    RECALLS: bool
    """Whether it can reconstruct what a seat did not see when an earlier move was made."""
    # A module with a network may also declare LEARNED_SEARCH, the settings of a search with it, where they differ.
    # One whose `value` has changed declares a REVISION above 1: strength that was measured before does not count.
    # A module may also declare these two, for the lab, which says where a verdict may be about the bots:
    #   KNOWS     the options and parameters that it takes into account: with another value some moves are judged anew
    #   NEUTRAL   the options about which there is nothing to know: they make no move better or worse (who begins), or
    #             only change what is dealt, which the judgement sees in the state

    def prefer(self, s: Any, actions: Ints, n: int, out: Floats) -> None:
        """Write how much the seat to move would like each of the n legal actions."""

    def chapter(self, s: Any) -> int:
        """Which stretch of the game this is: search looks to its end and no further."""

    def value(self, s: Any, out: Floats) -> None:
        """Write how good the position is for each seat."""
