"""Records: one declaration, two forms."""

from __future__ import annotations

import numpy as np
import pytest

from weatherdeck.kernel import Grid, Ints, Record, deck_table, field, table
from weatherdeck.kernel.records import frozen


class Board(Record):
    cards: Ints = field("i8", 3)
    cells: Grid = field("i1", 2, 3)
    turn: int = field("i2")


def filled() -> Board:
    board = Board(turn=-300)
    board.cards[1] = 1 << 62
    board.cells[1, 2] = -7
    return board


def test_a_new_record_is_zero_but_for_what_is_given() -> None:
    board = Board(turn=5)
    assert (board.cards, board.cells.tolist(), board.turn) == ([0, 0, 0], [[0, 0, 0], [0, 0, 0]], 5)
    with pytest.raises(TypeError, match="no single number called 'cards'"):
        Board(cards=1)


def test_packing_and_unpacking_gives_the_same_record() -> None:
    board = filled()
    assert Board.unpack(board.pack()[0]) == board
    assert Board.from_bytes(board.to_bytes()) == board
    assert len(board.to_bytes()) == Board.dtype.itemsize
    with pytest.raises(ValueError, match="bytes, not 3"):
        Board.from_bytes(b"abc")


def test_the_loose_form_holds_plain_ints_that_cannot_overflow() -> None:
    board = Board.unpack(filled().pack()[0])
    assert type(board.turn) is int
    assert type(board.cards[1]) is int
    assert type(board.cells[1, 2]) is int
    assert board.cells[1, 2] * 100 == -700


@pytest.mark.parametrize(("name", "value"), [("turn", 1 << 15), ("turn", -(1 << 15) - 1), ("turn", 1 << 70)])
def test_a_value_that_does_not_fit_its_field_is_refused(name: str, value: int) -> None:
    board = Board()
    setattr(board, name, value)
    with pytest.raises(OverflowError, match=r"Board\.turn = .* does not fit i2"):
        board.pack()
    board = Board()
    board.cells[0, 0] = 128
    with pytest.raises(OverflowError, match="cells"):
        board.pack()


class Widened(Record):
    turn: int = field("i1")
    score: Ints = field("i2", 3, was="i1")
    last: int = field("i8")


class Original(Record):
    turn: int = field("i1")
    score: Ints = field("i1", 3)
    last: int = field("i8")


def test_a_widened_field_leaves_the_bytes_of_saved_games_as_they_were() -> None:
    before, now = Original(turn=-3, last=1 << 40), Widened(turn=-3, last=1 << 40)
    before.score[:] = now.score[:] = [1, -128, 127]
    assert now.to_bytes() != before.to_bytes()
    assert now.stable_bytes() == before.stable_bytes() == before.to_bytes()
    now.score[1] = 128  # it was not possible before
    assert now.stable_bytes() == now.to_bytes()


class Grown(Record):
    turn: int = field("i1")
    cards: int = field("i1")  # new, and not at the end
    score: Ints = field("i2", 3, was="i1")
    last: int = field("i8")


def test_a_field_that_was_added_can_be_left_out_of_the_bytes_of_saved_games() -> None:
    before, now = Original(turn=-3, last=1 << 40), Grown(turn=-3, last=1 << 40, cards=9)
    assert now.stable_bytes(without=["cards"]) == before.stable_bytes()
    assert now.stable_bytes() != before.stable_bytes()
    now.score[1] = 128
    other = Widened(turn=-3, last=1 << 40)
    other.score[1] = 128
    assert now.stable_bytes(without=["cards"]) == other.stable_bytes()


def test_a_copy_shares_nothing() -> None:
    board = filled()
    copy = board.copy()
    assert copy == board
    copy.cards[0], copy.cells[0, 0] = 1, 1
    assert (board.cards[0], board.cells[0, 0]) == (0, 0)
    assert copy != board


def test_a_repr_shows_every_field() -> None:
    assert repr(Board(turn=2)) == "Board(cards=[0, 0, 0], cells=[[0, 0, 0], [0, 0, 0]], turn=2)"


def test_fields_are_signed_and_small() -> None:
    with pytest.raises(TypeError, match="signed"):
        field("u1")
    with pytest.raises(TypeError, match="signed"):
        field("i1", was="u1")
    with pytest.raises(TypeError, match="two dimensions"):
        field("i1", 2, 2, 2)


def test_a_table_is_frozen_in_the_narrowest_type_that_holds_it() -> None:
    narrow, wide, grid = table([1, -128]), table([1 << 40]), table([[1, 300], [2, 3]])
    assert narrow[1] == -128
    assert grid[0, 1] == 300
    assert [frozen(t).dtype for t in (narrow, wide, grid)] == [np.int8, np.int64, np.int16]  # type: ignore[union-attr]  # they are tables
    assert frozen([1, 2]) is None
    with pytest.raises(ValueError, match="read-only"):
        grid[0, 0] = 5


def test_a_table_with_a_fraction_is_a_table_of_fractions() -> None:
    row, grid = table([1, 0.5]), table([[1.0, 2.0], [3.0, 4.0]])
    assert [frozen(t).dtype for t in (row, grid)] == [np.float64, np.float64]  # type: ignore[union-attr]  # as above
    assert (row[1], grid[1, 0]) == (0.5, 3.0)


def test_a_deck_table_holds_integers() -> None:
    assert deck_table([1, 2])[1] == 2
    for fractions in ([0.5], [[1, 0.5]]):
        with pytest.raises(TypeError, match="holds integers"):
            deck_table(fractions)


def test_integers_stay_integers_whatever_their_size_and_number() -> None:
    assert frozen(table([])).dtype == np.int8  # type: ignore[union-attr]  # as above
    for too_wide in ([1 << 63], [-1, 1 << 63], [1 << 64]):
        with pytest.raises(OverflowError):
            table(too_wide)
