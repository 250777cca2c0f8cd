"""The docs site in a real browser, behind the table server's content security policy."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.docs.building import built_site
from tests.table.servers import serving_in_thread
from tests.web.visitor import Visitor
from weatherdeck.table.web import docs_site

PAGES = ("", "games/weathervanes/", "commands/", "api/position/", "lab/", "hosting/", "add-a-game/")
REPORT = "lab/winter-court.html"
WIDTHS = {"phone": (390, 844), "wide": (1360, 900)}


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the docs on a server of our own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(docs_site, "BUILT", built_site(tmp_path_factory))
        with serving_in_thread(tmp_path_factory.mktemp("docs") / "tables.sqlite") as base:
            yield f"{base}/docs/"


@pytest.fixture
def reader(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a page as a reader; whatever the browser complains about is an error."""
    said: list[str] = []
    contexts = []

    def read(address: str, *, width: str = "wide", scheme: str = "light") -> Page:
        size = WIDTHS[width]
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if scheme == "dark" else "light"
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda problem: said.append(str(problem)))
        page.goto(address)
        return page

    yield read
    for context in contexts:
        context.close()
    assert said == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_pages_fit_their_screen_and_break_no_policy(
    docs: str, reader: Callable[..., Page], width: str, scheme: str
) -> None:
    page = reader(docs, width=width, scheme=scheme)
    for place in PAGES:
        page.goto(docs + place)
        expect(page.locator("h1").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTHS[width][0], place
        assert page.locator("body").get_attribute("data-md-color-scheme") == (
            "slate" if scheme == "dark" else "default"
        )


def test_search_finds_a_page_and_leads_there(docs: str, reader: Callable[..., Page]) -> None:
    page = reader(docs)
    page.get_by_role("button", name="Search").click()
    page.keyboard.type("redact and redeal")
    result = page.locator("ol a", has_text="Hidden cards").first
    expect(result).to_be_visible()
    page.goto(result.evaluate("link => link.href"))
    expect(page.locator("h1")).to_have_text(re.compile("Add a game"))


def test_a_reader_can_choose_light_or_dark_and_keeps_it(docs: str, reader: Callable[..., Page]) -> None:
    page = reader(docs)
    page.locator("label[title='Switch to dark mode']:visible").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    page.goto(docs + "api/")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")


@pytest.mark.parametrize("width", WIDTHS)
def test_a_report_of_the_lab_draws_its_charts(docs: str, reader: Callable[..., Page], width: str) -> None:
    page = reader(docs + REPORT, width=width)
    charts = page.locator(".chart")
    expect(charts.first.locator("svg")).to_be_visible()
    assert page.locator(".chart svg").count() == charts.count() > 5
    page.get_by_role("link", name="The lab, in the docs").click()
    expect(page.locator("h1")).to_contain_text("The lab")


def test_the_first_page_of_the_tables_leads_to_the_docs(visit: Callable[..., Visitor], address: str) -> None:
    page = visit().page
    page.goto(address)
    link = page.get_by_role("link", name="Docs")
    assert link.evaluate("link => link.href") == f"{address.rstrip('/')}/docs/"
