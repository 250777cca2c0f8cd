"""Tweedy Tricksters in the terminal: the draft, the suits, the partners, the tricks and their sums."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from ..art import read_art
from ..events import Event
from ..game import Game
from ..terminal.artist import Artist, Scene, View
from ..terminal.canvas import Canvas, fit
from ..terminal.colours import blend, style
from ..terminal.pieces import FACE, FACE_INK, Face, big_digits, label, lay_hand, pill, plate
from .words import SUIT_WORDS

SEATS = 4
ART = read_art(__package__)
SUITS: tuple[str, ...] = SUIT_WORDS
SHORT: dict[str, str] = {suit: sign["letters"] for suit, sign in ART["signs"].items()}
COLOURS: dict[str, str] = {suit: sign["colour"] for suit, sign in ART["signs"].items()}
SIDES = [(side["mark"], side["colour"]) for side in ART["partners"]]  # partners share a mark and a colour

CARD = (9, 3)
BLOCK_WIDTH, BLOCK_HEIGHT = 23, 6
HEIGHT = 12
PLAYED = (12, 3)


class TweedyTricksters(Artist):
    """The table of Tweedy Tricksters."""

    example = "take:1321 or 1312"

    def rest(self, before: View, after: View, events: Sequence[Event], game: Game) -> View | None:
        """A trick that was finished by this step, with its last card."""
        del after
        if not any(event.name == "won" for event in events):
            return None
        shown = copy.deepcopy(before)
        shown["to_move"] = None
        for event in events:
            if event.name in ("led", "followed"):
                self._lay(shown, event, game)
            if event.name == "won":
                shown["won_by"] = (event["seat"], event["partner"])
        return shown

    @staticmethod
    def _lay(view: View, event: Event, game: Game) -> None:
        face: dict[str, Any] = game.view.card(event["card"])  # type: ignore[attr-defined]  # beside its `view`
        seat = view["seats"][event["seat"]]
        seat["played"], seat["value"] = face, face["values"][event["suit"]]
        for cards in (seat["hand"], seat["drafted"]):
            if cards and face in cards:
                cards.remove(face)
                break
        for pair in view["partnerships"]:
            if event["seat"] in pair["seats"]:
                pair["sum"] += seat["value"]

    def hand(self, scene: Scene, width: int, screen_height: int) -> Canvas:
        """All of the viewer's cards: those dealt and those drafted."""
        del screen_height
        if scene.seat is None:
            return Canvas(width, 0)
        seat = scene.view["seats"][scene.seat]
        led = scene.view["lead_suit"]
        faces = [_face(card, led) for card in [*(seat["hand"] or ()), *seat["drafted"]]]
        fade = scene.my_turn and scene.view["phase"] == "play"
        return lay_hand(scene, width, CARD, faces, fade=fade)

    def table(self, scene: Scene, width: int, height: int) -> Canvas:
        """The four seats in the corners, the draft or the trick in the middle."""
        return _Table(scene, width, height).draw()


ARTIST = TweedyTricksters()


# ---------------------------------------------------------------- cards
def _face(card: dict[str, Any], led: str | None) -> Face:
    def draw(canvas: Canvas, x: int, y: int, faded: bool) -> None:
        draw_card(canvas, x, y, card, led, faded=faded)

    return Face(f"card:{card['card']}", draw)


def draw_card(
    canvas: Canvas, x: int, y: int, card: dict[str, Any], led: str | None = None, *, faded: bool = False
) -> None:
    """A card with a suit on each side; the one that is led stands out."""
    canvas.fill(x, y, *CARD, style(FACE_INK, FACE))
    for suit, value, (at_x, at_y) in zip(SUITS, card["values"], ((3, 0), (6, 1), (3, 2), (0, 1)), strict=True):
        pale = faded or led not in (None, suit)
        pill(canvas, x + at_x, y + at_y, f"{SHORT[suit]}{value}", COLOURS[suit], FACE, faded=pale)


def draw_strip(canvas: Canvas, x: int, y: int, card: dict[str, Any], led: str | None) -> None:
    """A card in one line: its four values."""
    for number, (suit, value) in enumerate(zip(SUITS, card["values"], strict=True)):
        pill(canvas, x + 4 * number, y, f"{SHORT[suit]}{value}", COLOURS[suit], FACE, faded=led not in (None, suit))


