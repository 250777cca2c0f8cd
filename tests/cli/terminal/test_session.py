"""A session at the terminal: what does not need a screen."""

from __future__ import annotations

from pathlib import Path

from weatherdeck.cli.terminal.session import unused_beside


def test_another_game_is_saved_beside_the_finished_one(tmp_path: Path) -> None:
    first = tmp_path / "weathervanes-2026-11-15-093012.json"
    second = unused_beside(first)
    assert second.name == "weathervanes-2026-11-15-093012-2.json"
    second.touch()
    assert unused_beside(first).name == "weathervanes-2026-11-15-093012-3.json"
    assert unused_beside(second).name == "weathervanes-2026-11-15-093012-3.json"
