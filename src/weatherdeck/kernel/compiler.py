"""The compiler: makes the fast twin of a rules module, in the same process.

A twin holds the functions of the module in different surroundings: tables become constant arrays, and rules call
compiled rules. Nothing is rewritten or generated. So there is one text of the rules and two ways to run it:

    slow = interpreted(rules)         # plain Python, narrated by note()
    fast = compiled(rules)            # machine code; `checked=True` adds bounds checking, for tests

Engines (random play, search) are written once over stand-ins for a game's functions and joined to a real game by
roles: `compiled(playout, rules)` is playout with the game's `legal`, `apply`, ... in their places.

Engines that work on many games at once are rules over a span of them, `rule(first, last, ...)`, and `twin.over` runs
such a rule for all of them: in one loop, or over all cores.

What an engine works on is passed in bundles: named tuples of records, lists of records and rows. `twin.make(Pad, ...)`
makes one, with the game's `State` wherever the bundle says `State`. Compiled, a bundle is its parts, passed one by one.

`units.py` compiles, and keeps what it has compiled.
"""

from __future__ import annotations

import functools
import importlib.util
import sys
import threading
import types
import typing
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np

from ..environment import INTERPRETED
from .keeping import cache_folder, can_keep, say_once
from .loosening import Loosening
from .random import new_rng
from .records import (
    FeatureRows,
    Features,
    FlagRows,
    Flags,
    FloatRows,
    Floats,
    IntRows,
    Ints,
    Record,
    Sparse,
    is_record,
)
from .signatures import listed
from .sources import Roles, Source, parts_of
from .spans import in_spans
from .units import Progress, Unit, compile_source, is_kept, lock

B = TypeVar("B", bound=tuple[Any, ...])
Room = tuple[type[tuple[Any, ...]], dict[str, Any]]
"""A kind of bundle, and the lengths of its parts."""


class Twin(Protocol):
    """A rules module, ready to run in one of the two ways. Its rules are its attributes."""

    mode: str

    def __getattr__(self, name: str) -> Any: ...
    def of(self, module: types.ModuleType) -> Twin:
        """The twin of another engine for the same game and mode, which takes the same records, rows and bundles."""

    def make(self, kind: type[B], **parts: Any) -> B:
        """A bundle. A part is given as the thing itself or, for a row or a list of records, as its length.

        For many rows, it is how many there are and their length. Records that are not given are filled with zeros.
        """

    def over(self, n: int, rule: str, *arguments: Any, room: Room | None = None) -> None:
        """Run a rule over range(n): `rule(first, last, *arguments)` does the numbers from first up to last.

        Spans may run at the same time, so what a rule writes belongs to one number. `room` is a kind of bundle and the
        lengths of its parts: working memory, the rule's last argument, which only the span that it is given to uses and
        which may hold anything at first. Lists and records can be given as NumPy arrays in every twin.
        """

    def get(self, record: Any, name: str) -> Any:
        """A number in a record of this twin."""

    def set(self, record: Any, name: str, value: float) -> None:
        """Change a number in a record of this twin."""

    def load_all(self, loose: Sequence[Record]) -> Any:
        """A list with copies of loose records of one kind, as this twin's rules take it."""

    def record(self, kind: type[Record]) -> Any:
        """A record of a kind, filled with zeros, as this twin's rules take it."""

    def records(self, kind: type[Record], n: int) -> Any:
        """A list of n records, filled with zeros."""

    def load(self, loose: Record) -> Any:
        """A copy of a loose record, as this twin's rules take it."""

    def unload(self, kind: type[Record], record: Any) -> Record:
        """A loose copy of this twin's record."""

    def ints(self, n: int) -> Any:
        """A row of n integers."""

    def int_rows(self, n: int, length: int) -> Any:
        """Many rows of integers."""

    def floats(self, n: int) -> Any:
        """A row of n floating-point numbers."""

    def float_rows(self, n: int, length: int) -> Any:
        """Many rows of floating-point numbers."""

    def record_rows(self, kind: type[Record], n: int, length: int) -> Any:
        """Many lists of records, filled with zeros."""

    def rng(self, seed: int) -> Any:
        """A random generator, started from a seed."""

    def to_device(self, array: Any) -> Any:
        """A NumPy array as this twin's rules take it."""

    def to_host(self, part: Any) -> Any:
        """A row, or many rows, as a NumPy array."""


