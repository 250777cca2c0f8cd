"""Builds the docs site for tests: once, for all processes that run them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from filelock import FileLock
from scripts.docs.__main__ import build


def built_site(factory: pytest.TempPathFactory) -> Path:
    """The folder of the site."""
    base = factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "docs-site"
    with FileLock(f"{shared}.lock"):
        if not (shared / "index.html").is_file():
            build(factory.mktemp("staged"), shared)
    return shared
