"""The folders of the table server: the glossary is true, and each folder imports only those below it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import weatherdeck.table

TABLE = Path(weatherdeck.table.__file__).parent
BELOW: dict[str, set[str]] = {
    "web": {"play", "wire", "store", "fairness", "rates", "desk", "schema"},
    "play": {"wire", "store", "fairness", "rates", "desk"},
    "wire": set(),
    "store": {"fairness"},
    "fairness": set(),
    "rates": set(),
    "desk": {"rates"},
    "schema": {"web", "wire"},
}
MAX_PARAMETERS = 8
LISTS = {"wire.exploring", "wire.messages", "wire.requests"}
"""Modules whose classes are the types of messages: a list that explains itself."""
HELPERS = {
    "Answering",
    "Built",
    "Health",
    "InvalidMessage",
    "JsonLines",
    "Loaded",
    "Outcome",
    "PostgresPubSub",
    "Ranked",
    "RateLimit",
    "ReadableLines",
    "RepeatFilter",
    "RequestRefusal",
    "StoreRefused",
    "TableFilter",
    "Tokens",
    "Unfair",
    "UnknownTarget",
}
"""Classes whose own docstring is enough."""


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the table server by its name within it, without the migrations, which never change."""
    named = {".".join(path.relative_to(TABLE).with_suffix("").parts): path for path in sorted(TABLE.rglob("*.py"))}
    return {
        name: ast.parse(path.read_text(encoding="utf-8"))
        for name, path in named.items()
        if "migrations" not in name and name != "__init__"
    }


def glossary() -> dict[str, str]:
    """The classes of the glossary, and the module in which each is defined."""
    text = weatherdeck.table.__doc__ or ""
    return dict(re.findall(r"(?m)^    ([A-Z]\w+) +([a-z_.]+)  ", text))


@cache
def classes() -> list[tuple[str, str]]:
    """Every public class and the module that defines it."""
    return [
        (node.name, name)
        for name, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]


def test_every_word_of_the_glossary_is_one_class_where_it_says() -> None:
    words = glossary()
    assert len(words) > 20
    for word, module in words.items():
        assert [where for name, where in classes() if name == word] == [module], word


def test_no_two_classes_have_the_same_name() -> None:
    names = [name for name, _ in classes()]
    assert not {name for name in names if names.count(name) > 1}


def test_the_glossary_explains_every_class_but_helpers_and_messages() -> None:
    found = {name for name, module in classes() if module not in LISTS}
    assert found == set(glossary()) | HELPERS, "explain it in weatherdeck/table/__init__.py"


def imported(name: str, tree: ast.Module) -> set[str]:
    """The folders (and the modules beside them) that a module of the table server imports."""
    package = ("weatherdeck", "table", *name.split("."))[:-1]
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = (*package[: len(package) - node.level + 1], *(node.module.split(".") if node.module else ()))
            names = [base] if len(base) > 2 else [(*base, alias.name) for alias in node.names]
            found |= {one[2] for one in names if one[:2] == ("weatherdeck", "table")}
    return found


def test_each_folder_imports_only_those_below_it() -> None:
    for name, tree in modules().items():
        folder = name.partition(".")[0]
        assert folder in BELOW, f"{name}: put it into one of the folders"
        wrong = imported(name, tree) - {folder} - BELOW[folder]
        assert not wrong, f"{name} imports {wrong}"
    assert imported("play.manager", modules()["play.manager"]) == {"play", "store", "wire"}, "they are found"


def test_no_function_has_many_parameters() -> None:
    for name, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                assert len(given) <= MAX_PARAMETERS, f"{name}: {node.name}"
