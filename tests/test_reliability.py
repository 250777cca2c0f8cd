"""The page about attacks names a test for each of them, and the tests are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
TABLES = re.compile(r"^\| (?:attack|event) .*\n\|[-|: ]+\n((?:\| .*\n)+)", re.MULTILINE)
NAMED = re.compile(r"`(?:[\w/]*/)?(test_\w+\.py)::(test_\w+)`")


def test_every_attack_has_a_test_that_exists() -> None:
    rows = [row for rows in TABLES.findall(PAGE) for row in rows.splitlines()]
    assert len(rows) > 40
    for row in rows:
        found = NAMED.findall(row)
        assert found, f"no test is named: {row}"
        for file, name in found:
            places = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob(file)]
            assert any(f"def {name}(" in text for text in places), f"{file} has no {name}"
