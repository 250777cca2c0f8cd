"""Compiling and keeping: from a source to the namespace of its compiled twin.

Compiled code is kept in the user's cache folder, under a key made from everything that it depends on: the sources, the
values of all constants and tables, the types of bundles, and the versions of Python, NumPy and Numba. Stale code cannot
run, because its key is never looked up again.

Deck tables are not among these values. Code that uses them is kept once for all decks, and each deck's twin is that
code with the names of its own tables (`deck_tables.py`). Whatever else differs between decks is in the key: such decks
do not share code, and are compiled.
"""

from __future__ import annotations

import dis
import json
import multiprocessing
import sys
import threading
import typing
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import filelock
import platformdirs

from ..environment import CACHE
from .records import (
    FeatureRows,
    Features,
    FlagRows,
    Flags,
    FloatRows,
    Floats,
    IntRows,
    Ints,
    is_bundle,
    is_record,
)
from .sources import Source, callees_first, parts_of

Progress = Callable[[int, int, str], None]
"""Called before each function is compiled: how many are done, how many there are, and the name of the next."""
Namespace = dict[str, Any]

COMPILED = "compiled"
"""The cache's folder for machine code of processors."""
STAMP = "complete"
LOCK = "lock"
"""Files in each of its folders: all functions are compiled, and somebody is compiling them."""
INLINED = 3000
"""A function is always inlined into its callers if its bytecode, with everything inlined into it, is at most this long.
That is 1.5 times as fast as leaving it to LLVM. Inlining everything would take minutes to compile."""

lock = threading.RLock()
"""Held by whoever makes twins."""


def cache_folder() -> Path:
    """Where compiled rules are kept: WEATHERDECK_CACHE, or else the user's cache folder."""
    return Path(CACHE.value) if CACHE.value else Path(platformdirs.user_cache_dir("weatherdeck", appauthor=False))


# ---------------------------------------------------------------- compiling and keeping
_namespaces: dict[str, Namespace] = {}
_can_be_kept: set[Path] = set()


def compile_source(source: Source, mode: str, progress: Progress | None) -> Namespace:
    """The namespace of a source's compiled twin; what it calls is compiled first."""
    keys = source.keys(mode)
    if keys.whole in _namespaces:
        return _namespaces[keys.whole]
    folder = _folder(keys.code)
    if keys.whole == keys.code and _can_keep(folder):
        return _shared(source, mode, progress)
    twins = {need.module.__name__: compile_source(need, mode, progress) for need in source.needs}
    if _can_keep(folder):
        if not is_kept(source, mode):
            _shared(source, mode, progress)
        namespace, _ = _surrounded(source, mode, keys.whole, twins, folder, keys.decks)
    else:
        namespace, order = _surrounded(source, mode, keys.whole, twins, None)
        _compile_all(source, namespace, order, twins, progress)
    _namespaces[keys.whole] = namespace
    return namespace


def is_kept(source: Source, mode: str) -> bool:
    """Whether a source's code is in the cache."""
    return _stamp(_folder(source.keys(mode).code)).exists()


def _shared(source: Source, mode: str, progress: Progress | None) -> Namespace:
    """The twin that is kept. Where tables depend on the deck, it is made in order to be kept, and never runs."""
    code = source.keys(mode).code
    if code in _namespaces:
        return _namespaces[code]
    twins = {need.module.__name__: _shared(need, mode, progress) for need in source.needs}
    folder = _folder(code)
    with _file_lock(folder):
        is_complete = _stamp(folder).exists()
        if not is_complete:
            for left_over in folder.rglob("*.nb?"):  # of a process that was killed
                left_over.unlink()
        namespace, order = _surrounded(source, mode, code, twins, folder)
        if not is_complete:  # otherwise each function is loaded when it is first used
            _compile_all(source, namespace, order, twins, progress)
            _stamp(folder).write_text(label(source, mode), encoding="utf-8")
    _namespaces[code] = namespace
    return namespace


