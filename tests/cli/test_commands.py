"""The commands: what they print, their exit status, and one clear line for what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from weatherdeck import conformance
from weatherdeck.cli import play
from weatherdeck.environment import INTERPRETED
from weatherdeck.games import registry
from weatherdeck.match import Match, save

from .conftest import Done, Run

SHIPPED = Path(registry.__file__).parent / "weathervanes" / "deck.toml"


def refusal(done: Done) -> str:
    """The one line with which a command refuses."""
    assert (done.status, done.out) == (2, ""), done
    assert done.err.count("\n") == 1
    return done.err.strip()


def test_games_lists_every_game_with_its_options(weatherdeck: Run) -> None:
    done = weatherdeck("games")
    assert done.status == 0
    for name in registry.ours():
        assert f"{name}: {registry.load(name).title}" in done.out
    for option in registry.load("weathervanes").options:
        assert option.name in done.out
    assert "3-6 players" in done.out


def test_names_are_listed_one_per_line_for_scripts(weatherdeck: Run) -> None:
    assert weatherdeck("games", "--names").out.splitlines() == registry.names()
    assert weatherdeck("games", "--names", "--shipped").out.splitlines() == registry.ours()


@pytest.mark.parametrize("name", registry.ours())
def test_rules_shows_how_a_game_is_played(name: str, weatherdeck: Run) -> None:
    done = weatherdeck("rules", name)
    assert done.status == 0
    assert len(done.out) > 3000
    assert "![" not in done.out, "a picture that a terminal cannot show"


@pytest.mark.parametrize("name", registry.ours())
def test_transcripts_of_a_game_verify(name: str, weatherdeck: Run) -> None:
    written = weatherdeck("transcript", name, "--games", "5", "--seed", "1")
    assert written.status == 0
    assert [json.loads(line)["game"] for line in written.out.splitlines()] == [name] * 5
    again = weatherdeck("transcript", name, "--games", "5", "--seed", "1")
    assert again.out == written.out, "the same seed, the same games"
    other = weatherdeck("transcript", name, "--games", "5", "--seed", "2")
    assert not set(other.out.splitlines()) & set(written.out.splitlines())
    checked = weatherdeck("verify", "-", given=written.out)
    assert checked.status == 0
    assert checked.out.startswith("5 transcripts, ")
    assert checked.out.endswith("no difference\n")


def test_players_and_options_reach_the_transcript(weatherdeck: Run) -> None:
    done = weatherdeck("transcript", "four-seasons", "--players", "5", "--option", "rounds=2")
    line = json.loads(done.out)
    assert (line["players"], line["options"]) == (5, {"rounds": 2})
    done = weatherdeck("transcript", "tradewinds", "--option", "first=s", "--option", "open_hands=yes")
    assert json.loads(done.out)["options"] == {"first": "S", "open_hands": True}


def test_verify_reports_the_first_difference_of_each_and_goes_on(tmp_path: Path, weatherdeck: Run) -> None:
    lines = weatherdeck("transcript", "weathervanes", "--games", "3").out.splitlines()
    game = json.loads(lines[1])
    game["result"]["scores"][0] += 1
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join([lines[0], json.dumps(game), "", "not json", lines[2]]) + "\n")
    done = weatherdeck("verify", str(file))
    assert done.status == 1
    first, second, summary = done.out.splitlines()
    assert first.startswith("line 2: result: expected")
    assert second.startswith("line 4: not a transcript")
    assert summary.startswith("4 transcripts, ")
    assert summary.endswith("2 with a difference")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["transcript", "chess"], "there is no game 'chess'; the games are: four-seasons, "),
        (["rules", "no.such.package"], "there is no game 'no.such.package'"),
        (["transcript", "weathervanes", "--option", "tricks=3"], "Weathervanes has no option 'tricks'"),
        (["transcript", "weathervanes", "--option", "partial_misere"], "needs a value: partial_misere=VALUE"),
        (["transcript", "weathervanes", "--option", "partial_misere=7"], "must be true or false, not '7'"),
        (["transcript", "four-seasons", "--option", "rounds=0"], "must be a whole number from 1 to"),
        (["transcript", "tradewinds", "--option", "first=up"], "must be one of N, E, S, W, not 'up'"),
        (["transcript", "weathervanes", "--players", "5"], "Weathervanes is for 4 players, not 5"),
        (["transcript", "four-seasons", "--players", "7"], "4 Seasons is for 3 or 4 or 5 or 6 players, not 7"),
        (["transcript", "weathervanes", "--policy", "genius"], "there is no bot 'genius'"),
        (["transcript", "weathervanes", "--data", "/nowhere.toml"], "/nowhere.toml: cannot be read"),
        (["verify", "/nowhere.jsonl"], "/nowhere.jsonl: cannot be read"),
        (["verify", "-"], "there are no transcripts in it"),
        (["play", "weathervanes"], "play needs a terminal"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arguments: list[str], message: str, weatherdeck: Run) -> None:
    assert message in refusal(weatherdeck(*arguments))


def test_a_wrong_deck_file_is_said_in_one_line(tmp_path: Path, weatherdeck: Run) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text(SHIPPED.read_text().replace('5 = "B G R Y"', '5 = "B G R R"'))
    line = refusal(weatherdeck("transcript", "weathervanes", "--data", str(deck)))
    assert f"{deck}, line 15: card 5 must show each of R Y G B once" in line


@pytest.mark.parametrize("arguments", [["transcript", "weathervanes", "--games", "0"], ["transcript"], ["dance"], []])
def test_a_wrong_command_line_shows_how_it_is_used(arguments: list[str], weatherdeck: Run) -> None:
    done = weatherdeck(*arguments)
    assert done.status == 2
    assert "usage: weatherdeck" in done.err
    assert "Traceback" not in done.err


def test_conformance_says_what_each_check_shows(weatherdeck: Run) -> None:
    done = weatherdeck("conformance", "tradewinds", "--games", "1")
    assert done.status == 0, done.out
    assert "keeps the contract" in done.out
    for check in conformance.CHECKS:
        assert f"{check.name}: {check.shows}" in done.out


def test_without_numba_the_commands_still_work(weatherdeck: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(INTERPRETED.name, "1")
    done = weatherdeck("conformance", "tradewinds", "--games", "1")
    assert done.status == 0
    assert "skipped  twins: " in done.out
    assert "Numba is not available" in done.out
    assert "keeps the contract; not checked: twins, device." in done.out


@pytest.fixture
def at_a_terminal(weatherdeck: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Commands as if at a terminal: test_installed.py and the tests in `terminal` open real ones."""
    monkeypatch.setattr(play, "_is_at_terminal", lambda: True)
    return weatherdeck


