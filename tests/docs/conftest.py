"""The built docs site."""

from __future__ import annotations

from pathlib import Path

import pytest

from .building import built_site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built without a warning."""
    return built_site(tmp_path_factory)
