"""The parts that all tables are made of: plates, pills and hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from .artist import Scene
from .canvas import Canvas, fit
from .colours import LIGHT, Colours, blend, ink_on, style

FADED = 0.45
FACE, FACE_INK = LIGHT.face, LIGHT.face_ink

DIGITS = (
    ("╭─╮", "│ │", "╰─╯"),
    (" ╶┐", "  │", "  ╵"),
    ("╶─╮", "╭─╯", "╰─╴"),
    ("╶─╮", " ─┤", "╶─╯"),
    ("╷ ╷", "╰─┤", "  ╵"),
    ("╭─╴", "╰─╮", "╶─╯"),
    ("╭─╴", "├─╮", "╰─╯"),
    ("╶─┐", "  │", "  ╵"),
    ("╭─╮", "├─┤", "╰─╯"),
    ("╭─╮", "╰─┤", "╶─╯"),
)


def big_digits(number: int) -> list[str]:
    """A number three rows high."""
    text = str(number)
    lines = ["".join(DIGITS[int(letter)][row] if letter.isdigit() else "   " for letter in text) for row in range(3)]
    if text.startswith("-"):
        lines[1] = " ─ " + lines[1][3:]
    return lines


def pill(
    canvas: Canvas, x: int, y: int, text: str, colour: str, ground: str | None = None, *, faded: bool = False
) -> int:
    """A few letters on a colour, faded if inactive; return the column after them."""
    if faded and ground is not None:
        shade = blend(colour, ground, FADED)
        return canvas.write(x, y, text, style(ink_on(shade), shade))
    return canvas.write(x, y, text, style(ink_on(colour), colour, bold=True))


def name_of(scene: Scene, seat: int) -> str:
    """A player's name, marked if it is the viewer."""
    name = scene.names[seat]
    return f"{name} (you)" if seat == scene.seat and name.lower() != "you" else name


def plate(
    canvas: Canvas,
    scene: Scene,
    seat: int,
    at: tuple[int, int],
    width: int,
    *,
    active: bool,
    badge: int = 0,
    right: str | None = None,
) -> None:
    """A player's plate: room for a badge, the name, and on the right the score or other words."""
    (x, y), colours = at, scene.colours
    ink, ground = (colours.on_accent, colours.accent) if active else (colours.ink, colours.panel)
    canvas.fill(x, y, width, 1, style(ink, ground))
    right = f"{scene.standings[seat].score if right is None else right} "
    room = width - badge - 2 - cell_len(right)
    name = name_of(scene, seat) if cell_len(name_of(scene, seat)) <= room else scene.names[seat]
    canvas.write(x + badge + 1, y, fit(name, room), style(ink, bold=True))
    canvas.write(x + width - cell_len(right), y, right, style(ink, bold=True))


@dataclass(frozen=True)
class Face:
    """A card of the hand: its thing, how to draw it (faded or not), and the parts of it that can be clicked."""

    thing: str
    draw: Callable[[Canvas, int, int, bool], None]
    mark: Callable[[Canvas, int, int], None] | None = None


def lay_hand(scene: Scene, width: int, size: tuple[int, int], faces: Sequence[Face], *, fade: bool) -> Canvas:
    """Cards side by side, in as many rows as needed. Those that can be chosen are raised, the others are faded."""
    card_width, card_height = size
    step, row_height = card_width + 1, card_height + 1
    per_row = max((width - 1) // step, 1)
    rows = -(-len(faces) // per_row)
    canvas = Canvas(width, rows * row_height, style(scene.colours.ink, scene.colours.paper))
    indent = max((width - min(len(faces), per_row) * step + 1) // 2, 0)
    for index, face in enumerate(faces):
        playable = face.thing in scene.open
        lift = 0 if playable else 1
        x, y = indent + index % per_row * step, index // per_row * row_height + lift
        face.draw(canvas, x, y, fade and not playable)
        if lift == 0 and face.thing in scene.cursor | scene.picked:
            canvas.write(x, y + card_height, "▀" * card_width, style(scene.colours.accent))
        canvas.mark(x, y, card_width, card_height, face.thing)
        if face.mark is not None:
            face.mark(canvas, x, y)
    return canvas


def label(canvas: Canvas, colours: Colours, x: int, y: int, text: str, width: int | None = None) -> None:
    """Muted words."""
    canvas.write(x, y, text if width is None else fit(text, width), style(colours.muted))
