"""Where candidates are played: always on the same deals, only those that are missing, on any engine."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ...bots.workers import LOST
from ...errors import Problem
from ..comparing.knowledge import doubts
from ..comparing.pairing import DealVectors
from ..measuring.measure import Batch, measure_figures
from ..playing import batch
from ..playing.design import LineUp
from ..playing.engines import Engine, Here, Processes, become_a_worker
from ..playing.gpu import Gpu
from ..playing.plan import RunPlan, plan
from ..playing.run import Run
from ..playing.setup import Setup
from ..playing.simulation import Playing, check, prepare
from ..studies import OnProgress
from .brief import Brief
from .estimates import Seen, TableSums, seen
from .goals import Goal
from .ledger import Ledger
from .quantities import Quantity
from .space import RULEBOOK, Candidate

Numbers = npt.NDArray[np.float64]
CHUNK = 250
"""Deals of a chunk that bots play without searching; those that search take smaller ones."""


@dataclass(frozen=True)
class Table:
    """Who plays: the number of players, and one bot for all seats or one against the other."""

    players: int
    bots: tuple[str, ...]

    @property
    def name(self) -> str:
        """Its name in the ledger."""
        return f"{self.players}/{'+'.join(self.bots)}"


@dataclass(frozen=True)
class Stage:
    """A part of a tuning: which goals are measured, and who plays where no bot is named."""

    goals: tuple[Goal, ...]
    bot: str

    def table(self, goal: Goal) -> Table:
        """Where a goal is measured."""
        return Table(goal.players, goal.bots or (self.bot,))

    @property
    def tables(self) -> list[Table]:
        """All of them, each once."""
        return list(dict.fromkeys(self.table(goal) for goal in self.goals))


@dataclass(frozen=True)
class Job:
    """A chunk to play: what is left of it are the sums of its deals."""

    plan: RunPlan
    number: int
    quantities: tuple[Quantity, ...]

    def __call__(self) -> Numbers:
        """Play it."""
        return sums_of(self.plan, self.quantities, batch.play(self.plan, self.number))


@dataclass(frozen=True)
class Jobs:
    """Jobs, as engines take work: by number."""

    jobs: tuple[Job, ...]

    def __call__(self, number: int) -> Numbers:
        """Play one."""
        return self.jobs[number]()


class Unkept(Run):
    """A batch that is measured where it was played, without being written."""

    def __init__(self, plan: RunPlan, tables: Mapping[str, pa.Table]) -> None:
        super().__init__(Path(), plan)
        self._tables = tables

    def read(self, table: str, number: int) -> Any:  # noqa: ARG002  # there is one batch
        """A table of the batch."""
        return self._tables[table]


def sums_of(plan: RunPlan, quantities: Sequence[Quantity], tables: Mapping[str, pa.Table]) -> Numbers:
    """The sums of each deal: the columns of all quantities side by side."""
    measured, kept = Batch(Unkept(plan, tables), 0), DealVectors()
    measure_figures(measured, kept)
    deals = len(measured.starts)
    return np.concatenate([quantity.vectors(kept.vectors, deals) for quantity in quantities], axis=1)


class Workers(Processes):
    """Processes that stay for a whole tuning: starting them takes longer than most chunks."""

    def __init__(self, processes: int | None = None) -> None:
        super().__init__(processes)
        self._pool: ProcessPoolExecutor | None = None

    def play(self, jobs: Sequence[Job]) -> Iterator[tuple[int, Numbers]]:
        """Play jobs, and yield each number with its sums as soon as they are ready."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")  # threads may not be forked
            self._pool = ProcessPoolExecutor(self.processes, context, initializer=become_a_worker)
        waiting = list(reversed(range(len(jobs))))
        under_way: dict[Future[Numbers], int] = {}
        while waiting or under_way:
            while waiting and len(under_way) < 2 * self.processes:
                number = waiting.pop()
                under_way[self._pool.submit(jobs[number])] = number
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            try:
                for future in sorted(done, key=under_way.__getitem__):
                    yield under_way.pop(future), future.result()
            except BrokenProcessPool:
                raise Problem(LOST) from None

    def close(self, now: bool) -> None:
        """End the processes: after their work, or now."""
        if self._pool is not None:
            if now:
                for process in list(self._pool._processes.values()):
                    process.terminate()
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


