"""What is measured: parts, each with a file of results.

Most are matches: one seat of a bot among others of another kind, in each seat of every deal in turn (in a cooperative
game, all seats are of the one or of the other kind). `ladder.py` has the details: these are its one-way plans.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from weatherdeck import __version__
from weatherdeck.bots import evidence, ladder
from weatherdeck.bots.evidence import Estimate, Numbers
from weatherdeck.bots.ladder import Ladder, Plan, Played
from weatherdeck.bots.levels import policy_of
from weatherdeck.bots.policy import NETWORK, Policy
from weatherdeck.games import registry
from weatherdeck.games.game import Game

from .results import Results, Row

SEED = 1_000_003
"""Of all deals that the page shows. Settings were chosen, and networks trained, on deals of other seeds."""
TUNING = "5,000 to 999,999"
"""The seeds that settings are chosen with. Those here are far away: a deal's is SEED shifted by 32 bits."""
Section = Literal["levels", "gap", "growth", "network", "knowing", "ismcts"]
CLUB = "club"
Table = tuple[str, int | None]
"""A game and the number of players; None if there is only one."""


@dataclass(frozen=True)
class Part(ABC):
    """Something that is measured."""

    game: str
    players: int | None
    bot: str
    section: Section
    least: int  # deals
    most: int  # deals, if the least do not show enough

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of its file."""

    @property
    @abstractmethod
    def games(self) -> int:
        """The number of games in a deal."""

    @property
    @abstractmethod
    def header(self) -> Mapping[str, Any]:
        """Exactly what is played: results of anything else are not shown."""

    @abstractmethod
    def play(self, deal: int, game: int) -> Row:
        """Play a game. The result depends on nothing else, unless bots think by the clock."""

    @abstractmethod
    def prepare(self) -> None:
        """Compile what is needed, before processes that play are started."""

    @property
    def lacks(self) -> str:
        """What is missing on this machine to play it; nothing, as a rule."""
        return ""

    @property
    def at_once(self) -> int:
        """How many games are handed out together: many if they are short."""
        return 1

    def wants(self, results: Results) -> int:  # noqa: ARG002  # some parts are never satisfied by results
        """How many deals there should be, judging by the results so far."""
        return self.least

    @property
    def title(self) -> str:
        """The game, and the number of players where there are several."""
        title = registry.load(self.game).title
        return f"{title}, {self.players} players" if self.players else title

    @property
    def table(self) -> str:
        """The game and the number of players in a file's name."""
        return f"{self.game}-{self.players}" if self.players else self.game


@dataclass(frozen=True)
class Match(Part):
    """A bot among others."""

    among: str = CLUB

    @property
    def name(self) -> str:
        return f"{self.table}-{self.bot}-among-{self.among}"

    @cached_property
    def plan(self) -> Plan:
        """What is played, for the ladder."""
        names = self.bot, self.among
        return ladder.plan(
            registry.load(self.game), names, deals=self.most, seed=SEED, players=self.players, one_way=True
        )

    @property
    def games(self) -> int:
        return len(self.plan.lineups)

    @cached_property
    def policies(self) -> list[Policy]:
        """What plays: the bot, and the others."""
        game = registry.load(self.game)
        found = [policy_of(name, game, game.new_state(self.players)) for name in (self.bot, self.among)]
        return [policy for policy in found if policy is not None]

    @property
    def is_quick(self) -> bool:
        """Whether nobody thinks ahead."""
        return all(policy.simulations == 0 for policy in self.policies)

    @property
    def at_once(self) -> int:
        return 50 if self.is_quick else 1

    @cached_property
    def header(self) -> Mapping[str, Any]:
        bots = {name: settings(policy) for name, policy in zip((self.bot, self.among), self.policies, strict=True)}
        about = heading(self, searched=not self.is_quick)
        return {**about, "bots": bots, "network": network_of(registry.load(self.game), self.policies)}

    def play(self, deal: int, game: int) -> Row:
        started = time.process_time()
        played = ladder.play(self.plan, deal, self.plan.lineups[game])
        return row_of(played, game, time.process_time() - started)

    def prepare(self) -> None:
        """One game of the quickest players makes all the machine code that any players need."""
        ladder.play(self.plan, 0, (CLUB,) * self.plan.players)

    def tournament(self, results: Results) -> Ladder:
        """The games of all complete deals."""
        found = Ladder(self.plan)
        for deal in range(results.deals):
            roles = tuple(results.rows[deal, 0].get("roles", ()))
            for game, lineup in enumerate(self.plan.lineups):
                row = results.rows[deal, game]
                found.add(Played(deal, lineup, tuple(row["returns"]), roles, row.get("score"), row.get("won")))
        return found

    def edges(self, results: Results) -> Numbers:
        """What the bot gains over the others, by deal."""
        if results.edges is None or len(results.edges) != results.deals:
            results.edges = self._edges(results)
        return results.edges

    def _edges(self, results: Results) -> Numbers:
        return self.tournament(results).edges((self.bot, self.among))

    def wants(self, results: Results) -> int:
        """More deals, as long as they do not show who is stronger."""
        if self.section != "levels" or results.deals < self.least or self.verdict(results).after is not None:
            return self.least
        return min(self.most, max(self.least, results.deals * 3 // 2))

    def verdict(self, results: Results) -> Verdict:
        """What the deals show."""
        return verdict(self.edges(results), self.plan.bound)


@dataclass(frozen=True)
class Verdict:
    """The edge, and after how many deals a sequential test shows it to be above 0, or below; None: it does not."""

    edge: Estimate
    after: int | None
    below: int | None


def verdict(values: Numbers, bound: float) -> Verdict:
    """What values by deal show."""
    values = np.asarray(values, float)
    return Verdict(
        evidence.mean(values, bound), evidence.shown_after(values, bound), evidence.shown_after(-values, bound)
    )


def row_of(played: Played, game: int, seconds: float) -> Row:
    """A game of the ladder as a row. The roles are the same in all games of a deal: the first has them."""
    row: Row = {"deal": played.deal, "game": game, "seconds": round(seconds, 3), "returns": played.returns}
    if played.roles and game == 0:
        row["roles"] = played.roles
    if played.score is not None:
        row["score"] = played.score
    if played.won is not None:
        row["won"] = bool(played.won)
    return row


def heading(part: Part, *, searched: bool) -> dict[str, Any]:
    """What every file says about itself; whether somebody searches by the game's judgement."""
    game = registry.load(part.game)
    rules, revision = game.rules, getattr(game.greedy, "REVISION", 1)
    return {
        "format": "weatherdeck strength 1",
        "part": part.name,
        "version": __version__,
        "game": part.game,
        "ruleset": rules.RULESET,
        "seed": SEED,
        **({"judgement": revision} if searched and revision > 1 else {}),
    }


def settings(policy: Policy) -> dict[str, float]:
    """All numbers of a policy but those that are 0: results stay valid when policies get another number."""
    return {name: number for name in policy.fields if (number := getattr(policy, name))}


def network_of(game: Game, policies: Sequence[Policy]) -> str | None:
    """The network that some policy plays by, as a name for exactly its weights; None if none does."""
    if game.network is None or not any(policy.learned or policy.kind == NETWORK for policy in policies):
        return None
    return f"{game.network.fingerprint[:16]} trust {game.network.about['trust']}"
