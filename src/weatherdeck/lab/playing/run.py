"""A run on disk: a folder with its plan and one Parquet file for each table of each batch.

Files are written whole or not at all. A batch is done when its `games` file exists, which is written last. So a run
can be stopped at any moment and resumed later; finished batches are not played again.
"""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ...errors import Problem
from .plan import RunPlan

Files = dict[str, bytes]
"""A batch as the contents of its Parquet files, by table."""
PLAN_FILE = "plan.json"
DONE = "games"
"""The table that is written last."""


def pack(tables: Mapping[str, pa.Table]) -> Files:
    """The tables of a batch as files; equal tables give equal bytes."""
    files = {}
    for name, table in tables.items():
        buffer = io.BytesIO()
        wide = [column for column in ("dealt", "held", "played") if column in table.column_names]
        dictionary = [column for column in table.column_names if column not in (*wide, "game", "seed")]
        pq.write_table(table, buffer, compression="zstd", use_dictionary=dictionary, write_statistics=False)
        files[name] = buffer.getvalue()
    return files


class Run:
    """The folder of a run.

    `wanted` is how many games are to be played. The folder may hold more, from an earlier and longer run: they stay,
    and are measured too.
    """

    def __init__(self, folder: Path, plan: RunPlan, wanted: int | None = None) -> None:
        self.folder, self.plan = folder, plan
        self.wanted = plan.games if wanted is None else wanted

    @classmethod
    def begin(cls, folder: Path, plan: RunPlan) -> Run:
        """Start a run, or resume one with the same plan; the number of games may be another one."""
        wanted = plan.games
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if (folder / PLAN_FILE).exists():
                there = cls.open(folder)
                different = plan.differences(there.plan)
                if different:
                    raise Problem(
                        f"{folder}: holds another run ({'; '.join(different)}); choose another folder or delete it"
                    )
                plan = replace(plan, games=max(wanted, there.reach))
            run = cls(folder, plan, wanted)
            run._forget_partial_batch()
            run._write(folder / PLAN_FILE, plan.dumps().encode())
        except OSError as problem:
            raise Problem(f"{folder}: cannot be written ({problem.strerror})") from None
        return run

    @classmethod
    def open(cls, folder: Path) -> Run:
        """Open an existing run."""
        try:
            return cls(folder, RunPlan.loads((folder / PLAN_FILE).read_text(encoding="utf-8")))
        except OSError as problem:
            raise Problem(f"{folder}: is not a run of the lab ({PLAN_FILE}: {problem.strerror})") from None
        except ValueError as problem:
            raise Problem(f"{folder / PLAN_FILE}: {problem}") from None

    def _forget_partial_batch(self) -> None:
        """When a run is extended, replay its last batch if that was shorter than the others."""
        if not (self.folder / PLAN_FILE).exists():
            return
        before = Run.open(self.folder).plan
        if before.games < self.plan.games and before.games % before.batch:
            (self.path(DONE, before.batches - 1)).unlink(missing_ok=True)

    # ------------------------------------------------------------ batches
    def path(self, table: str, number: int) -> Path:
        """The file of a table of a batch."""
        return self.folder / table / f"{number:06d}.parquet"

    def done(self) -> list[int]:
        """The finished batches, in order."""
        stems = (path.stem for path in (self.folder / DONE).glob("[0-9]*.parquet"))
        there = {int(stem) for stem in stems if stem.isdecimal()}
        return sorted(number for number in there if number < self.plan.batches)

    def missing(self) -> list[int]:
        """The batches of the wanted games that are still missing, in order."""
        there = set(self.done())
        return [number for number in range(-(-self.wanted // self.plan.batch)) if number not in there]

    @property
    def reach(self) -> int:
        """The number of the game after the last one that is there."""
        return max((self.plan.span(number).stop for number in self.done()), default=0)

    @property
    def outstanding(self) -> int:
        """How many games are still to be played."""
        return sum(len(self.plan.span(number)) for number in self.missing())

    @property
    def games(self) -> int:
        """The number of finished games."""
        return sum(len(self.plan.span(number)) for number in self.done())

    def keep(self, number: int, files: Files) -> None:
        """Write a finished batch; a full disk loses only this batch."""
        try:
            for name in sorted(files, key=lambda name: name == DONE):
                self._write(self.path(name, number), files[name])
        except OSError as problem:
            why = "the disk is full" if problem.errno in (errno.ENOSPC, errno.EDQUOT) else problem.strerror
            raise Problem(
                f"{self.folder}: cannot be written ({why}); the {self.games:,} finished games are kept: free some "
                f"space and run the same command to resume"
            ) from None

    def _write(self, path: Path, content: bytes) -> None:
        path.parent.mkdir(exist_ok=True)
        part = path.with_suffix(".part")
        try:
            with part.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise

    def read(self, table: str, number: int) -> Any:
        """A table of a batch, as an Arrow table."""
        path = self.path(table, number)
        try:
            return pq.read_table(path)
        except (OSError, pa.ArrowException) as problem:
            raise Problem(
                f"{path}: cannot be read ({problem}); delete it and run the same command to replay the batch"
            ) from None

    def tables(self, table: str) -> Iterator[Any]:
        """The batches of a table, one at a time."""
        for number in self.done():
            yield self.read(table, number)
