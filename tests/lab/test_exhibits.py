"""Charts: axes that do not exaggerate, lines to compare with, and nothing shown that says nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.lab.test_report import studied
from weatherdeck.games import registry
from weatherdeck.lab.measuring.moments import Figure
from weatherdeck.lab.reporting import report
from weatherdeck.lab.reporting.charts import MOST_ROWS, chart, picture, shown_labels
from weatherdeck.lab.reporting.exhibits import Exhibit, KeyNumber, LabelledFigure, Line, Section, as_csv, axis
from weatherdeck.lab.reporting.sections import sections


def figure(mean: float, error: float = 0.001, n: int = 1000) -> Figure:
    return Figure(mean, error, n, n)


def exhibit(*means: float, **more: Any) -> Exhibit:
    rows = tuple(LabelledFigure(f"row {n}", "greedy", figure(mean)) for n, mean in enumerate(means))
    return replace(Exhibit("Made up", rows), **more)


def values(specification: dict[str, Any]) -> list[dict[str, Any]]:
    """The data of a chart's lines."""
    longest: list[dict[str, Any]] = max(specification["datasets"].values(), key=len)
    return longest


# ---------------------------------------------------------------- axes
def test_amounts_that_hardly_differ_look_as_if_they_hardly_differed() -> None:
    low, high = axis(exhibit(4.635, 4.690))
    assert low == 0
    assert (4.690 - 4.635) / (high - low) < 0.02


def test_a_fair_share_lies_in_the_middle_of_the_axis() -> None:
    assert axis(exhibit(0.2596, 0.247, percent=True, lines=(Line(0.25, "fair share"),))) == (0.0, 0.5)
    assert axis(exhibit(0.88, 0.04, percent=True, lines=(Line(0.25, "fair share"),))) == (0.0, 1.0)


def test_shares_are_shown_from_0_and_large_ones_with_the_whole_range() -> None:
    assert axis(exhibit(0.373, 0.381, percent=True)) == (0.0, 0.4)
    assert axis(exhibit(0.97, 0.99, percent=True)) == (0.0, 1.0)


def test_differences_are_shown_around_0_and_small_ones_stay_small() -> None:
    assert axis(exhibit(0.001, -0.002, percent=True, zero=True)) == (-0.05, 0.05)
    low, high = axis(exhibit(0.2, -0.01, percent=True, zero=True))
    assert low == -high < -0.2


def test_the_interval_of_a_handful_of_games_does_not_stretch_the_axis() -> None:
    few = LabelledFigure("rare", "greedy", Figure(0.1, 0.3, 4, 4))
    some = exhibit(0.01, percent=True, zero=True)
    assert axis(replace(some, rows=(*some.rows, few))) == (-0.05, 0.05)


@pytest.mark.parametrize("kind", ["dots", "curve"])
def test_the_chart_uses_the_axis_of_its_exhibit(kind: str) -> None:
    rows = tuple(LabelledFigure(str(n), "greedy", figure(4 + n / 100)) for n in (1, 2, 4))
    drawn = json.dumps(chart(Exhibit("Made up", rows, kind=kind)))  # type: ignore[arg-type]  # one of the kinds
    assert '"domain": [0.0, 4.0' in drawn


# ---------------------------------------------------------------- marks
def test_the_last_bar_of_a_distribution_is_as_wide_as_the_others() -> None:
    rows = tuple(LabelledFigure(str(5 * n), "greedy", figure(0.05)) for n in range(20))
    drawn = chart(Exhibit("Made up", rows, "spread", True, width=5))
    corners = values(drawn)
    assert [point["value"] for point in corners] == [0, *range(0, 100, 5), 100, 100]
    assert [point["mean"] for point in corners[:2] + corners[-2:]] == [0, 0.05, 0.05, 0]


def test_a_fair_share_is_drawn_and_named() -> None:
    drawn = json.dumps(chart(exhibit(0.26, 0.24, percent=True, lines=(Line(0.25, "fair share"),))))
    assert "fair share: 25.0%" in drawn


def test_of_very_many_rows_the_ends_are_drawn_and_the_numbers_keep_all() -> None:
    many = exhibit(*(n / 100 for n in range(MOST_ROWS + 20)), percent=True, zero=True, sort=True)
    assert len(shown_labels(many)) < MOST_ROWS
    assert shown_labels(many)[0] == f"row {MOST_ROWS + 19}"
    assert shown_labels(many)[-1] == "row 0"
    assert len(as_csv(many).splitlines()) == 1 + MOST_ROWS + 20


def test_rows_are_ordered_by_the_players_whose_figures_are_not_noise() -> None:
    sure = [LabelledFigure(label, "greedy", figure(mean)) for label, mean in (("a", 0.01), ("b", 0.09))]
    noise = [LabelledFigure(label, "expert", figure(mean, 0.5)) for label, mean in (("a", 0.4), ("b", -0.4))]
    assert Exhibit("Made up", (*sure, *noise), zero=True, sort=True).labels == ["b", "a"]


