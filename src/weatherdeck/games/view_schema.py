"""The declared type of a view, as a check and as a JSON schema. Imported only when asked for: it needs Pydantic."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError

STRICT = ConfigDict(strict=True, extra="forbid", use_attribute_docstrings=True)
"""Nothing is converted, no undeclared key is let through, and what is written under a field describes it."""


@lru_cache(maxsize=64)
def _adapter(declared: Any) -> TypeAdapter[Any]:
    # A TypedDict takes no configuration from outside, but it inherits that of what holds it; hence the list.
    return TypeAdapter(list[declared], config=STRICT)


def view_schema(declared: Any) -> dict[str, Any]:
    """The JSON schema of a declared view; its parts are under `$defs`."""
    schema = _adapter(declared).json_schema()
    parts = schema["$defs"]
    return {**parts.pop(schema["items"]["$ref"].rpartition("/")[2]), "$defs": parts}


def mistakes(declared: Any, view: Mapping[str, Any]) -> list[str]:
    """What of a view is not as declared: nothing, if it keeps to its type."""
    try:
        _adapter(declared).validate_python([view])
    except ValidationError as problem:
        return [
            f"{'.'.join(map(str, error['loc'][1:]))}: {error['msg']}, not {error['input']!r:.60}"
            for error in problem.errors()
        ]
    return []
