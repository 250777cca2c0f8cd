"""The results behind the page, packed and kept beside this file: anybody can check the page, and go on from there."""

from __future__ import annotations

import lzma
from collections.abc import Iterable
from pathlib import Path

from .parts import Part
from .results import Results

PUBLISHED = Path(__file__).parent / "results"
SUFFIX = ".xz"


def pack(found: Iterable[tuple[Part, Results]], responses: Iterable[Path], folder: Path = PUBLISHED) -> None:
    """Make a folder hold these results and learned responses, and no others."""
    contents = {f"{part.name}.jsonl": results.text().encode() for part, results in found}
    contents |= {path.name: path.read_bytes() for path in responses}
    folder.mkdir(exist_ok=True)
    for path in folder.glob(f"*{SUFFIX}"):
        if path.name.removesuffix(SUFFIX) not in contents:
            path.unlink()
    for name, content in contents.items():
        path = folder / f"{name}{SUFFIX}"
        if not path.exists() or lzma.decompress(path.read_bytes()) != content:
            path.write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))


def unpack(into: Path, folder: Path = PUBLISHED) -> None:
    """Write what is packed as the files that were packed."""
    for path in folder.glob(f"*{SUFFIX}"):
        (into / path.name.removesuffix(SUFFIX)).write_bytes(lzma.decompress(path.read_bytes()))
