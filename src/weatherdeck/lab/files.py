"""Files of the lab that are texts: pages, results, settings."""

from __future__ import annotations

from pathlib import Path

from ..errors import Problem


def write(path: Path, text: str) -> None:
    """Write a text whole or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as problem:
        part.unlink(missing_ok=True)
        raise Problem(f"{path}: cannot be written ({problem.strerror})") from None
