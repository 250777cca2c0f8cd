"""The package's page on an index: its addresses, and a README whose links and pictures work there.

The repository's address is asked for where it is known, and written down nowhere: `REPOSITORY=https://...`, else the
remote `origin` of the checkout, else what an sdist says about itself. Without an address, links within the repository
become plain text and its pictures are left out, so that no link is dead.
"""

from __future__ import annotations

import email
import os
import re
import subprocess
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(?P<picture>!?)\[(?P<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^)\s]+)\)")
LABEL = "Repository"


class PackagePage(MetadataHookInterface):
    """Fills in `readme` and `urls`."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Both depend on where the repository is."""
        root = Path(self.root)
        address, version = repository(root), metadata["version"]
        text = (root / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, address, version)}
        metadata["urls"] = {} if address is None else urls(address, version)


def repository(root: Path) -> str | None:
    """The repository's address, for people: https, without `.git`."""
    said = os.environ.get("REPOSITORY") or _told_by_sdist(root) or _remote(root)
    found = re.fullmatch(r"(?:https://|git@|ssh://git@)([\w.-]+)[:/]([\w./-]+?)(?:\.git)?/?", said or "")
    return None if found is None else f"https://{found[1]}/{found[2]}"


def urls(address: str, version: str) -> dict[str, str]:
    """The addresses on the package's page."""
    return {
        LABEL: address,
        "Documentation": page(address, version, "docs", "tree"),
        "Changelog": page(address, version, "CHANGELOG.md"),
        "Issues": f"{address}{'/-' if _is_gitlab(address) else ''}/issues",
    }


def page(address: str, version: str, target: str, kind: str = "blob") -> str:
    """A file of the repository, as it was in this version."""
    return f"{address}{'/-' if _is_gitlab(address) else ''}/{kind}/v{version}/{target}"


def absolute(text: str, address: str | None, version: str) -> str:
    """A Markdown text of the repository's root, for any other place."""

    def moved(link: re.Match[str]) -> str:
        target, words = link["target"], absolute(link["text"], address, version)
        if re.match(r"[a-z]+:|#", target):
            return f"{link['picture']}[{words}]({target})"
        if address is None:
            return "" if link["picture"] else words
        return f"{link['picture']}[{words}]({page(address, version, target, 'raw' if link['picture'] else 'blob')})"

    return LINK.sub(moved, text)


def _is_gitlab(address: str) -> bool:
    return "gitlab" in address.split("/")[2]


def _told_by_sdist(root: Path) -> str | None:
    about = root / "PKG-INFO"
    if not about.is_file():
        return None
    lines = email.message_from_string(about.read_text(encoding="utf-8")).get_all("Project-URL", [])
    return next((line.partition(", ")[2] for line in lines if line.startswith(f"{LABEL}, ")), None)


def _remote(root: Path) -> str | None:
    if not (root / ".git").exists():
        return None  # within some other repository, perhaps
    command = ["git", "config", "--get", "remote.origin.url"]
    try:
        return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False).stdout.strip() or None
    except OSError:  # there is no git
        return None
