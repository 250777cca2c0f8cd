"""The lab's report in a browser: it fits a phone, asks for nothing outside, and its charts can be saved."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from weatherdeck.lab.files import write
from weatherdeck.lab.measuring.moments import Figure
from weatherdeck.lab.reporting import report
from weatherdeck.lab.reporting.exhibits import Exhibit, KeyNumber, LabelledFigure, Line, Section

LONG = "Win rate of players who control a member of the court halfway"


def figure(mean: float, error: float = 0.01) -> Figure:
    return Figure(mean, error, 1000, 1000)


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with a chart of every kind."""
    rng = np.random.default_rng(1)
    dots = tuple(
        LabelledFigure(f"{LONG} {n}", who, figure(0.25 + n / 50)) for n in range(4) for who in ("random", "greedy")
    )
    spread = tuple(LabelledFigure(str(n), "greedy", figure(0.05, 0.001)) for n in range(20))
    curve = tuple(LabelledFigure(str(2**n), "search", figure(0.3 + n / 10)) for n in range(5))
    heat = tuple(
        LabelledFigure(f"card {n}", f"card {m}", figure(rng.normal(0, 0.1))) for n in range(9) for m in range(n)
    )
    exhibits = [
        Exhibit("Dots", dots, percent=True, lines=(Line(0.25, "fair share"),)),
        Exhibit("Spread", spread, "spread", True),
        Exhibit("Curve", curve, "curve", True, log=True),
        Exhibit("Heat", heat, "heat", True, zero=True, by="with"),
    ]
    players = ("random", "greedy", "expert", "one greedy among random")
    numbers = [KeyNumber("Decisions per game", {who: figure(243.6) for who in players}, note="The mean of all games.")]
    path = tmp_path_factory.mktemp("report") / "report.html"
    heading = report.Heading("Made up: how it plays", "About it.", "weatherdeck lab " + "a-very-long-argument" * 5)
    write(path, report.page(heading, ["A sentence."], [Section("Part", "Text.", exhibits, numbers)]))
    return path


def opened(browser: Browser, path: Path, width: int) -> Page:
    page = browser.new_context(viewport={"width": width, "height": 844}, accept_downloads=True).new_page()
    page.on("request", lambda request: asked.append(request.url))
    asked: list[str] = []
    problems: list[str] = []
    page.on("pageerror", lambda problem: problems.append(str(problem)))
    page.on("console", lambda line: problems.append(line.text) if line.type in ("error", "warning") else None)
    page.goto(path.as_uri())
    page.wait_for_function("document.querySelectorAll('.chart svg').length === 4")
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    assert problems == []
    return page


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_nothing_is_cut_off_and_the_page_does_not_scroll_sideways(
    browser: Browser, page_file: Path, width: int
) -> None:
    page = opened(browser, page_file, width)
    for summary in page.locator("summary").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    cut = """all => all
        .filter(one => one.getBoundingClientRect().right > innerWidth + 1 || one.scrollWidth > one.clientWidth + 1)
        .map(one => one.outerHTML.slice(0, 80))"""
    assert page.locator("figure, table, td, .chart svg").evaluate_all(cut) == []
    page.context.close()


def test_charts_are_saved_as_png_svg_and_csv(browser: Browser, page_file: Path) -> None:
    page = opened(browser, page_file, 390)
    for title in ("Dots", "Spread", "Curve", "Heat"):
        for form, starts in (("PNG", b"\x89PNG"), ("SVG", b"<svg"), ("CSV", b"label,")):
            with page.expect_download() as download:
                button = page.get_by_role("button", name=f"Save {title} as {form}")
                button.focus()
                page.keyboard.press("Enter")
            assert download.value.suggested_filename == f"{title.lower()}.{form.lower()}"
            content = Path(download.value.path()).read_bytes()
            assert content.startswith(starts)
            if form == "SVG":
                assert title.encode() in content  # a picture that stands alone has its title
    page.context.close()


def test_every_chart_has_words_and_a_table_for_those_who_do_not_see_it(browser: Browser, page_file: Path) -> None:
    page = opened(browser, page_file, 390)
    assert page.get_by_role("img", name="Chart: Dots; from 25.0").count() == 1
    for chart in page.locator("figure:has(.chart)").all():
        assert chart.get_by_role("img").first.get_attribute("aria-label")
        if chart.locator("details[open]").count() == 0:
            chart.locator("summary").click()
        assert chart.get_by_role("table").get_by_role("row").count() > 1  # as a table, though its rows are blocks here
    page.context.close()


def test_dark_and_light_can_be_chosen(browser: Browser, page_file: Path) -> None:
    page = opened(browser, page_file, 390)
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != before
    page.context.close()
