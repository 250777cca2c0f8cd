"""Are reviews better with a network? Two reviewers judge the same decisions, and strong players play on.

    python -m benchmarks.advice GAME --positions 500

The decisions are those of `club` players, a few in each game. Where the reviewers call different moves best, both moves
are made in the true position, and bots that search with the network play on to the end of the game with the same luck.
The result is the mean difference for the player who decides, over all positions (0 where both name the same move), with
its 95% confidence interval. The processor time for each decision is compared, too.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from weatherdeck.bots import evidence, load
from weatherdeck.bots.arena import Arena
from weatherdeck.bots.levels import policy_of
from weatherdeck.bots.policy import Policy
from weatherdeck.bots.review import LEARNED_SIMULATIONS, SIMULATIONS, WORLDS, Oracle, judge, prepare
from weatherdeck.bots.seeds import seed_for
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.kernel import new_rng
from weatherdeck.match import Match

SEED = 18
A_GAME = 3
"""Decisions that are taken from each game: more would depend on each other."""
LUCKS = 3
"""How often each move is played on."""


@dataclass
class Reviewer:
    """A way to review, and the time it took."""

    name: str
    learned: bool
    simulations: int
    seconds: float = 0.0


def decisions(game: Game, number: int) -> Iterator[tuple[Match, int]]:
    """Positions of one game in which a `club` player decides, with the move played."""
    match = Match(game, seed=seed_for("advice", SEED, number) % (1 << 31))
    players = [load("club", seed_for("club", SEED, number, seat)) for seat in range(match.players)]
    choices = []
    while not match.is_over:
        seat = match.to_move
        assert seat is not None
        played = players[seat].choose(game, game.redacted(match.state, seat), match.legal())
        if seat == number % match.players and len(match.legal()) > 1:
            choices.append(match.version)
        match.play(played)
    moves = [step.action for step in match.steps[1:]]
    for version in sorted(random.Random(number).sample(choices, min(A_GAME, len(choices)))):
        position = Match(game, seed=match.seed, players=match.players)
        for action in moves[:version]:
            assert action is not None
            position.play(action)
        played_there = moves[version]
        assert played_there is not None
        yield position, played_there


def best_of(reviewer: Reviewer, match: Match, played: int) -> int:
    """The move that a reviewer calls best."""
    game, seat = match.game, match.to_move
    assert seat is not None
    oracle = Oracle(game, SEED, learned=reviewer.learned)
    oracle.follow(seat, match.history)
    started = time.process_time()
    found = judge(oracle, game.redacted(match.state, seat), played, match.version, reviewer.simulations, WORLDS)
    reviewer.seconds += time.process_time() - started
    return found.best


def played_on(match: Match, action: int, strong: Policy) -> float:
    """The mean result of a move for the player who makes it, if strong players continue."""
    game, seat, results = match.game, match.to_move, []
    for luck in range(LUCKS):
        state, rng = match.state.copy(), new_rng(seed_for("luck", match.seed, match.version, luck))
        game.rules.apply(state, action, rng)
        if not game.rules.is_over(state):
            seed = seed_for("strong", match.seed, match.version, luck)
            state = Arena.of(game).play([strong] * match.players, state, list(rng), seed)
        results.append(float(game.contest.counted(np.array(game.returns(state)), match.state)[seat]))
    return float(np.mean(results))


def main() -> None:
    """Compare reviews with and without the network of a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=registry.names())
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument(
        "--strength", type=int, default=6, metavar="N", help="who plays on: network-search@N (default: 6)"
    )
    options = parser.parse_args()
    game = registry.load(options.game)
    strong = policy_of(f"network-search@{options.strength}", game, game.new_state())
    assert strong is not None
    prepare(game)
    before, after = Reviewer("without", False, SIMULATIONS), Reviewer("with", True, LEARNED_SIMULATIONS)
    gains: list[float] = []
    differ = number = 0
    while len(gains) < options.positions:
        number += 1
        for match, played in decisions(game, number):
            one, other = (best_of(reviewer, match, played) for reviewer in (before, after))
            differ += one != other
            gains.append(played_on(match, other, strong) - played_on(match, one, strong) if one != other else 0.0)
    low, high = game.contest.bounds
    gain, unit = evidence.mean(gains, high - low), game.contest.unit
    print(f"{game.title}: {len(gains)} positions of {number} games; the reviewers differ in {differ}")
    print(
        f"with the network, {unit.name}: {unit.finely(gain.mean)} ({unit.finely(gain.low)} to {unit.finely(gain.high)})"
    )
    ratio = after.seconds / before.seconds
    print(f"time of a decision with the network, beside that without: {ratio:.2f}")


if __name__ == "__main__":
    main()
