"""A report as one HTML file that needs nothing else: words first, then charts, each with its numbers below it."""

from __future__ import annotations

import contextlib
import html
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from .. import __version__
from ..errors import Problem
from ..games.game import Game
from ..kernel import cache_folder
from .exhibits import Exhibit, LabelledFigure, MeasuredRun, Section, sections
from .prose import interval, only, summary

VEGA_LITE = "6.4"
"""The version that Altair writes."""
MISSING = "a report needs Altair and vl-convert: install them with pip install 'weatherdeck[lab]'"


def check_installed() -> None:
    """Refuse before hours of play if no report could be written at the end."""
    if not all(find_spec(name) for name in ("altair", "vl_convert")):
        raise Problem(MISSING)


@dataclass(frozen=True)
class Heading:
    """What stands at the top of a page."""

    title: str
    about: str  # what was played
    command: str = ""  # that made the page


def report(game: Game, runs: Sequence[MeasuredRun], command: str = "") -> str:
    """The report on some runs of a game."""
    if not any(run.findings.games for run in runs):
        raise Problem("no batch of games was finished, so there is nothing to report")
    about = f"{game.title} in the lab of weatherdeck {__version__}{_settings(runs[0])}."
    heading = Heading(f"{game.title}: how it plays", about, command)
    return page(heading, summary(game, runs), sections(game, runs))


def _settings(run: MeasuredRun) -> str:
    plan = run.plan
    options = [f"{name}={str(value).lower()}" for name, value in plan.options.items()]
    deck = [f"the deck {plan.deck.title}"] if plan.deck is not None else []
    return "".join(f", {part}" for part in [f"{plan.players} players", *options, *deck, f"seed {plan.seed}"])


def page(heading: Heading, sentences: Sequence[str], parts: Sequence[Section], body: str = "") -> str:
    """Any page of the lab: a summary, then sections of exhibits."""
    links = "".join(f'<li><a href="#part-{n}">{escaped(part.title)}</a></li>' for n, part in enumerate(parts))
    made = f" Made by <code>{escaped(heading.command)}</code>." if heading.command else ""
    listed = "".join(f"<li>{escaped(sentence)}</li>" for sentence in sentences)
    shown = "".join(_section(n, part) for n, part in enumerate(parts))
    scripts = f'<script type="module">{_bundle()}\n{_own("page.js")}</script>' if parts else ""
    button = '<button type="button">Light or dark</button>' if parts else ""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escaped(heading.title)}</title>\n"
        f"<style>{_own('page.css')}</style>\n</head>\n<body>\n<main>\n{button}"
        f'<h1>{escaped(heading.title)}</h1>\n<p class="about">{escaped(heading.about)}{made}</p>\n'
        f'<section class="summary"><h2 style="margin-top:0">In short</h2><ul>{listed}</ul></section>\n'
        f"<nav><ul>{links}</ul></nav>\n{body}{shown}</main>\n{scripts}\n</body>\n</html>\n"
    )


def write(path: Path, text: str) -> None:
    """Write a page whole or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as problem:
        part.unlink(missing_ok=True)
        raise Problem(f"{path}: cannot be written ({problem.strerror})") from None


# ---------------------------------------------------------------- parts
def _section(place: int, part: Section) -> str:
    text = f'<p class="note">{escaped(part.text)}</p>' if part.text else ""
    figures = "".join(_figure(exhibit) for exhibit in part.exhibits)
    return f'<h2 id="part-{place}">{escaped(part.title)}</h2>\n{text}{figures}'


def _figure(exhibit: Exhibit) -> str:
    counted = sorted({row.figure.n for row in exhibit.rows})
    of = f"{counted[0]:,}" if len(counted) == 1 else f"{counted[0]:,} to {counted[-1]:,}"
    note = f"{exhibit.note} " if exhibit.note else ""
    head = f"<figure><h3>{escaped(exhibit.title)}</h3>"
    if len(exhibit.rows) == 1:  # one number is no chart
        return f"{head}<figcaption>{escaped(exhibit.note)}</figcaption>{_table(exhibit)}</figure>\n"
    few = " open" if len(exhibit.rows) <= 8 else ""
    return (
        f"{head}<figcaption>{escaped(note)}Bars and bands are 95% confidence intervals; n = {of}.</figcaption>"
        f"{_chart(exhibit)}<details{few}><summary>Numbers</summary>{_table(exhibit)}</details></figure>\n"
    )


def _chart(exhibit: Exhibit) -> str:
    try:
        from .charts import chart
    except ImportError:
        raise Problem(MISSING) from None
    specification = json.dumps(chart(exhibit), separators=(",", ":"), allow_nan=False).replace("</", "<\\/")
    label = escaped(f"{exhibit.title}: the numbers are in the table below")
    return (
        f'<div class="chart" role="img" aria-label="{label}"></div>'
        f'<script type="application/json">{specification}</script>'
    )


def _table(exhibit: Exhibit) -> str:
    head = f"<tr><th></th><th>{escaped(exhibit.by)}</th><th class=number>value</th><th class=number>95% CI</th>"
    rows = "".join(_row(row, exhibit.percent) for row in exhibit.rows)
    return f"<table>{head}<th class=number>n</th></tr>{rows}</table>"


def _row(row: LabelledFigure, as_percent: bool) -> str:
    numbers = (only(row.figure, as_percent), interval(row.figure, as_percent), f"{row.figure.n:,}")
    cells = "".join(f"<td class=number>{cell}</td>" for cell in numbers)
    return f"<tr><td>{escaped(row.label)}</td><td>{escaped(row.who)}</td>{cells}</tr>"


def escaped(text: str) -> str:
    """A text, escaped for HTML."""
    return html.escape(text)


def _own(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


@cache
def _bundle() -> str:
    """Vega, Vega-Lite and vega-embed as one script, so that a page loads nothing. Making it takes seconds: cache it."""
    try:
        import vl_convert
    except ImportError:
        raise Problem(MISSING) from None
    kept = cache_folder() / f"vega-{VEGA_LITE}-{metadata.version('vl-convert-python')}.js"
    if kept.exists():
        return kept.read_text(encoding="utf-8")
    script = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", VEGA_LITE).replace("</script", "<\\/script")
    with contextlib.suppress(OSError, Problem):  # it is made again next time
        write(kept, script)
    return script
