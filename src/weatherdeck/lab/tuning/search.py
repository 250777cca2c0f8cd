"""The search: cheap bots try many candidates, the promising ones are promoted to the stronger bot, and those race.

Optuna proposes what to try. Everything else is a function of the brief: the same deals are played again in memory of
what is kept (`ledger.py`), so a search that was stopped takes the same steps when it is run again, without playing.

Bots of different strength see different figures. What the stronger bot saw of its candidates corrects what the cheap
one saw of all: by the weighted mean of the differences, near candidates first (for shares on the logit scale).
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ...bots.levels import policy_of
from ...bots.policy import searches
from ...errors import Problem
from ...extras import library
from ...games.game import Game
from .bench import Bench, Stage
from .brief import Brief
from .estimates import Seen, total_miss
from .goals import Goal
from .racing import in_layers, survivors
from .space import RULEBOOK, Candidate, Space

Numbers = npt.NDArray[np.float64]
TOGETHER = 12
"""Candidates that are proposed before any of them is played, so that all cores have something to do."""
PATIENCE = 20
"""Proposals for each candidate that is still wanted, before the search takes the space for exhausted."""
WORST = 1000.0
"""The miss of a candidate that cannot be played, as Optuna is told."""
NEAR = 0.25
"""Where the weight of a neighbour is a quarter of that of the candidate itself, in distances of the space."""


@dataclass
class Outcome:
    """How a search went."""

    brief: Brief
    first: Stage
    last: Stage  # the same, where no stronger bot confirms
    costs: dict[Candidate, float] = field(default_factory=dict)  # of all that were tried, in order
    cheap: dict[Candidate, Seen] = field(default_factory=dict)
    strong: dict[Candidate, Seen] = field(default_factory=dict)  # with as many deals as each has played
    refused: dict[Candidate, str] = field(default_factory=dict)
    raced: list[tuple[int, int]] = field(default_factory=list)  # deals, and candidates that played them
    frontier: list[Candidate] = field(default_factory=list)  # the best first
    is_whole_space: bool = False

    def miss(self, candidate: Candidate) -> float:
        """The miss as the last stage saw it, or as far as it can be predicted."""
        if candidate in self.strong:
            return total_miss(self.last.goals, self.strong[candidate].values)
        return total_miss(self.last.goals, self._predicted(candidate))

    def rank(self, candidate: Candidate) -> tuple[float, float]:
        """What is compared: the miss and the cost."""
        return round(self.miss(candidate), 6), self.costs[candidate]

    def _predicted(self, candidate: Candidate) -> Numbers:
        """The figures that the last stage would see, from what the first saw and the differences of others."""
        space = self.brief.space
        weights = {other: (NEAR / (NEAR + space.distance(candidate, other))) ** 2 for other in self.strong}
        whole = sum(weights.values())
        found = np.full(len(self.last.goals), np.nan)
        for place, goal in enumerate(self.last.goals):
            at = self.first.goals.index(goal) if goal in self.first.goals else None
            if at is None:
                if weights:
                    found[place] = sum(w * self.strong[o].values[place] for o, w in weights.items()) / whole
                continue
            mine = float(self.cheap[candidate].values[at])
            moved = sum(
                weight * (_wide(goal, self.strong[other].values[place]) - _wide(goal, self.cheap[other].values[at]))
                for other, weight in weights.items()
            )
            found[place] = _narrow(goal, _wide(goal, mine) + (moved / whole if weights else 0.0))
        return found


def _wide(goal: Goal, value: float) -> float:
    """A figure on a scale on which differences are alike everywhere: shares as logits."""
    if not goal.quantity.is_share or goal.quantity.from_fair:
        return float(value)
    inside = min(max(float(value), 0.002), 0.998)
    return math.log(inside / (1 - inside))


def _narrow(goal: Goal, value: float) -> float:
    if not goal.quantity.is_share or goal.quantity.from_fair:
        return value
    return 1 / (1 + math.exp(-value))


def search(brief: Brief, bench: Bench) -> Outcome:
    """Search for the candidates that miss the goals least and change least."""
    outcome = _begin(brief)
    budget, seed = brief.budget, brief.seed
    has_strong = outcome.first != outcome.last
    bots = {bot for table in outcome.first.tables for bot in table.bots}
    deals = budget.deals if all(is_quick(bot, brief.game) for bot in bots) else budget.strong_deals
    rounds = budget.rounds if has_strong else 1
    for number in range(rounds):
        wanted = budget.candidates * (number + 1) // rounds
        for group in _proposed(outcome, wanted, number):
            bench.play(_exploring(outcome, number, rounds), group, outcome.first, deals, seed)
            outcome.cheap |= {one: bench.seen(one, outcome.first, deals, seed) for one in group}
        if not has_strong:
            outcome.strong = outcome.cheap
            break
        promoted = _promoted(outcome, budget.finalists * (number + 1) // rounds)
        what = f"round {number + 1} of {rounds}, promoted to {brief.bot}: chunks of deals"
        bench.play(what, promoted, outcome.last, budget.strong_deals, seed)
        outcome.strong |= {one: bench.seen(one, outcome.last, budget.strong_deals, seed) for one in promoted}
    _race(outcome, bench, budget.strong_deals if has_strong else deals)
    return outcome


def _begin(brief: Brief) -> Outcome:
    reason = brief.space.refusal(RULEBOOK, brief.players)
    if reason is not None:
        raise Problem(f"the game as it is cannot be played: {reason}")
    quick = tuple(goal for goal in brief.goals if all(is_quick(bot, brief.game) for bot in goal.bots))
    last = Stage(brief.goals, brief.bot)
    first = Stage(quick, brief.cheap) if quick else last
    return Outcome(brief, last if first.goals == last.goals and brief.cheap == brief.bot else first, last)


def is_quick(bot: str, game: Game) -> bool:
    """Whether a bot plays without searching."""
    policy = policy_of(bot, game)
    return policy is not None and not searches(policy)


def _exploring(outcome: Outcome, number: int, rounds: int) -> str:
    of = f"round {number + 1} of {rounds}, " if rounds > 1 else ""
    tried = len(outcome.cheap)
    return f"{of}{tried} of {outcome.brief.budget.candidates} candidates tried by {outcome.first.bot}: chunks of deals"


# ---------------------------------------------------------------- what to try
def _proposed(outcome: Outcome, wanted: int, number: int) -> Iterator[list[Candidate]]:
    """Groups of new candidates, until so many were tried. What cannot be played is put down with its reason."""
    space = outcome.brief.space
    if space.size <= outcome.brief.budget.candidates:
        outcome.is_whole_space = True
        everything = sorted(space.everything(), key=space.cost)
        yield from _in_groups([one for one in everything if _is_new(outcome, one)])
        return
    if number == 0:
        singles = list(space.single_changes())
        few = max(1, wanted // 2)
        step = max(1.0, len(singles) / few)
        spread = [singles[int(place * step)] for place in range(min(few, len(singles)))]
        yield from _in_groups([one for one in [RULEBOOK, *spread] if _is_new(outcome, one)])
    asking = _Asking(outcome, number)
    free = wanted - (wanted - len(outcome.cheap)) // 3  # the last third is spent close to the frontier
    while len(outcome.cheap) < free:
        group = asking.group(min(TOGETHER, free - len(outcome.cheap)))
        if not group:
            break
        yield group
        asking.tell()
    while len(outcome.cheap) < wanted:
        group = _near_the_frontier(outcome, min(TOGETHER, wanted - len(outcome.cheap)))
        if not group:
            return
        yield group


def _near_the_frontier(outcome: Outcome, size: int) -> list[Candidate]:
    """New neighbours of the best candidates: can a change be taken back, or be smaller?"""
    found: list[Candidate] = []
    for candidate in in_layers(list(outcome.cheap), outcome.rank):
        for neighbour in outcome.brief.space.neighbours(candidate):
            if len(found) < size and _is_new(outcome, neighbour):
                found.append(neighbour)
    return found


def _in_groups(some: list[Candidate]) -> Iterator[list[Candidate]]:
    for first in range(0, len(some), TOGETHER):
        yield some[first : first + TOGETHER]


def _is_new(outcome: Outcome, candidate: Candidate) -> bool:
    """Whether a candidate was not tried before and can be played."""
    if candidate in outcome.costs:
        return False
    outcome.costs[candidate] = outcome.brief.space.cost(candidate)
    reason = outcome.brief.space.refusal(candidate, outcome.brief.players)
    if reason is not None:
        outcome.refused[candidate] = reason
    return reason is None


class _Asking:
    """Optuna's side of the search: it is told what is known, and asked what to try next."""

    def __init__(self, outcome: Outcome, number: int) -> None:
        self._optuna = _optuna()
        self._outcome = outcome
        self._kinds = _distributions(self._optuna, outcome.brief.space)
        sampler = self._optuna.samplers.TPESampler(seed=1000 * outcome.brief.seed + number)
        self._study = self._optuna.create_study(directions=["minimize", "minimize"], sampler=sampler)
        self._waiting: list[tuple[Any, Candidate]] = []
        for candidate in [*outcome.cheap, *outcome.refused]:
            self._study.add_trial(
                self._optuna.trial.create_trial(
                    params=_numbers(outcome.brief.space, candidate),
                    distributions=self._kinds,
                    values=self._values(candidate),
                )
            )

    def group(self, size: int) -> list[Candidate]:
        """New candidates; none if only known ones are proposed."""
        found: list[Candidate] = []
        for _ in range(PATIENCE * size):
            if len(found) == size:
                break
            trial = self._study.ask(self._kinds)
            candidate = _candidate(self._outcome.brief.space, trial.params)
            if _is_new(self._outcome, candidate):
                found.append(candidate)
                self._waiting.append((trial, candidate))
            elif candidate not in found:
                self._study.tell(trial, self._values(candidate))
            else:
                self._waiting.append((trial, candidate))
        return found

    def tell(self) -> None:
        """Tell what was seen of those that were proposed."""
        for trial, candidate in self._waiting:
            self._study.tell(trial, self._values(candidate))
        self._waiting.clear()

    def _values(self, candidate: Candidate) -> list[float]:
        miss = WORST if candidate in self._outcome.refused else self._outcome.miss(candidate)
        return [miss, self._outcome.costs[candidate]]


