"""A position as a small HTML table, for notebooks: what a spectator may see, and whose turn it is."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Any, Protocol


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


def draw(game: Drawable, state: Any) -> str:
    """A position of a game."""
    names = [f"seat {seat}" for seat in range(state.players)]
    prompt = html.escape(game.words.prompt(state, names))
    return f"<div><p><b>{html.escape(game.title)}</b>. {prompt}</p>{table(game.view.view(state, None))}</div>"


def table(data: Mapping[str, Any]) -> str:
    """Plain data by name, one row for each."""
    rows = "".join(f"<tr><th>{html.escape(str(name))}</th><td>{_cell(value)}</td></tr>" for name, value in data.items())
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
        head = "".join(f"<th>{html.escape(str(name))}</th>" for name in names)
        rows = ["".join(f"<td>{_cell(value.get(name))}</td>" for name in names) for value in values]
        return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
    return ", ".join(_cell(value) for value in values)


def _plain(value: Any) -> str:
    if value is None:
        return ""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
