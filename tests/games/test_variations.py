"""Variations: every neighbouring deck can be played, is told apart in words, and is one step from its deck."""

from __future__ import annotations

import tomllib

import pytest

from tests.decks import WITH_DECKS, WITHOUT_DECKS
from weatherdeck.games import registry
from weatherdeck.games.options import Option
from weatherdeck.games.reference import LONGEST_TITLE, fingerprint
from weatherdeck.games.variations import deck_text, option_steps


@pytest.mark.parametrize("name", WITH_DECKS)
def test_every_neighbouring_deck_is_another_deck_of_the_game(name: str) -> None:
    game = registry.load(name)
    assert game.rules.DATA is not None
    found = list(game.neighbours())
    assert len(found) > 10
    names = [what for what, _ in found]
    assert len(set(names)) == len(names), "people tell them apart by their names"
    prints = {deck.fingerprint for _, deck in found}
    assert game.fingerprint not in prints
    for what, deck in found:
        assert 1 <= len(deck.title) <= LONGEST_TITLE
        assert deck.title == what[:LONGEST_TITLE] == deck.values["title"]
    assert game.variations is not None
    for step in game.variations.neighbours(game.rules.DATA.values):
        rows = [(key, row) for table in step.values.values() for key, row in table.items()]
        before = [(key, row) for table in game.rules.DATA.values.values() for key, row in table.items()]
        assert 1 <= sum(one != other for one, other in zip(rows, before, strict=True)) <= 2


@pytest.mark.parametrize("name", WITH_DECKS)
def test_a_neighbouring_deck_is_played_and_has_neighbours_itself(name: str) -> None:
    game = registry.load(name)
    what, deck = next(game.neighbours())
    other = registry.load(game.ref, deck)
    assert other.fingerprint == deck.fingerprint != game.fingerprint, what
    assert any(step.fingerprint == game.fingerprint for _, step in other.neighbours()), "this step can be taken back"


@pytest.mark.parametrize("name", WITHOUT_DECKS)
def test_a_game_without_a_deck_file_has_no_neighbours(name: str) -> None:
    assert not list(registry.load(name).neighbours())


@pytest.mark.parametrize("name", registry.ours())
def test_a_power_is_a_range_of_actions_with_words_for_each(name: str) -> None:
    game = registry.load(name)
    for power in game.powers:
        assert 0 <= power.first < power.last <= game.rules.ACTIONS
        for action in range(power.first, power.last):
            assert game.words.parse(game.words.text(action)) == action
    names = [power.name for power in game.powers]
    assert len(set(names)) == len(names)


def test_a_deck_file_is_written_as_it_was_read() -> None:
    values = {
        "cards": {"1": "R Y", "a b": 'say "hi" \\ \n', "é": "ü"},
        "court": {"A": {"name": "Ruler", "suits": ["Lands", "Might"], "status": 5, "is_royal": True}},
    }
    read = tomllib.loads(deck_text("Mine", values))
    assert read == {"title": "Mine", **values}
    assert fingerprint(read) == fingerprint(values), "a title says nothing about how the game plays"


def test_the_steps_of_an_option() -> None:
    flag = Option("flag", "")
    assert option_steps(flag, False) == [True]
    assert option_steps(flag, True) == [False]
    choice = Option("first", "", kind="choice", default=None, choices=(0, 1), unset=-1)
    assert option_steps(choice, None) == [0, 1]
    assert option_steps(choice, 1) == [0]
    number = Option("hand", "", kind="number", default=9, low=7, high=11)
    assert option_steps(number, 9) == [8, 10]
    assert option_steps(number, 7) == [8]
    assert option_steps(number, 11) == [10]
    unset = Option("rounds", "", kind="number", default=None, low=1, high=99)
    assert option_steps(unset, None) == [1]
