"""The drawings of all games: at every size, from every seat, with everything that can be clicked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import playouts
from weatherdeck.cli.terminal.choices import Choice, Choosing
from weatherdeck.cli.terminal.session import Session
from weatherdeck.games import registry
from weatherdeck.games.terminal import Scene, artist_of
from weatherdeck.games.terminal.colours import DARK, LIGHT
from weatherdeck.match import Match

from .tables import match_of, seats_of


def ends(game: str) -> list[int]:
    """The smallest and the largest number of players."""
    numbers = registry.load(game).players
    return sorted({numbers[0], numbers[-1]})


GAMES = [(name, players) for name in registry.ours() for players in ends(name)]
SIZES = [(80, 12), (80, 24), (104, 25), (30, 5), (1, 1)]


def positions(game: str, players: int, seed: int, every: int) -> Iterator[Match]:
    return playouts.positions(match_of(game, seed=seed, players=players), seed, every=every)


def choosing_of(match: Match) -> Choosing:
    session = Session(match, seats_of(match))
    session.viewer = match.to_move
    words = match.game.words
    texts = [(action, words.text(action)) for action in match.legal()]
    return Choosing([Choice(a, text, session.describe(a), session.things(a)) for a, text in texts])


def scene_of(match: Match, seat: int | None, choosing: Choosing, row: int = 0) -> Scene:
    session = Session(match, seats_of(match))
    session.viewer = seat
    mine = seat is not None and seat == match.to_move
    rows = choosing.rows() if mine else []
    under = rows[row % len(rows)] if rows else None
    return Scene(
        view=session.view(),
        standings=session.moment().standings,
        seat=seat,
        names=session.names,
        colours=DARK if row % 2 else LIGHT,
        open=choosing.clickable if mine else frozenset(),
        picked=frozenset(choosing.picked),
        cursor=under.things if under else frozenset(),
        action=under.choices[0].action if under and not under.is_group else None,
        labels=choosing.labels(lambda thing: thing) if mine else {},
        my_turn=mine,
        preview=session.preview if mine else None,
    )


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_every_position_can_be_drawn(game: str, players: int) -> None:
    for number, match in enumerate(positions(game, players, seed=1, every=17)):
        artist = artist_of(match.game)
        choosing = choosing_of(match)
        for seat in (match.to_move, (number % players), None):
            scene = scene_of(match, seat, choosing, row=number)
            width, height = SIZES[number % len(SIZES)]
            assert artist.table(scene, width, height).height > 0
            artist.hand(scene, width, height)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_what_a_move_names_can_be_clicked(game: str, players: int) -> None:
    for match in positions(game, players, seed=2, every=23):
        if match.is_over:
            continue
        artist = artist_of(match.game)
        every = choosing_of(match)
        for choice in every.all:
            picked: list[str] = []
            for thing in choice.things:
                scene = scene_of(match, match.to_move, Choosing(every.all, list(picked)))
                sheets = (artist.table(scene, 104, 25), artist.hand(scene, 104, 45))
                drawn = {region.thing for sheet in sheets for region in sheet.regions}
                if not thing.startswith("power:") and not thing.startswith("old:"):
                    assert thing in drawn, f"{choice.text}: {thing} is not on the table"
                picked.append(thing)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_different_moves_name_different_things(game: str, players: int) -> None:
    for match in positions(game, players, seed=3, every=11):
        choices = choosing_of(match).all
        assert len({choice.things for choice in choices}) == len(choices)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_finished_trick_can_rest(game: str, players: int) -> None:
    match = match_of(game, seed=4, players=players)
    artist = artist_of(match.game)
    steps = playouts.random_steps(match, 4)
    rested = 0
    while not match.is_over and rested < 12:
        session = Session(match, seats_of(match))
        session.viewer = match.to_move
        before = session.moment()
        step = next(steps)
        shown = artist.rest(before.view, session.view(), session.seen(step), match.game)
        if shown is not None:
            rested += 1
            scene = Scene(shown, before.standings, session.viewer, session.names, LIGHT)
            artist.table(scene, 80, 12)
            artist.hand(scene, 80, 24)
    assert rested or players == 2


def test_a_preview_of_a_wind_shows_what_it_moves() -> None:
    for match in positions("tradewinds", 4, seed=1, every=1):
        if match.is_over:
            break
        artist = artist_of(match.game)
        choosing = choosing_of(match)
        for row in range(len(choosing.rows())):
            scene = scene_of(match, match.to_move, choosing, row)
            moves = scene.view["preview"][next(iter(scene.cursor)).partition(":")[2]]["moves"]
            text = artist.table(scene, 80, 12).text()
            assert ("move" in text.rpartition("the wind blows")[2]) == bool(moves)


def test_a_play_at_court_shows_its_total_and_what_it_must_beat() -> None:
    shown = 0
    for seed in range(1, 5):
        for match in positions("winter-court", 2, seed=seed, every=1):
            view = match.view(match.to_move)
            if match.is_over or not view["play"]:
                continue
            artist = artist_of(match.game)
            text = artist.table(scene_of(match, match.to_move, choosing_of(match)), 80, 13).text()
            assert f"= {view['play']['total']}" in text
            assert not view["play"]["beat"] or f"than {view['play']['beat']}" in text
            shown += 1
    assert shown


def test_an_artist_is_found_beside_its_game_with_another_deck_too(tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    shipped = Path(registry.__file__).parent / "weathervanes" / "deck.toml"
    swapped = shipped.read_text().replace('\n1 = "R Y G B"\n2 = "B R Y G"', '\n1 = "B R Y G"\n2 = "R Y G B"')
    deck.write_text(swapped)
    for game in (registry.load("weathervanes"), registry.load_with("weathervanes", deck)):
        assert type(artist_of(game)).__module__ == f"{game.package.__name__}.terminal"
