"""What a command prints can always be printed: on terminals without Unicode, into closed pipes and on full disks."""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
from typing import TextIO

PLAIN = {
    **dict.fromkeys("─━╌╴╶", "-"),
    **dict.fromkeys("│┃╎╵╷", "|"),
    **dict.fromkeys("╱↗↙", "/"),
    **dict.fromkeys("╲↖↘", "\\"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╯╰┏┓┗┛", "+"),
    **dict.fromkeys("▁▂▃", "."),
    **dict.fromkeys("▄▅▆▇█▀■✺", "#"),
    **dict.fromkeys("‘’‚′", "'"),
    **dict.fromkeys("“”„″", '"'),
    **dict.fromkeys("–—−‐‑", "-"),
    **dict.fromkeys("•·∙★✶◆", "*"),
    **dict.fromkeys("→▶›⏵", ">"),
    **dict.fromkeys("←◀◄‹⏴", "<"),
    **dict.fromkeys("↑▲", "^"),
    **dict.fromkeys("↓▼⏎", "v"),
    **dict.fromkeys("✓✔", "v"),
    **dict.fromkeys("×✗✘", "x"),
    "░": ":",
    "◗": ")",
    "☾": "(",
    "♣": "&",
    "↻": "@",
    **dict.fromkeys("♟☼●", "o"),
    "…": ".",
    "≤": "<=",
    "≥": ">=",
    "±": "+-",
    "©": "(c)",
    "ß": "ss",
}
"""What stands for a character where it cannot be printed. Where tables use it, it is as wide as the character."""
HANDLER = "weatherdeck"
"""The name under which Python's streams find `plainly`."""
LONGEST_LINE = 1000


def plainly(error: UnicodeError) -> tuple[str, int]:
    """Write characters that an encoding does not have with those that every encoding has."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_plain(letter) for letter in error.object[error.start : error.end]), error.end


def _plain(letter: str) -> str:
    if letter in PLAIN:
        return PLAIN[letter]
    if unicodedata.category(letter) == "Cs":  # a byte of a file's name that is no text
        return ascii(letter)[1:-1]
    without_accents = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return without_accents or "?"


def one_line(message: str) -> str:
    """A message that may quote a stranger's file, as one line that people can read and that does nothing else."""
    line = " ".join(message.splitlines())
    if len(line) > LONGEST_LINE:  # it quotes something that nobody wants to read
        line = f"{line[: LONGEST_LINE // 2]} ... {line[-LONGEST_LINE // 4 :]}"
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in line)


def prepare() -> None:
    """Let standard output and standard error take any text; where one is closed, what is written is lost."""
    codecs.register_error(HANDLER, plainly)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.TextIOWrapper(io.FileIO(os.devnull, "w"), encoding="utf-8", errors=HANDLER))
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=HANDLER)


def abandon(stream: TextIO) -> None:
    """Write nothing more to a stream that cannot be written: Python would complain about it when it exits."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass  # it has no file
