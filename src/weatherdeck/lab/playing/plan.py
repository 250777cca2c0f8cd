"""The plan of a run: everything that its games depend on, and nothing else.

Equal plans give equal results, on any machine and in any order. A run is cut into batches of a fixed size; each batch
is a pure function of the plan and the number of the batch.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ... import __version__, bots
from ...bots.levels import policy_of
from ...bots.policy import GREEDY, RANDOM, searches
from ...errors import Problem
from ...games.game import Game
from ...games.options import Value
from ...games.reference import DataError, Deck, GameRef
from ...parsing import from_json
from . import players as seating
from .setup import AnyGame, setup_of

FORMAT = "weatherdeck lab 1"
LARGEST_SEED = (1 << 31) - 1
MOST_GAMES = 1 << 31
"""Limits that keep the seed of a deal below 2**63: the plan's seed is its upper half, the deal's number its lower."""
BATCH = {"random": 10_000, "greedy": 2_000, "search": 20, "python": 10}
"""Games per batch, by the slowest bot: about a second of work. It is part of what a plan means: do not tune it."""
WITH_DECISIONS = 10
"""The factor by which batches are smaller where every decision is kept."""


@dataclass(frozen=True)
class RunPlan:
    """What a run plays."""

    version: str  # of weatherdeck
    game: str
    ruleset: int
    players: int
    options: Mapping[str, Value]
    deck: Deck | None  # None: as shipped
    bots: tuple[str, ...]  # by seat
    policies: Mapping[str, Mapping[str, float]]  # the settings of our bots, which may change with the version
    games: int
    seed: int
    repeats: int  # how often each deal is played
    rotating: bool  # whether the bots move one seat on each time a deal is played
    decisions: bool  # whether every decision is kept
    batch: int  # games per batch
    forbidden: str = ""  # the power, by its name, that one seat of each game may not use

    @property
    def batches(self) -> int:
        """The number of batches; the last may be shorter."""
        return -(-self.games // self.batch)

    def span(self, number: int) -> range:
        """The numbers of the games of a batch."""
        return range(number * self.batch, min(self.games, (number + 1) * self.batch))

    @property
    def first_seed(self) -> int:
        """The seed of deal 0; deal d has this seed plus d, and `weatherdeck play --seed` deals the same cards."""
        return self.seed << 32

    @property
    def label(self) -> str:
        """Who plays, in a few words, and the number of players where it is not the usual one."""
        usual = self.load().check_players(None)
        without = f" without {self.forbidden} in one seat" if self.forbidden else ""
        return f"{self._line_up}{without}" + (f" with {self.players} players" if self.players != usual else "")

    @property
    def _line_up(self) -> str:
        if len(set(self.bots)) == 1:
            return self.bots[0]
        if self.players == 2:
            return " against ".join(self.bots)
        lone = [bot for bot in self.bots if self.bots.count(bot) == 1]
        others = {bot for bot in self.bots if bot not in lone}
        if len(lone) == 1 and len(others) == 1:
            return f"one {lone[0]} among {others.pop()}"
        return " ".join(self.bots)

    def bot_in(self, seat: int, game: int) -> str:
        """The bot in a seat in a game."""
        shift = game % self.repeats % self.players if self.rotating else 0
        return self.bots[(seat - shift) % self.players]

    def restricted_seat(self, games: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The seat that may not use what is forbidden, in games by their numbers: another one with each deal."""
        seats: npt.NDArray[np.int64] = games // self.repeats % self.players
        return seats

    @property
    def forbidden_actions(self) -> range:
        """The actions that the restricted seat may not choose while there are others; none if nothing is forbidden."""
        for power in self.load().powers:
            if power.name == self.forbidden:
                return range(power.first, power.last)
        return range(0)

    @property
    def ref(self) -> GameRef:
        """The game, with the plan's deck."""
        return GameRef(self.game, self.deck)

    @property
    def searches(self) -> bool:
        """Whether one of our bots thinks ahead."""
        game = self.load()
        return any((policy := policy_of(name, game)) is not None and searches(policy) for name in self.bots)

    @property
    def by_hand(self) -> tuple[str, ...]:
        """The bots that are not policies: they play with Python in the loop."""
        game = self.load()
        return tuple(name for name in sorted(set(self.bots)) if policy_of(name, game) is None)

    def load(self) -> Game:
        """The game itself."""
        return self.ref.load()

    # ------------------------------------------------------------ as a file
    def dumps(self) -> str:
        """The plan as JSON."""
        return json.dumps({"format": FORMAT, **self._document()}, indent=1) + "\n"

    def _document(self) -> dict[str, Any]:
        return {**asdict(self), "deck": None if self.deck is None else self.deck.as_data()}

    @classmethod
    def loads(cls, text: str) -> RunPlan:
        """Read a plan from JSON; raise ValueError where it is not one."""
        try:
            document = from_json(text)
            if not isinstance(document, dict) or document.pop("format", None) != FORMAT:
                raise ValueError(f"is not a plan in the format {FORMAT!r}")
            deck = document["deck"]
            if isinstance(deck, str):  # as plans were written before decks had titles
                deck = {"title": "deck", "text": deck}
            deck = None if deck is None else Deck.from_data(deck)
            plan = cls(**{**document, "bots": tuple(document["bots"]), "deck": deck})
            plan._check()
        except (DataError, json.JSONDecodeError, KeyError, TypeError) as problem:
            raise ValueError(f"is damaged ({type(problem).__name__}: {problem})") from None
        return plan

    def _check(self) -> None:
        """Refuse what no run can have: the folder may come from somebody else. The game checks the rest."""
        numbers = (self.ruleset, self.players, self.games, self.seed, self.repeats, self.batch)
        if any(type(number) is not int for number in numbers) or not isinstance(self.game, str):
            raise TypeError("the game is a text, and its ruleset, players, games, seed, repeats and batch are numbers")
        if self.players != len(self.bots) or any(not isinstance(bot, str) for bot in self.bots):
            raise TypeError("there is one bot for each player")
        if not isinstance(self.options, dict) or not isinstance(self.policies, dict):
            raise TypeError("options and policies have names")
        if min(self.players, self.games, self.repeats, self.batch) < 1 or self.games > MOST_GAMES:
            raise TypeError("there is a number in it that no run can have")

    def differences(self, other: RunPlan) -> list[str]:
        """How two plans differ, in words; the number of games does not count, because a run can be extended."""
        mine, theirs = self._document(), replace(other, games=self.games)._document()
        for plan, document in ((self, mine), (other, theirs)):
            document["deck"] = plan.deck and plan.deck.fingerprint
        long = {"deck": "another deck", "policies": "bots with other settings"}
        return [
            long.get(name, f"{name} {theirs[name]!r} there, {mine[name]!r} here")
            for name in mine
            if mine[name] != theirs[name]
        ]


