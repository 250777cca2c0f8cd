"""What a twin is made of: a module's rules and constants, and the other rule modules that it calls.

Nothing is rewritten or generated: a twin has copies of the module's functions, with other things in the places of some
names. `Source.key` names exactly this code with exactly these constants, for whoever keeps what was compiled from it.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import sys
import types
import typing
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .records import frozen, handed, is_bundle, is_record

Roles = tuple[types.ModuleType, ...]
"""The modules of a game that replace an engine's stand-ins. If several have a name, the first one counts."""
Family = dict[tuple[types.ModuleType, Roles], "Source"]
"""The sources of all that a source calls."""


@dataclass(frozen=True)
class Keys:
    """Names for the code of a source and of all that it calls, 24 characters each."""

    whole: str  # for exactly this code with exactly these constants and tables
    code: str  # for the code that all decks share; the same as `whole` where nothing depends on a deck
    decks: dict[str, str]  # from `code` to `whole`, where they differ, for the source and all that it calls


class Source:
    """A module with its constants and rules, and the other rule modules that it calls."""

    def __init__(self, module: types.ModuleType, roles: Roles = (), family: Family | None = None) -> None:
        self.module, self.roles = module, roles
        self._family: Family = {} if family is None else family  # many call the same ones
        self._keys: dict[str, Keys] = {}
        self.namespace = dict(vars(module))
        for name, value in vars(module).items():
            if roles and getattr(value, "__stand_in__", False):
                offering = next((role for role in roles if hasattr(role, name)), None)
                if offering is None and getattr(value, "__optional__", False):
                    continue  # it is used as it is written, with the game's own state
                if offering is None:
                    names = " and ".join(role.__name__ for role in roles)
                    raise AttributeError(f"{names} has no {name}, which {module.__name__} needs")
                self.namespace[name] = getattr(offering, name)
        self.own = {name: value for name, value in self.namespace.items() if is_rule(value) and self._is_own(value)}
        self.imported = {
            name: value for name, value in self.namespace.items() if is_rule(value) and not self._is_own(value)
        }

    def _is_own(self, function: Any) -> bool:
        """Whether a function is compiled with this module: its own, and stand-ins that the game does not replace."""
        return function.__module__ == self.module.__name__ or getattr(function, "__optional__", False)

    @functools.cached_property
    def needs(self) -> list[Source]:
        """The rule modules that this one calls; those that are engines too get the same roles."""
        modules = [sys.modules[name] for name in sorted({value.__module__ for value in self.imported.values()})]
        return [self._member(module, self.roles if _has_stand_ins(module) else ()) for module in modules]

    def _member(self, module: types.ModuleType, roles: Roles) -> Source:
        if (module, roles) not in self._family:
            self._family[module, roles] = Source(module, roles, self._family)
        return self._family[module, roles]

    @functools.cached_property
    def known_as(self) -> str:
        """The module's name, or for an edition of a package that of the module as shipped: their code is the same."""
        own: str | None = getattr(self.module, "__edition_of__", None)
        if own is not None:
            return own
        package, _, rest = self.module.__name__.rpartition(".")
        while package:
            original = getattr(sys.modules.get(package), "__edition_of__", None)
            if original is not None:
                return f"{original}.{rest}"
            package, _, above = package.rpartition(".")
            rest = f"{above}.{rest}"
        return self.module.__name__

    @functools.cached_property
    def entries(self) -> tuple[str, ...]:
        """What Python calls: of a game's own modules everything; of an engine what it names in ENTRIES.

        An engine that names nothing offers what it does not call itself. Everything else can be had too, more slowly.
        """
        if not self.roles:
            return tuple(sorted(self.own))
        named: tuple[str, ...] | None = getattr(self.module, "ENTRIES", None)
        if named is None:
            called = {name for function in self.own.values() for name in _names_in(function.__code__)}
            named = tuple(name for name in self.own if name not in called)
        return tuple(sorted(named))

    @functools.cached_property
    def _used(self) -> set[str]:
        """The names that the rules use (and those of fields, which do no harm)."""
        return {name for function in self.own.values() for name in _names_in(function.__code__)}

    @functools.cached_property
    def tables(self) -> dict[str, npt.NDArray[Any]]:
        """The tables that the rules use, as constant arrays."""
        found = {name: frozen(value) for name, value in self.namespace.items() if name in self._used}
        return {name: array for name, array in found.items() if array is not None}

    @functools.cached_property
    def deck_tables(self) -> dict[str, npt.NDArray[Any]]:
        """Those of them that are not part of the code, since they depend on the deck or were learned."""
        found = {name: handed(self.namespace[name]) for name in self.tables}
        return {name: array for name, array in found.items() if array is not None}

    @property
    def is_one_piece(self) -> bool:
        """Whether everything that its entries call is inlined into them: an engine says so with IN_ONE_PIECE."""
        return getattr(self.module, "IN_ONE_PIECE", False)

    def keys(self, mode: str) -> Keys:
        """Names for this code, with its tables and without those of the deck."""
        if mode not in self._keys:
            self._keys[mode] = self._named(mode)
        return self._keys[mode]

    def _named(self, mode: str) -> Keys:
        shared, whole = hashlib.sha256(_surroundings(mode)), hashlib.sha256()
        decks: dict[str, str] = {}
        for need in self.needs:
            keys = need.keys(mode)
            shared.update(keys.code.encode() + b"\0")
            whole.update(keys.whole.encode() + b"\0")
            decks |= keys.decks
        for part in self._text():
            shared.update(part + b"\0")
        code = shared.hexdigest()[:24]
        if not decks and not self.deck_tables:
            return Keys(code, code, {})
        whole.update(code.encode())
        for name, array in sorted(self.deck_tables.items()):
            whole.update(f"{name} ".encode() + array.tobytes() + b"\0")
        key = whole.hexdigest()[:24]
        return Keys(key, code, decks | {code: key})

    def _text(self) -> Iterator[bytes]:
        """All that the code depends on, less the numbers in deck tables."""
        yield self.known_as.encode()
        yield inspect.getsource(self.module).encode()
        for name in sorted(self.namespace):
            value = self.namespace[name]
            if is_record(value):
                yield f"{name} {value.dtype!r}".encode()
            elif is_bundle(value):
                yield f"{name} {_described(value, self.roles)}".encode()
            elif name in self.deck_tables:
                array = self.deck_tables[name]
                yield f"{name} {array.dtype} {array.shape} of the deck".encode()
            elif name in self.tables:
                array = self.tables[name]
                yield f"{name} {array.dtype} {array.shape} ".encode() + array.tobytes()
            elif name in self._used and not is_rule(value):
                yield f"{name} {self._constant(value)}".encode()

    def _constant(self, value: Any) -> str:
        if isinstance(value, (int, float, str, tuple)):
            return repr(value)
        if isinstance(value, types.ModuleType):
            return value.__name__
        if hasattr(value, "__qualname__"):
            return f"{value.__module__}.{value.__qualname__}"
        return self.module.__name__  # whatever it is, it may differ between editions: they do not share this code

    def rebuilt(self, name: str, replaced: dict[str, Any]) -> dict[str, Any]:
        """The namespace of a new module with copies of this one's functions, and some names replaced."""
        module = types.ModuleType(name)
        namespace = vars(module)
        namespace.update({k: v for k, v in self.namespace.items() if k not in ("__name__", "__spec__", "__loader__")})
        namespace.update(replaced)
        for k, function in self.own.items():
            namespace[k] = types.FunctionType(function.__code__, namespace, function.__name__, function.__defaults__)
            namespace[k].__annotations__ = function.__annotations__
            namespace[k].__rule__ = True
            namespace[k].__roles__ = self.roles
        sys.modules[name] = module  # Numba finds a cached function's surroundings by this name
        return namespace


