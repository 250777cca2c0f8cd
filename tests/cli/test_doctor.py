"""`weatherdeck doctor`: what works, what does not, and what to do."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_json import described
from weatherdeck import extras
from weatherdeck.cli import main
from weatherdeck.environment import CACHE, INTERPRETED


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE.name, str(tmp_path / "cache"))
    monkeypatch.setattr("weatherdeck.cli.serve.default_store", lambda: tmp_path / "data" / "tables.sqlite")
    monkeypatch.setattr("weatherdeck.kernel.cuda.why_not", lambda: "no CUDA device was found")


def checked(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> dict[str, dict[str, str]]:
    assert main(["doctor", "--port", "0", *arguments, "--json"]) == status
    found: Any = json.loads(capsys.readouterr().out)
    assert list(found) == described("weatherdeck doctor 1")
    assert found["ok"] is (status == 0)
    return {check["name"]: check for check in found["checks"]}


def test_everything_is_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    found = checked(capsys)
    assert {"Python", "compiler", "cache", "compiled games", "data folder", "store", "port", "GPU"} <= set(found)
    assert {f"extra {extra}" for extra in extras.LIBRARIES} <= set(found)
    assert "does not exist yet" in found["store"]["says"]
    assert main(["doctor", "--port", "0"]) == 0
    assert capsys.readouterr().out.endswith("Everything works.\n")


def test_a_missing_extra_comes_with_the_line_that_installs_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "missing", lambda extra: ["ray"] if extra == "ray" else [])
    ray = checked(capsys)["extra ray"]
    assert ray["status"] == "optional"
    assert ray["do"] == extras.install("ray")


def test_interpreted_rules_are_a_warning_with_the_reason(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(INTERPRETED.name, "1")
    compiler = checked(capsys)["compiler"]
    assert compiler["status"] == "warning"
    assert "WEATHERDECK_INTERPRETED is set" in compiler["says"]
    assert compiler["do"]


def test_folders_that_cannot_be_written_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").write_text("a file, not a folder")
    (tmp_path / "data").write_text("a file, not a folder")
    found = checked(capsys, status=1)
    assert (found["cache"]["status"], found["data folder"]["status"]) == ("warning", "problem")
    assert CACHE.name in found["cache"]["do"]


def test_a_store_that_cannot_be_used_is_a_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notdb.txt").write_text("nothing of this kind\n" * 100)
    store = checked(capsys, "--store", str(tmp_path / "notdb.txt"), status=1)["store"]
    assert store["status"] == "problem"
    assert store["do"]
    assert main(["doctor", "--port", "0", "--store", str(tmp_path / "notdb.txt")]) == 1
    assert "Something does not work" in capsys.readouterr().out


def test_a_port_that_is_taken_is_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        found = checked(capsys, "--port", str(taken.getsockname()[1]))
    assert found["port"]["status"] == "warning"
