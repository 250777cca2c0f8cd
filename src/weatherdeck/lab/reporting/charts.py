"""Exhibits as Vega-Lite charts, made with Altair, and as pictures.

A figure is a dot with its interval, a distribution is a line over its bars, and pairs are a grid. `exhibits.axis` says
where an axis starts and ends. The page chooses the colours, light or dark (`looks.json`), and passes them as Vega's
configuration when it draws a chart.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias

import altair as alt

from ..measuring.measure import is_number
from .exhibits import LEAST_DIFFERENCE, Exhibit, axis, table_of

STEP = 20
"""Height of the row of a dot, in pixels."""
MOST_ROWS = 30
"""Labels in a chart; of more, the highest and the lowest are drawn, and the table has all."""
AT_THE_ENDS = 12
"""So many of each."""
PICTURE_WIDTH = 720
"""Width of a chart that is exported, in pixels."""
WRAP = 40
"""Characters of a label before it wraps; the page sets fewer where it is narrow."""
WRAPPED = r"split(trim(replace(datum.label, regexp('(.{1,' + wrap + '})(\\s+|$)', 'g'), '$1\\n')), '\\n')"
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"
Theme = Literal["light", "dark"]
Drawn: TypeAlias = alt.Chart | alt.LayerChart | alt.FacetChart


def chart(exhibit: Exhibit) -> dict[str, Any]:
    """The specification of an exhibit's chart."""
    draw = {"dots": _dots, "spread": _spread, "curve": _curve, "heat": _heat}[exhibit.kind]
    specification: dict[str, Any] = draw(exhibit).to_dict()
    specification.pop("config", None)  # the page has its own
    return specification


def picture(exhibit: Exhibit, theme: Theme = "light") -> dict[str, Any]:
    """The specification of a chart that stands alone: with its title, its width and its colours."""
    look = looks()[theme]
    return {**chart(exhibit), "width": PICTURE_WIDTH, "title": exhibit.title, "config": configuration(look)}


@cache
def looks() -> dict[str, dict[str, Any]]:
    """The colours of charts, light and dark."""
    found: dict[str, dict[str, Any]] = json.loads(files(__package__).joinpath("looks.json").read_text(encoding="utf-8"))
    return found


def configuration(look: dict[str, Any]) -> dict[str, Any]:
    """Vega's configuration for a look. The page's script makes its own from this one."""
    quiet = {"labelColor": look["ink"], "titleColor": look["muted"], "labelFontSize": 12, "titleFontSize": 12}
    lines = {"gridColor": look["line"], "domainColor": look["line"], "tickColor": look["line"], "gridOpacity": 0.6}
    return {
        "background": look["paper"],
        "font": FONT,
        "view": {"stroke": None},
        "axis": {**quiet, **lines},
        "legend": {**quiet, "labelLimit": 400},
        "title": {"color": look["ink"], "anchor": "start", "fontSize": 15},
        "range": {"category": look["marks"], "diverging": [look["low"], look["middle"], look["high"]]},
        "rule": {"color": look["muted"]},
        "text": {"color": look["muted"], "fontSize": 12},
    }


def shown_labels(exhibit: Exhibit) -> list[str]:
    """The labels that are drawn: of very many only those at the ends."""
    labels = exhibit.labels
    if exhibit.kind != "dots" or not exhibit.sort or len(labels) <= MOST_ROWS:
        return labels
    return [*labels[:AT_THE_ENDS], *labels[-AT_THE_ENDS:]]


def _data(exhibit: Exhibit) -> list[dict[str, Any]]:
    shown = set(shown_labels(exhibit))
    low_end, high_end = axis(exhibit)
    return [
        {
            "label": label,
            "value": float(label) if is_number(label) else None,
            "who": who,
            "mean": mean,
            "low": None if low is None else max(low, low_end) if exhibit.kind == "dots" else low,
            "high": None if high is None else min(high, high_end) if exhibit.kind == "dots" else high,
            "n": n,
        }
        for label, who, mean, low, high, n in table_of(exhibit)
        if label in shown
    ]


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


def _legend(exhibit: Exhibit) -> alt.Legend | None:
    return alt.Legend(title=exhibit.by, orient="top", columns=3) if len(exhibit.players) > 1 else None


def _colour(exhibit: Exhibit) -> alt.Color:
    return alt.Color("who:N", scale=alt.Scale(domain=exhibit.players), legend=_legend(exhibit))


def _axis(exhibit: Exhibit, title: str | None) -> alt.Axis:
    form = ("+.1~%" if exhibit.zero else ".1~%") if exhibit.percent else "+,.3~f" if exhibit.zero else ",.4~f"
    return alt.Axis(format=form, title=title, tickCount=6)


