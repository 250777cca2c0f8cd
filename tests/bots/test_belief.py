"""Beliefs: what others did tells who has what, and who is who."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.playouts import random_policy
from weatherdeck import kernel
from weatherdeck.bots import belief, contest
from weatherdeck.bots.belief import LONGEST, SAMPLES
from weatherdeck.bots.levels import policy_of
from weatherdeck.bots.network_bot import NetworkBot
from weatherdeck.bots.onlooker import Onlooker
from weatherdeck.bots.search_bot import SearchBot
from weatherdeck.bots.thinking import new_mind, new_pad
from weatherdeck.games import registry
from weatherdeck.games.game import Game, as_module
from weatherdeck.match import Match

RECALLING = [registry.load(name) for name in registry.ours() if registry.load(name).judgement.RECALLS]


def test_most_games_recall_who_had_what() -> None:
    assert {game.name for game in RECALLING} == {"weathervanes", "tradewinds", "tweedy-tricksters", "four-seasons"}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", RECALLING, ids=lambda game: game.name)
def test_what_was_hidden_when_a_move_was_made_is_recalled_from_the_world_it_led_to(game: Game, seed: int) -> None:
    match, choose = Match(game, seed=seed), random_policy(seed)
    while not match.is_over:
        before, mover = match.state.copy(), match.to_move
        action = choose(match.state, match.legal())
        match.play(action)
        if game.rules.is_over(match.state) or game.judgement.chapter(match.state) != game.judgement.chapter(before):
            continue  # a new chapter is dealt anew: what was is not remembered
        for seat in range(match.players):
            if seat != mover:
                past = game.redacted(before, seat)
                assert as_module(game.judgement).recall(past, match.state, seat, action)
                assert past == before


class Table:
    """A mind and what it thinks with."""

    def __init__(self, game: Game, players: int, seed: int) -> None:
        self.game = game
        self.twin = kernel.fastest(belief, *game.modules)
        self.mind = new_mind(game, self.twin, self.twin.load(game.new_state(players)))
        self.pad = new_pad(game, self.twin)
        self.rng = self.twin.rng(seed)

    def watch(self, state: Any, seat: int, action: int) -> None:
        view = self.twin.load(self.game.redacted(state, seat))
        self.twin.remember(self.mind, seat, view, action)
        self.twin.learn(view, seat, action, self.mind, self.pad, self.rng, SAMPLES, 1.0)

    def recognise(self, state: Any, seat: int, action: int) -> None:
        view = self.twin.load(self.game.redacted(state, seat))
        self.twin.recognise(view, seat, action, self.mind, self.pad, self.rng, SAMPLES)

    def size_up(self, state: Any, seat: int, worlds: int) -> None:
        if seat != state.to_move:
            view = self.twin.load(self.game.redacted(state, seat))
            self.twin.size_up(self.mind, seat, view, self.pad, self.rng, worlds)

    def worlds(self, state: Any, seat: int, n: int) -> list[Any]:
        """Worlds as the seat takes them to be."""
        view = self.twin.load(self.game.redacted(state, seat))
        gathered = self.twin.gather(view, seat, self.mind, self.pad, self.rng, 200, 1.0, 0)
        found = []
        for _ in range(n):
            world = self.twin.record(self.game.rules.State)
            if gathered:
                self.twin.draw(world, self.mind, gathered, self.rng)
            else:
                self.twin.redeal_likely(world, view, seat, self.mind.guesses, self.rng)
            found.append(self.twin.unload(self.game.rules.State, world))
        return found


def greedily(game: Game, state: Any) -> int:
    """What a greedy player would do in a state of which it may see all (its preferences look only at what it knows)."""
    legal = game.legal(state)
    likes = [0.0] * len(legal)
    game.judgement.prefer(state.copy(), list(legal), len(legal), likes)
    return legal[likes.index(max(likes))]


def test_roles_are_guessed_better_the_longer_greedy_players_are_watched() -> None:
    game = registry.load("four-seasons")
    before, after = [], []
    for seed in range(6):
        match, table = Match(game, seed=seed, players=4), Table(game, 4, seed)
        uniform = _chance_of_true_roles(table.worlds(match.state, 0, 200), match.state)
        true = match.state.copy()
        while not match.is_over and match.version < 40:
            action = greedily(game, match.state)
            if len(match.legal()) > 1:
                table.watch(match.state, 0, action)
            match.play(action)
        if match.is_over:
            continue
        before.append(uniform)
        after.append(_chance_of_true_roles(table.worlds(match.state, 0, 200), true))
    assert sum(after) / len(after) > 2 * sum(before) / len(before)


def _chance_of_true_roles(worlds: list[Any], true: Any) -> float:
    """The share of the other seats' roles that the worlds have right."""
    right = sum(world.role[seat] == true.role[seat] for world in worlds for seat in range(1, true.players))
    return float(right / (len(worlds) * (true.players - 1)))


