"""The columns' page is fresh, and tells of every column there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from weatherdeck.games import registry
from weatherdeck.lab.playing import batch
from weatherdeck.lab.playing.columns import page, tables
from weatherdeck.lab.playing.plan import plan

PAGE = Path(__file__).parents[2] / "docs/lab/columns.md"


def test_the_page_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m weatherdeck.lab > docs/lab/columns.md"


@pytest.mark.parametrize("name", registry.ours())
def test_every_column_is_described_once(name: str) -> None:
    described = tables(registry.load(name), decisions=True)
    for table, made in batch.play(plan(name, games=2, decisions=True), 0).items():
        assert made.column_names == [column.name for column in described[table]]
        assert len(set(made.column_names)) == len(made.column_names)
        assert all(column.meaning for column in described[table])
