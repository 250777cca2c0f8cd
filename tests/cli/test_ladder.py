"""`weatherdeck ladder`, as a person runs it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from weatherdeck import bots
from weatherdeck.bots import ladder
from weatherdeck.cli import main
from weatherdeck.cli.progress import time_text


def run(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    status = main(["ladder", *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_tables_and_a_file_from_which_they_can_be_made_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "results.json"
    arguments = ["weathervanes", "random", "greedy", "--deals", "2", "--processes", "1", "--output", str(file)]
    status, out, err = run(*arguments, capsys=capsys)
    assert (status, err) == (0, "")
    assert out.startswith("Weathervanes, 4 players: 2 paired deals, seed 1\n")
    assert "greedy - random" in out
    assert "not shown" in out
    assert "sequential test" in out
    document = json.loads(file.read_text())
    assert len(document["games"]) == 16
    assert document["plan"]["bots"] == ["random", "greedy"]
    assert run(str(file), capsys=capsys) == (0, out, "")


def test_an_interrupt_shows_what_there_is(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    original = ladder.play_all

    def interrupted(plan: ladder.Plan, processes: int) -> Iterator[ladder.Played]:
        for number, played in enumerate(original(plan, 1)):
            if number == 10:
                raise KeyboardInterrupt
            yield played

    monkeypatch.setattr(ladder, "play_all", interrupted)
    status, out, _ = run("weathervanes", "random", "greedy", "--deals", "5", capsys=capsys)
    assert status == 130
    assert "1 of 5 paired deals" in out


@pytest.fixture
def another_random(monkeypatch: pytest.MonkeyPatch) -> str:
    """A bot that needs no judgement, as if another package offered it."""
    point = EntryPoint("another", "weatherdeck.bots.random_bot:RandomBot", bots.ENTRY_POINTS)
    monkeypatch.setattr(bots, "entry_points", lambda group: [point] if group == point.group else [])
    return point.name


def test_a_cooperative_game_shows_scores_and_wins(another_random: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run("tradewinds", "random", another_random, "--deals", "3", "--processes", "1", capsys=capsys)
    assert status == 0
    assert "wins" in out
    assert "one bot plays all seats, then the other" in out


def test_roles_are_shown_apart(another_random: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["four-seasons", "random", another_random, "--deals", "2", "--players", "5", "--processes", "1"]
    status, out, _ = run(*arguments, capsys=capsys)
    assert status == 0
    assert "as Darkness" in out
    assert "as Light" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], "there is no game 'chess'"),
        (["weathervanes", "random"], "a ladder needs at least two bots"),
        (["weathervanes", "random", "random"], "name each bot only once"),
        (["weathervanes", "random", "genius"], "there is no bot 'genius'"),
        (["weathervanes", "random", "club", "--players", "5"], "is for 4 players"),
        (["weathervanes", "random", "club", "--option", "tricks=3"], "has no option 'tricks'"),
        (["weathervanes", "random", "club", "--output", "/nowhere/results.json"], "cannot be written"),
        (["/nowhere/results.json"], "cannot be read"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(*arguments, capsys=capsys)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_file_that_is_no_ladder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text, message in (
        ("{", "is not JSON"),
        ("{}", "is not a file of"),
        ('{"format": "weatherdeck ladder 1"}', "damaged"),
    ):
        file = tmp_path / "results.json"
        file.write_text(text)
        status, _, err = run(str(file), capsys=capsys)
        assert status == 2
        assert message in err


def test_time_left_is_told_in_words() -> None:
    assert [time_text(seconds) for seconds in (5, 600, 7200)] == ["5 s", "10 min", "2.0 h"]
