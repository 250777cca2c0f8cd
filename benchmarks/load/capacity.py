"""How many machines many tables need, computed from what one table costs. `docs/capacity.md` says how."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

SIZES = (500, 10_000, 1_000_000)
"""Tables at which people play at the same time."""
PACE = 4.0
"""Seconds between two moves at a table, as in the load test."""
BUSY = 0.5
"""The share of a core, and of what a store takes, that is planned for: beyond it, people begin to wait."""
CORES, GIGABYTES = 8, 32
"""A machine. Each of its cores runs one server, which is one process."""


@dataclass(frozen=True)
class Costs:
    """What one table costs."""

    memory: float  # bytes, in all servers together, at the end of a match
    processor: float  # seconds a move, in all servers together
    idle: float  # the share of a core that a table needs at which nothing happens
    wire: float  # bytes a move, to and from all of its sockets
    stored: float  # bytes of a whole match with its archive
    moves: float  # of a whole match
    store_rate: float = math.nan  # moves a second that the store takes if servers do nothing else


def needed(one: Costs, many: Costs) -> Iterator[str]:
    """The rows of a table: what so many tables need, with SQLite if one server suffices, else with PostgreSQL."""
    yield "| tables in play | moves a second | cores | memory | machines | stores | network | disk a day |"
    yield "|---|---|---|---|---|---|---|---|"
    for tables in SIZES:
        rate = tables / PACE
        costs = one if _cores(tables, one) <= 1 else many
        cores, memory = max(1, math.ceil(_cores(tables, costs))), tables * costs.memory
        machines = max(1, math.ceil(cores / CORES), math.ceil(memory / (GIGABYTES << 30)))
        stores = math.ceil(rate / (BUSY * costs.store_rate))
        disk = rate * 86_400 * costs.stored / costs.moves
        kind = "SQLite" if costs is one else "PostgreSQL"
        parts = [f"{tables:,}", f"{rate:,.0f}", f"{cores:,}", _size(memory), f"{machines:,}", f"{stores} ({kind})"]
        parts += [f"{_size(rate * costs.wire)}/s", _size(disk)]
        yield f"| {' | '.join(parts)} |"


def _cores(tables: int, costs: Costs) -> float:
    return tables * (costs.processor / PACE + costs.idle) / BUSY


def _size(count: float) -> str:
    for unit in ("kB", "MB", "GB"):
        count /= 1000
        if count < 1000:
            return f"{count:,.1f} {unit}" if count < 10 else f"{count:,.0f} {unit}"
    return f"{count / 1000:,.1f} TB"
