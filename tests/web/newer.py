"""A server of a version with newer rules of every game: `python -m tests.web.newer serve ...`."""

from __future__ import annotations

import sys

from weatherdeck.cli import main
from weatherdeck.games import registry

if __name__ == "__main__":
    for name in registry.names():
        registry.load(name).rules.RULESET += 1
    sys.exit(main())
