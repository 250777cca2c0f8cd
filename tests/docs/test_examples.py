"""Every example of the docs: Python is run, commands are read by the real parser, cheap ones are run and compared.

A block that cannot be run here says why in a comment above it, which readers do not see:

    <!-- example: not run: it needs a GPU -->
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from scripts.docs.links import FENCE, Block, blocks

from weatherdeck.cli import commands, main

from .pages import ROOT, name, pages

RUN_ELSEWHERE = {
    "docs/add-a-game.md": "tests/test_add_a_game.py",
    "docs/api.md": "tests/env/test_api_page.py",
    "docs/bots.md": "tests/bots/test_page.py",
    "docs/environments.md": "tests/env/test_environments_page.py",
    "docs/lab/README.md": "tests/lab/test_studies.py",
}
"""Pages whose Python blocks have a test of their own, because they build on each other or need something prepared."""
NOT_RUN = re.compile(r"<!-- example: not run: (.+) -->")
PYTHON, SHELL = ("py", "python", "pycon"), ("sh", "console")
OTHERS = ("", "caddy", "json", "markdown", "nginx", "text", "toml")
"""What is no program of ours; `deploy` and the schemas have their own tests."""
INDENTED = re.compile(r"^ {4,}(?:\$ )?(weatherdeck .*)$", re.M)
"""Commands in blocks without a fence, as the rules pages have them."""


class Example(NamedTuple):
    """A block on a page."""

    page: str
    block: Block

    @property
    def reason(self) -> str | None:
        """Why it is not run; None if it is."""
        found = NOT_RUN.fullmatch(self.block.before.strip())
        return found[1] if found else None


class Line(NamedTuple):
    """A command on a page, and what the page says that it prints."""

    page: str
    command: str
    said: str


def examples() -> Iterator[Example]:
    """All blocks of all pages."""
    for page in pages():
        yield from (Example(name(page), block) for block in blocks(page.read_text(encoding="utf-8")))


def lines() -> Iterator[Line]:
    """All commands of all pages, with what the page says that they print."""
    for one in pages():
        unfenced = FENCE.sub("", one.read_text(encoding="utf-8"))
        yield from (Line(name(one), found[1], "") for found in INDENTED.finditer(unfenced))
    for page, block in examples():
        if block.kind == "console":
            for part in re.split(r"^\$ ", block.body, flags=re.M)[1:]:
                command, _, said = part.partition("\n")
                yield Line(page, command, said)
        elif block.kind == "sh":
            yield from (Line(page, line, "") for line in block.body.replace("\\\n", " ").splitlines())


def ours(line: str) -> Iterator[list[str]]:
    """The arguments of each weatherdeck in a line for the shell."""
    for part in re.split(r" [|>] | && ", line):
        words = shlex.split(part, comments=True)
        words = words[1:] if words[:1] == ["sudo"] else words
        if words and words[0].rpartition("/")[2] == "weatherdeck":
            yield words[1:]


def test_every_block_is_of_a_kind_that_is_looked_after() -> None:
    kinds = {example.block.kind for example in examples()}
    assert kinds <= {*PYTHON, *SHELL, *OTHERS}


def test_pages_that_are_run_elsewhere_are_read_there() -> None:
    for page, test in RUN_ELSEWHERE.items():
        assert Path(page).name in (ROOT / test).read_text(encoding="utf-8")


RUNNABLE = [one for one in examples() if one.block.kind in PYTHON and one.page not in RUN_ELSEWHERE]


@pytest.mark.parametrize("one", RUNNABLE, ids=lambda one: f"{one.page}:{one.block.line}")
def test_a_python_example_runs(one: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if one.reason:
        compile(one.block.body, one.page, "exec")
        return
    monkeypatch.chdir(tmp_path)
    prepare(one)
    if one.block.kind == "pycon":
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        told: list[str] = []
        runner.run(doctest.DocTestParser().get_doctest(one.block.body, {}, one.page, one.page, 0), out=told.append)
        assert runner.failures == 0, "".join(told)
    else:
        names: dict[str, Any] = {}
        exec(compile(one.block.body, one.page, "exec"), names)


def prepare(one: Example) -> None:
    """Run the commands above an example on its page, if the example reads what they wrote. Fewer games will do."""
    page = (ROOT / one.page).read_text(encoding="utf-8").splitlines()
    above = "\n".join(page[: one.block.line])
    before = [block for block in blocks(above) if block.kind in SHELL][-1:]
    for block in before:
        for line in block.body.splitlines():
            for words in ours(line.removeprefix("$ ")):
                if "--out" in words and words[words.index("--out") + 1] in one.block.body:
                    few = [re.sub(r":\d+$", ":8", word) for word in words]
                    assert main([*few, "--processes", "1"]) == 0


@pytest.mark.parametrize("page", sorted({one.page for one in lines()}))
def test_every_command_of_a_page_is_one_that_the_parser_takes(page: str) -> None:
    for line in lines():
        for words in ours(line.command) if line.page == page else ():
            commands.parser(words).parse_args(words)


SHOWN = [one for one in lines() if one.said.strip() and list(ours(one.command))]


@pytest.mark.parametrize("line", SHOWN, ids=lambda one: one.command)
def test_a_command_prints_what_the_page_says(line: Line, tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line.command],
        cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert " ".join((done.stdout + done.stderr).split()) == " ".join(line.said.split())


def test_some_commands_show_what_they_print() -> None:
    assert len(SHOWN) >= 2


@pytest.mark.parametrize("page", ["docs/protocol.md", "docs/home-network.md"])
def test_the_address_of_a_server_is_the_one_that_it_has(page: str) -> None:
    port = commands.parser(["serve"]).parse_args(["serve"]).port
    assert f"http://127.0.0.1:{port}/" in (ROOT / page).read_text(encoding="utf-8")
