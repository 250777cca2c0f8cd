"""A window of 60 columns: what is cut off is said, with the width that shows it, and can be scrolled to."""

from __future__ import annotations

import re

import pytest

from weatherdeck.cli.terminal.widgets import Stage
from weatherdeck.games import registry

from .tables import app_of, match_of, screen_text, until_asked


@pytest.mark.parametrize("game", registry.ours())
async def test_a_table_that_is_cut_off_says_which_width_shows_it(game: str) -> None:
    match = match_of(game, seed=3)
    assert match.to_move is not None
    app = app_of(match, match.to_move)
    async with app.run_test(size=(60, 24)) as pilot:
        await until_asked(pilot, app)
        stage = app.query_one("#table", Stage)
        said = re.search(r"Cut off: (\d+) columns show all", screen_text(app))
        assert (said is not None) == (stage.sheet.canvas.width > stage.size.width)
        last = screen_text(app).splitlines()[-1]
        assert "q Quit" in last
        if said is None:
            return
        await pilot.press("shift+right")
        await pilot.pause()
        assert stage.scroll_x > 0
        await pilot.resize_terminal(int(said[1]), 24)
        await pilot.pause()
        await pilot.pause()
        assert "Cut off" not in screen_text(app)
        assert stage.sheet.canvas.width <= stage.size.width
