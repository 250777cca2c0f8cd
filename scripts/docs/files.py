"""Files of the repository that pages link to and that are no pages themselves: shown or copied as they are.

The site works without a network, so such a link does not lead to a code host.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from .contents import ROOT

SHOWN = {
    ".py": "python", ".toml": "toml", ".cff": "yaml", ".yml": "yaml", ".txt": "text", ".sh": "sh", "": "text",
}  # fmt: skip
"""The kinds of files that get a page, and their languages; all others are copied."""
HEAD = "---\nsearch:\n  exclude: true\n---\n\n"


def add(path: Path, pages: Path) -> str:
    """Put a file or folder onto the site; its place there."""
    name = path.relative_to(ROOT).as_posix()
    if path.is_dir():
        return _folder(path, name, pages)
    if path.suffix in SHOWN:
        return _shown(path, name, pages)
    if path.suffix == ".html" and name.startswith("docs/"):
        place = name.removeprefix("docs/")  # a report of the lab: beside the page that tells about it
    else:
        place = f"files/{name}"
    _copy(path, pages / place)
    return place


def _copy(path: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, to)


def _shown(path: Path, name: str, pages: Path) -> str:
    # A page is a folder of the site, and a folder called `rules.py` inside the package would be taken for a module.
    place = f"files/{name.replace('.', '-')}.md"
    text = path.read_text(encoding="utf-8").rstrip("\n")
    fence = "~" * (3 + max((len(line) for line in text.splitlines() if set(line) == {"~"}), default=0))
    _write(pages / place, f"# {path.name}\n\n`{name}`\n\n{fence}{SHOWN[path.suffix]}\n{text}\n{fence}\n")
    return place


def _folder(path: Path, name: str, pages: Path) -> str:
    inside = sorted(one for one in path.iterdir() if one.is_file() and not one.name.startswith("."))
    lines = []
    for one in inside:
        if one.suffix in (*SHOWN, ".json", ".svg"):
            place = add(one, pages)
            lines.append(f"- [{one.name}]({Path(place).relative_to(f'files/{name}').as_posix()})")
    _write(pages / f"files/{name}/index.md", f"# {path.name}\n\n`{name}/`\n\n" + "\n".join(lines) + "\n")
    return f"files/{name}/index.md"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD + text, encoding="utf-8")
