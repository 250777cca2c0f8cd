"""The table in the terminal: it draws the view, offers the legal actions, and makes moves in the match."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from textual import events, on
from textual.app import App, ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, Input, OptionList, Static
from textual.worker import WorkerFailed

from ...bots.seating import HINT_SECONDS
from ...errors import MoveRefused, NothingToUndo
from ...games.game import NoJudgement
from ...games.terminal import MORE, Artist, Preview, Scene, artist_of
from ...games.terminal.colours import DARK, LIGHT, Colours
from ...match import Match
from ...match.match import Step
from .choices import Choice, Choosing, Row
from .hint import THINKING, hint_text
from .screens import Asking, Curtain, Reading, result_lines
from .session import Moment, Session, unused_beside
from .themes import theme_of
from .widgets import ActionList, Log, Sheet, Stage, log_text

WIDE = 116
"""From this width on, the log has its own place at the side."""

TABLE_ACTIONS = frozenset(
    {"undo", "hint", "save", "rules", "log", "type", "toggle_dark", "leave", "more", "scroll_table"}
)
CURTAIN_ACTIONS = frozenset({"rules", "toggle_dark", "leave"})


class TableApp(App[None]):
    """One match in the terminal, from its first screen to its last."""

    CSS_PATH = Path(__file__).with_name("table.tcss")
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Undo"),
        Binding("h", "hint", "Hint"),
        Binding("s", "save", "Save"),
        Binding("question_mark", "rules", "Rules", key_display="?"),
        Binding("l", "log", "Log"),
        Binding("slash", "type", "Type", key_display="/"),
        Binding("d", "toggle_dark", "Dark"),
        Binding("q", "leave", "Quit"),
        Binding("m", "more", "More", show=False),
        Binding("ctrl+up,shift+up", "scroll_table(-2)", show=False),
        Binding("ctrl+down,shift+down", "scroll_table(2)", show=False),
        Binding("ctrl+c", "stop", "Quit", show=False, priority=True),
        Binding("ctrl+q", "stop", "Quit", show=False, priority=True),
    ]
    KEYS = "uhs?l/dqm"

    def __init__(self, session: Session, *, pause: float = 0.7, rest: float = 0.9, dark: bool = True) -> None:
        super().__init__()
        self.title = session.match.game.title
        self.session, self._pause, self._rest = session, pause, rest
        self.colours: Colours = DARK if dark else LIGHT
        for colours in (LIGHT, DARK):
            self.register_theme(theme_of(colours))
        self.theme = self.colours.name
        self.hint_seconds = HINT_SECONDS
        self.artist: Artist = artist_of(session.match.game)
        self.choosing = Choosing()
        self.crash: BaseException | None = None
        self._unfolded = False  # whether what is only for reference is shown
        self._resting: Moment | None = None  # a finished trick, shown for a moment
        self._answer: asyncio.Future[tuple[Moment, Step] | None] | None = None
        self._hurry = asyncio.Event()

    # ------------------------------------------------------------ the screen
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
                yield Stage("hand")
                with Vertical(id="bottom"):
                    yield Static(id="message", markup=False)
                    with Horizontal(id="choosing"):
                        yield ActionList("actions", self.KEYS)
                        yield Log("near-log", steps=12)
                with Horizontal(id="typing"):
                    yield Static("›")
                    yield Input(placeholder=self._placeholder, id="input", select_on_focus=False)
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

    @property
    def actions_list(self) -> ActionList:
        """The list of choices."""
        return self.screen_stack[0].query_one("#actions", ActionList)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """No command palette: every command has a key."""
        del screen
        return ()

    def on_mount(self) -> None:
        """Start the game."""
        for stage in self.query(Stage):
            stage.can_focus = False
        self._lay_out(self.size.width, self.size.height)
        self.actions_list.focus()
        self._start()

    def _start(self) -> None:
        self.run_worker(self._conduct(), name="conduct", exclusive=True)

    def on_resize(self, event: events.Resize) -> None:
        """Lay out the screen again, and draw when the new sizes are known."""
        self._lay_out(event.size.width, event.size.height)
        self.call_after_refresh(self.redraw)

    def _lay_out(self, width: int, height: int) -> None:
        base = self.screen_stack[0]
        base.set_class(width >= WIDE, "wide")
        base.query_one("#bottom").styles.height = min(4 + max(height - 24, 0) // 2, 9)

    # ------------------------------------------------------------ the course of the game
    async def _conduct(self) -> None:
        """Ask the player to move, until the game is over."""
        self.redraw()
        while not self.session.match.is_over:
            if self.session.must_hand_over():
                await self._hand_over()
            moved = await (self._ask_bot() if self.session.bot_to_move else self._ask_person())
            if moved is not None:
                await self._show_step(*moved)
        self.redraw()
        await self._end()

    async def _ask_bot(self) -> tuple[Moment, Step] | None:
        if self.actions_list.rows:
            self._offer([])
        await self._wait(self._pause)
        action = await asyncio.to_thread(self.session.bot_choice)
        before = self.session.moment()
        return before, self.session.make(action)

    async def _ask_person(self) -> tuple[Moment, Step] | None:
        """Offer the legal actions and wait for a move; None if a move was undone instead."""
        self._answer = asyncio.get_running_loop().create_future()
        self._offer(self.session.legal())
        try:
            return await self._answer
        finally:
            self._answer = None

    async def _hand_over(self) -> None:
        """Hide everything until the next person is the only one looking."""
        seat = self.session.match.to_move
        assert seat is not None
        if self.session.viewer is not None:
            await self._wait(self._pause)  # so that they see what their move did
        self.session.viewer = None
        self.choosing = Choosing()
        self.redraw()
        await self.push_screen_wait(Curtain(self.session.names[seat], self.session.match.game.title))
        self.session.viewer = seat

    async def _show_step(self, before: Moment, step: Step) -> None:
        """Show a finished trick for a moment, then the table as it is now."""
        self.tell("")
        self.choosing = Choosing()
        if self._pause <= 0:
            return  # without pauses nobody can follow what happens: draw when a person is asked again
        session = self.session
        resting = self.artist.rest(before.view, session.view(), session.seen(step), session.match.game)
        self._resting = None if resting is None else replace(before, view=resting)
        self.redraw()
        if self._resting is not None:
            await self._wait(self._rest)
            self._resting = None
            self.redraw()

    async def _wait(self, seconds: float) -> None:
        """Pause so that people can follow; a key or a click ends the pause."""
        if seconds <= 0:
            return
        self._hurry.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), seconds)

    async def _end(self) -> None:
        session = self.session
        lines = [session.ending(), "", *result_lines(session.names, session.moment().standings)]
        answers = (("again", "New game"), ("look", "Look at the table"), ("quit", "Quit"))
        answer = await self.push_screen_wait(Asking("The game is over", lines, answers))
        if answer == "again":
            self._begin_again()
        elif answer == "quit":
            self.exit()

    def _begin_again(self) -> None:
        """Start a new deal with the same players and options, saved in a file of its own."""
        old = self.session
        match = Match(old.match.game, seed=secrets.randbits(62), players=old.match.players, options=old.match.options)
        self.session = Session(match, old.seats, old.save_path and unused_beside(old.save_path), old.about)
        self._start()

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

    # ------------------------------------------------------------ choosing
    def _offer(self, legal: list[int]) -> None:
        """List the legal actions."""
        words = self.session.match.game.words
        choices = []
        for action in legal:
            text = words.text(action)
            choices.append(Choice(action, text, self.session.describe(action), self.session.things(action)))
        self.choosing = Choosing(choices)
        self._list()
        self.redraw()

    def _list(self) -> None:
        rows = self.choosing.rows()
        self.actions_list.show(rows, [self._label(row) for row in rows])

    def _label(self, row: Row) -> str:
        return self.artist.label(row.thing, self.session.view()) if row.thing else row.choices[0].phrase

    @on(Stage.Resized)
    @on(OptionList.OptionHighlighted)
    def _cursor_moved(self) -> None:
        self.draw_table()

    @on(OptionList.OptionSelected)
    def _row_chosen(self, event: OptionList.OptionSelected) -> None:
        rows = self.actions_list.rows
        if event.option_index >= len(rows):
            return
        row = rows[event.option_index]
        if row.thing is not None:
            self._pick(row.thing)
        else:
            self._submit(row.choices[0].action)

    @on(Sheet.Picked)
    def _thing_clicked(self, event: Sheet.Picked) -> None:
        if event.thing == MORE:
            self.action_more()
            return
        if self._answer is None:
            self.tell("" if self.session.match.is_over else "it is not your turn yet")
            return
        if event.thing not in self.choosing.startable:
            self._explain(event.thing)
            return
        self._pick(event.thing)

    @on(Sheet.Hovered)
    def _thing_hovered(self, event: Sheet.Hovered) -> None:
        self.actions_list.point_at(event.thing)

    def _pick(self, thing: str) -> None:
        """Narrow the choices down; play the move once only one is left."""
        taken_back = thing in self.choosing.picked
        found = self.choosing.pick(thing)
        if len(found) == 1 and not taken_back:
            self._submit(found[0].action)
            return
        self.tell("")
        self._list()
        self.draw_table()

    def _explain(self, thing: str) -> None:
        """Say why a thing cannot be picked."""
        reason = self.session.why_not(thing)
        if reason is not None:
            self.tell(reason)

    def _submit(self, move: int | str) -> None:
        """Play a move; if it is refused, say why and change nothing."""
        if self._answer is None or self._answer.done():
            self.tell("it is not your turn yet")
            return
        before = self.session.moment()
        try:
            step = self.session.play(move)
        except MoveRefused as problem:
            self.tell(str(problem))
            return
        if step is None:  # a step of a move that is not yet complete
            self.tell("")
            self._offer(self.session.legal())
        else:
            self._answer.set_result((before, step))

    @on(Input.Submitted)
    def _move_typed(self, event: Input.Submitted) -> None:
        move = event.value.strip()
        if not move:
            self.action_focus_actions()
            return
        before = self.session.match.version, len(self.session.draft)
        self._submit(move)
        if (self.session.match.version, len(self.session.draft)) != before:
            event.input.clear()
            self.action_focus_actions()

    @on(ActionList.Typed)
    def _letter_typed(self, event: ActionList.Typed) -> None:
        field = self.query_one("#input", Input)
        field.focus()
        field.value = event.letter
        field.cursor_position = len(field.value)

    # ------------------------------------------------------------ keys
    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the table's keys under another screen; the curtain keeps those that reveal nothing."""
        del parameters
        if len(self.screen_stack) < 2 or action not in TABLE_ACTIONS:
            return True
        return isinstance(self.screen, Curtain) and action in CURTAIN_ACTIONS

    def tell(self, words: str) -> None:
        """Show a text in the message line."""
        line = self.screen_stack[0].query_one("#message", Static)
        line.update(words)
        line.set_class(bool(words), "shown")

    def on_key(self, event: events.Key) -> None:
        """Any key ends a pause; Escape leaves the input."""
        self._hurry.set()
        if event.key == "escape" and isinstance(self.focused, Input):
            self.action_focus_actions()

    def on_click(self) -> None:
        """A click ends a pause."""
        self._hurry.set()

    def action_focus_actions(self) -> None:
        """Move the focus back to the list."""
        self.actions_list.focus()

    def action_unpick(self) -> None:
        """Put back the last thing picked."""
        if self.choosing.back():
            self._list()
            self.draw_table()
        elif self.session.draft:
            self.action_undo()

    def action_undo(self) -> None:
        """Undo the last decision, if that is allowed."""
        if self._answer is None or self._answer.done():
            self.tell("cannot undo: the game is over" if self.session.match.is_over else "wait until it is your turn")
            return
        in_draft = bool(self.session.draft)
        try:
            undone = self.session.undo()
        except NothingToUndo as problem:
            self.tell(str(problem))
            return
        if in_draft:
            self._offer(self.session.legal())
        else:
            self._answer.set_result(None)
        self.tell(f"undone: {undone}")

    def action_hint(self) -> None:
        """Ask the search for a hint; the table stays responsive meanwhile."""
        if self._answer is None or self._answer.done():
            self.tell("the game is over" if self.session.match.is_over else "wait until it is your turn")
        else:
            self.run_worker(self._hint(), name="hint", group="hint", exclusive=True)

    async def _hint(self) -> None:
        session = self.session
        game, (state, legal) = session.match.game, session.position()
        self.tell(THINKING)
        think = partial(session.adviser(state.to_move).hint, state.copy(), session.match.history, self.hint_seconds)
        try:
            hint = await asyncio.to_thread(think)
        except NoJudgement as problem:
            self.tell(f"there are no hints: {problem}")
            return
        if self.session is not session or self._answer is None or session.position() != (state, legal):
            return  # too late: the position has changed
        self.tell(hint_text(hint, game.words.text, session.describe))
        self._point_at(hint.action)

    def _point_at(self, action: int) -> None:
        """Move the cursor to an action, which highlights its things on the table."""
        line = self.choosing.lead_to(action)
        self._list()
        self.actions_list.highlighted = line
        self.call_after_refresh(self.actions_list.scroll_to_highlight)  # the message may have taken a line of the list
        self.draw_table()

    def action_save(self) -> None:
        """Save now."""
        saved = self.session.save()
        self.tell(f"saved to {self.session.save_path}" if saved else self.session.save_problem or "")

    def action_rules(self) -> None:
        """Show the rules."""
        self.push_screen(Reading(markdown=self.session.rulebook()))

    def action_log(self) -> None:
        """Show the log: at the side if there is room, otherwise on a page."""
        side = self.screen_stack[0].query_one("#side-log", Log)
        if self.screen_stack[0].has_class("wide") and self.focused is not side:
            side.focus()
        else:
            self.push_screen(Reading(text=log_text(self.session.told(), self.colours), at_end=True))

    def action_type(self) -> None:
        """Move the focus to the input, to type a move."""
        self.query_one("#input", Input).focus()

    def action_more(self) -> None:
        """Show or hide what is only for reference."""
        self._unfolded = not self._unfolded
        self.draw_table()

    def action_scroll_table(self, lines: int) -> None:
        """Scroll a table that is larger than the screen."""
        self.query_one("#table", Stage).scroll_relative(y=lines, animate=False)

    def action_toggle_dark(self) -> None:
        """Switch between light and dark."""
        self.colours = LIGHT if self.colours.dark else DARK
        self.theme = self.colours.name
        self._list()
        self.redraw()

    def action_leave(self) -> None:
        """Save the game, and ask before leaving."""
        self.run_worker(self._leave(), name="leave", group="leave", exclusive=True)

    async def _leave(self) -> None:
        if self.session.match.is_over:
            await self._end()
            return
        saved = self.session.save()
        where = f"The game is saved in {self.session.save_path}." if saved else f"Careful: {self.session.save_problem}."
        answers = (("quit", "Leave"), ("stay", "Stay"))
        if await self.push_screen_wait(Asking("Leave the table?", [where], answers)) == "quit":
            self.exit()

    def action_stop(self) -> None:
        """Save the game and leave at once."""
        self.session.save()
        self.exit()

    def _handle_exception(self, error: Exception) -> None:
        """Close after a bug, and keep the traceback off the screen: it may show hidden cards."""
        self.crash = self.crash or (error.error if isinstance(error, WorkerFailed) else error)
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        self._close_messages_no_wait()
