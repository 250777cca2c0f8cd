"""Depth of skill: the same search with 1, 2, 4, ... times the simulations against a fixed opponent.

In a deep game, thinking longer keeps paying. In a shallow one, the curve is soon flat.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...bots.levels import RUNG
from ...games.game import Game
from ..measuring.moments import share
from ..playing.design import LineUp
from ..playing.run import Run
from .exhibits import Exhibit, LabelledFigure, Line, MeasuredRun, Section
from .sections import FAIR, mean_share

RUNGS = (5, 10, 20, 40, 80)
"""Simulations per decision, times the game's effort; experts have 50."""
OPPONENT = "greedy"
GAMES = 240
"""Games of each rung: a multiple of every number of seats, because the search plays every deal in each seat."""


def line_ups(game: Game, games: int = GAMES) -> tuple[LineUp, ...]:
    """The runs that measure depth: the search alone among opponents or, where all win together, in all seats."""
    if game.greedy is None:
        return ()
    others = () if game.cooperative else (OPPONENT,)
    return tuple(LineUp((f"search@{simulations}", *others), games) for simulations in RUNGS)


def rung(run: MeasuredRun | Run) -> int | None:
    """The simulations of the search that a run measures; None if it measures something else."""
    found = [int(match[1]) for name in set(run.plan.bots) if (match := RUNG.fullmatch(name))]
    return found[0] if len(found) == 1 and set(run.plan.bots) <= {f"search@{found[0]}", OPPONENT} else None


def apart(runs: Sequence[MeasuredRun]) -> tuple[list[MeasuredRun], list[MeasuredRun]]:
    """The runs that measure depth of skill, fewest simulations first, and the others."""
    rungs = sorted((run for run in runs if rung(run) is not None), key=lambda run: rung(run) or 0)
    others = [run for run in runs if rung(run) is None]
    return (rungs, others) if others else ([], list(runs))


def section(game: Game, rungs: Sequence[MeasuredRun]) -> Section | None:
    """The win rate by number of simulations; None where there are too few rungs for a curve."""
    if len(rungs) < 2:
        return None
    who = "search in all seats" if game.cooperative else f"search among {OPPONENT}"
    rows = tuple(
        LabelledFigure(str(run.plan.policies[name]["simulations"]), who, share(run.findings[found]))
        for run in rungs
        for name in (f"search@{rung(run)}",)
        for found in ("seat/0" if game.cooperative else f"bot/{name}",)
    )
    doublings = math.log2(float(rows[-1].label) / float(rows[0].label))
    gained = rows[-1].figure.mean - rows[0].figure.mean
    note = (
        f"From {rows[0].label} to {rows[-1].label} simulations per decision, each doubling of the thinking changes the "
        f"win rate by {100 * gained / doublings:+.1f} games per hundred on average. A curve that keeps rising means "
        f"that there is more to find; a flat one, that this search has found what it can."
    )
    lines = () if game.cooperative else (Line(mean_share(rungs[-1].findings, "bot"), FAIR),)
    title = "Win rate by simulations per decision"
    exhibit = Exhibit(title, rows, "curve", True, note, unit="simulations", lines=lines, log=True)
    text = "The same search bot with more and more simulations" + (
        "." if game.cooperative else f", alone among {OPPONENT} bots, in every seat of every deal."
    )
    return Section("Depth of skill", text, [exhibit])
