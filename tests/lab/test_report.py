"""Reports and comparisons: everything measured is shown with its interval, and nothing is fetched."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from tests.sweeps import sample
from weatherdeck.errors import Problem
from weatherdeck.games import registry
from weatherdeck.lab.comparing import comparison, comparison_page
from weatherdeck.lab.measuring import moments
from weatherdeck.lab.measuring.measure import Findings, measure
from weatherdeck.lab.playing.engines import Here
from weatherdeck.lab.playing.plan import plan
from weatherdeck.lab.playing.run import Run
from weatherdeck.lab.playing.setup import Setup
from weatherdeck.lab.playing.simulation import fill
from weatherdeck.lab.reporting import report
from weatherdeck.lab.reporting.exhibits import MeasuredRun
from weatherdeck.lab.reporting.prose import number, percent, said
from weatherdeck.lab.reporting.sections import sections
from weatherdeck.lab.reporting.summary import summary


def studied(
    folder: Path,
    name: str,
    who: str | list[str] = "random",
    games: int = 400,
    batch: int = 100,
    players: int | None = None,
) -> MeasuredRun:
    rotating = not isinstance(who, str)
    planned = replace(plan(Setup(name, players), who, games=games, rotating=rotating), batch=batch)
    run = Run.begin(folder, planned)
    fill(run, Here())
    return MeasuredRun(planned, measure(run, Here()))


def frame(folder: Path, table: str) -> pl.DataFrame:
    return pl.read_parquet(folder / table / "*.parquet")


def test_figures_are_those_of_the_tables(tmp_path: Path) -> None:
    study = studied(tmp_path, "weathervanes")
    games, seats, found = frame(tmp_path, "games"), frame(tmp_path, "seats"), study.findings
    assert (found.games, found.deals) == (400, 400)
    assert moments.ratio(found["decisions"]).mean == pytest.approx(games["decisions"].mean())
    assert moments.ratio(found["choices"]).mean == pytest.approx(
        float(games["choices"].sum()) / float(games["decisions"].sum())
    )
    for turn in range(4):
        expected = seats.filter(pl.col("turn") == turn)["won"].mean()
        assert moments.share(found[f"turn/{turn}"]).mean == pytest.approx(expected)
    assert moments.ratio(found["mean/bonus_points"]).mean == pytest.approx(seats["bonus_points"].mean())
    spread = [moments.share(found[f"spread/decisions/{part}"]) for part in found.under("spread/decisions")]
    assert sum(figure.mean for figure in spread) == pytest.approx(1)
    assert {figure.n for figure in spread} == {400}


def test_the_power_of_a_card_is_what_its_holders_get_above_the_others(tmp_path: Path) -> None:
    study = studied(tmp_path, "weathervanes", games=200)
    hands = frame(tmp_path, "hands").with_columns(
        (pl.col("gain") - pl.col("gain").mean().over("game", "round")).alias("above")
    )
    for card in (1, 24):
        has = hands["dealt"].to_numpy() & (3 << 2 * (card - 1)) != 0
        above = hands["above"].to_numpy()
        figure = moments.difference(study.findings[f"card/dealt/gain/{card}"])
        assert figure.mean == pytest.approx(np.mean(above[has]) - np.mean(above[~has]), abs=1e-4)
        assert figure.n == has.sum()


def test_findings_do_not_depend_on_how_batches_are_cut(tmp_path: Path) -> None:
    some = studied(tmp_path / "some", "winter-court", games=200, batch=40).findings
    whole = studied(tmp_path / "whole", "winter-court", games=200, batch=200).findings
    for name in whole.sums:
        if not name.startswith("spread"):
            assert np.allclose(some[name].sums, whole[name].sums), name
            assert np.allclose(some[name].products, whole[name].products), name


@pytest.mark.parametrize("name", sample("reports", registry.ours()))
def test_a_report_has_all_it_needs_in_one_file(name: str, tmp_path: Path) -> None:
    study = studied(tmp_path, name, games=300)
    game = registry.load(name)
    text = report.report(game, [study], "weatherdeck lab")
    assert not re.search(r"""(src|href)\s*=\s*["']?(https?:)?//""", text)
    assert text.index("In short") < text.index("Key numbers") < text.index(f"{game.title} in particular")
    charts = re.findall(r'<script type="application/json">(.*?)</script>', text)  # those of the page itself have an id
    assert len(charts) == text.count('class="chart"') >= 8
    for chart in charts:
        assert json.loads(chart)["$schema"].endswith("v6.4.1.json")
    assert all(sentence for sentence in summary(game, [study]))
    for section in sections(game, [study]):
        for exhibit in section.exhibits:
            assert exhibit.rows, exhibit.title
            for row in exhibit.rows:
                assert row.figure.low <= row.figure.mean <= row.figure.high
                assert row.figure.n > 0


