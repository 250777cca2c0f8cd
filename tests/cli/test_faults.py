"""Whatever a command is given, it answers in one line; a traceback is a bug. Whatever stops it, it stops in order."""

from __future__ import annotations

import ctypes
import io
import json
import os
import runpy
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from weatherdeck.cli import commands, importing, main, streams
from weatherdeck.cli.stopping import in_order
from weatherdeck.games import registry
from weatherdeck.match import Match, save

ROOT = Path(__file__).parents[2]
LONG = "9" * 5000
"""A whole number that Python refuses to read."""


def run_in(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, as a person runs it."""
    return subprocess.run(
        [sys.executable, "-m", "weatherdeck", *arguments],
        cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line with which a command refuses."""
    try:
        status = main([*arguments])
    except SystemExit as left:  # an argument of the wrong form
        status = int(str(left.code))
    out, err = capsys.readouterr()
    assert status in (1, 2), (status, out, err)
    assert "Traceback" not in out + err
    said = [line for line in (out + err).splitlines() if not line.startswith(("usage:", " ", "Try:"))]
    assert len(said) == (2 if "with a difference" in said[-1] else 1), said  # what verify found, and how often
    return said[0]


# ---------------------------------------------------------------- files that are not what they should be
def _saved_with(value: str, key: str = "players") -> str:
    document = json.loads(save.dumps(Match(registry.load("tradewinds"), seed=1)))
    document[key] = "HERE"
    return json.dumps(document).replace('"HERE"', value)


BAD: dict[str, Callable[[Path], object]] = {
    "folder": Path.mkdir,
    "empty": Path.touch,
    "missing": lambda _: None,
    "loop": lambda path: path.symlink_to(path),
    "nothing behind a link": lambda path: path.symlink_to(path.with_name("nowhere")),
    "NUL bytes": lambda path: path.write_bytes(b"\0" * 100),
    "not UTF-8": lambda path: path.write_bytes(b"\xff\xfe\xfa" * 100),
    "a byte order mark alone": lambda path: path.write_bytes(b"\xef\xbb\xbf"),
    "a long number": lambda path: path.write_text(LONG),
    "a long number in a list": lambda path: path.write_text(f"[{LONG}]"),
    "a long number in TOML": lambda path: path.write_text(f"game = {LONG}"),
    "a saved game with a long number": lambda path: path.write_text(_saved_with(LONG)),
    "a saved game with a large number": lambda path: path.write_text(_saved_with("9" * 4000)),
    "a saved game with a large ruleset": lambda path: path.write_text(_saved_with("9" * 4000, "ruleset")),
    "a saved game with no number": lambda path: path.write_text(_saved_with("NaN")),
    "a saved game of a module": lambda path: path.write_text(_saved_with('"antigravity.b"', "game")),
    "deeply nested": lambda path: path.write_text("[" * 100_000),
    "deeply nested objects": lambda path: path.write_text('{"a":' * 50_000),
    "deeply nested TOML": lambda path: path.write_text(f"a = {'[' * 5000}"),
    "a long line": lambda path: path.write_text("x" * 1_000_000),
}
NOWHERE = ("--host", "192.0.2.1", "--port", "0", "--no-open")
"""An address of no machine: what is refused later than the file, if the file can be read."""
READERS = {
    "verify": ["verify", "FILE"],
    "verify a receipt": ["verify", "GAME", "--receipt", "FILE"],
    "verify with a deck": ["verify", "GAME", "--data", "FILE"],
    "review": ["review", "FILE"],
    "resume": ["play", "--resume", "FILE"],
    "play with a deck": ["play", "weathervanes", "--data", "FILE"],
    "ladder": ["ladder", "FILE.json"],
    "tune": ["tune", "FILE.toml"],
    "lab": ["lab", "weathervanes", "--data", "FILE"],
    "explore": ["lab", "explore", "FILE"],
    "serve a deck": ["serve", "--data", "FILE", "--port", "0", "--no-open"],
    "serve words": ["serve", "--words", "FILE", *NOWHERE],
    "admin": ["admin", "tables", "--store", "FILE"],
    "print": ["print", "weathervanes", "--data", "FILE"],
    "transcript": ["transcript", "weathervanes", "--data", "FILE"],
    "conformance": ["conformance", "weathervanes", "--data", "FILE"],
}
ENDINGS = {"ladder": ".json", "tune": ".toml"}


@pytest.mark.parametrize("reader", READERS)
def test_a_file_that_is_not_what_it_should_be_is_refused_in_one_line(
    reader: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("weatherdeck.cli.play._is_at_terminal", lambda: True)
    game = tmp_path / "game.json"
    save.write(game, Match(registry.load("tradewinds"), seed=1))
    for number, (_, make) in enumerate(BAD.items()):
        path = tmp_path / f"bad-{number}{ENDINGS.get(reader, '')}"
        make(path)
        stem = str(path.with_suffix("")) if ENDINGS.get(reader) else str(path)
        given = [part.replace("FILE", stem).replace("GAME", str(game)) for part in READERS[reader]]
        assert len(refusal(capsys, *given)) < 1100


# ---------------------------------------------------------------- arguments
@pytest.mark.parametrize(
    "arguments",
    [
        ["rules", "."],
        ["rules", ".."],
        ["rules", "a..b"],
        ["rules", "antigravity"],
        ["rules", "x" * 5000],
        ["conformance", "x/y"],
        ["transcript", "tradewinds", "--games", LONG],
        ["transcript", "tradewinds", "--seed", LONG],
        ["transcript", "tradewinds", "--players", LONG],
        ["transcript", "four-seasons", "--option", f"rounds={LONG}"],
        ["transcript", "four-seasons", "--option", "rounds=" + "9" * 30],
        ["transcript", "tradewinds", "--games", "٣"],
        ["tune", "tradewinds", "--players", LONG],
        ["tune", "tradewinds", "--want", f"decisions at most {LONG}"],
        ["tune", "tradewinds", "--want", "decisions at most 1e999"],
        ["serve", "--port", LONG],
        ["serve", "--store", "sqlite://"],
        ["serve", "--store", "postgresql://[::1/x", "--port", "0", "--no-open"],
        ["serve", "--bot-pause", "nan"],
        ["verify", "-", "--commitment", "zz"],
        ["verify", "-", "--commitment", "0" * 63],
    ],
)  # fmt: skip
def test_arguments_that_no_command_can_use_are_refused_in_one_line(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(refusal(capsys, *arguments)) < 6000


@pytest.mark.parametrize("command", ["verify", "review"])
def test_a_saved_game_that_is_refused_is_named(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_text(_saved_with(LONG))
    assert refusal(capsys, command, str(path)).startswith(f"weatherdeck: {path}: ")


@pytest.mark.parametrize("key", ["\x1b[2J", "\x9b2J", "two\nlines", "x" * 100_000], ids=["ESC", "CSI", "lines", "long"])
def test_a_file_cannot_command_the_terminal_through_what_verify_quotes(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games.jsonl").write_text(json.dumps({key: 1}))
    assert main(["verify", str(tmp_path / "games.jsonl")]) == 1
    found, counted = capsys.readouterr().out.splitlines()
    assert found.startswith("line 1: not a transcript")
    assert found.isprintable()
    assert len(found) <= streams.LONGEST_LINE
    assert "1 with a difference" in counted


def test_a_commitment_is_compared_or_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["transcript", "tradewinds"]) == 0
    (tmp_path / "games.jsonl").write_text(capsys.readouterr().out)
    transcripts = str(tmp_path / "games.jsonl")
    assert "expected the 64 hex digits" in refusal(capsys, "verify", transcripts, "--commitment", "zz")
    assert "transcripts, which have no commitment" in refusal(capsys, "verify", transcripts, "--commitment", "0" * 64)
    assert "transcripts, which have no commitment" in refusal(capsys, "verify", transcripts, "--receipt", "r.json")


# ---------------------------------------------------------------- where Python looks for modules
def test_files_in_the_current_folder_do_not_replace_libraries(tmp_path: Path) -> None:
    for name in ("numba", "numpy", "random", "json", "scipy", "ray", "pydantic", "textual", "sqlalchemy"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('the wrong module was run')")
    done = run_in(tmp_path, "games", "--names")
    assert (done.returncode, done.stderr) == (0, "")
    done = run_in(tmp_path, "transcript", "tradewinds")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_game_in_the_current_folder_is_found_by_its_name(tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "examples" / "high_card", tmp_path / "cards" / "mine", ignore=ignored)
    (tmp_path / "cards" / "__init__.py").touch()
    (tmp_path / "numba.py").write_text("raise SystemExit('the wrong module was run')")
    played = run_in(tmp_path, "transcript", "cards.mine", WEATHERDECK_INTERPRETED="1")
    assert (played.returncode, played.stderr) == (0, "")
    assert json.loads(played.stdout)["game"] == "cards.mine"
    assert run_in(tmp_path, "rules", "cards").returncode == 2, "a package that holds no game"


# ---------------------------------------------------------------- what can be printed
@pytest.mark.parametrize("name", registry.ours())
def test_rules_can_be_read_without_unicode(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", name]) == 0
    shown = capsys.readouterr().out
    plain = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors=streams.HANDLER)
    plain.write(shown)
    plain.seek(0)
    assert plain.read().count("?") == shown.count("?"), "everything has a stand-in"


def test_output_without_unicode_is_readable(tmp_path: Path) -> None:
    done = run_in(tmp_path, "rules", "tradewinds", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    done = run_in(tmp_path, "verify", os.fsdecode(b"\xff"), LC_ALL="C")
    assert done.stderr == "weatherdeck: \\udcff: cannot be read (No such file or directory)\n"


@pytest.mark.parametrize("into", ["1>/dev/full", "1>&-", "2>&-", "1>&- 2>&-", "0<&-", "| true"])
def test_output_that_nobody_reads_leaves_no_traceback(into: str) -> None:
    for arguments in ("games", "--help"):
        command = f"{sys.executable} -m weatherdeck {arguments} {into}"
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False, timeout=120)
        assert "Traceback" not in done.stderr
        assert "ignored" not in done.stderr
        assert done.stderr.count("\n") <= 1


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m weatherdeck transcript weathervanes --games 30 | head -c 10"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=120)
    assert done.stdout == '{"game": "'
    assert done.stderr == ""


# ---------------------------------------------------------------- homes that cannot be written
def test_a_user_without_a_home_gets_no_folder_called_tilde(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(_: int) -> None:
        raise KeyError

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "to be restored")
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", nobody)
    assert main(["games", "--names"]) == 0
    capsys.readouterr()
    assert os.environ["HOME"] == os.devnull
    monkeypatch.setattr("weatherdeck.cli.play._is_at_terminal", lambda: True)
    assert "there is no saved game" in refusal(capsys, "play", "--resume")
    assert list(tmp_path.iterdir()) == []


def test_a_game_without_a_home_is_played_and_not_saved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").touch()
    paths: list[Path | None] = []

    def run_table(*_: object, save_path: Path | None, **__: object) -> int:
        paths.append(save_path)
        return 0

    monkeypatch.setattr("weatherdeck.cli.play._saves", lambda: tmp_path / "home" / "games")
    monkeypatch.setattr("weatherdeck.cli.play._is_at_terminal", lambda: True)
    monkeypatch.setattr("weatherdeck.cli.play.run_table", run_table)
    assert main(["play", "tradewinds"]) == 0
    assert paths == [None]
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "this game will not be saved" in told
    assert "--save" in told
    refusal(capsys, "play", "tradewinds", "--save", str(tmp_path / "home" / "x.json"))


def test_a_server_without_a_home_keeps_tables_until_it_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from weatherdeck.cli import serve

    (tmp_path / "home").touch()
    monkeypatch.setattr(serve, "default_store", lambda: tmp_path / "home" / "tables.sqlite")
    store = Path(serve._usual_store())
    assert store.parent.is_dir()
    assert store.name == "tables.sqlite"
    monkeypatch.setattr(serve, "default_store", lambda: tmp_path / "tables.sqlite")
    assert serve._usual_store() == str(tmp_path / "tables.sqlite")


# ---------------------------------------------------------------- stopping
def test_kill_interrupts_once_and_is_told_by_the_status() -> None:
    with in_order() as stopped:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)  # cleaning up is not disturbed
    assert stopped.status(130) == 143
    assert stopped.status(0) == 0, "a server that was told to stop has done so"
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_interruption_that_gets_lost_in_a_callback_is_repeated(number: signal.Signals) -> None:
    """LLVM calls functions of Python through ctypes, from which no exception comes back."""
    callback = ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(number))

    def compile_something() -> None:
        callback()
        for _ in range(600):
            time.sleep(0.05)

    with in_order() as stopped, pytest.raises(KeyboardInterrupt):
        compile_something()
    assert stopped.status(130) == 128 + number


def test_what_fails_after_an_interruption_that_got_lost_is_an_interruption(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba raises its own errors when LLVM could not tell it what was compiled, sooner than the repetition comes."""
    callback = ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGINT))

    def compile_something(_: object) -> None:
        callback()
        raise RuntimeError("no compiled object yet")

    monkeypatch.setattr(commands, "parser", compile_something)
    assert main(["games"]) == 130
    time.sleep(0.2)  # the repetition does not come any more
    assert capsys.readouterr().err == "\nweatherdeck: interrupted\n"


def test_interrupted_while_modules_are_loaded(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "parser", interrupted)
    assert main(["games"]) == 130
    assert capsys.readouterr().err == "\nweatherdeck: interrupted\n"


def test_interrupted_before_anything_is_loaded(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`python -m weatherdeck` first leaves the current folder: Ctrl-C may come there, too."""

    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(importing, "leave_current_folder", interrupted)
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("weatherdeck", run_name="__main__")
    assert ended.value.code == 130
    assert capsys.readouterr().err == "\nweatherdeck: interrupted\n"


def test_what_is_loaded_before_interruptions_are_answered_is_next_to_nothing() -> None:
    """Until `main` runs, Ctrl-C shows a traceback: Python's own start-up is not ours, but what comes after it is."""
    code = f"import sys; sys.path.append({str(ROOT / 'src')!r}); before = set(sys.modules)\n"
    code += "import weatherdeck.cli; print(*sorted(set(sys.modules) - before))"
    loaded = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True).stdout
    assert loaded.split() == ["__future__", "weatherdeck", "weatherdeck.cli"]


def _children(process: int) -> Iterator[int]:
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        yield from map(int, task.read_text().split())


def _is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def _until(holds: Callable[[], object]) -> None:
    for _ in range(2400):
        if holds():
            return
        time.sleep(0.05)
    raise AssertionError("it does not happen")


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_worker_outlives_a_ladder_that_is_killed(number: signal.Signals, tmp_path: Path) -> None:
    command = ["ladder", "tradewinds", "random", "greedy", "--deals", "1000000", "--processes", "2"]
    environment = {**os.environ, "WEATHERDECK_INTERPRETED": "1"}  # nothing to compile, and long games
    with subprocess.Popen(
        [sys.executable, "-m", "weatherdeck", *command, "--output", str(tmp_path / "results.json")],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as ladder:  # fmt: skip
        _until(lambda: len(list(_children(ladder.pid))) >= 3)  # two workers, and Python's resource tracker
        workers = list(_children(ladder.pid))
        time.sleep(0.5)
        ladder.send_signal(number)
        out, err = ladder.communicate(timeout=120)
        _until(lambda: not any(map(_is_running, workers)))
    if number == signal.SIGTERM:
        assert ladder.returncode == 143, err
        assert "Traceback" not in err
        assert "Tradewinds" in out or "No deal was finished" in out
        assert json.loads((tmp_path / "results.json").read_text())["format"] == "weatherdeck ladder 1"
