"""The pages that people read, in the repository."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]


def pages() -> list[Path]:
    """Every Markdown page that is part of the docs, wherever it lies."""
    found = [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/*.md"),
        *ROOT.glob("docs/lab/*.md"),
        *ROOT.glob("docs/decisions/*.md"),
        *ROOT.glob("src/weatherdeck/games/*/RULES.md"),
    ]
    return sorted(found)


def name(path: Path) -> str:
    """A page, as a reader of a failure wants to see it."""
    return path.relative_to(ROOT).as_posix()
