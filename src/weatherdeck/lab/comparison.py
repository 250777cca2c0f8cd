"""Variants compared on the same deals: what changes, by how much, and is the change statistically significant?

Each variant is a run of its own with the same seed, so game n has the same cards in all of them (as far as the variant
itself leaves the cards alone). Differences are taken deal by deal. What a deal does to both variants cancels out, so
the confidence intervals are narrower than those of two independent runs.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..errors import Problem
from ..games.figures import Means, Rates, Wins
from ..games.game import Game
from . import report
from .columns import knows_leaders, knows_points
from .design import PAIRED, Design, LineUp, design_of
from .engines import Engine, Processes, in_order
from .exhibits import Exhibit, LabelledFigure, Section
from .measure import Batch, Findings, Numbers, measure_figures
from .moments import Figure, difference, holm, p_value, ratio
from .plan import RunPlan, names_of
from .prose import interval, number, only, percent
from .run import Run
from .setup import AnyGame, Setup, setup_of
from .studies import OnProgress, folder_name, play

if TYPE_CHECKING:
    import polars as pl  # loaded when a frame is asked for

SHARES = ("forced", "settled", "late", "shared", "nobody")
NAMES = {
    "decisions": "decisions per game",
    "choices": "legal actions per decision",
    "forced": "forced moves",
    "rounds": "rounds per game",
    "lead_changes": "lead changes per game",
    "settled": "point of the game at which the winner takes the lead for good",
    "late": "games decided in their last tenth",
    "score": "score per seat",
    "margin": "winning margin",
    "shared": "games with several winners",
    "nobody": "games without a winner",
}


@dataclass(frozen=True)
class Variant:
    """A way to play, and its run. The first of several is the baseline."""

    name: str
    run: Run


@dataclass
class DealVectors:
    """One vector per deal, kept to be paired; stands in for `Findings` while a batch is measured."""

    vectors: dict[str, Numbers] = field(default_factory=dict)

    def add(self, name: str, vectors: Numbers) -> None:
        """Keep one vector per deal."""
        self.vectors[name] = vectors


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


@dataclass(frozen=True)
class Comparison:
    """Variants of a game, compared with a baseline."""

    game: Game
    folder: Path
    variants: tuple[Variant, ...]  # the baseline first
    changes: dict[str, list[Change]]  # by variant
    interrupted: bool = False  # whether games are missing because somebody pressed Ctrl-C

    @property
    def base(self) -> str:
        """The name of the baseline."""
        return self.variants[0].name

    def summary(self) -> list[str]:
        """The significant differences in sentences."""
        return summary(self.changes, self.base)

    def lines(self) -> list[str]:
        """The summary and all differences, as text for a terminal."""
        return lines(self.changes, self.base)

    def frame(self) -> pl.DataFrame:
        """All differences as a Polars frame."""
        import polars as pl

        return pl.DataFrame(
            [
                {
                    "variant": name,
                    "figure": change.name,
                    "base": change.base.mean,
                    "value": change.other.mean,
                    "difference": change.difference.mean,
                    "low": change.difference.low,
                    "high": change.difference.high,
                    "significant": change.shown,
                }
                for name, changes in self.changes.items()
                for change in changes
            ]
        )

    def write_report(self, path: Path | str | None = None, command: str = "") -> Path:
        """Write the report as one HTML file, by default `report.html` in the folder, and return its path."""
        target = Path(path) if path is not None else self.folder / "report.html"
        tables = "".join(
            f"<h2>{html.escape(name)}</h2><figure>{table(changes)}</figure>" for name, changes in self.changes.items()
        )
        games = f"{self.variants[0].run.games:,} games each, on the same deals"
        about = f"{self.game.title}: {', '.join(self.changes)} compared with {self.base}; {games}."
        heading = report.Heading(f"{self.game.title}: variants compared", about, command)
        report.write(target, report.page(heading, self.summary(), sections(self.changes), tables))
        return target


def compare(
    game: AnyGame,
    variants: Sequence[str],
    design: Design | Sequence[str] = PAIRED,
    *,
    folder: Path | str | None = None,
    engine: Engine | None = None,
    on_progress: OnProgress | None = None,
) -> Comparison:
    """Play variants of a game on the same deals and compare them with the game as it is set up.

    A variant is a text: `OPTION=VALUE`, `bots=BOT`, a deck file (`my-deck.toml`), or several separated by commas.
    `design` has one line-up, such as `["greedy:2000"]`. Games are kept in the folder, by default `lab/GAME-compared`.
    """
    setup, designed, engine = setup_of(game), design_of(design), engine or Processes()
    loaded = setup.load()
    line_ups = designed.fitted(loaded)
    if not variants:
        raise Problem("there is nothing to compare: name a variant, such as OPTION=VALUE, bots=BOT or a deck file")
    if len(line_ups) != 1:
        raise Problem("a comparison has one line-up; to compare bots, make them a variant: bots=expert")
    target = Path(folder) if folder is not None else Path("lab") / f"{loaded.name}-compared"
    plans = {_base_name(setup): designed.plan(setup, line_ups[0])}
    for text in variants:
        plans[text] = _variant(setup, line_ups[0], designed, text)
    size = min(plan.batch for plan in plans.values())  # batches of the same games, so that they can be paired
    begun = [
        Variant(name, Run.begin(target / folder_name(name), replace(plan, batch=size))) for name, plan in plans.items()
    ]
    interrupted = not play([variant.run for variant in begun], engine, on_progress)
    return Comparison(loaded, target, tuple(begun), changes_of(begun, engine), interrupted)


def _base_name(setup: Setup) -> str:
    parts = [f"{name}={str(value).lower()}" for name, value in setup.options.items()]
    if setup.deck is not None:
        parts.append(Path(setup.deck).name)
    return ", ".join(parts) or "the game as shipped"


def _variant(setup: Setup, line_up: LineUp, design: Design, text: str) -> RunPlan:
    """The plan of a variant: the baseline with some things changed."""
    settings: list[str] = []
    for part in map(str.strip, text.split(",")):
        key, equals, value = part.partition("=")
        if part.endswith(".toml"):
            setup = replace(setup, deck=Path(part))
        elif key == "bots" and equals:
            line_up = replace(line_up, bots=tuple(names_of(value.replace("+", ","))))
        elif equals:
            settings.append(part)
        else:
            raise Problem(f"expected OPTION=VALUE, bots=BOT or a deck file (.toml) as a variant, not {part!r}")
    options = {**setup.options, **setup.load().read_options(settings)}
    return design.plan(replace(setup, options=options), line_up)


# ---------------------------------------------------------------- measured
def paired(base: Run, other: Run, number: int) -> Findings:
    """Measure a batch of both: the vectors of the variant and of the baseline, side by side."""
    kept = []
    for run in (other, base):
        kept.append(DealVectors())
        measure_figures(Batch(run, number), kept[-1])
    mine, theirs = (one.vectors for one in kept)
    deals = {len(vectors) for one in kept for vectors in one.vectors.values()}
    if len(deals) != 1:
        raise Problem(f"{other.folder}: its deals are not those of {base.folder}")
    found = Findings(deals=deals.pop())
    for name in mine:
        if name in theirs:
            found.add(name, np.concatenate([mine[name], theirs[name]], axis=1))
    return found


def changes_of(variants: Sequence[Variant], engine: Engine) -> dict[str, list[Change]]:
    """The changes of each variant from the first one, by its name."""
    base, *others = variants
    found: dict[str, Findings] = {}
    for variant in others:
        common = sorted(set(base.run.done()) & set(variant.run.done()))
        if not common:
            raise Problem(f"{variant.run.folder}: has no finished batch in common with {base.run.folder}")
        found[variant.name] = sum(in_order(engine, partial(paired, base.run, variant.run), common), Findings())
    game = base.run.plan.load()
    names, shares = _names(game), _shares(game)
    figures = {
        (name, key): difference(findings[key])
        for name, findings in found.items()
        for key in findings.sums
        if key in names and _is_there(findings, key)
    }
    shown = dict(zip(figures, holm([p_value(figure) for figure in figures.values()]), strict=True))
    return {
        name: [
            _change(found[name], key, names[key], key in shares, figures[of, key], shown[of, key])
            for of, key in figures
            if of == name
        ]
        for name in found
    }


def _is_there(findings: Findings, key: str) -> bool:
    sums = findings[key].sums
    return bool(sums[1] > 0 and sums[3] > 0)


def _change(found: Findings, key: str, name: str, is_share: bool, change: Figure, shown: bool) -> Change:
    moments = found[key]
    base, other = (moments.part(at, at + 2) for at in (2, 0))
    return Change(key, name, ratio(base), ratio(other), change, shown, is_share)


def _names(game: Game) -> dict[str, str]:
    """What is compared, and what it is called."""
    unknown = {
        *(("margin", "shared") if game.cooperative else ()),
        *(() if knows_leaders(game) else ("lead_changes", "settled", "late")),
        *(() if knows_points(game) else ("score", "margin")),
    }
    names = {key: name for key, name in NAMES.items() if key not in unknown}
    if game.cooperative:
        names["seat/0"] = "games won"
    else:
        names["turn/0"] = "win rate of the starting player"
        names |= {f"turn/{n}": f"win rate of the player {n} after the starting player" for n in range(1, 8)}
    for panel in game.figures.PANELS:
        if isinstance(panel, Means):
            names |= {f"mean/{figure}": f"{panel.title}: {label}" for label, figure in panel.parts}
        elif isinstance(panel, Rates):
            names |= {f"rate/{figure}/{of}": f"{panel.title}: {label}" for label, figure, of in panel.parts}
        elif isinstance(panel, Wins):
            labels = panel.labels or tuple(str(n) for n in range(40))
            names |= {f"wins/{panel.figure}/{n}": f"{panel.title}: {label}" for n, label in enumerate(labels)}
    return names


def _shares(game: Game) -> set[str]:
    """Which of them are shares, shown as percentages."""
    rates = {
        f"rate/{figure}/{of}"
        for panel in game.figures.PANELS
        if isinstance(panel, Rates) and panel.is_share
        for _, figure, of in panel.parts
    }
    return rates | {key for key in _names(game) if key in SHARES or key.partition("/")[0] in ("seat", "turn", "wins")}


# ---------------------------------------------------------------- shown
def summary(changes: dict[str, list[Change]], base: str) -> list[str]:
    """What changes, in sentences, the clearest first."""
    compared = sum(len(rows) for rows in changes.values())
    rule = "The family-wise error rate of those called significant is at most 5% (Holm)."
    sentences = [f"{compared} differences were tested together. {rule}"]
    for name, rows in changes.items():
        clear = [row for row in rows if row.shown]
        if not clear:
            sentences.append(f"{name}: no significant difference from {base}.")
            continue
        clear.sort(key=lambda row: -abs(row.difference.mean) / max(row.difference.error, 1e-12))
        listed = "; ".join(_one(row) for row in clear[:5])
        more = f"; and {len(clear) - 5} more" if len(clear) > 5 else ""
        sentences.append(
            f"{name} differs significantly from {base} in {len(clear)} of {len(rows)} figures: {listed}{more}."
        )
    return sentences


def _one(row: Change) -> str:
    return f"{row.name} {only(row.base, row.is_share)} → {only(row.other, row.is_share)}"


def table(rows: Sequence[Change]) -> str:
    """The changes of a variant as an HTML table."""
    head = "<tr><th></th><th class=number>baseline</th><th class=number>variant</th><th class=number>difference</th>"
    head += "<th class=number>95% CI</th><th>significant</th></tr>"
    return f"<table>{head}{''.join(_line(row) for row in rows)}</table>"


def _line(row: Change) -> str:
    sign = "+" if row.difference.mean > 0 else ""
    cells = (only(row.base, row.is_share), only(row.other, row.is_share), sign + only(row.difference, row.is_share))
    numbers = "".join(f"<td class=number>{cell}</td>" for cell in (*cells, interval(row.difference, row.is_share)))
    mark, verdict = (' class="shown"', "yes") if row.shown else ("", "no")
    return f"<tr{mark}><td>{html.escape(row.name)}</td>{numbers}<td>{verdict}</td></tr>"


def sections(changes: dict[str, list[Change]]) -> list[Section]:
    """What changed, as charts: percentages and other numbers apart."""
    parts = []
    for name, rows in changes.items():
        clear = [row for row in rows if row.shown]
        part = Section(name, "The significant differences." if clear else "No difference is significant.")
        for title, percents in (("Percentages", True), ("Other numbers", False)):
            these = tuple(LabelledFigure(row.name, name, row.difference) for row in clear if row.is_share == percents)
            if these:
                part.exhibits.append(
                    Exhibit(f"{title} that differ", these, "dots", percents, "", True, sort=True, by="variant")
                )
        parts.append(part)
    return parts


def lines(changes: dict[str, list[Change]], base: str) -> list[str]:
    """The same as text for a terminal."""
    shown = [*summary(changes, base)]
    for name, rows in changes.items():
        width = max(len(row.name) for row in rows)
        shown += ["", f"{name}, compared with {base}"]
        for row in rows:
            write = percent if row.is_share else number
            mark = "*" if row.shown else " "
            change = f"{write(row.difference.mean, row.difference.half):>9}"
            shown.append(
                f"{mark} {row.name:{width}} {only(row.base, row.is_share):>10} {only(row.other, row.is_share):>10} "
                f"{change}  ({interval(row.difference, row.is_share)})"
            )
    return [*shown, "", "* significant"]
