"""Advice before a move, and a review of a game after its end.

The search says which move would have been best. What a move lost is measured separately: both moves are tried in the
same worlds, with the same luck, and each game is played to its end by everyone's preferences. The worlds are those that
the player could not tell apart, weighted by how likely the other players' moves make them. The difference is counted as
the game's contest says: in points, or in the chance of winning.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import kernel
from ..games.contest import Unit
from ..games.game import Game
from ..match import Match
from . import evidence, foresight, search, warming
from .bot import History
from .evidence import Estimate, Groups, Numbers
from .levels import LEVELS
from .onlooker import Onlooker
from .search_bot import SearchBot, Thought
from .seeds import seed_for
from .thinking import new_pad

SIMULATIONS, LEARNED_SIMULATIONS = 2000, 100
"""Simulations for finding the best move, and fewer for a search with a network, which knows where to look,"""
WORLDS = 300
"""worlds for comparing two moves or judging a position,"""
WEIGHED = 4
"""for each of them so many that are weighed by what others did, of which it is drawn,"""
LEARNED_SHARE = 3
"""of which a comparison with a network uses one in so many, because it takes long to play on by a network,"""
LEARNED_TIME = 0.3
"""the share of the time for a hint that its search takes then,"""
SLOW_SIMULATIONS, SLOW_WORLDS = 40, 12
"""and the same without the compiler: a review then takes minutes, and its confidence intervals are wide."""

MASTER = LEVELS["master"]
"""Who gives hints and reviews: others' moves count as evidence, and networks are trusted, as this level does it."""

Progress = Callable[[int, int], None]
"""Called after each step of the game, with the number of steps done and of all steps."""


# ---------------------------------------------------------------- what is said
@dataclass(frozen=True)
class Hint:
    """What a strong player would do, and what to expect from it, as far as that could be measured."""

    unit: Unit
    action: int
    expected: Estimate | None  # None while the compiler is still at work
    rival: int | None  # the next best; None where there is but one action
    lead: Estimate | None  # by how much better than the rival; None as above, or without a rival
    thoughts: tuple[Thought, ...]  # best first

    @property
    def is_clear(self) -> bool:
        """Whether the action is significantly better than the second best."""
        return self.lead is not None and self.lead.low > 0


@dataclass(frozen=True)
class Decision:
    """A decision in a game: the move played, the move the search preferred, and the difference between them."""

    version: int  # of the game before it
    seat: int
    played: int
    preferred: int  # by the search
    measured: Estimate  # by how much that is better than the one played: below 0 where playing on does not bear it out
    thoughts: tuple[Thought, ...]
    after_preferred: Estimate | None = None  # the result to expect from each of the two, in the same worlds;
    after_played: Estimate | None = None  # None if they are the same move

    @property
    def best(self) -> int:
        """The best move that was found: the one played, unless another did better."""
        return self.preferred if self.measured.mean > 0 else self.played

    @property
    def loss(self) -> Estimate:
        """What the move lost; 0 if it was the best."""
        return self.measured if self.measured.mean > 0 else Estimate(0.0, 0.0, 0.0, self.measured.n)

    @property
    def mattered(self) -> bool:
        """Whether the move lost something significantly."""
        return self.measured.low > 0


@dataclass(frozen=True)
class Review:
    """A game from the point of view of one seat."""

    seat: int
    unit: Unit
    curve: tuple[Estimate, ...]  # the result to be expected, version by version
    decisions: tuple[Decision, ...]  # of this seat, where there was a choice

    @property
    def that_mattered(self) -> list[Decision]:
        """The decisions that lost something significantly, the largest loss first."""
        return sorted((one for one in self.decisions if one.mattered), key=lambda one: -one.loss.mean)

    @property
    def best_found(self) -> int:
        """The number of decisions in which no better move was found."""
        return sum(one.best == one.played for one in self.decisions)

    @property
    def total(self) -> Estimate:
        """The total loss of all decisions.

        Here what the search preferred wrongly counts too, against it: to add up only what looks like a loss would find
        one in any game, by chance.
        """
        total = sum(one.measured.mean for one in self.decisions)
        half = math.sqrt(sum((one.measured.high - one.measured.mean) ** 2 for one in self.decisions))
        return Estimate(total, total - half, total + half, len(self.decisions))


