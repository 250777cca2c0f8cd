"""Files that commands write: a place that cannot be written is refused before the work, not after it."""

from __future__ import annotations

from pathlib import Path

from ..errors import Problem


def check_writable(path: Path, *, in_new_folder: bool = False) -> None:
    """Refuse a file that cannot be written; its folder may have to be made first."""
    try:
        if in_new_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not path.exists()
        with path.open("a", encoding="utf-8"):
            pass
        if is_new:
            path.unlink()
    except OSError as problem:
        raise Problem(f"{path}: cannot be written ({problem.strerror})") from None


def write(path: Path, text: str) -> None:
    """Write a whole file."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise Problem(f"{path}: cannot be written ({problem.strerror})") from None