def test_hidden_cards_are_guessed_better_when_greedy_players_are_watched() -> None:
    game = registry.load("tweedy-tricksters")
    known, unknown = 0.0, 0.0
    for seed in range(12):
        match, table, blind = Match(game, seed=seed), Table(game, 4, seed), Table(game, 4, seed)
        while game.judgement.chapter(match.state) == 0 and match.version < 24:
            action = greedily(game, match.state)
            table.watch(match.state, 0, action)
            match.play(action)
        known += _right_cards(table.worlds(match.state, 0, 200), match.state)
        unknown += _right_cards(blind.worlds(match.state, 0, 200), match.state)
    assert known > 1.1 * unknown


def _right_cards(worlds: list[Any], true: Any, seats: Sequence[int] = (1, 2, 3)) -> float:
    pairs = [(world.hidden[seat], true.hidden[seat]) for world in worlds for seat in seats]
    return float(sum((one & other).bit_count() for one, other in pairs) / len(worlds))


def test_a_world_is_given_up_only_where_it_hardly_matters() -> None:
    """The least that matters changes no weight above it."""
    game = registry.load("tweedy-tricksters")
    match, table = Match(game, seed=3), Table(game, 4, 3)
    while match.version < 20:
        action = greedily(game, match.state)
        table.watch(match.state, 0, action)
        match.play(action)
    view, world = table.twin.load(game.redacted(match.state, 0)), table.twin.record(game.rules.State)
    worlds = []
    for _ in range(200):
        table.twin.redeal_likely(world, view, 0, table.mind.guesses, table.rng)
        worlds.append(table.twin.unload(game.rules.State, world))

    def likelihoods(least: float) -> list[float]:
        return [table.twin.plausibility(table.twin.load(one), 0, table.mind, table.pad, 0, least) for one in worlds]

    exact = likelihoods(0.0)
    middle = sorted(exact)[100]
    assert min(exact) < middle
    assert likelihoods(middle) == [likely if likely >= middle else 0.0 for likely in exact]


def test_roles_are_dealt_anew_without_the_cards_and_as_often_as_with_them() -> None:
    game = registry.load("four-seasons")
    match = Match(game, seed=1, players=5)
    view, rng = game.redacted(match.state, 0), kernel.new_rng(1)
    world = view.copy()
    game.rules.redeal(world, 0, rng)
    hands, both, alone = list(world.hand), Counter[tuple[int, ...]](), Counter[tuple[int, ...]]()
    n = 4000
    for _ in range(n):
        as_module(game.judgement).redeal_kinds(world, 0, rng)
        assert list(world.hand) == hands
        alone[tuple(world.role[:5])] += 1
        other = view.copy()
        game.rules.redeal(other, 0, rng)
        both[tuple(other.role[:5])] += 1
    assert alone.keys() == both.keys()
    for roles, times in alone.items():
        assert abs(times - both[roles]) < 5 * math.sqrt(2 * n / len(both))


def test_players_who_play_at_random_mislead_nobody() -> None:
    """One who plays nothing that is liked is taken for an erratic player, whose moves say little."""
    known, unknown = _guessed(range(4), (1, 2, 3))
    assert known > 0.95 * unknown


def test_one_erratic_player_does_not_hide_what_the_others_give_away() -> None:
    """Each player's way of playing is judged apart from the others'."""
    known, unknown = _guessed([1], (2, 3))
    assert known > 1.1 * unknown


