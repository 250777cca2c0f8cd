"""Simulation: play the games of a plan on any engine, all of them or those that are missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

import polars as pl

from . import batch
from .engines import Engine, Here, Processes
from .plan import RunPlan, plan
from .run import Files, Run, pack
from .setup import AnyGame

OnBatch: TypeAlias = Callable[[int, int], None]
"""Called after each batch: how much is done, and how much there is to do."""
TableName: TypeAlias = Literal["games", "seats", "hands", "decisions"]


def produce(plan: RunPlan, number: int) -> Files:
    """Play a batch and return its files: the work of an engine."""
    return pack(batch.play(plan, number))


def fill(run: Run, engine: Engine, on_batch: OnBatch | None = None) -> None:
    """Play the missing batches of a run, and write each one as soon as it is finished."""
    games = run.games
    if on_batch is not None:
        on_batch(games, run.plan.games)
    for number, files in engine.map(partial(produce, run.plan), run.missing()):
        run.keep(number, files)
        games += len(run.plan.span(number))
        if on_batch is not None:
            on_batch(games, run.plan.games)


def simulate(
    game: AnyGame,
    bots: str | Sequence[str] = "random",
    *,
    games: int = 1000,
    seed: int = 1,
    table: TableName = "seats",
    rotating: bool = False,
    folder: Path | str | None = None,
    engine: Engine | None = None,
) -> pl.DataFrame:
    """Play games and return one of their tables as a Polars frame; `docs/lab/columns.md` describes the columns.

    `bots` is a bot for all seats, or one bot per seat; with `rotating`, each deal is played once per rotation of the
    seats. With a `folder` the games are kept there, and the next call plays only those that are missing.
    """
    planned = plan(game, bots, games=games, seed=seed, repeats=_repeats(bots, rotating), rotating=rotating,
                   decisions=table == "decisions")  # fmt: skip
    batch.compile_for(planned.load())
    if engine is None:
        engine = Processes() if planned.batches > 1 else Here()
    if folder is not None:
        run = Run.begin(Path(folder), planned)
        fill(run, engine)
        return frame(run, table)
    parts = dict(engine.map(partial(_one_table, planned, table), range(planned.batches)))
    return pl.concat([_frame(parts[number]) for number in sorted(parts)])


def frame(run: Run, table: TableName) -> pl.DataFrame:
    """A table of a run, as far as it was played."""
    return pl.concat([_frame(part) for part in run.tables(table)])


def _repeats(bots: str | Sequence[str], rotating: bool) -> int:
    """A frame has each deal once, or once per rotation."""
    return len(bots) if rotating and not isinstance(bots, str) else 1


def _one_table(planned: RunPlan, table: str, number: int) -> object:
    return batch.play(planned, number)[table]


def _frame(table: object) -> pl.DataFrame:
    found = pl.from_arrow(table)
    assert isinstance(found, pl.DataFrame)
    return found
