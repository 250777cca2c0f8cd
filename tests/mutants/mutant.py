"""What a mutant is, and where the lists of them are."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from pathlib import Path

from tests.rulebook import CLAUSES

GAMES = Path(__file__).parent.parent.parent / "src" / "weatherdeck" / "games"


@dataclass(frozen=True)
class Mutant:
    """One way to break some clauses: a text that occurs once in a file, and what stands there instead."""

    clauses: str  # "WV-9 WV-E1": the tests of each of them must fail
    what: str  # the rule as the mutant plays it
    old: str
    new: str
    file: str = "rules.py"

    def source(self, folder: Path) -> str:
        """The changed text of the file, which lies in the game's folder."""
        text = (folder / self.file).read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise ValueError(f"{self.clauses}, {self.what}: {self.old!r} occurs {text.count(self.old)} times")
        return text.replace(self.old, self.new)


def folders() -> dict[str, Path]:
    """The folder of every game that has a list of clauses and a list of mutants."""
    named = {path.stem: path.stem.replace("-", "_") for path in sorted(CLAUSES.glob("*.txt"))}
    here = Path(__file__).parent
    return {game: GAMES / folder for game, folder in named.items() if (here / f"{folder}.py").exists()}


def mutants_of(folder: Path) -> list[Mutant]:
    """The list of a game."""
    listed: list[Mutant] = importlib.import_module(f"tests.mutants.{folder.name}").MUTANTS
    return listed
