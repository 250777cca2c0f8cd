"""Bots that do not search, quickly: one decision without making a bot for it.

They play as the bots of the same names do. `Bot` can be any bot, and remembers what it saw for those that learn from
it, which takes ten times as long.
"""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np

from .. import bots, kernel
from ..bots import policy as policies
from ..bots.levels import policy_of
from ..bots.policy import GREEDY, RANDOM, Policy
from ..games.game import as_module
from . import indifference
from .game import Variant
from .position import Position


def quick_policy(game: Variant, name: str) -> Policy | None:
    """A bot as a policy that needs neither search nor Python; None for all other bots."""
    if name != "random" and name in {*bots.BOTS, *bots.LEVELS}:
        game._game.judgement  # noqa: B018  # it says what is wrong if the game has none
    policy = policy_of(name, game._game) if name == "random" or game._game.greedy is not None else None
    return policy if policy is not None and policy.kind in (RANDOM, GREEDY) else None


def judging_modules(game: Variant) -> tuple[Any, Any]:
    """The rules and the judgement of a game for an engine that needs both; a game without judgement likes all moves."""
    return game._game.module, as_module(game._game.greedy or indifference)


class QuickBot:
    """A bot that is a policy. In one position it always chooses the same action, which depends on its seed."""

    def __init__(self, game: Variant, policy: Policy, seed: int) -> None:
        self._game, self._policy, self._seed = game, policy, seed
        self._twin = kernel.fastest(policies, *judging_modules(game))
        self._record = self._twin.load(policy)
        self._actions, self._likes = self._twin.ints(game.max_legal), self._twin.floats(game.max_legal)

    def __reduce__(self) -> tuple[Any, ...]:
        return QuickBot, (self._game, self._policy, self._seed)

    def choose(self, position: Position) -> int:
        """An action for the seat to move, which is judged by what that seat may know."""
        legal, seat = position.legal, position.to_move
        if len(legal) == 1:
            return legal[0]
        assert seat is not None
        known = position.redact(seat)
        rng = self._twin.rng(zlib.crc32(known._packed) << 16 | self._seed)
        if self._policy.kind == RANDOM:
            return legal[kernel.rng_below(rng, len(legal))]
        self._actions[: len(legal)] = legal
        state = self._state(known)
        return int(self._twin.glance(self._record, state, self._actions, len(legal), self._likes, rng))

    def _state(self, known: Position) -> Any:
        """The state as the twin takes it."""
        if self._twin.mode == "interpreted":
            return known.state
        return np.frombuffer(bytearray(known._packed), self._game._game.rules.State.dtype, 1)[0]
