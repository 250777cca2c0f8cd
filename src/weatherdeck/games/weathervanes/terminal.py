"""Weathervanes in the terminal: the trick as four cards that meet in one point, Displays, tableaux and the hand."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len

from ..events import Event
from ..game import Game
from ..terminal.artist import Artist, Scene, View
from ..terminal.canvas import Canvas, fit, wrap
from ..terminal.colours import style
from ..terminal.pieces import Face, lay_hand, plate
from .terminal_cards import (
    BOXED,
    FULL,
    MAYBE,
    SIGNS,
    SMALL,
    TURNED_LARGE,
    TURNED_SMALL,
    WINNING,
    CardPainter,
    draw_turned,
)
from .words import SUIT_LETTERS, SUIT_NAMES

SEATS = 4
GRID = 3  # a tableau fits in 2 x 2, but its first card does not know yet on which side the others come
HEADINGS = ("↙", "↖", "↗", "↘")  # toward the gap clockwise of the bottom seat, of the left one, ...

LARGE_WIDTH, LARGE_HEIGHT = 96, 19
COMPACT_HEIGHT = 12
PLACE_SIZE = 8


class Weathervanes(Artist):
    """The table of Weathervanes."""

    example = "5b or @ne"

    def label(self, thing: str, view: View) -> str:
        """A card with its four corners."""
        number = thing.partition(":")[2]
        hand: list[dict[str, Any]] = next((seat["hand"] for seat in view["seats"] if seat["hand"]), [])
        suits = next((card["suits"] for card in hand if str(card["number"]) == number), "")
        return f"lead {number:>2}   " + " ".join(SIGNS[suit] for suit in suits)

    def rest(self, before: View, after: View, events: Sequence[Event], game: Game) -> View | None:
        """A trick that was finished by this step, with its last card."""
        del after
        if not any(event.name == "won" for event in events):
            return None
        shown = copy.deepcopy(before)
        shown["placing"] = None
        for event in events:
            if event.name in ("led", "followed", "discarded"):
                seat = shown["seats"][event["seat"]]
                face = _face(game, event["card"])
                seat["played"] = face
                if seat["hand"] and face in seat["hand"]:
                    seat["hand"].remove(face)
            if event.name == "won":
                shown["winning"] = event["seat"]
        shown["to_move"] = None
        return shown

    def table(self, scene: Scene, width: int, height: int) -> Canvas:
        """The four seats in the corners, each beside its card; the trick in the middle."""
        return _Table(scene, width, height).draw()

    def hand(self, scene: Scene, width: int, screen_height: int) -> Canvas:
        """The viewer's cards; those that can be played are raised."""
        cards = scene.view["seats"][scene.seat]["hand"] if scene.seat is not None else None
        if not cards:
            return Canvas(width, 0)
        if screen_height >= 34 and len(cards) * BOXED[0] <= width - 2:
            return _boxed_hand(scene, cards, width)
        return _plain_hand(scene, cards, width)


ARTIST = Weathervanes()


def _face(game: Game, number: int) -> dict[str, Any]:
    """A card's face, in the deck of this game."""
    face: dict[str, Any] = game.view.card(number)  # type: ignore[attr-defined]  # its view module has it beside `view`
    return face


# ---------------------------------------------------------------- the hand
def _plain_hand(scene: Scene, cards: list[dict[str, Any]], width: int) -> Canvas:
    faces = [_upright_face(scene, card) for card in cards]
    return lay_hand(scene, width, FULL, faces, fade=scene.my_turn and scene.view["phase"] == "play")


def _upright_face(scene: Scene, card: dict[str, Any]) -> Face:
    thing, playable = _thing(scene, card)

    def draw(canvas: Canvas, x: int, y: int, faded: bool) -> None:
        painter = CardPainter(canvas, scene.colours)
        painter.upright(x, y, FULL, card, faded=faded, corner=_marked(scene, card, playable))

    def mark(canvas: Canvas, x: int, y: int) -> None:
        _mark_corners(canvas, scene, card, (x, y), FULL)

    return Face(thing, draw, mark)


