"""`python -m scripts.studies [GAME ...]`: the lab's studies in docs/lab: every game, its variants and its tuning.

Takes hours. Run the same command to resume a stopped run.
"""

from __future__ import annotations

import sys
from pathlib import Path

from weatherdeck.cli import main as weatherdeck
from weatherdeck.games import registry

PAGES = Path("docs/lab")  # from the project's root, as make calls this
KEPT = Path("lab")
VARIANTS = "greedy:20000"
"""Who plays the variants, and how many games of each: they are compared on the same deals."""


def main() -> None:
    for name in list(sys.argv[1:]) or registry.ours():
        _study("lab", name, "--full", "--depth", page=name)
        flags = [option.name for option in registry.load(name).options if option.kind == "flag"]
        if len(flags) > 1:  # one alone says how to sit down together, not how to play
            changes = [part for flag in flags for part in ("--with", f"{flag}=true")]
            _study("lab", "compare", name, "--play", VARIANTS, *changes, page=f"{name}-variants")
        tuning = PAGES / "tunings" / f"{name}.toml"
        if tuning.exists():
            _study("tune", str(tuning), page=f"tunings/{name}")


def _study(*arguments: str, page: str) -> None:
    command = [*arguments, "--out", str(KEPT / page), "--report", str(PAGES / f"{page}.html")]
    sys.argv[1:] = command  # a page shows the command that made it
    status = weatherdeck(command)
    if status:
        sys.exit(status)


if __name__ == "__main__":
    main()