# ---------------------------------------------------------------- advice
class Adviser:
    """Gives hints to one seat of a match. It does not wait for the compiler.

    What the seat has seen stays here, so that for the next hint only the moves that are new are taken in. Histories
    hold whole states; they are redacted before anything looks at them.
    """

    def __init__(self, game: Game, seat: int, seed: int = 0) -> None:
        self.game, self.seat, self.seed = game, seat, seed
        self._onlooker = new_onlooker(game, seed)
        self._busy = threading.Lock()

    def advise(self, state: Any, history: History = (), seconds: float = 1.0) -> list[Thought]:
        """Say what a strong player thinks of each legal action, best first; the state is redacted for this seat."""
        with self._busy:
            return self._advise(state, history, seconds)

    def hint(self, state: Any, history: History = (), seconds: float = 1.0, worlds: int = WORLDS) -> Hint:
        """Find the best action and what to expect from it, measured as in a review."""
        with self._busy:
            thoughts = tuple(self._advise(state, history, seconds))
            oracle = Oracle(self.game, seed_for("hint", self.seed, len(history)), prompt=True, onlooker=self._onlooker)
            actions = [thought.action for thought in thoughts[:2]]
            if oracle.is_cold:
                return Hint(oracle.unit, actions[0], None, actions[1] if actions[1:] else None, None, thoughts)
            oracle.follow(self.seat, history)
            found = oracle.compare(state, actions, worlds)
        if len(actions) == 1:
            return Hint(oracle.unit, actions[0], found.level(0), None, None, thoughts)
        first, second = 0, 1
        if found.lead(0, 1).high < 0:  # playing on shows that the search was wrong
            first, second = 1, 0
        lead = found.lead(first, second)
        return Hint(oracle.unit, actions[first], found.level(first), actions[second], lead, thoughts)

    def _advise(self, state: Any, history: History, seconds: float) -> list[Thought]:
        seed = seed_for("advice", self.seed, len(history))
        if self._onlooker.learns(self.game, state):
            seconds *= LEARNED_TIME
        bot = SearchBot(seed, seconds=seconds, prompt=True, onlooker=self._onlooker)
        bot.follow(self.game, self.seat, history)
        thoughts = bot.think(self.game, state, self.game.legal(state))
        return sorted(thoughts, key=lambda thought: thought.merit, reverse=True)


def new_onlooker(game: Game, seed: int, *, learned: bool = True) -> Onlooker:
    """What an adviser knows of the moves so far. It judges them with the game's network where a master does."""
    return Onlooker(seed_for("onlooker", seed), MASTER.reading, learned=learned and MASTER.trusts(game))


# ---------------------------------------------------------------- a review
def prepare(game: Game, progress: kernel.Progress | None = None) -> None:
    """Compile everything that a review needs."""
    for engine in (search, foresight):
        kernel.fastest(engine, *game.modules, progress=progress)


def sensible_effort(match: Match) -> tuple[int, int]:
    """The number of simulations and worlds for a review of a match on this machine."""
    if not kernel.can_compile():
        return SLOW_SIMULATIONS, SLOW_WORLDS
    learned = new_onlooker(match.game, 0).learns(match.game, match.state)
    return LEARNED_SIMULATIONS if learned else SIMULATIONS, WORLDS


def review(
    match: Match,
    seat: int,
    *,
    simulations: int = SIMULATIONS,
    worlds: int = WORLDS,
    seed: int = 0,
    progress: Progress | None = None,
) -> Review:
    """Review a game as a seat saw it, move by move. The same seed gives the same review."""
    game = match.game
    oracle = Oracle(game, seed)
    replay = Match(game, seed=match.seed, players=match.players, options=match.options)
    curve, decisions = [oracle.outlook(game.redacted(replay.state, seat), seat, worlds)], []
    for step in match.steps[1:]:
        assert step.action is not None
        if replay.to_move == seat and len(replay.legal()) > 1:
            view = game.redacted(replay.state, seat)
            decisions.append(judge(oracle, view, step.action, replay.version, simulations, worlds))
        oracle.watch(replay.state, seat, step.action)
        replay.play(step.action)
        if replay.is_over:
            curve.append(oracle.result(replay.state, seat))
        else:
            curve.append(oracle.outlook(game.redacted(replay.state, seat), seat, worlds))
        if progress is not None:
            progress(replay.version, match.version)
    return Review(seat, oracle.unit, tuple(curve), tuple(decisions))


def judge(oracle: Oracle, view: Any, played: int, version: int, simulations: int, worlds: int) -> Decision:
    """Judge a move of the seat to move, in a position redacted for that seat."""
    game = oracle.game
    bot = SearchBot(seed_for("search", oracle.seed, version), simulations, onlooker=oracle.onlooker)
    thoughts = bot.think(game, view, game.legal(view))
    preferred = max(thoughts, key=lambda thought: thought.merit).action
    if preferred == played:
        return Decision(version, view.to_move, played, preferred, Estimate(0.0, 0.0, 0.0, 0), tuple(thoughts))
    found = oracle.compare(view, [preferred, played], worlds)
    levels = found.level(0), found.level(1)
    return Decision(version, view.to_move, played, preferred, found.lead(0, 1), tuple(thoughts), *levels)


