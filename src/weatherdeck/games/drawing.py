"""A position as a small picture for notebooks: how the game stands, what a spectator may see, and whose turn it is.

It walks the plain data of the game's view. What has a face (`faces.py`) is drawn, and the rest is written. A game
without faces is shown as a table of that data.
"""

from __future__ import annotations

import html
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from .pen import ACCENT, INK, LINE, MUTED, PAGE, SANS, SERIF, Faces, svg
from .seen import seat_fields

SCALE = 0.75
"""Pixels per millimetre for a piece,"""
SMALL = 0.5
"""and for a piece that only labels a count."""


class Drawable(Protocol):
    """What drawing a position needs of a game."""

    @property
    def title(self) -> str:
        """The name, as printed."""

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
    prompt, status = html.escape(game.words.prompt(state, names)), html.escape(game.words.status(state))
    standings = [standing_text(game.words.standing(state, seat)) for seat in range(state.players)]
    data = game.view.view(state, None)
    faces = game.faces
    if faces is None:
        scores = table({name: said for name, said in zip(names, standings, strict=True) if said})
        return f"<div><p><b>{html.escape(game.title)}</b> · {status}. {prompt}</p>{scores}{table(data)}</div>"
    picture = _Picture(faces, names, seat_fields(game.view.View))
    title = f'<b style="font:700 20px {SERIF}">{html.escape(game.title)}</b>'
    facts = f'<span style="color:{MUTED}">{" · ".join([status, *picture.facts(data)])}</span>'
    look = f"background:{PAGE};color:{INK};border:1px solid {LINE};border-radius:14px;font:14px/1.4 {SANS}"
    return (
        f'<div style="{look};padding:12px 18px;width:max-content;max-width:100%;box-sizing:border-box;overflow-x:auto">'
        f'<div style="margin-bottom:10px">{title} &#8194;{facts}<br/>{prompt}</div>'
        f"{picture.seats(data, standings)}{picture.middle(data)}</div>"
    )


# ---------------------------------------------------------------- with faces
class _Picture:
    """Draws a view with a game's faces."""

    def __init__(self, faces: Faces, names: Sequence[str], who: Collection[str]) -> None:
        self._faces, self._names = faces, names
        self._who = who  # the fields in which a number is a seat

    def facts(self, data: Mapping[str, Any]) -> list[str]:
        """Facts that the status does not have."""
        of_seats = {name for seat in data["seats"] for name in seat}  # those are in the rows of the seats
        names = [name for name in self._faces.SHOWN if name in data and name not in of_seats]
        said = [name for name in names if self._is_plain(name, data[name])]
        return [f"{_caption(name)} {self._say(name, data[name])}" for name in said]

    def seats(self, data: Mapping[str, Any], standings: Sequence[str]) -> str:
        """A row for each seat: its name, standing, counts and open cards."""
        seats = data["seats"]
        columns = [n for n in self._faces.SHOWN if any(is_there(seat.get(n)) and seat[n] != 0 for seat in seats)]
        head = ["", *([""] if any(standings) else []), *(_caption(name) for name in columns)]
        cells = [f'<span style="color:{MUTED};font-size:12px">{words}</span>' for words in head]
        for seat, (name, shown) in enumerate(zip(self._names, seats, strict=True)):
            turn = f"color:{ACCENT}" if seat == data.get("to_move") else ""
            cells.append(f'<b style="white-space:nowrap;{turn}">{name}</b>')
            if any(standings):
                cells.append(f"<b>{html.escape(standings[seat])}</b>")
            cells += [self._show(column, shown.get(column)) for column in columns]
        grid = f"display:grid;grid-template-columns:repeat({len(head)},auto);gap:6px 18px"
        cells = [f"<div>{cell}</div>" for cell in cells]
        return f'<div style="{grid};align-items:center;justify-content:start">{"".join(cells)}</div>'

    def middle(self, data: Mapping[str, Any]) -> str:
        """What lies between the seats."""
        names = [n for n in self._faces.SHOWN if is_there(data.get(n)) and not self._is_plain(n, data[n])]
        parts = [
            f'<div><div style="color:{MUTED};font-size:12px">{_caption(name)}</div>{self._show(name, data[name])}</div>'
            for name in names
        ]
        return f'<div style="display:flex;flex-wrap:wrap;gap:10px 24px;margin-top:10px">{"".join(parts)}</div>'

    def _is_plain(self, name: str, value: Any) -> bool:
        """Whether a value is a number or a word without a face."""
        return isinstance(value, int | str) and self._faces.face(name, value) is None

    def _show(self, name: str, value: Any, scale: float = SCALE) -> str:
        """A value as it looks; a value without a face is drawn by its parts."""
        if not is_there(value):
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
        """Counts with what is counted; for anything else, the parts that are shown."""
        if all(isinstance(part, int) for part in value.values()):
            counted = [f"{self._show(name, key, SMALL)}{part}" for key, part in value.items() if part]
            return f'<span style="white-space:nowrap">{" &#8194;".join(counted)}</span>'
        shown = [part for part in self._faces.SHOWN if is_there(value.get(part))]
        if len(shown) == 1:
            return self._show(shown[0], value[shown[0]])
        return " &#8194;".join(f"{_caption(part)} {self._show(part, value[part])}" for part in shown)

    def _say(self, name: str, value: Any) -> str:
        return self._names[value] if name in self._who else plain(value)


def standing_text(standing: Any) -> str:
    """A score, its note, and a star for a winner."""
    said = " · ".join(part for part in (standing.score, standing.note) if part)
    return f"{said} ★".strip() if standing.won else said


def is_there(value: Any) -> bool:
    """Whether there is anything to show; a score of 0 counts."""
    if isinstance(value, Mapping):
        return any(is_there(part) and part != 0 for part in value.values())
    return value is not None and value is not False and value not in ("", [], ())


def _caption(name: str) -> str:
    return html.escape(name.replace("_", " "))


# ---------------------------------------------------------------- without
def table(data: Mapping[str, Any]) -> str:
    """Plain data as a table, one row for each name."""
    rows = "".join(f"<tr><th>{_caption(name)}</th><td>{_cell(value)}</td></tr>" for name, value in data.items())
    return f"<table>{rows}</table>"


def _cell(value: Any) -> str:
    if isinstance(value, Mapping):
        if not any(isinstance(part, Mapping | list | tuple) for part in value.values()):
            return html.escape(", ".join(f"{name} {plain(part)}" for name, part in value.items()))
        return table(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _list(value)
    return html.escape(plain(value))


def _list(values: Sequence[Any]) -> str:
    """Things of one kind below each other under headings; anything else in a row."""
    if values and all(isinstance(value, Mapping) for value in values):
        names = list(dict.fromkeys(name for value in values for name in value))
        head = "".join(f"<th>{_caption(name)}</th>" for name in names)
        rows = ["".join(f"<td>{_cell(value.get(name))}</td>" for name in names) for value in values]
        return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
    return ", ".join(_cell(value) for value in values)


def plain(value: Any) -> str:
    """A number, word or flag as it is written."""
    if value is None:
        return ""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
