"""A curve in characters: it fits, and shows what it should where it should."""

from __future__ import annotations

import pytest

from weatherdeck.bots.evidence import Estimate
from weatherdeck.cli.chart import BLOCKS, HEIGHT, PLAIN, Chart, Pen
from weatherdeck.games.contest import CHANCE, POINTS


def curve(*means: float, half: float = 0.0) -> list[Estimate]:
    return [Estimate(mean, mean - half, mean + half, 10) for mean in means]


@pytest.mark.parametrize("points", [1, 2, 25, 72, 75, 76, 240, 999])
@pytest.mark.parametrize("width", [20, 80])
def test_a_curve_of_any_length_fits(points: int, width: int) -> None:
    lines = Chart(curve(*(n / points for n in range(points))), CHANCE, width).lines(marks=[0, points - 1])
    assert len(lines) == HEIGHT + 3
    assert max(len(line) for line in lines) <= width


def test_a_share_is_drawn_from_nothing_and_a_score_from_where_it_is_needed() -> None:
    share = Chart(curve(0.5, 0.55), CHANCE, 40).lines()
    assert share[0].startswith("60%")
    assert share[HEIGHT].startswith(" 0%")
    score = Chart(curve(13.0, 17.5), POINTS, 40).lines()
    assert score[0].startswith("18.0")
    assert score[HEIGHT].startswith("12.0")


def test_a_sure_victory_fills_its_column_and_a_sure_defeat_leaves_it_empty() -> None:
    lines = Chart(curve(1.0, 0.0), CHANCE, 40).lines()
    for line in lines[:HEIGHT]:
        plot = line[6:]
        assert set(plot) == {BLOCKS.parts[-1]}
        assert len(plot) == 17


def test_haze_shows_how_uncertain_the_curve_is() -> None:
    sure, unsure = (Chart(curve(0.5, 0.8, half=half), CHANCE, 40).lines() for half in (0.0, 0.2))
    assert BLOCKS.haze not in "".join(sure)
    assert BLOCKS.haze in "".join(unsure)


def test_marks_stand_below_their_moves_by_rank() -> None:
    lines = Chart(curve(*[0.5] * 30), CHANCE, 37).lines(marks=[12, 3, *range(14, 24)])
    marked = lines[HEIGHT + 1][5:]
    assert (marked[12], marked[3], marked[14], marked[23]) == ("1", "2", "3", "+")


def test_where_blocks_cannot_be_written_plain_characters_are() -> None:
    assert Pen.for_encoding("utf-8") is BLOCKS
    for encoding in ("ascii", "latin-1", None, "no such encoding"):
        assert Pen.for_encoding(encoding) is PLAIN
    assert "\n".join(Chart(curve(0.5, 0.7, half=0.2), CHANCE, 40, PLAIN).lines()).isascii()
