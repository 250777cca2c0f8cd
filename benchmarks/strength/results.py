"""The results of a part: a file with a line for each game, under a line that says exactly what was played.

Lines are only appended, so a run that is killed loses nothing but the games under way. Games are known by their deal
and number, so files of several machines can be joined.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from weatherdeck.bots.evidence import Numbers
from weatherdeck.errors import Problem

Key = tuple[int, int]
"""A deal, and the number of the game in it."""
Row = dict[str, Any]
"""What came of a game."""
SAID = {
    "network": "with another network",
    "bots": "with bots of other settings",
    "version": "by another version of the program",
    "ruleset": "by another version of the rules",
    "judgement": "with another judgement of positions",
    "seed": "on other deals",
}


class Stale(Problem):
    """Results of something else than what would be played now."""


class Results:
    """The results of a part."""

    def __init__(self, path: Path, header: Mapping[str, Any], games: int) -> None:
        """Read them, if there are some. A deal consists of so many games. Stale: they are of something else."""
        self.path, self.header, self.games = path, _plain(header), games
        self.rows: dict[Key, Row] = {}
        self.edges: Numbers | None = None  # by deal, once they have been asked for
        self._is_whole = False  # whether there is a file that lines can be appended to
        if path.exists():
            self._read()

    def _read(self) -> None:
        lines = self.path.read_text(encoding="utf-8").split("\n")
        self._is_whole = lines.pop() == ""  # otherwise somebody was killed while writing the last line
        try:
            header, *rows = json.loads(f"[{','.join(lines)}]")  # at once: there are half a million lines on the page
            if header != self.header:
                raise Stale(f"{self.path.name} was played {difference(header, self.header)}")
            self.rows = {(row["deal"], row["game"]): row for row in rows}
        except (ValueError, KeyError, TypeError, AttributeError) as problem:
            raise Problem(f"{self.path} is damaged ({problem}): delete it to play these games again") from None

    @property
    def deals(self) -> int:
        """The number of complete deals from the first one on. Only these count.

        Deals after a gap are left out: a gap is where games took long, so to skip it would favour quick games.
        """
        deal = 0
        while all((deal, game) in self.rows for game in range(self.games)):
            deal += 1
        return deal

    def missing(self, deals: int) -> list[Key]:
        """The games of the first deals that have not been played."""
        every = ((deal, game) for deal in range(deals) for game in range(self.games))
        return [key for key in every if key not in self.rows]

    def text(self) -> str:
        """A whole file with these results, in the order of the games."""
        return _lines([self.header, *(self.rows[key] for key in sorted(self.rows))])

    def add(self, rows: Iterable[Row]) -> None:
        """Add results to the file."""
        new = {(row["deal"], row["game"]): _plain(row) for row in rows}
        self.rows |= new
        if self._is_whole:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(_lines(new.values()))
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        beside = self.path.with_suffix(".part")
        beside.write_text(_lines([self.header, *self.rows.values()]), encoding="utf-8")
        beside.replace(self.path)
        self._is_whole = True


def put_aside(path: Path) -> Path:
    """Rename a file of stale results, to make room for new ones."""
    aside = path.with_suffix(".stale")
    path.replace(aside)
    return aside


def difference(found: Any, expected: Mapping[str, Any]) -> str:
    """How results differ from what would be played now, in words."""
    if isinstance(found, dict):
        for name, words in SAID.items():
            if found.get(name) != expected.get(name):
                return words
    return "as another part"


def _plain(data: Any) -> Any:
    """Data as it comes back from a file."""
    return json.loads(json.dumps(data))


def _lines(data: Iterable[Any]) -> str:
    return "".join(json.dumps(one, separators=(",", ":")) + "\n" for one in data)
