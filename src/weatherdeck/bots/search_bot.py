"""The bot that thinks ahead, on all cores, compiled where that is possible."""

from __future__ import annotations

import math
import os
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple

from .. import kernel
from ..games.game import Game
from . import search, warming
from .belief import Mind
from .bot import History
from .onlooker import COLD_SAMPLES, Onlooker
from .pad import NONE, Work
from .policy import HEAVY, LIGHTS, worlds_for
from .thinking import new_pad

LANES = 2
"""Number of parallel searches whose results are added up; fixed, so that a seed gives the same choice anywhere."""
SIMULATIONS = 4000
"""The default budget."""
ENDLESS = 1 << 40
"""More simulations than there is ever time for."""
THREADED = 3000
"""Number of simulations from which on threads pay off: smaller searches use one lane."""
SLICE = 0.02
"""Approximate seconds between looks at the clock, if the budget is in seconds."""
NODES = 80_000
"""Nodes of a tree per second of thought: about what a core can grow."""
COLD = 0.4
"""Seconds of thought for a bot that does not wait for the compiler, while it is still at work,"""
FEW = 4
"""and the number of moves that the bot compares then."""


@dataclass(frozen=True)
class Thought:
    """What the search found about an action: its expected value (-1 to 1), the standard error, and the visits."""

    action: int
    value: float
    error: float
    visits: int
    rank: int = 0  # how many rounds of a look it survived; in a small tree 1 for the action liked best

    @property
    def merit(self) -> tuple[int, int, float]:
        """What the search goes by: the greatest is its choice."""
        return self.rank, self.visits, self.value


Scale = Literal["effort", "patience"] | None


