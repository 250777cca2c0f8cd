"""Games declare how they are judged, and nothing else decides it: not the names of their fields, tables or modules."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests import sixth
from tests.decks import WITH_DECKS, with_another_deck
from weatherdeck.bots import ladder
from weatherdeck.bots.ladder import Ladder
from weatherdeck.bots.review import Oracle
from weatherdeck.games import registry
from weatherdeck.games.contest import CHANCE, POINTS, RESULT, Rivals, Sides, Team
from weatherdeck.games.game import Game
from weatherdeck.kernel import new_rng

MISLEADING = {
    "rules.py": (
        (
            '    aside: int = field("i4")  # what',
            '    role: Ints = field("i1", SEATS)\n    rounds: int = field("i1")\n    aside: int = field("i4")  # what',
        ),
        ("    s.gone = 0\n", "    s.gone = 0\n    s.role[0] = 7\n    s.role[1] = 9\n    s.rounds = 3\n"),
    ),
    "words.py": (("TEXTS = ", 'ROLE_NAMES = ("bun",)\nTEXTS = '),),
}
"""Fields called `role` and `rounds` and a table called ROLE_NAMES that have nothing to do with sides."""

ODD_AND_EVEN = (
    ("contest=Rivals()", 'contest=Sides(("even", "odd"), lambda s, seat: seat % 2, lambda s: s.free_play > 0)'),
    ("import Rivals", "import Sides"),
)


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("WEATHERDECK_INTERPRETED", "1")  # nothing here is worth compiling
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in ("bakery", "odd_and_even", "plainly"):
            del sys.modules[name]


def held(game: Game, **settings: bool) -> Ladder:
    plan = ladder.plan(game, ["random", "greedy"], deals=12, seed=3, players=3, options=settings)
    tournament = Ladder(plan)
    for played in ladder.play_all(plan):
        tournament.add(played)
    return tournament


def test_a_game_with_fields_called_role_and_rounds_is_rated_as_what_it_declares(elsewhere: Path) -> None:
    sixth.build(elsewhere, "plainly", {})
    sixth.build(elsewhere, "bakery", MISLEADING)
    plain, misleading = (held(registry.load(name)) for name in ("plainly", "bakery"))
    assert misleading.plan.kind == plain.plan.kind == "rivals"
    assert all(game.roles == () for game in misleading.games.values())
    assert [g.returns for g in misleading.games.values()] == [g.returns for g in plain.games.values()]
    assert misleading.rungs() == plain.rungs()
    assert misleading.verdicts() == plain.verdicts()


def test_a_review_counts_as_the_game_declares(elsewhere: Path) -> None:
    sixth.build(elsewhere, "bakery", MISLEADING)
    game = registry.load("bakery")
    state = game.new_state(3)
    game.rules.deal(state, new_rng(1))
    oracle = Oracle(game)
    assert oracle.unit == CHANCE
    assert oracle.measure(np.array([1.0, 1.0, -1.0]), state).tolist() == [0.5, 0.5, 0.0], "two share the victory"


def test_sides_are_declared_by_a_game_without_a_field_called_role(elsewhere: Path) -> None:
    sixth.build(elsewhere, "odd_and_even", {"__init__.py": ODD_AND_EVEN})
    game = registry.load("odd_and_even")
    tournament = held(game)
    assert tournament.plan.kind == "sides"
    assert {played.roles for played in tournament.games.values()} == {("even", "odd", "even")}
    assert set(tournament.verdicts()[0].roles) == {"even", "odd"}
    in_rounds = held(game, free_play=True)
    assert in_rounds.plan.kind == "sides"
    assert {played.roles for played in in_rounds.games.values()} == {()}


@pytest.mark.parametrize("processes", [1, 2])
def test_a_ladder_plays_with_a_deck_of_ones_own_in_any_process(processes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEATHERDECK_INTERPRETED", "1")
    game = with_another_deck(WITH_DECKS[0])
    plan = ladder.plan(game, ["random", "greedy"], deals=1, seed=1)
    tournament = Ladder(plan)
    for played in ladder.play_all(plan, processes):
        tournament.add(played)
    again = Ladder.read(json.loads(json.dumps(tournament.document())))
    assert again.plan == plan
    assert again.plan.game.load() is game
    assert [ladder.play(plan, *key) for key in tournament.games] == list(tournament.games.values())
    standard = ladder.plan(registry.load(game.name), ["random", "greedy"], deals=1, seed=1)
    assert list(ladder.play_all(standard)) != list(tournament.games.values())


# ---------------------------------------------------------------- what each contest counts
RESULTS = np.array([[1.0, -1.0, 1.0], [-1.0, -0.5, -1.0]])


def test_rivals_share_the_victory_of_the_best() -> None:
    rivals = Rivals()
    assert rivals.counted(RESULTS, None).tolist() == [[0.5, 0.0, 0.5], [0.0, 1.0, 0.0]]
    assert (rivals.pairing, rivals.unit, rivals.bounds, rivals.roles(None)) == ("rivals", CHANCE, (0.0, 1.0), ())


def test_sides_win_on_their_own_account_unless_rounds_are_added_up() -> None:
    at_once = Sides(("a", "b"), lambda *_: 0, lambda _: False)
    in_rounds = Sides(("a", "b"), lambda *_: 0, lambda _: True)
    assert at_once.counted(RESULTS, None).tolist() == [[1.0, 0.0, 1.0], [0.0, 0.25, 0.0]]
    assert in_rounds.counted(RESULTS, None).tolist() == Rivals().counted(RESULTS, None).tolist()
    assert (at_once.unit, at_once.bounds) == (CHANCE, (0.0, 1.0))


def test_a_team_counts_points_where_it_has_them() -> None:
    plain, counting = Team(), Team(points=lambda result: (result + 1) * 10)
    assert plain.counted(RESULTS, None).tolist() == RESULTS.tolist()
    assert counting.counted(RESULTS, None)[1].tolist() == [0.0, 5.0, 0.0]
    assert (plain.unit, plain.bounds) == (RESULT, (-1.0, 1.0))
    assert (counting.unit, counting.bounds) == (POINTS, (0.0, 20.0))


@pytest.mark.parametrize("name", registry.ours())
def test_a_games_contest_agrees_with_its_results(name: str) -> None:
    game = registry.load(name)
    for players in game.players:
        for seed in range(3):
            state, rng = game.new_state(players), new_rng(seed)
            game.rules.deal(state, rng)
            roles = game.contest.roles(state)
            assert len(roles) == (players if game.contest.pairing == "sides" else 0)
            while not game.rules.is_over(state):
                game.rules.apply(state, game.legal(state)[0], rng)
            counted = game.contest.counted(np.array(game.returns(state)), state)
            low, high = game.contest.bounds
            assert all(low <= one <= high for one in counted)
            if isinstance(game.contest, Rivals):
                assert sum(counted) == pytest.approx(1.0)
            if isinstance(game.contest, Team) and game.contest.score and game.contest.won:
                assert counted.tolist() == pytest.approx([game.contest.score(state)] * players)
                assert game.contest.won(state) == game.transcript.result(state)["won"]
