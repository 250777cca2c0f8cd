"""A real server and a real browser for the tests of the browser client."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import hatch_build
import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.visitor import Visitor

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def client() -> Path:
    """The built client, fresh."""
    hatch_build.build()
    return hatch_build.BUILT


@pytest.fixture(scope="session")
def address(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of our own."""
    store = tmp_path_factory.mktemp("web") / "tables.sqlite"
    command = [sys.executable, "-m", "weatherdeck", "serve", "--port", "0", "--no-open", "--store", str(store)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        assert server.stdout is not None
        for line in server.stdout:
            if "http://" in line:
                yield line[line.index("http://") :].strip()
                break
        else:
            pytest.fail("the server ended before it said where it is")
        server.terminate()
        server.stdout.read()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser without a window."""
    found = next((path for name in CHROMIUMS if (path := shutil.which(name))), None)
    if found is None:
        pytest.fail("there is no Chromium on this machine: run scripts/install-chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
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
