"""Datasets: what every decision of a run saw, rebuilt from the seeds and the actions that the run kept.

    for chunk in replay("lab/GAME/greedy"):
        chunk.observation, chunk.mask, chunk.action, chunk.result    # one row per decision

A run keeps six numbers of each decision (`weatherdeck lab GAME --decisions`). The rules and the seed of the deal say
everything else, so a dataset is rebuilt when it is needed, by compiled code. Nothing is taken on trust:
every action must have been legal, and every game must end with the results that the run recorded.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from ... import kernel
from ...errors import Problem
from ...games.game import Game
from . import rebuilding
from .columns import OBSERVATIONS
from .plan import RunPlan
from .rebuilding import NOWHERE, Recorded, Room
from .run import PLAN_FILE, Run

DECISIONS = 1 << 15
"""Decisions in a chunk, about: some 30 to 140 MB, by the game's observations."""
TABLE = "observations"

Array: TypeAlias = npt.NDArray[Any]


class Damaged(Problem):
    """A recorded game that cannot have been played."""

    def __init__(self, message: str, game: int, number: int | None) -> None:
        super().__init__(message)
        self.game = game
        self.number = number  # of the first decision that cannot be; None where only the results differ

    def __reduce__(self) -> tuple[Any, ...]:
        return Damaged, (str(self), self.game, self.number)


class Chunk(NamedTuple):
    """Some whole games of a run, one row per decision, in the order in which they were made."""

    observation: npt.NDArray[np.float32]  # what the seat saw, in the layout of the game's `OBSERVATION`
    mask: npt.NDArray[np.int8]  # 1 for each legal action
    action: npt.NDArray[np.int32]
    seat: npt.NDArray[np.int8]
    result: npt.NDArray[np.float32]  # of that seat, at the end of the game
    game: npt.NDArray[np.int64]
    number: npt.NDArray[np.int32]  # of the decision in its game, from 0


def replay(run: Run | Path | str, *, decisions: int = DECISIONS) -> Iterator[Chunk]:
    """Rebuild what every decision of a run saw, in chunks of about so many decisions (whole games)."""
    opened = run if isinstance(run, Run) else _opened(Path(run))
    _check(opened)
    for number in opened.done():
        yield from _batch(opened, number, decisions)


def write(run: Run, on_batch: Callable[[int, int], None] | None = None) -> None:
    """Write the table `observations` of a run, as far as the run was played and the table is not there yet."""
    _check(run)
    done = run.done()
    for place, number in enumerate(done):
        if not _is_written(run, number):
            run.keep(number, {TABLE: _packed(run, number)})
        if on_batch is not None:
            on_batch(place + 1, len(done))


def _is_written(run: Run, number: int) -> bool:
    """Whether the table of a batch is there, with as many rows as it should have: a run may have grown since."""
    try:
        return _rows(run.path(TABLE, number)) == _rows(run.path("decisions", number))
    except (OSError, pa.ArrowException):
        return False


def _rows(path: Path) -> int:
    return int(pq.read_metadata(path).num_rows)


def _packed(run: Run, number: int) -> bytes:
    """The table of a batch as a Parquet file."""
    buffer, writer = io.BytesIO(), None
    for chunk in _batch(run, number, DECISIONS):
        columns = [_column(getattr(chunk, column.name)) for column in OBSERVATIONS]
        table = pa.Table.from_arrays(columns, names=[column.name for column in OBSERVATIONS])
        if writer is None:
            writer = pq.ParquetWriter(buffer, table.schema, compression="zstd", write_statistics=False)
        writer.write_table(table)
    assert writer is not None, "a batch has at least one game"
    writer.close()
    return buffer.getvalue()


def _column(values: Array) -> pa.Array:
    if values.ndim == 1:
        return pa.array(values)
    return pa.FixedSizeListArray.from_arrays(pa.array(values.ravel()), values.shape[1])


# ---------------------------------------------------------------- which run
def _opened(folder: Path) -> Run:
    runs = sorted(path.parent.name for path in folder.glob(f"*/{PLAN_FILE}"))
    if runs and not (folder / PLAN_FILE).exists():
        raise Problem(f"{folder}: is a study; name one of its runs, such as {folder / runs[0]}")
    return Run.open(folder)


def _check(run: Run) -> None:
    plan = run.plan
    if not plan.decisions:
        raise Problem(f"{run.folder}: does not keep its decisions; play a run with `weatherdeck lab --decisions`")
    ruleset = plan.load().rules.RULESET
    if ruleset != plan.ruleset:
        raise Problem(
            f"{run.folder}: was played under ruleset {plan.ruleset} and cannot be rebuilt under ruleset {ruleset}; "
            f"use weatherdeck {plan.version}"
        )


