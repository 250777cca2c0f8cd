"""The ladder: the same deals for both, statistics that are right, and the same tables however it is run."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from weatherdeck import bots, kernel
from weatherdeck.bots import evidence, ladder
from weatherdeck.bots.ladder import Ladder, Plan, Played
from weatherdeck.errors import Problem
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.games.reference import GameRef

GAME = registry.load("weathervanes")


def planned(*names: str, deals: int = 2, **settings: Any) -> Plan:
    return ladder.plan(GAME, names, deals=deals, seed=5, **settings)


def held(plan: Plan, processes: int = 1) -> Ladder:
    tournament = Ladder(plan)
    for played in ladder.play_all(plan, processes):
        tournament.add(played)
    return tournament


class First:
    """A bot that needs no judgement: the first legal action."""

    name = "other"

    def choose(self, game: Game, state: Any, legal: Sequence[int]) -> int:  # noqa: ARG002  # it looks at nothing
        return legal[0]


@pytest.fixture(autouse=True)
def _another_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    original = bots.load
    monkeypatch.setattr(bots, "load", lambda name, seed: First() if name == "other" else original(name, seed))


# ---------------------------------------------------------------- plans and pairing
def test_one_seat_of_each_against_the_other_in_every_seat() -> None:
    lineups = planned("random", "greedy").lineups
    assert len(lineups) == len(set(lineups)) == 8
    for bot, others in (("random", "greedy"), ("greedy", "random")):
        for seat in range(4):
            assert tuple(bot if place == seat else others for place in range(4)) in lineups


def test_with_two_players_the_seats_are_exchanged_once() -> None:
    plan = ladder.plan(registry.load("winter-court"), ["random", "other"], deals=1, seed=1)
    assert plan.lineups == [("random", "other"), ("other", "random")]


def test_where_there_are_roles_the_same_seat_is_compared() -> None:
    plan = ladder.plan(registry.load("four-seasons"), ["random", "other"], deals=1, seed=1, players=5)
    assert (plan.kind, len(plan.lineups)) == ("sides", 12)
    assert {("random",) * 5, ("other",) * 5} <= set(plan.lineups)


def test_a_team_is_all_of_one_kind() -> None:
    plan = ladder.plan(registry.load("tradewinds"), ["random", "other"], deals=1, seed=1)
    assert sorted(plan.lineups) == [("other",) * 4, ("random",) * 4]


def test_the_cards_are_those_of_the_deal_whoever_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = []
    original = GAME.rules.deal

    def deal(state: Any, rng: Any) -> None:
        original(state, rng)
        dealt.append((state.copy(), list(rng)))

    monkeypatch.setattr(GAME.rules, "deal", deal)
    plan = planned("random", "other", deals=2)
    for number in range(2):
        for lineup in plan.lineups[:3]:
            ladder.play(plan, number, lineup)
    assert dealt[0] == dealt[1] == dealt[2], "the cards, and the chance to come"
    assert dealt[3] == dealt[4] == dealt[5] != dealt[0]


@pytest.mark.parametrize(
    ("names", "message"),
    [(["random"], "at least two bots"), ([], "at least two bots"), (["random", "random"], "name each bot only once")],
)
def test_a_plan_that_makes_no_sense_is_refused(names: list[str], message: str) -> None:
    with pytest.raises(Problem, match=message):
        planned(*names)
    with pytest.raises(bots.UnknownBot):
        planned("random", "genius")


def test_neighbours_only() -> None:
    pairs = planned("random", "novice", "club", pairs="neighbours").pairs
    assert pairs == (("random", "novice"), ("novice", "club"))


def test_each_against_the_last_only() -> None:
    assert planned("random", "novice", "club", pairs="last").pairs == (("random", "club"), ("novice", "club"))


def test_one_way_only_the_first_sits_alone() -> None:
    plan = planned("greedy", "random", one_way=True)
    assert plan.lineups == [plan.alone("greedy", seat, "random") for seat in range(4)]
    tournament = held(plan)
    wins = [[tournament.games[deal, line].victory(seat) for seat, line in enumerate(plan.lineups)] for deal in (0, 1)]
    assert tournament.edges(("greedy", "random")) == pytest.approx([np.mean(one) - 1 / 4 for one in wins])
    assert tournament.edges(("random", "greedy")) == pytest.approx([1 / 4 - np.mean(one) for one in wins])
    assert Ladder.read(json.loads(json.dumps(tournament.document()))).games == tournament.games


def test_one_way_among_sides_the_seat_is_compared_with_one_of_its_companions() -> None:
    game = registry.load("four-seasons")
    plan = ladder.plan(game, ["greedy", "random"], deals=1, seed=1, players=3, one_way=True)
    assert sorted(plan.lineups) == sorted(
        [("random",) * 3, *(plan.alone("greedy", seat, "random") for seat in range(3))]
    )
    tournament = held(plan)
    before = tournament.games[0, ("random",) * 3].returns
    for seat, gain in enumerate(tournament.gains(("greedy", "random"), 0)):
        assert gain == (tournament.games[0, plan.alone("greedy", seat, "random")].returns[seat] - before[seat]) / 2


def test_one_who_sees_all_is_measured_and_offered_to_nobody() -> None:
    assert planned("expert-sees-all", "club").bots == ("expert-sees-all", "club")
    for name in bots.SEERS:
        assert name not in bots.names()
        with pytest.raises(bots.UnknownBot):
            bots.at_table(name, 1)


def test_with_and_without_python_in_the_loop_a_greedy_game_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no preferences are equal, nothing in a greedy game is left to luck but the cards."""
    plan = ladder.plan(registry.load("winter-court"), ["greedy", "club"], deals=6, seed=3)
    fast = [ladder.play(plan, deal, ("greedy", "club")).returns for deal in range(6)]
    monkeypatch.setattr(kernel, "can_compile", lambda: False)
    slow = [ladder.play(plan, deal, ("greedy", "club")).returns for deal in range(6)]
    assert fast == slow
    assert len(planned("random", "novice", "club").pairs) == 3


