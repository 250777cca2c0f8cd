"""Bots: they choose what is legal, the same for the same seed, and cannot see what is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from weatherdeck import bots, kernel
from weatherdeck.bots import search
from weatherdeck.bots.search_bot import SearchBot, Thought
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.kernel import new_rng, rng_below
from weatherdeck.match import Match

GAMES = [registry.load(name) for name in registry.OURS]
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
SIMULATIONS = 60


def bot(name: str, seed: int) -> bots.Bot:
    return SearchBot(seed, SIMULATIONS) if name == "search" else bots.load(name, seed)


def positions(game: Game, every: int, seed: int = 1) -> Iterator[Match]:
    """Positions of a random game."""
    match, rng = Match(game, seed=seed), new_rng(seed)
    while not match.is_over:
        legal = match.legal()
        if match.version % every == 0 and len(legal) > 1:
            yield match
        match.play(legal[rng_below(rng, len(legal))])


@games
@pytest.mark.parametrize("name", bots.BOTS)
def test_a_bot_chooses_a_legal_action_and_the_same_for_the_same_seed(game: Game, name: str) -> None:
    for match in positions(game, 7):
        seen = game.redacted(match.state, match.to_move)
        chosen = bot(name, 5).choose(game, seen, match.legal())
        assert chosen in match.legal()
        assert bot(name, 5).choose(game, seen, match.legal()) == chosen
        assert seen == game.redacted(match.state, match.to_move), "it leaves the state as it was"


@games
@pytest.mark.parametrize("name", bots.BOTS)
def test_other_hidden_cards_never_change_a_choice(game: Game, name: str) -> None:
    rng = new_rng(9)
    for match in positions(game, 7, seed=2):
        seat = match.to_move
        assert seat is not None
        world = game.redacted(match.state, seat)
        game.rules.redeal(world, seat, rng)
        choices = [
            bot(name, 5).choose(game, game.redacted(state, seat), match.legal()) for state in (match.state, world)
        ]
        assert choices[0] == choices[1]


@games
def test_what_the_search_thinks_covers_every_legal_action(game: Game) -> None:
    match = next(positions(game, 1))
    thoughts = SearchBot(1, 400).think(game, game.redacted(match.state, match.to_move), match.legal())
    assert [thought.action for thought in thoughts] == match.legal()
    assert sum(thought.visits for thought in thoughts) == 400
    for thought in thoughts:
        assert isinstance(thought, Thought)
        assert -3 <= thought.value <= 3
        assert thought.error >= 0


@games
def test_the_search_is_the_same_interpreted_and_compiled(game: Game) -> None:
    match = next(positions(game, 3))
    seen = game.redacted(match.state, match.to_move)
    trees = []
    for twin in (kernel.interpreted, kernel.compiled):
        engine: kernel.Twin = twin(search, game.module, game.judgement)
        nodes: Any = [search.Node() for _ in range(40)]
        if engine.mode == "compiled":
            nodes = np.zeros(40, search.Node.dtype)
        work = engine.load(_work())
        engine.plant(nodes, work)
        engine.search(
            nodes,
            work,
            engine.load(seen),
            engine.record(game.rules.State),
            engine.ints(game.rules.MAX_LEGAL),
            engine.ints(game.rules.ACTIONS),
            engine.floats(game.rules.MAX_LEGAL),
            engine.floats(seen.players),
            engine.rng(3),
            30,
        )
        loose = [node if isinstance(node, search.Node) else search.Node.unpack(node) for node in nodes]
        trees.append([(node.action, node.visits, node.seat, round(node.total, 9)) for node in loose])
    assert trees[0] == trees[1]


def _work() -> search.Work:
    work = search.Work()
    work.exploration, work.randomness = 0.7, 0.5
    return work


def test_a_tree_can_be_transplanted_to_one_of_its_nodes() -> None:
    game = registry.load("weathervanes")
    match = next(positions(game, 1))
    engine = kernel.interpreted(search, game.module, game.judgement)
    nodes, others = ([search.Node() for _ in range(300)] for _ in range(2))
    work = _work()
    engine.plant(nodes, work)
    scratch = game.new_state(), [0] * 64, [0] * game.rules.ACTIONS, [0.0] * 64, [0.0] * 4, new_rng(1)
    engine.search(nodes, work, game.redacted(match.state, match.to_move), *scratch, 250)
    child = nodes[0].first_child
    below = [n for n in range(work.nodes) if n != child and _reaches(nodes, n, child)]
    engine.transplant(nodes, child, others, work, [0] * 600)
    assert work.nodes == len(below) + 1
    assert others[0].visits == nodes[child].visits
    assert sorted(others[n].visits for n in range(1, work.nodes)) == sorted(nodes[n].visits for n in below)


def _reaches(nodes: list[search.Node], node: int, above: int) -> bool:
    while node != search.NONE:
        if node == above:
            return True
        node = nodes[node].parent
    return False


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(bots.UnknownBot, match="there is no bot 'genius'; there are: random, greedy, search"):
        bots.load("genius", 1)
