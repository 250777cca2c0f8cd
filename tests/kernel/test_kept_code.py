"""Kept code that is damaged is thrown away and compiled again; it never stops a game, and never runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from numba.core.caching import IndexDataCacheFile

from tests.kernel.test_compiler import run, toy
from weatherdeck.kernel.kept_files import KeptFiles, Renamed

__all__ = ["toy"]

CODE = {"machine code": bytes(range(256)) * 40}


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


def _folder_in_its_place(path: Path) -> None:
    path.unlink()
    path.mkdir()


class Kept:
    """The files of one function, and what happens to them."""

    def __init__(self, folder: Path) -> None:
        self.prepared, self.reports = 0, list[str]()
        self.files = KeptFiles(self.plain(folder), self._prepare, self.reports.append)
        self.files.save("key", CODE)

    @staticmethod
    def plain(folder: Path) -> Any:
        return IndexDataCacheFile(str(folder), "f", "stamp")  # type: ignore[no-untyped-call]  # Numba has no types

    def _prepare(self) -> None:
        self.prepared += 1


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path)


def test_what_is_kept_is_found_again(kept: Kept) -> None:
    assert kept.files.load("key") == CODE
    assert kept.prepared == 0


@pytest.mark.parametrize("damage", [_truncate, _empty, _garbage, _flip_a_bit, Path.unlink])
@pytest.mark.parametrize("file", ["f.nbi", "f.1.nbc"])
def test_damaged_files_are_not_used_and_heal(
    kept: Kept, tmp_path: Path, damage: Callable[[Path], None], file: str
) -> None:
    damage(tmp_path / file)
    if kept.files.load("key") is not None:
        assert file == "f.nbi", "a bit of the index that does not matter"
        assert kept.files.load("key") == CODE
        return
    assert kept.prepared == 1, "what the function calls comes first"
    kept.files.save("key", CODE)
    assert kept.files.load("key") == CODE
    assert kept.reports == []


@pytest.mark.parametrize("file", ["f.nbi", "f.1.nbc"])
def test_a_folder_where_a_file_should_be_is_left_alone(kept: Kept, tmp_path: Path, file: str) -> None:
    _folder_in_its_place(tmp_path / file)
    assert kept.files.load("key") is None
    kept.files.save("key", CODE)
    assert len(kept.reports) == 1
    assert (tmp_path / file).is_dir()


def test_a_full_disk_is_told(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_space(_: object, path: str) -> None:
        raise OSError(28, "No space left on device", path)

    monkeypatch.setattr(IndexDataCacheFile, "_open_for_write", no_space)
    kept.files.save("key", CODE)
    assert "No space left on device" in kept.reports[0]


def test_damaged_code_of_all_decks_is_made_again_by_the_next_process(kept: Kept, tmp_path: Path) -> None:
    stamp = tmp_path / "complete"
    stamp.touch()
    files = Renamed(Kept.plain(tmp_path), lambda: None, kept.reports.append, {}, stamp)
    assert files.load("key") == CODE
    assert stamp.exists()
    _flip_a_bit(tmp_path / "f.1.nbc")
    assert files.load("key") is None
    assert not stamp.exists()


def test_rules_run_after_their_code_was_damaged(toy: Path) -> None:
    use = """
    import toy
    from weatherdeck import kernel
    twin = kernel.compiled(toy)
    print(twin.play(twin.record(toy.State), 3, twin.ints(kernel.RNG_WORDS)))
    """
    fresh = run(toy, use)
    kept = sorted((toy / "cache").rglob("toy.*.nbc"))
    for path, damage in zip(kept, [_truncate, _flip_a_bit], strict=True):  # of `play` and of `value`
        damage(path)
    again = run(toy, use)
    assert (again.stdout, again.stderr) == (fresh.stdout, "")
    assert sorted((toy / "cache").rglob("toy.*.nbc")) == kept, "they were compiled with the same types"
    healed = [path.stat().st_mtime_ns for path in kept]
    assert run(toy, use).stdout == fresh.stdout
    assert [path.stat().st_mtime_ns for path in kept] == healed, "and kept"
