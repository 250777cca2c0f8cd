"""The page about a run: how strong the student became, lesson by lesson, as one HTML file."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from ..games.network import Network
from .course import BY_LOOK, BY_SEARCH, Course, meanings
from .exam import Mark
from .response import NETWORK

WIDTH, HEIGHT, LEFT, ABOVE, BELOW = 720, 320, 88, 24, 44
DASHES = ("", "6 4")
"""The lines of club players and of experts differ by more than colour."""
SHORT = {BY_LOOK: "experts", BY_SEARCH: "experts"}
"""Names of curves."""
STYLE = """
:root { color-scheme: light dark; --ink: #23303a; --paper: #fbfaf6; --quiet: #68747d;
  --line: #2c6e8f; --band: #2c6e8f33; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ea; --paper: #171d22; --quiet: #97a3ab; --line: #7cc1e0; --band: #7cc1e033; }
}
body { margin: 2rem auto; max-width: 46rem; padding: 0 1rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, sans-serif; }
svg { width: 100%; height: auto; font: 13px system-ui, sans-serif; }
svg text { fill: var(--quiet); }
@media (max-width: 30rem) { svg { font-size: 24px; } }
code { overflow-wrap: anywhere; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 0; } ul { padding-left: 1.2rem; } th { font-weight: 600; white-space: nowrap; }
"""


@dataclass(frozen=True)
class Curve:
    """The marks of an exam, by lesson."""

    name: str
    dashes: str
    steps: list[tuple[int, Mark]]


def page(course: Course, network: Network | None = None, response: Mapping[int, Mark] | None = None) -> str:
    """The whole page: about a network, or about a best response."""
    bot = html.escape(course.settings.against)
    title = html.escape(course.game.title)
    title = f"{title}: a response to the {bot} bot" if bot else f"Learning {title}"
    rows = [f"<tr><th>{name}</th><td>{text}</td></tr>" for name, text in _facts(course, network, response)]
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{STYLE}</style></head><body>
<h1>{title}</h1>
<p>{_said(course, response)}</p>
{_panels(course) or "<p>There was no exam.</p>"}
<table>{"".join(rows)}</table>
</body></html>
"""


def _panels(course: Course) -> str:
    """A chart for each number of players. A team's score has one of its own: it is not a difference to anything."""
    means, history = meanings(course), course.record.history
    exams = [name for name in means if any(name in entry for entry in history)]
    numbers = dict.fromkeys(players for entry in history for name in exams for players in entry.get(name, {}))
    together = [[name] for name in exams] if course.game.cooperative else [exams]
    parts = []
    for players, names in product(numbers, together):
        curves = [
            Curve(_short(course, name), DASHES[name != "marks"], _steps(course, name, players))
            for name in names
            if _steps(course, name, players)
        ]
        last = [
            f"<li>{curve.steps[-1][1]} {html.escape(means[name])}</li>"
            for name, curve in zip((n for n in names if _steps(course, n, players)), curves, strict=True)
        ]
        if curves:
            parts.append(f"<h2>{players} players</h2>{_chart(course, names, curves)}<ul>{''.join(last)}</ul>")
    return "".join(parts)


def _short(course: Course, name: str) -> str:
    return "" if course.settings.against else SHORT.get(name, "team" if course.game.cooperative else "club")


def _steps(course: Course, name: str, players: str) -> list[tuple[int, Mark]]:
    return [
        (entry["lesson"], Mark(**entry[name][players]))
        for entry in course.record.history
        if players in entry.get(name, {})
    ]


def _said(course: Course, response: Mapping[int, Mark] | None) -> str:
    if response is None:
        return "How strong the network was, by one look at each decision, lesson by lesson, with 95% intervals."
    bot = html.escape(course.settings.against)
    return (
        f"How much a student that learns to exploit the {bot} bot gains in one seat, lesson by lesson, with 95% "
        f"intervals: its result minus that of the bot in the same seat of the same deals. This is a lower bound of how "
        f"far the bot can be exploited. A better response may gain more."
    )


