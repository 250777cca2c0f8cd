"""Units: the compiled functions of one source, from the cache or made now.

Deck tables are not part of kept code. It is kept once for all decks, and each deck's unit is that code with the names
of its own tables (`deck_tables.py`). Whatever else differs between decks is in the key: such decks do not share code.
"""

from __future__ import annotations

import contextlib
import dis
import hashlib
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from . import keeping, kept_files
from .signatures import signature_of
from .sources import Source, callees_first

Progress = Callable[[int, int, str], None]
"""Called before each function is compiled: how many are done, how many there are, and the name of the next."""
Namespace = dict[str, Any]
Names = tuple[str, ...]
T = TypeVar("T")

INLINED = 3000
"""A function is always inlined into its callers if its bytecode, with everything inlined into it, is at most this long.
That is 1.5 times as fast as leaving it to LLVM. Inlining everything would take minutes to compile; a small engine can
ask for it (`Source.is_one_piece`)."""

lock = threading.RLock()
"""Held by whoever makes twins."""
_units: dict[str, Unit] = {}


def compile_source(source: Source, mode: str, progress: Progress | None) -> Unit:
    """A source's compiled functions, ready for Python to call."""
    unit = _unit(source, mode)
    unit.prepare(progress)
    return unit


def is_kept(source: Source, mode: str, names: Names) -> bool:
    """Whether machine code that was made together, of all entries or of others, is in the cache."""
    return not names or _code_file(keeping.folder(source.keys(mode).code), names).exists()


def _unit(source: Source, mode: str) -> Unit:
    keys = source.keys(mode)
    if keys.whole not in _units:
        needs = [_unit(need, mode) for need in source.needs]
        folder = keeping.usable(keeping.folder(keys.code))
        shared = _shared(source, mode) if keys.whole != keys.code and folder is not None else None
        _units[keys.whole] = Unit(source, mode, keys.whole, needs, folder, shared)
    return _units[keys.whole]


def _shared(source: Source, mode: str) -> Unit:
    """The unit that is kept. Where tables depend on the deck, it is made in order to be kept, and never runs."""
    keys = source.keys(mode)
    if keys.whole == keys.code:
        return _unit(source, mode)
    if keys.code not in _units:
        needs = [_shared(need, mode) for need in source.needs]
        _units[keys.code] = Unit(source, mode, keys.code, needs, keeping.usable(keeping.folder(keys.code)), None)
    return _units[keys.code]


def _code_file(folder: Path, names: Names) -> Path:
    return folder / f"code-{hashlib.sha256(' '.join(names).encode()).hexdigest()[:12]}"