# ---------------------------------------------------------------- edges and verdicts, on made-up results
def made_up(kind: str, results: Mapping[Any, tuple[float, ...]], **more: Any) -> Ladder:
    players = len(next(iter(results)))
    plan = Plan(GameRef("g"), "G", 1, kind, players, {}, ("a", "b"), (("a", "b"),), 9, 1)  # type: ignore[arg-type]
    assert set(plan.lineups) == set(results)
    tournament = Ladder(plan)
    for deal in range(9):
        for lineup in plan.lineups:
            tournament.add(Played(deal, lineup, results[lineup], **more))
    return tournament


def test_the_edge_of_rivals_is_how_much_more_often_the_single_one_wins() -> None:
    tournament = made_up("rivals", {("a", "b"): (1, -1), ("b", "a"): (1, -1)})
    assert list(tournament.edges(("a", "b"))) == [0] * 9, "the first seat wins, whoever sits there"
    tournament = made_up("rivals", {("a", "b"): (1, -1), ("b", "a"): (-1, 1)})
    assert list(tournament.edges(("a", "b"))) == [1] * 9
    assert list(tournament.edges(("b", "a"))) == [-1] * 9


def test_a_victory_is_shared() -> None:
    played = Played(0, ("a",) * 4, (1 / 3, -1 / 3, 1 / 3, -1 / 3))
    assert [played.victory(seat) for seat in range(4)] == [0.5, 0, 0.5, 0]
    assert [Played(0, ("a", "b"), (0.0, 0.0)).victory(seat) for seat in range(2)] == [0.5, 0.5], "a draw"


def test_among_sides_nobody_is_credited_with_better_companions() -> None:
    # Seat 0 wins if seat 1 plays by a: b alone among a's does better than a alone among b's, but only through them.
    results = {("a", "a"): (1.0, -1.0), ("b", "b"): (-1.0, -1.0), ("a", "b"): (-1.0, -1.0), ("b", "a"): (1.0, -1.0)}
    tournament = made_up("sides", results, roles=("Light", "Darkness"))
    assert list(tournament.edges(("a", "b"))) == [0] * 9
    results = {("a", "a"): (1.0, -1.0), ("b", "b"): (-1.0, -1.0), ("a", "b"): (1.0, -1.0), ("b", "a"): (-1.0, -1.0)}
    tournament = made_up("sides", results, roles=("Light", "Darkness"))
    assert tournament.edges_by_role(("a", "b")) == {"Darkness": [0.0] * 9, "Light": [1.0] * 9}
    assert list(tournament.edges(("a", "b"))) == [0.5] * 9


