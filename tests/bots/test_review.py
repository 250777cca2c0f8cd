"""Advice and reviews: what is said of a move is true, is said again for the same seed, and tells nothing hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests import playouts
from tests.bots.networks import give, random_network
from tests.sweeps import size
from weatherdeck import kernel
from weatherdeck.bots import GreedyBot, SearchBot, belief, evidence, foresight, tell, warming
from weatherdeck.bots import review as reviews
from weatherdeck.bots.evidence import Estimate
from weatherdeck.bots.levels import LEVELS
from weatherdeck.bots.review import (
    LEARNED_SHARE,
    Adviser,
    Decision,
    Hint,
    Oracle,
    Review,
    judge,
    prepare,
    review,
    sensible_effort,
)
from weatherdeck.bots.thinking import new_mind, new_pad
from weatherdeck.games import registry
from weatherdeck.games.contest import CHANCE, POINTS, RESULT
from weatherdeck.games.game import Game
from weatherdeck.kernel import new_rng
from weatherdeck.match import Match

GAMES = [registry.load(name) for name in registry.ours()]
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
SIMULATIONS, WORLDS = 40, 40


def positions(game: Game, every: int, seed: int = 1) -> Iterator[Match]:
    """Positions of a random game in which there is a choice."""
    for match in playouts.positions(Match(game, seed=seed), seed, every=every):
        if len(match.legal()) > 1:
            yield match


def last_decision() -> tuple[Match, int, int]:
    """A match whose next move ends it: with the move that wins it and one that loses it."""
    game = registry.load("winter-court")
    for seed in (100, *range(2000)):  # such an end is rare: 100 has one, and others are tried if the rules change
        for match in playouts.positions(Match(game, seed=seed), seed + 5000):
            ends = endings(match)
            if len(ends) == len(match.legal()) > 1 and set(ends.values()) == {-1.0, 1.0}:
                return match, max(ends, key=ends.__getitem__), min(ends, key=ends.__getitem__)
    raise AssertionError("no such match")


def endings(match: Match) -> dict[int, float]:
    """The moves that end a match at once, and what they bring."""
    found = {}
    for action in match.legal():
        state = match.state.copy()
        match.game.rules.apply(state, action, new_rng(1))
        if match.game.rules.is_over(state):
            found[action] = match.game.returns(state)[match.state.to_move]
    return found


def seen(match: Match) -> Any:
    return match.game.redacted(match.state, match.to_move)


# ---------------------------------------------------------------- what a move lost
def test_a_move_that_throws_the_game_away_is_found() -> None:
    match, winning, losing = last_decision()
    decision = judge(Oracle(match.game), seen(match), losing, match.version, SIMULATIONS, WORLDS)
    assert (decision.played, decision.best) == (losing, winning)
    assert decision.mattered
    assert decision.loss.mean == 1.0
    assert decision.after_preferred is not None
    assert decision.after_played is not None
    assert (decision.after_preferred.mean, decision.after_played.mean) == (1.0, 0.0)


def test_a_move_that_wins_is_no_mistake() -> None:
    match, winning, _ = last_decision()
    decision = judge(Oracle(match.game), seen(match), winning, match.version, SIMULATIONS, WORLDS)
    assert decision.best == winning
    assert not decision.mattered
    assert decision.loss.mean == 0.0
    assert decision.after_preferred is decision.after_played is None


def test_a_planted_mistake_leads_the_review_of_its_game() -> None:
    match, _, losing = last_decision()
    version, seat = match.version, match.state.to_move
    match.play(losing)
    found = review(match, seat, simulations=SIMULATIONS, worlds=WORLDS)
    assert found.that_mattered[0].version == version
    assert found.curve[version].mean > found.curve[version + 1].mean == 0.0


# ---------------------------------------------------------------- the whole review
@games
def test_the_curve_ends_at_the_result(game: Game) -> None:
    match = playouts.played(game, 4)
    returns, players = game.returns(match.state), match.players
    found = review(match, 1, simulations=4, worlds=4)
    assert len(found.curve) == match.version + 1
    if game.cooperative:
        assert found.unit == POINTS
        expected = match.result()["score"]
    elif game.name == "four-seasons":
        expected = (returns[1] + 1) / 2
    else:
        expected = (returns[1] * (players - 1) + 1) / players
    end = found.curve[-1]
    assert end.low == end.mean == end.high == pytest.approx(expected)


@games
def test_every_choice_of_the_seat_is_judged_and_no_other(game: Game) -> None:
    match, choose, choices = Match(game, seed=5), playouts.random_policy(5), {}
    while not match.is_over:
        version, open_ = match.version, match.legal()
        chosen = choose(match.state, open_)
        if match.to_move == 0 and len(open_) > 1:
            choices[version] = chosen
        match.play(chosen)
    found = review(match, 0, simulations=4, worlds=2)
    assert {one.version: one.played for one in found.decisions} == choices
    assert all(one.seat == 0 for one in found.decisions)


def test_the_same_seed_says_the_same() -> None:
    match = playouts.played(registry.load("tradewinds"), 6)
    once, again, otherwise = (review(match, 2, simulations=8, worlds=8, seed=seed) for seed in (1, 1, 2))
    assert once == again
    assert once.curve != otherwise.curve


def test_a_game_that_is_not_over_is_reviewed_as_far_as_it_went() -> None:
    match = next(positions(registry.load("tradewinds"), 9, seed=2))
    match.play(match.legal()[0])
    told: list[tuple[int, int]] = []
    found = review(match, 0, simulations=4, worlds=4, progress=lambda done, total: told.append((done, total)))
    assert len(found.curve) == match.version + 1
    assert told == [(done, match.version) for done in range(1, match.version + 1)]


# ---------------------------------------------------------------- what is hidden
@games
def test_other_hidden_cards_never_change_what_is_said(game: Game) -> None:
    rng = new_rng(9)
    for match in positions(game, 19, seed=2):
        seat = match.state.to_move
        world = game.redacted(match.state, seat)
        game.rules.redeal(world, seat, rng)
        said = []
        for state in (match.state, world):
            view, oracle = game.redacted(state, seat), Oracle(game, seed=3)
            outlook = oracle.outlook(view, seat, WORLDS)
            said.append((outlook, judge(oracle, view, match.legal()[0], match.version, SIMULATIONS, WORLDS)))
        assert said[0] == said[1]


@games
def test_other_hidden_cards_in_what_went_before_never_change_what_is_said(game: Game) -> None:
    *_, match = islice(positions(game, 4), 5)
    seat, dice, said = match.state.to_move, random.Random(6), []
    for swapped in (False, True):
        oracle, different = Oracle(game, seed=3), 0
        bot = SearchBot(5, simulations=40)
        for state, action in match.history:
            before = state
            if swapped:
                before = game.redacted(state, seat)
                game.rules.redeal(before, seat, [dice.getrandbits(32) for _ in range(4)])
                different += before != state
            oracle.watch(before, seat, action)
            tell(bot, game, before, seat, action)
        decision = judge(oracle, seen(match), match.legal()[0], match.version, SIMULATIONS, WORLDS)
        said.append((decision, bot.think(game, seen(match), match.legal())))
    assert said[0] == said[1]
    assert different > 0


@games
def test_a_position_is_left_as_it_was(game: Game) -> None:
    match = next(positions(game, 5))
    view = seen(match)
    oracle = Oracle(game)
    oracle.outlook(view, view.to_move, 4)  # the seat whose view it is
    oracle.compare(view, match.legal()[:2], 4)
    assert view == seen(match)


# ---------------------------------------------------------------- foresight
@games
def test_what_is_foreseen_is_the_same_interpreted_and_compiled(game: Game) -> None:
    *_, match = islice(positions(game, 3), 4)
    assert match.to_move is not None
    view, worlds, moves = seen(match), 3, [foresight.NOTHING, *match.legal()[:2]]
    found = []
    for make in (kernel.interpreted, kernel.compiled):
        twin: kernel.Twin = make(foresight, *game.modules)
        mind = new_mind(game, twin, twin.load(view))
        for state, move in match.history:
            before = twin.load(game.redacted(state, match.to_move))
            twin.of(belief).remember(mind, match.to_move, before, move)
        tried, out = twin.ints(len(moves)), twin.floats(worlds * len(moves) * match.players)
        tried[:] = moves
        pad, rng, drawn = new_pad(game, twin), twin.rng(3), twin.ints(worlds)
        twin.foresee(twin.load(view), match.to_move, tried, 0.5, worlds, 0, pad, mind, rng, drawn, out)
        found.append([*drawn, *out])
    assert found[0] == pytest.approx(found[1])


@pytest.mark.parametrize("name", ["tweedy-tricksters", "tradewinds"])
def test_intervals_hold_the_truth_where_worlds_are_weighted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few worlds are likely, and are drawn again and again: that must not look like certainty."""
    monkeypatch.setattr(reviews, "WEIGHED", 1)
    game, asked, held, naive = registry.load(name), 0, 0, 0
    for seed in range(6):
        match = Match(game, seed=seed)
        oracles = [Oracle(game, seed=number, learned=False) for number in range(size("oracles"))]
        while match.to_move != 0 or len(match.legal()) < 2 or not are_few(oracles[0], seen(match)):
            action = GreedyBot(match.version).choose(game, seen(match), match.legal())
            for oracle in oracles:
                oracle.watch(match.state, 0, action)
            match.play(action)
        moves = match.legal()[:2]
        truth = float(np.mean([oracle.compare(seen(match), moves, 1000).lead(0, 1).mean for oracle in oracles]))
        for oracle in oracles:
            found = oracle.compare(seen(match), moves, 60)
            lead, narrow = found.lead(0, 1), evidence.mean(found.results[:, 0] - found.results[:, 1])
            asked += 1
            held += int(lead.low <= truth <= lead.high)
            naive += int(narrow.low <= truth <= narrow.high)
    assert held >= 0.92 * asked
    assert naive < 0.9 * asked


