"""A table as one picture: everything that the viewer may see is drawn, and nothing else."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.playouts import positions
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.games.picture import SIZE, picture
from weatherdeck.match import Match

NUMBER = r"-?[\d.]+(?:e-?\d+)?"


def words(drawn: str) -> str:
    """Everything that is written in a picture."""
    return " ".join(text for text in ET.fromstring(drawn).itertext())


@pytest.mark.parametrize("name", registry.ours())
def test_a_picture_says_how_the_game_stands_in_the_size_that_was_asked_for(name: str) -> None:
    for match in positions(Match(registry.load(name), seed=1), every=25):
        drawn = picture(match.game, match.state, names=["Anna", "Bo", "Cy", "Di"][: match.players])
        root = ET.fromstring(drawn)
        assert (int(root.attrib["width"]), int(root.attrib["height"])) == SIZE
        known = match.game.redacted(match.state, None)
        said = words(drawn)
        assert match.game.title in said
        assert match.game.words.status(known) in said
        assert all(match.game.words.standing(known, seat).score in said for seat in range(match.players))


@pytest.mark.parametrize("name", registry.ours())
def test_every_text_begins_inside_the_picture(name: str) -> None:
    match = Match(registry.load(name), seed=2, players=max(registry.load(name).players))
    for shown in positions(match, every=40):
        root = ET.fromstring(picture(shown.game, shown.state, "all"))
        _, _, width, height = (float(part) for part in root.attrib["viewBox"].split())
        for text in root.iter("{http://www.w3.org/2000/svg}text"):
            moves = re.findall(rf"translate\(({NUMBER}) ({NUMBER})\)", text.attrib.get("transform", ""))
            assert 0 <= float(moves[0][0]) <= width
            assert 0 <= float(moves[0][1]) <= height


@pytest.mark.parametrize("name", registry.ours())
def test_a_seat_sees_its_own_hand_and_a_spectator_none(name: str) -> None:
    match = Match(registry.load(name), seed=1)
    captions = {viewer: words(picture(match.game, match.state, viewer)).count("the hand of") for viewer in (None, 0)}
    assert captions == {None: 0, 0: 1}
    assert words(picture(match.game, match.state, "all")).count("the hand of") == match.players


@pytest.mark.parametrize("name", registry.ours())
def test_a_picture_for_a_seat_is_drawn_from_what_the_seat_may_know(name: str) -> None:
    match = Match(registry.load(name), seed=1)
    for viewer in (None, 0, 1):
        known = match.game.redacted(match.state, viewer)
        assert picture(match.game, known, viewer) == picture(match.game, match.state, viewer)


def test_a_game_without_faces_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "faces", None)
    match: Any = Match(registry.load("examples.high_card"), seed=1)
    said = words(picture(match.game, match.state, 0))
    assert "High Card" in said
    assert "the hand of seat 0" in said
    assert ", ".join(str(card) for card in match.view(0)["seats"][0]["hand"]) in said
