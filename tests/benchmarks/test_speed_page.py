"""docs/speed.md is made from docs/speed.json by the generator: no number on it is copied by hand."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from benchmarks.speed import document, page
from benchmarks.speed.charts import Series, curve, exponent
from benchmarks.speed.growth_page import FOLDER
from benchmarks.speed.parts import PARTS

DOCS = document.PATH.parent
KEPT = document.read()
TRIED_OUT = document.read(Path(__file__).with_name("tried_out.json"))
"""All parts, as `python -m benchmarks --quick` wrote them."""


def test_the_page_is_what_the_generator_makes_of_the_figures() -> None:
    assert (DOCS / page.NAME).read_text(encoding="utf-8") == page.page(KEPT), "run: python -m benchmarks --page"


def test_the_pictures_are_what_the_generator_makes_of_the_figures() -> None:
    drawn = page.pictures(KEPT)
    assert {path.name for path in (DOCS / FOLDER).glob("growth-*.svg")} == set(drawn)
    for name, picture in drawn.items():
        assert (DOCS / FOLDER / name).read_text(encoding="utf-8") == picture, "run: python -m benchmarks --page"


def test_every_part_was_measured_in_full_and_says_when_and_where() -> None:
    assert set(KEPT) == {*PARTS, *page.KEPT}
    for part in KEPT.values():
        assert not part["quick"]
        assert part["date"]
        assert part["version"]
        assert part["machine"]
        assert part["figures"]


@pytest.mark.parametrize("parts", [KEPT, TRIED_OUT], ids=["kept", "tried out"])
def test_a_case_has_figures_or_a_reason(parts: dict[str, Any]) -> None:
    for case in (case for part in parts.values() for case in part["figures"].get("cases", ())):
        assert {"project", "what", "game"} <= set(case)
        assert "problem" in case or 0 < case["least"] <= case["median"] <= case["best"]


def test_all_parts_have_their_section() -> None:
    assert set(TRIED_OUT) == {*PARTS, *page.KEPT}
    text = page.page(TRIED_OUT)
    for heading in ("Random play on one core", "The limit", "All cores", "Search on one core", "Networks on one core"):
        assert f"# {heading}" in text
    for heading in (
        "Single calls",
        "Steps of a learner",
        "In Python",
        "Start-up and memory",
        "To the first card",
        "How cost grows",
        "The lab",
        "Another deck",
    ):
        assert f"# {heading}" in text
    assert text.count("A quick trial, not a measurement") >= len(PARTS)
    assert text.count("*Measured on ") >= len(TRIED_OUT)


def test_another_figure_makes_another_page() -> None:
    other = copy.deepcopy(TRIED_OUT)
    other["play"]["figures"]["cases"][0]["best"] *= 3
    assert page.page(other) != page.page(TRIED_OUT)


def test_a_page_without_a_part_still_has_the_others() -> None:
    for name in TRIED_OUT:
        some = {other: part for other, part in TRIED_OUT.items() if other != name}
        assert page.page(some).startswith("# How fast it is")


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    document.write(KEPT, tmp_path / "speed.json")
    assert document.read(tmp_path / "speed.json") == KEPT
    assert (tmp_path / "speed.json").read_text(encoding="utf-8") == document.PATH.read_text(encoding="utf-8")


def test_an_exponent_is_the_power_of_the_size() -> None:
    assert exponent([(n, 3.0 * n**2) for n in (1, 10, 100)]) == pytest.approx(2)
    assert exponent([(n, 7.0) for n in (1, 10, 100)]) == pytest.approx(0)


def test_a_curve_shows_every_point_and_names_its_axes() -> None:
    points = [(10, 0.1), (100, 1.0), (1000, 10.0)]
    picture = ET.fromstring(curve("A & B", "games", "seconds", [Series("one", points), Series("two", points)]))
    tag = "{http://www.w3.org/2000/svg}"
    assert len(picture.findall(f".//{tag}circle")) == len(picture.findall(f".//{tag}rect[@class='mark']")) == 3
    texts = {text.text for text in picture.iter(f"{tag}text")}
    assert {"A & B", "games", "seconds", "● one", "■ two", "1k", "100ms"} <= texts