def test_draws_of_one_world_count_once() -> None:
    """To repeat what is known adds nothing, and groups of one are no groups."""
    values = np.random.default_rng(1).normal(0, 1, 50)
    alone = evidence.mean(values)
    for groups, drawn in ((np.arange(50), values), (np.repeat(np.arange(50), 4), np.repeat(values, 4))):
        found = evidence.mean(drawn, groups=groups)
        assert (found.mean, found.low, found.high) == pytest.approx((alone.mean, alone.low, alone.high))
    assert evidence.mean(values, 3.0, np.zeros(50, int)).high == 3.0, "one world says nothing about others"


def are_few(oracle: Oracle, view: Any) -> bool:
    """Whether 60 worlds are less than 24 different ones."""
    return len(np.unique(oracle.compare(view, [foresight.NOTHING], 60).worlds)) < 24


def test_what_others_did_tells_who_they_may_be() -> None:
    game = registry.load("four-seasons")
    told = []
    for seed in range(6):  # greedy players, who play by their roles
        match = Match(game, seed=seed)
        oracle = Oracle(game, seed=2)
        seat = 0
        while match.state.trick < 6 and not match.is_over:
            action = GreedyBot(match.version).choose(game, seen(match), match.legal())
            oracle.watch(match.state, seat, action)
            match.play(action)
        twin = kernel.compiled(foresight, *game.modules)
        guesses = oracle.onlooker.mind(game, twin, match.state).guesses
        n_kinds = int(twin.of(belief).kinds(twin.load(match.state)))
        for other in range(1, match.players):
            first = (seat * match.players + other) * n_kinds
            chances = np.exp(guesses[first : first + n_kinds])
            told.append(chances[int(match.state.role[other])] / chances.sum() * n_kinds)
    assert np.mean(told) > 1.2  # the true role is likelier than by chance


