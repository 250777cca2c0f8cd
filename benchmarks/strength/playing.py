"""Plays parts, on all cores or on a GPU: whatever is missing, until enough is there or the time is up."""

from __future__ import annotations

import multiprocessing
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, Protocol

from weatherdeck.bots.hall import Hall
from weatherdeck.bots.workers import LOST, follow_parent
from weatherdeck.cli.progress import Progress
from weatherdeck.errors import Problem

from . import ismcts
from .parts import Match, Part, row_of
from .results import Key, Results, Row

SAVED = 1.0
"""Seconds between additions to the files."""
TOLD = 30.0
"""Seconds between lines that say how far it is, where nobody watches the terminal."""
AHEAD = 3
"""Tasks for each process: one that it plays, and some that wait."""
QUICK_GPU, SEARCH_GPU = 1 << 15, 1 << 12
"""Games that a GPU plays at once."""

Task = tuple[Part, Sequence[Key]]
"""Games of a part."""


class Engine(Protocol):
    """Who plays."""

    def play(self, tasks: Sequence[Task], until: float) -> Iterator[tuple[Part, list[Row]]]:
        """Play tasks and yield results as they come. No task begins after a time of the monotonic clock."""


def play(books: Mapping[Part, Results], engine: Engine, wanted: Callable[[], Mapping[Part, int]], until: float) -> bool:
    """Play what is wanted, which may be more after some results; whether all of it is there.

    No game begins after a time of the monotonic clock.
    """
    while True:
        tasks = [
            (part, keys) for part, deals in wanted().items() for keys in _bundles(books[part].missing(deals), part)
        ]
        if not tasks or time.monotonic() > until:
            return not tasks
        with Progress("games", sum(len(keys) for _, keys in tasks)) as progress:
            _save(books, engine.play(tasks, until), progress)


def _save(books: Mapping[Part, Results], results: Iterator[tuple[Part, list[Row]]], progress: Progress) -> None:
    """Add results to the files, every few seconds and whatever happens."""
    waiting: dict[Part, list[Row]] = {}
    done, saved, told = 0, time.monotonic(), time.monotonic()

    def save() -> None:
        for part, rows in waiting.items():
            books[part].add(rows)
        waiting.clear()

    try:
        for part, rows in results:
            waiting.setdefault(part, []).extend(rows)
            done += len(rows)
            progress.show(done, part.name)
            if time.monotonic() - saved > SAVED:
                save()
                saved = time.monotonic()
            if not sys.stderr.isatty() and time.monotonic() - told > TOLD:
                print(f"{done:,} of {progress.total:,} games, now {part.name}", flush=True)
                told = time.monotonic()
    finally:
        save()


def _bundles(keys: Sequence[Key], part: Part) -> Iterator[Sequence[Key]]:
    for first in range(0, len(keys), part.at_once):
        yield keys[first : first + part.at_once]


# ---------------------------------------------------------------- on all cores
class Cores:
    """Processes that play; with one, this process plays itself."""

    def __init__(self, parts: Sequence[Part], pool: ProcessPoolExecutor | None, processes: int) -> None:
        self._place = {part: place for place, part in enumerate(parts)}
        self._pool, self._processes = pool, processes

    def play(self, tasks: Sequence[Task], until: float) -> Iterator[tuple[Part, list[Row]]]:
        """Play tasks in their order, as many at once as there are processes."""
        if self._pool is None:
            for part, keys in tasks:
                if time.monotonic() < until:
                    yield part, [part.play(*key) for key in keys]
            return
        left, under_way = iter(tasks), dict[Future[list[Row]], Part]()
        while True:
            while len(under_way) < AHEAD * self._processes and time.monotonic() < until:
                task = next(left, None)
                if task is None:
                    break
                part, keys = task
                under_way[self._pool.submit(_play, self._place[part], tuple(keys), until)] = part
            if not under_way:
                return
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                yield under_way.pop(future), future.result()


