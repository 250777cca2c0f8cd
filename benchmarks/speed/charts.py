"""A curve on two logarithmic axes, as an SVG that follows the reader's light or dark theme."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 560, 300
LEFT, RIGHT, TOP, BOTTOM = 74, 16, 40, 46
LIGHT = {"ground": "#ffffff", "grid": "#dfe3e8", "ink": "#24292f", "a": "#0b6fb8", "b": "#b4530a"}
DARK = {"ground": "#15181c", "grid": "#363c44", "ink": "#e3e7ec", "a": "#6cb8f5", "b": "#f0a35e"}


@dataclass(frozen=True)
class Series:
    """Points that belong together."""

    name: str
    points: Sequence[tuple[float, float]]


def exponent(points: Sequence[tuple[float, float]]) -> float:
    """The power of the size with which the cost grows: the slope on logarithmic axes, by least squares."""
    xs, ys = [math.log(x) for x, _ in points], [math.log(y) for _, y in points]
    mid_x, mid_y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - mid_x) ** 2 for x in xs)
    return sum((x - mid_x) * (y - mid_y) for x, y in zip(xs, ys, strict=True)) / spread if spread else 0.0


def curve(title: str, across: str, up: str, series: Sequence[Series]) -> str:
    """The picture. `across` and `up` name the axes."""
    every = [point for one in series for point in one.points]
    x_axis = _Axis([x for x, _ in every], LEFT, WIDTH - RIGHT)
    y_axis = _Axis([y for _, y in every], HEIGHT - BOTTOM, TOP, least=1.0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{style()}</style>",
        f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}" rx="6"/>',
        f'<text class="title" x="{LEFT}" y="20">{escape(title)}</text>',
    ]
    for value, at in x_axis.sizes():
        parts.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 17}" text-anchor="middle">{_short(value)}</text>')
    unit = "s" if up == "seconds" else ""
    for value, at in y_axis.ticks():
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(f'<text x="{LEFT - 7}" y="{at + 4:.1f}" text-anchor="end">{_short(value, unit)}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle:.0f}" y="{HEIGHT - 8}" text-anchor="middle">{escape(across)}</text>')
    centre = (TOP + HEIGHT - BOTTOM) / 2
    parts.append(f'<text transform="translate(15 {centre:.0f}) rotate(-90)" text-anchor="middle">{escape(up)}</text>')
    for number, one in enumerate(series):
        parts += _drawn(one, number, x_axis, y_axis, named=len(series) > 1)
    return "\n".join([*parts, "</svg>"]) + "\n"


def style() -> str:
    """Colours for a light page, and for readers who prefer a dark one."""
    text = "text { font: 13px system-ui, sans-serif } .title { font-weight: 600 }"
    plain = f"{text} .fit {{ stroke-dasharray: 5 4; fill: none }}"
    return f"{plain}\n{_colours(LIGHT)}\n@media (prefers-color-scheme: dark) {{\n{_colours(DARK)}\n}}"


def _colours(colour: dict[str, str]) -> str:
    rules = [
        f".ground {{ fill: {colour['ground']} }} .grid {{ stroke: {colour['grid']} }} text {{ fill: {colour['ink']} }}"
    ]
    for series in "ab":
        rules.append(f".{series} .mark, .{series} text {{ fill: {colour[series]} }}")
        rules.append(f".{series} .fit {{ stroke: {colour[series]} }}")
    return "\n".join(rules)


def _drawn(one: Series, number: int, x_axis: _Axis, y_axis: _Axis, *, named: bool) -> list[str]:
    """A series: its fitted line and its points, round or square so that colour is not all that tells them apart."""
    slope = exponent(one.points)
    mid_x = sum(math.log(x) for x, _ in one.points) / len(one.points)
    mid_y = sum(math.log(y) for _, y in one.points) / len(one.points)
    ends = [(x, math.exp(mid_y + slope * (math.log(x) - mid_x))) for x in (one.points[0][0], one.points[-1][0])]
    path = " L".join(f"{x_axis.at(x):.1f} {y_axis.at(y):.1f}" for x, y in ends)
    parts = [f'<g class="{"ab"[number % 2]}">', f'<path class="fit" d="M{path}"/>']
    for x, y in one.points:
        at_x, at_y = x_axis.at(x), y_axis.at(y)
        square = f'<rect class="mark" x="{at_x - 4:.1f}" y="{at_y - 4:.1f}" width="8" height="8"/>'
        parts.append(square if number % 2 else f'<circle class="mark" cx="{at_x:.1f}" cy="{at_y:.1f}" r="4.5"/>')
    if named:
        sign = "■" if number % 2 else "●"
        at = WIDTH - RIGHT
        parts.append(f'<text x="{at}" y="{16 + 16 * number}" text-anchor="end">{sign} {escape(one.name)}</text>')
    return [*parts, "</g>"]


class _Axis:
    """A logarithmic axis from one pixel to another, with a little room at both ends.

    It spans at least so many powers of ten, so that small differences look small.
    """

    def __init__(self, values: Sequence[float], first: float, last: float, *, least: float = 0.0) -> None:
        self._values = sorted(set(values))
        low, high = math.log10(self._values[0]), math.log10(self._values[-1])
        more = max(0.0, least - (high - low)) / 2
        low, high = low - more, high + more
        room = max((high - low) * 0.06, 0.05)
        self._low, self._high, self._first, self._last = low - room, high + room, first, last

    def at(self, value: float) -> float:
        """The pixel of a value."""
        share = (math.log10(value) - self._low) / (self._high - self._low)
        return self._first + share * (self._last - self._first)

    def sizes(self) -> list[tuple[float, float]]:
        """The measured values, as far as there is room for them."""
        step = -(-len(self._values) // 7)
        return [(value, self.at(value)) for value in self._values[::step]]

    def ticks(self) -> list[tuple[float, float]]:
        """Powers of ten; where there are too few, with 2 and 5 between them, and where still too few, all digits."""
        for digits in ((1,), (1, 3), (1, 2, 5), tuple(range(1, 10)), tuple(n / 10 for n in range(10, 100))):
            powers = range(math.floor(self._low) - 1, math.ceil(self._high) + 1)
            found = [digit * 10.0**power for power in powers for digit in digits]
            inside = [value for value in found if self._low <= math.log10(value) <= self._high]
            if len(inside) >= 3:
                step = -(-len(inside) // 7)
                return [(value, self.at(value)) for value in inside[::step]]
        return [(10**self._low, self._first), (10**self._high, self._last)]


def _short(value: float, unit: str = "") -> str:
    """A number on an axis; without a unit, small ones as they are."""
    if not unit and value < 1:
        return f"{value:.2g}"
    for size, prefix in ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ")):
        if value >= size * 0.9999:
            return f"{value / size:.3g}{prefix}{unit}"
    return f"{value / 1e-9:.3g}n{unit}"
