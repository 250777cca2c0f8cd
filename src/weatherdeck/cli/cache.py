"""`weatherdeck cache`: where compiled rules are kept, what they take, and how to delete them."""

from __future__ import annotations

import argparse
import contextlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..environment import CACHE
from ..errors import Problem
from ..games import discovery, registry
from ..kernel import cache_folder
from ..kernel.inventory import Kept, inventory, size_of
from .admin_output import size
from .arguments import examples
from .parser import without_effect

FORMAT = "weatherdeck cache 1"
STALE = "stale"
OTHER = "other"


@dataclass
class Share:
    """What belongs together in the cache: the code of one game, what is stale, or what is none of these."""

    name: str
    parts: int = 0
    size: int = 0

    def add(self, count: int) -> None:
        """Count one more part."""
        self.parts += 1
        self.size += count


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What to do with it."""
    command.description = (
        "Show where compiled rules are kept, how much each game takes, and what is stale: compiled from rules or by "
        "versions that are no longer installed. Nothing in the cache is needed; what is deleted is compiled again."
    )
    command.epilog = examples(
        ("weatherdeck cache", "where it is, and what it takes"),
        ("weatherdeck cache clear --stale", "delete what nobody will use again"),
        ("weatherdeck cache clear", "delete everything"),
        ("weatherdeck cache --json", "for scripts (docs/command-line.md)"),
    )
    command.epilog += f"\n\n{CACHE.name} sets another folder."
    command.add_argument("action", nargs="?", choices=("clear",), metavar="clear", help="delete it")
    command.add_argument("--stale", action="store_true", help="with clear: delete only what is stale")
    command.add_argument("--json", action="store_true", help="print JSON, for scripts")


def run(options: argparse.Namespace) -> int:
    """Show the cache, or clear it."""
    _load_networks()
    kept, others = list(inventory()), _others()
    if options.action == "clear":
        return _clear(options, kept, others)
    without_effect(options, {"--stale": "it is for 'weatherdeck cache clear --stale'"})
    shares = _shares(kept, others)
    if options.json:
        print(json.dumps(_document(shares), indent=1))
        return 0
    total = sum(share.size for share in shares)
    print(f"Compiled rules are kept in {cache_folder()}: {size(total) if total else 'nothing yet'}")
    if total:
        width = max(len(share.name) for share in shares)
        print()
        for share in shares:
            print(f"{share.name:{width}}  {size(share.size):>9}  {_parts(share.parts)}")
    if any(share.name == STALE and share.parts for share in shares):
        print("\nStale code is never used again: 'weatherdeck cache clear --stale' deletes it.")
    return 0


def _load_networks() -> None:
    """Load all networks: code that was compiled for their sizes is not stale."""
    for name in registry.names():
        with contextlib.suppress(Problem):  # of another package, or damaged: its code counts as stale
            _ = registry.load(name).network


def _parts(count: int) -> str:
    return f"{count:,} part{'' if count == 1 else 's'}"


def _shares(kept: Sequence[Kept], others: Sequence[Path]) -> list[Share]:
    """The cache by game, then the rest; a game without code is named too."""
    games = {name: Share(name) for name in registry.names()}
    packages = {discovery.package_of(name): name for name in games}
    rest = {name: Share(name) for name in (OTHER, STALE)}
    for one in kept:
        game = _game_of(one, packages)
        share = rest[STALE] if not one.is_current else rest[OTHER] if game is None else games[game]
        share.add(one.size)
    for path in others:
        rest[OTHER].add(size_of(path))
    return [*games.values(), *(share for share in rest.values() if share.parts)]


def _game_of(kept: Kept, packages: dict[str, str]) -> str | None:
    for module in (kept.module, *kept.roles):
        for package, name in packages.items():
            if module == package or module.startswith(f"{package}."):
                return name
    return None


def _others() -> list[Path]:
    """What else is in the cache: code for GPUs, and the charts' script."""
    folder = cache_folder()
    return [*folder.glob("cuda/*"), *folder.glob("vega-*.js")]


def _clear(options: argparse.Namespace, kept: Sequence[Kept], others: Sequence[Path]) -> int:
    chosen = [one for one in kept if not options.stale or not one.is_current]
    deleted = [one for one in chosen if one.delete()]
    freed = sum(one.size for one in deleted)
    if not options.stale:
        freed += sum(size_of(path) for path in others)
        _delete(others)
    busy = len(chosen) - len(deleted)
    if options.json:
        print(json.dumps({"format": FORMAT, "folder": str(cache_folder()), "deleted": freed, "in_use": busy}, indent=1))
    else:
        print(f"Deleted {size(freed)} from {cache_folder()}.")
        if busy:
            print(f"{_parts(busy)} stayed: a process is compiling there just now, or the folder cannot be written.")
    return 1 if busy else 0


def _delete(paths: Sequence[Path]) -> None:
    import shutil

    try:
        for path in paths:
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
    except OSError as problem:
        raise Problem(f"{problem.filename}: cannot be deleted ({problem.strerror})") from None


def _document(shares: Sequence[Share]) -> dict[str, Any]:
    """What there is as plain data; docs/command-line.md describes it."""
    by_name = {share.name: {"bytes": share.size, "parts": share.parts} for share in shares}
    rest = {name: by_name.pop(name, {"bytes": 0, "parts": 0}) for name in (OTHER, STALE)}
    return {
        "format": FORMAT,
        "folder": str(cache_folder()),
        "bytes": sum(share.size for share in shares),
        "games": by_name,
        **rest,
    }
