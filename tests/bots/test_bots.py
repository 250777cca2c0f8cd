"""Bots: they choose what is legal, the same for the same seed, and cannot see what is hidden."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import cast

import pytest

from tests import playouts
from weatherdeck import bots, kernel
from weatherdeck.bots import decision, policy, search, search_bot, warming
from weatherdeck.bots.pad import NONE, Node, Work
from weatherdeck.bots.policy import head_start_for, searching
from weatherdeck.bots.search_bot import SearchBot, Thought
from weatherdeck.bots.thinking import new_mind, new_pad
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.games.judgement import Search
from weatherdeck.kernel import keeping, new_rng
from weatherdeck.match import Match

GAMES = [registry.load(name) for name in registry.ours()]
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
SIMULATIONS = 60
NAMES = [*bots.BOTS, *(name for name, level in bots.LEVELS.items() if level.seconds is None)]
"""Those that choose the same for the same seed: not by the clock."""


def bot(name: str, seed: int) -> bots.Bot:
    return SearchBot(seed, SIMULATIONS) if name == "search" else bots.load(name, seed)


def positions(game: Game, every: int, seed: int = 1) -> Iterator[Match]:
    """Positions of a random game."""
    for match in playouts.positions(Match(game, seed=seed), seed, every=every):
        if len(match.legal()) > 1:
            yield match


@games
@pytest.mark.parametrize("name", NAMES)
def test_a_bot_chooses_a_legal_action_and_the_same_for_the_same_seed(game: Game, name: str) -> None:
    for match in positions(game, 7):
        seen = game.redacted(match.state, match.to_move)
        chosen = bot(name, 5).choose(game, seen, match.legal())
        assert chosen in match.legal()
        assert bot(name, 5).choose(game, seen, match.legal()) == chosen
        assert seen == game.redacted(match.state, match.to_move), "it leaves the state as it was"


@games
@pytest.mark.parametrize("name", NAMES)
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
@pytest.mark.parametrize("simulations", [400, search_bot.THREADED])
def test_what_the_search_thinks_covers_every_legal_action(game: Game, simulations: int) -> None:
    match = next(positions(game, 1))
    thoughts = SearchBot(1, simulations).think(game, game.redacted(match.state, match.to_move), match.legal())
    assert [thought.action for thought in thoughts] == match.legal()
    assert simulations / 2 <= sum(thought.visits for thought in thoughts) <= simulations * 1.2
    for thought in thoughts:
        assert isinstance(thought, Thought)
        assert -3 <= thought.value <= 3
        assert thought.error >= 0


# ---------------------------------------------------------------- the search itself
class Bench:
    """A search of a position, in either twin."""

    def __init__(self, match: Match, mode: str, room: int = 400) -> None:
        game = match.game
        self.twin: kernel.Twin = getattr(kernel, mode)(search, *game.modules)
        self.root = self.twin.load(game.redacted(match.state, match.to_move))
        self.pad = new_pad(game, self.twin, room, self.twin.load(Work(exploration=1.0, randomness=0.5)))
        self.mind, self.rng = new_mind(game, self.twin, self.root), self.twin.rng(3)

    def grow(self, simulations: int) -> Bench:
        self.twin.plant(self.pad.nodes, self.pad.work)
        self.twin.grow(self.pad, self.root, self.mind, self.rng, simulations)
        return self

    def look(self, simulations: int, candidates: int = 8) -> Bench:
        self.twin.enter(self.pad, self.root, self.rng, candidates)
        self.twin.look(self.pad, self.root, self.mind, self.rng, simulations)
        return self

    @property
    def tree(self) -> list[Node]:
        used = range(self.twin.get(self.pad.work, "nodes"))
        return [cast("Node", self.twin.unload(Node, self.pad.nodes[at])) for at in used]


@games
@pytest.mark.parametrize("way", ["look", "grow"])
def test_the_search_is_the_same_interpreted_and_compiled(game: Game, way: str) -> None:
    match = next(positions(game, 3))
    trees = [getattr(Bench(match, mode), way)(30).tree for mode in ("interpreted", "compiled")]
    for slow, fast in zip(*trees, strict=True):
        assert (slow.action, slow.visits, slow.seat) == (fast.action, fast.visits, fast.seat)
        assert slow.total == pytest.approx(fast.total, abs=1e-9)
        assert slow.apart == pytest.approx(fast.apart, abs=1e-9)


def test_a_look_halves_the_field_until_one_move_is_left() -> None:
    match = next(match for match in positions(registry.load("weathervanes"), 1) if len(match.legal()) >= 8)
    moves = Bench(match, "compiled").look(240).tree[1:]
    assert sorted(node.available for node in moves) == [0, 0, 0, 0, 1, 1, 2, 3]
    visits = [node.visits for node in sorted(moves, key=lambda node: node.available)]
    assert visits == sorted(visits), "who goes on is tried more"
    assert visits[-1] == visits[-2], "the last two are compared to the end"
    assert sum(visits) <= 240


def test_a_look_compares_moves_on_the_same_worlds_with_the_same_luck() -> None:
    """The same move twice would bring the same: so a difference is never mere luck."""
    game = registry.load("weathervanes")
    bench = Bench(next(positions(game, 1)), "interpreted")
    nodes, work = bench.pad.nodes, bench.pad.work
    bench.twin.plant(nodes, work)
    action = game.legal(bench.root)[0]
    for _ in range(2):
        nodes[bench.twin.add(nodes, work, 0, action, bench.root.to_move)].available = 0
    bench.twin.compare(bench.pad, bench.root, bench.mind, bench.rng, 0, 12)
    assert bench.tree[1].visits == 12
    assert (bench.tree[1].total, bench.tree[1].squares) == (bench.tree[2].total, bench.tree[2].squares)


@games
@pytest.mark.parametrize("asked", ["evidence", "head_start"])
@pytest.mark.parametrize("simulations", [40, search_bot.THREADED])
def test_a_look_leaves_the_move_that_is_liked_best_only_on_evidence(
    game: Game, simulations: int, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one lane and in several: without a limit to the evidence it asks for, it plays as one who does not look."""
    assert game.greedy is not None
    how = replace(game.search, way="look", candidates=8)
    how = replace(how, evidence=1e9) if asked == "evidence" else replace(how, head_start=1e9)
    monkeypatch.setattr(game.greedy, "SEARCH", how)
    left = 0
    for match in islice(positions(game, 5), 4):
        seen, legal = game.redacted(match.state, match.to_move), match.legal()
        thoughts = sorted(SearchBot(1, simulations).think(game, seen, legal), key=lambda one: one.merit, reverse=True)
        assert thoughts[0].action in liked_of(game, match)
        assert thoughts[0].visits == thoughts[1].visits, "it was compared to the end"
        left += thoughts[1].value > thoughts[0].value
    assert left or simulations < search_bot.THREADED, "some of the others did better"