def _boxed_hand(scene: Scene, cards: list[dict[str, Any]], width: int) -> Canvas:
    canvas = Canvas(width, BOXED[1] + 1, style(scene.colours.ink, scene.colours.paper))
    painter = CardPainter(canvas, scene.colours)
    indent = (width - len(cards) * BOXED[0]) // 2
    for index, card in enumerate(cards):
        x = indent + index * BOXED[0]
        thing, playable = _thing(scene, card)
        chosen = bool({thing} & (scene.cursor | scene.picked))
        ring = scene.colours.accent if playable else scene.colours.line
        lift = 0 if playable else 1
        painter.boxed(
            x,
            lift,
            card,
            ring=ring,
            heavy=chosen,
            faded=_faded(scene, playable),
            corner=_marked(scene, card, playable),
        )
        canvas.mark(x, lift, *BOXED, thing)
        _mark_corners(canvas, scene, card, (x + 1, lift + 1), (BOXED[0] - 2, BOXED[1] - 2))
    return canvas


def _thing(scene: Scene, card: dict[str, Any]) -> tuple[str, bool]:
    thing = f"card:{card['number']}"
    return thing, thing in scene.open


def _faded(scene: Scene, playable: bool) -> bool:
    return scene.my_turn and scene.view["phase"] == "play" and not playable


def _marked(scene: Scene, card: dict[str, Any], playable: bool) -> int | None:
    """The corner that would lie at the centre: given for a follower, chosen by the leader."""
    assert scene.seat is not None
    corner: int | None = scene.view["seats"][scene.seat]["corner"]
    if corner is not None:
        return corner if playable else None
    if _thing(scene, card)[0] in scene.cursor | scene.picked:
        for suit in SIGNS:
            if f"corner:{suit}" in scene.cursor:
                return int(card["suits"].index(suit))
    return None


def _mark_corners(
    canvas: Canvas, scene: Scene, card: dict[str, Any], at: tuple[int, int], size: tuple[int, int]
) -> None:
    """On the leader's picked card, a click on a corner picks the corner."""
    (x, y), (width, height) = at, size
    thing, _ = _thing(scene, card)
    if thing in scene.picked and scene.view["heading"] is None:
        right, bottom = x + width - 3, y + height - 1
        for suit, (at_x, at_y) in zip(card["suits"], ((x, y), (right, y), (right, bottom), (x, bottom)), strict=True):
            canvas.mark(at_x, at_y, 3, 1, f"corner:{suit}")


