"""Records: the flat, fixed-size state of a game, and other types of the rules' language.

A record is declared once and has two forms:

- *loose*, an instance of its class whose fields hold plain Python ints and lists of them (interpreted rules work on
  these, since NumPy's narrow scalars overflow where compiled code, which computes in int64, does not);
- *packed*, one element of a NumPy array of `Cls.dtype` (compiled rules work on these, by reference).

`pack` and `unpack` convert one into the other; `pack` rejects a value that does not fit its field.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, MutableSequence, Sequence
from typing import Any, ClassVar, Self, TypeAlias

import numpy as np
import numpy.typing as npt

Ints: TypeAlias = MutableSequence[int]
"""A row of integers: a list when interpreted, an int64 array when compiled."""
Floats: TypeAlias = MutableSequence[float]
"""A row of floating-point numbers: a list when interpreted, a float64 array when compiled."""
Features: TypeAlias = npt.NDArray[np.float32]
"""The caller's array that `observe` writes to, in both twins."""
Flags: TypeAlias = npt.NDArray[np.int8]
"""A caller's array of zeros and ones, in every twin."""
IntRows: TypeAlias = Sequence[Ints]
"""Many rows of integers of one length, such as a generator for each table: `rows[i]` is a row."""
FloatRows: TypeAlias = Sequence[Floats]
"""Many rows of floating-point numbers of one length: `rows[i]` is a row."""
FeatureRows: TypeAlias = Sequence[Features]
"""Many rows of float32 of one length: a caller's array of two dimensions, in every twin."""
FlagRows: TypeAlias = Sequence[Flags]
"""Many rows of zeros and ones of one length: a caller's array of two dimensions, in every twin."""
Grid: TypeAlias = npt.NDArray[np.object_]
"""A field or table of two dimensions, indexed `grid[row, column]`; its elements are plain ints."""


class Field:
    """The declaration of a field: the width of its numbers, and its shape."""

    def __init__(self, code: str, *shape: int, was: str | None = None) -> None:
        for one in (code, was or code):
            if one not in ("i1", "i2", "i4", "i8", "f8"):
                raise TypeError(
                    f"a field's code is i1, i2, i4, i8 (signed: unsigned numbers misbehave) or f8, not {one!r}"
                )
        if len(shape) > 2:
            raise TypeError(f"a field has at most two dimensions, not {len(shape)}")
        self.code, self.shape, self.was = code, shape, was or code

    def empty(self) -> Any:
        """The zero value of the loose form."""
        if len(self.shape) == 0:
            return 0
        if len(self.shape) == 1:
            return [0] * self.shape[0]
        grid = np.empty(self.shape, object)
        grid.fill(0)
        return grid


def field(code: str, *shape: int, was: str | None = None) -> Any:
    """Declare a field: `field("i1")` is a number, `field("i8", 4)` a row, `field("i1", 4, 9)` a grid.

    `was` is the code that a field had before it was widened, for `Record.stable_bytes`.
    """
    return Field(code, *shape, was=was)


class Record:
    """Base class of a game's `State`. Declare its fields as `name: int = field("i1")` and so on."""

    dtype: ClassVar[np.dtype[np.void]]
    first_dtype: ClassVar[np.dtype[np.void]]  # with the widths that fields had before they were widened
    fields: ClassVar[dict[str, Field]]

    def __init_subclass__(cls) -> None:
        cls.fields = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        cls.dtype = np.dtype([(name, f.code, f.shape) for name, f in cls.fields.items()], align=True)
        cls.first_dtype = np.dtype([(name, f.was, f.shape) for name, f in cls.fields.items()], align=True)

    def __init__(self, **values: float) -> None:
        for name, f in self.fields.items():
            setattr(self, name, f.empty())
        for name, value in values.items():
            if name not in self.fields or self.fields[name].shape:
                raise TypeError(f"{type(self).__name__} has no single number called {name!r}")
            setattr(self, name, value)

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={_plain(getattr(self, name))}" for name in self.fields)
        return f"{type(self).__name__}({parts})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record) or type(other) is not type(self):
            return NotImplemented
        return all(_plain(getattr(self, name)) == _plain(getattr(other, name)) for name in self.fields)

    __hash__ = None  # type: ignore[assignment]  # a record is mutable

    def copy(self) -> Self:
        """Another record with the same values."""
        other = type(self).__new__(type(self))
        for name, f in self.fields.items():
            value = getattr(self, name)
            setattr(other, name, value.copy() if f.shape else value)
        return other

    def pack(self) -> npt.NDArray[np.void]:
        """This record in packed form: an array of one element."""
        return self._packed_as(self.dtype)

    def _packed_as(self, dtype: np.dtype[np.void]) -> npt.NDArray[np.void]:
        out = np.zeros(1, dtype)
        for name in dtype.names or ():
            f = self.fields[name]
            value = getattr(self, name)
            try:
                wide = np.array(value, np.float64 if f.code == "f8" else np.int64)
            except OverflowError:
                wide = None
            code = dtype[name].base
            if wide is None or not np.array_equal(wide, wide.astype(code)):
                raise OverflowError(f"{type(self).__name__}.{name} = {_plain(value)} does not fit {code.str[1:]}")
            out[0][name] = wide
        return out

    def to_bytes(self) -> bytes:
        """The bytes of the packed form: equal records have equal bytes."""
        return self.pack().tobytes()

    def stable_bytes(self, without: Collection[str] = ()) -> bytes:
        """The bytes that a saved game is checked by. They stay the same when a field is widened, if its values fit, and
        when a field is added that is left out here."""
        try:
            return self._packed_as(_less(self.first_dtype, without)).tobytes()
        except OverflowError:
            return self._packed_as(_less(self.dtype, without)).tobytes()

    @classmethod
    def unpack(cls, packed: Any) -> Self:
        """The loose form of a packed record (an element of an array of `dtype`)."""
        state = cls.__new__(cls)
        for name, f in cls.fields.items():
            value = packed[name]
            if len(f.shape) == 2:
                grid = np.empty(f.shape, object)
                grid[:] = value.tolist()
                setattr(state, name, grid)
            else:
                setattr(state, name, value.tolist())
        return state

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The record that `to_bytes` returned the bytes of."""
        if len(data) != cls.dtype.itemsize:
            raise ValueError(f"{cls.__name__} has {cls.dtype.itemsize} bytes, not {len(data)}")
        return cls.unpack(np.frombuffer(data, cls.dtype)[0])


def _less(dtype: np.dtype[np.void], without: Collection[str]) -> np.dtype[np.void]:
    """A record's type without some of its fields."""
    kept = [(name, dtype[name].base, dtype[name].shape) for name in dtype.names or () if name not in without]
    return np.dtype(kept, align=True)


