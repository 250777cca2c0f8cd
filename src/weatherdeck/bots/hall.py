"""The hall: whole ladders between policies, many games at once. On a GPU, thousands of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from ..errors import Problem
from ..games.contest import Team
from ..kernel import Twin
from . import device, quick_contests, search_contests
from .contests import SEEDS, Contests
from .desks import desks_in, new_desks
from .device import MOST_DESKS
from .ladder import LineUp, Plan, Played
from .levels import policy_of
from .policy import Policy, searches
from .quick_contests import QuickSeats
from .search_contests import SearchSeats
from .seeds import seed_for
from .thinking import room_for

AT_ONCE = 1 << 16
"""Games without search that are played at once."""
WORD = 1 << 64


class Hall:
    """Plays the games of a plan as `ladder.play` does, with equal results, in one of the kernel's twins.

    Searches think at desks, as many as fit into `memory` (in bytes; at least one).
    """

    def __init__(self, plan: Plan, make: Callable[..., Twin] | None = None, memory: int | None = None) -> None:
        """Refuse bots that are not policies, and a machine without a GPU if no other maker of twins is given."""
        self.plan, self.game = plan, plan.game.load()
        found = {name: policy_of(name, self.game, self._blank) for name in plan.bots}
        strangers = [name for name, policy in found.items() if policy is None]
        if strangers:
            raise Problem(device.refusal(strangers))
        _ = self.game.judgement  # refuses a game that has none
        self._policies: dict[str, Policy] = {name: policy for name, policy in found.items() if policy is not None}
        self._make = make or device.twin_maker()
        self._memory = device.memory() if memory is None else memory

    def play_all(self) -> Iterator[Played]:
        """Play everything, deal by deal, in the order of `ladder.play_all`."""
        line_ups = self.plan.lineups
        at_once = self._desks if self._searching else AT_ONCE
        deals = max(1, at_once // len(line_ups))  # whole deals
        for first in range(0, self.plan.deals, deals):
            last = min(self.plan.deals, first + deals)
            yield from self.play([(deal, line_up) for deal in range(first, last) for line_up in line_ups])

    def play(self, games: Sequence[tuple[int, LineUp]]) -> Iterator[Played]:
        """Play some games at once, each a deal with a line-up."""
        game, players, team = self.game, self.plan.players, self.game.contest
        contests = self._played(games)
        roles: dict[int, tuple[str, ...]] = {}
        for i, (deal, line_up) in enumerate(games):
            if deal not in roles:
                roles[deal] = game.contest.roles(game.rules.State.unpack(contests.dealt[i]))
            returned = tuple(float(result) for result in contests.returned[i][:players])
            played = Played(deal, line_up, returned, roles[deal])
            if isinstance(team, Team):
                ended = game.rules.State.unpack(contests.ended[i])
                score, won = team.score, team.won
                played = replace(played, score=score(ended) if score else None, won=won(ended) if won else None)
            yield played

    @cached_property
    def _searching(self) -> bool:
        return any(searches(policy) for policy in self._policies.values())

    @cached_property
    def _simulations(self) -> int:
        return max(policy.simulations for policy in self._policies.values())

    @cached_property
    def _blank(self) -> Any:
        return self.game.new_state(self.plan.players, self.plan.options)

    @cached_property
    def _desks(self) -> int:
        return min(MOST_DESKS, desks_in(self._memory, self.game, self._blank, self._simulations))

    def _played(self, games: Sequence[tuple[int, LineUp]]) -> Contests:
        """Play, and bring everything back from where it was played."""
        players, n = self.plan.players, len(games)
        twin = self._make(search_contests if self._searching else quick_contests, *self.game.modules)
        contests = twin.make(
            Contests,
            blank=twin.load_all([self._blank]),
            policies=twin.load_all(list(self._policies.values())),
            seated=twin.to_device(self._seated(games)),
            seeds=twin.to_device(self._seeds(games)),
            dealt=n,
            ended=n,
            returned=(n, players),
        )
        if self._searching:
            desks = min(self._desks, n)
            at = new_desks(self.game, twin, desks, self._blank, self._simulations)
            twin.over(desks, "search_contests", contests, at, room=room_for(SearchSeats, self.game, players))
        else:
            twin.over(n, "quick_contests", contests, room=room_for(QuickSeats, self.game, players))
        return Contests(*(twin.to_host(part) for part in contests))

    def _seated(self, games: Sequence[tuple[int, LineUp]]) -> Any:
        place = {name: number for number, name in enumerate(self._policies)}
        return np.array([[place[name] for name in line_up] for _, line_up in games], np.int64)

    def _seeds(self, games: Sequence[tuple[int, LineUp]]) -> Any:
        """The seeds of the cards and of the bots, as `ladder.play` has them."""
        seeds = np.zeros((len(games), SEEDS), np.uint64)
        for i, (deal, line_up) in enumerate(games):
            above, low = divmod((self.plan.seed << 32) + deal, WORD)
            seeds[i] = low, above, seed_for(self.plan.seed, deal, line_up, 0)
        return seeds.view(np.int64)
