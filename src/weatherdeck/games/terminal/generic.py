"""The table of a game that has no `terminal.py`: drawn from its view, the view's schema and its art alone."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rich.cells import cell_len

from ..events import Event
from ..game import Game
from .artist import MORE, Artist, Scene, View
from .canvas import Canvas, fit
from .colours import blend, style
from .pieces import FACE, FACE_INK, FADED, Face, label, lay_hand, pill, plate
from .reading import Field, Piece, Reader, Token, Word, signs_of

CARD_HEIGHT = 3
CARD_WIDTHS = (5, 12)  # the narrowest and the widest
TILE_WIDTHS = (11, 26)
BLOCK_WIDTH = 18  # the narrowest of a player
BUTTON_WIDTH = 38  # the widest
SHORT = 4  # the widest sign that is shown in a line with the card it is on
SAID_ELSEWHERE = ("phase", "players", "to_move", "seats", "winners")
"""What the prompt, the plates and the standings tell."""


class GenericArtist(Artist):
    """Draws any game."""

    has_reference = True

    def __init__(self, game: Game) -> None:
        self._game = game

    @cached_property
    def _reader(self) -> Reader:
        return Reader(self._game.view_schema(), signs_of(self._game.art))

    def label(self, thing: str, view: View) -> str:
        """A thing in words: `place:ne` is "place ne"."""
        del view
        return thing.replace(":", " ").replace("_", " ")

    def rest(self, before: View, after: View, events: Sequence[Event], game: Game) -> View | None:
        """A trick that this step completed and took away: its last card went to the only seat that had none."""
        for event in events:
            seat = event.numbers.get("seat")
            for name, number in event.numbers.items():
                face = None if number is None else _face_of(game, name, number)
                if face is not None and seat is not None and seat >= 0:
                    shown = _completed(before, after, seat, face)
                    if shown is not None:
                        return shown
        return None

    def hand(self, scene: Scene, width: int, screen_height: int) -> Canvas:
        """The viewer's cards; above them, buttons for what lies nowhere on the table."""
        del screen_height
        return _Drawing(scene, self._reader, width).hand()

    def table(self, scene: Scene, width: int, height: int) -> Canvas:
        """What lies in the middle, then the players, then what is only for reference."""
        return _Drawing(scene, self._reader, width).table(height)


def _face_of(game: Game, name: str, number: int) -> Any:
    """What a number of an event stands for, as the view shows it."""
    faces = game.view.FACES.get(name, ())
    return faces[number] if 0 <= number < len(faces) else None


def _completed(before: View, after: View, seat: int, face: Any) -> View | None:
    """The view with a piece in the field that all other seats had filled and nobody has now; None if there is none."""
    mine, others = before["seats"][seat], [*before["seats"][:seat], *before["seats"][seat + 1 :]]
    for name in mine:
        cleared = all(data[name] is None for data in after["seats"])
        if cleared and mine[name] is None and all(type(data[name]) is type(face) for data in others):
            shown = copy.deepcopy(before)
            shown["seats"][seat][name] = face
            shown["to_move"] = None
            hand = shown["seats"][seat].get("hand")
            if hand and face in hand:
                hand.remove(face)
            return shown
    return None


@dataclass(frozen=True)
class _Players:
    """How the players are laid out: in each row, seats with the lines that are said of them."""

    rows: list[list[tuple[int, list[list[Token]]]]]
    width: int  # of a block
    roomy: bool
    room_for_cards: int  # lines

    @property
    def gap(self) -> int:
        """Lines between rows."""
        return 1 if self.roomy else 0

    @property
    def heights(self) -> list[int]:
        """Of each row."""
        return [1 + max(len(lines) for _, lines in row) + self.room_for_cards for row in self.rows]

    @property
    def height(self) -> int:
        """Of all rows, with the gaps between them."""
        return sum(self.heights) + self.gap * (len(self.rows) - 1)


