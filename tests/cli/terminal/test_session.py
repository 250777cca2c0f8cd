"""A session at the terminal: what does not need a screen."""

from __future__ import annotations

from pathlib import Path

from weatherdeck import bots
from weatherdeck.bots import LEVELS
from weatherdeck.bots.strengths import strength_said
from weatherdeck.cli.terminal.seats import Seat
from weatherdeck.cli.terminal.session import Session, unused_beside
from weatherdeck.games import registry
from weatherdeck.match import Match


def test_another_game_is_saved_beside_the_finished_one(tmp_path: Path) -> None:
    first = tmp_path / "weathervanes-2026-11-15-093012.json"
    second = unused_beside(first)
    assert second.name == "weathervanes-2026-11-15-093012-2.json"
    second.touch()
    assert unused_beside(first).name == "weathervanes-2026-11-15-093012-3.json"
    assert unused_beside(second).name == "weathervanes-2026-11-15-093012-3.json"


def test_strong_bots_say_by_what_they_play() -> None:
    game = registry.load("tradewinds")
    seats = [Seat("Anna"), *(Seat(name, bots.at_table(name, 1)) for name in ("club", "expert", "expert"))]
    basis = LEVELS["expert"].basis(game, game.new_state())
    club, expert = (strength_said(name, game, game.new_state()) for name in ("club", "expert"))
    told = Session(Match(game, seed=1), seats).bases()
    assert told == f"Club: {club}. Expert: {expert}; {basis}."
    assert Session(Match(game, seed=1), [Seat(name) for name in "ABCD"]).bases() == ""
