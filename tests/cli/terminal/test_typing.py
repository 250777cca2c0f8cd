"""Typing moves: in bursts as well as key by key, with a way out, and with nothing left behind."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import struct
import sys
import termios
import time
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from weatherdeck.cli.terminal import TableApp, farewell
from weatherdeck.cli.terminal.session import Session
from weatherdeck.match import save

from .tables import app_of, match_of, screen_text, seats_of, until_asked

GAME = "weathervanes"


def burst(app: TableApp, *keys: str) -> None:
    """Keys that arrive all at once, before any of them is handled."""
    for key in keys:
        app.post_message(events.Key(key, key if len(key) == 1 else "\r" if key == "enter" else None))


async def until_moved(pilot: Pilot[None], app: TableApp) -> None:
    """Wait until the first move was made, and a person is asked again."""
    for _ in range(2000):
        await pilot.pause()
        if app.session.match.version > 0:
            break
    await until_asked(pilot, app)


def table(seed: int = 1) -> tuple[TableApp, list[str]]:
    """A table at which one person is asked first, and the moves that they can make."""
    match = match_of(GAME, seed=seed)
    assert match.to_move is not None
    return app_of(match, match.to_move), [match.game.words.text(action) for action in match.legal()]


@pytest.mark.parametrize("number", [1, 5, -1])
async def test_a_move_that_arrives_in_one_burst_is_the_one_that_is_played(number: int) -> None:
    app, legal = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        burst(app, *legal[number], "enter")
        await until_moved(pilot, app)
        assert app.session.match.moves[0] == legal[number]
        assert app.move_input.value == ""


async def test_a_slash_comes_first_in_a_burst() -> None:
    app, _ = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        burst(app, "slash", "h", "u", "h")
        await pilot.pause()
        await pilot.pause()
        assert app.move_input.value == "huh", "no hint was asked for"
        assert app.session.match.version == 0


async def test_two_moves_in_one_burst_play_the_first_one_only() -> None:
    app, legal = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        burst(app, *legal[3], "enter", *legal[4], "enter")
        await until_moved(pilot, app)
        seat = app.session.match.steps[1].seat
        played = [step.text for step in app.session.match.steps[1:] if step.seat == seat]
        assert played == [legal[3]]


async def test_pasted_text_is_typed_and_waits_for_enter() -> None:
    app, legal = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        app.post_message(events.Paste(f"{legal[2]}\n"))
        await pilot.pause()
        await pilot.pause()
        assert app.move_input.value == legal[2]
        assert app.session.match.version == 0
        await pilot.press("enter")
        await until_asked(pilot, app)
        assert app.session.match.moves[0] == legal[2]


async def test_escape_takes_refused_text_and_its_refusal_away() -> None:
    app, _ = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press("9", "9", "x", "enter")
        await pilot.pause()
        assert "expected a number" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert app.focused is app.actions_list
        assert app.move_input.value == ""
        assert "expected a number" not in screen_text(app)


@pytest.mark.parametrize("width", [60, 80, 120])
async def test_the_footer_shows_how_to_leave_the_input(width: int) -> None:
    app, _ = table()
    async with app.run_test(size=(width, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press("slash")
        await pilot.pause()
        await pilot.pause()
        last = screen_text(app).splitlines()[-1]
        assert "esc Back to the list" in last
        assert "⏎ Play this move" in last
        assert "Hint" not in last, "letters are text here"
        await pilot.press("escape")
        await pilot.pause()
        await pilot.pause()
        assert "Hint" in screen_text(app).splitlines()[-1]


# ---------------------------------------------------------------- leaving
def test_leaving_says_where_the_game_is_and_how_to_resume_and_review_it(tmp_path: Path) -> None:
    match = match_of(GAME, seed=1, moves=5)
    path = tmp_path / "my game.json"
    session = Session(match, seats_of(match, 0), path)
    assert session.save()
    assert farewell(session) == [
        f"The game is saved in {path}",
        f"  resume it:  weatherdeck play --resume '{path}'",
        f"  review it:  weatherdeck review '{path}'",
    ]
    two = Session(match, seats_of(match, 0, 1), path)
    assert farewell(two)[2].endswith("--seat Anna")
    new = match_of(GAME, seed=1)
    assert len(farewell(Session(new, seats_of(new, 0), path))) == 2, "there is nothing to review yet"
    over = match_of(GAME, seed=1, moves=10_000)
    assert [line.split()[0] for line in farewell(Session(over, seats_of(over, 0), path))] == ["The", "review"]


def test_leaving_a_game_that_is_not_saved_says_so() -> None:
    match = match_of(GAME, seed=1, moves=5)
    session = Session(match, seats_of(match, 0))
    session.save()
    assert "not saved" in farewell(session)[0]


# ---------------------------------------------------------------- in a real terminal
@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_a_burst_through_a_real_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    match = match_of("tradewinds", seed=4)
    save.write(path, match, {"seats": [{"name": name, "bot": None} for name in "ABCD"]})
    wanted = match.game.words.text(match.legal()[-1])
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", WEATHERDECK_INTERPRETED="1")
        os.execv(sys.executable, [sys.executable, "-m", "weatherdeck", "play", "--resume", str(path), "--fast"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    os.set_blocking(terminal, False)
    said = _read_until(terminal, b"Press Enter when only")
    os.write(terminal, b"\r")
    said = _read_until(terminal, b"or type a move")
    os.write(terminal, f"{wanted}\r".encode())
    said += _read_until(terminal, b"Pass the screen to")
    os.write(terminal, b"\x03")
    said = _read_until(terminal, b"review it:")
    _, status = os.waitpid(process, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0
    assert json.loads(path.read_text())["moves"] == [wanted]
    assert f"weatherdeck play --resume {path}".encode() in said


def _read_until(terminal: int, text: bytes) -> bytes:
    """What comes from a terminal, up to a text; styles between its letters do not matter."""
    said = b""
    for _ in range(1200):
        try:
            said += os.read(terminal, 1 << 16)
        except BlockingIOError:
            time.sleep(0.05)
        except OSError:  # the other end is closed
            break
        if text in said:
            return said
    raise AssertionError(f"{text!r} was not said: {said[-2000:]!r}")
