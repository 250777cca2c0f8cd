"""How help is laid out: at the width of the terminal, and never wider than is easy to read.

A description or an epilog may hold lists. Their lines are indented by two spaces and have two parts with two or more
spaces between them: a command line, and what it does. Where both do not fit on one line, the explanation goes above
the command; a long command continues on the next line, as a shell would read it.
"""

from __future__ import annotations

import argparse
import re
import shutil
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

WIDEST, NARROWEST = 100, 40
"""Columns that help takes at most, and at least."""
INDENT = "  "


class Help(argparse.HelpFormatter):
    """Lays out the help of a command."""

    def __init__(self, prog: str) -> None:
        width = columns()
        super().__init__(prog, max_help_position=28 if width >= 80 else 22, width=width)

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """The usage in one line: the options are listed below it anyway."""
        super().add_usage(_usage(list(actions)) if usage is None else usage, [], groups, prefix)

    def add_argument(self, action: argparse.Action) -> None:
        """Add an argument. Commands are indented once more, which argparse forgets when it measures them."""
        super().add_argument(action)
        if isinstance(action, argparse._SubParsersAction):
            self._action_max_length += self._indent_increment

    def _split_lines(self, text: str, width: int) -> list[str]:
        return _wrapped(" ".join(text.split()), width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + line if line else "" for line in laid_out(text, width - len(indent)))


def columns() -> int:
    """The columns to use: those of the terminal, or 80 where there is none, within what is easy to read."""
    return max(NARROWEST, min(shutil.get_terminal_size().columns - 1, WIDEST))


def _usage(actions: Sequence[argparse.Action]) -> str:
    words = ["%(prog)s"]
    if any(action.option_strings for action in actions):
        words.append("[OPTIONS]")
    for action in actions:
        if not action.option_strings:
            name = str(action.metavar or action.dest)
            forms = {"?": f"[{name}]", "*": f"[{name} ...]", "+": f"{name} ...", argparse.PARSER: f"{name} ..."}
            words.append(forms.get(str(action.nargs), name))
    return " ".join(words)


def laid_out(text: str, width: int) -> Iterator[str]:
    """The lines of a text with paragraphs and lists, wrapped to a width."""
    for is_list, lines in groupby(text.splitlines(), key=lambda line: line.startswith(INDENT)):
        if is_list:
            yield from _list(list(lines), width)
        else:
            for line in lines:
                yield from _wrapped(line, width) or [""]


def _wrapped(text: str, width: int) -> list[str]:
    """A paragraph in lines; names with hyphens stay whole, so that they can be copied."""
    return textwrap.wrap(text, width, break_on_hyphens=False)


def _list(lines: Sequence[str], width: int) -> Iterator[str]:
    pairs = [entry(line) for line in lines]
    widest = max(len(command) for command, what in pairs if what) if any(what for _, what in pairs) else 0
    longest = max((len(what) for _, what in pairs), default=0)
    room = width - len(INDENT)
    if widest + 2 + longest <= room and all(len(command) <= room for command, _ in pairs):
        for command, what in pairs:
            yield f"{INDENT}{command:<{widest}}  {what}".rstrip()
        return
    for command, what in pairs:
        yield from (f"{INDENT}# {line}" for line in _wrapped(what, room - len("# ")))
        yield from _broken(command, room)


def entry(line: str) -> tuple[str, str]:
    """A line of a list: the command, and what it does or nothing."""
    command, _, what = re.sub(r" {2,}", "\n", line.strip(), count=1).partition("\n")
    return command, what


def _broken(command: str, room: int) -> Iterator[str]:
    """A command line, on several lines where it is too long; an option stays with its value."""
    word = r'(?:"[^"]*"|\S)+'
    parts = re.findall(rf"--\S+ (?!-){word}|{word}", command)
    line = INDENT + parts[0]
    for part in parts[1:]:
        if len(line) + len(part) + 1 > room:
            yield f"{line} \\"
            line = f"{INDENT}    {part}"
        else:
            line = f"{line} {part}"
    yield line
