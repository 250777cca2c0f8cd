"""Look at the games of a study one by one: filter them by anything in their tables, and watch any of them."""

from __future__ import annotations

from .conditions import Query
from .explorer import Explorer

__all__ = ["Explorer", "Query"]
