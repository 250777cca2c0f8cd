"""The rules of a game as pages of a PDF: its RULES.md, with its pictures. Lengths are in mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from io import BytesIO

import vl_convert
from fpdf import FPDF
from fpdf.fonts import FontFace
from markdown_it import MarkdownIt
from markdown_it.token import Token

from ...errors import Problem
from ...games.game import Game
from ...games.pen import INK, MUTED
from ...games.pen import PAGE as SHADE

SIDE = 20.0
"""The margin of a page."""
WIDEST = 120.0
HIGHEST = 95.0
"""The most that a picture is wide, and high."""
DOTS = 220
"""Of a picture, to an inch."""
TEXT = 10.0
"""The size of the text, in points."""
LEADING = 4.6
HEADINGS = {"h1": 20.0, "h2": 14.0, "h3": 11.5}
INDENT = 6.0


def add(document: FPDF, game: Game) -> None:
    """Add the rules to a document."""
    text = game.rulebook
    try:
        text.encode("latin-1")
    except UnicodeEncodeError as problem:
        wrong = text[problem.start]
        raise Problem(f"the rules of {game.title} cannot be printed: the PDF fonts have no {wrong!r}") from None
    document.set_margins(SIDE, SIDE, SIDE)
    document.set_auto_page_break(True, SIDE)
    document.add_page()
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    _Writer(document, game).write(tokens)


class _Writer:
    """Writes the parts of a Markdown text, one after the other."""

    def __init__(self, document: FPDF, game: Game) -> None:
        self._document, self._game = document, game
        self._marks: list[str] = []  # of the lists that we are in: a bullet, or the number of the next item
        self._mark = ""  # of an item that has just begun

    def write(self, tokens: Sequence[Token]) -> None:
        """Write everything."""
        place = 0
        while place < len(tokens):
            token = tokens[place]
            if token.type == "table_open":
                end = next(n for n in range(place, len(tokens)) if tokens[n].type == "table_close")
                self._table(tokens[place:end])
                place = end
            elif token.type == "inline":
                self._inline(token, tokens[place - 1].tag)
            elif token.type in ("fence", "code_block"):
                self._code(token.content)
            else:
                self._enter(token)
            place += 1

    def _enter(self, token: Token) -> None:
        """Begin or end a list or an item."""
        if token.type == "bullet_list_open":
            self._marks.append("-")
        elif token.type == "ordered_list_open":
            self._marks.append(str(token.attrs.get("start", 1)))
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            self._marks.pop()
            self._document.ln(1)
        elif token.type == "list_item_open" and self._marks[-1].isdigit():
            self._mark = f"{self._marks[-1]}."
            self._marks[-1] = str(int(self._marks[-1]) + 1)
        elif token.type == "list_item_open":
            self._mark = self._marks[-1]

    def _inline(self, token: Token, tag: str) -> None:
        parts = token.children or []
        if [part.type for part in parts] == ["image"]:
            self._picture(parts[0].content, str(parts[0].attrs["src"]))
            return
        words = "".join(_words(parts))
        document = self._document
        document.set_text_color(INK)
        if tag in HEADINGS:
            document.ln(2)
            if document.will_page_break(3 * HEADINGS[tag]):  # a heading is not the last line of a page
                document.add_page()
            document.set_font("Times", "B", HEADINGS[tag])
            document.multi_cell(0, HEADINGS[tag] * 0.45, words, align="L", new_x="LMARGIN", new_y="NEXT")
            document.ln(1)
            return
        document.set_font("Times", "", TEXT)
        left = document.l_margin + INDENT * len(self._marks)
        if self._mark:
            document.set_x(left - INDENT + 1)
            document.cell(INDENT - 1, LEADING, self._mark)
            self._mark = ""
        document.set_x(left)
        width = document.w - document.r_margin - left
        document.multi_cell(width, LEADING, words, align="L", markdown=True, new_x="LMARGIN", new_y="NEXT")
        document.ln(0.6 if self._marks else 1.8)

    def _table(self, tokens: Sequence[Token]) -> None:
        rows: list[list[str]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append("".join(_words(token.children or [])))
        document = self._document
        document.set_font("Times", "", TEXT - 1)
        longest = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        widths = [min(max(width, 6), 44) for width in longest]
        with document.table(
            col_widths=widths,
            line_height=LEADING * 0.9,
            markdown=True,
            text_align="LEFT",
            headings_style=FontFace(emphasis="BOLD", fill_color=SHADE),
            padding=0.8,
        ) as table:
            for cells in rows:
                row = table.row()
                for cell in cells:
                    row.cell(cell)
        document.ln(2)

    def _code(self, text: str) -> None:
        self._document.set_font("Courier", "", TEXT - 1)
        self._document.multi_cell(0, LEADING, text.rstrip(), align="L", new_x="LMARGIN", new_y="NEXT")
        self._document.ln(1.8)

    def _picture(self, title: str, source: str) -> None:
        drawn = files(self._game.package).joinpath(*source.split("/")).read_text(encoding="utf-8")
        png = vl_convert.svg_to_png(drawn, ppi=DOTS)
        width, height = (int.from_bytes(png[start : start + 4], "big") for start in (16, 20))
        scale = min(WIDEST / width, HIGHEST / height)
        document = self._document
        if document.will_page_break(scale * height + 9):
            document.add_page()
        across = scale * width
        document.image(BytesIO(png), x=(document.w - across) / 2, y=document.get_y() + 1, w=across)
        document.set_y(document.get_y() + scale * height + 2)
        document.set_font("Times", "I", TEXT - 1)
        document.set_text_color(MUTED)
        document.multi_cell(0, LEADING, title, align="C", new_x="LMARGIN", new_y="NEXT")
        document.ln(2)


def _words(parts: Sequence[Token]) -> Iterator[str]:
    """The words of a line, with the marks for bold and italic type that fpdf2 reads."""
    marks = {"strong_open": "**", "strong_close": "**", "em_open": "__", "em_close": "__", "softbreak": " "}
    for part in parts:
        yield marks.get(part.type, part.content)
