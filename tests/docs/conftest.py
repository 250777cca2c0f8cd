"""The built docs site."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from filelock import FileLock
from scripts.docs.__main__ import build


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once for all processes that run tests."""
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "docs-site"
    with FileLock(f"{shared}.lock"):
        if not (shared / "index.html").is_file():
            build(tmp_path_factory.mktemp("staged"), shared)
    return shared
