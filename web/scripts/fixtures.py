"""Writes real moments of real games into web/tests/fixtures, for the client's unit tests and its gallery.

Run from the repository: `.venv/bin/python web/scripts/fixtures.py`. The same seeds give the same files.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from weatherdeck import bots
from weatherdeck.games import registry
from weatherdeck.games.events import Event
from weatherdeck.games.game import Game
from weatherdeck.match import Match

FOLDER = Path(__file__).parent.parent / "tests" / "fixtures"
NAMES = ("Anna", "Bo", "Cecil", "Donna", "Edda", "Finn")
MOMENTS = {
    "weathervanes": (0, 1, 2, 3, 30, 70, 71, 72, 75, 130),
    "tradewinds": (0, 1, 8, 16, 22),
    "winter-court": (0, 1, 2, 3, 12, 13, 14, 30, 41),
    "tweedy-tricksters": (0, 3, 8, 12, 13, 14, 15, 30, 60),
    "four-seasons": (0, 1, 2, 7, 20, 31),
}


def legal(match: Match, names: tuple[str, ...]) -> list[dict[str, Any]]:
    """The open actions: notation, words, things."""
    game, s = match.game, match.state
    return [
        {
            "move": game.words.text(action),
            "words": game.words.describe(s, action, names),
            "things": list(game.view.things(s, action)),
            "place": game.place(action),
        }
        for action in match.legal()
    ]


def told(match: Match, event: Event, seat: int) -> dict[str, Any]:
    """An event as a seat hears of it, with the faces of its cards."""
    seen = match.game.rules.EVENTS.seen_by(event, seat)
    return {
        "name": seen.name,
        "parts": {part: face(match.game, part, number) for part, number in seen.numbers.items()},
        "sentence": match.game.words.sentence(seen, NAMES),
    }


def face(game: Game, part: str, number: int | None) -> Any:
    """A number, or the face that it stands for."""
    faces = game.view.FACES.get(part)
    return faces[number] if faces and number is not None and number >= 0 else number


def moment(match: Match, before: list[dict[str, Any]], seat: int) -> dict[str, Any]:
    """Everything that the table of one seat is drawn from."""
    step = match.steps[-1]
    return {
        "version": match.version,
        "seat": seat,
        "names": NAMES[: match.players],
        "before": before[seat],
        "view": match.view(seat),
        "happened": [told(match, event, seat) for event in step.events],
        "legal": legal(match, NAMES) if match.to_move == seat else [],
        "prompt": match.game.words.prompt(match.state, NAMES),
    }


def moments(name: str) -> list[dict[str, Any]]:
    """The chosen moments of a game, as its mover sees them, and its end."""
    match = Match(registry.load(name), seed=5)
    players = [bots.load("greedy", seat + 1) for seat in range(match.players)]
    out = []
    before = [match.view(seat) for seat in range(match.players)]
    while True:
        seat = match.to_move
        if match.version in MOMENTS[name] or seat is None:
            out.append(moment(match, before, 0 if seat is None else seat))
        if seat is None:
            return out
        before = [match.view(other) for other in range(match.players)]
        state = match.game.redacted(match.state, seat)
        match.play(players[seat].choose(match.game, state, match.legal()))


def main() -> None:
    """Write all fixtures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in MOMENTS:
        text = json.dumps(moments(name), separators=(",", ":"))
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