@pytest.mark.parametrize(
    ("gains", "evidence", "head_start", "enough"),
    [
        ([0.2], 0.0, 0.0, True),
        ([-0.2], 0.0, 0.0, False),
        ([0.2], 1.0, 0.0, False),  # one world is no evidence,
        ([0.2, 0.2], 1.0, 0.0, True),  # but two that agree are,
        ([0.2, 0.2], 2.0, 0.0, False),  # unless more is asked for
        ([0.5, -0.4, 0.5, -0.4], 1.0, 0.0, False),
        ([0.5, -0.1, 0.5, -0.1], 1.0, 0.0, True),
        ([0.0] * 9 + [0.4], 1.0, 0.0, False),
        ([0.2] * 3, 0.5, 3.0, False),  # three worlds cannot make up for three standard deviations,
        ([0.2] * 4, 0.5, 3.0, True),  # but four that agree can,
        ([0.5, 0.5, 0.5, -0.3], 0.5, 3.0, False),
        ([0.5, 0.5, 0.5, -0.3] * 9, 0.5, 3.0, True),  # and in many worlds it is soon made up for
        ([0.5, -0.38] * 8, 0.5, 3.0, False),
        ([0.5, -0.38] * 8, 0.5, 0.0, True),
    ],
)
def test_evidence_is_the_mean_difference_beside_its_error(
    gains: list[float], evidence: float, head_start: float, enough: bool
) -> None:
    liked = Node(total=0.3 * len(gains), visits=len(gains))
    other = Node(total=0.3 * len(gains) + sum(gains), visits=len(gains), apart=sum(gain * gain for gain in gains))
    assert search.surpasses(other, liked, evidence, head_start) == enough


