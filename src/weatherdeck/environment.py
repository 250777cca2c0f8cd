"""The environment variables that weatherdeck reads. They are declared here and read nowhere else.

docs/command-line.md has the same table; the tests compare them.
"""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Variable:
    """An environment variable, and what it is for."""

    name: str
    help: str

    @property
    def value(self) -> str | None:
        """Its value; None if it is not set, or empty."""
        return os.environ.get(self.name) or None


CACHE = Variable(
    "WEATHERDECK_CACHE",
    "The folder for compiled rules, instead of the user's cache folder. Safe to share and to delete.",
)
INTERPRETED = Variable(
    "WEATHERDECK_INTERPRETED",
    "Any value: run the rules as plain Python, without Numba. Correct, but a few hundred times slower.",
)
THREADS = Variable(
    "WEATHERDECK_THREADS", "How many threads a batch of games uses. The default is one for each core of this process."
)
OURS = (CACHE, INTERPRETED, THREADS)

OTHERS = (
    Variable("COLUMNS", "The width of help and of lists, if the terminal does not say."),
    Variable("NO_COLOR", "Any value: no colours in the terminal table."),
    Variable("BROWSER", "The browser that `serve` and the lab open."),
    Variable("XDG_DATA_HOME", "On Linux: the folder above the one for saved games and tables (`~/.local/share`)."),
    Variable("XDG_CACHE_HOME", "On Linux: the folder above the one for compiled rules (`~/.cache`)."),
)
"""Variables of others that have an effect here: our libraries read them."""
