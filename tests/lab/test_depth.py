"""Depth of skill, how decisions weigh, lengths in minutes, and charts as files."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.lab.test_report import studied
from weatherdeck.bots.levels import level_of, policy_of
from weatherdeck.errors import Problem
from weatherdeck.games import registry
from weatherdeck.lab.measuring.measure import Findings
from weatherdeck.lab.measuring.moments import Figure
from weatherdeck.lab.playing.plan import plan
from weatherdeck.lab.reporting import report, skill, stages, timing
from weatherdeck.lab.reporting.exhibits import MeasuredRun


def rung(simulations: int, wins: float) -> MeasuredRun:
    """A made-up run: one search among greedy players in a game of two."""
    found = Findings(games=400, deals=200)
    ones = np.ones(200)
    won = np.random.default_rng(simulations).binomial(2, wins, 200)
    found.add(f"bot/search@{simulations}", np.stack([won, 2 * ones], axis=1))
    found.add("bot/greedy", np.stack([2 - won, 2 * ones], axis=1))
    return MeasuredRun(plan("winter-court", [f"search@{simulations}", "greedy"], games=400, rotating=True), found)


# ---------------------------------------------------------------- depth of skill
def test_a_search_is_named_by_its_simulations() -> None:
    game = registry.load("winter-court")
    policy = policy_of("search@20", game)
    assert policy is not None
    assert policy.simulations == 20 * game.search.effort
    assert policy.noise == 0
    assert level_of("search@0") is None
    assert level_of("search@many") is None


def test_the_rungs_double_and_a_team_plays_them_in_all_seats() -> None:
    assert all(after == 2 * before for before, after in zip(skill.RUNGS, skill.RUNGS[1:], strict=False))
    rivals = skill.line_ups(registry.load("weathervanes"))
    assert [one.bots for one in rivals][:2] == [("search@5", "greedy"), ("search@10", "greedy")]
    assert {len(one.bots) for one in skill.line_ups(registry.load("tradewinds"))} == {1}


def test_the_curve_tells_what_a_doubling_is_worth() -> None:
    runs = [rung(20, 0.7), rung(5, 0.5)]
    rungs, others = skill.apart([*runs, replace(runs[0], plan=plan("winter-court", "greedy", games=10))])
    assert [skill.rung(run) for run in rungs] == [5, 20]
    assert [run.plan.bots for run in others] == [("greedy", "greedy")]
    section = skill.section(registry.load("winter-court"), rungs)
    assert section is not None
    (exhibit,) = section.exhibits
    assert exhibit.lines[0].at == pytest.approx(0.5)
    first, last = (row.figure.mean for row in exhibit.rows)
    assert f"{50 * (last - first):+.1f} games per hundred" in exhibit.note  # two doublings
    assert skill.section(registry.load("winter-court"), rungs[:1]) is None


# ---------------------------------------------------------------- how decisions weigh
def test_the_cost_of_a_tenth_is_how_much_less_often_the_same_deals_are_won() -> None:
    rng = np.random.default_rng(1)
    usual = rng.integers(0, 2, 1000)
    late = usual * rng.integers(0, 2, 1000)  # half of the wins are lost
    same, lost = stages.costs(np.stack([usual, late, usual], axis=1).astype(float))
    assert (same.mean, same.error) == (0, 0)
    assert lost.mean == pytest.approx((usual - late).mean())
    assert lost.error == pytest.approx((usual - late).std(ddof=1) / math.sqrt(1000), rel=1e-3)


def test_what_was_weighed_is_kept_and_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [Figure(0.1, 0.01, 100, 100)] * 10
    monkeypatch.setattr(stages, "weigh", lambda *_: made)
    small = plan("winter-court", "greedy", games=10)
    assert stages.load_or_weigh(tmp_path, small, 40.2, 100) == made
    monkeypatch.setattr(stages, "weigh", lambda *_: [])
    assert stages.load_or_weigh(tmp_path, small, 40.2, 100) == made
    assert stages.load(tmp_path) == made
    assert stages.load_or_weigh(tmp_path, replace(small, seed=2), 40.2, 100) == []
    (tmp_path / stages.FILE).write_text("{")
    with pytest.raises(Problem, match="delete it"):
        stages.load(tmp_path)


def test_a_random_tenth_costs_a_greedy_player_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEATHERDECK_INTERPRETED", "1")
    found = stages.weigh(plan("winter-court", "greedy", games=10), 40, deals=6)
    assert len(found) == 10
    assert all(-1 <= figure.mean <= 1 and figure.deals == 6 for figure in found)


# ---------------------------------------------------------------- minutes
def test_minutes_come_from_what_people_took_and_pauses_do_not_count(tmp_path: Path) -> None:
    timed = timing.timing([[6.0] * 30, [4.0] * 30, [7000.0]], "the store x")
    assert timed is not None
    assert (timed.mean, timed.decisions, timed.matches) == (5.0, 60, 2)
    run = studied(tmp_path, "winter-court", games=100)
    number = timing.minutes([run], timed)
    games = run.findings["decisions"].sums[0] / 100
    free = 1 - run.findings["forced"].sums[0] / run.findings["forced"].sums[1]
    assert number.figures["random"].mean == pytest.approx(games * free * 5 / 60)
    assert "60 decisions by people in 2 matches (the store x)" in number.note
    text = report.report(registry.load("winter-court"), [run], extras=report.Extras(timing=timed))
    assert "Length in minutes" in text
    assert timing.timing([[1.0] * 3], "too few") is None


def test_the_error_of_the_mean_knows_that_one_slow_player_makes_many_slow_decisions() -> None:
    alike = timing.timing([[5.0, 5.0]] * 20, "")
    apart = timing.timing([[2.0, 2.0], [8.0, 8.0]] * 10, "")
    assert alike is not None
    assert apart is not None
    assert alike.error < 1e-12
    assert apart.error == pytest.approx(3 / math.sqrt(20), rel=0.05)


# ---------------------------------------------------------------- files
def test_every_chart_is_written_as_picture_and_numbers(tmp_path: Path) -> None:
    run = studied(tmp_path / "run", "winter-court", games=100)
    game = registry.load("winter-court")
    number = report.export(tmp_path / "charts", game, [run])
    shown = [one for part in report.parts(game, [run]) for one in part.exhibits]
    assert number >= len(shown) > 5
    for one in shown:
        path = tmp_path / "charts" / report.file_name(one.title)
        assert path.with_suffix(".png").read_bytes().startswith(b"\x89PNG")
        assert "<svg" in path.with_suffix(".svg").read_text()
        assert len(path.with_suffix(".csv").read_text().splitlines()) == 1 + len(one.rows)