class Interpreted:
    """The slow twin: the functions as they are written."""

    mode = "interpreted"

    def __init__(self, namespace: dict[str, Any], roles: Roles) -> None:
        self._namespace, self._roles = namespace, roles

    def __getattr__(self, name: str) -> Any:
        try:
            return self._namespace[name]
        except KeyError:
            raise AttributeError(name) from None

    def of(self, module: types.ModuleType) -> Twin:
        return interpreted(module, *self._roles)

    def make(self, kind: type[B], **parts: Any) -> B:
        return _make(self, self._roles, kind, parts)

    def over(self, n: int, rule: str, *arguments: Any, room: Room | None = None) -> None:
        function = getattr(self, rule)
        hints = list(typing.get_type_hints(function).values())[2:]
        loosening = Loosening(lambda bundle: parts_of(bundle, self._roles))
        loose = [loosening.loosen(value, hint) for value, hint in zip(arguments, hints, strict=False)]
        function(0, n, *loose, *([self.make(room[0], **room[1])] if room else []))
        loosening.write_back()

    def get(self, record: Record, name: str) -> Any:
        return getattr(record, name)

    def set(self, record: Record, name: str, value: float) -> None:
        setattr(record, name, value)

    def load_all(self, loose: Sequence[Record]) -> list[Record]:
        return [record.copy() for record in loose]

    def record(self, kind: type[Record]) -> Record:
        return kind()

    def records(self, kind: type[Record], n: int) -> list[Record]:
        return Sparse(kind, n)

    def load(self, loose: Record) -> Record:
        return loose.copy()

    def unload(self, kind: type[Record], record: Record) -> Record:
        assert isinstance(record, kind)
        return record.copy()

    def ints(self, n: int) -> list[int]:
        return [0] * n

    def int_rows(self, n: int, length: int) -> list[list[int]]:
        return [[0] * length for _ in range(n)]

    def floats(self, n: int) -> list[float]:
        return [0.0] * n

    def float_rows(self, n: int, length: int) -> list[list[float]]:
        return [[0.0] * length for _ in range(n)]

    def record_rows(self, kind: type[Record], n: int, length: int) -> list[list[Record]]:
        return [self.records(kind, length) for _ in range(n)]

    def rng(self, seed: int) -> list[int]:
        return new_rng(seed)

    def to_device(self, array: Any) -> Any:
        return array.tolist()

    def to_host(self, part: Any) -> Any:
        return np.array(part)


class Compiled:
    """The fast twin: machine code over packed records."""

    def __init__(self, unit: Unit, roles: Roles, mode: str) -> None:
        self._unit, self._roles = unit, roles
        self.mode = mode
        self._codes: dict[str, Any] = {}
        self._rooms = threading.local()

    def __getattr__(self, name: str) -> Any:
        try:
            value = self._unit.namespace[name]
        except KeyError:
            raise AttributeError(name) from None
        if hasattr(value, "unit"):
            value = self._unit.callable(name)
        setattr(self, name, value)  # the next look-up does not come here
        return value

    def of(self, module: types.ModuleType) -> Twin:
        return compiled(module, *self._roles, checked=self.mode == "checked")

    def make(self, kind: type[B], **parts: Any) -> B:
        return _make(self, self._roles, kind, parts)

    def over(self, n: int, rule: str, *arguments: Any, room: Room | None = None) -> None:
        in_spans(self._code(rule), n, arguments, functools.partial(self._room, *room) if room else None)

    def _code(self, rule: str) -> Any:
        """A rule's machine code. Numba's own call works out the types of all arguments first, for many microseconds."""
        if rule not in self._codes:
            dispatcher = getattr(self, rule)
            self._codes[rule] = dispatcher.overloads[dispatcher.signatures[0]].entry_point
        return self._codes[rule]

    def _room(self, kind: type[tuple[Any, ...]], lengths: dict[str, Any]) -> Any:
        """Working memory, which a thread uses again."""
        mine = self._rooms.__dict__.setdefault("mine", {})
        key = kind, *lengths.items()
        if key not in mine:
            mine[key] = self.make(kind, **lengths)
        return mine[key]

    def get(self, record: Any, name: str) -> Any:
        return record[name].item()

    def set(self, record: Any, name: str, value: float) -> None:
        record[name] = value

    def load_all(self, loose: Sequence[Record]) -> Any:
        return np.concatenate([record.pack() for record in loose])

    def record(self, kind: type[Record]) -> Any:
        return np.zeros(1, kind.dtype)[0]

    def records(self, kind: type[Record], n: int) -> Any:
        return np.zeros(n, kind.dtype)

    def load(self, loose: Record) -> Any:
        return loose.pack()[0]

    def unload(self, kind: type[Record], record: Any) -> Record:
        return kind.unpack(record)

    def ints(self, n: int) -> Any:
        return np.zeros(n, np.int64)

    def int_rows(self, n: int, length: int) -> Any:
        return np.zeros((n, length), np.int64)

    def floats(self, n: int) -> Any:
        return np.zeros(n, np.float64)

    def float_rows(self, n: int, length: int) -> Any:
        return np.zeros((n, length), np.float64)

    def record_rows(self, kind: type[Record], n: int, length: int) -> Any:
        return np.zeros((n, length), kind.dtype)

    def rng(self, seed: int) -> Any:
        return np.array(new_rng(seed), np.int64)

    def to_device(self, array: Any) -> Any:
        return array

    def to_host(self, part: Any) -> Any:
        return part


_ELEMENTS: dict[Any, Any] = {Features: np.float32, FeatureRows: np.float32, Flags: np.int8, FlagRows: np.int8}


