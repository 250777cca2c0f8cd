"""Deck tables and weights in machine code: arrays at an address of which the code knows only a name.

A deck table (`deck_table` in the rules) is not part of the machine code. The code has a symbol for the array's address,
and the symbol's name holds the key of the twin. So the code of one deck is that of another with other names: it is read
from the cache, one key in it is replaced by another of the same length, and it is linked to the arrays of that deck.
The same holds for the weights of a network.

Importing this module registers the type with Numba. It is imported only when something is compiled or loaded.
"""
# mypy: disable-error-code="no-untyped-def, no-untyped-call, misc"
# Numba calls these functions with types instead of values and reads no annotations.
# ruff: noqa: ARG001

from __future__ import annotations

from typing import Any

import llvmlite.binding
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.core import types
from numba.core.datamodel import models
from numba.core.imputils import lower_constant
from numba.core.typing.typeof import typeof_impl
from numba.extending import register_model
from numba.np import numpy_support

_arrays: dict[str, npt.NDArray[Any]] = {}
"""All that machine code has addresses of, for as long as the process lives."""


class Handed:
    """A table as compiled rules are handed it."""

    def __init__(self, key: str, name: str, values: npt.NDArray[Any]) -> None:
        self.symbol = f"weatherdeck_{key}_{name}"
        self.array = _arrays.setdefault(self.symbol, np.ascontiguousarray(values))
        llvmlite.binding.add_symbol(self.symbol, self.array.ctypes.data)

    def __repr__(self) -> str:
        return self.symbol


class HandedType(types.Array):
    """An array that is read only, and whose address is a symbol."""

    def __init__(self, dtype: Any, ndim: int) -> None:
        super().__init__(dtype, ndim, "C", readonly=True, name=f"handed({dtype}, {ndim}d)")

    def copy(self, *, ndim: int | None = None, layout: str = "C", **_options: Any) -> types.Array:  # type: ignore[override]
        """Itself, where Numba asks for a version of a global array that is read only; or the type of a row of it."""
        return self if ndim is None else types.Array(self.dtype, ndim, layout, readonly=True)  # type: ignore[call-overload]


register_model(HandedType)(models.ArrayModel)


@typeof_impl.register(Handed)
def _type_of(handed: Handed, context: Any) -> HandedType:
    return HandedType(numpy_support.from_dtype(handed.array.dtype), handed.array.ndim)


@lower_constant(HandedType)
def _lowered(context, builder, kind, handed):
    array = handed.array
    memory = ir.ArrayType(context.get_data_type(kind.dtype), array.size)
    data = builder.module.globals.get(handed.symbol)
    if data is None:
        data = ir.GlobalVariable(builder.module, memory, handed.symbol)
        data.linkage = "external"
        data.global_constant = True  # nothing writes to it while rules run
    structure = context.make_array(kind)(context, builder)
    context.populate_array(
        structure,
        data=builder.bitcast(data, structure.data.type),
        shape=_numbers(context, array.shape),
        strides=_numbers(context, array.strides),
        itemsize=context.get_constant(types.intp, array.itemsize),
        parent=None,
        meminfo=None,
    )
    return structure._getvalue()


def _numbers(context, numbers):
    return ir.Constant.literal_array([context.get_constant(types.intp, number) for number in numbers])
