"""The table in the terminal, played with keys and mouse."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.widgets import Input, Markdown, Static

from tests.playouts import positions
from tests.sweeps import size
from weatherdeck.cli.terminal import TableApp, _report, restore
from weatherdeck.cli.terminal.screens import Asking, Curtain, Reading
from weatherdeck.cli.terminal.session import Session
from weatherdeck.cli.terminal.widgets import Stage
from weatherdeck.errors import SaveRefused
from weatherdeck.games import registry
from weatherdeck.games.terminal.canvas import Region
from weatherdeck.match import Match, save

from .tables import app_of, late_match_of, match_of, screen_text, seats_of, until_asked

GAME = "weathervanes"


def message(app: TableApp) -> str:
    return str(app.screen_stack[0].query_one("#message", Static).render())


def region_of(app: TableApp, stage: str, thing: str) -> Region:
    canvas = app.screen_stack[0].query_one(f"#{stage}", Stage).sheet.canvas
    return next(region for region in reversed(canvas.regions) if region.thing == thing)


def placing_match(seat: int = 0) -> Match:
    """A match in which a seat has to place a card, and has more than one place for it."""
    for seed in range(1, 60):
        for match in positions(match_of(GAME, seed=seed), seed):
            if match.to_move == seat and match.view(None)["phase"] == "place" and len(match.legal()) > 1:
                return match
    raise AssertionError("no such match")


async def test_a_game_is_played_to_its_end_with_the_keyboard() -> None:
    match = late_match_of(GAME, 3, size("moves at a table"))
    app = app_of(match, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        while len(app.screen_stack) == 1:
            assert match.to_move == 0
            assert match.game.words.status(match.state) in screen_text(app)
            await pilot.press("enter")
            await until_asked(pilot, app)
        assert match.is_over
        assert isinstance(app.screen, Asking)
        assert app.session.ending()[:20] in screen_text(app)
        for name, standing in zip(app.session.names, app.session.moment().standings, strict=True):
            assert re.search(rf"{'★' if standing.won else ' '} +{standing.score}  {name}", screen_text(app))
        assert "New game" in screen_text(app)


async def test_a_game_is_played_to_its_end_with_the_mouse() -> None:
    match = late_match_of(GAME, 4, size("moves at a table"))
    app = app_of(match, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        while len(app.screen_stack) == 1:
            stage = "table" if match.view(0)["phase"] == "place" else "hand"
            thing = app.choosing.open[0].things[len(app.choosing.picked)]
            region = region_of(app, stage, thing)
            await pilot.click(f"#{stage}-sheet", offset=(region.x, region.y))
            await until_asked(pilot, app)
        assert match.is_over


async def test_the_end_offers_a_new_game() -> None:
    match = match_of(GAME, seed=5, moves=1000)
    app = app_of(match, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        assert isinstance(app.screen, Asking)
        await pilot.click("#again")
        await until_asked(pilot, app)
        assert app.session.match is not match
        assert app.session.match.to_move == 0


async def test_enter_once_too_often_does_not_begin_another_game() -> None:
    """Enter hurries the bots: whoever presses it until the game is over wants to see how it ended."""
    match = match_of(GAME, seed=5, moves=1000)
    app = app_of(match, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        for _ in range(3):
            await pilot.press("enter")
            await pilot.pause()
        assert app.is_running
        assert app.session.match is match
        assert app.session.ending()[:20] in screen_text(app)


@pytest.mark.parametrize("moves", [0, 1000], ids=["during the game", "at its end"])
async def test_the_key_that_asks_to_leave_also_answers(moves: int) -> None:
    app = app_of(match_of(GAME, seed=5, moves=moves), 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        if not moves:
            await pilot.press("q")
            await pilot.pause()
        assert isinstance(app.screen, Asking)
        await pilot.press("q")
        await pilot.pause()
        assert not app.is_running


async def test_a_lead_is_chosen_by_card_and_corner_with_a_preview() -> None:
    match = match_of(GAME, seed=1)
    leader = match.to_move
    assert leader is not None
    app = app_of(match, leader)
    async with app.run_test(size=(100, 30)) as pilot:
        await until_asked(pilot, app)
        assert "4 ways" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert len(app.actions_list.rows) == 4
        assert "points between" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert app.choosing.picked == []
        assert match.version == 0


async def test_undo_takes_back_a_placed_card() -> None:
    match = placing_match()
    app = app_of(match, 0, 1, 2, 3)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press("enter")
        await until_asked(pilot, app)
        version = match.version
        await pilot.press("enter")
        await pilot.pause()
        placed = match.steps[-1]
        assert match.version == version + 1
        assert not placed.reveals, "placing_match should give a placing in the middle of a round"
        while len(app.screen_stack) > 1:
            await pilot.press("enter")
            await pilot.pause()
        await until_asked(pilot, app)
        await pilot.press("u")
        await pilot.pause()
        assert match.version == version
        assert f"undone: {placed.text}" in message(app)


async def test_undo_says_why_not() -> None:
    match = match_of(GAME, seed=1)
    leader = match.to_move
    assert leader is not None
    app = app_of(match, leader)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press("u")
        assert "no move has been made yet" in message(app)
        await pilot.press("enter", "enter")
        await until_asked(pilot, app)
        version = match.version
        await pilot.press("u")
        assert "revealed something new" in message(app)
        assert match.version == version


async def test_an_illegal_move_is_refused_with_reason_and_clause() -> None:
    match = match_of(GAME, seed=1, moves=1)
    seat = match.to_move
    assert seat is not None
    legal = {match.game.words.text(action) for action in match.legal()}
    view = match.view(seat)
    corner = view["seats"][seat]["corner"]
    wrong = next(
        f"{card['number']}{card['suits'][corner]}"
        for card in view["seats"][seat]["hand"]
        if f"{card['number']}{card['suits'][corner]}" not in legal
    )
    app = app_of(match, seat)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press(*wrong, "enter")
        await pilot.pause()
        assert "(WV-10)" in message(app)
        assert app.query_one("#input", Input).value == wrong
        assert match.version == 1
        await pilot.press("escape")
        region = region_of(app, "hand", f"card:{wrong[:-1]}")
        app.tell("")
        await pilot.click("#hand-sheet", offset=(region.x, region.y))
        await pilot.pause()
        assert "(WV-10)" in message(app)
        assert match.version == 1


async def test_what_is_no_notation_is_refused_with_what_was_expected() -> None:
    match = match_of(GAME, seed=1)
    assert match.to_move is not None
    app = app_of(match, match.to_move)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press("slash", "h", "u", "h", "enter")
        await pilot.pause()
        assert "expected a number from 1 to 24" in message(app)


async def test_a_move_can_be_typed() -> None:
    match = match_of(GAME, seed=1)
    assert match.to_move is not None
    app = app_of(match, match.to_move)
    text = match.game.words.text(match.legal()[5])
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press(*text, "enter")
        await until_asked(pilot, app)
        assert match.moves[0] == text
        assert app.query_one("#input", Input).value == ""


async def test_the_curtain_hides_the_hand_of_the_next_person() -> None:
    match = match_of(GAME, seed=2)
    app = app_of(match, 0, 1, 2, 3)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        assert isinstance(app.screen, Curtain)
        first = match.to_move
        assert first is not None
        assert f"Pass the screen to {app.session.names[first]}" in screen_text(app)
        assert app.screen_stack[0].query_one("#hand", Stage).sheet.canvas.text().strip() == ""
        await pilot.press("enter")
        await until_asked(pilot, app)
        assert app.session.viewer == first
        await pilot.press("enter", "enter")
        await until_asked(pilot, app)
        assert isinstance(app.screen, Curtain)
        assert match.to_move != first
        assert app.screen_stack[0].query_one("#hand", Stage).sheet.canvas.text().strip() == ""
        text = screen_text(app)
        assert "▲R" not in text
        assert "■B" not in text
        await pilot.press("enter")
        await until_asked(pilot, app)
        assert "■B" in screen_text(app)
        assert app.session.viewer == match.to_move


async def test_one_person_alone_sees_no_curtain() -> None:
    match = match_of(GAME, seed=2)
    app = app_of(match, 3)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        assert len(app.screen_stack) == 1
        assert app.session.viewer == 3


async def test_every_move_is_saved_and_the_game_is_resumed(tmp_path: Path) -> None:
    match = match_of(GAME, seed=6)
    file = tmp_path / "new" / "game.json"
    app = app_of(match, 0, save=file)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press("enter", "enter")
        await until_asked(pilot, app)
        await pilot.press("s")
        await pilot.pause()
        assert "saved to" in message(app)
    again, about = save.read(file)
    assert again.moves == match.moves
    seats = restore(about, again.players, seed=1)
    assert [seat.name for seat in seats] == [seat.name for seat in app.session.seats]
    assert [seat.is_person for seat in seats] == [True, False, False, False]
    other = app_of(again, 0, save=file)
    async with other.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, other)
        assert again.to_move == 0


async def test_a_file_that_cannot_be_written_does_not_stop_the_game(tmp_path: Path) -> None:
    match = match_of(GAME, seed=6)
    (tmp_path / "file").write_text("in the way")
    app = app_of(match, 0, save=tmp_path / "file" / "game.json")
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        version = match.version
        await pilot.press("enter", "enter")
        await until_asked(pilot, app)
        assert match.version > version
        assert "not saved" in message(app)


async def test_leaving_asks_and_saves(tmp_path: Path) -> None:
    match = match_of(GAME, seed=6)
    file = tmp_path / "game.json"
    app = app_of(match, 0, save=file)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press("q")
        await pilot.pause()
        assert "Leave the table?" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert len(app.screen_stack) == 1
        await pilot.press("q")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
    assert app.return_code == 0
    assert save.read(file)[0].moves == match.moves


async def test_control_c_leaves_at_once(tmp_path: Path) -> None:
    match = match_of(GAME, seed=6)
    file = tmp_path / "game.json"
    app = app_of(match, 0, save=file)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press("ctrl+c")
        await pilot.pause()
    assert app.return_code == 0
    assert file.exists()


async def test_the_rules_are_at_hand() -> None:
    match = match_of(GAME, seed=6)
    app = app_of(match, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, Reading)
        assert len(app.screen.query(Markdown)) == 1
        assert "Weathervanes" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert len(app.screen_stack) == 1


async def test_the_log_opens_as_a_page_where_there_is_no_room_beside_the_table() -> None:
    match = match_of(GAME, seed=6, moves=9)
    assert match.to_move is not None
    app = app_of(match, match.to_move)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press("l")
        await pilot.pause()
        assert isinstance(app.screen, Reading)
        text = screen_text(app)
        assert "── Trick 2" in text
        assert "Won  " in text


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45), (40, 12), (20, 6), (8, 3)])
async def test_it_is_drawn_at_every_size(size: tuple[int, int]) -> None:
    match = placing_match()
    app = app_of(match, 0)
    async with app.run_test(size=size) as pilot:
        await until_asked(pilot, app)
        await pilot.press("d")
        await pilot.resize_terminal(size[0] + 3, size[1] + 1)
        await pilot.pause()
        await pilot.press("enter")
        await until_asked(pilot, app)
        if size[0] >= 80:
            text = screen_text(app)
            assert all(name in text for name in app.session.names)
            assert "Weathervanes" in text
            assert "Undo" in text


async def test_watching_bots_needs_nobody() -> None:
    match = match_of(GAME, seed=8, moves=200)
    app = app_of(match)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        assert match.is_over
        assert isinstance(app.screen, Asking)


async def test_a_curtain_leaves_only_the_keys_that_show_nothing() -> None:
    match = match_of(GAME, seed=2)
    app = app_of(match, 0, 1)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        shown = []
        for keys in (("l", "u", "slash", "s"), ("question_mark",), ("escape", "q")):
            await pilot.press(*keys)
            await pilot.pause()
            shown.append(type(app.screen))
        assert shown == [Curtain, Reading, Asking]


async def test_the_mouse_over_a_card_moves_the_cursor_there() -> None:
    match = match_of(GAME, seed=1)
    assert match.to_move is not None
    app = app_of(match, match.to_move)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        thing = app.choosing.all[-1].things[0]
        region = region_of(app, "hand", thing)
        await pilot.hover("#hand-sheet", offset=(region.x + 1, region.y + 1))
        await pilot.pause()
        row = app.actions_list.row
        assert row is not None
        assert thing in row.things


async def test_a_finished_trick_rests_and_a_key_goes_on() -> None:
    match = match_of(GAME, seed=1, moves=3)
    seat = match.to_move
    assert seat is not None
    app = TableApp(Session(match, seats_of(match, seat)), pause=0.001, rest=60)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press("enter")
        await pilot.pause(0.05)
        assert app._resting is not None
        assert all(entry["played"] for entry in app._resting.view["seats"])
        assert "★" in screen_text(app)
        await pilot.press("space")
        await until_asked(pilot, app)
        assert app._resting is None


@pytest.mark.parametrize("game", registry.ours())
async def test_every_game_is_played(game: str) -> None:
    match = match_of(game, seed=3)
    app = app_of(match, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        for _ in range(12):
            if len(app.screen_stack) > 1:
                break
            assert match.to_move == 0
            await pilot.press("enter")
            await until_asked(pilot, app)
        assert match.version > 8


def test_a_bug_is_reported_without_its_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = match_of(GAME)
    app = app_of(match, 0, save=tmp_path / "game.json")
    app.crash = RuntimeError("a secret card")
    assert _report(app) == 1
    said = capsys.readouterr().err
    assert "because of a bug (RuntimeError)" in said
    assert "Traceback" not in said
    assert "secret" in (tmp_path / "game.bug.txt").read_text()


def test_damaged_seats_of_a_saved_game_are_refused() -> None:
    for about in ({}, {"seats": [1, 2]}, {"seats": [{"name": "A", "bot": "nobody"}, {"name": "B", "bot": None}]}):
        with pytest.raises(SaveRefused):
            restore(about, 2, seed=1)


def test_a_session_wants_a_name_for_every_seat() -> None:
    match = match_of(GAME)
    with pytest.raises(ValueError, match="4 players"):
        Session(match, seats_of(match, 0)[:3])


async def test_the_bar_names_a_deck_of_ones_own() -> None:
    shipped = registry.load(GAME)
    assert shipped.data_file is not None
    text = (Path(shipped.package.__path__[0]) / shipped.data_file).read_text(encoding="utf-8")
    swapped = text.replace('\n1 = "R Y G B"\n2 = "B R Y G"', '\n1 = "B R Y G"\n2 = "R Y G B"')
    game = registry.load(GAME, registry.Deck("Club deck", swapped))
    match = Match(game, seed=1)
    app = app_of(match, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        assert f"{game.title} · Club deck" in screen_text(app)