def test_a_team_has_scores_and_wins() -> None:
    plan = Plan(GameRef("g"), "G", 1, "team", 2, {}, ("a", "b"), (("a", "b"),), 4, 1)
    tournament = Ladder(plan)
    for deal, score in enumerate([3, 4, 5, 6]):
        tournament.add(Played(deal, ("a", "a"), (0.5, 0.5), score=score, won=True))
        tournament.add(Played(deal, ("b", "b"), (0.0, 0.0), score=score - 1, won=deal == 0))
    best, other = tournament.rungs()
    assert best.bot == "a"
    assert best.score is not None
    assert best.score.mean == 4.5
    assert other.wins is not None
    assert other.wins.mean == 0.25
    (verdict,) = tournament.verdicts()
    assert (verdict.pair, verdict.edge.mean, verdict.stronger) == (("a", "b"), 0.5, None)


def test_only_whole_deals_count() -> None:
    tournament = made_up("rivals", {("a", "b"): (1, -1), ("b", "a"): (-1, 1)})
    tournament.games.popitem()
    assert (tournament.deals, len(tournament.edges(("a", "b")))) == (8, 8)


# ---------------------------------------------------------------- statistics
def test_students_quantile() -> None:
    stats = pytest.importorskip("scipy.stats")
    for freedom in [*range(1, 30), 100, 1000]:
        assert evidence.student(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=0.005)
    for error, freedom in ((0.05, 20), (0.005, 60), (0.001, 200)):
        assert evidence.student(freedom, error) == pytest.approx(stats.t.ppf(1 - error / 2, freedom), rel=0.01)


def test_means_and_shares_with_known_intervals() -> None:
    found = evidence.mean([0.1, 0.3, 0.2, 0.4, 0.0], 1.0)
    assert (found.mean, found.low, found.high) == pytest.approx((0.2, 0.00368, 0.39632), abs=1e-3)
    assert evidence.mean([0.5], 1.0) == evidence.Estimate(0.5, -1.0, 1.0, 1)
    alike = evidence.mean([1.0] * 30, 1.0)
    assert (alike.low, alike.high) == pytest.approx((0.8, 1.0)), "not without doubt, even if all are alike"
    wilson = evidence.share(8, 10)
    assert (wilson.low, wilson.high) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert evidence.share(0, 10).low == 0


def test_intervals_cover_as_often_as_they_say() -> None:
    rng = np.random.default_rng(1)
    estimates = [evidence.mean(rng.uniform(-0.6, 1.0, 20), 1.0) for _ in range(2000)]
    assert sum(e.low <= 0.2 <= e.high for e in estimates) / 2000 == pytest.approx(0.95, abs=0.015)


@pytest.mark.parametrize("values", [(-1.0, 1.0), (-1 / 3, 1.0), (-0.25, 0.0, 0.25), (-0.1, 0.9)])
def test_the_sequential_test_errs_no_more_often_than_it_says(values: tuple[float, ...]) -> None:
    rng = np.random.default_rng(2)
    chances = np.full(len(values), 1 / len(values))
    if len(values) == 2:  # so that the mean is 0
        chances = np.array([values[1], -values[0]]) / (values[1] - values[0])
    drawn = rng.choice(values, (1000, 500), p=chances)
    wrong = sum(
        evidence.shown_after(row, 1.0) is not None or evidence.shown_after(-row, 1.0) is not None for row in drawn
    )
    assert wrong / 1000 <= evidence.ERROR, "looking after each of 500 deals"


def test_the_sequential_test_finds_what_is_there() -> None:
    rng = np.random.default_rng(3)
    after = [evidence.shown_after(rng.normal(0.15, 0.3, 400), 1.0) for _ in range(200)]
    assert None not in after
    assert np.median([n for n in after if n is not None]) < 100
    assert evidence.shown_after([], 1.0) is None
    assert evidence.shown_after([1.0] * 5, 1.0) is None, "five wins in a row may be luck"
    assert evidence.shown_after([1.0] * 10, 1.0) is not None
    assert evidence.shown_after([-1.0, *[1.0] * 20], 1.0) is not None, "the boldest is ruined, the others go on"