class SearchBot:
    """Deals the hidden cards many times and looks for the move that does best.

    The budget is a number of simulations (which is reproducible), or seconds, or both; then the first that is used up
    ends the search. If it is `scaled`, the simulations are multiplied by the effort that is worthwhile for the game,
    or by its patience too.
    `reading` is the weight of what others did; with an `onlooker`, the onlooker's own weight counts. A bot with a
    learned onlooker searches with the game's network wherever that knows the deck, players and options. A `prompt` bot
    does not wait for the compiler: it thinks interpreted until another process has compiled the search.
    """

    name = "search"

    def __init__(
        self,
        seed: int,
        simulations: int | None = None,
        seconds: float | None = None,
        *,
        scaled: Scale = None,
        reading: float = 1.0,
        sees_all: bool = False,
        prompt: bool = False,
        onlooker: Onlooker | None = None,
    ) -> None:
        self._seed, self._decisions = seed, 0
        self._onlooker = onlooker or Onlooker(seed, 0.0 if sees_all else reading)
        if simulations is None:
            simulations = SIMULATIONS if seconds is None else ENDLESS
        self.simulations, self.seconds = simulations, seconds
        self.scaled, self.sees_all, self.prompt = scaled, sees_all, prompt
        self._lanes: list[_Lane] = []
        self._since: list[int] | None = None  # the moves since the last thought, if we are told of them
        self._heard: list[tuple[Any, int, int]] = []  # states, seats and moves that the onlooker has yet to take in

    def watch(self, game: Game, state: Any, seat: int, action: int | None) -> None:  # noqa: ARG002  # heard of later
        """Take note of a move: it says something about the player, and the tree keeps what it found out below it."""
        if action is None:
            self._since = None
            self._heard.clear()
            self._onlooker.forget()
            return
        if self._since is not None:
            self._since.append(action)
        self._heard.append((state, seat, action))

    def follow(self, game: Game, seat: int, history: History) -> None:
        """Take in the moves of a match that are new to this bot's onlooker, unless that would wait for the compiler."""
        if not self._is_cold(game):
            self._onlooker.follow(game, self._twin(game), seat, history)

    def _take_in(self, game: Game, twin: kernel.Twin) -> None:
        """Let the onlooker catch up with what was heard; that takes too long before the rules are compiled."""
        if not self._is_cold(game):
            for state, seat, action in self._heard:
                self._onlooker.watch(game, twin, state, seat, action)
            self._heard.clear()

    def choose(self, game: Game, state: Any, legal: Sequence[int]) -> int:
        """Choose the last action that a look left, or the one a tree visited most, which is what kept doing well."""
        if len(legal) == 1:
            return legal[0]
        return max(self.think(game, state, legal), key=lambda thought: thought.merit).action

    def think(self, game: Game, state: Any, legal: Sequence[int]) -> list[Thought]:
        """Say what it thinks of each legal action, in their order."""
        self._decisions += 1
        twin = self._twin(game)
        self._take_in(game, twin)
        cold = twin.mode == "interpreted" and kernel.can_compile()
        seconds = COLD if cold else self.seconds
        learned = self._onlooker.learns(game, state)
        how = game.learned_search if learned else game.search
        simulations = self.simulations
        if self.scaled is not None:
            simulations = how.budget(simulations, patient=self.scaled == "patience")
        if learned and self._onlooker.meets_learned(game, twin, state):
            simulations //= how.thrift
        lanes = 1 if cold or simulations < THREADED else LANES
        seed = (self._seed + self._decisions * 1_000_003) % (1 << 62) * LANES
        size = simulations if seconds is None else min(simulations, int(seconds * NODES))
        settings = Work(
            exploration=how.exploration,
            randomness=how.randomness,
            reading=self._onlooker.reading,
            evidence=how.evidence,
            head_start=how.head_start,
            learned=int(learned),
            light=LIGHTS[how.light] if learned else HEAVY,
            insight=int(self._onlooker.insight(game, state) > 0),
            horizon=how.horizon if learned else 0,
            sees_all=int(self.sees_all),
        )
        task = _Task(game, twin, state, self._onlooker.mind(game, twin, state), settings, size)
        before, self._lanes = self._lanes, [_Lane(task, seed + lane) for lane in range(lanes)]
        patient = self._onlooker.patient
        worlds = self._lanes[0].weigh(COLD_SAMPLES if cold else worlds_for(how, size, patient=patient))
        for lane in self._lanes:
            lane.use(worlds)
        if how.way == "look":
            _look(self._lanes, FEW if cold else how.candidates, simulations, seconds)
        else:
            if self._since and len(before) == lanes and before[0].goes_on(self._lanes[0]):
                for old, new in zip(before, self._lanes, strict=True):
                    new.regrow(old, self._since)
            _grow(self._lanes, simulations, seconds)
        self._since = []
        found = [lane.findings() for lane in self._lanes]
        ranks = _ranks_of_look(self._lanes) if how.way == "look" else _ranks_of_tree(self._lanes, found, how.head_start)
        return [
            _thought(action, [tree[action] for tree in found if action in tree], ranks.get(action, 0))
            for action in legal
        ]

    def _is_cold(self, game: Game) -> bool:
        """Whether this bot would have to wait for the compiler, but does not."""
        return self.prompt and not warming.is_warm(game)

    def _twin(self, game: Game) -> kernel.Twin:
        if self._is_cold(game):
            warming.begin(game)
            return kernel.interpreted(search, *game.modules)
        return kernel.fastest(search, *game.modules)


# ---------------------------------------------------------------- a lane
class _Found(NamedTuple):
    """What a lane found out about an action."""

    visits: int
    total: float  # of the values
    squares: float  # of the values, added up
    apart: float  # squares of the differences to the action liked best, added up


class _Move(NamedTuple):
    """A move below the root of a lane's tree."""

    node: int
    action: int
    rank: int
    found: _Found


@dataclass(frozen=True)
class _Task:
    """What all lanes of a search have in common."""

    game: Game
    twin: kernel.Twin
    state: Any
    mind: Mind
    settings: Work
    size: int  # nodes that each tree needs


