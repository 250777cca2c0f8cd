"""The ladder: which bot is stronger, measured on paired deals.

Bots A and B play the same deals, with the same random seed. The game's contest (`games/contest.py`) decides how they
are compared:

`rivals`   everyone plays for themselves. A plays one seat against B in all the others, in each seat in turn, and vice
           versa. The edge of A is the win rate of the single A minus the win rate of the single B.
`sides`    seats have roles, so a bot shares the result of its side. The same seat is played once by A and once by B,
           with the other seats unchanged, among Bs and among As. The edge of A is the win rate it gains, averaged over
           all seats.
`team`     cooperative: all seats are played by the same bot. The edge of A is the difference of the results.

A plan can be one-way, for bots that think long: only the first bot of a pair sits alone among the others. This takes a
fraction of the time, and the confidence intervals are wider.

A level with a budget in simulations and in seconds uses only its simulations here, so a busy machine changes nothing.

The ladder stores single games, by deal and line-up. Edges, ratings and verdicts are computed from them.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any, Literal

import numpy as np

from .. import bots, kernel
from ..errors import Problem
from ..games.contest import Team
from ..games.game import Game
from ..games.options import Value
from ..games.reference import Deck, GameRef
from ..kernel import new_rng
from . import evidence
from .arena import Arena
from .bot import tell
from .evidence import Estimate, Numbers
from .guard import Guarded
from .levels import LEVELS, SEERS, level_of, policy_of
from .seeds import seed_for
from .workers import follow_parent, workers

FORMAT = "weatherdeck ladder 1"
AHEAD = 16
"""Games queued for each process before the first result is back, to keep all processes busy."""

Pair = tuple[str, str]
LineUp = tuple[str, ...]
"""The name of the bot in each seat."""


@dataclass(frozen=True)
class Plan:
    """What is played."""

    game: GameRef
    title: str
    ruleset: int
    kind: Literal["rivals", "sides", "team"]
    players: int
    options: Mapping[str, Value]
    bots: tuple[str, ...]
    pairs: tuple[Pair, ...]
    deals: int
    seed: int
    one_way: bool = False

    @property
    def bound(self) -> float:
        """The largest edge that a deal can show."""
        return 2.0 if self.kind == "team" else 1.0

    @cached_property
    def lineups(self) -> list[LineUp]:
        """The line-ups of every deal, each once."""
        found: dict[LineUp, None] = {}
        for a, b in self.pairs:
            if self.kind != "rivals":
                found |= {(b,) * self.players: None}
                if self.kind == "team" or not self.one_way:
                    found |= {(a,) * self.players: None}
            if self.kind != "team":
                for seat in range(self.players):
                    found |= {self.alone(a, seat, b): None}
                    if not self.one_way:
                        found |= {self.alone(b, seat, a): None}
        return list(found)

    def alone(self, bot: str, seat: int, others: str) -> LineUp:
        """One bot in a seat, and another bot in all the others."""
        return tuple(bot if place == seat else others for place in range(self.players))


def plan(
    game: Game,
    names: Sequence[str],
    *,
    deals: int,
    seed: int,
    players: int | None = None,
    options: Mapping[str, Value] | None = None,
    pairs: Literal["all", "neighbours", "last"] = "all",
    one_way: bool = False,
) -> Plan:
    """Make and check a plan: for every pair of bots, for each bot and the next, or for each bot and the last."""
    if len(names) < 2:
        raise Problem(f"a ladder needs at least two bots; the bots are: {', '.join(bots.names())}")
    if len(set(names)) < len(names):
        raise Problem(f"name each bot only once, not {' '.join(names)}")
    state = game.new_state(players, options)
    for name in names:
        if name not in SEERS:
            bots.load(name, 0)
        if name != "random" and (name in bots.BOTS or level_of(name) is not None):
            _ = game.judgement  # refuses a game that has none
        policy_of(name, game, state)  # refuses a network where it cannot play
    return Plan(
        game=game.ref,
        title=game.title,
        ruleset=game.rules.RULESET,
        kind=game.contest.pairing,
        players=game.check_players(players),
        options=game.check_options(options or {}),
        bots=tuple(names),
        pairs=_pairs(names, pairs),
        deals=deals,
        seed=seed,
        one_way=one_way,
    )


def _pairs(names: Sequence[str], which: Literal["all", "neighbours", "last"]) -> tuple[Pair, ...]:
    if which == "neighbours":
        return tuple(pairwise(names))
    if which == "last":
        return tuple((name, names[-1]) for name in names[:-1])
    return tuple(combinations(names, 2))


# ---------------------------------------------------------------- playing
@dataclass(frozen=True)
class Played:
    """A game of the ladder and its result."""

    deal: int
    seats: LineUp
    returns: tuple[float, ...]
    roles: tuple[str, ...] = ()  # of the seats, in a game with roles
    score: float | None = None  # of a cooperative game
    won: bool | None = None
    reports: tuple[str, ...] = ()  # what bots did wrong

    def victory(self, seat: int) -> float:
        """A seat's share of the victory: the best result wins, and equal ones share."""
        best = max(self.returns)
        return 1 / self.returns.count(best) if self.returns[seat] == best else 0.0


