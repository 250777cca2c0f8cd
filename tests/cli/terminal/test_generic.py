"""The generic table: it draws and plays any game, from what the game says of itself alone."""

from __future__ import annotations

import copy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Static

import weatherdeck
from tests import playouts
from tests.sweeps import sample, size
from weatherdeck.cli.terminal import TableApp
from weatherdeck.cli.terminal.choices import Choosing
from weatherdeck.cli.terminal.screens import Asking
from weatherdeck.cli.terminal.session import Session
from weatherdeck.cli.terminal.widgets import Stage
from weatherdeck.games import registry
from weatherdeck.games.game import Standing
from weatherdeck.games.terminal import MORE, GenericArtist, Scene, artist_of
from weatherdeck.games.terminal.colours import DARK, LIGHT
from weatherdeck.games.terminal.reading import Field, Piece, Reader, Sign, Word
from weatherdeck.kernel import new_rng
from weatherdeck.match import Match

from .tables import app_of, late_match_of, match_of, screen_text, seats_of, until_asked
from .test_artists import GAMES, choosing_of, ends, scene_of

EXAMPLES = Path(__file__).parents[3] / "examples"
if str(EXAMPLES) not in sys.path:
    sys.path.append(str(EXAMPLES))

EXAMPLE = "high_card"
EVERY_GAME = [*GAMES, *((EXAMPLE, players) for players in ends(EXAMPLE))]
SIZES = [(80, 12), (80, 24), (120, 40), (30, 5), (1, 1)]


def generic(match: Match, *people: int) -> TableApp:
    """A table without pauses, drawn by the generic artist whatever the game brings."""
    app = app_of(match, *people)
    app.artist = GenericArtist(match.game)
    return app


def positions(game: str, players: int, seed: int, every: int) -> Iterator[Match]:
    """Positions of a random game: its deal, some or all of those after so many moves, and its end."""
    moves = playouts.played(registry.load(game), seed, players=players).version
    chosen = {*sample("positions drawn", range(0, moves, every), always=[0]), moves}
    for match in playouts.positions(match_of(game, seed=seed, players=players), seed):
        if match.version in chosen:
            yield match


def sheets(artist: GenericArtist, scene: Scene, width: int = 80, height: int = 12) -> tuple[str, set[str]]:
    """What can be read, and what can be clicked."""
    drawn = artist.table(scene, width, height), artist.hand(scene, width, height)
    return "\n".join(sheet.text() for sheet in drawn), {region.thing for sheet in drawn for region in sheet.regions}


# ---------------------------------------------------------------- the example
def test_the_example_is_a_game_in_its_own_folder_alone() -> None:
    source = Path(weatherdeck.__file__).parent
    written = (path for path in source.rglob("*") if not {"docs_dist", "web_dist"} & set(path.parts))  # not built
    for path in (path for path in written if path.suffix in (".py", ".toml", ".json", ".md")):
        text = path.read_text(encoding="utf-8")
        assert EXAMPLE not in text, path
        assert registry.load(EXAMPLE).title not in text, path
    assert isinstance(artist_of(registry.load(EXAMPLE)), GenericArtist)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_whole_game_of_the_example_is_played_with_the_keyboard(size: tuple[int, int]) -> None:
    match = match_of(EXAMPLE, seed=1, players=3)
    app = app_of(match, 0)
    assert isinstance(app.artist, GenericArtist)
    async with app.run_test(size=size) as pilot:
        await until_asked(pilot, app)
        while len(app.screen_stack) == 1:
            text = screen_text(app)
            assert all(name in text for name in app.session.names)
            assert all(standing.score in text for standing in app.session.moment().standings)
            assert match.game.words.status(match.state) in text
            hand = app.screen_stack[0].query_one("#hand", Stage).sheet.canvas.text().split()
            assert hand == [str(card) for card in match.view(0)["seats"][0]["hand"]] or "▀" in "".join(hand)
            before = match.version
            await pilot.press("down", "enter")
            await until_asked(pilot, app)
            assert match.version > before
        assert match.is_over
        assert isinstance(app.screen, Asking)
        assert app.session.ending() in " ".join(screen_text(app).split())


