"""What a report shows: labelled figures, and the rule for the axes on which they are drawn.

`sections.py` fills them in, `charts.py` draws them, `report.py` puts them on a page.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ..measuring.measure import Findings
from ..measuring.moments import FEWEST, Figure, holm, in_common, p_value
from ..playing.plan import RunPlan

CERTAIN = 1e-12
Kind = Literal["dots", "spread", "curve", "heat"]
LEAST_DIFFERENCE = 0.05
"""The axis of a difference between shares reaches at least this far on both sides of 0."""
ENDS = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
"""Where the axis of shares may end; beyond the last it shows the whole range."""


@dataclass(frozen=True)
class MeasuredRun:
    """A run and its measurements."""

    plan: RunPlan
    findings: Findings
    name: str = ""  # what to call it, if not by who plays

    @property
    def label(self) -> str:
        """Who plays, or what distinguishes it from the others on the page."""
        return self.name or self.plan.label

    @property
    def is_pure(self) -> bool:
        """Whether all seats are played by the same bot."""
        return len(set(self.plan.bots)) == 1


def luck(runs: Sequence[MeasuredRun], name: str) -> list[tuple[str, Figure]]:
    """The luck of the deal, by the pair of tables that shows it; the strongest players come last."""
    return [
        (f"{other} and {run.label}", in_common(run.findings[f"luck/{name}/{other}"]))
        for run in runs
        for other in run.findings.under(f"luck/{name}")
    ]


@dataclass(frozen=True)
class LabelledFigure:
    """A figure of an exhibit: what it measures, and who played."""

    label: str
    who: str
    figure: Figure

    @property
    def is_known(self) -> bool:
        """Whether there is any data behind it."""
        return not math.isnan(self.figure.mean)


@dataclass(frozen=True)
class Line:
    """A value to compare with, such as a fair share: drawn across the chart, for one who plays or for all."""

    at: float
    label: str
    who: str = ""  # who plays, or the label of a row; "": for all


@dataclass(frozen=True)
class Exhibit:
    """Figures that belong together."""

    title: str
    rows: tuple[LabelledFigure, ...]
    kind: Kind = "dots"
    percent: bool = False
    note: str = ""
    zero: bool = False  # whether the figures are differences, to be compared with 0
    unit: str = ""
    sort: bool = False  # by size, not in the given order
    by: str = "played by"  # what distinguishes the rows of a label
    lines: tuple[Line, ...] = ()  # to compare with
    width: float = 1  # of the bars of a distribution
    log: bool = False  # whether the values under a curve double from one to the next
    simultaneous: bool = False  # whether the intervals of all rows hold together already

    @property
    def players(self) -> list[str]:
        """Who played, in order."""
        return list(dict.fromkeys(row.who for row in self.rows))

    @property
    def labels(self) -> list[str]:
        """What is measured, in the order in which it is shown."""
        found = list(dict.fromkeys(row.label for row in self.rows))
        if self.sort:
            size = {row.label: row.figure.mean for row in self.rows if row.who == self._telling}
            found.sort(key=lambda label: -size.get(label, 0.0))
        return found

    @property
    def _telling(self) -> str:
        """Whose figures give the order: the last player with a significant one; others' order is noise."""
        for who in reversed(self.players):
            if any(is_clear for row, is_clear in zip(self.rows, self.clear(), strict=True) if row.who == who):
                return who
        return self.players[-1]

    @property
    def is_single(self) -> bool:
        """Whether it is one number (of each who played), which needs no chart."""
        return self.kind == "dots" and len(self.labels) == 1

    @property
    def says_nothing(self) -> bool:
        """Whether there is nothing to see: nothing ever happened, or every figure is equal and certain."""
        means = [row.figure.mean for row in self.rows]
        if self.is_single:
            return self.percent and all(mean < CERTAIN for mean in means)
        if self.percent and not self.zero:  # something that always happens, or never
            return all(min(mean, 1 - mean) < CERTAIN for mean in means) and self.kind != "heat"
        return all(row.figure.error < CERTAIN for row in self.rows) and max(means) - min(means) < CERTAIN

    def clear(self) -> list[bool]:
        """Which rows differ significantly from 0. What one run shows is tested together (Holm, 5%), as in the summary.

        In a grid of pairs all rows are of one run. Intervals that hold together need no other test.
        """
        if self.simultaneous:
            return [row.figure.low > 0 or row.figure.high < 0 for row in self.rows]
        p_values: dict[str, list[float]] = {}
        families = [row.who if self.kind != "heat" else "" for row in self.rows]
        for row, family in zip(self.rows, families, strict=True):
            p_values.setdefault(family, []).append(p_value(row.figure))
        shown = {family: iter(holm(found)) for family, found in p_values.items()}
        return [next(shown[family]) for family in families]

    @property
    def is_null(self) -> bool:
        """Whether it shows differences that are compared with nothing but 0, and none of them is significant."""
        return self.zero and not self.lines and len(self.rows) > 1 and not any(self.clear())