def play(plan: Plan, deal: int, seats: LineUp) -> Played:
    """Play one game. The result depends only on the plan, the deal and the line-up."""
    game = plan.game.load()
    state, rng = game.new_state(plan.players, plan.options), new_rng((plan.seed << 32) + deal)
    game.rules.deal(state, rng)
    roles = game.contest.roles(state)
    policies = [policy_of(name, game, state) for name in seats]
    seeds = [seed_for(plan.seed, deal, seats, seat) for seat in range(len(seats))]
    reports: list[str] = []
    if kernel.can_compile() and game.greedy is not None and all(policy is not None for policy in policies):
        state = Arena.of(game).play([policy for policy in policies if policy is not None], state, rng, seeds[0])
    else:
        reports = _play_by_hand(
            game, [bots.among_bots(name, seed) for name, seed in zip(seats, seeds, strict=True)], state, rng
        )
    played = Played(deal, seats, tuple(game.returns(state)), roles, reports=tuple(reports))
    if isinstance(game.contest, Team):
        score, won = game.contest.score, game.contest.won
        played = replace(played, score=score(state) if score else None, won=won(state) if won else None)
    return played


def _play_by_hand(game: Game, table: Sequence[Guarded], state: Any, rng: Any) -> list[str]:
    """Play a game with Python in the loop, and return what bots did wrong."""
    while not game.rules.is_over(state):
        seat, legal = state.to_move, game.legal(state)
        seen = state.copy() if table[seat].name in SEERS else game.redacted(state, seat)
        action = legal[0] if len(legal) == 1 else table[seat].choose(game, seen, legal)
        for number, bot in enumerate(table):
            tell(bot, game, state, number, action)
        game.rules.apply(state, action, rng)
    return [str(report) for bot in table for report in bot.reports]


def play_all(plan: Plan, processes: int = 1) -> Iterator[Played]:
    """Play everything, deal by deal, in the same order for any number of processes."""
    deals = [deal for deal in range(plan.deals) for _ in plan.lineups]
    lineups = plan.lineups * plan.deals
    if processes == 1:
        yield from map(play, [plan] * len(deals), deals, lineups)
        return
    with workers(min(processes, len(deals)), follow_parent) as pool:
        under_way: deque[Future[Played]] = deque()  # few: futures that are cancelled would break a pool that is stopped
        for deal, lineup in zip(deals, lineups, strict=True):
            under_way.append(pool.submit(play, plan, deal, lineup))
            if len(under_way) > AHEAD * processes:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()


def sensible_processes(plan: Plan) -> int:
    """One per core, or a single one if a bot thinks by the clock: parallel games would slow it down."""
    levels = LEVELS | SEERS
    by_clock = any(name in levels and levels[name].simulations is None and levels[name].seconds for name in plan.bots)
    return 1 if by_clock else os.cpu_count() or 1


