"""A table as one SVG picture: how the game stands, what a seat (or everyone) sees, and whose turn it is.

Like `drawing.py`, which lays out the same parts as HTML for notebooks, it walks the plain data of the game's view: what
has a face (`faces.py`) is drawn, and the rest is written. The picture is scaled to the size that is asked for, so that
all pictures of a game have one size and nothing is cut off.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from .drawing import SCALE, SMALL, Drawable, is_there, plain, standing_text
from .pen import ACCENT, FACE, INK, LINE, MUTED, PAGE, Piece, SvgPen, box
from .seen import seat_fields

Viewer: TypeAlias = int | Literal["all"] | None
"""Who looks: a seat, a spectator (None), or somebody who sees every seat's cards ("all")."""

SIZE = (1200, 800)
"""Pixels of a picture, unless told otherwise."""
TEXT, CAPTION, TITLE = 16.0, 13.0, 24.0
GAP, MARGIN = 18.0, 26.0
WIDTHS = (620, 760, 920, 1100, 1320, 1600, 2000)
"""Widths at which a table is laid out; the one that fits the picture best is taken."""
MIN_REST = 300.0
"""The narrowest that anything is laid out beside the seats."""
HAND = "hand"
"""The field of a seat that every view has (`seen.py`)."""


def picture(
    game: Drawable,
    state: Any,
    viewer: Viewer = None,
    names: Sequence[str] | None = None,
    size: tuple[int, int] = SIZE,
) -> str:
    """A position of a game as SVG."""
    page = _Page(game, state, viewer, names or [f"seat {seat}" for seat in range(state.players)])
    laid = [page.laid_out(width, beside=beside) for width in WIDTHS for beside in (False, True)]
    best = max(laid, key=lambda one: min(size[0] / one.width, size[1] / one.height))
    pen = SvgPen()
    best.draw(pen)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" '
        f'viewBox="0 0 {best.width:g} {best.height:g}" preserveAspectRatio="xMidYMid meet" role="img">'
        f'<rect x="-9999" y="-9999" width="29999" height="29999" fill="{PAGE}"/>{pen.drawn}</svg>'
    )


# ---------------------------------------------------------------- boxes
@dataclass(frozen=True)
class _Box:
    """A part of the picture: its size, and what draws it from its top left corner."""

    width: float
    height: float
    draw: Callable[[SvgPen], None]


def _nothing() -> _Box:
    return _Box(0, 0, lambda _: None)


def _write(text: str, size: float = TEXT, colour: str = INK, *, bold: bool = False, serif: bool = False) -> _Box:
    """A line of text."""
    height = 1.45 * size

    def draw(pen: SvgPen) -> None:
        pen.text(0, height / 2, text, size, colour=colour, bold=bold, serif=serif, anchor="start")

    return _Box(_length(text, size, bold), height, draw)


def _piece(piece: Piece, scale: float) -> _Box:
    width, height = piece.size
    return _Box(width * scale, height * scale, lambda pen: piece.draw(pen.at(0, 0, scale)))


def _row(parts: Iterable[_Box], gap: float = 4.0, *, top: bool = False) -> _Box:
    """Parts beside each other, vertically centred or with their tops in line."""
    parts = [part for part in parts if part.width]
    height = max((part.height for part in parts), default=0.0)

    def draw(pen: SvgPen) -> None:
        x = 0.0
        for part in parts:
            part.draw(pen.at(x, 0 if top else (height - part.height) / 2))
            x += part.width + gap

    return _Box(sum(part.width for part in parts) + gap * max(0, len(parts) - 1), height, draw)


def _stack(parts: Iterable[_Box], gap: float = 4.0) -> _Box:
    """Parts below each other."""
    parts = [part for part in parts if part.height]

    def draw(pen: SvgPen) -> None:
        y = 0.0
        for part in parts:
            part.draw(pen.at(0, y))
            y += part.height + gap

    height = sum(part.height for part in parts) + gap * max(0, len(parts) - 1)
    return _Box(max((part.width for part in parts), default=0.0), height, draw)


def _flow(parts: Iterable[_Box], width: float, gap: float) -> _Box:
    """Parts beside each other, in as many lines as are needed."""
    lines: list[list[_Box]] = [[]]
    used = 0.0
    for part in parts:
        if lines[-1] and used + part.width > width:
            lines.append([])
            used = 0.0
        lines[-1].append(part)
        used += part.width + gap
    return _stack((_row(line, gap, top=True) for line in lines), gap * 0.6)


