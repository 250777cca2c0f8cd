"""What was measured, in docs/speed.json: parts, each with its date, version and machine.

A part that fails, or is not measured this time, keeps its earlier figures and their date.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import platform
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.beside.turns import cores
from benchmarks.limit.build import in_c
from weatherdeck import __version__
from weatherdeck.games import registry

PATH = Path("docs/speed.json")
FORMAT = 1


@dataclass(frozen=True)
class Effort:
    """How much is measured: enough to publish, or just enough to see that it works."""

    quick: bool = False
    named: tuple[str, ...] = ()  # the games to measure; none: ours

    @property
    def games(self) -> list[str]:
        """The games to measure; for a quick look at ours, one that is written in C, too."""
        if self.named:
            return list(self.named)
        found: list[str] = self.few(sorted(registry.ours(), key=lambda name: name not in in_c()))
        return found

    def one_game(self, full: str) -> str:
        """The game to measure where one has to do."""
        return self.games[0] if self.quick or self.named else full

    def rounds(self, full: int) -> int:
        """Times around."""
        return 2 if self.quick else full

    def seconds(self, full: float) -> float:
        """Of one measurement."""
        return full / 20 if self.quick else full

    def few(self, all_of_them: list[Any], quick: int = 1) -> list[Any]:
        """The things to measure."""
        return all_of_them[:quick] if self.quick else all_of_them


def machine() -> str:
    """This machine's processor, cores and interpreter, in words."""
    return f"{_processor()}, {cores()} cores, {platform.system()}, Python {platform.python_version()}"


def _processor() -> str:
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return found[1].strip() if found else platform.processor() or platform.machine()


def stamped(figures: Any, effort: Effort, where: str | None = None) -> dict[str, Any]:
    """A part of the document: figures with their date, version and machine."""
    return {
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "version": __version__,
        "machine": where or machine(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "quick": effort.quick,
        "figures": figures,
    }


def read(path: Path = PATH) -> dict[str, Any]:
    """The parts that are kept; none if there is no file."""
    if not path.exists():
        return {}
    document = json.loads(path.read_text(encoding="utf-8"))
    if document["format"] != FORMAT:
        return {}
    parts: dict[str, Any] = document["parts"]
    return parts


def write(parts: dict[str, Any], path: Path = PATH) -> None:
    """Keep the parts."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"format": FORMAT, "parts": dict(sorted(parts.items()))}, indent=1, ensure_ascii=False)
    path.write_text(_on_one_line(text) + "\n", encoding="utf-8")


def _on_one_line(text: str) -> str:
    """Put lists of plain numbers and the smallest objects on one line each, so that a diff can be read."""
    return re.sub(r"[\[{]\n\s+[^\[\]{}]*?\n\s+[\]}]", lambda found: re.sub(r"\n\s+", " ", found[0]), text)
