"""`python -m benchmarks.knowing GAME OPTION=VALUE [DEALS]`: what is it worth to know a rule?

One greedy player knows the option. The others are shown the same positions with the option at its default, as if
nobody had told them. Each deal is played once in every seat.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from weatherdeck import kernel
from weatherdeck.games import lockstep_greedy, registry
from weatherdeck.games.game import Game
from weatherdeck.games.options import Option, Value
from weatherdeck.kernel import Twin, new_rng

DEALS = 1000


def main() -> None:
    name, setting = sys.argv[1:3]
    deals = int(sys.argv[3]) if len(sys.argv) > 3 else DEALS
    game = registry.load(name)
    options = game.read_options([setting])
    option = next(one for one in game.options if one.name in options)
    twin = kernel.fastest(lockstep_greedy, *game.modules)
    players = game.check_players(None)
    shares = []
    for deal in range(deals):
        won = [_share(game, twin, options, option, (deal, seat)) for seat in range(players)]
        shares.append(sum(won) / players)
    half = 1.96 * np.std(shares, ddof=1) / len(shares) ** 0.5
    print(
        f"{game.title}, {setting}: one who knows it among {players - 1} who do not wins {np.mean(shares):.2%} of games "
        f"(95% CI {np.mean(shares) - half:.2%} to {np.mean(shares) + half:.2%}); a fair share is {1 / players:.2%}."
    )


def _share(game: Game, twin: Twin, options: dict[str, Value], option: Option, which: tuple[int, int]) -> float:
    """The share of the victory of the seat that knows, in one game."""
    seed, knowing = which
    state, rng = game.new_state(None, options), new_rng(seed)
    game.rules.deal(state, rng)
    while not game.rules.is_over(state):
        legal = game.legal(state)
        best = 0
        if len(legal) > 1:
            known = game.redacted(state, state.to_move)
            if state.to_move != knowing:
                setattr(known, option.name, option.encode(option.default))
            best = _liked_best(game, twin, known, legal)
        game.rules.apply(state, legal[best], rng)
    results = game.returns(state)
    winners = [seat for seat, result in enumerate(results) if result == max(results)]
    return (knowing in winners) / len(winners)


def _liked_best(game: Game, twin: Twin, known: Any, legal: list[int]) -> int:
    actions, likes = twin.ints(game.rules.MAX_LEGAL), twin.floats(game.rules.MAX_LEGAL)
    actions[: len(legal)] = legal
    twin.of(lockstep_greedy).prefer(twin.load(known), actions, len(legal), likes)
    return int(np.argmax(np.asarray(likes)[: len(legal)]))


if __name__ == "__main__":
    main()
