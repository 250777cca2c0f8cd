"""A real server and a real browser for the tests of the browser client."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import hatch_build
import pytest
from playwright.sync_api import Browser, sync_playwright
from scripts.programs import CHROMIUM

from tests.needs import need
from tests.web.visitor import Visitor, launch, serving


@pytest.fixture(scope="session")
def client() -> Path:
    """The built client, fresh."""
    hatch_build.build()
    return hatch_build.BUILT


@pytest.fixture(scope="session")
def address(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of our own."""
    with serving(tmp_path_factory.mktemp("web")) as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser without a window."""
    need(CHROMIUM)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Visitor]]:
    """Opens the client as somebody new; whatever went wrong in the page is an error."""
    visitors: list[Visitor] = []

    def come(name: str = "Anna", *, width: int = 1280, height: int = 800, touch: bool = False) -> Visitor:
        visitor = Visitor(browser, address, name, width=width, height=height, touch=touch)
        visitors.append(visitor)
        return visitor

    yield come
    problems = [problem for visitor in visitors for problem in visitor.leave()]
    assert not problems
