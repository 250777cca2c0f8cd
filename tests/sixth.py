"""A sixth game for tests: the example, copied under another name, with some of its text changed."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

EXAMPLE = Path(__file__).parent.parent / "examples" / "high_card"

GREEDY = '''
"""The highest card, always."""

from __future__ import annotations

from weatherdeck.games.judgement import Search
from weatherdeck.kernel import Floats, Ints, rule

from .rules import State, winners

SEARCH = Search("look")
HIDDEN_KINDS = False
RECALLS = False


@rule
def prefer(s: State, actions: Ints, n: int, out: Floats) -> None:
    for i in range(n):
        out[i] = actions[i]


@rule
def chapter(s: State) -> int:
    return 0


@rule
def value(s: State, out: Floats) -> None:
    for seat in range(s.players):
        out[seat] = 1.0 if winners(s) >> seat & 1 else -1.0
'''


def build(folder: Path, name: str, changes: Mapping[str, tuple[tuple[str, str], ...]]) -> None:
    """Write the game into a folder, as the package `name`: changes by file, each a text and what replaces it."""
    shutil.copytree(EXAMPLE, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / name / "greedy.py").write_text(GREEDY, encoding="utf-8")
    standard = {
        "__init__.py": (
            ('name="high_card"', f'name="{name}"'),
            ("import audit,", "import audit, greedy,"),
            ("    package=", "    greedy=greedy,\n    package="),
        )
    }
    for file in {*standard, *changes}:
        path = folder / name / file
        text = path.read_text(encoding="utf-8")
        for old, new in (*standard.get(file, ()), *changes.get(file, ())):
            assert old in text, f"{file} has no {old!r}"
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
