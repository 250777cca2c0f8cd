"""Pieces on paper and as pictures: nothing overlaps or is cut off, both sides match, each piece has its own size."""

from __future__ import annotations

import csv
import math
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.lab.sheets import texts
from weatherdeck.cli import main
from weatherdeck.errors import Problem
from weatherdeck.games import pen, registry
from weatherdeck.lab.printing import paper, pixels, sheets

GAMES = registry.ours()


class Measuring:
    """A pen that remembers where texts are, in millimetres of the piece."""

    paper = "#ffffff"

    def __init__(self, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0, bleed: float = 0) -> None:
        self.x, self.y, self.scale, self.turn, self.bleed = x, y, scale, turn, bleed
        self.found: list[tuple[str, float, float]] = []

    def _point(self, x: float, y: float) -> tuple[float, float]:
        angle = math.radians(self.turn)
        right, down = x * self.scale, y * self.scale
        return (
            self.x + right * math.cos(angle) - down * math.sin(angle),
            self.y + right * math.sin(angle) + down * math.cos(angle),
        )

    def at(self, x: float, y: float, scale: float = 1, turn: float = 0) -> Measuring:
        inner = Measuring(*self._point(x, y), self.scale * scale, self.turn + turn)
        inner.found = self.found
        return inner

    def text(self, x: float, y: float, text: str, size: float, **look: Any) -> None:
        """Both ends of the line, at the narrowest that a common font is."""
        before = {"start": 0.0, "middle": 0.5, "end": 1.0}[look.get("anchor", "middle")]
        width = 0.45 * size * len(text)
        for end in (x - width * before, x + width * (1 - before)):
            for edge in (y - 0.35 * size, y + 0.35 * size):
                self.found.append((text, *self._point(end, edge)))

    def path(self, *drawn: Any) -> None:
        """Paths may go to the edge."""


def every_side(name: str) -> list[tuple[pen.Piece, Any]]:
    pieces = paper.pieces(registry.load(name))
    return [(piece, draw) for piece in pieces for draw in (piece.draw, piece.other) if draw is not None]


@pytest.mark.parametrize("name", GAMES)
def test_no_text_is_in_the_margin_that_a_knife_may_take(name: str) -> None:
    for piece, draw in every_side(name):
        measuring = Measuring()
        draw(measuring)
        width, height = piece.size
        for text, x, y in measuring.found:
            assert pen.SAFE - 0.01 <= x <= width - pen.SAFE + 0.01, (piece.name, text, x)
            assert pen.SAFE - 0.01 <= y <= height - pen.SAFE + 0.01, (piece.name, text, y)


@pytest.mark.parametrize("bleed", [0, 3])
@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("name", GAMES)
def test_pieces_lie_apart_and_within_the_paper(name: str, size: paper.Paper, bleed: float) -> None:
    for sheet in sheets.sheets(paper.pieces(registry.load(name)), size, bleed):
        grid = sheet.grid
        width, height = grid.size
        corners = [grid.place(place) for place in range(len(sheet.pieces))]
        for x, y in corners:
            assert x - bleed >= sheets.EDGE
            assert x + width + bleed <= grid.paper[0] - sheets.EDGE
            assert y - bleed >= sheets.EDGE
            assert y + height + bleed <= grid.paper[1] - sheets.EDGE
        for one, other in combinations(corners, 2):
            across, down = abs(one[0] - other[0]), abs(one[1] - other[1])
            assert across >= width + 2 * bleed - 1e-6 or down >= height + 2 * bleed - 1e-6
        upright, level = grid.cuts()
        for x, y in corners:  # every edge has a line to cut along
            for edge in (x, x + width):
                assert min(abs(edge - cut) for cut in upright) < 1e-3
            for edge in (y, y + height):
                assert min(abs(edge - cut) for cut in level) < 1e-3


def test_the_other_side_lies_behind_its_piece() -> None:
    for sheet in sheets.sheets(paper.pieces(registry.load("winter-court"))):
        for place in range(len(sheet.pieces)):
            front, behind = sheet.grid.place(place), sheet.grid.place(place, is_turned=True)
            assert front[0] + sheet.grid.size[0] + behind[0] == pytest.approx(sheet.grid.paper[0])
            assert front[1] == behind[1]


