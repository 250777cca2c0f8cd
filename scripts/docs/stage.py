"""Writes every page of the site into one folder: copied, included or generated, with the links of the site."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from . import api, commands, files, lessons, links
from .contents import ROOT, SITE, Page, Section, is_there, menu, pages

HIDDEN = re.compile(r"^<!-- example: .*? -->\n", re.M | re.S)
"""What only the tests read."""
LIST_BELOW_TEXT = re.compile(r"^((?![-*+] |\d+\. |[#|\s]).*\n)(?=[-*+] |1\. )", re.M)
CLIENT = ROOT / "web" / "src" / "look"
FACES = re.compile(r"^@font-face \{.*?^\}$", re.M | re.S)
ICON = ROOT / "web" / "public" / "icon.svg"


class DeadLink(ValueError):
    """Links that lead nowhere, and the pages that they are on."""


def stage(folder: Path) -> None:
    """Write the pages, the look and the configuration."""
    shutil.rmtree(folder, ignore_errors=True)
    there = folder / "pages"
    there.mkdir(parents=True)
    _look(there)
    dead: list[str] = []
    for page in pages():
        text = generated(page.place) if page.source is None else included(page, there, dead)
        path = there / page.place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    if dead:
        raise DeadLink("these links lead nowhere:\n" + "\n".join(dead))
    configuration = (SITE / "zensical.toml").read_text(encoding="utf-8")
    (folder / "zensical.toml").write_text(configuration.replace("nav = []", f"nav = {_menu(menu())}"), encoding="utf-8")


def generated(place: str) -> str:
    """A page that is made from the code."""
    section, _, name = place.removesuffix(".md").rpartition("/")
    if section == "lessons":
        return lessons.page(name)
    if section == "api":
        return next(api.page(one) for one in api.PAGES if one.name == name)
    return commands.page()


def included(page: Page, there: Path, dead: list[str]) -> str:
    """A page of the repository, with the links of the site. What it links to is put onto the site, too."""
    assert page.source is not None
    source = page.source
    places = {one.source: one.place for one in pages() if one.source is not None}
    places[ROOT / "README.md"] = "index.md"

    def change(target: str) -> str:
        if links.is_external(target) or target.startswith("#"):
            return target
        name, sharp, anchor = target.partition("#")
        if source.is_relative_to(SITE):  # it is only on the site, so its links are those of the site already
            return target
        path = (source.parent / name).resolve()
        if path not in places:
            if not path.exists() or not path.is_relative_to(ROOT) or path.suffix == ".md":
                dead.append(f"{source.relative_to(ROOT)}: {target}")
                return target
            places[path] = files.add(path, there)
        return links.relative(places[path], page.place) + sharp + anchor

    return _with_room(links.rewritten(HIDDEN.sub("", source.read_text(encoding="utf-8")), change))


def _with_room(text: str) -> str:
    """Put an empty line before every list. Code hosts do not need it, but the site's Markdown does."""
    return "".join(LIST_BELOW_TEXT.sub(r"\1\n", part) if is_prose else part for is_prose, part in links.unfenced(text))


def _look(there: Path) -> None:
    """Our colours, our fonts and our sign."""
    (there / "look" / "fonts").mkdir(parents=True)
    for font in (CLIENT / "fonts").glob("*.woff2"):
        shutil.copyfile(font, there / "look" / "fonts" / font.name)
    shutil.copyfile(ICON, there / "look" / "icon.svg")
    faces = FACES.findall((CLIENT / "tokens.css").read_text(encoding="utf-8"))
    look = "\n\n".join([*faces, (SITE / "look.css").read_text(encoding="utf-8")])
    (there / "look" / "look.css").write_text(look.replace("url('./fonts/", "url('fonts/"), encoding="utf-8")


def _menu(entries: tuple[Page | Section, ...]) -> str:
    """The menu in TOML: inline tables look like JSON with another sign."""
    shown = []
    for entry in entries:
        if isinstance(entry, Section):
            shown.append(f"{{{json.dumps(entry.title)} = {_menu(entry.entries)}}}")
        elif is_there(entry):
            shown.append(f"{{{json.dumps(entry.title, ensure_ascii=False)} = {json.dumps(entry.place)}}}")
    return f"[{', '.join(shown)}]"
