"""What was played is kept in one SQLite file: the sums of each deal, in chunks, written as soon as they are there."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ...errors import Problem

Numbers = npt.NDArray[np.float64]
FILE = "deals.sqlite"
TABLE = """
CREATE TABLE IF NOT EXISTS chunks (
    run TEXT NOT NULL,      -- who plays what: a candidate, a table, a seed
    number INTEGER NOT NULL,
    width INTEGER NOT NULL,
    sums BLOB NOT NULL,     -- a row for each deal
    PRIMARY KEY (run, number)
) WITHOUT ROWID
"""


class Ledger:
    """The chunks of a tuning. A kill loses at most those that are being played."""

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(folder / FILE, isolation_level=None)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.execute(TABLE)
        except OSError as problem:
            raise Problem(f"{folder}: cannot be written ({problem.strerror})") from None
        except sqlite3.Error as problem:
            raise Problem(f"{folder / FILE}: cannot be opened ({problem}); delete it to start again") from None

    def keep(self, run: str, number: int, sums: Numbers) -> None:
        """Write a chunk."""
        try:
            values = (run, number, sums.shape[1], sums.astype("<f8").tobytes())
            self._db.execute("INSERT OR REPLACE INTO chunks VALUES (?, ?, ?, ?)", values)
        except sqlite3.Error as problem:
            raise Problem(f"what was played cannot be kept ({problem}); free some space and run it again") from None

    def done(self, run: str) -> set[int]:
        """The numbers of the chunks that are there."""
        return {number for (number,) in self._db.execute("SELECT number FROM chunks WHERE run = ?", (run,))}

    def sums(self, run: str, chunks: int) -> Numbers:
        """The first chunks, one after the other."""
        query = "SELECT width, sums FROM chunks WHERE run = ? AND number < ? ORDER BY number"
        rows = self._db.execute(query, (run, chunks)).fetchall()
        assert len(rows) == chunks, "a run is read after it was played"
        return np.concatenate([np.frombuffer(sums, "<f8").reshape(-1, width) for width, sums in rows])

    def close(self) -> None:
        """Close the file."""
        self._db.close()