@pytest.mark.parametrize("simulations", [8, 20, 100, 500])
def test_with_many_simulations_a_head_start_never_decides_a_look(simulations: int) -> None:
    """A policy leaves it out only where the last two moves meet in as many worlds as it says."""
    how = Search("look", candidates=8, evidence=0.5, head_start=1.0)
    tried = [
        Bench(match, "compiled", 4 * simulations).look(simulations, how.candidates).tree[1:]
        for match in islice(positions(registry.load("weathervanes"), 3), 12)
    ]
    fewest = min(max(node.visits for node in moves) for moves in tried)
    matters = head_start_for(how, simulations, most=20) > 0.0
    assert matters or search.asked(how.evidence, how.head_start, fewest) == how.evidence
    assert matters == (simulations < 24), "three rounds, and four worlds for each of two moves"
    assert head_start_for(replace(how, thrift=30), simulations, 20) == how.head_start
    assert head_start_for(replace(how, evidence=0.0), simulations, 20) == how.head_start


@pytest.mark.parametrize("simulations", [30, 100, 200])
def test_a_small_tree_is_not_left_to_luck(simulations: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until some move was visited often enough, a bot plays the one liked best."""
    game, head_start = registry.load("tradewinds"), 6.0
    assert game.greedy is not None
    how, most, kept = replace(game.search, head_start=head_start), game.rules.MAX_LEGAL, 0
    monkeypatch.setattr(game.greedy, "SEARCH", how)
    for match in islice(positions(game, 2), 8):
        seen, legal = game.redacted(match.state, match.to_move), match.legal()
        thoughts = SearchBot(3, simulations).think(game, seen, legal)
        chosen = max(thoughts, key=lambda one: one.merit)
        often = max(thought.visits for thought in thoughts)
        if often < head_start**2:
            assert chosen.action in liked_of(game, match)
            assert head_start_for(how, simulations, most) == head_start, "it matters, so a policy has it"
            kept += often > chosen.visits
        else:
            assert chosen.visits == often
    assert kept > 0 or simulations > 30, "another move had more visits, too few to be preferred"
    assert head_start_for(how, int(head_start**2) * most, most) == 0.0, "some move is visited often enough"
    assert head_start_for(how, int(head_start**2) * most - 1, most) == head_start


@pytest.mark.parametrize(("head_start", "always"), [(0.0, False), (6.0, True)])
def test_a_policy_with_a_small_tree_is_not_left_to_luck(head_start: float, always: bool) -> None:
    game = registry.load("tradewinds")
    how, twin = replace(game.search, head_start=head_start), kernel.interpreted(decision, *game.modules)
    policy, same = searching(how, 20, game.rules.MAX_LEGAL, reading=0.0), []
    for match in islice(positions(game, 2), 8):
        root = game.redacted(match.state, match.to_move)
        pad, mind = new_pad(game, twin, policy.simulations), new_mind(game, twin, root)
        same.append(twin.decide(policy, root, pad, mind, twin.rng(3)) in liked_of(game, match))
    assert all(same) == always


def liked_of(game: Game, match: Match) -> set[int]:
    """What greedy.py likes best."""
    seen, legal = game.redacted(match.state, match.to_move), match.legal()
    likes = [0.0] * len(legal)
    game.judgement.prefer(seen, legal, len(legal), likes)
    return {action for action, liked in zip(legal, likes, strict=True) if liked == max(likes)}


def test_a_tree_can_be_transplanted_to_one_of_its_nodes() -> None:
    bench = Bench(next(positions(registry.load("weathervanes"), 1)), "interpreted").grow(250)
    (nodes, work, *_), others = bench.pad, [Node() for _ in range(300)]
    child = max(range(1, work.nodes), key=lambda at: nodes[at].visits)
    below = [n for n in range(work.nodes) if n != child and _reaches(nodes, n, child)]
    assert below
    bench.twin.transplant(nodes, child, others, work, [0] * 600)
    assert work.nodes == len(below) + 1
    assert others[0].visits == nodes[child].visits
    assert sorted(others[n].visits for n in range(1, work.nodes)) == sorted(nodes[n].visits for n in below)


def _reaches(nodes: list[Node], node: int, above: int) -> bool:
    while node != NONE:
        if node == above:
            return True
        node = nodes[node].parent
    return False


@pytest.mark.parametrize("told", [True, False])
def test_the_tree_is_kept_from_move_to_move_by_a_bot_that_is_told_of_the_moves(told: bool) -> None:
    game = registry.load("winter-court")
    assert game.search.way == "grow"
    match, bot = Match(game, seed=3), SearchBot(1, 2000)
    seat = match.to_move
    while not match.is_over:
        legal, seen = match.legal(), game.redacted(match.state, match.to_move)
        if match.to_move == seat and len(legal) > 1:
            visits = sum(thought.visits for thought in bot.think(game, seen, legal))
            if match.version > 0:
                break
        action = bots.load("greedy", 2).choose(game, seen, legal)
        if told:
            bots.tell(bot, game, match.state, 0, action)
        match.play(action)
    assert (visits > 2000) == told


def test_a_tree_is_not_kept_over_moves_that_were_taken_back() -> None:
    game = registry.load("winter-court")
    match, bot = Match(game, seed=3), SearchBot(1, 500)
    seen, legal = game.redacted(match.state, match.to_move), match.legal()
    bot.think(game, seen, legal)
    bots.tell(bot, game, match.state, 0, legal[0])
    bots.tell(bot, game, match.state, 0, None)
    assert sum(thought.visits for thought in bot.think(game, seen, legal)) == 500


# ---------------------------------------------------------------- who waits for the compiler
def test_a_bot_at_a_table_does_not_wait_for_the_compiler(tmp_path: Path) -> None:
    """Where code is missing it thinks interpreted while another process compiles; then it uses what that made."""
    game = registry.load("tweedy-tricksters")
    warming.make(game)
    made = keeping.cache_folder() / keeping.COMPILED
    shutil.copytree(made, tmp_path / keeping.COMPILED, ignore=shutil.ignore_patterns(keeping.LOCK, "*.new"))
    for missing in (tmp_path / keeping.COMPILED / kernel.code_key(policy, *game.modules)).glob("code-*"):
        missing.unlink()
    program = """
from weatherdeck import bots, kernel
from weatherdeck.bots import search, search_bot, warming
from weatherdeck.games import registry
from weatherdeck.match import Match

game = registry.load("tweedy-tricksters")
match = Match(game, seed=1)
bot = bots.at_table("master", 1)
modes = []
interpreted, compiled = kernel.interpreted, kernel.compiled
kernel.interpreted = lambda *args: modes.append("interpreted") or interpreted(*args)
kernel.fastest = lambda *args: modes.append("compiled") or compiled(*args)
for _ in range(2):
    action = bot.choose(game, game.redacted(match.state, match.to_move), match.legal())
    assert action in match.legal()
    (child,) = warming._begun.values()
    assert child.wait() == 0
print(*modes, *bot.reports)
"""
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "WEATHERDECK_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout.strip() == "interpreted compiled", run.stderr


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(bots.UnknownBot, match="there is no bot 'genius'; there are: random, greedy, search"):
        bots.load("genius", 1)
