"""The command line: `weatherdeck ...`."""

from __future__ import annotations

import os
import sys

from ..bots import UnknownBot
from ..errors import Problem
from ..games.data import DataError
from ..games.game import NoJudgement
from ..games.options import OptionError
from ..games.registry import UnknownGame
from . import commands


def main(argv: list[str] | None = None) -> int:
    """Run a command and return the exit status: 0 for success, 1 for differences found, 2 for a problem."""
    if "" not in sys.path:
        sys.path.insert(0, "")  # so that a designer's own game is found in the current folder
    try:
        given = sys.argv[1:] if argv is None else argv
        options = commands.parser(given).parse_args(given)
        status: int = options.run(options)
        sys.stdout.flush()
    except (Problem, OptionError, DataError, UnknownGame, UnknownBot, NoJudgement) as problem:
        print(f"weatherdeck: {problem}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader has closed the pipe (`... | head`)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return status
