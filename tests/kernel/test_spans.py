"""Spans: work on many numbers, shared among threads."""

from __future__ import annotations

import _thread
import signal
import threading
import time
from collections.abc import Iterator

import pytest

from weatherdeck.errors import Problem
from weatherdeck.kernel import spans
from weatherdeck.kernel.spans import WORTH_SHARING, in_spans


class Recorder:
    """Notes which numbers are done, by which threads and in which rooms."""

    def __init__(self, pause: float = 0.0) -> None:
        self.spans: list[tuple[int, int]] = []
        self.threads: set[int] = set()
        self.rooms: list[object] = []
        self.pause = pause

    def __call__(self, first: int, last: int, extra: str, *room: object) -> None:
        assert extra == "argument"
        time.sleep(self.pause)
        self.spans.append((first, last))
        self.threads.add(threading.get_ident())
        self.rooms += room

    def numbers(self) -> list[int]:
        return sorted(number for first, last in self.spans for number in range(first, last))


@pytest.mark.parametrize("threads", ["1", "2", "5"])
@pytest.mark.parametrize("n", [0, 1, WORTH_SHARING, 2 * WORTH_SHARING - 1, 2 * WORTH_SHARING, 100_003])
def test_every_number_is_done_once(n: int, threads: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEATHERDECK_THREADS", threads)
    recorder = Recorder()
    in_spans(recorder, n, ("argument",))
    assert recorder.numbers() == list(range(n))


def test_little_work_is_done_by_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEATHERDECK_THREADS", "4")
    recorder = Recorder()
    in_spans(recorder, 2 * WORTH_SHARING - 1, ("argument",))
    assert recorder.spans == [(0, 2 * WORTH_SHARING - 1)]
    assert recorder.threads == {threading.get_ident()}


def test_much_work_is_done_by_several_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEATHERDECK_THREADS", "3")
    recorder = Recorder(pause=0.02)
    in_spans(recorder, 100_000, ("argument",), object)
    assert len(recorder.threads) == 3
    assert len(set(recorder.rooms)) == len(recorder.spans) > 3


def test_an_error_reaches_the_caller_and_the_pool_lives_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEATHERDECK_THREADS", "2")

    def broken(first: int, last: int) -> None:
        if first == 0:
            raise ZeroDivisionError(f"in {first} to {last}")

    with pytest.raises(ZeroDivisionError, match="in 0 to"):
        in_spans(broken, 10_000, ())
    recorder = Recorder()
    in_spans(recorder, 10_000, ("argument",))
    assert recorder.numbers() == list(range(10_000))


@pytest.fixture
def _python_interrupts() -> Iterator[None]:
    """Interrupts as Python has them: a test before may have left others."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_python_interrupts")
def test_an_interrupt_comes_when_everything_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEATHERDECK_THREADS", "2")
    recorder = Recorder(pause=0.05)

    def interrupted(first: int, last: int, extra: str) -> None:
        if first == 0:
            _thread.interrupt_main()
        recorder(first, last, extra)

    with pytest.raises(KeyboardInterrupt):
        in_spans(interrupted, 100_000, ("argument",))
    assert recorder.numbers() == list(range(100_000))


@pytest.mark.parametrize("words", ["0", "-1", "many", "1.5"])
def test_a_number_of_threads_that_is_none_is_refused(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEATHERDECK_THREADS", words)
    with pytest.raises(Problem, match=f"WEATHERDECK_THREADS is a number of threads, 1 or more, not '{words}'"):
        spans.threads()


def test_as_many_threads_as_cores_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WEATHERDECK_THREADS", raising=False)
    assert spans.threads() >= 1
