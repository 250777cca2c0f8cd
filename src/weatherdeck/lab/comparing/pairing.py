"""Two runs on the same deals: every figure of both, and their difference taken deal by deal.

What a deal does to both runs cancels out, so the confidence interval of a difference is narrower than that of two
independent runs, and few games suffice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from ...errors import Problem
from ...games.contest import Sides
from ...games.figures import Means, Rates, Wins
from ...games.game import Game
from ..measuring.measure import Batch, Findings, Numbers, measure_cards, measure_figures
from ..measuring.moments import FEWEST, Figure, difference, double_difference, holm, p_value, ratio, share
from ..playing.columns import card_names, card_sets, knows_leaders, knows_points, leads_by_round
from ..playing.engines import Engine, Here, in_order
from ..playing.run import Run
from ..reporting.sections import CARD_WORDS, player_at

SHARES = ("forced", "settled", "late", "shared", "nobody")
NAMES = {
    "decisions": "decisions per game",
    "choices": "legal actions per decision",
    "forced": "forced moves",
    "rounds": "rounds per game",
    "lead_changes": "lead changes per game",
    "settled": "share of the game after which the winner leads for good",
    "late": "games decided in their last tenth",
    "score": "score per seat",
    "margin": "winning margin",
    "shared": "games with several winners",
    "nobody": "games without a winner",
}
RESTRICTED = "restricted"
"""The win rate of the seat that may be forbidden something; measured in every run, to have something to pair."""
EQUAL = 1e-12
"""Differences, and standard errors, that are only rounding."""
FEW = 12
"""Batches that are measured in this process: starting others would take longer."""


@dataclass
class DealVectors:
    """One vector per deal, kept to be paired; stands in for `Findings` while a batch is measured."""

    vectors: dict[str, Numbers] = field(default_factory=dict)

    def add(self, name: str, vectors: Numbers) -> None:
        """Keep one vector per deal."""
        self.vectors[name] = vectors

    def add_stack(self, name: str, labels: Sequence[object], vectors: Numbers) -> None:
        """Keep one vector per deal and label."""
        for place, label in enumerate(labels):
            self.vectors[f"{name}/{label}"] = vectors[:, place]


@dataclass(frozen=True)
class Change:
    """A figure in the baseline and in a variant."""

    key: str
    name: str
    base: Figure
    other: Figure
    difference: Figure
    shown: bool  # significant, with everything that is compared taken into account
    is_share: bool

    @property
    def size(self) -> float:
        """The effect size: the difference in standard deviations of the baseline's deals. It does not grow with n."""
        spread = max(self.base.error, self.other.error) if self.base.error < EQUAL else self.base.error
        spread *= math.sqrt(self.base.deals)
        return abs(self.difference.mean) / spread if spread > EQUAL else math.inf

    @property
    def is_of_a_card(self) -> bool:
        """Whether it is about a single card."""
        return self.key.startswith("card/")

    @property
    def is_certain(self) -> bool:
        """Whether the difference is the same in every deal: it needs no test."""
        return self.difference.error < EQUAL


# ---------------------------------------------------------------- measured
def vectors_of(run: Run, number: int, cards: bool = True) -> dict[str, Numbers]:
    """Every figure of a batch as one vector per deal: `[sum, count]`, of a card `[sum, count, others, count]`."""
    batch, kept = Batch(run, number), DealVectors()
    measure_figures(batch, kept)
    if cards:
        measure_cards(batch, kept)
    games = np.repeat(batch.games["game"], run.plan.players)
    here = batch.seats["seat"] == run.plan.restricted_seat(games)
    kept.add(RESTRICTED, batch.mean(batch.seats["won"] & here, here))
    return kept.vectors


def paired(base: Run, other: Run, number: int, cards: bool = True) -> Findings:
    """Measure a batch of both: the vectors of the variant and of the baseline, side by side."""
    mine, theirs = vectors_of(other, number, cards), vectors_of(base, number, cards)
    deals = {len(vectors) for one in (mine, theirs) for vectors in one.values()}
    if len(deals) != 1:
        raise Problem(f"{other.folder}: its deals are not those of {base.folder}")
    found = Findings(deals=deals.pop())
    for name in mine:
        if name in theirs:
            found.add(name, np.concatenate([mine[name], theirs[name]], axis=1))
    return found


def common_batches(base: Run, other: Run) -> list[int]:
    """The finished batches with the same games in both."""
    found = [
        number
        for number in sorted(set(base.done()) & set(other.done()))
        if base.plan.span(number) == other.plan.span(number)
    ]
    if not found:
        raise Problem(f"{other.folder}: has no finished batch in common with {base.folder}")
    return found


@dataclass(frozen=True)
class Pairing:
    """The work of an engine: measure a batch of one of several runs, paired with the same batch of the baseline."""

    base: Run
    others: tuple[Run, ...]
    jobs: tuple[tuple[int, int], ...]  # which run, which batch
    cards: bool  # whether cards are measured, too

    def __call__(self, job: int) -> tuple[int, Findings]:
        """Do one of the jobs."""
        run, number = self.jobs[job]
        return run, paired(self.base, self.others[run], number, self.cards)


def pair(
    base: Run,
    others: Sequence[Run],
    engine: Engine,
    on_batch: Callable[[int, int], None] | None = None,
    cards: bool = True,
) -> list[Findings]:
    """Each run paired with the baseline, as far as both were played."""
    jobs = [(place, number) for place, run in enumerate(others) for number in common_batches(base, run)]
    found = [Findings() for _ in others]
    work = Pairing(base, tuple(others), tuple(jobs), cards)
    for done, (place, findings) in enumerate(in_order(Here() if len(jobs) <= FEW else engine, work, range(len(jobs)))):
        found[place] += findings
        if on_batch is not None:
            on_batch(done + 1, len(jobs))
    return found


