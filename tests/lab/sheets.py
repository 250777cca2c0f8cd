"""What is written on the sheets of a PDF."""

from __future__ import annotations

import re
import zlib
from pathlib import Path


def texts(path: Path) -> list[str]:
    """Every text of a PDF, in the order in which it was drawn."""
    content = path.read_bytes()
    streams = re.findall(rb"stream\r?\n(.*?)endstream", content, re.DOTALL)
    pages = b"".join(_opened(stream) for stream in streams)
    return [text.decode("latin-1") for text in re.findall(rb"\(((?:[^()\\]|\\.)*)\) Tj", pages)]


def _opened(stream: bytes) -> bytes:
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return b""