class Bench:
    """Plays candidates and keeps what it saw. `with Bench(...) as bench: bench.play(...)`."""

    def __init__(
        self, brief: Brief, folder: Path, engine: Engine | None = None, on_progress: OnProgress | None = None
    ) -> None:
        self.brief, self._on_progress = brief, on_progress
        self._engine = engine or Processes()
        if type(self._engine) is Processes:
            few = self._engine.processes == 1
            self._engine = Here() if few else Workers(self._engine.processes)
        self._ledger = Ledger(folder)
        self._plans: dict[tuple[Candidate, Table, int], RunPlan] = {}
        self._compiled: set[object] = set()
        self.deals = 0  # played now, not kept from before

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *exception: object) -> None:
        if isinstance(self._engine, Workers):
            self._engine.close(now=kind is not None)
        self._ledger.close()

    # ------------------------------------------------------------ playing
    def play(self, what: str, candidates: Sequence[Candidate], stage: Stage, deals: int, seed: int) -> None:
        """Play what is missing of some candidates at all tables of a stage."""
        jobs, names = [], []
        for candidate in candidates:
            for table in stage.tables:
                planned = self._plan(candidate, table, seed)
                there = self._ledger.done(self._run(candidate, table, seed))
                for number in range(self._chunks(planned, deals)):
                    if number not in there:
                        jobs.append(Job(planned, number, self._quantities(table)))
                        names.append(self._run(candidate, table, seed))
        for job in jobs:
            self._prepare(job.plan)
        self._tell(what, 0, len(jobs))
        for done, (place, sums) in enumerate(self._played(jobs), 1):
            self._ledger.keep(names[place], jobs[place].number, sums)
            self.deals += len(sums)
            self._tell(what, done, len(jobs))

    def seen(self, candidate: Candidate, stage: Stage, deals: int, seed: int) -> Seen:
        """The figures of a candidate that has played."""
        tables = []
        for table in stage.tables:
            planned = self._plan(candidate, table, seed)
            sums = self._ledger.sums(self._run(candidate, table, seed), self._chunks(planned, deals))
            tables.append(TableSums(sums, self._columns(stage, table)))
        return seen(len(stage.goals), tables)

    def doubts(self, candidate: Candidate, stage: Stage, seed: int) -> tuple[str, ...]:
        """What the bots do not know about the changes of a candidate."""
        found = [
            doubt
            for table in stage.tables
            for doubt in doubts(self._plan(RULEBOOK, table, seed), self._plan(candidate, table, seed))
        ]
        return tuple(dict.fromkeys(found))

    def _played(self, jobs: Sequence[Job]) -> Iterator[tuple[int, Numbers]]:
        if isinstance(self._engine, Workers):
            yield from self._engine.play(jobs)
        elif isinstance(self._engine, Gpu):  # it takes the batches of one plan at once
            for planned, places in _by_plan(jobs):
                playing = Playing(planned, partial(sums_of, planned, jobs[places[0]].quantities))
                at = {jobs[place].number: place for place in places}
                for number, sums in self._engine.map(playing, list(at)):
                    yield at[number], sums
        else:
            yield from self._engine.map(Jobs(tuple(jobs)), range(len(jobs)))

    def _prepare(self, planned: RunPlan) -> None:
        """Compile a game here, with progress, so that the processes only have to load it."""
        key = planned.ref, planned.searches
        if key not in self._compiled:
            check(self._engine, planned)
            title = f"compiling {planned.load().title}"
            prepare(self._engine, planned, lambda done, total, _: self._tell(title, done, total))
            self._compiled.add(key)

    def _tell(self, what: str, done: int, total: int) -> None:
        if self._on_progress is not None and total:
            self._on_progress(what, done, total)

    # ------------------------------------------------------------ what a table is
    def _plan(self, candidate: Candidate, table: Table, seed: int) -> RunPlan:
        key = candidate, table, seed
        if key not in self._plans:
            setup = Setup(self.brief.space.ref(candidate), table.players, self.brief.space.options(candidate))
            mixed = len(set(table.bots)) > 1
            repeats = table.players if mixed else 1
            seats = LineUp(table.bots).seats(table.players)
            made = plan(setup, seats, games=1, seed=seed, repeats=repeats, rotating=mixed)
            slow = made.searches or bool(made.by_hand)
            made = replace(made, batch=made.batch if slow else CHUNK * repeats)
            self._plans[key] = replace(made, games=1 << 31)  # chunks are asked for one by one, all of them whole
        return self._plans[key]

    @staticmethod
    def _chunks(planned: RunPlan, deals: int) -> int:
        """The chunks that hold so many deals."""
        return -(-deals * planned.repeats // planned.batch)

    def _quantities(self, table: Table) -> tuple[Quantity, ...]:
        """What is measured at a table: the same in every stage, so that chunks can be shared."""
        here = [goal for goal in self.brief.goals if goal.players == table.players]
        mixed = len(set(table.bots)) > 1
        return tuple(
            dict.fromkeys(goal.quantity for goal in here if (goal.bots == table.bots if mixed else not goal.is_mixed))
        )

    def _columns(self, stage: Stage, table: Table) -> tuple[tuple[int, int, int], ...]:
        quantities = self._quantities(table)
        firsts = dict(zip(quantities, np.cumsum([0, *(one.width for one in quantities)]).tolist(), strict=False))
        return tuple(
            (place, firsts[goal.quantity], goal.quantity.width)
            for place, goal in enumerate(stage.goals)
            if stage.table(goal) == table
        )

    @staticmethod
    def _run(candidate: Candidate, table: Table, seed: int) -> str:
        return f"{candidate.id}/{table.name}/{seed}"


def _by_plan(jobs: Sequence[Job]) -> Iterator[tuple[RunPlan, list[int]]]:
    groups: dict[int, list[int]] = {}
    for place, job in enumerate(jobs):
        groups.setdefault(id(job.plan), []).append(place)
    for places in groups.values():
        yield jobs[places[0]].plan, places
