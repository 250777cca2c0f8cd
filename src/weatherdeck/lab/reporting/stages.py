"""How decisions weigh over a game: what it costs to play at random for a tenth of it and greedily otherwise.

Each deal is played eleven times with the same cards: once for every tenth, and once without a random tenth. So the cost
of a tenth is a difference on the same deals. It says when it matters what one does, not how hard that is to see.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ... import kernel
from ...bots.policy import GREEDY, Policy
from ...errors import Problem
from ...games.game import Game
from ...parsing import from_json
from ..files import write
from ..measuring.moments import Figure, Moments, difference
from ..playing import stage_games
from ..playing.plan import RunPlan
from ..playing.simulation import OnBatch
from ..playing.stage_games import TENTHS, TrialRoom, Trials
from ..playing.studio import roles
from .exhibits import Exhibit, LabelledFigure, Section

FILE = "stages.json"
DEALS = 2000
"""Deals, by default: intervals of about two games per hundred."""
CHUNK = 200
"""Deals between two signs of progress."""


def weigh(plan: RunPlan, decisions: float, deals: int = DEALS, on_batch: OnBatch | None = None) -> list[Figure]:
    """What a random tenth costs, by tenth, in win rate. `decisions` is the usual length of a game by greedy players."""
    game = plan.load()
    twin = kernel.fastest(stage_games, *roles(game))
    parts = []
    for first in range(0, deals, CHUNK):
        number = min(CHUNK, deals - first)
        trials = twin.make(
            Trials,
            blank=twin.load_all([game.new_state(plan.players, plan.options)]),
            seats=twin.load_all([Policy(kind=GREEDY)] * plan.players),
            setting=np.array([plan.first_seed + first, max(1, round(decisions))], np.int64),
            won=(number, TENTHS + 1),
        )
        lengths = {
            "actions": game.rules.MAX_LEGAL,
            "likes": game.rules.MAX_LEGAL,
            "results": plan.players,
            "rng": kernel.RNG_WORDS,
            "thoughts": kernel.RNG_WORDS,
        }
        twin.over(number, "play_trials", trials, room=(TrialRoom, lengths))
        parts.append(np.array(trials.won, np.float64).reshape(number, TENTHS + 1))
        if on_batch is not None:
            on_batch(first + number, deals)
    return costs(np.concatenate(parts))


def costs(won: npt.NDArray[np.float64]) -> list[Figure]:
    """From whether the seat won, [deal, tenth] with the usual game last: how much less often it wins."""
    usual, ones = won[:, -1], np.ones(len(won))
    return [
        difference(Moments.of(np.stack([usual, ones, won[:, tenth], ones], axis=1)))
        for tenth in range(won.shape[1] - 1)
    ]


# ---------------------------------------------------------------- kept
def load_or_weigh(
    folder: Path, plan: RunPlan, decisions: float, deals: int = DEALS, on_batch: OnBatch | None = None
) -> list[Figure]:
    """What is kept in the folder of a study, or what is played now and kept there."""
    key = _key(plan, decisions, deals)
    kept = load(folder, key)
    if kept is None:
        kept = weigh(plan, decisions, deals, on_batch)
        rows = [[one.mean, one.error, one.n, one.deals] for one in kept]
        write(folder / FILE, json.dumps({"key": key, "costs": rows}))
    return kept


def load(folder: Path, key: str | None = None) -> list[Figure] | None:
    """What is kept in the folder of a study; None where nothing is kept, or something else than the key says."""
    try:
        document = from_json((folder / FILE).read_text(encoding="utf-8"))
        if key is not None and document["key"] != key:
            return None
        return [Figure(float(mean), float(error), int(n), int(of)) for mean, error, n, of in document["costs"]]
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise Problem(f"{folder / FILE}: cannot be read ({problem}); delete it to play these games again") from None


def _key(plan: RunPlan, decisions: float, deals: int) -> str:
    """A name for everything that the result depends on."""
    deck = plan.deck and plan.deck.fingerprint
    what = [plan.version, plan.game, plan.ruleset, plan.players, dict(plan.options), deck, plan.seed, round(decisions)]
    return hashlib.sha256(json.dumps([*what, deals], sort_keys=True).encode()).hexdigest()[:16]


def section(game: Game, found: Sequence[Figure]) -> Section | None:
    """The costs by tenth; None where there are none."""
    if not found:
        return None
    who = "all win" if game.cooperative else "greedy"
    rows = tuple(LabelledFigure(str(tenth), who, figure) for tenth, figure in enumerate(found, 1))
    most = max(range(len(found)), key=lambda tenth: found[tenth].mean) + 1
    note = (
        f"How much less often a greedy player wins after playing at random for one tenth of the game: most in tenth "
        f"{most} ({100 * found[most - 1].mean:.1f} games per hundred). {found[0].deals:,} deals, each played once for "
        f"every tenth."
    )
    exhibit = Exhibit(
        "What a random tenth of the game costs", rows, "curve", True, note, True, unit="tenth of the game"
    )
    return Section("How decisions weigh", "", [exhibit])
