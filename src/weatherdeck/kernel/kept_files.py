"""The files in which Numba keeps one compiled function: checked when they are read, and replaced if they are damaged.

Whatever is wrong with a file (cut short, empty, deleted, one bit changed), the function is compiled again.
"""

# mypy: disable-error-code="no-untyped-call"
# Numba has no types.
from __future__ import annotations

import contextlib
import hashlib
import pickle
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from numba.core.caching import IndexDataCacheFile

DIGEST = 16
"""Bytes at the end of a file that tell whether the others are as they were written."""
Report = Callable[[str], None]
"""Called with the reason why a function cannot be kept."""


class KeptFiles(IndexDataCacheFile):
    """Numba's files of one function."""

    def __init__(self, kept: IndexDataCacheFile, prepare: Callable[[], None], report: Report) -> None:
        """`prepare` is called before the function has to be compiled, `report` if it cannot be kept."""
        self.__dict__.update(vars(kept))
        self._prepare, self._report = prepare, report

    def load(self, key: Any) -> Any:
        """What was kept; None if it has to be compiled."""
        try:
            found = super().load(key)
        except Exception:  # damaged bytes can make pickle raise anything
            self._throw_away()
            found = None
        if found is None:
            self._prepare()
        return found

    def save(self, key: Any, data: Any) -> None:
        """Keep it, if the disk allows."""
        try:
            super().save(key, data)
        except OSError as problem:
            self._report(problem.strerror or str(problem))

    def _throw_away(self) -> None:
        with contextlib.suppress(OSError):  # if it stays, it is found to be damaged each time
            Path(self._index_path).unlink(missing_ok=True)

    def _dump(self, thing: Any) -> bytes:
        content: bytes = super()._dump(thing)
        return content + _digest(content)

    def _load_data(self, name: str) -> Any:
        return pickle.loads(self._content(name))

    def _content(self, name: str) -> bytes:
        kept = Path(self._data_path(name)).read_bytes()
        content, digest = kept[:-DIGEST], kept[-DIGEST:]
        if _digest(content) != digest:
            raise ValueError(f"{name} is damaged")
        return content


class Renamed(KeptFiles):
    """The same files, read as those of a twin with other keys. They are never written."""

    def __init__(
        self,
        kept: IndexDataCacheFile,
        prepare: Callable[[], None],
        report: Report,
        keys: Mapping[str, str],
        stamp: Path,
    ) -> None:
        super().__init__(kept, prepare, report)
        self._keys, self._stamp = keys, stamp

    def save(self, key: Any, data: Any) -> None:
        """Code of one deck alone is not kept."""

    def _throw_away(self) -> None:
        super()._throw_away()
        with contextlib.suppress(OSError):
            self._stamp.unlink(missing_ok=True)  # the next process makes and keeps the shared code again

    def _content(self, name: str) -> bytes:
        content = super()._content(name)
        for old, new in self._keys.items():
            content = content.replace(old.encode(), new.encode())
        return content


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=DIGEST).digest()
