"""The screens that cover the table: the curtain, the rules, the log, leaving, the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Footer, Markdown, Static

from ...games.game import Standing

Result = TypeVar("Result")


class Cover(Screen[Result]):
    """A screen over the table. It ends once, however many keys were already waiting for it."""

    def end(self, result: Result | None = None) -> None:
        """Go away with a result, unless this screen has gone or another one lies over it."""
        if self.app.screen_stack[-1:] == [self]:
            self.dismiss(result)


class Curtain(Cover[None]):
    """Hides everything until the next person is looking. It covers the whole screen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "open", "I am looking", key_display="⏎")]

    def __init__(self, name: str, title: str) -> None:
        super().__init__()
        self._who, self._title = name, title

    def compose(self) -> ComposeResult:
        """Say who should look."""
        with Vertical(id="curtain"):
            yield Static(self._title, id="curtain-title", markup=False)
            yield Static(f"Pass the screen to {self._who}.", id="curtain-who", markup=False)
            yield Static(f"Press Enter when only {self._who} is looking.", id="curtain-how", markup=False)
            with Center():
                yield Button(f"I am {self._who}", id="open", variant="primary")
        yield Footer(show_command_palette=False)

    def on_button_pressed(self) -> None:
        """Show the table."""
        self.end()

    def action_open(self) -> None:
        """Show the table."""
        self.end()


class Reading(ModalScreen[None], Cover[None]):
    """A page to read: the rules, or the whole log."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "close", "Back to the table"),
        Binding("down,j", "scroll(1)", "Scroll", key_display="↑↓"),
        Binding("up,k", "scroll(-1)", "Up", show=False),
    ]

    def __init__(self, *, markdown: str | None = None, text: Text | None = None, at_end: bool = False) -> None:
        super().__init__()
        said = text or Text("Nothing has happened yet.")
        content = Static(said) if markdown is None else Markdown(markdown, open_links=False)
        self._page, self._at_end = VerticalScroll(content, id="page"), at_end

    def compose(self) -> ComposeResult:
        """The page."""
        yield self._page
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Let the keys scroll the page."""
        self._page.focus()
        if self._at_end:
            self._page.scroll_end(animate=False)

    def action_scroll(self, lines: int) -> None:
        """Scroll by some lines."""
        self._page.scroll_relative(y=lines, animate=False)

    def action_close(self) -> None:
        """Back to the table."""
        self.end()


def result_lines(names: Sequence[str], standings: Sequence[Standing]) -> list[str | Text]:
    """The result of each player; winners have a star."""
    width = max(len(standing.score) for standing in standings)
    return [
        Text.assemble(
            "★ " if standing.won else "  ",
            (f"{standing.score:>{width}}", "bold"),
            f"  {name}",
            f" ({standing.note})" if standing.note else "",
        )
        for name, standing in zip(names, standings, strict=True)
    ]


class Asking(ModalScreen[str | None], Cover[str | None]):
    """A question with a few answers as buttons. Escape gives no answer; the key that asks to leave leaves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "stay", "Back to the table"),
        Binding("q", "quit", "Quit"),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(self, title: str, lines: Sequence[str | Text], answers: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._title, self._lines = title, lines
        self._buttons = [Button(words, id=answer) for answer, words in answers]
        self._buttons[0].variant = "primary"

    def compose(self) -> ComposeResult:
        """The question and its answers."""
        with Vertical(id="asking"):
            yield Static(self._title, id="asking-title", markup=False)
            with VerticalScroll(id="asking-lines", can_focus=False):
                for line in self._lines:
                    yield Static(line, markup=False)
            yield Horizontal(*self._buttons, id="answers")

    def on_mount(self) -> None:
        """Focus the first answer, so that Enter gives it."""
        self._buttons[0].focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Give this answer."""
        self.end(event.button.id)

    def action_stay(self) -> None:
        """Give no answer."""
        self.end(None)

    def action_quit(self) -> None:
        """Leave, if that can be answered."""
        if any(button.id == "quit" for button in self._buttons):
            self.end("quit")
