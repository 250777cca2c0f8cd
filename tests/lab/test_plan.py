"""Plans: what they refuse, and what they mean."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from weatherdeck.bots import UnknownBot
from weatherdeck.errors import Problem
from weatherdeck.games import registry
from weatherdeck.games.data import DataError
from weatherdeck.games.options import OptionError
from weatherdeck.lab.playing.plan import RunPlan, names_of, plan
from weatherdeck.lab.playing.setup import Setup

DECK = Path(__file__).parents[2] / "src/weatherdeck/games/weathervanes/deck.toml"


def test_a_plan_is_read_as_it_was_written() -> None:
    planned = plan(Setup("four-seasons", 5, {"rounds": 2}), "greedy", games=1000, decisions=True)
    assert RunPlan.loads(planned.dumps()) == planned


def test_batches_hold_whole_deals() -> None:
    planned = plan("weathervanes", ["greedy", "random", "random", "random"], games=100_000, repeats=12, rotating=True)
    assert planned.batch % 12 == 0
    assert sum(len(planned.span(number)) for number in range(planned.batches)) == 100_000


def test_who_plays_is_told_in_a_few_words() -> None:
    assert plan("weathervanes", "greedy", games=1).label == "greedy"
    assert plan("weathervanes", ["random", "greedy", "random", "random"], games=1).label == "one greedy among random"
    assert plan("winter-court", ["random", "greedy"], games=1).label == "random against greedy"


def test_a_deck_of_ones_own_travels_with_the_plan(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(DECK.read_text().replace('1 = "R Y G B"', '1 = "X"').replace('1 = "X"', '1 = "B R Y G"', 1))
    with pytest.raises(DataError, match="the same as card 1"):
        plan(registry.load_with("weathervanes", mine), games=1)
    swapped = DECK.read_text().replace('1 = "R Y G B"\n2 = "B R Y G"', '1 = "B R Y G"\n2 = "R Y G B"')
    mine.write_text(swapped)
    planned = plan(registry.load_with("weathervanes", mine), games=1)
    mine.unlink()
    assert list(vars(RunPlan.loads(planned.dumps()).load().rules)["SUIT"][0]) == [3, 0, 1, 2]


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"names": "nobody"}, UnknownBot, "no bot 'nobody'; there are: random"),
        ({"names": ["random", "greedy"]}, Problem, "name one bot for all seats or 4 bots, not 2"),
        ({"game": Setup("weathervanes", options={"nonsense": True})}, OptionError, "no option 'nonsense'"),
        ({"game": Setup("weathervanes", players=5)}, OptionError, "is for 4 players, not 5"),
        ({"seed": 1 << 31}, Problem, "a seed for the lab"),
        ({"games": 0}, Problem, "from 1 to"),
        ({"repeats": 0}, Problem, "repeats must be 1 or more"),
    ],
)
def test_what_cannot_be_played_is_refused(settings: dict[str, object], error: type[Exception], message: str) -> None:
    given = {"game": "weathervanes", "names": "random", "games": 10} | settings
    with pytest.raises(error, match=message):
        plan(**given)  # type: ignore[arg-type]  # wrong on purpose


def test_bots_are_named_with_commas() -> None:
    assert names_of("greedy, random") == ["greedy", "random"]
    with pytest.raises(Problem, match="expected a bot"):
        names_of("greedy,,random")


def test_a_run_by_bots_that_have_changed_is_another_run() -> None:
    before = plan("weathervanes", "expert", games=10)
    policies = {"expert": {**before.policies["expert"], "simulations": 7}}
    assert before.differences(replace(before, policies=policies)) == ["bots with other settings"]
    assert before.differences(replace(before, version="0.0.1"))[0].startswith("version '0.0.1' there")
    assert before.differences(RunPlan.loads(before.dumps())) == []
