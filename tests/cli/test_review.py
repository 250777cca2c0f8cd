"""`weatherdeck review`, as a person runs it."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.playouts import played
from weatherdeck.cli import main
from weatherdeck.games import registry
from weatherdeck.match import save

NAMES = ("Anna", "Bo", "Cecil", "Donna")
EFFORT = ("--simulations", "16", "--worlds", "16")


def saved(folder: Path, *people: int, moves: int = 1000, game: str = "tradewinds", about: Any = None) -> str:
    """The file of a random game with people at some seats and bots at the others."""
    match = played(registry.load(game), 3, decisions=moves)
    seats = [{"name": NAMES[n], "bot": None if n in people else "greedy"} for n in range(match.players)]
    path = folder / "game.json"
    save.write(path, match, {"seats": seats} if about is None else about)
    return str(path)


def run(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    status = main(["review", *EFFORT, *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")


def test_a_game_is_told_with_its_curve_and_its_decisions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(saved(tmp_path, 0), "--all", capsys=capsys)
    assert (status, err) == (0, "")
    assert out.startswith(
        "Tradewinds: Anna, Bo (greedy), Cecil (greedy), Donna (greedy)\nThe game ended after 24 moves."
    )
    assert "Expected points, from what Anna could see" in out
    assert "move 24" in out
    assert "Anna: 5 decisions with a choice. In " in out
    assert "  move  played  better  lost" in out
    assert max(len(line) for line in out.splitlines()) <= 80


def test_the_decisions_that_mattered_are_told_in_words_and_notation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "review.json"
    _, out, _ = run(saved(tmp_path, 0, 1, 2, 3), "--worlds", "64", "--json", str(file), capsys=capsys)
    reviews = json.loads(file.read_text())["reviews"]
    mattered = [one for review in reviews for one in review["decisions"] if one["mattered"]]
    assert mattered, "a random player makes mistakes"
    told = " ".join(out.split())
    for one in mattered:
        assert f"move {one['move']}: lost " in told
        for verb, key in (("played", "played"), ("better", "best")):
            assert f"{verb} {one[key]['move']}: {one[key]['words']}" in told


def test_the_file_holds_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, game = tmp_path / "review.json", saved(tmp_path, 1)
    run(game, "--json", str(file), capsys=capsys)
    document = json.loads(file.read_text())
    assert document["format"] == "weatherdeck review 1"
    assert document["effort"] == {"simulations": 16, "worlds": 16, "seed": 1}
    assert document["over"] is True
    (review,) = document["reviews"]
    assert (review["seat"], review["name"], review["unit"]) == (1, "Bo", "points")
    assert len(review["curve"]) == len(document["moves"]) + 1
    for decision in review["decisions"]:
        assert decision["played"]["move"] == document["moves"][decision["move"] - 1]
        assert decision["best"]["move"] in [thought["action"] for thought in decision["thoughts"]]
        assert decision["lost"]["low"] <= decision["lost"]["mean"] <= decision["lost"]["high"]


def test_the_same_seed_prints_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = saved(tmp_path, 0)
    assert run(game, "--seed", "5", capsys=capsys) == run(game, "--seed", "5", capsys=capsys)


@pytest.mark.parametrize(
    ("people", "wanted", "whose"),
    [
        ((0,), [], ["Anna"]),
        ((1, 3), [], ["Bo", "Donna"]),
        ((0,), ["--seat", "Cecil"], ["Cecil"]),
        ((0,), ["--seat", "3"], ["Donna"]),
    ],
)
def test_whose_game_it_is(
    people: tuple[int, ...], wanted: list[str], whose: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(saved(tmp_path, *people), *wanted, capsys=capsys)
    assert [name for name in NAMES if f"{name}: 5 decisions" in out or f"{name}: 4 decisions" in out] == whose


@pytest.mark.parametrize("about", [None, {}, {"seats": "nobody"}, {"seats": [{"name": 1}] * 4}])
def test_without_a_person_the_first_seat_is_reviewed_and_that_is_said(
    about: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = run(saved(tmp_path, about=about), capsys=capsys)
    assert status == 0
    assert "The file names no person at this table." in out
    assert f"This is a review of {'Anna' if about is None else 'seat 0'}." in " ".join(out.split())


def test_a_game_that_is_not_over_is_reviewed_so_far_and_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = run(saved(tmp_path, 0, moves=9), capsys=capsys)
    assert status == 0
    assert "The game is not over. This review covers the 9 moves so far." in out


@pytest.mark.parametrize(
    ("people", "moves", "wanted", "message"),
    [
        (
            (0,),
            1000,
            ["--seat", "Zoe"],
            "nobody called 'Zoe' sat at this table; give one of these names or numbers: 0 Anna",
        ),
        ((0,), 1000, ["--seat", "4"], "nobody called '4'"),
        ((0,), 0, [], "no move has been made, so there is nothing to review"),
        ((0, 1), 9, [], "say whose to review with --seat Anna or Bo"),
        ((0,), 9, ["--seat", "Bo"], "a review of Bo (greedy) would reveal cards that you may not see yet"),
        ((0,), 1000, ["--json", "/nowhere/review.json"], "/nowhere/review.json: cannot be written"),
        ((0,), 1000, ["--data", "/nowhere/deck.toml"], "/nowhere/deck.toml: cannot be read"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    people: tuple[int, ...],
    moves: int,
    wanted: list[str],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, err = run(saved(tmp_path, *people, moves=moves), *wanted, capsys=capsys)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_file_that_is_no_saved_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    for text, message in (("{", "is not a saved game"), ("[]", "is not a saved game")):
        file.write_text(text)
        status, out, err = run(str(file), capsys=capsys)
        assert (status, out) == (2, "")
        assert message in err
    assert "cannot be read" in run(str(tmp_path / "nothing.json"), capsys=capsys)[2]


def test_a_game_without_judgement_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = registry.load("tradewinds")
    monkeypatch.setattr(game.package, "GAME", replace(game, greedy=None))
    status, out, err = run(saved(tmp_path, 0), capsys=capsys)
    assert (status, out) == (2, "")
    assert f"cannot be reviewed: {game.title} has no greedy.py" in err


def test_a_game_of_another_package_is_reviewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path, str(Path(__file__).parents[2] / "examples")])
    status, out, _ = run(saved(tmp_path, 0, game="high_card"), capsys=capsys)
    assert status == 0
    assert out.startswith("High Card: Anna")
    assert "Anna: " in out
