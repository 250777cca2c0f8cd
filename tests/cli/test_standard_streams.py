"""`-` is standard output or input wherever a file is named, and a byte order mark makes no difference."""

from __future__ import annotations

import asyncio
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from weatherdeck.cli import main
from weatherdeck.cli.files import Document
from weatherdeck.errors import Problem
from weatherdeck.games import registry
from weatherdeck.games.reference import Deck
from weatherdeck.lab.tuning import read_file
from weatherdeck.match import Match, save
from weatherdeck.reading import read_text
from weatherdeck.table.play.words import WordList
from weatherdeck.table.store.store import Store

BOM = b"\xef\xbb\xbf"
DECK = Path(registry.__file__).parent / "weathervanes" / "deck.toml"


@pytest.fixture(autouse=True)
def nothing_is_called_dash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    yield
    assert not (tmp_path / "-").exists()


def give(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    """Let standard input hold this."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="ascii"))


def played() -> str:
    """A saved game with some moves."""
    match = Match(registry.load("tradewinds"), seed=5)
    for _ in range(20):
        match.play(match.legal()[0])
    return save.dumps(match, {"seats": [{"name": name} for name in "ABCD"]})


@pytest.fixture(scope="module")
def transcripts() -> bytes:
    stream = io.StringIO()
    before, sys.stdout = sys.stdout, stream
    try:
        assert main(["transcript", "weathervanes", "--games", "2"]) == 0
    finally:
        sys.stdout = before
    return stream.getvalue().encode()


# ---------------------------------------------------------------- output
def test_results_go_to_standard_output_and_everything_else_to_standard_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["ladder", "tradewinds", "random", "greedy", "--deals", "1", "--processes", "1", "--output", "-"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["games"]
    assert "paired deals" in said.err


def test_an_exploit_is_written_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    line = "exploit weathervanes random --deals 1 --simulations 2 --output -"
    assert main(line.split()) == 0
    said = capsys.readouterr()
    assert len(json.loads(said.out)["deals"]) == 1
    assert "responder" in said.err


def test_a_review_is_written_to_standard_output_and_read_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    give(monkeypatch, BOM + played().encode())
    assert main(["review", "-", "--seat", "0", "--simulations", "2", "--worlds", "2", "--json", "-"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["game"] == "tradewinds"
    assert "This review covers" in said.err


def test_cards_are_printed_to_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["print", "weathervanes", "--out", "-"]) == 0
    said = capfdbinary.readouterr()
    assert said.out.startswith(b"%PDF")
    assert said.out.rstrip().endswith(b"%%EOF")
    assert b"55 pieces of Weathervanes" in said.err


def test_a_report_goes_to_standard_output_too(capsys: pytest.CaptureFixture[str]) -> None:
    line = "lab weathervanes --play random:20 --processes 1 --out study --report -"
    assert main(line.split()) == 0
    said = capsys.readouterr()
    assert said.out.startswith("<!doctype html>")
    assert said.out.rstrip().endswith("</html>")
    assert "Report: study" in said.err


@pytest.mark.parametrize("line", ["lab weathervanes --out -", "lab weathervanes --export -", "tune x --out -"])
def test_a_folder_is_not_standard_output(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(line.split())
    assert "expected a folder" in capsys.readouterr().err


def test_bytes_are_not_written_to_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    with Document(Path("-")) as document, pytest.raises(Problem, match="redirect it to a file"):
        document.write(b"%PDF")


def test_a_backup_goes_through_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    async def make() -> None:
        await (await Store.open("old.sqlite")).close()

    asyncio.run(make())
    assert main(["admin", "backup", "-", "--store", "old.sqlite"]) == 0
    backup = capfdbinary.readouterr().out
    assert backup.startswith(b"SQLite format 3")
    give(monkeypatch, backup)
    assert main(["admin", "restore", "-", "--store", "new.sqlite"]) == 0
    assert b"Restored 0 tables" in capfdbinary.readouterr().out


# ---------------------------------------------------------------- input
def test_results_are_shown_again_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = "ladder tradewinds random greedy --deals 1 --processes 1 --output"
    assert main([*line.split(), "results.json"]) == 0
    shown = capsys.readouterr().out
    give(monkeypatch, BOM + Path("results.json").read_bytes())
    assert main(["ladder", "-"]) == 0
    assert capsys.readouterr().out == shown


def test_a_deck_from_standard_input_can_be_read_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = DECK.read_text(encoding="utf-8").replace('"B G R Y"', "X").replace('"G B R Y"', '"B G R Y"')
    text = text.replace("X", '"G B R Y"')  # two cards change their numbers
    give(monkeypatch, BOM + text.encode())
    assert main(["transcript", "weathervanes", "--data", "-"]) == 0
    told = json.loads(capsys.readouterr().out)["deck"]
    assert (told["title"], told["text"]) == ("standard input", text)
    assert registry.read_deck(Path("-")).text == text, "the lab loads a game often"


def test_another_standard_input_is_read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, b"one")
    assert read_text("-") == "one"
    give(monkeypatch, b"two")
    assert read_text("-") == "two"


def test_a_tuning_from_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    give(monkeypatch, BOM + b'game = "weathervanes"\n')
    assert main(["tune", "-", "--measures"]) == 0
    assert "What can be wanted in Weathervanes" in capsys.readouterr().out


# ---------------------------------------------------------------- byte order marks
def test_transcripts_may_begin_with_a_byte_order_mark(
    transcripts: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("games.jsonl").write_bytes(BOM + transcripts)
    assert main(["verify", "games.jsonl"]) == 0
    give(monkeypatch, BOM + transcripts)
    assert main(["verify", "-"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("2 transcripts") and line.endswith("no difference") for line in lines)


def test_files_of_all_kinds_may_begin_with_a_byte_order_mark() -> None:
    for name, text in {
        "game.json": played(),
        "deck.toml": DECK.read_text(encoding="utf-8"),
        "tune.toml": 'game = "weathervanes"\n',
        "words.txt": "darn\n",
    }.items():
        Path(name).write_bytes(BOM + text.encode())
    match, _ = save.read(Path("game.json"))
    assert match.version == 20
    assert registry.load("weathervanes", Deck.read(Path("deck.toml"))) is registry.load("weathervanes")
    assert read_file(Path("tune.toml")) == {"game": "weathervanes"}
    assert WordList.read(Path("words.txt")).found_in("darn")