def test_tiles_and_tokens_have_sheets_of_their_own_size() -> None:
    made = sheets.sheets(paper.pieces(registry.load("winter-court")))
    sizes = {sheet.grid.size for sheet in made}
    assert sizes == {(pen.WIDTH, pen.HEIGHT), (2 * pen.WIDTH, pen.HEIGHT), (pen.TOKEN, pen.TOKEN)}
    assert all({piece.size for piece in sheet.pieces} == {sheet.grid.size} for sheet in made)


def test_a_court_has_eight_tiles_with_two_sides_and_two_summaries() -> None:
    pieces = paper.pieces(registry.load("winter-court"))
    tiles = [piece for piece in pieces if piece.other is not None and piece.name != "summary tile"]
    assert len(tiles) == 8
    assert sum(len(piece.name.split(" and ")) for piece in tiles) == 12
    assert [piece.copies for piece in pieces if piece.name == "summary tile"] == [2]


@pytest.mark.parametrize("name", GAMES)
def test_with_bleed_every_ground_reaches_beyond_the_edge(name: str) -> None:
    for piece in paper.pieces(registry.load(name)):
        drawn = pixels.picture(piece, 2, bleed=3)
        corner = drawn.getpixel((drawn.width // 2, 1))
        assert corner[3] == 255, piece.name  # type: ignore[index]  # of four channels


def test_the_sheets_say_their_size_and_end_with_the_rules(tmp_path: Path) -> None:
    paper.write(registry.load("four-seasons"), tmp_path / "cards.pdf", rules=True)
    written = texts(tmp_path / "cards.pdf")
    assert any("50 mm" in text for text in written)
    whole = " ".join(written)
    assert "Light, open your eyes" in whole
    for heading in ("Setting up", "Playing tricks", "Tokens"):
        assert heading in whole


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_every_game_can_be_printed(name: str) -> None:
    game = registry.load(name)
    assert paper.pdf(game.title, [], rules=game).startswith(b"%PDF")


@pytest.mark.parametrize("bleed", [-1, 5.5, math.nan])
def test_a_bleed_that_makes_no_sense_is_refused(bleed: float) -> None:
    with pytest.raises(Problem, match="from 0 to 5 mm"):
        paper.pdf("x", [], bleed=bleed)


# ---------------------------------------------------------------- pictures
def test_sheets_for_a_virtual_table_hold_every_card_and_the_back(tmp_path: Path) -> None:
    assert main(["print", "four-seasons", "--png", "tabletop", "--out", str(tmp_path / "out")]) == 0
    with (tmp_path / "out" / pixels.LIST).open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert sum(int(row["count"]) for row in rows) == 58 + 7 + 24 + 6 + 1
    for row in rows:
        with Image.open(tmp_path / "out" / row["file"]) as image:
            assert max(image.size) <= pixels.SIDE
            if int(row["columns"]) > 1:
                assert 1 + int(row["count"]) <= int(row["columns"]) * int(row["rows"]) <= 70
                cell = image.width // int(row["columns"]), image.height // int(row["rows"])
                last = image.crop((image.width - cell[0], image.height - cell[1], image.width, image.height))
                assert len(set(last.convert("RGB").get_flattened_data())) > 1, "what others see of a hand"
        assert row["other_side"] == "" or (tmp_path / "out" / row["other_side"]).is_file()


def test_pictures_for_printers_have_their_size_and_bleed(tmp_path: Path) -> None:
    game = registry.load("winter-court")
    chosen = [piece for piece in paper.pieces(game) if piece.size != (pen.WIDTH, pen.HEIGHT)][:2]
    chosen += paper.pieces(game)[:2]
    files = pixels.write(chosen, paper.back(game), tmp_path, "cards")
    with files[-1].open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(chosen)
    for row, piece in zip(rows, chosen, strict=True):
        with Image.open(tmp_path / row["file"]) as image:
            wanted = [round((length + 2 * pixels.BLEED) * pixels.DOTS / pixels.INCH) for length in piece.size]
            assert list(image.size) == wanted
            assert image.info["dpi"][0] == pytest.approx(pixels.DOTS, abs=1)
    assert rows[-1]["other_side"] == rows[-2]["other_side"] == "back.png"


@pytest.mark.parametrize("more", [["--backs"], ["--bleed", "3"], ["--rules"]])
def test_what_is_about_the_pdf_is_refused_for_pictures(
    more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", "tradewinds", "--png", "cards", "--out", str(tmp_path), *more]) != 0
    assert f"{more[0]} has no effect here: it is about the PDF" in capsys.readouterr().err