# ---------------------------------------------------------------- what is shown
def test_what_is_always_or_never_so_is_not_shown() -> None:
    assert exhibit(0.0, 0.0, percent=True).says_nothing
    assert exhibit(0.0, percent=True).says_nothing
    assert not exhibit(0.2, 0.8, percent=True).says_nothing
    same = tuple(LabelledFigure(label, "greedy", figure(6.0, 0.0)) for label in "ab")
    assert Exhibit("Made up", same).says_nothing
    assert not Exhibit("Made up", same[:1]).says_nothing  # a game that always takes six rounds


def test_differences_of_which_none_is_significant_are_told_in_a_sentence(tmp_path: Path) -> None:
    null = exhibit(0.0001, -0.0001, percent=True, zero=True)
    assert null.is_null
    assert not exhibit(0.1, -0.0001, percent=True, zero=True).is_null
    page = report.page(report.Heading("Made up", ""), [], [Section("Part", exhibits=[null])])
    assert "None of the 2 differences is significant (Holm, 5%)." in page
    assert 'class="chart"' not in page


def test_what_one_run_shows_is_tested_together() -> None:
    """Or else a chart would call nothing significant what the summary of the same page names."""
    shown = LabelledFigure("a", "greedy", figure(0.0029))
    others = tuple(LabelledFigure(f"row {n}", f"bot {n}", figure(0.0)) for n in range(30))
    assert Exhibit("Made up", (shown, *others), zero=True).clear() == [True, *[False] * 30]
    assert not any(Exhibit("Made up", (shown, *others), "heat", zero=True).clear())  # one run has all pairs


def test_simultaneous_intervals_are_not_corrected_once_more() -> None:
    just = replace(figure(0.1), bounds=(0.001, 0.199))
    rows = (LabelledFigure("a", "x", just), *exhibit(*[0.0] * 99).rows)
    found = Exhibit("Made up", rows, zero=True, simultaneous=True)
    assert found.clear() == [True, *[False] * 99]
    assert not found.is_null


def test_differences_with_a_range_to_compare_with_are_drawn_anyway() -> None:
    assert not exhibit(0.0001, -0.0001, percent=True, zero=True, lines=(Line(0.01, ""),)).is_null


@pytest.mark.parametrize("name", registry.ours())
def test_every_panel_has_its_own_heading_and_more_than_one_number(name: str, tmp_path: Path) -> None:
    game = registry.load(name)
    runs = [studied(tmp_path / str(n), name, games=200, players=n) for n in (game.check_players(None), *game.players)]
    found = sections(game, list({run.plan.players: run for run in runs}.values()))
    titles = [one.title for part in found for one in part.exhibits]
    assert len(titles) == len(set(titles))
    assert found[0].title == "Key numbers"
    assert any(number.name == "Decisions per game" for number in found[0].numbers)
    assert not any(number.name.startswith("Length of games") for number in found[0].numbers)  # where all are as long
    for one in (one for part in found for one in part.exhibits):
        assert not one.is_single, one.title
        assert not one.says_nothing, one.title
        if one.title.startswith("Win rate by"):
            assert one.lines, one.title


def test_a_key_number_keeps_the_figure_of_each_who_played() -> None:
    rows = tuple(LabelledFigure("lead changes per game", who, figure(11)) for who in ("random", "greedy"))
    number = KeyNumber.of(Exhibit("Lead changes per game", rows))
    assert (number.name, list(number.figures)) == ("Lead changes per game", ["random", "greedy"])


# ---------------------------------------------------------------- for other programs, and for those who do not see
def test_numbers_are_exported_with_all_their_digits() -> None:
    assert as_csv(exhibit(1 / 3)).splitlines()[0] == "label,played_by,value,ci_low,ci_high,n"
    assert as_csv(exhibit(1 / 3)).splitlines()[1].startswith("row 0,greedy,0.3333333333333333,0.33")


def test_a_chart_is_told_in_words_too() -> None:
    told = report.in_words(exhibit(0.26, 0.24, percent=True, lines=(Line(0.25, "fair share"),)))
    assert told == (
        "Chart: Made up; from 24.00% (row 1) to 26.00% (row 0); fair share 25.0%. The numbers are in the table below."
    )


def test_a_picture_stands_alone() -> None:
    alone = picture(exhibit(1, 2))
    assert alone["title"] == "Made up"
    assert alone["config"]["background"] == "#fffdf7"


def test_nothing_in_a_label_can_end_the_scripts_of_a_page() -> None:
    rows = tuple(LabelledFigure(f"</script><b>{n}", "greedy", figure(n)) for n in (1, 2))
    page = report.page(report.Heading("Made up", ""), [], [Section("Part", exhibits=[Exhibit("<i>", rows)])])
    assert "</script><b>" not in page
    assert "<i>" not in page
