"""One family of errors: all of it derives from `Problem`, and a person sees one line instead of a traceback."""

from __future__ import annotations

import argparse
import ast
import builtins
import errno
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from weatherdeck import bots, errors
from weatherdeck.cli import commands, main
from weatherdeck.cli.parser import Parser
from weatherdeck.games import data, game, options, registry
from weatherdeck.match import transcript

SOURCE = Path(errors.__file__).parent
BUILTIN = {name for name, kind in vars(builtins).items() if isinstance(kind, type) and issubclass(kind, BaseException)}


def classes() -> dict[str, tuple[str, list[str]]]:
    """Every class of the project by name: its file and the names of its bases."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases = [ast.unparse(base).rpartition(".")[2] for base in node.bases]
                found[node.name] = (path.relative_to(SOURCE).as_posix(), bases)
    return found


def ancestors(name: str, known: dict[str, tuple[str, list[str]]]) -> set[str]:
    bases = known[name][1] if name in known else []
    return set(bases).union(*(ancestors(base, known) for base in bases))


def exceptions() -> dict[str, tuple[str, list[str]]]:
    known = classes()
    return {name: where for name, where in known.items() if ancestors(name, known) & BUILTIN}


def drawn() -> Iterator[tuple[str, str, str]]:
    """The tree at the top of errors.py: each class, its base, and the text beside it."""
    path: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        match = re.match(r"    ((?:[│├└─ ]{4})*)([A-Z]\w+)(?: +(.*))?$", line)
        if match is not None:
            depth = len(match[1]) // 4
            path[depth:] = [match[2]]
            if depth:
                yield match[2], path[depth - 1], match[3] or ""


def test_every_exception_of_the_project_is_a_problem() -> None:
    known = classes()
    found = exceptions()
    assert len(found) >= 18, "the search finds nothing"
    strangers = [name for name in found if name != "Problem" and "Problem" not in ancestors(name, known)]
    assert not strangers, f"not of the family: {strangers}"


def test_the_tree_at_the_top_of_the_module_is_the_family() -> None:
    shown = {name: base for name, base, _ in drawn()}
    family = {name: where for name, where in exceptions().items() if name != "Problem"}
    assert set(shown) == set(family)
    assert all(shown[name] in family[name][1] for name in shown)


def test_the_tree_says_which_layer_defines_a_class() -> None:
    family = exceptions()
    for name, _, text in drawn():
        file = family[name][0]
        if file != "errors.py":
            assert text.startswith(f"{file.split('/')[0].removesuffix('.py')}: "), f"{name} is defined in {file}"


@pytest.mark.parametrize(
    "problem",
    [
        errors.IllegalMove("R1", "not in hand", "WV-3"),
        errors.StaleMove("version 3 is over"),
        errors.SaveRefused("damaged"),
        registry.UnknownGame("chess"),
        options.OptionError("rounds"),
        data.DataError("line 3"),
        game.NoJudgement("no greedy.py"),
        transcript.Difference("result"),
        bots.UnknownBot("nobody"),
    ],
    ids=lambda problem: type(problem).__name__,
)
def test_an_error_of_a_worker_process_arrives_as_it_was(problem: errors.Problem) -> None:
    arrived = pickle.loads(pickle.dumps(problem))
    assert (type(arrived), str(arrived), vars(arrived)) == (type(problem), str(problem), vars(problem))


# ---------------------------------------------------------------- what a person sees
BAD_INPUT = [
    "rules chess",
    "rules no.such.package",
    "rules weatherdeck.games",
    "play chess",
    "serve --no-open --port 0 --store {folder}",
    "serve --no-open --port 0 --store {text}/tables.sqlite",
    "serve --no-open --port 0 --store postgresql://127.0.0.1:1/nothing",
    "admin tables --store {missing}",
    "admin show nowhere --store {folder}",
    "admin servers --store {binary}",
    "admin close nowhere --store {text}",
    "admin audit --store postgresql://127.0.0.1:1/nothing",
    "transcript chess",
    "transcript weathervanes --policy genius",
    "transcript weathervanes --option tricks=3",
    "transcript weathervanes --players 5",
    "transcript weathervanes --data {missing}",
    "transcript weathervanes --data {folder}",
    "transcript weathervanes --data {binary}",
    "transcript weathervanes --data {text}",
    "verify {missing}",
    "verify {folder}",
    "verify {binary}",
    "verify {text}",
    "ladder chess",
    "ladder weathervanes genius random",
    "ladder {missing}.json",
    "ladder {folder}/folder.json",
    "ladder {binary}.json",
    "ladder {text}.json",
    "exploit chess random",
    "exploit weathervanes expert",
    "exploit weathervanes nobody",
    "exploit weathervanes random --data {binary}",
    "exploit weathervanes random --output {folder}",
    "learn chess",
    "learn weathervanes --players 9",
    "learn weathervanes --output {text}",
    "review {missing}",
    "review {folder}",
    "review {binary}",
    "review {text}",
    "conformance chess",
    "conformance weathervanes --data {missing}",
    "lab chess",
    "lab weathervanes --play nobody:5",
    "lab weathervanes --data {binary}",
    "lab weathervanes --play random:4 --out {text}",
    "lab compare weathervanes --with {missing}.toml",
    "tune chess",
    "tune weathervanes --want nonsense",
    "tune {missing}.toml",
    "tune {binary}.toml",
    "print chess",
    "print weathervanes --data {binary}",
    "print weathervanes --players 9",
    "print weathervanes --out {folder}",
    "cache --stale",
    "doctor --store {text}",
]


def test_bad_input_is_tried_with_every_command() -> None:
    tried = {line.split()[0] for line in BAD_INPUT}
    assert tried == set(commands.COMMANDS) - {"games", "completion"}, "they take no input but a choice"


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Files that nothing can be done with, by what is wrong with them."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.json").mkdir()
    for ending in ("", ".json"):
        (tmp_path / f"binary{ending}").write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff\xfe" * 20)
        (tmp_path / f"text{ending}").write_text("Once upon a time\nthere was a text.\n")
    return {name: str(tmp_path / name) for name in ("missing", "binary", "text")} | {"folder": str(tmp_path)}


@pytest.mark.parametrize("line", BAD_INPUT)
def test_bad_input_gives_one_line_and_no_traceback(
    line: str, places: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    given = [part.format(**places) for part in line.split()]
    if given[0] == "serve":  # a server sets up its whole process
        done = subprocess.run(
            [sys.executable, "-m", "weatherdeck", *given], capture_output=True, text=True, check=False, timeout=60
        )
        status, out, err = done.returncode, done.stdout, done.stderr
    else:
        status = main(given)
        out, err = capsys.readouterr()
    assert status in (1, 2)
    if status == 2:  # the command could not run
        assert err.startswith("weatherdeck: ")
        assert err.count("\n") == 1
        assert "codec" not in err, "said in Python's words"
        assert out == ""
    else:  # it ran and found something wrong: that is its result
        assert err == ""
        assert out != ""


def failing(monkeypatch: pytest.MonkeyPatch, problem: Exception) -> None:
    def run(_: argparse.Namespace) -> int:
        raise problem

    monkeypatch.setattr(Parser, "parse_args", lambda *_: argparse.Namespace(run=run))


def test_an_error_of_the_system_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    failing(monkeypatch, PermissionError(errno.EACCES, "Permission denied", "games.jsonl"))
    assert main([]) == 2
    assert capsys.readouterr().err == "weatherdeck: games.jsonl: Permission denied\n"
    failing(monkeypatch, OSError(errno.ENOSPC, "No space left on device"))
    assert main([]) == 2
    assert capsys.readouterr().err == "weatherdeck: cannot write: No space left on device\n"


def test_a_message_of_several_lines_is_shown_as_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    failing(monkeypatch, errors.Problem("line 3:\nnot a card"))
    assert main([]) == 2
    assert capsys.readouterr().err == "weatherdeck: line 3: not a card\n"


@pytest.mark.parametrize("bug", [ValueError("a bug"), OSError("raised by a program")])
def test_a_bug_is_not_hidden(monkeypatch: pytest.MonkeyPatch, bug: Exception) -> None:
    failing(monkeypatch, bug)
    with pytest.raises(type(bug), match=str(bug)):
        main([])
