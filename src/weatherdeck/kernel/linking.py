"""From functions to machine code, in two steps: every function is drafted, and what Python calls is linked.

Numba by itself optimizes each function together with all that it calls, and makes machine code of it. In an engine over
a game, whose functions call each other many levels deep, the same code would be optimized dozens of times. So functions
are only drafted: Numba infers their types and writes them as LLVM's intermediate language. Then those that Python calls
are linked with all the drafts they need into one library, which is optimized once. `docs/decisions/0069` has figures.

Importing this module imports Numba. It is imported only when something is compiled or loaded.
"""
# mypy: disable-error-code="no-untyped-def, no-untyped-call, misc"
# Numba has no types.

from __future__ import annotations

import pickle
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

import llvmlite.binding
import numba
from numba.core import event, serialize, sigutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, compile_result
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.environment import lookup_environment
from numba.core.typed_passes import NativeLowering

from .lowering import counted_from_the_start  # this import teaches Numba the kernel's words

LIBRARY = "weatherdeck"
ENVIRONMENT = "_ZN08NumbaEnv"
"""How Numba's symbols for the environments of functions begin."""


class Draft(JITCodeLibrary):
    """A function in LLVM's intermediate language: other functions can call and inline it, but it cannot run."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.callees: list[Draft] = []
        self.symbol = ""

    def named(self, symbol: str) -> None:
        """Let others find it by its symbol."""
        self.symbol = symbol
        _drafts[symbol] = self

    def finalize(self) -> None:
        """Take in Numba's own small helpers, but not the drafts that it calls: they are linked later, once."""
        for library in dict.fromkeys(self._linking_libraries):
            if isinstance(library, Draft):
                self.callees.append(library)
            else:
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvmlite.binding.Linkage.external:
                function.linkage = "linkonce_odr"  # it goes once it has been inlined wherever it is called
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        return self._final_module


_drafts: dict[str, Draft] = {}
"""By their symbols."""


class Linked(JITCodeLibrary):
    """Machine code of some entries and of all that they call."""

    def __init__(self, codegen: Any, entries: Collection[str], *, in_one_piece: bool) -> None:
        super().__init__(codegen, LIBRARY)
        self._entries, self._in_one_piece = entries, in_one_piece

    def _optimize_final_module(self) -> None:
        if self._in_one_piece:
            for function in self._final_module.functions:
                if function.name in _drafts and function.name not in self._entries:
                    function.add_function_attribute("alwaysinline")
        super()._optimize_final_module()


@register_pass(mutates_CFG=True, analysis_only=False)
class _DraftLowering(NativeLowering):
    _name = "weatherdeck_draft_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = Draft(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        changed: bool = super().run_pass(state)
        state.library._ensure_finalized()
        state.library.named(state["cr"].fndesc.mangled_name)
        entry = _no_entry()
        state["cr"] = state["cr"]._replace(cfunc=entry)
        state.targetctx.insert_user_function(entry, state["cr"].fndesc, [state.library])
        return changed


class _Drafting(CompilerBase):
    def define_pipelines(self) -> list[Any]:
        """Numba's passes, up to the point at which it would make machine code."""
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.passes = [
            (_DraftLowering if one is NativeLowering else one, description) for one, description in manager.passes
        ]
        manager.finalize()
        return [manager]


def _no_entry() -> Any:
    """What Numba knows a draft by. It has to be a built-in function that no other draft has."""
    return [].append


# ---------------------------------------------------------------- drafts
def drafting(function: Any, *, checked: bool, inlined: bool) -> Any:
    """A dispatcher under whose name other rules call a function, without its draft so far."""
    options: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "boundscheck": checked,
        "forceinline": inlined,
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
        "pipeline_class": _Drafting,
        "_nrt": False,  # rules make no arrays: their callers own them, and no references need counting
    }
    return numba.njit(**options)(function)


def draft(dispatcher: Any, signature: Any) -> None:
    """Draft a function for its annotated types only."""
    arguments, returned = sigutils.normalize_signature(signature)
    about = {"dispatcher": dispatcher, "args": arguments, "return_type": returned}
    with global_compiler_lock, counted_from_the_start(), event.trigger_event("numba:compile", data=about):
        _offer(dispatcher, dispatcher._compiler.compile(arguments, returned))


def _offer(dispatcher: Any, result: Any) -> None:
    dispatcher.overloads[tuple(result.signature.args)] = result
    dispatcher.disable_compile()


def draft_of(dispatcher: Any) -> Any:
    """What came of drafting."""
    (result,) = dispatcher.overloads.values()
    return result


class _KeptDraft(NamedTuple):
    """A draft as it is kept."""

    code: bytes
    description: Any
    environment: Any
    signature: Any
    calls: tuple[str, ...]  # the symbols of the drafts that it calls


