"""In a notebook: a match and a state draw themselves, and show no hidden card."""

from __future__ import annotations

import pytest

from weatherdeck.games import registry
from weatherdeck.match import Match


@pytest.mark.parametrize("name", list(registry.OURS))
def test_a_match_and_its_state_draw_themselves(name: str) -> None:
    match = Match(registry.load(name), seed=1)
    drawn = match._repr_html_()
    assert match.game.title in drawn
    assert drawn.count("<table") == drawn.count("</table>") > 0
    assert match.state._repr_html_() == drawn
    hidden = match.game.redacted(match.state, None)
    assert hidden._repr_html_() == drawn  # what only a seat may know is not in it
