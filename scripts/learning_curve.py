"""`python -m scripts.learning_curve CURVE.json CURVE.svg`: draw what `examples/ppo.py --record` wrote."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 720, 340
LEFT, RIGHT, TOP, BOTTOM = 60, 20, 44, 52
TOP_SHARE = 0.6
FONT = 'font-family="sans-serif" font-size="13"'
INK, FAINT, BLUE, GREY = "#222", "#ddd", "#1f5fa8", "#777"


def main() -> None:
    source, target = map(Path, sys.argv[1:3])
    target.write_text(drawn(json.loads(source.read_text(encoding="utf-8"))), encoding="utf-8")
    print(f"wrote {target.name}")


def drawn(document: dict[str, Any]) -> str:
    """The share of the victory by minutes of learning, with its confidence interval, as SVG."""
    curve = document["curve"]
    last: float = max(point["minutes"] for point in curve)

    def x(minutes: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * minutes / last

    def y(share: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share / TOP_SHARE

    def along(which: str) -> list[str]:
        return [f"{x(point['minutes']):.1f},{y(point['share'][which]):.1f}" for point in curve]

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {FONT}>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        _text(
            LEFT, 24, f"{document['title']}: share of the victory of a learning seat among random players", bold=True
        ),
    ]
    for tenth in range(int(TOP_SHARE * 10) + 1):
        level = y(tenth / 10)
        parts.append(f'<path d="M{LEFT} {level:.1f}H{WIDTH - RIGHT}" stroke="{FAINT}"/>')
        parts.append(_text(LEFT - 8, level + 4, f"{tenth * 10}%", anchor="end"))
    for minute in range(math.floor(last) + 1):
        parts.append(_text(x(minute), HEIGHT - BOTTOM + 20, str(minute), anchor="middle"))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "minutes of learning", anchor="middle"))
    chance = y(document["random"]["share"]["mean"])
    parts.append(f'<path d="M{LEFT} {chance:.1f}H{WIDTH - RIGHT}" stroke="{GREY}" stroke-dasharray="6 4"/>')
    parts.append(_text(WIDTH - RIGHT, chance + 17, "a random player in the same seats", anchor="end", colour=GREY))
    band = " ".join(along("low") + along("high")[::-1])
    parts.append(f'<polygon points="{band}" fill="{BLUE}" fill-opacity="0.2"/>')
    parts.append(f'<polyline points="{" ".join(along("mean"))}" fill="none" stroke="{BLUE}" stroke-width="2"/>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _text(x: float, y: float, words: str, *, anchor: str = "start", colour: str = INK, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}"{weight}>{escape(words)}</text>'


if __name__ == "__main__":
    main()