def _guessed(erratic: Sequence[int], of: Sequence[int]) -> tuple[float, float]:
    """Right cards in the hands of some seats, by one who watches and by one who does not; some players are erratic."""
    game = registry.load("tweedy-tricksters")
    known, unknown = 0.0, 0.0
    for seed in range(24):
        match, table, blind = Match(game, seed=seed), Table(game, 4, seed), Table(game, 4, seed)
        choose = random_policy(seed)
        while game.judgement.chapter(match.state) == 0 and match.version < 24:
            at_random = match.state.to_move in erratic
            action = choose(match.state, match.legal()) if at_random else greedily(game, match.state)
            table.watch(match.state, 0, action)
            match.play(action)
        known += _right_cards(table.worlds(match.state, 0, 200), match.state, of)
        unknown += _right_cards(blind.worlds(match.state, 0, 200), match.state, of)
    return known, unknown


# ---------------------------------------------------------------- who plays by the network
LEARNED = [registry.load(name) for name in registry.ours() if registry.load(name).network is not None]


def test_some_games_have_a_network_to_be_recognised() -> None:
    assert {game.name for game in LEARNED} == {"tweedy-tricksters", "four-seasons", "winter-court"}


def manners_after(game: Game, seed: int, learned: Sequence[int], *, erratic: Sequence[int] = ()) -> list[float]:
    """What seat 0 thinks of the others after most of a game: above 0, they play by the network."""
    match = Match(game, seed=seed)
    table, network, choose = Table(game, match.players, seed), NetworkBot(seed), random_policy(seed)
    for _ in range(80):
        if match.is_over:
            break
        seat, state = match.state.to_move, match.state
        if seat in erratic:
            action = choose(state, match.legal())
        elif seat in learned:
            action = network.choose(game, game.redacted(state, seat), match.legal())
        else:
            action = greedily(game, state)
        if len(match.legal()) > 1:
            table.recognise(state, 0, action)
        match.play(action)
    return [float(manner) for manner in table.mind.manners[: match.players]]


@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.name)
def test_players_who_play_by_the_network_are_recognised_and_others_are_not(game: Game) -> None:
    """Also where both kinds sit at one table."""
    last = min(game.check_players(None), 4) - 1
    right, wrong = 0, 0
    for seed in range(8 if last > 1 else 16):  # a duel shows one player only
        others = tuple(seat for seat in range(1, last + 1) if seat != last or seed % 2)
        for learned in {(last,), others}:
            manners = manners_after(game, seed, learned)
            for seat in range(1, last + 1):
                if (manners[seat] > 0) == (seat in learned):
                    right += 1
                else:
                    wrong += 1
    assert wrong <= 0.1 * right


def mistakes_and_finds(game: Game, games: int) -> tuple[int, int]:
    """In how many decisions a seat takes greedy players for the network; how often it finds the one who plays by it."""
    twin = kernel.fastest(belief, *game.modules)
    mistakes, finds = 0, 0
    for seed in range(games):
        match, onlooker, network = Match(game, seed=seed), Onlooker(seed, 1.0, learned=True), NetworkBot(seed)
        while not match.is_over and match.version < 120:
            seat, state = match.state.to_move, match.state
            if seat == 0:
                manners = onlooker.mind(game, twin, game.redacted(state, 0)).manners
                mistakes += int(max(manners[1], manners[2]) > 0)
            if seat == 3:
                action = network.choose(game, game.redacted(state, seat), match.legal())
            else:
                action = greedily(game, state)
            onlooker.watch(game, twin, game.redacted(state, 0), 0, action)
            match.play(action)
        finds += int(onlooker.mind(game, twin, game.redacted(match.state, 0)).manners[3] > 0)
    return mistakes, finds


