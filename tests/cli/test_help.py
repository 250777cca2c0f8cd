"""`--help` of every command: it names every option, its examples can be run, and it is in plain English."""

from __future__ import annotations

import argparse
import pkgutil
import re
import shlex
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from weatherdeck import cli
from weatherdeck.cli import commands
from weatherdeck.cli.help import entry, laid_out

BANNED = (
    "gone on with",
    "goes on with",
    "go on with",
    "looked at at",
    "points of percentage",
    "as it lies",
    "worth while",
    "would rather not",
    "has not the",
    "where nothing is said",
    "for now",
    "one's own",
    "so many",
    "a core",
)
"""Phrases that made readers stop; shared/english.md has what to write instead."""


@cache
def command_of(name: str) -> argparse.ArgumentParser:
    """The parser of one command."""
    (chosen,) = [action for action in commands.parser()._actions if isinstance(action, argparse._SubParsersAction)]
    command = chosen.choices[name]
    assert isinstance(command, argparse.ArgumentParser)
    return command


def entries(text: str | None) -> list[str]:
    """The command lines in a text of the help, without what is said about them."""
    return [entry(line)[0] for line in (text or "").splitlines() if line.startswith("  ")]


def shown_examples(text: str) -> list[str]:
    """The examples of a help as they are shown, as a shell would read them."""
    lines = text.partition("examples:\n")[2].partition("\n\n")[0]
    joined = re.sub(r" \\\n +", " ", lines).splitlines()
    return [entry(line)[0] for line in joined if not line.startswith("  #")]


def parse(line: str) -> None:
    """Parse every weatherdeck command of a line for the shell."""
    for part in line.split(" | "):
        words = shlex.split(part.partition(" > ")[0])
        if words[0] == "weatherdeck":
            commands.parser(words[1:]).parse_args(words[1:])


def test_every_module_with_arguments_is_a_command() -> None:
    names = [module.name for module in pkgutil.iter_modules(cli.__path__) if not module.ispkg]
    found = {name for name in names if hasattr(import_module(f"weatherdeck.cli.{name}"), "add_arguments")}
    assert found == {commands.MODULES.get(name, name) for name in commands.COMMANDS}


def test_the_welcome_names_every_command_and_its_first_steps_work() -> None:
    text = commands.parser().format_help()
    for name, summary in commands.COMMANDS.items():
        assert re.search(rf"^ +{name}\b", text, re.MULTILINE)
        assert summary in " ".join(text.split())
    steps = entries(commands.parser().description)
    assert len(steps) == 4
    for step in steps:
        parse(step)


@pytest.mark.parametrize("name", commands.COMMANDS)
def test_help_explains_every_argument(name: str) -> None:
    command = command_of(name)
    text = command.format_help()
    assert command.description
    assert command.description in " ".join(text.split())
    for action in command._actions:
        assert action.help, f"{name}: {action.dest} has no help"
        shown = action.option_strings or [str(action.metavar)]
        assert all(re.search(rf"^  {re.escape(one)}\b|[ ,]{re.escape(one)}\b", text, re.MULTILINE) for one in shown)


@pytest.mark.parametrize("name", commands.COMMANDS)
def test_the_examples_of_a_command_can_be_run(name: str) -> None:
    lines = entries(command_of(name).epilog)
    assert any(f"weatherdeck {name}" in line for line in lines)
    for line in lines:
        parse(line)


CHEAP = ("games", "rules", "cache", "completion")
"""Commands whose examples take no time."""


@pytest.mark.parametrize("name", CHEAP)
def test_the_examples_of_a_cheap_command_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WEATHERDECK_CACHE", str(tmp_path))
    for line in entries(command_of(name).epilog):
        (words,) = re.findall(r"weatherdeck ([^|>)]*)", line.replace("weatherdeck.fish", ""))
        assert cli.main(words.split()) == 0, line
        assert capsys.readouterr().out, line


@pytest.mark.parametrize("width", [60, 80, 200])
@pytest.mark.parametrize("name", [None, *commands.COMMANDS])
def test_help_fits_the_terminal_and_loses_nothing(
    name: str | None, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    command = command_of(name) if name else commands.parser()
    text = command.format_help()
    assert max(map(len, text.splitlines())) <= min(width, 100)
    assert name is None or shown_examples(text) == entries(command.epilog)


def test_a_line_that_is_too_long_says_first_what_it_does_and_continues_as_a_shell_reads_it() -> None:
    text = "examples:\n  weatherdeck play GAME --names Anna,Bo  two people take turns\n  weatherdeck games"
    assert list(laid_out(text, 34)) == [
        "examples:",
        "  # two people take turns",
        "  weatherdeck play GAME \\",
        "      --names Anna,Bo",
        "  weatherdeck games",
    ]
    assert list(laid_out(text, 80)) == [
        "examples:",
        "  weatherdeck play GAME --names Anna,Bo  two people take turns",
        "  weatherdeck games",
    ]


def admin_actions() -> dict[str, argparse.ArgumentParser]:
    """The parsers of `weatherdeck admin`'s actions."""
    (chosen,) = [action for action in command_of("admin")._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(chosen.choices)


@pytest.mark.parametrize("name", admin_actions())
def test_help_explains_every_argument_of_an_admin_action(name: str) -> None:
    action = admin_actions()[name]
    text = " ".join(action.format_help().split())
    assert action.description
    assert action.description in text
    assert all(one.help for one in action._actions), name
    assert {"--store", "--json"} <= {option for one in action._actions for option in one.option_strings}
    assert [phrase for phrase in BANNED if phrase in text] == []
    examples = entries(action.epilog)
    assert examples
    for line in examples:
        assert line.startswith(f"weatherdeck admin {name}")
        parse(line)


def test_an_example_that_cannot_be_run_would_be_found() -> None:
    with pytest.raises(SystemExit):
        parse("weatherdeck play --no-such-option")


@pytest.mark.parametrize("name", [None, *commands.COMMANDS])
def test_help_is_in_plain_english(name: str | None) -> None:
    text = " ".join((command_of(name) if name else commands.parser()).format_help().split())
    assert [phrase for phrase in BANNED if phrase in text] == []


SEEDS_BELOW = {"lab": "2**31", "tune": "2**31 - 1"}
"""Where seeds are smaller: the lab's seed is half of that of a deal, and tuning needs another for unseen deals."""
SEEDLESS = {"games", "rules", "print", "serve", "verify", "admin", "cache", "doctor", "completion"}


@pytest.mark.parametrize("name", [name for name in commands.COMMANDS if name not in SEEDLESS])
def test_the_help_of_a_seed_says_what_it_takes(name: str) -> None:
    (action,) = [action for action in command_of(name)._actions if "--seed" in action.option_strings]
    below = SEEDS_BELOW.get(name, "2**63")
    limit = int(eval(below))
    assert callable(action.type)
    assert action.type(str(limit - 1)) == limit - 1
    for wrong in (str(limit), "-1", "seven", "9" * 5000):
        with pytest.raises(argparse.ArgumentTypeError, match=re.escape("from 0 to 2**")):
            action.type(wrong)
    assert f"below {below} " in str(action.help)


@pytest.mark.parametrize("name", sorted(SEEDLESS))
def test_the_others_have_no_seed(name: str) -> None:
    assert not any("--seed" in action.option_strings for action in command_of(name)._actions)
