"""Variants compared on the same deals: what changes, by how much, and is it more than noise.

Every variant is a run of its own with the same seed, so that game n has the same cards in all of them (as far as the
variant itself leaves them the same). Of each figure the difference is taken deal by deal: what a deal does to both
falls out, and the intervals are narrower than those of two separate runs.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from ..errors import Problem
from ..games.figures import Means, Rates, Wins
from ..games.game import Game
from .engines import Engine, in_order
from .exhibits import Exhibit, Row, Section
from .measure import Batch, Findings, Numbers, measure_figures
from .moments import Figure, difference, holm, p_value, ratio
from .prose import interval, number, only, percent
from .run import Run

SHARES = ("forced", "settled", "late", "shared", "nobody")
NAMES = {
    "decisions": "decisions in a game",
    "choices": "legal actions for each decision",
    "forced": "decisions with no choice",
    "rounds": "rounds in a game",
    "lead_changes": "changes of the lead",
    "settled": "part of the game after which the winner leads for good",
    "late": "games decided in their last tenth",
    "score": "score of a seat",
    "margin": "margin of the best over the next",
    "shared": "games that several win",
    "nobody": "games that nobody wins",
}


@dataclass(frozen=True)
class Variant:
    """One way to play, and its run; the first of several is what the others are compared with."""

    name: str
    run: Run


@dataclass
class Kept:
    """Vectors by deal, kept as they are to be paired; takes the place of `Findings` while one batch is measured."""

    vectors: dict[str, Numbers] = field(default_factory=dict)

    def add(self, name: str, vectors: Numbers) -> None:
        """One vector for each deal."""
        self.vectors[name] = vectors


@dataclass(frozen=True)
class Change:
    """A figure in the base and in a variant."""

    key: str
    name: str
    base: Figure
    other: Figure
    difference: Figure
    shown: bool  # more than noise, with all that is compared taken into account
    is_share: bool


def paired(base: Run, other: Run, number: int) -> Findings:
    """What a batch of both shows: vectors of the variant and of the base, side by side."""
    kept = []
    for run in (other, base):
        kept.append(Kept())
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


def compare(variants: Sequence[Variant], engine: Engine) -> dict[str, list[Change]]:
    """The changes of each variant against the first, by its name."""
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
    names = {key: name for key, name in NAMES.items() if not (game.cooperative and key in ("margin", "shared"))}
    if game.cooperative:
        names["seat/0"] = "games won"
    else:
        names |= {f"turn/{n}": "wins of who begins" if n == 0 else f"wins of the player {n} after" for n in range(8)}
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
    """Which of them are parts of something, told in per cent."""
    panels = [panel for panel in game.figures.PANELS if isinstance(panel, Rates) and panel.is_share]
    rates = {f"rate/{figure}/{of}" for panel in panels for _, figure, of in panel.parts}
    return rates | {key for key in _names(game) if key in SHARES or key.partition("/")[0] in ("seat", "turn", "wins")}


# ---------------------------------------------------------------- told
def told(changes: dict[str, list[Change]], base: str) -> list[str]:
    """What changes, in words: the clearest first."""
    compared = sum(len(rows) for rows in changes.values())
    rule = "those called more than noise err, any of them, in at most 5% of such studies (Holm's rule)"
    sentences = [f"{compared} differences were tested together; {rule}."]
    for name, rows in changes.items():
        clear = [row for row in rows if row.shown]
        if not clear:
            sentences.append(f"{name}: nothing is shown to differ from {base}.")
            continue
        clear.sort(key=lambda row: -abs(row.difference.mean) / max(row.difference.error, 1e-12))
        listed = "; ".join(_one(row) for row in clear[:5])
        more = f"; and {len(clear) - 5} more" if len(clear) > 5 else ""
        sentences.append(f"{name} differs from {base} in {len(clear)} of {len(rows)} figures: {listed}{more}.")
    return sentences


def _one(row: Change) -> str:
    return f"{row.name} {only(row.base, row.is_share)} → {only(row.other, row.is_share)}"


def table(rows: Sequence[Change]) -> str:
    """The changes of a variant as a table of a page."""
    head = "<tr><th></th><th class=number>before</th><th class=number>after</th><th class=number>difference</th>"
    head += "<th class=number>95% interval</th><th>more than noise</th></tr>"
    return f"<table>{head}{''.join(_line(row) for row in rows)}</table>"


def _line(row: Change) -> str:
    sign = "+" if row.difference.mean > 0 else ""
    cells = (only(row.base, row.is_share), only(row.other, row.is_share), sign + only(row.difference, row.is_share))
    numbers = "".join(f"<td class=number>{cell}</td>" for cell in (*cells, interval(row.difference, row.is_share)))
    mark, verdict = (' class="shown"', "yes") if row.shown else ("", "not shown")
    return f"<tr{mark}><td>{html.escape(row.name)}</td>{numbers}<td>{verdict}</td></tr>"


def sections(changes: dict[str, list[Change]]) -> list[Section]:
    """What changed, as charts, shares and numbers apart."""
    parts = []
    for name, rows in changes.items():
        clear = [row for row in rows if row.shown]
        part = Section(name, "Differences that are more than noise." if clear else "No difference is more than noise.")
        for title, percents in (("Shares", True), ("Numbers", False)):
            these = tuple(Row(row.name, name, row.difference) for row in clear if row.is_share == percents)
            if these:
                part.exhibits.append(
                    Exhibit(f"{title} that differ", these, "dots", percents, "", True, sort=True, by="variant")
                )
        parts.append(part)
    return parts


def lines(changes: dict[str, list[Change]], base: str) -> list[str]:
    """The same for a terminal."""
    shown = [*told(changes, base)]
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
    return [*shown, "", "* more than noise"]
