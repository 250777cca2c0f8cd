"""A picture of how strength grows: the edge by simulations, with intervals, in the reader's light or dark theme."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

from weatherdeck.bots.evidence import Estimate

from ..speed.charts import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, style

Points = Sequence[tuple[int, Estimate]]
ROOM = 50.0
"""Pixels that a number on an axis needs."""


def growth(title: str, curves: Mapping[str, Points]) -> str:
    """The picture of a game: a curve for each kind of search."""
    every = [point for points in curves.values() for point in points]
    xs = [math.log10(simulations) for simulations, _ in every]
    first, last = min(xs) - 0.1, max(xs) + 0.1
    low = min([0.0, *(edge.low for _, edge in every)])
    high = max([0.1, *(edge.high for _, edge in every)]) * 1.05

    def across(simulations: float) -> float:
        return LEFT + (math.log10(simulations) - first) / (last - first) * (WIDTH - RIGHT - LEFT)

    def up(edge: float) -> float:
        return HEIGHT - BOTTOM - (edge - low) / (high - low) * (HEIGHT - BOTTOM - TOP)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{escape(title)}: edge among club players by simulations</title>",
        f"<style>{style()}</style>",
        f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}" rx="6"/>',
        f'<text class="title" x="{LEFT}" y="20">{escape(title)}</text>',
    ]
    before = -ROOM
    for simulations in sorted({simulations for simulations, _ in every}):
        at = across(simulations)
        if at - before < ROOM:
            continue
        before = at
        parts.append(f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 17}" text-anchor="middle">{simulations:,}</text>')
    for edge in _ticks(low, high):
        at = up(edge)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(f'<text x="{LEFT - 7}" y="{at + 4:.1f}" text-anchor="end">{_signed(edge)}</text>')
    middle, centre = (LEFT + WIDTH - RIGHT) / 2, (TOP + HEIGHT - BOTTOM) / 2
    parts.append(f'<text x="{middle:.0f}" y="{HEIGHT - 8}" text-anchor="middle">simulations per move</text>')
    parts.append(f'<text transform="translate(15 {centre:.0f}) rotate(-90)" text-anchor="middle">edge</text>')
    for number, (kind, points) in enumerate(curves.items()):
        drawn = [(across(simulations), up(edge.mean), up(edge.low), up(edge.high)) for simulations, edge in points]
        parts += [f'<g class="{"ab"[number % 2]}">', *_curve(drawn, is_square=number % 2 == 1)]
        sign = "■" if number % 2 else "●"
        parts.append(
            f'<text x="{WIDTH - RIGHT}" y="{16 + 16 * number}" text-anchor="end">{sign} {escape(kind)}</text></g>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _curve(points: Sequence[tuple[float, float, float, float]], *, is_square: bool) -> list[str]:
    """Points with their intervals; round or square, so that colour is not all that tells curves apart."""
    path = " L".join(f"{x:.1f} {y:.1f}" for x, y, *_ in points)
    parts = [f'<path class="fit" d="M{path}"/>']
    for x, y, low, high in points:
        parts.append(f'<path class="fit" style="stroke-dasharray: none" d="M{x:.1f} {low:.1f} V{high:.1f}"/>')
        square = f'<rect class="mark" x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8"/>'
        parts.append(square if is_square else f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="4.5"/>')
    return parts


def _signed(edge: float) -> str:
    return f"{edge:+.2g}" if edge else "0"


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers between two, four to eight of them."""
    step = next(step for step in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0) if (high - low) / step <= 8)
    return [round(step * n, 6) for n in range(math.ceil(low / step), math.floor(high / step) + 1)]
