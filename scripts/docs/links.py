"""The links of a Markdown page: finding them, and turning those of the repository into those of the site."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

FENCE = re.compile(r"^ *(?P<fence>`{3,}|~{3,})(?P<kind>[^\n`]*)\n(?P<body>.*?)^ *(?P=fence)[ \t]*$", re.M | re.S)
CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.S)
LINK = re.compile(r'\]\((?P<target>[^()\s]+)(?P<title>\s+"[^"]*")?\)')
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.I)
HEADING = re.compile(r"^(#{1,6}) +(.+?)\s*#*$", re.M)


@dataclass(frozen=True)
class Block:
    """A fenced block: its kind ("python"), what is in it, the line before it that is not empty, and where it begins."""

    kind: str
    body: str
    before: str
    line: int


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page."""
    for found in FENCE.finditer(text):
        above = [line for line in text[: found.start()].splitlines() if line.strip()]
        kind = (found["kind"].split() or [""])[0]
        yield Block(kind, found["body"], above[-1] if above else "", text.count("\n", 0, found.start()) + 1)


def unfenced(text: str) -> list[tuple[bool, str]]:
    """A page in parts: whether a part is prose, and its text. The others are fenced blocks."""
    parts, start = [], 0
    for found in FENCE.finditer(text):
        parts += [(True, text[start : found.start()]), (False, found[0])]
        start = found.end()
    return [*parts, (True, text[start:])]


def targets(text: str) -> list[str]:
    """What a page links to, pictures too."""
    return [found["target"] for is_prose, part in _linked(text) if is_prose for found in LINK.finditer(part)]


def rewritten(text: str, change: Callable[[str], str]) -> str:
    """A page with every link changed."""

    def one(found: re.Match[str]) -> str:
        return f"]({change(found['target'])}{found['title'] or ''})"

    return "".join(LINK.sub(one, part) if is_prose else part for is_prose, part in _linked(text))


def is_external(target: str) -> bool:
    """Whether a link leads to another site."""
    return SCHEME.match(target) is not None or target.startswith("//")


def relative(place: str, page: str) -> str:
    """The way from one page of the site to a place there."""
    return posixpath.relpath(place, posixpath.dirname(page) or ".")


def anchors(text: str) -> list[str]:
    """The anchors of a page's headings, as code hosts make them: a second equal one gets a number."""
    without_code = "".join(part for is_prose, part in unfenced(text) if is_prose)
    found: list[str] = []
    for _, heading in HEADING.findall(without_code):
        plain = re.sub(r"\]\([^)]*\)", "", heading).strip().lower()
        slug = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        again = sum(1 for other in found if other == slug or re.fullmatch(rf"{re.escape(slug)}-\d+", other))
        found.append(f"{slug}-{again}" if again else slug)
    return found


def _linked(text: str) -> list[tuple[bool, str]]:
    """As `unfenced`, with what looks like a link inside code as a part of its own."""
    parts: list[tuple[bool, str]] = []
    for is_prose, part in unfenced(text):
        if not is_prose:
            parts.append((False, part))
            continue
        spans = [found.span() for found in CODE.finditer(part)]
        start = 0
        for found in LINK.finditer(part):
            if any(first < found.start() and found.end() <= last for first, last in spans):
                parts += [(True, part[start : found.start()]), (False, found[0])]
                start = found.end()
        parts.append((True, part[start:]))
    return parts
