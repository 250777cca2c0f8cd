"""NumPy arrays for interpreted rules, which work on plain numbers, lists and loose records (see `records.py`)."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from .records import FeatureRows, Features, FlagRows, Flags, is_bundle

AS_ARRAYS = (Features, FeatureRows, Flags, FlagRows)


class Loosening:
    """Arguments of a rule in loose form, to be written back when the rule has run: if it is interrupted, never."""

    def __init__(self, parts_of: Callable[[Any], Mapping[str, Any]]) -> None:
        self._parts_of = parts_of
        self._back: list[tuple[Any, Any]] = []

    def loosen(self, value: Any, hint: Any) -> Any:
        """A value of a type of the rules' language, with lists for arrays that rules take as lists."""
        if is_bundle(hint):
            hints = self._parts_of(hint).values()
            return hint(*(self.loosen(part, part_hint) for part, part_hint in zip(value, hints, strict=True)))
        if not isinstance(value, np.ndarray):
            return value
        loose: Any
        if value.dtype.names:
            loose = [_kind(hint).unpack(packed) for packed in value]
        else:
            loose = value.copy() if hint in AS_ARRAYS else value.tolist()
        self._back.append((value, loose))
        return loose

    def write_back(self) -> None:
        """Write the loose forms into the arrays that they came from."""
        for array, loose in self._back:
            if array.dtype.names:
                for i, record in enumerate(loose):
                    array[i] = record.pack()[0]
            elif array.size:
                array[...] = loose


def _kind(hint: Any) -> Any:
    """The kind of the records in a list."""
    return typing.get_args(hint)[0]
