"""The third twin: the same rules as CUDA kernels, with equal bytes for equal seeds.

    twin = cuda.twin(stepping, rules)           # needs a device and the extra `gpu`; see `why_not`
    tables = twin.make(Tables, states=n, ...)   # arrays in the device's memory
    twin.over(n, "step", tables, actions)       # one thread for each number below n

Here rules are device functions, which only kernels call; so a twin has no rules as attributes, and everything goes
through `over`. A bundle's arrays are device arrays, and `room` is a thread's own memory. `over` does not wait:
`twin.host` does, and so does everything that reads an array.

Kernels are kept in the user's cache folder, as compiled rules are (`compiler.py`).
"""

from __future__ import annotations

import contextlib
import dis
import functools
import hashlib
import importlib
import importlib.metadata
import importlib.util
import sys
import threading
import types
import typing
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import filelock
import numpy as np

from .. import extras
from ..environment import INTERPRETED
from ..errors import Problem
from .compiler import Room
from .keeping import cache_folder
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
    frozen,
    is_bundle,
    is_record,
)
from .sources import Roles, Source, callees_first, parts_of

B = TypeVar("B", bound=tuple[Any, ...])
Capability = tuple[int, int]
"""A kind of device, as CUDA numbers them: (9, 0) is an H100 or H200."""

THREADS = 128
"""Threads of a block. Fewer share a multiprocessor badly; more leave too few registers for each."""
MANY = 1 << 15
WARP = 32
"""Fewer numbers than MANY are spread over all multiprocessors by small blocks."""
LARGE_TABLE = 256
"""Tables of more bytes than this live in the device's memory: constant memory has 64 kB for all of them together."""


class NoGpu(Problem):
    """There is no GPU to run on, or its extra is not installed."""


def why_not() -> str | None:
    """What is missing for rules on a GPU, in one line; None if nothing is."""
    if INTERPRETED.value:
        return "WEATHERDECK_INTERPRETED is set, so nothing is compiled"
    if importlib.util.find_spec("numba_cuda") is None:
        return f"numba-cuda is not installed: {extras.install('gpu')}"
    if not _numba().is_available():
        return "no CUDA device was found (is a driver installed? nvidia-smi shows what it sees)"
    return None


def twin(module: types.ModuleType, *roles: types.ModuleType) -> Cuda:
    """The module's twin on this machine's GPU."""
    missing = why_not()
    if missing is not None:
        raise NoGpu(f"this needs a GPU, and {missing}")
    return _twin(module, roles)


def planned(module: types.ModuleType, *roles: types.ModuleType) -> Cuda:
    """The module's twin on a device that need not be here: only its `ptx` can be asked for."""
    return _twin(module, roles)


def _numba(name: str = "") -> Any:
    """Numba's CUDA target, or one of its modules; they have no types of their own."""
    _load_numba()
    return importlib.import_module("numba.cuda" + name)


@functools.cache
def _load_numba() -> None:
    alias = not hasattr(np, "row_stack")  # NumPy 2.5 has dropped it, and numba-cuda 0.30 asks for it when it is loaded
    module: Any = np
    if alias:
        module.row_stack = np.vstack
    try:
        importlib.import_module("numba.cuda.np.arrayobj")
    finally:
        if alias:
            del module.row_stack


@functools.cache
def _twin(module: types.ModuleType, roles: Roles) -> Cuda:
    return Cuda(Source(module, roles))


def device_name() -> str:
    """The name of the device."""
    name = _numba().get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def device_number() -> int:
    """The number of the device."""
    return int(_numba().get_current_device().id)


