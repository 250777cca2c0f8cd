"""The table in the terminal: it asks people and bots for moves, and makes them in the match."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import signal
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from textual import events, on, work
from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from ...bots.bot import History
from ...bots.seating import HINT_SECONDS
from ...errors import MoveRefused, NothingToUndo
from ...games.game import NoJudgement
from ...games.terminal import MORE
from ...match import Match
from ...match.match import Step
from .choices import Choice, Choosing
from .frame import MORE_KEY, Frame
from .hint import THINKING, hint_text
from .leaving import aside
from .screens import Asking, Curtain, Reading, result_lines
from .session import Moment, Session, unused_beside
from .widgets import Log, MoveInput, Sheet, Stage, log_text

TABLE_ACTIONS = frozenset(
    {"undo", "hint", "save", "rules", "log", "type", "toggle_dark", "leave", "more", "scroll_table"}
)
TYPE_KEY = "slash"
CURTAIN_ACTIONS = frozenset({"rules", "toggle_dark", "leave"})


class TableApp(Frame):
    """One match in the terminal, from its first screen to its last."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Undo"),
        Binding("h", "hint", "Hint"),
        Binding("s", "save", "Save"),
        Binding("question_mark", "rules", "Rules", key_display="?"),
        Binding("l", "log", "Log"),
        Binding(TYPE_KEY, "type", "Type", key_display="/"),
        Binding("q", "leave", "Quit"),
        Binding("d", "toggle_dark", "Dark"),
        Binding(MORE_KEY, "more", "More", show=False),
        Binding("ctrl+up,shift+up", "scroll_table(0, -2)", show=False),
        Binding("ctrl+down,shift+down", "scroll_table(0, 2)", show=False),
        Binding("ctrl+left,shift+left", "scroll_table(-8, 0)", show=False),
        Binding("ctrl+right,shift+right", "scroll_table(8, 0)", show=False),
        Binding("ctrl+c", "stop", "Quit", show=False, priority=True),
        Binding("ctrl+q", "stop", "Quit", show=False, priority=True),
    ]
    KEYS = "uhs?l/dq"

    def __init__(self, session: Session, *, pause: float = 0.7, rest: float = 0.9, dark: bool = True) -> None:
        super().__init__(session, dark=dark)
        self._pause, self._rest = pause, rest
        self.hint_seconds = HINT_SECONDS
        self._hurry = asyncio.Event()
        self._opening = ""
        self.stopped_by = 0  # the signal that ended it, if one did
        self._is_told_to_stop = False
        self._table_loop: asyncio.AbstractEventLoop | None = None

    def on_mount(self) -> None:
        """Start the game."""
        for stage in self.query(Stage):
            stage.can_focus = False
        self._lay_out(self.size.width, self.size.height)
        self.actions_list.focus()
        self._table_loop = asyncio.get_running_loop()
        if self._is_told_to_stop:
            self.action_stop()
        else:
            self._conduct()

    # ------------------------------------------------------------ the course of the game
    @work(exclusive=True)
    async def _conduct(self) -> None:
        """Ask the player to move, until the game is over."""
        self.redraw()
        self._opening = self.session.bases()
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
        action = await aside(self.session.bot_choice)
        before = self.session.moment()
        return before, self.session.make(action)

    async def _ask_person(self) -> tuple[Moment, Step] | None:
        """Offer the legal actions and wait for a move; None if a move was undone instead."""
        self._answer = asyncio.get_running_loop().create_future()
        self._offer(self.session.legal())
        if self._opening:  # said once, to a person who has the time to read it
            self.tell(self._opening)
            self._opening = ""
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
        if isinstance(self.screen, Reading):
            self.screen.end()  # the log says what only the last viewer may know
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
        # Enter gives the first answer, and people still press it to hurry the bots: it must not deal new cards.
        answers = (("look", "Look at the table"), ("again", "New game"), ("quit", "Quit"))
        answer = await self.push_screen_wait(Asking("The game is over", lines, answers))
        if answer == "again":
            self._begin_again()
        elif answer == "quit":
            self.exit()

    def _begin_again(self) -> None:
        """Start a new deal with the same players and options, saved in a file of its own."""
        old = self.session
        match = Match(old.match.game, seed=secrets.randbits(63), players=old.match.players, options=old.match.options)
        self.session = Session(match, old.seats, old.save_path and unused_beside(old.save_path), old.about)
        self._conduct()

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

    @on(Stage.Resized)
    @on(OptionList.OptionHighlighted)
    def _cursor_moved(self) -> None:
        self.draw_table()

    @on(OptionList.OptionSelected)
    def _row_chosen(self, event: OptionList.OptionSelected) -> None:
        rows = self.actions_list.rows
        index = event.option_index
        if index >= len(rows) or self.actions_list.get_option_at_index(index) is not event.option:
            return  # the list has changed since the key was pressed
        row = rows[index]
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

    def play_typed(self, move: str) -> None:
        """Play a move that was typed; one that is refused stays, to be corrected."""
        if not move:
            self.action_stop_typing()
            return
        before = self.session.match.version, len(self.session.draft)
        self._submit(move)
        if (self.session.match.version, len(self.session.draft)) != before:
            self.move_input.clear()
            self.action_focus_actions()

    # ------------------------------------------------------------ keys
    async def on_event(self, event: events.Event) -> None:
        """Let typed and pasted text begin in the input.

        This happens before any widget has the event. A widget would pass it on too late: keys that come in one burst
        are waiting for the list by then, and Enter would choose its first line.
        """
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded and self._begins_a_move(event):
            self._hurry.set()
            self.move_input.clear()
            self.action_type()
            if isinstance(event, events.Key) and event.key == TYPE_KEY:
                return
        await super().on_event(event)

    def _begins_a_move(self, event: events.Key | events.Paste) -> bool:
        if self.focused is None or self.focused is not self.actions_list:
            return False
        return isinstance(event, events.Paste) or event.key == TYPE_KEY or self.actions_list.starts_a_move(event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the table's keys while a move is typed, and under another screen.

        The curtain keeps those that reveal nothing.
        """
        del parameters
        if action not in TABLE_ACTIONS:
            return True
        if len(self.screen_stack) < 2:
            return not isinstance(self.focused, MoveInput) or action == "scroll_table"
        return isinstance(self.screen, Curtain) and action in CURTAIN_ACTIONS

    def on_key(self, event: events.Key) -> None:
        """Any key ends a pause."""
        del event
        self._hurry.set()

    def on_click(self) -> None:
        """A click ends a pause."""
        self._hurry.set()

    def action_focus_actions(self) -> None:
        """Move the focus back to the list."""
        self.screen_stack[0].set_focus(self.actions_list)

    def action_stop_typing(self) -> None:
        """Leave the input; what was typed, and why it was refused, goes."""
        self.move_input.clear()
        self.tell("")
        self.action_focus_actions()

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
            self._hint(self.session, *self.session.position(), self.session.match.history)

    @work(group="hint", exclusive=True)
    async def _hint(self, session: Session, state: Any, legal: list[int], history: History) -> None:
        """Think about the position in which the key was pressed; until this begins, a move may have been made."""
        game = session.match.game
        self.tell(THINKING)
        think = partial(session.adviser(state.to_move).hint, state.copy(), history, self.hint_seconds)
        try:
            hint = await aside(think)
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
        self.screen_stack[0].set_focus(self.move_input)  # at once; `focus` would do it later

    @work(group="leave", exclusive=True)
    async def action_leave(self) -> None:
        """Save the game, and ask before leaving."""
        if self.session.match.is_over:
            await self._end()
            return
        saved = self.session.save()
        where = f"The game is saved in {self.session.save_path}." if saved else f"Careful: {self.session.save_problem}."
        answers = (("quit", "Leave"), ("stay", "Stay"))
        if await self.push_screen_wait(Asking("Leave the table?", [where], answers)) == "quit":
            self.exit()

    def stop(self, number: int) -> None:
        """Save the game and leave because of a signal. It may come at any time, even before or after the event loop."""
        self._is_told_to_stop = True
        if number != signal.SIGINT:  # Ctrl-C again, when the terminal is no longer ours
            self.stopped_by = self.stopped_by or number
        if self._table_loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: we are leaving
                self._table_loop.call_soon_threadsafe(self.action_stop)

    def exit(self, *about: Any, **more: Any) -> None:
        """Leave. Nobody moves any more: there will be no screen to show it on."""
        self.workers.cancel_all()
        super().exit(*about, **more)

    def action_stop(self) -> None:
        """Save the game and leave at once."""
        self.session.save()
        self.exit()
