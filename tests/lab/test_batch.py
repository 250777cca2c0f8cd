"""Batches: the same games in both twins, counted rightly, whatever plays them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
import pytest

from tests.sweeps import sample
from weatherdeck import bots
from weatherdeck.bots.arena import Arena
from weatherdeck.bots.levels import policy_of
from weatherdeck.games import registry
from weatherdeck.games.game import Game, as_module
from weatherdeck.kernel import can_compile, new_rng
from weatherdeck.lab import Here, Setup, simulate
from weatherdeck.lab.playing import batch, by_hand, studio
from weatherdeck.lab.playing.plan import RunPlan, plan
from weatherdeck.lab.playing.studio import studio_of
from weatherdeck.match import Match

GAMES = registry.ours()
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in GAMES),
    ("weathervanes", {"options": {"partial_misere": True}}),
    ("four-seasons", {"players": 6}),
    ("four-seasons", {"players": 3, "options": {"rounds": 3}}),
]


class First:
    """A bot that is no policy: the first legal action."""

    name = "other"

    def choose(self, game: Game, state: Any, legal: Sequence[int]) -> int:  # noqa: ARG002  # it looks at nothing
        return legal[0]


@pytest.fixture
def _another_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    original = bots.load
    monkeypatch.setattr(bots, "load", lambda name, seed: First() if name == "other" else original(name, seed))


def frames(planned: RunPlan, number: int = 0) -> dict[str, pl.DataFrame]:
    tables = batch.play(planned, number)
    return {name: pl.DataFrame(table) for name, table in tables.items()}


@pytest.mark.skipif(not can_compile(), reason="there is one twin only")
@pytest.mark.parametrize(("name", "settings"), VARIANTS)
def test_both_twins_keep_the_same(name: str, settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    planned = plan(Setup(name, **settings), "random", games=6, decisions=True)
    fast = batch.play(planned, 0)
    monkeypatch.setenv("WEATHERDECK_INTERPRETED", "1")
    studio_of.cache_clear()
    slow = batch.play(planned, 0)
    studio_of.cache_clear()
    assert fast == slow


@pytest.mark.parametrize(
    ("name", "digest"), [("four-seasons", "985cf14d7bcf6963"), ("weathervanes", "6b4c59956992d8ed")]
)
def test_the_tables_of_random_games_stay_as_they_are(name: str, digest: str) -> None:
    """Only whole numbers decide in random play, so that this holds on every platform. A new ruleset changes it."""
    tables = batch.play(plan(name, "random", games=20, repeats=2, decisions=True), 0)
    text = repr({table: kept.to_pydict() for table, kept in sorted(tables.items())})
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_the_tables_can_be_played_again_from_its_seed_and_actions(name: str) -> None:
    tables = frames(plan(name, "random", games=4, seed=3, decisions=True))
    game = registry.load(name)
    for row in tables["games"].iter_rows(named=True):
        match = Match(game, seed=row["seed"])
        made = tables["decisions"].filter(pl.col("game") == row["game"])
        for decision in made.iter_rows(named=True):
            assert (match.to_move, len(match.legal())) == (decision["seat"], decision["legal"])
            match.play(decision["action"])
        assert match.is_over
        assert row["decisions"] == len(made) == match.version
        assert row["choices"] == made["legal"].sum()
        assert row["forced"] == made.filter(pl.col("legal") == 1).height
        seats = tables["seats"].filter(pl.col("game") == row["game"])
        assert seats["result"].to_list() == pytest.approx(game.returns(match.state))
        best = max(game.returns(match.state))
        assert seats["won"].to_list() == [one == best and best >= 0 for one in game.returns(match.state)]
        assert sum(1 << seat for seat, won in enumerate(seats["won"]) if won) == row["winners"]


@pytest.mark.parametrize(("name", "settings"), VARIANTS)
def test_those_who_lead_at_the_end_are_those_who_win(name: str, settings: dict[str, Any]) -> None:
    game = registry.load(name)
    for seed in range(3):
        match = Match(game, seed=seed, **settings)
        bot = bots.load("random", seed)
        while not match.is_over:
            match.play(bot.choose(game, match.state, match.legal()))
        results = game.returns(match.state)
        winners = sum(1 << seat for seat, one in enumerate(results) if one == max(results) and one >= 0)
        assert as_module(game.figures).leaders(match.state.copy()) == winners


@pytest.mark.skipif(not can_compile(), reason="the arena is compiled")
@pytest.mark.parametrize(
    ("name", "bot"),
    [("weathervanes", "greedy"), *sample("experts", [("tradewinds", "expert"), ("four-seasons", "expert")])],
)
def test_policies_play_as_they_do_on_the_ladder(name: str, bot: str) -> None:
    planned = plan(name, bot, games=2, repeats=2)
    game, policy = registry.load(name), policy_of(bot, registry.load(name))
    assert policy is not None
    seats = frames(planned)["seats"]
    for replay in range(2):
        state, rng = game.new_state(planned.players), new_rng(planned.first_seed)
        game.rules.deal(state, rng)
        thoughts = planned.first_seed + (replay + 1 << 64)
        ended = Arena.of(game).play([policy] * planned.players, state, rng, thoughts)
        here = seats.filter(pl.col("game") == replay)
        assert here["result"].to_list() == pytest.approx(game.returns(ended))
        points_of = as_module(game.figures).points_of
        assert here["score"].to_list() == [points_of(ended, seat) for seat in range(planned.players)]


def test_a_deal_is_played_again_with_other_thoughts() -> None:
    games = frames(plan("weathervanes", "random", games=8, repeats=2, decisions=True))
    assert games["games"]["replay"].to_list() == [0, 1] * 4
    assert games["games"]["seed"].n_unique() == 4
    dealt = games["hands"].filter(pl.col("round") == 0).group_by("game", maintain_order=True).agg("dealt")["dealt"]
    assert dealt[0].to_list() == dealt[1].to_list()
    assert dealt[0].to_list() != dealt[2].to_list()
    actions = games["decisions"].group_by("game", maintain_order=True).agg("action")["action"]
    assert actions[0].to_list() != actions[1].to_list()


def test_rotating_bots_sit_everywhere_on_each_deal() -> None:
    seats = frames(plan("weathervanes", ["greedy", "random", "random", "random"], games=4, rotating=True))["seats"]
    assert seats.filter(pl.col("bot") == "greedy")["seat"].to_list() == [0, 1, 2, 3]


def test_batches_are_stretches_of_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulate("tradewinds", games=60, table="games")
    monkeypatch.setitem(__import__("weatherdeck.lab.playing.plan", fromlist=["BATCH"]).BATCH, "random", 17)
    assert simulate("tradewinds", games=60, table="games", engine=Here()).equals(whole)


@pytest.mark.parametrize("decisions", [True, False])
@pytest.mark.parametrize(("chapters", "most"), [(1, 300), (8, 31), (6, 170)])
def test_games_without_room_are_played_again(
    chapters: int, most: int, decisions: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned = plan("tweedy-tricksters", "random", games=10, decisions=decisions)
    whole = batch.play(planned, 0)
    monkeypatch.setattr(studio, "CHAPTERS", chapters)
    monkeypatch.setattr(studio, "DECISIONS", most)
    assert batch.play(planned, 0) == whole


@pytest.mark.usefixtures("_another_bot")
def test_games_by_hand_without_room_are_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    planned = plan("tweedy-tricksters", "other", games=2, decisions=True)
    whole = batch.play(planned, 0)
    monkeypatch.setattr(by_hand, "CHAPTERS", 1)
    monkeypatch.setattr(by_hand, "DECISIONS", 31)
    assert batch.play(planned, 0) == whole


@pytest.mark.usefixtures("_another_bot")
@pytest.mark.parametrize("name", GAMES)
def test_bots_that_are_no_policies_play_the_same_deals_with_the_same_columns(name: str) -> None:
    by_hand = frames(plan(name, "other", games=2, repeats=2, decisions=True))
    compiled = frames(plan(name, "random", games=2, repeats=2, decisions=True))
    assert by_hand["games"]["seed"].equals(compiled["games"]["seed"])
    for table, frame in by_hand.items():
        assert frame.schema == compiled[table].schema
    hands = by_hand["hands"].filter(pl.col("round") == 0)
    if "dealt" in hands.columns:
        assert hands["dealt"].equals(compiled["hands"].filter(pl.col("round") == 0)["dealt"])


def test_a_game_without_judgement_and_figures_can_be_simulated() -> None:
    seats = simulate("examples.high_card", games=50)
    assert 0 < seats["won"].sum() < len(seats)
    assert (seats["score"] == 0).all()


# ---------------------------------------------------------------- what each game counts
def test_points_of_weathervanes_come_from_somewhere() -> None:
    for options in ({}, {"partial_misere": True}, {"bonus_no_kens": True}):
        seats = simulate(Setup("weathervanes", options=options), games=300)
        sources = seats["square_points"] + seats["match_points"] + seats["bonus_points"]
        assert (sources == seats["score"]).all()
        assert (seats["bonus_points"] == 0).all() == ("bonus_no_kens" in options)
        assert ((seats["final_points"] < 0) == ("partial_misere" in options)).all()
        assert seats["first_token"].value_counts()["count"].to_list() == [300] * 4


def test_tricks_of_weathervanes_are_won_by_somebody() -> None:
    games = simulate("weathervanes", games=50, table="games")
    seats = simulate("weathervanes", games=50)
    won = seats.group_by("game", maintain_order=True).agg(pl.col("tricks_won").sum())["tricks_won"]
    assert (won == sum(games[f"tricks_{n}"] for n in range(1, 5))).all()
    assert (games["tricks_1"] == 11).all()


def test_the_score_of_tradewinds_is_what_its_winds_brought() -> None:
    games, seats = simulate("tradewinds", games=200, table="games"), simulate("tradewinds", games=200)
    each = seats.group_by("game", maintain_order=True).agg(
        pl.col("score").first(), (pl.col("scored") - pl.col("deducted")).sum().alias("sum"), pl.col("seat_trues").sum()
    )
    assert (each["score"] == each["sum"]).all()
    assert (each["seat_trues"] == games["trues"]).all()
    winds = [name for name in games.columns if name.startswith("wind_")]
    assert (games.select(pl.sum_horizontal(winds)).to_series() == each["score"]).all()
    played = games.select(pl.sum_horizontal([name for name in games.columns if name.startswith("played_")])).to_series()
    assert (played == 24).all()


def test_status_in_winter_court_is_that_of_the_members_held_at_the_end() -> None:
    court = registry.load("winter-court").rules.COURT  # type: ignore[attr-defined]  # its own constant
    seats, games = simulate("winter-court", games=200), simulate("winter-court", games=200, table="games")
    worth = [sum(court[m].status for m in range(12) if members >> m & 1) for members in seats["members"]]
    assert worth == seats["score"].to_list()
    assert set(games["ending"].unique()) <= {0, 1, 2, 3}
    assert (games.filter(pl.col("ending") == 1)["pile_left"] == 0).all()
    firsts = seats.filter(pl.col("first") == 1)
    assert (firsts["turn"] == 0).all()
    assert len(firsts) == 200


def test_rounds_of_tweedy_tricksters_have_five_tricks_a_dealer_and_a_choice() -> None:
    seats, games = simulate("tweedy-tricksters", games=100), simulate("tweedy-tricksters", games=100, table="games")
    sums = seats.group_by("game", maintain_order=True).sum()
    assert (sums["led"] == 5 * games["rounds"]).all()
    assert (sums["dealt"] == games["rounds"]).all()
    assert (sums["paired_across"] + sums["paired_left"] + sums["paired_right"] == games["rounds"]).all()
    took = [name for name in seats.columns if name.startswith("took_")]
    assert (sums.select(pl.sum_horizontal(took)).to_series() == 4 * games["rounds"]).all()
    gains = simulate("tweedy-tricksters", games=100, table="hands").group_by("game", "seat", maintain_order=True).sum()
    assert (gains.sort("game", "seat")["gain"] == seats["score"]).all()


@pytest.mark.parametrize(("players", "rounds"), [(3, None), (5, None), (4, 3)])
def test_roles_of_four_seasons_are_dealt_and_judged(players: int, rounds: int | None) -> None:
    setup = Setup("four-seasons", players, {"rounds": rounds} if rounds else {})
    seats, games = simulate(setup, games=150), simulate(setup, games=150, table="games")
    as_roles = [name for name in seats.columns if name.startswith("rounds_")]
    assert (seats.select(pl.sum_horizontal(as_roles)).to_series() == (rounds or 1)).all()
    used = [f"{name}_used" for name in ("autumn", "winter", "spring", "summer")]
    assert (seats.select(pl.sum_horizontal([*used, "unused"])).to_series() == 4 * (rounds or 1)).all()
    darkness = seats.group_by("game", maintain_order=True).agg(pl.col("rounds_darkness").sum())["rounds_darkness"]
    assert (darkness == games["dark_seats"]).all()
    if rounds is None:
        wins = [name for name in seats.columns if name.startswith("wins_")]
        assert (seats.select(pl.sum_horizontal(wins)).to_series() == seats["won"].cast(pl.Int32)).all()


def test_the_lead_is_settled_before_the_end_and_changes_hands() -> None:
    for name in GAMES:
        games = simulate(name, games=100, table="games")
        assert (games["settled"] <= games["decisions"]).all()
        assert (games["lead_changes"] > 0).any()
        assert np.all(games.filter(pl.col("lead_changes") > 3)["settled"].to_numpy() > 0)
