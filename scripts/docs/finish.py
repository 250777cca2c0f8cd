"""Makes the built pages obey the table server's content security policy, and shares what reports have in common.

The policy allows no inline script and no inline style sheet. So both move into files that are named by their content:
equal ones are one file. The reports of the lab carry a whole drawing library each, as they are made to be sent around;
here they share one, which is told not to compile expressions and not to write style sheets.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path

SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<body>.*?)</script>", re.S)
STYLE = re.compile(r"<style[^>]*>(?P<body>.*?)</style>", re.S)
LIBRARY_END = re.compile(r"window\.vegaEmbed\s*=\s*[\w$]+;")
"""Where the drawing library of a report ends, and the report's own script begins."""
SAFE_DRAWING = """
const embed = window.vegaEmbed;
window.vegaEmbed = (element, chart, options) =>
  embed(element, chart, { ...options, ast: true, defaultStyle: false, tooltip: { disableDefaultStyle: true } });
"""
REPORT_STYLE = """
#vg-tooltip-element { position: fixed; z-index: 1000; padding: 8px; border: 1px solid var(--line); border-radius: 8px;
  background: var(--card); color: var(--ink); font-size: 0.8125rem; visibility: hidden; pointer-events: none; }
#vg-tooltip-element.visible { visibility: visible; }
#vg-tooltip-element td { border: 0; padding: 1px 6px 1px 0; }
.vega-embed summary, .vega-embed .vega-actions { display: none; }
"""
SEARCH_STYLE = re.compile(r"""(\w+)\.appendChild\(\w+\("style",\{\},(\w+)\.toString\(\)\)\)""")
"""Where the theme's script gives the search its style, as an inline style sheet."""
ADOPTED_STYLE = r"(sheet=>{sheet.replaceSync(\2.toString());\1.adoptedStyleSheets=[sheet]})(new CSSStyleSheet)"
EXTERNAL = re.compile(
    r"""<(?:script|img|link|iframe|source|video|audio)\b[^>]*\b(?:src|href)=["']?(?:https?:)?//[^"'\s>]+"""
)


class NotAllowed(ValueError):
    """Something on a page that the browser would refuse."""


def finish(built: Path, to: Path) -> None:
    """Copy a built site to its place in the package, page by page."""
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(built, to, ignore=shutil.ignore_patterns("*.map", "sitemap.xml*", "objects.inv"))
    problems: list[str] = []
    for path in sorted(to.rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        is_report = LIBRARY_END.search(text) is not None
        finished = _finished(text, path, to, is_report=is_report)
        if path.is_relative_to(to / "api"):  # people know the class by its public name
            finished = finished.replace(">Variant</a>", ">Game</a>")
        problems += [f"{path.relative_to(to)}: {found[0]}" for found in EXTERNAL.finditer(finished)]
        path.write_text(finished, encoding="utf-8")
    if problems:
        raise NotAllowed("these pages load something from elsewhere:\n" + "\n".join(problems))
    _adopt_style(to)
    (to / "404.html").unlink()  # its links are for a site at the root; the server has its own words
    shutil.rmtree(to / "assets" / "stylesheets" / "classic")  # the other of the theme's two looks


def _adopt_style(site: Path) -> None:
    """Let the search have its style in a way that the policy allows."""
    changed = 0
    for path in (site / "assets" / "javascripts").glob("bundle.*.js"):
        text, times = SEARCH_STYLE.subn(ADOPTED_STYLE, path.read_text(encoding="utf-8"))
        path.write_text(text, encoding="utf-8")
        changed += times
    if changed != 1:
        raise NotAllowed("the theme's script has changed: look for the style of its search (SEARCH_STYLE)")


def _finished(text: str, page: Path, site: Path, *, is_report: bool) -> str:
    up = "../" * (len(page.relative_to(site).parts) - 1)

    def script(found: re.Match[str]) -> str:
        attributes, body = found["attributes"], found["body"]
        if "src=" in attributes or "application/json" in attributes or "application/ld+json" in attributes:
            return found[0]
        end = LIBRARY_END.search(body)
        parts = [body] if end is None else [body[: end.end()] + SAFE_DRAWING, body[end.end() :]]
        return "".join(f'<script{attributes} src="{up}{_shared(part, "js", site)}"></script>' for part in parts)

    def style(found: re.Match[str]) -> str:
        body = found["body"] + (REPORT_STYLE if is_report else "")
        return f'<link rel="stylesheet" href="{up}{_shared(body, "css", site)}">'

    text = STYLE.sub(style, SCRIPT.sub(script, text))
    if is_report:
        text = text.replace("</title>", f'</title>\n<link rel="icon" href="{up}look/icon.svg">', 1)
        text = text.replace("<main>", f'<main>\n<p class="note"><a href="{up}lab/">The lab, in the docs</a></p>', 1)
    return text


def _shared(body: str, kind: str, site: Path) -> str:
    name = f"assets/inline/{hashlib.sha256(body.encode()).hexdigest()[:12]}.{kind}"
    path = site / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(body, encoding="utf-8")
    return name
