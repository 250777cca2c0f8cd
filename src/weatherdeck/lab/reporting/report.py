"""A report as one HTML file that needs nothing else: words first, then charts, each with its numbers below it.

A chart can be saved as a picture (PNG, SVG) and as numbers (CSV), from the page or with `export`.
"""

from __future__ import annotations

import contextlib
import html
import json
import shlex
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from ... import __version__
from ...errors import Problem
from ...extras import library
from ...games.game import Game
from ...games.options import as_texts
from ...kernel import cache_folder
from ..files import write
from ..measuring.moments import Figure
from . import skill, stages, verdicts
from .exhibits import Exhibit, KeyNumber, LabelledFigure, MeasuredRun, Section, as_csv
from .prose import interval, only
from .sections import SKILL, sections
from .summary import summary
from .timing import Timing, minutes

VEGA_LITE = "6.4"
"""The version that Altair writes."""
Cell: TypeAlias = str | tuple[str, str]
"""A cell of a table: a text, or a text and something smaller below it."""
NEED = "What it takes to see an effect of one game in a hundred"
HOW_NEEDED = (
    "With so many games, four of five studies would call such an effect significant, with everything of its kind "
    "tested together (Holm, 5%)."
)
FEW = 8
"""Rows of a table that is open from the start."""


@dataclass(frozen=True)
class Heading:
    """What stands at the top of a page."""

    title: str
    about: str  # what was played
    command: str = ""  # that made the page
    folder: Path | None = None  # in which its games are, to be explored


@dataclass(frozen=True)
class Extras:
    """What a report shows besides its runs, where it is known."""

    costs: Sequence[Figure] = ()  # of playing at random, by tenth of the game
    timing: Timing | None = None  # of people at a table
    folder: Path | None = None  # in which the games are


def report(game: Game, runs: Sequence[MeasuredRun], command: str = "", extras: Extras | None = None) -> str:
    """The report on some runs of a game."""
    if not any(run.findings.games for run in runs):
        raise Problem("no batch of games was finished, so there is nothing to report")
    _, usual = skill.apart(runs)
    about = f"{game.title} in the lab of weatherdeck {__version__}{_settings(usual[0])}."
    heading = Heading(f"{game.title}: how it plays", about, command, None if extras is None else extras.folder)
    return page(heading, summary(game, usual), parts(game, runs, extras), lead=_lead(game, usual))


def parts(game: Game, runs: Sequence[MeasuredRun], extras: Extras | None = None) -> list[Section]:
    """The sections of a report."""
    known = extras or Extras()
    rungs, usual = skill.apart(runs)
    found = sections(game, usual)
    deeper = [one for one in (skill.section(game, rungs), stages.section(game, known.costs)) if one is not None]
    place = next((n for n, part in enumerate(found) if part.title == SKILL), len(found) - 1) + 1
    if known.timing is None:
        found[0].text += " For lengths in minutes, give the store of a table server (--timings STORE)."
    else:
        pure = [run for run in usual if run.is_pure and run.plan.players == usual[0].plan.players]
        found[0].numbers.insert(0, minutes(pure, known.timing))
    return [*found[:place], *deeper, *found[place:]]


def export(folder: Path, game: Game, runs: Sequence[MeasuredRun], extras: Extras | None = None) -> int:
    """Write every chart of a report as PNG, SVG and CSV into a folder; return how many charts there are."""
    import vl_convert

    largest = verdicts.exhibit(verdicts.verdicts(game, skill.apart(runs)[1]))
    shown = [one for part in parts(game, runs, extras) for one in part.exhibits]
    shown = [*([] if largest is None else [largest]), *shown]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for exhibit in shown:
            path = folder / file_name(exhibit.title)
            picture = charts().picture(exhibit)
            path.with_suffix(".svg").write_text(vl_convert.vegalite_to_svg(picture, VEGA_LITE), encoding="utf-8")
            path.with_suffix(".png").write_bytes(vl_convert.vegalite_to_png(picture, VEGA_LITE, scale=2))
            path.with_suffix(".csv").write_text(as_csv(exhibit), encoding="utf-8")
    except OSError as problem:
        raise Problem(f"{folder}: cannot be written ({problem.strerror})") from None
    return len(shown)


