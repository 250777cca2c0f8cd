"""Pictures of every table into docs/pictures/web: start, middle and end; wide and phone; light and dark.

Run from the repository: `.venv/bin/python -m scripts.screenshots` (some games: add their names). The deals are practice
deals, so the same command gives the same pictures.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import hatch_build
from playwright.sync_api import Browser, sync_playwright
from tests.web.visitor import GAMES, Visitor, launch, serving

FOLDER = Path(__file__).parent.parent / "docs" / "pictures" / "web"
SIZES = {"wide": (1280, 800), "phone": (360, 780)}
THEMES = ("light", "dark")
MIDDLE = {"weathervanes": 11, "tradewinds": 3, "winter-court": 26, "tweedy-tricksters": 5, "four-seasons": 7}
"""How many things are chosen up to the middle of a game."""

SEEDS = {"weathervanes": 21, "tradewinds": 7, "winter-court": 3, "tweedy-tricksters": 2, "four-seasons": 4}


def sit_down(visitor: Visitor, game: str) -> None:
    """A practice table, so that the cards are the same every time."""
    bots = {"winter-court": 1}.get(game, 3)
    wish = {
        "game": game,
        "name": visitor.name,
        "seed": SEEDS[game],
        "seats": [{"kind": "me"}, *({"kind": "bot", "level": "club"} for _ in range(bots))],
    }
    answer = visitor.context.request.post(
        f"{visitor.address}api/tables", data=json.dumps(wish), headers={"content-type": "application/json"}
    )
    made = answer.json()
    visitor.go(f"#/table/{made['table']}/{made['token']}")
    visitor.page.wait_for_selector("[data-status=playing]")


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
            visitor.context.add_init_script(f"localStorage.setItem('weatherdeck:theme', '\"{theme}\"')")
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


def table(browser: Browser, address: str, game: str) -> None:
    """The pictures of a game."""
    player = Visitor(browser, address, "Cecil")
    sit_down(player, game)
    player.wait_for_my_turn()
    look(browser, player, f"{game}-start")
    player.play_moves(MIDDLE[game])
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