@dataclass(frozen=True)
class Foreseen:
    """What moves came to in the same worlds, in what people count. Moves are named by their number."""

    results: Numbers  # by world and move
    worlds: Groups  # the number of each world: likely ones were drawn again and again
    bounds: tuple[float, float]  # of a result

    def level(self, move: int) -> Estimate:
        """The expected result of a move."""
        low, high = self.bounds
        middle = (low + high) / 2
        found = evidence.mean(self.results[:, move] - middle, high - middle, self.worlds)
        return Estimate(found.mean + middle, found.low + middle, found.high + middle, found.n)

    def lead(self, move: int, other: int) -> Estimate:
        """How much better a move is than another."""
        low, high = self.bounds
        return evidence.mean(self.results[:, move] - self.results[:, other], high - low, self.worlds)


class Oracle:
    """Plays positions to the end of the game many times, in worlds weighted by the moves it has watched.

    One that is `prompt` does not wait for the compiler; while it is `is_cold`, a few worlds take it long.
    """

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        *,
        prompt: bool = False,
        onlooker: Onlooker | None = None,
        learned: bool = True,
    ) -> None:
        self.game, self.seed, self._asked = game, seed, 0
        roles = game.modules
        is_ready = not kernel.can_compile() or (kernel.is_cached(foresight, *roles) and warming.has_room(game))
        self.is_cold = prompt and not is_ready
        if self.is_cold:
            warming.begin(game)
        self._twin = kernel.interpreted(foresight, *roles) if self.is_cold else kernel.fastest(foresight, *roles)
        self.onlooker = onlooker or new_onlooker(game, seed, learned=learned)
        self.unit = game.contest.unit

    def watch(self, state: Any, seat: int, action: int) -> None:
        """A seat sees a move that is about to be made in a state (not redacted yet)."""
        self.onlooker.watch(self.game, self._twin, self.game.redacted(state, seat), seat, action)

    def follow(self, seat: int, history: History) -> None:
        """Take in the new moves of a match, as a seat saw them."""
        self.onlooker.follow(self.game, self._twin, seat, history)

    # ------------------------------------------------------------ what people count
    def measure(self, results: Numbers, state: Any) -> Numbers:
        """The results of the seats in what people count."""
        return self.game.contest.counted(results, state)

    # ------------------------------------------------------------ questions
    def result(self, state: Any, seat: int) -> Estimate:
        """The result of a seat in a game that is over."""
        found = float(self.measure(np.array(self.game.returns(state)), state)[seat])
        return Estimate(found, found, found, 1)

    def outlook(self, view: Any, seat: int, worlds: int) -> Estimate:
        """The result that a seat can expect in a position, given what it knows."""
        return self._foresee(view, seat, [foresight.NOTHING], worlds, learned=False).level(0)

    def compare(self, view: Any, moves: Sequence[int], worlds: int) -> Foreseen:
        """The result of each move for the seat to move, in each world; with a network in fewer worlds."""
        learned = self.learns(view)
        share = LEARNED_SHARE if learned else 1
        return self._foresee(view, view.to_move, moves, -(-worlds // share), learned=learned)

    def learns(self, view: Any) -> bool:
        """Whether moves are found and compared with the game's network, with the players and options of a position."""
        return self.onlooker.learns(self.game, view)

    def _foresee(self, view: Any, seat: int, moves: Sequence[int], worlds: int, *, learned: bool) -> Foreseen:
        twin = self._twin
        self._asked += 1
        tried, out = twin.ints(len(moves)), twin.floats(worlds * len(moves) * view.players)
        tried[:] = moves
        mind, rng = self.onlooker.mind(self.game, twin, view), twin.rng(seed_for("worlds", self.seed, self._asked))
        pad, root, reading = new_pad(self.game, twin), twin.load(view), self.onlooker.reading
        weighed = worlds * (1 if twin.mode == "interpreted" else WEIGHED) if self.game.judgement.RECALLS else 0
        drawn = twin.ints(worlds)
        twin.foresee(root, seat, tried, reading, weighed, int(learned), pad, mind, rng, drawn, out)
        results = self.measure(np.array(out).reshape(worlds, len(moves), view.players), view)[:, :, seat]
        return Foreseen(results, np.array(drawn), self.game.contest.bounds)