def _lead(game: Game, runs: Sequence[MeasuredRun]) -> str:
    """What a designer looks at first: what changes who wins, and what it would take to see smaller effects."""
    found = verdicts.verdicts(game, runs)
    listed = "".join(f"<li>{escaped(sentence)}</li>" for sentence in verdicts.told(found))
    largest = verdicts.exhibit(found)
    rows = [
        (one.family, one.who, f"{one.games:,}", f"{100 * one.least:.1f}", f"{round_up(one.needed):,}")
        for one in verdicts.needs(found)
    ]
    if not listed:
        return ""
    need = table(
        ("", "played by", "games played", "smallest effect shown (games per hundred)", "games needed"),
        rows,
        range(2, 5),
    )
    return (
        f'<section class="summary"><h2>What to look at</h2><ul>{listed}</ul></section>\n'
        f"{_figure(largest) if largest is not None else ''}"
        f"<figure><h3>{NEED}</h3><figcaption>{HOW_NEEDED}</figcaption>{need}</figure>\n"
    )


def round_up(number: int) -> int:
    """A number of games with two digits: a plan, not a result."""
    step: int = 10 ** max(0, len(str(number)) - 2)
    return -(-number // step) * step


def _settings(run: MeasuredRun) -> str:
    plan = run.plan
    deck = [f"the deck {plan.deck.title}"] if plan.deck is not None else []
    return "".join(
        f", {part}" for part in [f"{plan.players} players", *as_texts(plan.options), *deck, f"seed {plan.seed}"]
    )


def page(heading: Heading, sentences: Sequence[str], parts: Sequence[Section], body: str = "", lead: str = "") -> str:
    """Any page of the lab: what leads it, a summary, then sections of exhibits."""
    links = "".join(f'<li><a href="#part-{n}">{escaped(part.title)}</a></li>' for n, part in enumerate(parts))
    made = f" Made by <code>{escaped(heading.command)}</code>." if heading.command else ""
    if heading.folder is not None:
        explore = shlex.join(["weatherdeck", "lab", "explore", str(heading.folder)])
        made += f" To filter these games and watch any of them: <code>{escaped(explore)}</code>."
    listed = "".join(f"<li>{escaped(sentence)}</li>" for sentence in sentences)
    shown = "".join(_section(n, part) for n, part in enumerate(parts))
    scripts = f'<script type="module">{_bundle()}\n{_own("page.js")}</script>' if parts else ""
    button = '<button type="button" id="theme">Light or dark</button>' if parts else ""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escaped(heading.title)}</title>\n"
        f"<style>{_own('page.css')}</style>\n</head>\n<body>\n<main>\n{button}"
        f'<h1>{escaped(heading.title)}</h1>\n<p class="about">{escaped(heading.about)}{made}</p>\n{lead}'
        f'<section class="summary"><h2>In short</h2><ul>{listed}</ul></section>\n'
        f'<nav aria-label="Sections"><ul>{links}</ul></nav>\n{body}{shown}</main>\n'
        f'<p id="said" role="status"></p>\n'
        f'<script type="application/json" id="looks">{_json(_looks())}</script>\n{scripts}\n</body>\n</html>\n'
    )


# ---------------------------------------------------------------- parts
def _section(place: int, part: Section) -> str:
    text = f'<p class="note">{escaped(part.text)}</p>' if part.text else ""
    numbers = f"<figure>{_numbers(part.numbers)}</figure>\n" if part.numbers else ""
    figures = "".join(_figure(exhibit) for exhibit in part.exhibits)
    return f'<h2 id="part-{place}">{escaped(part.title)}</h2>\n{text}{numbers}{figures}'


