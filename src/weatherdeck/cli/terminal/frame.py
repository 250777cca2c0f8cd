"""What is on the screen of the table: its parts, their layout, and drawing them from the match."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from textual import events
from textual.app import App, ComposeResult, SystemCommand
from textual.containers import Horizontal, Vertical
from textual.driver import Driver
from textual.screen import Screen
from textual.widgets import Footer, Static
from textual.worker import WorkerFailed

from ...games.terminal import Artist, Preview, Scene, artist_of
from ...games.terminal.colours import DARK, LIGHT, Colours
from ...match.match import Step
from .choices import Choosing, Row
from .driver import forgiving
from .session import Moment, Session
from .themes import theme_of
from .widgets import ActionList, Log, MoveInput, Stage

MORE_KEY = "m"
"""Shows and hides what is only for reference, at tables that fold it away."""
WIDE = 116
"""From this width on, the log has its own place at the side."""
NARROW = 76
"""Below this width, the keys at the bottom stand close together."""


class Frame(App[None]):
    """Shows a session; what happens in it is up to the app."""

    CSS_PATH = Path(__file__).with_name("table.tcss")
    ENABLE_COMMAND_PALETTE = False
    KEYS = ""
    """Letters that are keys of the table; any other letter starts a move in notation."""

    def __init__(self, session: Session, *, dark: bool) -> None:
        super().__init__()
        self.title = session.match.game.title
        self.session = session
        self.colours: Colours = DARK if dark else LIGHT
        for colours in (LIGHT, DARK):
            self.register_theme(theme_of(colours))
        self.theme = self.colours.name
        self.artist: Artist = artist_of(session.match.game)
        self.choosing = Choosing()
        self.crash: BaseException | None = None
        self._unfolded = False  # whether what is only for reference is shown
        self._resting: Moment | None = None  # a finished trick, shown for a moment
        self._answer: asyncio.Future[tuple[Moment, Step] | None] | None = None  # while a person is asked

    def get_driver_class(self) -> type[Driver]:
        """The terminal, whatever comes out of it."""
        return forgiving(super().get_driver_class())

    def compose(self) -> ComposeResult:
        """Bar, prompt, table, hand, choices and log."""
        with Horizontal(id="bar"):
            yield Static(self._title, id="title", markup=False)
            yield Static(id="status", markup=False)
            yield Static(id="save", markup=False)
        yield Static(id="prompt", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield Stage("table")
                yield Static(id="cut", markup=False)
                yield Stage("hand")
                with Vertical(id="bottom"):
                    yield Static(id="message", markup=False)
                    with Horizontal(id="choosing"):
                        yield ActionList("actions", self.KEYS + (MORE_KEY if self.artist.has_reference else ""))
                        yield Log("near-log", steps=12)
                with Horizontal(id="typing"):
                    yield Static("›")
                    yield MoveInput(self.play_typed, name="input", example=self._placeholder)
            yield Log("side-log", steps=60)
        yield Footer(show_command_palette=False)

    @property
    def _title(self) -> str:
        """The game, and the deck if it is not the game's own."""
        game = self.session.match.game
        return game.title if game.deck is None else f"{game.title} · {game.deck.title}"

    @property
    def _placeholder(self) -> str:
        # Any action will do, legal or not: a legal one could tell what another player holds.
        example = self.artist.example or self.session.match.game.words.text(0)
        return f"or type a move, such as {example}, and press Enter"

    def play_typed(self, move: str) -> None:
        """Play a move that was typed."""
        raise NotImplementedError

    @property
    def move_input(self) -> MoveInput:
        """Where moves are typed."""
        return self.screen_stack[0].query_one("#input", MoveInput)

    @property
    def actions_list(self) -> ActionList:
        """The list of choices."""
        return self.screen_stack[0].query_one("#actions", ActionList)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """No command palette: every command has a key."""
        del screen
        return ()

    def on_resize(self, event: events.Resize) -> None:
        """Lay out the screen again, and draw when the new sizes are known."""
        self._lay_out(event.size.width, event.size.height)
        self.call_after_refresh(self.redraw)

    def _lay_out(self, width: int, height: int) -> None:
        base = self.screen_stack[0]
        base.set_class(width >= WIDE, "wide")
        base.query_one(Footer).compact = width < NARROW
        base.query_one("#bottom").styles.height = min(4 + max(height - 24, 0) // 2, 9)

    # ------------------------------------------------------------ drawing
    def redraw(self) -> None:
        """Draw everything that depends on the match."""
        base, session = self.screen_stack[0], self.session
        mine = session.is_viewers_turn and self._resting is None
        base.query_one("#status", Static).update((self._resting or session.moment()).status)
        base.query_one("#save", Static).update("not saved" if session.save_problem else "")
        prompt = base.query_one("#prompt", Static)
        prompt.update(session.prompt())
        prompt.set_class(mine, "mine")
        base.query_one("#side-log" if base.has_class("wide") else "#near-log", Log).show(session.told(), self.colours)
        if session.save_problem and session.save_path is not None:
            self.tell(session.save_problem)
        self.draw_table()

    def draw_table(self) -> None:
        """Draw the table and the hand, for instance after the cursor moved."""
        base, scene = self.screen_stack[0], self._scene()
        stage, hand = base.query_one("#table", Stage), base.query_one("#hand", Stage)
        hand.sheet.show(self.artist.hand(scene, max(hand.size.width, 1), self.size.height))
        stage.sheet.show(self.artist.table(scene, max(stage.size.width, 1), max(stage.size.height, 1)))
        self._tell_cut(stage)

    def _tell_cut(self, stage: Stage) -> None:
        """Say that the window is too narrow for the table, how wide it should be, and how to see the rest."""
        missing = stage.sheet.canvas.width - stage.size.width
        cut = self.screen_stack[0].query_one("#cut", Static)
        cut.set_class(missing > 0, "shown")
        if missing > 0:
            cut.update(f"Cut off: {self.size.width + missing} columns show all · Shift+arrows scroll")

    def _scene(self) -> Scene:
        session, row = self.session, self.actions_list.row
        mine = self._answer is not None and self._resting is None
        single = row.choices[0].action if mine and row is not None and not row.is_group else None
        moment = self._resting or session.moment()
        return Scene(
            view=moment.view,
            standings=moment.standings,
            seat=session.viewer,
            names=session.names,
            colours=self.colours,
            open=self.choosing.clickable if mine else frozenset(),
            picked=frozenset(self.choosing.picked),
            cursor=row.things if mine and row is not None else frozenset(),
            action=single,
            labels=self.choosing.labels(partial(self.artist.label, view=moment.view)) if mine else {},
            my_turn=mine,
            unfolded=self._unfolded,
            preview=self._preview if mine else None,
        )

    def _preview(self, action: int) -> Preview:
        return self.session.preview(action)

    def _list(self) -> None:
        rows = self.choosing.rows()
        self.actions_list.show(rows, [self._label(row) for row in rows])

    def _label(self, row: Row) -> str:
        return self.artist.label(row.thing, self.session.view()) if row.thing else row.choices[0].phrase

    def tell(self, words: str) -> None:
        """Show a text in the message line."""
        line = self.screen_stack[0].query_one("#message", Static)
        line.update(words)
        line.set_class(bool(words), "shown")

    def action_more(self) -> None:
        """Show or hide what is only for reference."""
        self._unfolded = not self._unfolded
        self.draw_table()

    def action_scroll_table(self, columns: int, lines: int) -> None:
        """Scroll a table that is larger than the screen."""
        self.query_one("#table", Stage).scroll_relative(x=columns, y=lines, animate=False)

    def action_toggle_dark(self) -> None:
        """Switch between light and dark."""
        self.colours = LIGHT if self.colours.dark else DARK
        self.theme = self.colours.name
        self._list()
        self.redraw()

    # ------------------------------------------------------------ bugs
    def _handle_exception(self, error: Exception) -> None:
        """Close after a bug, and keep the traceback off the screen: it may show hidden cards."""
        self.crash = self.crash or (error.error if isinstance(error, WorkerFailed) else error)
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        self._close_messages_no_wait()
