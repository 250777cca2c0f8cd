"""Plain English: phrases that made native readers stop do not come back.

The list holds what readers of the first versions found unidiomatic: literal translations, invented idioms, and
statistics not in standard terms. Each entry is the shortest part of the phrase that nobody would write on purpose, with
what to write instead. Add to the list when a reader stumbles; do not remove entries to make the test pass.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

PHRASES = {
    # in reports and other statistics
    "err, any of them": "the family-wise error rate is at most 5% (Holm)",
    "called more than noise": "significant",
    "points of percentage": "percentage points",
    "decisions that are none": "forced moves",
    "who begins wins": "the starting player wins",
    "of who wins, the": "the deal explains ... of the variance in who wins",
    "leads who would": "the leader is whoever would win if the game ended now",
    "ended as it lies": "ended now",
    "sums by deal": "per-deal sums",
    "at at any time": "can be viewed at any time",
    # about doing things
    "gone on with": "resumed",
    "go on with a": "resume a",
    "goes on with it": "resumes it",
    "searches as does best": "the search settings that work best for this game",
    "search does best here": "the search settings that work best for this game",
    "worth while here": "worthwhile for this game",
    # said to players and hosts
    "would rather not take that back": "declined your undo",
    "has not the most": "does not have the most",
    "not heeded": "the update could not be applied",
    "does not go by that name": "unknown host name",
    "by its name server": "DNS rebinding",
    "who distrusts us": "for auditors: verify it yourself",
}

TEXTS = {".md", ".py", ".ts", ".js", ".mjs", ".svelte", ".css", ".html", ".json", ".toml", ".txt", ".tcss", ".cfg", ""}
"""The kinds of files that people read; "" is for files such as the Makefile."""
GENERATED = ("package-lock.json", "requirements")
LISTS = {Path(__file__).name, "test_help.py"}
"""Where such phrases are listed."""


def files() -> list[Path]:
    """Everything in the repository that somebody reads, the tests too."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    paths = [ROOT / name for name in listed]
    return [
        path
        for path in paths
        if path.suffix in TEXTS
        and path.is_file()
        and path.name not in LISTS
        and not path.name.startswith(GENERATED)
        and "golden" not in path.parts
    ]


def plain(text: str) -> str:
    """A text without what separates its words: line breaks, comment signs, quotes between parts of a string."""
    without_joints = re.sub(r"[\"'`]\s*\n\s*(?:\+\s*)?f?[\"'`]", "", text)
    return re.sub(r"[\s#*>|/]+", " ", without_joints).lower()


def found(text: str) -> Iterator[str]:
    """The phrases in a text."""
    words = plain(text)
    return (phrase for phrase in PHRASES if phrase in words)


def test_phrases_that_stop_a_reader_do_not_occur() -> None:
    paths = files()
    assert {
        ROOT / "README.md",
        ROOT / "docs/lab/weathervanes.html",
        ROOT / "src/weatherdeck/lab/reporting/prose.py",
    } <= {*paths}
    assert any(path.suffix == ".svelte" for path in paths)
    stumbling = [
        f"{path.relative_to(ROOT)}: {phrase!r} (write: {PHRASES[phrase]})"
        for path in paths
        for phrase in found(path.read_text(encoding="utf-8"))
    ]
    assert not stumbling, "\n".join(stumbling)


@pytest.mark.parametrize(
    "text",
    [
        "Decisions that\n    are none",
        '"what was stopped is gone "\n        "on with by the same command"',
        "# one leads\n    # who would win",
        "Bo would rather not take that back.",
    ],
)
def test_a_phrase_is_found_across_lines_and_strings(text: str) -> None:
    assert list(found(text))


def test_phrases_are_written_as_they_are_looked_for() -> None:
    assert all(plain(phrase) == phrase for phrase in PHRASES)
