"""Scratch rows as machine code, for Numba's targets: an array on the stack of the function that asks for it.

They are not overloads: such a function would be called, and the row would be gone when it returns.
"""
# mypy: disable-error-code="no-untyped-def, no-untyped-call, misc, no-any-unimported"
# Numba calls these functions with types instead of values and reads no annotations.

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir

from .scratch import WORDS

VECTOR = 64
"""The bytes of the widest registers: rows begin where these can be loaded at once."""


def teach(target: Any, register_typing: Any, register_code: Any) -> None:
    """Teach a target the words. `target` holds its modules `types`, `templates`, `cgutils` and `numpy_support`."""
    types = target.types

    def taught(word: Any, element: Any) -> None:
        class Template(target.templates.AbstractTemplate):
            key = word
            prefer_literal = True

            def generic(self, args, kws):
                if kws or len(args) != 1 or not isinstance(args[0], types.IntegerLiteral):
                    return None  # Numba says that there is no such function for these types
                return target.templates.signature(types.Array(element, 1, "C"), *args)

        register_typing(word, types.Function(Template))

        @register_code(word, types.IntegerLiteral)
        def code(context, builder, signature, _arguments):
            return _row(target, context, builder, signature)

    for word, element in WORDS.items():
        taught(word, target.numpy_support.from_dtype(np.dtype(element)))


def _row(target, context, builder, signature):
    (length,), kind = (signature.args[0].literal_value,), signature.return_type
    item = context.get_data_type(kind.dtype)
    size = context.get_abi_sizeof(item)
    memory = target.cgutils.alloca_once(builder, ir.ArrayType(item, length))  # in the function's first block
    memory.align = VECTOR
    target.cgutils.memset(builder, memory, ir.Constant(ir.IntType(64), length * size), 0)
    row = context.make_array(kind)(context, builder)
    context.populate_array(
        row,
        data=builder.bitcast(memory, row.data.type),
        shape=[context.get_constant(target.types.intp, length)],
        strides=[context.get_constant(target.types.intp, size)],
        itemsize=context.get_constant(target.types.intp, size),
        meminfo=None,
    )
    return row._getvalue()
