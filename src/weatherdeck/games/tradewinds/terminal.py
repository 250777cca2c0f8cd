"""Tradewinds in the terminal: the grid with a player on each side, and the wind of the card under the cursor."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from ..art import read_art
from ..events import Event
from ..game import Game
from ..terminal.artist import Artist, Scene, View
from ..terminal.canvas import Canvas, fit, wrap
from ..terminal.colours import LIGHT, blend, style
from ..terminal.pieces import FACE, FACE_INK, Face, label, lay_hand, pill, plate
from .words import CHARACTERISTICS, LETTERS, SIDES

ART = read_art(__package__)
NAMES = dict(zip(LETTERS[1:], CHARACTERISTICS[1:], strict=True))
COLOURS: dict[str, str] = {letter: sign["colour"] for letter, sign in ART["signs"].items()}
INKS: dict[str, str] = {letter: COLOURS[letter] for letter in "RGB"}
SYMBOLS: dict[str, str] = {letter: sign["symbol"] for letter, sign in ART["signs"].items()}
SHAPES: dict[str, str] = ART["symbols"]  # by shape: filled, partial, hollow
ARROWS = ("↑", "→", "↓", "←")  # toward North, East, South, West

CARD = (10, 3)
GRID = 3
SIDE_WIDTH = 18
HEIGHT = 12


class Tradewinds(Artist):
    """The table of Tradewinds."""

    example = "FRC"

    def rest(self, before: View, after: View, events: Sequence[Event], game: Game) -> View | None:
        """The board before the wind, with everything that the wind moves."""
        del after
        letters = game.words.LETTERS  # type: ignore[attr-defined]  # its words module has the letters beside `text`
        moves = [_move(event, letters) for event in events if event.name in ("blown", "collected")]
        if not moves:
            return None
        shown = copy.deepcopy(before)
        shown["wind"] = {"moves": moves, "score": sum(move["points"] for move in moves)}
        return shown

    def hand(self, scene: Scene, width: int, screen_height: int) -> Canvas:
        """The viewer's Completes."""
        del screen_height
        cards = scene.view["seats"][scene.seat]["hand"] if scene.seat is not None else None
        if not cards:
            return Canvas(width, 0)
        return lay_hand(scene, width, CARD, [_face(text) for text in cards], fade=False)

    def table(self, scene: Scene, width: int, height: int) -> Canvas:
        """The grid, and a player on each side of it."""
        return _Table(scene, width, height).draw()


ARTIST = Tradewinds()


def _move(event: Event, letters: str) -> dict[str, Any]:
    collected = event.name == "collected"
    return {
        "single": letters[event["single"]],
        "from": event["pile"],
        "to": None if collected else event["onto"],
        "collector": event["seat"] if collected else None,
        "points": event["points"] if collected else 0,
    }


def _face(text: str) -> Face:
    """A Complete: its three characteristics in words, and its figure."""
    pattern, colour, shape = text[0], text[1], text[2]

    def draw(canvas: Canvas, x: int, y: int, faded: bool) -> None:
        ink = blend(INKS[colour], FACE, 0.45) if faded else INKS[colour]
        canvas.fill(x, y, *CARD, style(FACE_INK, FACE))
        for row, letter in enumerate(text):
            canvas.write(x, y + row, letter, style(FACE_INK, bold=True))
            canvas.write(x + 1, y + row, NAMES[letter][1:], style(ink if letter == colour else FACE_INK))
        canvas.write(x + 8, y + 1, SHAPES[shape]["FPH".index(pattern)], style(ink, bold=True))

    return Face(f"card:{text}", draw)


