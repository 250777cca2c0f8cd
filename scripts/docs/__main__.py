"""Build the docs site into the package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from .contents import ROOT
from .finish import finish
from .stage import stage

BUILD = ROOT / "build" / "site"
BUILT = ROOT / "src" / "weatherdeck" / "docs_dist"


def build(folder: Path = BUILD, to: Path = BUILT) -> None:
    """Stage, build without a warning, finish."""
    stage(folder)
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "--config-file", "zensical.toml"]
    done = subprocess.run(command, cwd=folder, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{done.stdout}\nthe docs site has problems; they are listed above")
    finish(folder / "html", to)


if __name__ == "__main__":
    build()
    size = sum(path.stat().st_size for path in BUILT.rglob("*") if path.is_file())
    print(f"built {BUILT.relative_to(ROOT)} ({size / 1e6:.1f} MB): 'weatherdeck serve' shows it under /docs")
