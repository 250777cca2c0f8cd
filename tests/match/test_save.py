"""Saved games: one small document, refused with a clear message when it cannot be used."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.match.test_match import GAME, at_random
from weatherdeck.errors import SaveRefused
from weatherdeck.match import Match, save


def saved() -> str:
    match = Match(GAME, seed=1 << 80, options={"partial_misere": True})
    at_random(match, until_over=False)
    return save.dumps(match, {"seats": ["Anna", "bot"]})


def test_a_saved_game_loads_to_the_same_match_and_can_go_on() -> None:
    match, about = save.loads(saved())
    assert about == {"seats": ["Anna", "bot"]}
    assert match.options == {"partial_misere": True}
    again = save.dumps(match, about)
    assert again == saved()
    at_random(match)
    assert match.is_over


def test_a_whole_game_is_a_small_document() -> None:
    match = Match(GAME, seed=1)
    at_random(match)
    assert len(save.dumps(match)) < 4096


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.update(ruleset=99), "was saved under ruleset 99 of Weathervanes; this version plays ruleset 1"),
        (lambda d: d.update(weatherdeck=2), "was saved in format 2; this version reads format 1"),
        (lambda d: d.update(game="chess"), "there is no game 'chess'"),
        (lambda d: d.update(data="0123"), "another deck"),
        (lambda d: d.update(players=3), "Weathervanes is for 4 players, not 3"),
        (lambda d: d.update(options={"x": 1}), "has no option 'x'"),
        (lambda d: d.update(seed="12"), "damaged: move 1 is not legal|do not lead"),
        (lambda d: d.update(seed="-1"), "'seed' is not a whole number"),
        (lambda d: d.update(seed="9" * 30), "a seed is a whole number"),
        (lambda d: d.pop("moves"), "'moves' is missing"),
        (lambda d: d["moves"].append(3), "something that is not a move"),
        (lambda d: d["moves"].append("5x"), "is not legal: '5x'"),
        (lambda d: d["moves"].pop(), "do not lead to the position"),
        (lambda d: d.update(state="00"), "do not lead to the position"),
        (lambda d: d.pop("weatherdeck"), "is not a saved game of weatherdeck"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_one_line(change: Callable[[Any], Any], message: str) -> None:
    document = json.loads(saved())
    change(document)
    with pytest.raises(SaveRefused, match=message) as refused:
        save.loads(json.dumps(document))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100_000, saved()[:300]])
def test_a_damaged_file_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    with pytest.raises(SaveRefused, match=r"game\.json: "):
        save.read(path)
    assert path.read_text() == text, "nothing is lost"


def test_a_file_that_is_not_there_or_not_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SaveRefused, match="cannot be read"):
        save.read(tmp_path / "nowhere.json")
    (tmp_path / "picture").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SaveRefused, match="not text"):
        save.read(tmp_path / "picture")


def test_a_save_that_fails_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    path.write_text("the old one")

    def full_disk(*_: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(save, "dumps", full_disk)
    with pytest.raises(OSError, match="No space"):
        save.write(path, Match(GAME, seed=1))
    assert path.read_text() == "the old one"
    assert list(tmp_path.iterdir()) == [path]
