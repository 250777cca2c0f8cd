"""In a notebook: a match and a state draw themselves, and show no hidden card."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest

from tests.playouts import positions
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.match import Match


def whole_game(name: str) -> Iterator[Match]:
    """A match after every ninth move of a random game, and at its end: the same match, as it goes on."""
    return positions(Match(registry.load(name), seed=1), every=9)


@pytest.mark.parametrize("name", registry.ours())
def test_a_match_and_its_state_draw_themselves(name: str) -> None:
    for match in whole_game(name):
        drawn = match._repr_html_()
        assert match.game.title in drawn
        assert "background" in drawn  # of its own, whatever the notebook's is
        assert "<table" not in drawn
        assert "hand_size" not in drawn
        ET.fromstring(drawn)
        known = match.game.redacted(match.state, None)
        assert match.game.words.status(known) in drawn
        for seat in range(match.players):
            standing = match.game.words.standing(known, seat)
            assert standing.score in drawn
            assert standing.note in drawn
        assert ("★" in drawn) == any(match.game.words.standing(known, seat).won for seat in range(match.players))
        assert match.state._repr_html_() == drawn
        hidden = match.game.redacted(match.state, None)
        assert hidden._repr_html_() == drawn  # what only a seat may know is not in it


@pytest.mark.parametrize("name", registry.ours())
def test_every_card_of_the_view_has_a_face(name: str) -> None:
    game = registry.load(name)
    assert game.faces is not None
    for kind in ("card", "complete"):
        for card in game.view.FACES.get(kind, ()):
            assert game.faces.face(kind, card) is not None


def test_an_open_card_is_drawn_and_a_hidden_one_is_not() -> None:
    match = Match(registry.load("tradewinds"), seed=1)
    hand = match.view(0)["seats"][0]["hand"]
    faces = match.game.faces
    assert faces is not None
    names = [piece.name for card in hand if (piece := faces.face("hand", card))]
    assert len(names) == len(hand) > 0
    assert not [name for name in names if f"<title>{name}</title>" in match._repr_html_()]
    opened = Match(registry.load("tradewinds"), seed=1, options={"open_hands": True})
    for card in opened.view(None)["seats"][0]["hand"]:
        piece = faces.face("hand", card)
        assert piece is not None
        assert f"<title>{piece.name}</title>" in opened._repr_html_()


def test_a_game_without_faces_is_a_plain_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "faces", None)
    match = Match(registry.load("examples.high_card"), seed=1)
    drawn = match._repr_html_()
    assert "High Card" in drawn
    assert "Trick 1 of 5" in drawn
    assert "0 tricks" in drawn
    assert drawn.count("<table") == drawn.count("</table>") > 0
