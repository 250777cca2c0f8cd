"""docs/speed.md, from docs/speed.json and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import growth_page, kept_page, tables

NAME = "speed.md"
KEPT = {"lab": kept_page.lab, "decks": kept_page.decks, "gpu": kept_page.gpu, "gpu lab": kept_page.gpu_lab}


def page(parts: dict[str, Any]) -> str:
    """The text of the page."""
    return "\n".join(_page(parts)).rstrip() + "\n"


def _page(parts: dict[str, Any]) -> Iterator[str]:
    yield "# How fast it is"
    yield ""
    yield (
        "`make bench` measures everything here on your machine and writes this page and its figures, "
        "[`speed.json`](speed.json). It takes about 15 minutes on two cores, and installs the other projects into an "
        "environment of their own (`build/beside`, versions and hashes pinned). `python -m benchmarks --help` "
        "measures parts."
    )
    yield ""
    for name, section in tables.SECTIONS:
        if name in parts:
            yield from section(parts[name])
    if "start" in parts:
        yield from kept_page.start(parts["start"])
    if "first-seconds" in parts:
        yield from kept_page.first_seconds(parts["first-seconds"])
    yield from growth_page.page(parts.get("growth"), parts.get("cores"))
    for name, section in KEPT.items():
        if name in parts:
            yield from section(parts[name])


def pictures(parts: dict[str, Any]) -> dict[str, str]:
    """The curves on the page, by the names of their files."""
    found = growth_page.sections(parts.get("growth"), parts.get("cores"))
    return {f"growth-{section.name}.svg": section.picture for section in found}


def write(parts: dict[str, Any], folder: Path) -> None:
    """Write the page and its pictures."""
    (folder / growth_page.FOLDER).mkdir(parents=True, exist_ok=True)
    for name, picture in pictures(parts).items():
        (folder / growth_page.FOLDER / name).write_text(picture, encoding="utf-8")
    (folder / NAME).write_text(page(parts), encoding="utf-8")
