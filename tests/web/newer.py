"""A version with newer rules of every game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from weatherdeck.games import registry


@contextmanager
def newer_rules() -> Iterator[None]:
    """Every server of this process has newer rules."""
    with pytest.MonkeyPatch.context() as patch:
        for name in registry.names():
            rules = registry.load(name).rules
            patch.setattr(rules, "RULESET", rules.RULESET + 1)
        yield
