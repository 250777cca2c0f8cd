"""The sentences of a summary: each says what its figures show, and nothing else."""

from __future__ import annotations

import math

import pytest

from weatherdeck.lab.measuring.moments import Figure
from weatherdeck.lab.reporting import summary
from weatherdeck.lab.reporting.summary import Cards, Start, Told


def share(mean: float, error: float = 0.01) -> Figure:
    return Figure(mean, error, 1000, 1000, 0.0, 1.0)


def change(mean: float, error: float = 0.01) -> Figure:
    return Figure(mean, error, 1000, 1000)


def start(who: str, edge: float, error: float = 0.002) -> Start:
    return Start(who, share(0.25 + edge, error), change(edge, error))


# ---------------------------------------------------------------- who begins
def test_a_fair_start_is_called_fair() -> None:
    said = summary.beginning([start("expert", -0.003, 0.01), start("greedy", 0.001)])
    assert said.endswith("Starting is neither a significant advantage nor a significant disadvantage.")
    assert "wins 24.7% (22.8% to 26.7%) among expert players (a fair share is 25.0%), 25.1%" in said
    assert said.index("expert") < said.index("greedy")


def test_a_start_is_not_called_fair_because_the_strongest_players_games_are_few() -> None:
    """As in Weathervanes: few games by experts show nothing, many by greedy players an advantage."""
    said = summary.beginning([start("expert", -0.003, 0.01), start("greedy", 0.0096, 0.0014)])
    assert "Starting is an advantage among greedy players; " in said
    assert said.endswith("the games among expert players neither show this nor rule it out.")


def test_runs_that_disagree_about_the_start_are_said_to() -> None:
    said = summary.beginning([start("expert", 0.001, 0.002), start("greedy", 0.03, 0.002)])
    assert said.endswith(
        "The runs disagree: starting is an advantage among greedy players, but not among expert players."
    )


def test_opposite_verdicts_about_the_start_are_told_apart() -> None:
    said = summary.beginning([start("expert", -0.03), start("greedy", 0.03), start("random", 0.02)])
    assert "an advantage among greedy and random players and a disadvantage among expert players" in said


@pytest.mark.parametrize(("edge", "verdict"), [(0.03, "an advantage"), (-0.03, "a disadvantage")])
def test_a_start_that_all_runs_judge_alike_is_told_once(edge: float, verdict: str) -> None:
    assert summary.beginning([start("expert", edge), start("greedy", edge)]).endswith(f"is {verdict} in every run.")
    assert summary.beginning([start("expert", edge)]).endswith(f"Starting is {verdict}.")


# ---------------------------------------------------------------- cards
def cards(who: str, **effects: float) -> Cards:
    return Cards(who, {kind: change(effect) for kind, effect in effects.items()})


def test_one_card_stands_out_only_if_it_is_one() -> None:
    (said,) = summary.power_of_cards("Being dealt", [cards("expert", a=0.06, b=0.001, c=-0.002)])
    assert "Of the 3 cards of this table one stands out among expert players" in said
    assert "being dealt a changes the win rate by +6.0 percentage points (+4.0 to +8.0)." in said
    (said,) = summary.power_of_cards("Being dealt", [cards("expert", a=0.06, b=0.05, c=-0.002)])
    assert "for 2 of the 3 cards" in said
    assert "one stands out" not in said
    assert "a +6.0 percentage points (+4.0 to +8.0) and b +5.0 percentage points" in said
    assert "c" not in said.split(": ")[1].split()


def test_of_many_cards_the_extremes_are_named() -> None:
    many = {f"card{n}": 0.05 + n / 100 for n in range(8)}
    (said,) = summary.power_of_cards("Holding", [cards("greedy", **many)])
    assert "for 8 of the 8 cards" in said
    assert "from card7 +12.0 percentage points" in said
    assert "to card0 +5.0 percentage points" in said
    assert "card3" not in said


def test_cards_that_do_nothing_are_said_to_do_nothing() -> None:
    (said,) = summary.power_of_cards("Being dealt", [cards("expert", a=0.01, b=-0.01), cards("greedy", a=0.0, b=0.0)])
    assert "no significant difference to the win rate for any of the 2 cards of this table" in said
    assert "among expert and greedy players" in said


def test_nothing_is_said_about_cards_that_too_few_players_had() -> None:
    assert not list(summary.power_of_cards("Being dealt", [cards("expert")]))


def test_runs_that_disagree_about_a_card_are_said_to() -> None:
    said = list(
        summary.power_of_cards("Being dealt", [cards("expert", a=0.06, b=0.0), cards("greedy", a=-0.06, b=0.05)])
    )
    assert len(said) == 3
    assert said[-1] == "The runs disagree about a: good cards for some players, bad ones for others."
    assert "among expert players" in said[0]
    agreeing = summary.power_of_cards("Being dealt", [cards("expert", a=0.06), cards("greedy", a=0.03)])
    assert not any("disagree" in sentence for sentence in agreeing)


# ---------------------------------------------------------------- luck
def luck(*shares: tuple[float, float]) -> str:
    told = [Told(f"pair {n}", Figure(mean, error, 4000, 1000, -1, 1)) for n, (mean, error) in enumerate(shares)]
    return " ".join(summary.luck_of_the_deal(told))


def test_luck_is_told_with_all_tables_that_show_it() -> None:
    said = luck((0.04, 0.01), (0.03, 0.005))
    assert "between equally strong players: 4.0% (2.0% to 6.0%) by the tables pair 0, 3.0% (2.0% to 4.0%)" in said
    assert "pair 0" in said
    assert "pair 1" in said
    assert "disagree" not in said
    assert "not significantly" not in said


def test_tables_that_disagree_about_luck_are_said_to() -> None:
    assert "The tables disagree" in luck((0.04, 0.01), (0.3, 0.02))


def test_luck_that_cannot_be_told_from_nothing_is_called_so() -> None:
    assert "It is not significantly more than nothing." in luck((0.01, 0.02), (0.0, 0.01))
    assert luck() == ""
    assert luck((math.nan, math.inf)) == ""


# ---------------------------------------------------------------- the rest
def test_all_runs_are_told_in_their_order() -> None:
    rows = [Told("expert", change(40, 0.5)), Told("greedy", change(38, 0.1))]
    assert summary.length(rows, rows).startswith("Decisions per game: 40.0 (39.0 to 41.0) among expert players, 38.0 (")
    assert summary.leads(rows).startswith("Lead changes per game: 40.0 (39.0 to 41.0) among expert players, 38.0")
    shares = [Told("expert", share(0.9)), Told("greedy", share(0.5))]
    for sentence in (
        summary.forced(shares),
        summary.victories(shares),
        summary.several_winners(shares),
        summary.settled(shares, is_cooperative=False),
    ):
        assert sentence.index("90.0%") < sentence.index("expert") < sentence.index("50.0%") < sentence.index("greedy")
    assert "(the players or the game)" in summary.settled(shares, is_cooperative=True)
    assert summary.played([("random", 1_000_000), ("expert", 2000)]).startswith(
        "Played: 1,000,000 games by random, 2,000 games by expert."
    )


@pytest.mark.parametrize(
    ("mean", "verdict"), [(0.47, "more than"), (0.1, "less than"), (0.26, "not significantly different from")]
)
def test_the_lone_player_is_compared_with_all(mean: float, verdict: str) -> None:
    said = summary.skill("one expert among greedy", "expert", share(mean), 0.25)
    assert said.startswith("One expert among greedy: expert wins")
    assert said.endswith(f"{verdict} the 25.0% of all players together.")
