"""`weatherdeck cache`: what compiled rules take, what is stale, and clearing them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import filelock
import pytest

from tests.cli.test_json import described
from weatherdeck import kernel
from weatherdeck.cli import main
from weatherdeck.environment import CACHE
from weatherdeck.games import registry
from weatherdeck.kernel import keeping
from weatherdeck.kernel.sources import Source


def keep(home: Path, module: Any, *roles: Any, key: str | None = None, size: int = 1000) -> Path:
    """A folder as the compiler leaves it, with so many bytes of code."""
    source = Source(module, roles)
    folder = home / keeping.COMPILED / (key or source.keys("compiled").code)
    folder.mkdir(parents=True)
    (folder / "code").write_bytes(b"x" * size)
    (folder / keeping.STAMP).write_text(keeping.label(source, "compiled"), encoding="utf-8")
    return folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE.name, str(tmp_path))
    return tmp_path


@pytest.fixture
def filled(home: Path) -> dict[str, Path]:
    game = registry.load("weathervanes")
    unlabelled = home / keeping.COMPILED / "abc"
    unlabelled.mkdir(parents=True)
    (unlabelled / "half").write_bytes(b"x" * 50)
    (home / "vega-1.js").write_text("//")
    return {
        "current": keep(home, game.module),
        "changed": keep(home, registry.load("tradewinds").module, key="0" * 24, size=200),
        "unlabelled": unlabelled,
    }


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["cache", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_an_empty_cache_is_shown(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cache"]) == 0
    assert capsys.readouterr().out == f"Compiled rules are kept in {home}: nothing yet\n"


def test_games_and_what_is_stale_are_counted(filled: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys)
    assert list(found) == described("weatherdeck cache 1")
    assert set(found["games"]) == set(registry.names())
    assert found["games"]["weathervanes"]["parts"] == 1
    assert 1000 < found["games"]["weathervanes"]["bytes"] < 1500
    assert found["games"]["tradewinds"] == {"bytes": 0, "parts": 0}
    assert found["stale"]["parts"] == 2
    assert found["other"]["parts"] == 1
    assert main(["cache"]) == 0
    assert re.search(r"^weathervanes +1\.\d kB  1 part$", capsys.readouterr().out, re.MULTILINE)


def test_what_is_stale_can_be_deleted(filled: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "clear", "--stale")["deleted"] > 250
    assert [name for name, folder in filled.items() if folder.exists()] == ["current"]


def test_everything_can_be_deleted(filled: dict[str, Path], home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cache", "clear"]) == 0
    assert "Deleted 1." in capsys.readouterr().out
    assert [path for path in home.rglob("*") if path.is_file()] == []


def test_what_is_being_compiled_stays(filled: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    with filelock.FileLock(str(filled["current"] / keeping.LOCK)):
        assert main(["cache", "clear"]) == 1
    assert "1 part stayed" in capsys.readouterr().out
    assert (filled["current"] / keeping.STAMP).exists()


@pytest.mark.usefixtures("filled")
def test_what_cannot_be_deleted_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(filelock.FileLock, "acquire", refused)
    assert main(["cache", "clear"]) == 1
    assert "3 parts stayed" in capsys.readouterr().out


def test_a_compiled_module_says_what_it_is(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if not kernel.can_compile():
        pytest.skip("Numba is not available")
    compiling = "from weatherdeck import kernel; from weatherdeck.kernel import random; kernel.compiled(random)"
    environment = {**os.environ, CACHE.name: str(home)}
    subprocess.run(
        [sys.executable, "-c", compiling], check=True, env=environment
    )  # this one may have compiled it before
    assert told(capsys)["other"]["parts"] == 1


def test_stale_needs_clear(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cache", "--stale"]) == 2
    assert "cache clear --stale" in capsys.readouterr().err