def change(findings: Findings, key: str, *, is_share: bool = False) -> Figure:
    """The paired difference of a figure: the variant minus the baseline."""
    moments = findings[key]
    return double_difference(moments) if len(moments.sums) == 8 else difference(moments, of_shares=is_share)


def both(findings: Findings, key: str, *, is_share: bool = False) -> tuple[Figure, Figure]:
    """A figure in the baseline and in the variant."""
    moments = findings[key]
    half = len(moments.sums) // 2
    read = difference if half == 4 else share if is_share else ratio
    return read(moments.part(half, 2 * half)), read(moments.part(0, half))


def is_there(findings: Findings, key: str) -> bool:
    """Whether both runs have any data on a figure."""
    return bool((findings[key].sums[1::2] > 0).all())


# ---------------------------------------------------------------- tested together
def changes(game: Game, found: dict[str, Findings]) -> dict[str, list[Change]]:
    """What changes in each variant, the largest effect first. All differences are tested together (Holm).

    A figure that is the same in every deal is left out. A difference that is the same in every deal is certain. Neither
    counts as a test.
    """
    names, shares = names_of(game), shares_of(game)
    figures = {
        (name, key): figure
        for name, findings in found.items()
        for key in findings.sums
        if key in names
        and is_there(findings, key)
        and not is_nothing(figure := change(findings, key, is_share=key in shares))
    }
    tested = [at for at, figure in figures.items() if figure.error >= EQUAL]
    shown = dict(zip(tested, holm([p_value(figures[at]) for at in tested]), strict=True))
    rows: dict[str, list[Change]] = {name: [] for name in found}
    for (name, key), figure in figures.items():
        is_shown = shown.get((name, key), figure.deals >= FEWEST)
        figures_of_both = both(found[name], key, is_share=key in shares)
        rows[name].append(Change(key, names[key], *figures_of_both, figure, is_shown, key in shares))
    return {name: sorted(some, key=lambda row: -row.size) for name, some in rows.items()}


def is_nothing(figure: Figure) -> bool:
    """Whether a difference is 0 in every deal."""
    return figure.error < EQUAL and abs(figure.mean) < EQUAL


# ---------------------------------------------------------------- what is compared
def of_any_game(game: Game) -> dict[str, str]:
    """What is measured in every game, as far as it is known and says something in this one."""
    unknown = {
        *(("margin", "shared", "nobody") if game.cooperative else ()),  # that nobody wins is that not all do
        *(() if knows_leaders(game) else ("lead_changes", "settled", "late")),
        *(("settled", "late") if leads_by_round(game) else ()),
        *(() if knows_points(game) else ("score", "margin")),
    }
    names = NAMES | ({"score": "score"} if game.cooperative else {})  # all seats have the same
    return {key: name for key, name in names.items() if key not in unknown}


def names_of(game: Game) -> dict[str, str]:
    """What is compared, and what it is called."""
    names = of_any_game(game)
    for panel in game.figures.PANELS:
        if isinstance(panel, Means):
            names |= {f"mean/{figure}": f"{panel.title}: {label}" for label, figure in panel.parts}
        elif isinstance(panel, Rates):
            names |= {f"rate/{figure}/{of}": f"{panel.title}: {label}" for label, figure, of in panel.parts}
        elif isinstance(panel, Wins):
            names |= _wins(panel)
    names |= wins_of(game)
    for cards in card_sets(game)[:1]:
        doing = CARD_WORDS[cards][0]
        names |= {f"card/{cards}/won/{kind}": f"win rate: effect of {doing} {kind}" for kind in card_names(game)}
    return names


def wins_of(game: Game) -> dict[str, str]:
    """The figures that say who wins: all together, or by turn order and, where there are sides, by role."""
    if game.cooperative:
        return {"seat/0": "games won"}
    names = {f"turn/{n}": f"win rate of {player_at(n)}" for n in range(max(game.players))}
    if isinstance(game.contest, Sides):
        for panel in game.figures.PANELS:
            if isinstance(panel, Rates) and tuple(label for label, _, _ in panel.parts) == tuple(game.contest.names):
                names |= {f"rate/{figure}/{of}": f"rounds won by {label}" for label, figure, of in panel.parts}
    return names


def _wins(panel: Wins) -> dict[str, str]:
    labels = panel.labels or tuple(str(n) for n in range(40))
    return {f"wins/{panel.figure}/{n}": f"{panel.title}: {label}" for n, label in enumerate(labels)}


def shares_of(game: Game) -> set[str]:
    """Which of them are shares, shown as percentages."""
    rates = {
        f"rate/{figure}/{of}"
        for panel in game.figures.PANELS
        if isinstance(panel, Rates) and panel.is_share
        for _, figure, of in panel.parts
    }
    kinds = ("seat", "turn", "wins", "card")
    return rates | {key for key in names_of(game) if key in SHARES or key.partition("/")[0] in kinds}


def cards_apart(base: Game, other: Game) -> tuple[list[str], list[str]]:
    """The cards, by name, that only the baseline has, and those that only the variant has."""
    mine, theirs = card_names(base), card_names(other)
    return [name for name in dict.fromkeys(mine) if name not in theirs], [
        name for name in dict.fromkeys(theirs) if name not in mine
    ]