def _make(twin: Twin, roles: Roles, kind: type[B], parts: dict[str, Any]) -> B:
    unknown = set(parts) - set(parts_of(kind, roles))
    if unknown:
        raise TypeError(f"{kind.__name__} has no {', '.join(sorted(unknown))}")
    made = []
    for name, hint in parts_of(kind, roles).items():
        part = parts.get(name)
        if part is None and is_record(hint):
            part = twin.record(hint)
        elif part is None:
            raise TypeError(f"{kind.__name__} needs a length for {name}")
        elif isinstance(part, int) and hint == Ints:
            part = twin.ints(part)
        elif isinstance(part, int) and hint == Floats:
            part = twin.floats(part)
        elif isinstance(part, int) and hint in (Features, Flags):
            part = np.zeros(part, _ELEMENTS[hint])
        elif isinstance(part, tuple) and hint == IntRows:
            part = twin.int_rows(*part)
        elif isinstance(part, tuple) and hint == FloatRows:
            part = twin.float_rows(*part)
        elif isinstance(part, tuple) and typing.get_origin(hint) is list:
            part = twin.record_rows(listed(hint), *part)
        elif isinstance(part, tuple) and hint in (FeatureRows, FlagRows):
            part = np.zeros(part, _ELEMENTS[hint])
        elif isinstance(part, int) and typing.get_origin(hint) is list:
            part = twin.records(listed(hint), part)
        made.append(part)
    return kind(*made)


def why_slow() -> str:
    """Why the rules run interpreted here, in a sentence."""
    import platform

    here = f"Python {platform.python_version()} on {platform.system()}, {platform.machine()}"
    cause = f"{INTERPRETED.name} is set" if INTERPRETED.value else f"there is no Numba installed for {here}"
    return f"{cause}: the rules run interpreted, which is correct but a few hundred times slower."


def can_compile() -> bool:
    """Whether Numba is installed (it is not available on every platform) and not switched off."""
    if INTERPRETED.value:
        return False
    return importlib.util.find_spec("numba") is not None


def fastest(module: types.ModuleType, *roles: types.ModuleType, progress: Progress | None = None) -> Twin:
    """The compiled twin if possible; otherwise the interpreted one, with a line on stderr that says so."""
    if can_compile():
        return compiled(module, *roles, progress=progress)
    say_once(why_slow())
    return interpreted(module, *roles)


def say_limits() -> None:
    """Say what makes rules slow here. A process does so before it starts workers, which say nothing."""
    if not can_compile():
        say_once(why_slow())
    else:
        can_keep()


_twins: dict[tuple[str, ...], Twin] = {}


def interpreted(module: types.ModuleType, *roles: types.ModuleType) -> Twin:
    """The module as it is written; with roles, joined to a game."""
    with lock:
        key = ("interpreted", module.__name__, *(role.__name__ for role in roles))
        if key not in _twins:
            if roles:
                _twins[key] = Interpreted(_interpret(Source(module, roles)), roles)
            else:
                _twins[key] = Interpreted(vars(module), roles)
        return _twins[key]


def _interpret(source: Source) -> dict[str, Any]:
    """The namespace of an engine's interpreted twin, and those of the engines that it calls."""
    twins = {need.module.__name__: _interpret(need) for need in source.needs if need.roles}
    replaced = {name: twins[f.__module__][f.__name__] for name, f in source.imported.items() if f.__module__ in twins}
    return source.rebuilt(f"{source.module.__name__}[{', '.join(role.__name__ for role in source.roles)}]", replaced)


def compiled(
    module: types.ModuleType, *roles: types.ModuleType, checked: bool = False, progress: Progress | None = None
) -> Twin:
    """The module as machine code, from the cache if possible."""
    mode = "checked" if checked else "compiled"
    with lock:
        key = (mode, module.__name__, *(role.__name__ for role in roles))
        if key not in _twins:
            _twins[key] = Compiled(compile_source(Source(module, roles), mode, progress), roles, mode)
        return _twins[key]


def forget(package: str) -> None:
    """Drop the twins of the modules of a package that is no longer loaded. Their machine code stays in memory."""
    with lock:
        for key in [key for key in _twins if any(_is_in(name, package) for name in key[1:])]:
            del _twins[key]
        for name in [name for name in sys.modules if "[" in name and package in name]:
            del sys.modules[name]  # engines that were joined to it
        parts_of.cache_clear()


def _is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def is_cached(module: types.ModuleType, *roles: types.ModuleType, also: Iterable[str] = ()) -> bool:
    """Whether the compiled twin is in the cache, so that `compiled` will be quick; also rules besides its entries."""
    source = Source(module, roles)
    return all(is_kept(source, "compiled", names) for names in (source.entries, *((name,) for name in also)))


def code_key(module: types.ModuleType, *roles: types.ModuleType) -> str:
    """A name for the code of the compiled twin. Games with different decks share it, if only their tables differ."""
    return Source(module, roles).keys("compiled").code


__all__ = [
    "Progress",
    "Twin",
    "cache_folder",
    "can_compile",
    "code_key",
    "compiled",
    "fastest",
    "forget",
    "interpreted",
    "is_cached",
    "say_limits",
    "why_slow",
]
