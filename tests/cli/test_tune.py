"""`weatherdeck tune`, as a designer runs it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from weatherdeck.cli import main

SMALL = "[budget]\ncandidates = 6\ndeals = 40\nconfirm = 60\ncompare = 20\nshown = 1\n"
FILE = f"""
game = "tradewinds"
cheap = "random"
goals = ["games won 20..60%", "score at least 2"]

[change]
open_hands = true
first = ["N", "E"]

{SMALL}
"""


def run(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    status = main(["tune", *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_a_file_is_tuned_and_every_candidate_gets_its_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "tune.toml", tmp_path / "out"
    file.write_text(FILE)
    status, said, err = run(str(file), "--out", str(out), "--processes", "1", capsys=capsys)
    assert (status, err) == (0, "")
    assert "Wanted: games won 20..60%; score at least 2." in said
    result = json.loads((out / "result.json").read_text())
    assert result["candidates"][0]["changes"] == []  # the rulebook
    page = (out / "report.html").read_text()
    assert page.startswith("<!doctype html>")
    for place, one in enumerate(result["candidates"][1:], 1):
        folder = out / f"candidate-{place}"
        assert tomllib.loads((folder / "settings.toml").read_text())["options"] == one["options"]
        assert (folder / "comparison.html").exists()
        assert (folder / "cards.pdf").read_bytes().startswith(b"%PDF")
        assert f'href="candidate-{place}/comparison.html"' in page
        for name, value in one["options"].items():
            assert f"--option {name}={str(value).lower()}" in said
    again = run(str(file), "--out", str(out), "--processes", "1", capsys=capsys)
    assert again[1] == said  # nothing is played again, and nothing is lost


def test_a_changed_deck_becomes_a_deck_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tune.toml"
    file.write_text(
        'game = "weathervanes"\ncheap = "random"\ngoals = ["the starting player wins 0..1%"]\n'
        f"change = {{deck = 1}}\n{SMALL}"
    )
    status, said, _ = run(str(file), "--out", str(tmp_path), "--processes", "1", capsys=capsys)
    assert status == 0
    deck = tmp_path / "candidate-1" / "deck.toml"
    assert "exchanged" in tomllib.loads(deck.read_text())["title"]
    assert f"--data {deck}" in said


def test_what_can_be_wanted_and_changed_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    status, said, _ = run("four-seasons", "--measures", capsys=capsys)
    assert status == 0
    for line in ("  Rounds won by role: Darkness (percent)", "  decisions per game", "  BOT beats OTHER (percent)"):
        assert line in said.splitlines()
    assert "  dark_lead  " in said


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["weathervanes"], "there is nothing to aim for"),
        (["weathervanes", "--want", "darkness wins 45..55%"], "is not measured in this game"),
        (["weathervanes", "--want", "40..50 decisions", "--change", "luck=2..3"], "has nothing called 'luck'"),
        (["weathervanes", "--want", "40..50 decisions", "--bot", "dragon"], "there is no bot 'dragon'"),
        (["/nowhere.toml"], "cannot be read"),
        (["chess", "--want", "40..50 decisions"], "there is no game 'chess'"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(
    arguments: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    status, said, err = run(*arguments, capsys=capsys)
    assert (status, said) == (2, "")
    assert why in err
    assert not list(tmp_path.iterdir())


def test_ctrl_c_stops_cleanly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("weatherdeck.lab.tuning.bench.Bench.play", interrupted)
    file = tmp_path / "tune.toml"
    file.write_text(FILE)
    status, _, err = run(str(file), "--out", str(tmp_path / "out"), "--processes", "1", capsys=capsys)
    assert status == 130
    assert "run the same command to resume" in err
