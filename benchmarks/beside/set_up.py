"""The environment of the other projects: `build/beside`, with the versions and hashes of `others.lock`.

They are measured, not used: nothing of ours depends on them, and their requirements may not fit ours.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

from weatherdeck.errors import Problem

LOCK = Path(__file__).with_name("others.lock")
FOLDER = Path("build/beside")
PROJECTS = ("open-spiel", "rlcard", "pettingzoo")


def python() -> Path:
    """The interpreter of the environment, which is made first where it is missing or out of date."""
    interpreter, ready = FOLDER / "bin" / "python", FOLDER / "ready"
    wanted = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if not ready.exists() or ready.read_text() != wanted:
        print(f"Installing OpenSpiel, RLCard and PettingZoo into {FOLDER} (once; about 500 MB)", file=sys.stderr)
        pip = [str(interpreter), "-m", "pip", "install", "--disable-pip-version-check", "--quiet", "--no-input"]
        try:
            subprocess.run([sys.executable, "-m", "venv", "--clear", str(FOLDER)], check=True)
            subprocess.run([*pip, "--require-hashes", "--requirement", str(LOCK)], check=True)
        except subprocess.CalledProcessError as failure:
            raise Problem(f"the other projects could not be installed into {FOLDER}: {failure}") from None
        ready.write_text(wanted)
    return interpreter


def versions() -> dict[str, str]:
    """The installed version of each project."""
    code = f"import json, importlib.metadata as m; print(json.dumps({{p: m.version(p) for p in {PROJECTS!r}}}))"
    done = subprocess.run([str(python()), "-c", code], check=True, capture_output=True, text=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found