class Cuda:
    """A twin on the device."""

    mode = "cuda"

    def __init__(self, source: Source) -> None:
        self._source = source
        self._kernels: dict[Any, _Kernel] = {}

    def of(self, module: types.ModuleType) -> Cuda:
        """The twin of another engine for the same game."""
        return _twin(module, self._source.roles)

    def make(self, kind: type[B], **parts: Any) -> B:
        """A bundle in the device's memory. A part is given as an array, which is copied there, or as its shape."""
        made = []
        for name, hint in parts_of(kind, self._source.roles).items():
            if name not in parts:
                raise TypeError(f"{kind.__name__} needs a length for {name}")
            part = parts[name]
            made.append(zeros(part, _element(hint)) if isinstance(part, (int, tuple)) else to_device(part))
        return kind(*made)

    def load_all(self, loose: Sequence[Record]) -> Any:
        """Loose records of one kind, as an array that `make` takes."""
        return np.concatenate([record.pack() for record in loose])

    def to_device(self, array: Any) -> Any:
        """A NumPy array as an argument."""
        return to_device(array)

    def to_host(self, part: Any) -> Any:
        """A part of a bundle in NumPy."""
        return to_host(part)

    def over(self, n: int, rule: str, *arguments: Any, room: Room | None = None, block: int | None = None) -> None:
        """Run a rule over range(n), a thread for each number, in blocks of that many threads."""
        if n > 0:
            self._kernel(rule, len(arguments), room).launch(n, arguments, block or (THREADS if n >= MANY else WARP))

    def ptx(self, rule: str, *arguments: Any, room: Room | None = None, capability: Capability = (9, 0)) -> str:
        """What a kernel becomes, for a kind of device that need not be here. `arguments` are types of the language."""
        return self._kernel(rule, len(arguments), room).ptx([_typed(hint, self._source.roles) for hint in arguments],
                                                            capability)  # fmt: skip

    def _kernel(self, rule: str, arguments: int, room: Room | None) -> _Kernel:
        key = rule, arguments, *((room[0], *room[1].items()) if room else ())
        if key not in self._kernels:
            self._kernels[key] = _Kernel(self._source, rule, arguments, room)
        return self._kernels[key]


# ---------------------------------------------------------------- the device's memory


def zeros(shape: int | tuple[int, ...], dtype: Any) -> Any:
    """An array of zeros in the device's memory.

    Many rows lie there column by column: neighbouring threads, which write the same place of their rows at the same
    time, then write to neighbouring memory. That makes a step several times as fast.
    """
    array = _numba().device_array(shape, dtype, order="F")
    if array.size:
        _numba(".cudadrv.driver").device_memset(array, 0, array.nbytes)
    return array


def to_device(array: Any) -> Any:
    """The array in the device's memory: itself if it is there, of whatever library, and otherwise a copy."""
    if _numba(".cudadrv.devicearray").is_cuda_ndarray(array):
        return array
    if hasattr(array, "__cuda_array_interface__"):
        return _numba().as_cuda_array(array)
    return _numba().to_device(np.asfortranarray(array))


def to_host(array: Any) -> Any:
    """A copy of a device array in NumPy, after everything that was asked for is done."""
    return array.copy_to_host()


def free_memory() -> int:
    """How many bytes of the device's memory are free."""
    return int(_numba().current_context().get_memory_info().free)


def copy(array: Any) -> Any:
    """A copy of a device array in the device's memory."""
    other = zeros(array.shape, array.dtype)
    if array.size:
        _numba(".cudadrv.driver").device_to_device(other, array, array.nbytes)
    return other


def synchronize() -> None:
    """Wait until everything that was asked for is done."""
    _numba().synchronize()


# ---------------------------------------------------------------- kernels