@functools.cache
def _surroundings(mode: str) -> bytes:
    """What all code depends on: the versions of all that makes it, and the kernel."""
    import platform
    from importlib import metadata

    compilers = [metadata.version(name) for name in ("numba", "llvmlite")]  # importing Numba takes longer
    versions = "\0".join((mode, platform.python_version(), np.__version__, *compilers, *_cpu(mode)))
    kernel = b"\0".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
    return hashlib.sha256(versions.encode() + b"\0" + kernel).digest()


def _cpu(mode: str) -> tuple[str, ...]:
    """The CPU that machine code is made for: several machines may share a home folder."""
    if mode.startswith("cuda"):
        return ()
    import llvmlite.binding

    return llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten()


@functools.cache
def parts_of(bundle: type[tuple[Any, ...]], roles: Roles) -> dict[str, Any]:
    """The types of a bundle's parts, with the game's own types in the places of stand-ins."""
    return {name: _played(hint, roles) for name, hint in typing.get_type_hints(bundle).items()}


def _played(hint: Any, roles: Roles) -> Any:
    if typing.get_origin(hint) is list:
        return list[_played(typing.get_args(hint)[0], roles)]  # type: ignore[misc]  # a type made at run time
    if is_record(hint) and getattr(hint, "__stand_in__", False):
        return next((getattr(role, hint.__name__) for role in roles if hasattr(role, hint.__name__)), hint)
    return hint


def _described(hint: Any, roles: Roles) -> str:
    """All that a type's machine code depends on."""
    if is_bundle(hint):
        parts = (f"{name}: {_described(part, roles)}" for name, part in parts_of(hint, roles).items())
        return f"{hint.__module__}.{hint.__qualname__}({', '.join(parts)})"
    if typing.get_origin(hint) is list:
        return f"list[{_described(typing.get_args(hint)[0], roles)}]"
    return repr(hint.dtype) if is_record(hint) else repr(hint)


def _names_in(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names_in(constant)


def _has_stand_ins(module: types.ModuleType) -> bool:
    """Whether a module is an engine that calls a game's functions (not the module of the stand-ins)."""
    return any(
        getattr(value, "__stand_in__", False) and value.__module__ != module.__name__ for value in vars(module).values()
    )


def is_rule(value: Any) -> bool:
    """Whether a value is a function of the rules."""
    return isinstance(value, types.FunctionType) and getattr(value, "__rule__", False)


def callees_first(functions: Iterable[Any]) -> Iterator[Any]:
    """The rules, and all that they call in their surroundings, each after those that it calls."""
    done: set[int] = set()
    open_: set[int] = set()

    def visit(f: Any) -> Iterator[Any]:
        if id(f) in done:
            return
        if id(f) in open_:
            raise TypeError(f"{f.__module__}.{f.__name__} calls itself: rules have no recursion")
        open_.add(id(f))
        for name in f.__code__.co_names:
            callee = f.__globals__.get(name)
            if is_rule(callee):
                yield from visit(callee)
        done.add(id(f))
        yield f

    for f in functions:
        yield from visit(f)