async def test_a_whole_game_of_the_example_is_played_with_the_mouse() -> None:
    match = match_of(EXAMPLE, seed=2, players=4)
    app = app_of(match, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        while len(app.screen_stack) == 1:
            thing = app.choosing.all[-1].things[0]
            canvas = app.screen_stack[0].query_one("#hand", Stage).sheet.canvas
            region = next(region for region in canvas.regions if region.thing == thing)
            version = match.version
            await pilot.click("#hand-sheet", offset=(region.x + 1, region.y + 1))
            await until_asked(pilot, app)
            assert match.moves[version] == thing.partition(":")[2]
        assert match.is_over


async def test_a_card_that_may_not_be_played_says_why() -> None:
    for seed in range(1, 30):
        match = match_of(EXAMPLE, seed=seed, players=2, moves=1)
        seat = match.to_move
        assert seat is not None
        hand = {str(card) for card in match.view(seat)["seats"][seat]["hand"]}
        closed = sorted(hand - {match.game.words.text(action) for action in match.legal()})
        if closed:
            break
    assert seat is not None
    app = app_of(match, seat)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        canvas = app.screen_stack[0].query_one("#hand", Stage).sheet.canvas
        region = next(region for region in canvas.regions if region.thing == f"card:{closed[0]}")
        await pilot.click("#hand-sheet", offset=(region.x, region.y))
        await pilot.pause()
        assert "(HC-5)" in str(app.screen_stack[0].query_one("#message", Static).render())
        assert match.version == 1


async def test_a_hint_is_shown_on_the_table() -> None:
    match = match_of(EXAMPLE, seed=1, players=3)
    assert match.to_move is not None
    app = app_of(match, match.to_move)
    app.hint_seconds = 0.05
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press("h")
        while any(worker.group == "hint" and not worker.is_finished for worker in app.workers):
            await pilot.pause(0.02)
        await pilot.pause()
        assert app.actions_list.row is not None
        said = str(app.screen_stack[0].query_one("#message", Static).render())
        assert said.startswith(f"hint: {app.actions_list.row.choices[0].phrase}")


def test_the_example_of_a_move_tells_nothing_about_hands() -> None:
    examples = {app_of(match_of(EXAMPLE, seed=seed, players=4), 0)._placeholder for seed in range(1, 9)}
    assert len(examples) == 1


async def test_reference_is_folded_away_until_it_is_asked_for() -> None:
    match = match_of(EXAMPLE, seed=1, players=3, moves=6)
    assert match.to_move is not None
    app = app_of(match, match.to_move)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        assert "show gone, not dealt" in screen_text(app)
        assert "not dealt 5" not in screen_text(app)
        await pilot.press("m")
        await pilot.pause()
        assert "not dealt 5" in screen_text(app)
        canvas = app.screen_stack[0].query_one("#table", Stage).sheet.canvas
        region = next(region for region in canvas.regions if region.thing == MORE)
        await pilot.click("#table-sheet", offset=(region.x, region.y))
        await pilot.pause()
        assert "not dealt 5" not in screen_text(app)


async def test_without_colours_the_cursor_can_still_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    match = match_of(EXAMPLE, seed=1, players=2)
    assert match.to_move is not None
    app = app_of(match, match.to_move)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        before = screen_text(app)
        assert "▀▀▀" in before, "the card under the cursor is underlined"
        await pilot.press("down")
        await pilot.pause()
        assert screen_text(app) != before


# ---------------------------------------------------------------- every game
@pytest.mark.parametrize(("game", "players"), EVERY_GAME)
def test_every_position_can_be_drawn_at_every_size(game: str, players: int) -> None:
    for match in positions(game, players, seed=1, every=9):
        artist, choosing, number = GenericArtist(match.game), choosing_of(match), match.version
        for seat in (match.to_move, number % players, None):
            width, height = SIZES[number % len(SIZES)]
            scene = scene_of(match, seat, choosing, row=number)
            text, _ = sheets(artist, scene, width, height)
            assert all(name[:8] in text for name in scene.names)


@pytest.mark.parametrize(("game", "players"), EVERY_GAME)
def test_every_legal_move_can_be_clicked(game: str, players: int) -> None:
    """Thing by thing, as a person would: what is not on the table is a button."""
    for match in positions(game, players, seed=2, every=7):
        artist, every = GenericArtist(match.game), choosing_of(match)
        for choice in every.all:
            choosing = Choosing(every.all)
            while choice not in (found := choosing.open) or len(found) > 1:
                thing = next(thing for thing in choice.things if thing not in choosing.picked)
                _, clickable = sheets(artist, scene_of(match, match.to_move, choosing))
                assert thing in clickable, f"{choice.text}: {thing} cannot be clicked"
                choosing.pick(thing)


@pytest.mark.parametrize(("game", "players"), EVERY_GAME)
def test_nothing_hidden_is_drawn(game: str, players: int) -> None:
    """In another world that agrees with all that a seat has seen, the table looks the same to that seat."""
    for match in positions(game, players, seed=3, every=11):
        artist = GenericArtist(match.game)
        for seat in range(players):
            looks = []
            for world in range(2):
                state = match.game.redacted(match.state, seat)
                match.game.rules.redeal(state, seat, new_rng(world))
                looks.append(sheets(artist, loose_scene(match, state, seat)))
            looks.append(sheets(artist, loose_scene(match, match.state, seat)))
            assert looks[0] == looks[1] == looks[2]


def loose_scene(match: Match, state: Any, seat: int) -> Scene:
    """What a seat sees of a state."""
    game, known = match.game, match.game.redacted(state, seat)
    standings = [game.words.standing(known, other) for other in range(match.players)]
    names = Session(match, seats_of(match)).names
    return Scene(dict(game.view.view(state, seat)), standings, seat, names, DARK, unfolded=True)


@pytest.mark.parametrize("game", [*registry.ours(), EXAMPLE])
async def test_every_game_is_played_to_its_end(game: str) -> None:
    """The last part of a game, with the keyboard: choices of several things too."""
    late = late_match_of(game, 3, size("last moves"))
    app = generic(late, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        for _ in range(2000):
            if len(app.screen_stack) > 1:
                break
            await pilot.press("enter")
            await until_asked(pilot, app)
        assert late.is_over


@pytest.mark.parametrize("game", ["tweedy-tricksters", EXAMPLE])
def test_a_finished_trick_is_shown_with_its_last_card(game: str) -> None:
    match = match_of(game, seed=4)
    artist, steps = GenericArtist(match.game), playouts.random_steps(match, 4)
    shown = 0
    while not match.is_over and shown < 3:
        session = Session(match, seats_of(match))
        session.viewer = match.to_move
        before = session.moment()
        step = next(steps)
        resting = artist.rest(before.view, session.view(), session.seen(step), match.game)
        won = any(event.name == "won" for event in step.events)
        assert (resting is not None) == won
        if resting is not None:
            shown += 1
            assert all(seat["played"] is not None for seat in resting["seats"])
            assert session.viewer is not None
            size = before.view["seats"][session.viewer]
            assert len(resting["seats"][session.viewer]["hand"]) <= len(size["hand"])
            scene = Scene(resting, before.standings, session.viewer, session.names, LIGHT)
            sheets(artist, scene)
    assert shown == 3


# ---------------------------------------------------------------- reading
SCHEMA = {
    "$defs": {
        "Card": {
            "type": "object",
            "properties": {"name": {"type": "string", "thing": "card"}, "suit": {"type": "string"}},
        },
    },
    "properties": {
        "leader": {"anyOf": [{"type": "integer", "seat": True}, {"type": "null"}]},
        "market": {"type": "array", "items": {"$ref": "#/$defs/Card"}, "thing": "take"},
        "best": {"anyOf": [{"$ref": "#/$defs/Card"}, {"type": "null"}], "aside": True},
        "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
        "last": {"type": "boolean"},
        "words": {"type": "array", "items": {"type": "string"}},
    },
}
SIGNS = {"fox": Sign("Fo", "#b4560f", "▲"), "rat": Sign("Rt", "#7c6f64", "")}


def read(name: str, value: Any) -> list[Any]:
    reader = Reader(SCHEMA, SIGNS)
    (field,) = reader.fields({name: value})
    assert isinstance(field, Field)
    return reader.captioned(field, ["Anna", "Bo"])


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("leader", 1, [Word("leader", caption=True), Word("Bo")]),
        ("leader", 0, [Word("leader", caption=True), Word("Anna")]),
        ("leader", None, []),
        ("last", True, [Word("last")]),
        ("last", False, []),
        ("words", ["fox", "owl"], [Word("words", caption=True), Piece("▲ fox", None, "#b4560f"), Word("owl")]),
        ("counts", {"fox": 2, "rat": 0}, [Word("counts", caption=True), Piece("▲Fo", None, "#b4560f"), Word("2")]),
    ],
)
def test_a_value_is_read_by_its_schema(name: str, value: Any, expected: list[Any]) -> None:
    assert read(name, value) == expected