class _Drawing:
    """One drawing of the table or the hand."""

    def __init__(self, scene: Scene, reader: Reader, width: int) -> None:
        self.scene, self.reader, self.colours, self.names = scene, reader, scene.colours, scene.names
        self.width = max(width, 2 * BLOCK_WIDTH)
        fields = reader.fields(scene.view)
        self.fields = {field.name: field for field in fields}
        self.seats = [reader.fields(item.value, item.schema) for item in reader.items(self.fields["seats"])]
        self.mine = self._my_cards()
        self.in_hand = {piece.thing for piece in self.mine}

    # ------------------------------------------------------------ the hand
    def _my_cards(self) -> list[Piece]:
        if self.scene.seat is None:
            return []
        hand = next((field for field in self.seats[self.scene.seat] if field.name == "hand"), None)
        tokens = [] if hand is None else self.reader.tokens(hand, self.names)
        return [token if isinstance(token, Piece) else Piece(token.text) for token in tokens]

    def hand(self) -> Canvas:
        """Buttons, and the viewer's cards."""
        buttons = self._buttons()
        size = _card_size(self.mine)
        faces = [Face(piece.thing or "", _CardPainter(self, piece, size).draw) for piece in self.mine]
        cards = lay_hand(self.scene, self.width, size, faces, fade=self.scene.my_turn)
        canvas = Canvas(self.width, buttons.height + cards.height, style(self.colours.ink, self.colours.paper))
        canvas.paste(buttons, 0, 0)
        canvas.paste(cards, 0, buttons.height)
        return canvas

    def _buttons(self) -> Canvas:
        """What can be chosen now and lies nowhere to be clicked, in words."""
        drawn = self.in_hand.union(*(self._things(field) for field in self.fields.values()))
        words = {thing: fit(said, BUTTON_WIDTH) for thing, said in self.scene.labels.items() if thing not in drawn}
        places: list[tuple[int, int, str]] = []
        x, y = 1, 0
        for thing, said in words.items():
            if x > 1 and x + cell_len(said) + 2 > self.width:
                x, y = 1, y + 1
            places.append((x, y, thing))
            x += cell_len(said) + 3
        canvas = Canvas(self.width, y + 1 if places else 0, style(self.colours.ink, self.colours.paper))
        for x, y, thing in places:
            look = (
                self._chosen
                if thing in self.scene.cursor
                else style(self.colours.accent, self.colours.panel, bold=True)
            )
            end = canvas.write(x, y, f" {words[thing]} ", look)
            canvas.mark(x, y, end - x, 1, thing)
        return canvas

    @property
    def _chosen(self) -> Any:
        return style(self.colours.on_accent, self.colours.accent, bold=True, underline=True)

    def _things(self, field: Field) -> Iterator[str]:
        """What of a field can be clicked on the table."""
        if field.name == "seats":
            for part in (part for seat in self.seats for part in seat if part.name != "hand"):
                yield from self._things(part)
        elif not field.is_aside:
            yield from self.reader.things(field, self.names)

    # ------------------------------------------------------------ the table
    def table(self, height: int) -> Canvas:
        """All parts under one another, with room between them where there is room."""
        others = [*self._middle()], [*self._reference()]
        count, used = sum(map(len, others)), sum(part.height for parts in others for part in parts)
        for roomy, gap in ((True, 1), (True, 0), (False, 1), (False, 0)):
            players = min((self._players(n, roomy=roomy) for n in self._columns()), key=lambda players: players.height)
            needed = used + players.height + gap * count
            if needed <= height:
                break
        parts = [*others[0], self._draw_players(players), *others[1]]
        wide = max(part.width for part in parts)
        canvas = Canvas(wide, max(needed, height), style(self.colours.ink, self.colours.table))
        y = max((height - needed) // 3, 0)
        for part in parts:
            canvas.paste(part, 0, y)
            y += part.height + gap
        return canvas

    def _sheet(self, width: int, height: int) -> Canvas:
        return Canvas(width, height, style(self.colours.ink, self.colours.table))

    def _middle(self) -> Iterator[Canvas]:
        """What lies between the players: facts in one line, then each pile and grid."""
        shown = [field for field in self.fields.values() if field.name not in SAID_ELSEWHERE and not field.is_aside]
        facts = [field for field in shown if not isinstance(field.value, list | dict) and not field.is_seat]
        said = _joined(self._fact(field) for field in facts if not self._is_total(field))
        others = [field for field in shown if isinstance(field.value, list | dict) and field.value]
        lines = [_joined([self.reader.captioned(field, self.names)]) for field in others if field.columns is None]
        for tokens in [said, *lines]:
            if tokens:
                yield self._flow(tokens, self.width - 2)
        for field in others:
            if field.columns is not None:
                yield self._grid(field, field.columns)

    def _is_total(self, field: Field) -> bool:
        """Whether a number is told with another one: `tricks` with `trick`, as in "trick 3 of 8"."""
        return field.name.endswith("s") and type(field.value) is int and field.name[:-1] in self.fields

    def _fact(self, field: Field) -> list[Token]:
        tokens, total = self.reader.captioned(field, self.names), self.fields.get(f"{field.name}s")
        if tokens and total is not None and self._is_total(total):
            tokens.append(Word(f"of {total.value}"))
        return tokens

    def _reference(self) -> Iterator[Canvas]:
        """What is only for reference; folded away, its captions."""
        folded = not self.scene.unfolded
        asides = [field for field in self.fields.values() if field.is_aside]
        tokens = [(field.caption, self.reader.captioned(field, self.names)) for field in asides]
        there = [(caption, said) for caption, said in tokens if said]
        if not there:
            return
        names = ", ".join(caption for caption, _ in there)
        line = self._sheet(self.width, 1)
        words = f"m  show {names}" if folded else f"m  hide {names}"
        label(line, self.colours, 1, 0, words, self.width - 2)
        line.mark(1, 0, self.width - 2, 1, MORE)
        yield line
        if not folded:
            for _, said in there:
                yield self._flow(said, self.width - 2)

    # ------------------------------------------------------------ lines of pieces and words
    def _flow(self, tokens: Sequence[Token], width: int) -> Canvas:
        """Pieces and words in lines, with a margin of one column."""
        lines = _wrapped(tokens, width)
        canvas = self._sheet(self.width, len(lines))
        for y, line in enumerate(lines):
            self._line(canvas, 1, y, line)
        return canvas

    def _line(self, canvas: Canvas, x: int, y: int, tokens: Sequence[Token], *, faded: bool = False) -> None:
        named = False  # by the caption before it
        for token in tokens:
            if isinstance(token, Piece):
                x = self._pill(canvas, x, y, token, faded=faded) + 1
            else:
                ink = self.colours.muted if token.caption else None
                x = canvas.write(x, y, token.text, style(ink, bold=named and not token.caption)) + 1
            named = _is_caption(token)

    def _pill(self, canvas: Canvas, x: int, y: int, piece: Piece, *, faded: bool = False) -> int:
        """A piece in a line: its name on its colour, and its signs; the column after it."""
        thing = piece.thing if piece.thing not in self.in_hand else None
        text = _padded(piece)
        if thing is not None and thing in self.scene.cursor | self.scene.picked:
            end = canvas.write(x, y, text, self._chosen)
        else:
            end = pill(canvas, x, y, text, piece.colour or FACE, FACE, faded=faded)
        if thing is not None and thing in self.scene.open:
            canvas.write(x, y, text, style(underline=True))
        for sign in _signs(piece):
            end = pill(canvas, end, y, sign.title, sign.colour or FACE, FACE, faded=faded)
        if thing is not None:
            canvas.mark(x, y, end - x, 1, thing)
        return end

    # ------------------------------------------------------------ grids
    def _grid(self, field: Field, columns: int) -> Canvas:
        """A list in rows of tiles, under its caption."""
        width = min(max((self.width - 1) // columns - 1, TILE_WIDTHS[0]), TILE_WIDTHS[1])
        tiles = [self._tile_lines(item, width) for item in self.reader.items(field)]
        rows = [tiles[at : at + columns] for at in range(0, len(tiles), columns)]
        heights = [max(len(lines) for _, lines in row) for row in rows]
        whole = columns * (width + 1)
        canvas = self._sheet(max(self.width, whole + 1), sum(heights) + len(rows))
        left = max((self.width - whole) // 2, 1)
        label(canvas, self.colours, left, 0, field.caption)
        y = 1
        for row, height in zip(rows, heights, strict=True):
            for column, (thing, lines) in enumerate(row):
                self._tile(canvas, (left + column * (width + 1), y), (width, height), thing, lines)
            y += height + (1 if row is not rows[-1] else 0)
        return canvas

    def _tile_lines(self, item: Field, width: int) -> tuple[str | None, list[list[Token]]]:
        """The thing that a tile is, and what it says."""
        piece = self.reader.piece(item, self.names)
        if piece is None:
            return None, _wrapped(_joined([self.reader.tokens(item, self.names)]) or [Word("-")], width)
        head = Piece(piece.title, piece.thing, piece.colour)
        return piece.thing, _wrapped([head, *piece.details], width)

    def _tile(
        self, canvas: Canvas, at: tuple[int, int], size: tuple[int, int], thing: str | None, lines: list[list[Token]]
    ) -> None:
        canvas.fill(*at, *size, style(self.colours.ink, self.colours.panel))
        if thing is not None and thing not in self.in_hand:
            canvas.mark(*at, *size, thing)
        clipped = Canvas(*size, style(self.colours.ink, self.colours.panel))
        for row, line in enumerate(lines):
            self._line(clipped, 0, row, line)
        canvas.paste(clipped, *at)

    # ------------------------------------------------------------ players
    def _columns(self) -> list[int]:
        """In how many columns the players may be drawn."""
        count = len(self.seats)
        return [n for n in (-(-count // 2), count) if (self.width - 1) // n - 1 >= BLOCK_WIDTH] or [1]

    def _players(self, columns: int, *, roomy: bool) -> _Players:
        """The players, clockwise from the viewer's left; the viewer is the last."""
        count, width = len(self.seats), (self.width - 1) // columns - 1
        order = [(self.scene.bottom + 1 + place) % count for place in range(count)]
        blocks = [(seat, _wrapped(_joined(self._said(seat, roomy)), width)) for seat in order]
        rows = [blocks[at : at + columns] for at in range(0, count, columns)]
        return _Players(rows, width, roomy, CARD_HEIGHT + 1 if roomy and self._spots else 0)

    def _draw_players(self, players: _Players) -> Canvas:
        """A block for each player: the plate, what is in front of them, and single cards in full if there is room."""
        canvas, y = self._sheet(self.width, players.height), 0
        for row, height in zip(players.rows, players.heights, strict=True):
            for column, (seat, lines) in enumerate(row):
                block = self._sheet(players.width, height)
                plate(block, self.scene, seat, (0, 0), players.width, active=self._is_active(seat))
                for at, line in enumerate(lines, 1):
                    self._line(block, 0, at, line)
                if players.roomy:
                    self._draw_spots(block, seat, height - players.room_for_cards)
                canvas.paste(block, 1 + column * (players.width + 1), y)
            y += height + players.gap
        return canvas

    def _said(self, seat: int, roomy: bool) -> list[list[Token]]:
        """What the block of a player says; cards that are drawn in full are not said."""
        spots = self._spots if roomy else {}
        return [self._tags(seat), *(said for name, said in self._all_said[seat].items() if name not in spots)]

    @cached_property
    def _all_said(self) -> list[dict[str, list[Token]]]:
        """By seat and field, what can be said of each player."""
        return [
            {field.name: self.reader.captioned(field, self.names) for field in fields if self._is_shown(seat, field)}
            for seat, fields in enumerate(self.seats)
        ]

    def _draw_spots(self, canvas: Canvas, seat: int, y: int) -> None:
        x = 0
        for field in self.seats[seat]:
            if field.name in self._spots:
                x += self._spot(canvas, x, y, field) + 1

    @cached_property
    def _spots(self) -> dict[str, tuple[int, int]]:
        """The fields of a seat that hold a single card for some player now, and the size of those cards."""
        found: dict[str, list[Piece]] = {}
        for field in (field for seat in self.seats for field in seat if not isinstance(field.value, list)):
            piece = None if field.value is None or field.is_aside else self.reader.piece(field, self.names)
            if piece is not None and piece.thing is not None:
                found.setdefault(field.name, []).append(piece)
        return {name: _card_size(pieces) for name, pieces in found.items()}

    def _spot(self, canvas: Canvas, x: int, y: int, field: Field) -> int:
        """The place of a single card, empty or not, under its caption; how wide that is."""
        size = self._spots[field.name]
        width = max(size[0], cell_len(field.caption))
        label(canvas, self.colours, x, y, field.caption)
        piece = None if field.value is None else self.reader.piece(field, self.names)
        if piece is None:
            canvas.box(x, y + 1, *size, style(self.colours.line), "┌╌┐╎└┘")
            return width
        _CardPainter(self, piece, size).draw(canvas, x, y + 1, False)
        if piece.thing is not None and piece.thing not in self.in_hand:
            canvas.mark(x, y + 1, *size, piece.thing)
        return width

    def _is_active(self, seat: int) -> bool:
        return seat == self.scene.view["to_move"] or bool(self.scene.standings[seat].won)

    def _is_shown(self, seat: int, field: Field) -> bool:
        """Whether a field belongs on the block: the viewer's hand lies elsewhere, and the plate tells the score."""
        score = self.scene.standings[seat].score
        if field.name == "score" or (type(field.value) is int and field.caption.removesuffix("s") in score):
            return False
        return not (field.is_aside or field.name == "hand_size" or (field.name == "hand" and seat == self.scene.seat))

    def _tags(self, seat: int) -> list[Token]:
        """How many cards a player has, what else belongs to the score, and what the table says of the seat."""
        size = next((field.value for field in self.seats[seat] if field.name == "hand_size"), None)
        words = [] if size is None else [f"{size} card{'' if size == 1 else 's'}"]
        words += [self.scene.standings[seat].note] if self.scene.standings[seat].note else []
        for field in self.fields.values():
            if field.is_seat and field.value == seat and field.name not in SAID_ELSEWHERE:
                words.append(field.caption)
        return [Word(" · ".join(words))] if words else []


# ---------------------------------------------------------------- cards
class _CardPainter:
    """Draws one piece as a card."""

    def __init__(self, drawing: _Drawing, piece: Piece, size: tuple[int, int]) -> None:
        self._drawing, self._piece, self._size = drawing, piece, size

    def draw(self, canvas: Canvas, x: int, y: int, faded: bool) -> None:
        """The name on the card's colour, and below it what else is on the card."""
        piece, (width, height) = self._piece, self._size
        ink = blend(FACE_INK, FACE, 0.5) if faded else FACE_INK
        card = Canvas(width, height, style(ink, FACE))
        lines = _wrapped(piece.details, width)[: height - 1]
        if piece.colour is not None:
            shade = blend(piece.colour, FACE, FADED) if faded else piece.colour
            pill(card, 0, 0, fit(piece.title, width).center(width), shade)
        else:
            card.write_centred(0, 0 if lines else height // 2, width, piece.title, style(ink, bold=True))
        for row, line in enumerate(lines, 1):
            used = sum(_width(token) + 1 for token in line) - 1
            self._drawing._line(card, max((width - used) // 2, 0), row, _plain(line), faded=faded)
        canvas.paste(card, x, y)


def _plain(tokens: Iterable[Token]) -> list[Token]:
    """The tokens without things: what is on a card is picked with the card."""
    return [Piece(token.title, None, token.colour) if isinstance(token, Piece) else token for token in tokens]


def _card_size(pieces: Sequence[Piece]) -> tuple[int, int]:
    """A size at which all of these cards can be read."""
    widest = [CARD_WIDTHS[0]]
    for piece in pieces:
        details = sum(_width(token) + 1 for token in piece.details) - 1
        widest += [cell_len(piece.title) + 2, details]
    return min(max(widest), CARD_WIDTHS[1]), CARD_HEIGHT


# ---------------------------------------------------------------- measuring
DOT = Word("·", caption=True)


def _padded(piece: Piece) -> str:
    """The name of a piece in a line; a short sign needs no margin."""
    return piece.title if piece.thing is None and cell_len(piece.title) <= SHORT else f" {piece.title} "


def _signs(piece: Piece) -> list[Piece]:
    """The signs on a piece that are short enough to be shown in a line with it."""
    found = [one for one in piece.details if isinstance(one, Piece) and one.thing is None]
    return [one for one in found if cell_len(one.title) <= SHORT]


def _width(token: Token) -> int:
    if isinstance(token, Word):
        return cell_len(token.text)
    return cell_len(_padded(token)) + sum(cell_len(sign.title) for sign in _signs(token))


def _joined(groups: Iterable[Sequence[Token]]) -> list[Token]:
    """Groups of tokens in one line, with a dot between them."""
    found: list[Token] = []
    for group in groups:
        if found and group:
            found.append(DOT)
        found += group
    return found


def _wrapped(tokens: Sequence[Token], width: int) -> list[list[Token]]:
    """Tokens in lines that are no wider than a width. A caption stays with what it names."""
    parts = [part for token in tokens for part in _words(token, width)]
    lines: list[list[Token]] = []
    room = -1
    for number, part in enumerate(parts):
        needed = _width(part)
        if _is_caption(part) and number + 1 < len(parts):
            needed += 1 + _width(parts[number + 1])
        if needed > room and room < width:
            if part == DOT:
                continue
            if lines and lines[-1][-1] == DOT:
                lines[-1].pop()
            lines.append([])
            room = width
        lines[-1].append(part)
        room -= _width(part) + 1
    return lines


def _is_caption(token: Token) -> bool:
    return isinstance(token, Word) and token.caption and token != DOT


def _words(token: Token, width: int) -> list[Token]:
    """A token, or the words of one that is wider than a line."""
    if isinstance(token, Piece) or _width(token) <= width:
        return [token]
    return [Word(word, token.caption) for word in token.text.split()]
