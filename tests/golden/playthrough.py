"""One whole game as text: every decision with its legal actions, every event in words, every view that changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from tests.playouts import random_policy
from weatherdeck.conformance import variants
from weatherdeck.games import registry
from weatherdeck.games.options import Value
from weatherdeck.match import Match

FOLDER = Path(__file__).parent / "games"
NAMES = ("Alberta", "Bernie", "Cecil", "Donna", "Edda", "Finn")


def all_of_them() -> Iterator[tuple[Path, str]]:
    """Each file with the text that it should hold: one game for every number of players and every option.

    Parameters have their own tests: a golden game is one that a rulebook offers.
    """
    for name in registry.ours():
        game = registry.load(name)
        parameters = {option.name for option in game.options if option.is_parameter}
        for players, options in variants(game):
            if parameters & set(options):
                continue
            setting = "".join(f"-{key}-{value}" for key, value in options.items()).lower()
            yield FOLDER / f"{name}-{players}{setting}.txt", playthrough(name, players, options)


def playthrough(name: str, players: int, options: dict[str, Value], seed: int = 2026) -> str:
    """The text of one game played at random."""
    game = registry.load(name)
    match = Match(game, seed=seed, players=players, options=options)
    choose = random_policy(seed)
    lines = [f"{game.title}, ruleset {game.rules.RULESET}, {players} players, options {options}, seed {seed}"]
    lines += _told(match)
    while not match.is_over:
        legal = match.legal()
        action = choose(match.state, legal)
        lines.append("")
        lines.append(f"{match.version}. {game.words.prompt(match.state, NAMES)}")
        lines.append("   legal: " + " ".join(sorted(game.words.text(a) for a in legal)))
        lines.append(f"   {game.words.text(action)}: {game.words.describe(match.state, action, NAMES)}")
        match.play(action)
        lines += _told(match)
        if match.version % 40 == 0:
            lines.append(f"   seen by {NAMES[0]}: {json.dumps(match.view(0))}")
    lines += ["", game.words.ending(match.state, NAMES), f"result {json.dumps(match.result())}"]
    lines.append(f"returns {[round(value, 6) for value in game.returns(match.state)]}")
    return "\n".join(lines) + "\n"


def _told(match: Match) -> list[str]:
    sentences = (match.game.words.sentence(event, NAMES) for event in match.steps[-1].events)
    return [f"   - {sentence}" for sentence in sentences if sentence]
