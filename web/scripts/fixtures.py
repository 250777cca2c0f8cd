"""Write moments of real games into web/tests/fixtures, for the client's unit tests and its gallery.

Run it from the repository: `.venv/bin/python web/scripts/fixtures.py`. The messages are made by the server's own code,
and the same seeds give the same files; a test checks that they are fresh.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from weatherdeck import bots
from weatherdeck.games import registry
from weatherdeck.match import Match
from weatherdeck.table.wire.perspective import Perspective

FOLDER = Path(__file__).parent.parent / "tests" / "fixtures"
NAMES = ("Anna", "Bo", "Cecil", "Donna", "Edda", "Finn")
SEED = 5


def written(name: str) -> str:
    """The file of a game: the moments in which something new happens or can be chosen, and the end."""
    match = Match(registry.load(name), seed=SEED)
    seats = [Perspective(match.game, seat, NAMES[: match.players]) for seat in range(match.players)]
    players = [bots.load("greedy", seat + 1) for seat in range(match.players)]
    moments = []
    known: set[str] = set()
    before = [seat.view(match.state) for seat in seats]
    while True:
        mover = match.to_move
        found = _moment(match, seats[mover or 0], before[mover or 0])
        if mover is None or not _news(found) <= known:
            moments.append(found)
            known |= _news(found)
        if mover is None:
            return json.dumps(moments, separators=(",", ":")) + "\n"
        before = [seat.view(match.state) for seat in seats]
        match.play(players[mover].choose(match.game, match.game.redacted(match.state, mover), match.legal()))


def _moment(match: Match, seat: Perspective, before: dict[str, Any]) -> dict[str, Any]:
    """What one seat's table is drawn from: its view before the last step, what happened, and the position now."""
    return {
        "seat": seat.seat,
        "names": seat.names,
        "before": before,
        "happened": seat.happened(match.steps[-1].events),
        "position": seat.position(match.state, match.version, len(match.steps) - 1),
    }


def _news(moment: dict[str, Any]) -> set[str]:
    """What happened, and what kinds of things can be chosen together."""
    kinds = {"+".join(thing.partition(":")[0] for thing in one["things"]) for one in moment["position"]["choices"]}
    return {one["name"] for one in moment["happened"]} | kinds


def main() -> None:
    """Write the fixtures of all our games."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in registry.ours():
        (FOLDER / f"{name}.json").write_text(written(name), encoding="utf-8")


if __name__ == "__main__":
    main()
