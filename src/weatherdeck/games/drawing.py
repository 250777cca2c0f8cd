"""A position as a small picture for notebooks: what a spectator may see, and whose turn it is.

It walks the plain data of the game's view; what has a face (`faces.py`) is drawn, and the rest is said. A game without
faces is a table of that data.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from .pen import ACCENT, INK, LINE, MUTED, PAGE, SANS, SERIF, Faces, svg

SCALE = 0.75
"""Pixels to a millimetre of a piece,"""
SMALL = 0.5
"""and of one that only stands for what is counted."""
WHO = ("dealer", "leader", "partner", "seat", "winning")
"""Names under which a number is a seat."""


class Drawable(Protocol):
    """What of a game is needed to draw a position."""

    @property
    def title(self) -> str:
        """Its name, as printed."""

    @property
    def words(self) -> Any:
        """What is said to people."""

    @property
    def view(self) -> Any:
        """What may be seen."""

    @property
    def faces(self) -> Faces | None:
        """How pieces look."""

    def redacted(self, state: Any, seat: int | None) -> Any:
        """What a seat or a spectator may know of a state."""


def draw(game: Drawable, state: Any) -> str:
    """A position of a game."""
    names = [f"seat {seat}" for seat in range(state.players)]
    state = game.redacted(state, None)  # the prompt, too, would tell what is in the hand
    prompt = html.escape(game.words.prompt(state, names))
    data = game.view.view(state, None)
    faces = game.faces
    if faces is None:
        return f"<div><p><b>{html.escape(game.title)}</b>. {prompt}</p>{table(data)}</div>"
    picture = _Picture(faces, names)
    title = f'<b style="font:700 20px {SERIF}">{html.escape(game.title)}</b>'
    facts = f'<span style="color:{MUTED}">{picture.facts(data)}</span>'
    look = f"background:{PAGE};color:{INK};border:1px solid {LINE};border-radius:14px;font:14px/1.4 {SANS}"
    return (
        f'<div style="{look};padding:12px 18px;width:max-content;max-width:100%;box-sizing:border-box;overflow-x:auto">'
        f'<div style="margin-bottom:10px">{title} &#8194;{facts}<br/>{prompt}</div>'
        f"{picture.seats(data)}{picture.middle(data)}</div>"
    )


# ---------------------------------------------------------------- with faces
class _Picture:
    """Draws what the faces of a game show of its view."""

    def __init__(self, faces: Faces, names: Sequence[str]) -> None:
        self._faces, self._names = faces, names

    def facts(self, data: Mapping[str, Any]) -> str:
        """How far the game is, in a line."""
        said = [name for name in self._faces.SHOWN if name in data and self._is_plain(name, data[name])]
        totals = {f"{name}s" for name in said}  # how many tricks there are is said with the trick
        return " · ".join(self._fact(name, data) for name in said if name not in totals)

    def seats(self, data: Mapping[str, Any]) -> str:
        """A row for each seat, with its name, what counts, and its open cards."""
        seats = data["seats"]
        columns = [n for n in self._faces.SHOWN if any(_is_there(seat.get(n)) and seat[n] != 0 for seat in seats)]
        head = ["", *(_caption(name) for name in columns)]
        cells = [f'<span style="color:{MUTED};font-size:12px">{words}</span>' for words in head]
        for seat, (name, shown) in enumerate(zip(self._names, seats, strict=True)):
            turn = f"color:{ACCENT}" if seat == data.get("to_move") else ""
            cells.append(f'<b style="white-space:nowrap;{turn}">{name}</b>')
            cells += [self._show(column, shown.get(column)) for column in columns]
        grid = f"display:grid;grid-template-columns:repeat({len(head)},auto);gap:6px 18px"
        cells = [f"<div>{cell}</div>" for cell in cells]
        return f'<div style="{grid};align-items:center;justify-content:start">{"".join(cells)}</div>'

    def middle(self, data: Mapping[str, Any]) -> str:
        """What lies between the seats."""
        names = [n for n in self._faces.SHOWN if _is_there(data.get(n)) and not self._is_plain(n, data[n])]
        parts = [
            f'<div><div style="color:{MUTED};font-size:12px">{_caption(name)}</div>{self._show(name, data[name])}</div>'
            for name in names
        ]
        return f'<div style="display:flex;flex-wrap:wrap;gap:10px 24px;margin-top:10px">{"".join(parts)}</div>'

    def _is_plain(self, name: str, value: Any) -> bool:
        """Whether a value is a number or a word without a face."""
        return isinstance(value, int | str) and self._faces.face(name, value) is None

    def _fact(self, name: str, data: Mapping[str, Any]) -> str:
        of = data.get(f"{name}s")
        return f"{_caption(name)} {self._say(name, data[name])}" + (f" of {of}" if isinstance(of, int) else "")

    def _show(self, name: str, value: Any, scale: float = SCALE) -> str:
        """A value as it looks; what has no face of its own, by its parts."""
        if not _is_there(value):
            return ""
        piece = self._faces.face(name, value)
        if piece is not None:
            return (
                f'<span style="display:inline-block;vertical-align:middle;margin-right:3px">{svg(piece, scale)}</span>'
            )
        if isinstance(value, Mapping):
            return self._parts(name, value)
        if isinstance(value, Sequence) and not isinstance(value, str):
            shown = [self._show(name, part, scale) for part in value]
            return ("" if "<svg" in "".join(shown) else ", ").join(shown)
        return html.escape(self._say(name, value))

    def _parts(self, name: str, value: Mapping[str, Any]) -> str:
        """Counts with what is counted; of anything else, the parts that are shown."""
        if all(isinstance(part, int) for part in value.values()):
            counted = [f"{self._show(name, key, SMALL)}{part}" for key, part in value.items() if part]
            return f'<span style="white-space:nowrap">{" &#8194;".join(counted)}</span>'
        shown = [part for part in self._faces.SHOWN if _is_there(value.get(part))]
        if len(shown) == 1:
            return self._show(shown[0], value[shown[0]])
        return " &#8194;".join(f"{_caption(part)} {self._show(part, value[part])}" for part in shown)

    def _say(self, name: str, value: Any) -> str:
        return self._names[value] if name in WHO else _plain(value)


def _is_there(value: Any) -> bool:
    """Whether there is anything to show; a score of 0 is."""
    if isinstance(value, Mapping):
        return any(_is_there(part) and part != 0 for part in value.values())
    return value is not None and value is not False and value not in ("", [], ())


def _caption(name: str) -> str:
    return html.escape(name.replace("_", " "))


# ---------------------------------------------------------------- without
def table(data: Mapping[str, Any]) -> str:
    """Plain data by name, one row for each."""
    rows = "".join(f"<tr><th>{_caption(name)}</th><td>{_cell(value)}</td></tr>" for name, value in data.items())
    return f"<table>{rows}</table>"


def _cell(value: Any) -> str:
    if isinstance(value, Mapping):
        if not any(isinstance(part, Mapping | list | tuple) for part in value.values()):
            return html.escape(", ".join(f"{name} {_plain(part)}" for name, part in value.items()))
        return table(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _list(value)
    return html.escape(_plain(value))


def _list(values: Sequence[Any]) -> str:
    """Things of one kind under each other with their names above; anything else in a row."""
    if values and all(isinstance(value, Mapping) for value in values):
        names = list(dict.fromkeys(name for value in values for name in value))
        head = "".join(f"<th>{_caption(name)}</th>" for name in names)
        rows = ["".join(f"<td>{_cell(value.get(name))}</td>" for name in names) for value in values]
        return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
    return ", ".join(_cell(value) for value in values)


def _plain(value: Any) -> str:
    if value is None:
        return ""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
