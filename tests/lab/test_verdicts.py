"""Verdicts: what changes who wins, in games per hundred, and how many games it takes to see it."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from tests.lab.test_report import studied
from tests.sweeps import sample
from weatherdeck.games import registry
from weatherdeck.lab.measuring.effects import edge
from weatherdeck.lab.measuring.measure import Findings
from weatherdeck.lab.measuring.moments import Figure, Moments, difference
from weatherdeck.lab.measuring.power import games_needed, smallest_effect
from weatherdeck.lab.playing.plan import plan
from weatherdeck.lab.reporting import report, verdicts
from weatherdeck.lab.reporting.exhibits import MeasuredRun


def made_up(who: str, **edges: tuple[float, float]) -> MeasuredRun:
    """A run of 1,000 deals in which places in the turn order win by so much more than a fair share."""
    found = Findings(games=1000, deals=1000)
    noise = np.random.default_rng(1).normal(size=1000)
    noise = (noise - noise.mean()) / noise.std()
    ones = np.ones(1000)
    found.add("edge_of_all/turn", np.stack([0.25 * ones, ones], axis=1))
    for turn, (size, error) in edges.items():
        shares = 0.25 + size + noise * error * math.sqrt(999)
        found.add(f"edge/turn/{turn[1:]}", np.stack([shares, ones, 0.25 * ones, ones], axis=1))
    return MeasuredRun(plan("weathervanes", who, games=1000), found)


def test_the_largest_effect_is_told_first_with_its_size_and_interval() -> None:
    run = made_up("greedy", t0=(0.02, 0.001), t1=(-0.05, 0.001), t2=(0.0001, 0.001))
    told = verdicts.told(verdicts.verdicts(registry.load("weathervanes"), [run]))
    assert told[0] == (
        "The player 1 seat after the starting player: -5.0 games per hundred (-5.2 to -4.8) against a fair share among "
        "greedy players."
    )
    assert told[1].startswith("The starting player: +2.0 games per hundred (+1.8 to +2.2)")
    assert not any("2 seats after" in sentence for sentence in told)


def test_players_who_disagree_are_named() -> None:
    game = registry.load("weathervanes")
    runs = [made_up("random", t0=(-0.02, 0.001)), made_up("greedy", t0=(0.02, 0.001))]
    (first, *_) = verdicts.told(verdicts.verdicts(game, runs))
    assert first.endswith("among greedy players. Other players show the opposite: random -2.0.")
    runs = [made_up("random", t0=(0.0, 0.001)), made_up("greedy", t0=(0.02, 0.001))]
    (first, *_) = verdicts.told(verdicts.verdicts(game, runs))
    assert first.endswith("among greedy players. Not significant among random players.")


def test_where_nothing_is_significant_it_says_what_could_have_been_seen() -> None:
    run = made_up("greedy", t0=(0.001, 0.005))
    (only,) = verdicts.told(verdicts.verdicts(registry.load("weathervanes"), [run]))
    assert only == (
        "Turn order: nothing significant. 1,000 games by greedy would most likely have shown an effect of 1.4 games "
        "per hundred."
    )


def test_the_edge_of_a_place_is_its_win_rate_minus_that_of_all(tmp_path: Path) -> None:
    found = studied(tmp_path, "tweedy-tricksters", games=200).findings  # several can win
    wins = [found[f"turn/{turn}"].sums for turn in range(4)]
    mean = sum(sums[0] for sums in wins) / sum(sums[1] for sums in wins)
    for turn, sums in enumerate(wins):
        assert edge(found, "turn", str(turn)).mean == pytest.approx(sums[0] / sums[1] - mean)


def test_as_many_games_as_are_needed_show_the_effect_in_four_of_five_studies() -> None:
    rng = np.random.default_rng(3)
    pilot = Figure(0.0, 0.5 / math.sqrt(1000), 1000, 1000)  # of a coin
    needed = games_needed(pilot, 1000, effect=0.05)
    assert needed is not None
    rates = rng.binomial(needed, 0.55, size=4000) / needed
    errors = np.sqrt(rates * (1 - rates) / needed)
    assert np.mean((rates - 0.5) / errors > 1.96) == pytest.approx(0.8, abs=0.03)


def test_many_things_tested_together_need_more_games() -> None:
    figure = Figure(0.0, 0.01, 1000, 1000)
    one, many = games_needed(figure, 1000), games_needed(figure, 1000, tests=24)
    assert one is not None
    assert many is not None
    assert one < many < 3 * one
    assert smallest_effect(0.01) == pytest.approx(0.028, abs=1e-3)
    assert games_needed(Figure(0.0, math.inf, 10, 1), 10) is None


@pytest.mark.parametrize("name", sample("reports", registry.ours()))
def test_a_report_begins_with_what_to_look_at(name: str, tmp_path: Path) -> None:
    game = registry.load(name)
    run = studied(tmp_path, name, "greedy", games=400)
    text = report.report(game, [run])
    places = [text.index(part) for part in ("What to look at", "one game in a hundred", "In short", "Key numbers")]
    assert places == sorted(places)
    for need in verdicts.needs(verdicts.verdicts(game, [run])):
        assert need.needed > 0
        assert (need.needed > need.games) == (need.least > 0.01)


def test_a_plan_is_rounded_up() -> None:
    assert [report.round_up(number) for number in (7, 99, 101, 12345)] == [7, 99, 110, 13000]


def test_a_value_that_not_every_deal_has_is_compared_with_all_deals() -> None:
    rng = np.random.default_rng(5)
    won, has = rng.integers(0, 2, 500).astype(float), rng.integers(0, 2, 500).astype(float)
    ones = np.ones(500)
    whole = np.stack([won, ones, won * has, has], axis=1)[:, [2, 3, 0, 1]]
    found = Findings(games=500, deals=500)
    found.add("edge_of_all/turn", whole[:, 2:])
    found.add("edge/turn/0", whole * np.array([ones, ones, has, has]).T)
    expected = difference(Moments.of(whole))
    assert edge(found, "turn", "0").mean == pytest.approx(expected.mean)
    assert edge(found, "turn", "0").error == pytest.approx(expected.error)