def _grid(rows: Sequence[Sequence[_Box]], gap: float = GAP) -> _Box:
    """Rows of cells in columns, separated by thin lines."""
    columns = [max(row[at].width for row in rows) for at in range(len(rows[0]))]
    heights = [max(cell.height for cell in row) + 10 for row in rows]
    width = sum(columns) + gap * (len(columns) - 1)

    def draw(pen: SvgPen) -> None:
        y = 0.0
        for number, (row, height) in enumerate(zip(rows, heights, strict=True)):
            if number:
                pen.path(f"M0 {y:g}h{width:g}", None, LINE, 1)
            x = 0.0
            for cell, column in zip(row, columns, strict=True):
                cell.draw(pen.at(x, y + (height - cell.height) / 2))
                x += column + gap
            y += height

    return _Box(width, sum(heights), draw)


NARROW, WIDE = frozenset(" ijl.,:;'!|()[]·ftrI-"), frozenset("mwMW@★✓%")


def _length(text: str, size: float, bold: bool) -> float:
    """How long a text is at most, in the widest of the fonts that a picture may be drawn with."""
    em = sum(0.42 if letter in NARROW else 1.0 if letter in WIDE else 0.66 for letter in text)
    return em * size * (1.12 if bold else 1.0)


def _wrapped(text: str, width: float, size: float = TEXT, colour: str = INK) -> _Box:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _length(longer, size, bold=False) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return _stack((_write(line, size, colour) for line in lines), 0)


