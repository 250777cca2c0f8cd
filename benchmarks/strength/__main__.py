"""`python -m benchmarks.strength`: measure how strong the bots are, and write docs/strength.md.

Results are kept in build/strength, a file for each part, and begin with those that are published in
benchmarks/strength/results. The page and the published results are written from them. Run the same command again to
resume a stopped run. A part whose network or settings have changed is played anew, and its old file is renamed
to *.stale. To share the work, run parts on several machines (--only, --minutes), and --take the others' files.
"""

from __future__ import annotations

import argparse
import math
import os
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import filelock

from weatherdeck import kernel
from weatherdeck.bots.strengths import FILE
from weatherdeck.errors import Problem

from . import agenda, figures, learned, network_pages, page, playing, published
from .parts import Part
from .results import Results, Stale, put_aside

RESULTS = Path("build/strength")
PAGE = Path("docs/strength.md")
NETWORKS = Path("docs/networks")
LOCK = "lock"
"""The file in a folder of results that a run locks while it plays."""


def main(arguments: Sequence[str] | None = None) -> int:
    started = time.monotonic()
    options = _options(arguments)
    try:
        parts = agenda.every()
        chosen = _chosen(parts, options.only)
        _begin(options.results, agenda.together(parts, chosen) if options.no_page else parts)
        if options.list:
            _list(options.results, chosen)
            return 0
        if options.take is not None:
            _take(options.take, options.results, chosen)
        if not options.write:
            with _alone(options.results):
                complete = _play(options, parts, chosen, started + options.minutes * 60)
            print("all of it is played" if complete else "the time is up: run the same command to resume")
        if not options.no_page:
            found, missing = page.read(options.results, parts)
            page.write(options.results, found, missing, PAGE)
            network_pages.write(found, learned.read(options.results), NETWORKS)
            figures.write(found)
            published.pack(found.items(), learned.files(options.results))
            print(f"{PAGE}, {NETWORKS}, the games' {FILE} and the published results are written")
    except Problem as problem:
        print(f"Error: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped: run the same command to resume", file=sys.stderr)
        return 130
    return 0


def _chosen(parts: Sequence[Part], texts: Sequence[str]) -> list[Part]:
    """The parts with one of the texts in their name."""
    found = [part for part in parts if not texts or any(text in part.name for text in texts)]
    if not found:
        raise Problem(f"no part has {' or '.join(texts)} in its name; --list shows all names")
    return found


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument(
        "--only", nargs="+", default=[], metavar="TEXT", help="only parts with one of these texts in their name"
    )
    parser.add_argument(
        "--minutes",
        type=float,
        default=math.inf,
        help="then no game begins; compiling counts (default: no limit)",
    )
    parser.add_argument("--engine", choices=("local", "gpu"), default="local", help="who plays (default: the cores)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="default: one per core")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FOLDER", help=f"default: {RESULTS}")
    parser.add_argument("--take", type=Path, metavar="FOLDER", help="first add the results in a folder from elsewhere")
    parser.add_argument("--write", action="store_true", help="play nothing, only write the page")
    parser.add_argument("--no-page", action="store_true", help="only play: another machine writes the page")
    parser.add_argument("--list", action="store_true", help="list all parts: their deals, and core-seconds per deal")
    return parser.parse_args(arguments)


def _play(options: argparse.Namespace, parts: Sequence[Part], chosen: Sequence[Part], until: float) -> bool:
    kernel.say_limits()
    for part in chosen:
        if part.lacks:
            print(f"{part.name} is left out: it needs {part.lacks}")
    chosen = [part for part in chosen if not part.lacks]
    books = {part: book for part in parts if (book := _book(options.results, part, part in chosen)) is not None}
    ways = agenda.ways_with(parts, chosen)

    def wanted() -> dict[Part, int]:
        deals = agenda.wanted(books, ways)
        return {part: deals[part] for part in chosen}

    if options.engine == "gpu":
        others = [part.name for part in chosen if not playing.can_play(part)]
        if others:
            raise Problem(f"a GPU cannot play {', '.join(others)}: use --only, or --engine local")
        return playing.play(books, playing.Device(), wanted, until)
    left = [part for part, deals in wanted().items() if books[part].missing(deals)]
    if not left:
        return True
    with playing.cores(left, options.processes) as cores:
        return playing.play(books, cores, wanted, until)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Refuse to play for a folder while another run does: both would play the same games."""
    lock = filelock.FileLock(str(folder / LOCK), timeout=0)
    try:
        lock.acquire()
    except filelock.Timeout:
        raise Problem(
            f"another run is playing for {folder}: wait for it, or give this one a folder of its own (--results) and "
            f"--take its results later"
        ) from None
    try:
        yield
    finally:
        lock.release()


def _begin(folder: Path, parts: Sequence[Part]) -> None:
    """Begin with what is published."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as unpacked:
        published.unpack(Path(unpacked))
        _take(Path(unpacked), folder, parts)
        for path in learned.files(Path(unpacked)):
            if not (folder / path.name).exists():
                shutil.copy(path, folder / path.name)


def _take(other: Path, folder: Path, parts: Sequence[Part]) -> None:
    """Add the games that another folder has."""
    for part in parts:
        theirs = _book(other, part, False)
        if theirs is not None and theirs.rows:
            ours = _book(folder, part, True)
            assert ours is not None
            new = [row for key, row in theirs.rows.items() if key not in ours.rows]
            if new:
                ours.add(new)
                print(f"{part.name}: {len(new):,} games more")


def _book(folder: Path, part: Part, renew: bool) -> Results | None:
    """The results of a part. Stale ones make room if new ones will come, and do not count otherwise."""
    path = folder / f"{part.name}.jsonl"
    try:
        return Results(path, part.header, part.games)
    except Stale as problem:
        if not renew:
            return None
        print(f"{problem}: it is played anew, and the old file is now {put_aside(path).name}")
        return Results(path, part.header, part.games)


def _list(folder: Path, parts: Sequence[Part]) -> None:
    """List parts with their deals, and how long they take, judging by what was played."""
    left = 0.0
    for part in parts:
        book = _book(folder, part, False)
        rows = [] if book is None else list(book.rows.values())
        seconds = sum(row["seconds"] for row in rows) / len(rows) * part.games if rows else math.nan
        deals = 0 if book is None else book.deals
        missing = max(0, part.least - deals)
        left += seconds * missing if missing else 0.0
        told = "stale" if book is None else "not timed yet" if math.isnan(seconds) else f"{seconds:.3f} s per deal"
        print(f"{part.name:50} {deals:6,} of {part.least:6,} deals, {told}")
    print(f"core-seconds left: {'not known' if math.isnan(left) else f'{left:,.0f}'}")


if __name__ == "__main__":
    raise SystemExit(main())