@dataclass(frozen=True)
class KeyNumber:
    """One number of a report, by who played."""

    name: str
    figures: dict[str, Figure]
    percent: bool = False
    note: str = ""

    @classmethod
    def of(cls, exhibit: Exhibit) -> KeyNumber:
        """An exhibit with one label as a number."""
        (label,) = exhibit.labels
        name = exhibit.title if label in exhibit.title.lower() else f"{exhibit.title}: {label}"
        return cls(name, {row.who: row.figure for row in exhibit.rows}, exhibit.percent, exhibit.note)


@dataclass
class Section:
    """A part of a report."""

    title: str
    text: str = ""
    exhibits: list[Exhibit] = field(default_factory=list)
    numbers: list[KeyNumber] = field(default_factory=list)


# ---------------------------------------------------------------- axes
def axis(exhibit: Exhibit) -> tuple[float, float]:
    """Where the axis of the figures starts and ends. The kind of figure decides, never how close the figures lie.

    Differences are shown around 0; shares with something to compare with, from 0 to twice that; other shares and all
    amounts, from 0. So a trifle looks like one.
    """
    usable = [row.figure for row in exhibit.rows if min(row.figure.n, row.figure.deals) >= FEWEST]
    figures = usable or [row.figure for row in exhibit.rows]
    lowest = min(_finite(figure.low, figure.mean) for figure in figures)
    highest = max(_finite(figure.high, figure.mean) for figure in figures)
    if exhibit.zero and exhibit.kind == "curve":  # a cost: from 0 up, and below where it is a gain
        return min(0.0, lowest), max(highest, LEAST_DIFFERENCE)
    if exhibit.zero:
        reach = max(-lowest, highest, LEAST_DIFFERENCE if exhibit.percent else 0.0) or 1.0
        return -reach, reach
    if not exhibit.percent:
        return (min(0.0, lowest), max(0.0, highest)) if lowest < highest or highest else (0.0, 1.0)
    fair = max((line.at for line in exhibit.lines), default=0.0)
    reach = max(highest, 2 * fair)
    return 0.0, next((end for end in ENDS if reach <= end + 1e-9), 1.0)


def _finite(value: float, otherwise: float) -> float:
    return value if math.isfinite(value) else otherwise


# ---------------------------------------------------------------- numbers for other programs
def table_of(exhibit: Exhibit) -> Iterator[tuple[str, str, float, float | None, float | None, int]]:
    """The rows of an exhibit: label, who, value, the ends of its interval (None: unknown), n."""
    for row in exhibit.rows:
        figure = row.figure
        known = figure.deals > 1 and math.isfinite(figure.half)
        yield (row.label, row.who, figure.mean, *((figure.low, figure.high) if known else (None, None)), figure.n)


def as_csv(exhibit: Exhibit) -> str:
    """An exhibit's figures with all their digits; shares are between 0 and 1."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["label", exhibit.by.replace(" ", "_"), "value", "ci_low", "ci_high", "n"])
    writer.writerows(table_of(exhibit))
    return text.getvalue()