def _optuna() -> Any:
    optuna: Any = library("optuna", "a tuning", "lab")
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    warnings.filterwarnings("ignore", category=optuna.exceptions.ExperimentalWarning)
    return optuna


def _distributions(optuna: Any, space: Space) -> dict[str, Any]:
    kinds: dict[str, Any] = {}
    for dial in space.dials:
        last = len(dial.values) - 1
        if dial.is_ordered:
            kinds[dial.name] = optuna.distributions.IntDistribution(0, last)
        else:
            kinds[dial.name] = optuna.distributions.CategoricalDistribution(range(last + 1))
    for slot in range(space.most_steps):
        kinds[f"step {slot}"] = optuna.distributions.CategoricalDistribution(range(len(space.steps) + 1))
    return kinds


def _numbers(space: Space, candidate: Candidate) -> dict[str, int]:
    values, names = space.values(candidate), list(space.steps)
    numbers = {dial.name: dial.values.index(values[dial.name]) for dial in space.dials}
    taken = [names.index(name) + 1 for name in candidate.steps]
    taken += [0] * (space.most_steps - len(taken))
    return numbers | {f"step {slot}": number for slot, number in enumerate(taken)}


def _candidate(space: Space, numbers: Mapping[str, int]) -> Candidate:
    names = list(space.steps)
    steps = [names[numbers[f"step {slot}"] - 1] for slot in range(space.most_steps) if numbers[f"step {slot}"]]
    return space.candidate({dial.name: dial.values[numbers[dial.name]] for dial in space.dials}, steps)


