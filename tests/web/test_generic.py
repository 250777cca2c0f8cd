"""The table that any game gets: a game that only its own package knows, and ours as a plain table."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import hatch_build
import pytest
from playwright.sync_api import Browser, expect

from tests.sweeps import sample
from tests.web.test_access import problems, problems_in_both_themes
from tests.web.test_table import A_STRONG_PLAYER
from tests.web.visitor import GAMES, SHORT, By, Visitor, serving

EXAMPLES = hatch_build.ROOT / "examples"
POINTS = tomllib.loads((EXAMPLES / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
(EXAMPLE,) = POINTS["weatherdeck.games"]
"""The name of the example game: nothing else here knows anything about it."""

PHONE = {"width": 390, "height": 844, "touch": True}


@pytest.fixture(scope="module")
def elsewhere(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server on which the example is installed, as a stranger would install it."""
    assert client.is_dir()
    installed = tmp_path_factory.mktemp("installed")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, "--target", installed, EXAMPLES], check=True)
    with serving(tmp_path_factory.mktemp("elsewhere"), installed=installed) as address:
        yield address


@pytest.fixture
def come(browser: Browser, elsewhere: str) -> Iterator[Callable[..., Visitor]]:
    """Opens the client there; whatever went wrong in the page is an error."""
    visitors: list[Visitor] = []

    def open_it(name: str = "Anna", **window: int | bool) -> Visitor:
        visitors.append(Visitor(browser, elsewhere, name, **window))  # type: ignore[arg-type]  # sizes and a flag
        return visitors[-1]

    yield open_it
    assert [problem for visitor in visitors for problem in visitor.leave()] == []


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_a_game_from_another_package_is_played_to_its_end(by: By, come: Callable[..., Visitor]) -> None:
    anna = come()
    anna.play_now(EXAMPLE)
    anna.play_to_the_end(by)
    result = anna.page.get_by_role("dialog", name="The game is over")
    assert result.get_by_role("region", name="Result").get_by_role("listitem").count() == 4
    assert result.locator("li.won").count() >= 1
    result.get_by_role("button", name="Check the shuffle").click()
    checked = result.locator("[data-verdict=fair]")
    expect(checked).to_contain_text("as far as this browser can check")
    expect(checked).to_contain_text("save the game and run: weatherdeck verify FILE")


def test_a_game_from_another_package_has_all_its_pages(come: Callable[..., Visitor]) -> None:
    anna = come()
    anna.go()
    card = anna.page.get_by_role("listitem").filter(has=anna.page.locator(f'[data-play="{EXAMPLE}"]'))
    expect(card.locator(".picture .fan")).to_be_visible()
    assert card.get_by_role("link", name="Learn").count() == 0
    card.get_by_role("link", name="Rules").click()
    anna.page.wait_for_selector("article h2")
    assert problems(anna) == []
    anna.go(f"#/new/{EXAMPLE}")
    anna.page.get_by_role("button", name="Create table").click()
    anna.page.wait_for_selector("[data-status=playing]")
    assert anna.wait_for_my_turn()


def test_a_game_from_another_package_says_why_not_and_looks_ahead(come: Callable[..., Visitor]) -> None:
    anna = come()
    anna.sit_down(EXAMPLE, seed=4)
    anna.wait_for_my_turn()
    card = anna.page.locator(".hand .thing.open").last
    label = card.locator(".hidden-label").text_content() or ""
    card.hover()
    played = anna.page.get_by_role("group", name="played").get_by_role("img", name=label.split(":")[0], exact=True)
    expect(played).to_be_visible()
    for _ in range(4):
        anna.wait_for_my_turn()
        closed = anna.page.locator(".hand .thing.closed")
        if closed.count():
            break
        anna.choose_something()
    closed.first.click(force=True)  # it says that it is disabled, and still answers
    expect(
        anna.page.locator("[data-banner=refusal]").get_by_role("button", name=re.compile(r"^See [A-Z]+-\d+$"))
    ).to_be_visible()


def test_a_game_from_another_package_has_hints_and_a_log_to_look_back(come: Callable[..., Visitor]) -> None:
    anna = come()
    anna.sit_down(EXAMPLE, seed=4)
    anna.wait_for_my_turn()
    anna.page.get_by_role("button", name="Hint").click()
    expect(anna.page.locator(".hand .thing.hinted").first).to_be_visible(timeout=A_STRONG_PLAYER)
    anna.play_moves(2)
    anna.wait_for_my_turn()
    anna.page.get_by_role("region", name="Log").get_by_role("button").first.click()
    expect(anna.page.get_by_text("Looking back")).to_be_visible()
    expect(anna.page.locator(".hand .thing")).to_have_count(5)
    anna.page.get_by_role("button", name="Back to the game").click()
    anna.page.get_by_role("button", name="Last trick").click()
    expect(anna.page.get_by_role("group", name="played").get_by_role("img")).to_have_count(4)


def test_a_game_from_another_package_is_replayed(come: Callable[..., Visitor]) -> None:
    anna = come()
    anna.play_now(EXAMPLE)
    anna.play_to_the_end()
    anna.page.get_by_role("link", name="Replay").click()
    anna.page.get_by_role("button", name="Start", exact=True).click()
    expect(anna.page.locator(".hand .thing")).to_have_count(5)
    anna.page.get_by_label("View as").select_option("all")
    expect(anna.page.locator(".others .open .card")).to_have_count(20)


def test_a_game_from_another_package_is_for_everyone(come: Callable[..., Visitor]) -> None:
    anna = come()
    anna.sit_down(EXAMPLE, seed=4)
    anna.wait_for_my_turn()
    assert problems_in_both_themes(anna) == []
    names = anna.page.locator(".hand .thing .hidden-label").all_inner_texts()
    assert names
    assert all(name.startswith("card ") for name in names)


def test_a_game_from_another_package_fits_a_phone(come: Callable[..., Visitor]) -> None:
    anna = come(**PHONE)
    anna.play_now(EXAMPLE)
    anna.play_to_the_end()
    assert not anna.scrolls_sideways()


@pytest.mark.parametrize("game", sample("whole games at the plain table", GAMES, ["tradewinds"]))
def test_our_games_can_be_played_at_the_plain_table(game: str, visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.prefer(plain=True)
    anna.play_now(game)
    expect(anna.page.locator(".others")).to_be_visible()
    anna.play_to_the_end()


@pytest.mark.parametrize("game", GAMES)
def test_the_plain_table_is_for_everyone_and_fits_a_phone(game: str, visit: Callable[..., Visitor]) -> None:
    anna = visit(**PHONE)
    anna.prefer(plain=True)
    anna.sit_down(game, seed=4, options=SHORT.get(game, {}))
    for _ in range(5):
        anna.play_moves(1)
        assert not anna.scrolls_sideways()
    if anna.wait_for_my_turn():  # after the end, it would close what tells of it
        anna.page.keyboard.press("Escape")
    assert problems_in_both_themes(anna) == []
    anna.play_to_the_end()


def test_the_preference_changes_the_table_at_once(visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.sit_down("tradewinds", seed=4)
    anna.wait_for_my_turn()
    expect(anna.page.locator(".others")).to_have_count(0)
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_label("Plain table").check()
    expect(anna.page.locator(".others")).to_be_visible()
    anna.page.get_by_label("Plain table").uncheck()
    expect(anna.page.locator(".others")).to_have_count(0)
