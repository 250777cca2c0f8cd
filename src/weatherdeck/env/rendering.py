"""How environments show a table: as text, as pixels, or in a window.

`ansi`        the drawing of the terminal, as text without colours
`rgb_array`   the picture of the table (`games/picture.py`), as an array of pixels
`human`       the same picture in a window; closing the window does not stop the program
"""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import Problem
from ..extras import library
from ..games.game import Game
from ..games.picture import SIZE, Viewer, picture

MODES = ("human", "rgb_array", "ansi")
FPS = 4
"""Moves a second that a person can follow in a window."""
WIDTH = 100
"""Columns of a drawing as text."""

RenderSeat: TypeAlias = int | Literal["to_move", "all", "spectator"]
"""Whose view is shown: that of a seat, of the seat to move, of everyone together, or of a spectator.

When the game is over, nobody is to move and the spectator's view is shown instead.
"""


def metadata(modes: Sequence[str] = MODES, **more: Any) -> dict[str, Any]:
    """What environments declare about their rendering, and more."""
    return {"render_modes": list(modes), "render_fps": FPS, **more}


class Renderer:
    """Shows the tables of one environment in the way that was chosen for it."""

    def __init__(self, game: Game, mode: str | None, seat: RenderSeat, names: Sequence[str]) -> None:
        if mode is not None and mode not in MODES:
            raise Problem(f"the render mode must be one of {', '.join(MODES)} or None, not {mode!r}")
        if seat not in ("to_move", "all", "spectator") and not _is_seat(seat, len(names)):
            raise Problem(f'render_seat must be a seat, "to_move", "all" or "spectator", not {seat!r}')
        self.mode = mode
        self._game, self._seat, self._names = game, seat, names
        self._window: _Window | None = None
        self._last: tuple[bytes, npt.NDArray[np.uint8]] | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_window": None, "_last": None}  # a window stays where it is

    def render(self, state: Any, to_move: int | None) -> str | npt.NDArray[np.uint8] | None:
        """Show a state: return a text or pixels, or draw them in the window."""
        viewer = self._viewer(to_move)
        if self.mode == "ansi":
            return as_text(self._game, state, viewer, self._names)
        if self.mode == "rgb_array":
            return self._pixels(state, viewer).copy()
        if self.mode == "human":
            if self._window is None:
                self._window = _Window(self._game.title, SIZE)
            if self._window.is_open:
                self._window.show(self._pixels(state, viewer))
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def _viewer(self, to_move: int | None) -> Viewer:
        if self._seat == "to_move":
            return to_move
        return None if self._seat == "spectator" else self._seat

    def _pixels(self, state: Any, viewer: Viewer) -> npt.NDArray[np.uint8]:
        """The picture of a state; the last one is kept, because nothing changes while somebody looks."""
        key = state.to_bytes() + repr(viewer).encode()
        if self._last is None or self._last[0] != key:
            self._last = key, as_pixels(picture(self._game, state, viewer, self._names, SIZE))
        return self._last[1]


def as_pixels(svg: str) -> npt.NDArray[np.uint8]:
    """An SVG picture as an array of height, width and colours."""
    png = library("vl_convert", "drawing pixels").svg_to_png(svg)
    image = library("PIL.Image", "drawing pixels").open(io.BytesIO(png))
    return np.array(image.convert("RGB"), np.uint8)


def as_text(game: Game, state: Any, viewer: Viewer, names: Sequence[str] | None = None) -> str:
    """The table as the terminal draws it. For "all", the table of a spectator and then each seat's."""
    from .sketch import sketch  # needs Rich, which nothing else here does

    names = names or [f"seat {seat}" for seat in range(state.players)]
    if viewer == "all":
        return "\n\n".join(sketch(game, state, seat, names, WIDTH) for seat in (None, *range(state.players)))
    return sketch(game, state, viewer, names, WIDTH)


def _is_seat(seat: object, players: int) -> bool:
    return isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < players


class _Window:
    """A window that shows pictures. When somebody closes it, it stays closed."""

    def __init__(self, title: str, size: tuple[int, int]) -> None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        self._pygame = library("pygame", "a window")
        try:
            self._pygame.display.init()
            self._screen = self._pygame.display.set_mode(size)
        except self._pygame.error as problem:
            raise Problem(f'a window cannot be opened ({problem}): use render_mode="rgb_array" or "ansi"') from None
        self._pygame.display.set_caption(title)
        self._clock = self._pygame.time.Clock()
        self.is_open = True

    def show(self, pixels: npt.NDArray[np.uint8]) -> None:
        """Show a picture, for as long as a person needs to see what happened."""
        surface = self._pygame.surfarray.make_surface(pixels.swapaxes(0, 1))
        self._screen.blit(surface, (0, 0))
        self._pygame.display.flip()
        if any(event.type == self._pygame.QUIT for event in self._pygame.event.get()):
            self.close()
            return
        self._clock.tick(FPS)

    def close(self) -> None:
        """Close it. Closing it again does nothing."""
        if self.is_open:
            self.is_open = False
            self._pygame.display.quit()
