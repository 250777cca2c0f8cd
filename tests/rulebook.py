"""`@rule("WV-11")`: the mark by which a test claims clauses of the rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

F = TypeVar("F", bound=Callable[..., Any])

CLAUSES = Path(__file__).parent / "clauses"


def rule(*clauses: str) -> Callable[[F], F]:
    """Mark a test with the clauses it claims."""

    def mark(test: F) -> F:
        marked: F = pytest.mark.rule(*clauses)(test)
        return marked

    return mark


def clauses_of(game: str) -> set[str]:
    """The clauses of a game's rules that a test must claim."""
    lines = (CLAUSES / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    return {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}
