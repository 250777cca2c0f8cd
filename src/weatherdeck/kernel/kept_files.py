"""Files of compiled code: written as a whole or not at all, and checked when they are read.

Whatever is wrong with a file (cut short, empty, one bit changed), it counts as missing, and its code is made again.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

DIGEST = 16
"""Bytes at the end of a file that tell whether the others are as they were written."""


def write(path: Path, content: bytes) -> None:
    """Write a file under another name first: a process that is killed leaves no half of it behind."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    path.parent.mkdir(parents=True, exist_ok=True)  # somebody may have cleared the cache
    try:
        beside.write_bytes(content + _digest(content))
        beside.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def read(path: Path) -> bytes | None:
    """The content of a file; None if it is missing or damaged, and then it is gone."""
    try:
        kept = path.read_bytes()
    except OSError:
        return None
    content, digest = kept[:-DIGEST], kept[-DIGEST:]
    if _digest(content) == digest:
        return content
    discard(path)
    return None


def discard(path: Path) -> None:
    """Throw a file away; if it stays, it is found to be damaged each time."""
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=DIGEST).digest()
