"""Builds a release and checks it: `make release`. It publishes nothing; docs/releasing.md says how that is done.

1. The version is the same everywhere.
2. The client and the docs site are built, then the sdist and the wheel.
3. Both are built again, elsewhere, from the sdist, with the client from its sources: every byte must be the same.
4. Contents, sizes and metadata are checked; no link of the package's page is relative.
5. The package index has a wheel of everything that is locked, for each platform of docs/install.md.
6. The wheel is installed into an empty environment for each Python that is here, and tried from another folder,
   without Node and without a compiler.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable
from pathlib import Path

from hatch_metadata import LINK
from packaging.metadata import Metadata

import weatherdeck
from scripts import docs, platforms, set_up
from scripts.trial import Failed, Installed, empty_environment, try_base
from weatherdeck.games import registry

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
LARGEST = {".whl": 9_000_000, ".gz": 20_000_000}
"""Bytes of the wheel and of the sdist: far below what an index accepts, and small enough for a slow line."""
TOOLS = ("env", "sh", "uname", "ldconfig")
"""All that the empty environment finds besides Python: neither Node nor a compiler."""
DATA = (
    *("games/*/RULES.md", "games/*/*.toml", "games/*/art.json", "games/*/pictures/*"),
    *("lab/reporting/*.css", "lab/reporting/*.js", "lab/reporting/*.json"),
    *("cli/terminal/*.tcss", "table/store/migrations/*.mako"),
)
"""Files of the package besides its modules."""
NEVER = re.compile(r"(^|/)(\.git|\.venv|node_modules|__pycache__|\.node|build|dist)/|\.(pyc|part|map)$|(^|/)\.env$")


def main() -> int:
    """All steps, in order."""
    options = arguments()
    try:
        version = one_version()
        say(f"building {version}")
        built = build(DIST, with_docs=not options.without_docs)
        say("building it again from the sdist")
        compare(built, rebuilt(built))
        for file in built:
            check(file, with_docs=not options.without_docs)
        say("asking the package index for wheels for every platform")
        platforms.check_wheels()
        for python in options.python or found_pythons():
            try_wheel(built[1], python, with_docs=not options.without_docs)
    except Failed as problem:
        sys.exit(f"weatherdeck: {problem}")
    summary(built)
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.release", description="Build, check and try a release.")
    parser.add_argument("--python", action="append", metavar="PROGRAM", help="try it with this Python (repeatable)")
    parser.add_argument("--without-docs", action="store_true", help="leave out the docs site; not for a real release")
    return parser.parse_args()


def one_version() -> str:
    """The version, which stands in three files for three kinds of readers."""
    project: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    cited = re.findall(r"(?m)^version: (.+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    if not cited == [project] == [weatherdeck.__version__]:
        raise Failed(f"pyproject.toml says {project}, CITATION.cff {cited}, the package {weatherdeck.__version__}")
    if project not in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        raise Failed(f"CHANGELOG.md does not speak of {project}")
    return project


# ---------------------------------------------------------------- build
def build(to: Path, *, with_docs: bool) -> tuple[Path, Path]:
    """The sdist and the wheel of this checkout."""
    shutil.rmtree(to, ignore_errors=True)
    if with_docs:
        run([sys.executable, "-m", docs.__name__], ROOT)
    run([sys.executable, "hatch_build.py"], ROOT)
    return hatchling(ROOT, to)


def rebuilt(built: tuple[Path, Path]) -> tuple[Path, Path]:
    """The same from the sdist: in another folder, with another mask and time zone, the client from its sources."""
    folder = Path(tempfile.mkdtemp(prefix="weatherdeck-release-"))
    with tarfile.open(built[0]) as sdist:
        sdist.extractall(folder, filter="data")
    (source,) = folder.iterdir()
    shutil.rmtree(source / "src" / "weatherdeck" / "web_dist")
    return hatchling(source, folder / "dist", mask=0o077, zone="Pacific/Chatham")


def hatchling(source: Path, to: Path, mask: int = 0o022, zone: str = "UTC") -> tuple[Path, Path]:
    when = {"SOURCE_DATE_EPOCH": commit_time(), "TZ": zone}
    run([sys.executable, "-m", "hatchling", "build", "--directory", str(to)], source, {**os.environ, **when}, mask)
    (sdist,), (wheel,) = to.glob("*.tar.gz"), to.glob("*.whl")
    return sdist, wheel


def commit_time() -> str:
    """The time of the last commit, which all files of a release get."""
    said = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True)
    return said.stdout.strip()


def compare(built: Iterable[Path], again: Iterable[Path]) -> None:
    """Every byte is the same."""
    for one, other in zip(built, again, strict=True):
        if one.read_bytes() != other.read_bytes():
            raise Failed(f"{one.name} is not reproducible: compare {one} with {other}")
        say(f"{one.name} is reproducible: built twice, equal bytes")
        other.unlink()


# ---------------------------------------------------------------- check
def contents(file: Path) -> list[str]:
    """The names of all files in a wheel or an sdist, as they are within the package or the repository."""
    if file.suffix == ".whl":
        return zipfile.ZipFile(file).namelist()
    with tarfile.open(file) as sdist:
        return [name.partition("/")[2] for name in sdist.getnames()]


def needed(file: Path, *, with_docs: bool) -> set[str]:
    """Files without which the package is not all there."""
    package = "weatherdeck" if file.suffix == ".whl" else "src/weatherdeck"
    found = {f"{package}/{name}" for name in ("py.typed", "web_dist/index.html")}
    found |= {f"{package}/docs_dist/index.html"} if with_docs else set()
    source = ROOT / "src" / "weatherdeck"
    for pattern in DATA:
        found |= {f"{package}/{path.relative_to(source).as_posix()}" for path in source.glob(pattern)}
    return found if file.suffix == ".whl" else found | {"README.md", "CITATION.cff", "NOTICE", "web/package-lock.json"}


def check(file: Path, *, with_docs: bool) -> None:
    """Contents, size, metadata."""
    names = contents(file)
    absent = needed(file, with_docs=with_docs) - set(names)
    if absent:
        raise Failed(f"{file.name} lacks {', '.join(sorted(absent))}")
    wrong = [name for name in names if NEVER.search(name)]
    if wrong:
        raise Failed(f"{file.name} holds what it should not: {', '.join(wrong[:5])}")
    if file.stat().st_size > LARGEST[file.suffix]:
        raise Failed(f"{file.name} has {file.stat().st_size:,} bytes; at most {LARGEST[file.suffix]:,} were expected")
    if file.suffix == ".whl":
        check_metadata(file)


def check_metadata(wheel: Path) -> None:
    """What an index shows: valid, complete, and without a link that works only in the repository."""
    with zipfile.ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = Metadata.from_email(files.read(name), validate=True)
    page = metadata.description or ""
    relative = [link["target"] for link in LINK.finditer(page) if not re.match(r"https://|#", link["target"])]
    if relative:
        raise Failed(f"the package's page has relative links: {', '.join(relative[:5])}")
    if metadata.description_content_type != "text/markdown" or not metadata.license_expression:
        raise Failed("the package's page is not Markdown, or it names no license")
    if not metadata.project_urls:
        say(
            "no address of the repository is known, so the package's page has no links: make release REPOSITORY=https://..."
        )


# ---------------------------------------------------------------- try
def found_pythons() -> list[str]:
    """The Pythons of this machine, newest of each version: in the path, or of pyenv."""
    found = []
    for version in platforms.PYTHONS:
        places = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
        python = str(places[-1]) if places else shutil.which(f"python{version}")
        if python is not None:
            found.append(python)
    return found or [sys.executable]


def try_wheel(wheel: Path, python: str, *, with_docs: bool) -> None:
    """Install the wheel as a stranger would, and play."""
    version = subprocess.run([python, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    with tempfile.TemporaryDirectory(prefix="weatherdeck-try-") as name:
        home = Path(name)
        bin = install(wheel, python, home / "environment")
        say(f"Python {version}: installed, {set_up.megabytes(home / 'environment')} MB")
        tools = home / "tools"
        tools.mkdir()
        for tool in TOOLS:
            if where := shutil.which(tool):
                (tools / tool).symlink_to(where)
        variables = empty_environment(home, f"{bin}:{tools}")
        try_base(Installed([str(bin / "weatherdeck")], home, variables), registry.names()[0], docs=with_docs)


def install(wheel: Path, python: str, environment: Path, extra: str = "") -> Path:
    """A new environment with the wheel in it; its folder of programs."""
    run([python, "-m", "venv", str(environment)], ROOT)
    wanted = f"{wheel}[{extra}]" if extra else str(wheel)
    pip = [str(environment / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-cache-dir"]
    run([*pip, "--disable-pip-version-check", wanted], ROOT)
    return environment / "bin"


def summary(built: Iterable[Path]) -> None:
    """What was made, for those who upload it and those who check it."""
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in built]
    (DIST / "SHA256SUMS").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for file in built:
        say(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1e6:.1f} MB, {len(contents(file))} files")
    print("\n".join(lines))


def run(command: list[str], folder: Path, variables: dict[str, str] | None = None, mask: int = -1) -> None:
    """Run a command; if it fails, so does the release, with what it said."""
    done = subprocess.run(command, cwd=folder, env=variables, umask=mask, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"{' '.join(command)} failed:\n{(done.stdout + done.stderr)[-3000:]}")


def say(text: str) -> None:
    print(f"weatherdeck: {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
