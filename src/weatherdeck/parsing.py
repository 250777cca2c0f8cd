"""Read JSON, TOML and numbers that may come from anyone: if a text is wrong, a ValueError says so in one line."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Callable
from typing import Any

DEEP = "it is nested too deeply"
LONG = f"it has a whole number of more than {sys.int_info.default_max_str_digits:,} digits"


LONGEST_NUMBER = 30
"""Digits beyond which nothing that people name is a number."""


def is_whole(text: str) -> bool:
    """Whether a text is a whole number from 0 that `int` can read."""
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER


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