def _figure(exhibit: Exhibit) -> str:
    head = f"<figure><h3>{escaped(exhibit.title)}</h3>"
    table = _folded(exhibit, len(exhibit.rows) <= FEW)
    if exhibit.is_null:
        test = "simultaneous 95% confidence intervals" if exhibit.simultaneous else "Holm, 5%"
        caption = _joined(exhibit.note, f"None of the {len(exhibit.rows)} differences is significant ({test}).")
        numbers = "" if exhibit.kind == "heat" else _folded(exhibit, False)  # of pairs there would be hundreds
        return f"{head}<figcaption>{escaped(caption)}</figcaption>{numbers}</figure>\n"
    caption = escaped(_joined(exhibit.note, _how_to_read(exhibit)))
    return f"{head}<figcaption>{caption}</figcaption>{_chart(exhibit)}{table}</figure>\n"


def _joined(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


def _how_to_read(exhibit: Exhibit) -> str:
    """What the marks of a chart mean, and how much data is behind it."""
    counted = sorted({row.figure.n for row in exhibit.rows})
    of = f"{counted[0]:,}" if len(counted) == 1 else f"{counted[0]:,} to {counted[-1]:,}"
    if exhibit.kind == "heat":
        clear = sum(exhibit.clear())
        return f"Of {len(exhibit.rows):,} pairs, the {clear:,} significant ones are coloured (Holm, 5%); n = {of}."
    own = [f"{line.who} {line.at:.1%}" for line in exhibit.lines if line.who]
    lines = f"Lines: {exhibit.lines[0].label} ({', '.join(own)})." if own else ""
    drawn = charts().shown_labels(exhibit)
    few = (
        ""
        if len(drawn) == len(exhibit.labels)
        else (
            f"The chart shows the highest and the lowest {len(drawn) // 2} of {len(exhibit.labels)}; the table has all."
        )
    )
    kind = "simultaneous " if exhibit.simultaneous else ""
    return _joined(few, lines, f"Bars and bands are {kind}95% confidence intervals; n = {of}.")


def _chart(exhibit: Exhibit) -> str:
    """A chart with what it shows in words, and buttons to save it."""
    name = escaped(exhibit.title)
    buttons = "".join(
        f'<button type="button" data-save="{form.lower()}" aria-label="Save {name} as {form}">{form}</button>'
        for form in ("PNG", "SVG", "CSV")
    )
    return (
        f'<div role="img" aria-label="{escaped(in_words(exhibit))}"><div class="chart"></div></div>'
        f'<script type="application/json">{_json(charts().chart(exhibit))}</script>'
        f'<script type="text/csv">{_inert(as_csv(exhibit))}</script>'
        f'<div class="save" role="group" aria-label="Save {name}" data-name="{file_name(exhibit.title)}" '
        f'data-title="{name}"><span aria-hidden="true">Save as</span>{buttons}</div>'
    )


def in_words(exhibit: Exhibit) -> str:
    """What a chart shows, for those who do not see it: its extremes and its lines. The table has the rest."""
    rows = sorted(exhibit.rows, key=lambda row: row.figure.mean)
    several = len(exhibit.players) > 1 or exhibit.kind == "heat"

    def told(row: LabelledFigure) -> str:
        return f"{only(row.figure, exhibit.percent)} ({row.label}{f', {row.who}' if several else ''})"

    lines = [f"{line.label}{f' of {line.who}' if line.who else ''} {line.at:.1%}" for line in exhibit.lines]
    parts = [f"Chart: {exhibit.title}", f"from {told(rows[0])} to {told(rows[-1])}", *lines]
    return "; ".join(parts) + ". The numbers are in the table below."


def _folded(exhibit: Exhibit, is_open: bool) -> str:
    return f"<details{' open' if is_open else ''}><summary>Numbers</summary>{_table(exhibit)}</details>"


def _table(exhibit: Exhibit) -> str:
    rows = list(exhibit.rows)
    if exhibit.kind == "heat":  # hundreds of pairs: the table has the significant ones, and the CSV has all
        rows = [row for row, is_clear in zip(rows, exhibit.clear(), strict=True) if is_clear]
    cells = [
        (
            row.label,
            row.who,
            only(row.figure, exhibit.percent),
            interval(row.figure, exhibit.percent),
            f"{row.figure.n:,}",
        )
        for row in rows
    ]
    return table(("", exhibit.by, "value", "95% CI", "n"), cells, numbers=(2, 3, 4))


def _numbers(found: Sequence[KeyNumber]) -> str:
    """Single numbers: a row for each, a column for each who played."""
    players = list(dict.fromkeys(who for one in found for who in one.figures))
    cells = [
        ((one.name, one.note), *(_with_interval(one.figures.get(who), one.percent) for who in players)) for one in found
    ]
    return table(("", *players), cells, numbers=range(1, len(players) + 1))


def _with_interval(figure: Figure | None, as_percent: bool) -> Cell:
    if figure is None:
        return ""
    if figure.half == 0:
        return only(figure, as_percent), "always"
    return only(figure, as_percent), interval(figure, as_percent)


def table(head: Sequence[str], rows: Iterable[Sequence[Cell]], numbers: Container[int] = ()) -> str:
    """A table, with the columns that hold numbers. On a narrow page its rows become blocks that name each value.

    The roles are what the elements are anyway; browsers forget them where rows are laid out as blocks.
    """

    def kind(place: int) -> str:
        return " class=number" if place in numbers else ""

    def cell(place: int, content: Cell) -> str:
        text, small = content if isinstance(content, tuple) else (content, "")
        inner = escaped(text) + (f"<small>{escaped(small)}</small>" if small else "")
        if place == 0:
            return f'<th scope="row" role="rowheader"><span>{inner}</span></th>'
        return f'<td role="cell"{kind(place)} data-label="{escaped(head[place])}"><span>{inner}</span></td>'

    titles = "".join(f'<th role="columnheader"{kind(n)}>{escaped(text)}</th>' for n, text in enumerate(head))
    lines = "".join(f'<tr role="row">{"".join(cell(*one) for one in enumerate(cells))}</tr>' for cells in rows)
    return (
        f'<table role="table" class="figures"><thead role="rowgroup"><tr role="row">{titles}</tr></thead>'
        f'<tbody role="rowgroup">{lines}</tbody></table>'
    )


def file_name(title: str) -> str:
    """A title as the name of a file, without its ending."""
    return "-".join("".join(letter if letter.isalnum() else " " for letter in title.lower()).split())[:80]


def charts() -> ModuleType:
    """The module that draws charts, which needs Altair."""
    library("altair", "a report", "lab")
    from . import charts as module

    return module


def _looks() -> dict[str, Any]:
    return {theme: charts().configuration(look) for theme, look in charts().looks().items()}


def _json(value: object) -> str:
    return _inert(json.dumps(value, separators=(",", ":"), allow_nan=False))


def _inert(text: str) -> str:
    """A text that cannot end the element that it stands in."""
    return text.replace("</", "<\\/")


def escaped(text: str) -> str:
    """A text, escaped for HTML."""
    return html.escape(text)


def _own(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


@cache
def _bundle() -> str:
    """Vega, Vega-Lite and vega-embed as one script, so that a page loads nothing. Making it takes seconds: cache it."""
    vl_convert: Any = library("vl_convert", "a report", "lab")
    kept = cache_folder() / f"vega-{VEGA_LITE}-{metadata.version('vl-convert-python')}.js"
    if kept.exists():
        return kept.read_text(encoding="utf-8")
    script: str = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", VEGA_LITE).replace(
        "</script", "<\\/script"
    )
    with contextlib.suppress(OSError, Problem):  # it is made again next time
        write(kept, script)
    return script
