"""The result of a game in which everyone plays for themselves, compilable."""

from __future__ import annotations

from ..kernel import Floats, count, rule


@rule
def share_victory(winning: int, players: int, out: Floats) -> None:
    """Share the victory among the winning seats: from -1 / (players - 1) (lost) to 1 (won alone), summing to 0."""
    for seat in range(players):
        share = (winning >> seat & 1) / count(winning)
        out[seat] = (players * share - 1) / (players - 1)
