"""Winter Court in the terminal: the twelve members with their pawns, and the play that is being put together."""

from __future__ import annotations

from typing import Any

from ..art import read_art
from ..terminal.artist import Artist, Scene, View
from ..terminal.canvas import Canvas, fit, wrap
from ..terminal.colours import blend, style
from ..terminal.pieces import FACE, FACE_INK, Face, label, lay_hand, pill, plate

ART = read_art(__package__)
COLOURS: dict[str, str] = {suit: sign["colour"] for suit, sign in ART["signs"].items()}
SIGNS: dict[str, str] = {suit: sign["symbol"] for suit, sign in ART["signs"].items()}
PAWN: str = ART["other"]["pawn"]
ROYAL: str = ART["royal"]["pawn"]

CARD = (7, 2)
PER_ROW = 6
TILE_HEIGHT, ROOMY_TILE_HEIGHT = 5, 8  # two sides, the tile between them, and a gap
HEIGHT = 12


class WinterCourt(Artist):
    """The table of Winter Court."""

    example = "Kn9>B"

    def label(self, thing: str, view: View) -> str:
        """A card to play, or a power."""
        kind, _, name = thing.partition(":")
        if kind == "card":
            return f"play {name:<4}" if view["phase"] != "build" else f"bring {name}"
        return f"use the {name.capitalize()}" if kind == "power" else name

    def hand(self, scene: Scene, width: int, screen_height: int) -> Canvas:
        """The viewer's cards."""
        del screen_height
        cards = scene.view["seats"][scene.seat]["hand"] if scene.seat is not None else None
        if not cards:
            return Canvas(width, 0)
        return lay_hand(scene, width, CARD, [_face(card) for card in cards], fade=scene.my_turn)

    def table(self, scene: Scene, width: int, height: int) -> Canvas:
        """The court in two rows, with the opponent above and the viewer below."""
        return _Table(scene, width, height).draw()


ARTIST = WinterCourt()


def _face(card: dict[str, Any]) -> Face:
    def draw(canvas: Canvas, x: int, y: int, faded: bool) -> None:
        colour = blend(COLOURS[card["suit"]], FACE, 0.45) if faded else COLOURS[card["suit"]]
        pill(canvas, x, y, f" {card['rank']:<2} {card['suit']} ", colour)
        canvas.fill(x, y + 1, CARD[0], 1, style(FACE_INK, FACE))
        canvas.write_centred(
            x, y + 1, CARD[0], SIGNS[card["suit"]] + (" boost" if card["boost"] else ""), style(colour)
        )

    return Face(f"card:{card['card']}", draw)