def _facts(course: Course, network: Network | None, response: Mapping[int, Mark] | None) -> list[tuple[str, str]]:
    game, settings, record = course.game, course.settings, course.record
    bot = game.network if settings.against == NETWORK else None
    return [
        *[(f"{players} players", f"{mark} on unseen deals") for players, mark in (response or {}).items()],
        ("command", f"<code>{html.escape(settings.as_command(game))}</code>"),
        ("lessons", f"{record.lesson:,} of {settings.lessons:,}, in {record.seconds:,.0f} s"),
        ("decisions", f"{record.decisions:,} learned from"),
        *([("simulations", f"{record.simulations:,}")] if record.simulations else []),
        ("where", html.escape(course.where)),
        *([("fingerprint", f"<code>{network.fingerprint}</code>")] if network is not None else []),
        *([("network", f"<code>{bot.fingerprint}</code>")] if bot is not None else []),
    ]


def _chart(course: Course, names: Sequence[str], curves: Sequence[Curve]) -> str:
    """Curves in bands, one for each exam."""
    marks = [mark for curve in curves for _, mark in curve.steps]
    scores = course.game.cooperative and "marks" in names and not course.settings.against
    nothing = [] if scores else [0.0]
    low, high, step = _span(min([mark.low for mark in marks] + nothing), max([mark.high for mark in marks] + nothing))
    most = max(1, course.settings.lessons)

    def x(lesson: float) -> float:
        return LEFT + (WIDTH - LEFT - 12) * lesson / most

    def y(value: float) -> float:
        return ABOVE + (HEIGHT - BELOW - ABOVE) * (high - value) / (high - low)

    parts = []
    value = low
    while value <= high + step / 2:
        told = f"{value:+.4g}" if abs(value) > step / 2 else "0"
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - 12}" y1="{y(value):.1f}" y2="{y(value):.1f}" '
                     f'stroke="currentColor" stroke-opacity=".15"/>'
                     f'<text x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{told}</text>')  # fmt: skip
        value += step
    for curve in curves:
        above = [f"{x(at):.1f},{y(mark.high):.1f}" for at, mark in curve.steps]
        below = [f"{x(at):.1f},{y(mark.low):.1f}" for at, mark in reversed(curve.steps)]
        line = " ".join(f"{x(at):.1f},{y(mark.mean):.1f}" for at, mark in curve.steps)
        parts.append(f'<polygon points="{" ".join(above + below)}" fill="var(--band)"/>')
        parts.append(f'<polyline points="{line}" fill="none" stroke="var(--line)" stroke-width="2" '
                     f'stroke-dasharray="{curve.dashes}"/>')  # fmt: skip
        at, mark = curve.steps[-1]
        if len(curve.steps) == 1:  # a line needs two points
            parts.append(f'<line x1="{x(at):.1f}" x2="{x(at):.1f}" y1="{y(mark.low):.1f}" y2="{y(mark.high):.1f}" '
                         f'stroke="var(--line)"/><circle cx="{x(at):.1f}" cy="{y(mark.mean):.1f}" r="4" '
                         f'fill="var(--line)"/>')  # fmt: skip
        parts.append(f'<text x="{x(at) - 8:.1f}" y="{y(mark.mean) - 8:.1f}" text-anchor="end">{curve.name}</text>')
    parts.append(f'<text x="{LEFT}" y="{HEIGHT - 12}">0</text>')
    parts.append(f'<text x="{WIDTH - 12}" y="{HEIGHT - 12}" text-anchor="end">{most:,} lessons</text>')
    words = "; ".join(
        f"{curve.name or 'gain'}: from {curve.steps[0][1].mean:+.3f} to {curve.steps[-1][1].mean:+.3f}"
        for curve in curves
    )
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{words}">{"".join(parts)}</svg>'


def _span(low: float, high: float) -> tuple[float, float, float]:
    """A range in round steps, and the step."""
    wide = max(high - low, 1e-3)
    step = 10.0 ** math.floor(math.log10(wide))
    if wide / step < 3:
        step /= 5 if wide / step < 1.5 else 2
    return step * math.floor(low / step), step * math.ceil(high / step), step