def test_with_doubt_good_players_are_seldom_taken_for_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it, that happens often in the first moves; who does play by the network is still found out."""
    game = registry.load("tweedy-tricksters")
    mistakes, finds = mistakes_and_finds(game, 20)
    monkeypatch.setattr(game.greedy, "LEARNED_SEARCH", replace(game.learned_search, doubt=0.0))
    without, _ = mistakes_and_finds(game, 20)
    assert mistakes < without / 4
    assert finds >= 18


def first_decision_taken_for_greedy(game: Game, seed: int, *, by_network: bool) -> int | None:
    """The decision from which on a seat takes another for a greedy player, to the end of the game; None if never."""
    twin = kernel.fastest(belief, *game.modules)
    match, onlooker, network = Match(game, seed=seed), Onlooker(seed, 1.0, learned=True), NetworkBot(seed)
    taken: list[bool] = []
    while not match.is_over:
        seat, state = match.state.to_move, match.state
        if seat == 0:
            action = greedily(game, state)
            taken.append(not onlooker.meets_learned(game, twin, game.redacted(state, 0)))
        else:
            legal = match.legal()
            action = network.choose(game, game.redacted(state, 1), legal) if by_network else greedily(game, state)
            if len(legal) > 1:
                onlooker.watch(game, twin, game.redacted(state, 0), 0, action)
        match.play(action)
    last_doubt = max((i for i, greedy in enumerate(taken) if not greedy), default=-1)
    return last_doubt + 1 if last_doubt + 1 < len(taken) else None


def test_a_duellist_counts_as_strong_until_many_moves_show_a_club_player() -> None:
    """Who is taken for a club player too soon is met with the wrong answers; who is one is found out in time."""
    game = registry.load("winter-court")
    assert game.learned_search.doubt < 0
    club = [first_decision_taken_for_greedy(game, seed, by_network=False) for seed in range(8)]
    assert all(found is None or found > 5 for found in club)
    assert sum(found is not None for found in club) >= 6
    assert [first_decision_taken_for_greedy(game, seed, by_network=True) for seed in range(8)] == [None] * 8


def test_interpreted_nobody_gets_the_benefit_of_the_doubt() -> None:
    """Playing on by a network takes seconds there, and somebody waits."""
    game = registry.load("winter-court")
    state = Match(game, seed=1).state
    view = game.redacted(state, state.to_move)
    for twin, expected in (
        (kernel.interpreted(belief, *game.modules), False),
        (kernel.compiled(belief, *game.modules), True),
    ):
        assert Onlooker(1, 1.0, learned=True).meets_learned(game, twin, view) == expected


def test_who_sees_all_and_watches_nobody_takes_everybody_for_a_club_player() -> None:
    game = registry.load("winter-court")
    state = Match(game, seed=1).state
    policy = policy_of("master-sees-all", game, state)
    assert policy is not None
    assert (policy.learned, policy.doubt) == (1, 0.0)
    twin = kernel.compiled(belief, *game.modules)
    assert not Onlooker(1, 0.0, learned=True).meets_learned(game, twin, state)


def test_policies_begin_with_their_own_doubts() -> None:
    """In the arena each seat has its policy's; the others' moves then count on top."""
    game = registry.load("tweedy-tricksters")
    match = Match(game, seed=1)
    master, club = (policy_of(name, game, match.state) for name in ("master", "club"))
    assert master is not None
    assert club is not None
    twin = kernel.interpreted(contest, *game.modules)
    state = twin.load(match.state.copy())
    mind = new_mind(game, twin, state)
    mind.manners[:] = [9.0] * len(mind.manners)
    twin.sit_down([twin.load(policy) for policy in (club, master, club, club)], state, mind)
    assert list(mind.manners) == [0.0] * 4 + [-game.learned_search.doubt] * 4 + [0.0] * 8


def test_a_seat_judges_only_others_and_nobody_at_first() -> None:
    game = LEARNED[0]
    match = Match(game, seed=1)
    table, mover = Table(game, match.players, 1), match.state.to_move
    table.recognise(match.state, mover, match.legal()[0])
    assert not any(table.mind.manners)


def test_moves_at_random_do_not_pass_for_the_network() -> None:
    """Neither explains them: nobody is far from 0, and a player who comes to their senses is soon known."""
    game = registry.load("tweedy-tricksters")
    least = min(manners_after(game, seed, [], erratic=[1])[2] for seed in range(6))
    most = max(abs(manners_after(game, seed, [], erratic=[1])[1]) for seed in range(6))
    assert most < -least


@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.name)
def test_players_are_recognised_alike_in_both_twins(game: Game) -> None:
    match, choose = Match(game, seed=5), random_policy(5)
    for _ in range(6):
        match.play(choose(match.state, match.legal()))
    while len(match.legal()) == 1:
        match.play(match.legal()[0])
    watcher = (match.state.to_move + 1) % match.players
    found = []
    for make in (kernel.interpreted, kernel.compiled):
        twin: kernel.Twin = make(belief, *game.modules)
        view = twin.load(game.redacted(match.state, watcher))
        mind, pad, rng = new_mind(game, twin, view), new_pad(game, twin), twin.rng(3)
        for action in match.legal():
            twin.recognise(view, watcher, action, mind, pad, rng, 4)
        found.append([float(manner) for manner in mind.manners])
    assert found[0] == found[1]
    assert any(found[0])


# ---------------------------------------------------------------- insight: moves judged by trying them
def test_moves_of_players_who_think_ahead_are_foretold_better_by_trying_them_than_by_liking() -> None:
    """How likely their moves were, given their true hands: the better model of them says more."""
    game = registry.load("tradewinds")
    by_trying, by_liking = 0.0, 0.0
    for seed in range(8):
        match, table = Match(game, seed=seed), Table(game, 4, seed)
        bots = [SearchBot(seed, 1000) for _ in range(4)]
        while match.version < 16:
            seat, state = match.state.to_move, match.state
            action = bots[seat].choose(game, game.redacted(state, seat), match.legal())
            table.watch(state, 0, action)
            table.size_up(state, 0, 1000)
            match.play(action)
        world = table.twin.load(match.state)
        by_trying += math.log(table.twin.plausibility(world, 0, table.mind, table.pad, 1, 0.0))
        by_liking += math.log(table.twin.plausibility(world, 0, table.mind, table.pad, 0, 0.0))
    assert by_trying > by_liking + 5


@pytest.mark.parametrize("game", RECALLING, ids=lambda game: game.name)
def test_moves_are_tried_alike_in_both_twins(game: Game) -> None:
    match, choose = Match(game, seed=5), random_policy(5)
    for _ in range(6):
        match.play(choose(match.state, match.legal()))
    watcher = (match.state.to_move + 1) % match.players
    found = []
    for make in (kernel.interpreted, kernel.compiled):
        twin: kernel.Twin = make(belief, *game.modules)
        view, pad = twin.load(game.redacted(match.state, watcher)), new_pad(game, twin)
        mind = new_mind(game, twin, view)
        width = game.rules.ACTIONS
        mind = mind._replace(worths=twin.floats((match.players * LONGEST + 1) * width))
        twin.remember(mind, watcher, view, match.legal()[0])
        twin.size_up(mind, watcher, view, pad, twin.rng(3), 2)
        found.append([float(worth) for worth in mind.worths])
    assert found[0] == found[1]
    if len(match.legal()) > 1:
        assert any(found[0])


def test_without_anything_seen_all_worlds_are_alike() -> None:
    game = registry.load("four-seasons")
    match, table = Match(game, seed=1, players=4), Table(game, 4, 1)
    roles = Counter(world.role[1] for world in table.worlds(match.state, 0, 3000))
    others = 4  # five role cards are in the game, and one of them is mine
    assert len(roles) == others
    for times in roles.values():
        assert times == pytest.approx(3000 / others, abs=5 * math.sqrt(3000 / others))


def test_only_so_many_moves_are_remembered() -> None:
    game = registry.load("tweedy-tricksters")
    match, table = Match(game, seed=1), Table(game, 4, 1)
    view = table.twin.load(game.redacted(match.state, (match.state.to_move + 1) % 4))
    seat = (match.state.to_move + 1) % 4
    for action in range(LONGEST + 5):
        table.twin.remember(table.mind, seat, view, action % 3)
    assert table.mind.moves[seat * (LONGEST + 1)] == LONGEST + 5
    table.twin.forget(table.mind)
    assert not any(table.mind.moves)
