"""`--json`: one object on standard output, with the keys that docs/command-line.md describes, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from weatherdeck import conformance
from weatherdeck.bots.strengths import strength_said
from weatherdeck.cli import main
from weatherdeck.games import registry
from weatherdeck.match import Match, save

GUIDE = Path(__file__).parents[2] / "docs" / "command-line.md"


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> Any:
    """The object that a command prints."""
    assert main([*arguments, "--json"]) == status
    return json.loads(capsys.readouterr().out)


def described(format_name: str) -> list[str]:
    """The keys of an object, from the guide: the first column of the table under its format."""
    section = GUIDE.read_text(encoding="utf-8").partition(f"`{format_name}`")[2].partition("\n#")[0]
    return [key for line in section.splitlines() if line.startswith("| `") for key in [line.split("`")[1]]]


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "games", "--shipped")
    assert list(told) == described("weatherdeck games 1")
    assert [game["name"] for game in told["games"]] == registry.ours()
    for told_game in told["games"]:
        game = registry.load(told_game["name"])
        assert told_game["players"] == list(game.players)
        assert list(told_game["bots"]) == ["expert", "master"]
        for one in told_game["strengths"]:
            assert one["said"] == strength_said(one["level"], game, game.new_state(one["players"]))
        assert [option["name"] for option in told_game["options"]] == [option.name for option in game.options]
    rounds = next(one for one in told["games"][0]["options"] if one["name"] == "rounds")
    assert (rounds["kind"], rounds["lowest"], rounds["parameter"]) == ("number", 1, False)


OF_ALL = {"format", "file", "kind", "ok"}
OF_TRANSCRIPTS = {"transcripts", "decisions", "differences"}
OF_A_GAME = {"game", "moves", "moves_checked", "checked", "problem"}


def test_verify_is_described() -> None:
    assert set(described("weatherdeck verify 1")) == OF_ALL | OF_TRANSCRIPTS | OF_A_GAME


def test_verify_transcripts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["transcript", "weathervanes", "--games", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(lines))
    told = printed(capsys, "verify", str(file))
    assert set(told) == set(described("weatherdeck verify 1")) - {
        "game",
        "moves",
        "moves_checked",
        "checked",
        "problem",
    }
    assert (told["ok"], told["transcripts"], told["differences"]) == (True, 2, [])
    file.write_text("\n".join([lines[0], lines[1].replace('"seed"', '"sow"'), "nonsense"]))
    told = printed(capsys, "verify", str(file), status=1)
    assert not told["ok"]
    assert 3 in [one["line"] for one in told["differences"]]


def test_verify_a_game_without_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_text(save.dumps(Match(registry.load("weathervanes"), seed=1)))
    told = printed(capsys, "verify", str(file), "--commitment", "ab" * 32, status=1)
    assert set(told) == OF_ALL | OF_A_GAME
    assert told["kind"] == "game"
    assert "no fairness record" in told["problem"]
    assert main(["verify", str(file), "--json"]) == 2
    assert capsys.readouterr().out == "", "what could not be checked is no result"


def test_conformance(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "conformance", "tradewinds", "--games", "1")
    assert list(told) == described("weatherdeck conformance 1")
    assert told["ok"]
    assert [check["name"] for check in told["checks"]] == [check.name for check in conformance.CHECKS]
    assert {check["status"] for check in told["checks"]} <= {"ok", "skipped"}


def test_ladder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "results.json")
    line = "ladder weathervanes random greedy --deals 2 --processes 1 --output"
    told = printed(capsys, *line.split(), file)
    assert list(told) == described("weatherdeck ladder 1")
    assert (told["plan"]["bots"], told["deals"]) == (["random", "greedy"], 2)
    assert {rung["bot"] for rung in told["rungs"]} == {"random", "greedy"}
    assert printed(capsys, "ladder", file) == told, "a results file tells the same"
