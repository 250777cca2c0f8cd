"""`--help` of every command: it names every option, its examples can be run, and it is in plain English."""

from __future__ import annotations

import argparse
import pkgutil
import re
import shlex
from importlib import import_module

import pytest

from weatherdeck import cli
from weatherdeck.cli import commands
from weatherdeck.cli.arguments import LARGEST_SEED

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


def command_of(name: str) -> argparse.ArgumentParser:
    """The parser of one command."""
    (chosen,) = [action for action in commands.parser()._actions if isinstance(action, argparse._SubParsersAction)]
    command = chosen.choices[name]
    assert isinstance(command, argparse.ArgumentParser)
    return command


def example_lines(text: str) -> list[str]:
    return [line.strip() for line in text.partition("examples:\n")[2].splitlines() if line.startswith("  ")]


def parse(line: str) -> None:
    """Parse every weatherdeck command of a line for the shell."""
    line = re.sub(r" {2,}.*", "", line)  # what it does is said after it
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
    steps = [line.strip() for line in text.splitlines() if line.startswith("  weatherdeck ")]
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
    lines = example_lines(command_of(name).format_help())
    assert any(f"weatherdeck {name}" in line for line in lines)
    for line in lines:
        parse(line)


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


def test_an_example_that_cannot_be_run_would_be_found() -> None:
    with pytest.raises(SystemExit):
        parse("weatherdeck play --no-such-option  play as it was never meant")


@pytest.mark.parametrize("name", [None, *commands.COMMANDS])
def test_help_is_in_plain_english(name: str | None) -> None:
    text = " ".join((command_of(name) if name else commands.parser()).format_help().split())
    assert [phrase for phrase in BANNED if phrase in text] == []


@pytest.mark.parametrize("name", [name for name in commands.COMMANDS if name not in ("games", "rules", "print")])
def test_a_seed_has_63_bits_at_every_command(name: str) -> None:
    command = command_of(name)
    seeds = [action for action in command._actions if "--seed" in action.option_strings]
    for action in seeds:
        assert callable(action.type)
        assert action.type(str(LARGEST_SEED)) == LARGEST_SEED
        for wrong in (str(LARGEST_SEED + 1), "-1", "seven"):
            with pytest.raises(argparse.ArgumentTypeError, match=re.escape("from 0 to 2**63 - 1")):
                action.type(wrong)
        assert "below 2**63" in str(action.help)
    assert len(seeds) == (name not in ("serve", "verify", "admin"))