def _file_lock(folder: Path) -> filelock.BaseFileLock:
    """Numba's own files are not safe against two writers at once, so one process writes and the others wait."""
    folder.mkdir(parents=True, exist_ok=True)
    return filelock.FileLock(str(folder / LOCK))


def _can_keep(folder: Path) -> bool:
    """Whether code can be kept in a folder. If not, one line says so."""
    if folder in _can_be_kept:
        return True
    try:
        with _file_lock(folder):
            _can_be_kept.add(folder)
            return True
    except OSError as problem:
        cannot_keep(problem.strerror or str(problem))
        return False


def can_keep() -> bool:
    """Whether anything can be kept. If not, one line says so."""
    return _can_keep(cache_folder() / COMPILED)


def cannot_keep(reason: str) -> None:
    """Say that nothing can be kept: once, whatever it was that could not."""
    say_once(f"Compiled rules cannot be kept in {cache_folder()} ({reason}): they are compiled again each time.")


def label(source: Source, mode: str) -> str:
    """What a folder says about itself in its stamp, for those who look into the cache."""
    roles = [Source(role).known_as for role in source.roles]
    return json.dumps({"module": source.known_as, "roles": roles, "mode": mode})


def _folder(key: str) -> Path:
    return cache_folder() / COMPILED / key


def _stamp(folder: Path) -> Path:
    return folder / STAMP


def _surrounded(
    source: Source,
    mode: str,
    key: str,
    twins: dict[str, Namespace],
    folder: Path | None,
    renamed: dict[str, str] | None = None,
) -> tuple[Namespace, list[str]]:
    """The functions in their compiled surroundings, each to be loaded when it is first used, and their order."""
    from . import lowering  # noqa: F401  # teaches Numba the kernel's words
    from .deck_tables import Handed

    replaced: Namespace = dict(source.tables)
    replaced |= {name: Handed(key, name, array) for name, array in source.deck_tables.items()}
    replaced |= {name: twins[f.__module__][f.__name__] for name, f in source.imported.items()}
    # The key is part of the module's name, and so of every symbol in the machine code: functions of two twins with
    # equal names and types are never mixed up.
    namespace = source.rebuilt(f"{source.known_as}__{key}", replaced)
    order = list(callees_first([namespace[name] for name in source.own]))
    for f in order:
        namespace[f.__name__] = _dispatcher(f, mode, folder, renamed)
    return namespace, [f.__name__ for f in order]


def _compile_all(
    source: Source, namespace: Namespace, order: list[str], twins: dict[str, Namespace], progress: Progress | None
) -> None:
    """Compile all functions, callees first: a caller would have them compiled for narrower types."""
    for f in source.imported.values():
        finish(twins[f.__module__][f.__name__])
    for done, name in enumerate(order):
        if progress is not None:
            progress(done, len(order), name)
        finish(namespace[name])
    if progress is not None:
        progress(len(order), len(order), "")


def finish(dispatcher: Any) -> None:
    """Compile a function for its annotated types only, or load it from the cache."""
    from .lowering import counted_from_the_start

    with lock, counted_from_the_start():  # several threads may want it at once
        if not dispatcher.signatures:
            dispatcher.compile(_signature(dispatcher.py_func))
            dispatcher.disable_compile()


def _finish_callees(function: Any) -> None:
    """Compile or load what a function calls, before a damaged cache makes it compiled by itself."""
    for name in function.__code__.co_names:
        called = function.__globals__.get(name)
        if hasattr(called, "inlined_weight"):
            finish(called)


# ---------------------------------------------------------------- Numba