def test_a_damaged_save_is_refused_in_one_line_and_kept(tmp_path: Path, at_a_terminal: Run) -> None:
    path = tmp_path / "game.json"
    text = save.dumps(Match(registry.load("weathervanes"), seed=1))
    path.write_text(text[: len(text) // 2])
    done = at_a_terminal("play", "--resume", str(path))
    assert "game.json: is not a saved game, or is damaged" in refusal(done)
    assert path.read_text() == text[: len(text) // 2]


def test_a_save_of_another_ruleset_is_refused(tmp_path: Path, at_a_terminal: Run) -> None:
    path = tmp_path / "game.json"
    document = json.loads(save.dumps(Match(registry.load("weathervanes"), seed=1)))
    path.write_text(json.dumps({**document, "ruleset": 0}))
    done = at_a_terminal("play", "--resume", str(path))
    assert "was saved under ruleset 0 of Weathervanes" in refusal(done)


def test_a_place_that_cannot_be_written_is_refused_before_the_game_begins(tmp_path: Path, at_a_terminal: Run) -> None:
    (tmp_path / "file").write_text("")
    done = at_a_terminal("play", "weathervanes", "--save", str(tmp_path / "file" / "game.json"))
    assert "cannot be written" in refusal(done)


def test_too_many_names_are_refused(at_a_terminal: Run) -> None:
    done = at_a_terminal("play", "winter-court", "--names", "A,B,C")
    assert "there are 3 names for 2 seats of Winter Court" in refusal(done)
