"""The explorer in a browser: filter the games of a study, and watch one of them at the table, to its end."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.test_access import problems
from tests.web.visitor import Visitor, address_of
from weatherdeck import lab
from weatherdeck.lab.playing.run import Run

GAME = "winter-court"


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    lab.study(GAME, ["random:60", "greedy,random:24"], folder=folder, engine=lab.Here())
    return folder


@contextmanager
def exploring(study: Path, folder: Path) -> Iterator[str]:
    """The address of an explorer of the study."""
    command = [sys.executable, "-m", "weatherdeck", "lab", "explore", str(study), "--no-open"]
    with (folder / "log").open("w+", encoding="utf-8") as log:
        server = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env={**os.environ})
        try:
            yield address_of(server, folder / "log").partition("#")[0]
        finally:
            server.terminate()
            server.wait(timeout=30)


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
def test_a_designer_filters_games_and_watches_one_to_its_end(
    browser: Browser, client: Path, study: Path, tmp_path: Path, theme: str, width: int
) -> None:
    assert client.is_dir()
    with exploring(study, tmp_path) as address:
        anna = Visitor(browser, address, "Anna", width=width, height=844)
        anna.prefer(theme=theme)
        anna.go("#/explore")
        page = anna.page
        expect(page.get_by_role("status")).to_contain_text("84 of 84 games")
        page.get_by_label("Add a condition").select_option("game:ending")
        page.get_by_label("Add a condition").select_option("seat:won")
        page.get_by_label("Add a condition").select_option("card:played")
        page.get_by_label("random: 60 games").uncheck()
        run = Run.open(study / "greedy-against-random")
        expect(page.get_by_role("status")).to_contain_text(f"{matching(run)} of 24 games")
        assert problems(anna) == []
        assert not anna.scrolls_sideways()
        page.get_by_role("button", name="Remove the condition").last.click()
        expect(page.get_by_role("group", name="played this card")).to_have_count(0)
        page.get_by_role("button", name="Remove all conditions").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_contain_text("24 of 24 games")
        page.get_by_label("Sort by").select_option("decisions")
        shortest = min(run.read("games", 0)["decisions"].to_pylist())
        expect(page.get_by_role("listitem").filter(has_text="decisions").first).to_contain_text(f"{shortest} decisions")
        page.get_by_role("button", name="Watch game").first.click()
        page.get_by_role("button", name="End", exact=True).click()
        expect(page.get_by_text(f"{shortest} of {shortest}").first).to_be_visible()
        page.go_back()
        expect(page.get_by_role("status")).to_contain_text("24 of 24 games")  # the filter is kept
        assert anna.leave() == []


def matching(run: Run) -> int:
    """Games that ended with all royals, and in which the winner played the first card."""
    games, seats, hands = (run.read(table, 0).to_pylist() for table in ("games", "seats", "hands"))
    royal = {game["game"] for game in games if game["ending"] == 0}
    winners = {(seat["game"], seat["seat"]) for seat in seats if seat["won"]}
    return len(
        {hand["game"] for hand in hands if hand["played"] & 1 and (hand["game"], hand["seat"]) in winners} & royal
    )


def test_a_table_server_shows_no_study(browser: Browser, address: str) -> None:
    anna = Visitor(browser, address, "Anna")
    anna.go("#/explore")
    expect(anna.page.get_by_text("weatherdeck lab explore FOLDER")).to_be_visible()
    anna.leave()


def test_a_folder_without_a_study_gets_a_clear_error(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "weatherdeck", "lab", "explore", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert "there is no study in it" in ended.stderr
    assert "Traceback" not in ended.stderr
