"""A tuning from the brief to the page: search, confirm on unseen deals, and write down everything about the best."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...errors import Problem
from ..files import write
from ..playing.engines import Engine
from ..studies import OnProgress
from .bench import Bench
from .brief import Brief, brief
from .evidence import Confirmed, confirm
from .page import page, sentences
from .parcels import Parcel, parcel
from .search import Outcome, search

BRIEF_FILE = "brief.json"
RESULT_FILE = "result.json"
PAGE_FILE = "report.html"


@dataclass(frozen=True)
class Tuning:
    """What a tuning found."""

    brief: Brief
    folder: Path
    outcome: Outcome
    confirmed: tuple[Confirmed, ...]  # the rulebook first, then the frontier
    parcels: tuple[Parcel, ...] = field(default=())  # of the frontier

    def summary(self) -> list[str]:
        """The main results in sentences."""
        return sentences(self.brief, self.outcome, self.confirmed)

    def write_report(self, path: Path | str | None = None, command: str = "") -> Path:
        """Write the page as one HTML file, by default `report.html` in the folder, and return its path."""
        target = Path(path) if path is not None else self.folder / PAGE_FILE
        made = page(self.brief, self.outcome, self.confirmed, self.parcels, target.parent, command)
        write(target, made)
        return target

    def document(self) -> dict[str, Any]:
        """The results as plain data."""
        return {
            "brief": dict(self.brief.document),
            "tried": len(self.outcome.cheap),
            "refused": len(self.outcome.refused),
            "candidates": [_as_data(one) for one in self.confirmed],
        }


def tune(
    asked: Brief | Mapping[str, Any],
    *,
    folder: Path | str | None = None,
    engine: Engine | None = None,
    on_progress: OnProgress | None = None,
    parcels: bool = True,
) -> Tuning:
    """Search for changes of a game that meet goals, and confirm the best ones on deals that the search never saw.

    `asked` is what `tune.toml` holds (`docs/tuning.md`). Everything that was played is kept in the folder (by default
    `lab/GAME-tuned`), so the same call resumes a tuning that was stopped.
    """
    wanted = asked if isinstance(asked, Brief) else brief(asked)
    target = Path(folder) if folder is not None else Path("lab") / f"{wanted.game.name}-tuned"
    _begin(wanted, target)
    with Bench(wanted, target, engine, on_progress) as bench:
        outcome = search(wanted, bench)
        confirmed = tuple(confirm(wanted, outcome, bench))
    made: list[Parcel] = []
    if parcels:
        for number, one in enumerate(confirmed[1:], 1):
            made.append(parcel(wanted, one, target / f"candidate-{number}", engine, on_progress))
    found = Tuning(wanted, target, outcome, confirmed, tuple(made))
    write(target / RESULT_FILE, json.dumps(found.document(), indent=1) + "\n")
    return found


def _begin(wanted: Brief, folder: Path) -> None:
    """Refuse a folder that holds another tuning: its games would not fit."""
    file = folder / BRIEF_FILE
    if file.exists() and file.read_text(encoding="utf-8") != wanted.text:
        raise Problem(f"{folder}: holds another tuning; choose another folder with --out, or delete this one")
    write(file, wanted.text)


def _as_data(one: Confirmed) -> dict[str, Any]:
    return {
        "changes": one.changes,
        "options": dict(one.candidate.options),
        "deck": list(one.candidate.steps),
        "cost": one.cost,
        "miss": one.miss,
        "miss in the search": one.searched,
        "goals": [
            {
                "goal": judged.goal.name,
                "wanted": judged.goal.wanted,
                "value": judged.found.value,
                "low": judged.found.low,
                "high": judged.found.high,
                "deals": judged.found.deals,
                "verdict": judged.verdict,
            }
            for judged in one.judged
        ],
    }