def test_a_better_bot_is_seen_to_win_more(tmp_path: Path) -> None:
    pure = studied(tmp_path / "pure", "weathervanes", games=100)
    mixed = studied(tmp_path / "mixed", "weathervanes", ["greedy", "random", "random", "random"], games=200)
    told = summary(registry.load("weathervanes"), [pure, mixed])
    assert told[-1].startswith("One greedy among random: greedy wins ")
    assert moments.share(mixed.findings["bot/greedy"]).low > moments.share(mixed.findings["bot/random"]).high


def test_of_two_bots_the_one_that_is_named_first_is_told(tmp_path: Path) -> None:
    duel = studied(tmp_path, "winter-court", ["random", "greedy"], games=20)
    assert ": random wins " in summary(registry.load("winter-court"), [duel])[-1]


def test_nothing_played_is_nothing_to_report() -> None:
    study = MeasuredRun(plan("weathervanes", games=10), Findings())
    with pytest.raises(Problem, match="nothing to report"):
        report.report(registry.load("weathervanes"), [study])


def test_numbers_have_the_digits_that_are_sure() -> None:
    assert number(241.9484, 0.0838) == "241.948"
    assert number(1234.5, 12) == "1,234"
    assert number(4.0) == "4"
    assert percent(0.2572, 0.006) == "25.72%"
    assert said(moments.Figure(24.0, 0.0, 10, 10)) == "24 (always)"


# ---------------------------------------------------------------- comparing
def variants(folder: Path, *options: dict[str, bool], games: int = 600) -> list[comparison.Variant]:
    found = []
    for chosen in options:
        name = ",".join(chosen) or "base"
        run = Run.begin(folder / name, replace(plan(Setup("weathervanes", options=chosen), games=games), batch=200))
        fill(run, Here())
        found.append(comparison.Variant(name, run))
    return found


def test_what_a_variant_changes_is_shown_and_what_it_does_not_is_not(tmp_path: Path) -> None:
    changes = comparison.changes_of(variants(tmp_path, {}, {"bonus_no_kens": True}), Here())
    rows = {row.key: row for row in changes["bonus_no_kens"]}
    assert rows["mean/bonus_points"].shown
    assert rows["mean/bonus_points"].other.mean == 0
    assert rows["score"].shown
    assert rows["score"].difference.mean == pytest.approx(rows["score"].other.mean - rows["score"].base.mean)
    assert not rows["turn/0"].shown
    assert "decisions" not in rows, "random players do not look at the rules: every game is as long as before"
    told = comparison_page.summary(changes, "base")
    assert any("differs significantly from base" in sentence for sentence in told)


def test_a_variant_that_is_none_changes_nothing(tmp_path: Path) -> None:
    base = variants(tmp_path, {}, games=200)[0]
    changes = comparison.changes_of([base, comparison.Variant("the same", base.run)], Here())
    assert changes == {"the same": []}, "what is the same in every deal is left out"
    told = comparison_page.summary(changes, "base")
    assert told[0].startswith("0 differences were tested together.")
    assert told[1] == "the same: no significant difference from base."


def test_the_summary_tells_of_all_players_the_best_first_in_whatever_order_they_are_named(tmp_path: Path) -> None:
    studies = [studied(tmp_path / who, "tradewinds", who, games=1000, batch=500) for who in ("greedy", "random")]
    for order in (studies, studies[::-1]):
        (told,) = [one for one in summary(registry.load("tradewinds"), order) if one.startswith("The players win")]
        assert told.index("among greedy players") < told.index("among random players")


def test_only_cards_of_the_table_are_tested(tmp_path: Path) -> None:
    """4 Seasons with four players uses 40 of its 58 cards."""
    told = summary(registry.load("four-seasons"), [studied(tmp_path, "four-seasons", "random", 400, 100)])
    (cards,) = [sentence for sentence in told if "of this table" in sentence]
    assert "40 cards of this table" in cards


def test_nothing_is_said_about_when_games_are_decided_that_score_by_round(tmp_path: Path) -> None:
    for name, is_told in (("tweedy-tricksters", False), ("winter-court", True)):
        run = studied(tmp_path / name, name, "random", 100, 100)
        game = registry.load(name)
        assert any("leads for good" in sentence for sentence in summary(game, [run])) == is_told
        titles = [one.name for part in sections(game, [run]) for one in part.numbers]
        assert ("Games decided in their last tenth" in titles) == is_told


def test_other_numbers_of_players_are_shown_apart(tmp_path: Path) -> None:
    game = registry.load("four-seasons")
    studies = [studied(tmp_path / str(n), "four-seasons", "greedy", 200, 100, players=n) for n in (4, 3, 6)]
    *before, last = sections(game, studies)
    assert last.title == "By number of players"
    assert {row.who for part in before for exhibit in part.exhibits for row in exhibit.rows} == {"greedy"}
    roles = next(exhibit for exhibit in last.exhibits if exhibit.title.startswith("Rounds won by role"))
    assert {row.who for row in roles.rows} == {"3 players", "4 players", "6 players"}
    assert {row.who for row in roles.rows if row.label == "Light"} == {"6 players"}
    assert "200 games by greedy with 6 players" in summary(game, studies)[0]
