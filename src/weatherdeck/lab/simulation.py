"""Simulation: a plan becomes tables, on whatever engine, all of it or what is still missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

import polars as pl

from ..games import registry
from ..games.options import Value
from . import batch
from .engines import Engine, Here, Processes
from .plan import Plan, plan
from .run import Files, Run, pack

Told = Callable[[int, int], None]
"""Called when a batch is done: how many games there are, and how many there will be."""
TableName = Literal["games", "seats", "hands", "decisions"]


def produce(plan: Plan, number: int) -> Files:
    """A batch as files: what an engine does."""
    return pack(batch.play(plan, number))


def fill(run: Run, engine: Engine, told: Told | None = None) -> None:
    """Play what is missing of a run, and keep each batch as soon as it is there."""
    games = run.games
    if told is not None:
        told(games, run.plan.games)
    for number, files in engine.map(partial(produce, run.plan), run.missing()):
        run.keep(number, files)
        games += len(run.plan.span(number))
        if told is not None:
            told(games, run.plan.games)


def simulate(
    game: str,
    bots: str | Sequence[str] = "random",
    *,
    games: int = 1000,
    seed: int = 1,
    table: TableName = "seats",
    players: int | None = None,
    options: Mapping[str, Value] | None = None,
    data: Path | str | None = None,
    repeats: int = 1,
    rotating: bool = False,
    folder: Path | str | None = None,
    processes: int | None = None,
) -> pl.DataFrame:
    """Play games and return one of their tables as a Polars frame; `docs/lab/columns.md` has the columns.

    With a folder the run is kept there, and gone on with the next time.
    """
    planned = plan(
        registry.load_with(game, Path(data) if data is not None else None),
        bots,
        games=games,
        seed=seed,
        players=players,
        options=options,
        repeats=len(bots) if rotating and not isinstance(bots, str) else repeats,
        rotating=rotating,
        decisions=table == "decisions",
    )
    batch.compile_for(planned.load())
    engine: Engine = Processes(processes) if planned.batches > 1 else Here()
    if folder is not None:
        run = Run.begin(Path(folder), planned)
        fill(run, engine)
        return pl.concat([_frame(part) for part in run.tables(table)])
    parts = dict(engine.map(partial(_one_table, planned, table), range(planned.batches)))
    return pl.concat([_frame(parts[number]) for number in sorted(parts)])


def _one_table(planned: Plan, table: str, number: int) -> object:
    return batch.play(planned, number)[table]


def _frame(table: object) -> pl.DataFrame:
    frame = pl.from_arrow(table)
    assert isinstance(frame, pl.DataFrame)
    return frame