def _scale(exhibit: Exhibit) -> alt.Scale:
    return alt.Scale(domain=list(axis(exhibit)), nice=not exhibit.percent)


def _lines(exhibit: Exhibit, across: Literal["x", "y"]) -> list[Any]:
    """The lines to compare with: at 0 for differences, at fair shares. Those of one who plays have their colour."""
    found: list[Any] = []
    if exhibit.zero:
        nothing = alt.Chart(alt.InlineData(values=[{"at": 0}])).mark_rule(strokeDash=[4, 4])
        found.append(nothing.encode(**{across: alt.X("at:Q") if across == "x" else alt.Y("at:Q")}))
    for line in exhibit.lines:
        if line.who in exhibit.labels:  # of one row: a tick there
            tick = alt.Chart(alt.InlineData(values=[{"at": line.at, "label": line.who}]))
            found.append(
                tick.mark_tick(thickness=2, size=30, color="gray").encode(
                    x="at:Q", y=alt.Y("label:N", sort=exhibit.labels)
                )
            )
            continue
        text = f"{line.label}{f' ({line.who})' if line.who else ''}: {line.at:.1%}"
        base = alt.Chart(alt.InlineData(values=[{"at": line.at, "who": line.who, "text": text}]))
        rule = base.mark_rule(strokeDash=[6, 4], strokeWidth=1.5).encode(
            **{across: alt.X("at:Q") if across == "x" else alt.Y("at:Q")}, tooltip=alt.Tooltip("text:N", title="line")
        )
        found.append(rule.encode(color=_colour(exhibit)) if line.who in exhibit.players else rule)
        if not line.who:  # those of one who plays would cover each other; the caption has them
            where: dict[str, Any] = {"y": alt.value(-6)} if across == "x" else {"x": alt.value(4)}
            moved: dict[str, Any] = {"align": "left", "dx": 4} if across == "x" else {"align": "left", "dy": -7}
            shown = base.mark_text(**moved).encode(text="text:N", **where)
            found.append(shown.encode(**{across: alt.X("at:Q") if across == "x" else alt.Y("at:Q")}))
    return found


def _dots(exhibit: Exhibit) -> Drawn:
    """A row for each label, a dot for each who plays."""
    players, labels = exhibit.players, shown_labels(exhibit)
    base = alt.Chart(alt.InlineData(values=_data(exhibit))).encode(
        y=alt.Y("label:N", sort=labels, title=None, axis=alt.Axis(labelExpr=WRAPPED)),
        yOffset=alt.YOffset("who:N", sort=players),
        color=_colour(exhibit),
        tooltip=_tooltip(exhibit, "what"),
    )
    x = alt.X("mean:Q", axis=_axis(exhibit, exhibit.unit or None), scale=_scale(exhibit))
    dots = base.mark_point(filled=True, size=60, opacity=1, clip=True).encode(
        x=x, shape=alt.Shape("who:N", scale=alt.Scale(domain=players), legend=_legend(exhibit))
    )
    intervals = base.mark_rule(strokeWidth=2.5, opacity=0.55, clip=True).encode(x=alt.X("low:Q"), x2=alt.X2("high:Q"))
    step = STEP if len(players) == 1 else 13 * len(players) + 8
    layers = [*_lines(exhibit, "x"), intervals, dots]
    room = {"rows": len(labels), "longest": max(map(len, labels))}  # the page makes rows higher where labels wrap
    drawn = alt.layer(*layers).add_params(alt.param("wrap", value=WRAP))
    return drawn.properties(width="container", height=max(40, step * len(labels)), usermeta=room)


def _spread(exhibit: Exhibit) -> Drawn:
    """A line over the bars of a distribution, with its intervals as a band. Every bar has its width, the last too."""
    points = _outline(_data(exhibit), exhibit)
    base = alt.Chart(alt.InlineData(values=points)).encode(
        x=alt.X(
            "value:Q", title=exhibit.unit or None, scale=alt.Scale(zero=False, nice=False), axis=alt.Axis(tickCount=8)
        ),
        color=_colour(exhibit),
    )
    y_axis = alt.Axis(format=".1~%", title=None, tickCount=5)
    band = (
        base.transform_filter("isValid(datum.middle)")
        .mark_area(opacity=0.25, interpolate="step-after")
        .encode(y=alt.Y("low:Q", axis=y_axis), y2="high:Q")
    )
    line = base.mark_line(interpolate="step-after").encode(y=alt.Y("mean:Q", axis=y_axis), order="place:Q")
    hover = (
        alt.Chart(alt.InlineData(values=[point for point in points if point["n"]]))
        .mark_point(filled=True, size=90, opacity=0)
        .encode(x="middle:Q", y=alt.Y("mean:Q", axis=y_axis), color=_colour(exhibit), tooltip=_tooltip(exhibit, "bar"))
    )
    return alt.layer(band, line, hover).properties(width="container", height=220)