@contextmanager
def cores(parts: Sequence[Part], processes: int) -> Iterator[Cores]:
    """Compile everything that the parts need, once, and start the processes."""
    _prepare(parts, processes)
    if processes == 1:
        yield Cores(parts, None, 1)
        return
    context = multiprocessing.get_context("fork" if _can_fork() else "spawn")  # only now: searches have threads
    fresh = [replace(part) for part in parts]  # without what they have looked up: not all of that can be sent
    number = context.Value("i", 0)
    pool = ProcessPoolExecutor(processes, context, initializer=_begin, initargs=(fresh, number))
    others = set(multiprocessing.active_children())
    try:
        with warnings.catch_warnings():
            # Python warns where threads are forked. The only ones here are those of NumPy's BLAS, which allow it.
            warnings.simplefilter("ignore", DeprecationWarning)
            pool.submit(int).result()  # starts all processes
        yield Cores(parts, pool, processes)
    except BrokenProcessPool:
        raise Problem(LOST) from None
    except BaseException:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _can_fork() -> bool:
    """Whether processes can inherit what was compiled: a process with threads of Python's may not be forked."""
    return sys.platform == "linux" and threading.active_count() == 1


def _prepare(parts: Sequence[Part], processes: int) -> None:
    """Compile what the parts need: first each in a process of its own, then take it from the cache."""
    needs = list({(part.game, type(part)): part for part in parts}.values())
    if _can_fork() and processes > 1:
        _compile_apart(needs, processes)
    with Progress("ready, of the games", len(needs)) as progress:
        for done, part in enumerate(needs):
            progress.show(done, part.name)
            part.prepare()


def _compile_apart(needs: Sequence[Part], processes: int) -> None:
    context = multiprocessing.get_context("fork")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # as above
        for first in range(0, len(needs), processes):
            compilers = [context.Process(target=_compile, args=(part,)) for part in needs[first : first + processes]]
            for compiler in compilers:
                compiler.start()
            for compiler in compilers:
                compiler.join()


def _compile(part: Part) -> None:
    follow_parent()
    with suppress(Problem):  # the parent meets it again, and says so
        part.prepare()


_parts: Sequence[Part] = ()
"""What this process plays, if it is one of several."""


def _begin(parts: Sequence[Part], number: Any) -> None:
    """Begin as one of several processes, which have numbers."""
    global _parts
    follow_parent()
    _parts = parts
    with number.get_lock():
        mine, number.value = number.value, number.value + 1
    if any(isinstance(part, ismcts.AtEqualTime) for part in parts):
        ismcts.on_one_core(mine)


def _play(place: int, keys: Sequence[Key], until: float) -> list[Row]:
    """Play games, unless they have waited for too long."""
    if time.monotonic() > until:
        return []
    return [_parts[place].play(*key) for key in keys]


# ---------------------------------------------------------------- on a GPU
class Device:
    """A GPU: it plays thousands of games at once, with the same results."""

    def __init__(self, hall: Callable[..., Hall] = Hall) -> None:
        self._hall = hall

    def play(self, tasks: Sequence[Task], until: float) -> Iterator[tuple[Part, list[Row]]]:
        """Play the matches among the tasks, part by part."""
        games: dict[Match, list[Key]] = {}
        for part, keys in tasks:
            assert isinstance(part, Match), "others were refused"
            games.setdefault(part, []).extend(keys)
        for part, keys in games.items():
            hall = self._hall(part.plan)
            at_once = QUICK_GPU if part.is_quick else SEARCH_GPU
            for first in range(0, len(keys), at_once):
                if time.monotonic() > until:
                    return
                yield part, _on_device(hall, part, keys[first : first + at_once])


def _on_device(hall: Hall, part: Match, keys: Sequence[Key]) -> list[Row]:
    lineups = part.plan.lineups
    played = hall.play([(deal, lineups[game]) for deal, game in keys])
    return [row_of(one, game, 0.0) for one, (_, game) in zip(played, keys, strict=True)]


def can_play(part: Part) -> bool:
    """Whether a GPU can play a part."""
    return type(part) is Match
