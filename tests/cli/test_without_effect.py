"""An option that has no effect is refused with a reason, even if it repeats its default."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from weatherdeck.cli import commands, lab, main, play
from weatherdeck.cli.parser import OnOff, Parser, given


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err


def test_what_was_given_is_noted_whatever_its_value() -> None:
    parser = Parser(prog="test")
    parser.add_argument("--number", type=int, default=1)
    parser.add_argument("--each", action="append", default=[])
    parser.add_argument("--flag", action="store_true")
    parser.add_argument("--log", action=OnOff, default=True)
    parser.add_argument("rest", nargs="*")
    assert given(parser.parse_args([])) == frozenset()
    noted = given(parser.parse_args(["--number", "1", "--each", "a", "--each=b", "--flag", "--no-log", "x"]))
    assert noted == {"--number", "--each", "--flag", "--no-log"}
    assert given(parser.parse_args(["--num", "1"])) == {"--number"}, "abbreviated"


def lab_options() -> dict[str, argparse.Action]:
    parsers = next(action for action in commands.parser(["lab"])._actions if isinstance(action.choices, dict))
    assert isinstance(parsers.choices, dict)
    found = {name: one for one in parsers.choices["lab"]._actions for name in one.option_strings}
    return {name: action for name, action in found.items() if name not in ("-h", "--help")}


def test_every_option_of_the_lab_has_a_use() -> None:
    assert set().union(*lab.TAKES.values()) == set(lab_options())


VALUES = {
    "--play": "random:5", "--with": "bots=greedy", "--try": "cards", "--matching": "x", "--option": "a=b",
    "--engine": "local", "--seed": "1", "--port": "0",
}  # fmt: skip


@pytest.mark.parametrize("use", lab.TAKES)
def test_the_lab_refuses_what_a_use_does_not_take(use: str, capsys: pytest.CaptureFixture[str]) -> None:
    refused = {name: action for name, action in lab_options().items() if name not in lab.TAKES[use]}
    assert refused
    for name, action in refused.items():
        value = [] if action.nargs == 0 else [VALUES.get(name, "2")]
        line = refusal(capsys, "lab", *([use] if use else []), "weathervanes", name, *value)
        assert f"{name} has no effect" in line


RESULTS = "the results of a file are only shown"
PDF = "it is about the PDF"
LISTS = "--measures only lists"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("lab weathervanes --play greedy:5 --full", "--full has no effect here: --play says who plays"),
        ("lab weathervanes --play greedy:5 --games 7", "--games has no effect here: every --play says how many games"),
        ("lab compare weathervanes --with bots=greedy --no-open", "--no-open has no effect here: only --quick"),
        ("lab what-if weathervanes --quick --open --no-open", "--open has no effect here: --no-open says the opposite"),
        ("lab weathervanes --play greedy:5 --fixed-seats", "--fixed-seats has no effect here: the same bot"),
        ("lab weathervanes --engine ray --processes 2", "--processes is for --engine local"),
        ("lab weathervanes --engine local --address there:1", "use it with --engine ray"),
        ("tune weathervanes --measures --want x", LISTS),
        ("tune weathervanes --measures --seed 1", LISTS),
        ("tune weathervanes --measures --engine local", LISTS),
        ("ladder results.json --deals 100", RESULTS),
        ("ladder results.json --output other.json", RESULTS),
        ("ladder results.json club", "is a results file: leave out club"),
        ("ladder weathervanes --output - --json", "--json has no effect here: --output - prints everything"),
        ("ladder tradewinds --one-way", "--one-way has no effect here: in Tradewinds all players are on one team"),
        ("ladder weathervanes club expert --neighbours", "--neighbours has no effect here: two bots are a single pair"),
        ("ladder weathervanes --engine gpu --processes 2", "--processes is for --engine local"),
        ("learn weathervanes --times 8", "--times has no effect here: it is for --teacher search"),
        ("learn weathervanes --own-after 0.5", "--own-after has no effect here: it is for --teacher search"),
        (
            "learn tradewinds --with-club 0.5",
            "--with-club has no effect here: in Tradewinds all players are on one team",
        ),
        ("learn weathervanes --against club --with-club 0.5", "all other players are the bot"),
        ("learn weathervanes --against club --teacher search", "--teacher has no effect here"),
        ("learn weathervanes --against club --expert-games 8", "exams are played among the bot only"),
        ("learn winter-court --against network --units 8", "begins as the network and has its layers"),
        ("learn winter-court --against network --last 8", "begins as the network and has its layers"),
        ("learn winter-court --from checkpoint.pt --trust 8", "--trust has no effect here: with --from"),
        ("learn winter-court --expert-games 8", "--expert-games has no effect here: experts do not search here"),
        ("print weathervanes --png cards --paper a4", PDF),
        ("print weathervanes --png cards --bleed 0", PDF),
        ("print weathervanes --png cards --out -", "can only be a PDF"),
        ("play weathervanes --save -", "name a file"),
        ("admin retention --dry-run --yes", "--yes has no effect here"),
        ("admin drain --all --off --wait 0", "--wait has no effect here"),
        ("admin export TABLE - --json", "--json has no effect here"),
        ("admin backup - --json", "--json has no effect here"),
    ],
)
def test_an_option_without_effect_is_refused_with_a_reason(
    line: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert reason in refusal(capsys, *line.split())


@pytest.mark.parametrize("option", ["--players 2", "--option first=1", "--names Bo", "--bot greedy", "--seed 1"])
def test_a_saved_game_is_resumed_as_it_was(
    option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play, "_is_at_terminal", lambda: True)
    line = refusal(capsys, "play", "--resume", "game.json", *option.split())
    assert "a saved game has its own set-up" in line


@pytest.mark.parametrize("option", ["--bot greedy", "--fast"])
def test_bots_need_a_seat(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play, "_is_at_terminal", lambda: True)
    saved = ["--save", str(tmp_path / "game.json")]
    line = refusal(capsys, "play", "winter-court", "--names", "Anna,Bo", *saved, *option.split())
    assert "people sit in all seats" in line


PLAYED = {"--players", "--option", "--data", "--seed"}
ALWAYS = {
    "games": {"--shipped"},
    "rules": set(),
    "play": {"--data", "--resume"},
    "serve": {
        "--host", "--port", "--open", "--no-open", "--metrics", "--store", "--data", "--uploads", "--no-uploads",
        "--words", "--keep-finished", "--keep-unfinished", "--keep-waiting", "--keep-chat", "--bot-threads",
        "--bot-pause", "--bot-tables", "--prefix", "--origin", "--proxy", "--older", "--limits", "--no-limits",
        "--max-tables", "--max-sockets", "--grace", "--log", "--backups",
    },
    "admin": set(),
    "review": {"--seat", "--all", "--simulations", "--worlds", "--seed", "--data", "--json"},
    "transcript": PLAYED | {"--games", "--policy"},
    "verify": {"--data", "--json"},
    "conformance": {"--games", "--seed", "--data", "--json"},
    "ladder": set(),
    "exploit": PLAYED | {"--deals", "--simulations", "--output"},
    "learn": {
        "--players", "--option", "--against", "--lessons", "--tables", "--rate", "--exam-games", "--exams", "--engine",
        "--from", "--output", "--seed",
    },
    "lab": set(),
    "tune": {"--data", "--measures"},
    "print": {"--data", "--option", "--players", "--png"},
    "cache": {"--json"},
    "doctor": {"--store", "--port", "--json"},
    "completion": set(),
}  # fmt: skip
"""Options that have an effect whatever else is on the line."""
SOMETIMES = {
    "games": {"--names", "--json"},
    "play": {"--players", "--option", "--names", "--bot", "--seed", "--save", "--fast"},
    "verify": {"--commitment", "--receipt"},
    "ladder": PLAYED | {"--deals", "--neighbours", "--one-way", "--processes", "--engine", "--output", "--json"},
    "learn": {"--teacher", "--with-club", "--times", "--own-after", "--units", "--last", "--trust", "--expert-games"},
    "lab": set().union(*lab.TAKES.values()),
    "tune": {
        "--want", "--change", "--option", "--players", "--bot", "--candidates", "--deals", "--finalists",
        "--strong-deals", "--confirm", "--seed", "--out", "--report", "--processes", "--engine", "--address",
    },
    "print": {"--backs", "--bleed", "--rules", "--paper", "--out"},
    "cache": {"--stale"},
}  # fmt: skip
"""Options that are refused somewhere, as the tests above show (or those of `verify` and `cache`)."""


@pytest.mark.parametrize("name", commands.COMMANDS)
def test_every_option_was_thought_about(name: str) -> None:
    """A new option belongs into one of the two tables above, and into a test if it can be without effect."""
    (chosen,) = [one for one in commands.parser([name])._actions if isinstance(one, argparse._SubParsersAction)]
    there = {text for one in chosen.choices[name]._actions for text in one.option_strings} - {"-h", "--help"}
    assert ALWAYS[name] | SOMETIMES.get(name, set()) == there
    assert not ALWAYS[name] & SOMETIMES.get(name, set())


def test_games_are_listed_in_one_form(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["games", "--names", "--json"])
    assert "not allowed with" in capsys.readouterr().err
