"""Pictures of every page at every size, light and dark; it also names what is wrong with a layout.

Run from the repository: `make screenshots`, or `.venv/bin/python -m scripts.screenshots GAME` for one game and the
pages around it. The pictures go to build/pictures (open index.html there); those that the README shows go to
docs/pictures/web as well. Tables are practice tables with a fixed seed, so the same command deals the same cards.
"""

from __future__ import annotations

import argparse
import itertools
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import hatch_build
from playwright.sync_api import Browser, sync_playwright
from tests.web.layout import SIZES, flaws
from tests.web.visitor import GAMES, Visitor, launch, serving

from weatherdeck.games import registry
from weatherdeck.match import Match

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "pictures"
SHOWN = ROOT / "docs" / "pictures" / "web"
README_SIZE = (1440, 900)
THEMES = ("light", "dark")
MANY = max(GAMES, key=lambda game: max(registry.load(game).players))
"""The game with the largest table, for the pages around a game."""
SEED = 4
MIDDLE = 9
"""Choices made before the picture in the middle of a game."""
A_STRONG_PLAYER = 300_000
"""Milliseconds for a review, where the search has to be compiled first."""

Goal = Callable[[Visitor], None]


@dataclass(frozen=True)
class Page:
    """A page with a name, and the way to it for somebody who has just opened a browser."""

    name: str
    go: Goal


def pages_around(player: Visitor) -> Iterator[Page]:
    """Front door, setting up, lobby, invitation."""
    yield Page("front-door", lambda one: open_page(one, "", "[data-play]"))
    yield Page("set-up", lambda one: open_page(one, f"#/new/{MANY}", "h1, h2"))
    link = player.invite(MANY, people=3)
    seat = seat_of(player)
    yield Page("lobby", lambda one: open_page(one, seat, "[data-status=waiting]"))
    yield Page("invitation", lambda one: open_page(one, link.removeprefix(one.address), "button"))


def pages_of(game: str, player: Visitor) -> Iterator[Page]:
    """A game: its rules, a lesson, its table from the deal to the end, the replay and the review."""
    yield Page(f"{game}-rules", lambda one: open_page(one, f"#/rules/{game}", "h2"))
    yield Page(f"{game}-lesson", lambda one: open_page(one, f"#/learn/{game}", "[data-lesson]"))
    player.sit_down(game, seed=SEED, level="club")
    player.wait_for_my_turn()
    seat = seat_of(player)
    yield Page(f"{game}-start", lambda one: open_page(one, seat, "[data-busy=false]"))
    player.play_moves(middle(game))
    player.wait_for_my_turn()
    yield Page(f"{game}-middle", lambda one: open_page(one, seat, "[data-busy=false]"))
    yield Page(f"{game}-chosen", lambda one: choose_one(one, seat))
    player.play_to_the_end()
    yield Page(f"{game}-end", lambda one: open_page(one, seat, "dialog"))
    yield Page(f"{game}-replay", lambda one: replay(one, seat))
    yield Page(f"{game}-review", lambda one: review(one, seat))