def _dispatcher(function: Any, mode: str, folder: Path | None, renamed: dict[str, str] | None) -> Any:
    import numba

    from .kept_files import KeptFiles, Renamed

    weight = _weight(function)
    options: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "boundscheck": mode == "checked",
        "forceinline": mode == "compiled" and weight <= INLINED,
        "_nrt": False,  # rules make no arrays: their callers own them, and no references need counting
    }
    dispatcher: Any = numba.njit(**options)(function)
    dispatcher.inlined_weight = weight if weight <= INLINED else 0
    if folder is not None:
        config: Any = numba.config  # its names are made at run time
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder)
        try:
            dispatcher.enable_caching()
        finally:
            config.CACHE_DIR = before
        files, callees = dispatcher._cache._cache_file, partial(_finish_callees, function)
        dispatcher._cache._cache_file = (
            KeptFiles(files, callees, cannot_keep)
            if renamed is None
            else Renamed(files, callees, cannot_keep, renamed, _stamp(folder))
        )
    return dispatcher


def _weight(function: Any) -> int:
    """The length of a function's bytecode plus, for each call, that of the rule called if it is inlined."""
    called = (ins.argval for ins in dis.get_instructions(function) if ins.opname == "LOAD_GLOBAL")
    return len(function.__code__.co_code) + sum(
        getattr(function.__globals__.get(name), "inlined_weight", 0) for name in called
    )


def _signature(function: Any) -> Any:
    """A function's compiled types, from its annotations. Every integer is an int64."""
    from numba import types as nb

    hints = typing.get_type_hints(function)
    parameters = function.__code__.co_varnames[: function.__code__.co_argcount]
    for name in (*parameters, "return"):
        if name not in hints:
            raise TypeError(f"{function.__module__}.{function.__name__} does not annotate {name!r}")
    arguments = [_compiled_type(hints[name], function) for name in parameters]
    returned = hints["return"]
    result = nb.void if returned is type(None) else _compiled_type(returned, function)
    return result(*arguments)


def _compiled_type(hint: Any, function: Any) -> Any:
    import numba
    from numba import types as nb

    plain = {int: nb.int64, bool: nb.boolean, float: nb.float64}
    if hint in plain:
        return plain[hint]
    if hint == Ints:
        return nb.int64[::1]
    if hint == Floats:
        return nb.float64[::1]
    if hint == Features:
        return nb.float32[::1]
    if hint == Flags:
        return nb.int8[::1]
    if hint == IntRows:
        return nb.int64[:, ::1]
    if hint == FloatRows:
        return nb.float64[:, ::1]
    if hint == FeatureRows:
        return nb.float32[:, ::1]
    if hint == FlagRows:
        return nb.int8[:, ::1]
    if is_record(hint):
        return numba.from_dtype(hint.dtype)
    if is_bundle(hint):
        if "view" in hint._fields:
            raise TypeError(f"{hint.__name__}: no part can be called 'view', which Numba takes for NumPy's method")
        parts = [_compiled_type(part, function) for part in parts_of(hint, function.__roles__).values()]
        return nb.BaseTuple.from_types(parts, hint)  # type: ignore[no-untyped-call]  # as below
    if typing.get_origin(hint) is list and is_record(listed(hint)):
        record = numba.from_dtype(listed(hint).dtype)
        return record[::1] if is_record(typing.get_args(hint)[0]) else record[:, ::1]
    if typing.get_origin(hint) is tuple:
        parts = [_compiled_type(part, function) for part in typing.get_args(hint)]
        return nb.Tuple(parts)  # type: ignore[no-untyped-call]  # Numba has no types of its own here
    raise TypeError(f"{function.__module__}.{function.__name__}: the compiler knows no type for {hint}")


_said: set[str] = set()


def say_once(line: str) -> None:
    """Say something on stderr that is said once, however often it happens, and not again by worker processes."""
    if line not in _said and multiprocessing.parent_process() is None:
        _said.add(line)
        print(f"weatherdeck: {line}", file=sys.stderr)


def listed(hint: Any) -> Any:
    """The kind of record in a list of records, or in a list of such lists."""
    while typing.get_origin(hint) is list:
        hint = typing.get_args(hint)[0]
    return hint
