"""Worker processes: they leave interruptions to the process that started them, and never outlive it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import wait

from .. import kernel
from ..errors import Problem

LOST = "a worker process was ended from outside, perhaps because memory ran out: use fewer with --processes"


@contextmanager
def workers(processes: int, initializer: Callable[[], None]) -> Iterator[ProcessPoolExecutor]:
    """A pool of worker processes; if the block is left early, what they are doing is no longer needed."""
    kernel.say_limits()
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")  # threads may not be forked
    pool = ProcessPoolExecutor(processes, context, initializer=initializer)
    try:
        yield pool
    except BaseException as problem:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        if isinstance(problem, BrokenProcessPool):
            raise Problem(LOST) from None
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def follow_parent() -> None:
    """Leave Ctrl-C to the parent process, and end when it ends, however that happens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(parent: int) -> None:
    wait([parent])
    os._exit(1)  # the work of a process that is gone is of no use, and may take minutes