def dump_drafts(dispatchers: Mapping[str, Any]) -> bytes:
    """The drafts of several functions, to be kept."""
    kept = {}
    for name, dispatcher in dispatchers.items():
        result = draft_of(dispatcher)
        description, library = result.fndesc, result.library
        description.typemap = description.calltypes = None  # large, and not needed any more
        calls = tuple(callee.symbol for callee in library.callees)
        code = library._final_module.as_bitcode()
        kept[name] = _KeptDraft(code, description, result.environment, result.signature, calls)
    content: bytes = serialize.dumps(kept)
    return content


def load_drafts(dispatchers: Mapping[str, Any], content: bytes) -> bool:
    """Give functions their drafts; False if these are not the ones that fit."""
    kept: dict[str, _KeptDraft] = pickle.loads(content)
    own = {one.description.mangled_name for one in kept.values()}
    if kept.keys() != dispatchers.keys() or any(
        symbol not in own and symbol not in _drafts for one in kept.values() for symbol in one.calls
    ):
        return False  # what they call has been drafted anew, and has other symbols now
    for name, one in kept.items():
        context = dispatchers[name].targetctx
        library = Draft(context.codegen(), one.description.qualname)
        library._final_module = llvmlite.binding.parse_bitcode(one.code)
        library._finalized = True
        library.named(one.description.mangled_name)
        entry = _no_entry()
        context.insert_user_function(entry, one.description, [library])
        _offer(dispatchers[name], _result(context, library, entry, one.description, one.environment, one.signature))
    for one in kept.values():
        _drafts[one.description.mangled_name].callees = [_drafts[symbol] for symbol in one.calls]
    return True


def _result(context: Any, library: Any, entry: Any, description: Any, environment: Any, signature: Any) -> Any:
    return compile_result(
        typing_context=context.typing_context,
        target_context=context,
        entry_point=entry,
        type_annotation="",
        library=library,
        call_helper=None,
        environment=environment,
        signature=signature,
        objectmode=False,
        lifted=(),
        fndesc=description,
        reload_init=(),
        referenced_envs=(),
    )


# ---------------------------------------------------------------- machine code
class Entry(NamedTuple):
    """A function that Python can call."""

    library: Any
    description: Any
    environment: Any
    signature: Any

    def dispatcher(self, function: Any) -> Any:
        """What calls it: it checks the types of arguments first."""
        made = numba.njit(function)
        with global_compiler_lock:
            code = made.targetctx.get_executable(self.library, self.description, self.environment)
        made.add_overload(_result(made.targetctx, self.library, code, *self[1:]))
        made.disable_compile()
        return made


def link(dispatchers: Mapping[str, Any], *, in_one_piece: bool) -> dict[str, Entry]:
    """Make machine code of drafted functions and of all that they call: each with all of it inlined, or as drafted."""
    results = {name: draft_of(dispatcher) for name, dispatcher in dispatchers.items()}
    context = next(iter(dispatchers.values())).targetctx
    library = Linked(
        context.codegen(), {one.fndesc.mangled_name for one in results.values()}, in_one_piece=in_one_piece
    )
    library.enable_object_caching()
    with global_compiler_lock:
        context.refresh()  # Numba does this when it compiles; but all drafts may have been kept by another process
        for one in results.values():
            context.create_cpython_wrapper(library, one.fndesc, one.environment, None, release_gil=True)
        for callee in _needed(one.library for one in results.values()):
            library.add_linking_library(callee)
        library.finalize()
    return {name: Entry(library, one.fndesc, one.environment, one.signature) for name, one in results.items()}


def _needed(drafts: Iterable[Draft]) -> Iterable[Draft]:
    """Drafts, and those of all that they call, each once."""
    found: dict[int, Draft] = {}
    waiting = list(drafts)
    while waiting:
        one = waiting.pop()
        if id(one) not in found:
            found[id(one)] = one
            waiting += one.callees
    return found.values()


def dump_entries(entries: Mapping[str, Entry]) -> bytes:
    """Machine code, to be kept."""
    library = next(iter(entries.values())).library
    names = [one.name for one in library._final_module.global_variables if one.name.startswith(ENVIRONMENT)]
    environments = [one for one in map(lookup_environment, names) if one is not None and one.can_cache()]
    for one in entries.values():
        one.description.typemap = one.description.calltypes = None
    described = {name: tuple(one[1:]) for name, one in entries.items()}
    content: bytes = serialize.dumps((library._get_compiled_object(), described, environments))
    return content


def load_entries(content: bytes) -> dict[str, Entry]:
    """Machine code that was kept."""
    code, described, environments = pickle.loads(content)
    codegen = numba.njit(load_entries).targetctx.codegen()  # that of the CPU; nothing is compiled
    library = codegen.create_library(LIBRARY)
    library.enable_object_caching()
    library._set_compiled_object(code)
    with global_compiler_lock:
        library._finalize_final_module()
        codegen._engine._defined_symbols.update(one.llvm_cpython_wrapper_name for one, _, _ in described.values())
        for environment in environments:
            codegen.set_env(environment.env_name, environment)
    return {name: Entry(library, *parts) for name, parts in described.items()}
