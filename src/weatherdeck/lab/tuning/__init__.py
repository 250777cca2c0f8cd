"""Tuning: say what you want of a game and what may change; the lab searches, and confirms on unseen deals.

    from weatherdeck.lab.tuning import tune

    found = tune({"game": "GAME", "goals": ["40..50 decisions"], "change": {"hand_size": "4..7"}})
    found.summary()       # sentences
    found.write_report()  # one HTML file

`docs/tuning.md` explains it; `weatherdeck tune` is the same on the command line.
"""

from .brief import Brief, Budget, brief, read_file
from .tuning import Tuning, tune

__all__ = ["Brief", "Budget", "Tuning", "brief", "read_file", "tune"]
