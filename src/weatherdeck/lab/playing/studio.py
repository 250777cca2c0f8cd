"""Where games between policies are played and recorded, without Python in the loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from types import ModuleType

from ... import kernel
from ...bots.desks import desks_in, new_desks
from ...bots.policy import Policy, searches
from ...bots.thinking import room_for
from ...games.game import Game, as_module
from ...games.reference import GameRef
from ...kernel import Progress, Twin
from . import plain, quick_games, search_games
from .columns import figures_of
from .kept import Numbers, Space, Takes
from .plan import RunPlan
from .quick_games import QuickRoom
from .recorder import Games, Order, Records
from .search_games import SearchRoom

CHAPTERS = 8
"""Rounds of a game that there is room for at first,"""
DECISIONS = 300
"""and decisions; longer games are played again."""


def roles(game: Game) -> list[ModuleType]:
    """The modules that the recorder is joined to. The figures come first: they may replace functions of the others."""
    return [as_module(game.figures), *((game.module, plain) if game.greedy is None else game.modules)]


def compile_for(plan: RunPlan, progress: Progress | None = None) -> None:
    """Compile what a run needs: once, with progress shown, and not in each process."""
    if kernel.can_compile():
        kernel.compiled(search_games if plan.searches else quick_games, *roles(plan.load()), progress=progress)


class Studio:
    """A game with everything that it takes to play and record it, in one of the kernel's twins.

    Policies that search think at desks, as many as fit into `memory` (in bytes; at least one). So many games are played
    at the same time.
    """

    def __init__(self, game: Game, make: Callable[..., Twin], memory: int = 0) -> None:
        self.game, self._make, self._memory = game, make, memory

    def desks(self, plan: RunPlan, simulations: int) -> int:
        """How many games of a run with searches are played at the same time."""
        return desks_in(self._memory, self.game, self.game.new_state(plan.players, plan.options), simulations)

    def play(self, policies: Sequence[Policy], plan: RunPlan, numbers: Numbers) -> Takes:
        """Play some games of a run and record them."""
        takes, needed = self._play(policies, plan, numbers, Space(CHAPTERS, DECISIONS if plan.decisions else 0))
        if len(takes.cut):
            again, _ = self._play(policies, plan, numbers[takes.cut], needed)
            takes = replace(takes, again=again.kept())
        return takes

    def _play(self, policies: Sequence[Policy], plan: RunPlan, numbers: Numbers, space: Space) -> tuple[Takes, Space]:
        game, searching = self.game, any(searches(policy) for policy in policies)
        twin = self._make(search_games if searching else quick_games, *roles(game))
        blank = game.new_state(plan.players, plan.options)
        games = twin.make(
            Games,
            order=twin.load_all([_order(plan)]),
            blank=twin.load_all([blank]),
            policies=twin.load_all(policies),
            numbers=twin.to_device(numbers),
        )
        figures, most = figures_of(game).size(plan.players), game.rules.MAX_LEGAL
        records = space.records(twin, len(numbers), plan.players, figures)
        if searching:
            simulations = max(policy.simulations for policy in policies)
            desks = min(self.desks(plan, simulations), len(numbers))
            at = new_desks(game, twin, desks, blank, simulations)
            room = room_for(SearchRoom, game, plan.players, figures=figures, then=most, last=most)
            twin.over(desks, "record_search_games", games, records, at, room=room)
        else:
            room = room_for(QuickRoom, game, plan.players, figures=figures, then=most, last=most)
            twin.over(len(numbers), "record_quick_games", games, records, room=room)
        return Takes.of(numbers, Records(*(twin.to_host(part) for part in records)), space)


def _order(plan: RunPlan) -> Order:
    """How the games of a run are set up."""
    forbidden = plan.forbidden_actions
    return Order(
        seed=plan.first_seed,
        repeats=plan.repeats,
        rotating=int(plan.rotating),
        forbidden=forbidden.start,
        allowed=forbidden.stop,
    )


@cache
def studio_of(ref: GameRef) -> Studio:
    """The studio of a game on this machine's processor; there is one per process."""
    return Studio(ref.load(), kernel.compiled if kernel.can_compile() else kernel.interpreted)