# ---------------------------------------------------------------- the page
class _Page:
    """Everything that a picture shows, laid out for a width."""

    def __init__(self, game: Drawable, state: Any, viewer: Viewer, names: Sequence[str]) -> None:
        seat = viewer if isinstance(viewer, int) else None
        known = game.redacted(state, seat)
        self._names, self._faces = names, game.faces
        self._data = _everything(game, state) if viewer == "all" else game.view.view(known, seat)
        self._who: Collection[str] = seat_fields(game.view.View)
        self._title, self._status = game.title, game.words.status(known)
        self._prompt = game.words.prompt(known, names)
        self._standings = [standing_text(game.words.standing(known, each)) for each in range(state.players)]
        self._viewer = viewer

    def laid_out(self, width: float, *, beside: bool) -> _Box:
        """The page at a width, with its margin; what is not the seats' lies below them, or beside them."""
        seats = self._seats(width)
        rest = max(MIN_REST, width - seats.width - 2 * GAP) if beside else width
        others = _stack([self._middle(rest), _flow(self._hands(rest), rest, 2 * GAP)], GAP)
        main = _row([seats, others], 2 * GAP, top=True) if beside else _stack([seats, others], GAP)
        inside = _stack([self._head(max(width, main.width)), main], GAP)
        around = 2 * MARGIN

        def draw(pen: SvgPen) -> None:
            size = inside.width + around, inside.height + around
            pen.path(box(6, 6, size[0] - 12, size[1] - 12, 14), FACE, LINE, 1)
            inside.draw(pen.at(MARGIN, MARGIN))

        return _Box(inside.width + around, inside.height + around, draw)

    def _head(self, width: float) -> _Box:
        title = _write(self._title, TITLE, bold=True, serif=True)
        facts = " · ".join([self._status, *self._facts()])
        return _stack([title, _wrapped(facts, width, colour=MUTED), _wrapped(self._prompt, width)], 2)

    def _shown(self, data: Mapping[str, Any]) -> list[str]:
        """The fields of the view to show, in this order; for a game without faces, all that can be told in a line."""
        if self._faces is not None:
            return [name for name in self._faces.SHOWN if name != HAND]
        return [name for name in data if name not in ("seats", "to_move", HAND)]

    def _facts(self) -> list[str]:
        """Facts that the status does not have."""
        of_seats = {name for seat in self._data["seats"] for name in seat}  # those are in the rows of the seats
        names = [name for name in self._shown(self._data) if name in self._data and name not in of_seats]
        said = [name for name in names if self._is_plain(name, self._data[name])]
        return [f"{_caption(name)} {self._say(name, self._data[name])}" for name in said]

    def _seats(self, width: float) -> _Box:
        """A row for each seat: its name, standing, counts and open cards."""
        seats = self._data["seats"]
        columns = [n for n in self._shown(seats[0]) if any(is_there(seat.get(n)) and seat[n] != 0 for seat in seats)]
        captions = ["", *([""] if any(self._standings) else []), *(_caption(name) for name in columns)]
        rows = [[_write(words, CAPTION, MUTED) for words in captions]]
        for seat, (name, shown) in enumerate(zip(self._names, seats, strict=True)):
            turn = seat == self._data.get("to_move")
            cells = [_write(f"{name} ◀" if turn else name, colour=ACCENT if turn else INK, bold=True)]
            if any(self._standings):
                cells.append(_write(self._standings[seat], bold=True))
            rows.append([*cells, *(self._show(column, shown.get(column), width / 3) for column in columns)])
        return _grid(rows)

    def _middle(self, width: float) -> _Box:
        """What lies between the seats."""
        names = [n for n in self._shown(self._data) if is_there(self._data.get(n))]
        parts = [self._captioned(n, width) for n in names if not self._is_plain(n, self._data[n])]
        return _flow([part for part in parts if part.width], width, GAP)

    def _captioned(self, name: str, width: float) -> _Box:
        shown = self._show(name, self._data[name], width)
        return _stack([_write(_caption(name), CAPTION, MUTED), shown]) if shown.width else shown

    def _hands(self, width: float) -> Iterable[_Box]:
        """The hands that the viewer sees."""
        for seat, shown in enumerate(self._data["seats"]):
            if is_there(shown.get(HAND)):
                caption = f"the hand of {self._names[seat]}"
                scale = SCALE if self._viewer == seat else SMALL
                yield _stack([_write(caption, CAPTION, MUTED), self._show(HAND, shown[HAND], width, scale)])

    # ------------------------------------------------------------ values
    def _is_plain(self, name: str, value: Any) -> bool:
        """Whether a value is a number or a word without a face."""
        return isinstance(value, int | str) and self._face(name, value) is None

    def _face(self, name: str, value: Any) -> Piece | None:
        return None if self._faces is None else self._faces.face(name, value)

    def _show(self, name: str, value: Any, width: float, scale: float = SCALE) -> _Box:
        """A value as it looks; a value without a face is drawn by its parts."""
        if not is_there(value):
            return _nothing()
        face = self._face(name, value)
        if face is not None:
            return _piece(face, scale)
        if isinstance(value, Mapping):
            return self._parts(name, value, width)
        if isinstance(value, Sequence) and not isinstance(value, str):
            if not any(isinstance(part, Mapping) or self._face(name, part) for part in value):
                return _wrapped(", ".join(self._say(name, part) for part in value), width)
            return _flow((self._show(name, part, width, scale) for part in value), width, 6.0)
        return _write(self._say(name, value))

    def _parts(self, name: str, value: Mapping[str, Any], width: float) -> _Box:
        """Counts with what is counted; for anything else, the parts that are shown."""
        if all(isinstance(part, int) for part in value.values()):
            counted = [self._counted(name, key, part) for key, part in value.items() if part]
            return _flow(counted, width, 12.0)
        shown = [part for part in self._shown(value) if is_there(value.get(part))]
        if len(shown) == 1:
            return self._show(shown[0], value[shown[0]], width)
        told = (_row([_write(_caption(part), CAPTION, MUTED), self._show(part, value[part], width)]) for part in shown)
        return _flow(told, width, 12.0)

    def _counted(self, name: str, key: str, number: int) -> _Box:
        face = self._face(name, key)
        what = _write(_caption(key), CAPTION, MUTED) if face is None else _piece(face, SMALL)
        return _row([what, _write(str(number))])

    def _say(self, name: str, value: Any) -> str:
        return self._names[value] if name in self._who and isinstance(value, int) else plain(value)


def _everything(game: Drawable, state: Any) -> Mapping[str, Any]:
    """The view of somebody who looks over everyone's shoulder: of each seat, what it sees of itself."""
    seen = [game.view.view(game.redacted(state, seat), seat) for seat in range(state.players)]
    return {**seen[0], "seats": [one["seats"][seat] for seat, one in enumerate(seen)]}


def _caption(name: str) -> str:
    return name.replace("_", " ")
