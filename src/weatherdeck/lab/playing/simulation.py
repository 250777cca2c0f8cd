"""Simulation: play the games of a plan on any engine, all of them or those that are missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Literal, TypeAlias, TypeVar

import pyarrow as pa

from ...kernel import Progress
from . import batch
from .engines import Engine, Here, Processes
from .gpu import Gpu
from .plan import RunPlan, plan
from .run import Files, Run, pack
from .setup import AnyGame
from .studio import Studio, compile_for

if TYPE_CHECKING:
    import polars as pl  # loaded when a frame is asked for: playing and keeping games do without

T = TypeVar("T")
OnBatch: TypeAlias = Callable[[int, int], None]
"""Called after each batch: how much is done, and how much there is to do."""
TableName: TypeAlias = Literal["games", "seats", "hands", "decisions"]


@dataclass(frozen=True)
class Playing(Generic[T]):
    """The work of an engine: play a batch of a plan, or several at once, and make something of its tables."""

    plan: RunPlan
    finish: Callable[[Mapping[str, pa.Table]], T]

    def __call__(self, number: int) -> T:
        """Play a batch."""
        return self.finish(batch.play(self.plan, number))

    def together(self, studio: Studio, numbers: Sequence[int]) -> Iterator[tuple[int, Callable[[], T]]]:
        """Play batches at once. What is left to do for each can be done in another thread."""
        for number, tables in batch.play_together(studio, self.plan, numbers):
            yield number, partial(self._finish, tables)

    def _finish(self, tables: Callable[[], dict[str, pa.Table]]) -> T:
        return self.finish(tables())


def check(engine: Engine, plan: RunPlan) -> None:
    """Refuse a plan that an engine cannot play, before anything is written."""
    if isinstance(engine, Gpu):
        engine.check(plan)


def prepare(engine: Engine, plan: RunPlan, progress: Progress | None = None) -> None:
    """Compile what a plan needs, with progress; a GPU compiles its own code when it first plays."""
    if not isinstance(engine, Gpu):
        compile_for(plan, progress)


def fill(run: Run, engine: Engine, on_batch: OnBatch | None = None) -> None:
    """Play the missing batches of a run, and write each one as soon as it is finished."""
    games = run.games
    total = games + run.outstanding
    if on_batch is not None:
        on_batch(games, total)
    for number, files in engine.map(Playing(run.plan, pack), run.missing()):
        run.keep(number, files)
        games += len(run.plan.span(number))
        if on_batch is not None:
            on_batch(games, total)


@dataclass(frozen=True)
class PlayingAll:
    """The work of an engine: play a batch of one of several plans."""

    plans: tuple[RunPlan, ...]
    jobs: tuple[tuple[int, int], ...]  # which plan, which batch

    def __call__(self, job: int) -> Files:
        """Do one of the jobs."""
        place, number = self.jobs[job]
        return pack(batch.play(self.plans[place], number))


def fill_all(runs: Sequence[Run], engine: Engine, on_batch: OnBatch | None = None) -> None:
    """Play the missing batches of several runs, all of them with one set of workers: their start takes seconds.

    The first batches of all runs come first, so that runs that are stopped can be compared as far as they got.
    """
    if isinstance(engine, Gpu):  # it plays the batches of one plan at once
        for run in runs:
            fill(run, engine, on_batch)
        return
    jobs = sorted(
        ((place, number) for place, run in enumerate(runs) for number in run.missing()),
        key=lambda job: (job[1], job[0]),
    )
    games = sum(run.games for run in runs)
    total = games + sum(run.outstanding for run in runs)
    if on_batch is not None:
        on_batch(games, total)
    for job, files in engine.map(PlayingAll(tuple(run.plan for run in runs), tuple(jobs)), range(len(jobs))):
        place, number = jobs[job]
        runs[place].keep(number, files)
        games += len(runs[place].plan.span(number))
        if on_batch is not None:
            on_batch(games, total)


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
    planned = plan(game, bots, games=games, seed=seed, rotating=rotating, decisions=table == "decisions")
    if engine is None:
        engine = Processes() if planned.batches > 1 else Here()
    check(engine, planned)
    prepare(engine, planned)
    if folder is not None:
        run = Run.begin(Path(folder), planned)
        fill(run, engine)
        return frame(run, table)
    parts = dict(engine.map(Playing(planned, itemgetter(table)), range(planned.batches)))
    return _joined(parts[number] for number in sorted(parts))


def frame(run: Run, table: TableName) -> pl.DataFrame:
    """A table of a run, as far as it was played."""
    return _joined(run.tables(table))


def _joined(tables: Iterable[pa.Table]) -> pl.DataFrame:
    import polars as pl

    return pl.concat([pl.DataFrame(table) for table in tables])
