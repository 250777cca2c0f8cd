"""The table of contents: which file of the repository becomes which page, and where it stands in the menu."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from weatherdeck.games import registry

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SITE = DOCS / "site"
"""What only the site has: its front page, its look, its configuration."""


@dataclass(frozen=True)
class Page:
    """A page of the site: its place there, its source in the repository (None: generated), its name in the menu."""

    place: str
    source: Path | None
    title: str


@dataclass(frozen=True)
class Section:
    """A part of the menu; a section with its own page has it first."""

    title: str
    entries: tuple[Page | Section, ...]


def menu() -> tuple[Page | Section, ...]:
    """The whole site, in the order of its menu."""
    return (
        Page("index.md", SITE / "index.md", "Welcome"),
        doc("install", "Install"),
        Section("Play", (*_rules(), doc("review", "Reviews and hints"), Section("Lessons", _lessons()))),
        Section(
            "Host",
            (
                doc("home-network", "At home"),
                doc("hosting", "On the internet"),
                doc("capacity", "Capacity"),
                doc("reliability", "Reliability"),
            ),
        ),
        Section(
            "Design",
            (
                Page("lab/index.md", DOCS / "lab" / "README.md", "The lab"),
                Page("lab/columns.md", DOCS / "lab" / "columns.md", "Tables of the lab"),
                doc("tuning", "Tuning"),
                doc("decks", "Decks of your own"),
                doc("printing", "Print and play"),
            ),
        ),
        Section(
            "Research",
            (
                doc("api", "The Python API"),
                doc("environments", "Environments"),
                doc("science", "For science"),
                doc("learning", "Learning"),
                doc("strength", "Strength of the bots"),
                Section("Networks", _networks()),
                doc("speed", "Speed"),
                Section("API reference", tuple(Page(f"api/{name}.md", None, title) for name, title in _api())),
            ),
        ),
        Section(
            "Extend",
            (
                doc("add-a-game", "Add a game"),
                doc("conformance", "Conformance"),
                doc("bots", "Bots"),
                doc("lessons", "Write a lesson"),
                doc("protocol", "The table protocol"),
                doc("notation", "Notation"),
                Page("contributing.md", ROOT / "CONTRIBUTING.md", "Contributing"),
                doc("testing", "How it is tested"),
                doc("releasing", "Releasing"),
            ),
        ),
        Section(
            "Reference",
            (
                doc("command-line", "The command line"),
                Page("commands.md", None, "Every command"),
                Page("changelog.md", ROOT / "CHANGELOG.md", "Changelog"),
                Page("decisions/index.md", DOCS / "decisions" / "README.md", "Decisions"),
            ),
        ),
    )


def pages() -> Iterator[Page]:
    """Every page whose source exists, and those that are generated."""
    yield from _within(menu())
    yield from _decisions()


def doc(name: str, title: str) -> Page:
    """A page of the folder `docs`."""
    return Page(f"{name}.md", DOCS / f"{name}.md", title)


def is_there(page: Page) -> bool:
    """Whether a page has a source or is generated."""
    return page.source is None or page.source.is_file()


def _within(entries: tuple[Page | Section, ...]) -> Iterator[Page]:
    for entry in entries:
        if isinstance(entry, Section):
            yield from _within(entry.entries)
        elif is_there(entry):
            yield entry


def _rules() -> tuple[Page, ...]:
    return tuple(
        Page(f"games/{name}.md", rules_of(name), registry.load(name).title) for name in registry.names()
    )  # fmt: skip


def rules_of(name: str) -> Path:
    """The rules page of a game."""
    return ROOT / "src" / Path(*registry.load(name).package.__name__.split(".")) / "RULES.md"


def _lessons() -> tuple[Page, ...]:
    return tuple(Page(f"lessons/{name}.md", None, registry.load(name).title) for name in registry.names())


def _networks() -> tuple[Page, ...]:
    """A page for each game with a network: `make strength` writes them."""
    return tuple(
        Page(f"networks/{path.name}", path, registry.load(path.stem).title)
        for path in sorted((DOCS / "networks").glob("*.md"))
    )


def _api() -> tuple[tuple[str, str], ...]:
    from .api import PAGES

    return tuple((page.name, page.title) for page in PAGES)


def _decisions() -> Iterator[Page]:
    """The decisions: their index is in the menu and leads to them."""
    for path in sorted((DOCS / "decisions").glob("[0-9]*.md")):
        yield Page(f"decisions/{path.name}", path, path.stem)
