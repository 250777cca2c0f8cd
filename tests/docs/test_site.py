"""The built site: whole, without a warning, and allowed by the table server's content security policy."""

from __future__ import annotations

import argparse
import html
import inspect
import re
import zipfile
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from markdown_it import MarkdownIt
from scripts.docs import api, commands, contents
from scripts.docs.finish import NotAllowed, finish
from scripts.docs.stage import DeadLink, included

import weatherdeck
from tests.cli.terminal.test_colours import tokens
from weatherdeck import conformance
from weatherdeck.cli import commands as command_line
from weatherdeck.games import registry

from .pages import ROOT, name

MOST_BYTES = 4_000_000
"""Of the site in a wheel, where it is compressed."""


class Page(HTMLParser):
    """What a test wants to know about a page: its links, its anchors, what it contains and loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.inline: list[str] = []
        self.loads: list[str] = []
        self._open: tuple[str, dict[str, str | None]] | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.anchors |= {value for key in ("id", "name") if (value := found.get(key))}
        if tag == "a" and found.get("href"):
            self.links.append(found["href"] or "")
        elif tag in ("script", "img", "link", "source") and (place := found.get("src") or found.get("href")):
            self.loads.append(place)
        self.inline += [f"{tag} {key}" for key in found if key.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in found and "json" not in (found.get("type") or "")):
            self.inline.append(tag)


@pytest.fixture(scope="module")
def built(site: Path) -> dict[str, Page]:
    """All pages of the site, by their place."""
    return {
        path.relative_to(site).as_posix(): Page(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
    }


def test_every_link_and_anchor_of_the_site_is_alive(site: Path, built: dict[str, Page]) -> None:
    dead = []
    for place, page in built.items():
        for link in {*page.links, *page.loads}:
            parts = urlsplit(link)
            if parts.scheme in ("http", "https", "data", "mailto"):
                continue
            path = (site / place).parent / unquote(parts.path) if parts.path else site / place
            path = path.resolve() / "index.html" if path.is_dir() else path.resolve()
            if not path.is_file() or not path.is_relative_to(site.resolve()):
                dead.append(f"{place}: {link}")
            elif parts.fragment and path.suffix == ".html":
                anchors = built[path.relative_to(site.resolve()).as_posix()].anchors
                if unquote(parts.fragment) not in anchors and not parts.fragment.startswith("__"):
                    dead.append(f"{place}: {link} (no such anchor)")
    assert len(built) > 100
    assert dead == []


def test_no_page_loads_anything_from_elsewhere_or_has_inline_code(built: dict[str, Page]) -> None:
    elsewhere = [f"{place}: {one}" for place, page in built.items() for one in page.loads if "//" in one[:8]]
    assert elsewhere == []
    assert {place: page.inline for place, page in built.items() if page.inline} == {}


def test_style_sheets_load_only_files_of_the_site(site: Path) -> None:
    for path in site.rglob("*.css"):
        for target in re.findall(r"url\(['\"]?([^'\")]+)", path.read_text(encoding="utf-8")):
            assert target.startswith("data:") or (path.parent / target).is_file(), f"{path.name}: {target}"


@pytest.mark.parametrize(("scheme", "selector"), [("default", ":root"), ("slate", ":root[data-theme='dark']")])
def test_the_site_has_the_colours_of_the_client(scheme: str, selector: str) -> None:
    look = (ROOT / "docs" / "site" / "look.css").read_text(encoding="utf-8")
    used = re.findall(r"#[0-9a-f]{6}", look.partition(f"[data-md-color-scheme='{scheme}'] {{")[2].partition("}")[0])
    assert len(used) > 10
    assert set(used) <= set(tokens(selector).values())


def test_the_site_has_the_fonts_of_the_client(site: Path) -> None:
    look = (site / "look" / "look.css").read_text(encoding="utf-8")
    client = (ROOT / "web" / "src" / "look" / "tokens.css").read_text(encoding="utf-8")
    assert look.count("@font-face") == client.count("@font-face") > 0


def test_the_site_is_small_enough_for_a_wheel(site: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "site.zip", "w", zipfile.ZIP_DEFLATED) as file:
        for path in site.rglob("*"):
            file.write(path, path.relative_to(site))
    assert (tmp_path / "site.zip").stat().st_size < MOST_BYTES


def test_every_page_of_the_docs_is_in_the_menu_or_the_list_of_decisions() -> None:
    sources = {page.source for page in contents.pages()}
    written = {
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / "docs" / "lab").glob("*.md"),
        *(ROOT / "docs" / "decisions").glob("*.md"),
    }
    assert written <= sources
    listed = (ROOT / "docs" / "decisions" / "README.md").read_text(encoding="utf-8")
    assert all(f"({path.name})" in listed for path in (ROOT / "docs" / "decisions").glob("[0-9]*.md"))


def test_every_game_has_its_rules_and_its_lesson(built: dict[str, Page]) -> None:
    for game in registry.ours():
        assert f"games/{game}/index.html" in built
        assert f"lessons/{game}/index.html" in built


@pytest.mark.parametrize(
    "page",
    [page for page in contents.pages() if page.source and "site" not in page.source.parts],
    ids=lambda page: page.place,
)
def test_a_page_has_the_same_parts_on_the_site_as_on_a_code_host(page: contents.Page, site: Path) -> None:
    """The two kinds of Markdown differ, for instance about lists without an empty line before them."""
    assert page.source is not None
    elsewhere = MarkdownIt("commonmark", {"html": True}).enable("table").render(page.source.read_text(encoding="utf-8"))
    place = page.place.removesuffix(".md")
    place = f"{place}.html" if place.endswith("index") else f"{place}/index.html"
    here = re.search(r"<article.*?</article>", (site / place).read_text(encoding="utf-8"), re.S)
    assert here is not None
    assert parts(here[0]) == parts(elsewhere)


def parts(text: str) -> Counter[str]:
    """How many there are of each kind of part."""
    return Counter(re.findall(r"<(li|table|pre|h2|h3|blockquote|strong|em|img)\b", text))


# ---------------------------------------------------------------- made from the code
def test_the_command_line_reference_has_every_command_and_option() -> None:
    page = commands.page()
    for parser in commands.parsers(command_line.parser()):
        assert f" {parser.prog}\n" in page
        for action in parser._actions:
            if action.help is not argparse.SUPPRESS and not isinstance(action, argparse._HelpAction):
                assert all(f"`{option}" in page for option in action.option_strings), (parser.prog, action)


def test_the_command_line_reference_does_not_depend_on_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = commands.page()
    monkeypatch.setenv("COLUMNS", "40")
    assert commands.page() == wide


def test_the_api_reference_covers_every_public_name(built: dict[str, Page]) -> None:
    assert api.missing() == set()
    for one in api.PAGES:
        anchors = built[f"api/{one.name}/index.html"].anchors
        assert [wanted for wanted in one.names if wanted not in anchors] == []


@pytest.mark.parametrize("public", sorted(set(weatherdeck.__all__) - {"__version__", "IDLE", "SPECTATOR"}))
def test_a_public_name_and_all_that_it_offers_is_explained(public: str) -> None:
    found = getattr(weatherdeck, public)
    assert len((inspect.getdoc(found) or "").split()) >= 4
    if inspect.isclass(found):
        for key, value in vars(found).items():
            if not key.startswith("_") and (callable(value) or isinstance(value, property)):
                assert len((inspect.getdoc(value) or "").split()) >= 3, f"{public}.{key}"


def test_the_page_about_conformance_lists_every_check() -> None:
    page = (ROOT / "docs" / "conformance.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| ([a-z ]+) \| ([A-Z].*) \|$", page, re.M) == [
        (check.name, check.shows) for check in conformance.CHECKS
    ]


# ---------------------------------------------------------------- what goes wrong
def test_a_dead_link_stops_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = ROOT / "docs" / "no-such-page.md"
    dead: list[str] = []
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: "[away](nowhere.md) [there](api.md#games)")
    text = included(contents.Page("no-such-page.md", source, "A page"), tmp_path, dead)
    assert dead == ["docs/no-such-page.md: nowhere.md"]
    assert "(api.md#games)" in text
    assert issubclass(DeadLink, ValueError)


def test_a_page_that_loads_something_from_elsewhere_stops_the_build(tmp_path: Path) -> None:
    (tmp_path / "built").mkdir()
    page = html.unescape('<title>A page</title><script src="https://example.org/x.js"></script>')
    (tmp_path / "built" / "index.html").write_text(page, encoding="utf-8")
    with pytest.raises(NotAllowed, match=r"index\.html: <script src=\"https://example\.org/x\.js"):
        finish(tmp_path / "built", tmp_path / "finished")


def test_pages_have_names_that_a_failure_can_tell() -> None:
    assert name(ROOT / "docs" / "api.md") == "docs/api.md"
