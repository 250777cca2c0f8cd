"""Measure the tables of a run, batch by batch: per-deal sums, from which every figure and its interval follows.

A finding has a name like `seat/2` or `card/dealt/won/17`. Its vector is described where it is measured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ...games.figures import Having, Means, Panel, Rates, Values, Wins
from ...games.game import Game
from ..playing.columns import card_names, card_sets
from ..playing.engines import Engine, in_order
from ..playing.run import Run
from .effects import measure_effects
from .moments import Moments
from .pairs import measure_pairs

Numbers = npt.NDArray[np.float64]
Table = Mapping[str, npt.NDArray[Any]]
BARS = 40
"""The approximate number of bars in the distribution of a figure with a wide range."""
NARROWEST = {"settled_share": 5}
"""Minimum widths of bars: narrower ones would be empty between the decisions of a short game."""
SPREADS = ("decisions", "lead_changes", "settled_share", "score", "margin")
"""Figures of every game whose distribution is measured."""


@dataclass
class Findings:
    """The measurements of some batches: sums of vectors and of their products, by name."""

    games: int = 0
    deals: int = 0
    sums: dict[str, tuple[Numbers, Numbers]] = field(default_factory=dict)
    widths: dict[str, int] = field(default_factory=dict)  # of the bars in distributions
    counts: dict[str, Numbers] = field(
        default_factory=dict
    )  # per kind: the sum, the squares, the products with the totals
    totals: dict[str, Numbers] = field(default_factory=dict)  # what the counts are shares of: the sum, the squares

    def add(self, name: str, vectors: Numbers) -> None:
        """Add one vector per deal."""
        moments = Moments.of(vectors)
        self._add(name, moments.sums, moments.products)

    def add_counts(self, name: str, labels: Sequence[object], counts: Numbers, of: Numbers) -> None:
        """Add counts per deal and kind, [deal, kind], and their totals per deal: findings `name/label`."""
        parts = np.stack([counts.sum(axis=0), (counts * counts).sum(axis=0), of @ counts], axis=1)
        for label, part in zip(labels, parts, strict=True):
            if part[0]:
                key = f"{name}/{label}"
                self.counts[key] = self.counts.get(key, np.zeros(3)) + part
        self.totals[name] = self.totals.get(name, np.zeros(2)) + np.array([of.sum(), of @ of])

    def add_stack(self, name: str, labels: Sequence[object], vectors: Numbers) -> None:
        """Add one vector per deal and label: findings `name/label`."""
        moments = Moments.of(vectors)
        for place, label in enumerate(labels):
            self._add(f"{name}/{label}", moments.sums[place], moments.products[place])

    def _add(self, name: str, sums: Numbers, products: Numbers) -> None:
        if name in self.sums:
            before = self.sums[name]
            self.sums[name] = before[0] + sums, before[1] + products
        else:
            self.sums[name] = sums, products

    def __add__(self, other: Findings) -> Findings:
        both = Findings(self.games + other.games, self.deals + other.deals, dict(self.sums), self.widths)
        for name, (sums, products) in other.sums.items():
            both._add(name, sums, products)
        both.counts, both.totals = _added(self.counts, other.counts), _added(self.totals, other.totals)
        return both

    def __contains__(self, name: str) -> bool:
        return name in self.sums or name in self.counts

    def __getitem__(self, name: str) -> Moments:
        """The moments of a finding. Deals without any of it count as zeros."""
        if name in self.sums:
            return Moments(self.deals, *self.sums[name])
        total, squares, crossed = self.counts.get(name, np.zeros(3))
        of, of_squares = self.totals[name.rpartition("/")[0]]
        return Moments(self.deals, np.array([total, of]), np.array([[squares, crossed], [crossed, of_squares]]))

    def bars(self, name: str) -> list[int]:
        """Where the bars of a distribution begin, including empty ones between others."""
        found = [int(part) for part in self.under(f"spread/{name}")]
        return list(range(min(found), max(found) + 1, self.widths.get(name, 1))) if found else []

    def under(self, name: str) -> list[str]:
        """The last parts of the names that start with this one, numbers in order."""
        names = [*self.sums, *self.counts]
        found = [key.removeprefix(name + "/") for key in names if key.startswith(name + "/")]
        return sorted(found, key=lambda part: (0, float(part), "") if is_number(part) else (1, 0.0, part))


def _added(some: dict[str, Numbers], more: dict[str, Numbers]) -> dict[str, Numbers]:
    return some | {name: some[name] + sums if name in some else sums for name, sums in more.items()}


def is_number(text: str) -> bool:
    """Whether a label is a number."""
    return text.removeprefix("-").replace(".", "", 1).isdigit()


def measure(
    run: Run,
    engine: Engine,
    on_batch: Callable[[int, int], None] | None = None,
    widths: Mapping[str, int] | None = None,
) -> Findings:
    """Measure a run as far as it was played. The engine makes no difference to the result."""
    done = run.done()
    widths = bar_widths([run]) if widths is None else widths
    found = Findings(widths=dict(widths))
    for number, findings in enumerate(in_order(engine, partial(measure_batch, run, widths), done), 1):
        found += findings
        if on_batch is not None:
            on_batch(number, len(done))
    return found


def bar_widths(runs: Sequence[Run]) -> dict[str, int]:
    """Bar widths for the distributions of several runs: whole numbers, from their first batches."""
    widths: dict[str, int] = {}
    for run in runs:
        for number in run.done()[:1]:
            batch = Batch(run, number)
            own = [panel.figure for panel in batch.panels if isinstance(panel, Values) and not panel.labels]
            for name in (*SPREADS, *own):
                low, high = np.quantile(batch.values(name), (0.001, 0.999))
                widths[name] = max(widths.get(name, NARROWEST.get(name, 1)), round((high - low) / BARS))
    return widths


def measure_batch(run: Run, widths: Mapping[str, int], number: int) -> Findings:
    """Measure one batch."""
    batch = Batch(run, number)
    found = Findings(len(batch.games["game"]), len(batch.starts))
    measure_figures(batch, found)
    for name in SPREADS:
        _measure_spread(batch, found, name, widths[name])
    for panel in batch.panels:
        if isinstance(panel, Values) and panel.figure not in SPREADS:
            _measure_spread(batch, found, panel.figure, widths.get(panel.figure, 1))
    measure_cards(batch, found)
    measure_effects(batch, found)
    _measure_pairs(batch, found)
    return found


class Collector(Protocol):
    """Takes vectors per deal, to sum them or to keep them."""

    def add(self, name: str, vectors: Numbers) -> None:
        """Add one vector per deal."""

    def add_stack(self, name: str, labels: Sequence[object], vectors: Numbers) -> None:
        """Add one vector per deal and label."""


def measure_figures(batch: Batch, found: Collector) -> None:
    """Measure everything that is a mean, a share or a difference, not a distribution."""
    _measure_play(batch, found)
    _measure_wins(batch, found)
    for panel in batch.panels:
        _measure_panel(batch, found, panel)


class Batch:
    """The tables of a batch, and where its deals start."""

    def __init__(self, run: Run, number: int) -> None:
        self.plan = run.plan
        self.game: Game = run.plan.load()
        self.games = _columns(run.read("games", number))
        self.seats = _columns(run.read("seats", number))
        self.hands = _columns(run.read("hands", number))
        self.starts = np.flatnonzero(self.games["replay"] == 0)  # a batch holds whole deals
        scores = np.sort(self.seats["score"].reshape(-1, self.plan.players), axis=1)
        self.games |= {
            "margin": scores[:, -1] - scores[:, -2],
            "settled_share": 100 * self.games["settled"] / self.games["decisions"],
            "anybody": (self.games["winners"] != 0).astype(float),
        }

    @property
    def panels(self) -> tuple[Panel, ...]:
        """The panels that the game declares."""
        return tuple(self.game.figures.PANELS)

    def is_of_seats(self, name: str) -> bool:
        """Whether a figure belongs to seats, not to games."""
        return name not in self.games

    def values(self, name: str) -> npt.NDArray[Any]:
        """A figure of all games or of all seats."""
        return self.seats[name] if self.is_of_seats(name) else self.games[name]

    def won(self, name: str) -> npt.NDArray[Any]:
        """Whether a seat won; for figures of games, whether anybody won."""
        return self.seats["won"] if self.is_of_seats(name) else self.games["anybody"]

    def by_deal(self, values: npt.NDArray[Any]) -> Numbers:
        """Values of games or seats, summed per deal."""
        each = len(values) // len(self.games["game"])
        sums: Numbers = np.add.reduceat(np.asarray(values, np.float64), self.starts * each)
        return sums

    def deals_of(self, values: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """The deal of each game or seat."""
        each = len(values) // len(self.games["game"])
        return np.repeat(np.cumsum(self.games["replay"] == 0) - 1, each)

    def mean(self, values: npt.NDArray[Any], of: npt.NDArray[Any] | None = None) -> Numbers:
        """Vectors of a sum and of what it is divided by: the number of values, or another sum."""
        return np.stack([self.by_deal(values), self.by_deal(np.ones(len(values)) if of is None else of)], axis=1)


def _columns(table: Any) -> dict[str, npt.NDArray[Any]]:
    return {
        name: np.asarray(column.to_numpy(zero_copy_only=False))
        for name, column in zip(
            table.column_names, (table[name].combine_chunks() for name in table.column_names), strict=True
        )
    }


# ---------------------------------------------------------------- every game
def _measure_play(batch: Batch, found: Collector) -> None:
    """Length, choices and drama: `[sum, count]`."""
    games = batch.games
    for name in ("decisions", "rounds", "lead_changes"):
        found.add(name, batch.mean(games[name]))
    found.add("choices", batch.mean(games["choices"], games["decisions"]))
    found.add("forced", batch.mean(games["forced"], games["decisions"]))
    found.add("settled", batch.mean(games["settled_share"] / 100))
    found.add("late", batch.mean(games["settled_share"] >= 90))
    found.add("score", batch.mean(batch.seats["score"]))
    found.add("margin", batch.mean(games["margin"]))
    winners = games["winners"]
    found.add("shared", batch.mean((winners & winners - 1) != 0))
    found.add("nobody", batch.mean(winners == 0))


def _measure_wins(batch: Batch, found: Collector) -> None:
    """Who wins: `[wins, seats]` by seat, turn order and bot."""
    for name in ("seat", "turn", "bot"):
        values = batch.seats[name]
        for value in sorted(set(values.tolist())):
            here = values == value
            found.add(f"{name}/{value}", batch.mean(batch.seats["won"] & here, here))
            if name == "bot":
                found.add(f"bot_score/{value}", batch.mean(batch.seats["score"] * here, here))


def _measure_spread(batch: Batch, found: Findings, name: str, width: int) -> None:
    """How often each value occurs: `[count, total]`, by the start of the bar."""
    values = batch.values(name)
    bars = np.floor_divide(values, width).astype(np.int64)
    low = int(bars.min())
    kinds = int(bars.max()) - low + 1
    deals = batch.deals_of(values)
    counts = np.bincount(deals * kinds + bars - low, minlength=len(batch.starts) * kinds).reshape(-1, kinds)
    labels = [(low + place) * width for place in range(kinds)]
    found.add_counts(f"spread/{name}", labels, counts.astype(np.float64), batch.by_deal(np.ones(len(values))))


def measure_cards(batch: Batch, found: Collector) -> None:
    """`[sum of those with the card, their count, sum of the others, their count]`: points of the round, and wins.

    Where players are rivals, both are measured from the mean of the table, because rounds and games differ in how much
    there is for all.
    """
    names = card_names(batch.game)
    if not names or not len(batch.hands["game"]):
        return
    kinds = list(dict.fromkeys(names))
    masks = np.array([sum(1 << bit for bit, name in enumerate(names) if name == kind) for kind in kinds], np.int64)
    first = int(batch.games["game"][0])
    starts = np.searchsorted(batch.hands["game"], batch.games["game"][batch.starts])
    place = (batch.hands["game"] - first) * batch.plan.players + batch.hands["seat"]
    ones = np.ones(len(place))
    for cards in card_sets(batch.game):
        has = ((batch.hands[cards][:, None] & masks) != 0).astype(np.float32)
        holders = np.add.reduceat(has, starts, axis=0, dtype=np.float64)
        hands = np.add.reduceat(ones, starts)[:, None]
        for name, values in (("gain", batch.hands["gain"]), ("won", batch.seats["won"][place])):
            wide = _from_the_mean(batch, values)[:, None]
            theirs = np.add.reduceat(has * wide, starts, axis=0, dtype=np.float64)
            total = np.add.reduceat(wide, starts, axis=0, dtype=np.float64)
            vectors = np.stack([theirs, holders, total - theirs, hands - holders], axis=2)
            found.add_stack(f"card/{cards}/{name}", kinds, vectors)


def _measure_pairs(batch: Batch, found: Findings) -> None:
    """The same for pairs of cards: see `pairs.py`."""
    if len(batch.hands["game"]):
        place = (batch.hands["game"] - int(batch.games["game"][0])) * batch.plan.players + batch.hands["seat"]
        starts = np.searchsorted(batch.hands["game"], batch.games["game"][batch.starts])
        won = _from_the_mean(batch, batch.seats["won"][place])
        measure_pairs(batch, found, won.astype(np.float64), starts.tolist())


def _from_the_mean(batch: Batch, values: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    """The values of hands, minus the mean of all hands in the same round."""
    wide = values.astype(np.float32)
    if batch.game.cooperative:
        return wide
    tables = wide.reshape(-1, batch.plan.players)
    centred: npt.NDArray[np.float32] = (tables - tables.mean(axis=1, keepdims=True)).ravel()
    return centred


# ---------------------------------------------------------------- the panels that a game declares
def _measure_panel(batch: Batch, found: Collector, panel: Panel) -> None:
    if isinstance(panel, Wins):
        values, won = batch.values(panel.figure), batch.won(panel.figure)
        for value in np.unique(values).tolist():
            here = values == value
            found.add(f"wins/{panel.figure}/{value}", batch.mean(won * here, here))
    elif isinstance(panel, Means):
        for _, figure in panel.parts:
            found.add(f"mean/{figure}", batch.mean(batch.values(figure)))
    elif isinstance(panel, Rates):
        for _, figure, of in panel.parts:
            vectors = np.stack([batch.by_deal(batch.values(figure)), batch.by_deal(batch.values(of))], axis=1)
            found.add(f"rate/{figure}/{of}", vectors)
    elif isinstance(panel, Having):
        _measure_having(batch, found, panel)


def _measure_having(batch: Batch, found: Collector, panel: Having) -> None:
    things, won = batch.values(panel.figure), batch.won(panel.figure)
    for bit in range(len(panel.labels)):
        has = (things >> bit & 1).astype(bool)
        vectors = [*batch.mean(won & has, has).T, *batch.mean(won & ~has, ~has).T]
        found.add(f"having/{panel.figure}/{bit}", np.stack(vectors, axis=1))
