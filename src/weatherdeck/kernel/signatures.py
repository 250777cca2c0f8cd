"""The compiled types of a function, from its annotations. Every integer is an int64."""

from __future__ import annotations

import typing
from typing import Any

from .records import (
    FeatureRows,
    Features,
    FlagRows,
    Flags,
    FloatRows,
    Floats,
    IntRows,
    Ints,
    is_bundle,
    is_record,
)
from .scratch import Int16s, Int32s
from .sources import parts_of


def signature_of(function: Any) -> Any:
    """The types of a function's arguments and result."""
    from numba import types as nb

    hints = typing.get_type_hints(function)
    parameters = function.__code__.co_varnames[: function.__code__.co_argcount]
    for name in (*parameters, "return"):
        if name not in hints:
            raise TypeError(f"{function.__module__}.{function.__name__} does not annotate {name!r}")
    arguments = [_compiled_type(hints[name], function) for name in parameters]
    returned = hints["return"]
    result = nb.void if returned is type(None) else _compiled_type(returned, function)
    return result(*arguments)


def _compiled_type(hint: Any, function: Any) -> Any:
    import numba
    from numba import types as nb

    plain = {int: nb.int64, bool: nb.boolean, float: nb.float64}
    if hint in plain:
        return plain[hint]
    if hint == Ints:
        return nb.int64[::1]
    if hint == Floats:
        return nb.float64[::1]
    if hint == Features:
        return nb.float32[::1]
    if hint == Flags:
        return nb.int8[::1]
    if hint is Int16s:
        return nb.int16[::1]
    if hint is Int32s:
        return nb.int32[::1]
    if hint == IntRows:
        return nb.int64[:, ::1]
    if hint == FloatRows:
        return nb.float64[:, ::1]
    if hint == FeatureRows:
        return nb.float32[:, ::1]
    if hint == FlagRows:
        return nb.int8[:, ::1]
    if is_record(hint):
        return numba.from_dtype(hint.dtype)
    if is_bundle(hint):
        if "view" in hint._fields:
            raise TypeError(f"{hint.__name__}: no part can be called 'view', which Numba takes for NumPy's method")
        parts = [_compiled_type(part, function) for part in parts_of(hint, function.__roles__).values()]
        return nb.BaseTuple.from_types(parts, hint)  # type: ignore[no-untyped-call]  # as below
    if typing.get_origin(hint) is list and is_record(listed(hint)):
        record = numba.from_dtype(listed(hint).dtype)
        return record[::1] if is_record(typing.get_args(hint)[0]) else record[:, ::1]
    if typing.get_origin(hint) is tuple:
        parts = [_compiled_type(part, function) for part in typing.get_args(hint)]
        return nb.Tuple(parts)  # type: ignore[no-untyped-call]  # Numba has no types of its own here
    raise TypeError(f"{function.__module__}.{function.__name__}: the compiler knows no type for {hint}")


def listed(hint: Any) -> Any:
    """The kind of record in a list of records, or in a list of such lists."""
    while typing.get_origin(hint) is list:
        hint = typing.get_args(hint)[0]
    return hint
