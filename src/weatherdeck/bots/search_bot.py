"""The bot that thinks ahead, on all cores, compiled where that is possible."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from .. import kernel
from ..games.game import Game
from . import search, warming
from .belief import Mind
from .bot import History
from .onlooker import COLD_SAMPLES, Onlooker
from .policy import FEWEST_WORLDS
from .search import NONE, Node, Work

LANES = 2
"""Searches side by side whose findings are added up: always as many, so that a seed chooses the same anywhere."""
SIMULATIONS = 4000
"""The budget where none is given."""
ENDLESS = 1 << 40
"""More simulations than any time is enough for."""
THREADED = 3000
"""Simulations from which on threads pay: fewer are done in one lane."""
SLICE = 0.02
"""Seconds between looks at the clock, about, where the budget is in seconds."""
NODES = 80_000
"""Nodes of a tree for each second of thought: about what a core grows."""
COLD = 0.4
"""Seconds of thought while the compiler is still at work, for a bot that does not wait for it,"""
FEW = 4
"""and how many moves it then compares."""


@dataclass(frozen=True)
class Thought:
    """What the search thinks of an action: its expected value (-1 to 1), the error of that, how often it was tried."""

    action: int
    value: float
    error: float
    visits: int


class SearchBot:
    """Deals the hidden cards many times over and looks for what does best.

    The budget is a number of simulations, and then the same seed chooses the same; or it is in seconds; or both, and
    then it ends with the first that is used up. Where it is `scaled`, the simulations are multiplied by what is worth
    while in the game; `reading` is how much of what others do it takes in (or an `onlooker` has seen it already). A bot
    that is `prompt` does not wait for the compiler: until its search is compiled (in another process) it thinks
    interpreted.
    """

    name = "search"

    def __init__(
        self,
        seed: int,
        simulations: int | None = None,
        seconds: float | None = None,
        *,
        scaled: bool = False,
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
        """The action that was tried most often, which is the one that kept doing well."""
        if len(legal) == 1:
            return legal[0]
        return max(self.think(game, state, legal), key=lambda thought: (thought.visits, thought.value)).action

    def think(self, game: Game, state: Any, legal: Sequence[int]) -> list[Thought]:
        """What it thinks of each legal action, in their order."""
        self._decisions += 1
        twin = self._twin(game)
        self._take_in(game, twin)
        cold = twin.mode == "interpreted" and kernel.can_compile()
        seconds = COLD if cold else self.seconds
        simulations = self.simulations * (game.search.effort if self.scaled else 1)
        lanes = 1 if cold or simulations < THREADED else LANES
        seed = (self._seed + self._decisions * 1_000_003) % (1 << 62) * LANES
        size = simulations if seconds is None else min(simulations, int(seconds * NODES))
        mind = self._onlooker.mind(game, twin, state)
        before, self._lanes = (
            self._lanes,
            [
                _Lane(game, twin, state, seed + lane, size, mind, self._onlooker.reading, self.sees_all)
                for lane in range(lanes)
            ],
        )
        worlds = self._lanes[0].weigh(COLD_SAMPLES if cold else max(FEWEST_WORLDS, size // 4))
        for lane in self._lanes:
            _set(lane.work, "worlds", worlds)  # they share the memory
        if game.search.way == "look":
            _look(self._lanes, FEW if cold else game.search.candidates, simulations, seconds)
        else:
            if self._since and len(before) == lanes and before[0].goes_on(self._lanes[0]):
                for old, new in zip(before, self._lanes, strict=True):
                    new.regrow(old, self._since)
            _grow(self._lanes, simulations, seconds)
        self._since = []
        found = [lane.findings() for lane in self._lanes]
        return [_thought(action, [tree[action] for tree in found if action in tree]) for action in legal]

    def _is_cold(self, game: Game) -> bool:
        """Whether this bot, which does not wait for the compiler, would have to."""
        return self.prompt and not warming.is_warm(game)

    def _twin(self, game: Game) -> kernel.Twin:
        if self._is_cold(game):
            warming.begin(game)
            return kernel.interpreted(search, *game.modules)
        return kernel.fastest(search, *game.modules)


# ---------------------------------------------------------------- a lane
Found = tuple[int, float, float]
"""How often an action was tried; the total of its values, and of their squares."""


class _Lane:
    """One search: its tree and what it thinks with."""

    def __init__(
        self,
        game: Game,
        twin: kernel.Twin,
        state: Any,
        seed: int,
        size: int,
        mind: Mind,
        reading: float,
        sees_all: bool,
    ) -> None:
        self.twin, self.game = twin, game
        room = size + game.rules.MAX_LEGAL + 2
        self.nodes = twin.records(Node, room)
        self.root = twin.load(state)
        self.chapter = game.judgement.chapter(state)
        self.work = twin.load(
            Work(
                exploration=game.search.exploration,
                randomness=game.search.randomness,
                reading=reading,
                sees_all=int(sees_all),
            )
        )
        self._worlds = twin.record(game.rules.State), twin.record(game.rules.State)
        self._actions, self._seen = twin.ints(game.rules.MAX_LEGAL), twin.ints(game.rules.ACTIONS)
        self._likes, self._values = twin.floats(game.rules.MAX_LEGAL), twin.floats(state.players)
        self._mind, self._rng = mind, twin.rng(seed)
        twin.plant(self.nodes, self.work)

    def weigh(self, worlds: int) -> int:
        """Gather worlds by how likely others would have done in them what they did; how many."""
        rows = self._actions, self._likes, self._rng
        self.twin.weigh(self.work, self.root, *self._mind.rows, *rows, worlds)
        return int(_get(self.work, "worlds"))

    def enter(self, candidates: int) -> None:
        """Put the moves to compare below the root."""
        self.twin.enter(self.nodes, self.work, self.root, self._actions, self._likes, self._rng, candidates)

    def look(self, simulations: int) -> None:
        """Compare the moves, in all rounds."""
        self.twin.look(self.nodes, self.work, self.root, *self._worlds, *self._rows, simulations)

    def compare(self, rank: int, worlds: int) -> None:
        """Compare the moves of one round, in so many worlds."""
        self.twin.compare(self.nodes, self.work, self.root, *self._worlds, *self._rows, rank, worlds)

    def grow(self, simulations: int) -> None:
        """Grow the tree."""
        scratch = self._actions, self._seen, self._likes, self._values, self._mind.guesses, self._mind.memory, self._rng
        self.twin.grow(self.nodes, self.work, self.root, self._worlds[0], *scratch, simulations)

    @property
    def _rows(self) -> tuple[Any, ...]:
        return self._actions, self._likes, self._values, self._mind.guesses, self._mind.memory, self._rng

    def goes_on(self, other: _Lane) -> bool:
        """Whether another lane thinks about the same game in the same way, further on in the same chapter."""
        return self.twin is other.twin and self.chapter == other.chapter

    def regrow(self, old: _Lane, moves: Iterable[int]) -> None:
        """Begin with what another lane has found about the position after some moves."""
        at = 0
        for action in moves:
            at = self.twin.child_of(old.nodes, at, action)
            if at == NONE:
                return
        room = min(len(self.nodes), int(_get(old.work, "nodes")))
        self.twin.transplant(old.nodes, at, self.nodes, self.work, self.twin.ints(2 * room))

    def children(self) -> list[Any]:
        """The nodes below the root."""
        found, child = [], int(_get(self.nodes[0], "first_child"))
        while child != NONE:
            found.append(self.nodes[child])
            child = int(_get(self.nodes[child], "next_sibling"))
        return found

    def findings(self) -> dict[int, Found]:
        """What was found about each move below the root."""
        return {
            int(_get(node, "action")): (
                int(_get(node, "visits")),
                float(_get(node, "total")),
                float(_get(node, "squares")),
            )
            for node in self.children()
            if _get(node, "visits") > 0
        }


def _grow(lanes: list[_Lane], simulations: int, seconds: float | None) -> None:
    """Grow the trees of all lanes side by side."""
    until = time.monotonic() + seconds if seconds is not None else None
    _side_by_side(lanes, lambda lane: _in_slices(lane.grow, -(-simulations // len(lanes)), until))


def _look(lanes: list[_Lane], candidates: int, simulations: int, seconds: float | None) -> None:
    """Compare the moves in all lanes, and let half of them go on by what all lanes found."""
    for lane in lanes:
        lane.enter(candidates)
    moves = int(_get(lanes[0].work, "nodes")) - 1
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


def _compare(lane: _Lane, rank: int, worlds: int, until: float | None) -> None:
    _in_slices(partial(lane.compare, rank), worlds, until)


def _promote(lanes: list[_Lane], rank: int, places: int) -> None:
    """Raise the best of a rank to the next in all lanes."""
    found = [lane.findings() for lane in lanes]
    rivals = [int(_get(node, "action")) for node in lanes[0].children() if _get(node, "available") == rank]
    means = {action: sum(f[action][1] for f in found) / sum(f[action][0] for f in found) for action in rivals}
    best = set(sorted(rivals, key=lambda action: -means[action])[:places])
    for lane in lanes:
        for node in lane.children():
            if int(_get(node, "action")) in best:
                _set(node, "available", rank + 1)


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
    """Simulate so often or (but at least once) until the time is up, with looks at the clock now and then."""
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


def _thought(action: int, found: list[Found]) -> Thought:
    visits = sum(one[0] for one in found)
    if visits == 0:
        return Thought(action, 0.0, 2.0, 0)
    value = sum(one[1] for one in found) / visits
    spread = max(0.0, sum(one[2] for one in found) / visits - value * value)
    return Thought(action, value, float(np.sqrt(spread / visits)), visits)


def _get(record: Any, name: str) -> Any:
    return getattr(record, name) if isinstance(record, kernel.Record) else record[name]


def _set(record: Any, name: str, value: float) -> None:
    if isinstance(record, kernel.Record):
        setattr(record, name, value)
    else:
        record[name] = value
