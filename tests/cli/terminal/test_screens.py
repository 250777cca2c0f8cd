"""The screens that cover the table: opened, left and resized faster than they come and go."""

from __future__ import annotations

import asyncio
import gc
import warnings

import pytest
from textual import events
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Button

from weatherdeck.cli.terminal import TableApp
from weatherdeck.cli.terminal.screens import Asking, Curtain, Reading

from .tables import app_of, match_of, until_asked

GAME = "weathervanes"
ONE, ALL = (0,), (0, 1, 2, 3)
COVERS = {
    "log": (ONE, 0, "l", "close"),
    "leaving, to stay": (ONE, 0, "q", "stay"),
    "leaving, to quit": (ONE, 0, "q", "quit"),
    "end": (ONE, 1000, "", "stay"),
    "curtain": (ALL, 0, "", "open"),
    "leaving over a curtain": (ALL, 0, "q", "stay"),
}
"""Who sits there, moves made before, the key that opens the screen, and the action that ends it."""


async def settled(pilot: Pilot[None]) -> None:
    """Wait until all that was pressed has had its effect."""
    for _ in range(4):
        await pilot.pause()


def table(people: tuple[int, ...] = ONE, moves: int = 0) -> TableApp:
    return app_of(match_of(GAME, seed=2, moves=moves), *people)


async def opened(pilot: Pilot[None], app: TableApp, key: str) -> Screen[object]:
    """The screen that covers the table, once a key has opened it; without a key, the one that is there."""
    await until_asked(pilot, app)
    if key:
        await pilot.press(key)
        await settled(pilot)
    assert len(app.screen_stack) > 1
    return app.screen


@pytest.mark.parametrize("cover", COVERS)
async def test_what_ends_a_screen_may_come_twice(cover: str) -> None:
    people, moves, key, action = COVERS[cover]
    app = table(people, moves)
    async with app.run_test(size=(80, 24)) as pilot:
        top = await opened(pilot, app, key)
        below = app.screen_stack[:-1]
        for _ in range(2):
            await top.run_action(action)
        assert app.screen_stack == below
        await settled(pilot)
        assert app.crash is None


@pytest.mark.parametrize(("people", "key"), [(ONE, "q"), (ALL, "")], ids=["question", "curtain"])
async def test_a_button_may_be_pressed_twice(people: tuple[int, ...], key: str) -> None:
    app = table(people)
    async with app.run_test(size=(80, 24)) as pilot:
        top = await opened(pilot, app, key)
        below = app.screen_stack[:-1]
        for _ in range(2):
            top.post_message(Button.Pressed(top.query(Button).last()))
        await settled(pilot)
        assert app.crash is None
        assert app.screen_stack == below


async def test_a_key_for_a_screen_that_another_one_covers_ends_neither() -> None:
    app = table(ALL)
    async with app.run_test(size=(80, 24)) as pilot:
        curtain = await opened(pilot, app, "")
        assert isinstance(curtain, Curtain)
        await pilot.press("q")
        await settled(pilot)
        curtain.action_open()
        await settled(pilot)
        assert isinstance(app.screen, Asking)
        await pilot.press("escape")
        await settled(pilot)
        assert app.screen_stack[1:] == [curtain]


@pytest.mark.parametrize("is_left", [True, False], ids=["left", "resized"])
@pytest.mark.parametrize("opener", ["question_mark", "l", "q"])
async def test_a_screen_is_left_or_resized_while_it_opens(opener: str, is_left: bool) -> None:
    app = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        app.post_message(events.Key(opener, None))
        while len(app.screen_stack) == 1:
            await asyncio.sleep(0)
        top = app.screen
        assert isinstance(top, Asking | Reading)
        if is_left:
            top.end()
        await pilot.resize_terminal(40, 10)
        await settled(pilot)
        assert app.crash is None
        assert (top in app.screen_stack) != is_left


@pytest.mark.parametrize("work", ["hint", "leave"])
async def test_work_that_is_cancelled_before_it_begins_leaves_nothing_behind(work: str) -> None:
    app = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            await app.run_action(work)
            app.workers.cancel_all()
            await settled(pilot)
            gc.collect()
        assert not [str(warning.message) for warning in said]


async def test_the_log_of_one_person_is_not_left_open_for_the_next() -> None:
    app = table(ALL)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app, "")
        await pilot.press("enter")
        await until_asked(pilot, app)
        await pilot.press("l")
        await settled(pilot)
        assert isinstance(app.screen, Reading)
        app._submit(app.session.legal()[0])  # bots move under an open log, too
        await settled(pilot)
        assert [type(screen) for screen in app.screen_stack[1:]] == [Curtain]


async def test_a_hint_is_about_the_position_in_which_its_key_was_pressed() -> None:
    """Enter may be waiting behind it, and make the last move of the game."""
    app = table(ALL, match_of(GAME, seed=2, moves=1000).version - 1)
    app.hint_seconds = 0.1
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app, "")
        await pilot.press("enter")
        await until_asked(pilot, app)
        await app.run_action("hint")
        app._submit(app.session.legal()[0])
        await settled(pilot)
        while any(one.group == "hint" and not one.is_finished for one in app.workers):
            await pilot.pause(0.01)
        assert app.session.match.is_over
        assert app.crash is None


async def test_nothing_is_drawn_once_the_table_is_left() -> None:
    app = table(moves=0)
    app._pause = 5.0
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        app._submit(app.session.legal()[0])  # the bots are next
        app.action_stop()
        app._hurry.set()
        await settled(pilot)
    assert app.crash is None