def test_pieces_have_the_kind_of_the_list_they_lie_in() -> None:
    (_, piece) = read("market", [{"name": "Fo3", "suit": "fox"}])
    assert (piece.title, piece.thing, piece.colour) == ("Fo3", "take:Fo3", "#b4560f")
    (_, piece) = read("best", {"name": "Fo3", "suit": "fox"})
    assert piece.thing == "card:Fo3"
    assert Reader(SCHEMA, SIGNS).fields({"best": None})[0].is_aside


def test_a_game_that_gives_no_hints_is_played_with_buttons() -> None:
    match = match_of(EXAMPLE, seed=1, players=2)
    seat = match.to_move
    artist = GenericArtist(match.game)
    artist._reader = Reader(without(match.game.view_schema(), "thing"), {})
    text, clickable = sheets(artist, scene_of(match, seat, choosing_of(match)))
    for choice in choosing_of(match).all:
        assert set(choice.things) <= clickable
        assert choice.phrase in text


def without(schema: Any, key: str) -> Any:
    """A schema with a hint left out everywhere."""
    if isinstance(schema, dict):
        return {name: without(part, key) for name, part in schema.items() if name != key}
    return [without(part, key) for part in schema] if isinstance(schema, list) else copy.copy(schema)


def test_a_seat_is_marked_with_what_the_table_says_of_it() -> None:
    match = match_of(EXAMPLE, seed=1, players=3, moves=1)
    scene = scene_of(match, None, choosing_of(match))
    text, _ = sheets(GenericArtist(match.game), scene)
    line = next(line for line in text.splitlines() if "winning" in line)
    assert line.startswith(" 4 cards · winning ")


def test_the_note_of_a_standing_is_shown() -> None:
    match = match_of(EXAMPLE, seed=1, players=2)
    scene = scene_of(match, None, choosing_of(match))
    noted = Scene(scene.view, [Standing("3", "the fool"), Standing("4")], None, scene.names, LIGHT)
    assert "5 cards · the fool" in sheets(GenericArtist(match.game), noted)[0]
