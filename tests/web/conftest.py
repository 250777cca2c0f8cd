"""A real server and a real browser for the tests of the browser client."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import hatch_build
import pytest
from playwright.sync_api import Browser, sync_playwright
from scripts.programs import CHROMIUM

from tests.needs import need
from tests.table.servers import serving_in_thread
from tests.web.visitor import Visitor, launch


@pytest.fixture(scope="session")
def client() -> Path:
    """The built client, fresh."""
    hatch_build.build()
    return hatch_build.BUILT


@pytest.fixture(scope="session")
def address(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the plain server, which all tests of a worker share. It has no limits."""
    del client
    with serving_in_thread(tmp_path_factory.mktemp("web") / "tables.sqlite") as base:
        yield f"{base}/"


@pytest.fixture
def serve(client: Path, tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Starts a server with settings of its own, whose store is in the folder of the test; its address."""
    del client
    with ExitStack() as servers:

        def start(**settings: Any) -> str:
            base = servers.enter_context(serving_in_thread(tmp_path / "tables.sqlite", **settings))
            return f"{base}{settings.get('prefix', '')}/"

        yield start


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser without a window."""
    need(CHROMIUM)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, address: str, serve: Callable[..., str]) -> Iterator[Callable[..., Visitor]]:
    """Opens the client as somebody new; whatever went wrong in the page is an error."""
    del serve  # the visitors leave before a server of the test's own stops
    visitors: list[Visitor] = []

    def come(name: str = "Anna", *, at: str = address, **window: int | bool) -> Visitor:
        visitors.append(Visitor(browser, at, name, **window))  # type: ignore[arg-type]  # sizes and a flag
        return visitors[-1]

    yield come
    problems = [problem for visitor in visitors for problem in visitor.leave()]
    assert not problems
