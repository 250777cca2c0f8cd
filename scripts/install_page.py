"""The table of docs/install.md: what `make newcomer` measured. A part that is not measured again keeps its rows."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "install.md"
BEGIN, END = "<!-- measured by make newcomer -->", "<!-- end -->"
HEAD = ("part", "what", "time", "on disk", "commit, load")
LARGEST = {"play": 450, "wheel": 420}
"""Megabytes that a player's installation may take."""


@dataclass
class Report:
    """The rows of one part: what was done, how long it took, what it takes on disk."""

    part: str
    rows: list[tuple[str, str, str]] = field(default_factory=list)
    load: float = field(default_factory=lambda: os.getloadavg()[0])
    niceness: int = field(default_factory=lambda: os.nice(0))
    too_large: str = ""

    def add(self, what: str, seconds: float | None, size: float | None = None) -> None:
        """One more row; it is also shown."""
        took = "" if seconds is None else f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
        disk = "" if size is None else f"{size:.0f} MB"
        self.rows.append((what, took, disk))
        print(f"weatherdeck: {what}: {', '.join(filter(None, (took, disk)))}", flush=True)

    def check(self, size: float) -> None:
        """Note if this takes more than it may."""
        if size > LARGEST[self.part]:
            self.too_large = f"{self.part} takes {size:.0f} MB, and may take {LARGEST[self.part]}"


def measured(text: str) -> dict[str, list[list[str]]]:
    """The rows of the page's table, by part."""
    found: dict[str, list[list[str]]] = {}
    table = text.partition(BEGIN)[2].partition(END)[0]
    for line in (line for line in table.splitlines() if line.startswith("| ")):
        part, *row = line.removeprefix("| ").removesuffix(" |").split(" | ")
        if part != HEAD[0]:
            found.setdefault(part, []).append(row)
    return found


def with_part(text: str, about: str, report: Report, commit: str, order: Sequence[str]) -> str:
    """The page with the new rows of a part. Rows of another machine go: their figures do not belong together."""
    rows = measured(text) if about in text else {}
    when = f"{commit}, {report.load:.1f}" + (f" (nice {report.niceness})" if report.niceness else "")
    rows[report.part] = [[*row, when] for row in report.rows]
    lines = [f"| {' | '.join(HEAD)} |", f"|{'---|' * len(HEAD)}"]
    lines += [f"| {' | '.join((part, *row))} |" for part in order for row in rows.get(part, ())]
    table = "\n".join([BEGIN, "", about, "", *lines, "", END])
    return re.sub(f"{BEGIN}.*{END}", lambda _: table, text, flags=re.DOTALL)
