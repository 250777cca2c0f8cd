"""The words of the language that are not rules themselves, as machine code for Numba.

Importing this module registers them. It is imported only when something is compiled.
"""
# mypy: disable-error-code="no-untyped-def, no-untyped-call, call-arg"
# Numba calls these functions with types instead of values and reads no annotations.
# ruff: noqa: ARG001, ARG005

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_builtin
from numba.core.typing import templates
from numba.extending import intrinsic, overload
from numba.np import arrayobj, numpy_support

from . import cards, language, scratch_lowering


@intrinsic
def _population_count(typing_context, bits):
    def codegen(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), codegen


@intrinsic
def _trailing_zeros(typing_context, bits):
    def codegen(context, builder, signature, arguments):
        return builder.cttz(arguments[0], cgutils.true_bit)

    return types.int64(types.int64), codegen


@intrinsic
def _copy_bytes(typing_context, target, source):
    def codegen(context, builder, signature, arguments):
        size = context.get_constant(types.intp, signature.args[0].size)
        cgutils.raw_memcpy(builder, arguments[0], arguments[1], size, 1)
        return context.get_dummy_value()

    return types.void(target, source), codegen


@overload(cards.count)
def _count(cards):
    return lambda cards: _population_count(cards)


@overload(cards.lowest)
def _lowest(cards):
    return lambda cards: _trailing_zeros(cards)


@overload(language.note)
def _note(event, *numbers):
    return lambda event, *numbers: None


@overload(language.copy_into)
def _copy_into(target, source):
    return lambda target, source: _copy_bytes(target, source)


scratch_lowering.teach(
    SimpleNamespace(types=types, templates=templates, cgutils=cgutils, numpy_support=numpy_support),
    templates.infer_global,
    lower_builtin,
)


# ---------------------------------------------------------------- indices
_here = threading.local()
_from_either_end = arrayobj.fix_integer_index


@contextmanager
def counted_from_the_start() -> Iterator[None]:
    """While this thread compiles rules: their indices are never negative, so that the machine code need not ask each
    time whether one counts from the end. What checked code meets outside the bounds, it refuses, and these with it."""
    before = getattr(_here, "rules", False)
    _here.rules = True
    try:
        yield
    finally:
        _here.rules = before


def _index(context, builder, index_type, index, size):
    if getattr(_here, "rules", False) and index_type.signed:
        return context.cast(builder, index, index_type, types.intp)
    return _from_either_end(context, builder, index_type, index, size)


arrayobj.fix_integer_index = _index  # Numba has no option for this
