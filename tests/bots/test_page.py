"""The page docs/bots.md: its bot plays."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from weatherdeck.bots import Guarded
from weatherdeck.games import registry
from weatherdeck.match import Match

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"


def test_the_bot_of_the_page_plays_a_game_without_a_fault() -> None:
    code = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(code) == 1
    names: dict[str, Any] = {}
    exec(code[0], names)
    game = registry.load("tradewinds")
    match, bot = Match(game, seed=1), Guarded(names["TwentyGames"](1), 1, limit=None)
    while match.version < 6:
        seat = match.to_move
        match.play(bot.choose(game, game.redacted(match.state, seat), match.legal()))
    assert bot.reports == []
    assert bot.name == "twenty-games"


def test_the_page_names_every_bot() -> None:
    from weatherdeck.bots import BOTS, LEVELS

    assert all(f"| `{name}` |" in PAGE.read_text(encoding="utf-8") for name in (*LEVELS, *BOTS))
