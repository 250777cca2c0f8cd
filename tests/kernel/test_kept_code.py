"""Kept code that is damaged is thrown away and compiled again; it never stops a game, and never runs."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kernel.fresh import kept_in, run, started
from tests.kernel.test_compiler import toy
from weatherdeck.kernel import keeping, kept_files

__all__ = ["toy"]

CODE = bytes(range(256)) * 40


def _truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _garbage(path: Path) -> None:
    path.write_bytes(b"\x80\x04garbage" * 50)


def _flip_a_bit(path: Path) -> None:
    """A single wrong bit in the middle, which in machine code could do anything."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0x10
    path.write_bytes(content)


def _other_code(path: Path) -> None:
    """A whole file with something else in it."""
    kept_files.write(path, CODE)


def _folder_in_its_place(path: Path) -> None:
    path.unlink()
    path.mkdir()


def test_what_is_kept_is_found_again(tmp_path: Path) -> None:
    kept_files.write(tmp_path / "code", CODE)
    assert kept_files.read(tmp_path / "code") == CODE
    assert [path.name for path in tmp_path.iterdir()] == ["code"]


@pytest.mark.parametrize("damage", [_truncate, _empty, _garbage, _flip_a_bit])
def test_a_damaged_file_is_not_used_and_goes(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    kept_files.write(tmp_path / "code", CODE)
    damage(tmp_path / "code")
    assert kept_files.read(tmp_path / "code") is None
    assert not (tmp_path / "code").exists()


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_space(path: Path, content: bytes) -> int:
        with path.open("wb") as file:
            file.write(content[:5])
        raise OSError(28, "No space left on device")

    kept_files.write(tmp_path / "code", CODE)
    monkeypatch.setattr(Path, "write_bytes", no_space)
    with pytest.raises(OSError, match="No space left"):
        kept_files.write(tmp_path / "code", b"new")
    assert kept_files.read(tmp_path / "code") == CODE
    assert [path.name for path in tmp_path.iterdir()] == ["code"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")  # nothing here has threads that hold a lock
def test_a_forked_process_can_compile_too(tmp_path: Path) -> None:
    """Locks of filelock refuse to work in a fork of the process that made them."""
    with keeping.file_lock(tmp_path), keeping.file_lock(tmp_path):  # who holds it may take it again
        pass
    child = os.fork()
    if child == 0:
        try:
            with keeping.file_lock(tmp_path):
                os._exit(0)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0


USE = """
    import toy
    from weatherdeck import kernel
    twin = kernel.compiled(toy)
    print(twin.play(twin.record(toy.State), 3, twin.ints(kernel.RNG_WORDS)))
"""


@pytest.mark.parametrize("damage", [_truncate, _flip_a_bit, _other_code, Path.unlink])
def test_rules_run_after_their_code_was_damaged_and_it_is_kept_again(toy: Path, damage: Callable[[Path], None]) -> None:
    fresh = run(toy, USE)
    kept = kept_in(toy)
    for path in kept:
        damage(path)
    again = run(toy, USE)
    assert (again.stdout, again.stderr) == (fresh.stdout, "")
    assert kept_in(toy) == kept
    healed = [path.stat().st_mtime_ns for path in kept]
    assert run(toy, USE).stdout == fresh.stdout
    assert [path.stat().st_mtime_ns for path in kept] == healed


def test_a_folder_where_a_file_should_be_is_left_alone_and_told(toy: Path) -> None:
    fresh = run(toy, USE)
    for path in kept_in(toy):
        _folder_in_its_place(path)
    again = run(toy, USE)
    assert again.stdout == fresh.stdout
    assert "cannot be kept" in again.stderr


STOPPED = """
    import os, signal, toy
    from weatherdeck import kernel
    def stop(done, total, name):
        if name == "machine code":
            os.kill(os.getpid(), signal.SIGNAL)
    kernel.compiled(toy, progress=stop)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there, processes are not stopped by signals")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_compile_that_is_stopped_leaves_a_cache_that_works(toy: Path, how: signal.Signals) -> None:
    with started(toy, STOPPED.replace("SIGNAL", how.name)) as stopped:
        stopped.communicate()
    assert stopped.returncode == -how
    assert run(toy, USE).stderr == ""


BUNDLE = """
from __future__ import annotations
from typing import NamedTuple
from weatherdeck.kernel import Ints, rule

class Pair(NamedTuple):
    left: Ints
    right: Ints

@rule
def total(pair: Pair) -> int:
    return pair.left[0] + pair.right[0]
"""

ADD = """
    import pairs
    from weatherdeck import kernel
    twin = kernel.compiled(pairs)
    print(twin.total(pairs.Pair(twin.ints(1), twin.ints(1))))
"""


def test_machine_code_is_made_of_drafts_that_another_process_has_kept(tmp_path: Path) -> None:
    (tmp_path / "pairs.py").write_text(BUNDLE)
    fresh = run(tmp_path, ADD)
    code = [path for path in kept_in(tmp_path) if path.name != "drafts"]
    assert code
    for path in code:
        path.unlink()
    again = run(tmp_path, ADD)
    assert (again.stdout, again.stderr) == (fresh.stdout, "")
