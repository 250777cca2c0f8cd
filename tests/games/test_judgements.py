"""The judgements that were rewritten for speed think exactly as the plain ones do."""

from __future__ import annotations

import pytest

from tests.decks import with_another_deck
from tests.games.four_seasons import plain as four_seasons
from tests.games.tweedy_tricksters import plain as tweedy_tricksters
from tests.games.weathervanes import plain as weathervanes
from tests.judgements import assert_obvious_moves_are_liked_best, assert_same_judgement, with_rules_of
from weatherdeck.games import registry

WEATHERVANES = registry.load("weathervanes")


@pytest.mark.parametrize("constrained_lead", [False, True])
@pytest.mark.parametrize("partial_misere", [False, True])
@pytest.mark.parametrize("bonus_no_kens", [False, True])
def test_weathervanes(constrained_lead: bool, partial_misere: bool, bonus_no_kens: bool) -> None:
    options = {
        "constrained_lead": constrained_lead,
        "partial_misere": partial_misere,
        "bonus_no_kens": bonus_no_kens,
    }
    assert assert_same_judgement(WEATHERVANES, weathervanes, range(4), options=options) > 500


@pytest.mark.parametrize("partial_misere", [False, True])
def test_weathervanes_with_other_numbers(partial_misere: bool) -> None:
    for numbers in (
        {"points_per_match": 3, "bonus_per_card": 2, "rounds": 2},
        {"points_per_match": 0, "bonus_per_card": 0, "cards_dealt": 6},
        {"points_of_2": 12, "points_of_3": 1, "points_of_4": 40, "rounds": 1},
    ):
        options = {"partial_misere": partial_misere, **numbers}
        assert assert_same_judgement(WEATHERVANES, weathervanes, range(2), options=options) > 50


def test_weathervanes_with_another_deck() -> None:
    game = with_another_deck("weathervanes")
    plain = with_rules_of(game, weathervanes)
    assert plain.worth is game.module.worth
    assert assert_same_judgement(game, plain, range(2), options={"partial_misere": True}) > 250


@pytest.mark.parametrize("partial_misere", [False, True])
def test_obvious_moves_of_weathervanes(partial_misere: bool) -> None:
    options = {"partial_misere": partial_misere}
    assert assert_obvious_moves_are_liked_best(WEATHERVANES, range(3), options) > 50


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, {"dark_tricks": -1}),
        (4, {}),
        (4, {"season_lead": 3, "dark_lead": 0, "rounds": 2}),
        (5, {"season_cards": 13, "wilds": 0}),
        (6, {"darknesses": 1}),
    ],
)
def test_four_seasons(players: int, options: dict[str, int]) -> None:
    game = registry.load("four-seasons")
    assert assert_same_judgement(game, four_seasons, range(3), players, options, compiling=False) > 100


@pytest.mark.parametrize("options", [{}, {"cards_dealt": 4}, {"cards_dealt": 2, "points_of_2": 3}])
def test_tweedy_tricksters(options: dict[str, int]) -> None:
    game = registry.load("tweedy-tricksters")
    assert assert_same_judgement(game, tweedy_tricksters, range(3), options=options, compiling=False) > 300


def test_tweedy_tricksters_with_another_deck() -> None:
    game = with_another_deck("tweedy-tricksters")
    plain = with_rules_of(game, tweedy_tricksters)
    assert assert_same_judgement(game, plain, range(2), compiling=False) > 200
