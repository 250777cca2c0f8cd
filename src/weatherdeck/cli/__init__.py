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
from . import arguments


def main(argv: list[str] | None = None) -> int:
    """Run a command; the exit status: 0 done, 1 something was found, 2 it could not be done."""
    if "" not in sys.path:
        sys.path.insert(0, "")  # a game of one's own lies in the folder one is in
    try:
        options = arguments.parser().parse_args(argv)
        status: int = options.run(options)
        sys.stdout.flush()
    except (Problem, OptionError, DataError, UnknownGame, UnknownBot, NoJudgement) as problem:
        print(f"weatherdeck: {problem}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader went away (`... | head`)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return status
