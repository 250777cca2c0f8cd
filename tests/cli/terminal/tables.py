"""Tables to test at: seats, apps without pauses, what is on the screen."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot

from tests.playouts import played
from weatherdeck.bots import RandomBot
from weatherdeck.cli.terminal import Seat, TableApp
from weatherdeck.cli.terminal.session import Session
from weatherdeck.games import registry
from weatherdeck.match import Match

NAMES = ("Anna", "Bernd", "Carla", "Dora", "Emil", "Fina")


def match_of(game: str, *, seed: int = 1, moves: int = 0, players: int | None = None) -> Match:
    """A match after some random moves."""
    return played(registry.load(game), seed, decisions=moves, players=players)


def late_match_of(game: str, seed: int, left: int) -> Match:
    """A random match when so many random moves are left."""
    return match_of(game, seed=seed, moves=max(played(registry.load(game), seed).version - left, 0))


def seats_of(match: Match, *people: int) -> list[Seat]:
    """People at the given seats, bots at the others."""
    return [Seat(NAMES[seat], None if seat in people else RandomBot(seat)) for seat in range(match.players)]


def app_of(match: Match, *people: int, save: Path | None = None) -> TableApp:
    """A table without pauses."""
    return TableApp(Session(match, seats_of(match, *people), save), pause=0, rest=0)


def screen_text(app: TableApp) -> str:
    """All that can be read on the screen now."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


async def until_asked(pilot: Pilot[None], app: TableApp) -> None:
    """Wait until a person is asked, or the game is over, or a screen lies over the table."""
    for _ in range(2000):
        await pilot.pause()
        settled = app._answer is not None and not app._answer.done() and app._resting is None
        if settled or len(app.screen_stack) > 1:
            await pilot.pause()
            return
    raise AssertionError("nobody is asked for anything")
