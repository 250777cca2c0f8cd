"""Pictures of every table into docs/pictures/web: start, middle and end; wide and phone; light and dark.

Run from the repository: `.venv/bin/python -m scripts.screenshots`; add names of games to take only theirs. The
tables are practice tables with a fixed seed, so the same command deals the same cards.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import hatch_build
from playwright.sync_api import Browser, sync_playwright
from tests.web.visitor import GAMES, Visitor, launch, serving

from weatherdeck.games import registry
from weatherdeck.match import Match

FOLDER = Path(__file__).parent.parent / "docs" / "pictures" / "web"
SIZES = {"wide": (1280, 800), "phone": (360, 780)}
THEMES = ("light", "dark")
MIDDLE = 7
"""How many choices are made before the second picture of a game, unless the game is too short for that."""

SEED = 4


def take(visitor: Visitor, name: str) -> None:
    """One picture."""
    visitor.page.mouse.move(0, 0)
    visitor.page.wait_for_timeout(300)
    visitor.page.screenshot(path=str(FOLDER / f"{name}.jpg"), type="jpeg", quality=84)


def everybody(browser: Browser, address: str) -> Iterator[tuple[str, Visitor]]:
    """Somebody for each size and theme."""
    for size, (width, height) in SIZES.items():
        for theme in THEMES:
            visitor = Visitor(browser, address, "Cecil", width=width, height=height)
            visitor.prefer(theme=theme)
            yield f"{size}-{theme}", visitor
            visitor.leave()


def look(browser: Browser, player: Visitor, name: str) -> None:
    """The table as it is now, in each size and theme: the same seat, seen on other devices."""
    for kind, visitor in everybody(browser, player.address):
        visitor.page.goto(player.page.url)
        visitor.wait_for_my_turn()
        if visitor.is_over:
            visitor.page.get_by_role("button", name="Look at the table").click()
        take(visitor, f"{name}-{kind}")


def middle(game: str) -> int:
    """How many choices to make before the second picture: two thirds of a short game."""
    match, choose = Match(registry.load(game), seed=SEED), random.Random(SEED)
    mine = 0
    while not match.is_over:
        mine += match.to_move == 0
        match.play(choose.choice(match.legal()))
    return min(MIDDLE, mine * 2 // 3)


def table(browser: Browser, address: str, game: str) -> None:
    """The pictures of a game."""
    player = Visitor(browser, address, "Cecil")
    player.sit_down(game, SEED, "club")
    player.wait_for_my_turn()
    look(browser, player, f"{game}-start")
    player.play_moves(middle(game))
    player.wait_for_my_turn()
    look(browser, player, f"{game}-middle")
    player.play_to_the_end()
    look(browser, player, f"{game}-end")
    player.leave()


def front_door(browser: Browser, address: str) -> None:
    """The front door."""
    for kind, visitor in everybody(browser, address):
        visitor.go()
        visitor.page.wait_for_selector("[data-play]")
        take(visitor, f"front-door-{kind}")


def main(games: list[str]) -> None:
    """All pictures."""
    hatch_build.build()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        front_door(browser, address)
        for game in games or GAMES:
            table(browser, address, game)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
