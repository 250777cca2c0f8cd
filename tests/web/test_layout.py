"""Every page holds at every size, light and dark: nothing overflows, is cut off, covered or too small to touch."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sweeps import sample, size
from tests.web.layout import flaws, flaws_at_every_size
from tests.web.test_table import A_STRONG_PLAYER
from tests.web.visitor import GAMES, Visitor

BETWEEN = 4
"""Choices made between two looks."""
LAST_MOVES = 8
"""How long a game goes on whose end is looked at."""
PAGES = ("", "#/new/four-seasons", "#/new/winter-court", "#/nowhere", *(f"#/rules/{game}" for game in GAMES))
LARGEST, SMALLEST = 6, 3
"""Players of 4 Seasons, at most and at least."""


@pytest.mark.parametrize("game", GAMES)
def test_a_table_holds_at_every_size(game: str, visit: Callable[..., Visitor]) -> None:
    player, looker = visit("Cecil"), visit("Cecil")
    looker.prefer(confirm=True)
    player.sit_down(game, seed=4)
    for moment in range(size("moments of a table")):
        player.play_moves(BETWEEN * (moment > 0))
        if not player.wait_for_my_turn():
            break
        watch_over_the_shoulder(looker, player)
        assert flaws_at_every_size(looker) == [], f"after {player.version} moves"
        looker.page.locator(".thing.open").first.click()
        assert flaws_at_every_size(looker) == [], f"after {player.version} moves, with something chosen"


@pytest.mark.parametrize("players", sample("players of 4 Seasons at a table", [SMALLEST, 5, LARGEST], [LARGEST]))
def test_a_table_of_any_number_of_players_holds_at_every_size(players: int, visit: Callable[..., Visitor]) -> None:
    anna = visit("Maximiliane")
    anna.sit_down("four-seasons", seed=2, players=players)
    anna.play_moves(BETWEEN)
    anna.wait_for_my_turn()
    assert flaws_at_every_size(anna) == []


@pytest.mark.parametrize("game", GAMES)
def test_drawers_and_sheets_hold_on_a_phone_upright_and_turned(game: str, visit: Callable[..., Visitor]) -> None:
    anna = visit("Anna", width=390, height=844, touch=True)
    anna.sit_down(game, seed=4)
    anna.play_moves(2)
    anna.wait_for_my_turn()
    anna.page.get_by_role("button", name="Log").click()
    for width, height in ((390, 844), (844, 390), (390, 844)):
        anna.page.set_viewport_size({"width": width, "height": height})
        for tab in anna.page.get_by_role("tab").all():
            tab.click()
            assert flaws(anna) == [], (width, height, tab.inner_text())


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_holds_at_every_size(game: str, visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.go(f"#/learn/{game}")
    anna.page.wait_for_selector("[data-lesson]")
    anna.page.wait_for_selector("[data-busy=false]")
    assert flaws_at_every_size(anna) == []


def test_a_page_holds_at_every_size(visit: Callable[..., Visitor]) -> None:
    anna = visit()
    for number, path in enumerate(sample("pages without a table", PAGES, ["", "#/new/four-seasons"])):
        anna.go(f"?{number}{path}")
        anna.page.wait_for_selector("h1, h2")
        anna.page.wait_for_load_state("networkidle")
        assert flaws_at_every_size(anna) == [], path


def test_lobby_and_invitation_hold_at_every_size(visit: Callable[..., Visitor]) -> None:
    anna, bo = visit("Anna"), visit("Bo")
    link = anna.invite("four-seasons")
    bo.page.goto(link)
    bo.page.get_by_role("button", name="Sit down").wait_for()
    assert flaws_at_every_size(bo) == []
    bo.page.get_by_role("button", name="Sit down").click()
    bo.page.wait_for_selector("[data-status=waiting]")
    assert flaws_at_every_size(anna) == []
    assert flaws_at_every_size(bo) == []


@pytest.mark.parametrize("game", GAMES)
def test_end_and_replay_hold_at_every_size(game: str, visit: Callable[..., Visitor]) -> None:
    anna = at_the_end(visit(), game)
    assert flaws_at_every_size(anna) == []
    anna.page.set_viewport_size({"width": 1280, "height": 800})
    anna.page.get_by_role("link", name="Replay").click()
    anna.page.wait_for_selector("[data-looking=replay]")
    assert flaws_at_every_size(anna) == []


@pytest.mark.parametrize("game", sample("games reviewed", GAMES, ["tradewinds"]))
def test_a_review_holds_at_every_size(game: str, visit: Callable[..., Visitor]) -> None:
    anna = at_the_end(visit(), game)
    anna.page.get_by_role("link", name="Look back at my decisions").click()
    anna.page.locator("main[data-review=done]").wait_for(timeout=A_STRONG_PLAYER)
    assert flaws_at_every_size(anna) == []


def at_the_end(anna: Visitor, game: str) -> Visitor:
    """Somebody who has played the last moves of a game."""
    anna.sit_down(game, seed=4, last_moves=LAST_MOVES)
    anna.play_to_the_end()
    return anna


def watch_over_the_shoulder(looker: Visitor, player: Visitor) -> None:
    """Open the player's seat in another browser of theirs."""
    table, token = player.place()
    looker.go(f"#/table/{table}/{token}")
    looker.page.reload()
    looker.page.wait_for_selector(f'[data-version="{player.version}"][data-busy=false]')