def plan(
    game: AnyGame,
    names: str | Sequence[str] = "random",
    *,
    games: int,
    seed: int = 1,
    repeats: int | None = None,
    rotating: bool = False,
    decisions: bool = False,
) -> RunPlan:
    """Check the settings of a run and return its plan. `names` is a bot for all seats, or one bot per seat.

    By default each deal is played once, or once per rotation of the seats.
    """
    setup = setup_of(game)
    loaded = setup.load()
    seats = loaded.check_players(setup.players)
    line_up = (names,) * seats if isinstance(names, str) else tuple(names)
    if len(line_up) == 1:
        line_up *= seats
    if len(line_up) != seats:
        raise Problem(
            f"{loaded.title} has {seats} seats: name one bot for all seats or {seats} bots, not {len(line_up)}"
        )
    for name in line_up:
        seating.check(name, loaded)
    if not 0 <= seed <= LARGEST_SEED:
        raise Problem(f"a seed for the lab is a whole number from 0 to {LARGEST_SEED}, not {seed}")
    if not 1 <= games <= MOST_GAMES:
        raise Problem(f"a run has from 1 to {MOST_GAMES:,} games, not {games:,}")
    if repeats is None:
        repeats = seats if rotating else 1
    if repeats < 1 or (rotating and repeats % seats):
        raise Problem(f"repeats must be 1 or more (a multiple of {seats} where bots change seats), not {repeats}")
    return RunPlan(
        version=__version__,
        game=loaded.ref.name,
        ruleset=loaded.rules.RULESET,
        players=seats,
        options=loaded.check_options(setup.options),
        deck=loaded.deck,
        bots=line_up,
        policies={name: _settings(loaded, name) for name in sorted(set(line_up))},
        games=games,
        seed=seed,
        repeats=repeats,
        rotating=rotating,
        decisions=decisions,
        batch=_batch(loaded, line_up, repeats, decisions),
    )


def _batch(game: Game, line_up: Sequence[str], repeats: int, decisions: bool) -> int:
    """As many games as the slowest bot allows, in whole deals."""
    most = min(BATCH[_pace(game, name)] for name in line_up)
    if decisions:
        most = max(1, most // WITH_DECISIONS)
    return max(1, most // repeats) * repeats


def _settings(game: Game, name: str) -> dict[str, float]:
    """The settings of one of our bots; of a bot from another package only the name is known."""
    policy = policy_of(name, game)
    return {} if policy is None else {setting: getattr(policy, setting) for setting in policy.fields}


def _pace(game: Game, name: str) -> str:
    policy = policy_of(name, game)
    if policy is None:
        return "python"
    return {RANDOM: "random", GREEDY: "greedy"}.get(policy.kind, "search")


def names_of(text: str) -> list[str]:
    """The bots in a text like `greedy` or `greedy,random,random,random`."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise Problem(
            f"expected a bot, or one bot per seat separated by commas, not {text!r}; "
            f"the bots are: {', '.join(bots.names())}"
        )
    return names
