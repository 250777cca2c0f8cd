"""What people type is understood where it is clear, and otherwise answered with what they may have meant."""

from __future__ import annotations

import pytest

from weatherdeck import bots, spelling
from weatherdeck.cli import main
from weatherdeck.games import registry
from weatherdeck.games.discovery import UnknownGame


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command says that does not run."""
    try:
        status = main(list(arguments))
    except SystemExit as ended:
        status = int(ended.code or 0)
    assert status == 2
    said = capsys.readouterr()
    assert said.out == ""
    return said.err


@pytest.mark.parametrize("name", registry.ours())
def test_a_game_is_known_by_its_name_and_title_in_any_spelling(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    title = registry.load(name).title
    for text in (name, name.upper(), name.replace("-", "_"), name.replace("-", " ").title().replace(" ", ""), title):
        assert main(["rules", text]) == 0
        assert capsys.readouterr().out.startswith(f"# {title}")
    assert registry.spelled(title.replace(" ", "-").lower()) == name


def test_a_game_that_is_only_nearly_named_is_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Did you mean 'weathervanes'?" in refusal(capsys, "rules", "Wethervane")
    assert "Did you mean" not in refusal(capsys, "rules", "chess")
    with pytest.raises(UnknownGame, match="Did you mean 'winter-court'"):
        registry.load("winter_court")  # documents name a game exactly; only a command line is read kindly


def test_a_name_that_two_games_share_is_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "names", lambda: ["winter-court", "wintercourt"])
    assert registry.spelled("Winter Court") is None


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("plya", "'play'"),
        ("Ladder", "'ladder'"),
        ("play --plaiers 3", "'--players'"),
        ("serve --no-opne", "'--no-open'"),
        ("admin tabels", "'tables'"),
        ("admin tables --jsno", "'--json'"),
        ("ladder weathervanes --engine gpus", "'gpu'"),
        ("transcript weathervanes --option partial-miser=1", "'partial_misere'"),
        ("transcript weathervanes --policy gredy", "'greedy'"),
        ("lab comapre weathervanes", "'compare'"),
        ("lab what_if weathervanes", "'what-if'"),
        ("tune weathervanes --want decisions --bot gredy", "'greedy'"),
        ("cache cleer", "'clear'"),
    ],
)
def test_what_was_meant_is_suggested(line: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"Did you mean {meant}?" in refusal(capsys, *line.split())


@pytest.mark.parametrize("line", ["xyzzy", "play --xyzzy", "admin xyzzy", "transcript weathervanes --policy xyzzy"])
def test_nothing_is_suggested_where_nothing_is_alike(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = refusal(capsys, *line.split())
    assert "xyzzy" in said
    assert "Did you mean" not in said


def test_a_command_says_itself_what_it_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    assert "usage: weatherdeck admin tables " in refusal(capsys, "admin", "tables", "--jsno")
    assert "unexpected argument: weathervanes" in refusal(capsys, "rules", "tradewinds", "weathervanes")


def test_a_word_that_is_not_an_option_is_not_called_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert refusal(capsys, "cache", "cleer").startswith("weatherdeck: expected clear, not 'cleer'. Did you mean")


def test_a_bare_name_shows_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    said = refusal(capsys)
    assert said.startswith("usage: weatherdeck")
    assert "first steps:" in said


def test_names_are_alike_whatever_is_between_their_words() -> None:
    assert spelling.closest("WINTER court", ["summer-court", "winter-court"]) == "winter-court"
    assert spelling.closest("anything", []) is None
    assert "Did you mean 'expert'?" in str(bots.unknown("exprt"))
