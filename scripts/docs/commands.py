"""The command line reference, from the parsers: nothing here is written by hand."""

from __future__ import annotations

import argparse
import os
import re
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager

from weatherdeck.cli import commands
from weatherdeck.cli.help import laid_out

HEAD = """\
# Every command

This page is made from the same text as `weatherdeck COMMAND --help`. What all commands have in common is on
[the page about the command line](command-line.md).
"""
WIDTH = 92
"""Characters at which usage lines and lists wrap, whatever the terminal of the person who builds the site."""


def page() -> str:
    """The whole reference as one page."""
    with _fixed_width():
        top = commands.parser()
        parts = [
            HEAD,
            *_command(top, 2, title="weatherdeck"),
        ]
    return "\n".join(parts)


def parsers(top: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A parser, then those of its commands and their actions."""
    yield top
    for _, inner in _commands(top):
        yield from parsers(inner)


def _command(parser: argparse.ArgumentParser, level: int, title: str, summary: str = "") -> Iterator[str]:
    yield f"{'#' * level} {title}\n"
    about = _without_percents(parser.description or "", parser) or _sentence(summary)
    yield from _text(about)
    usage = _plain(parser.format_usage()).removeprefix("usage: ").rstrip()
    yield f"```text\n{usage}\n```\n"
    inner = _commands(parser)
    for group in parser._action_groups:
        actions = [
            action
            for action in group._group_actions
            if action.help is not argparse.SUPPRESS and not isinstance(action, argparse._SubParsersAction)
        ]
        shown = [action for action in actions if not isinstance(action, argparse._HelpAction)]
        if shown:
            if group not in (parser._positionals, parser._optionals):
                yield f"{_sentence(group.title or '').rstrip('.')}:\n"
            yield "|  |  |\n|---|---|"
            formatter = parser._get_formatter()
            for action in shown:
                said = formatter._expand_help(action) if action.help else ""
                yield f"| {_names(action, formatter)} | {_cell(said)} |"
            yield ""
    yield from _text(_without_percents(parser.epilog or "", parser))
    for summary, one in inner:
        yield from _command(one, min(level + 1, 4), one.prog, summary)


def _commands(parser: argparse.ArgumentParser) -> list[tuple[str, argparse.ArgumentParser]]:
    found: list[tuple[str, argparse.ArgumentParser]] = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            summaries = {choice.dest: choice.help or "" for choice in action._choices_actions}
            seen: set[int] = set()
            for name, one in action.choices.items():
                if id(one) not in seen:  # an alias is the same parser again
                    seen.add(id(one))
                    found.append((summaries.get(name, ""), one))
    return found


def _names(action: argparse.Action, formatter: argparse.HelpFormatter) -> str:
    said = _plain(formatter._format_action_invocation(action))
    return ", ".join(f"`{name.replace('|', chr(92) + '|')}`" for name in said.split(", "))


def _text(text: str) -> Iterator[str]:
    """Paragraphs as they are; lines that begin with spaces, such as examples, as a block."""
    lines = list(laid_out(text.strip("\n"), WIDTH))
    at = 0
    while at < len(lines):
        last = at
        is_block = lines[at].startswith(" ")
        while last < len(lines) and (lines[last].startswith(" ") == is_block or not lines[last].strip()):
            last += 1
        part = textwrap.dedent("\n".join(lines[at:last])).strip("\n")
        if is_block:
            yield f"```text\n{part}\n```\n"
        elif part.strip():
            yield f"{_escaped(_sentence(part))}\n"
        at = last


def _sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if not text or text[-1] in ".:!?`|" else ".")


def _cell(text: str) -> str:
    return _escaped(re.sub(r"\s+", " ", text).strip()).replace("|", "\\|")


def _escaped(text: str) -> str:
    """Keep what Markdown would take for emphasis or HTML."""
    return re.sub(r"([<*_\\])", r"\\\1", text)


def _without_percents(text: str, parser: argparse.ArgumentParser) -> str:
    return text % {"prog": parser.prog} if "%(prog)" in text else text.replace("%%", "%")


def _plain(text: str) -> str:
    """Without the colours of Python 3.14."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


@contextmanager
def _fixed_width() -> Iterator[None]:
    before = {name: os.environ.get(name) for name in ("COLUMNS", "NO_COLOR")}
    os.environ.update(COLUMNS=str(WIDTH), NO_COLOR="1")
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
