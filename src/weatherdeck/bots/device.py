"""The GPU as a place to play: whether there is one, and how many searches its memory has room for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from ..kernel import Twin, cuda
from ..kernel.cuda import NoGpu
from .levels import LEVELS, SEERS

MOST_DESKS = 1 << 14
"""Games with searches that are played at once, as far as there is memory."""


def twin_maker() -> Callable[..., Twin]:
    """What makes the twins that run on the GPU; a Problem says in one line what is missing."""
    missing = cuda.why_not()
    if missing is not None:
        raise NoGpu(f"the GPU engine needs a GPU, and {missing}")
    return cast("Callable[..., Twin]", cuda.twin)  # its twins have what engines over many games use


def memory() -> int:
    """How many bytes searches may take: half of what is free."""
    return cuda.free_memory() // 2


def refusal(bots: Sequence[str]) -> str:
    """Why bots that are not policies do not play on a GPU."""
    return (
        f"the GPU engine plays random, greedy, network, {', '.join(LEVELS)} and {', '.join(SEERS)}; it cannot play "
        f"{', '.join(bots)}, which runs as Python code: choose another engine"
    )