class _Table:
    """One drawing of the table."""

    def __init__(self, scene: Scene, width: int, height: int) -> None:
        self.scene, self.view, self.colours = scene, scene.view, scene.colours
        self.width, self.height = max(width, 79), max(height, HEIGHT)
        self.canvas = Canvas(self.width, self.height, style(self.colours.ink, self.colours.table))
        self.pile_height = 5 if self.height >= 18 else 3
        self.pile_width = min((self.width - 2 * SIDE_WIDTH - 3) // GRID - 1, 18)
        self.left = self.width // 2 - (GRID * (self.pile_width + 1) - 1) // 2
        self.top = max((self.height - GRID * self.pile_height - 3) // 2, 0) + 1
        self.wind = self._wind()

    def _wind(self) -> dict[str, Any]:
        """The wind to show: the one that has just blown, or that of the card under the cursor."""
        if "wind" in self.view:
            wind: dict[str, Any] = self.view["wind"]
            return wind
        for thing in self.scene.cursor:
            found: dict[str, Any] | None = self.view["preview"].get(thing.partition(":")[2])
            if found:
                return found
        return {"moves": [], "score": 0}

    def draw(self) -> Canvas:
        """The grid and the four sides."""
        for pile in range(GRID * GRID):
            self._pile(pile)
        bottom = self.top + GRID * self.pile_height
        self._flat_side(0, self.top - 1)
        self._flat_side(2, bottom)
        self._tall_side(3, 1)
        self._tall_side(1, self.width - SIDE_WIDTH - 1)
        self._words(bottom + 1)
        return self.canvas

    # ------------------------------------------------------------ the sides
    def _collects(self, seat: int) -> str:
        moves = [move for move in self.wind["moves"] if move["collector"] == seat]
        return " ".join(f"{move['single']}{move['points']:+d}" for move in moves)

    def _tally(self, seat: int) -> str:
        data = self.view["seats"][seat]
        return f"+{data['scored']} −{data['deducted']}"

    def _flat_side(self, seat: int, y: int) -> None:
        """North and South: one line above or below the grid."""
        x, width = self.left, GRID * (self.pile_width + 1) - 1
        self._plate(seat, x, y, width)
        scoring = " ".join(letter for letter, worth in self._signs(seat).items() if worth > 0) or "nothing"
        label(self.canvas, self.colours, x + width + 1, y, f"+ {scoring}", self.width - x - width - 1)

    def _tall_side(self, seat: int, x: int) -> None:
        """West and East: a block beside the grid."""
        y = self.top + 1
        self._plate(seat, x, y, SIDE_WIDTH)
        self._square(seat, x, y + 1)
        if seat == 3:
            self._covering(x, y + 5)
        else:
            self._unseen(x, y + 5)

    def _plate(self, seat: int, x: int, y: int, width: int) -> None:
        data = self.view["seats"][seat]
        active = seat == self.view["to_move"]
        right = f"{self._tally(seat)}"
        plate(self.canvas, self.scene, seat, (x, y), width, active=active, badge=3, right=right)
        pill(self.canvas, x, y, f" {data['side'][0]} ", LIGHT.muted)
        incoming = self._collects(seat)
        if incoming:
            space = width - len(right) - 2
            at = x + max(space - len(incoming) - 1, 0)
            self.canvas.write(
                at, y, f" {fit(incoming, space)} ", style(self.colours.on_accent, self.colours.accent, bold=True)
            )

    def _signs(self, seat: int) -> dict[str, int]:
        signs: dict[str, int] = self.view["scoring"][seat]
        return signs

    def _square(self, seat: int, x: int, y: int) -> None:
        """The nine characteristics, with plus or minus for this player."""
        signs = self._signs(seat)
        for number, letter in enumerate(NAMES):
            self._sign(x + 2 + number % 3 * 5, y + number // 3, letter, signs[letter])

    def _sign(self, x: int, y: int, letter: str, worth: int) -> None:
        ink = INKS.get(letter, self.colours.ink) if not self.colours.dark else self.colours.ink
        good = worth > 0
        self.canvas.write(x, y, letter, style(ink if good else self.colours.muted, bold=good))
        self.canvas.write(
            x + 1, y, "+" if good else "−", style(self.colours.accent if good else self.colours.muted, bold=good)
        )

    def _covering(self, x: int, y: int) -> None:
        for row, entry in enumerate(self.view["covering"]):
            sides = " ".join(side[0] for side, true in zip(SIDES, entry["true"], strict=True) if true) or "nobody"
            label(self.canvas, self.colours, x, y + row, f"{entry['complete']} + for {sides}", SIDE_WIDTH)

    def _unseen(self, x: int, y: int) -> None:
        counts = [f"{letter}{count}" for letter, count in self.view["unseen"].items() if count]
        lines = wrap("face down: " + (" ".join(counts) or "none"), SIDE_WIDTH)
        for row, line in enumerate(lines[:3]):
            label(self.canvas, self.colours, x, y + row, line)

    # ------------------------------------------------------------ the grid
    def _pile(self, pile: int) -> None:
        row, column = divmod(pile, GRID)
        x, y = self.left + column * (self.pile_width + 1), self.top + row * self.pile_height
        data, width, height = self.view["piles"][pile], self.pile_width, self.pile_height
        leaving = [move["single"] for move in self.wind["moves"] if move["from"] == pile]
        coming = [move["single"] for move in self.wind["moves"] if move["to"] == pile]
        if data["gap"]:
            self.canvas.write_centred(x, y + height // 2, width, "gap", style(self.colours.muted))
        else:
            self._stack(data, x, y, len(leaving))
        if coming:
            words = " +" + " +".join(coming) + " "
            at = x + width - len(words)
            self.canvas.write(
                at, y + height - 2, fit(words, width), style(self.colours.on_accent, self.colours.accent, bold=True)
            )

    def _stack(self, data: dict[str, Any], x: int, y: int, leaving: int) -> None:
        """A pile: the top card in words, the cards under it, how many are face down. What will blow has an arrow."""
        width, height = self.pile_width, self.pile_height - (1 if self.pile_height > 3 else 0)
        up = list(reversed(data["up"]))
        self.canvas.fill(x, y, width, height, style(FACE_INK, FACE))
        first = y + (height - 3) // 2
        if up:
            self._single(x, first, up[0], leaving > 0)
        for number, letter in enumerate(up[1:]):
            self._small(x + 1 + number * 3, first + 1, letter, number + 1 < leaving)
        down = data["down"]
        edge = "▁" * width if down else " " * width
        self.canvas.write(x, y + height - 1, edge, style(blend(FACE_INK, FACE, 0.3)))
        if down:
            self.canvas.write(
                x,
                y + height - 1,
                f" {down} face down" if width > 12 else f" {down} down",
                style(blend(FACE_INK, FACE, 0.6)),
            )

    def _single(self, x: int, y: int, letter: str, leaves: bool) -> None:
        width = self.pile_width
        ground = COLOURS[letter]
        roomy = width >= 15
        after = pill(self.canvas, x, y, f" {letter} {SYMBOLS[letter]} " if roomy else f" {letter} ", ground)
        self.canvas.write(after + roomy, y, NAMES[letter], style(FACE_INK, bold=True))
        if leaves:
            self.canvas.write(
                x + width - 1, y, self._arrow, style(self.colours.on_accent, self.colours.accent, bold=True)
            )

    def _small(self, x: int, y: int, letter: str, leaves: bool) -> None:
        ground = COLOURS[letter]
        if leaves:
            self.canvas.write(
                x, y, f"{letter}{self._arrow}", style(self.colours.on_accent, self.colours.accent, bold=True)
            )
        else:
            pill(self.canvas, x, y, letter, ground, FACE, faded=True)

    @property
    def _arrow(self) -> str:
        return ARROWS[self.view["toward"]] if self.view["toward"] is not None else "·"

    def _words(self, y: int) -> None:
        toward = self.view["toward"]
        if toward is None:
            return
        words = f"{self._arrow} the wind blows {SIDES[toward].lower()}, to {self.scene.names[toward]}"
        if self.wind["moves"]:
            moved = len(self.wind["moves"])
            cards = "1 card moves" if moved == 1 else f"{moved} cards move"
            words += f": {cards}, {self.wind['score']:+d} points"
        self.canvas.write_centred(0, y, self.width, words, style(self.colours.ink, bold=True))
