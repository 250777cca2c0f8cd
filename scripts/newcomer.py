"""Sets weatherdeck up on an empty machine, as a newcomer does, and writes times and sizes into docs/install.md.

`make newcomer` makes the machine: with root and debootstrap a bare Debian with Python and make, in a folder of its own,
used by somebody without root; otherwise an empty home and a path with Python, make and a shell. On it, in this order:
both commands of the README, the wheel alone, each extra alone with something that only it can do.

    python -m scripts.newcomer --only play --only wheel     # some parts; the others keep their figures
    python -m scripts.newcomer --only wheel --suite sid     # another Debian, with another Python
    python -m scripts.newcomer --tests                      # all of `make test`, too (half an hour)
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from scripts import extras_tried
from scripts.install_page import PAGE, Report, with_part
from scripts.set_up import megabytes
from scripts.trial import Failed, Installed, try_base
from weatherdeck import extras
from weatherdeck.games import registry

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("play", "test", "wheel", *extras.LIBRARIES, "all")
SUITE = "bookworm"
PACKAGES = ("python3", "python3-venv", "make", "ca-certificates")
TOOLS = ("python3", "make", "sh", "env", "touch", "awk", "rm", "uname", "mkdir", "cat")
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
LIMIT = 7200
NEWCOMER = 1000
"""The user on the bare Debian: not root, and without sudo."""


@dataclass
class Machine:
    """An empty machine: its root and home, seen from outside and from inside."""

    name: str
    root: Path
    home: Path
    inside: tuple[str, ...] = ()
    variables: dict[str, str] = field(default_factory=dict)

    def give(self, path: Path) -> None:
        """Make what was put there from outside the newcomer's own."""
        if self.inside:
            quiet(["chown", "-R", f"{NEWCOMER}:{NEWCOMER}", str(path)])

    def seen(self, path: Path) -> str:
        """A path as the machine sees it."""
        return f"/{path.relative_to(self.root)}" if self.inside else str(path)

    def command(self, folder: Path, *words: str) -> list[str]:
        """How a command is called from outside."""
        return [*self.inside, "env", "-C", self.seen(folder), *words]

    def run(self, folder: Path, *words: str, more: dict[str, str] | None = None) -> float:
        """Run a command, show what it says, and return its seconds."""
        began = time.monotonic()
        done = subprocess.run(
            self.command(folder, *words), env={**self.variables, **(more or {})}, timeout=LIMIT, check=False
        )
        if done.returncode != 0:
            raise Failed(f"{' '.join(words)} failed on {self.name}")
        return time.monotonic() - began


@contextmanager
def bare_debian(suite: str, keep: Path) -> Iterator[Machine]:
    """A Debian with nothing but Python and make, unpacked from a copy that is made once."""
    base = keep / f"{suite}.tar"
    with ExitStack() as mounts:
        name = tempfile.mkdtemp(prefix="weatherdeck-newcomer-")
        root = Path(name) / "machine"
        mounts.callback(remove_unmounted, root)
        root.mkdir()
        if not base.exists():
            say("making a bare Debian")
            quiet(["debootstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}", suite, str(root)])
            keep.mkdir(parents=True, exist_ok=True)
            quiet(["tar", "-C", str(root), "-cf", str(base), "."])
        else:
            quiet(["tar", "-C", str(root), "-xf", str(base)])
        for path in (Path("/etc/resolv.conf"), CERTIFICATES):
            if path.is_file():
                shutil.copyfile(path, root / path.relative_to("/"))
        for folder in ("proc", "dev"):
            quiet(["mount", "--rbind", f"/{folder}", str(root / folder)])
            quiet(["mount", "--make-rslave", str(root / folder)])
            mounts.callback(quiet, ["umount", "--recursive", "--lazy", str(root / folder)])
        home = root / "home" / "newcomer"
        home.mkdir()
        with (root / "etc" / "passwd").open("a") as users:
            users.write(f"newcomer:x:{NEWCOMER}:{NEWCOMER}::/home/newcomer:/bin/sh\n")
        usual = "/usr/local/bin:/usr/bin:/bin"
        variables = {"HOME": "/home/newcomer", "PATH": usual, "LANG": "C.UTF-8", **network()}
        enter = (shutil.which("chroot") or "/usr/sbin/chroot", f"--userspec={NEWCOMER}:{NEWCOMER}", str(root))
        machine = Machine(f"a bare Debian ({suite}), without root,", root, home, enter, variables)
        machine.give(home)
        yield machine


def remove_unmounted(root: Path) -> None:
    """Remove the machine, unless something of the real one is still mounted in it: it would be removed, too."""
    if any((root / folder).is_mount() for folder in ("proc", "dev")):
        say(f"{root} is still in use: unmount its proc and dev, then remove it")
    else:
        shutil.rmtree(root.parent, ignore_errors=True)


