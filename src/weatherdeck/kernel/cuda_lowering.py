"""The words of the language that are not rules themselves, for Numba's CUDA target (`lowering.py`, for devices).

Importing this module registers them. It is imported only when a kernel is compiled.
"""
# mypy: disable-error-code="attr-defined, no-untyped-def, no-untyped-call, call-arg, import-not-found, import-untyped"
# Numba calls these functions with types instead of values and reads no annotations.
# ruff: noqa: ARG001, ARG005

from __future__ import annotations

import hashlib
from types import SimpleNamespace
from typing import Any

import numpy as np
from llvmlite import ir
from numba import cuda
from numba.cuda import cgutils, cudadecl, cudaimpl, types
from numba.cuda.extending import intrinsic, overload
from numba.cuda.np import numpy_support
from numba.cuda.typing import templates

from . import cards, language, scratch_lowering

GLOBAL_MEMORY = 1
"""The address space of the device's memory."""


@overload(cards.count)
def _count(cards):
    return lambda cards: np.int64(cuda.popc(np.int64(cards)))  # popc takes 32 or 64 bits only


@overload(cards.lowest)
def _lowest(cards):
    return lambda cards: np.int64(cuda.ffs(np.int64(cards))) - 1


@overload(language.note)
def _note(event, *numbers):
    return lambda event, *numbers: None


@intrinsic
def _copy_bytes(typing_context, target, source):
    def codegen(context, builder, signature, arguments):
        record = signature.args[0]
        size = context.get_constant(types.intp, record.size)
        cgutils.raw_memcpy(builder, arguments[0], arguments[1], size, 1, align=record.dtype.alignment)
        return context.get_dummy_value()

    return types.void(target, source), codegen


@overload(language.copy_into)
def _copy_into(target, source):
    return lambda target, source: _copy_bytes(target, source)


scratch_lowering.teach(
    SimpleNamespace(types=types, templates=templates, cgutils=cgutils, numpy_support=numpy_support),
    cudadecl.registry.register_global,
    cudaimpl.registry.lower,
)


def table_in_memory(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    """A constant array in the device's memory, one for all functions that use it."""
    data = np.ascontiguousarray(array).tobytes()
    name = f"weatherdeck_table_{hashlib.sha256(data).hexdigest()[:16]}"
    module = builder.module
    variable = module.globals.get(name)
    if variable is None:
        variable = ir.GlobalVariable(module, ir.ArrayType(ir.IntType(8), len(data)), name, GLOBAL_MEMORY)
        variable.linkage = "linkonce_odr"
        variable.global_constant = True
        variable.initializer = ir.Constant(variable.value_type, bytearray(data))
        variable.align = 16
    generic = builder.addrspacecast(variable, ir.PointerType(ir.IntType(8)), "generic")
    made = context.make_array(kind)(context, builder)
    context.populate_array(
        made,
        data=builder.bitcast(generic, made.data.type),
        shape=[context.get_constant(types.intp, n) for n in array.shape],
        strides=[context.get_constant(types.intp, n) for n in np.ascontiguousarray(array).strides],
        itemsize=made.itemsize,
        parent=made.parent,
        meminfo=None,
    )
    return made._getvalue()
