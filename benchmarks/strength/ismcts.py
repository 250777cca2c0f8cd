"""Matches against OpenSpiel's search for games with hidden information, at equal time for each move.

`open_spiel.python.algorithms.ismcts` plays our games through their OpenSpiel interface, with random rollouts. Our
master searches with the same seconds for each move, on one core as it does. OpenSpiel is imported only where these
matches are played.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, cached_property
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np

from weatherdeck.bots import LEVELS, LevelBot, ladder
from weatherdeck.bots.bot import tell
from weatherdeck.bots.evidence import Numbers
from weatherdeck.bots.ladder import LineUp, Plan, Played
from weatherdeck.bots.levels import Level
from weatherdeck.bots.seeds import seed_for
from weatherdeck.games import registry
from weatherdeck.games.contest import Team, shares_of_victory
from weatherdeck.games.game import Game

from .parts import CLUB, SEED, Match, Table, heading, row_of
from .results import Results, Row

NAME = "ISMCTS"
SECONDS = 0.2
"""For each move."""
EXPLORATION = 2.0
"""The weight of exploration in its trees: the width of the range of results, as its authors advise."""
BOT = "master"
WARM = 6
"""Moves that a bot makes before it is timed."""
DEALS = {"rivals": 48, "team": 48, "sides": 192}
"""By how bots are compared: a seat that shares its side's result shows less."""


class Player(Protocol):
    """Who plays a seat."""

    def choose(self, state: Any) -> int:
        """Choose an action in a state of OpenSpiel."""

    def hear(self, game: Game, state: Any, seat: int, action: int) -> None:
        """Take note of a move about to be made in a state of ours."""


@dataclass(frozen=True)
class AtEqualTime(Match):
    """A bot of ours among searches of OpenSpiel: in one seat of each deal, since these games take long."""

    among: str = NAME

    @property
    def name(self) -> str:
        return f"{self.table}-{self.bot}-among-ismcts"

    @cached_property
    def plan(self) -> Plan:
        """The plan among club players, with OpenSpiel's search in their place."""
        plan = ladder.plan(
            registry.load(self.game), (self.bot, CLUB), deals=self.most, seed=SEED, players=self.players, one_way=True
        )
        return replace(plan, bots=(self.bot, NAME), pairs=((self.bot, NAME),))

    @property
    def is_quick(self) -> bool:
        return False

    @property
    def games(self) -> int:
        return 1 if self.plan.kind == "rivals" else 2

    def lineup(self, deal: int, game: int) -> LineUp:
        """Who plays: our bot in one seat (in a cooperative game, in all), and without it, to compare with."""
        players = self.plan.players
        if game == 1:
            return (NAME,) * players
        return (self.bot,) * players if self.plan.kind == "team" else self.plan.alone(self.bot, deal % players, NAME)

    def _edges(self, results: Results) -> Numbers:
        return np.array([self._edge(results, deal) for deal in range(results.deals)])

    def _edge(self, results: Results, deal: int) -> float:
        seat = deal % self.plan.players
        returns = [results.rows[deal, game]["returns"] for game in range(self.games)]
        if self.plan.kind == "rivals":
            shares: Numbers = shares_of_victory(np.array(returns[0]))
            return float(shares[seat]) - 1 / self.plan.players
        gain = float(returns[0][seat] - returns[1][seat])
        return gain / 2 if self.plan.kind == "sides" else gain  # a result from -1 to 1 is twice a chance of winning

    @cached_property
    def level(self) -> Level:
        """Our bot, with the same time for each move."""
        game = registry.load(self.game)
        level = LEVELS[self.bot].here(game, game.new_state(self.players))
        timed = replace(level, simulations=None, seconds=SECONDS) if level.searches else level
        return replace(timed, learned=None)

    @cached_property
    def header(self) -> Mapping[str, Any]:
        network = registry.load(self.game).network
        learned = network is not None and self.level.policy in ("network", "network search")
        return {
            **heading(self, searched=True),
            "bots": {self.bot: asdict(self.level), NAME: {"seconds": SECONDS, "exploration": EXPLORATION}},
            "network": network.fingerprint[:16] if network is not None and learned else None,
        }

    @property
    def lacks(self) -> str:
        return "OpenSpiel (pip install open-spiel)" if find_spec("pyspiel") is None else ""

    def prepare(self) -> None:
        state = _game_of(self.game, self.plan.players).new_initial_state()
        _roll(state, _Dice(0))
        self._warm(_Ours(registry.load(self.game), self.level, 0), state)

    def _warm(self, player: Player, state: Any) -> None:
        """Let a bot of ours make and see some moves: whatever it needs is compiled then."""
        for _ in range(WARM):
            if state.is_terminal():
                return
            action = player.choose(state)
            player.hear(
                registry.load(self.game), _ours(state), (state.current_player() + 1) % self.plan.players, action
            )
            state.apply_action(action)
            _roll(state, _Dice(0))

    def wants(self, results: Results) -> int:  # noqa: ARG002  # its number is fixed: a few deals show much
        return self.least

    def play(self, deal: int, game: int) -> Row:
        """Play a game. Chance comes from the deal, so that all games of a deal have the same cards."""
        started = time.process_time()
        lineup, rules = self.lineup(deal, game), registry.load(self.game)
        state = _game_of(self.game, self.plan.players).new_initial_state()
        seats = [self._player(name, state, seed_for(SEED, deal, lineup, seat)) for seat, name in enumerate(lineup)]
        dice = _Dice(seed_for(SEED, deal))
        _roll(state, dice)
        roles = rules.contest.roles(_ours(state))
        while not state.is_terminal():
            seat, legal = state.current_player(), state.legal_actions()
            action = legal[0] if len(legal) == 1 else seats[seat].choose(state)
            before = _ours(state)
            for number, player in enumerate(seats):
                player.hear(rules, before, number, action)
            state.apply_action(action)
            _roll(state, dice)
        ended = _ours(state)
        played = Played(deal, lineup, tuple(state.returns()), roles)
        if isinstance(rules.contest, Team):
            score, won = rules.contest.score, rules.contest.won
            played = replace(played, score=score(ended) if score else None, won=won(ended) if won else None)
        return row_of(played, game, time.process_time() - started)

    def _player(self, name: str, state: Any, seed: int) -> Player:
        return _Theirs(state.get_game(), seed) if name == NAME else _Ours(registry.load(self.game), self.level, seed)


