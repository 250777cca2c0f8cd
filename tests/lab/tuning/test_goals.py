"""Goals as designers say them, and what may change."""

from __future__ import annotations

import math

import numpy as np
import pytest

from weatherdeck.errors import Problem
from weatherdeck.games import registry
from weatherdeck.lab.tuning import brief
from weatherdeck.lab.tuning.goals import Goal, Range, read_goal


def goals(text: str, game: str = "weathervanes") -> list[Goal]:
    loaded = registry.load(game)
    return read_goal(text, loaded, [loaded.check_players(None)])


def goal(text: str, game: str = "weathervanes") -> Goal:
    (only,) = goals(text, game)
    return only


# ---------------------------------------------------------------- good ones
@pytest.mark.parametrize(
    "text",
    [
        "Darkness wins 45 to 55% at 4 players",
        "darkness wins 45..55%",
        "Darkness' win rate: 45-55%.",
        "45–55% darkness won",
    ],
)
def test_a_range_can_be_said_in_several_ways(text: str) -> None:
    found = goal(text, "four-seasons")
    assert found.quantity.key == "rate/wins_darkness/rounds_darkness"
    assert found.range == Range(0.45, 0.55)
    assert (found.players, found.wanted) == (4, "45% to 55%")


def test_a_goal_is_for_one_number_of_players_some_or_all() -> None:
    assert [one.players for one in goals("darkness wins 45..55% at every number of players", "four-seasons")] == [
        3,
        4,
        5,
        6,
    ]
    assert [one.players for one in goals("darkness wins 45..55% at 3, 5 and 6 players", "four-seasons")] == [3, 5, 6]
    assert [one.players for one in goals("darkness wins 45..55%", "four-seasons")] == [4]


@pytest.mark.parametrize(
    "text",
    [
        "who begins within half a point of fair",
        "the starting player wins within 0.5 percentage points of fair",
        "The starting player is within 0.5 points of a fair share",
    ],
)
def test_fair_is_the_mean_of_all_players(text: str) -> None:
    found = goal(text)
    assert (found.quantity.key, found.quantity.from_fair) == ("turn/0", True)
    assert found.range == Range(-0.005, 0.005)
    assert found.wanted == "-0.5 points to +0.5 points"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("at most 1 point above fair", Range(high=0.01)),
        ("at least 1 point above fair", Range(low=0.01)),
        ("at most 1 point below fair", Range(low=-0.01)),
        ("at least 1 point below fair", Range(high=-0.01)),
        ("at most 1 point from fair", Range(-0.01, 0.01)),
    ],
)
def test_a_goal_may_be_about_one_side_of_fair(text: str, wanted: Range) -> None:
    found = goal(f"the starting player {text}")
    assert found.quantity.from_fair
    assert found.range == wanted


def test_a_number_has_no_percent() -> None:
    for text in ("40..50 decisions", "decisions 40 to 50", "between 40 and 50 decisions per game"):
        found = goal(text)
        assert (found.quantity.key, found.range) == ("decisions", Range(40, 50))
    assert goal("lead changes at least 8").range == Range(8, math.inf)
    assert goal("forced moves at most 20%").range == Range(-math.inf, 0.2)


def test_bots_can_be_named() -> None:
    duel = goal("an expert beats club at least 60%")
    assert (duel.bots, duel.quantity.key, duel.range.low, duel.is_mixed) == (
        ("expert", "club"),
        "bot/expert",
        0.6,
        True,
    )
    assert goal("games won 45..55% by experts", "tradewinds").bots == ("expert",)


def test_who_sits_across_can_be_named() -> None:
    found = goal("the player across from the starting player at most 1 point below fair", "tweedy-tricksters")
    assert (found.quantity.key, found.range.low) == ("turn/2", -0.01)


def test_seats_have_the_numbers_of_the_report_and_the_tables() -> None:
    assert goal("seat 0 wins 24 to 26%").quantity.key == "seat/0"


def test_when_games_are_decided_that_score_by_round_cannot_be_wanted() -> None:
    assert goal("games decided in their last tenth at most 50%").quantity.key == "late"
    with pytest.raises(Problem, match="is not measured in this game"):
        goal("games decided in their last tenth at most 50%", "tweedy-tricksters")


def test_a_miss_is_in_percentage_points_or_percent() -> None:
    share = goal("darkness wins 45..55%", "four-seasons")
    assert [share.miss(value) for value in (0.5, 0.45, 0.6)] == pytest.approx([0, 0, 5])
    number = goal("40..50 decisions")
    assert [number.miss(value) for value in (45, 55, 30)] == pytest.approx([0, 10, 25])


