"""The page about a run: how strong the student became, lesson by lesson, as one HTML file."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence

from ..games.game import Game
from ..games.network import Network
from .course import Record, Settings

WIDTH, HEIGHT, LEFT, BELOW = 720, 320, 64, 36
DASHES = ("", "6 4", "2 3", "10 3 2 3")
"""Lines of different numbers of players differ by more than colour."""
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
th { font-weight: 600; white-space: nowrap; }
"""


def page(game: Game, settings: Settings, record: Record, network: Network) -> str:
    """The whole page."""
    title = f"Learning {html.escape(game.title)}"
    what = "points of a team of students" if game.cooperative else "one student among club players: over a fair share"
    rows = [f"<tr><th>{name}</th><td>{text}</td></tr>" for name, text in _facts(game, settings, record, network)]
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{STYLE}</style></head><body>
<h1>{title}</h1>
<p>How strong the network was, by lessons; {what}, with 95% intervals.</p>
{_chart(game, settings, record)}
<table>{"".join(rows)}</table>
</body></html>
"""


def _facts(game: Game, settings: Settings, record: Record, network: Network) -> list[tuple[str, str]]:
    last = record.history[-1]["marks"] if record.history else {}
    found = [
        (f"{players} players", f"{mark['mean']:+.3f} ±{1.96 * mark['error']:.3f} ({mark['games']:,} games)")
        for players, mark in last.items()
    ]
    return [
        *found,
        ("command", f"<code>{html.escape(settings.as_command(game))}</code>"),
        ("lessons", f"{record.lesson:,} of {settings.lessons:,}, in {record.seconds:,.0f} s"),
        ("decisions", f"{record.decisions:,} learned from"),
        *([("simulations", f"{record.simulations:,}")] if record.simulations else []),
        ("where", html.escape(str(network.about["where"]))),
        ("fingerprint", f"<code>{network.fingerprint}</code>"),
    ]


def _chart(game: Game, settings: Settings, record: Record) -> str:
    """The curves: a line for each number of players, in a band."""
    if not record.history:
        return "<p>There was no exam.</p>"
    points = [entry["marks"] for entry in record.history]
    lows = [mark["mean"] - 1.96 * mark["error"] for entry in points for mark in entry.values()]
    highs = [mark["mean"] + 1.96 * mark["error"] for entry in points for mark in entry.values()]
    low, high, step = _span(min([*lows, *([] if game.cooperative else [0.0])]), max(highs))
    most = max(1, settings.lessons)

    def x(lesson: float) -> float:
        return LEFT + (WIDTH - LEFT - 12) * lesson / most

    def y(value: float) -> float:
        return 12 + (HEIGHT - BELOW - 12) * (high - value) / (high - low)

    parts = []
    value = low
    while value <= high + step / 2:
        told = f"{value:+.4g}" if abs(value) > step / 2 else "0"
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - 12}" y1="{y(value):.1f}" y2="{y(value):.1f}" '
                     f'stroke="currentColor" stroke-opacity=".15"/>'
                     f'<text x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{told}</text>')  # fmt: skip
        value += step
    for place, players in enumerate(points[0]):
        steps = [(entry["lesson"], entry["marks"][players]) for entry in record.history]
        above = [f"{x(at):.1f},{y(m['mean'] + 1.96 * m['error']):.1f}" for at, m in steps]
        below = [f"{x(at):.1f},{y(m['mean'] - 1.96 * m['error']):.1f}" for at, m in reversed(steps)]
        line = " ".join(f"{x(at):.1f},{y(m['mean']):.1f}" for at, m in steps)
        parts.append(f'<polygon points="{" ".join(above + below)}" fill="var(--band)"/>')
        parts.append(f'<polyline points="{line}" fill="none" stroke="var(--line)" stroke-width="2" '
                     f'stroke-dasharray="{DASHES[place % len(DASHES)]}"/>')  # fmt: skip
        if len(points[0]) > 1:
            at, m = steps[-1]
            parts.append(f'<text x="{x(at):.1f}" y="{y(m["mean"]) - 6:.1f}" text-anchor="end">{players} players</text>')
    parts.append(f'<text x="{LEFT}" y="{HEIGHT - 12}">0</text>')
    parts.append(f'<text x="{WIDTH - 12}" y="{HEIGHT - 12}" text-anchor="end">{most:,} lessons</text>')
    words = html.escape(_told(points))
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{words}">{"".join(parts)}</svg>'


def _told(points: Sequence[dict[str, dict[str, float]]]) -> str:
    """The chart in words."""
    return "; ".join(
        f"{players} players: from {points[0][players]['mean']:+.3f} to {points[-1][players]['mean']:+.3f}"
        for players in points[0]
    )


def _span(low: float, high: float) -> tuple[float, float, float]:
    """A range in round steps, and the step."""
    wide = max(high - low, 1e-3)
    step = 10.0 ** math.floor(math.log10(wide))
    if wide / step < 3:
        step /= 5 if wide / step < 1.5 else 2
    return step * math.floor(low / step), step * math.ceil(high / step), step
