"""docs/api.md: every example runs and prints what the page says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parent.parent.parent / "docs" / "api.md"


def test_every_example_of_the_page_is_true() -> None:
    text = PAGE.read_text(encoding="utf-8")
    blocks = list(re.finditer(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    assert len(blocks) > 8
    assert text.count("```") == 2 * len(blocks), "every block of the page is run"
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    names: dict[str, object] = {}
    told: list[str] = []
    for block in blocks:  # one after the other, like somebody who types them
        line = text.count("\n", 0, block.start(1))
        example = doctest.DocTestParser().get_doctest(block.group(1), names, PAGE.name, str(PAGE), line)
        runner.run(example, out=told.append, clear_globs=False)
        names = example.globs
    assert runner.failures == 0, "".join(told)