class Unit:
    """The functions of one source in their compiled surroundings.

    Each is drafted when a caller of it is compiled, and machine code is made of those that Python calls (`linking.py`).
    Both are kept. A unit with a deck of its own reads what is kept for all decks, with other names in it (`renamed`).
    """

    def __init__(
        self, source: Source, mode: str, key: str, needs: list[Unit], folder: Path | None, shared: Unit | None
    ) -> None:
        from .deck_tables import Handed

        self.source, self.mode, self.needs = source, mode, needs
        self._folder, self._shared = folder, shared
        self._renamed = {} if shared is None else source.keys(mode).decks
        self._is_drafted = False
        self._entries: dict[str, Any] = {}
        self._dispatchers: dict[str, Any] = {}
        replaced: Namespace = dict(source.tables)
        replaced |= {name: Handed(key, name, array) for name, array in source.deck_tables.items()}
        replaced |= self._imported()
        # The key is part of the module's name, and so of every symbol in the machine code: functions of two twins with
        # equal names and types are never mixed up.
        self.namespace = source.rebuilt(f"{source.known_as}__{key}", replaced)
        self._functions = {name: self.namespace[name] for name in source.own}
        for name in source.own:
            self.namespace[name].unit = self

    def _imported(self) -> Namespace:
        # A need may have been made for another edition of the game, whose module has another name but equal code.
        twins = {need.module.__name__: unit.namespace for need, unit in zip(self.source.needs, self.needs, strict=True)}
        return {name: twins[f.__module__][f.__name__] for name, f in self.source.imported.items()}

    def prepare(self, progress: Progress | None) -> None:
        """Make the machine code of all entries, unless it is kept."""
        names, file = self.source.entries, self._code_file(self.source.entries)
        if names and not self._entries and (file is None or not file.exists()):
            steps = _Steps(self, progress)
            self._make(names, steps)
            steps.end()

    def functions_to_draft(self) -> int:
        """How many functions there are that have not been drafted, here and in what it calls."""
        waiting, found = [self], set[Unit]()
        while waiting:
            unit = waiting.pop()
            if unit not in found and not unit._is_drafted:
                found.add(unit)
                waiting += unit.needs
        return sum(len(unit._functions) for unit in found)

    def callable(self, name: str) -> Any:
        """A function as Python calls it."""
        with lock:  # several threads may want it at once
            if name not in self._dispatchers:
                known = self.namespace[name]
                function = getattr(known, "py_func", known)
                is_own = name in self.source.entries
                entry = self._entry(name) if is_own else known.unit._entry(function.__name__)
                self._dispatchers[name] = entry.dispatcher(function)
            return self._dispatchers[name]

    def _entry(self, name: str) -> Any:
        if name not in self._entries:
            wanted = self.source.entries if name in self.source.entries else (name,)
            if not self._load(wanted):
                self._make(wanted, _Steps(self, None))
        return self._entries[name]

    def _load(self, names: Names) -> bool:
        """Load machine code that is kept; False if there is none, or none that can be used."""
        from .linking import load_entries

        file = self._code_file(names)
        found = None if file is None else self._read(file, load_entries)
        if found is None or found.keys() != set(names):
            return False
        self._entries |= found
        return True

    def _read(self, path: Path, use: Callable[[bytes], T]) -> T | None:
        content = kept_files.read(path)
        if content is None:
            return None
        for old, new in self._renamed.items():
            content = content.replace(old.encode(), new.encode())
        try:
            return use(content)
        except Exception:  # whatever made it, it is not ours: it is made again
            kept_files.discard(path)
            return None

    def _make(self, names: Names, steps: _Steps) -> None:
        """Make machine code of some functions, and keep it."""
        from .linking import dump_entries, link

        if self._shared is not None:
            self._shared._make(names, steps)
            if self._load(names):
                return
        with self._one_at_a_time():
            if self._load(names):  # another process was quicker
                return
            self.draft(steps)
            steps.next("machine code")
            in_one_piece = self.mode == "compiled" and self.source.is_one_piece
            made = link({name: self.namespace[name] for name in names}, in_one_piece=in_one_piece)
            if self._shared is None:  # code of one deck alone is not kept
                self._keep(self._code_file(names), dump_entries(made))
            self._entries |= made

    def _keep(self, file: Path | None, content: bytes) -> None:
        if file is None:
            return
        try:
            kept_files.write(file, content)
            (file.parent / keeping.STAMP).write_text(keeping.label(self.source, self.mode), encoding="utf-8")
        except OSError as problem:
            keeping.cannot_keep(problem.strerror or str(problem))

    def draft(self, steps: _Steps) -> None:
        """Draft all functions, callees first: a caller would have them compiled for narrower types."""
        from .linking import draft, drafting, dump_drafts, load_drafts

        if self._is_drafted:
            return
        for need in self.needs:
            need.draft(steps)
        self.namespace.update(self._imported())
        order = [f.__name__ for f in callees_first(self._functions.values())]
        for name in order:
            function = self._functions[name]
            weight = _weight(function)
            dispatcher = drafting(
                function, checked=self.mode == "checked", inlined=self.mode == "compiled" and weight <= INLINED
            )
            dispatcher.inlined_weight = weight if weight <= INLINED else 0
            dispatcher.unit = self
            self.namespace[name] = dispatcher
        mine = {name: self.namespace[name] for name in order}
        with self._one_at_a_time():
            file = None if self._folder is None else self._folder / "drafts"
            if file is None or not self._read(file, partial(load_drafts, mine)):
                for name, dispatcher in mine.items():
                    steps.next(name)
                    draft(dispatcher, signature_of(dispatcher.py_func))
                if self._shared is None:
                    self._keep(file, dump_drafts(mine))
        self._is_drafted = True

    def _code_file(self, names: Names) -> Path | None:
        return None if self._folder is None else _code_file(self._folder, names)

    def _one_at_a_time(self) -> contextlib.AbstractContextManager[object]:
        """One process compiles, and the others wait for what it keeps."""
        return contextlib.nullcontext() if self._folder is None else keeping.file_lock(self._folder)


class _Steps:
    """Counts what is left to do, for whoever watches."""

    def __init__(self, unit: Unit, progress: Progress | None) -> None:
        self._progress, self._done = progress, 0
        self._total = unit.functions_to_draft() + 1

    def next(self, name: str) -> None:
        """Say what is done now."""
        if self._progress is not None:
            self._progress(self._done, max(self._total, self._done + 1), name)
        self._done += 1

    def end(self) -> None:
        """All is done."""
        if self._progress is not None:
            self._progress(self._done, self._done, "")


def _weight(function: Any) -> int:
    """The length of a function's bytecode plus, for each call, that of the rule called if it is inlined."""
    called = (ins.argval for ins in dis.get_instructions(function) if ins.opname == "LOAD_GLOBAL")
    return len(function.__code__.co_code) + sum(
        getattr(function.__globals__.get(name), "inlined_weight", 0) for name in called
    )
