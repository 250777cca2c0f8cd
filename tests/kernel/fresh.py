"""Processes in which nothing was compiled yet, in a moment each: forks of one that has imported the compiler.

To start Python and import Numba takes three times as long as to compile a toy. Where there is no fork, each process is
started from nothing.
"""

from __future__ import annotations

import atexit
import functools
import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import traceback
from pathlib import Path

from weatherdeck import kernel
from weatherdeck.kernel import keeping, random
from weatherdeck.kernel.sources import Source

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"


def run(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Run a script that can import what lies in a folder, with a cache of its own in that folder."""
    if not hasattr(os, "fork"):
        with started(folder, code) as process:
            stdout, stderr = process.communicate()
        done = subprocess.CompletedProcess(code, process.returncode, stdout, stderr)
        done.check_returncode()
        return done
    said = folder / "stdout", folder / "stderr"
    asked = {"script": textwrap.dedent(code), "folder": str(folder), "env": _environment(folder)}
    server = _server()
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(f"{json.dumps(asked)}\n")
    server.stdin.flush()
    status = int(server.stdout.readline())
    done = subprocess.CompletedProcess(code, status, *(path.read_text() for path in said))
    done.check_returncode()
    return done


def started(folder: Path, code: str) -> subprocess.Popen[str]:
    """Start such a script in a new process, where that is the point: several at once, signals, no Numba."""
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        env=_environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def kept_in(folder: Path) -> list[Path]:
    """The files of all code that was compiled there."""
    kept = (folder / "cache" / keeping.COMPILED).rglob("*")
    return sorted(path for path in kept if path.is_file() and path.name not in ("about", "lock") and not _is_lent(path))


def lend_random_numbers(folder: Path) -> None:
    """Let the cache in a folder have the drafts of random numbers: most toys call them, and no test is about them."""
    if not kernel.can_compile():
        return
    kernel.compiled(random)
    made = keeping.folder(Source(random).keys("compiled").code)
    lent = folder / "cache" / keeping.COMPILED / made.name
    lent.mkdir(parents=True)
    for name in ("drafts", "about"):
        shutil.copy(made / name, lent / name)


def in_the_way(folder: Path) -> None:
    """Put a file where the cache would be, so that nothing can be kept."""
    shutil.rmtree(folder / "cache", ignore_errors=True)
    (folder / "cache").write_text("in the way")


def _is_lent(path: Path) -> bool:
    about = path.with_name("about")
    return about.exists() and json.loads(about.read_text())["module"] == random.__name__


def _environment(folder: Path) -> dict[str, str]:
    paths = os.pathsep.join([str(SRC), str(folder)])
    # An edited rule may have the size and the time of the old one: its byte code must not be kept.
    kept = {"WEATHERDECK_CACHE": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    return os.environ | {"PYTHONPATH": paths} | kept


@functools.cache
def _server() -> subprocess.Popen[str]:
    command = [sys.executable, "-c", f"from {__name__} import serve; serve()"]
    server = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(server.communicate)  # it ends when it is asked nothing more
    return server


def serve() -> None:
    """Import the compiler, then fork for each script and say how it ended."""
    for module in ("numba.core.event", "weatherdeck.kernel.linking", "weatherdeck.kernel.lowering"):
        importlib.import_module(module)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _do(**json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _do(script: str, folder: str, env: dict[str, str]) -> None:
    code = 1
    try:
        for number, name in ((1, "stdout"), (2, "stderr")):
            os.dup2(os.open(Path(folder, name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        sys.dont_write_bytecode = True
        os.environ.clear()
        os.environ.update(env)
        sys.path.insert(0, folder)
        exec(compile(script, "<script>", "exec"), {"__name__": "__main__"})  # a script of our own
        code = 0
    except BaseException:  # as Python does at its top
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
