"""Bots with networks: they play by what the network says, alike in all twins, and say where it does not know a game."""

from __future__ import annotations

import dataclasses
from itertools import islice

import numpy as np
import pytest

from tests.bots.networks import give, random_network
from tests.bots.test_bots import Bench, positions
from tests.decks import WITH_DECKS, with_another_deck
from tests.playouts import played
from tests.sweeps import sample
from weatherdeck import bots, kernel
from weatherdeck.bots import belief, ladder, search
from weatherdeck.bots.arena import Arena
from weatherdeck.bots.hall import Hall
from weatherdeck.bots.levels import LEVELS, SEERS, LevelBot, level_of, policy_of
from weatherdeck.bots.network_bot import NetworkBot, why_not
from weatherdeck.bots.onlooker import Onlooker
from weatherdeck.bots.policy import GROW, LIGHTS, LOOK, NETWORK
from weatherdeck.bots.search_bot import SearchBot
from weatherdeck.errors import Problem
from weatherdeck.games import learned, registry
from weatherdeck.games.game import Game
from weatherdeck.kernel import new_rng
from weatherdeck.match import Match

GAMES = [registry.load(name) for name in registry.ours()]
TWEEDY = registry.load("tweedy-tricksters")
SEASONS = registry.load("four-seasons")
COURT = registry.load("winter-court")
COURT_HEAD_START = COURT.learned_search.head_start


COMPILED_ONCE: list[tuple[Game, str, dict[str, int]]] = [
    (TWEEDY, "look", {"light": 1}),
    (TWEEDY, "look", {"horizon": 3}),
    (TWEEDY, "grow", {"horizon": 3}),
]


