"""Build the docs site into the package."""

from __future__ import annotations

import os
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
    plain = {**os.environ, "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=folder, env=plain, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        said = done.stdout or done.stderr  # on standard error is only the traceback of a build that was given up
        sys.exit(f"{said}\nthe docs site has problems; they are listed above")
    finish(folder / "html", to)


if __name__ == "__main__":
    build()
    size = sum(path.stat().st_size for path in BUILT.rglob("*") if path.is_file())
    print(f"built {BUILT.relative_to(ROOT)} ({size / 1e6:.1f} MB): 'weatherdeck serve' shows it under /docs")