def test_equal_moves_meet_equal_luck() -> None:
    match = next(positions(registry.load("four-seasons"), 1))
    action = match.legal()[0]
    results = Oracle(match.game).compare(seen(match), [action, action], WORLDS).results
    assert (results[:, 0] == results[:, 1]).all()
    assert len(np.unique(results)) > 1


# ---------------------------------------------------------------- what people count
def test_a_victory_is_shared_among_the_winners() -> None:
    match = Match(registry.load("weathervanes"), seed=1)
    results = np.array([[1.0, -0.3, -0.3, -0.3], [0.3, 0.3, -0.3, -0.3]])
    shares = Oracle(match.game).measure(results, match.state)
    assert shares.tolist() == [[1, 0, 0, 0], [0.5, 0.5, 0, 0]]


def test_where_sides_play_each_wins_or_loses_on_its_own() -> None:
    game = registry.load("four-seasons")
    results = np.array([1.0, 1.0, 1.0, -1.0])
    assert Oracle(game).measure(results, Match(game, seed=1).state).tolist() == [1, 1, 1, 0]


def test_amounts_are_told_in_the_unit_of_the_game() -> None:
    assert (CHANCE.text(0.314), CHANCE.text(0.314, signed=True), CHANCE.finely(0.314)) == ("31%", "+31%", "31.4%")
    assert (POINTS.text(14.26), POINTS.finely(14.26)) == ("14.3", "14.26")
    assert RESULT.text(-0.5, signed=True) == "-0.5"


