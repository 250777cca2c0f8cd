"""4 Seasons in the terminal: a line for each player, the Pit, the tokens, and what one may do now."""

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
from ..terminal.pieces import FACE, FACE_INK, Face, label, lay_hand, name_of, pill
from .words import SUIT_WORDS

ART = read_art(__package__)["signs"]
SUITS: tuple[str, ...] = SUIT_WORDS
CODES: dict[str, str] = {word: sign["letters"] for word, sign in ART.items()}
COLOURS: dict[str, str] = {word: sign["colour"] for word, sign in ART.items()}  # of suits and roles
SIGNS: dict[str, str] = {word: sign["symbol"] for word, sign in ART.items()}
TOKENS = {
    "autumn": "discard a card into the Pit",
    "winter": "skip this trick",
    "spring": "take a card from the Pit",
    "summer": "take a card from the trick",
}

CARD = (7, 3)
# The columns of the table: where each begins, and its title.
NAME, PLAYED, TOKEN, HAND, LEFT, WON, TRICKS, WIDTH = 1, 25, 33, 39, 45, 58, 73, 79


class FourSeasons(Artist):
    """The table of 4 Seasons."""

    example = "Sp11 or autumn:Au9"

    def label(self, thing: str, view: View) -> str:
        """A token and what it does."""
        del view
        token = thing.partition(":")[2]
        return f"{token.capitalize()} token: {TOKENS[token]}" if token in TOKENS else token

    def rest(self, before: View, after: View, events: Sequence[Event], game: Game) -> View | None:
        """A trick that was finished by this step, with its last card and token."""
        del after
        ends = [event.name in ("won", "unwon") for event in events]
        if True not in ends:
            return None
        shown = copy.deepcopy(before)
        for event in events[: ends.index(True) + 1]:
            _lay(shown, event, game)
        shown["to_move"], shown["can"] = None, None
        return shown

    def hand(self, scene: Scene, width: int, screen_height: int) -> Canvas:
        """The viewer's cards; with the Autumn token picked, a click discards."""
        del screen_height
        cards = scene.view["seats"][scene.seat]["hand"] if scene.seat is not None else None
        if not cards:
            return Canvas(width, 0)
        kind = "drop" if "token:autumn" in scene.picked else "card"
        faces = [_face(card, kind) for card in cards]
        return lay_hand(scene, width, CARD, faces, fade=scene.my_turn)

    def table(self, scene: Scene, width: int, height: int) -> Canvas:
        """A line for each player, the Pit, and what the viewer can do."""
        return _Table(scene, width, height).draw()


ARTIST = FourSeasons()

PLAYED_EVENTS = ("led", "followed", "strayed")
TOKEN_EVENTS = {"discarded": "autumn", "picked_up": "spring", "captured": "summer", "skipped": "winter"}


def _lay(view: View, event: Event, game: Game) -> None:
    """Apply an event to a view."""
    if event.name in PLAYED_EVENTS:
        face: dict[str, Any] = game.view.card(event["card"])  # type: ignore[attr-defined]  # beside its `view`
        seat = view["seats"][event["seat"]]
        seat["played"] = face
        if seat["hand"] and face in seat["hand"]:
            seat["hand"].remove(face)
    if event.name in TOKEN_EVENTS:
        view["seats"][event["seat"]]["token_played"] = TOKEN_EVENTS[event.name]
    if event.name == "captured":
        view["seats"][event["from"]]["played"] = None
    if event.name == "won":
        view["winning"] = event["seat"]
    if event.name == "unwon":
        view["winning"] = None


def _face(card: dict[str, Any], kind: str) -> Face:
    def draw(canvas: Canvas, x: int, y: int, faded: bool) -> None:
        suit = card["suit"]
        colour = blend(COLOURS[suit], FACE, 0.45) if faded else COLOURS[suit]
        ink = blend(FACE_INK, FACE, 0.5) if faded else FACE_INK
        canvas.fill(x, y, *CARD, style(ink, FACE))
        pill(canvas, x, y, f"{CODES[suit]} {SIGNS[suit]}".center(CARD[0]), colour)
        canvas.write_centred(x, y + 1, CARD[0], str(card["number"]), style(ink, bold=True))
        canvas.write_centred(x, y + 2, CARD[0], suit.capitalize(), style(colour))

    return Face(f"{kind}:{card['text']}", draw)


