"""Exhibits as Vega-Lite charts, made with Altair: a figure is a dot with its interval, a distribution is a line.

The page chooses the colours, light or dark, and passes them as Vega's configuration when it draws a chart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from .exhibits import Exhibit, LabelledFigure

STEP = 20
"""Height of the row of a dot, in pixels."""


def chart(exhibit: Exhibit) -> dict[str, Any]:
    """The specification of an exhibit's chart."""
    made = _spread(exhibit) if exhibit.kind == "spread" else _dots(exhibit)
    specification: dict[str, Any] = made.to_dict()
    specification.pop("config", None)  # the page has its own
    return specification


def _data(rows: Sequence[LabelledFigure]) -> alt.InlineData:
    return alt.InlineData(
        values=[
            {
                "label": row.label,
                "value": float(row.label) if _is_number(row.label) else None,
                "who": row.who,
                "mean": row.figure.mean,
                "low": row.figure.low if row.figure.deals > 1 else None,
                "high": row.figure.high if row.figure.deals > 1 else None,
                "n": row.figure.n,
            }
            for row in rows
        ]
    )


def _is_number(text: str) -> bool:
    return text.removeprefix("-").replace(".", "", 1).isdigit()


def _tooltip(exhibit: Exhibit, first: str) -> list[alt.Tooltip]:
    form = ".2%" if exhibit.percent else ",.3~f"
    return [
        alt.Tooltip("label:N", title=first),
        alt.Tooltip("who:N", title=exhibit.by),
        alt.Tooltip("mean:Q", title="value", format=form),
        alt.Tooltip("low:Q", title="95% CI from", format=form),
        alt.Tooltip("high:Q", title="to", format=form),
        alt.Tooltip("n:Q", title="n", format=","),
    ]


def _players(rows: Sequence[LabelledFigure]) -> list[str]:
    return list(dict.fromkeys(row.who for row in rows))


def _legend(exhibit: Exhibit) -> alt.Legend | None:
    return alt.Legend(title=exhibit.by, orient="top") if len(_players(exhibit.rows)) > 1 else None


def _colour(exhibit: Exhibit) -> alt.Color:
    return alt.Color("who:N", scale=alt.Scale(domain=_players(exhibit.rows)), legend=_legend(exhibit))


def _dots(exhibit: Exhibit) -> alt.LayerChart | alt.FacetChart:
    """A row for each label, a dot for each who plays."""
    players = _players(exhibit.rows)
    labels = list(dict.fromkeys(row.label for row in exhibit.rows))
    if exhibit.sort:
        last = {row.label: row.figure.mean for row in exhibit.rows if row.who == players[-1]}
        labels.sort(key=lambda label: -last.get(label, 0.0))
    axis = alt.Axis(format="%" if exhibit.percent else ",.4~f", title=exhibit.unit or None)
    base = alt.Chart(_data(exhibit.rows)).encode(
        y=alt.Y("label:N", sort=labels, title=None, axis=alt.Axis(labelLimit=240)),
        yOffset=alt.YOffset("who:N", sort=players),
        color=_colour(exhibit),
        tooltip=_tooltip(exhibit, "what"),
    )
    dots = base.mark_point(filled=True, size=60, opacity=1).encode(
        x=alt.X("mean:Q", axis=axis, scale=alt.Scale(zero=exhibit.zero)),
        shape=alt.Shape("who:N", scale=alt.Scale(domain=players), legend=_legend(exhibit)),
    )
    intervals = base.mark_rule(strokeWidth=2.5, opacity=0.55).encode(x=alt.X("low:Q"), x2=alt.X2("high:Q"))
    layers: list[Any] = [intervals, dots]
    if exhibit.zero:
        nothing = alt.Chart(alt.InlineData(values=[{"at": 0}])).mark_rule(strokeDash=[4, 4]).encode(x="at:Q")
        layers.insert(0, nothing)
    step = STEP if len(players) == 1 else 13 * len(players) + 8
    return alt.layer(*layers).properties(width="container", height=max(40, step * len(labels)))


def _spread(exhibit: Exhibit) -> alt.LayerChart | alt.FacetChart:
    """A line over the values, with its intervals as a band."""
    base = alt.Chart(_data(exhibit.rows)).encode(
        x=alt.X("value:Q", title=exhibit.unit or None, scale=alt.Scale(zero=False, nice=False)),
        color=_colour(exhibit),
    )
    y_axis = alt.Axis(format="%", title=None)
    band = base.mark_area(opacity=0.25, interpolate="step-after").encode(y=alt.Y("low:Q", axis=y_axis), y2="high:Q")
    line = base.mark_line(interpolate="step-after").encode(y=alt.Y("mean:Q", axis=y_axis))
    points = base.mark_point(filled=True, size=90, opacity=0).encode(
        y=alt.Y("mean:Q", axis=y_axis), tooltip=_tooltip(exhibit, "from")
    )
    return alt.layer(band, line, points).properties(width="container", height=220)
