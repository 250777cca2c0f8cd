"""Tests that need a program which may be missing: they are skipped, and listed at the end. In CI they fail."""

from __future__ import annotations

import pytest
from scripts.programs import Program, is_ci


def need(program: Program) -> None:
    """Skip a test whose program is not here."""
    if program.find() is None:
        if is_ci():
            pytest.fail(program.why_not())
        pytest.skip(program.why_not())


def needs(program: Program) -> pytest.MarkDecorator:
    """A mark for tests that need a program."""
    return pytest.mark.skipif(program.find() is None and not is_ci(), reason=program.why_not())
