"""`python -m benchmarks.loop [GAME]`: from a deck that was just saved to the page that compares it.

Each look is a process of its own: `weatherdeck lab compare GAME --with FILE --quick`. The first one may compile.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from weatherdeck.games import registry

LOOKS = 4


def main() -> None:
    named = sys.argv[1:] or [name for name in registry.ours() if registry.load(name).data_file is not None]
    print(f"A deck is edited, compared and reported, in seconds ({os.cpu_count()} cores; the target is 30)")
    print(f"{'game':24} {'first':>7} {'edited':>7} {'edited':>7} {'edited':>7}")
    for name in named:
        with tempfile.TemporaryDirectory() as folder:
            print(f"{name:24} " + " ".join(f"{seconds:7.1f}" for seconds in _looks(name, Path(folder))))


def _looks(name: str, folder: Path) -> list[float]:
    """Look at several neighbouring decks, one after the other, in the same folder."""
    deck = folder / "mine.toml"
    command = [sys.executable, "-m", "weatherdeck", "lab", "compare", name, "--with", str(deck), "--quick", "--no-open"]
    waited = []
    for _, edited in itertools.islice(registry.load(name).neighbours(), LOOKS):
        deck.write_text(edited.text, encoding="utf-8")
        started = time.perf_counter()
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        waited.append(time.perf_counter() - started)
    return waited


if __name__ == "__main__":
    main()
