"""Games with bots that are not policies: Python is in the loop, and the recorder runs interpreted, game by game."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import kernel
from ...bots.bot import tell
from ...games.game import Game
from ...kernel import Twin, new_rng
from . import players, recorder
from .columns import figures_of
from .kept import Kept, Numbers, Space, Takes
from .plan import RunPlan
from .recorder import Ledger, Records
from .studio import CHAPTERS, DECISIONS, roles


def play(game: Game, plan: RunPlan, numbers: Numbers) -> Kept:
    """Play some games of a run and record them."""
    parts = [_play(game, plan, numbers[place : place + 1]) for place in range(len(numbers))]
    return Kept(*(np.concatenate(rows) for rows in zip(*(vars(part).values() for part in parts), strict=True)))


def _play(game: Game, plan: RunPlan, number: Numbers) -> Kept:
    """Play one game, again with more room if it did not fit."""
    twin = kernel.interpreted(recorder, *roles(game))
    space = Space(CHAPTERS, DECISIONS if plan.decisions else 0)
    while True:
        records = space.records(twin, 1, plan.players, figures_of(game).size(plan.players))
        _record(twin, game, plan, int(number[0]), records)
        takes, space = Takes.of(number, records, space)
        if len(takes.cut) == 0:
            return takes.kept()


def _record(twin: Twin, game: Game, plan: RunPlan, number: int, records: Records) -> None:
    """Play a game to its end, with the same deal as without Python in the loop."""
    ledger, figures = Ledger(), twin.ints(figures_of(game).size(plan.players))
    hands, decisions = records.hands[0], records.decisions[0]
    seed = plan.first_seed + number // plan.repeats
    table = [
        players.seated(plan.bot_in(seat, number), seed, number % plan.repeats, seat, plan.bots)
        for seat in range(plan.players)
    ]
    state, view = game.new_state(plan.players, plan.options), game.rules.State()
    rng = new_rng(seed)
    game.rules.deal(state, rng)
    forbidden = plan.forbidden_actions
    ledger.restricted = number // plan.repeats % plan.players
    ledger.forbidden, ledger.allowed = forbidden.start, forbidden.stop
    then, last = ([0] * game.rules.MAX_LEGAL for _ in range(2))
    blank: Any = game.rules.State  # of this game
    ahead = recorder.Ahead(blank(), blank(), then, last, new_rng(0))
    twin.open_game(ledger, figures, state, view)
    while not game.rules.is_over(state):
        legal, seat = game.legal(state), state.to_move
        free = legal.copy()
        free = free[: twin.offered(ledger, state, free, len(free), ahead)]
        action = free[0] if len(free) == 1 else table[seat].choose(game, game.redacted(state, seat), free)
        for place, bot in enumerate(table):
            tell(bot, game, state, place, action)
        before = state.copy()
        game.rules.apply(state, action, rng)
        twin.after_move(ledger, figures, hands, decisions, len(legal), action, before, state, view)
    twin.close_game(ledger, figures, twin.floats(plan.players), records, 0, state)