# ---------------------------------------------------------------- the table
class _Table:
    """One drawing of the table."""

    def __init__(self, scene: Scene, width: int, height: int) -> None:
        self.scene, self.view, self.colours = scene, scene.view, scene.colours
        self.large = width >= LARGE_WIDTH and height >= LARGE_HEIGHT
        self.width = max(width, 79)
        self.height = max(height, LARGE_HEIGHT if self.large else COMPACT_HEIGHT)
        self.canvas = Canvas(self.width, self.height, style(self.colours.ink, self.colours.table))
        self.painter = CardPainter(self.canvas, self.colours)
        self.block_width = 30 if self.large else 24
        self.card_size = FULL if self.large else SMALL

    def draw(self) -> Canvas:
        """Seats, and in the middle the trick or the tableau in which a card is being placed."""
        left, right = 1, self.width - self.block_width - 1
        block_height = 9 if self.large else 6
        low = max(self.height - block_height, block_height + (1 if self.large else 0))
        # Each seat's block lies beside its card: top seat at the top left, and so on around.
        for place, (x, y) in enumerate(((right, low), (left, low), (left, 0), (right, 0))):
            self._seat((self.scene.bottom + place) % SEATS, x, y)
        placing = self.view["placing"]
        if placing and placing["seat"] == self.scene.seat:
            self._placing(placing)
        else:
            self._trick()
        return self.canvas

    @property
    def _middle(self) -> int:
        return self.width // 2

    def _place_of(self, seat: int) -> int:
        return (seat - self.scene.bottom) % SEATS

    # ------------------------------------------------------------ a seat
    def _seat(self, seat: int, x: int, y: int) -> None:
        data = self.view["seats"][seat]
        self._plate(seat, x, y)
        self.canvas.write(x, y + 1, fit(self._notes(seat), self.block_width), style(self.colours.muted))
        top = y + 2
        if self.large:
            worth = f"tableau, worth {data['worth']}" if data["worth"] else "tableau"
            for column, word in ((0, "display"), (10, worth)):
                self.canvas.write(x + column, top, word, style(self.colours.muted))
            top += 1
        elif data["worth"]:
            self.canvas.write(x, top + 3, f"worth {data['worth']}", style(self.colours.muted))
        if data["display"]:
            self.painter.upright(x, top, self.card_size, data["display"])
        else:
            self.canvas.write_centred(
                x, top, 6, "taken" if self.view["phase"] != "over" else "", style(self.colours.muted)
            )
        self._tableau(data, x + 10, top)

    def _plate(self, seat: int, x: int, y: int) -> None:
        data = self.view["seats"][seat]
        active = seat == self.view["to_move"] or seat in (self.view["winners"] or ())
        plate(self.canvas, self.scene, seat, (x, y), self.block_width, active=active, badge=4)
        self.painter.sign(x, y, data["token"], wide=True)

    def _notes(self, seat: int) -> str:
        view, data = self.view, self.view["seats"][seat]
        notes = [f"{data['hand_size']} card{'s' if data['hand_size'] != 1 else ''}"] if data["hand_size"] else []
        if view["heading"] is not None and seat == view["leader"]:
            notes.append("led")
        elif view["heading"] is None and seat == view["leader"] and view["phase"] == "play":
            notes.append("leads")
        if seat == view["winning"]:
            notes.append("winning" if view["to_move"] is not None and view["phase"] == "play" else "wins")
        return " · ".join(notes)

    def _tableau(self, data: dict[str, Any], x: int, y: int) -> None:
        cells = [entry["cell"] for entry in data["tableau"]]
        if not cells:
            self.canvas.write(x, y, "no tableau", style(self.colours.muted))
            return
        first_row, first_column = min(cell // GRID for cell in cells), min(cell % GRID for cell in cells)
        width, height = self.card_size
        for entry in data["tableau"]:
            row, column = divmod(entry["cell"], GRID)
            at = (x + (column - first_column) * (width + 1), y + (row - first_row) * height)
            self.painter.upright(*at, self.card_size, entry["card"])

    # ------------------------------------------------------------ the trick
    def _trick(self) -> None:
        view = self._with_preview()
        rows = TURNED_LARGE if self.large else TURNED_SMALL
        size, half = len(rows), max(rows) // 2
        top = max((self.height - (2 * size + 1) - 2) // 2, 0) if self.large else 1
        x = self._middle
        spots = (
            (x, top + size + 1),
            (x - half - 1, top + (size + 1) // 2),
            (x, top),
            (x + half + 1, top + (size + 1) // 2),
        )
        for place, (at_x, at_y) in enumerate(spots):
            seat = (self.scene.bottom + place) % SEATS
            data = view["seats"][seat]
            if data["played"]:
                mark = WINNING if seat == view["winning"] else ""
                if not self.view["seats"][seat]["played"]:
                    mark = MAYBE
                draw_turned(self.painter, at_x, at_y, rows, data["played"], data["corner"], place, mark)
            else:
                self._no_card(seat, at_x, at_y + size // 2, max(rows) - 2)
        self._words(view, top + 2 * size + 1)

    def _with_preview(self) -> View:
        """The table, with the card under the cursor as it would lie."""
        scene = self.scene
        if scene.preview is None or scene.action is None or self.view["phase"] != "play":
            return self.view
        if self.view["heading"] is None:
            return scene.preview(scene.action).view
        assert scene.seat is not None
        name = next(iter(scene.cursor)).partition(":")[2]
        shown = copy.deepcopy(self.view)
        shown["seats"][scene.seat]["played"] = next(
            card for card in shown["seats"][scene.seat]["hand"] if str(card["number"]) == name
        )
        return shown

    def _no_card(self, seat: int, x: int, y: int, width: int) -> None:
        name = "you" if seat == self.scene.seat else self.scene.names[seat]
        active = seat == self.view["to_move"]
        ink = self.colours.accent if active else self.colours.muted
        dotted = f"· {name} ·"
        text = dotted if cell_len(dotted) <= width else name
        self.canvas.write_centred(x - width // 2, y, width, text, style(ink, bold=active))

    def _words(self, view: View, y: int) -> None:
        if view["heading"] is None:
            return
        heading = view["heading"]
        arrow = HEADINGS[(heading - self.scene.bottom) % SEATS]
        names = self.scene.names
        lead = f"{SIGNS[view['lead_suit']]} {SUIT_NAMES[SUIT_LETTERS.index(view['lead_suit'])]} is led"
        where = f"{arrow} points between {names[heading]} and {names[(heading + 1) % SEATS]}"
        space = self.width - 2 * (self.block_width + 2)
        for row, line in enumerate([lead, *wrap(where, space)]):
            self.canvas.write_centred(
                self._middle - space // 2, y + row, space, line, style(self.colours.ink, bold=row > 0)
            )

    # ------------------------------------------------------------ placing a card
    def _placing(self, placing: dict[str, Any]) -> None:
        data = self.view["seats"][placing["seat"]]
        cells = [entry["cell"] for entry in data["tableau"]] + [place["cell"] for place in placing["places"]]
        rows, columns = [cell // GRID for cell in cells], [cell % GRID for cell in cells]
        step = PLACE_SIZE + 1
        left = self._middle - ((max(columns) - min(columns) + 1) * step - 1) // 2
        top = max((self.height - (max(rows) - min(rows) + 1) * 3 - 2) // 2, 1) if self.large else 1
        title = f"Place {placing['card']['number']} here:"
        self.canvas.write_centred(self._middle - 14, top - 1, 28, title, style(self.colours.ink, bold=True))
        for entry in data["tableau"]:
            at = self._cell_at(entry["cell"], left - min(columns) * step, top - min(rows) * 3)
            self.painter.upright(*at, (PLACE_SIZE, 3), entry["card"])
        for place in placing["places"]:
            x, y = self._cell_at(place["cell"], left - min(columns) * step, top - min(rows) * 3)
            thing = f"place:{place['place']}"
            worth = f"{place['worth']:+d}" + ("!" if place["complete"] else "")
            name = f"@{place['place']}"
            if thing in self.scene.cursor:
                self.painter.upright(x, y, (PLACE_SIZE, 3), placing["card"], words=(name, worth))
            else:
                self.painter.open_place(x, y, PLACE_SIZE, (name, worth))
            self.canvas.mark(x, y, PLACE_SIZE, 3, thing)
        self._placing_words(placing, top + (max(rows) - min(rows) + 1) * 3)

    @staticmethod
    def _cell_at(cell: int, x: int, y: int) -> tuple[int, int]:
        row, column = divmod(cell, GRID)
        return x + column * (PLACE_SIZE + 1), y + row * 3

    def _placing_words(self, placing: dict[str, Any], y: int) -> None:
        suits = " ".join(SIGNS[suit] for suit in placing["card"]["suits"])
        complete = any(place["complete"] for place in placing["places"])
        lines = [f"{placing['card']['number']}: {suits}", "what the tableau is then worth"]
        if complete:
            lines[1] += "; ! scores at once"
        space = self.width - 2 * (self.block_width + 2)
        folded = [part for line in lines for part in wrap(line, space)]
        for row, line in enumerate(folded[: max(self.height - y, 1)]):
            self.canvas.write_centred(self._middle - space // 2, y + row, space, line, style(self.colours.muted))
