"""What a twin is made of: a module's rules and constants, and the other rule modules that it calls.

Nothing is rewritten or generated: a twin has copies of the module's functions, with other things in the places of some
names. `Source.key` names exactly this code with exactly these constants, for whoever keeps what was compiled from it.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import inspect
import platform
import sys
import types
import typing
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from .records import frozen, is_bundle, is_record

Roles = tuple[types.ModuleType, ...]
"""The modules of a game that replace an engine's stand-ins. If several have a name, the first one counts."""


class Source:
    """A module with its constants and rules, and the other rule modules that it calls."""

    def __init__(self, module: types.ModuleType, roles: Roles = ()) -> None:
        self.module, self.roles = module, roles
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

    def needs(self) -> list[Source]:
        """The rule modules that this one calls; those that are engines too get the same roles."""
        modules = [sys.modules[name] for name in sorted({value.__module__ for value in self.imported.values()})]
        return [Source(module, self.roles if _has_stand_ins(module) else ()) for module in modules]

    def key(self, mode: str) -> str:
        """A name for exactly this code with exactly these constants."""
        digest = hashlib.sha256()
        compilers = [importlib.metadata.version(name) for name in ("numba", "llvmlite")]  # importing them takes longer
        for version in (mode, platform.python_version(), np.__version__, *compilers):
            digest.update(version.encode() + b"\0")
        for path in sorted(Path(__file__).parent.glob("*.py")):  # the kernel itself
            digest.update(path.read_bytes() + b"\0")
        for need in self.needs():
            digest.update(need.key(mode).encode() + b"\0")
        for part in self._text():
            digest.update(part + b"\0")
        return digest.hexdigest()[:24]

    def _text(self) -> Iterator[bytes]:
        yield self.module.__name__.encode()
        path = Path(inspect.getfile(self.module))  # Numba rejects its files if the source was touched
        yield f"{path.resolve()} {path.stat().st_mtime_ns}".encode()
        yield inspect.getsource(self.module).encode()
        for name in sorted(self.namespace):
            value = self.namespace[name]
            array = frozen(value)
            if array is not None:
                yield f"{name} {array.dtype} {array.shape} ".encode() + array.tobytes()
            elif isinstance(value, (int, float, str)) and not name.startswith("__"):
                yield f"{name} {value!r}".encode()
            elif is_record(value):
                yield f"{name} {value.dtype!r}".encode()
            elif is_bundle(value):
                yield f"{name} {_described(value, self.roles)}".encode()

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
