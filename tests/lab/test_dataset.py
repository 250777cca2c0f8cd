"""Datasets: what each decision saw is rebuilt exactly, and a run that was changed is found out."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from weatherdeck.cli import main
from weatherdeck.errors import Problem
from weatherdeck.games import registry
from weatherdeck.kernel import new_rng
from weatherdeck.lab import Chunk, Damaged, replay
from weatherdeck.lab.playing import dataset
from weatherdeck.lab.playing.engines import Here
from weatherdeck.lab.playing.plan import plan
from weatherdeck.lab.playing.run import PLAN_FILE, Run
from weatherdeck.lab.playing.simulation import fill

GAMES = 8
CHEAP = "tradewinds"


def played(folder: Path, name: str, games: int = GAMES, *, batch: int = 4, decisions: bool = True) -> Run:
    """A run with two batches."""
    run = Run.begin(folder, replace(plan(name, "random", games=games, decisions=decisions), batch=batch))
    fill(run, Here())
    return run


def joined(chunks: list[Chunk]) -> Chunk:
    return Chunk(*(np.concatenate(parts) for parts in zip(*chunks, strict=True)))


def column(run: Run, table: str, name: str) -> Any:
    return np.concatenate([part[name].to_numpy() for part in run.tables(table)])


@pytest.mark.parametrize("name", registry.ours())
def test_the_rules_see_the_same_when_the_actions_are_played_again(name: str, tmp_path: Path) -> None:
    run = played(tmp_path, name)
    found = joined(list(replay(tmp_path)))
    for column_name in ("game", "number", "seat", "action"):
        assert (getattr(found, column_name) == column(run, "decisions", column_name)).all()
    assert (found.mask.sum(axis=1) == column(run, "decisions", "legal")).all()
    results = column(run, "seats", "result").reshape(GAMES, -1)
    assert (found.result == results[found.game, found.seat]).all()

    game = run.plan.load()  # the last game, interpreted
    state, rng = game.new_state(run.plan.players), new_rng(int(column(run, "games", "seed")[-1]))
    game.rules.deal(state, rng)
    expected = np.zeros(game.rules.OBSERVATION.size, np.float32)
    for row in np.flatnonzero(found.game == GAMES - 1):
        game.rules.observe(state, state.to_move, expected)
        assert (found.observation[row] == expected).all()
        assert np.flatnonzero(found.mask[row]).tolist() == sorted(game.legal(state))
        game.rules.apply(state, int(found.action[row]), rng)
    assert game.rules.is_over(state)


def test_chunks_hold_whole_games_and_together_everything(tmp_path: Path) -> None:
    played(tmp_path, CHEAP)
    whole = joined(list(replay(tmp_path)))
    for size in (1, 60, 1000):
        chunks = list(replay(str(tmp_path), decisions=size))
        assert all(chunk.number[0] == 0 for chunk in chunks)
        assert all(len(chunk.action) <= size or len(set(chunk.game)) == 1 for chunk in chunks)
        for name in Chunk._fields:
            assert np.array_equal(getattr(joined(chunks), name), getattr(whole, name))
    assert len(list(replay(tmp_path, decisions=1))) == GAMES


# ---------------------------------------------------------------- changed runs
def change(run: Run, table: str, name: str, row: int, value: float) -> None:
    """Change a number in the second batch of a run."""
    path = run.path(table, 1)
    stored = pq.read_table(path)
    values = stored[name].to_numpy().copy()
    assert values[row] != value
    values[row] = value
    place = stored.column_names.index(name)
    pq.write_table(stored.set_column(place, name, pa.array(values, stored.schema.types[place])), path)


@pytest.mark.parametrize("action", [-1, 27, 10_000])
def test_an_action_that_cannot_have_been_chosen_is_reported_with_its_game_and_number(
    action: int, tmp_path: Path
) -> None:
    run = played(tmp_path, CHEAP)
    row = 30
    at = run.read("decisions", 1).to_pylist()[row]
    change(run, "decisions", "action", row, action)
    with pytest.raises(
        Damaged, match=f"game {at['game']}, decision {at['number']}: .* action {action} there"
    ) as caught:
        list(replay(run))
    assert (caught.value.game, caught.value.number) == (at["game"], at["number"])


def test_another_legal_action_is_found_out_by_what_follows(tmp_path: Path) -> None:
    run = played(tmp_path, CHEAP)
    rebuilt = list(replay(run))[-1]
    row = next(row for row in range(len(rebuilt.action)) if rebuilt.number[row] == 0 and rebuilt.mask[row].sum() > 1)
    other = next(action for action in np.flatnonzero(rebuilt.mask[row]) if action != rebuilt.action[row])
    change(run, "decisions", "action", row, int(other))
    with pytest.raises(Damaged) as caught:
        list(replay(run))
    assert caught.value.game == rebuilt.game[row]


def test_other_results_are_found_out(tmp_path: Path) -> None:
    run = played(tmp_path, CHEAP)
    change(run, "seats", "result", 5, 0.5)
    with pytest.raises(Damaged, match=r"game 5: .* other results") as caught:
        list(replay(run))
    assert (caught.value.game, caught.value.number) == (5, None)


def test_a_decision_that_is_missing_is_found_out(tmp_path: Path) -> None:
    run = played(tmp_path, CHEAP)
    path = run.path("decisions", 1)
    stored = pq.read_table(path)
    pq.write_table(stored.slice(0, len(stored) - 1), path)
    with pytest.raises(Damaged, match="the game is not over there") as caught:
        list(replay(run))
    assert caught.value.game == GAMES - 1
    pq.write_table(stored.slice(1), path)
    with pytest.raises(Problem, match="its decisions are not those of games 4 onwards"):
        list(replay(run))


def test_runs_that_cannot_be_rebuilt_are_refused(tmp_path: Path) -> None:
    played(tmp_path / "study" / "random", CHEAP, decisions=False)
    with pytest.raises(Problem, match="does not keep its decisions"):
        next(replay(tmp_path / "study" / "random"))
    with pytest.raises(Problem, match=r"is a study; name one of its runs, such as .*random"):
        next(replay(tmp_path / "study"))
    with pytest.raises(Problem, match="is not a run of the lab"):
        next(replay(tmp_path))
    run = played(tmp_path / "old", CHEAP)
    older = replace(run.plan, ruleset=run.plan.ruleset - 1)
    (run.folder / PLAN_FILE).write_text(older.dumps(), encoding="utf-8")
    with pytest.raises(Problem, match=f"was played under ruleset {older.ruleset}"):
        next(replay(run.folder))


# ---------------------------------------------------------------- written out
def test_observations_are_written_as_a_table_and_again_when_the_run_grows(tmp_path: Path) -> None:
    run = played(tmp_path, CHEAP, games=6)
    told: list[tuple[int, int]] = []
    dataset.write(run, lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]
    first = run.path("observations", 0).stat().st_mtime_ns
    grown = played(tmp_path, CHEAP, games=8)
    dataset.write(grown)
    assert run.path("observations", 0).stat().st_mtime_ns == first
    frame = pl.read_parquet(tmp_path / "observations" / "*.parquet")
    expected = joined(list(replay(tmp_path)))
    for name in Chunk._fields:
        assert (frame[name].to_numpy() == getattr(expected, name)).all()


def test_a_dataset_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["lab", CHEAP, "--play", "random:4", "--processes", "1", "--out", str(tmp_path), "--observations"]
    assert main(arguments) == 0
    assert "Tables:" in capsys.readouterr().out
    frame = pl.read_parquet(tmp_path / "random" / "observations" / "*.parquet")
    assert sorted(set(frame["game"])) == [0, 1, 2, 3]
    assert main(["lab", "compare", CHEAP, "--with", "open_hands=true", "--observations"]) == 2
    assert "--observations has no effect with 'compare': it is for a study" in capsys.readouterr().err


def test_the_example_of_the_page_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "science.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (command, *_), (code, *_) = (
        re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL) for language in ("sh", "python")
    )
    assert "--play greedy:200 " in command
    fewer = command.replace("greedy:200", "greedy:4") + " --processes 1"
    assert main(shlex.split(fewer)[1:]) == 0
    capsys.readouterr()
    exec(code, {})
    rules = registry.load(shlex.split(command)[2]).rules
    assert f"{rules.OBSERVATION.size}) (" in capsys.readouterr().out
