"""`weatherdeck play`, up to the moment at which the table opens: who sits where, which deck, where it is saved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from weatherdeck.cli import main, play
from weatherdeck.cli.terminal import Seat
from weatherdeck.cli.terminal.session import Session
from weatherdeck.errors import Problem
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.match import Match, save

WITH_DECK = next(game for game in map(registry.load, registry.ours()) if game.data_file is not None)
WITHOUT_DECK = next(game for game in map(registry.load, registry.ours()) if game.data_file is None)


class Table:
    """Stands in for the screen: keeps what it was opened with."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.seats: list[Seat] = []
        self.options: dict[str, Any] = {}

    def open(self, match: Match, seats: list[Seat], **options: Any) -> int:
        self.match, self.seats, self.options = match, seats, options
        return 0

    @property
    def game(self) -> Game:
        assert self.match is not None
        return self.match.game


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Table:
    table = Table()
    monkeypatch.setattr(play, "run_table", table.open)
    monkeypatch.setattr(play, "_saves", lambda: tmp_path / "saved games")
    monkeypatch.setattr(play, "_is_at_terminal", lambda: True)
    return table


def own_deck(folder: Path, game: Game = WITH_DECK) -> Path:
    """A deck file that differs from the shipped one."""
    assert game.data_file is not None
    shipped = (Path(game.package.__path__[0]) / game.data_file).read_text(encoding="utf-8")
    file = folder / "mine.toml"
    file.write_text(changed(game, shipped), encoding="utf-8")
    return file


def changed(game: Game, shipped: str) -> str:
    """The shipped deck with two lines of one table swapped that the game accepts."""
    lines = shipped.splitlines(keepends=True)
    for at in range(len(lines) - 1):
        first, second = lines[at].partition(" = "), lines[at + 1].partition(" = ")
        if first[1] and second[1] and first[2] != second[2]:
            swapped = [*lines]
            swapped[at], swapped[at + 1] = first[0] + first[1] + second[2], second[0] + second[1] + first[2]
            text = "".join(swapped)
            try:
                registry.load(game.name, registry.Deck("mine", text))
            except Problem:
                continue
            return text
    raise AssertionError("no two lines of this deck can be swapped")


def test_people_sit_first_and_bots_take_other_names(table: Table) -> None:
    assert main(["play", WITHOUT_DECK.name, "--names", "Anna,Bernie", "--bot", "random", "--seed", "7"]) == 0
    assert table.match is not None
    assert table.match.seed == 7
    names = [seat.name for seat in table.seats]
    assert names[:2] == ["Anna", "Bernie"]
    assert len(set(names)) == table.match.players
    assert [seat.is_person for seat in table.seats] == [True, True] + [False] * (table.match.players - 2)


def test_a_saved_game_remembers_its_deck_and_resumes_with_it(table: Table, tmp_path: Path) -> None:
    deck = own_deck(tmp_path)
    assert main(["play", WITH_DECK.name, "--data", str(deck), "--names", "Anna"]) == 0
    assert table.match is not None
    assert table.game.fingerprint != WITH_DECK.fingerprint
    assert table.game.deck is not None
    assert table.game.deck.title == "mine"
    Session(table.match, table.seats, table.options["save_path"]).make(table.match.legal()[0])
    played, fingerprint = table.match, table.game.fingerprint
    deck.unlink()  # the save needs it no more
    for arguments in (["--resume"], ["--resume", str(table.options["save_path"])], [WITH_DECK.name, "--resume"]):
        assert main(["play", *arguments]) == 0
        assert table.match is not played
        assert table.game.fingerprint == fingerprint
        assert table.match.state == played.state
        assert table.seats[0].name == "Anna"


def test_an_older_save_without_its_deck_asks_for_the_file(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = own_deck(tmp_path)
    match = Match(registry.load_with(WITH_DECK.name, deck), seed=1)
    file = tmp_path / "game.json"
    seats = [{"name": f"P{seat}", "bot": None} for seat in range(match.players)]
    document = json.loads(save.dumps(match, {"seats": seats}))
    del document["deck"]
    file.write_text(json.dumps(document), encoding="utf-8")
    assert main(["play", "--resume", str(file)]) == 2
    assert "--data" in capsys.readouterr().err
    assert main(["play", "--resume", str(file), "--data", str(deck)]) == 0
    assert table.game.fingerprint == match.game.fingerprint


def test_wrong_decks_are_refused_in_one_line(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = own_deck(tmp_path)
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(deck.read_text() + '\n[colors]\nred = "R"\n')
    for game, file, message in (
        (WITHOUT_DECK, deck, f"{WITHOUT_DECK.title} has no deck file"),
        (WITH_DECK, wrong, "colors"),
        (WITH_DECK, tmp_path / "none.toml", "cannot be read"),
    ):
        assert main(["play", game.name, "--data", str(file)]) == 2
        said = capsys.readouterr().err
        assert message in said
        assert said.count("\n") == 1
    assert table.match is None


def test_a_save_of_another_game_is_refused(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    save.write(file, Match(WITHOUT_DECK, seed=1))
    assert main(["play", WITH_DECK.name, "--resume", str(file)]) == 2
    assert f"is a saved game of {WITHOUT_DECK.name}, not of {WITH_DECK.name}" in capsys.readouterr().err
    assert main(["play", WITH_DECK.name, "--resume"]) == 2
    assert f"there is no saved game of {WITH_DECK.name}" in capsys.readouterr().err


def test_a_game_is_chosen_from_the_list(
    table: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["", "0", "chess", "2"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    assert main(["play", "--bot", "random"]) == 0
    assert table.game.name == registry.names()[1]
    assert "Please type a number from 1 to" in capsys.readouterr().out
