"""Hints at the terminal: asked with a key, thought about aside, shown on the table, and dropped when too late."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from weatherdeck.bots import review
from weatherdeck.bots.evidence import Estimate
from weatherdeck.bots.review import Hint
from weatherdeck.cli.terminal import TableApp
from weatherdeck.cli.terminal.choices import FEW, Choice, Choosing
from weatherdeck.cli.terminal.hint import THINKING, hint_text
from weatherdeck.games import registry
from weatherdeck.games.contest import CHANCE, POINTS

from .tables import app_of, match_of, screen_text, until_asked

GAME = "tradewinds"


def message(app: TableApp) -> str:
    return str(app.screen_stack[0].query_one("#message", Static).render())


def table(game: str = GAME, *, moves: int = 0) -> TableApp:
    match = match_of(game, moves=moves)
    app = app_of(match, *range(match.players))
    app.session.viewer = match.to_move
    app.hint_seconds = 0.05
    return app


async def hint_is_there(pilot: Pilot[None], app: TableApp) -> None:
    while any(worker.group == "hint" and not worker.is_finished for worker in app.workers):
        await pilot.pause(0.02)
    await pilot.pause()


async def test_a_hint_is_told_in_words_and_shown_on_the_table() -> None:
    app = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        assert "h Hint" in screen_text(app)
        await pilot.press("h")
        await hint_is_there(pilot, app)
        row = app.actions_list.row
        assert row is not None
        (choice,) = row.choices
        assert message(app).startswith(f"hint: {choice.phrase}")
        assert app._scene().cursor == frozenset(choice.things)
        assert choice.text in screen_text(app), "the line of the list is in view"
        assert not app.choosing.picked


@pytest.fixture
def released(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Hints take as long as we like: they come when this event is set."""
    event, think = threading.Event(), review.Adviser.hint

    def slowly(*arguments: Any, **options: Any) -> Hint:
        event.wait()
        return think(*arguments, **options)

    monkeypatch.setattr(review.Adviser, "hint", slowly)
    yield event
    event.set()  # whatever happened, no thread is left waiting


async def test_the_table_stays_lively_while_a_hint_is_thought_about(released: threading.Event) -> None:
    app = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press("h", "down")
        assert message(app) == THINKING
        assert app.actions_list.highlighted == 1
        released.set()
        await hint_is_there(pilot, app)
        assert message(app).startswith("hint: ")


async def test_a_hint_that_comes_after_the_move_is_dropped(released: threading.Event) -> None:
    match = match_of(GAME)
    assert match.to_move is not None
    app = app_of(match, match.to_move)
    app.hint_seconds = 0.05
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press("h")
        assert message(app) == THINKING
        await pilot.press("enter")
        await until_asked(pilot, app)
        assert match.version >= match.players
        released.set()
        await hint_is_there(pilot, app)
        assert message(app) == ""


def after(moves: int) -> TableApp:
    return table("winter-court", moves=moves)


def first_step(app: TableApp) -> str | None:
    """The notation of a step that begins a longer move, if there is one now."""
    game = app.session.match.game
    return next((game.words.text(action) for action in app.session.legal() if game.place(action) == 0), None)


async def test_a_hint_goes_on_from_the_steps_named_so_far() -> None:
    app, step = next((app, step) for app in map(after, range(8, 40)) if (step := first_step(app)) is not None)
    session = app.session
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press("slash", *step, "enter")
        await pilot.pause()
        assert len(session.draft) == 1
        await pilot.press("h")
        await hint_is_there(pilot, app)
        row = app.actions_list.row
        assert row is not None
        assert row.choices[0].action in session.position()[1]
        assert message(app).startswith(f"hint: {row.choices[0].phrase}")


async def test_there_is_no_hint_when_the_game_is_over() -> None:
    app = table(moves=1000)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press("escape", "h")
        assert message(app) == "the game is over"


async def test_a_game_without_judgement_says_that_it_has_no_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load(GAME)
    monkeypatch.setattr(game.package, "GAME", replace(game, greedy=None))
    app = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press("h")
        await hint_is_there(pilot, app)
        assert message(app).startswith(f"there are no hints: {game.title} has no greedy.py")


def said(hint: Hint) -> str:
    return hint_text(hint, text=lambda action: f"m{action}", phrase=lambda action: f"play {action}")


def test_a_hint_says_how_sure_it_is() -> None:
    expected, lead = Estimate(0.31, 0.26, 0.36, 300), Estimate(0.05, 0.01, 0.09, 300)
    assert said(Hint(CHANCE, 1, expected, 2, lead, ())) == (
        "hint: play 1. Chance of winning 31% (26% to 36%); better than m2 by 5% (1% to 9%)"
    )
    close = Estimate(0.01, -0.01, 0.03, 300)
    assert said(Hint(CHANCE, 1, expected, 2, close, ())).endswith("; m2 may be as good")
    assert said(Hint(POINTS, 1, Estimate(14, 13, 15, 9), None, None, ())) == "hint: play 1. Points 14.0 (13.0 to 15.0)"
    assert "a first guess" in said(Hint(CHANCE, 1, None, 2, None, ()))


def test_the_list_opens_until_the_action_has_a_line_of_its_own() -> None:
    choices = [Choice(n, f"m{n}", "", (f"card:{n % 3}", f"place:{n // 3}")) for n in range(FEW + 4)]
    choosing = Choosing(choices, picked=["place:0"])
    line = choosing.lead_to(7)
    assert line is not None
    assert choosing.picked == ["card:1"]
    assert choosing.rows()[line].choices[0].action == 7
    assert choosing.lead_to(99) is None
