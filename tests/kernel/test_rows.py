"""Rows of rows: each of many numbers has a row of floats and a list of records of its own, in both twins alike."""

from __future__ import annotations

import sys
from typing import NamedTuple

import pytest

from weatherdeck import kernel
from weatherdeck.kernel import FloatRows, Floats, Record, copy_into, field, rule


class Leaf(Record):
    """A record."""

    n: int = field("i4")


class Shelf(NamedTuple):
    """The parts of one number, put together by a rule."""

    weights: Floats
    leaves: list[Leaf]


class Shelves(NamedTuple):
    """The parts of all numbers."""

    weights: FloatRows
    leaves: list[list[Leaf]]


@rule
def stack(first: int, last: int, shelves: Shelves) -> None:
    """Fill the shelf of each number."""
    for i in range(first, last):
        put(Shelf(shelves.weights[i], shelves.leaves[i]), i)


@rule
def put(shelf: Shelf, i: int) -> None:
    """Fill a shelf."""
    leaves = shelf.leaves
    leaves[0].n = i
    copy_into(leaves[1], leaves[0])
    shelf.weights[len(shelf.weights) - 1] = leaves[1].n / 2


@pytest.mark.parametrize("make", [kernel.interpreted, *([kernel.compiled] if kernel.can_compile() else [])])
def test_a_rule_puts_a_bundle_together_from_the_rows_of_its_number(make: type) -> None:
    twin: kernel.Twin = make(sys.modules[__name__])
    shelves = twin.make(Shelves, weights=(3, 2), leaves=(3, 2))
    twin.over(3, "stack", shelves)
    assert [list(row) for row in shelves.weights] == [[0.0, 0.0], [0.0, 0.5], [0.0, 1.0]]
    assert [twin.get(row[1], "n") for row in shelves.leaves] == [0, 1, 2]