@pytest.fixture
def with_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game has a network."""
    for game in GAMES:
        give(monkeypatch, game, random_network(game))


def advice(game: Game, match: Match) -> list[float]:
    """What the network says about the legal moves."""
    legal = match.legal()
    out = [0.0] * len(legal)
    seen = game.redacted(match.state, match.to_move)
    kernel.interpreted(learned, *game.modules).advise(seen, legal, len(legal), out)
    return out


@pytest.mark.parametrize("game", [TWEEDY, SEASONS], ids=lambda game: game.name)
def test_a_network_bot_plays_what_its_network_likes_best(game: Game, with_networks: None) -> None:
    for match in positions(game, 9):
        likes = advice(game, match)
        seen = game.redacted(match.state, match.to_move)
        chosen = NetworkBot(3).choose(game, seen, match.legal())
        assert likes[match.legal().index(chosen)] == max(likes)
        assert NetworkBot(3).choose(game, seen, match.legal()) == chosen


def test_a_noisy_network_bot_plays_other_moves_that_it_likes(with_networks: None) -> None:
    match = next(match for match in positions(TWEEDY, 1) if len(match.legal()) > 4)
    seen, legal = TWEEDY.redacted(match.state, match.to_move), match.legal()
    bot = NetworkBot(3, noise=1.0)
    assert len({bot.choose(TWEEDY, seen, legal) for _ in range(60)}) > 1


# ---------------------------------------------------------------- in search
@pytest.mark.parametrize(
    ("game", "way", "settings"),
    sample(
        "searches with a network", [*((game, game.search.way, {}) for game in GAMES), *COMPILED_ONCE], COMPILED_ONCE
    ),
    ids=lambda value: value.name if isinstance(value, Game) else str(value),
)
def test_a_search_with_a_network_is_the_same_interpreted_and_compiled(
    game: Game, way: str, settings: dict[str, int], with_networks: None
) -> None:
    match = next(positions(game, 3))
    trees = []
    for mode in ("interpreted", "compiled"):
        bench = Bench(match, mode)
        for name, setting in {"learned": 1, "evidence": 1.0, **settings}.items():
            bench.twin.set(bench.pad.work, name, setting)
        trees.append(getattr(bench, way)(12).tree)
    for slow, fast in zip(*trees, strict=True):
        assert (slow.action, slow.visits, slow.seat) == (fast.action, fast.visits, fast.seat)
        assert (slow.total, slow.apart) == (fast.total, fast.apart)


def test_a_look_tries_first_what_the_network_likes_best(with_networks: None) -> None:
    match = next(match for match in positions(TWEEDY, 1) if len(match.legal()) > 4)
    bench = Bench(match, "interpreted")
    bench.twin.set(bench.pad.work, "learned", 1)
    bench.twin.enter(bench.pad, bench.root, bench.rng, 3)
    order = [match.legal()[i] for i in np.argsort(advice(TWEEDY, match))[::-1][:3]]
    assert [node.action for node in bench.tree[1:]] == order


def test_a_search_with_a_horizon_takes_the_values_that_the_network_foretells(with_networks: None) -> None:
    """One decision after the move, the network says what the seat may expect: nothing is played to its end."""
    match = next(match for match in positions(TWEEDY, 1) if len(match.legal()) > 4)
    bench = Bench(match, "interpreted")
    for name, setting in {"learned": 1, "horizon": 1, "sees_all": 1, "randomness": 0.0}.items():
        bench.twin.set(bench.pad.work, name, setting)
    bench.root = bench.twin.load(match.state.copy())
    bench.twin.enter(bench.pad, bench.root, bench.rng, 1)
    bench.twin.compare(bench.pad, bench.root, bench.mind, bench.rng, 0, 1)
    (node,) = bench.tree[1:]
    after, rng, seat = match.state.copy(), new_rng(1), match.to_move
    TWEEDY.rules.apply(after, node.action, rng)
    decided = False
    while len(legal := TWEEDY.legal(after)) == 1 or not decided:
        action = legal[0]
        if len(legal) > 1:
            decided, likes = True, [0.0] * len(legal)
            kernel.interpreted(learned, *TWEEDY.modules).advise(after, legal, len(legal), likes)
            action = legal[int(np.argmax(likes))]
        TWEEDY.rules.apply(after, action, rng)
    assert node.total == kernel.interpreted(learned, *TWEEDY.modules).foretell(after, seat)


def test_a_few_simulations_do_not_leave_what_the_network_of_winter_court_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    """With ten for five moves or more, each is tried in at most three worlds: what does best there is mostly lucky."""
    left = {}
    for head_start in (COURT_HEAD_START, 0.0):
        how = dataclasses.replace(COURT.learned_search, head_start=head_start)
        monkeypatch.setattr(COURT.greedy, "LEARNED_SEARCH", how)
        left[head_start] = 0
        for match in islice((match for match in positions(COURT, 3) if len(match.legal()) > 4), 12):
            seen, legal = COURT.redacted(match.state, match.to_move), match.legal()
            likes = advice(COURT, match)
            bot = SearchBot(1, 10, onlooker=Onlooker(1, 1.0, learned=True))
            left[head_start] += likes[legal.index(bot.choose(COURT, seen, legal))] < max(likes)
    assert left[COURT_HEAD_START] == 0
    assert left[0.0] > 0, "without the head start it would"


@pytest.mark.skipif(not kernel.can_compile(), reason="the arena is compiled")
def test_a_master_of_winter_court_has_so_many_simulations_that_the_head_start_does_not_matter() -> None:
    policies = [policy_of(name, COURT, COURT.new_state()) for name in ("master", "network-search@30", "club")]
    master, few, club = (policy for policy in policies if policy is not None)
    assert (master.head_start, few.head_start) == (0.0, COURT_HEAD_START)
    ended, middle = [], played(COURT, 3, decisions=60).state
    for head_start in (0.0, COURT_HEAD_START):
        player, state, rng = master.copy(), middle.copy(), new_rng(3)
        player.head_start = head_start
        ended.append(Arena.of(COURT).play([player, club], state, rng, 1))
    assert ended[0] == ended[1]


def test_what_players_did_who_play_by_the_network_is_judged_by_it(with_networks: None) -> None:
    """A move that the network finds unlikely of a role makes that role unlikely, whatever greedy.py thinks of it."""
    match = Match(SEASONS, seed=3)
    seat = next(seat for seat in range(match.players) if seat != match.to_move)
    seen = SEASONS.redacted(match.state, seat)
    guesses = []
    for manner in (0.0, 1.0):
        bench = Bench(match, "compiled")
        engine = bench.twin.of(belief)
        view = bench.twin.load(seen)
        engine.meet(bench.mind, view, seat, manner)
        engine.learn(view, seat, match.legal()[0], bench.mind, bench.pad, bench.rng, 20, 1.0)
        guesses.append(list(bench.mind.guesses[:40]))
    assert any(guesses[0])
    assert any(guesses[1])
    assert guesses[0] != guesses[1]


def test_a_search_plays_on_by_the_network_for_those_who_seem_to_play_by_it(with_networks: None) -> None:
    """With `light` for everybody, greedy.py plays on for all but them."""
    match = next(match for match in positions(TWEEDY, 1) if len(match.legal()) > 4)
    trees = []
    for light, manner in (("everybody", 0.0), ("everybody", 1.0), ("nobody", 0.0)):
        bench = Bench(match, "interpreted")
        for name, setting in {"learned": 1, "light": LIGHTS[light], "sees_all": 1, "randomness": 0.0}.items():
            bench.twin.set(bench.pad.work, name, setting)
        bench.root = bench.twin.load(match.state.copy())
        bench.twin.of(belief).meet(bench.mind, bench.root, match.to_move, manner)
        trees.append([node.total for node in bench.look(40).tree])
    assert trees[0] != trees[1]
    assert trees[1] == trees[2]  # here everyone seems to, so it is the same


def test_among_players_of_the_network_a_search_is_thrifty(with_networks: None) -> None:
    """To play on by the network takes long, so there are fewer simulations: alike in a bot and in the arena."""
    match = next(match for match in positions(TWEEDY, 2) if len(match.legal()) > 4)
    seen, spent = TWEEDY.redacted(match.state, match.to_move), []
    for manner in (0.0, 1.0):
        onlooker = Onlooker(1, 1.0, learned=True)
        bot = SearchBot(1, 1600, onlooker=onlooker)
        twin = kernel.fastest(search, *TWEEDY.modules)
        twin.of(belief).meet(onlooker.mind(TWEEDY, twin, seen), twin.load(seen), match.to_move, manner)
        spent.append(sum(thought.visits for thought in bot.think(TWEEDY, seen, match.legal())))
    assert spent[1] == pytest.approx(spent[0] / TWEEDY.learned_search.thrift, rel=0.2)


def test_a_bot_knows_in_a_new_chapter_who_plays_by_the_network(with_networks: None) -> None:
    """A player's manner outlasts a chapter, and is the same however often the bot was told of the match."""
    game, seat = TWEEDY, 0
    twin, staying = kernel.fastest(search, *game.modules), Onlooker(4, 1.0, learned=True)
    match, others, after = Match(game, seed=2), NetworkBot(2), 0
    while not match.is_over and after < 12:
        state = match.state
        if game.judgement.chapter(state) > 0:
            after += 1
            staying.follow(game, twin, seat, match.history)
            new = Onlooker(4, 1.0, learned=True)
            new.follow(game, twin, seat, match.history)
            minds = [one.mind(game, twin, game.redacted(state, seat)) for one in (staying, new)]
            assert list(minds[0].manners) == list(minds[1].manners)
            assert max(minds[0].manners) > 1
        match.play(others.choose(game, game.redacted(state, state.to_move), match.legal()))
    assert after > 0