def test_ratings_of_known_shares() -> None:
    shares = np.array([[10 / 11, 10 / 11, 100 / 101]])
    found = evidence.ELO * evidence.bradley_terry(shares, [(0, 1), (1, 2), (0, 2)], 3, 10**9)[0]
    assert found == pytest.approx([400, 0, -400], abs=0.1)
    chain = evidence.ELO * evidence.bradley_terry(shares[:, :2], [(0, 1), (1, 2)], 3, 10**9)[0]
    assert chain == pytest.approx([400, 0, -400], abs=0.1)
    sure = evidence.bradley_terry(np.array([[1.0, 1.0]]), [(0, 1), (1, 2)], 3, 400)
    assert np.isfinite(sure).all()


def test_ratings_have_intervals_that_hold_them() -> None:
    rng = np.random.default_rng(4)
    edges = np.stack([rng.normal(0.3, 0.4, 200), rng.normal(0.0, 0.4, 200)], axis=1).clip(-1, 1)
    first, second, third = evidence.ratings(edges, [(0, 1), (1, 2)], 3, 1.0)
    assert first.low < first.mean < first.high
    assert first.low > second.high, "clearly above"
    assert second.low < third.mean < second.high, "not to be told apart"


def test_ratings_are_not_without_doubt_even_if_all_deals_are_alike() -> None:
    first, second = evidence.ratings(np.ones((10, 1)), [(0, 1)], 2, 1.0)
    assert first.low < first.mean - 50
    assert first.low > second.high
    alone, _ = evidence.ratings(np.ones((1, 1)), [(0, 1)], 2, 1.0)
    assert (alone.low, alone.high) == (-np.inf, np.inf), "one deal says nothing"


# ---------------------------------------------------------------- as it is run
def test_greedy_is_shown_to_be_stronger_than_random() -> None:
    tournament = held(planned("random", "greedy", deals=14))
    (verdict,) = tournament.verdicts()
    assert verdict.pair == ("greedy", "random")
    assert verdict.stronger == "greedy"
    assert verdict.neighbours
    assert tournament.reports == []


def test_the_same_seed_gives_the_same_however_many_processes_there_are() -> None:
    plan = planned("random", "novice")
    one, two = held(plan, 1).document(), held(plan, 2).document()
    assert one == two
    other = held(ladder.plan(GAME, ["random", "novice"], deals=2, seed=6))
    assert other.document()["games"] != one["games"]


def test_who_stops_early_leaves_no_process_behind() -> None:
    games = ladder.play_all(planned("random", "novice", deals=50), 2)
    next(games)
    games.close()  # type: ignore[attr-defined]  # it is a generator
    assert not multiprocessing.active_children()


def test_a_ladder_can_be_written_and_read() -> None:
    tournament = held(planned("random", "novice", deals=1))
    document = json.loads(json.dumps(tournament.document(), allow_nan=False))
    again = Ladder.read(document)
    assert again == tournament
    assert again.document() == tournament.document()
    games = document["games"]
    damages: list[dict[str, Any]] = [
        {"plan": {}},
        {"games": [{}]},
        {"format": "?"},
        {"games": games[::-1]},
        {"games": 3},
    ]
    for damage in damages:
        with pytest.raises(ValueError, match=r"is damaged|is not a file"):
            Ladder.read({**document, **damage})


def test_a_bot_that_fails_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(First, "choose", lambda *_: -1)
    plan = planned("random", "other", deals=1)
    played = ladder.play(plan, 0, plan.lineups[0])
    assert played.reports[0].startswith("bot other answered -1, which is not a legal action; ")


def test_by_the_clock_one_game_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    monkeypatch.setitem(bots.LEVELS, "slow", bots.Level("slow", "", "search", seconds=2.0))
    assert ladder.sensible_processes(planned("club", "slow")) == 1
    assert ladder.sensible_processes(planned("club", "master")) == 4
