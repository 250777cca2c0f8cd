"""How search does best in a game: declared in its greedy.py as `SEARCH`, and found by the ladder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Search:
    """A way to search, and its numbers (see `bots/search.py`)."""

    way: Literal["look", "grow"] = "look"
    candidates: int = 64  # look: how many of the moves it likes best it compares
    exploration: float = 3.0  # grow: how much it tries what it likes and what it rarely tried
    randomness: float = 0.0  # of the moves after those that are searched: the share played at random; 1 is all
    effort: int = 1  # how many times the simulations of a level are worth while here
