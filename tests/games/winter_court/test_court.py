"""The court of Winter Court is data: another one can be put in its place, and is checked (WC-2, WC-3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.playouts import positions
from tests.rulebook import rule
from weatherdeck.games import registry
from weatherdeck.games.data import DataError, read_file
from weatherdeck.games.winter_court import court, rules
from weatherdeck.kernel import new_rng
from weatherdeck.match import Match

SHIPPED = Path(rules.__file__).with_name("court.toml").read_text(encoding="utf-8")


def other(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """The shipped court with some changes."""
    text = SHIPPED
    for before, after in changes:
        assert before in text
        text = text.replace(before, after, 1)
    path = tmp_path / "court.toml"
    path.write_text(text, encoding="utf-8")
    return path


@rule("WC-3")
@pytest.mark.parametrize(
    ("change", "says"),
    [
        (('L = { name = "Fool", suits = ["Wit"], status = 1, power = "fool" }', ""), "member L is missing"),
        (("L = {", "M = {"), "there is no member 'M': the court is A to L"),
        (('G = { name = "Sage", suits = ["Knowledge"]', 'G = { name = "Sage", suits = ["Wit"]'), "Knowledge must sway"),
        (('["Lands", "Might"]', '["Lands", "Might", "Wit"]'), "member A must have one or two suits"),
        (('["Lands", "Might"]', "[]"), "member A must have one or two suits"),
        (('["Lands", "Might"]', '["Lands", "Lands"]'), "member A has the suit Lands twice"),
        (('["Lands", "Might"]', '["Lands", "Sea"]'), "member A has the suit 'Sea': suits are Lands, Might"),
        (("status = 5", 'status = 5, power = "sage"'), "member A is a royal and has no power"),
        (('power = "sage"', 'power = "fool"'), "fool is the power of G and of L"),
        ((', power = "sage"', ""), "member G needs one of the powers fool, knight"),
        (("status = 5", "status = 0"), "member A needs a status from 1 to 9"),
        (("status = 5", "status = true"), "member A needs a status from 1 to 9"),
        (('name = "Heir"', 'name = "Ruler"'), "members A and C are both called Ruler"),
        (('name = "Heir"', 'name = " "'), "member C needs a name"),
        (('name = "Heir"', 'name = "Heir\\nA wins"'), "member C has a name with characters that cannot be printed"),
        (('name = "Heir"', 'name = "\\u001b[2J"'), "member C has a name with characters that cannot be printed"),
        (('name = "Heir", ', 'name = "Heir", colour = "red", '), "member C has 'colour'"),
        (("[court]", "[cards]"), r"has no table \[court\]"),
    ],
)
def test_a_court_that_cannot_be_is_refused(tmp_path: Path, change: tuple[str, str], says: str) -> None:
    path = other(tmp_path, change)
    with pytest.raises(DataError, match=says) as problem:
        court.members(read_file(path))
    assert str(path) in str(problem.value)


@rule("WC-3")
def test_an_error_says_in_which_line_it_is(tmp_path: Path) -> None:
    line = next(n for n, text in enumerate(SHIPPED.splitlines(), 1) if text.startswith("C = "))
    with pytest.raises(DataError, match=f"line {line}: member C"):
        court.members(read_file(other(tmp_path, ("status = 3", "status = 30"))))


@rule("WC-19")
def test_all_four_royals_win_whatever_the_others_are_worth(tmp_path: Path) -> None:
    cheap = [(f"status = {status}", "status = 1") for status in (5, 4, 3, 2)]
    dear = [(f'status = 1, power = "{power}"', f'status = 9, power = "{power}"') for power in ("sage", "fool")]
    game = registry.load("winter-court", registry.read_deck(other(tmp_path, *cheap, *dear)))
    s = game.new_state()
    game.rules.deal(s, new_rng(1))
    s.pawn[:] = [0] * 4 + [1] * 8
    assert game.transcript.result(s) == {"winner": 0, "by": "royals", "status": [4, 24]}


@rule("WC-2", "WC-3")
def test_another_court_can_be_played(tmp_path: Path) -> None:
    """Other names, suits, status and holders of the powers; the vocabulary is the same."""
    path = other(
        tmp_path,
        (
            'name = "Ruler", suits = ["Lands", "Might"], status = 5',
            'name = "Queen", suits = ["Wit", "Lands"], status = 7',
        ),
        ('suits = ["Wit"], status = 1, power = "fool"', 'suits = ["Might"], status = 1, power = "sage"'),
        (
            'name = "Sage", suits = ["Knowledge"], status = 1, power = "sage"',
            'name = "Jester", suits = ["Knowledge"], status = 2, power = "fool"',
        ),
    )
    game = registry.load_with("weatherdeck.games.winter_court", path)
    assert game.rules.ACTIONS == rules.ACTIONS
    texts = [game.words.text(action) for action in range(game.rules.ACTIONS)]
    assert [game.words.parse(text) for text in texts] == list(range(game.rules.ACTIONS))
    assert {"Wi1>A", "La1>A", "Mi1>L"} <= set(texts)
    assert not {"Mi1>A", "Wi1>L"} & set(texts)
    for seed in range(3):
        for match in positions(Match(game, seed=seed), seed):
            assert game.audit.audit(match.state) == []
    assert match.view(None)["members"][0]["name"] == "Queen"
    assert match.view(None)["members"][6]["power"] == "fool"
    assert rules.COURT[0].name == "Ruler"  # the shipped one is as it was
