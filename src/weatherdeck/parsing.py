"""Read JSON and TOML that may come from anyone: whatever is wrong with a text, a ValueError says so in one line."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Callable
from typing import Any

DEEP = "it is nested too deeply"
LONG = f"it has a whole number of more than {sys.int_info.default_max_str_digits:,} digits"


def from_json(text: str) -> Any:
    """The value of a JSON text."""
    return _read(json.loads, text, json.JSONDecodeError)


def from_toml(text: str) -> dict[str, Any]:
    """The table of a TOML text."""
    found: dict[str, Any] = _read(tomllib.loads, text, tomllib.TOMLDecodeError)
    return found


def _read(loads: Callable[[str], Any], text: str, invalid: type[ValueError]) -> Any:
    try:
        return loads(text)
    except invalid:
        raise
    except RecursionError:
        raise ValueError(DEEP) from None
    except ValueError as problem:  # Python's own limit is on digits; its message is for programmers
        raise ValueError(LONG if "digits" in str(problem) else str(problem)) from None
