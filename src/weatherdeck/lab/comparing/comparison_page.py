"""A comparison for people: sentences, a table with all differences, charts, and lines for a terminal."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence

from ..reporting import report
from ..reporting.exhibits import Exhibit, LabelledFigure, Section
from ..reporting.prose import interval, number, only, percent
from .pairing import Change

TOLD = 5
"""Differences of a variant that the summary names."""


def summary(changes: dict[str, list[Change]], base: str) -> list[str]:
    """What changes, in sentences, the largest effect first."""
    tested = sum(not row.is_certain for rows in changes.values() for row in rows)
    rule = "The family-wise error rate of those called significant is at most 5% (Holm)."
    sentences = [f"{tested} differences were tested together. {rule}"]
    for name, rows in changes.items():
        clear = [row for row in rows if row.shown]
        if not clear:
            sentences.append(f"{name}: no significant difference from {base}.")
            continue
        clear.sort(key=lambda row: row.is_of_a_card)  # what concerns the whole game first
        largest = "; ".join(_one(row) for row in clear[:TOLD])
        more = f"; and {len(clear) - TOLD} more" if len(clear) > TOLD else ""
        sentences.append(
            f"{name} differs significantly from {base} in {len(clear)} of {len(rows)} figures, by effect size: "
            f"{largest}{more}."
        )
    return sentences


def _one(row: Change) -> str:
    return f"{row.name} {only(row.base, row.is_share)} → {only(row.other, row.is_share)}"


def tables(changes: dict[str, list[Change]]) -> str:
    """The tables of all variants, in HTML."""
    note = (
        "The largest effect first. The effect size is the difference in standard deviations between the baseline's "
        "deals: 0.2 is small, 0.8 is large. Figures that are the same in every deal are left out."
    )
    return "".join(
        f"<h2>{html.escape(name)}</h2><figure><figcaption>{note}</figcaption>{table(rows)}</figure>"
        for name, rows in changes.items()
    )


def table(rows: Sequence[Change]) -> str:
    """The changes of a variant as an HTML table."""
    head = ("", "baseline", "variant", "difference", "95% CI", "effect size", "significant")
    cells = [
        (
            row.name,
            only(row.base, row.is_share),
            only(row.other, row.is_share),
            signed(row),
            _interval(row),
            _size(row),
            "yes" if row.shown else "no",
        )
        for row in rows
    ]
    return report.table(head, cells, numbers=range(1, 6))


def signed(row: Change) -> str:
    """The difference with its sign."""
    return ("+" if row.difference.mean > 0 else "") + only(row.difference, row.is_share)


def _interval(row: Change) -> str:
    return "in every deal" if row.is_certain else interval(row.difference, row.is_share)


def _size(row: Change) -> str:
    return "–" if math.isinf(row.size) else f"{row.size:.2f}"


def sections(changes: dict[str, list[Change]]) -> list[Section]:
    """What changed, as charts: percentages and other numbers apart, and cards by themselves."""
    parts = []
    for name, rows in changes.items():
        clear = [row for row in rows if row.shown]
        part = Section(f"{name}: charts", "The significant differences." if clear else "No difference is significant.")
        for title, these in (
            ("Percentages that differ", [row for row in clear if row.is_share and not row.is_of_a_card]),
            ("Other numbers that differ", [row for row in clear if not row.is_share]),
            ("Cards whose effect on the win rate differs", [row for row in clear if row.is_of_a_card]),
        ):
            if these:
                figures = tuple(LabelledFigure(row.name, name, row.difference) for row in these)
                percents = these[0].is_share
                part.exhibits.append(Exhibit(title, figures, "dots", percents, "", True, sort=True, by="variant"))
        parts.append(part)
    return parts


def lines(changes: dict[str, list[Change]], base: str) -> list[str]:
    """The differences as text for a terminal; of cards, only those that are significant."""
    shown = []
    for name, rows in changes.items():
        listed = [row for row in rows if row.shown or not row.is_of_a_card]
        width = max((len(row.name) for row in listed), default=0)
        shown += ["", f"{name}, compared with {base}"]
        for row in listed:
            write = percent if row.is_share else number
            change = f"{write(row.difference.mean, row.difference.half):>9}"
            values = f"{only(row.base, row.is_share):>10} {only(row.other, row.is_share):>10}"
            shown.append(f"{'*' if row.shown else ' '} {row.name:<{width}} {values} {change}  ({_interval(row)})")
        kept = len(rows) - len(listed)
        if kept:
            shown.append(f"  and {kept} cards without a significant difference")
    return [*shown, "", "* significant"]