class Row(tuple[Any, ...]):
    """A constant table of one dimension, for interpreted rules."""

    __slots__ = ()


def table(values: Iterable[Any]) -> Any:
    """A constant table of integers, of one or two dimensions; compiled code holds it in the narrowest type.

    With a fraction among its numbers, it is a table of fractions.
    """
    cells = np.array(list(values), object)  # NumPy makes floats of an empty list, and of integers that are too wide
    is_fractional = any(isinstance(cell, (float, np.floating)) for cell in cells.flat)
    wide = cells.astype(np.float64 if is_fractional else np.int64)
    if wide.ndim == 1:
        return Row(wide.tolist())
    if wide.ndim != 2:
        raise TypeError(f"a table has one or two dimensions, not {wide.ndim}")
    grid = np.empty(wide.shape, object)
    grid[:] = wide.tolist()
    grid.flags.writeable = False
    return grid


class DeckRow(Row):
    """A table of one dimension that depends on the deck."""

    __slots__ = ()


class DeckGrid(np.ndarray[Any, Any]):
    """A table of two dimensions that depends on the deck."""


def deck_table(values: Iterable[Any]) -> Any:
    """A table of integers that depends on the deck file. Interpreted, it is a `table`.

    Compiled rules are handed it, so that all decks share one machine code. It has the same shape for every deck, and
    so has everything else that rules use: where a constant or a `table` differs, the rules are compiled once more.
    """
    made = table(values)
    array = frozen(made)
    if array is not None and array.dtype == np.float64:  # they are handed over as integers: fractions would be cut off
        raise TypeError("a deck table holds integers, not fractions")
    return DeckRow(made) if isinstance(made, Row) else made.view(DeckGrid)


def is_deck_table(value: Any) -> bool:
    """Whether a value is a table that depends on the deck (and not a row of one)."""
    return isinstance(value, DeckRow) or (isinstance(value, DeckGrid) and value.ndim == 2)


class Weights(Sequence[Any]):
    """A table of learned integers, of one or two dimensions: `table[row][column]`. Its elements are plain ints.

    Compiled rules are handed it as an array of its own type, as they are handed a deck table: tables of the same type
    and shape share one machine code.
    """

    def __init__(self, array: npt.NDArray[Any]) -> None:
        if array.dtype not in (np.int8, np.int16, np.int32) or array.ndim not in (1, 2):
            raise TypeError(
                f"weights are int8, int16 or int32, in one or two dimensions; not {array.dtype}, {array.ndim}"
            )
        self.array = np.ascontiguousarray(array)
        self.array.flags.writeable = False
        self._rows: dict[int, Any] = {}

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, at: Any) -> Any:
        row = self._rows.get(at)
        if row is None:
            row = self._rows[at] = self.array[at].tolist()
        return row


def handed(value: Any) -> npt.NDArray[Any] | None:
    """The array that compiled code is handed for a table that is not part of it; None for any other value."""
    if isinstance(value, Weights):
        return value.array
    made = frozen(value) if is_deck_table(value) else None
    return None if made is None else made.astype(np.int64)  # as wide as any deck may need, so that all decks are alike


def frozen(value: Any) -> npt.NDArray[Any] | None:
    """The constant array that compiled code uses for a table, or None if the value is not a table."""
    if isinstance(value, Weights):
        return value.array
    if not isinstance(value, Row) and not (isinstance(value, np.ndarray) and value.dtype == object):
        return None
    wide = np.array(value if isinstance(value, Row) else value.tolist())
    if wide.size and wide.dtype == np.float64:
        return wide
    wide = wide.astype(np.int64)
    for code in ("i1", "i2", "i4"):
        if np.array_equal(wide, wide.astype(code)):
            return wide.astype(code)
    return wide


def is_record(hint: Any) -> bool:
    """Whether a type is a kind of record."""
    return isinstance(hint, type) and issubclass(hint, Record) and hint is not Record


def is_bundle(hint: Any) -> bool:
    """Whether a type is a named tuple class: records and rows that are passed to rules together."""
    return isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")


def _plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray) else value


class Sparse(list[Record]):
    """A list of loose records that are made when first used: lists may be long, and little of them used."""

    def __init__(self, kind: type[Record], n: int) -> None:
        super().__init__()
        self._kind, self._n = kind, n

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, at: Any) -> Any:
        if not 0 <= at < self._n:
            raise IndexError(f"there are {self._n} records, numbered from 0: not {at}")
        while super().__len__() <= at:
            self.append(self._kind())
        return super().__getitem__(at)