# ---------------------------------------------------------------- names and levels
@pytest.mark.skipif(not kernel.can_compile(), reason="the arena is compiled")
def test_networks_play_on_the_ladder_by_name(with_networks: None) -> None:
    plan = ladder.plan(TWEEDY, ["network", "network-search@2", "greedy"], deals=1, seed=3, pairs="last", one_way=True)
    games = list(ladder.play_all(plan))
    assert len({game.seats for game in games}) == len(plan.lineups)
    assert list(Hall(plan, kernel.compiled, memory=1 << 26).play_all()) == games, "many at once play alike"


def test_the_names_say_what_is_played(with_networks: None) -> None:
    state = TWEEDY.new_state()
    for name, kind, learned_too in [
        ("network", NETWORK, 0),
        ("search@5", LOOK, 0),
        ("network-search@5", LOOK, 1),
        ("expert", NETWORK, 0),
        ("master", LOOK, 1),
        ("master-sees-all", LOOK, 1),
        ("expert-sees-all", LOOK, 0),
    ]:
        policy = policy_of(name, TWEEDY, state)
        assert policy is not None
        assert (policy.kind, policy.learned) == (kind, learned_too), name
    tradewinds = registry.load("tradewinds")
    policy = policy_of("network-search@5", tradewinds, tradewinds.new_state())
    assert policy is not None
    assert (policy.kind, policy.learned) == (GROW, 1)


def test_without_a_state_levels_play_without_networks(with_networks: None) -> None:
    """The lab compares decks and options, and the players must be the same on both sides."""
    policy = policy_of("expert", TWEEDY)
    assert policy is not None
    assert (policy.kind, policy.learned) == (LOOK, 0)


def test_without_a_network_levels_search_by_greedy_and_a_network_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, TWEEDY, None)
    state = TWEEDY.new_state()
    assert policy_of("expert", TWEEDY, state) == policy_of("expert", TWEEDY)
    assert LEVELS["expert"].basis(TWEEDY, state) == "search guided by hand-written rules of thumb"
    for name in ("network", "network-search@5"):
        with pytest.raises(Problem, match="Tweedy Tricksters has no network"):
            policy_of(name, TWEEDY, state)
        with pytest.raises(Problem, match="Tweedy Tricksters has no network"):
            ladder.plan(TWEEDY, [name, "club"], deals=1, seed=1)
    with pytest.raises(Problem, match="Tweedy Tricksters has no network"):
        NetworkBot(1).choose(TWEEDY, state, [0, 1])