def _outline(rows: list[dict[str, Any]], exhibit: Exhibit) -> list[dict[str, Any]]:
    """The corners of a distribution: up from 0 at its first bar, down to 0 at the end of its last."""
    found: list[dict[str, Any]] = []
    for who in exhibit.players:
        mine = sorted((row for row in rows if row["who"] == who), key=lambda row: row["value"])
        nothing = {"label": "", "who": who, "mean": 0.0, "low": 0.0, "high": 0.0, "n": 0}
        end = mine[-1]["value"] + exhibit.width
        whole = [f"{row['label']} to {row['value'] + exhibit.width - 1:g}" for row in mine]
        corners = [
            {**nothing, "value": mine[0]["value"]},
            *(
                {
                    **row,
                    "label": name if exhibit.width > 1 else row["label"],
                    "middle": row["value"] + exhibit.width / 2,
                }
                for row, name in zip(mine, whole, strict=True)
            ),
            {**mine[-1], "value": end, "middle": end, "n": 0},
            {**nothing, "value": end},
        ]
        found += [{**corner, "place": place} for place, corner in enumerate(corners)]
    return found


def _curve(exhibit: Exhibit) -> Drawn:
    """A figure over a number: a line through dots with their intervals."""
    values = sorted({float(label) for label in exhibit.labels})
    scale = (
        alt.Scale(type="log", base=2, nice=False, padding=12)
        if exhibit.log
        else alt.Scale(zero=False, nice=False, padding=12)
    )
    base = alt.Chart(alt.InlineData(values=_data(exhibit))).encode(
        x=alt.X(
            "value:Q", title=exhibit.unit or None, scale=scale, axis=alt.Axis(values=values, grid=False, format=",~f")
        ),
        color=_colour(exhibit),
        tooltip=_tooltip(exhibit, exhibit.unit or "at"),
    )
    y = alt.Y("mean:Q", axis=_axis(exhibit, None), scale=_scale(exhibit))
    line = base.mark_line(opacity=0.6).encode(y=y)
    intervals = base.mark_rule(strokeWidth=2.5, opacity=0.55).encode(y=alt.Y("low:Q"), y2="high:Q")
    dots = base.mark_point(filled=True, size=60, opacity=1).encode(y=y)
    return alt.layer(*_lines(exhibit, "y"), line, intervals, dots).properties(width="container", height=240)


def _heat(exhibit: Exhibit) -> Drawn:
    """A grid of pairs. Only significant ones have a colour, so that noise is not seen as a pattern."""
    clear = {(row.label, row.who) for row, is_clear in zip(exhibit.rows, exhibit.clear(), strict=True) if is_clear}
    names = [name for name in _pair_order(exhibit) if any(name in pair for pair in clear)]
    cells = [
        {**row, "label": one, "who": other}
        for row in _data(exhibit)
        if row["label"] in names and row["who"] in names
        for one, other in ((row["label"], row["who"]), (row["who"], row["label"]))
    ]
    for cell in cells:
        cell["shown"] = cell["mean"] if {(cell["label"], cell["who"]), (cell["who"], cell["label"])} & clear else None
    reach = max((abs(cell["shown"]) for cell in cells if cell["shown"] is not None), default=LEAST_DIFFERENCE)
    drawn: alt.Chart = (
        alt.Chart(alt.InlineData(values=cells))
        .mark_rect()
        .encode(
            x=alt.X("who:N", sort=names, title=None, axis=alt.Axis(labelAngle=-60)),
            y=alt.Y("label:N", sort=names, title=None),
            color=alt.Color(
                "shown:Q",
                scale=alt.Scale(domain=[-reach, reach], domainMid=0, type="linear", range="diverging"),
                legend=alt.Legend(title=exhibit.unit or None, format="+.1~%", orient="top"),
            ),
            tooltip=_tooltip(exhibit, "card"),
        )
        .properties(width="container", height=max(120, 18 * len(names)))
    )
    return drawn


def _pair_order(exhibit: Exhibit) -> list[str]:
    return list(dict.fromkeys(name for row in exhibit.rows for name in (row.label, row.who)))
