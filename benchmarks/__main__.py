"""Measure how fast weatherdeck is, beside other projects, and write docs/speed.md and docs/speed.json.

    python -m benchmarks                     # everything: about 15 minutes on two cores; leave the machine alone
    python -m benchmarks --only play search  # some parts; the others keep their figures and dates
    python -m benchmarks --quick             # one small game, in a few minutes, into build/speed: to try it out
    python -m benchmarks --page              # measure nothing; write the page from docs/speed.json

A part that fails is reported at the end and keeps its earlier figures.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from pathlib import Path

from benchmarks.speed import document, page
from benchmarks.speed.document import Effort
from benchmarks.speed.parts import PARTS

TRIED_OUT = Path("build/speed")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), help="which parts (default: all)")
    parser.add_argument("--quick", action="store_true", help="one small game, briefly; docs stay as they are")
    parser.add_argument("--games", nargs="+", default=(), metavar="GAME", help="which games (default: ours)")
    parser.add_argument("--page", action="store_true", help="measure nothing, only write the page")
    options = parser.parse_args()
    folder = TRIED_OUT if options.quick else document.PATH.parent
    failed = [] if options.page else run(options.only, Effort(options.quick, tuple(options.games)), folder)
    page.write(document.read(folder / document.PATH.name), folder)
    print(f"{folder / 'speed.md'} is written")
    if failed:
        sys.exit(f"These parts failed and keep their earlier figures: {', '.join(failed)}")


def run(names: list[str], effort: Effort, folder: Path) -> list[str]:
    """Measure parts, each kept as soon as it is measured; the names of those that failed."""
    failed, path = [], folder / document.PATH.name
    for number, name in enumerate(names, 1):
        print(f"{number}/{len(names)} {name}: {PARTS[name].__doc__}", file=sys.stderr, flush=True)
        started = time.perf_counter()
        try:
            part = document.stamped(PARTS[name](effort), effort)
        except Exception:
            traceback.print_exc()
            failed.append(name)
            continue
        document.write({**document.read(path), name: part}, path)
        print(f"  done in {time.perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
    return failed


if __name__ == "__main__":
    main()
