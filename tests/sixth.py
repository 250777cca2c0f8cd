"""A sixth game for tests: the example, copied under another name, with some of its text changed."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

EXAMPLE = Path(__file__).parent.parent / "examples" / "high_card"


def build(folder: Path, name: str, changes: Mapping[str, tuple[tuple[str, str], ...]]) -> None:
    """Write the game into a folder, as the package `name`: changes by file, each a text and what replaces it."""
    shutil.copytree(EXAMPLE, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    all_changes = {"__init__.py": (), **changes}
    all_changes["__init__.py"] = ((f'name="{EXAMPLE.name}"', f'name="{name}"'), *all_changes["__init__.py"])
    for file, replacements in all_changes.items():
        path = folder / name / file
        text = path.read_text(encoding="utf-8")
        for old, new in replacements:
            assert old in text, f"{file} has no {old!r}"
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")


def install(folder: Path, name: str) -> None:
    """Let a folder of packages say that it holds the game, as an installer would."""
    info = folder / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[weatherdeck.games]\n{name} = {name}\n", encoding="utf-8")
