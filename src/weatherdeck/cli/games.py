"""`weatherdeck games`: what there is to play."""

from __future__ import annotations

import argparse
import json
import textwrap
from dataclasses import asdict
from typing import Any

from ..bots.levels import LEVELS
from ..bots.strengths import Strength, said, strength_of, strength_said, tells
from ..games import registry
from ..games.game import Game
from .arguments import examples
from .help import columns

FORMAT = "weatherdeck games 1"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """How to list them."""
    command.description = "List every installed game with its players, its length and its options."
    command.epilog = examples(
        ("weatherdeck games", ""),
        ("weatherdeck games --names", "one name per line, for scripts"),
        ("weatherdeck games --names --shipped", "without the games of other packages"),
        ("weatherdeck games --json", "everything, for scripts (docs/command-line.md)"),
    )
    forms = command.add_mutually_exclusive_group()
    forms.add_argument("--names", action="store_true", help="print only the names, one per line")
    forms.add_argument("--json", action="store_true", help="print JSON, for scripts")
    command.add_argument("--shipped", action="store_true", help="only the games that come with weatherdeck")


def run(options: argparse.Namespace) -> int:
    """List the games."""
    names = registry.ours() if options.shipped else registry.names()
    if options.names:
        print("\n".join(names))
        return 0
    if options.json:
        print(json.dumps({"format": FORMAT, "games": [_as_data(registry.load(name)) for name in names]}, indent=1))
        return 0
    for name in names:
        for line in _lines(registry.load(name)):
            print(textwrap.fill(line, columns(), subsequent_indent=_indent(line) + "    "))
        print()
    print("Play one with: weatherdeck play GAME [--option NAME=VALUE]")
    return 0


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _as_data(game: Game) -> dict[str, Any]:
    """A game as plain data; docs/command-line.md describes it."""
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "ruleset": game.rules.RULESET,
        "players": list(game.players),
        "minutes": game.minutes,
        "cooperative": game.cooperative,
        "deck_file": game.data_file is not None,
        "bots": _bases(game) if game.greedy is not None else {},
        "strengths": [asdict(one) | {"said": said(one, game)} for one in _strengths(game)],
        "options": [
            {
                "name": option.name,
                "help": option.help,
                "kind": option.kind,
                "default": option.default,
                "choices": list(option.choices),
                "lowest": option.low if option.kind == "number" else None,
                "highest": option.high if option.kind == "number" else None,
                "parameter": option.is_parameter,
            }
            for option in game.options
        ],
    }


def _bases(game: Game) -> dict[str, str]:
    """By what the strong levels play with the shipped deck and the usual players and options."""
    usual = game.new_state()
    return {level.name: level.basis(game, usual) for level in LEVELS.values() if level.learned is not None}


def _strengths(game: Game) -> list[Strength]:
    """How strong the levels are with the shipped deck and the usual options, where that was measured."""
    states = [game.new_state(players) for players in game.players] if game.greedy is not None else []
    found = [strength_of(name, game, state) for state in states for name in LEVELS]
    return [one for one in found if one is not None and tells(one, game)]


def _levels(game: Game) -> dict[str, str]:
    """What the levels are with the usual number of players: how strong, where that was measured, and how they play."""
    usual, bases, told = game.new_state(), _bases(game), {}
    for name, level in LEVELS.items():
        met = strength_said(name, game, usual)
        told[name] = "; ".join(filter(None, (met, bases.get(name, level.help))))
    return told


def _lines(game: Game) -> list[str]:
    players = f"{game.players[0]}-{game.players[-1]}" if len(game.players) > 1 else str(game.players[0])
    kind = ", cooperative" if game.cooperative else ""
    lines = [f"{game.name}: {game.title}, {players} players{kind}, {game.minutes} minutes", f"  {game.summary}"]
    if game.greedy is not None:
        lines.append(f"  bots, with {game.check_players(None)} players:" if len(game.players) > 1 else "  bots:")
        lines += [f"    {name}  {told}" for name, told in _levels(game).items()]
    for title, are_parameters in (("options", False), ("parameters, for designers", True)):
        options = [option for option in game.options if option.is_parameter is are_parameters]
        lines += [f"  {title}:"] if options else []
        for option in options:
            default = "not set" if option.default is None else str(option.default).lower()
            lines.append(f"    {option.name}  {option.help}; {option.expects} (default: {default})")
    return lines