# ---------------------------------------------------------------- one batch
@dataclass(frozen=True)
class _Batch:
    """The columns of a batch that its games are rebuilt from."""

    games: Array  # numbers
    seeds: Array
    starts: Array  # the first decision of each game, and the number of all decisions
    decided: dict[str, Array]  # columns of the decisions
    results: Array  # [game, seat]


def _batch(run: Run, number: int, decisions: int) -> Iterator[Chunk]:
    read = _read(run, number)
    games, first = len(read.games), 0
    while first < games:
        most = read.starts[first] + max(1, decisions)
        last = max(first + 1, int(np.searchsorted(read.starts, most, side="right")) - 1)
        yield _rebuilt(run, read, first, min(last, games))
        first = last


def _read(run: Run, number: int) -> _Batch:
    games, seats = run.read("games", number), run.read("seats", number)
    decided = {name: column.to_numpy() for name, column in _columns(run.read("decisions", number))}
    numbers = games["game"].to_numpy()
    starts = np.searchsorted(decided["game"], np.append(numbers, numbers[-1] + 1))
    expected = np.arange(len(decided["game"])) - np.repeat(starts[:-1], np.diff(starts))
    if starts[0] != 0 or starts[-1] != len(expected) or not np.array_equal(expected, decided["number"]):
        raise Problem(f"{run.path('decisions', number)}: its decisions are not those of games {numbers[0]} onwards")
    results = seats["result"].to_numpy().reshape(len(numbers), run.plan.players)
    return _Batch(numbers, games["seed"].to_numpy(), starts, decided, results)


def _columns(table: Any) -> Iterator[tuple[str, Any]]:
    return zip(table.column_names, table.columns, strict=True)


def _rebuilt(run: Run, read: _Batch, first: int, last: int) -> Chunk:
    """Games first to last - 1 of a batch, rebuilt and checked."""
    game = run.plan.load()
    rows = slice(int(read.starts[first]), int(read.starts[last]))
    decided = {name: column[rows] for name, column in read.decided.items()}
    starts = read.starts[first : last + 1] - rows.start
    made = _play_again(game, run.plan, read.seeds[first:last], starts, decided)
    _refuse_wrong(run, made, read.games[first:last], read.results[first:last], decided)
    of = np.repeat(np.arange(last - first), np.diff(starts))
    return Chunk(
        observation=np.asarray(made.observations),
        mask=np.asarray(made.masks),
        action=decided["action"].astype(np.int32),
        seat=decided["seat"].astype(np.int8),
        result=np.asarray(made.results)[of, decided["seat"]],
        game=decided["game"].astype(np.int64),
        number=decided["number"].astype(np.int32),
    )


def _play_again(game: Game, plan: RunPlan, seeds: Array, starts: Array, decided: dict[str, Array]) -> Recorded:
    twin, rules, n = kernel.fastest(rebuilding, game.module), game.rules, len(decided["action"])
    made = twin.make(
        Recorded,
        blank=twin.load_all([game.new_state(plan.players, plan.options)]),
        seeds=seeds.astype(np.int64),
        starts=starts.astype(np.int64),
        seats=decided["seat"].astype(np.int64),
        legal=decided["legal"].astype(np.int64),
        actions=decided["action"].astype(np.int64),
        observations=(n, rules.OBSERVATION.size),
        masks=(n, rules.ACTIONS),
        results=(len(seeds), plan.players),
        wrong=len(seeds),
    )
    room = Room, {"rng": kernel.RNG_WORDS, "actions": rules.MAX_LEGAL, "results": plan.players}
    twin.over(len(seeds), "rebuild", made, room=room)
    return made


def _refuse_wrong(run: Run, made: Recorded, games: Array, results: Array, decided: dict[str, Array]) -> None:
    wrong = np.asarray(made.wrong)
    advice = "its files were changed after it was played; delete the folder and play the run again"
    for place in np.flatnonzero(wrong != NOWHERE)[:1]:
        number, at = int(wrong[place]), int(made.starts[place] + wrong[place])
        if at < made.starts[place + 1]:
            what = f"seat {decided['seat'][at]} cannot have chosen action {decided['action'][at]} there"
        else:
            what = "the game is not over there"
        raise Damaged(
            f"{run.folder}: game {games[place]}, decision {number}: {what}; {advice}", int(games[place]), number
        )
    for place in np.flatnonzero((np.asarray(made.results) != results).any(axis=1))[:1]:
        raise Damaged(
            f"{run.folder}: game {games[place]}: its decisions lead to other results than those it recorded; {advice}",
            int(games[place]),
            None,
        )
