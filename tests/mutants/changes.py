"""Small changes of source text, as a slip of the hand makes them: what `make power` tries on the tests.

Five kinds: a comparison is flipped, a whole number is one more or less, a statement is dropped, two arguments or two
branches change places. Each is a piece of text and what stands there instead, so that it can be read in a list.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

FLIPPED = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "===": "!==",
    "!==": "===",
    "in": "not in",
    "not in": "in",
    "is": "is not",
    "is not": "is",
}
SCRIPT_TOKENS = re.compile(r"(?<=\s)(===|!==|<=|>=|<|>)(?=\s)|(?<![\w.#\"'-])(\d+)(?![\w.%\"'-])")


@dataclass(frozen=True)
class Change:
    """A piece of a file's text, between two offsets, and what stands there instead."""

    file: str  # from the project's root
    begin: int
    end: int
    new: str
    line: int
    before: str  # the line as it is, and as it will be
    after: str

    @property
    def name(self) -> str:
        """What tells it from all others, whatever moves above it in the file."""
        return f"{self.file}: {self.before} → {self.after}"

    def source(self, text: str) -> str:
        """The changed text of the file."""
        return text[: self.begin] + self.new + text[self.end :]


def sample(root: Path, folder: str, wanted: int, seed: int) -> list[Change]:
    """Some changes of the files in a folder. Each has a number of its own: edits elsewhere hardly change the choice."""
    files = [path for suffix in ("*.py", "*.ts") for path in (root / folder).rglob(suffix)]
    found = {change.name: change for path in sorted(files) for change in changes(root, path)}
    return sorted(found.values(), key=lambda change: hashlib.sha256(f"{seed} {change.name}".encode()).digest())[:wanted]


def changes(root: Path, path: Path) -> Iterator[Change]:
    """All small changes of a file."""
    text = path.read_text(encoding="utf-8")
    file = path.relative_to(root).as_posix()
    for begin, end, new in _in_python(text) if path.suffix == ".py" else _in_script(text):
        first, last = text.rfind("\n", 0, begin) + 1, text.find("\n", end)
        before, after = text[first:last], text[first:begin] + new + text[end:last]
        yield Change(file, begin, end, new, text.count("\n", 0, begin) + 1, _one_line(before), _one_line(after))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _in_script(text: str) -> Iterator[tuple[int, int, str]]:
    """The same in TypeScript, by its tokens: comparisons and whole numbers outside comments."""
    for found in SCRIPT_TOKENS.finditer(text):
        line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()].lstrip()
        if not line.startswith(("*", "//", "/*", "import")) and " // " not in line:
            operator, number = found.groups()
            yield found.start(), found.end(), FLIPPED[operator] if operator else str(int(number) + 1)


class _Offsets:
    """From a node's lines and columns (in bytes) to offsets in the text."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def at(self, line: int, column: int) -> int:
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def of(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset)


def _in_python(text: str) -> Iterator[tuple[int, int, str]]:
    offsets = _Offsets(text)
    for node in _running(ast.parse(text)):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            begin, end = offsets.of(node.left)[1], offsets.of(node.comparators[0])[0]
            found = re.search(r"not\s+in|is\s+not|[<>=!]=|[<>]|\bin\b|\bis\b", text[begin:end])
            if found:
                operator = " ".join(found[0].split())
                yield begin + found.start(), begin + found.end(), FLIPPED[operator]
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield (*offsets.of(node), str(node.value + 1 if node.col_offset % 2 else node.value - 1))
        elif isinstance(node, ast.AugAssign) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
            yield (*offsets.of(node), "pass")
        elif isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name | ast.Tuple):
            yield (*offsets.of(node), "pass")
        elif isinstance(node, ast.Call):
            yield from _swapped(text, offsets, list(node.args))
        elif isinstance(node, ast.IfExp):
            yield from _swapped(text, offsets, [node.body, node.orelse])


def _swapped(text: str, offsets: _Offsets, values: list[ast.expr]) -> Iterator[tuple[int, int, str]]:
    for one, other in pairwise(values):
        if isinstance(one, ast.Name) and isinstance(other, ast.Name) and one.id != other.id:
            (begin, middle), (rest, end) = offsets.of(one), offsets.of(other)
            yield begin, end, text[rest:end] + text[middle:rest] + text[begin:middle]


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """Nodes of code that runs and says more than a wording: no annotations, f-strings and names for type checkers."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "slice_type", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr) and not _is_for_types(child):
                yield from _running(child)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