class _Kernel:
    """A rule as a kernel: each thread calls it on the span that holds its number alone."""

    def __init__(self, source: Source, rule: str, arguments: int, room: Room | None) -> None:
        self.source, self.rule, self.room = source, rule, room
        self.parameters = [f"a{i}" for i in range(arguments)]
        self._dispatcher: Any = None

    def launch(self, n: int, arguments: tuple[Any, ...], block: int) -> None:
        if self._dispatcher is None:
            self._dispatcher = self._jitted(keep=True)
        kinds = tuple(self._dispatcher.typeof_pyval(argument) for argument in (n, *arguments))
        if kinds not in self._dispatcher.overloads:
            with _numba_for_rules():
                self._dispatcher.compile(kinds)
        self._dispatcher[(n + block - 1) // block, block](n, *arguments)

    def ptx(self, kinds: Sequence[Any], capability: Capability) -> str:
        nb = _numba(".types")
        with _numba_for_rules(capability):
            text, _ = _numba().compile_ptx(self._function(None), (nb.int64, *kinds), cc=capability)
        return str(text)

    def _jitted(self, keep: bool) -> Any:
        import numba

        folder = self._folder() if keep else None
        function = self._function(folder)
        # The linker optimises once more, which makes some kernels faster; but it fuses, and cannot be told not to.
        may_link = None if function.__globals__["rule"].only_whole_numbers else False
        dispatcher: Any = _numba().jit(function, lto=may_link)
        if folder is not None:
            config: Any = numba.config  # its names are made at run time
            before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
            try:
                dispatcher.enable_caching()
            finally:
                config.CACHE_DIR = before
        return dispatcher

    def _folder(self) -> Path | None:
        """Where this kernel is kept; None if it cannot be."""
        folder = cache_folder() / "cuda" / hashlib.sha256(
            f"{self.source.keys('cuda ' + importlib.metadata.version('numba-cuda')).whole} {self._text()}".encode()
        ).hexdigest()[:24]  # fmt: skip
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            return None
        return folder

    def _function(self, folder: Path | None) -> Any:
        """The kernel, in a module with everything that it names. It is in a file, since Numba keeps no other."""
        text = self._text()
        name = "weatherdeck_kernel"
        path = "<kernel>"
        if folder is not None:
            file = folder / "kernel.py"
            with filelock.FileLock(str(folder / "lock")):
                if not file.exists():
                    file.write_text(text)
            name, path = f"weatherdeck_kernel_{folder.name}", str(file)
        module = types.ModuleType(name)
        sys.modules[name] = module  # Numba finds a kept kernel's surroundings by this name
        namespace = vars(module)
        namespace.update(self._surroundings())
        exec(compile(text, path, "exec"), namespace)  # our own lines, from _text
        return namespace["kernel"]

    def _text(self) -> str:
        """The kernel. Together with the rule's source it is the name of what is kept, so it says all that matters."""
        parts, lines = [], []
        for name, hint in self._room_parts():
            shape = self.room[1].get(name, 1) if self.room else 1
            kind = np.dtype(_element(hint)).descr
            lines.append(f"        room_{name} = cuda.local.array({shape!r}, kind_{name})  # {kind}\n")
            parts.append(f"room_{name}[0]" if is_record(hint) else f"room_{name}")
        room = [f"Room({', '.join(parts)})"] if self.room else []
        return (
            f"def kernel(n, {', '.join(self.parameters)}):\n"
            f"    # {self.source.module.__name__}.{self.rule}\n"
            f"    i = cuda.grid(1)\n"
            f"    if i < n:\n"
            f"{''.join(lines)}"
            f"        rule(i, i + 1, {', '.join([*self.parameters, *room])})\n"
        )

    def _room_parts(self) -> Iterator[tuple[str, Any]]:
        if self.room is not None:
            yield from parts_of(self.room[0], self.source.roles).items()

    def _surroundings(self) -> dict[str, Any]:
        numpy_support = _numba(".np.numpy_support")
        kinds = {
            f"kind_{name}": numpy_support.from_dtype(np.dtype(_element(hint))) for name, hint in self._room_parts()
        }
        room = {"Room": self.room[0]} if self.room else {}
        return {"cuda": _numba(), "rule": _namespace(self.source)[self.rule]} | kinds | room


_lock = threading.RLock()
_namespaces: dict[str, dict[str, Any]] = {}


def _namespace(source: Source) -> dict[str, Any]:
    """The module's rules as device functions, and those of the modules that it calls."""
    from . import cuda_lowering  # noqa: F401  # teaches Numba the kernel's words for devices

    name = f"{source.module.__name__}[{', '.join(role.__name__ for role in source.roles)}]__cuda"
    with _lock:
        if name not in _namespaces:
            others = {need.module.__name__: _namespace(need) for need in source.needs}
            replaced = {k: frozen(value) for k, value in source.namespace.items() if frozen(value) is not None}
            replaced |= {k: others[f.__module__][f.__name__] for k, f in source.imported.items()}
            namespace = source.rebuilt(name, replaced)
            for f in list(callees_first([namespace[k] for k in source.own])):
                rule = _numba().jit(f, device=True)
                rule.only_whole_numbers = _has_only_whole_numbers(f)
                namespace[f.__name__] = rule
            _namespaces[name] = namespace
        return _namespaces[name]


def _has_only_whole_numbers(function: Any) -> bool:
    """Whether a rule and all that it calls compute without fractions, so that nothing can be rounded."""
    hints = {str(hint) for hint in typing.get_type_hints(function).values()}
    if any("float" in hint for hint in hints) or any(isinstance(value, float) for value in function.__code__.co_consts):
        return False
    for step in dis.get_instructions(function):
        if step.argrepr in ("/", "/="):
            return False
        called = function.__globals__.get(step.argval) if step.opname == "LOAD_GLOBAL" else None
        if isinstance(called, types.ModuleType) or not getattr(called, "only_whole_numbers", True):
            return False
    return True


@contextlib.contextmanager
def _numba_for_rules(capability: Capability | None = None) -> Iterator[None]:
    """Have Numba compile as rules need it; other people's kernels are compiled as ever.

    - No fused multiply-add: it rounds once where the CPU rounds twice, and a preference that differs in its last bit
      is another move. (The linker, too, would fuse: `_Kernel._jitted` sees to that.)
    - Large tables are shared in the device's memory. Numba would copy them into constant memory at every use.
    - With a capability, for a device that need not be here.
    """
    dispatcher, target = _numba(".dispatcher"), _numba(".target")
    nvvm = _numba(".cudadrv.nvvm")
    compile_ir, constant_array = nvvm.compile_ir, target.CUDATargetContext.make_constant_array
    current = dispatcher.get_current_device

    def without_fusing(llvmir: Any, **options: Any) -> Any:
        return compile_ir(llvmir, **({"fma": False} | options))

    def table(self: Any, builder: Any, kind: Any, array: Any) -> Any:
        from .cuda_lowering import table_in_memory as in_memory

        if array.nbytes <= LARGE_TABLE:
            return constant_array(self, builder, kind, array)
        return in_memory(self, builder, kind, array)

    with _lock:
        nvvm.compile_ir, target.CUDATargetContext.make_constant_array = without_fusing, table
        if capability is not None:
            dispatcher.get_current_device = lambda: types.SimpleNamespace(compute_capability=capability)
        try:
            yield
        finally:
            nvvm.compile_ir, target.CUDATargetContext.make_constant_array = compile_ir, constant_array
            dispatcher.get_current_device = current


# ---------------------------------------------------------------- types

_ELEMENTS: list[tuple[Any, Any, int]] = [
    (Ints, np.int64, 1),
    (Floats, np.float64, 1),
    (Features, np.float32, 1),
    (Flags, np.int8, 1),
    (IntRows, np.int64, 2),
    (FloatRows, np.float64, 2),
    (FeatureRows, np.float32, 2),
    (FlagRows, np.int8, 2),
]
"""The types of arrays in the language: their elements and dimensions."""


def _element(hint: Any) -> Any:
    """The type of an array's elements; a record is an array of one."""
    while typing.get_origin(hint) is list:
        hint = typing.get_args(hint)[0]
    if is_record(hint):
        return hint.dtype
    for known, element, _ in _ELEMENTS:
        if hint == known:
            return element
    raise TypeError(f"the device's memory has no place for {hint}")


def _typed(hint: Any, roles: Roles) -> Any:
    """A type of the language as Numba's CUDA target knows it."""
    nb, numpy_support = _numba(".types"), _numba(".np.numpy_support")
    plain = {int: nb.int64, bool: nb.boolean, float: nb.float64}
    if hint in plain:
        return plain[hint]
    if is_bundle(hint):
        return nb.BaseTuple.from_types([_typed(part, roles) for part in parts_of(hint, roles).values()], hint)
    dimensions = next((d for known, _, d in _ELEMENTS if hint == known), str(hint).count("list["))
    return nb.Array(numpy_support.from_dtype(np.dtype(_element(hint))), dimensions, "C" if dimensions == 1 else "F")
