"""The lab: how does a game really play? Let bots play many games, measure them, report, and compare variants.

    from weatherdeck.lab import Setup, compare, load, simulate, study

    found = study("GAME", ["greedy:2000", "random:2000"])    # plays, measures, keeps everything in lab/
    found.summary()                                          # sentences with 95% confidence intervals
    found.write_report()                                     # one HTML file
    load("lab/GAME")                                         # the same study later, without playing
    compare("GAME", ["OPTION=true"]).frame()                 # differences on the same deals
    what_if("GAME").frame()                                  # every small change, ranked by its effect
    simulate(Setup("GAME", players=5), "greedy", games=500)  # one table, as a Polars frame
    replay("lab/GAME/greedy")                                # what each decision saw, as arrays

`docs/lab/README.md` explains it; `weatherdeck lab` is the same on the command line.
"""

from ..extras import need

need("lab", "weatherdeck.lab")  # said here, before a module below fails because of a missing library

from .comparing.comparison import Comparison, compare
from .comparing.what_if import WhatIf, what_if
from .playing.dataset import Chunk, Damaged, replay
from .playing.design import FULL, GLANCE, PAIRED, QUICK, TRIES, Design, LineUp
from .playing.engines import Engine, Here, Processes, Ray
from .playing.gpu import Gpu
from .playing.setup import Setup
from .playing.simulation import simulate
from .studies import OnProgress, Study, load, study

__all__ = [
    "FULL",
    "GLANCE",
    "PAIRED",
    "QUICK",
    "TRIES",
    "Chunk",
    "Comparison",
    "Damaged",
    "Design",
    "Engine",
    "Gpu",
    "Here",
    "LineUp",
    "OnProgress",
    "Processes",
    "Ray",
    "Setup",
    "Study",
    "WhatIf",
    "compare",
    "load",
    "replay",
    "simulate",
    "study",
    "what_if",
]