class _Lane:
    """One search: its tree and what it thinks with."""

    def __init__(self, task: _Task, seed: int) -> None:
        self.twin, self._mind = task.twin, task.mind
        self.root = self.twin.load(task.state)
        self.chapter = task.game.judgement.chapter(task.state)
        self.pad = new_pad(task.game, self.twin, task.size, self.twin.load(task.settings))
        self._rng = self.twin.rng(seed)
        self.twin.plant(self.pad.nodes, self.pad.work)

    def evidence(self, worlds: int) -> float:
        """The standard errors by which an action must beat the one liked best in this position, in so many worlds."""
        needed, head_start = (self.twin.get(self.pad.work, name) for name in ("needed", "head_start"))
        return search.asked(needed, head_start, worlds)

    @property
    def in_use(self) -> int:
        """How many nodes the tree has."""
        return int(self.twin.get(self.pad.work, "nodes"))

    def weigh(self, worlds: int) -> int:
        """Gather worlds, weighted by how likely the others' moves were in them; how many."""
        self.twin.weigh(self.pad, self.root, self._mind, self._rng, worlds)
        return int(self.twin.get(self.pad.work, "worlds"))

    def use(self, worlds: int) -> None:
        """Use the worlds that another lane gathered: all lanes share the mind."""
        self.twin.set(self.pad.work, "worlds", worlds)

    def enter(self, candidates: int) -> None:
        """Put the moves to compare below the root."""
        self.twin.enter(self.pad, self.root, self._rng, candidates)

    def look(self, simulations: int) -> None:
        """Compare the moves, in all rounds."""
        self.twin.look(self.pad, self.root, self._mind, self._rng, simulations)

    def compare(self, rank: int, worlds: int) -> None:
        """Compare the moves of one round, in so many worlds."""
        self.twin.compare(self.pad, self.root, self._mind, self._rng, rank, worlds)

    def grow(self, simulations: int) -> None:
        """Grow the tree."""
        self.twin.grow(self.pad, self.root, self._mind, self._rng, simulations)

    def first_sight(self) -> int:
        """The action liked best."""
        return int(self.twin.first_sight(self.pad, self.root, self._rng))

    def goes_on(self, other: _Lane) -> bool:
        """Whether another lane continues this one: the same game and mode, in the same chapter."""
        return self.twin is other.twin and self.chapter == other.chapter

    def regrow(self, old: _Lane, moves: Iterable[int]) -> None:
        """Start with what another lane has found out about the position after some moves."""
        at = 0
        for action in moves:
            at = self.twin.child_of(old.pad.nodes, at, action)
            if at == NONE:
                return
        room = min(len(self.pad.nodes), old.in_use)
        self.twin.transplant(old.pad.nodes, at, self.pad.nodes, self.pad.work, self.twin.ints(2 * room))

    def moves(self) -> Iterator[_Move]:
        """The moves below the root."""
        get, nodes = self.twin.get, self.pad.nodes
        at = get(nodes[0], "first_child")
        while at != NONE:
            node = nodes[at]
            found = _Found(get(node, "visits"), get(node, "total"), get(node, "squares"), get(node, "apart"))
            yield _Move(at, get(node, "action"), get(node, "available"), found)
            at = get(node, "next_sibling")

    def findings(self) -> dict[int, _Found]:
        """What was found out about each action below the root."""
        return {move.action: move.found for move in self.moves() if move.found.visits > 0}

    def promote(self, best: Collection[int], rank: int) -> None:
        """Raise actions to a rank."""
        for move in self.moves():
            if move.action in best:
                self.twin.set(self.pad.nodes[move.node], "available", rank)