@contextmanager
def empty_home() -> Iterator[Machine]:
    """This machine with an empty home, and a path with few programs."""
    with tempfile.TemporaryDirectory(prefix="weatherdeck-newcomer-") as name:
        home, tools = Path(name) / "home", Path(name) / "tools"
        home.mkdir()
        tools.mkdir()
        for tool in TOOLS:
            if found := shutil.which(tool):
                (tools / tool).symlink_to(found)
        variables = {"HOME": str(home), "PATH": str(tools), "LANG": "C.UTF-8", **network()}
        yield Machine("this machine, with an empty home and path", Path(name), home, (), variables)


def network() -> dict[str, str]:
    """What this machine needs to reach others: proxies and certificates."""
    known = ("http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
    found = {name: os.environ[name] for name in known if name in os.environ}
    if CERTIFICATES.is_file():
        found |= dict.fromkeys(("PIP_CERT", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"), str(CERTIFICATES))
    return found


# ---------------------------------------------------------------- what a newcomer does
def play(machine: Machine, report: Report, checkout: Path) -> None:
    """`make play`: downloads by themselves, then everything else, to the first page and the first card."""
    wheels = machine.home / "wheels"
    environment = machine.home / "fetching"
    machine.run(machine.home, "python3", "-m", "venv", machine.seen(environment))
    pip = [machine.seen(environment / "bin" / "python"), "-m", "pip", "download", "--quiet", "--no-cache-dir"]
    fetch = [*pip, "--disable-pip-version-check", "--require-hashes", "--dest", machine.seen(wheels), "--requirement"]
    seconds = sum(machine.run(checkout, *fetch, lock) for lock in ("requirements.lock", "web/node.lock"))
    report.add("downloads of `make play`", seconds, megabytes(wheels))
    shutil.rmtree(environment)
    local = {"PIP_FIND_LINKS": machine.seen(wheels), "PIP_NO_INDEX": "1"}
    before = megabytes(checkout)
    seconds = machine.run(checkout, "make", "web", more=local)
    shutil.rmtree(wheels)
    size = megabytes(checkout) - before
    report.check(size)
    report.add("`make play`, without the downloads: set-up and the browser client", seconds, size)
    left = [path.name for path in machine.home.iterdir() if path != checkout]
    report.add(f"left elsewhere in the home: {', '.join(sorted(left)) or 'nothing'}", None)
    installed = program(machine, checkout / ".venv")
    installed.serve(registry.names()[0])
    beyond = seconds + sum(took for _, took in installed.results)
    report.add("**`make play`, to a table in the browser, beyond the downloads**", beyond)
    installed.play(registry.names()[0])
    told(report, installed, "cold: ")
    again = program(machine, checkout / ".venv")
    again.serve(registry.names()[0])
    again.play(registry.names()[0])
    told(report, again, "warm: ")


def test(machine: Machine, report: Report, checkout: Path, *, all_of_it: bool) -> None:
    """`make test`: its set-up, with the programs that tests need; all of it, if that is wanted."""
    seconds = machine.run(checkout, "make", ".venv/ready")
    report.add("`make test`: its set-up, with downloads", seconds, megabytes(checkout / ".venv"))
    seconds = machine.run(checkout, ".venv/bin/python", "-m", "scripts.programs")
    code = "from scripts import programs; print(*(one.title for one in programs.missing()), sep=', ')"
    missing = said(machine.command(checkout, ".venv/bin/python", "-c", code), machine.variables)
    unpacked = checkout / "build" / "programs"
    report.add(
        f"`make test`: the programs it needs, with downloads; not to be had: {missing or 'none'}",
        seconds,
        megabytes(unpacked) if unpacked.is_dir() else None,
    )
    if all_of_it:
        report.add("`make test`: all of it", machine.run(checkout, "make", "test"))


def wheel_alone(machine: Machine, report: Report, wheel: Path) -> None:
    """`pip install weatherdeck` in an empty environment, from the built file."""
    folder, seconds = install(machine, wheel)
    report.check(megabytes(folder))
    report.add("`pip install weatherdeck`, with downloads", seconds, megabytes(folder))
    installed = program(machine, folder)
    try_base(installed, registry.names()[0], docs=True)
    told(report, installed, "the wheel alone: ")
    shutil.rmtree(folder)


def extra_alone(machine: Machine, report: Report, wheel: Path) -> None:
    """One extra in an empty environment, and what only it can do."""
    extra = report.part
    folder, seconds = install(machine, wheel, extra)
    report.add(f"`pip install 'weatherdeck[{extra}]'`, with downloads", seconds, megabytes(folder))
    began = time.monotonic()
    said = extras_tried.TRIALS[extra](program(machine, folder), [machine.seen(folder / "bin" / "python")])
    report.add(f"`{extra}` alone: {said}", time.monotonic() - began)
    shutil.rmtree(folder)


def install(machine: Machine, wheel: Path, extra: str = "") -> tuple[Path, float]:
    """A new environment with the wheel in it, and how long that took."""
    folder = machine.home / "environment"
    shutil.rmtree(folder, ignore_errors=True)
    here = machine.home / wheel.name
    shutil.copyfile(wheel, here)
    seconds = machine.run(machine.home, "python3", "-m", "venv", machine.seen(folder))
    wanted = machine.seen(here) + (f"[{extra}]" if extra else "")
    pip = [machine.seen(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-cache-dir"]
    seconds += machine.run(machine.home, *pip, "--disable-pip-version-check", wanted)
    here.unlink()
    return folder, seconds


def program(machine: Machine, environment: Path) -> Installed:
    """The weatherdeck of an environment, called from a folder of its own."""
    folder = machine.home / "elsewhere"
    folder.mkdir(exist_ok=True)
    machine.give(folder)
    words = machine.command(folder, machine.seen(environment / "bin" / "weatherdeck"))
    variables = {**machine.variables, "PATH": f"{machine.seen(environment / 'bin')}:{machine.variables['PATH']}"}
    return Installed(words, ROOT, variables, shown=lambda text: say(text.strip()))


def told(report: Report, installed: Installed, prefix: str) -> None:
    report.rows += [(f"{prefix}{what}", f"{seconds:.1f} s", "") for what, seconds in installed.results]


# ---------------------------------------------------------------- the page
def write(machine: Machine, report: Report) -> None:
    """Put what was measured into the page."""
    inside = said(machine.command(machine.home, "python3", "--version"), machine.variables)
    about = (
        f"Measured on {machine.name} with {inside}, {os.cpu_count()} cores ({platform.machine()}). The last column has "
        "the commit, and the load average of the machine when the part began: a busy machine takes longer."
    )
    text = with_part(PAGE.read_text(encoding="utf-8"), about, report, said(["git", "log", "-1", "--format=%h"]), PARTS)
    PAGE.write_text(text, encoding="utf-8")


def said(command: list[str], variables: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def main() -> int:
    """Make the machine, do everything, and write each part into the page as soon as it is done."""
    parser = argparse.ArgumentParser(prog="python -m scripts.newcomer", description=(__doc__ or "").split("\n\n")[1])
    parser.add_argument("--only", action="append", choices=PARTS, help="this part (repeatable; default: all)")
    parser.add_argument("--suite", default=SUITE, help="the Debian release (default: %(default)s)")
    parser.add_argument("--tests", action="store_true", help="run all of `make test`, not only its set-up")
    parser.add_argument("--here", action="store_true", help="no bare Debian: this machine with an empty home")
    parser.add_argument("--wheel", type=Path, help="try this wheel (default: one is built)")
    options = parser.parse_args()
    parts = options.only or PARTS
    can_debootstrap = os.geteuid() == 0 and shutil.which("debootstrap") is not None and not options.here
    made = bare_debian(options.suite, ROOT / "build" / "newcomer") if can_debootstrap else empty_home()
    wheel = options.wheel.absolute() if options.wheel else built_wheel()
    problems = []
    with made as machine:
        steps: dict[str, Callable[[Report], None]] = {
            "play": lambda report: play(machine, report, checked_out(machine)),
            "test": lambda report: test(machine, report, checked_out(machine), all_of_it=options.tests),
            "wheel": lambda report: wheel_alone(machine, report, wheel),
        }

        def extra(report: Report) -> None:
            extra_alone(machine, report, wheel)

        for part in parts:
            report = Report(part)
            try:
                steps.get(part, extra)(report)
            except (Failed, OSError, subprocess.SubprocessError) as problem:  # the other parts are still worth knowing
                problems.append(f"{part} failed: {problem}")
                continue
            problems += [report.too_large] if report.too_large else []
            if options.suite == SUITE:
                write(machine, report)
    for line in problems:
        print(f"weatherdeck: {line}", file=sys.stderr)
    return 1 if problems else 0


def built_wheel() -> Path:
    """The wheel of this checkout."""
    say("building the wheel")
    folder = ROOT / "build" / "newcomer" / "dist"
    shutil.rmtree(folder, ignore_errors=True)
    build = ["-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    for step in (["-m", "scripts.docs"], ["hatch_build.py"], build):
        quiet([sys.executable, *step])
    (wheel,) = folder.glob("*.whl")
    return wheel


def checked_out(machine: Machine) -> Path:
    """The repository as it is committed, without its history."""
    folder = machine.home / "weatherdeck"
    if not folder.exists():
        folder.mkdir()
        archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
        subprocess.run(["tar", "-x", "-C", str(folder)], input=archive, check=True)
        machine.give(folder)
    return folder


def quiet(command: list[str]) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"{' '.join(command)} failed:\n{(done.stdout + done.stderr)[-2000:]}")


def say(text: str) -> None:
    print(f"weatherdeck: {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
