"""How strong the tests are: `python -m tests.mutants.power` (make power) breaks the project in many small ways.

What is tried: every mutant of every clause, and samples of small changes over the folders of `src` (changes.py). Each
is made in a copy of the project, in which the tests that play the changed file run as they always do: compiled, cached,
in workers and children. First those of `make test`; if they let it live, those of `make proof`. A kill counts when the
test that failed passes on the unchanged project. A run that stops goes on where it was: what is known is in
`build/power/results.jsonl`.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue

from scripts import affected
from scripts.set_up import ROOT

from tests.mutants import changes
from tests.mutants.harness import claims
from tests.mutants.mutant import folders, mutants_of

WORK = ROOT / "build" / "power"
RESULTS = WORK / "results.jsonl"
EQUIVALENT = Path(__file__).parent / "equivalent.txt"
"""Changes that break nothing, each with the reason: "name | reason"."""
RULES = "rules, by clause"
SAMPLES = {"kernel": 50, "games": 100, "match": 50, "table": 100, "bots": 40, "lab": 30, "web/src": 30}
BARRED = ("kernel", "games", "match", "table")
"""Of what is sampled there, 90 in 100 that are not equivalent must die."""
SEED = 1
ELSEWHERE = ("build", ".git", ".*_cache", ".venv", "node_modules", "__pycache__")
"""What a copy of the project does without, or shares."""
NEAR = 60
"""So many files of tests try a change, the nearest; all of them would take a day."""
ONE_TEST = 120
"""Seconds after which a test hangs, and has noticed something."""
PATIENCE = 1500
"""Seconds for all tests of one change."""
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+?\.py(?:::[^\n]*?)?)(?: - .*)?$", re.MULTILINE)
HANGS = "Timeout (0:02:00)!"


@dataclass(frozen=True)
class Trial:
    """A way to break a file, and the tests that should notice."""

    part: str
    name: str
    file: str
    text: str
    tests: tuple[str, ...]
    interpreted: bool = False


@dataclass(frozen=True)
class Result:
    """What came of a trial: by which tests it was killed, and the test that did it."""

    part: str
    name: str
    by: str  # "fast", "full", or "" for nobody
    test: str


def trials(parts: list[str]) -> Iterator[Trial]:
    """All that is tried in these parts."""
    if RULES in parts:
        yield from _rules()
    for part, wanted in SAMPLES.items():
        if part in parts:
            folder = part if part == "web/src" else f"src/weatherdeck/{part}"
            for change in changes.sample(ROOT, folder, wanted, SEED):
                text = change.source((ROOT / change.file).read_text(encoding="utf-8"))
                tests = () if part == "web/src" else tuple(nearest(change.file))
                yield Trial(part, change.name, change.file, text, tests)


def _rules() -> Iterator[Trial]:
    for folder in folders().values():
        for mutant in mutants_of(folder):
            for clause in mutant.clauses.split():
                tests = tuple(str(Path(test).relative_to(ROOT)) for test in claims(clause))
                file = (folder / mutant.file).relative_to(ROOT).as_posix()
                name = f"{clause}, {mutant.what} ({mutant.new!r})"
                # Clauses are about rules, not about compiling them, which would only take longer to say the same.
                yield Trial(RULES, name, file, mutant.source(folder), tests, interpreted=True)


def nearest(file: str) -> list[str]:
    """The tests that a change of a file can break: first those named like it or its folder, then the most special."""
    *folders_of_it, name = Path(file).with_suffix("").parts

    def rank(test: str) -> tuple[int, int, str]:
        *folders_of_test, test_name = Path(test).with_suffix("").parts
        shared = len({*folders_of_it} & {*folders_of_test}) + (test_name == f"test_{name}")
        return -shared, len(affected.reach_of(test).files), test

    tests = affected.chosen([file])
    return sorted(affected.all_tests() if tests == ["tests"] else tests, key=rank)[:NEAR]


class Bench:
    """A copy of the project in which one thing is broken at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sound: dict[tuple[str, bool, bool], bool] = {}
        self.second = 0
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*ELSEWHERE))
        for ignored in (".venv", "web/node_modules"):
            if (ROOT / ignored).exists():
                (folder / ignored).symlink_to(ROOT / ignored)

    def result(self, trial: Trial) -> Result:
        """Break, test, mend."""
        file = self.folder / trial.file
        sound = file.read_bytes()
        self._write(file, trial.text.encode())
        try:
            for by in ("fast", "full"):
                killer = self._vitest(trial.file) if file.suffix == ".ts" else self._pytest(trial, by == "full")
                if killer is not None:
                    return Result(trial.part, trial.name, by, killer)
                if file.suffix == ".ts":  # vitest has one size
                    break
        finally:
            self._write(file, sound)
        return Result(trial.part, trial.name, "", "")

    def _pytest(self, trial: Trial, full: bool) -> str | None:
        """The test that noticed."""
        tests = list(trial.tests)
        while tests:
            said = self._said(tests, full, trial.interpreted)
            if said is None:
                return None
            failed = FAILED.search(said)
            if failed is None:  # it hung, or could not even begin
                return HANGS if HANGS in said else said.strip().splitlines()[-1] if said.strip() else "it crashed"
            if self._is_sound(failed[1], full, trial):
                return failed[1]
            file = failed[1].split("::")[0]  # it fails without a change, too: go on behind it
            tests = [test for test in tests if test.split("::")[0] != file]
        return None

    def _is_sound(self, test: str, full: bool, trial: Trial) -> bool:
        """Whether a test passes on the unchanged project, so that its failure says something."""
        asked = (test, full, trial.interpreted)
        if asked not in self.sound:
            file = self.folder / trial.file
            self._write(file, (ROOT / trial.file).read_bytes())
            self.sound[asked] = self._said([test], full, trial.interpreted) is None
            self._write(file, trial.text.encode())
        return self.sound[asked]

    def _write(self, file: Path, text: bytes) -> None:
        """Write a file whose byte code is made again: Python tells a change by the second and the size."""
        self.second += 1
        file.write_bytes(text)
        os.utime(file, (self.second, self.second))

    def _said(self, tests: list[str], full: bool, interpreted: bool) -> str | None:
        """What pytest said, if a test failed."""
        options = ["-x", "-q", "--tb=no", "--no-header", "-rfE", "-p", "no:cacheprovider", "-p", "no:xdist"]
        limit = ["-o", f"faulthandler_timeout={ONE_TEST}", "-o", "faulthandler_exit_on_timeout=true"]
        paths = os.pathsep.join([str(self.folder / "src"), str(self.folder / "examples")])
        env = os.environ | {"PYTHONPATH": paths, "WEATHERDECK_PROOF": str(int(full)), "COLUMNS": "1000"}
        env["WEATHERDECK_CACHE"] = str(WORK / "cache")  # what is compiled from broken rules is not mixed with the rest
        if interpreted:
            env["WEATHERDECK_INTERPRETED"] = "1"
        code, said = run([sys.executable, "-m", "pytest", *options, *limit, *tests], self.folder, env)
        return said if code else None

    def _vitest(self, file: str) -> str | None:
        vitest = ["node", "node_modules/vitest/vitest.mjs", "related", "--run", "--bail=1", f"../{file}"]
        types = ["node", "node_modules/svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json"]
        for command in (vitest, types):
            code, _ = run(command, self.folder / "web", dict(os.environ))
            if code:
                return Path(command[1]).stem
        return None


