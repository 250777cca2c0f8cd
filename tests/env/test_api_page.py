"""docs/api.md: every example runs and prints what the page says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import weatherdeck
from weatherdeck.kernel import cuda

PAGE = Path(__file__).parent.parent.parent / "docs" / "api.md"

ON_A_GPU = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_every_example_of_the_page_is_true() -> None:
    text = PAGE.read_text(encoding="utf-8")
    blocks = list(re.finditer(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    assert len(blocks) > 8
    assert text.count("```") == 2 * (len(blocks) + len(ON_A_GPU)), "every block of the page is run"
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    names: dict[str, object] = {}
    told: list[str] = []
    for block in blocks:  # one after the other, like somebody who types them
        line = text.count("\n", 0, block.start(1))
        example = doctest.DocTestParser().get_doctest(block.group(1), names, PAGE.name, str(PAGE), line)
        runner.run(example, out=told.append, clear_globs=False)
        names = example.globs
    assert runner.failures == 0, "".join(told)


@pytest.mark.skipif(cuda.why_not() is not None, reason=f"{cuda.why_not()}")
@pytest.mark.parametrize("example", ON_A_GPU)
def test_every_example_for_a_gpu_runs(example: str) -> None:
    pytest.importorskip("torch")
    names: dict[str, object] = {"game": weatherdeck.load("tweedy-tricksters")}
    exec(example.replace("65_536", "64").replace("range(1000)", "range(10)"), names)