def test_a_search_aims_at_the_middle_half_of_a_range() -> None:
    share = goal("darkness wins 45..55%", "four-seasons")
    assert share.misses(np.array([0.5, 0.475, 0.45, 0.6, np.nan])) == pytest.approx([0, 0, 2.5, 7.5, 100])
    assert goal("lead changes at least 8").misses(np.array([8.0, 9.0, 4.0])) == pytest.approx([0, 0, 50])


# ---------------------------------------------------------------- bad ones
@pytest.mark.parametrize(
    ("text", "game", "why"),
    [
        ("darkness wins 45..55%", "weathervanes", "not measured in this game; measured are: “decisions per game”"),
        ("the game is fun", "weathervanes", "has no range; expected “WHAT 45..55%”"),
        ("45..55%", "weathervanes", "does not say what should be in this range"),
        ("decisions 55..45", "weathervanes", "the range ends below its start"),
        ("decisions 45..55%", "weathervanes", "is a number, not a percentage"),
        ("decisions within 3 points of fair", "weathervanes", "has a fair share"),
        ("40..50 decisions at 3 players", "weathervanes", "Weathervanes is for 4 players, not 3"),
        ("expert beats dragon at least 60%", "weathervanes", "there is no bot 'dragon'; there are: random"),
        ("forced moves at most 5% by dragons", "weathervanes", "there is no bot 'dragons'"),
        ("expert beats greedy at least 60%", "tradewinds", "Tradewinds is cooperative"),
        ("wins 45..55%", "four-seasons", "which one?"),
    ],
)
def test_a_goal_that_cannot_be_meant_says_what_can(text: str, game: str, why: str) -> None:
    with pytest.raises(Problem) as refused:
        goals(text, game)
    assert why in str(refused.value)


# ---------------------------------------------------------------- what may change
def test_a_dial_has_a_whole_range_a_part_of_it_or_a_list() -> None:
    said = {"rounds": "2..4", "cards_dealt": [9, 10], "constrained_lead": True}
    space = brief({"game": "weathervanes", "goals": ["40..50 decisions"], "change": said}).space
    assert [dial.values for dial in space.dials] == [(2, 3, 4), (9, 10, 11), (False, True)]  # what it is now, too
    assert space.size == 18


def test_all_parameters_may_change_if_nothing_is_said() -> None:
    game = registry.load("weathervanes")
    space = brief({"game": "weathervanes", "goals": ["40..50 decisions"]}).space
    assert [dial.name for dial in space.dials] == [option.name for option in game.options if option.is_parameter]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"colour": True}, "has nothing called 'colour' that may change; it has: constrained_lead"),
        ({"rounds": "4..2"}, "ends below its start"),
        ({"rounds": "many"}, "must be a whole number"),
        ({"rounds": [4]}, "cannot change: 4 is its only value"),
        ({"constrained_lead": "1..2"}, "has no range"),
        ({"deck": "all"}, "the number of changes of the deck"),
    ],
)
def test_a_change_that_cannot_be_meant_says_what_can(change: dict[str, object], why: str) -> None:
    with pytest.raises(Problem) as refused:
        brief({"game": "weathervanes", "goals": ["40..50 decisions"], "change": change})
    assert why in str(refused.value)


def test_steps_of_the_deck_combine_unless_they_touch_the_same_card() -> None:
    space = brief({"game": "weathervanes", "goals": ["40..50 decisions"], "change": {"deck": 2}}).space
    steps = list(space.steps)
    both = space.candidate({}, [steps[0], steps[4]])
    assert space.refusal(both, [4]) is None
    deck = space.deck(both)
    assert deck is not None
    assert deck.fingerprint != space.game.fingerprint
    assert space.words(both) == [f"In the deck: {step}" for step in sorted((steps[0], steps[4]))]
    clash = space.refusal(space.candidate({}, steps[:2]), [4])
    assert clash is not None
    assert "change the same part of the deck" in clash


def test_small_and_few_changes_cost_least() -> None:
    said = {"rounds": "1..8", "constrained_lead": True}
    space = brief({"game": "weathervanes", "goals": ["40..50 decisions"], "change": said}).space
    one, two, both = ({"rounds": 5}, {"rounds": 8}, {"rounds": 5, "constrained_lead": True})
    costs = [space.cost(space.candidate(values)) for values in ({}, one, two, both)]
    assert costs == sorted(costs)
    assert costs[0] == 0
    assert 1 < costs[1] < costs[2] < 2 < costs[3]
