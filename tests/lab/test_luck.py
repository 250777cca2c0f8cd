"""Luck, in real games: it does not depend on how alike a bot plays a deal each time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from weatherdeck.lab import Here, study
from weatherdeck.lab.playing import batch
from weatherdeck.lab.playing.plan import plan
from weatherdeck.lab.reporting.exhibits import luck
from weatherdeck.lab.studies import Study


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Study:
    line_ups = ["random:300", "novice:2400", "club:300", "greedy:1800"]
    return study("tweedy-tricksters", line_ups, folder=tmp_path_factory.mktemp("luck"), engine=Here())


def repeated(who: str) -> float:
    """The correlation between two games of a deal by the same bot."""
    tables = batch.play(plan("tweedy-tricksters", who, games=1800, repeats=2), 0)
    won = pl.DataFrame(tables["seats"])["won"].to_numpy().reshape(-1, 2, 4).astype(float)
    return float(np.corrcoef(won[:, 0].ravel(), won[:, 1].ravel())[0, 1])


def test_a_bot_that_repeats_its_games_does_not_make_a_game_of_luck(found: Study) -> None:
    assert repeated("greedy") > 0.4
    (figure,) = [figure for pair, figure in luck(found.measured, "won") if pair == "novice and greedy"]
    assert figure.high < 0.1
    assert figure.deals == 1800, "the deals that both tables played"


def test_the_figure_is_the_correlation_of_both_tables(found: Study) -> None:
    seats = found.table("seats").filter(pl.col("game") < 1800)
    values = [seats.filter(run=who).sort("game", "seat")["score"].to_numpy() for who in ("novice", "greedy")]
    (figure,) = [figure for pair, figure in luck(found.measured, "score") if pair == "novice and greedy"]
    assert figure.mean == pytest.approx(float(np.corrcoef(values[0], values[1])[0, 1]))


def test_only_tables_of_different_players_who_play_are_compared(found: Study) -> None:
    """Random moves are no play, and greedy and club are the same policy."""
    assert {pair for pair, _ in luck(found.measured, "won")} == {"novice and greedy", "novice and club"}


def test_no_table_of_equals_no_luck(tmp_path: Path) -> None:
    alone = study("tradewinds", ["random:40", "greedy:40"], folder=tmp_path, engine=Here())
    assert luck(alone.measured, "won") == []