# ---------------------------------------------------------------- what it shows
@dataclass(frozen=True)
class Verdict:
    """What the deals show about a pair of bots; the first is rated higher."""

    pair: Pair
    edge: Estimate
    stronger: str | None  # which bot is shown to be stronger, if any,
    after: int | None  # and after how many deals
    neighbours: bool  # whether they are next to each other on the ladder
    roles: Mapping[str, Estimate]  # the edge by the role of the compared seat


@dataclass(frozen=True)
class Rung:
    """A bot on the ladder: its rating or, in a cooperative game, its mean score and win rate."""

    bot: str
    rating: Estimate | None = None
    score: Estimate | None = None
    wins: Estimate | None = None


@dataclass
class Ladder:
    """A plan and the games played so far."""

    plan: Plan
    games: dict[tuple[int, LineUp], Played] = field(default_factory=dict)  # by deal and line-up, in order

    def add(self, played: Played) -> None:
        """Add a game."""
        self.games[played.deal, played.seats] = played

    @property
    def deals(self) -> int:
        """The number of complete deals; only these count."""
        return len(self.games) // len(self.plan.lineups)

    @property
    def reports(self) -> list[str]:
        """What bots did wrong, game by game."""
        return [f"deal {game.deal + 1}: {report}" for game in self.games.values() for report in game.reports]

    def gains(self, pair: Pair, deal: int) -> list[float]:
        """The edge of the first bot of a pair in one deal, by seat."""
        if self.plan.one_way and self.plan.kind != "team" and pair not in self.plan.pairs:
            return [-gain for gain in self.gains((pair[1], pair[0]), deal)]
        a, b = pair
        seats, alone = range(self.plan.players), self.plan.alone
        if self.plan.kind == "team":
            all_a, all_b = (self.games[deal, (bot,) * len(seats)].returns for bot in pair)
            return [all_a[seat] - all_b[seat] for seat in seats]
        lone_a = [self.games[deal, alone(a, seat, b)] for seat in seats]
        lone_b = [] if self.plan.one_way else [self.games[deal, alone(b, seat, a)] for seat in seats]
        if self.plan.kind == "rivals":
            if self.plan.one_way:
                return [lone_a[seat].victory(seat) - 1 / len(seats) for seat in seats]
            return [lone_a[seat].victory(seat) - lone_b[seat].victory(seat) for seat in seats]
        # A result from -1 to 1 is twice a chance of winning.
        among_b = self.games[deal, (b,) * len(seats)].returns
        gains = [(lone_a[seat].returns[seat] - among_b[seat]) / 2 for seat in seats]
        if self.plan.one_way:
            return gains
        among_a = self.games[deal, (a,) * len(seats)].returns
        return [(gains[seat] + (among_a[seat] - lone_b[seat].returns[seat]) / 2) / 2 for seat in seats]

    def edges(self, pair: Pair) -> Numbers:
        """The edge of the first bot of a pair, by deal."""
        return np.array([np.mean(self.gains(pair, deal)) for deal in range(self.deals)])

    def edges_by_role(self, pair: Pair) -> dict[str, list[float]]:
        """The same, by the role of the compared seat."""
        found: dict[str, list[float]] = {}
        for deal in range(self.deals):
            gains = self.gains(pair, deal)
            roles = self.games[deal, self.plan.lineups[0]].roles
            for role in sorted(set(roles)):
                here = [gain for gain, other in zip(gains, roles, strict=True) if other == role]
                found.setdefault(role, []).append(float(np.mean(here)))
        return dict(sorted(found.items()))

    def rungs(self) -> list[Rung]:
        """The bots, best first."""
        if self.plan.kind == "team":
            rungs = [self._team(name) for name in self.plan.bots]
            return sorted(rungs, key=lambda rung: -rung.score.mean if rung.score else 0.0)
        place = {name: number for number, name in enumerate(self.plan.bots)}
        edges = np.stack([self.edges(pair) for pair in self.plan.pairs], axis=1)
        pairs = [(place[a], place[b]) for a, b in self.plan.pairs]
        rated = evidence.ratings(edges, pairs, len(place), self.plan.bound)
        return sorted(
            (Rung(name, rating) for name, rating in zip(place, rated, strict=True)),
            key=lambda rung: -rung.rating.mean if rung.rating else 0.0,
        )

    def _team(self, name: str) -> Rung:
        games = [self.games[deal, (name,) * self.plan.players] for deal in range(self.deals)]
        scores = [game.returns[0] if game.score is None else game.score for game in games]
        wins = sum(game.won if game.won is not None else game.returns[0] > 0 for game in games)
        return Rung(name, score=evidence.mean(scores), wins=evidence.share(wins, len(games)))

    def verdicts(self) -> list[Verdict]:
        """The verdict on each pair, with neighbours on the ladder first."""
        order = [rung.bot for rung in self.rungs()]
        played = {frozenset(pair) for pair in self.plan.pairs}
        pairs = [pair for pair in combinations(order, 2) if frozenset(pair) in played]
        apart = {(a, b): order.index(b) - order.index(a) for a, b in pairs}
        return [self._verdict(pair, apart[pair] == 1) for pair in sorted(pairs, key=lambda pair: apart[pair])]

    def _verdict(self, pair: Pair, neighbours: bool) -> Verdict:
        edges, bound = self.edges(pair), self.plan.bound
        shown = [
            (after, name)
            for name, values in zip(pair, (edges, -edges), strict=True)
            if (after := evidence.shown_after(values, bound)) is not None
        ]
        after, stronger = min(shown, default=(None, None))
        roles = {role: evidence.mean(values, bound) for role, values in self.edges_by_role(pair).items()}
        return Verdict(pair, evidence.mean(edges, bound), stronger, after, neighbours, roles)

    # ------------------------------------------------------------ as a file
    def document(self) -> dict[str, Any]:
        """Everything as plain data: the games and what they show."""
        shows: dict[str, Sequence[Any]] = {"rungs": [], "verdicts": []}
        if self.deals:
            shows = {"rungs": self.rungs(), "verdicts": self.verdicts()}
        return {
            "format": FORMAT,
            "plan": {**asdict(self.plan), **_reference(self.plan.game)},
            "deals": self.deals,
            **{name: [_finite(asdict(row)) for row in rows] for name, rows in shows.items()},
            "games": [asdict(game) for game in self.games.values()],
        }

    @classmethod
    def read(cls, document: Any) -> Ladder:
        """Read the ladder of a document; ValueError if it is not one."""
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise ValueError(f"is not a file of {FORMAT!r}")
        try:
            given = dict(document["plan"])
            pairs = tuple((str(a), str(b)) for a, b in given["pairs"])
            deck = given.pop("deck", None)
            given.pop("data", None)  # older files name the deck's path here: only the deck itself is of use
            game = GameRef(given["game"], None if deck is None else Deck.from_data(deck))
            ladder = cls(Plan(**{**given, "game": game, "bots": tuple(given["bots"]), "pairs": pairs}))
            for entry in document["games"]:
                texts = {name: tuple(entry[name]) for name in ("seats", "returns", "roles", "reports")}
                ladder.add(Played(**{**entry, **texts}))
            expected = [(deal, seats) for deal in range(ladder.plan.deals) for seats in ladder.plan.lineups]
        except (Problem, KeyError, TypeError, ValueError) as problem:
            raise ValueError(f"is damaged ({type(problem).__name__}: {problem})") from None
        if list(ladder.games) != expected[: len(ladder.games)]:
            raise ValueError("is damaged: its games are not those of its plan")
        return ladder


def _reference(ref: GameRef) -> dict[str, Any]:
    """A game as a document stores it: its name, and its deck if that is not the shipped one."""
    return {"game": ref.name, "deck": None if ref.deck is None else ref.deck.as_data()}


def _finite(data: Any) -> Any:
    """The same data with None for infinite numbers, which JSON does not have."""
    if isinstance(data, dict):
        return {key: _finite(value) for key, value in data.items()}
    return None if isinstance(data, float) and not np.isfinite(data) else data
