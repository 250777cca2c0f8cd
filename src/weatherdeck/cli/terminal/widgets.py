"""The parts of the screen: a sheet that can be clicked, the list of choices, the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer, VerticalScroll
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ...games.terminal.canvas import Canvas
from ...games.terminal.colours import Colours, style
from .choices import Row
from .session import Told


class Sheet(Widget):
    """Shows a canvas, and reports what was clicked on it."""

    class Picked(Message):
        """A thing was clicked."""

        def __init__(self, thing: str) -> None:
            super().__init__()
            self.thing = thing

    class Hovered(Message):
        """The mouse moved over a thing."""

        def __init__(self, thing: str) -> None:
            super().__init__()
            self.thing = thing

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self.canvas = Canvas(1, 0)
        self._under_mouse: str | None = None

    def show(self, canvas: Canvas) -> None:
        """Show another canvas."""
        changed = (canvas.width, canvas.height) != (self.canvas.width, self.canvas.height)
        self.canvas = canvas
        if changed:
            self.styles.width, self.styles.height = canvas.width, canvas.height
        self.refresh(layout=changed)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as the canvas."""
        del container, viewport
        return self.canvas.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as the canvas."""
        del container, viewport, width
        return self.canvas.height

    def render_line(self, y: int) -> Strip:
        """One row."""
        return Strip(self.canvas.segments(y), self.canvas.width).adjust_cell_length(self.size.width)

    def on_click(self, event: events.Click) -> None:
        """Report the thing that was clicked."""
        thing = self.canvas.thing_at(event.x, event.y)
        if thing is not None:
            event.stop()
            self.post_message(self.Picked(thing))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Report the thing that the mouse moved over."""
        thing = self.canvas.thing_at(event.x, event.y)
        if thing != self._under_mouse:
            self._under_mouse = thing
            if thing is not None:
                self.post_message(self.Hovered(thing))


class Stage(ScrollableContainer):
    """Holds a sheet, and scrolls it if it is larger than the screen."""

    BINDING_GROUP_TITLE = "The table"

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self.sheet = Sheet(f"{name}-sheet")

    class Resized(Message):
        """The room for the sheet has changed."""

    def compose(self) -> ComposeResult:
        """The sheet."""
        yield self.sheet

    def on_resize(self) -> None:
        """Ask to be drawn again."""
        self.post_message(self.Resized())


class MoveInput(Input):
    """Where a move is typed in notation."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "Play this move", key_display="⏎"),
        Binding("escape", "app.stop_typing", "Back to the list", key_display="esc"),
    ]

    def __init__(self, play: Callable[[str], None], *, name: str, example: str) -> None:
        super().__init__(placeholder=example, id=name, select_on_focus=False)
        self._play = play

    def on_key(self, event: events.Key) -> None:
        """Play the move at Enter, before letters that are already waiting become part of it."""
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            self._play(self.value.strip())


class ActionList(OptionList):
    """The list of choices. Letters that are no keys of the table start a move in notation."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Choose", key_display="↑↓⏎"),
        Binding("left", "cursor_up", show=False),
        Binding("right", "cursor_down", show=False),
        Binding("space", "select", show=False),
        Binding("escape,backspace", "app.unpick", "Back", show=False),
    ]

    def __init__(self, name: str, keys: str) -> None:
        super().__init__(id=name, markup=False)
        self._keys = keys  # letters that mean something to the table
        self.rows: list[Row] = []

    def show(self, rows: Sequence[Row], labels: Sequence[str]) -> None:
        """Show these choices."""
        self.rows = list(rows)
        self.clear_options()
        width = max((len(row.choices[0].text) for row in rows if not row.is_group), default=0)
        lines = [_line(row, label, width) for row, label in zip(rows, labels, strict=True)]
        self.add_options([Option(line, id=str(at)) for at, line in enumerate(lines)])
        if rows:
            self.highlighted = 0

    @property
    def row(self) -> Row | None:
        """The line under the cursor."""
        at = self.highlighted
        return self.rows[at] if at is not None and at < len(self.rows) else None

    def point_at(self, thing: str) -> None:
        """Move the cursor to the first line that names a thing, if there is one."""
        if self.row is None or thing in self.row.things:
            return
        for at, row in enumerate(self.rows):
            if thing in row.things:
                self.highlighted = at
                return

    def starts_a_move(self, event: events.Key) -> bool:
        """Whether a key is a letter of notation: one that is no key of the table."""
        return bool(event.character and event.is_printable and event.character not in self._keys + " ")


def _line(row: Row, label: str, width: int) -> Text:
    if row.is_group:
        return Text.assemble((label, "bold"), f"   {len(row.choices)} ways", no_wrap=True, overflow="ellipsis")
    choice = row.choices[0]
    return Text.assemble((f"{choice.text:<{width}}", style(bold=True)), "  ", label, no_wrap=True, overflow="ellipsis")


class Log(VerticalScroll):
    """What happened, with the newest step at the bottom and highlighted."""

    BINDING_GROUP_TITLE = "The log"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.focus_actions", show=False)]

    def __init__(self, name: str, steps: int) -> None:
        super().__init__(id=name)
        self._steps = steps  # only the last steps are shown here; a page shows them all
        self._lines = Static(id=f"{name}-lines")

    def compose(self) -> ComposeResult:
        """The lines."""
        yield self._lines

    def show(self, told: Sequence[Told], colours: Colours) -> None:
        """Show the log again: the viewer may have changed, or a move was undone."""
        self._lines.update(log_text(told[-self._steps :], colours))
        self.scroll_end(animate=False)


def log_text(told: Sequence[Told], colours: Colours) -> Text:
    """Lines under their headings, step by step: who or what, then what happened."""
    text = Text()
    spoken = [entry for entry in told if entry.lines]
    for entry in spoken:
        ink = colours.ink if entry is spoken[-1] else colours.muted
        for heading, tag, said in entry.lines:
            if heading:
                text.append(f"\n── {heading}\n" if text else f"── {heading}\n", style(colours.accent))
            elif text:
                text.append("\n")
            text.append(f"{tag}  " if tag else "", style(ink, bold=True))
            text.append(said, style(ink))
    return text