def test_levels_say_by_what_they_play(with_networks: None) -> None:
    state = TWEEDY.new_state()
    assert {name: level.basis(TWEEDY, state) for name, level in LEVELS.items()} == {
        "novice": "a quick look by hand-written rules of thumb",
        "club": "a quick look by hand-written rules of thumb",
        "expert": "a quick look by a trained network",
        "master": "search guided by a trained network",
    }


def test_a_level_falls_back_to_the_search_over_greedy_where_the_network_was_not_trained(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    give(monkeypatch, SEASONS, random_network(SEASONS, players=[3, 4]))
    few, many = SEASONS.new_state(4), SEASONS.new_state(5)
    expert = LEVELS["expert"]
    assert expert.here(SEASONS, few).policy == "network"
    assert expert.here(SEASONS, many) == expert
    assert policy_of("expert", SEASONS, many) == policy_of("expert", SEASONS)
    assert expert.basis(SEASONS, many) == (
        "search guided by hand-written rules of thumb. "
        "The 4 Seasons network was trained with 3 and 4 players, not with 5."
    )
    with pytest.raises(Problem, match="trained with 3 and 4 players"):
        NetworkBot(1).choose(SEASONS, many, [0, 1])


def test_a_network_may_say_for_which_levels_it_is_good_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, TWEEDY, random_network(TWEEDY, levels=["master"]))
    state = TWEEDY.new_state()
    assert LEVELS["expert"].here(TWEEDY, state) == LEVELS["expert"]
    assert LEVELS["expert"].basis(TWEEDY, state) == "search guided by hand-written rules of thumb"
    assert LEVELS["master"].here(TWEEDY, state).policy == "network search"
    assert SEERS["master-sees-all"].here(TWEEDY, state).policy == "network search"


def test_a_level_says_that_its_network_is_older_than_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who changes a rule can play at once, with bots that do not need the network."""
    game = dataclasses.replace(COURT)  # one that has not read its network yet
    monkeypatch.setattr(game.rules, "RULESET", game.rules.RULESET + 1)
    assert game.network is None
    reason = "The Winter Court network was trained before its rules or its deck changed."
    state = game.new_state()
    assert LEVELS["expert"].here(game, state).policy == "search"
    assert LEVELS["expert"].basis(game, state) == f"search guided by hand-written rules of thumb. {reason}"
    with pytest.raises(Problem, match="before its rules or its deck changed"):
        NetworkBot(1).choose(game, state, [0, 1])


@pytest.mark.parametrize("name", WITH_DECKS)
def test_a_level_says_that_its_network_does_not_know_a_deck(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load(name)
    give(monkeypatch, game, random_network(game))
    other = with_another_deck(name)
    assert why_not(other, other.new_state()) == f"The {game.title} network was not trained with this deck."
    assert LEVELS["master"].here(other, other.new_state()).policy == "search"


def test_a_level_bot_plays_by_its_network_and_errs_by_it(with_networks: None) -> None:
    match = next(positions(TWEEDY, 3))
    seen, legal = TWEEDY.redacted(match.state, match.to_move), match.legal()
    expert, network = LevelBot(LEVELS["expert"], 3), NetworkBot(3)
    assert expert.choose(TWEEDY, seen, legal) == network.choose(TWEEDY, seen, legal)
    level = level_of("network-search@4")
    assert level is not None
    many = 4 * TWEEDY.learned_search.effort
    searching = SearchBot(3, many, onlooker=Onlooker(3, 0.1, learned=True))
    assert LevelBot(level, 3).choose(TWEEDY, seen, legal) == searching.choose(TWEEDY, seen, legal)


@pytest.mark.skipif(not kernel.can_compile(), reason="the arena is compiled")
def test_a_network_plays_as_in_the_arena(with_networks: None) -> None:
    """One look by the bot and by the policy is the same where the network likes one move best."""
    policy = policy_of("network", TWEEDY, TWEEDY.new_state())
    assert policy is not None
    match = Match(TWEEDY, seed=8)
    while not match.is_over:
        seen = TWEEDY.redacted(match.state, match.to_move)
        match.play(bots.load("network", 1).choose(TWEEDY, seen, match.legal()))
    state, rng = TWEEDY.new_state(), new_rng(8)
    TWEEDY.rules.deal(state, rng)
    ended = Arena.of(TWEEDY).play([policy] * 4, state, rng, 1)
    assert TWEEDY.returns(ended) == TWEEDY.returns(match.state)
