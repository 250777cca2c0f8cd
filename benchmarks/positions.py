"""`python -m benchmarks.positions`: a short script of random play, through the public API and without it.

`match` checks and narrates every move. `rules` calls the interpreted rules, which check nothing. Positions check every
move. It measures processor time on one core, so that other work on the machine does not count.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from functools import cache
from itertools import count

import weatherdeck
from weatherdeck.games import registry
from weatherdeck.kernel import new_rng
from weatherdeck.match import Match

SECONDS = 2.0


def main() -> None:
    print("Random play by a short script on one core, in decisions per second, with legal actions as Python numbers.")
    print(f"{'game':24} {'match':>10} {'rules':>10} {'positions':>10} {'+ observe, mask':>16}")
    for name in sys.argv[1:] or registry.names():
        found = rates(name)
        *most, last = found.values()
        print(f"{registry.load(name).title:24} {' '.join(f'{rate:10,.0f}' for rate in most)} {last:16,.0f}")


def rates(name: str, seconds: float = SECONDS) -> dict[str, float]:
    """Decisions per second of processor time, by each way."""
    ways = {"match": _match, "rules": _rules, "positions": _positions, "observed": _observed}
    return {way: round(_rate(play, name, seconds)) for way, play in ways.items()}


def _match(name: str, seed: int) -> int:
    match = Match(registry.load(name), seed=seed)
    while not match.is_over:
        match.play(random.choice(match.legal()))
    return match.version


def _rules(name: str, seed: int) -> int:
    game, rng, made = registry.load(name), new_rng(seed), 0
    state = game.new_state()
    game.rules.deal(state, rng)
    while not game.rules.is_over(state):
        game.rules.apply(state, random.choice(game.legal(state)), rng)
        made += 1
    return made


@cache
def _game(name: str) -> weatherdeck.Game:
    return weatherdeck.load(name)


def _positions(name: str, seed: int) -> int:
    position = _game(name).deal(seed=seed)
    while not position.over:
        position = position.apply(random.choice(position.legal))
    return len(position.history)


def _observed(name: str, seed: int) -> int:
    position = _game(name).deal(seed=seed)
    while not position.over:
        position.observe()
        position.mask()
        position = position.apply(random.choice(position.legal))
    return len(position.history)


def _rate(play: Callable[[str, int], int], name: str, seconds: float) -> float:
    """Decisions a second."""
    play(name, 0)  # to compile
    random.seed(1)
    started, made, seeds = time.process_time(), 0, count(1)
    while time.process_time() - started < seconds:
        made += play(name, next(seeds))
    return made / (time.process_time() - started)


if __name__ == "__main__":
    main()
