"""docs/environments.md: every Python example runs, and the page covers every environment."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parent.parent.parent / "docs" / "environments.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 4


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_runs(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    exec(compile(example, PAGE.name, "exec"), names)
    assert ("print(" in example) == bool(capsys.readouterr().out)


def test_every_link_within_the_page_leads_somewhere() -> None:
    headings = re.findall(r"^##+ (.*)$", TEXT, re.MULTILINE)
    anchors = {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]*)\)", TEXT)) <= anchors