def _grow(lanes: list[_Lane], simulations: int, seconds: float | None) -> None:
    """Grow the trees of all lanes in parallel."""
    until = time.monotonic() + seconds if seconds is not None else None
    _side_by_side(lanes, lambda lane: _in_slices(lane.grow, -(-simulations // len(lanes)), until))


def _look(lanes: list[_Lane], candidates: int, simulations: int, seconds: float | None) -> None:
    """Compare the moves in all lanes, and drop half of them after each round by the results of all lanes."""
    for lane in lanes:
        lane.enter(candidates)
    moves = lanes[0].in_use - 1
    if seconds is None and len(lanes) == 1:
        lanes[0].look(simulations)
        return
    rounds = (moves - 1).bit_length()
    started, left = time.monotonic(), simulations
    for rank in range(rounds):
        worlds = max(1, left // (rounds - rank) // moves // len(lanes))
        until = started + seconds * (rank + 1) / rounds if seconds is not None else None
        _side_by_side(lanes, partial(_compare, rank=rank, worlds=worlds, until=until))
        left -= worlds * moves * len(lanes)
        moves = (moves + 1) // 2
        _promote(lanes, rank, moves)


def _ranks_of_look(lanes: list[_Lane]) -> dict[int, int]:
    """How many rounds each action survived, in all lanes alike."""
    return {move.action: move.rank for move in lanes[0].moves()}


def _ranks_of_tree(lanes: list[_Lane], found: list[dict[int, _Found]], head_start: float) -> dict[int, int]:
    """The action liked best is above all others while none of them was visited often enough."""
    visits = Counter[int]()
    for tree in found:
        visits.update({action: one.visits for action, one in tree.items()})
    enough = max(visits.values(), default=0) >= search.fewest_visits(head_start)
    return {} if enough else {lanes[0].first_sight(): 1}


def _compare(lane: _Lane, rank: int, worlds: int, until: float | None) -> None:
    _in_slices(partial(lane.compare, rank), worlds, until)


def _promote(lanes: list[_Lane], rank: int, places: int) -> None:
    """Raise moves of a rank to the next in all lanes, as `search.promote` does in one."""
    found = [lane.findings() for lane in lanes]
    rivals = {move.node: move.action for move in lanes[0].moves() if move.rank == rank}
    liked = rivals.pop(search.LIKED)
    totals = {action: sum(f[action].total for f in found) for action in (liked, *rivals.values())}
    others = sorted(rivals.values(), key=lambda action: -totals[action])
    best = {liked, *others[: places - 1]}
    if places == 1:
        tried = [f[others[0]] for f in found]
        needed = lanes[0].evidence(sum(one.visits for one in tried))
        if totals[others[0]] - totals[liked] > needed * math.sqrt(sum(one.apart for one in tried)):
            best = {others[0]}
    for lane in lanes:
        lane.promote(best, rank + 1)


_helpers = ThreadPoolExecutor(max(LANES - 1, os.cpu_count() or 1), thread_name_prefix="search")
"""Threads for the lanes of all searches in this process. They are started when first needed, and stay."""


def _side_by_side(lanes: list[_Lane], work: Callable[[_Lane], None]) -> None:
    """Work in every lane at once; the first runs in this thread, so that a search goes on while helpers are busy."""
    others = [_helpers.submit(work, lane) for lane in lanes[1:]]
    try:
        work(lanes[0])
    finally:
        wait(others)  # they write to the same tables
    for other in others:
        other.result()


def _in_slices(simulate: Callable[[int], None], most: int, until: float | None) -> None:
    """Simulate so often, or until the time is up (but at least once), with regular looks at the clock."""
    if until is None:
        simulate(most)
        return
    now, simulations = time.monotonic(), 1
    while most > 0:
        simulations = min(simulations, most)
        simulate(simulations)
        most -= simulations
        before, now = now, time.monotonic()
        if now >= until:
            return
        if now - before < SLICE / 2:
            simulations *= 2


def _thought(action: int, found: list[_Found], rank: int) -> Thought:
    visits = sum(one.visits for one in found)
    if visits == 0:
        return Thought(action, 0.0, 2.0, 0, rank)
    value = sum(one.total for one in found) / visits
    spread = max(0.0, sum(one.squares for one in found) / visits - value * value)
    return Thought(action, value, math.sqrt(spread / visits), visits, rank)
