"""Every link in the pages of the repository is alive, and so is every page that a help text or an error names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from scripts.docs import links

from .pages import ROOT, name, pages

EXTERNAL = ROOT / "tests" / "docs" / "external.txt"
NAMED = re.compile(r"\bdocs/[a-z0-9/-]+\.(?:md|html)\b")
"""A page, as code and texts name it."""
NAMING = ("src/weatherdeck/**/*.py", "src/weatherdeck/**/*.toml", "web/src/**/*.ts", "web/src/**/*.svelte",
          "scripts/**/*.py", "benchmarks/**/*.py", "examples/**/*.py", "deploy/*")  # fmt: skip


@pytest.mark.parametrize("page", pages(), ids=name)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    assert list(dead(page)) == []


def dead(page: Path) -> Iterator[str]:
    """The links of a page that lead nowhere."""
    for target in links.targets(page.read_text(encoding="utf-8")):
        if links.is_external(target):
            continue
        place, _, anchor = target.partition("#")
        path = (page.parent / place).resolve() if place else page
        if not path.exists():
            yield f"{target}: there is no such file"
        elif anchor and anchor not in links.anchors(path.read_text(encoding="utf-8")):
            yield f"{target}: there is no such heading"


def test_a_dead_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    text = "# A page\n\n[one](missing.md) [two](#a-page) [three](#nothing) `[four](code.md)`\n"
    page.write_text(text, encoding="utf-8")
    assert list(dead(page)) == ["missing.md: there is no such file", "#nothing: there is no such heading"]


def test_every_page_that_code_and_help_texts_name_exists() -> None:
    named = {
        (name(path), found)
        for pattern in NAMING
        for path in ROOT.glob(pattern)
        if path.is_file() and "docs_dist" not in path.parts
        for found in NAMED.findall(path.read_text(encoding="utf-8"))
    }
    assert len(named) > 20
    assert [(where, page) for where, page in sorted(named) if not (ROOT / page).is_file()] == []


def test_links_to_other_sites_are_listed_so_that_somebody_can_look_after_them() -> None:
    """They are not opened here: a test must not depend on other people's servers."""
    found = {
        target.partition("#")[0]
        for page in pages()
        for target in links.targets(page.read_text(encoding="utf-8"))
        if links.is_external(target)
    }
    listed = [line for line in EXTERNAL.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    assert sorted(found) == listed
