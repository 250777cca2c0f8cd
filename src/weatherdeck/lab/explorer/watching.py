"""A game of a run, played again: from the decisions that the run kept, or by the same bots from the same seeds.

Bots choose by the number of the game alone, so a game that nobody wrote down is still there. Whether it is the same one
is checked: it has to end as the run recorded it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...bots.levels import policy_of
from ...errors import IllegalMove, Problem
from ...match import Match
from ..playing import by_hand
from ..playing.plan import RunPlan
from ..playing.recorder import D_ACTION
from ..playing.run import Run
from ..playing.studio import studio_of


def play_again(run: Run, number: int) -> Match:
    """A game of a run, as a match that is over."""
    plan = run.plan
    if not 0 <= number < plan.games or number // plan.batch not in run.done():
        raise Problem(f"{run.folder}: there is no game {number} in it")
    game = plan.load()
    if plan.ruleset != game.rules.RULESET:
        raise Problem(
            f"{run.folder}: was played under ruleset {plan.ruleset} of {game.title}, which is now at "
            f"{game.rules.RULESET}; use weatherdeck {plan.version} to watch its games"
        )
    recorded = _rows(run, "games", number)[0]
    match = Match(game, seed=int(recorded["seed"]), players=plan.players, options=plan.options)
    try:
        for action in _actions(run, number):
            match.play(action)
    except IllegalMove:
        raise _different(plan) from None
    results = [row["result"] for row in _rows(run, "seats", number)]
    if not match.is_over or match.version != recorded["decisions"] or not _ends(match, results):
        raise _different(plan)
    return match


def _actions(run: Run, number: int) -> Sequence[int]:
    plan = run.plan
    if plan.decisions:
        return [int(row["action"]) for row in _rows(run, "decisions", number)]
    keeping, game, numbers = replace(plan, decisions=True), plan.load(), np.array([number])
    policies = [policy for name in plan.bots if (policy := policy_of(name, game)) is not None]
    if len(policies) == len(plan.bots):
        kept = studio_of(plan.ref).play(policies, keeping, numbers).kept()
    else:
        kept = by_hand.play(game, keeping, numbers)
    return [int(action) for action in kept.decisions[:, D_ACTION]]


def _rows(run: Run, table: str, number: int) -> list[dict[str, Any]]:
    """The rows of a game in a table of its batch."""
    import pyarrow.compute as pc

    found = run.read(table, number // run.plan.batch)
    rows: list[dict[str, Any]] = found.filter(pc.equal(found["game"], number)).to_pylist()
    if not rows:
        raise Problem(f"{run.folder}: game {number} is missing in its table {table}")
    return rows


def _ends(match: Match, results: Sequence[float]) -> bool:
    """Whether a match ends with these results, which are kept as numbers of 32 bits."""
    return np.array_equal(np.array(match.game.returns(match.state), np.float32), np.array(results, np.float32))


def _different(plan: RunPlan) -> Problem:
    return Problem(
        f"this game cannot be watched: the bots of today play it in another way than those of weatherdeck "
        f"{plan.version}. Play the run again, or use that version"
    )