# ---------------------------------------------------------------- the table
def _with_cursor(scene: Scene) -> View:
    """The table, with the card under the cursor as it would lie, and what the sum would be."""
    text = next((thing.removeprefix("card:") for thing in scene.cursor if thing.startswith("card:")), None)
    if scene.view["phase"] != "play" or scene.seat is None or text is None:
        return scene.view
    shown = copy.deepcopy(scene.view)
    seat = shown["seats"][scene.seat]
    seat["played"] = next(card for card in [*seat["hand"], *seat["drafted"]] if card["card"] == text)
    seat["value"] = seat["played"]["values"][SUITS.index(shown["lead_suit"])]
    for pair in shown["partnerships"]:
        if scene.seat in pair["seats"]:
            pair["sum"] += seat["value"]
    return shown


class _Table:
    """One drawing of the table."""

    def __init__(self, scene: Scene, width: int, height: int) -> None:
        self.scene, self.view, self.colours = scene, _with_cursor(scene), scene.colours
        self.width, self.height = max(width, 79), max(height, HEIGHT)
        self.canvas = Canvas(self.width, self.height, style(self.colours.ink, self.colours.table))
        self.middle = self.width // 2
        self.room = self.width - 2 * (BLOCK_WIDTH + 1) - 2

    def draw(self) -> Canvas:
        """Seats, and what is going on in the middle."""
        left, right, low = 1, self.width - BLOCK_WIDTH - 1, self.height - BLOCK_HEIGHT
        for place, (x, y) in enumerate(((right, low), (left, low), (left, 0), (right, 0))):
            self._seat((self.scene.bottom + place) % SEATS, x, y)
        phase = self.view["phase"]
        if phase == "draft":
            self._market()
        elif phase == "suits":
            self._suits()
        elif phase == "partners":
            self._pairings()
        else:
            self._trick()
        return self.canvas

    # ------------------------------------------------------------ seats
    def _side(self, seat: int) -> int | None:
        """Which partnership a seat belongs to."""
        pairs = self.view["partnerships"]
        return None if not pairs else next(side for side, pair in enumerate(pairs) if seat in pair["seats"])

    def _seat(self, seat: int, x: int, y: int) -> None:
        data, view = self.view["seats"][seat], self.view
        active = seat == view["to_move"] or seat in (view["winners"] or ())
        side = self._side(seat)
        badge = 3 if side is not None else 0
        plate(self.canvas, self.scene, seat, (x, y), BLOCK_WIDTH, active=active, badge=badge)
        if side is not None:
            mark, colour = SIDES[side]
            pill(self.canvas, x, y, f" {mark} ", colour)
        at = x
        if data["suit"]:
            at = pill(self.canvas, x, y + 1, f" {data['suit'].capitalize()} ", COLOURS[data["suit"]]) + 1
        label(self.canvas, self.colours, at, y + 1, self._notes(seat), x + BLOCK_WIDTH - at)
        for row, card in enumerate(data["drafted"]):
            draw_strip(self.canvas, x, y + 2 + row, card, view["lead_suit"])
        hidden = data["hand_size"]
        words = f"{hidden} hidden" if hidden else ""
        label(self.canvas, self.colours, x, y + 2 + len(data["drafted"]), words)

    def _notes(self, seat: int) -> str:
        view = self.view
        notes = ["dealer"] if seat == view["dealer"] else []
        if seat == view["leader"]:
            notes.append("led" if view["seats"][seat]["played"] else "leads")
        return " · ".join(notes)

    # ------------------------------------------------------------ before the tricks
    def _title(self, text: str) -> None:
        self.canvas.write_centred(self.middle - self.room // 2, 0, self.room, text, style(self.colours.ink, bold=True))

    def _market(self) -> None:
        cards = self.view["market"]
        per_row = max(min((self.room + 1) // (CARD[0] + 1), 4), 1)
        rows = -(-len(cards) // per_row)
        gap = 1 if rows * (CARD[1] + 1) <= self.height else 0
        top = max((self.height - rows * (CARD[1] + gap)) // 2, 0)
        left = self.middle - (per_row * (CARD[0] + 1) - 1) // 2
        for index, card in enumerate(cards):
            x = left + index % per_row * (CARD[0] + 1)
            y = top + index // per_row * (CARD[1] + gap)
            thing = f"take:{card['card']}"
            draw_card(self.canvas, x, y, card)
            if thing in self.scene.cursor:
                self.canvas.write(x + 3, y + 1, " ▲ ", style(self.colours.on_accent, self.colours.accent, bold=True))
            self.canvas.mark(x, y, *CARD, thing)

    def _suits(self) -> None:
        self._title("Suit cards to be taken")
        for row, suit in enumerate(self.view["suits"]):
            y, width = 2 + row * 2, 14
            x, thing = self.middle - width // 2, f"suit:{suit}"
            pill(self.canvas, x, y, f"{SHORT[suit]}  {suit.capitalize()}".center(width), COLOURS[suit])
            self._cursor(thing, x, y, width)
            self.canvas.mark(x, y, width, 1, thing)

    def _pairings(self) -> None:
        self._title("Who plays with whom?")
        names = self.scene.names
        for row, pairs in enumerate(((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))):
            first, second, third, fourth = pairs
            thing = f"pairs:{first}{second}-{third}{fourth}"
            y, x, width = 2 + row * 3, self.middle - self.room // 2 + 2, self.room - 4
            for line, (side, one, other) in enumerate(((0, first, second), (1, third, fourth))):
                mark, colour = SIDES[side]
                text = fit(f" {mark} {names[one]} + {names[other]}", width).ljust(width)
                pill(self.canvas, x, y + line, text, colour, self.colours.table, faded=thing not in self.scene.cursor)
            self._cursor(thing, x, y, width)
            self.canvas.mark(x, y, width, 2, thing)

    def _cursor(self, thing: str, x: int, y: int, width: int) -> None:
        if thing in self.scene.cursor:
            self.canvas.write(x - 2, y, "▶", style(self.colours.accent, bold=True))
            self.canvas.write(x + width + 1, y, "◀", style(self.colours.accent, bold=True))

    # ------------------------------------------------------------ a trick
    def _trick(self) -> None:
        x, top = self.middle, max((self.height - HEIGHT) // 2, 0)
        half = PLAYED[0] // 2
        spots = ((x, top + 6), (x - half - 2, top + 3), (x, top), (x + half + 2, top + 3))
        for place, (at_x, at_y) in enumerate(spots):
            self._played((self.scene.bottom + place) % SEATS, at_x - half, at_y)
        if self.view["partnerships"]:
            for row, side in enumerate(range(2)):
                self._sum(side, top + 10 + row)

    def _played(self, seat: int, x: int, y: int) -> None:
        data, led = self.view["seats"][seat], self.view["lead_suit"]
        width, _ = PLAYED
        if not data["played"]:
            name = "you" if seat == self.scene.seat else self.scene.names[seat]
            ink = self.colours.accent if seat == self.view["to_move"] else self.colours.muted
            self.canvas.write_centred(x, y + 1, width, name, style(ink, bold=seat == self.view["to_move"]))
            return
        self.canvas.fill(x, y, width, 3, style(FACE_INK, FACE))
        for row, line in enumerate(big_digits(data["value"])):
            pill(self.canvas, x, y + row, f" {line} ", COLOURS[led])
        after = x + len(big_digits(data["value"])[0]) + 2
        maybe = "" if self.scene.view["seats"][seat]["played"] else "?"
        self.canvas.write(after, y, f"{led.capitalize()}{maybe}", style(FACE_INK, bold=True))
        others = [(suit, value) for suit, value in zip(SUITS, data["played"]["values"], strict=True) if suit != led]
        for (suit, value), (column, row) in zip(others, ((0, 1), (4, 1), (0, 2)), strict=True):
            pill(self.canvas, after + column, y + row, f"{SHORT[suit]}{value}", COLOURS[suit], FACE, faded=True)
        side = self._side(seat)
        if side is not None:
            mark, colour = SIDES[side]
            pill(self.canvas, x + width - 3, y + 2, f" {mark} ", colour)

    def _sum(self, side: int, y: int) -> None:
        pair = self.view["partnerships"][side]
        mark, colour = SIDES[side]
        won = pair["seats"][0] in self.view.get("won_by", ())
        names = " + ".join(self.scene.names[seat] for seat in pair["seats"])
        width = min(self.room + 2, 46)
        x = self.middle - width // 2
        ground = colour if won else blend(colour, self.colours.table, 0.35)
        ink = "#ffffff" if won else self.colours.ink
        right = f"{pair['tricks']} won · {pair['sum']}{' ★' if won else ''} "
        self.canvas.fill(x, y, width, 1, style(ink, ground))
        self.canvas.write(x, y, fit(f" {mark} {names}", width - len(right) - 1), style(ink))
        self.canvas.write(x + width - len(right), y, right, style(ink, bold=True))