class _Ours:
    """A bot of ours at a table of OpenSpiel."""

    def __init__(self, game: Game, level: Level, seed: int) -> None:
        self._game, self._bot = game, LevelBot(level, seed)

    def choose(self, state: Any) -> int:
        seen = self._game.redacted(_ours(state), state.current_player())
        return self._bot.choose(self._game, seen, state.legal_actions())

    def hear(self, game: Game, state: Any, seat: int, action: int) -> None:
        tell(self._bot, game, state, seat, action)


class _Theirs:
    """OpenSpiel's search, stopped by the clock."""

    def __init__(self, game: Any, seed: int) -> None:
        self._bot = _searcher()(game, seed)

    def choose(self, state: Any) -> int:
        return int(self._bot.step(state))

    def hear(self, game: Game, state: Any, seat: int, action: int) -> None:
        """It does not ask for moves: the state has their history."""


class _TimeUp(Exception):
    """The time for a move is used up."""


@cache
def _searcher() -> Any:
    """The class of OpenSpiel's search, with a clock; made here because OpenSpiel may not be installed."""
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    class Timed(ISMCTSBot):  # type: ignore[misc]  # OpenSpiel has no types
        """It stops before the simulation that would begin too late."""

        def __init__(self, game: Any, seed: int) -> None:
            random = np.random.RandomState(seed % (1 << 32))
            super().__init__(game, RandomRolloutEvaluator(1, random), EXPLORATION, 1 << 30, random_state=random)
            self._until = 0.0

        def run_search(self, state: Any) -> Any:
            self._until = time.monotonic() + SECONDS
            try:
                return super().run_search(state)
            except _TimeUp:
                return self.get_final_policy(state, self._root_node)

        def sample_root_state(self, state: Any) -> Any:
            if time.monotonic() > self._until and self._root_node.total_visits > 0:
                raise _TimeUp
            return super().sample_root_state(state)

    return Timed


class _Dice:
    """Rolls what OpenSpiel asks of chance: the same rolls in all games of a deal."""

    def __init__(self, seed: int) -> None:
        self._seed, self._rolled = seed, 0

    def roll(self, sides: int) -> int:
        self._rolled += 1
        return seed_for(self._seed, self._rolled) % sides


def _roll(state: Any, dice: _Dice) -> None:
    """Let chance move until somebody else does."""
    while not state.is_terminal() and state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(outcomes[dice.roll(len(outcomes))][0])


def _ours(state: Any) -> Any:
    """Our state in one of OpenSpiel's."""
    return state.get_game().engine.unpack(state.moment.state)


@cache
def _game_of(name: str, players: int) -> Any:
    import pyspiel

    from weatherdeck.env import openspiel

    return pyspiel.load_game(openspiel.short_name(name), {"players": players})


def on_one_core(number: int) -> None:
    """Keep this process on one core, where that is possible: our search has threads, OpenSpiel's has not."""
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[number % len(cores)]})


def parts(tables: Sequence[Table]) -> Iterator[AtEqualTime]:
    """Our strongest level: where an expert takes one look, it would not use its time."""
    for name, players in tables:
        deals = DEALS[registry.load(name).contest.pairing]
        yield AtEqualTime(name, players, BOT, "ismcts", deals, deals)
