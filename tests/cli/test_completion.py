"""The Tab key, in real shells: what the script of `weatherdeck completion` offers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from weatherdeck import bots
from weatherdeck.cli import commands
from weatherdeck.games import registry

ASKED = {
    "weatherdeck ": list(commands.COMMANDS),
    "weatherdeck pl": ["play"],
    "weatherdeck rules ": registry.names(),
    "weatherdeck play w": ["weathervanes", "winter-court"],
    "weatherdeck play winter-court --op": ["--option"],
    "weatherdeck play weathervanes --option partial": ["partial_misere="],
    "weatherdeck ladder tradewinds ": bots.names(),
    "weatherdeck admin dr": ["drain"],
    "weatherdeck completion ": ["bash", "zsh", "fish"],
}
BASH = """
eval "$(weatherdeck completion bash)"
while IFS= read -r line; do
    COMP_LINE=$line COMP_POINT=${#line} COMP_TYPE=9 COMPREPLY=()
    _python_argcomplete weatherdeck
    echo "${COMPREPLY[*]}"
done
"""
FISH = """
weatherdeck completion fish | source
while read line
    complete --do-complete $line | string replace -r '\\t.*' '' | string join ' '
end
"""


@pytest.fixture
def path(tmp_path: Path) -> dict[str, str]:
    """An environment in which `weatherdeck` is this one."""
    program = tmp_path / "weatherdeck"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m weatherdeck "$@"\n')
    program.chmod(0o755)
    return {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}


def offered(shell: list[str], path: dict[str, str]) -> list[list[str]]:
    done = subprocess.run(
        shell, input="\n".join(ASKED) + "\n", env=path, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return [line.split() for line in done.stdout.splitlines()]


def test_bash_completes_commands_games_bots_and_options(path: dict[str, str]) -> None:
    found = offered(["bash", "--norc", "-c", BASH], path)
    assert {line: sorted(words) for line, words in zip(ASKED, found, strict=True)} == {
        line: sorted(expected) for line, expected in ASKED.items()
    }


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_fish_completes_the_same(path: dict[str, str], tmp_path: Path) -> None:
    found = offered(["fish", "--no-config", "-c", FISH], {**path, "HOME": str(tmp_path)})
    assert [sorted(words) for words in found] == [sorted(expected) for expected in ASKED.values()]


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_zsh_registers_the_completion(path: dict[str, str]) -> None:
    script = 'autoload -U compinit; compinit -D; eval "$(weatherdeck completion zsh)"; print ${_comps[weatherdeck]}'
    done = subprocess.run(["zsh", "-f", "-c", script], env=path, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "_python_argcomplete"


def test_what_cannot_be_known_offers_nothing(path: dict[str, str]) -> None:
    lines = [
        "weatherdeck play nonsense --option ",
        "weatherdeck play --seed ",
        "weatherdeck play 'open",
    ]
    done = subprocess.run(
        ["bash", "--norc", "-c", BASH], input="\n".join(lines) + "\n", env=path, capture_output=True, text=True,
        check=True, timeout=120,
    )  # fmt: skip
    assert done.stdout.split() == []
    assert done.stderr == ""
