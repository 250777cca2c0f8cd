"""How far a bot can be exploited by a search that knows it (`bots/exploitation.py`)."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np

from weatherdeck.bots import LEVELS, exploitation
from weatherdeck.bots.exploitation import KNOWING, Room
from weatherdeck.bots.levels import policy_of
from weatherdeck.bots.policy import searches
from weatherdeck.games import registry

from .parts import SEED, Part, Table, Verdict, heading, network_of, settings, verdict
from .results import Results, Row

DEALS = 300


@dataclass(frozen=True)
class Response(Part):
    """What the search that knows a bot gains in its place; a deal is one game here."""

    @property
    def name(self) -> str:
        return f"{self.table}-{self.bot}-exploited"

    @property
    def games(self) -> int:
        return 1

    @cached_property
    def plan(self) -> exploitation.Plan:
        """What is played."""
        return exploitation.plan(registry.load(self.game), self.bot, deals=self.most, seed=SEED, players=self.players)

    @cached_property
    def header(self) -> Mapping[str, Any]:
        policies = [self.plan.policy, self.plan.responders[KNOWING]]
        return {
            **heading(self, searched=True),
            "bots": {self.bot: settings(policies[0]), KNOWING: settings(policies[1])},
            "network": network_of(self.plan.game, policies),
        }

    def play(self, deal: int, game: int) -> Row:
        started = time.process_time()
        gains = _room(self).gains(deal)
        seconds = round(time.process_time() - started, 3)
        return {"deal": deal, "game": game, "seconds": seconds, "gains": gains[KNOWING]}

    def prepare(self) -> None:
        _room(self)

    def verdict(self, results: Results) -> Verdict:
        """What the deals show."""
        gains = np.array([np.mean(results.rows[deal, 0]["gains"]) for deal in range(results.deals)])
        least, most = self.plan.game.contest.bounds
        return verdict(gains, most - least)


@cache
def _room(part: Response) -> Room:
    """The room of a part; there is one per process."""
    return Room(part.plan)


def parts(tables: Sequence[Table]) -> Iterator[Response]:
    """One for each level that takes one look."""
    for name, players in tables:
        game = registry.load(name)
        state = game.new_state(players)
        for bot in LEVELS:
            policy = policy_of(bot, game, state)
            if policy is not None and not searches(policy):
                yield Response(name, players, bot, "knowing", DEALS, DEALS)
