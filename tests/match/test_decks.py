"""A deck of one's own goes with a saved game and a transcript; the deck as shipped leaves no trace in them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.decks import WITH_DECKS, another_deck, with_another_deck
from tests.match.test_match import at_random
from weatherdeck.errors import SaveRefused
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.match import Match, save, transcript


def written(game: Game) -> str:
    """A transcript of a game, always playing the first legal action."""
    return transcript.record(game, seed=5, players=None, options={}, policy=lambda _, legal: legal[0])


@pytest.mark.parametrize("name", registry.ours())
def test_documents_of_the_deck_as_shipped_do_not_name_a_deck(name: str) -> None:
    game = registry.load(name)
    assert "deck" not in json.loads(save.dumps(Match(game, seed=1)))
    assert set(json.loads(written(game))) == {"game", "players", "options", "log", "result"}


@pytest.mark.parametrize("name", WITH_DECKS)
def test_a_saved_game_carries_its_deck_and_loads_without_a_file(name: str) -> None:
    match = Match(with_another_deck(name, "My own"), seed=3)
    at_random(match)
    document = save.dumps(match)
    assert json.loads(document)["deck"] == {"title": "My own", "text": another_deck(name).text}
    again, _ = save.loads(document)
    assert again.game is match.game
    assert again.state == match.state
    assert save.dumps(again) == document


@pytest.mark.parametrize("name", WITH_DECKS)
def test_a_transcript_carries_its_deck_and_verifies_without_a_file(name: str) -> None:
    game = with_another_deck(name)
    line = written(game)
    assert json.loads(line)["deck"] == {"title": "mine", "text": another_deck(name).text}
    assert transcript.verify(line) > 0
    assert transcript.verify(written(registry.load(name))) > 0


DAMAGE: list[tuple[Any, str]] = [
    ({"title": "mine"}, "has a title and a text"),
    ({"title": "mine", "text": "", "path": "x"}, "has a title and a text"),
    ({"title": "mine", "text": 3}, "are texts"),
    (["mine"], "has a title and a text"),
    (None, "has a title and a text"),
    ({"title": "mine", "text": "["}, "is not valid TOML"),
    ({"title": "mine", "text": "a = " + "[" * 100_000}, "is not valid TOML"),
    ({"title": "mine", "text": ""}, "has no table"),
]


@pytest.mark.parametrize(("deck", "message"), DAMAGE)
def test_a_document_with_a_damaged_deck_is_refused(deck: Any, message: str) -> None:
    game = with_another_deck(WITH_DECKS[0])
    document = {**json.loads(save.dumps(Match(game, seed=1))), "deck": deck}
    with pytest.raises(SaveRefused, match=message):
        save.loads(json.dumps(document))
    with pytest.raises(transcript.Difference, match=message):
        transcript.verify(json.dumps({**json.loads(written(game)), "deck": deck}))


def test_a_saved_game_whose_deck_was_changed_is_refused() -> None:
    name = WITH_DECKS[0]
    document = json.loads(save.dumps(Match(registry.load(name), seed=1)))
    with pytest.raises(SaveRefused, match=r"was saved with another deck of .* than the one it is loaded with"):
        save.loads(json.dumps({**document, "deck": another_deck(name).as_data()}))


def test_a_save_from_before_decks_were_carried_asks_for_the_file() -> None:
    name = WITH_DECKS[0]
    game = with_another_deck(name)
    document = json.loads(save.dumps(Match(game, seed=1)))
    del document["deck"]
    with pytest.raises(SaveRefused, match=r"another deck of .*: name that deck's file with --data"):
        save.loads(json.dumps(document))
    assert save.loads(json.dumps(document), lambda ref: registry.load(ref, game.deck))[0].game is game