def middle(game: str) -> int:
    """How many choices to make before the picture in the middle: half of a short game."""
    match, choose = Match(registry.load(game), seed=SEED), random.Random(SEED)
    mine = 0
    while not match.is_over:
        mine += match.to_move == 0
        match.play(choose.choice(match.legal()))
    return min(MIDDLE, mine // 2)


def seat_of(player: Visitor) -> str:
    """The way to somebody's seat, for another browser of theirs."""
    table, token = player.place()
    return f"#/table/{table}/{token}"


def open_page(one: Visitor, path: str, there: str) -> None:
    """Open a page, and wait until it is there."""
    one.go(path)
    one.page.wait_for_selector(there)
    one.page.wait_for_load_state("networkidle")


def choose_one(one: Visitor, seat: str) -> None:
    """A table where something is chosen and not played."""
    open_page(one, seat, "[data-busy=false] .thing.open")
    one.page.locator(".hand .thing.open, .thing.open").last.click()


def replay(one: Visitor, seat: str) -> None:
    """The replay, some steps after the deal."""
    open_page(one, seat, "dialog")
    one.page.get_by_role("link", name="Replay").click()
    one.page.wait_for_selector("[data-looking=replay]")
    for _ in range(MIDDLE):
        one.page.keyboard.press("ArrowRight")


def review(one: Visitor, seat: str) -> None:
    """The review of this seat, once it is complete."""
    open_page(one, seat, "dialog")
    one.page.get_by_role("button", name="Look back").or_(one.page.get_by_role("link", name="Look back")).first.click()
    one.page.wait_for_selector("[data-review=done]", timeout=A_STRONG_PLAYER)


def take(browser: Browser, address: str, page: Page) -> list[str]:
    """Pictures of a page in every size and theme; what is wrong with its layout."""
    found = []
    for theme in THEMES:
        one = Visitor(browser, address, "Cecil", width=README_SIZE[0], height=README_SIZE[1])
        one.prefer(theme=theme, confirm=True)
        page.go(one)
        one.page.mouse.move(0, 0)
        for width, height in SIZES:
            one.page.set_viewport_size({"width": width, "height": height})
            one.page.wait_for_timeout(250)
            name = f"{page.name}-{width}x{height}-{theme}.jpg"
            one.page.screenshot(path=str(FOLDER / name), type="jpeg", quality=84)
            found += [f"{name}: {flaw}" for flaw in flaws(one)]
        found += [f"{page.name}: {problem}" for problem in one.leave()]
    return found


INDEX = """<!doctype html>
<meta charset="utf-8">
<title>Pictures</title>
<style>
  body { font: 16px sans-serif; margin: 24px }
  div { display: flex; gap: 12px; align-items: start; overflow-x: auto }
  img { height: 420px }
</style>
<h1>Pictures</h1>
"""


def write_index() -> None:
    """One page that shows all pictures, a row for each page and theme."""
    names = sorted({path.name.rsplit("-", 2)[0] for path in FOLDER.glob("*.jpg")})
    rows = []
    for name, theme in itertools.product(names, THEMES):
        files = [f"{name}-{width}x{height}-{theme}.jpg" for width, height in SIZES]
        pictures = "".join(f'<a href="{file}"><img src="{file}" loading="lazy" alt="{file}"></a>' for file in files)
        rows.append(f"<h2>{name}, {theme}</h2><div>{pictures}</div>")
    (FOLDER / "index.html").write_text(INDEX + "\n".join(rows), encoding="utf-8")


def refresh_readme() -> None:
    """Copy the pictures that the README shows. Their names say what they are."""
    width, height = README_SIZE
    for shown in SHOWN.glob("*.jpg"):
        page, theme = shown.stem.rsplit("-", 1)
        taken = FOLDER / f"{page}-{width}x{height}-{theme}.jpg"
        if taken.exists():
            shutil.copyfile(taken, shown)


def main() -> int:
    """All pictures, or those of some games; fails if a layout has flaws."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "games", nargs="*", choices=[*GAMES, []], help="only these games, besides the pages around them"
    )
    games = parser.parse_args().games or GAMES
    hatch_build.build()
    FOLDER.mkdir(parents=True, exist_ok=True)
    found = []
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, sync_playwright() as playwright:
        browser = launch(playwright)
        player = Visitor(browser, address, "Cecil")
        for pages in (pages_around(player), *(pages_of(game, player) for game in games)):
            for page in pages:
                print(page.name, flush=True)
                found += take(browser, address, page)
        browser.close()
    write_index()
    refresh_readme()
    print(f"{len(list(FOLDER.glob('*.jpg')))} pictures: {FOLDER.relative_to(ROOT) / 'index.html'}")
    for flaw in found:
        print(flaw, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
