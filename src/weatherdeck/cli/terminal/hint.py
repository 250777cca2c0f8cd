"""A hint in words: what a strong player would do, the expected result, and how certain that is."""

from __future__ import annotations

from collections.abc import Callable

from ...bots.evidence import Estimate
from ...bots.review import Hint
from ...games.contest import Unit

THINKING = "thinking about a hint ..."


def hint_text(hint: Hint, text: Callable[[int], str], phrase: Callable[[int], str]) -> str:
    """A hint for the message line; `text` gives an action in notation and `phrase` in words."""
    said = f"hint: {phrase(hint.action)}"
    if hint.expected is None:
        return f"{said} (a first guess: the search is still being compiled)"
    said += f". {hint.unit.name.capitalize()} {_between(hint.unit, hint.expected)}"
    if hint.rival is None or hint.lead is None:
        return said
    if hint.is_clear:
        return f"{said}; better than {text(hint.rival)} by {_between(hint.unit, hint.lead)}"
    return f"{said}; {text(hint.rival)} may be as good"


def _between(unit: Unit, estimate: Estimate) -> str:
    return f"{unit.text(estimate.mean)} ({unit.text(estimate.low)} to {unit.text(estimate.high)})"