# ---------------------------------------------------------------- who goes on
def _promoted(outcome: Outcome, wanted: int) -> list[Candidate]:
    """The candidates that the stronger bot plays next: the rulebook, then those nearest to the predicted frontier."""
    ordered = in_layers(list(outcome.cheap), outcome.rank)
    ordered.sort(key=lambda one: not one.is_rulebook)
    return [one for one in ordered if one not in outcome.strong][: max(0, wanted - len(outcome.strong))]


def _race(outcome: Outcome, bench: Bench, deals: int) -> None:
    budget, goals = outcome.brief.budget, outcome.last.goals
    running: Sequence[Candidate] = list(outcome.strong)
    outcome.raced.append((deals, len(running)))
    factor = 1
    while factor < budget.race and len(running) > 1:
        factor = min(2 * factor, budget.race)
        most = max(budget.shown, len(running) // 2)
        running = survivors({one: outcome.strong[one] for one in running}, outcome.costs, goals, most)
        what = f"racing: {len(running)} candidates on {factor * deals:,} deals: chunks of deals"
        bench.play(what, running, outcome.last, factor * deals, outcome.brief.seed)
        outcome.strong |= {one: bench.seen(one, outcome.last, factor * deals, outcome.brief.seed) for one in running}
        outcome.raced.append((factor * deals, len(running)))
    rulebook = outcome.rank(RULEBOOK)
    better = [one for one in running if outcome.rank(one)[0] < rulebook[0]]  # nothing else is worth a change
    outcome.frontier = in_layers(better, outcome.rank)[: budget.shown]