def decision(mean: float, half: float) -> Decision:
    return Decision(0, 0, 1, 2, Estimate(mean, mean - half, mean + half, 50), ())


def test_only_a_loss_that_is_shown_matters() -> None:
    found = Review(0, CHANCE, (), (decision(0.1, 0.05), decision(0.1, 0.2), decision(-0.1, 0.05), decision(0.3, 0.1)))
    assert [one.loss.mean for one in found.that_mattered] == [0.3, 0.1]
    assert found.best_found == 1


def test_what_the_search_preferred_wrongly_counts_against_the_loss() -> None:
    found = Review(0, CHANCE, (), (decision(0.3, 0.03), decision(-0.1, 0.04)))
    assert found.total.mean == pytest.approx(0.2)
    assert found.total.high == pytest.approx(0.25)
    assert found.decisions[1].loss.mean == 0.0


# ---------------------------------------------------------------- hints
def hint_for(match: Match) -> Hint:
    return Adviser(match.game, match.state.to_move).hint(seen(match), match.history, 0.02, WORLDS)


def test_a_hint_names_the_winning_move_and_is_sure_of_it() -> None:
    match, winning, losing = last_decision()
    prepare(match.game)
    found = hint_for(match)
    assert (found.action, found.rival) == (winning, losing)
    assert found.expected is not None
    assert found.expected.mean == 1.0
    assert found.is_clear


def test_a_hint_where_there_is_but_one_move_has_no_rival() -> None:
    match = Match(registry.load("weathervanes"), seed=1)
    prepare(match.game)
    while len(match.legal()) > 1:
        match.play(match.legal()[0])
    found = hint_for(match)
    assert [found.action] == match.legal()
    assert found.rival is None
    assert found.expected is not None
    assert not found.is_clear


def test_nobody_waits_for_the_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    begun: list[str] = []
    monkeypatch.setenv("WEATHERDECK_CACHE", str(tmp_path))
    monkeypatch.setattr(warming, "begin", lambda game: begun.append(game.name))
    match = next(positions(registry.load("tradewinds"), 1))
    oracle = Oracle(match.game, prompt=True)
    assert oracle.is_cold
    assert begun == ["tradewinds"]
    assert 0 <= oracle.outlook(seen(match), seen(match).to_move, 2).mean <= 37
    assert hint_for(match).expected is None


# ---------------------------------------------------------------- with a network
def test_advice_uses_a_network_where_a_master_does(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load("four-seasons")
    three, four = Match(game, seed=1, players=3), Match(game, seed=1, players=4)
    for about, expected in (
        ({"players": [3]}, (True, False)),
        ({"players": [3], "levels": ["expert"]}, (False, False)),
    ):
        give(monkeypatch, game, random_network(game, **about))
        oracle = Oracle(game)
        assert (oracle.learns(three.state), oracle.learns(four.state)) == expected
        masters = tuple(LEVELS["master"].here(game, match.state).policy == "network search" for match in (three, four))
        assert masters == expected
    give(monkeypatch, game, None)
    assert not Oracle(game).learns(three.state)


def test_moves_are_compared_by_the_network_in_fewer_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load("tweedy-tricksters")
    match = next(positions(game, 3))
    found = []
    for network in (None, random_network(game)):
        give(monkeypatch, game, network)
        found.append(Oracle(game).compare(seen(match), match.legal()[:2], WORLDS))
    assert [len(one.results) for one in found] == [WORLDS, -(-WORLDS // LEARNED_SHARE)]


def test_a_review_with_a_network_takes_fewer_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load("tweedy-tricksters")
    match, efforts = Match(game, seed=1), []
    for network in (None, random_network(game)):
        give(monkeypatch, game, network)
        efforts.append(sensible_effort(match)[0])
    assert efforts[0] > efforts[1] or not kernel.can_compile()


def test_a_review_and_a_hint_with_a_network_are_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load("tweedy-tricksters")
    give(monkeypatch, game, random_network(game))
    match = playouts.played(game, 4)
    once, again = (review(match, 1, simulations=8, worlds=6) for _ in range(2))
    assert once == again
    assert len(once.curve) == match.version + 1
    position = next(positions(game, 3))
    hint = Adviser(game, position.state.to_move).hint(seen(position), position.history, seconds=0.05, worlds=6)
    assert hint.action in position.legal()