def run(command: list[str], folder: Path, env: dict[str, str]) -> tuple[int, str]:
    """Run a command and all that it starts; its exit status (0 if it does not end in time), and what it said."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        said = ""
        process.returncode = 0
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    return process.returncode, said


def known() -> dict[str, Result]:
    """The results so far."""
    lines = RESULTS.read_text(encoding="utf-8").splitlines() if RESULTS.exists() else []
    return {result.name: result for line in lines for result in [Result(**json.loads(line))]}


def equivalent() -> dict[str, str]:
    """Changes that break nothing, and why."""
    lines = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    return dict(line.rsplit(" | ", 1) for line in lines if line and not line.startswith("#"))


def table(results: list[Result]) -> Iterator[str]:
    """The figures, as a table in Markdown."""
    harmless = equivalent()
    yield "| part | tried | equivalent | killed by the full set | killed by the fast set |"
    yield "|---|---:|---:|---:|---:|"
    for part in (RULES, *SAMPLES):
        of_part = [result for result in results if result.part == part]
        if of_part:
            count = Counter(result.by for result in of_part)
            same = sum(result.name in harmless for result in of_part if not result.by)
            real = len(of_part) - same
            full = count["fast"] + count["full"]
            yield f"| {part} | {len(of_part)} | {same} | {_share(full, real)} | {_share(count['fast'], real)} |"


def _share(some: int, all_of_them: int) -> str:
    return f"{some} ({some / all_of_them:.1%})" if all_of_them else "0"


def failing(results: list[Result]) -> list[str]:
    """What falls short of the bars."""
    harmless, short = equivalent(), []
    rules = [result for result in results if result.part == RULES and result.by != "fast"]
    short += [f"the fast set lets a mutant of a rule live: {result.name}" for result in rules]
    real = [result for result in results if result.part in BARRED and (result.by or result.name not in harmless)]
    killed = [result for result in real if result.by]
    fast = [result for result in killed if result.by == "fast"]
    if len(killed) < 0.9 * len(real):
        short.append(f"{len(killed)} of {len(real)} sampled changes die; wanted: 90%")
    if len(fast) < 0.99 * len(killed):
        short.append(f"the fast set kills {len(fast)} of the {len(killed)} that the full set kills; wanted: 99%")
    return short


def main(arguments: list[str]) -> int:
    """Try what is not known yet, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.power", description="Measure what the tests notice.")
    parser.add_argument("parts", nargs="*", help=f"only these: {RULES!r}, {', '.join(SAMPLES)}")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="changes tried at a time")
    parser.add_argument("--again", action="store_true", help="try again what lived")
    parser.add_argument("--survivors", action="store_true", help="try nothing; list what lived")
    wanted = parser.parse_args(arguments)
    parts = wanted.parts or [RULES, *SAMPLES]
    if unknown := sorted({*parts} - {RULES, *SAMPLES}):
        parser.error(f"no such part: {', '.join(unknown)}; there are {', '.join([RULES, *SAMPLES])}")
    WORK.mkdir(parents=True, exist_ok=True)
    results = {name: result for name, result in known().items() if result.by or not wanted.again}
    todo = list(trials(parts))
    names = {trial.name for trial in todo}
    if not wanted.survivors:
        _try([trial for trial in todo if trial.name not in results], wanted.workers, results)
    found = [result for name, result in results.items() if name in names]
    for result in found:
        if result.by != "fast" and result.name not in equivalent():
            print(f"{'killed by the full set only' if result.by else 'survived'}: {result.name}")
    print(*table(found), sep="\n")
    print(*failing(found), sep="\n")
    return 1 if failing(found) else 0


def _try(todo: list[Trial], workers: int, results: dict[str, Result]) -> None:
    benches: SimpleQueue[Bench] = SimpleQueue()
    for number in range(min(workers, len(todo))):
        benches.put(Bench(WORK / f"bench-{number}"))

    def attempt(trial: Trial) -> Result:
        bench = benches.get()
        try:
            return bench.result(trial)
        finally:
            benches.put(bench)

    with ThreadPoolExecutor(workers) as pool, RESULTS.open("a", encoding="utf-8") as kept:
        tried = [pool.submit(attempt, trial) for trial in todo]
        for number, done in enumerate(as_completed(tried), 1):
            if done.exception():
                pool.shutdown(cancel_futures=True)
            result = done.result()
            results[result.name] = result
            kept.write(json.dumps(asdict(result)) + "\n")
            kept.flush()
            print(f"{number}/{len(todo)} {result.by or 'SURVIVED'}: {result.name}  {result.test}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