class _Table:
    """One drawing of the table."""

    def __init__(self, scene: Scene, width: int, height: int) -> None:
        self.scene, self.view, self.colours = scene, scene.view, scene.colours
        self.width, self.height = max(width, WIDTH), max(height, self.view["players"] + 5)
        self.canvas = Canvas(self.width, self.height, style(self.colours.ink, self.colours.table))
        players = self.view["players"]
        self.step = 2 if 2 * players + 4 <= height else 1
        self.left = max((self.width - WIDTH) // 2, 0)
        self.top = max((self.height - players * self.step - 6) // 2, 0) if self.height > 16 else 0

    def draw(self) -> Canvas:
        """Titles, players, the Pit, and what the viewer can do."""
        players = self.view["players"]
        titles = (
            (PLAYED, "card"),
            (TOKEN, "token"),
            (HAND, "hand"),
            (LEFT, "unused"),
            (WON - len("won: "), "won: " + " ".join(CODES[suit] for suit in SUITS)),  # not told apart by colour alone
            (TRICKS, "tricks"),
        )
        for column, title in titles:
            label(self.canvas, self.colours, self.left + column, self.top, title)
        for place in range(players):  # clockwise from my left, I am the last line
            self._player((self.scene.bottom + 1 + place) % players, self.top + 1 + place * self.step)
        y = self.top + 1 + players * self.step
        self._pit(y)
        self._can(y + 1)
        return self.canvas

    def _player(self, seat: int, y: int) -> None:
        data, view, colours = self.view["seats"][seat], self.view, self.colours
        active = seat == view["to_move"] or seat in (view["winners"] or ())
        ink, ground = (colours.on_accent, colours.accent) if active else (colours.ink, colours.panel)
        x = self.left
        self.canvas.fill(x + NAME, y, PLAYED - NAME - 1, 1, style(ink, ground))
        role = f" {data['role'].capitalize()} " if data["role"] else ""
        score = f" {self.scene.standings[seat].score}" if self.scene.standings[seat].score else ""
        room = PLAYED - NAME - 2 - len(role) - len(score)
        self.canvas.write(x + NAME + 1, y, fit(name_of(self.scene, seat), room) + score, style(ink, bold=True))
        if role:
            pill(self.canvas, x + PLAYED - 1 - len(role), y, role, COLOURS[data["role"]])
        self._in_trick(seat, data, x, y)
        label(self.canvas, colours, x + HAND + 2, y, f"{data['hand_size']}")
        for number, season in enumerate(SUITS[:4]):
            if season in data["tokens"]:
                self._token(seat, season, x + LEFT + 3 * number, y)
            else:
                label(self.canvas, colours, x + LEFT + 3 * number, y, " ·")
        for number, suit in enumerate(SUITS):
            count = data["won"][suit]
            pill(self.canvas, x + WON + 3 * number, y, f"{count:>2}", COLOURS[suit], colours.table, faded=count == 0)
        label(self.canvas, colours, x + TRICKS + 2, y, str(data["tricks"]))

    def _in_trick(self, seat: int, data: dict[str, Any], x: int, y: int) -> None:
        card = data["played"]
        if card:
            after = pill(self.canvas, x + PLAYED, y, f" {card['text']:<4} ", COLOURS[card["suit"]])
            if seat == self.view["winning"]:
                self.canvas.write(after, y, "★", style(self.colours.ink, bold=True))
            thing = f"trick:{card['text']}"
            if thing in self.scene.cursor:
                self.canvas.write(after, y, "◀", style(self.colours.accent, bold=True))
            self.canvas.mark(x + PLAYED, y, 6, 1, thing)
        elif seat == self.view["leader"] and self.view["lead_suit"] is None:
            label(self.canvas, self.colours, x + PLAYED, y, "leads")
        if data["token_played"]:
            pill(self.canvas, x + TOKEN + 1, y, f"({CODES[data['token_played']]})", COLOURS[data["token_played"]])

    def _token(self, seat: int, season: str, x: int, y: int) -> None:
        thing = f"token:{season}"
        mine = seat == self.scene.seat
        chosen = mine and thing in self.scene.cursor | self.scene.picked
        faded = mine and self.scene.my_turn and thing not in self.scene.open
        pill(self.canvas, x, y, CODES[season], COLOURS[season], self.colours.table, faded=faded)
        if chosen:
            self.canvas.write(
                x, y, CODES[season], style(self.colours.on_accent, self.colours.accent, bold=True, underline=True)
            )
        if mine:
            self.canvas.mark(x, y, 2, 1, thing)

    def _pit(self, y: int) -> None:
        x = self.left + NAME
        label(self.canvas, self.colours, x, y, "Pit")
        at = x + 5
        for card in self.view["pit"]:
            thing = f"pit:{card['text']}"
            if at + 6 > self.left + WIDTH:
                self.canvas.write(at, y, "…", style(self.colours.muted))
                break
            if thing in self.scene.cursor:
                self.canvas.write(at - 1, y, "▶", style(self.colours.accent, bold=True))
            end = pill(self.canvas, at, y, f" {card['text']} ", COLOURS[card["suit"]])
            self.canvas.mark(at, y, end - at, 1, thing)
            at = end + 1
        if not self.view["pit"]:
            label(self.canvas, self.colours, at, y, "empty")

    def _can(self, y: int) -> None:
        """What the viewer can do before or after the card."""
        can = self.view["can"]
        if not can:
            lead = self.view["lead_suit"]
            label(self.canvas, self.colours, self.left + NAME, y, f"{lead.capitalize()} is led." if lead else "")
            return
        tokens = [season for season in SUITS[:4] if can[season]]
        when = "Before your card" if self.view["phase"] == "play" else "After your card"
        words = f"{when}: one token" if tokens else f"{when}: no token can be played"
        if self.view["phase"] == "play" and not can["play"]:
            words += "; you have no card to play"
        self.canvas.write(self.left + NAME, y, words, style(self.colours.ink, bold=True))
        at = self.left + NAME
        for season in tokens:
            text = f" {season.capitalize()}: {TOKENS[season]} "
            if at + len(text) > self.left + WIDTH:
                at, y = self.left + NAME, y + 1
            chosen = f"token:{season}" in self.scene.cursor | self.scene.picked
            end = pill(self.canvas, at, y + 1, text, COLOURS[season], self.colours.table, faded=not chosen)
            self.canvas.mark(at, y + 1, end - at, 1, f"token:{season}")
            at = end + 1
        if can["done"]:
            self.canvas.write(at, y + 1, " done ", style(self.colours.on_accent, self.colours.accent, bold=True))
            self.canvas.mark(at, y + 1, 6, 1, "done")
