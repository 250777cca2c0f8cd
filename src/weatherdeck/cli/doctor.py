"""`weatherdeck doctor`: what is installed, compiled and reachable, and what to do about the rest."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import tempfile
import textwrap
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from .. import __version__, extras, kernel
from ..environment import CACHE, INTERPRETED
from ..errors import Problem
from ..games import registry
from .arguments import PORT, examples, port
from .help import columns

FORMAT = "weatherdeck doctor 1"
PATIENCE = 10
"""Seconds in which a store has to answer."""
DO_STORE = "Check the address, and that the database runs and lets you in (docs/hosting.md)."
Status = Literal["ok", "optional", "warning", "problem"]


@dataclass(frozen=True)
class Check:
    """What was looked at, how it is, and what to do."""

    name: str
    status: Status  # optional: missing, and not needed to play; warning: works, but not as well as it could
    says: str
    do: str = ""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What to look at."""
    command.description = (
        "Check this installation: Python, the compiler, extras, folders, the store of the table server, its port, and "
        "the GPU. Each line says what to do where something is missing. Exit status 1 if something does not work."
    )
    command.epilog = examples(
        ("weatherdeck doctor", ""),
        ("weatherdeck doctor --store postgresql://user@host/db", "can this machine reach the store?"),
        ("weatherdeck doctor --json", "for scripts (docs/command-line.md)"),
    )
    command.add_argument(
        "--store", metavar="STORE", help="the store to reach: an SQLite file or postgresql://... (default: as in serve)"
    )
    command.add_argument(
        "--port", type=port, default=PORT, metavar="N", help=f"the port that should be free (default: {PORT})"
    )
    command.add_argument("--json", action="store_true", help="print JSON, for scripts")


def run(options: argparse.Namespace) -> int:
    """Check everything; exit status 1 if something does not work."""
    found = list(checks(options.store, options.port))
    ok = not any(check.status == "problem" for check in found)
    if options.json:
        told = {"format": FORMAT, "ok": ok, "version": __version__, "checks": [asdict(check) for check in found]}
        print(json.dumps(told, indent=1))
        return 0 if ok else 1
    width = max(len(check.name) for check in found)
    for check in found:
        lead = f"{check.status:8}  {check.name:{width}}  "
        rest = " " * len(lead)
        print(textwrap.fill(check.says, columns(), initial_indent=lead, subsequent_indent=rest, break_on_hyphens=False))
        if check.do:
            print(textwrap.fill(check.do, columns(), initial_indent=f"{rest}-> ", subsequent_indent=f"{rest}   "))
    print("\nEverything works." if ok else "\nSomething does not work: see 'problem' above.")
    return 0 if ok else 1


def checks(store: str | None, port: int) -> Iterator[Check]:
    """Everything that is looked at, in the order in which it matters."""
    yield Check("Python", "ok", f"{platform.python_version()} on {platform.system()} {platform.machine()}")
    yield Check("weatherdeck", "ok", f"{__version__} in {Path(registry.__file__).parents[1]}")
    yield _client()
    yield _compiler()
    yield _cache()
    yield _games()
    yield _data_folder()
    yield _store(store)
    yield _port(port)
    for extra in extras.LIBRARIES:
        yield _extra(extra)
    yield _gpu()


def _client() -> Check:
    from ..table.web.site import BUILT

    if (BUILT / "index.html").is_file():
        return Check("browser client", "ok", "built")
    return Check(
        "browser client",
        "problem",
        "not built, so 'weatherdeck serve' has no pages",
        "Install the package as released, or run 'make web' in the repository.",
    )


def _compiler() -> Check:
    name = "compiler"
    if not kernel.can_compile():
        do = (
            f"Unset {INTERPRETED.name}."
            if INTERPRETED.value
            else "Try pip install numba. docs/install.md says where it exists."
        )
        return Check(name, "warning", kernel.why_slow().removesuffix("."), do)
    try:
        import numba
    except Exception as failure:  # a broken binary package can fail in any way
        return Check(name, "problem", f"Numba cannot be loaded: {failure}", "pip install --force-reinstall numba")
    return Check(name, "ok", f"Numba {numba.__version__}: the rules are compiled to machine code")


def _cache() -> Check:
    name, folder = "cache", kernel.cache_folder()
    problem = _why_not_writable(folder)
    if problem is None:
        return Check(name, "ok", f"{folder} can be written")
    said = f"{folder} cannot be written ({problem}): the rules are compiled again each time"
    return Check(name, "warning", said, f"Set {CACHE.name} to a folder that can be written.")


def _games() -> Check:
    name = "compiled games"
    if not kernel.can_compile():
        return Check(name, "ok", "none: the rules run interpreted")
    from ..bots import search

    ready: list[str] = []
    other: list[str] = []
    for one in registry.names():
        try:
            game = registry.load(one)
            is_ready = game.greedy is not None and kernel.is_cached(search, *game.modules)
        except Problem:
            continue  # it is named where it is used
        (ready if is_ready else other).append(one)
    if not other:
        return Check(name, "ok", "all of them")
    said = f"{', '.join(ready) or 'none yet'}; when first used, these are compiled once: {', '.join(other)}"
    return Check(name, "ok", said)


def _data_folder() -> Check:
    from .serve import default_store

    folder = default_store().parent
    problem = _why_not_writable(folder)
    if problem is None:
        return Check("data folder", "ok", f"{folder} can be written: saved games and tables are kept there")
    said = f"{folder} cannot be written ({problem}), so games and tables cannot be saved there"
    return Check("data folder", "problem", said, "Make it writable, or name files with 'play --save', 'serve --store'.")


def _store(store: str | None) -> Check:
    from ..table.store.opening import without_password
    from ..table.store.store import Store
    from .serve import default_store

    place = store or str(default_store())
    shown = without_password(place)
    if "://" not in place and not Path(place).exists():
        return Check("store", "ok", f"{shown} does not exist yet: 'weatherdeck serve' makes it")

    async def reach() -> None:
        async with asyncio.timeout(PATIENCE):
            await (await Store.attach(place)).close()

    try:
        asyncio.run(reach())
    except TimeoutError:
        return Check("store", "problem", f"{shown} did not answer within {PATIENCE} s", DO_STORE)
    except (Problem, OSError) as problem:
        return Check("store", "problem", " ".join(str(problem).split()), DO_STORE)
    return Check("store", "ok", f"{shown} can be reached")


def _port(port: int) -> Check:
    from .serve import listen

    try:
        listen("127.0.0.1", port).close()
    except Problem:
        said = f"{port} is taken, perhaps by a weatherdeck server that is running"
        return Check("port", "warning", said, f"Open http://127.0.0.1:{port}, or use another: serve --port 0")
    return Check("port", "ok", f"{port} is free for 'weatherdeck serve'")


def _extra(extra: str) -> Check:
    absent = extras.missing(extra)
    if not absent:
        return Check(f"extra {extra}", "ok", "installed")
    return Check(f"extra {extra}", "optional", f"without {extras.listed(absent)}", extras.install(extra))


def _gpu() -> Check:
    from ..kernel import cuda

    try:
        missing = cuda.why_not()
    except Exception as failure:  # a driver can fail in any way
        missing = f"{type(failure).__name__}: {failure}"
    return Check("GPU", "ok", "can be used") if missing is None else Check("GPU", "optional", missing)


def _why_not_writable(folder: Path) -> str | None:
    """Why files cannot be made in a folder, or in the closest one that exists; None if they can."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as problem:
        return problem.strerror or os.strerror(problem.errno or 0)