class _Table:
    """One drawing of the table."""

    def __init__(self, scene: Scene, width: int, height: int) -> None:
        self.scene, self.view, self.colours = scene, scene.view, scene.colours
        self.width, self.height = max(width, 79), max(height, HEIGHT)
        self.canvas = Canvas(self.width, self.height, style(self.colours.ink, self.colours.table))
        self.tile_height = ROOMY_TILE_HEIGHT if self.height >= 2 * ROOMY_TILE_HEIGHT + 3 else TILE_HEIGHT
        self.tile_width = min((self.width - 1) // PER_ROW - 1, 17)
        self.left = (self.width - PER_ROW * (self.tile_width + 1) + 1) // 2
        self.top = max((self.height - 2 * self.tile_height - 4) // 2, 0)
        self.me = scene.bottom

    def draw(self) -> Canvas:
        """Plates, members, and what is going on."""
        self._plate(1 - self.me, self.top)
        for number, member in enumerate(self.view["members"]):
            row, column = divmod(number, PER_ROW)
            x = self.left + column * (self.tile_width + 1)
            self._member(member, x, self.top + 1 + row * self.tile_height)
        bottom = self.top + 2 * self.tile_height
        self._plate(self.me, bottom)
        self._middle(bottom + (2 if self.height > bottom + 2 else 1))
        return self.canvas

    def _plate(self, seat: int, y: int) -> None:
        data, view = self.view["seats"][seat], self.view
        result = view["result"]
        active = seat == view["to_move"] or (result is not None and result["winner"] == seat)
        width = PER_ROW * (self.tile_width + 1) - 1
        cards = f"{data['hand_size']} card{'s' if data['hand_size'] != 1 else ''}"
        royals = f"royals {''.join(data['royals']) or '-'}"
        known = " ".join(card["card"] for card in data["known"]) if seat != self.scene.seat else ""
        words = f"{cards} · {royals} · status {self.scene.standings[seat].score}" + (
            f" · known {known}" if known else ""
        )
        plate(self.canvas, self.scene, seat, (self.left, y), width, active=active, right=fit(words, width - 24))

    # ------------------------------------------------------------ a member of the court
    def _member(self, member: dict[str, Any], x: int, y: int) -> None:
        """A tile between the two sides: the opponent's above, the viewer's below; the pawn stands on its side."""
        thing = f"member:{member['letter']}"
        body = self.tile_height - 3
        self.canvas.mark(x, y, self.tile_width, self.tile_height - 1, thing)
        self._side(member, 1 - self.me, x, y)
        self._tile(member, x, y + 1, body, thing)
        self._side(member, self.me, x, y + 1 + body)

    def _tile(self, member: dict[str, Any], x: int, y: int, height: int, thing: str) -> None:
        colours, width = self.colours, self.tile_width
        ground = blend(ROYAL, colours.panel, 0.25) if member["royal"] else colours.panel
        chosen = thing in self.scene.cursor | self.scene.picked
        ink = colours.ink
        if chosen:
            ground, ink = colours.accent, colours.on_accent
        self.canvas.fill(x, y, width, height, style(ink, ground))
        may = self.scene.my_turn and thing in self.scene.open
        letter = style(colours.accent if may and not chosen else ink, bold=True, underline=may)
        self.canvas.write(x, y, member["letter"], letter)
        name = member["name"]
        self.canvas.write(x + 2, y, fit(name, width - 2), style(ink, bold=may))
        self.canvas.write(x + width - 1, y + 1, str(member["status"]), style(ink, bold=True))
        at = x
        for suit in member["suits"]:
            at = pill(self.canvas, at, y + 1, f"{suit}{SIGNS[suit]}", COLOURS[suit]) + 1
        if member["pawn"] is None:
            self.canvas.write(x + width - 3, y + 1, "♟", style(ink, bold=True))
        if member["power_text"] and height > 2:
            for row, line in enumerate(wrap(member["power_text"], width)[: height - 2]):
                self.canvas.write(x, y + 2 + row, line, style(ink if chosen else colours.muted))

    def _side(self, member: dict[str, Any], seat: int, x: int, y: int) -> None:
        """What lies on one player's side of a tile: influence, and the pawn if it is theirs."""
        at, influence = x, member["influence"]
        if member["pawn"] == seat:
            self._pawn(member, seat, at, y)
            at += 3
        if influence is None or influence["seat"] != seat:
            return
        for card in influence["cards"]:
            if at + 4 > x + self.tile_width:
                break
            at = pill(self.canvas, at, y, card["card"], COLOURS[card["suit"]])
        if len(influence["cards"]) > 1:
            label(self.canvas, self.colours, at, y, f"={influence['rank']}", x + self.tile_width - at)

    def _pawn(self, member: dict[str, Any], seat: int, x: int, y: int) -> None:
        mine = seat == self.me
        colour = ROYAL if member["royal"] else PAWN
        pill(self.canvas, x, y, "♟ ", colour, self.colours.table)
        thing = f"power:{member['power']}"
        if mine and thing in self.scene.open:
            self.canvas.write(x, y, "♟!", style(self.colours.on_accent, self.colours.accent, bold=True))
            self.canvas.mark(x, y, 2, 1, thing)

    # ------------------------------------------------------------ what is going on
    def _middle(self, y: int) -> None:
        if self.view["play"]:
            self._play(self.view["play"], y)
        elif self.view["drawn"]:
            self._drawn(self.view["drawn"], y)
        elif self.view["discard"]:
            self._discarded(y)

    def _play(self, play: dict[str, Any], y: int) -> None:
        """The running total of a play against what it must beat."""
        colours, width = self.colours, PER_ROW * (self.tile_width + 1) - 1
        enough = play["enough"]
        ink, ground = (colours.on_accent, colours.accent) if enough else (colours.ink, colours.panel)
        self.canvas.fill(self.left, y, width, 1, style(ink, ground))
        at = self.canvas.write(self.left + 1, y, f"on {play['member']}: ", style(ink, bold=True))
        for sign, cards in (("", [play["card"]]), ("+", play["added"]), ("+", play["boosts"])):
            for card in cards:
                at = self.canvas.write(at, y, sign, style(ink, bold=True))
                at = pill(self.canvas, at, y, card["card"], COLOURS[card["suit"]])
        words = f" = {play['total']}"
        if play["beat"]:
            words += f", must be {'lower' if play['lower'] else 'higher'} than {play['beat']}"
        if play["boosts"]:
            words += f"; {play['stays']} stays"
        words += ": enough" if enough else ": not enough yet"
        self.canvas.write(at, y, fit(words, self.left + width - at), style(ink, bold=True))

    def _drawn(self, drawn: dict[str, Any], y: int) -> None:
        at = self.canvas.write(self.left, y, "Drawn: ", style(self.colours.ink, bold=True))
        if not drawn["cards"]:
            self.canvas.write(at, y, f"{drawn['size']} cards, one to be discarded", style(self.colours.muted))
            return
        for card in drawn["cards"]:
            thing = f"drawn:{card['card']}"
            end = pill(self.canvas, at, y, f" {card['card']} ", COLOURS[card["suit"]])
            if thing in self.scene.cursor:
                end = self.canvas.write(end, y, " ◀ discard", style(self.colours.accent, bold=True))
            self.canvas.mark(at, y, end - at, 1, thing)
            at = end + 2

    def _discarded(self, y: int) -> None:
        """The discard pile; the Sage takes from it."""
        at = self.left
        label(self.canvas, self.colours, at, y, "Discarded")
        at += 10
        for card in self.view["discard"]:
            if at + 5 > self.left + PER_ROW * (self.tile_width + 1):
                self.canvas.write(at, y, "…", style(self.colours.muted))
                break
            thing = f"old:{card['card']}"
            faded = thing not in self.scene.cursor | self.scene.open
            end = pill(self.canvas, at, y, card["card"], COLOURS[card["suit"]], self.colours.table, faded=faded)
            self.canvas.mark(at, y, end - at, 1, thing)
            at = end + 1
