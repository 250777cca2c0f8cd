"""The student among experts that search: whole games by the compiled engine, on all cores of this machine.

The student plays as the network that would be shipped, in whole numbers. Searches take thousands of times as long as
looks, so these are a few hundred games, and the course has them played rarely.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from .. import kernel
from ..bots import contest
from ..bots.policy import NETWORK, Policy
from ..bots.seeds import seed_for
from ..bots.thinking import new_mind, new_pad
from ..games.network import Network
from ..kernel import new_rng
from ..kernel.spans import threads
from .exam import Deals, Mark, Numbers


class SearchExam:
    """Games with searching bots in the other seats, on the same deals whenever it is taken."""

    def __init__(self, deals: Deals, bots: Sequence[Policy], seed: int) -> None:
        """`bots` are by blank."""
        self.deals, self.bots, self.seed = deals, bots, seed
        self._usual: dict[int, Numbers] = {}

    def take(self, student: Network) -> dict[int, Mark]:
        """The student's marks, by the number of players."""
        hall = _Hall(student, max(policy.simulations for policy in self.bots), self.seed)
        with ThreadPoolExecutor(threads()) as pool:

            def gains(k: int) -> Numbers:
                expected: Numbers | float | None = student.game.contest.even(self.deals.blanks[k])
                if expected is None:
                    if k not in self._usual:
                        self._usual[k] = self._results(pool, hall, k, student=False)
                    expected = self._usual[k]
                return self._results(pool, hall, k, student=True) - expected

            return self.deals.marks(gains)

    def _results(self, pool: ThreadPoolExecutor, hall: _Hall, k: int, *, student: bool) -> Numbers:
        """What each seat in turn got: by deal, with the student there (in a team: everywhere), or with bots only."""
        blank, bot, me = self.deals.blanks[k], self.bots[k], Policy(kind=NETWORK)
        team = hall.network.game.cooperative

        def played(deal: int) -> float:
            own = deal % blank.players
            seats = [me if student and (team or seat == own) else bot for seat in range(blank.players)]
            return float(hall.play(blank, seats, (k << 32) + deal)[own])

        return np.array(list(pool.map(played, range(self.deals.games[k]))))


class _Hall:
    """A game compiled with a network, and a pad for each thread."""

    def __init__(self, network: Network, simulations: int, seed: int) -> None:
        self.network, self.simulations, self.seed = network, simulations, seed
        self._twin = kernel.compiled(contest, *network.modules)
        self._own = threading.local()

    def play(self, blank: Any, seats: Sequence[Policy], deal: int) -> Numbers:
        """The results of all seats in what people count; they depend only on the arguments and the network."""
        twin, game = self._twin, self.network.game
        state, rng = blank.copy(), new_rng(self.seed + deal)
        game.rules.deal(state, rng)
        packed = twin.load(state)
        own = self._own.__dict__
        if "pad" not in own:
            own["pad"] = new_pad(game, twin, self.simulations)
        thoughts = twin.rng(seed_for(self.seed, deal))
        mind = new_mind(game, twin, packed)
        twin.contest(twin.load_all(seats), packed, own["pad"], mind, np.array(rng, np.int64), thoughts)
        ended: Any = twin.unload(game.rules.State, packed)
        return np.asarray(game.contest.counted(np.array(game.returns(ended)), ended), np.float64)
